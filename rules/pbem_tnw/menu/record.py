"""The record by which the host finds the menus; facts, holds."""

from collections.abc import Iterator

from pbem.engine.decision import Decision
from pbem.engine.menu import Desk, DeskChoice, FormHints, Menu, Put, Said
from pbem_tnw.letters import playable_now
from pbem_tnw.menu import choosing
from pbem_tnw.menu.offers import BY_KEYS, SHAPES, offers
from pbem_tnw.orders.choices import BattleCardWish, HoldAnswer, PlayedNow
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


def hold_choices(view: WarState, decision: Decision, order: HoldAnswer, _: str) -> Iterator[DeskChoice]:
    """A card to play, nothing, or nothing for the rest of the Impulse."""
    group, no_play = Said("hold"), Put(("play",))
    for card in playable_now(view, decision):
        played = Put(("play",), PlayedNow((BattleCardWish(card=card.id),)))
        yield DeskChoice(said=Said("play-now", {"card": card.id}), puts=(Put(("no_more",)), played), group=group)
    if order != HoldAnswer():
        puts = (no_play, Put(("no_more",), value=False))
        yield DeskChoice(said=Said("play-nothing"), puts=puts, group=group)
    yield DeskChoice(said=Said("no-more"), puts=(no_play, Put(("no_more",), value=True)), group=group)


_ASKED: Menu[WarState] = Menu(subjects=choosing.subjects, choices=choosing.choices, notes=choosing.notes)
DESK: Desk[WarState] = Desk(
    menus={RoundOrders: _ASKED, ImpulseSheet: _ASKED, HoldAnswer: Menu(choices=hold_choices)}, facts=facts
)


FORMS: FormHints[WarState] = FormHints(shapes=SHAPES, by_keys=BY_KEYS, offers=offers)
