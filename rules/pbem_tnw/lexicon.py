"""The names by which players call places, nations, generals and cards."""

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from pbem.engine import edition
from pbem.engine.reading import Lexicon, late_pattern
from pbem_tnw.drawing.areas import areas
from pbem_tnw.edition.card_words import choices_taken, gives_points, only_options
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.edition.edition import TnwEdition, known
from pbem_tnw.edition.nations import Leader
from pbem_tnw.orders.said_choices import GIVES_POINTS, KEYS, ONLY, TAKES
from pbem_tnw.position.control import nations_of
from pbem_tnw.position.state import WarState
from pbem_tnw.settings import seats_of

NAMES = Path(__file__).parent / "data" / "names.yaml"

_Spellings = dict[str, tuple[str, ...]]
_COST = r"\d{1,2} cps?"
_PLACE = late_pattern(rf"{_COST}(?: against \d{{1,2}})?")
_REMARKS = {
    "card": late_pattern(rf"(?:\d{{1,3}}, |reserve, )?(?:{_COST}|\d{{1,2}})"),
    "general": late_pattern(rf"{_COST}|\d{{1,2}}/\d"),
    "nation": late_pattern(_COST),
    **dict.fromkeys(("duchy", "zone", "place"), _PLACE),
}
"""What letters, and players, put in brackets behind a name: what a card is worth, a line costs, a general's piece says.

Not how many units a general leads: that is an order.
"""


def lexicon(view: WarState, seat: str) -> Lexicon:
    """The names in use in *view*; they are the same for every *seat*."""
    return _lexicon(view.edition, view.players, drawn=any(one.startswith("player-") for one in view.control.values()))


def seat_names(view: WarState) -> dict[str, tuple[str, ...]]:
    """The names of the nations that each seat runs."""
    nations = _nations(view.board)
    return {
        seat: tuple(spelling for nation in nations_of(view, seat) for spelling in nations[nation])
        for seat in dict.fromkeys(view.control.values())
        if seat
    }


@lru_cache(maxsize=64)
def _lexicon(edition: str, players: int, *, drawn: bool) -> Lexicon:
    board, names = known(edition), _names()
    duchies = {each.id: _unique(each.name, each.id, *each.aliases) for each in board.duchies.values()}
    zones = {each.id: _unique(each.name, each.id, *each.aliases) for each in board.zones.values()}
    return Lexicon(
        {
            "duchy": duchies,
            "zone": zones,
            "place": {**duchies, **zones},
            "nation": {nation: (*said, *names["short"][nation]) for nation, said in _nations(board).items()},
            "general": {each.id: _general(each) for each in board.leaders.values()},
            **_cards_by_choice(board, names),
            "card": {each.id: _card(each, names) for each in board.cards.values()},
            "seat": _seats(board, seats_of(players, drawn=drawn)),
            "camp": {camp: tuple(spellings) for camp, spellings in names["camps"].items()},
            "column": _columns(board, names),
            "box": _boxes(board, names),
            "area": {area: _unique(each.name, area, *each.aliases) for area, each in areas(board).items()},
        },
        numbers=names["numbers"],
        keys={key: tuple(others) for key, others in names["keys"].items()},
        remarks=_REMARKS,
        head_kind="nation",
    )


@cache
def _names() -> dict[str, Any]:
    names: dict[str, Any] = edition.plain(NAMES.read_bytes())
    return names


def _unique(*spellings: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spellings))


def _general(leader: Leader) -> tuple[str, ...]:
    """The spellings of a general, with Command and Rating as letters print it, too."""
    return _unique(leader.name, leader.id, *leader.aliases, f"{leader.name} {leader.command}/{leader.battle}")


def _nations(board: TnwEdition) -> _Spellings:
    adjectives = _names()["adjectives"]
    return {
        each.id: _unique(each.name, each.id, *each.aliases, each.adjective, *adjectives[each.id])
        for each in board.nations.values()
    }


def _card(card: WarCard, names: dict[str, Any]) -> tuple[str, ...]:
    numbered = (pattern.format(number=card.number) for pattern in names["card"] if card.number)
    return _unique(card.title, card.id, *numbered)


def _cards_by_choice(board: TnwEdition, names: dict[str, Any]) -> Mapping[str, _Spellings]:
    """The cards that leave each choice, and those behind whose event lines may be ordered."""
    found: dict[str, _Spellings] = {kind: {} for kind in (GIVES_POINTS, *(TAKES + key for key in KEYS), *ONLY.values())}
    for card in board.cards.values():
        kinds = [TAKES + key for key in choices_taken(card.effects)]
        kinds += [ONLY[each] for each in only_options(card.effects) if each in ONLY]
        for kind in (*kinds, *((GIVES_POINTS,) if gives_points(card.effects) else ())):
            found[kind][card.id] = _card(card, names)
    return found


def _seats(board: TnwEdition, titles: Mapping[str, str]) -> _Spellings:
    """The seats by their *titles*; one that bears a nation's name has all of that nation's."""
    nations = _nations(board)
    return {
        seat: _unique(title, seat, title.removeprefix("The "), *nations.get(seat, ())) for seat, title in titles.items()
    }


def _columns(board: TnwEdition, names: dict[str, Any]) -> _Spellings:
    columns = board.tracks.diplomatic.columns
    return {each.id: _unique(each.name, each.id, *names["columns"].get(each.id, ())) for each in columns}


def _boxes(board: TnwEdition, names: dict[str, Any]) -> _Spellings:
    return {each.id: _unique(each.name, each.id, *names["boxes"][each.id], *each.aliases) for each in board.map.boxes}
