"""A game that is moved back, and forward again to what was undone: what everyone is told, and what `--try` says."""

from pathlib import Path

import pytest

from pbem.mail.deeds.corrections import rewind, try_rewind
from pbem.referee.play import entry_of_round
from tests.campaign.world import World, unwrapped


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A game whose first bids are played."""
    found = World(tmp_path / "toy-1")
    found.bid("ann", "ben", "cid")
    found.turn()
    assert found.pause.round == 2
    return found


def letter(world: World) -> str:
    return unwrapped((world.folder / f"letters/{world.pause.round:04d}/ann.txt").read_text(encoding="utf-8"))


def moved(world: World, entry: int, reason: str) -> tuple[str, ...]:
    with world.game() as game:
        done = rewind(game, world.clock, entry, reason)
    world.turn()
    return done.says


def test_forward_to_an_undone_entry_is_told_as_that(world: World) -> None:
    back, played = entry_of_round(world.look(), 1), len(world.look().log.entries)
    assert moved(world, back, "a slip")[0].startswith(f"The game is rewound to entry {back};")
    assert "The moderator has rewound the game to where it was in letter 1" in letter(world)
    assert "Everything after that is undone." in letter(world)
    assert moved(world, played, "it was none")[0].startswith(f"The game is moved forward again to entry {played};")
    told = letter(world)
    assert "The moderator has moved the game forward again to where it was in letter 2" in told
    assert "What had been undone of it counts again." in told
    assert "Everything after that is undone" not in told


def test_what_was_played_instead_is_undone(world: World) -> None:
    played = len(world.look().log.entries)
    moved(world, entry_of_round(world.look(), 1), "a slip")
    for seat in ("ann", "ben", "cid"):
        world.send(seat, "bid: 0\n")
    world.turn()
    moved(world, played, "the first bids count")
    assert "counts again; what was played instead is undone." in letter(world)


def test_a_trial_says_what_a_rewind_would_do_and_changes_nothing(world: World) -> None:
    game = world.look()
    before, back = (world.folder / "log.jsonl").read_bytes(), entry_of_round(game, 1)
    says = "\n".join(try_rewind(game, back, "a slip").says)
    assert "Everyone would read:" in says
    assert "rewound the game to where it was in letter 1" in unwrapped(says)
    assert (back + 1, f"Entry {back + 1} of the log would be undone." in says) == (len(game.log.entries), True)
    assert "It would be asked:" in says
    assert (world.folder / "log.jsonl").read_bytes() == before
    played = len(game.log.entries)
    moved(world, back, "a slip")
    says = "\n".join(try_rewind(world.look(), played, "it was none").says)
    assert f"Entry {played} of the log would count again." in says
