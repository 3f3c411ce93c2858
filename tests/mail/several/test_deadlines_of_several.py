"""Several decisions of a seat with different deadlines, over mail: claims are due earlier than bids."""

from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.cli.status import in_a_line, tell
from pbem.mail.turn import overview
from pbem.referee.opening import held
from pbem.referee.play import play_on
from pbem.referee.status import status
from pbem.referee.submissions import holding
from tests.mail.several.test_several_decisions import YAML, World, plain
from tests.toy.duet import DUETS, HURRYING

RULES = "notice: 48 hours, rules: {short: {at: [daily 20:00], notice: 6 hours}}}"
HURRIED = YAML.replace("rounds: 2", f"rounds: {HURRYING}").replace("notice: 48 hours}", RULES)
CLAIM_DUE = "By Saturday 21 November 2026, 20:00 (Europe/Berlin)"
BID_DUE = "By Wednesday 25 November 2026, 20:00 (Europe/Berlin)"
CLAIM_AT, BID_AT = (due.replace("By ", "Deadline: ") for due in (CLAIM_DUE, BID_DUE))
SILENT = "If you have not answered this by the deadline, this counts: You leave the prize."
SILENT_NOW = "The deadline has passed. Unless you answer before play continues, this counts: You leave the prize."
PASSED = datetime.fromisoformat("2026-11-21T19:00:00+00:00")
OVER = datetime.fromisoformat("2026-11-25T19:00:00+00:00")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game", HURRIED)


def test_the_letter_says_of_each_question_when_it_is_due_and_what_silence_means(world: World) -> None:
    told = plain(world.letter("ann"))
    assert f"1. Your bid in lap 0. Bid how many points you mean to win. {BID_DUE} If you have not answered" in told
    assert "by the deadline, the moderator decides what to do. 2. Your claim in lap 0." in told
    assert f"The first claim ends the claiming. {CLAIM_DUE} {SILENT} " in told
    assert told.count("20:00 (Europe/Berlin)") == 2


def test_the_receipt_says_of_each_question_when_it_is_due_and_what_silence_means(world: World) -> None:
    told = plain(world.send("ann", "bid: 3\n").answer)
    assert f"- Your bid in lap 0: accepted. You bid 3. {BID_AT} - Your claim" in told
    assert f"not in this sheet; still to do. {CLAIM_DUE} {SILENT} An accepted answer counts" in told
    both = plain(world.send("ann", "claim: pass\n").answer)
    assert SILENT not in both
    assert both.count("20:00 (Europe/Berlin)") == 2


def test_a_refusal_brings_back_what_was_written(world: World) -> None:
    world.send("ann", "bid: 3\n")
    wrong = world.send("ann", "bid: 9\nclaim: {prize: 12}\n").answer
    back = wrong.partition("\n--- #")[2].partition("\n...")[0].splitlines()[1:]
    assert [line for line in back if not line.startswith("#")] == ["bid: 9", "claim: {prize: 12}"]


def test_commands_say_of_each_question_when_it_is_due(world: World) -> None:
    status = plain(world.send("ann", "status\n").answer)
    assert f"- Your bid in lap 0: still to do. {BID_DUE} - Your claim in lap 0: still to do. {CLAIM_DUE}" in status
    assert f"{SILENT} Your last letter" in status
    for command in ("form", "pass", "withdraw", "hold"):
        told = plain(world.send("ann", f"{command}\n").answer)
        claim, bid = (CLAIM_DUE, BID_DUE) if command == "form" else (CLAIM_AT, BID_AT)
        assert f"- Your bid in lap 0: {bid} - Your claim in lap 0: {claim}" in told, command


def test_once_a_question_is_due_silence_counts_for_it_and_the_game_waits_for_the_other(world: World) -> None:
    world.clock.at = PASSED
    assert world.received("ann") == ["0.bid: nothing", "0.claim: silent"]
    told = plain(world.send("ann", "status\n").answer)
    assert f"- Your bid in lap 0: still to do. {BID_DUE} - Your claim in lap 0: not answered. {CLAIM_AT}" in told
    assert SILENT_NOW in told
    assert SILENT_NOW in plain(world.send("ann", "bid: 3\n").answer)
    assert world.look().table.state.score == {}
    world.send("ben", "bid: 1\n")
    assert world.bids() == {"ann": 3, "ben": 1}
    assert "Ann of the Hill had not answered everything at the deadline" in plain(world.letter("ben"))


