"""The desks of politics: the powers with the TC that each places and the cards that it would take (17)."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.decision import Decision
from pbem.engine.desk import DeskChoice, DeskSubject, Edit, Said
from pbem.engine.order import Order
from pbem_maria.chapters.politics import politics
from pbem_maria.chapters.politics.orders import ONLY, CardLine, CardPart, Placing, PoliticsOrders, Taking
from pbem_maria.desk.checking import NO_PASS, PASSES
from pbem_maria.desk.spelling import speller
from pbem_maria.edition.political_cards import EITHER, LEFT, RIGHT, SHIFT, PoliticalCard, Shift
from pbem_maria.position.cards import SUITS, face
from pbem_maria.position.state import State


def subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskSubject]:
    """The major powers of the seat."""
    placed, taken = _placed(view, seat, order), _taken(view, seat, order)
    for power in politics.own_majors(view, seat):
        paths = tuple((key,) for key, each in (("place", placed), ("take", taken)) if power in each)
        lines = tuple(line.card for line in taken.get(power, ()) if line.card)
        said = Said("politics-now", {"places": placed.get(power, ()), "takes": lines})
        yield DeskSubject(id=power, kind="power", paths=paths, now=said if paths else Said("waits"))


def choices(view: State, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterator[DeskChoice]:
    """The cards of the hand to place, and the face-up cards to take."""
    if subject not in politics.own_majors(view, seat):
        return
    if not decision.about["placed"]:
        yield from _placings(view, seat, order, subject)
    yield from _takings(view, seat, order, subject)


def others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """The trump to name, if the seat names it; to do nothing in politics."""
    if decision.about["names_trump"]:
        yield from _trumps(view, seat)
    edits = (Edit(path=("place",), how="remove"), Edit(path=("take",), how="remove"), Edit(path=PASSES, text="yes"))
    yield DeskChoice(said=Said("pass-politics"), edits=edits, group=Said("besides-politics"))


def trump_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """The suits, one of which is trump."""
    yield from _trumps(view, seat)


def placing_others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """The cards of the hand, and to place none."""
    power, names = decision.about["power"], speller(view, seat)
    for card in _faces(view, power):
        edits = (NO_PASS, Edit(path=("place",), text=names.name("card", card)))
        yield DeskChoice(said=_place(view, card), edits=edits, group=Said("placing", {"power": power}))
    passing = (Edit(path=("place",), how="remove"), Edit(path=PASSES, text="yes"))
    yield DeskChoice(said=Said("place-none"), edits=passing, group=Said("placing", {"power": power}))


def _trumps(view: State, seat: str) -> Iterator[DeskChoice]:
    names = speller(view, seat)
    for suit in SUITS.values():
        edit = Edit(path=("trump",), text=names.name("suit", suit))
        yield DeskChoice(said=Said("trump", {"suit": suit}), edits=(edit,), group=Said("trumps"))


def _faces(view: State, power: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(face(card) for card in view.hands[power].known))


def _place(view: State, card: str) -> Said:
    """A card to be placed, and whether it is none of trump: a bluff."""
    return Said("place", {"card": card, "bluff": bool(view.trump) and not politics.is_trump(card, view.trump)})


def _placings(view: State, seat: str, order: Order | None, power: str) -> Iterator[DeskChoice]:
    group = Said("placing", {"power": power})
    each = _placed(view, seat, order)
    for cards in (*((card,) for card in _faces(view, power)), ()):
        text = _text(Placing(_for(view, seat, {**each, power: cards})).spell(speller(view, seat)))
        said = _place(view, cards[0]) if cards else Said("place-none")
        yield DeskChoice(said=said, edits=(NO_PASS, Edit(path=("place",), text=text)), group=group)


def _takings(view: State, seat: str, order: Order | None, power: str) -> Iterator[DeskChoice]:
    taken = _taken(view, seat, order)
    group = Said("taking", {"power": power})
    for card in politics.revealed(view):
        if power not in card.symbols:
            continue
        for line in (*_lines(card), CardLine(card.id, drops=True)):
            before = tuple(one for one in taken.get(power, ()) if one.card not in ("", card.id))
            yield _taking(view, seat, {**taken, power: (*before, line)}, _line(line), group)
    yield _taking(view, seat, {**taken, power: (CardLine(),)}, Said("save"), group)


def _lines(card: PoliticalCard) -> Iterator[CardLine]:
    """The ways to play a whole card: one for each direction of an arrow that may go either way."""
    free = [effect.track for effect in card.effects if isinstance(effect, Shift) and effect.direction == EITHER]
    if not free:
        yield CardLine(card.id, whole=True)
        return
    for direction in (LEFT, RIGHT):
        parts = tuple(CardPart(SHIFT, track, direction) for track in free)
        yield CardLine(card.id, whole=True, parts=parts)


def _line(line: CardLine) -> Said:
    directions = tuple(part.direction for part in line.parts)
    return Said("take", {"card": line.card, "drops": line.drops, "directions": directions})


def _taking(view: State, seat: str, each: dict[str, tuple[CardLine, ...]], said: Said, group: Said) -> DeskChoice:
    text = _text(Taking(_for(view, seat, each)).spell(speller(view, seat)))
    return DeskChoice(said=said, edits=(NO_PASS, Edit(path=("take",), text=text)), group=group)


def _for(view: State, seat: str, each: dict[str, Any]) -> dict[str, Any]:
    """What is said for each power; for the only power of a seat without its name."""
    own = politics.own_majors(view, seat)
    return {ONLY: each[own[0]]} if len(own) == 1 else each


def _placed(view: State, seat: str, order: Order | None) -> dict[str, tuple[str, ...]]:
    placing = order.place if isinstance(order, PoliticsOrders) else None
    return dict(politics.by_power(view, seat, placing.each)) if placing is not None else {}


def _taken(view: State, seat: str, order: Order | None) -> dict[str, tuple[CardLine, ...]]:
    taking = order.take if isinstance(order, PoliticsOrders) else None
    return dict(politics.by_power(view, seat, taking.each)) if taking is not None else {}


def _text(plain: object, lead: str = "") -> str:
    """Plain texts, lists and mappings as the lines of a sheet."""
    if isinstance(plain, dict):
        return "\n".join(f"{lead}{key}:{_below(value, lead)}" for key, value in plain.items())
    if isinstance(plain, list):
        return "\n".join(f"{lead}- {_text(item)}" for item in plain)
    return f"{lead}{plain}"


def _below(value: object, lead: str) -> str:
    return f"\n{_text(value, lead + '  ')}" if isinstance(value, list) else f" {value}"
