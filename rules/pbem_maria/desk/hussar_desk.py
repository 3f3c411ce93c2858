"""The desk of the hussar stage: the hussars, and where each may be placed (7)."""

from collections.abc import Iterator

from pbem.engine.decision import Decision
from pbem.engine.desk import DeskChoice, DeskSubject, Edit, Said
from pbem.engine.order import Order
from pbem_maria.chapters.agreements import agreement_check
from pbem_maria.chapters.agreements.orders import NO_AGGRESSION, NO_HUSSARS
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.hussars.orders import STAY, HussarOrders, HussarWish
from pbem_maria.desk.checking import let_pass
from pbem_maria.desk.spelling import speller
from pbem_maria.position.state import State


def subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """Each hussar, by its number from 1."""
    wishes = _wishes(order)
    for number, city in enumerate(view.hussars):
        wish = wishes[number] if number < len(wishes) else None
        goal = hussars.choose(view, number, wish) if wish is not None else None
        way = tuple(place for place in (city, goal) if place and place != STAY)
        staying = Said("hussar-waits" if goal is None else "hussar-there", {"city": city})
        now = staying if goal in (None, STAY) else Said("hussar-to", {"city": goal})
        paths = (("hussars", number),) if wish is not None else ()
        yield DeskSubject(
            id=str(number + 1),
            kind="hussar",
            place=city or "",
            way=way if goal not in (None, STAY) else (),
            paths=paths,
            now=now,
            numbered=True,
        )


def choices(view: State, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterator[DeskChoice]:
    """The cities where a hussar may be placed, and to stay."""
    number = int(subject) - 1 if subject.isdecimal() else -1
    if not 0 <= number < len(view.hussars):
        return
    wishes, names = _wishes(order), speller(view, seat)
    before = tuple(Edit(path=("hussars", n), text=STAY) for n in range(len(wishes), number))
    group = Said("hussar", {"number": number + 1})
    staying = (*before, Edit(path=("hussars", number), text=STAY))
    yield DeskChoice(said=Said("hussar-stays"), edits=staying, group=group)
    bound = any(agreement_check.bonds(view, seat, NO_HUSSARS, NO_AGGRESSION))
    for city in view.board.cities:
        if hussars.wrong_with(view, city) is not None:
            continue
        whole = (*wishes, *(HussarWish((STAY,)) for _ in before))
        wished = HussarOrders(hussars=(*whole[:number], HussarWish((city,)), *whole[number + 1 :]))
        if bound and not let_pass(view, decision, wished, ("hussars", number)):
            continue
        edits = (*before, Edit(path=("hussars", number), text=names.name("city", city)))
        yield DeskChoice(said=Said("hussar-in", {"city": city}), edits=edits, group=group, place=city)


def _wishes(order: Order | None) -> tuple[HussarWish, ...]:
    return order.hussars if isinstance(order, HussarOrders) else ()
