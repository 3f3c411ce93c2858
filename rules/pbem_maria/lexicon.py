"""The names by which players call pieces, cities, powers and cards."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from pbem.engine.edition import plain
from pbem.engine.reading import Lexicon, late_pattern
from pbem_maria.drawing.areas import areas, rivers
from pbem_maria.edition.armies import Train
from pbem_maria.orders.cards import NOT_PAID, PAID, RESERVE
from pbem_maria.orders.statecraft import ONE_BOX
from pbem_maria.position import powers
from pbem_maria.position.cards import SUITS, VALUES
from pbem_maria.position.powers import CORE_AUSTRIA
from pbem_maria.position.state import Agreement, State
from pbem_maria.position.theatre import Theatre, theatre
from pbem_maria.settings import ADVANCED, SEATS

NAMES = Path(__file__).parent / "data" / "names.yaml"

Spellings = dict[str, tuple[str, ...]]
_OF_A_CITY = (
    r"(?:(?:major|minor) )?fortress|\d{1,2}(?: steps?)?(?: on main roads)?|(?:(?:on|by) )?main roads?(?: only)?"
    r"|(?:takes|joins?|joining|attacks?|attacking|kills?|captures?|removes?) "
    r"(?!(?:.{0,40} )?(?:if|only|unless|when|once|or|no(?:t|body)?|none|nothing|never|but|except|until|next|later"
    r"|tomorrow|turns?|maybe|perhaps|wenn|falls|nur|nicht|nie|niemand(?:en)?|erst|morgen|si|sauf|jamais|personne)\b)"
    r"[^;,()?]{1,40}"
)
_OF_A_GENERAL = r"(?:rank {rank}, )?\d{{1,2}}(?: troops?)?(?:, face down)?|rank {rank}"
_REMARKS = {
    "city": late_pattern(rf"(?:{_OF_A_CITY})(?:[;,] (?:{_OF_A_CITY})){{0,3}}"),
}
"""What letters, and players, put in brackets behind a name: steps, what is taken or joined on the way."""


def lexicon(view: State, seat: str) -> Lexicon:
    """The names in use in *view*; "train 1" may be any of *seat*, "Prussian train" any of Prussia's."""
    others = tuple(other for other in dict.fromkeys(view.seats.values()) if other != seat)
    one_box, two_players = powers.most(view) == 1, view.two_players
    own = view.powers_of(seat)
    trains = tuple(
        t.id for t in theatre(view.edition, view.scenario).trains.values() if t.power in own and t.id in view.at
    )
    offers = tuple((of, (by, *view.powers_of(by))) for by in others if (of := _offered_by(view, seat, by)))
    options = {"one_box": one_box, "two_players": two_players, "subsidy": view.subsidy}
    return _lexicon(view.edition, view.scenario, own, others, trains, offers, _open_to(view, seat), **options)


def _proposed_to(view: State, seat: str) -> Iterator[Agreement]:
    """The agreements that another seat has proposed to *seat*, whatever became of them."""
    for each in view.agreements:
        if each.proposed_by != seat and seat in {view.seats.get(party, party) for party in each.parties}:
            yield each


def _open_to(view: State, seat: str) -> tuple[str, ...]:
    """The numbers of those that *seat* has not answered."""
    proposed = (each for each in _proposed_to(view, seat) if each.status == "proposed")
    return tuple(str(each.number) for each in proposed if seat not in each.accepted)


def _offered_by(view: State, seat: str, by: str) -> str:
    """What the name of the seat *by* stands for in an answer: the number of the one thing that it proposed of late.

    All that any letter of this turn may have listed counts, open or not: a proposal may have taken the place of
    another. Several are not settled by which of them is possible.
    """
    late = (each for each in _proposed_to(view, seat) if each.proposed_by == by and each.proposed + 1 >= view.turn)
    mine = (each for each in view.offers if each.seat == by and seat in map(view.seat_of, (each.giver, each.receiver)))
    return " and ".join((*(str(each.number) for each in late), *(f"{of.giver} to {of.receiver}" for of in mine)))


def seat_names(view: State) -> dict[str, tuple[str, ...]]:
    """The names of the powers that each seat runs."""
    names, place = _names(), theatre(view.edition, view.scenario)
    powers = {
        seat: [p for p in view.powers_of(seat) if p in place.powers] for seat in dict.fromkeys(view.seats.values())
    }
    return {seat: tuple(s for p in own for s in (*names["powers"][p], p)) for seat, own in powers.items()}


@cache
def _names() -> dict[str, Any]:
    names: dict[str, Any] = plain(NAMES.read_bytes())
    return names


