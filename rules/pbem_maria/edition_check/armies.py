"""Powers, generals, supply trains and the set-up (1, 4, 8, 15)."""

from collections.abc import Iterator
from typing import Any

from pbem_maria.edition_check.board import cities, neighbours
from pbem_maria.edition_check.names import nearest
from pbem_maria.edition_check.source import EditionFault, Source, Spot

POWERS = {
    "france": (26, 11, 2), "bavaria": (5, None, 5), "prussia": (22, 13, 9),
    "saxony": (5, None, 3), "pragmatic": (14, 8, 3), "austria": (28, 8, 5),
}  # fmt: skip
"""Troops, pool of markers and opening hand of each power."""
GENERALS, TRAINS = 20, 10
MOST = 8
SILESIA = {"prussia": {"liegnitz", "glogau"}}


def check(source: Source) -> Iterator[EditionFault]:
    """Every fault of armies.yaml."""
    yield from _powers(source)
    yield from _pieces(source)
    yield from _places(source)
    yield from _neighbours(source)
    yield from _boxes(source)
    yield from _start(source)


def pieces(source: Source) -> Iterator[tuple[Spot, dict[str, Any], str, str]]:
    """Every piece: its path, itself, its power, and `generals` or `trains`."""
    for spot, power in source.items("armies", "powers"):
        for kind in ("generals", "trains"):
            listed = power.get(kind)
            for number, piece in enumerate(listed if isinstance(listed, list) else ()):
                if isinstance(piece, dict):
                    yield (*spot, kind, number), piece, str(power.get("id")), kind


def _powers(source: Source) -> Iterator[EditionFault]:
    found = {}
    for spot, power in source.items("armies", "powers"):
        found[power.get("id")] = power
        for key in ("id", "name", "player", "kind", "troops", "hand", "income", "generals", "trains"):
            if key not in power:
                yield source.blame("armies", spot, "missing", key=key)
        if power.get("id") not in POWERS:
            near = nearest(power.get("id"), POWERS)
            yield source.blame("armies", (*spot, "id"), "unknown-power", power=power.get("id"), nearest=near)
            continue
        wanted = dict(zip(("troops", "pool", "hand"), POWERS[power["id"]], strict=True))
        for key, value in wanted.items():
            if power.get(key) != value:
                args = {"power": power["id"], "key": key, "found": power.get(key), "wanted": value}
                yield source.blame("armies", (*spot, key), "army-number", **args)
        yield from _ranks(source, spot, power)
    for name in POWERS:
        if name not in found:
            yield source.blame("armies", ("powers",), "power-missing", power=name)


def _ranks(source: Source, spot: Spot, power: dict[str, Any]) -> Iterator[EditionFault]:
    army = [g for g in power.get("generals") or () if isinstance(g, dict)]
    ranks = [general.get("rank") for general in army]
    if ranks != list(range(1, len(army) + 1)):
        yield source.blame("armies", (*spot, "generals"), "ranks", power=power["id"], found=tuple(ranks))
    minima = sum(g["minimum"] for g in army if isinstance(g.get("minimum"), int))
    troops = power.get("troops")
    if isinstance(troops, int) and not minima <= troops <= MOST * len(army):
        args = {"power": power["id"], "troops": troops, "minima": minima, "most": MOST * len(army)}
        yield source.blame("armies", (*spot, "troops"), "troops-do-not-fit", **args)


def _pieces(source: Source) -> Iterator[EditionFault]:
    everything = list(pieces(source))
    seen: set[str] = set()
    for spot, piece, _, kind in everything:
        needed = ("id", "name", "rank", "minimum") if kind == "generals" else ("id",)
        for key in needed:
            if key not in piece:
                yield source.blame("armies", spot, "missing", key=key)
        if ("city" in piece) == ("box" in piece):
            yield source.blame("armies", spot, "city-or-box", piece=piece.get("id"))
        if piece.get("id") in seen:
            yield source.blame("armies", spot, "id-twice", id=piece.get("id"))
        seen.add(str(piece.get("id")))
    for kind, wanted in (("generals", GENERALS), ("trains", TRAINS)):
        found = sum(each == kind for *_, each in everything)
        if found != wanted:
            yield source.blame("armies", ("powers",), "number-of-pieces", kind=kind, found=found, wanted=wanted)


def _places(source: Source) -> Iterator[EditionFault]:
    known = cities(source)
    taken: dict[str, str] = {}
    boxes = {box.get("id") for _, box in source.items("armies", "boxes")} | {"silesia"}
    for spot, piece, _, _ in pieces(source):
        city = piece.get("city")
        if city is not None and city not in known:
            args = {"piece": piece.get("id"), "city": city, "nearest": nearest(city, known)}
            yield source.blame("armies", (*spot, "city"), "set-up-nowhere", **args)
        elif city is not None and city in taken:
            yield source.blame("armies", (*spot, "city"), "set-up-twice", city=city, other=taken[city])
        taken.setdefault(str(city), str(piece.get("id")))
        if "box" in piece and piece["box"] not in boxes:
            yield source.blame(
                "armies", (*spot, "box"), "unknown-box", box=piece["box"], boxes=tuple(sorted(map(str, boxes)))
            )


def _neighbours(source: Source) -> Iterator[EditionFault]:
    joined = neighbours(source)
    sides = source.data["armies"].get("alliances") or []
    side = {power: number for number, group in enumerate(sides) for power in group}
    placed = [(spot, piece, power) for spot, piece, power, _ in pieces(source) if piece.get("city")]
    for spot, piece, power in placed:
        for _, other, enemy in placed:
            foes = side.get(power, 0) < side.get(enemy, 0)
            if foes and other["city"] in joined[piece["city"]]:
                args = {"piece": piece.get("id"), "other": other.get("id")}
                yield source.blame("armies", (*spot, "city"), "enemies-adjacent", **args)


def _boxes(source: Source) -> Iterator[EditionFault]:
    known = cities(source)
    for spot, box in source.items("armies", "boxes"):
        city = box.get("city")
        if city not in known:
            args = {"box": box.get("id"), "city": city, "nearest": nearest(city, known)}
            yield source.blame("armies", (*spot, "city"), "box-to-nowhere", **args)
        elif known[city].get("home") != box.get("power"):
            yield source.blame(
                "armies", (*spot, "city"), "box-abroad", box=box.get("id"), city=city, power=box.get("power")
            )


def _start(source: Source) -> Iterator[EditionFault]:
    known = cities(source)
    start = source.data["armies"].get("start")
    if not isinstance(start, dict) or not isinstance(start.get("silesia"), dict):
        yield source.blame("armies", ("start",), "missing", key="start: silesia")
        return
    silesia = {c for c, city in known.items() if city.get("region") == "silesia" and city.get("fortress") != "none"}
    marked = {power: set(listed or ()) for power, listed in start["silesia"].items()}
    if marked.get("prussia") != SILESIA["prussia"]:
        args = {"found": tuple(sorted(marked.get("prussia", ()))), "wanted": tuple(sorted(SILESIA["prussia"]))}
        yield source.blame("armies", ("start", "silesia", "prussia"), "silesia-start", **args)
    rest = marked.get("austria", set())
    if rest != silesia - SILESIA["prussia"]:
        args = {"found": tuple(sorted(rest)), "wanted": tuple(sorted(silesia - SILESIA["prussia"]))}
        yield source.blame("armies", ("start", "silesia", "austria"), "silesia-start", **args)
