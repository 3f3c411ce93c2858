"""The record by which the host finds the menus; facts, holds."""

from collections.abc import Iterable, Iterator

from pbem.engine.decision import Decision
from pbem.engine.menu import Desk, DeskChoice, DeskNote, DeskSubject, Edit, FormHints, Said
from pbem.engine.order import Order
from pbem_tnw.letters import playable_now
from pbem_tnw.lexicon import lexicon
from pbem_tnw.menu import choosing
from pbem_tnw.menu.offers import BY_KEYS, SHAPES, offers
from pbem_tnw.orders.choices import HoldAnswer
from pbem_tnw.orders.turn import ImpulseSheet, RoundOrders
from pbem_tnw.position.control import controller
from pbem_tnw.position.forces import general as leader_of
from pbem_tnw.position.forces import generals_at, squadrons_at, units_at
from pbem_tnw.position.state import WarState


def facts(view: WarState, seat: str, kind: str, thing: str) -> Iterator[Said]:
    """The facts of *thing*, which is of a *kind* of name."""
    board = view.board
    if kind == "general" and thing in board.leaders:
        found = leader_of(view, thing)
        yield Said("general-of", {"nation": found.nation, "command": found.command})
        if (place := view.generals.get(thing, "")) in board.duchies:
            yield Said("in-place", {"place": place})
            yield Said("units-here", {"units": dict(units_at(view, place))})
    elif kind in ("place", "duchy") and thing in board.duchies:
        yield Said("held-by", {"nation": controller(view, thing), "fortress": board.duchies[thing].is_fortress})
        yield from _there(view, thing)
    elif kind == "place" and thing in board.zones:
        yield from _there(view, thing)
    elif kind == "card" and thing in board.cards:
        yield Said("card-points", {"cp": board.cards[thing].cp})
        if board.cards[thing].text:
            yield Said("card-text", {"text": board.cards[thing].text})


def _there(view: WarState, place: str) -> Iterator[Said]:
    if units := dict(units_at(view, place)):
        yield Said("units-here", {"units": units})
    if generals := generals_at(view, place):
        yield Said("generals-here", {"generals": generals})
    if squadrons := squadrons_at(view, place):
        yield Said("squadrons-here", {"nations": tuple(each.nation for each in squadrons)})


def hold_others(view: WarState, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """A card to play, nothing, or nothing for the rest of the Impulse."""
    names, group = lexicon(view, seat), Said("hold")
    no_play, no_silence = Edit(path=("play",), how="remove"), Edit(path=("no_more",), how="remove")
    for card in playable_now(view, decision):
        edits = (no_silence, Edit(path=("play",), text=f"[{names.name('card', card.id)}]"))
        yield DeskChoice(said=Said("play-now", {"card": card.id}), edits=edits, group=group)
    plays = isinstance(order, HoldAnswer) and (order.play != HoldAnswer().play or order.no_more)
    if plays:
        edits = (no_play, Edit(path=("no_more",), text="no"))
        yield DeskChoice(said=Said("play-nothing"), edits=edits, group=group)
    silent = (no_play, Edit(path=("no_more",), text="yes"))
    yield DeskChoice(said=Said("no-more"), edits=silent, group=group)


_ASKED = (RoundOrders, ImpulseSheet)


def _subjects(view: WarState, seat: str, decision: Decision, order: Order | None) -> Iterable[DeskSubject]:
    return tuple(choosing.subjects(view, seat, decision, order)) if decision.takes in _ASKED else ()


def _choices(view: WarState, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterable[DeskChoice]:
    return tuple(choosing.choices(view, seat, decision, order, subject)) if decision.takes in _ASKED else ()


def _others(view: WarState, seat: str, decision: Decision, order: Order | None) -> Iterable[DeskChoice]:
    if decision.takes is HoldAnswer:
        return tuple(hold_others(view, seat, decision, order))
    return tuple(choosing.others(view, seat, decision, order)) if decision.takes in _ASKED else ()


def _notes(view: WarState, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterable[DeskNote]:
    return tuple(choosing.notes(view, seat, decision, order, subject)) if decision.takes in _ASKED else ()


DESK: Desk[WarState] = Desk(subjects=_subjects, choices=_choices, others=_others, notes=_notes, facts=facts)


FORMS: FormHints[WarState] = FormHints(shapes=SHAPES, by_keys=BY_KEYS, offers=offers)
