"""The order desk of Islands: its ships and what they can do, for the page of a seat."""

from collections.abc import Iterator

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.menu import PASS, Desk, DeskChoice, DeskSubject, Menu, Put, Said
from tests.toy.islands.ruleset import ISLANDS as WITHOUT_DESK
from tests.toy.islands.state import ISLANDS as PLACES
from tests.toy.islands.state import Islands, Reinforce, Sail


def subjects(view: Islands, decision: Decision, order: Sail | Reinforce | None) -> Iterator[DeskSubject]:
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


def islands(view: Islands, decision: Decision, order: Sail | None, subject: str) -> Iterator[DeskChoice]:
    """An island to sail to."""
    for island in PLACES if subject == decision.power else ():
        said, put = Said("sail-to", {"island": island}), Put(("to",), island)
        yield DeskChoice(said=said, puts=(put,), group=Said("islands"), place=island, steps=1)


def cards(view: Islands, decision: Decision, order: Reinforce, subject: str) -> Iterator[DeskChoice]:
    """A card to play, or none."""
    if not subject:
        yield DeskChoice(said=Said("no-card"), puts=(Put(("card",)), PASS), group=Said("cards"))
    for card in view.hands[subject].known if subject == decision.power else ():
        yield DeskChoice(said=Said("play-card", {"card": card}), puts=(Put(("card",), card),), group=Said("cards"))


def facts(view: Islands, seat: str, kind: str, thing: str) -> Iterator[Said]:
    """Where a ship is, what its power has won and, to whom it serves, its cards; who is at an island."""
    if kind == "power":
        yield Said("points", {"points": view.points.get(thing, 0)})
        if thing in view.hands and view.hands[thing].known:
            yield Said("hand", {"cards": view.hands[thing].known})
    for power, place in view.at.items():
        if (kind, thing) in (("power", power), ("island", place)):
            yield Said("at", {"power": power, "island": place})


DESK: Desk[Islands] = Desk(
    menus={Sail: Menu(subjects=subjects, choices=islands), Reinforce: Menu(subjects=subjects, choices=cards)},
    facts=facts,
)
ISLANDS = msgspec.structs.replace(WITHOUT_DESK, desk=DESK)
"""Islands with its desk."""
