"""The names by which players call places, nations, generals and cards."""

from collections.abc import Mapping
from functools import lru_cache

from pbem.engine.kit.lexicon import Lexicon
from pbem_tnw.edition.edition import TnwEdition, known
from pbem_tnw.position.control import nations_of
from pbem_tnw.position.state import COALITION, IMPERIAL, WarState
from pbem_tnw.settings import seats_of

_Spellings = Mapping[str, tuple[str, ...]]


def lexicon(view: WarState, seat: str) -> Lexicon:
    """The names in use in *view*."""
    return _lexicon(view.edition, view.players, drawn=any(one.startswith("player-") for one in view.control.values()))


def seat_names(view: WarState) -> dict[str, tuple[str, ...]]:
    """The names of the nations that each seat runs."""
    nations = view.board.nations
    return {
        seat: tuple(nations[nation].name for nation in nations_of(view, seat))
        for seat in dict.fromkeys(view.control.values())
    }


@lru_cache(maxsize=64)
def _lexicon(edition: str, players: int, *, drawn: bool) -> Lexicon:
    board = known(edition)
    places = {**_places(board)}
    nations: _Spellings = {one.id: _unique(one.name, one.id, *one.aliases) for one in board.nations.values()}
    columns = {one.id: _unique(one.name, one.id) for one in board.tracks.diplomatic.columns}
    seats = seats_of(players, drawn=drawn)
    return Lexicon(
        {
            "duchy": {one: places[one] for one in board.duchies},
            "zone": {one: places[one] for one in board.zones},
            "place": places,
            "nation": nations,
            "general": {one.id: _unique(one.name, one.id, *one.aliases) for one in board.leaders.values()},
            "card": {one.id: _unique(one.title, one.id) for one in board.cards.values()},
            "seat": {seat: _unique(title, seat) for seat, title in seats.items()},
            "camp": {IMPERIAL: ("Imperial", "imperial"), COALITION: ("Coalition", "coalition")},
            "column": columns,
            "box": {box.id: _unique(box.name, box.id) for box in board.map.boxes},
        }
    )


def _places(board: TnwEdition) -> _Spellings:
    duchies: _Spellings = {one.id: _unique(one.name, one.id, *one.aliases) for one in board.duchies.values()}
    return {**duchies, **{one.id: _unique(one.name, one.id, *one.aliases) for one in board.zones.values()}}


def _unique(*spellings: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spellings))
