"""Commands by mail, obeyed."""

import re
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from pbem.mail.intake import commands
from pbem.mail.intake.requests import sheet_of_pass
from pbem.referee import opening, submissions
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.store.inbox import Verdict
from tests.mail.commands.commanding import ANN, asked, bid, counting, lettered, plain, tell, to_end, to_impulse
from tests.referee.sealing.sealed_game import sealed_game
from tests.toy.game import GAME_YAML, RULESETS, SEED, START, Clock, new_game
from tests.toy.ruleset import TOY
from tests.toy.state import Bid, Play


def test_status_says_what_is_asked_until_when_and_whom_the_last_letter_waited_for(game: Game) -> None:
    said = plain(tell(game, "status"))
    assert "Still to do: your bid in lap 1." in said
    assert "Deadline: Wednesday 25 November 2026, 20:00 (Europe/Berlin)" in said
    assert "You have sent no sheet" in said
    assert "Your last letter is letter 1." in said
    assert "the game was also waiting for Ben of the Dale and Cid of the Shore; whose sheets" in said


def test_status_says_nothing_of_the_sheets_of_others_and_claims_nothing_of_them(game: Game) -> None:
    """Whether a sheet of Ben has come or not, Ann is told of the time of her letter."""
    before = plain(tell(game, "status"))
    bid(game, "ben")
    assert plain(tell(game, "status", number=8)) == before
    assert "When it was written the game was also waiting for Ben of the Dale and Cid of the Shore" in before
    assert "is also waiting" not in before


def test_status_says_what_counts(game: Game) -> None:
    bid(game, "ann")
    said = plain(tell(game, "status"))
    assert "Your sheet of Saturday 21 November 2026, 09:00 (Europe/Berlin) counts." in said
    assert "This stage: your bid in lap 1." in said
    assert "You bid " in said
    assert "Still to do" not in said
    kept, _ = game.inbox.keep(b"bit: 1\n", START, seat="ann")
    refused = Verdict(2, "refused", START + timedelta(hours=1), "ann", key=ANN[0], asked=ANN[1])
    game.inbox.judge(kept, refused)
    said = plain(tell(game, "status"))
    assert "09:00 (Europe/Berlin) counts. What you sent later, last on Saturday 21 November 2026, 10:00" in said


def test_status_tells_holds_and_absences(game: Game) -> None:
    tell(game, "hold", "absent 2026-12-24 to 2027-01-02")
    said = plain(tell(game, "status", number=8))
    assert "You hold the game: play does not continue before the deadline." in said
    assert "You are away from Thursday 24 December 2026 to Saturday 2 January 2027." in said
    assert "You hold" not in plain(tell(game, "status", seat="ben", number=9))


def test_status_of_a_seat_that_is_not_asked(game: Game) -> None:
    to_impulse(game)
    said = plain(tell(game, "status", seat="ben"))
    assert "Nothing to do now. At any time you may send your standing order." in said
    assert "the game was waiting for Ann of the Hill" in said
    assert "over" in plain(tell(to_end(game), "status"))


def test_status_before_the_first_letter(tmp_path: Path) -> None:
    new_game(tmp_path)
    game = opening.look(tmp_path, RULESETS)
    assert "You have not been sent a letter yet." in plain(tell(game, "status"))
    assert tell(game, "resend").codes == ("no-letter",)


def test_the_form_stands_between_its_marks_under_the_token_of_its_subject(game: Game) -> None:
    found = tell(game, "form")
    token = f"{{{game.token('ann', *ANN)}}}"
    assert found.subject == f"Re: [toy-1] Lap 1: your form - your bid by Wed 25 Nov 20:00 {token}"
    assert f"--- # [toy-1] your bid in lap 1 {token}\nbid: 0\n...\n" in found.text
    assert tell(to_impulse(game), "form", seat="ben").text.count("reactions: ask") == 1
    assert tell(to_end(game), "form").codes == ("no-form",)


def test_resend_is_the_last_letter_word_for_word_under_its_subject(game: Game) -> None:
    to_impulse(game)
    found = tell(game, "resend")
    assert found.text == (game.folder / "letters" / "0002" / "ann.txt").read_text()
    token = f"{{{game.token('ann', '1.impulse.ann', 3)}}}"
    assert found.subject == f"[toy-1] Lap 1: your card by Wed 25 Nov 20:00 {token}"
    (game.folder / "letters" / "0002" / "ann.txt").unlink()
    assert found.text != tell(game, "resend").text == (game.folder / "letters" / "0001" / "ann.txt").read_text()


