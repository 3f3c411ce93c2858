"""A sheet that its writer may not have ordered is shown back and waits for a `yes`."""

from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.exchange import exchange, take_in
from pbem.mail.intake import desk_mail, meaning, receipts
from pbem.mail.intake.sheet_files import look_at
from pbem.mail.judges import HandledMail
from pbem.mail.mime.headers import message_name
from pbem.referee import opening, submissions
from pbem.referee.deadlines.received import SeatStatus, seat_status
from pbem.referee.needs import whole_status
from pbem.referee.people.words import announce
from pbem.referee.play import apply_default
from pbem.report.letter import SheetFate
from tests.mail.words.world import World
from tests.toy.game import RULESETS, Clock, drop, mail, new_game, opened, send_sheet, subject

DOUBTED = "Would this be legal?\n\nbid: 3\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A toy game that waits for three bids."""
    new_game(tmp_path / "game")
    with opening.held(tmp_path / "game", RULESETS) as game:
        exchange(game, Clock())
    return tmp_path / "game"


def sent(folder: Path, text: str, name: str = "") -> HandledMail:
    number = len([*(folder / "inbox").glob("*.json")])
    send_sheet(folder, "ann", text, name or f"ann-{number}.eml", X_Number=str(number))
    with opening.held(folder, RULESETS) as game:
        (handled,) = take_in(game, Clock()).handled
    return handled


def ann(folder: Path) -> SeatStatus:
    return seat_status(opened(folder), "ann", Clock())


def bid(folder: Path) -> int | None:
    game = opened(folder)
    stage = game.stages("ann")[0]
    found = submissions.counting(game, "ann", *stage.put)
    return getattr(found.order, "bid", None) if found else None


def test_unmarked_lines_with_a_sentence_beside_them_wait_and_a_yes_makes_exactly_them_count(folder: Path) -> None:
    first = sent(folder, DOUBTED)
    assert (first.verdict.state, first.verdict.problems) == ("doubted", ("words-beside-orders",))
    assert "! Your sheet does not count yet." in first.answer
    assert "You bid 3." in first.answer
    assert "“Would this be legal?”" in first.answer
    assert (ann(folder).received, ann(folder).doubted, bid(folder)) == ("nothing", first.verdict.item, None)
    quoted = "".join(f"> {line}\n" for line in first.answer.splitlines())
    assert sent(folder, f"Yes!\n\n{quoted}").verdict.state == "accepted"
    assert (ann(folder).received, ann(folder).doubted, bid(folder)) == ("valid", None, 3)


def test_the_same_lines_between_marks_count_at_once(folder: Path) -> None:
    assert sent(folder, "Would this be legal?\n\n--- # mine\nbid: 3\n...\n").verdict.state == "accepted"


@pytest.mark.parametrize("sheet", ["bid: 3", "---\nbid: 3\n..."])
@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("It is Ben writing.", "doubted"),
        ("I'm Ben, Ann is away", "doubted"),
        ("Ben here, for Ann", "doubted"),
        ("Hier ist Cid", "doubted"),
        ("Forwarded for Ben, who has no internet:", "doubted"),
        ("T7", "doubted"),
        ("Lap VII, turn seven", "doubted"),
        ("Orders for 1743", "doubted"),
        ("7:", "doubted"),
        ("Turn I", "accepted"),
        ("Hi, this is Ann", "accepted"),
        ("Orders of 12 January 2026", "accepted"),
    ],
)
def test_who_writes_and_for_when_is_looked_at_above_any_sheet(folder: Path, words: str, state: str, sheet: str) -> None:
    assert sent(folder, f"{words}\n\n{sheet}\n").verdict.state == state


@pytest.mark.parametrize("sheet", ["bid: 3", "---\nbid: 3\n..."])
@pytest.mark.parametrize("words", ["for Ben", "On behalf of Ben", "@Ben:", "@Ben"])
def test_orders_below_the_name_of_someone_else_do_not_count(folder: Path, words: str, sheet: str) -> None:
    assert sent(folder, f"{words}\n\n{sheet}\n").verdict.state in ("doubted", "refused")


def test_courtesies_cost_nothing(folder: Path) -> None:
    text = "Hi Mo,\n\nhope you are well. Here are my orders:\n\nbid: 3\n\nBest regards,\nAnn\n"
    assert sent(folder, text).verdict.state == "accepted"


