"""The political cards: year, title, who may take them, what they do."""

from collections.abc import Iterator, Mapping

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Rect
from pbem.engine.kit.printing import Cutout, Cutouts
from pbem_maria.drawing.layers import roads
from pbem_maria.drawing.printing.paper import MM, lines, sheet
from pbem_maria.drawing.theme import theme
from pbem_maria.drawing.words import said
from pbem_maria.edition.edition import Edition
from pbem_maria.edition.political_cards import TAKER, DiscardTC, DrawTC, Effect, PoliticalCard, Shift, Troops
from pbem_maria.edition.printed_tracks import TrackId

WIDTH, HEIGHT, BLEED = 57.0, 87.0, 1.5
"""Millimetres: the cards of many board games, for which there are sleeves."""
_WIDE, _HIGH = (WIDTH + 2 * BLEED) * MM, (HEIGHT + 2 * BLEED) * MM
_EDGE = (BLEED + 4) * MM
_ROOM = _WIDE - 2 * _EDGE
_BAND = 44.0
_SIZES = 17, 15, 13
"""Of the title, of what the card does, of what it tells."""


def cards(edition: Edition, measure: Measure) -> Cutouts:
    """Every political card."""
    pieces = tuple(Cutout(_front(card, edition, measure), _back(card)) for card in edition.politics.cards)
    return Cutouts(title=said("print.cards"), width=WIDTH, height=HEIGHT, bleed=BLEED, pieces=pieces)


def _front(card: PoliticalCard, edition: Edition, measure: Measure) -> str:
    title, does, tells = _SIZES
    parts = [
        svg.rectangle(Rect(0, 0, _WIDE, _BAND), fill=theme().road),
        svg.words((_EDGE, _BAND - 13), str(card.year), 20, Face.sans_bold, fill=theme().white),
    ]
    for number, power in enumerate(reversed(card.symbols)):
        box = Rect(_WIDE - _EDGE - 24 - 28 * number, _BAND - 33, 24, 24)
        parts.append(roads.holder_box(box, power))
    y = _BAND + 26
    for line in lines(card.title, _ROOM, title, Face.serif_bold, measure):
        parts.append(svg.words((_EDGE, y), line, title, Face.serif_bold))
        y += title * 1.2
    y += 8
    for effect in _effects(card, edition):
        parts.append(svg.circle((_EDGE + 4, y - 5), 3, fill=theme().alarm))
        for line in lines(effect, _ROOM - 16, does, Face.serif, measure):
            parts.append(svg.words((_EDGE + 16, y), line, does, Face.serif))
            y += does * 1.25
        y += 6
    told = lines(card.flavour, _ROOM, tells, Face.serif_italic, measure)
    start = max(y + 10, _HIGH - _EDGE - (len(told) - 1) * tells * 1.25)
    parts += [
        svg.words((_EDGE, start + number * tells * 1.25), line, tells, Face.serif_italic, fill=theme().road)
        for number, line in enumerate(told)
    ]
    return sheet(_WIDE, _HIGH, parts, theme().paper)


def _effects(card: PoliticalCard, edition: Edition) -> Iterator[str]:
    """What each part of the card does."""
    tracks = {track.id: track.name for track in edition.tracks.tracks}
    for effect in card.effects:
        yield _said(effect, tracks, edition)


def _said(effect: Effect, tracks: Mapping[TrackId, str], edition: Edition) -> str:
    if isinstance(effect, Shift):
        how = "print.shift" if effect.boxes == 1 else "print.shift-boxes"
        where = said(f"print.{effect.direction}")
        whole = "" if effect.boxes == 1 or effect.all_or_nothing else said("print.up-to")
        return said(how, track=tracks[effect.track], direction=where, boxes=effect.boxes, up_to=whole)
    if isinstance(effect, Troops | DrawTC | DiscardTC):
        power = said("print.taker") if effect.power == TAKER else edition.powers[effect.power].name
        return said(f"print.{effect.kind}" if effect.n != 1 else f"print.{effect.kind}-1", power=power, n=effect.n)
    return said("print.election")


def _back(card: PoliticalCard) -> str:
    middle = _WIDE / 2
    inner = Rect(0, 0, _WIDE, _HIGH).grown(-_EDGE)
    parts = [
        svg.rectangle(inner, fill="none", stroke=theme().gold, stroke_width=2),
        svg.rectangle(inner.grown(-5), fill="none", stroke=theme().gold, stroke_width=1),
        roads.crown((middle, _HIGH * 0.38), 90),
        svg.words((middle, _HIGH * 0.62), str(card.year), 48, Face.serif_bold, fill=theme().white, anchor="middle"),
    ]
    return sheet(_WIDE, _HIGH, parts, theme().road)
