"""The board at a moment as everyone saw it, with what moved; and how one board differs from another."""

from pathlib import Path

import msgspec

from pbem.engine.drawing import Drawing, Picture
from pbem.engine.event import PUBLIC
from pbem.engine.problem import Problem
from pbem.referee.game import Game
from pbem.referee.views.seen_log import seen_events
from pbem.web.public.kept import kept
from pbem.web.public.moments import PublicMoment, known_as


class MomentBoard(msgspec.Struct, frozen=True):
    """A drawing of a moment: its *name*, which that of other moments has, too, its SVG, its title and its words."""

    name: str
    svg: str
    title: str
    alt: str


def boards(game: Game, moment: PublicMoment, *, anew: bool = False) -> tuple[MomentBoard, ...]:
    """The drawings of *moment*, the board first; none if the game draws nothing."""
    drawing = game.ruleset.drawing
    if drawing is None:
        return ()

    def made() -> bytes:
        return msgspec.json.encode(_drawn(game, moment, drawing))

    found = kept(made, "boards", moment.mark, *known_as(game), *_beside(game), anew=anew)
    return msgspec.json.decode(found, type=tuple[MomentBoard, ...])


def _drawn(game: Game, moment: PublicMoment, drawing: Drawing) -> tuple[MomentBoard, ...]:
    from pbem.report.pictures.painting import NoPicture, drawn  # noqa: PLC0415 - what is kept needs no typefaces

    view = game.view(PUBLIC, moment.pause.entry)
    entries = game.table.entries[moment.since : moment.pause.entry]
    seen = [event for entry in entries for event in seen_events(entry, PUBLIC)]
    found = []
    for picture in _pictures(drawing, view):
        try:
            one = drawn(drawing, view, PUBLIC, drawing.moved(view, picture, seen))
        except NoPicture:  # the words say all that it would show
            continue
        found.append(MomentBoard(picture.name, one.svg, one.title, one.alt))
    return tuple(found)


def _pictures(drawing: Drawing, view: object) -> tuple[Picture, ...]:
    """All that there is to see of a board; for a game without that, what it draws when asked for the board."""
    found = drawing.whole(view, PUBLIC)
    if found:
        return found
    asked = drawing.named(view, PUBLIC, next(iter(drawing.words)), "")
    return () if isinstance(asked, Problem) else (asked,)


def _beside(game: Game) -> tuple[str, ...]:
    """The names, sizes and times of files that only pictures need."""
    found = game.ruleset.edition_files(game.settings.settings) if game.ruleset.edition_files else ()
    folders = sorted({path.parent for path in found})
    beside = (Path(folder, f"{name}.yaml") for folder in folders for name in game.ruleset.edition_beside)
    stats = ((path, path.stat()) for path in beside if path.is_file())
    return tuple(f"{path} {one.st_size} {one.st_mtime_ns}" for path, one in stats)


Difference = list[list[int] | str]
"""A text as parts of another: the number of a part with how many follow on it, or a part that is new."""


def difference(base: str, text: str) -> Difference:
    """*text* as parts of *base*; both are cut before each tag."""
    old = base.split("<")
    first: dict[str, int] = {}
    for number, part in enumerate(old):
        first.setdefault(part, number)
    found: Difference = []
    for part in text.split("<"):
        last = found[-1] if found else ""
        if isinstance(last, list) and old[last[0] + last[1] : last[0] + last[1] + 1] == [part]:
            last[1] += 1
        elif part in first:
            found.append([first[part], 1])
        else:
            found.append(part)
    return found
