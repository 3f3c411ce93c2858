import re
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.mail.exchange import exchange, take_in
from pbem.mail.judges import HandledMail
from pbem.referee import opening, submissions
from pbem.referee.deadlines.received import SeatStatus
from pbem.referee.play import apply_default, rewind
from pbem.referee.status import status
from pbem.store.inbox import Verdict
from tests.toy.game import RULESETS, Clock, drop, mail, new_game, opened, send_sheet, subject


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A toy game that waits for three bids."""
    new_game(tmp_path / "game")
    play(tmp_path / "game")
    return tmp_path / "game"


def fetch(folder: Path) -> tuple[HandledMail, ...]:
    with opening.held(folder, RULESETS) as game:
        return take_in(game, Clock()).handled


def play(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        exchange(game, Clock())


def bid(folder: Path, *seats: str) -> None:
    for seat in seats:
        send_sheet(folder, seat, "bid: 1\n")
    fetch(folder)
    play(folder)


def seat(folder: Path, name: str) -> SeatStatus:
    return next(one for one in status(opened(folder), Clock()).seats if one.seat == name)


def answers(folder: Path) -> list[str]:
    return sorted(path.stem for place in ("out", "outbox") for path in (folder / place).glob("receipt-*.eml"))


def one(folder: Path) -> Verdict:
    (handled,) = fetch(folder)
    return handled.verdict


def test_a_good_sheet_is_accepted_and_said_back(folder: Path) -> None:
    send_sheet(folder, "ann", "--- # my bid\nbid: 2\n...\n")
    (handled,) = fetch(folder)
    assert (handled.verdict.state, handled.verdict.seat, handled.verdict.key) == ("accepted", "ann", "1.bid.ann")
    assert "You bid 2." in handled.answer
    assert answers(folder) == ["receipt-0001"]
    assert seat(folder, "ann").received == "valid"


def test_a_receipt_answers_its_mail_to_the_seats_address_and_says_what_became_of_it(folder: Path) -> None:
    send_sheet(folder, "ann", "bid: 2\n", Auto_Submitted="no")
    sent = message_from_bytes((folder / "in" / "ann.eml").read_bytes())
    fetch(folder)
    receipt = message_from_bytes((folder / "outbox" / "receipt-0001.eml").read_bytes())
    assert receipt["To"].endswith("<ann@example.org>")
    assert receipt["In-Reply-To"] == sent["Message-ID"]
    (letter,) = (message_from_bytes(path.read_bytes()) for path in (folder / "out").glob("round-0001-ann*"))
    assert receipt["References"].split() == [letter["Message-ID"], sent["Message-ID"]]
    assert receipt["Auto-Submitted"] == "auto-replied"
    token = subject(folder, "ann").rpartition(" ")[2]
    wanted = f"Re: [toy-1] Lap 1: accepted - your bid by Wed 25 Nov 20:00 {token}"
    assert " ".join(receipt["Subject"].split()) == wanted
    assert all(byte < 128 for byte in (folder / "outbox" / "receipt-0001.eml").read_bytes())


def test_a_bad_sheet_gets_every_fault_and_leaves_the_good_one_standing(folder: Path) -> None:
    send_sheet(folder, "ann", "bid: 2\n", "1.eml")
    send_sheet(folder, "ann", "bit: 2\nbod: 3\n", "2.eml")
    good, bad = fetch(folder)
    assert (good.verdict.state, bad.verdict.state) == ("accepted", "refused")
    assert bad.answer.count("     ✗ Refused") == 2
    assert "still counts" in bad.answer
    found = seat(folder, "ann")
    assert (found.received, found.counts, found.newest, found.versions) == ("valid", 1, 2, 2)


def test_the_newest_good_sheet_counts(folder: Path) -> None:
    send_sheet(folder, "ann", "bid: 2\n", "1.eml")
    send_sheet(folder, "ann", "bid: 3\n", "2.eml")
    assert "replaces" in fetch(folder)[1].answer
    bid(folder, "ben", "cid")
    assert opened(folder).table.state.bids == {"ann": 3, "ben": 1, "cid": 1}


def test_the_same_mail_twice_is_one_mail(folder: Path) -> None:
    send_sheet(folder, "ann", "bid: 2\n", "1.eml")
    raw = (folder / "in" / "1.eml").read_bytes()
    fetch(folder)
    drop(folder, "again.eml", raw)
    assert fetch(folder) == ()
    assert answers(folder) == ["receipt-0001"]


def test_a_sheet_for_a_stage_that_is_over_is_not_read(folder: Path) -> None:
    old = subject(folder, "ann")
    bid(folder, "ann", "ben", "cid")
    drop(folder, "late.eml", mail("ann@example.org", old, "card: C1\n"))
    verdict = one(folder)
    assert (verdict.state, verdict.problems) == ("refused", ("outdated",))
    assert seat(folder, "ann").received == "nothing"


def test_an_old_form_in_a_new_mail_is_not_read(folder: Path) -> None:
    old = subject(folder, "ann")
    bid(folder, "ann", "ben", "cid")
    send_sheet(folder, "ann", f"--- # {old}\npasses: yes\n...\n")
    assert one(folder).problems == ("outdated",)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: re.sub(r"\{.*\}", "", text), "no-token"),
        (lambda text: re.sub(r"\{.*\}", "{aaaa-bbbb}", text), "foreign-token"),
    ],
)
def test_without_the_seats_own_token_nothing_is_read(folder: Path, change: Callable[[str], str], code: str) -> None:
    drop(folder, "a.eml", mail("ann@example.org", change(subject(folder, "ann")), "bid: 1\n"))
    verdict = one(folder)
    assert (verdict.state, verdict.problems) == ("refused", (code,))
    assert answers(folder) == ["receipt-0001"]


def test_a_rivals_token_does_not_help(folder: Path) -> None:
    drop(folder, "a.eml", mail("ben@example.org", subject(folder, "ann"), "bid: 1\n"))
    assert one(folder).problems == ("foreign-token",)
    assert seat(folder, "ann").received == seat(folder, "ben").received == "nothing"


@pytest.mark.parametrize("spoil", [str.upper, lambda text: text.replace("o", "0").replace("l", "1")])
def test_a_token_survives_what_people_do_to_it(folder: Path, spoil: Callable[[str], str]) -> None:
    head, _, token = subject(folder, "ann").partition("{")
    drop(folder, "a.eml", mail("ANN@example.org", f"AW: {head}{{{spoil(token)}", "bid: 1\n"))
    assert one(folder).state == "accepted"


def test_a_stranger_goes_to_the_moderator_and_learns_nothing(folder: Path) -> None:
    drop(folder, "a.eml", mail("eve@example.org", subject(folder, "ann"), "bid: 1\n"))
    verdict = one(folder)
    assert (verdict.state, verdict.seat, verdict.guess) == ("unclaimed", "", "ann")
    assert answers(folder) == []
    assert [found.item for found in status(opened(folder), Clock()).unclaimed] == [1]


def test_a_robot_is_not_answered(folder: Path) -> None:
    send_sheet(folder, "ann", "I am away until Monday\n", Auto_Submitted="auto-replied")
    assert one(folder).state == "robot"
    assert answers(folder) == []
    assert seat(folder, "ann").received == "nothing"


def test_an_empty_mail_is_answered_too(folder: Path) -> None:
    send_sheet(folder, "ann", "> bid: 1\n")
    assert one(folder).problems == ("empty-sheet",)
    assert answers(folder) == ["receipt-0001"]
    assert seat(folder, "ann").received == "errors"


def test_a_sheet_as_a_file_belongs_to_the_seat_of_its_name(folder: Path) -> None:
    drop(folder, "ann-second try.yaml", b"bid: 2\n")
    drop(folder, "anna.yaml", b"bid: 3\n")
    (handled,) = fetch(folder)
    assert (handled.verdict.seat, handled.verdict.state) == ("ann", "accepted")
    assert [path.name for path in (folder / "in").glob("*.yaml")] == ["anna.yaml"]


def test_equal_files_for_two_stages_are_two_sheets(folder: Path) -> None:
    bid(folder, "ann", "ben", "cid")
    for minute in range(2):
        clock = Clock()
        clock.wind(minutes=minute)
        drop(folder, "ben.yaml", b"reactions: never\n", clock.at)
        assert len(fetch(folder)) == 1


def test_a_standing_order_counts_at_once_and_answers_for_its_seat(folder: Path) -> None:
    bid(folder, "ann", "ben", "cid")
    send_sheet(folder, "ben", "reactions: never\n")
    assert one(folder).state == "accepted"
    game = opened(folder)
    assert game.view("ben").standing == {"ben": "never"}
    assert game.view("cid").standing == {}
    card = game.view("ann").hands["ann"].known[-1]
    send_sheet(folder, "ann", f"card: {card}\n")
    fetch(folder)
    play(folder)
    assert [found.seat for found in status(opened(folder), Clock()).missing] == ["cid"]


def test_a_pass_is_an_order(folder: Path) -> None:
    bid(folder, "ann", "ben", "cid")
    send_sheet(folder, "ann", "pass\n")
    assert one(folder).state == "accepted"
    assert seat(folder, "ann").received == "passed"


def test_the_default_is_applied_unless_a_sheet_comes(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        apply_default(game, "ann", "on holiday", Clock())
        apply_default(game, "ben", "on holiday", Clock())
    assert seat(folder, "ann").received == "default"
    send_sheet(folder, "ben", "bid: 3\n")
    fetch(folder)
    assert seat(folder, "ben").received == "valid"
    bid(folder, "cid")
    game = opened(folder)
    assert game.table.state.bids == {"ann": 0, "ben": 3, "cid": 1}
    assert [answer.by for answer in game.table.entries[2].answers] == ["default", "sheet", "sheet"]


def test_a_rewind_voids_the_sheets_before_it_and_tells_everybody(folder: Path) -> None:
    bid(folder, "ann", "ben", "cid")
    with opening.held(folder, RULESETS) as game:
        before = game.table.at(2)
        rewind(game, 2, "the wrong bids", Clock())
        rewind(game, 2, "the wrong bids", Clock())
    play(folder)
    game = opened(folder)
    assert (game.table.state, game.table.views) == before
    assert len(game.table.entries) == 4
    assert {found.received for found in status(game, Clock()).seats} == {"nothing"}
    for name in ("ann", "ben", "cid", "public"):
        assert "the wrong bids" in (folder / "letters" / "0003" / f"{name}.txt").read_text()
    with opening.held(folder, RULESETS) as game:
        rewind(game, 3, "they were right", Clock())
    play(folder)
    assert opened(folder).table.state.bids == {"ann": 1, "ben": 1, "cid": 1}
    assert seat(folder, "ann").asked == "1.impulse.ann"


def test_letters_made_again_are_the_same_to_the_byte(folder: Path) -> None:
    bid(folder, "ann", "ben", "cid")
    send_sheet(folder, "ben", "reactions: never\n")
    fetch(folder)
    before = {path: path.read_bytes() for path in (folder / "letters").rglob("*.txt")}
    for path in before:
        path.unlink()
    play(folder)
    assert {path: path.read_bytes() for path in (folder / "letters").rglob("*.txt")} == before
    assert len(list((folder / "sent").glob("round-*"))) == 6


def test_an_order_that_became_illegal_no_longer_counts(folder: Path) -> None:
    send_sheet(folder, "ann", "bid: 4\n")
    fetch(folder)
    game = opened(folder)
    stage = game.stage("ann")
    assert stage is not None
    path = next((folder / "sheets" / stage.name).glob("ann-*.json"))
    path.write_bytes(path.read_bytes().replace(b'"bid":4', b'"bid":5'))
    assert seat(folder, "ann").received == "no longer legal"
    bid(folder, "ben", "cid")
    assert [found.seat for found in status(opened(folder), Clock()).missing] == ["ann"]


def test_no_letter_or_receipt_tells_a_rivals_hand(folder: Path) -> None:
    bid(folder, "ann", "ben", "cid")
    game = opened(folder)
    names = game.ruleset.lexicon(game.view("ann"), "ann")
    for name in game.titles:
        mine = [names.name("card", card) for card in game.view(name).hands[name].known]
        own = {
            folder / "letters" / number / f"{name}{kind}" for number in ("0001", "0002") for kind in (".txt", ".html")
        }
        for path in [*(folder / "letters").rglob("*.*"), *(folder / "inbox").glob("*.txt")]:
            told = [card for card in mine if re.search(rf"\b{card}\b", path.read_text())]
            assert told == (mine if path in own else []), path
    assert submissions.defaults(game) == {}


def test_a_message_id_is_settled_and_tells_nothing_of_the_others(folder: Path) -> None:
    send_sheet(folder, "ann", "bid: 2\n")
    fetch(folder)
    path = folder / "outbox" / "receipt-0001.eml"
    first = message_from_bytes(path.read_bytes())["Message-ID"]
    assert re.fullmatch(r"<[0-9a-f]{32}\.[0-9a-f]{16}@example\.org>", first)
    path.unlink()
    next((folder / "inbox").glob("0001-*.json")).unlink()
    fetch(folder)
    assert message_from_bytes(path.read_bytes())["Message-ID"] == first


def test_a_rewind_puts_even_the_same_question_anew(folder: Path) -> None:
    send_sheet(folder, "ann", "bid: 2\n")
    fetch(folder)
    with opening.held(folder, RULESETS) as game:
        rewind(game, 2, "once more", Clock())
    assert seat(folder, "ann").received == "nothing"


def test_orders_above_the_letter_that_nobody_quoted_are_not_outdone_by_its_form(folder: Path) -> None:
    letter = max((folder / "letters").glob("*/ann.txt")).read_text()
    send_sheet(folder, "ann", f"bid: 3\n\n~ the letter was ~\n\n{letter}")
    (handled,) = fetch(folder)
    assert (handled.verdict.state, handled.verdict.problems) == ("accepted", ())
    assert seat(folder, "ann").received == "valid"


def test_words_above_the_letter_that_nobody_quoted_are_for_the_moderator(folder: Path) -> None:
    letter = max((folder / "letters").glob("*/ann.txt")).read_text()
    send_sheet(folder, "ann", f"I am away until Monday.\n\n{letter}")
    assert one(folder).state == "words"
    assert seat(folder, "ann").received == "nothing"


def test_a_form_sent_back_unquoted_between_its_marks_is_a_pass(folder: Path) -> None:
    letter = max((folder / "letters").glob("*/ann.txt")).read_text()
    send_sheet(folder, "ann", letter[letter.index("--- #") : letter.index("\n...") + 5])
    assert one(folder).state == "accepted"
    assert seat(folder, "ann").received == "passed"


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Who plays at the club on Friday?\n", "robot"),
        ("Schedule: Friday\nPlace: the club\nGuests: two or three\n", "robot"),
        ("Zug: um acht\nOrt: im Keller\n", "robot"),
        ("Games: Maria, Friedrich\nSeats: 3\n", "robot"),
        ("- Maria: Friday\n- Friedrich: Sunday\n", "robot"),
        ("agenda:\n  - the room\n  - the beer\n", "robot"),
        ("Présents: Anne, Paul\nAbsents: Jean\n", "robot"),
        ("Info: the club is closed\n", "robot"),
        ("Date: 24 May\nTime: 20:00\n", "robot"),
        ("Price: 20\nShipping: 5\n", "robot"),
        ("bid: 1\n", "accepted"),
        ("---\nbid: 1\n...\n", "accepted"),
        ("---\nbid: 1\n...\n\n---\nbid: 2\n...\n", "refused"),
        ("status\n", "command"),
    ],
)
def test_what_a_list_sent_on_is_answered_only_where_it_is_for_the_game(folder: Path, text: str, state: str) -> None:
    drop(folder, "1.eml", mail("ann@example.org", f"Re: {subject(folder, 'ann')}", text, List_Id="<x.example.org>"))
    verdict = one(folder)
    assert verdict.state == state
    assert bool(verdict.receipt) is (state != "robot")
    assert verdict.why == ("list" if state == "robot" else "")


@pytest.mark.parametrize("line", ["# bid: 3", "#bid: 3", "  # bid: 3", "- # bid: 3", "1. # bid: 3", "# - Linz > Enns"])
@pytest.mark.parametrize("marked", [True, False])
def test_an_order_that_a_sign_before_it_makes_a_comment_is_named(folder: Path, line: str, marked: bool) -> None:
    text = f"bid: 2\n# this is for Ben's lap\n{line}\n"
    text = f"---\n{text}...\n" if marked else text
    drop(folder, "1.eml", mail("ann@example.org", f"Re: {subject(folder, 'ann')}", text))
    one(folder)
    told = " ".join((next((folder / "inbox").glob("0001-*.txt"))).read_text().split())
    plainly = told.replace('"', "").replace("“", "").replace("”", "").replace("`", "")
    assert f"{line.strip()} was read as a comment" in plainly
    assert "lap was read" not in plainly
