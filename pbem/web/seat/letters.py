"""The newest letter of a seat on its page: all of it, and some parts by themselves."""

from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace

from pbem.referee.game import Game
from pbem.referee.letters import pictures as letter_pictures
from pbem.referee.letters.letter import occasion
from pbem.referee.letters.pictures import LetterPicture
from pbem.report import letter
from pbem.report.content import html
from pbem.report.content.html import ShownPicture
from pbem.report.content.tree import pictures_in
from pbem.report.letter import Occasion
from pbem.store.pause import Pause
from pbem.web.once import kept_with
from pbem.web.rendering import SafeHtml
from pbem.web.seat.desk import SeatDesk


def newest(desk: SeatDesk) -> SafeHtml:
    """The newest letter to the seat, without its link; empty before the first."""
    pause = desk.game.last_letter(desk.seat)
    if pause is None:
        return SafeHtml("")

    def made() -> SafeHtml:
        words, about = occasion(desk.game, pause, desk.seat)
        content = letter.content(words, replace(about, desk=""))
        shown = _shown(desk, about, pictures_in(content))
        return SafeHtml(html.fragment(content, shown, below=2))

    return _kept(desk, pause, "letter", made)


def since(desk: SeatDesk) -> SafeHtml:
    """What the newest letter says of what happened before it; empty if that is nothing."""
    pause = desk.game.last_letter(desk.seat)
    if pause is None:
        return SafeHtml("")

    def made() -> SafeHtml:
        return SafeHtml(html.fragment(letter.content(*occasion(desk.game, pause, desk.seat), "since"), below=2))

    return _kept(desk, pause, "since", made)


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
    made = letter_pictures.made(game, game.view(seat, pause.entry), seat, wanted)
    return next(iter(made), None)


def _kept(desk: SeatDesk, pause: Pause, part: str, make: Callable[[], SafeHtml]) -> SafeHtml:
    """A part of a letter: made again only after the game was read again, or its words changed."""
    return kept_with(desk.game, (part, desk.seat), (pause.round, desk.root, desk.words.made), make)


def _shown(desk: SeatDesk, about: Occasion, names: Collection[str]) -> Mapping[str, ShownPicture]:
    wanted = [each for each in about.pictures if each.name in names]
    made = letter_pictures.made(desk.game, about.view, desk.seat, wanted) if wanted else ()
    return {
        each.name: ShownPicture(f"{desk.root}/picture/{each.name}.png", each.alt, each.width, each.height)
        for each in made
    }
