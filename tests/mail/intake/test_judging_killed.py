"""Judging is killed at each change of the disk, with one email of each kind before it."""

import re
import shutil
from pathlib import Path

import pytest

from pbem.mail.exchange import take_in
from pbem.mail.intake import confirmations
from pbem.mail.mime.headers import bounce_word
from pbem.referee import opening
from tests.mail.rounds.letters_back import REPORT
from tests.mail.rounds.transports import begun, body, play, seat, waiting_mails
from tests.referee.killer import deaths, tree, turn
from tests.toy.game import RULESETS, Clock, drop, mail, opened, send_sheet, subject

NEW = "ann@new.example"


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """Waiting are a confirmation of a stranger's mail, one that was confirmed, and one each of the others."""
    folder = begun(
        tmp_path / "base",
        (
            "address: cid@example.org}\nmail:",
            "address: cid@example.org, second address: c@two.example}\nmail:\n  bounces: game+*@example.org",
        ),
    )
    drop(folder, "1.eml", mail(NEW, subject(folder, "ann"), "bid: 1\n"))
    drop(folder, "2.eml", mail("ben@elsewhere.example", "my bid", "bid: 2\n"))
    with opening.held(folder, RULESETS) as game:
        take_in(game, Clock())
        confirmations.confirm(game, 2, "ben", Clock())
    found = re.search(r"^  confirm (\S+)$", body(waiting_mails(folder)["another-address-0001"]), re.MULTILINE)
    assert found
    play(folder)
    drop(folder, "3.eml", mail("ann@example.org", "Re: another address", f"confirm {found[1]}\n"))
    send_sheet(folder, "cid", "bid: 3\n", "4.eml")
    drop(
        folder,
        "5.eml",
        mail("ben@example.org", subject(folder, "ben"), "hold\nabsent 2026-12-01 to 2026-12-03\nstatus\n"),
    )
    word = bounce_word(opened(folder).keys.bounces, "round-0001-cid")
    drop(folder, "6.eml", REPORT.format(recipient="cid@example.org", to=f"game+{word}@example.org").encode())
    drop(folder, "7.eml", mail("eve@elsewhere.example", subject(folder, "cid"), "bid: 0\n"))
    return folder


@pytest.mark.slow
def test_killed_at_any_instant_the_desk_loses_no_mail_of_any_kind_and_answers_none_twice(base: Path) -> None:
    work = base.with_name("work")
    shutil.copytree(base, work)
    turn(work)
    wanted = tree(work)
    assert {verdict.state for verdict in opened(work).inbox.verdicts()} == {
        "accepted",
        "command",
        "bounce",
        "unclaimed",
    }
    assert opened(work).settings.seats["ann"].address == NEW
    assert seat(work, "ann").received == "valid"
    instant = 0
    for instant, work in deaths(base, base.parent):
        turn(work)
        found = tree(work)
        assert [name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)] == [], instant
    assert instant > 150
