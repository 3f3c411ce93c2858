"""What tests and tools want of the toy game, and play does not."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.edition import Unplayable
from pbem.engine.order import Order
from pbem.engine.playtest import Playtest
from pbem.engine.reading import Named
from pbem.engine.table import Chance, Table
from tests.toy.invariants import broken
from tests.toy.ruleset import Settings
from tests.toy.state import CARDS, Bid, Dealt, Hand, Play, React, Standing, Toy, worth
from tests.toy.steps import Round


class Given(msgspec.Struct, frozen=True):
    """A round about to begin, the hands as given; more cards than a hand holds break an invariant."""

    rounds: int = 1
    players: int = 3
    hands: Mapping[Annotated[str, Named("seat")], tuple[Annotated[str, Named("card")], ...]] = {}

    def settings(self) -> Settings:
        return Settings(self.rounds, self.players)

    def lay_out(self, table: Table[Toy]) -> None:
        cards = [card for hand in self.hands.values() for card in hand]
        if len(cards) > len(set(cards)):
            raise Unplayable("a card is given twice")
        table.leave()
        for seat in table.seats:
            table.emit(Dealt(seat=seat, hand=Hand(self.hands.get(seat, ()))))
        table.enter(Round(number=1))


def guess(view: Toy, decision: Decision, chance: Chance) -> Order:
    hand = view.hands.get(decision.seat, Hand()).known
    if decision.takes is Bid:
        return Bid(bid=chance.below(len(hand) + 1))
    if decision.takes is Standing:
        return Standing(reactions=chance.choice(["never", "ask"]))
    if decision.takes is Play:
        return Play(card=chance.choice([None, *hand]))
    lead = decision.about["card"]
    return React(beat_with=chance.choice([None, *(card for card in hand if worth(card) > worth(lead))]))


def bot(view: Toy, decision: Decision, chance: Chance) -> Order:
    """Bids its high cards, leads the highest, beats with the lowest that does."""
    hand = sorted(view.hands.get(decision.seat, Hand()).known, key=worth)
    if decision.takes is Bid:
        return Bid(bid=sum(worth(card) > len(CARDS) // 2 for card in hand))
    if decision.takes is Play:
        return Play(card=hand[-1]) if hand else Play(passes=True)
    lead = decision.about["card"]
    return React(beat_with=next((card for card in hand if worth(card) > worth(lead)), None))


def facts(state: Toy) -> Mapping[str, Any]:
    hands = {seat: [*hand.known, *["unknown"] * hand.hidden] for seat, hand in state.hands.items()}
    return {"round": state.round, "score": dict(state.score), "hands": hands}


PLAYTEST = Playtest(
    guess=guess,
    bot=bot,
    invariants=broken,
    moments={"point-won": "a point"},
    fixture=Given,
    facts=facts,
)
