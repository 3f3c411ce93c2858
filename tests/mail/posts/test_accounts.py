"""Whose a post is: a name that only looks like that of a player is another account."""

from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.intake import forum_posts
from tests.forum.world import ForumWorld

OTHERS = [
    "ann\u200b_76",
    "ann_76\u200b",
    "\u2060ann_76",
    "ann_\u00ad76",
    "ann\u200c_76",
    "ann\u200d_76",
    "ann\ufeff_76",
    "ann\u034f_76",
    "ann\ufe0f_76",
    "ann _76",
    "\u0430nn_76",
    "\uff41nn_76",
    "C\u0456d",
    "C i d",
    "Cid\u3164",
    "Cid\u2800",
]
"""Names with invisible characters, spaces and letters of other alphabets."""


@pytest.fixture
def world(tmp_path: Path) -> ForumWorld:
    made = ForumWorld(tmp_path / "game")
    made.clock.wind(hours=1)
    return made


def page(world: ForumWorld, *writers: str) -> str:
    at = f"{world.clock.at:%d %b %Y, %H:%M}"
    return "\n\n".join(f"by {writer} » {at}\n\nbid: {number}\n" for number, writer in enumerate(writers, 1))


@pytest.mark.parametrize("name", OTHERS, ids=ascii)
@pytest.mark.parametrize("more", [("Someone",), ()])
def test_a_name_that_looks_like_a_players_is_another_account(
    world: ForumWorld, name: str, more: tuple[str, ...]
) -> None:
    text = page(world, name, *more)
    with world.game() as game:
        assert forum_posts.seat_of(game, forum_posts.posts_in(game, text)[0]) == ()
        found = judges.submit_page(game, text.encode(), world.clock)
        assert [one.fate for one in found] == ["nobody"] * len(found)
        assert not game.inbox.items()


@pytest.mark.parametrize("name", ["ann_76", "ANN_76", "\u2068ann_76\u2069", "\u200eann_76", "ann_76\xa0"])
def test_what_pages_put_around_a_name_is_not_of_it(world: ForumWorld, name: str) -> None:
    with world.game() as game:
        found = judges.submit_page(game, page(world, name, "Someone").encode(), world.clock)
    assert [one.fate for one in found] == ["submitted", "nobody"]


def test_a_single_post_by_such_a_name_is_not_taken_for_the_player(world: ForumWorld) -> None:
    with world.game() as game:
        own = forum_posts.own_post(game, "ann", page(world, "ann\u200b_76"))
    assert own.post
    assert [note.code for note in own.notes] == ["post-by-unknown"]