@pytest.mark.parametrize(
    ("heading", "state"),
    [
        ("Hi Rosa, tender:", "accepted"),
        ("Tender:", "accepted"),
        ("Hi Rosa, tender tomorrow:", "doubted"),
        ("Hi Rosa, no tender:", "doubted"),
        ("Hi Rosa, poker:", "doubted"),
    ],
)
def test_a_heading_by_the_name_of_what_is_asked_costs_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, heading: str, state: str
) -> None:
    monkeypatch.setattr(meaning, "question", lambda *_: "your tender in lap 1")
    assert sent(folder, f"{heading}\n\nbid: 3\n\nAnn\n").verdict.state == state


def test_words_that_take_a_marked_sheet_back_hold_it(folder: Path) -> None:
    first = sent(folder, "Provisional, do not submit yet.\n\n--- # mine\nbid: 3\n...\n")
    assert (first.verdict.state, bid(folder)) == ("doubted", None)
    assert sent(folder, "yes\n").verdict.state == "accepted"
    assert bid(folder) == 3


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("ben sent me this:", "doubted"),
        ("Ben sent me this:", "doubted"),
        ("Ben asked me to hurry, so here are my orders:", "accepted"),
    ],
)
def test_a_sheet_that_another_player_wrote_waits(folder: Path, words: str, state: str) -> None:
    assert sent(folder, f"{words}\n\n---\nbid: 1\n...\n").verdict.state == state


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Plan:\nbid: 3\n", "doubted"),
        ("Hi,\n\n*The plan*:\n\nbid: 3\n", "doubted"),
        ("Plan:\n\n---\nbid: 3\n...\n", "accepted"),
        ("Orders:\nbid: 3\n", "accepted"),
    ],
)
def test_unmarked_orders_below_the_word_plan_wait(folder: Path, text: str, state: str) -> None:
    assert sent(folder, text).verdict.state == state


@pytest.mark.parametrize("sheet", ["bid: 3", "---\nbid: 3\n..."])
@pytest.mark.parametrize(
    ("around", "state"),
    [
        ("Hello Ben,\n\n{}\n\nBest, Cid\n", "doubted"),
        ("Hello Ben,\n\n{}\n\nBest,\nCid\n", "doubted"),
        ("{}\n\nKind regards,\n\nBen\n", "doubted"),
        ("Hello Ben,\n\n{}\n\nBest, Ann\n", "accepted"),
        ("Hello Mo,\n\n{}\n\nBest,\nAnn Ünsal\n", "accepted"),
    ],
)
def test_a_sheet_in_a_letter_that_another_player_signed_waits(
    folder: Path, around: str, state: str, sheet: str
) -> None:
    assert sent(folder, around.format(sheet)).verdict.state == state
    assert bid(folder) == (3 if state == "accepted" else None)


@pytest.mark.parametrize(
    "text",
    ["Ja, danke!", "oui", "Hi Mo,\n\nyes, thanks\n\nBest,\nAnn\n", "confirmed\n", "Okay", "Yes please, count it."],
)
def test_a_yes_in_other_words_confirms(folder: Path, text: str) -> None:
    sent(folder, DOUBTED)
    assert sent(folder, text).verdict.state == "accepted"
    assert bid(folder) == 3


def test_a_yes_in_the_subject_of_an_empty_email_confirms(folder: Path) -> None:
    sent(folder, DOUBTED)
    _, _, token = subject(folder, "ann").partition("{")
    drop(folder, "subject.eml", mail("ann@example.org", f"Re: Yes, thanks {{{token}", "\n"))
    with opening.held(folder, RULESETS) as game:
        (handled,) = take_in(game, Clock()).handled
    assert (handled.verdict.state, bid(folder)) == ("accepted", 3)


@pytest.mark.parametrize(
    "text",
    [
        *("yes, but only if Ben bids 1\n", "Yes, later.\n", "Yes?\n", "I shall think about it.\n"),
        *("yeah, right!\n", "ok, thanks\n", "Alles klar, danke!\n", "yes\nhmm\n", "pass\nyes\n", "withdraw\nno\n"),
        *("yes\n\nBen\n", "yes\n\nCheers,\nCid\n", "This is Ben. Yes.\n"),
    ],
)
def test_a_yes_with_reservations_confirms_nothing_and_the_reply_says_what_waits(folder: Path, text: str) -> None:
    first = sent(folder, DOUBTED)
    told = sent(folder, text)
    assert (told.verdict.state, bid(folder), ann(folder).doubted) == ("words", None, first.verdict.item)
    assert "does not count yet" in " ".join(told.answer.split())


