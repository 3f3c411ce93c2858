"""No page of a seat tells whether others have sent anything: the same bytes, whatever came before."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.toy.game import START
from tests.web.moderator.visiting import CLOCKED
from tests.web.seats import Player, begun, come_in, link_in
from tests.web.serving import Answer, serving

pytestmark = pytest.mark.slow
_CHANCE = re.compile(rb'(name="(?:nonce|mine)" value=")[0-9a-f]{32}')


def bare(got: Answer) -> tuple[int, dict[str, str], bytes]:
    headers = {name: value for name, value in got.headers.items() if name != "date"}
    return got.status, headers, _CHANCE.sub(rb"\1", got.body)


def told(ann: Player) -> Iterator[Answer]:
    for text in ("bid: 1\n", "bid: 2\n", "bid: no\n"):
        yield ann.send(text)
        yield ann.page()
        yield ann.desk.ask(f"{ann.path}/state", headers={"Cookie": ann.cookie})
        yield ann.act("check", {**ann.fields(), "text": text})
        yield ann.act("counting", ann.fields())
    yield ann.act("command", {**ann.fields(), "command": "withdraw"})
    for path in ("/", "/g/toy-1/", "/g/toy-1/feed.xml", "/g/toy-1/moments.js"):
        yield ann.desk.ask(path)


def test_a_seat_cannot_tell_whether_others_have_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = tmp_path / "clock.txt"
    clock.write_text(START.isoformat())
    monkeypatch.setenv("PBEM_TEST_CLOCK", str(clock))
    begun(tmp_path / "one" / "toy-1", lambda: START)
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    with serving(tmp_path / "one", module=CLOCKED) as one, serving(tmp_path / "two", module=CLOCKED) as two:
        for seat, text in (("ben", "bid: 1\n"), ("ben", "bid: 2\n"), ("cid", "bid: no\n")):
            assert come_in(two, link_in(tmp_path / "two" / "toy-1", seat)).send(text).status == 200
        ours, theirs = (list(told(come_in(each, link_in(tmp_path / "one" / "toy-1", "ann")))) for each in (one, two))
    for number, (here, there) in enumerate(zip(ours, theirs, strict=True)):
        assert bare(here) == bare(there), number
