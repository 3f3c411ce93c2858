"""The commands of a moderator who posts by hand: `pbem posts`, and a paste with its turn."""

from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.forum.world import ForumWorld


@pytest.fixture
def world(tmp_path: Path) -> ForumWorld:
    return ForumWorld(tmp_path / "toy-1")


@pytest.fixture
def pbem(world: ForumWorld) -> Pbem:
    return Pbem(world.folder, world.clock)


def submit(pbem: Pbem, seat: str, text: str, *options: str, code: int = 0) -> str:
    pbem.clock.wind(minutes=1)
    return pbem("submit", "-", "--as", seat, *options, typed=text, code=code).stdout


def test_several_posts_are_ticked_at_once_and_the_next_is_copied(pbem: Pbem, world: ForumWorld) -> None:
    first, second, third = world.waiting()
    assert "1 waits" in pbem("posts", "done", str(first.number), str(second.number)).stdout
    assert [post.number for post in world.waiting()] == [third.number]
    assert submit(pbem, "ann", "bid: many\n", code=1)
    said = pbem("posts", "done", str(third.number), "--copy").stdout
    (refused,) = world.waiting()
    assert refused.taken
    assert f"Post {refused.number}" in said
    assert "\x1b]52;c;" in said
    assert "\x1b]52" not in pbem("posts", "done", str(refused.number), "--copy").stdout
    assert "only that one" in pbem("posts", "done", "1", "2", "--link", "https://forum.example.org/1", code=2).output


def test_the_list_says_what_is_held_and_next_shows_it_only_if_asked(pbem: Pbem, world: ForumWorld) -> None:
    world.tick()
    submit(pbem, "ann", "bid: 1\n")
    said = pbem("posts").stdout
    assert " held" in said
    assert "goes with the next message" in said
    assert "Nothing waits to be posted." in said
    assert pbem("posts", "next").stdout == "Nothing waits to be posted.\n"
    assert "count: your bid" in pbem("posts", "next", "--held").stdout
    assert [post.seat for post in world.waiting()] == ["ann"]  # it was taken to be posted
    pbem("posts", "done", str(world.waiting()[0].number))
    assert pbem("posts").stdout == "Nothing waits to be posted.\n"


def test_a_paste_with_its_turn_plays_on_unless_something_is_to_be_told_first(pbem: Pbem, world: ForumWorld) -> None:
    world.tick()
    world.post("ben", "bid: 1\n")
    submit(pbem, "cid", "bid: 1\n")
    submit(pbem, "ann", "bid: many\n", "--turn", code=1)
    assert world.look().pause.round == 1  # type: ignore[union-attr]
    assert len(world.out("ben", "receipt")) == 0
    submit(pbem, "ann", "bid: 1\n", "--turn", code=3)
    assert world.look().pause.round == 2  # type: ignore[union-attr]
    assert "pbem turn --json" in pbem("submit", "-", "--turn", "--json", code=2).output
