"""A game that is killed while it begins, is upgraded or goes over to another edition is none the worse for it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.referee.upgrade import move, upgrade
from pbem_maria.edition.edition import EDITIONS
from pbem_maria.ruleset import MARIA
from tests.maria.edition.test_edition import GAME_YAML
from tests.referee.killer import deaths, tree
from tests.toy.game import Clock

RULES = {"maria": MARIA}
STORED = {path.name for path in EDITIONS.joinpath("historical").glob("*.yaml")} | {"SHA256SUMS"}
"""The files that a game keeps of an edition: its data, and what they must be."""


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A game that has not begun, with an edition of its own beside it."""
    edition = shutil.copytree(EDITIONS / "historical", tmp_path / "printed")
    create(tmp_path / "base", GAME_YAML.format(edition=edition), RULES, "33" * 32)
    return tmp_path / "base"


def begin(folder: Path) -> None:
    with opening.held(folder, RULES) as game:
        play_on(game, Clock())
        make_letters(game)


def go_over(folder: Path) -> None:
    newer = {"maria": msgspec.structs.replace(MARIA, version="next")}
    with opening.held(folder, newer) as game:
        upgrade(game, Clock())
        move(game, Clock())
        play_on(game, Clock())
        make_letters(game)


def nothing(_base: Path) -> None:
    pass


def begun_on_another_map(base: Path) -> None:
    begin(base)
    file = base.parent / "printed" / "map.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("name: Wien", "name: Vienna"), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "work"), [(nothing, begin), (begun_on_another_map, go_over)], ids=["begins", "goes over"]
)
def test_a_kill_at_any_instant_loses_nothing_and_does_nothing_twice(
    base: Path, before: Callable[[Path], None], work: Callable[[Path], None]
) -> None:
    before(base)
    folder = Path(shutil.copytree(base, base.with_name("work")))
    work(folder)
    wanted = tree(folder)
    assert sum(name.startswith("edition/") for name in wanted) == len(STORED) * (1 if work is begin else 2)
    instant = 0
    for instant, killed in deaths(base, base.parent, work):
        work(killed)
        assert tree(killed) == wanted, instant
    assert instant > 20


def test_until_there_is_an_entry_the_edition_may_be_edited(base: Path) -> None:
    begun_on_another_map(base)
    log = base / "log.jsonl"
    log.write_bytes(log.read_bytes().splitlines(keepends=True)[0])  # as if it was killed before the first entry
    shutil.rmtree(base / "letters")

    begin(base)

    game = opening.look(base, RULES)
    assert len([line for line in game.log.lines if line.versions]) == 2
    assert game.log.versions == game.versions
    assert game.ruleset.lexicon(game.view("louis"), "louis").name("city", "wien") == "Vienna"
