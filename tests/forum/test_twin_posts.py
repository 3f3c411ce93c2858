"""Two worlds that differ in one secret: the posts to all others are the same, and so are their titles and lengths."""

from pathlib import Path

import pytest

from pbem.store import encryption
from pbem.store.sealed_blocks import blocks_in
from tests.forum.test_sealed_thread import CID, SealedWorld, read
from tests.forum.world import ForumWorld

BIDS = ("bid: 1\n", "bid: 2\n")
"""Two orders for the same decision, of which only the one who gives it may know which it is."""

_PADDED = encryption.BLOCK * 4 // 3
"""Letters of a block to which is padded; age adds a few at random."""


def told(world: ForumWorld, *, but: str = "") -> list[tuple[object, ...]]:
    """All that waits to be posted, except the text of what is for the seat *but*."""
    found = world.waiting() + world.held()
    return [
        (
            post.number,
            post.seat,
            post.account,
            post.title,
            post.part,
            post.parts,
            post.held,
            post.seat == but or post.text,
        )
        for post in found
    ]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("again", [False, True])
def test_what_one_orders_changes_no_post_to_another(tmp_path: Path, again: bool) -> None:
    seen = []
    for at, bid in enumerate(BIDS):
        world = ForumWorld(tmp_path / str(at))
        world.tick()
        assert world.submit("ann", bid) == "accepted"
        if again:
            assert world.submit("ann", BIDS[1 - at]) == "accepted"
        world.submit("cid", "bid: many\n")
        seen.append((told(world, but="ann"), names(world.folder / "posts")))
    assert {one[1] for one in seen[0][0]} == {"ann", "cid"}
    assert seen[0] == seen[1]


def test_sealed_posts_are_of_one_length_and_order_whatever_is_in_them(tmp_path: Path) -> None:
    seen = []
    for at, bid in enumerate((*BIDS, "bid: many\n", "bid: 1\nbad: 2\n# a remark\n")):
        world = SealedWorld(tmp_path / str(at))
        world.tick()
        world.submit("ann", world.sheet("ann", bid))
        (post,) = world.waiting()
        around = post.text
        for block in blocks_in(post.text):
            around = around.replace(block.strip(), "")
        blocks = [len(block) // _PADDED for block in blocks_in(post.text)]
        seen.append(
            (post.number, post.title, post.seat, around, blocks, read(post, CID), names(world.folder / "posts"))
        )
    assert len(seen[0][4]) == 2
    assert all(one == seen[0] for one in seen)
