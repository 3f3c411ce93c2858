"""A game that is set back after its end: everyone knows its key of chance by then."""

import hashlib
import re
import shutil
from pathlib import Path

import pytest

from pbem.mail.outgoing.letters import make_letters
from pbem.referee import keys, opening
from pbem.referee.stage import token
from tests.cli.conftest import Pbem
from tests.toy.game import RULESETS, mail, opened, subject

HEX = re.compile(r"^  ([0-9a-f]{64})$", re.MULTILINE)


@pytest.fixture
def over(pbem: Pbem) -> Pbem:
    """A game that is over."""
    finish(pbem)
    return pbem


def finish(pbem: Pbem) -> None:
    found = pbem.json("turn")["status"]
    while found["outcome"] is None:
        for seat in found["seats"]:
            if seat["received"] == "nothing":
                typed = "bid: 1\n" if ".bid." in seat["asked"] else "passes: yes\n"
                pbem("submit", "-", "--as", seat["seat"], typed=typed)
        found = pbem.json("turn")["status"]


def letters(folder: Path, seat: str = "ann") -> list[str]:
    return [path.read_text() for path in sorted((folder / "letters").glob(f"*/{seat}.txt"))]


def test_it_is_said_what_that_means(over: Pbem) -> None:
    said = " ".join(over("rewind", "r1", "--reason", "once more").stdout.split())
    assert "its last letters revealed the key of its random draws" in said
    assert "Continue only if all players agree" in said
    over("turn")
    assert "revealed" not in over("rewind", "r1", "--reason", "a slip").stdout
    assert over.json("rewind", "2", "--reason", "a slip")["over"] is False


def test_the_last_letter_commits_to_the_key_that_comes_next(over: Pbem) -> None:
    game = opened(over.folder)
    first, *_, last = letters(over.folder)
    (committed,) = HEX.findall(first)
    key, following = HEX.findall(last)
    assert hashlib.sha256(key.encode()).hexdigest() == committed
    over("rewind", "0", "--reason", "once more")
    over("turn")
    (again,) = HEX.findall(letters(over.folder)[-1])
    assert again == following
    finish(over)
    second, _ = HEX.findall(letters(over.folder)[-1])
    assert hashlib.sha256(second.encode()).hexdigest() == following
    assert second not in (key, game.secret)
    hands = [e.hand for entry in opened(over.folder).log.entries for e in entry.events if hasattr(e, "hand")]
    assert hands[:3] != hands[3:], "the same cards come again, which everybody knows"


def test_what_is_published_makes_no_token_and_no_message_id(over: Pbem) -> None:
    game = opened(over.folder)
    known = "\n".join(letters(over.folder))
    unpublished = {name: key for name in keys.Keys.__struct_fields__ if (key := getattr(game.keys, name)) not in known}
    assert unpublished.keys() == {"tokens", "message_ids", "bounces", "bots", "words"}
    assert game.secret not in known


def test_a_forged_pass_after_it_is_refused(over: Pbem) -> None:
    published, _ = HEX.findall(letters(over.folder)[-1])
    before = opened(over.folder)
    over("rewind", "r1", "--reason", "once more")
    over("turn")
    game = opened(over.folder)
    stage = game.stage("ann")
    assert stage
    name = stage.decision.key
    at = "ann", name, stage.asked
    forged = [token(key, game.name, *at) for key in (published, game.secret, game.keys.tokens)]
    for number, word in enumerate([*forged, before.token("ann", name, 2)]):
        raw = mail("ann@example.org", f"Re: [toy-1] a bid {{{word}}}", "pass\n")
        (over.folder / "in" / f"{number}.eml").write_bytes(raw)
    assert "accepted" not in {one["state"] for one in over.json("fetch")["verdicts"]}
    (over.folder / "in" / "good.eml").write_bytes(mail("ann@example.org", subject(over.folder, "ann"), "pass\n"))
    assert [one["state"] for one in over.json("fetch")["verdicts"]] == ["accepted"]


def test_letters_of_before_are_made_again_as_they_were(over: Pbem) -> None:
    over("rewind", "r1", "--reason", "once more")
    over("turn")
    before = letters(over.folder)
    shutil.rmtree(over.folder / "letters")
    (over.folder / "letters").mkdir()
    with opening.held(over.folder, RULESETS) as game:
        make_letters(game)
    assert letters(over.folder) == before


def test_to_repeat_it_brings_no_other_keys(over: Pbem) -> None:
    for _ in range(2):
        over("rewind", "r1", "--reason", "once more")
    assert len(opened(over.folder).log.salts()) == 1
