"""A turn lists what waits for the moderator, each with the command that settles it, and ends with 3."""

import re
import shlex
from collections.abc import Callable
from typing import get_args

import pytest
from click.testing import CliRunner

from pbem.cli.main import COMMANDS, main
from pbem.engine.reading import Lexicon
from pbem.referee import opening
from pbem.referee.need import NeedKind
from pbem.report.words import Words
from pbem.store.outbox import QueuedReply
from tests.cli.conftest import Pbem
from tests.mail.rounds.letters_back import REPORT
from tests.toy.game import RULESETS, START, drop, mail, send_sheet

phrases = Words((), Lexicon({}))


def held(pbem: Pbem) -> None:
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("mail:\n", "mail:\n  trust: {policy: [moderator confirms]}\n"))
    send_sheet(pbem.folder, "ann", "bid: 1\n")


def unclaimed(pbem: Pbem) -> None:
    drop(pbem.folder, "1.eml", mail("eve@elsewhere.example", "hello", "May I join?\n"))


def words(pbem: Pbem) -> None:
    send_sheet(pbem.folder, "ann", "Where is my king?\n")


def failed(pbem: Pbem) -> None:
    unclaimed(pbem)
    pbem("turn", code=3)
    path = next((pbem.folder / "inbox").glob("0001-*.json"))
    path.write_text(path.read_text().replace('"unclaimed"', '"failed"'))


def moved(pbem: Pbem, place: str) -> None:
    with opening.held(pbem.folder, RULESETS) as game:
        game.outbox.shift("round-0001-ann", "sent", "refused" if place == "refused" else "trying")
        game.outbox.note("round-0001-ann", QueuedReply(START, "nobody here", unsure=1))


def refused(pbem: Pbem) -> None:
    moved(pbem, "refused")


def uncertain(pbem: Pbem) -> None:
    moved(pbem, "trying")


def unsent(pbem: Pbem) -> None:
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("{folder: out}", "{smtp: {host: 127.0.0.1, port: 1}}"))
    send_sheet(pbem.folder, "ann", "bid: 1\n")
    for _ in range(2):
        pbem("turn")
        pbem.clock.wind(hours=1)


def bounced(pbem: Pbem) -> None:
    envelope = re.search(r"X-Envelope-From: (\S+)", (pbem.folder / "sent" / "round-0001-ann.eml").read_text())
    assert envelope
    drop(pbem.folder, "b.eml", REPORT.format(recipient="ann@example.org", to=envelope[1]).encode())


def unfetched(pbem: Pbem) -> None:
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("{folder: in}", "{maildir: none}"))


def file(pbem: Pbem) -> None:
    drop(pbem.folder, "nobody.yaml", b"bid: 1\n")


def deadline(pbem: Pbem) -> None:
    pbem.clock.wind(days=9)


@pytest.mark.parametrize(
    "wait", [held, unclaimed, words, failed, refused, uncertain, unsent, bounced, unfetched, file, deadline]
)
def test_what_waits_for_the_moderator_is_listed_with_what_settles_it(pbem: Pbem, wait: Callable[[Pbem], None]) -> None:
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("mail:\n", "mail:\n  bounces: game+*@example.org\n"))
    pbem("turn")
    wait(pbem)
    lines = pbem("turn", code=3).stdout.splitlines()
    waiting = lines[lines.index("Waiting for you:") + 1 :]
    needs = [one for one in pbem.json("turn", code=3)["waits"] if one["kind"] == wait.__name__]
    assert needs
    for need in needs:
        assert [line for line in waiting if need["says"] in line and need["run"] in line]
        for command in re.findall(r"`pbem ([^`]+)`", need["run"]):
            word, *more = shlex.split(command)
            assert word in COMMANDS
            known = CliRunner().invoke(main, [word, "--help"]).output
            assert all(option in known for option in more if option.startswith("--"))


def test_where_nothing_waits_for_the_moderator_a_turn_ends_with_nought(pbem: Pbem) -> None:
    pbem("turn")
    send_sheet(pbem.folder, "ann", "bid: 1\n")
    assert "Waiting for you" not in pbem("turn").stdout
    assert pbem.json("turn")["waits"] == []


def test_what_is_settled_waits_no_longer(pbem: Pbem) -> None:
    pbem("turn")
    unclaimed(pbem)
    uncertain(pbem)
    pbem("turn", code=3)
    pbem("dismiss", "1")
    pbem("send", "--settled", "round-0001-ann")
    pbem("turn")


def test_of_much_spam_some_is_listed_and_the_rest_counted(pbem: Pbem) -> None:
    pbem("turn")
    for number in range(1, 15):
        drop(pbem.folder, f"{number:02d}.eml", mail(f"eve{number}@example.org", f"pills {number}", "buy"))
    said = pbem("turn", code=3).stdout.splitlines()
    assert said[-1] == "  and 4 more like the last: `pbem status --json`"
    assert "email 14 is from an unknown sender, eve14@example.org (pills 14)" in said[-11]


def test_a_message_that_goes_again_by_itself_waits_for_nobody(pbem: Pbem) -> None:
    pbem("turn")
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("{folder: out}", "{smtp: {host: 127.0.0.1, port: 1}}"))
    uncertain(pbem)
    said = pbem("turn").stdout
    assert "1 message may or may not have arrived; `pbem status` says more." in said
    assert "Nothing waits to be sent" not in said
    assert "next try: 2026-11-21 08:10 UTC." in pbem("status").stdout


def test_a_line_says_what_waits_and_what_to_run(pbem: Pbem) -> None:
    pbem("turn")
    held(pbem)
    assert pbem.json("turn", code=3)["waits"] == [
        {
            "kind": "held",
            "says": "email 1 of ann is held (moderator-confirms)",
            "run": "`pbem confirm 1`, or `pbem dismiss 1 --reason WHY`",
            "reply": ["confirm 1", "dismiss 1 because ..."],
            "since": "2026-11-21T08:00:00Z",
            "seat": "ann",
            "item": 1,
            "ident": "",
        }
    ]


def test_the_status_has_the_same_list_as_a_turn(pbem: Pbem) -> None:
    pbem("turn")
    held(pbem)
    unclaimed(pbem)
    waits = pbem.json("turn", code=3)["waits"]
    assert [one["kind"] for one in waits] == ["held", "unclaimed"]
    assert pbem.json("status")["needs"] == waits
    assert pbem.json("turn", code=3)["waits"] == waits


@pytest.mark.parametrize("kind", get_args(NeedKind))
def test_each_kind_has_its_words(kind: NeedKind) -> None:
    known = phrases.keys("needs")
    assert {kind, f"{kind}-run"} <= set(known)
