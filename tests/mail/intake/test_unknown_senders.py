import re
from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.intake import confirmations
from pbem.mail.intake.confirmations import NotOpen
from pbem.referee import opening
from tests.mail.rounds.transports import begun, body, fetch, now, one, seat, waiting_mails
from tests.toy.game import RULESETS, Clock, drop, mail, opened, subject

EVE = "eve@elsewhere.example"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "game")


def confirm_word(folder: Path) -> str:
    mails = [mail for ident, mail in waiting_mails(folder).items() if ident.startswith("another-address")]
    found = re.search(r"^  confirm (\S+)$", body(mails[-1]), re.MULTILINE)
    assert found
    return found[1]


def test_a_stranger_gets_an_answer_that_tells_nothing_and_only_one_a_day(folder: Path) -> None:
    drop(folder, "1.eml", mail(EVE, "a question about toy-1", "Who holds Silesia?\n"))
    drop(folder, "2.eml", mail(EVE, "another", "And Bohemia?\n"))
    fetch(folder)
    ((ident, answer),) = waiting_mails(folder).items()
    assert (ident, answer["To"], answer["Auto-Submitted"]) == ("stranger-0001", EVE, "auto-replied")
    text = body(answer)
    assert "does not know your address" in text
    assert not any(name in text for name in ("Ann", "Ben", "Cid", "bid", "question", "Silesia"))
    assert [verdict.item for verdict in now(folder).unclaimed] == [1, 2]


def test_what_a_list_brings_from_a_stranger_is_answered_to_nobody(folder: Path) -> None:
    drop(folder, "1.eml", mail(EVE, "news", "Who holds Silesia?\n", List_Id="<news.example.org>"))
    drop(folder, "2.eml", mail(EVE, subject(folder, "ann"), "bid: 1\n", List_Id="<news.example.org>"))
    assert [handled.verdict.state for handled in fetch(folder)] == ["unclaimed", "unclaimed"]
    assert waiting_mails(folder) == {}


def test_the_game_does_not_answer_itself(folder: Path) -> None:
    drop(folder, "1.eml", mail("Game@example.org", "your mail", "Somebody will look at it.\n"))
    assert one(folder).state == "unclaimed"
    assert waiting_mails(folder) == {}


def test_all_strangers_see_the_same_answer_whether_they_hold_a_token_or_not(folder: Path) -> None:
    drop(folder, "1.eml", mail(EVE, subject(folder, "ann"), "bid: 1\n"))
    drop(folder, "2.eml", mail("mal@elsewhere.example", "hello {abcd-efgh}", "bid: 1\n"))
    fetch(folder)
    answers = [mail for ident, mail in waiting_mails(folder).items() if ident.startswith("stranger")]
    assert len(answers) == 2
    assert body(answers[0]) == body(answers[1])
    assert answers[0]["Subject"] == answers[1]["Subject"]


@pytest.mark.parametrize(
    ("subject", "answered"),
    [
        ("buy now", False),
        ("", False),
        ("Toymaker of the year", False),
        ("Sale {50% off}", False),
        ("may I join toy-1?", True),
        ("Re: [TOY-1] your bid", True),
        ("Re: your bid {wxyz-wxyz}", True),
    ],
)
def test_a_stranger_is_answered_only_if_the_subject_names_the_game(folder: Path, subject: str, answered: bool) -> None:
    drop(folder, "1.eml", mail(EVE, subject, "hello\n"))
    assert one(folder).state == "unclaimed"
    assert bool(waiting_mails(folder)) is answered
    assert [verdict.item for verdict in now(folder).unclaimed] == [1]


