"""Killed at any instant, words reach each reader once: those of the moderator, of players, and reports to watchers."""

import shutil
from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.referee.people import words
from tests.mail.words.world import World
from tests.referee.killer import deaths, tree, turn
from tests.toy.game import RULESETS, Clock


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A game to which Ann writes words and a sheet, Ben words alone, and a stranger who wants to watch."""
    world = World(tmp_path / "base", "words: {between players: named}\nwatchers: yes\n")
    with world.game() as game:
        words.begin(game, "dan@example.org", world.clock, by="moderator")
    world.post("ann", "to ben: one\nto cid: two\n\n---\nbid: 1\n...\n")
    world.post("ben", "to all: three\n")
    world.post("", "watch\n", sender="eve@example.org", about="x")
    return world.folder


def copied(base: Path) -> Path:
    work = base.with_name("work")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(base, work)
    return work


@pytest.mark.slow
def test_a_turn_killed_at_any_instant_delivers_all_once(base: Path) -> None:
    turn(copied(base))
    wanted = tree(base.with_name("work"))
    assert sum(name.startswith("out/fact-") for name in wanted) == 5
    assert sum(name.startswith("out/report-") for name in wanted) == 1
    instant = 0
    for instant, folder in deaths(base, base.parent):
        turn(folder)
        found = tree(folder)
        assert sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)) == [], (
            instant
        )
    assert instant > 60


@pytest.mark.slow
def test_the_moderator_killed_while_speaking_says_it_once(base: Path) -> None:
    turn(base)

    def speak(folder: Path) -> None:
        with opening.held(folder, RULESETS) as game:
            words.tell(game, "ben", "Look.", Clock(), now=True, cause="0009 1")
            words.announce(game, "Hear.", Clock(), now=True, cause="0009 2")

    for _, folder in deaths(base, base.parent, speak):
        speak(folder)
        turn(folder)
        told = [path for path in (folder / "out").glob("fact-*.eml") if b"from the moderator" in path.read_bytes()]
        assert len(told) == 4