def test_a_yes_and_a_hold_confirm_and_hold(folder: Path) -> None:
    sent(folder, DOUBTED)
    told = sent(folder, "yes\nhold\n")
    assert (told.verdict.state, bid(folder)) == ("accepted", 3)
    assert ann(folder).holds


def test_a_no_closes_what_waits_and_leaves_what_counts(folder: Path) -> None:
    sent(folder, "--- # mine\nbid: 1\n...\n")
    sent(folder, DOUBTED)
    told = sent(folder, "No, thanks.\n")
    assert told.verdict.problems == ("waiting-withdrawn",)
    assert (ann(folder).doubted, bid(folder)) == (None, 1)
    sent(folder, "yes\n")
    assert bid(folder) == 1


def test_ok_says_nothing_to_the_game_where_nothing_waits(folder: Path) -> None:
    assert sent(folder, "Ok, thanks!\n").verdict.state == "words"


def test_a_second_yes_doubles_nothing_and_says_so(folder: Path) -> None:
    sent(folder, DOUBTED)
    sent(folder, "yes\n")
    again = sent(folder, "Yes.\n")
    assert (again.verdict.state, again.verdict.problems, bid(folder)) == ("refused", ("empty-sheet",), 3)
    assert "Nothing waits for a `yes` any more" in " ".join(again.answer.split())
    assert len(submissions.accepted(opened(folder), "ann", *opened(folder).stages("ann")[0].put)) == 1


def test_an_earlier_sheet_stays_in_force_meanwhile_and_the_receipt_says_so(folder: Path) -> None:
    sent(folder, "--- # mine\nbid: 1\n...\n")
    first = sent(folder, DOUBTED)
    assert "Until then your earlier sheet" in first.answer
    assert (ann(folder).received, bid(folder)) == ("valid", 1)
    sent(folder, "yes\n")
    assert bid(folder) == 3


@pytest.mark.parametrize("newer", ["--- # mine\nbid: 2\n...\n", "withdraw\n", "pass\n"])
def test_a_newer_sheet_or_a_withdraw_closes_what_waits(folder: Path, newer: str) -> None:
    sent(folder, DOUBTED)
    closed = sent(folder, newer)
    before = bid(folder)
    assert ann(folder).doubted is None
    sent(folder, "yes\n")
    assert bid(folder) == before != 3
    if newer == "withdraw\n":
        assert closed.verdict.problems == ("waiting-withdrawn",)


def test_a_newer_doubt_takes_the_place_of_the_first(folder: Path) -> None:
    sent(folder, DOUBTED)
    sent(folder, "What about this one?\n\nbid: 2\n")
    sent(folder, "yes\n")
    assert bid(folder) == 2


def test_a_yes_to_the_receipt_of_an_older_sheet_confirms_no_newer_one(folder: Path) -> None:
    first = sent(folder, DOUBTED)
    second = sent(folder, "What about this one?\n\nbid: 2\n")
    with opening.held(folder, RULESETS) as game:
        older, newer = (
            f"<{message_name(game.keys.message_ids, one.verdict.receipt, 'ann@example.org')}@example.org>"
            for one in (first, second)
        )
    send_sheet(folder, "ann", "yes\n", "older.eml", References=older)
    with opening.held(folder, RULESETS) as game:
        (handled,) = take_in(game, Clock()).handled
    assert "may be for something else than your sheet" in " ".join(handled.answer.split())
    assert (ann(folder).doubted, bid(folder)) == (second.verdict.item, None)
    send_sheet(folder, "ann", "Yes!\n", "newer.eml", References=f"{older} {newer}")
    with opening.held(folder, RULESETS) as game:
        assert take_in(game, Clock()).handled[0].verdict.state == "accepted"
    assert bid(folder) == 2


def test_a_yes_after_something_else_with_orders_confirms_nothing_until_it_is_repeated(folder: Path) -> None:
    first = sent(folder, DOUBTED)
    assert sent(folder, "try\n---\nbid: 2\n...\n").verdict.problems == ("tried",)
    told = sent(folder, "yes\n")
    assert "may be for something else than your sheet" in " ".join(told.answer.split())
    assert (ann(folder).doubted, bid(folder)) == (first.verdict.item, None)
    assert sent(folder, "Yes.\n").verdict.state == "accepted"
    assert bid(folder) == 3


