"""Tactical cards, political tracks and political cards (8, 17, 18)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pbem_maria.edition_check.board import SUITS
from pbem_maria.edition_check.source import EditionFault, Source, Spot

TRACKS = ("italy", "russia", "saxony")
ICONS = ("tc", "expedition", "victory")
ZONES = ("prussian-ally", "neutral", "austrian-ally")
MAJORS = ["prussia", "france", "pragmatic", "austria"]
SHAPES = {
    "shift": {"kind", "track", "direction", "boxes", "all_or_nothing"}, "troops": {"kind", "power", "n"},
    "draw_tc": {"kind", "power", "n"}, "discard_tc": {"kind", "power", "n"}, "election": {"kind"},
}  # fmt: skip
YEARS = range(1741, 1745)
A_YEAR = 6


def check(source: Source) -> Iterator[EditionFault]:
    """Every fault of tactical_cards.yaml, tracks.yaml and politics.yaml."""
    yield from _deck(source)
    yield from _tracks(source)
    yield from _cards(source)


def _deck(source: Source) -> Iterator[EditionFault]:
    content = source.data["tactical_cards"]
    suits = [suit.get("id") for _, suit in source.items("tactical_cards", "suits")]
    if suits != list(SUITS):
        yield source.blame("tactical_cards", ("suits",), "suits", found=tuple(map(str, suits)), wanted=SUITS)
    deck = content.get("deck") if isinstance(content.get("deck"), dict) else {}
    if deck.get("values") != list(range(2, 11)) or deck.get("reserves") != 2:
        yield source.blame("tactical_cards", ("deck",), "deck")
    if content.get("decks") != [1, 2, 3, 4]:
        yield source.blame("tactical_cards", ("decks",), "decks")


def _tracks(source: Source) -> Iterator[EditionFault]:
    if source.data["tracks"].get("display") != MAJORS:
        yield source.blame("tracks", ("display",), "display", wanted=tuple(MAJORS))
    found = []
    for spot, track in source.items("tracks", "tracks"):
        found.append(track.get("id"))
        boxes = [box for box in track.get("boxes") or () if isinstance(box, dict)]
        if [box.get("box") for box in boxes] != list(range(1, len(boxes) + 1)):
            yield source.blame("tracks", (*spot, "boxes"), "boxes-out-of-order", track=track.get("id"))
        stars = [box.get("box") for box in boxes if box.get("star")]
        if len(stars) != 1:
            yield source.blame("tracks", (*spot, "boxes"), "one-star", track=track.get("id"), found=len(stars))
        for number, box in enumerate(boxes):
            for icon in box.get("icons") or ():
                if icon.get("kind") not in ICONS:
                    args = {"kind": icon.get("kind"), "kinds": ICONS}
                    yield source.blame("tracks", (*spot, "boxes", number), "unknown-icon", **args)
        if track.get("id") == "saxony":
            zones = [box.get("zone") for box in boxes]
            if sorted(zones, key=lambda zone: ZONES.index(zone) if zone in ZONES else -1) != zones or set(zones) != set(
                ZONES
            ):
                yield source.blame("tracks", (*spot, "boxes"), "zones", wanted=ZONES)
    if sorted(map(str, found)) != sorted(TRACKS):
        yield source.blame("tracks", ("tracks",), "tracks", found=tuple(map(str, found)), wanted=TRACKS)


def _cards(source: Source) -> Iterator[EditionFault]:
    years: Counter[object] = Counter()
    seen: set[str] = set()
    for spot, card in source.items("politics", "cards"):
        if card.get("id") in seen:
            yield source.blame("politics", spot, "id-twice", id=card.get("id"))
        seen.add(str(card.get("id")))
        if not card.get("extra"):
            years[card.get("year")] += 1
        yield from _card(source, spot, card)
    for year in YEARS:
        if years[year] != A_YEAR:
            yield source.blame("politics", ("cards",), "cards-a-year", year=year, found=years[year], wanted=A_YEAR)
    elections = [c for _, c in source.items("politics", "cards") if c.get("effects") == [{"kind": "election"}]]
    if len(elections) != 1 or elections[0].get("year") != 1742:
        yield source.blame("politics", ("cards",), "one-election")


def _card(source: Source, spot: Spot, card: dict[str, Any]) -> Iterator[EditionFault]:
    for key in ("id", "year", "title", "symbols", "effects"):
        if key not in card:
            yield source.blame("politics", spot, "missing", key=key)
    for symbol in card.get("symbols") or ():
        if symbol not in MAJORS:
            yield source.blame("politics", (*spot, "symbols"), "unknown-symbol", symbol=symbol, wanted=tuple(MAJORS))
    for number, effect in enumerate(card.get("effects") or ()):
        shape = SHAPES.get(str(effect.get("kind"))) if isinstance(effect, dict) else None
        if shape is None or set(effect) != shape:
            args = {"card": card.get("id"), "kinds": tuple(SHAPES), "wanted": tuple(sorted(shape or ()))}
            yield source.blame("politics", (*spot, "effects", number), "effect-shape", **args)
