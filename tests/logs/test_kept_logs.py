"""A log that a release wrote is readable for ever, and leads to the positions that it led to then."""

import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pbem.referee import opening
from pbem.referee.letter import written
from pbem.referee.play import rewind
from pbem.referee.upgrade import positions, trial, upgrade
from pbem.report.plain import text
from tests.logs.keep import GAMES, LOGS, RULES, SHAPES, SUMS, shapes
from tests.logs.shape import harmed
from tests.toy.game import Clock

KEPT = sorted(LOGS.glob("*/*.zip"))
RELEASES = sorted(path.parent.name for path in LOGS.glob(f"*/{SHAPES}"))
NAMES = [f"{path.parent.name}-{path.stem}" for path in KEPT]


@pytest.fixture(params=KEPT, ids=NAMES)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of a kept game."""
    with zipfile.ZipFile(request.param) as archive:
        archive.extractall(tmp_path)
    return tmp_path / Path(request.param).stem


def test_both_games_are_kept_of_every_release_and_none_was_replaced() -> None:
    assert RELEASES[0] == "0.2.0"
    assert set(NAMES) == {f"{release}-{name}" for release in RELEASES for name in GAMES}
    kept = sorted([*KEPT, *LOGS.glob(f"*/{SHAPES}")])
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(LOGS).as_posix()}" for path in kept]
    assert sums == sorted(SUMS.read_text(encoding="ascii").splitlines(), key=lambda line: line.split("  ")[1])


def test_a_kept_log_leads_to_the_positions_that_it_led_to(folder: Path) -> None:
    game = opening.look(folder, RULES)

    assert game.outcome
    assert len(game.log.entries) > 100
    assert len(game.log.digests) > len(game.log.pauses) > 20
    assert positions(game) == ()


@pytest.mark.slow
def test_its_letters_can_be_written(folder: Path) -> None:
    game = opening.look(folder, RULES)

    for pause in game.log.pauses:
        for seat in game.titles:
            assert game.titles[seat].split()[0] in text(written(game, pause, seat)[1])


def test_it_can_be_upgraded_and_gone_on_with(folder: Path) -> None:
    with opening.held(folder, RULES) as game:
        assert trial(game, Clock()).rounds == len(game.log.pauses)
        upgrade(game, Clock())
        rewind(game, len(game.log.entries) - 1, "to go on", Clock())
    game = opening.look(folder, RULES)
    game.guard()
    assert positions(game) == ()


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("kind", ["events", "orders"])
def test_whatever_a_release_may_have_written_can_be_read(release: str, kind: str) -> None:
    before = json.loads((LOGS / release / SHAPES).read_bytes())[kind]

    assert harmed(before, shapes()[kind], RULES["maria"].renamed) == []


def change(schema: Any, kind: str) -> None:
    """Do to *schema* what a careless change of the rules would."""
    moved = schema["$defs"]["Moved"]
    if kind == "event gone":
        del schema["discriminator"]["mapping"]["moved"]
    elif kind == "field gone":
        del moved["properties"]["piece"]
    elif kind == "field without default":
        moved["required"].append("new")
        moved["properties"]["new"] = {"type": "string"}
    elif kind == "other type":
        moved["properties"]["piece"] = {"type": "integer"}
    else:
        entered = next(shape for name, shape in schema["$defs"].items() if name.startswith("Entered"))
        del entered["properties"]["steps"]["items"]["discriminator"]["mapping"]["duel"]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("event gone", "event moved is not known"),
        ("field gone", "event moved: piece is not known"),
        ("field without default", "event moved: new was not always written"),
        ("other type", "event moved: piece: is of another type"),
        ("step gone", "event entered: steps: step duel is not known"),
    ],
)
def test_a_careless_change_would_be_noticed(kind: str, told: str) -> None:
    before, after = (json.loads(json.dumps(shapes()["events"])) for _ in range(2))
    change(after, kind)

    assert told in harmed(before, after)
    assert harmed(before, before) == []