def _words(names: dict[str, Any], *, one_box: bool, subsidy: bool) -> dict[str, Spellings]:
    """What else means the same under each key; where Saxony's marker can go *one box*, it is clear how far (19.3).

    Left as it is, the *subsidy* is what it was (8).
    """
    words: dict[str, Spellings] = {key: {w: tuple(s) for w, s in said.items()} for key, said in names["words"].items()}
    if one_box:
        del words["saxony"][ONE_BOX]
    words["subsidy"][PAID if subsidy else NOT_PAID] += tuple(names["unchanged"])
    return words


@lru_cache(maxsize=64)
def _lexicon(
    edition: str,
    scenario: str,
    own: tuple[str, ...],
    others: tuple[str, ...],
    trains: tuple[str, ...],
    offers: tuple[tuple[str, tuple[str, ...]], ...],
    numbers: tuple[str, ...],
    *,
    one_box: bool,
    two_players: bool,
    subsidy: bool,
) -> Lexicon:
    place = theatre(edition, scenario)
    names = _names()
    parties = _parties(place, names, two_players=two_players)
    return Lexicon(
        {
            "city": {c.id: _unique(c.name, c.id, *c.aliases) for c in place.board.cities.values()},
            "general": _generals(place, names),
            "train": _trains(place, names, own),
            "hussars": {"hussars": tuple(names["hussars"])},
            "seat": {seat: _unique(title, seat) for seat, title in SEATS[2 if two_players else 3].items()},
            "area": _areas(place, names),
            "river": {river.id: _unique(river.name) for river in rivers(place).values()},
            "party": parties,
            "offer": {number: _unique(*(s for one in of for s in parties.get(one, ()))) for number, of in offers},
            "candidate": {candidate: tuple(spellings) for candidate, spellings in names["candidates"].items()},
            "region": _regions(place, names),
            "power": {p: _unique(*names["powers"][p], p) for p in place.powers},
            "box": {box.id: _unique(box.name, box.id) for box in place.edition.armies.boxes},
            "track": {t.id: _unique(t.name, t.id) for t in place.edition.tracks.tracks},
            "political": {c.id: _unique(c.title, c.id) for c in place.edition.political_cards.values()},
            "suit": {suit: tuple(names["suits"][suit]) for suit in SUITS.values()},
            "card": _cards(names),
        },
        absent=_absent(place, names, own, two_players=two_players),
        absent_rule="14",
        words=_words(names, one_box=one_box, subsidy=subsidy),
        numbers=names["numbers"],
        groups={
            "with": dict.fromkeys(names["everybody"], others),
            "decline": dict.fromkeys(names["every_offer"] if numbers else (), numbers),
            "who": dict.fromkeys(names["ourselves"], own),
            "moves": _groups_of_trains(names, trains),
        },
        remarks={**_REMARKS, "general": _of_a_general(names, own)},
        remarks_of={
            general.id: _of_a_general(names, (power.id,), str(general.rank))
            for power in place.powers.values()
            for general in power.generals
        },
        keys={key: tuple(others) for key, others in names["keys"].items()},
        units=frozenset(names["units"]),
        counted=frozenset(names["counted"]),
        heads={power: frozenset(_pieces(place, power)) for power in own if power in place.powers},
        head_kind="power",
        headings=names["headings"],
        ambiguous=frozenset({"party", "suit"}),
    )


def _of_a_general(names: dict[str, Any], own: tuple[str, ...], rank: str = r"\d") -> re.Pattern[str]:
    """What may be in brackets behind a general: its troops or *rank*, or which of one's *own* powers it is of."""
    powers = (re.escape(spelling.casefold()) for power in own for spelling in names["powers"].get(power, ()))
    return re.compile("|".join((_OF_A_GENERAL.format(rank=rank), *powers)))


def _groups_of_trains(names: dict[str, Any], trains: tuple[str, ...]) -> Spellings:
    """The words for all of one's *trains* that are on the map, and for those of one power."""
    found: Spellings = dict.fromkeys(names["trains"] if trains else (), trains)
    for power, adjective in names["adjectives"].items():
        if own := tuple(train for train in trains if train.startswith(f"{power}-")):
            found |= dict.fromkeys((f"{adjective} trains", f"{adjective} supply trains"), own)
    return found


def _pieces(place: Theatre, power: str) -> tuple[str, ...]:
    """The generals and trains of a power."""
    generals = (general.id for general in place.powers[power].generals)
    return (*generals, *(train.id for train in place.trains.values() if train.power == power))


