"""Whether the Active player halts before a battle, by the line of its sheet (2.2, 10.1)."""

from fractions import Fraction

from pbem.engine.table import Table
from pbem_tnw.chapters.interception.facts import dice_of_battle
from pbem_tnw.orders.lines.lines import MoveLine
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.impulse import Contact, WarFormation
from pbem_tnw.position.state import WarState


def halts_before(table: Table[WarState], formation: WarFormation, contact: Contact) -> bool:
    """Whether the Formation halts before an interceptor: as its line says, or since the odds are too bad now.

    A Formation that landed has nowhere to halt, and one that a card moves goes on.
    """
    seat = seat_of(table.state, formation.nation)
    orders = table.state.under_way.get(seat)
    line = orders.current if orders is not None else None
    if not isinstance(line, MoveLine):
        return False
    return line.if_intercepted == "halt" or not odds_allow(table.views[seat], formation.nation, contact, line)


def odds_allow(view: WarState, nation: str, contact: Contact, line: MoveLine) -> bool:
    """Whether a battle is as good for *nation* as its line asks, by what its seat sees: own dice for each enemy die."""
    limit = line.only_if_odds
    dice = dice_of_battle(view, nation, contact) if limit is not None else None
    if limit is None or dice is None:
        return True
    own, enemy = dice
    return not enemy or limit.met(Fraction(own, enemy))
