"""The newest letter of a seat on its page: all of it, and some parts by themselves."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.referee.game import Game
from pbem.referee.letters import pictures as letter_pictures
from pbem.referee.letters.letter import occasion
from pbem.referee.letters.pictures import LetterPicture
from pbem.report import letter
from pbem.report.content import html
from pbem.report.content.html import ShownPicture
from pbem.report.content.tree import pictures_in
from pbem.web.rendering import SafeHtml
from pbem.web.seat.desk import SeatDesk


def newest(desk: SeatDesk) -> SafeHtml:
    """The newest letter to the seat, without its link; empty before the first."""
    pause = desk.game.last_letter(desk.seat)
    if pause is None:
        return SafeHtml("")
    words, about = occasion(desk.game, pause, desk.seat)
    content = letter.content(words, replace(about, desk=""))
    shown = _shown(desk, [each.name for each in about.pictures if each.name in pictures_in(content)])
    return SafeHtml(html.fragment(content, shown, below=2))


def since(desk: SeatDesk) -> SafeHtml:
    """What the newest letter says of what happened before it; empty if that is nothing."""
    pause = desk.game.last_letter(desk.seat)
    if pause is None:
        return SafeHtml("")
    return SafeHtml(html.fragment(letter.content(*occasion(desk.game, pause, desk.seat), "since"), below=2))


def hand(desk: SeatDesk) -> SafeHtml:
    """What the newest letter says of the seat's hand; empty if it says nothing."""
    pause = desk.game.last_letter(desk.seat)
    if pause is None:
        return SafeHtml("")
    words, about = occasion(desk.game, pause, desk.seat)
    return SafeHtml(html.fragment(letter.part_content(words, about, "hand"), below=2))


def picture(game: Game, seat: str, name: str) -> LetterPicture | None:
    """The picture *name* of the newest letter to *seat*; None if it has none of that name."""
    pause = game.last_letter(seat)
    if pause is None:
        return None
    about = occasion(game, pause, seat)[1]
    wanted = [each for each in about.pictures if each.name == name]
    made = letter_pictures.made(game, game.view(seat, pause.entry), seat, wanted)
    return next(iter(made), None)


def _shown(desk: SeatDesk, names: list[str]) -> Mapping[str, ShownPicture]:
    pause = desk.game.last_letter(desk.seat)
    if pause is None or not names:
        return {}
    about = occasion(desk.game, pause, desk.seat)[1]
    wanted = [each for each in about.pictures if each.name in names]
    made = letter_pictures.made(desk.game, desk.game.view(desk.seat, pause.entry), desk.seat, wanted)
    return {
        each.name: ShownPicture(f"{desk.root}/picture/{each.name}.png", each.alt, each.width, each.height)
        for each in made
    }