def test_a_late_answer_counts_instead_of_silence_while_the_game_waits(world: World) -> None:
    world.clock.at = PASSED
    world.send("ann", "claim: {prize: yes}\n")
    assert world.received("ann") == ["0.bid: nothing", "0.claim: valid"]
    world.send("ann", "bid: 0\n")
    world.send("ben", "bid: 0\n")
    assert world.look().table.state.score == {"ann": 1}


def test_a_hold_holds_every_question_until_the_last_deadline(world: World) -> None:
    told = plain(world.send("ann", "hold\n").answer)
    assert "Play does not continue before the last of these deadlines, even if all sheets are in." in told
    for seat in ("ann", "ben"):
        world.send(seat, "bid: 1\nclaim: pass\n")
    assert "You hold the game: play does not continue before the last of these" in plain(
        world.send("ann", "status\n").answer
    )
    for at, played in ((PASSED, False), (OVER, True)):
        world.clock.at = at
        with held(world.folder, DUETS) as game:
            assert holding(game, at) == (() if played else ("ann",))
            assert (play_on(game, world.clock) > 0) == played


def test_a_question_that_is_not_due_yet_can_be_held_when_another_is_over(world: World) -> None:
    world.clock.at = PASSED
    assert world.send("ann", "hold\n").answer.startswith("YOU HOLD THE GAME")
    assert world.send("ann", "release\n").answer.startswith("HOLD ENDED")
    world.clock.at = OVER
    assert world.send("ben", "hold\n").answer.startswith("TOO LATE TO HOLD THE GAME")


def test_pbem_status_names_the_deadline_of_each_question(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    tell(world.folder, overview(world.folder, world.clock, DUETS))
    shown = capsys.readouterr().out
    assert "Deadline for 0.claim (ann), 0.claim (ben): Saturday 2026-11-21 20:00 Europe/Berlin.\n" in shown
    assert "Deadline for 0.bid (ann), 0.bid (ben): Wednesday 2026-11-25 20:00 Europe/Berlin.\n" in shown
    found = status(world.look(), world.clock)
    assert [one.deadline for one in found.seats[0].questions] == [OVER, PASSED]
    assert in_a_line(world.folder, found).endswith("until Saturday 2026-11-21 20:00 Europe/Berlin")
    world.clock.at = PASSED
    assert in_a_line(world.folder, status(world.look(), world.clock)).endswith(
        "Wednesday 2026-11-25 20:00 Europe/Berlin"
    )
    world.clock.at = OVER
    world.clock.wind(hours=1)
    tell(world.folder, overview(world.folder, world.clock, DUETS))
    shown = capsys.readouterr().out
    assert "Saturday 2026-11-21 20:00 Europe/Berlin.\n" in shown
    assert "Wednesday 2026-11-25 20:00 Europe/Berlin; it has passed.\n" in shown


def test_pbem_hold_names_every_question_and_how_long(world: World) -> None:
    host = Host(rulesets=DUETS, clock=world.clock)
    run = CliRunner().invoke(main, ["hold", "--as", "ann", "--game", str(world.folder)], obj=host)
    assert run.output == "ann holds 0.bid, 0.claim: play does not continue before the last of their deadlines.\n"


def test_pbem_check_and_submit_say_what_is_left(world: World) -> None:
    host = Host(rulesets=DUETS, clock=world.clock)

    def run(*args: str, text: str) -> str:
        return CliRunner().invoke(main, [*args, "--game", str(world.folder)], obj=host, input=text).output

    checked = run("check", "-", "--seat", "ann", text="bid: 3\n")
    assert checked == "You bid 3.\nThe sheet is valid; it answers 1 of the 2 questions: 0.bid.\n"
    submitted = plain(run("submit", "-", "--as", "ann", text="bid: 3\n"))
    assert f"- Your claim in lap 0: not in this sheet; still to do. {CLAIM_DUE} {SILENT}" in submitted
