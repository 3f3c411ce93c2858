"""The map: squares, regions, cities, roads (3)."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from pbem_maria.edition_check.names import folded, nearest
from pbem_maria.edition_check.source import EditionFault, Source

SUITS = ("spades", "hearts", "diamonds", "clubs")
SQUARES = 44
BOARDS = ("bohemia", "flanders")
CLASSES = ("none", "minor", "major")
ELECTORS = {"koeln", "mainz", "trier", "mannheim", "berlin", "dresden", "muenchen", "prag", "hannover"}
SILESIAN = 7
KEYS = ("id", "name", "board", "region", "square", "fortress", "elector")


def check(source: Source) -> Iterator[EditionFault]:
    """Every fault of map.yaml."""
    yield from _squares(source)
    yield from _regions(source)
    yield from _cities(source)
    yield from _spellings(source)
    yield from _roads(source)
    yield from _fortresses(source)


def cities(source: Source) -> dict[str, dict[str, Any]]:
    """The cities by id."""
    return {city["id"]: city for _, city in source.items("map", "cities") if isinstance(city.get("id"), str)}


def neighbours(source: Source) -> dict[str, set[str]]:
    """Which cities are joined by a road, as far as the roads name known cities."""
    known = cities(source)
    joined: dict[str, set[str]] = defaultdict(set)
    for _, pair in _pairs(source):
        if len(pair) == 2 and pair[0] in known and pair[1] in known:
            joined[pair[0]].add(pair[1])
            joined[pair[1]].add(pair[0])
    return joined


def _squares(source: Source) -> Iterator[EditionFault]:
    squares = source.data["map"].get("squares")
    if not isinstance(squares, dict):
        yield source.blame("map", (), "missing", key="squares")
        return
    for square, suit in squares.items():
        if suit not in SUITS:
            yield source.blame("map", ("squares", square), "unknown-suit", square=square, suit=suit, suits=SUITS)
    if len(squares) != SQUARES:
        yield source.blame("map", ("squares",), "squares", found=len(squares), wanted=SQUARES)


def _regions(source: Source) -> Iterator[EditionFault]:
    seen: set[str] = set()
    for spot, region in source.items("map", "regions"):
        for key in ("id", "name", "home", "board"):
            if key not in region:
                yield source.blame("map", spot, "missing", key=key)
        if region.get("id") in seen:
            yield source.blame("map", spot, "id-twice", id=region.get("id"))
        seen.add(str(region.get("id")))


def _cities(source: Source) -> Iterator[EditionFault]:
    regions = {region.get("id"): region for _, region in source.items("map", "regions")}
    squares = source.data["map"].get("squares") or {}
    seen: set[str] = set()
    for spot, city in source.items("map", "cities"):
        missing = [key for key in KEYS if key not in city]
        for key in missing:
            yield source.blame("map", spot, "missing", key=key)
        name = city.get("name", city.get("id"))
        where = {"city": name}
        identifier = str(city.get("id", ""))
        if identifier in seen:
            yield source.blame("map", (*spot, "id"), "id-twice", id=identifier)
        seen.add(identifier)
        if not identifier.isascii() or identifier != identifier.lower() or " " in identifier:
            yield source.blame("map", (*spot, "id"), "bad-id", id=identifier)
        if city.get("fortress") not in CLASSES and "fortress" in city:
            found = city["fortress"]
            yield source.blame("map", (*spot, "fortress"), "unknown-class", **where, found=found, classes=CLASSES)
        if "square" in city and city["square"] not in squares:
            found = city["square"]
            near = nearest(found, map(str, squares))
            yield source.blame("map", (*spot, "square"), "unknown-square", **where, square=found, nearest=near)
        yield from _home(source, spot, city, regions)


def _home(
    source: Source, spot: tuple[str | int, ...], city: dict[str, Any], regions: dict[Any, dict[str, Any]]
) -> Iterator[EditionFault]:
    where = {"city": city.get("name", city.get("id"))}
    if "region" not in city:
        return
    region = regions.get(city["region"])
    if region is None:
        near = nearest(city["region"], map(str, regions))
        yield source.blame("map", (*spot, "region"), "unknown-region", **where, region=city["region"], nearest=near)
        return
    if city.get("home") != region.get("home"):
        found = {"found": city.get("home"), "wanted": region.get("home"), "region": city["region"]}
        yield source.blame("map", (*spot, "home"), "wrong-home", **where, **found)
    if region.get("board") not in ("both", city.get("board")):
        found = {"found": city.get("board"), "wanted": region.get("board"), "region": city["region"]}
        yield source.blame("map", (*spot, "board"), "wrong-board", **where, **found)


def _spellings(source: Source) -> Iterator[EditionFault]:
    """No two cities may have a name that players could not tell apart."""
    first: dict[str, str] = {}
    for spot, city in source.items("map", "cities"):
        aliases = city.get("aliases") or []
        for spelling in [city.get("name", ""), *(aliases if isinstance(aliases, list) else [])]:
            sound = folded(str(spelling))
            other = first.setdefault(sound, str(city.get("id")))
            if other != str(city.get("id")):
                yield source.blame("map", spot, "name-of-two", spelling=spelling, city=city.get("id"), other=other)


def _pairs(source: Source) -> Iterator[tuple[tuple[str | int, ...], list[Any]]]:
    roads = source.data["map"].get("roads")
    for kind in ("main", "minor"):
        for number, pair in enumerate((roads or {}).get(kind) or ()) if isinstance(roads, dict) else ():
            yield ("roads", kind, number), pair if isinstance(pair, list) else []


def _roads(source: Source) -> Iterator[EditionFault]:
    known = cities(source)
    first: dict[frozenset[str], int] = {}
    for spot, pair in _pairs(source):
        if len(pair) != 2:
            yield source.blame("map", spot, "not-a-road", found=pair)
            continue
        unknown = [end for end in pair if end not in known]
        for end in unknown:
            yield source.blame("map", spot, "road-to-nowhere", city=end, nearest=nearest(end, known))
        if unknown:
            continue
        if pair[0] == pair[1]:
            yield source.blame("map", spot, "road-to-itself", city=pair[0])
        joined = frozenset(pair)
        if joined in first:
            yield source.blame("map", spot, "road-twice", one=pair[0], other=pair[1], line=first[joined])
        first.setdefault(joined, source.blame("map", spot, "").line)
    yield from _connected(source, known)
    yield from _crossings(source, known, set(first))


def _connected(source: Source, known: dict[str, dict[str, Any]]) -> Iterator[EditionFault]:
    joined = neighbours(source)
    numbers = {city.get("id"): spot for spot, city in source.items("map", "cities")}
    for city in known:
        if not joined[city]:
            yield source.blame("map", numbers[city], "city-without-road", city=city)
    for board in BOARDS:
        own = {city for city in known if known[city].get("board") == board}
        reached: set[str] = set()
        rest = sorted(city for city in own if joined[city])
        queue = rest[:1]
        while queue:
            here = queue.pop()
            reached.add(here)
            queue += [city for city in joined[here] & own if city not in reached]
        cut = sorted(set(rest) - reached)
        if cut:
            yield source.blame("map", numbers[cut[0]], "board-in-pieces", board=board, cities=tuple(cut[:8]))


def _crossings(source: Source, known: dict[str, dict[str, Any]], roads: set[frozenset[str]]) -> Iterator[EditionFault]:
    real = {pair for pair in roads if len({known[city].get("board") for city in pair}) == 2}
    told: set[frozenset[str]] = set()
    for number, pair in enumerate(source.data["map"].get("crossings") or ()):
        crossing = frozenset(pair if isinstance(pair, list) else [])
        told.add(crossing)
        if crossing not in real:
            yield source.blame("map", ("crossings", number), "no-crossing", cities=tuple(sorted(crossing)))
    for crossing in sorted(real - told, key=sorted):
        yield source.blame("map", ("crossings",), "crossing-not-listed", cities=tuple(sorted(crossing)))


def _fortresses(source: Source) -> Iterator[EditionFault]:
    known = cities(source)
    forts = {name for name, city in known.items() if city.get("fortress") in CLASSES[1:]}
    silesian = sorted(name for name in forts if known[name].get("region") == "silesia")
    if len(silesian) != SILESIAN:
        yield source.blame("map", ("cities",), "silesia", found=tuple(silesian), wanted=SILESIAN)
    electors = {name for name, city in known.items() if city.get("elector")}
    if electors != ELECTORS:
        lacking, wrong = tuple(sorted(ELECTORS - electors)), tuple(sorted(electors - ELECTORS))
        yield source.blame("map", ("cities",), "electors", lacking=lacking, wrong=wrong)
    numbers = {city.get("id"): spot for spot, city in source.items("map", "cities")}
    for name in sorted(electors - forts):
        yield source.blame("map", numbers[name], "elector-without-walls", city=name)
    for name in ("breslau", "dresden", "muenchen"):
        if name in known and known[name].get("fortress") != "major":
            yield source.blame("map", (*numbers[name], "fortress"), "must-be-major", city=name)
    dutch = [name for name in forts if known[name].get("region") == "united-provinces"]
    if not any(known[name].get("fortress") == "major" for name in dutch):
        yield source.blame("map", ("cities",), "no-dutch-fortress")
    homes = Counter(known[name].get("home") for name in forts if known[name].get("fortress") == "major")
    for power in ("austria", "prussia", "saxony", "bavaria", "france", "pragmatic"):
        if not homes[power]:
            yield source.blame("map", ("cities",), "no-major-fortress", power=power)