def test_all_strangers_are_answered_if_the_moderator_says_so(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  answers: {strangers: yes}\n  in:"))
    drop(folder, "1.eml", mail(EVE, "hello", "hello\n"))
    assert one(folder).state == "unclaimed"
    assert len(waiting_mails(folder)) == 1


def test_strangers_are_not_answered_if_the_moderator_says_so(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  answers: {strangers: no}\n  in:"))
    drop(folder, "1.eml", mail(EVE, "hello toy-1", "hello\n"))
    assert one(folder).state == "unclaimed"
    assert waiting_mails(folder) == {}


def test_a_flood_of_strangers_gets_no_flood_of_answers(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  answers: {a day: 3}\n  in:"))
    for number in range(6):
        drop(folder, f"{number}.eml", mail(f"eve{number}@elsewhere.example", "hello toy-1", "hello\n"))
    fetch(folder)
    assert len(waiting_mails(folder)) == 3


@pytest.mark.parametrize(
    "lines", ["From: a@b.example\r\nFrom: ann@example.org\r\n", "Subject: no sender\r\n", "From: x\r\n"]
)
def test_a_mail_without_one_clear_sender_is_for_the_moderator_and_not_answered(folder: Path, lines: str) -> None:
    drop(folder, "1.eml", f"{lines}\r\nbid: 1\r\n".encode())
    verdict = one(folder)
    assert (verdict.state, verdict.seat) == ("unclaimed", "")
    assert verdict.why in ("no-sender", "unclear-sender", "two-senders")
    assert waiting_mails(folder) == {}


def test_a_player_known_by_his_name_is_guessed_and_no_more(folder: Path) -> None:
    drop(folder, "1.eml", mail(f"Ben <{EVE}>", "hello", "bid: 1\n"))
    verdict = one(folder)
    assert (verdict.state, verdict.guess) == ("unclaimed", "ben")
    assert not any(ident.startswith("another") for ident in waiting_mails(folder))


def test_a_token_from_another_address_asks_the_seat_at_its_own(folder: Path) -> None:
    drop(folder, "1.eml", mail(EVE, subject(folder, "ann"), "bid: 1\n"))
    assert one(folder).guess == "ann"
    asked = waiting_mails(folder)["another-address-0001"]
    assert "ann@example.org" in asked["To"]
    assert EVE in body(asked)
    assert seat(folder, "ann").received == "nothing"


def test_confirmed_from_the_old_address_the_mail_counts_and_the_address_changes(folder: Path) -> None:
    drop(folder, "1.eml", mail(EVE, subject(folder, "ann"), "bid: 2\n"))
    fetch(folder)
    drop(
        folder,
        "2.eml",
        mail("ann@example.org", "Re: an email from another address", f"confirm {confirm_word(folder)}\n"),
    )
    fetch(folder)
    assert seat(folder, "ann").received == "valid"
    assert opened(folder).settings.seats["ann"].address == EVE
    mails = waiting_mails(folder)
    assert "ann@example.org" in mails["receipt-0002"]["To"]
    assert EVE in mails["receipt-0001-again"]["To"]
    assert "You bid 2." in body(mails["receipt-0001-again"])
    drop(folder, "3.eml", mail("ann@example.org", subject(folder, "ann"), "bid: 3\n"))
    assert one(folder).state == "unclaimed"


def test_a_stranger_cannot_confirm_himself(folder: Path) -> None:
    drop(folder, "1.eml", mail(EVE, subject(folder, "ann"), "bid: 2\n"))
    fetch(folder)
    word = confirm_word(folder)
    drop(folder, "2.eml", mail(EVE, subject(folder, "ann"), f"confirm {word}\n"))
    drop(folder, "3.eml", mail("ben@example.org", subject(folder, "ben"), f"confirm {word}\n"))
    drop(folder, "4.eml", mail("ann@example.org", subject(folder, "ann"), "confirm aaaa-bbbb\n"))
    fetch(folder)
    assert seat(folder, "ann").received == "nothing"
    assert opened(folder).settings.seats["ann"].address == "ann@example.org"


def test_what_the_moderator_writes_into_game_yaml_goes_before_a_confirmed_address(folder: Path) -> None:
    drop(folder, "1.eml", mail(EVE, subject(folder, "ann"), "bid: 2\n"))
    fetch(folder)
    drop(folder, "2.eml", mail("ann@example.org", "Re: x", f"confirm {confirm_word(folder)}\n"))
    fetch(folder)
    file = folder / "game.yaml"
    file.write_text(file.read_text().replace("ann@example.org", "anna@third.example"))
    assert opened(folder).settings.seats["ann"].address == "anna@third.example"


def test_the_moderator_can_claim_a_mail_for_a_seat(folder: Path) -> None:
    drop(folder, "1.eml", mail(EVE, "my bid", "bid: 2\n"))
    fetch(folder)
    with opening.held(folder, RULESETS) as game:
        with pytest.raises(NotOpen):
            confirmations.confirm(game, 1, "", Clock())
        confirmations.confirm(game, 1, "ann", Clock())
        (handled,) = judges.judge_all(game, Clock())
    assert (handled.verdict.state, handled.verdict.vouched) == ("accepted", "moderator")
    assert seat(folder, "ann").received == "valid"
    assert opened(folder).settings.seats["ann"].address == "ann@example.org"
    assert now(folder).unclaimed == ()


def test_the_moderator_can_close_a_mail(folder: Path) -> None:
    drop(folder, "1.eml", mail(EVE, "my bid", "bid: 2\n"))
    fetch(folder)
    with opening.held(folder, RULESETS) as game:
        assert confirmations.dismiss(game, 1, "", Clock()).state == "dismissed"
    assert now(folder).unclaimed == ()
    assert fetch(folder) == ()


def test_words_to_the_moderator_are_kept_for_him_and_said_to_be(folder: Path) -> None:
    drop(
        folder,
        "1.eml",
        mail("ann@example.org", subject(folder, "ann"), "Dear Mo,\n\nI shall be late this week.\n\nAnn\n"),
    )
    verdict = one(folder)
    assert (verdict.state, verdict.seat) == ("words", "ann")
    assert [found.item for found in now(folder).words] == [1]
    assert "NO SHEET FOUND IN YOUR EMAIL" in body(waiting_mails(folder)["receipt-0001"])
    assert seat(folder, "ann").received == "nothing"
