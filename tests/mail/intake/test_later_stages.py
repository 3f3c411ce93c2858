"""Emails whose token fits no stage: refused where nothing speaks for them, judged again if their stage comes."""

import os
from pathlib import Path

import pytest

from pbem.mail.exchange import judge_and_play
from pbem.mail.fetch import fetch as keep_what_came
from pbem.mail.intake.sender import SenderClaim, dated
from pbem.mail.mime.headers import message_name
from pbem.referee import opening
from tests.mail.rounds.transports import begun, fetch, now, waiting_mails
from tests.toy.game import RULESETS, Clock, drop, mail, opened, send_sheet

DAY = 86400


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "toy-1", ("rounds: 1", "rounds: 3"))


def turn(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        keep_what_came(game)
        judge_and_play(game, Clock())


def token_to_come(folder: Path) -> str:
    """The token of Ann's next stage."""
    return opened(folder).token("ann", "1.impulse.ann", 3)


def letter_to_come(folder: Path, seat: str = "ann", number: int = 4) -> str:
    name = message_name(opened(folder).keys.message_ids, f"round-{number:04d}-{seat}", f"{seat}@example.org")
    return f"<{name}.0123456789abcdef@example.org>"


def states(folder: Path) -> list[tuple[int, str]]:
    return [(one.item, one.state) for one in opened(folder).inbox.verdicts()]


def test_a_token_of_a_stage_to_come_is_refused_in_the_same_turn_and_judged_again_when_its_stage_is_there(
    folder: Path,
) -> None:
    drop(folder, "1.eml", mail("ann@example.org", f"Re: [toy-1] your impulse {{{token_to_come(folder)}}}", "pass\n"))
    turn(folder)
    assert states(folder) == [(1, "command")]
    assert list(waiting_mails(folder)) == ["receipt-0001"]
    for number, seat in enumerate(("ann", "ben", "cid"), 2):
        send_sheet(folder, seat, f"bid: {number - 1}\n")
    turn(folder)
    assert states(folder)[0] == (1, "accepted")
    assert {"receipt-0001", "receipt-0001-later"} <= waiting_mails(folder).keys()
    assert opened(folder).table.entries[-1].step == "impulse"


@pytest.mark.parametrize("proof", [True, False])
def test_only_the_id_of_a_letter_to_come_lets_a_mail_wait(folder: Path, *, proof: bool) -> None:
    about = letter_to_come(folder) if proof else f"<{'0' * 32}.{'0' * 16}@example.org>"
    drop(folder, "1.eml", mail("ann@example.org", "Re: [toy-1] {aaaa-bbbb}", "pass\n", References=about))
    turn(folder)
    assert states(folder) == ([] if proof else [(1, "command")])
    assert now(folder).behind == (4 if proof else 0)
    assert bool(waiting_mails(folder)) is not proof


def test_nobody_s_letter_but_the_writer_s_own_speaks_for_a_mail(folder: Path) -> None:
    about = letter_to_come(folder, "ben")
    drop(folder, "1.eml", mail("ann@example.org", "Re: [toy-1] {aaaa-bbbb}", "pass\n", References=about))
    turn(folder)
    assert states(folder) == [(1, "command")]
    assert now(folder).behind == 0


def test_what_waits_is_answered_when_the_game_has_come_to_the_round_that_it_showed(folder: Path) -> None:
    about = letter_to_come(folder, number=2)
    drop(folder, "1.eml", mail("ann@example.org", "Re: [toy-1] {aaaa-bbbb}", "pass\n", References=about))
    turn(folder)
    assert states(folder) == []
    for seat in ("ann", "ben", "cid"):
        send_sheet(folder, seat, "bid: 1\n")
    turn(folder)
    assert (1, "command") in states(folder)
    assert now(folder).behind == 0
    assert "receipt-0001" in waiting_mails(folder)


def test_a_strange_token_stops_no_mail_behind_it(folder: Path) -> None:
    drop(folder, "1.eml", mail("ben@example.org", "Re: [toy-1] {aaaa-bbbb}", "bid: 1\n"))
    send_sheet(folder, "ann", "bid: 1\n", "2.eml")
    fetch(folder)
    assert states(folder) == [(1, "refused"), (2, "accepted")]


def test_a_mail_without_token_that_came_after_one_for_the_stage_is_for_it_though_the_stage_was_played_later(
    folder: Path,
) -> None:
    send_sheet(folder, "ann", "bid: 1\n", "1.eml")
    drop(folder, "2.eml", mail("ben@example.org", "my bid", "bid: 1\n"))
    turn(folder)
    game = opened(folder)
    put = next(line.at for line in game.log.lines if line.entry and line.entry.number == 2)
    for item, wanted in zip(game.inbox.items(), ("outdated", "missing"), strict=True):
        early = put.timestamp() - DAY
        os.utime(item.path, (early, early))
        assert dated(game, SenderClaim("ben"), item).standing == wanted
