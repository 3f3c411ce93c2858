"""A sheet that was refused, kept for the ladder that may let it count as far as it is good."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.order import Order, OrderPath
from pbem.engine.play import faults
from pbem.engine.position import Position
from pbem.engine.table import Step
from pbem.referee import keys, submissions
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage
from pbem.settings.ladder import CAME, TIMES
from pbem.sheet.fault import ReadSheet
from pbem.store import encryption, files

_ENDING = ".faulty"
_MOST_ROUNDS = 200
"""How often at most something is taken out of an order."""


def wanted(game: Game) -> bool:
    """Whether the ladder of the game lets a faulty sheet count."""
    ladder = game.settings.ladder
    if ladder is None:
        return False
    steps = (ladder.of(came).steps(times).at(time) for came in CAME for times in (1, 2, 3) for time in TIMES)
    return any(one.rung == "last faulty sheet" for choices in steps for one in choices)


def keep(game: Game, stages: Sequence[SeatStage], item: int, text: str) -> None:
    """Keep the refused sheet *text* of *item*, which answers *stages*; encrypted where sheets are sealed."""
    settings = game.settings.mail.sealed
    raw = text.encode(errors="surrogatepass")
    if settings is not None:
        raw = encryption.seal(raw, keys.recipient_of(settings, game.folder))
    for stage in stages if wanted(game) else ():
        files.write(_path(game, stage, item), raw)


def forget(game: Game, stages: Sequence[SeatStage], item: int) -> None:
    """Let no faulty sheet for *stages* count that came before *item*, in which its seat withdrew what it had sent."""
    for stage in stages:
        for path in _path(game, stage, 0).parent.glob(f"{stage.seat}-*{_ENDING}"):
            seat, _, number = path.stem.rpartition("-")
            if seat == stage.seat and int(number) <= item:
                path.unlink()


def newest(game: Game, seat: str) -> int:
    """The newest faulty sheet of *seat* for what it is asked now, as an item; 0 if there is none that can be read."""
    found = 0
    for stage in _asked(game, seat):
        gone = submissions.withdrawn(game, seat, *stage.put)
        names = (path.stem.rpartition("-") for path in _path(game, stage, 0).parent.glob(f"{seat}-*{_ENDING}"))
        items = [int(number) for who, _, number in names if who == seat]
        found = max((one for one in items if one > max(gone, found)), default=found)
    return found if found and _text(game, seat, found) is not None else 0


def good_part(game: Game, stage: SeatStage, item: int) -> Order | None:
    """What the faulty sheet *item* orders in *stage* as far as it is good; None if nothing is.

    What is faulty in a list is left out; any other key that is faulty is as in the default.
    """
    from pbem.sheet.parts import check_parts  # noqa: PLC0415 - it takes a while

    text = _text(game, stage.seat, item)
    if text is None:
        return None
    view = game.view(stage.seat)
    parts = submissions.parts(game, view, _asked(game, stage.seat))
    lexicon = game.ruleset.lexicon(view, stage.seat)
    sheet = check_parts(
        text, parts, view, lexicon, game.words_in(stage), (), submissions.plans_wanted(game, view, stage.seat)
    )
    read = next((each for part, each in sheet.answers if part.decision.name == stage.decision.name), None)
    return as_far_as_good(stage.step, stage.decision, view, read) if read else None


def as_far_as_good(step: Step, decision: Decision, view: Position, read: ReadSheet[Order]) -> Order | None:
    """The order that is left of a sheet without what is wrong in it; None if that is no more than the default."""
    order = _without(read.draft, read.torn, decision) if read.draft is not None else None
    for _ in range(_MOST_ROUNDS):
        wrong = faults(step, view, decision, order) if order is not None else []
        if order is None or not wrong:
            return None if order == decision.default else order
        order = _without(order, [problem.path for problem in wrong], decision)
    return None


def _asked(game: Game, seat: str) -> tuple[SeatStage, ...]:
    return tuple(stage for stage in game.stages(seat) if stage.pending)


def _without(order: Order, paths: Iterable[OrderPath], decision: Decision) -> Order | None:
    """*order* without what is at *paths*; None if that cannot be taken out of it."""
    entries: dict[str, set[Any]] = {}
    changed = order
    for path in paths:
        if not path or str(path[0]) not in order.__struct_fields__:
            return None
        entries.setdefault(str(path[0]), set()).add(path[1] if len(path) > 1 else None)
    for field, gone in entries.items():
        before = getattr(order, field)
        after = _thinned(before, gone)
        if after == before:
            after = getattr(decision.default, field, before)
        if after == before:
            return None
        changed = msgspec.structs.replace(changed, **{field: after})
    return changed


def _thinned(value: Any, gone: set[Any]) -> Any:
    """A list or a mapping without the entries *gone*; anything else as it is."""
    if isinstance(value, tuple | list):
        return type(value)(each for number, each in enumerate(value) if number not in gone)
    if isinstance(value, dict):
        return {key: each for key, each in value.items() if key not in gone and str(key) not in gone}
    return value


def _text(game: Game, seat: str, item: int) -> str | None:
    paths = (_path(game, stage, item) for stage in _asked(game, seat))
    path = next((one for one in paths if one.exists()), None)
    if path is None or not encryption.readable(path, game.identity):
        return None
    return encryption.read(path, game.identity).decode(errors="surrogatepass")


def _path(game: Game, stage: SeatStage, item: int) -> Path:
    return game.folder / "sheets" / stage.name / f"{stage.seat}-{item:04d}{_ENDING}"
