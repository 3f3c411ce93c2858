import re
from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.intake import confirmations
from pbem.referee import opening
from tests.mail.rounds.transports import begun, body, fetch, now, one, seat, waiting_mails
from tests.toy.game import RULESETS, Clock, drop, mail, send_sheet, subject


def test_under_moderator_confirms_a_good_sheet_waits_for_his_word(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  trust: {policy: [token, moderator confirms]}\n  in:"))
    send_sheet(folder, "ann", "bid: 2\n")
    verdict = one(folder)
    assert (verdict.state, verdict.problems) == ("held", ("moderator-confirms",))
    assert seat(folder, "ann").received == "nothing"
    assert [held.item for held in now(folder).held] == [1]
    assert "AWAITING THE MODERATOR" in body(waiting_mails(folder)["receipt-0001"])
    with opening.held(folder, RULESETS) as game:
        confirmations.confirm(game, 1, "", Clock())
        (handled,) = judges.judge_all(game, Clock())
    assert (handled.verdict.state, handled.verdict.vouched) == ("accepted", "moderator")
    assert "ACCEPTED" in body(waiting_mails(folder)["receipt-0001-again"])
    assert seat(folder, "ann").received == "valid"


def test_under_moderator_confirms_a_bad_sheet_is_refused_at_once(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  trust: {policy: [token, moderator confirms]}\n  in:"))
    send_sheet(folder, "ann", "bod: 2\n")
    assert one(folder).state == "refused"


def test_what_the_moderator_does_not_confirm_is_told_with_the_reason(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  trust: {policy: [token, moderator confirms]}\n  in:"))
    send_sheet(folder, "ann", "bid: 2\n")
    fetch(folder)
    with opening.held(folder, RULESETS) as game:
        with pytest.raises(confirmations.NotOpen):
            confirmations.dismiss(game, 1, "", Clock())
        confirmations.dismiss(game, 1, "Ann says it was her cat", Clock())
    assert "Ann says it was her cat" in body(waiting_mails(folder)["dismissed-0001"])
    assert now(folder).held == ()


def test_a_held_sheet_of_a_stage_that_is_over_does_not_count_when_confirmed(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  trust: {policy: [token, moderator confirms]}\n  in:"))
    send_sheet(folder, "ann", "bid: 2\n")
    fetch(folder)
    with opening.held(folder, RULESETS) as game:
        from pbem.referee.play import apply_default, play_on

        for name in ("ann", "ben", "cid"):
            apply_default(game, name, "time is up", Clock())
        play_on(game, Clock())
        confirmations.confirm(game, 1, "", Clock())
        (handled,) = judges.judge_all(game, Clock())
    assert handled.verdict.problems == ("outdated",)


def test_without_token_in_the_policy_the_address_is_enough(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  trust: {policy: [moderator confirms]}\n  in:"))
    drop(folder, "1.eml", mail("ann@example.org", "my bid", "bid: 2\n"))
    assert one(folder).state == "held"


def test_an_address_of_several_seats_needs_the_token_under_any_policy(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("address: ben@example.org", "address: ann@example.org"))
    file = folder / "game.yaml"
    file.write_text(file.read_text().replace("  in:", "  trust: {policy: [moderator confirms]}\n  in:"))
    drop(folder, "1.eml", mail("ann@example.org", "my bid", "bid: 2\n"))
    assert one(folder).problems == ("no-token",)
    drop(folder, "2.eml", mail("ann@example.org", subject(folder, "ben"), "bid: 2\n"))
    assert (one(folder).state, seat(folder, "ben").received) == ("held", "nothing")


def test_an_answer_whose_subject_was_lost_is_known_by_its_thread(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    from email import message_from_bytes

    letter = message_from_bytes((folder / "out" / "round-0001-ann.eml").read_bytes())
    drop(folder, "1.eml", mail("ann@example.org", "(no subject)", "bid: 2\n", References=letter["Message-ID"]))
    assert one(folder).state == "accepted"
    drop(folder, "2.eml", mail("ben@example.org", "(no subject)", "bid: 2\n", References=letter["Message-ID"]))
    assert one(folder).problems == ("no-token",)


def test_a_quoted_form_gives_no_token_that_the_mail_does_not_have(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    drop(folder, "1.eml", mail("ann@example.org", "hi", "> --- # toy\n> bid: 0\nbid: 3\n> ...\n"))
    verdict = one(folder)
    assert verdict.problems == ("no-token",)


def test_a_mail_that_only_says_what_it_answers_is_known_by_it(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    letter = re.findall(r"^Message-ID: (\S+)", (folder / "out" / "round-0001-ann.eml").read_text(), re.MULTILINE)[0]
    drop(folder, "1.eml", mail("ann@example.org", "(no subject)", "bid: 2\n", In_Reply_To=letter))
    assert one(folder).state == "accepted"
