"""The toy game's record."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.lexicon import Lexicon
from pbem.engine.order import Order, Policy
from pbem.engine.reading import Named
from pbem.engine.renaming import became
from pbem.engine.ruleset import Ruleset, Unplayable
from pbem.engine.step import Step
from pbem.engine.table import Table
from tests.toy.state import CARDS, HAND, ORDERS, Bid, Dealt, Hand, Never, Play, React, Standing, Toy, worth
from tests.toy.steps import EVENTS, Anytime, Deal, Jury, Round

NAMES = {"ann": "Ann of the Hill", "ben": "Ben of the Dale", "cid": "Cid of the Shore"}


class Settings(msgspec.Struct, frozen=True):
    rounds: int = 2
    players: int = 3


class Given(msgspec.Struct, frozen=True):
    """A round about to begin, the hands as given; more cards than a hand holds break an invariant."""

    rounds: int = 1
    players: int = 3
    hands: Mapping[Annotated[str, Named("seat")], tuple[Annotated[str, Named("card")], ...]] = {}

    def settings(self) -> Settings:
        return Settings(self.rounds, self.players)

    def lay_out(self, table: Table) -> None:
        cards = [card for hand in self.hands.values() for card in hand]
        if len(cards) > len(set(cards)):
            raise Unplayable("a card is given twice")
        table.leave()
        for seat in table.seats:
            table.emit(Dealt(seat=seat, hand=Hand(self.hands.get(seat, ()))))
        table.enter(Round(number=1))


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


def decree(state: Toy) -> Step | None:
    return Jury() if state.flow else None


def lexicon(view: Toy, seat: str) -> Lexicon:
    cards = {card: (f"Cup {card[1:]}", f"C{card[1:]}") for card in CARDS}
    return Lexicon({"card": cards, "seat": {seat: (title,) for seat, title in NAMES.items()}})


def guess(view: Toy, decision: Decision, chance: Chance) -> Order:
    hand = view.hands.get(decision.seat, Hand()).known
    if decision.takes is Bid:
        return Bid(bid=chance.below(len(hand) + 1))
    if decision.takes is Standing:
        return Standing(reactions=chance.choice(["never", "ask"]))
    if decision.takes is Play:
        return Play(card=chance.choice([None, *hand]))
    lead = view.flow[-1].card
    return React(beat_with=chance.choice([None, *(card for card in hand if worth(card) > worth(lead))]))


def bot(view: Toy, decision: Decision, chance: Chance) -> Order:
    """Bids its high cards, leads the highest, beats with the lowest that does."""
    hand = sorted(view.hands.get(decision.seat, Hand()).known, key=worth)
    if decision.takes is Bid:
        return Bid(bid=sum(worth(card) > len(CARDS) // 2 for card in hand))
    if decision.takes is Play:
        return Play(card=hand[-1]) if hand else Play(passes=True)
    lead = view.flow[-1].card
    return React(beat_with=next((card for card in hand if worth(card) > worth(lead)), None))


def invariants(state: Toy) -> Iterable[str]:
    if any(hand.size > HAND for hand in state.hands.values()):
        yield "a hand has grown"


def outcome(state: Toy) -> Mapping[str, Any] | None:
    if state.flow:
        return None
    best = max(state.seats, key=lambda seat: state.score.get(seat, 0))
    points = state.score.get(best, 0)
    return {"winners": (best,), "cause": "points" if points else "patience", "turn": state.round, "points": points}


def facts(state: Toy) -> Mapping[str, Any]:
    hands = {seat: [*hand.known, *["unknown"] * hand.hidden] for seat, hand in state.hands.items()}
    return {"round": state.round, "score": dict(state.score), "hands": hands}


def _given() -> type[msgspec.Struct]:
    return Given


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
    decree=decree,
    lexicon=lexicon,
    turn=("lap", "laps"),
    words=(Path(__file__).parent / "words",),
    guess=guess,
    bot=bot,
    moments={"point-won": "a point"},
    invariants=invariants,
    outcome=outcome,
    given=_given,
    facts=facts,
)
LATE = msgspec.structs.replace(TOY, name="late", start=late_start, words_of_chance=True)
