"""Keeps games as this release writes them: `python -m tests.logs.keep`. See README.md beside it.

Into `tests/logs/VERSION/` go the games of `GAMES`, each a folder as it would lie on a moderator's disk, without its
mail and its letters, and the shapes of everything that a log may hold.
"""

import hashlib
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from pbem import __version__
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.table import Chance
from pbem.mail import judges
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.play import apply_default, play_on, rewind
from pbem.referee.stage import SeatStage
from pbem.sheet.writer import write_sheet
from pbem_maria.bot import play
from pbem_maria.guess import guess
from pbem_maria.ruleset import MARIA
from tests.toy.game import Clock

LOGS = Path(__file__).parent
KEPT = ("game.yaml", "secret", "began.json", "log.jsonl", "edition/*/*/*")
SHAPES = "shapes.json"
SUMS = LOGS / "SHA256SUMS"
RULES = {"maria": MARIA}
GAMES = {"introductory": "kept 10", "advanced": "kept 15"}
"""The secret of a game of each scenario: short ones, in which much happens."""

GAME_YAML = """\
game: {scenario}
rules: maria
settings: {{scenario: {scenario}}}
moderator: {{name: Mo, address: mo@example.org}}
seats:
  maria-theresa: {{player: Anna, address: anna@example.org}}
  frederick: {{player: Ben, address: ben@example.org}}
  louis: {{player: Chloe, address: chloe@example.org}}
mail: {{from: game@example.org}}
deadlines: {{zone: Europe/Vienna, at: ["Wednesday 20:00", "Sunday 20:00"], notice: 48 hours}}
"""


def main(target: Path) -> None:
    """Keep all games in *target*, which must not be there: what was kept once is never replaced."""
    target.mkdir()
    for scenario, secret in GAMES.items():
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made) / scenario
            create(folder, GAME_YAML.format(scenario=scenario), RULES, secret)
            played(folder)
            with zipfile.ZipFile(target / f"{scenario}.zip", "x", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
                for path in sorted(path for name in KEPT for path in folder.glob(name)):
                    archive.write(path, path.relative_to(made))
    (target / SHAPES).write_bytes(msgspec.json.encode(shapes(), order="sorted") + b"\n")
    with SUMS.open("a", encoding="ascii") as sums:
        for path in sorted(target.iterdir()):
            sums.write(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(LOGS).as_posix()}\n")


def played(folder: Path) -> None:
    """Play the game in *folder* to its end: by sheets, in one round by defaults, and once set back."""
    clock = Clock()
    with opening.held(folder, RULES) as game:
        play_on(game, clock)
        while game.outcome is None:
            clock.wind(hours=48)
            number = len(game.log.pauses)
            if number == 5 and not any(entry.step == "rewind" for entry in game.log.entries):
                rewind(game, len(game.log.entries) - 1, "a slip of the pen", clock)
            for seat in game.titles:
                stage = game.stage(seat)
                if stage and stage.pending:
                    answer(game, stage, clock, number)
                elif stage and number == 6:
                    send(game, stage, clock, lambda _view, decision, _chance: decision.default)
            play_on(game, clock)


def answer(game: Game, stage: SeatStage, clock: Clock, number: int) -> None:
    """Answer in round *number*: as the bot would, now and then with whatever is legal, once by a default."""
    if number == 4:
        apply_default(game, stage.seat, "no sheet came", clock)
    else:
        send(game, stage, clock, guess if number % 3 == 0 else play)


def send(game: Game, stage: SeatStage, clock: Clock, player: Callable[[Any, Decision, Chance], Order | None]) -> None:
    """Send the sheet of *player* for *stage*."""
    view = game.view(stage.seat)
    order = player(view, stage.decision, Chance(game.secret, f"{stage.seat} {stage.name}"))
    assert order
    sheet = write_sheet(order, MARIA.lexicon(view, stage.seat))
    item, _ = game.inbox.keep(sheet.encode(), clock(), seat=stage.seat, source=stage.name)
    verdict = judges.handle(game, item, clock).verdict
    assert verdict.state == "accepted", (sheet, verdict)


def shapes() -> dict[str, Any]:
    """The JSON schemas of all events, with the steps in them, and of all orders, without a word for people."""
    return {kind: _bare(msgspec.json.schema(getattr(MARIA, kind))) for kind in ("events", "orders")}


def _bare(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_bare(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    words = ("title", "description")
    return {name: _bare(one) for name, one in schema.items() if name not in words or not isinstance(one, str)}


if __name__ == "__main__":
    main(LOGS / __version__)
