"""The newest letter of a seat on its page: all of it, and some parts by themselves."""

from collections.abc import Callable, Collection, Container, Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from pbem.referee import pictures
from pbem.referee.game import Game
from pbem.referee.letter import occasion
from pbem.referee.pictures import LetterPicture
from pbem.report import html, letter
from pbem.report.html import ShownPicture
from pbem.report.letter import Occasion
from pbem.report.story import in_short
from pbem.report.tree import AnyBlock, Content, HeadingBlock, ListBlock, PictureBlock, pictures_in
from pbem.report.words import Words
from pbem.store.log import Pause
from pbem.web.once import kept_with
from pbem.web.rendering import SafeHtml, render
from pbem.web.seat.desk import SeatDesk

R = TypeVar("R")
_SECTION = 2
"""The level of the heading of a section of a letter."""
_FEW = 4
"""Lines of what happened that are shown without any folding."""


class NewestLetter(msgspec.Struct, frozen=True, kw_only=True):
    """The newest letter to a seat, and by itself what it says of what happened."""

    whole: SafeHtml = SafeHtml("")
    since: SafeHtml = SafeHtml("")


def newest(desk: SeatDesk) -> NewestLetter:
    """The newest letter to the seat, without its link; empty before the first."""
    pause = desk.game.last_letter(desk.seat)
    if pause is None:
        return NewestLetter()

    def made() -> NewestLetter:
        words, about = occasion(desk.game, pause, desk.seat)
        content = letter.content(words, replace(about, desk=""))
        shown = _shown(desk, about, pictures_in(content))
        return NewestLetter(whole=SafeHtml(html.fragment(content, shown, below=2)), since=_since(words, about, content))

    return _kept(desk, pause, "letter", made)


def _since(words: Words, about: Occasion, content: Content) -> SafeHtml:
    """What a letter says of what happened before it, without pictures; empty if that is nothing.

    What mattered most comes first, or else the first lines; the rest is folded.
    """
    outcome, story = (
        tuple(block for block in _below(content, {words.phrase("labels", f"section-{name}")}) if not _is_picture(block))
        for name in ("outcome", "story")
    )
    count = sum(map(_lines, story))
    if not any(isinstance(block, ListBlock) for block in (*outcome, *story)):
        return SafeHtml("")
    short = in_short(words, about.entries, about.seat, about.past) if count > _FEW else []
    first, rest = ((), story) if short else _parted(story)
    shown = {"outcome": outcome, "first": first, "rest": rest}
    parts = {name: SafeHtml(html.fragment(blocks, below=2)) for name, blocks in shown.items()}
    return render(words, "seat/since.html.j2", **parts, short=short, count=sum(map(_lines, rest)))


def _parted(story: Content) -> tuple[Content, Content]:
    """The first lines of a *story*, and the rest; all of one that is short."""
    if sum(map(_lines, story)) <= _FEW:
        return story, ()
    left = _FEW - 1
    for at, block in enumerate(story):
        if isinstance(block, ListBlock) and len(block.items) > left:
            head, tail = (replace(block, items=some) for some in (block.items[:left], block.items[left:]))
            return (*story[:at], head), (tail, *story[at + 1 :])
        left -= _lines(block)
        if not left:
            return story[: at + 1], story[at + 1 :]
    return story, ()


def _lines(block: AnyBlock) -> int:
    return len(block.items) if isinstance(block, ListBlock) else 0


def _is_picture(block: AnyBlock) -> bool:
    return isinstance(block, PictureBlock)


def _below(content: Content, headings: Container[str]) -> Iterator[AnyBlock]:
    """What is in the sections of *content* that have these headings."""
    within = False
    for block in content:
        if isinstance(block, HeadingBlock) and block.level <= _SECTION:
            within = block.line.text in headings
        elif within:
            yield block


def hand(desk: SeatDesk) -> SafeHtml:
    """What the newest letter says of the seat's hand; empty if it says nothing."""
    pause = desk.game.last_letter(desk.seat)
    if pause is None:
        return SafeHtml("")

    def made() -> SafeHtml:
        words, about = occasion(desk.game, pause, desk.seat)
        return SafeHtml(html.fragment(letter.part_content(words, about, "hand"), below=2))

    return _kept(desk, pause, "hand", made)


def picture(game: Game, seat: str, name: str) -> LetterPicture | None:
    """The picture *name* of the newest letter to *seat*; None if it has none of that name."""
    pause = game.last_letter(seat)
    if pause is None:
        return None
    about = occasion(game, pause, seat)[1]
    wanted = [each for each in about.pictures if each.name == name]
    made = pictures.made(game, game.view(seat, pause.entry), seat, wanted)
    return next(iter(made), None)


def _kept(desk: SeatDesk, pause: Pause, part: str, make: Callable[[], R]) -> R:
    """A part of a letter: made again only after the game was read again, or its words changed."""
    return kept_with(desk.game, (part, desk.seat), (pause.round, desk.root, desk.words.made), make)


def _shown(desk: SeatDesk, about: Occasion, names: Collection[str]) -> Mapping[str, ShownPicture]:
    wanted = [each for each in about.pictures if each.name in names]
    made = pictures.made(desk.game, about.view, desk.seat, wanted) if wanted else ()
    return {
        each.name: ShownPicture(f"{desk.root}/picture/{each.name}.png", each.alt, each.width, each.height)
        for each in made
    }