def test_help_lists_the_commands_and_names_the_moderator(game: Game) -> None:
    said = tell(game, "help").text
    for word in ("status", "form", "resend", "pass", "withdraw", "hold", "release", "absent", "help"):
        assert f"\n- {word}" in said
    assert "Mo <mo@example.org>" in said


def test_what_is_no_command_is_quoted_with_what_it_may_mean(game: Game) -> None:
    found = tell(game, "widraw")
    assert found.codes == ("misread",)
    assert "“widraw” was not understood" in plain(found)
    assert "Did you mean withdraw?" in plain(found)
    assert "\n- status" in found.text


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("absent next week", "absent 2026-12-24 to 2027-01-02"),
        ("absent 2026-12-05 to 2026-12-01", "2026-12-01 is before 2026-12-05"),
        ("pass and hold", "“pass” must be alone on its line"),
        ("confirm it", "the token from the email"),
        ("confirm abcd-efgh", "was not understood"),
        ("", "was not understood"),
        ("\x00" * 5000, "was not understood"),
        ("pass" * 5000, "was not understood"),
        ("{{ 7 * 7 }} {% raw %}", "{{ 7 * 7 }} {% raw %}"),
    ],
)
def test_of_a_command_with_a_fault_the_answer_says_what_is_right(game: Game, line: str, right: str) -> None:
    found = tell(game, line)
    assert found.codes == ("misread",)
    assert right in plain(found)
    assert len(found.text) < 3000


def test_a_pass_is_the_form_as_it_stands(game: Game) -> None:
    found = tell(game, "pass")
    assert (found.codes, found.passed) == (("passed",), True)
    assert "You bid 0." in found.text
    one = counting(game)
    assert one is not None
    assert (one.order, one.item, one.received) == (Bid(bid=0), 7, START)
    assert "You pass" in plain(tell(game, "status", number=8))


def test_a_pass_replaces_an_earlier_sheet_and_says_so(game: Game) -> None:
    bid(game, "ann")
    found = tell(game, "pass")
    assert "replaces all of your earlier sheet" in plain(found)
    assert plain(tell(game, "pass")) == plain(found), "also when it is obeyed again"
    assert "replaces" not in plain(tell(game, "pass", seat="ben"))


def test_a_pass_ends_the_waiting_as_a_sheet_does(game: Game) -> None:
    for number, seat in enumerate(game.titles, 1):
        tell(game, "pass", seat=seat, number=number)
    lettered(game)
    assert game.table.state.bids == {"ann": 0, "ben": 0, "cid": 0}
    assert [answer.by for answer in game.table.entries[2].answers] == ["sheet"] * 3


@pytest.mark.parametrize("knows_pass", [False, True])
def test_without_a_default_a_pass_is_refused_unless_the_order_knows_one(tmp_path: Path, *, knows_pass: bool) -> None:
    rules = {"toy": TOY}
    create(tmp_path, GAME_YAML.replace("OUT", "{folder: out}"), rules, SEED)
    game = lettered(opening.look(tmp_path, rules))
    stage = game.stage("ann")
    assert stage is not None
    decision = msgspec.structs.replace(stage.decision, default=None, takes=Play if knows_pass else Bid)
    bare = msgspec.structs.replace(asked(game), stages=(msgspec.structs.replace(stage, decision=decision),))
    if knows_pass:
        assert sheet_of_pass(decision, TOY.lexicon(game.view("ann"), "ann")) == "pass\n"
        return
    found = commands.run_commands(game, bare, ("pass",), Clock())
    assert (found.codes, found.passed) == (("no-pass",), False)
    assert counting(game) is None


