"""The order desk of Islands: its ships and what they can do, for the page of a seat."""

from collections.abc import Iterator

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.menu import Desk, DeskChoice, DeskSubject, Edit, Said
from pbem.engine.order import Order
from tests.toy.islands.ruleset import ISLANDS as WITHOUT_DESK
from tests.toy.islands.ruleset import lexicon
from tests.toy.islands.state import ISLANDS as PLACES
from tests.toy.islands.state import Islands, Reinforce, Sail


def subjects(view: Islands, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """The ship of the power that is asked."""
    at = view.at.get(decision.power, "")
    if isinstance(order, Sail):
        now, way = Said("sails", {"island": order.to}), (at, order.to) if at else (order.to,)
        yield DeskSubject(id=decision.power, kind="power", place=at, way=way, paths=(("to",),), now=now)
    elif isinstance(order, Reinforce) and order.card is not None:
        now = Said("plays", {"card": order.card})
        yield DeskSubject(id=decision.power, kind="power", place=at, paths=(("card",),), now=now)
    else:
        yield DeskSubject(id=decision.power, kind="power", place=at, now=Said("waits"))


def choices(view: Islands, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterator[DeskChoice]:
    """An island to sail to, or a card to play."""
    if subject != decision.power:
        return
    if decision.takes is Sail:
        names = lexicon(view, seat)
        for island in PLACES:
            edit = Edit(path=("to",), text=names.name("island", island))
            said = Said("sail-to", {"island": island})
            yield DeskChoice(said=said, edits=(edit,), group=Said("islands"), place=island, steps=1)
    if decision.takes is Reinforce:
        for card in view.hands[subject].known:
            edits = Edit(path=("passes",), how="remove"), Edit(path=("card",), text=str(card))
            yield DeskChoice(said=Said("play-card", {"card": card}), edits=edits, group=Said("cards"))


def others(view: Islands, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """To play no card."""
    if decision.takes is Reinforce:
        edits = Edit(path=("card",), how="remove"), Edit(path=("passes",), text="yes")
        yield DeskChoice(said=Said("no-card"), edits=edits, group=Said("cards"))


def facts(view: Islands, seat: str, kind: str, thing: str) -> Iterator[Said]:
    """Where a ship is, what its power has won and, to whom it serves, its cards; who is at an island."""
    if kind == "power":
        yield Said("points", {"points": view.points.get(thing, 0)})
        if thing in view.hands and view.hands[thing].known:
            yield Said("hand", {"cards": view.hands[thing].known})
    for power, place in view.at.items():
        if (kind, thing) in (("power", power), ("island", place)):
            yield Said("at", {"power": power, "island": place})


DESK = Desk(subjects=subjects, choices=choices, others=others, facts=facts)
ISLANDS = msgspec.structs.replace(WITHOUT_DESK, desk=DESK)
"""Islands with its desk."""
