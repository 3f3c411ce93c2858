"""The docket: which accepted sheet answers which decision."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.play import Source
from pbem.engine.table import Answer
from pbem.store import files
from pbem.store.game import Game
from pbem.store.stage import Stage, asked_after, folder_name

By = Literal["sheet", "default"]


class Accepted(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that was legal when it was accepted, for one decision of one stage.

    *item* is the inbox number of its sheet, 0 for a default that the moderator applied for *reason*.
    """

    seat: str
    key: str
    asked: int
    received: datetime
    order: Any
    item: int = 0
    by: By = "sheet"
    reason: str = ""


def accept(game: Game, stage: Stage, item: int, received: datetime, order: Any, text: str) -> None:
    """Put an order on the docket; its text is kept beside it for people to read."""
    path = _folder(game, stage.decision.key, stage.asked) / f"{stage.seat}-{item:04d}"
    accepted = Accepted(stage.seat, stage.decision.key, stage.asked, received, order, item)
    files.write_text(path.with_suffix(".yaml"), text)
    files.write(path.with_suffix(".json"), msgspec.json.encode(accepted) + b"\n")


def apply_default(game: Game, stage: Stage, at: datetime, reason: str) -> None:
    """Put the decision's default on the docket, to count unless a sheet is there."""
    path = _folder(game, stage.decision.key, stage.asked) / f"{stage.seat}-default.json"
    accepted = Accepted(
        stage.seat, stage.decision.key, stage.asked, at, stage.decision.default, by="default", reason=reason
    )
    files.write(path, msgspec.json.encode(accepted) + b"\n")


def accepted(game: Game, seat: str, key: str, asked: int) -> list[Accepted]:
    """The orders of *seat* on the docket for a stage, the one that counts last: the newest received sheet."""
    paths = _folder(game, key, asked).glob(f"{seat}-*.json")
    found = (_read(game, path) for path in paths if path.stem.rpartition("-")[0] == seat)
    return sorted(found, key=lambda one: (one.by == "sheet", one.item))


def counting(game: Game, seat: str, key: str, asked: int) -> Accepted | None:
    """The order that counts for a stage, if there is one."""
    found = accepted(game, seat, key, asked)
    return found[-1] if found else None


def source(game: Game) -> Source:
    """The first source of answers: what lies on the docket for the decision as it was put now."""

    def answer(decision: Decision, view: Any) -> Answer | None:
        found = counting(game, decision.seat, decision.key, asked_after(game.table, decision.key))
        return Answer(found.order, found.by, found.reason) if found else None

    return answer


def defaults(game: Game) -> Mapping[tuple[str, int], Accepted]:
    """The defaults that were applied, by key and asking entry."""
    found = (_read(game, path) for path in (game.folder / "sheets").glob("*/*-default.json"))
    return {(one.key, one.asked): one for one in found}


def _folder(game: Game, key: str, asked: int) -> Path:
    return game.folder / "sheets" / folder_name(key, asked)


def _read(game: Game, path: Path) -> Accepted:
    stored: Accepted = msgspec.json.decode(path.read_bytes(), type=Accepted)
    order = msgspec.convert(stored.order, game.ruleset.orders)
    return msgspec.structs.replace(stored, order=order)
