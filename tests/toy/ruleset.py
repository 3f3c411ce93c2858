"""The toy game's record."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.decision import Policy
from pbem.engine.event import PUBLIC, Event
from pbem.engine.order import Problem
from pbem.engine.reading import Lexicon
from pbem.engine.ruleset import Enquiry, GameTally, Ruleset, Rulings, became
from pbem.engine.table import Step
from tests.toy.invariants import broken
from tests.toy.rulings import ruling
from tests.toy.state import CARDS, ORDERS, CardPlayed, Never, PointWon, Toy, worth
from tests.toy.steps import EVENTS, Anytime, Deal, Round

NAMES = {"ann": "Ann of the Hill", "ben": "Ben of the Dale", "cid": "Cid of the Shore"}
_LEXICON = Lexicon(
    {
        "card": {card: (f"Cup {card[1:]}", f"C{card[1:]}") for card in CARDS},
        "seat": {seat: (title,) for seat, title in NAMES.items()},
    }
)


class Settings(msgspec.Struct, frozen=True):
    rounds: int = 2
    players: int = 3


def seats(settings: Settings) -> Mapping[str, str]:
    return dict(list(NAMES.items())[: settings.players])


def start(settings: Settings) -> Toy:
    return Toy(flow=(Deal(),), seats=tuple(seats(settings)), rounds=settings.rounds)


def late_start(settings: Settings) -> Toy:
    """A game whose cards are dealt after the first bids, so that they can follow from words of chance."""
    return Toy(flow=(Round(number=1),), seats=tuple(seats(settings)), rounds=settings.rounds, late=True)


def policies(view: Toy, seat: str) -> Iterable[Policy]:
    return (Never(),) if view.standing.get(seat) == "never" else ()


def anytime(view: Toy, seat: str) -> Step | None:
    return Anytime(seat=seat) if view.flow and seat != PUBLIC else None


def lexicon(view: Toy, seat: str) -> Lexicon:
    return _LEXICON


def beating(view: Toy, seat: str, named: tuple[str, ...]) -> Mapping[str, Any] | Problem:
    """The cards of *seat* that beat one."""
    if seat not in view.hands:
        return Problem("no-hand-yet")
    (card,) = named
    return {"card": card, "better": tuple(own for own in view.hands[seat].known if worth(own) > worth(card))}


def outcome(state: Toy) -> Mapping[str, Any] | None:
    if state.flow:
        return None
    best = max(state.seats, key=lambda seat: state.score.get(seat, 0))
    points = state.score.get(best, 0)
    return {"winners": (best,), "cause": "points" if points else "patience", "turn": state.round, "points": points}


def tally(view: Toy, events: Sequence[Event]) -> GameTally:
    """Cards played and points won."""
    played = [event.seat for event in events if isinstance(event, CardPlayed)]
    won = [event.seat for event in events if isinstance(event, PointWon)]
    return GameTally("seat", ("cards", "points"), {seat: (played.count(seat), won.count(seat)) for seat in view.seats})


TOY = Ruleset(
    name="toy",
    title="Toy",
    version="1",
    settings=Settings,
    seats=seats,
    start=start,
    events=EVENTS,
    orders=ORDERS,
    renamed={"event point-gained": became("point-won", who="seat")},
    policies=policies,
    words_of_chance=False,
    anytime=anytime,
    rulings=Rulings(step=ruling, broken=broken),
    lexicon=lexicon,
    turn=("lap", "laps"),
    words=(Path(__file__).parent / "words",),
    enquiries={"beats": Enquiry(answer=beating, names=(("card",),), least=1)},
    outcome=outcome,
    tally=tally,
)
LATE = msgspec.structs.replace(TOY, name="late", start=late_start, words_of_chance=True)
