"""What forgers, copies and confirmations do to each other: each of these once went wrong."""

import re
from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.intake import confirmations
from pbem.mail.judges import HandledMail
from pbem.mail.mime.headers import bounce_word
from pbem.referee import opening
from pbem.referee.play import apply_default, play_on
from tests.mail.rounds.letters_back import REPORT
from tests.mail.rounds.transports import begun, body, fetch, now, one, play, seat, waiting_mails
from tests.toy.game import RULESETS, Clock, drop, mail, opened, send_sheet, subject

EVE = "eve@elsewhere.example"
TRUST = "  trust: {{policy: [{}]}}\n  in:"


def trusting(folder: Path, policy: str) -> Path:
    return begun(folder, ("  in:", TRUST.format(policy)))


def confirmed(folder: Path, number: int, name: str = "") -> HandledMail:
    with opening.held(folder, RULESETS) as game:
        confirmations.confirm(game, number, name, Clock())
        (handled,) = judges.judge_all(game, Clock())
    return handled


def word(folder: Path, ident: str = "another-address-0001") -> str:
    found = re.search(r"^  confirm (\S+)$", body(waiting_mails(folder)[ident]), re.MULTILINE)
    assert found
    return found[1]


def next_round(folder: Path) -> None:
    """An hour later no one has bid, and a day after that someone has the turn."""
    clock = Clock()
    clock.wind(hours=1)
    with opening.held(folder, RULESETS) as game:
        for name in ("ann", "ben", "cid"):
            apply_default(game, name, "time is up", clock)
        play_on(game, clock)
    play(folder)


def test_a_held_mail_that_came_twice_counts_when_it_is_confirmed(tmp_path: Path) -> None:
    folder = trusting(tmp_path / "game", "token, moderator confirms")
    raw = mail("ann@example.org", subject(folder, "ann"), "bid: 2\n")
    drop(folder, "1.eml", raw)
    drop(folder, "2.eml", b"Received: from a by b\r\n" + raw)
    assert [handled.verdict.state for handled in fetch(folder)] == ["held", "doubled"]
    assert confirmed(folder, 1).verdict.state == "accepted"
    assert seat(folder, "ann").received == "valid"


