"""The story of a finished game for anyone to read: all public reports, with a picture of the board after each."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from pbem.engine.event import PUBLIC
from pbem.referee.archive.addresses import without_addresses
from pbem.referee.archive.final_report import final_content
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.letters.letter import PUBLIC_NAME, letter_path, occasion, written
from pbem.report.content.html import WIDEST, ShownPicture, html
from pbem.report.content.text import text
from pbem.report.content.tree import AnyBlock, Content, PictureBlock
from pbem.report.letter import whole_story
from pbem.store import files
from pbem.store.pause import Pause

STORY = "story"
FINAL = "final.txt"
PICTURES = "pictures"
Laps = Callable[[list[Pause]], Iterator[Pause]]
"""What goes through the rounds, and may show how far it is."""


def write_pages(game: Game, into: Path, rounds: Laps) -> None:
    """Write the story into the folder *into*: as everyone read it, by text and page, and as each seat did."""
    told = [pause for pause in game.log.pauses if pause.tells(PUBLIC)]
    blocks: list[AnyBlock] = []
    pictures: dict[str, ShownPicture] = {}
    for pause in rounds(told):
        report = written(game, pause, PUBLIC)[1]
        shown = _picture(game, pause, into)
        pictures |= shown
        blocks += [*report, *(PictureBlock(name=name, alt=one.alt) for name, one in shown.items())]
        path = into / letter_path(game, pause, PUBLIC).relative_to(game.folder)
        _keep(path, text(report))
    final = final_content(game)
    _keep(into / FINAL, text(final))
    content: Content = tuple(blocks)
    _keep(into / f"{STORY}.txt", text(content))
    _keep(into / f"{STORY}.html", html(content, wording.title(game), pictures))
    for seat in game.titles:
        if last := game.last_letter(seat):
            words, about = occasion(game, last, seat)
            _keep(into / STORY / f"{seat}.txt", whole_story(words, about, game.table.entries[: last.entry]))


def _picture(game: Game, pause: Pause, into: Path) -> Mapping[str, ShownPicture]:
    """The board as everyone saw it at *pause*, by its name; nothing where the game has no pictures."""
    if game.ruleset.drawing is None or game.settings.pictures == "none":
        return {}
    from pbem.referee.views import pictures  # noqa: PLC0415 - most commands draw nothing

    made = pictures.painted(game, PUBLIC, pictures.named(game, PUBLIC, pause=pause), pause)
    name = f"{PUBLIC_NAME}-{pause.round:04d}"
    files.write(into / PICTURES / f"{name}.png", made.png, durable=False)
    drawn = made.drawn
    width = min(drawn.width, 2 * WIDEST)
    height = drawn.height * width // drawn.width
    return {name: ShownPicture(f"{PICTURES}/{name}.png", drawn.alt, width, height)}


def _keep(path: Path, said: str) -> None:
    files.write(path, without_addresses(said).encode(), durable=False)
