"""Flags that cost nothing: after Attrition, a Flag overrun, a siege (5.6, 7.4, 7.44, 11.7, 12.3)."""

from collections.abc import Iterable

from pbem_tnw.chapters.pieces.events import FlagChanged
from pbem_tnw.position.control import allied, controller, hostile, owner, seat_of
from pbem_tnw.position.forces import flags_out
from pbem_tnw.position.state import WarState

MOVED = "flag-moved"
"""The cause of the removal of a Flag that is needed elsewhere (7.44)."""


def free_flag(
    state: WarState, nation: str, duchy: str, cause: str, rule: str, give_up: Iterable[str] = ()
) -> tuple[FlagChanged, ...]:
    """What places the Flag of *nation* in a duchy of an enemy, or takes the enemy's off; nothing if it cannot.

    Where the nation or an ally is the original owner, the enemy's Flag comes off and the duchy is the owner's again
    (7.4, 7.43). If no Flag is left the first duchy of *give_up* that has one loses it (7.44).
    """
    if not hostile(state, nation, duchy):
        return ()
    former = controller(state, duchy)
    if allied(state, nation, owner(state, duchy)):
        return (FlagChanged(duchy=duchy, nation="", cause=cause, by=nation, former=former, rule=rule),)
    placed = FlagChanged(duchy=duchy, nation=nation, cause=cause, by=nation, former=former, rule=rule)
    out = flags_out(state, nation)
    if len(out) < state.board.nations[nation].limits.flags:
        return (placed,)
    old = next((other for other in give_up if other in out and other != duchy), "")
    if not old:
        return ()
    return (FlagChanged(duchy=old, nation="", cause=MOVED, by=nation, former=nation, rule="7.44"), placed)


def old_flags(state: WarState, nation: str) -> tuple[str, ...]:
    """The duchies whose Flags the seat of *nation* would give up for others (7.44)."""
    orders = state.standing.get(seat_of(state, nation))
    return () if orders is None or orders.old_flags is None else orders.old_flags


def spare_flags(state: WarState, nation: str) -> tuple[str, ...]:
    """The Flags that a siege takes from elsewhere if nothing is said: foreign open duchies without the Keys (12.3)."""
    duchies = state.board.duchies
    return tuple(
        sorted(one for one in flags_out(state, nation) if duchies[one].kind == "open" and not duchies[one].key)
    )