def _absent(place: Theatre, names: dict[str, Any], own: tuple[str, ...], *, two_players: bool) -> dict[str, Spellings]:
    """What the edition has and the introductory game has not: a board, a power and its pieces (14)."""
    whole = theatre(place.edition.key, ADVANCED)
    gone = [power for power in whole.powers.values() if power.id not in place.powers]
    cities = (city for city in whole.board.cities.values() if city.id not in place.board.cities)
    return {
        "city": {city.id: _unique(city.name, city.id, *city.aliases) for city in cities},
        "general": {
            g.id: _unique(g.name, g.id, *g.aliases, *names["generals"].get(g.id, ()))
            for power in gone
            for g in power.generals
        },
        "train": _without(_trains(whole, names, own), _trains(place, names, own)),
        "party": _without(
            _parties(whole, names, two_players=two_players), _parties(place, names, two_players=two_players)
        ),
        "region": _without(_regions(whole, names), _regions(place, names)),
        "power": {power.id: _unique(*names["powers"][power.id], power.id) for power in gone},
    }


def _without(spellings: Spellings, present: Spellings) -> Spellings:
    """The *spellings* of what is not *present*."""
    return {identifier: spelt for identifier, spelt in spellings.items() if identifier not in present}


def _unique(*spellings: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spellings))


def _generals(place: Theatre, names: dict[str, Any]) -> Spellings:
    """Every general of the powers that take part, the absent ones too: they get troops at the set-up (14)."""
    everyone = [general for power in place.powers.values() for general in power.generals]
    return {g.id: _unique(g.name, g.id, *g.aliases, *names["generals"].get(g.id, ())) for g in everyone}


def _trains(place: Theatre, names: dict[str, Any], own: tuple[str, ...]) -> Spellings:
    def spell(patterns: list[str], train: Train) -> list[str]:
        adjective, power = names["adjectives"][train.power], names["powers"][train.power]
        fields = {"adjective": adjective, "initial": adjective[0], "name": power[0], "number": train.number}
        return [p.format(**fields) for p in patterns]

    found: Spellings = {}
    initials = Counter(names["adjectives"][power][0] for power in place.powers)
    for train in place.trains.values():
        patterns = [*names["train"], *names["any_train"]]
        if initials[names["adjectives"][train.power][0]] == 1:
            patterns += names["short_train"]
        if train.power in own:
            patterns += names["own_train"]
        found[train.id] = _unique(*spell(patterns, train), *_in_other_words(names, train), train.id)
    return found


def _in_other_words(names: dict[str, Any], train: Train) -> Iterator[str]:
    """What a *train* is called with a number in words or letters, and in other languages."""
    fields = {"adjective": names["adjectives"][train.power], "roman": names["romans"][train.number]}
    for pattern, ordinal in product(names["numbered_train"], names["ordinals"][train.number]):
        yield pattern.format(ordinal=ordinal, **fields)
    for name in names["foreign_train"][train.power]:
        yield from (f"{name} {train.number}", name)


def _parties(place: Theatre, names: dict[str, Any], *, two_players: bool) -> Spellings:
    """Players and powers as parties to an agreement; a name that both have is the player's (21)."""
    seats = {seat: _unique(title, *title.split()[:1], seat) for seat, title in SEATS[2 if two_players else 3].items()}
    taken = {spelling for spellings in seats.values() for spelling in spellings}
    powers = {p: _unique(*(s for s in (*names["powers"][p], p) if s not in taken)) for p in place.powers}
    return {**seats, **powers}


def _regions(place: Theatre, names: dict[str, Any]) -> Spellings:
    """The regions of the map, their parts and both halves; one that is called like a power is its home country.

    Of that there are only names that the power has not.
    """
    called = {region.id: region.name for region in place.edition.map.regions}
    found: Spellings = {}
    for area in areas(place).values():
        spelt = names["maps"][area.id] if area.half else names["regions"].get(area.id, ())
        every = _unique(*spelt, area.name, *filter(None, (called.get(area.id),)), area.id)
        powers = {*names["powers"].get(area.id, ()), area.id} if area.id in names["powers"] else set()
        if own := tuple(spelling for spelling in every if spelling not in powers):
            found[area.id] = own
    return {**found, CORE_AUSTRIA: tuple(names["regions"][CORE_AUSTRIA])}


def _areas(place: Theatre, names: dict[str, Any]) -> Spellings:
    """The parts of the board that pictures show: regions by all their names, home countries by their powers' too."""
    found: Spellings = {}
    for area in areas(place).values():
        powers = names["powers"].get(area.id, ())
        region = names["regions"].get(area.id, ())
        known = [spelling for spelling in (*powers, *region) if spelling not in found]
        found[area.id] = _unique(area.name, *known, area.id)
    return found


def _cards(names: dict[str, Any]) -> Spellings:
    found: Spellings = {RESERVE: tuple(names["reserve"])}
    for letter, suit in SUITS.items():
        for value in VALUES:
            words = [p.format(suit=s, value=value) for p in names["card"] for s in names["suits"][suit]]
            found[f"{letter}{value}"] = _unique(*words)
    return found
