"""Two worlds: in one of them Ann and Ben write to each other, and nothing that Cid gets is different, nor its size."""

import re
from pathlib import Path

import pytest

from tests.mail.rounds.test_twin_worlds import _BOUNDARY, _CHANCE, _OURS
from tests.mail.words.world import World


def cids(world: World) -> list[tuple[int, bytes]]:
    """Size and content of each email to Cid, and of the report, but for names of emails, which follow from keys."""
    mails = [path.read_bytes() for path in sorted((world.folder / "out").glob("*.eml"))]
    mine = [raw for raw in mails if re.search(rb"^To: (?:[^\n]|\n )*<cid@example\.org>", raw, re.MULTILINE)]
    mine += [path.read_bytes() for path in sorted((world.folder / "letters").glob("*/public.txt"))]
    plain = [_BOUNDARY.sub(b"boundary", _OURS.sub(b"ours@example.org", raw.replace(b"=\r\n", b""))) for raw in mine]
    return [(len(raw), _CHANCE.sub(b"chance", one)) for raw, one in zip(mine, plain, strict=True)]


def lives(world: World, *, talks: bool) -> list[tuple[int, bytes]]:
    cid = 0
    for bid in (1, 2):
        if talks:
            for number in range(3):
                world.post("ann", f"to ben: word {number} {'long ' * 100 * number}\n", about=None)
                world.post("ben", f"to ann: reply {number}\n\nto ann: more\n")
            world.turn()
        world.clock.at = world.clock.at.replace(hour=12 + bid, minute=0)
        for text in (f"---\nbid: {bid}\n...\n", "status\n", "to me: x\n"):
            cid += 1
            world.number = 100 * cid
            world.post("cid", text)
        world.turn()
    for seat in ("ann", "ben"):
        world.post(seat, "---\nbid: 1\n...\n")
    world.turn()
    return cids(world)


@pytest.mark.parametrize("between", ["named", "anonymous"])
def test_words_to_one_change_nothing_that_others_get(tmp_path: Path, between: str) -> None:
    more = f"words: {{between players: {between}, a day: 50}}\n"
    quiet, busy = (lives(World(tmp_path / name, more), talks=name == "busy") for name in ("quiet", "busy"))
    assert len(quiet) > 6
    assert quiet == busy