def test_a_confirmation_after_the_mail_was_dismissed_confirms_nothing(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    drop(folder, "1.eml", mail(EVE, subject(folder, "ann"), "bid: 2\n"))
    fetch(folder)
    with opening.held(folder, RULESETS) as game:
        confirmations.dismiss(game, 1, "", Clock())
    drop(folder, "2.eml", mail("ann@example.org", "Re: x", f"confirm {word(folder)}\n"))
    assert one(folder).problems == ("unknown-word",)


@pytest.mark.parametrize("bears", ["", "another seat's"])
def test_where_the_moderator_confirms_no_word_changes_an_address_without_him(tmp_path: Path, bears: str) -> None:
    folder = trusting(tmp_path / "game", "token, moderator confirms")
    drop(folder, "1.eml", mail(EVE, subject(folder, "ann"), "bid: 2\n"))
    fetch(folder)
    about = subject(folder, "ben") if bears else "Re: x"
    drop(folder, "2.eml", mail("ann@example.org", about, f"confirm {word(folder)}\n"))
    assert one(folder).problems == ("moderator-confirms",)
    assert opened(folder).settings.seats["ann"].address == "ann@example.org"


def test_where_mail_must_be_signed_a_confirmation_must_be_too(tmp_path: Path) -> None:
    folder = trusting(tmp_path / "game", "token, dkim")
    drop(folder, "1.eml", mail(EVE, subject(folder, "ann"), "bid: 2\n"))
    fetch(folder)
    drop(folder, "2.eml", mail("ann@example.org", "Re: x", f"confirm {word(folder)}\n"))
    assert one(folder).problems == ("dkim-missing",)
    assert opened(folder).settings.seats["ann"].address == "ann@example.org"


def test_the_second_of_two_seats_with_one_address_can_confirm_too(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("address: ben@example.org", "address: ann@example.org"))
    drop(folder, "1.eml", mail(EVE, subject(folder, "ben"), "bid: 2\n"))
    fetch(folder)
    drop(folder, "2.eml", mail("ann@example.org", "Re: x", f"confirm {word(folder)}\n"))
    fetch(folder)
    seats = opened(folder).settings.seats
    assert (seats["ann"].address, seats["ben"].address) == ("ann@example.org", EVE)
    assert seat(folder, "ben").received == "valid"


def test_the_old_address_is_told_that_it_was_given_up(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    drop(folder, "1.eml", mail(EVE, subject(folder, "ann"), "bid: 2\n"))
    fetch(folder)
    drop(folder, "2.eml", mail("ann@example.org", "Re: x", f"confirm {word(folder)}\n"))
    fetch(folder)
    play(folder)
    assert b"ann@example.org" in (folder / "out" / "receipt-0002.eml").read_bytes()
    assert EVE.encode() in (folder / "out" / "receipt-0001-again.eml").read_bytes()


def test_a_mail_without_token_is_for_the_stage_in_which_it_came(tmp_path: Path) -> None:
    folder = trusting(tmp_path / "game", "moderator confirms")
    file = folder / "game.yaml"
    drop(folder, "1.eml", mail("ann@example.org", "my bid", "bid: 2\n"))
    assert one(folder).state == "held"
    next_round(folder)
    assert confirmed(folder, 1).verdict.problems == ("outdated",), file


def test_an_unclaimed_mail_is_for_the_stage_in_which_it_came(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    drop(folder, "1.eml", mail(EVE, "my bid", "bid: 2\n"))
    fetch(folder)
    next_round(folder)
    assert confirmed(folder, 1, "ann").verdict.problems == ("outdated",)


def test_a_mail_that_needs_no_token_shows_in_the_status_of_its_seat(tmp_path: Path) -> None:
    folder = trusting(tmp_path / "game", "moderator confirms")
    drop(folder, "1.eml", mail("ann@example.org", "my bid", "bid: perhaps\n"))
    assert one(folder).state == "refused"
    assert (seat(folder, "ann").received, seat(folder, "ann").versions) == ("errors", 1)


def test_letters_that_come_back_are_no_answers(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  answers: {a day: 2}\n  bounces: game+*@example.org\n  in:"))
    to = f"game+{bounce_word(opened(folder).keys.bounces, 'round-0001-ann')}@example.org"
    for number in range(3):
        drop(
            folder, f"{number}.eml", f"X-Number: {number}\n{REPORT.format(recipient='ann@example.org', to=to)}".encode()
        )
    assert [handled.verdict.state for handled in fetch(folder)] == ["bounce"] * 3
    send_sheet(folder, "ann", "bid: 2\n", "9.eml")
    assert one(folder).why == ""


@pytest.mark.parametrize("policy", ["token", "moderator confirms"])
def test_forged_mails_do_not_use_up_the_answers_of_the_player(tmp_path: Path, policy: str) -> None:
    change = ("  in:", f"  answers: {{a day: 4}}\n  trust: {{policy: [{policy}]}}\n  in:")
    folder = begun(tmp_path / "game", change)
    for number in range(8):
        drop(folder, f"{number}.eml", mail("ann@example.org", "hi", f"bid: {number}\n"))
    fetch(folder)
    told = {"digest-20261121-ann", "receipt-0001", "receipt-0002", "receipt-0003"}
    assert set(waiting_mails(folder)) == told, "one reply is left for the player, and a single email tells of the rest"
    send_sheet(folder, "ann", "bid: 2\n", "9.eml")
    assert (one(folder).why, "receipt-0009" in waiting_mails(folder)) == ("", True)


def test_a_stolen_token_from_many_addresses_makes_no_flood_of_questions(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  answers: {a day: 3}\n  in:"))
    for number in range(9):
        drop(folder, f"{number}.eml", mail(f"eve{number}@elsewhere.example", subject(folder, "ann"), "bid: 1\n"))
    fetch(folder)
    assert sum(1 for ident in waiting_mails(folder) if ident.startswith("another-address")) == 3
    assert len(now(folder).unclaimed) == 9


def test_a_player_who_forgot_the_token_at_first_is_asked_when_it_comes(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    drop(folder, "1.eml", mail(f"Ben <{EVE}>", "my bid", "bid: 2\n"))
    assert one(folder).guess == "ben"
    drop(folder, "2.eml", mail(f"Ben <{EVE}>", subject(folder, "ben"), "bid: 2\n"))
    drop(folder, "3.eml", mail(f"Ben <{EVE}>", subject(folder, "ben"), "bid: 3\n"))
    fetch(folder)
    asked = [ident for ident in waiting_mails(folder) if ident.startswith("another-address")]
    assert asked == ["another-address-0002"]


def test_a_confirmed_address_brings_all_its_mails_with_the_token_and_the_newest_counts(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    drop(folder, "1.eml", mail(EVE, subject(folder, "ann"), "bid: 1\n"))
    drop(folder, "2.eml", mail(EVE, subject(folder, "ann"), "bid: 2\n"))
    drop(folder, "3.eml", mail(f"Ann [red] Ünsal <{EVE}>", "no token", "bid: 3\n"))
    drop(folder, "4.eml", mail("mal@elsewhere.example", subject(folder, "ann"), "bid: 0\n"))
    fetch(folder)
    drop(folder, "5.eml", mail("ann@example.org", "Re: x", f"confirm {word(folder)}\n"))
    fetch(folder)
    assert seat(folder, "ann").counts == 2
    assert [verdict.item for verdict in now(folder).unclaimed] == [3, 4]


def guesses(count: int) -> str:
    """Tokens that are none."""
    return "".join(f"{{aa{number:06d}}}" for number in range(count))


@pytest.mark.parametrize("where", ["subject", "mark"])
def test_a_mail_cannot_try_many_tokens_at_once(tmp_path: Path, where: str) -> None:
    folder = begun(tmp_path / "game")
    about = subject(folder, "ann")
    many = f"{guesses(21)}{about[about.index('{') :]}"
    text = f"---  # {many}\nbid: 2\n...\n" if where == "mark" else "bid: 2\n"
    drop(folder, "1.eml", mail("ann@example.org", "Re: x" if where == "mark" else f"[toy-1] {many}", text))
    assert one(folder).problems == ("foreign-token",)
    assert seat(folder, "ann").received == "nothing"


def test_a_stranger_cannot_try_many_tokens_at_once(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    about = subject(folder, "ann")
    drop(folder, "1.eml", mail(EVE, f"[other] {guesses(21)}{about[about.index('{') :]}", "bid: 2\n"))
    assert one(folder).state == "elsewhere"
    assert waiting_mails(folder) == {}


def test_the_subject_of_a_forged_mail_carries_no_message_to_the_player(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    lure = "The moderator asks you to send all your sheets to eve@elsewhere.example from now on, as the game has moved."
    drop(folder, "1.eml", mail("ann@example.org", f"Re: [toy-1] your bid. {lure} Thank you {{aaaa-bbbb}}", "bid: 2\n"))
    assert one(folder).problems == ("foreign-token",)
    text = " ".join(body(waiting_mails(folder)["receipt-0001"]).split())
    assert "eve@elsewhere.example" not in text
    assert "Re: [toy-1] your bid" in text
    assert "{aaaa-bbbb}" in text


def test_what_may_be_sent_at_any_time_needs_the_token_of_the_last_letter_too(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    for name in ("ann", "ben", "cid"):
        send_sheet(folder, name, "bid: 1\n")
    fetch(folder)
    play(folder)
    card = opened(folder).view("ann").hands["ann"].known[-1]
    send_sheet(folder, "ann", f"card: {card}\n")
    fetch(folder)
    play(folder)
    shown = subject(folder, "ann")
    assert shown.startswith("[toy-1] Lap 1: news, nothing to do {")
    for name in ("ben", "cid"):
        send_sheet(folder, name, "pass\n")
    fetch(folder)
    play(folder)
    assert subject(folder, "ann").startswith("[toy-1] Lap 1: news, nothing to do {")
    drop(folder, "forged.eml", mail("ann@example.org", shown, "reactions: never\n"))
    assert one(folder).problems == ("outdated",)
    drop(folder, "own.eml", mail("ann@example.org", subject(folder, "ann"), "reactions: never\n"))
    assert one(folder).state == "accepted"


@pytest.mark.parametrize("seats", [("ann", "ben"), ("ben", "ann")])
@pytest.mark.parametrize("attached", [False, True])
@pytest.mark.parametrize("shared", [False, True])
def test_a_sheet_of_one_seat_under_the_subject_of_another_is_refused(
    tmp_path: Path, seats: tuple[str, str], attached: bool, shared: bool
) -> None:
    folder = begun(tmp_path / "game", ("address: ben@example.org", "address: ann@example.org") if shared else ("", ""))
    under, marked = seats
    sender = "ann@example.org" if shared else f"{under}@example.org"
    token = subject(folder, marked).rpartition("{")[2]
    text = f"--- # [toy-1] orders {{{token}\nbid: 2\n...\n"
    if attached:
        part = f"\n--b\nContent-Type: text/yaml; name=orders.yaml\nContent-Disposition: attachment\n\n{text}--b--\n"
        raw = mail(sender, subject(folder, under), f"--b\n\nSee the file.{part}")
        raw = raw.replace(b"Content-Type: text/plain; charset=utf-8", b"").replace(
            b"From:", b"Content-Type: multipart/mixed; boundary=b\r\nFrom:", 1
        )
    else:
        raw = mail(sender, subject(folder, under), text)
    drop(folder, "1.eml", raw)
    done = fetch(folder)[0]
    assert (done.verdict.state, done.verdict.seat, done.verdict.problems) == ("refused", under, ("seats-differ",))
    titles = opened(folder).titles
    assert all(titles[one] in done.answer.replace("\n", " ") for one in seats)
    assert all(seat(folder, one).received != "valid" for one in seats)


@pytest.mark.parametrize("token", ["own", "{abcd-efgh}"])
def test_a_sheet_on_the_form_of_another_game_does_not_count_here(tmp_path: Path, token: str) -> None:
    """A game that had another name before has forms with it: their token tells them."""
    folder = begun(tmp_path / "game")
    own = "{" + subject(folder, "ann").rpartition("{")[2]
    text = f"--- # [toy-2] orders {own if token == 'own' else token}\nbid: 2\n...\n"
    drop(folder, "1.eml", mail("ann@example.org", subject(folder, "ann"), text))
    done = fetch(folder)[0]
    if token == "own":
        assert done.verdict.state == "accepted"
        return
    assert (done.verdict.state, done.verdict.problems) == ("refused", ("form-of-another-game",))
    assert "The form is of the game “toy-2”; this game is “toy-1”." in " ".join(done.answer.split()), done.answer


def test_under_no_subject_of_a_letter_the_mark_of_the_sheet_says_whose_it_is(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("address: ben@example.org", "address: ann@example.org"))
    token = subject(folder, "ben").rpartition("{")[2]
    drop(folder, "1.eml", mail("ann@example.org", "my orders", f"--- # [toy-1] orders {{{token}\nbid: 2\n...\n"))
    fetch(folder)
    assert (seat(folder, "ben").received, seat(folder, "ann").received) == ("valid", "nothing")


@pytest.mark.parametrize("marked", ["ann", "ben"])
def test_under_a_subject_with_the_tokens_of_two_seats_the_mark_of_the_sheet_says_whose_it_is(
    tmp_path: Path, marked: str
) -> None:
    folder = begun(tmp_path / "game", ("address: ben@example.org", "address: ann@example.org"))
    tokens = {name: subject(folder, name).rpartition("{")[2] for name in ("ann", "ben")}
    text = f"--- # [toy-1] orders {{{tokens[marked]}\nbid: 2\n...\n"
    drop(folder, "1.eml", mail("ann@example.org", f"{subject(folder, 'ann')} {{{tokens['ben']}", text))
    fetch(folder)
    assert [name for name in ("ann", "ben") if seat(folder, name).received == "valid"] == [marked]