def test_where_sheets_are_sealed_a_pass_is_not_said_back(tmp_path: Path) -> None:
    sealed_game(tmp_path / "game")
    game = lettered(opening.look(tmp_path / "game", RULESETS))
    found = tell(game, "pass")
    one = counting(game)
    assert one is not None
    assert one.sealed
    assert one.hash in found.text
    assert "Read as: your bid in lap 1." in plain(found)
    assert not re.search(r"(?i)you bid|\bpass", found.text)
    assert tell(game, "pass") == found
    status = tell(game, "status", number=8)
    assert "counts" in plain(status)
    assert not re.search(r"(?i)you bid|\bpass", status.text)
    assert tell(game, "withdraw", "pass", "withdraw", number=8).codes == ("withdrawn", "passed", "withdrawn")
    assert counting(game) is None


def test_where_nothing_is_asked_there_is_nothing_to_pass(game: Game) -> None:
    assert tell(to_impulse(game), "pass", seat="ben").codes == ("nothing-to-pass",)
    assert game.view("ben").standing == {}


def test_what_is_withdrawn_counts_no_longer_until_another_comes(game: Game) -> None:
    bid(game, "ann")
    found = tell(game, "withdraw")
    assert (found.codes, found.passed) == (("withdrawn",), False)
    assert "the game is waiting for you again" in plain(found)
    assert counting(game) is None
    assert "You withdrew what you had sent" in plain(tell(game, "status", number=8))
    assert tell(game, "pass", number=8).passed
    assert counting(game)


def test_there_may_be_nothing_to_withdraw(game: Game) -> None:
    assert tell(game, "withdraw").codes == ("nothing-to-withdraw",)
    bid(game, "ann", "ben", "cid", item=8)
    lettered(game)
    assert tell(game, "withdraw", seat="ben", number=12).codes == ("too-late-to-withdraw",)
    assert tell(game, "withdraw", seat="ann", number=12).codes == ("nothing-to-withdraw",)
    assert "cannot be withdrawn" in plain(tell(game, "withdraw", seat="ann", number=12))


def test_a_hold_is_kept_and_the_game_waits(game: Game) -> None:
    bid(game, "ann", "ben", "cid")
    found = tell(game, "hold")
    assert found.codes == ("held",)
    assert "before the deadline" in plain(found)
    assert play_on(game, Clock()) == 0
    assert tell(game, "release", number=8).codes == ("released",)
    assert play_on(game, Clock()) > 0


def test_a_hold_without_a_deadline_says_how_long_it_lasts(tmp_path: Path) -> None:
    new_game(tmp_path)
    file = tmp_path / "game.yaml"
    file.write_text(file.read_text().replace('at: ["Wednesday 20:00", "Sunday 20:00"], ', ""))
    game = lettered(opening.look(tmp_path, RULESETS))
    assert "until you send `release` or the moderator decides" in plain(tell(game, "hold"))


def test_a_hold_needs_a_stage_and_time(game: Game) -> None:
    assert game.pause
    assert game.pause.deadline
    assert tell(game, "hold", at=game.pause.deadline).codes == ("too-late-to-hold",)
    assert tell(game, "release").codes == ("nothing-to-release",)
    assert tell(to_impulse(game), "hold", seat="ben").codes == ("nothing-to-hold",)
    assert not (game.folder / "wishes").exists()


def test_an_absence_is_kept_and_taken_back(game: Game) -> None:
    found = tell(game, "absent 2026-12-24 to 2027-01-02")
    assert found.codes == ("absent",)
    assert "You are away from Thursday 24 December 2026 to Saturday 2 January 2027." in plain(found)
    assert "changes no deadline" in plain(found)
    (absence,) = submissions.absences(game, "ann", date(2026, 11, 21))
    assert (absence.start, absence.end) == (date(2026, 12, 24), date(2027, 1, 2))
    assert tell(game, "absent none", number=8).codes == ("back",)
    assert submissions.absences(game, "ann", date(2026, 11, 21)) == ()
    assert tell(game, "absent none", number=9).codes == ("not-absent",)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("absent 2026-11-01 to 2026-11-20", "days-past"),
        ("absent 2026-11-20 to 2026-11-21", "absent"),
        ("absent 2026-12-05 to 2026-12-01", "misread"),
        ("absent next week", "misread"),
        ("absent 2026-12-01 to 2027-12-01", "days-far"),
    ],
)
def test_only_days_that_make_sense_are_kept(game: Game, line: str, code: str) -> None:
    assert tell(game, line).codes == (code,)
    assert (game.folder / "wishes").exists() == (code == "absent")
