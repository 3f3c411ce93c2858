"""What comes of a political card that is played: any of its parts (17.5)."""

from collections.abc import Iterator

import msgspec

from pbem.engine.problem import OrderPath, Problem
from pbem_maria.chapters.politics.orders import CardLine, CardPart
from pbem_maria.chapters.politics.politics import RULE
from pbem_maria.edition.political_cards import EITHER, RIGHT, SHIFT, TAKER, Effect, Elect, PoliticalCard, Shift


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part that is carried out: *n* troops or TCs for a power, or *n* boxes on a track, to the left below zero."""

    kind: str
    n: int
    power: str = ""
    track: str = ""


def acts(card: PoliticalCard, line: CardLine, taker: str) -> tuple[Act, ...]:
    """What a sound *line* makes of *card* for the power that takes it, in the order of the card."""
    return tuple(found for effect in card.effects if (found := _act(card, effect, line, taker)) is not None)


def _act(card: PoliticalCard, effect: Effect, line: CardLine, taker: str) -> Act | None:
    part = _part_for(card, effect, line)
    if part is None or isinstance(effect, Elect):
        return None
    if isinstance(effect, Shift):
        boxes = part.boxes or effect.boxes
        return Act(SHIFT, boxes if (part.direction or effect.direction) == RIGHT else -boxes, track=effect.track)
    return Act(effect.kind, effect.n, taker if effect.power == TAKER else effect.power)


def _part_for(card: PoliticalCard, effect: Effect, line: CardLine) -> CardPart | None:
    """The part of *line* that plays *effect*; nothing if that is left out."""
    named = next((part for part in line.parts if effect in _meant(card, part)), None)
    return named or (CardPart(SHIFT) if line.whole else None)


def _meant(card: PoliticalCard, part: CardPart) -> tuple[Effect, ...]:
    """The effects of *card* that *part* can mean."""
    of_kind = (effect for effect in card.effects if effect.kind == part.kind)
    return tuple(e for e in of_kind if not isinstance(e, Shift) or part.track in ("", e.track))


def wrong(card: PoliticalCard, line: CardLine, *, partial: bool) -> Iterator[Problem]:
    """What is wrong with playing *card* as *line* says; *partial*: any arrow may be moved in part."""
    played: list[Effect] = []
    for number, part in enumerate(line.parts):
        meant = _meant(card, part)
        args = {"card": card.id, "part": part.kind, "track": part.track}
        if not meant:
            yield Problem("no-such-part", ("parts", number), RULE, args)
        elif any(effect in played for effect in meant):
            yield Problem("part-twice", ("parts", number), RULE, args)
        elif part.kind == SHIFT and len(meant) > 1:
            tracks = tuple(arrow.track for arrow in card.arrows)
            yield Problem("which-track", ("parts", number), RULE, {**args, "tracks": tracks})
        played += meant
    for arrow in card.arrows:
        found = _part_for(card, arrow, line)
        if found is not None:
            where: OrderPath = ("parts", line.parts.index(found)) if found in line.parts else ()
            yield from _wrong_arrow(card, arrow, found, where, partial=partial)


def _wrong_arrow(
    card: PoliticalCard, arrow: Shift, part: CardPart, where: OrderPath, *, partial: bool
) -> Iterator[Problem]:
    args = {"card": card.id, "track": arrow.track, "direction": arrow.direction, "boxes": arrow.boxes}
    if arrow.direction == EITHER and not part.direction:
        yield Problem("which-direction", where, RULE, args)
    if part.direction and arrow.direction not in (EITHER, part.direction):
        yield Problem("wrong-direction", where, RULE, args)
    if part.boxes is None or part.boxes == arrow.boxes:
        return
    if not 1 <= part.boxes < arrow.boxes:
        yield Problem("arrow-too-short", where, RULE, {**args, "wanted": part.boxes})
    elif arrow.all_or_nothing and not partial:
        yield Problem("arrow-whole", where, RULE, {**args, "wanted": part.boxes})