def test_a_yes_after_a_trial_is_not_for_the_words_that_a_refusal_offered(folder: Path) -> None:
    assert sent(folder, "---\nbidd: 3\n...\n").verdict.state == "refused"
    sent(folder, "try\n---\nbid: 2\n...\n")
    assert "may be for something else than your sheet" in " ".join(sent(folder, "yes\n").answer.split())
    assert bid(folder) is None
    sent(folder, "Yes.\n")
    assert bid(folder) == 3


def test_a_yes_to_the_receipt_of_what_waits_confirms_it_whatever_came_since(folder: Path) -> None:
    first = sent(folder, DOUBTED)
    sent(folder, "try\n---\nbid: 2\n...\n")
    with opening.held(folder, RULESETS) as game:
        name = message_name(game.keys.message_ids, first.verdict.receipt, "ann@example.org")
    send_sheet(folder, "ann", "yes\n", "own.eml", References=f"<{name}@example.org>")
    with opening.held(folder, RULESETS) as game:
        assert take_in(game, Clock()).handled[0].verdict.state == "accepted"
    assert bid(folder) == 3


def test_a_yes_after_a_sheet_for_an_earlier_stage_confirms_nothing(folder: Path) -> None:
    old = subject(folder, "ann")
    with opening.held(folder, RULESETS) as game:
        for seat in ("ann", "ben", "cid"):
            judges.submit_sheet(game, seat, b"bid: 0\n", Clock())
        exchange(game, Clock())
    assert sent(folder, "I think about it.\n\npass\n").verdict.state == "doubted"
    drop(folder, "old.eml", mail("ann@example.org", f"Re: {old}", "---\nbid: 1\n...\n"))
    with opening.held(folder, RULESETS) as game:
        (late,) = take_in(game, Clock()).handled
    assert late.verdict.problems == ("outdated",)
    assert "may be for something else" in " ".join(sent(folder, "yes\n").answer.split())


@pytest.mark.parametrize("by", ["ben", "the moderator"])
@pytest.mark.parametrize(("sheet", "said"), [(DOUBTED, "Yes!"), ("---\nbidd: 3\n...\n", "yes"), (DOUBTED, "No.")])
def test_a_yes_or_no_to_the_words_of_someone_is_not_for_the_sheet_that_waits(
    tmp_path: Path, by: str, sheet: str, said: str
) -> None:
    world = World(tmp_path / "game")
    assert world.sends("ann", sheet) in {"doubted", "refused"}
    if by == "ben":
        world.sends("ben", "to ann: Shall we make peace, Ann?\n")
    else:
        with world.game() as game:
            announce(game, "Is Friday good for all of you?", world.clock, now=True)
        world.turn()
    (words,) = world.out("ann", "fact")
    world.sends("ann", f"{said}\n", References=f"<before@example.org> {words['Message-ID']}")
    assert bid(world.folder) is None
    answer = world.texts("ann", "receipt")[-1]
    assert "answers the words of someone" in " ".join(answer.split())
    back = world.out("ann", "receipt")[-1]["Message-ID"]
    world.sends("ann", "yes\n", References=f"{words['Message-ID']} {back}")
    assert bid(world.folder) == 3


