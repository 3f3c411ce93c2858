"""Changing Camp: who may join which, with whose consent, and what follows (8.22, 8.3, 8.33, 8.34, 14.11, 15.5)."""

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.diplomacy.events import CampJoined, JoinCause
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.consent import Consents, Willing
from pbem_tnw.position.control import camp_of, opposite, powers_of, seat_of
from pbem_tnw.position.state import COALITION, IMPERIAL, WarState

HEADS = {"france": IMPERIAL, "britain": COALITION}
"""The two Powers that are never allies: each is in its Camp or in none (8.22)."""


def in_grace(state: WarState, nation: str, *, interphase: bool) -> bool:
    """Whether a Subject Neutral neither declares war nor has it declared on it yet, nor joins a Camp (15.24).

    Until the Interphase at the end of the Turn after that in which it was put out of the war.
    """
    subject = state.subjects.get(nation)
    if subject is None:
        return False
    return state.turn <= subject.turn or (state.turn == subject.turn + 1 and not interphase)


def joiners(state: WarState, nation: str, camp: str) -> tuple[str, ...]:
    """*nation*, and the Powers of its seat that are in the other Camp and change with it (8.22, 8.3)."""
    others = (power for power in powers_of(state, seat_of(state, nation)) if camp_of(state, power) == opposite(camp))
    found = {nation, *others}
    return tuple(power for power in state.board.sequence if power in found)


def never_joins(state: WarState, nation: str, camp: str, *, interphase: bool) -> Problem | None:
    """Why *nation* may not join a Camp, whatever its members say; None if it may."""
    for power in joiners(state, nation, camp):
        if HEADS.get(power, camp) != camp:
            return Problem("camp-never", ("camp",), "8.22", {"nation": power, "camp": camp})
        if camp_of(state, power) == opposite(camp) and state.players == 2:
            return Problem("camp-two-players", ("camp",), "8.3", {"nation": power, "camp": camp})
        if in_grace(state, power, interphase=interphase):
            args = {"power": power, "until": state.subjects[power].turn + 1}
            return Problem("war-grace", ("camp",), "15.24", args)
    return None


def consents(table: Table[WarState], nation: str, camp: str) -> bool:
    """Whether the seats of all Powers of a Camp let *nation* join it; silence is no (8.33, 14.11)."""
    state = table.state
    seats = dict.fromkeys(seat_of(state, power) for power in state.board.powers if camp_of(state, power) == camp)
    own = seat_of(state, nation)
    return all(seat == own or agrees(table, seat, _joining(state, seat).get(nation)) for seat in seats)


def agrees(table: Table[WarState], seat: str, willing: Willing | None) -> bool:
    """Whether *seat* has said that it is willing, as far as it sees now; silence is no (2.3, row 14)."""
    if willing is None:
        return False
    view = table.views.get(seat, table.state)
    nation = next(iter(powers_of(view, seat)), "")
    return value(willing, SeatFacts(view, seat, nation))


def consent_of(state: WarState, seat: str) -> Consents:
    """To what others ask *seat* has consented by standing orders."""
    standing = state.standing.get(seat)
    return Consents() if standing is None or standing.consent is None else standing.consent


def join(table: Table[WarState], nation: str, camp: str, cause: JoinCause) -> None:
    """Let *nation* be in a Camp; what war brings is `war_brings.after_change`."""
    former = camp_of(table.state, nation)
    if former != camp:
        table.emit(CampJoined(nation=nation, camp=camp, cause=cause, former=former))


def _joining(state: WarState, seat: str) -> dict[str, Willing]:
    return dict(consent_of(state, seat).join)
