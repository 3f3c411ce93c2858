"""The words for places on cards, in a position (part 3)."""

from pbem_tnw.edition.card_words import WrittenSpots
from pbem_tnw.edition.spots import Spots, spots
from pbem_tnw.position.control import friendly, homes
from pbem_tnw.position.forces import units_at
from pbem_tnw.position.state import WarState


def places(
    state: WarState, where: WrittenSpots, *, nation: str = "", chosen: str = "", target: str = ""
) -> tuple[str, ...]:
    """The duchies and zones that a card names, in the order of the edition; every one for `anywhere`.

    *nation* is `self`, *chosen* the nation chosen for the card, *target* the place of the occasion. `friendly` means
    Friendly to *nation*, and of `unfortified_empty` the forces of *nation* do not count as others'.
    """
    found = spots(where)
    of = {"self": nation, "chosen": chosen}.get(found.of, found.of)
    board = state.board
    match found.word:
        case "places":
            return found.ids
        case "target":
            return (target,) if target else ()
        case "list":
            return board.lists[of]
        case "with":
            at = state.generals.get(of, "")
            return (at,) if at in board.duchies else ()
        case "home":
            return homes(state, of)
        case "home_port":
            return tuple(duchy for duchy in homes(state, of) if board.duchies[duchy].port)
        case _:
            everywhere = (*board.duchies, *board.zones)
            return tuple(place for place in everywhere if _fits(state, found, of, nation, place))


def is_spot(
    state: WarState, where: WrittenSpots, place: str, *, nation: str = "", chosen: str = "", target: str = ""
) -> bool:
    """Whether *place* is one of those that a card names."""
    return place in places(state, where, nation=nation, chosen=chosen, target=target)


def _fits(state: WarState, found: Spots, of: str, nation: str, place: str) -> bool:
    duchy = state.board.duchies.get(place)
    match found.word:
        case "anywhere":
            return True
        case "friendly":
            return duchy is not None and friendly(state, of or nation, place)
        case "friendly_port":
            at_home = duchy is not None and duchy.nation == of and duchy.tie == "home"
            return duchy is not None and (at_home or (bool(duchy.port) and friendly(state, of, place)))
        case _:
            return duchy is not None and not duchy.strength and _empty_of_others(state, nation, place)


def _empty_of_others(state: WarState, nation: str, duchy: str) -> bool:
    """Whether no forces but those of *nation* stand in a duchy."""
    others = set(units_at(state, duchy)) - {nation}
    leaders = state.board.leaders
    others |= {leaders[name].nation for name, at in state.generals.items() if at == duchy} - {nation}
    return not others