def test_a_line_beside_a_yes_to_the_words_of_someone_is_carried_out(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    world.sends("ann", DOUBTED)
    world.sends("ben", "to ann: Shall we make peace, Ann?\n")
    (words,) = world.out("ann", "fact")
    world.sends("ann", "Yes!\nhold\n", References=str(words["Message-ID"]))
    answer = " ".join(world.texts("ann", "receipt")[-1].split())
    assert "YOU HOLD THE GAME" in answer
    assert "answers the words of someone" in answer
    assert bid(world.folder) is None


def test_a_yes_to_the_words_of_someone_ends_no_hold(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    world.sends("ann", "---\nbid: 3\n...\nhold\n")
    world.sends("ben", "to ann: Shall we make peace, Ann?\n")
    (words,) = world.out("ann", "fact")
    world.sends("ann", "Yes\n", References=str(words["Message-ID"]))
    assert "you still hold the game" in " ".join(world.texts("ann", "receipt")[-1].split())
    game = world.look()
    assert submissions.hold_of(game, game.stages("ann")[0], world.clock.at)


def test_an_email_without_a_sheet_leaves_what_waits(folder: Path) -> None:
    sent(folder, DOUBTED)
    sent(folder, "\n")
    sent(folder, "I shall think about it until Friday.\n")
    assert sent(folder, "yes\n").verdict.state == "accepted"


def test_a_yes_after_the_stage_is_answered_clearly_and_plays_nothing(folder: Path) -> None:
    sent(folder, DOUBTED)
    with opening.held(folder, RULESETS) as game:
        for seat in ("ann", "ben", "cid"):
            judges.submit_sheet(game, seat, b"bid: 0\n", Clock())
        exchange(game, Clock())
    before = len(opened(folder).log.lines)
    late = sent(folder, "yes\n")
    assert (late.verdict.state, len(opened(folder).log.lines)) == ("words", before)
    assert late.verdict.problems == ("words",)


def test_a_yes_to_what_was_never_confirmed_before_the_stage_ended_is_too_late(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        for seat in ("ben", "cid"):
            judges.submit_sheet(game, seat, b"bid: 1\n", Clock())
    sent(folder, DOUBTED)
    with opening.held(folder, RULESETS) as game:
        apply_default(game, "ann", "time is up", Clock())
        exchange(game, Clock())
    late = sent(folder, "yes\n")
    assert late.verdict.problems == ("outdated",)
    assert "which never counted" in " ".join(late.answer.split())


def test_the_moderator_sees_what_waits_in_words(folder: Path) -> None:
    first = sent(folder, DOUBTED)
    with opening.held(folder, RULESETS) as game:
        found = whole_status(game, Clock())
    assert [one.kind for one in found.needs] == ["words"]
    assert "a sheet that waits for its player's" in found.needs[0].says
    assert found.words[0].item == first.verdict.item


def test_a_file_says_the_same_and_its_yes_may_come_at_the_command_line(folder: Path) -> None:
    game = opened(folder)
    looked = look_at(game, "ann", DOUBTED.encode(), as_mail=False)
    assert (looked.fate, [doubt.code for doubt in looked.doubts]) == (SheetFate.doubted, ["words-beside-orders"])
    assert look_at(game, "ann", b"bid: 3\n", as_mail=False).fate is SheetFate.accepted
    with opening.held(folder, RULESETS) as game:
        handled, _ = judges.submit_sheet(game, "ann", DOUBTED.encode(), Clock())
        assert handled.verdict.state == "doubted"
        confirmed = judges.confirm_doubted(game, handled, Clock())
        assert confirmed.verdict.state == "accepted"
    assert bid(folder) == 3


def test_a_hold_below_a_sheet_holds(folder: Path) -> None:
    first = sent(folder, "--- # mine\nbid: 3\n...\n\nhold\n")
    assert first.verdict.state == "accepted"
    assert "You hold the game" in first.answer
    assert ann(folder).holds


def test_a_death_before_the_verdict_of_a_yes_loses_and_doubles_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(folder, DOUBTED)
    right = receipts.answer

    def dies(*args: object, **more: object) -> None:
        raise KeyboardInterrupt

    send_sheet(folder, "ann", "yes\n", "yes.eml")
    monkeypatch.setattr(receipts, "answer", dies)
    with pytest.raises(KeyboardInterrupt), opening.held(folder, RULESETS) as game:
        take_in(game, Clock())
    monkeypatch.setattr(receipts, "answer", right)
    with opening.held(folder, RULESETS) as game:
        (handled,) = take_in(game, Clock()).handled
    assert (handled.verdict.state, bid(folder)) == ("accepted", 3)


def test_where_sheets_are_sealed_nothing_is_repeated_and_a_yes_is_answered(tmp_path: Path) -> None:
    pytest.importorskip("pyrage")
    from tests.referee.sealing.sealed_game import sealed_game, turn

    sealed_game(tmp_path / "game")
    turn(tmp_path / "game")
    first = sent(tmp_path / "game", DOUBTED)
    assert first.verdict.state == "doubted"
    assert first.verdict.problems == ()
    assert "You bid" not in first.answer
    assert "legal" not in first.answer
    assert "Its hash:" in first.answer
    turn(tmp_path / "game")
    again = sent(tmp_path / "game", "yes\n")
    assert (again.verdict.state, again.verdict.key != "") == ("accepted", True)
    assert "counts" in again.answer


def test_a_yes_opens_no_seal_and_the_sheet_is_played_once_the_key_is_there(tmp_path: Path) -> None:
    pytest.importorskip("pyrage")
    from tests.referee.sealing.sealed_game import answer, leaks, sealed_game, turn

    folder = tmp_path / "game"
    key = sealed_game(folder)
    turn(folder)
    send_sheet(folder, "ann", "quokka? Would this be legal, zanzibar?\n\nbid: 3\n", "ann-1.eml")
    turn(folder)
    assert ann(folder).received == "nothing"
    send_sheet(folder, "ann", "Ja, danke\n", "ann-2.eml")
    turn(folder)
    assert (ann(folder).received, ann(folder).doubted) == ("valid", None)
    assert leaks(folder) == []
    for seat in ("ben", "cid"):
        answer(folder, seat, "bid: 1\n")
    turn(folder)
    game = turn(folder, key=key)
    answers = [one for line in game.log.lines if line.entry for one in line.entry.answers if one.seat == "ann"]
    assert [getattr(one.order, "bid", None) for one in answers] == [3]


def test_the_command_status_and_reminders_say_that_a_sheet_waits(folder: Path) -> None:
    sent(folder, DOUBTED)
    told = " ".join(sent(folder, "status\n").answer.split())
    assert "does not count yet, because of the words beside it. Reply `yes`" in told
    assert "Still to do: your bid in lap 1." in told


def test_the_desk_is_explicit(folder: Path) -> None:
    text = "# Would this be legal? Ignore this post.\nbid: 3\n"
    with opening.held(folder, RULESETS) as game:
        raw = desk_mail.made(game, "ann", game.stages("ann"), "sheet", text, "ab" * 16, Clock()())
        item, _ = game.inbox.keep(raw, Clock()())
        assert judges.judge(game, item, Clock()).verdict.state == "accepted"


@pytest.mark.parametrize(
    ("text", "state", "said"),
    [
        ("bid: 3\nI rather like this one\n", "doubted", "“I rather like this one”"),
        ("bid: 3\nbdi 4\n", "doubted", "bdi 4"),
        ("bid: 3\nnew orders\n", "doubted", "new orders"),
        ("bid: 3\nin turn 9\n", "doubted", "in turn 9"),
        ("bid: 3\npass this turn\n", "refused", "pass this turn"),
    ],
)
def test_a_line_of_words_among_unmarked_orders_waits_and_with_a_command_is_refused(
    folder: Path, text: str, state: str, said: str
) -> None:
    handled = sent(folder, text)
    assert handled.verdict.state == state
    assert said in handled.answer


ASKED = "Did this one arrive? I ask because the other one is meant.\n\n"


def test_a_copy_of_a_sheet_that_was_replaced_waits_if_anything_but_a_courtesy_is_beside_it(folder: Path) -> None:
    for number in (1, 2):
        sent(folder, f"---\nbid: {number}\n...\n")
    copied = sent(folder, f"{ASKED}---\nbid: 1\n...\n")
    assert (copied.verdict.state, copied.verdict.problems, bid(folder)) == ("doubted", ("words-beside-copy",), 2)
    assert "You sent exactly this sheet before" in copied.answer
    assert sent(folder, f"{ASKED}---\nbid: 2\n...\n").verdict.state == "accepted"
    assert sent(folder, f"{ASKED}---\nbid: 3\n...\n").verdict.state == "accepted"
    assert sent(folder, "Hi Mo,\n\n---\nbid: 1\n...\n\nCheers, Ann\n").verdict.state == "accepted"
    assert bid(folder) == 1


def test_a_copy_in_a_file_waits_too_and_a_withdrawn_sheet_may_be_sent_again(folder: Path) -> None:
    sent(folder, "---\nbid: 1\n...\n")
    sent(folder, "withdraw\n")
    assert sent(folder, f"{ASKED}---\nbid: 1\n...\n").verdict.state == "accepted"
    sent(folder, "---\nbid: 2\n...\n")
    found = look_at(opened(folder), "ann", f"{ASKED}---\nbid: 1\n...\n".encode(), as_mail=False)
    assert found.fate is SheetFate.accepted  # a file that is only looked at has no number
    assert sent(folder, f"Or not?\n\n{ASKED}---\nbid: 1\n...\n").verdict.state == "doubted"


@pytest.mark.parametrize("heading", ["Correction:", "Korrektur:", "Corrección:", "Edit:"])
def test_a_correction_waits_unless_it_is_as_long_as_the_sheet_before(folder: Path, heading: str) -> None:
    correction = f"{heading}\n\n---\nbid: 3\n...\n"
    first = sent(folder, correction)
    assert (first.verdict.state, first.verdict.problems) == ("doubted", ("words-correct-a-part",))
    sent(folder, "---\nbid: 1\n...\n")
    assert sent(folder, correction.replace("3", "2")).verdict.state == "accepted"
