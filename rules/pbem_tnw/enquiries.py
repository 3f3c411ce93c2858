"""What players may ask before they order: what would follow from a sheet, where a general can go, places and cards."""

from collections.abc import Mapping

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.order import Order, Problem
from pbem.engine.ruleset import Enquiry, Foreseen
from pbem_tnw.chapters.land.paths import GeneralReach, reach
from pbem_tnw.chapters.turn.events import ImpulseBegan
from pbem_tnw.chapters.turn.sheets import try_impulses
from pbem_tnw.drawing import WORDS
from pbem_tnw.drawing.areas import areas
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.letters import reach_points
from pbem_tnw.orders.turn import ImpulseSheet, RoundOrders
from pbem_tnw.position.control import controller, friendly
from pbem_tnw.position.forces import generals_at, links, squadrons_at, units_at
from pbem_tnw.position.impulse import Pieces, Squadron
from pbem_tnw.position.state import WarState


class PlaceTold(msgspec.Struct, frozen=True, kw_only=True):
    """What is in a duchy or zone.

    *holder* is the nation that controls a duchy, *link* the kind of link to it from the place that was asked about.
    """

    place: str
    holder: str
    flag: bool
    link: str = ""
    pieces: Pieces
    squadrons: tuple[Squadron, ...]

    def __bool__(self) -> bool:
        return self.flag or bool(self.pieces) or bool(self.squadrons)


class ReachTold(msgspec.Struct, frozen=True):
    """Where a general can go for so many CPs, by the kinds of Formation that it can lead."""

    general: str
    points: int
    found: tuple[GeneralReach, ...]
    friendly: bool
    """Whether the duchy in which it is is Friendly, so that Squadrons may fetch it from a Port."""


def foresee(view: WarState, decision: Decision, order: Order) -> Foreseen[WarState] | None:
    """What the Impulses of a sheet would lead to as if its seat were alone, up to the first battle, roll or event."""
    if not isinstance(order, RoundOrders | ImpulseSheet):
        return None
    track = view.board.sequence
    impulses = sorted(order.impulses.items(), key=lambda pair: track.index(pair[0]))
    trial = try_impulses(view, decision.seat, impulses)
    seen = (event.seen_by(decision.seat) for event in trial.close("trial").events)
    told = tuple(event for event in seen if event is not None and not isinstance(event, ImpulseBegan))  # no headings
    return Foreseen(told, trial.state)


def _reach(view: WarState, _seat: str, named: tuple[str, ...]) -> ReachTold | Problem:
    """The reach of one general, of whatever nation, with the best card that its nation is known to hold."""
    general = named[0]
    if view.generals.get(general, "") not in view.board.duchies:
        return Problem("reach-off-map", rule="9.1", args={"general": general})
    points = reach_points(view, general)
    nation = view.board.leaders[general].nation
    found = reach(view, nation, general, points)
    return ReachTold(general, points, found, friendly(view, nation, view.generals[general]))


def _map(view: WarState, _seat: str, named: tuple[str, ...]) -> tuple[PlaceTold, ...] | Problem:
    """What is in an area or on the whole board; or in a place and those beside it, even if that is nothing."""
    board = view.board
    if not named or named[0] in areas(board):
        places = areas(board)[named[0]].places if named else (*board.duchies, *board.zones)
        return tuple(told for each in places if (told := _told(view, each)))
    place = view.generals.get(named[0], named[0])
    if place not in board.duchies and place not in board.zones:
        return Problem("map-off-map", args={"general": named[0]})
    beside = {beside: link.kind for beside, link in links(view, place).items()} if place in board.duchies else {}
    shores = (
        board.duchies[place].port
        if place in board.duchies
        else (*board.zones[place].ports, *board.zones[place].adjacent)
    )
    return tuple(_told(view, each, beside.get(each, "")) for each in (place, *beside, *shores))


def _card(view: WarState, _seat: str, named: tuple[str, ...]) -> tuple[WarCard, ...]:
    """One card or Reserve as it is printed; without a name all cards of the deck, which are public."""
    cards = view.board.cards
    return tuple(cards[each] for each in named or view.board.deck)


def _told(view: WarState, place: str, link: str = "") -> PlaceTold:
    return PlaceTold(
        place=place,
        link=link,
        holder=controller(view, place) if place in view.board.duchies else "",
        flag=place in view.flags,
        pieces=Pieces(units=units_at(view, place), generals=generals_at(view, place)),
        squadrons=squadrons_at(view, place),
    )


def _whole(_view: WarState, _seat: str, _named: tuple[str, ...]) -> None:
    """The answer is what the view holds, as its template tells it."""


ENQUIRIES: Mapping[str, Enquiry[WarState]] = {
    "reach": Enquiry(answer=_reach, names=(WORDS["reach"],), least=1),
    "map": Enquiry(answer=_map, names=(WORDS["map"],)),
    "board": Enquiry(answer=_whole),
    "tracks": Enquiry(answer=_whole),
    "readings": Enquiry(answer=_whole),
    "card": Enquiry(answer=_card, names=(("card",),)),
}
