"""What tests, bots and tools want of The Napoleonic Wars, and play does not."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

from pbem.engine.edition import folder_beside
from pbem.engine.event import Event
from pbem.engine.playtest import Coverage, Playtest
from pbem_tnw.bot import play
from pbem_tnw.chapters.nation.pieces import CardLaid
from pbem_tnw.chapters.rulings import CampSet, CardShifted, DiceRuled, PointsRuled
from pbem_tnw.chapters.turn.events import LineReached, LineSkipped, RestReached
from pbem_tnw.chapters.turn.setup import BidsOpened, SeatsTaken
from pbem_tnw.fixture.facts import facts
from pbem_tnw.fixture.position import GivenWar
from pbem_tnw.guess import guess, guess_in_advance
from pbem_tnw.invariants import broken
from pbem_tnw.orders.lines import ImpulseLine, OrderLine, RestLine
from pbem_tnw.position.state import WarState

_LINES = "lines carried out"
_PLAYED = {
    "event": "cards as events", "turned-up": "cards as events", "response": "cards as responses",
    "battle": "cards in battles", "cp": "cards for points",
}  # fmt: skip


def _wanted(state: WarState) -> Mapping[str, Sequence[str]]:
    cards = state.board.cards.values()
    return {
        "cards as events": [one.id for one in cards if one.timing is None and one.kind != "battle"],
        "cards as responses": [one.id for one in cards if one.timing is not None],
        "cards in battles": [one.id for one in cards if one.timing is None and one.kind == "battle"],
        "cards for points": [one.id for one in cards if not one.has("must_be_event")],
        _LINES: [_word(line) for line in get_args(ImpulseLine)],
    }


def _shown(state: WarState, events: Sequence[Event[WarState]]) -> Iterator[tuple[str, str]]:
    reached: LineReached | None = None
    for event in events:
        if isinstance(event, CardLaid) and event.how in _PLAYED:
            yield _PLAYED[event.how], event.card
        elif isinstance(event, LineReached):
            reached = event
        elif isinstance(event, LineSkipped | RestReached):
            reached = None
            if isinstance(event, RestReached) and event.again:
                yield _LINES, _word(RestLine)
    orders = state.under_way.get(reached.seat) if reached is not None else None
    if orders is not None and orders.current is not None:
        yield _LINES, _word(type(orders.current))


def _word(kind: type[OrderLine | Event[WarState]]) -> str:
    return str(kind.__struct_config__.tag)


_APART: tuple[type[Event[WarState]], ...] = (BidsOpened, SeatsTaken, CampSet, CardShifted, DiceRuled, PointsRuled)
"""What comes of drawn seats only, and of rulings."""

COVERAGE = Coverage(wanted=_wanted, shown=_shown, apart=frozenset(map(_word, _APART)))

PLAYTEST = Playtest(
    guess=guess,
    in_advance=guess_in_advance,
    bot=play,
    invariants=broken,
    moments={"ask-impulse": "a stop", "hold-question": "a stop"},
    coverage=COVERAGE,
    fixture=GivenWar,
    facts=facts,
    demo=folder_beside(Path(__file__).parent, "demo", "games/demo-tnw"),
)
