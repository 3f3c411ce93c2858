"""Make the archive of a finished game: built beside its place and moved there whole, so that a kill leaves none."""

import tempfile
import zipfile
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.engine.kit.lexicon import Lexicon
from pbem.referee.archive.addresses import without_addresses
from pbem.referee.archive.pages import Laps, write_pages
from pbem.referee.archive.played_sheets import played_sheets
from pbem.referee.archive.public_log import edition_named, log_of
from pbem.referee.chance.record import record_of, text_of
from pbem.referee.game import Game
from pbem.referee.keys import RECORD
from pbem.referee.letters import wording
from pbem.referee.letters.letter import letter_path
from pbem.report.content import marks
from pbem.report.words import words_of
from pbem.settings import beginnings, game_settings
from pbem.settings.game_settings import GameSettings, PlayerSettings
from pbem.sheet.writer import write_sheet
from pbem.store import editions, files
from pbem.store.refusal import Refusal

ZIP = ".zip"
README = "README.txt"
_OLDEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a zip: so equal archives are equal files."""


class NoArchive(Refusal):
    """The archive cannot be made: the game is not over, or its place is taken."""


class ArchiveMade(msgspec.Struct, frozen=True):
    """An archive at *path*: how many *files* it has, and how many *sheets* among them."""

    path: Path
    files: int
    sheets: int


def archive(game: Game, path: Path, rounds: Laps = iter, *, names: bool = False) -> ArchiveMade:
    """Make the archive of *game* at *path*: a folder, or one file if its name ends with `.zip`.

    With *names* it says who played. Raises `NoArchive`.
    """
    _check(game, path)
    place = path.absolute().parent
    files.make_folder(place)
    with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=place) as scratch:
        made = Path(scratch) / "archive"
        sheets = _fill(game, made, rounds, names=names)
        found = sorted(one for one in made.rglob("*") if one.is_file())
        if path.suffix == ZIP:
            packed = Path(scratch) / path.name
            _zip(found, made, packed, game.name)
            made = packed
        files.move(made, path.absolute())
    return ArchiveMade(path, len(found), sheets)


def _check(game: Game, path: Path) -> None:
    if game.is_archive:
        raise NoArchive(f"{game.folder} is an archive already; copy it")
    if game.outcome is None:
        raise NoArchive(
            f"the game {game.name} is not over: an archive shows every secret and the key of all draws to come; wait "
            "for its end"
        )
    last = game.last_letter(PUBLIC)
    if last is None or last.entry != len(game.log.entries) or not letter_path(game, last, PUBLIC).exists():
        raise NoArchive(f"the last letters of {game.name} are not written yet; run `pbem turn` first")
    if path.exists():
        raise NoArchive(f"{path} is there already; name another place, or remove it first")


def _fill(game: Game, into: Path, rounds: Laps, *, names: bool) -> int:
    """Write all files of the archive; return the number of sheets."""
    files.make_folder(into)
    _keep(into / game_settings.NAME, _settings(game, names=names))
    files.write(into / beginnings.LOG, log_of(game), durable=False)
    _keep(into / RECORD, text_of(record_of(game)))
    for source in sorted((game.folder / editions.FOLDER).rglob("*")):
        if source.is_file() and not source.is_symlink():
            files.write(into / source.relative_to(game.folder), source.read_bytes(), durable=False)
    sheets = 0
    for name, sheet in played_sheets(game):
        _keep(into / "sheets" / name, sheet)
        sheets += 1
    write_pages(game, into, rounds)
    words = words_of(game.ruleset, Lexicon({}))
    readme = words.fill(
        "archive/readme.txt.j2",
        game=game.name,
        title=wording.title(game),
        rules=str(game.log.versions or game.versions),
    )
    _keep(into / README, marks.plain(readme).strip("\n") + "\n")
    return sheets


def _settings(game: Game, *, names: bool) -> str:
    """The game.yaml of the archive: what the position follows from, and no one's address."""
    own: Any = game.written.settings
    if isinstance(named := getattr(own, "edition", None), str):
        own = replace(own, edition=edition_named(game, named))
    seats = {seat: PlayerSettings(player=game.settings.seats[seat].player if names else "") for seat in game.titles}
    written = game.written
    bare = GameSettings(game=written.game, rules=written.rules, seats={})
    kept = {field: getattr(bare, field) for field in GameSettings.__struct_fields__}
    kept |= {"title": written.title, "settings": own, "seats": seats, "pauses": written.pauses}
    return write_sheet(replace(written, **kept), Lexicon({}))


def _zip(found: list[Path], folder: Path, path: Path, name: str) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for one in found:
            info = zipfile.ZipInfo(f"{name}/{one.relative_to(folder).as_posix()}", _OLDEST)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            packed.writestr(info, one.read_bytes())


def _keep(path: Path, text: str) -> None:
    files.write(path, without_addresses(text).encode(), durable=False)
