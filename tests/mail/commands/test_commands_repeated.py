"""Commands by mail: who may give them, that they are obeyed once, and that they tell nothing of others."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.engine.decision import Decision
from pbem.engine.table import Chance
from pbem.mail import judges
from pbem.mail.exchange import take_in
from pbem.mail.intake import commands
from pbem.mail.intake.requests import sheet_of_pass
from pbem.referee import opening, submissions
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.referee.submissions import RequestOrigin
from pbem.sheet.check import check_sheet
from pbem_maria.guess import guess
from pbem_maria.ruleset import MARIA
from tests.mail.commands.commanding import (
    CHANGING,
    TELLING,
    asked,
    bid,
    counting,
    files,
    lettered,
    plain,
    tell,
    to_end,
    to_impulse,
)
from tests.toy.game import RULESETS, START, Clock, new_game, send_sheet


@pytest.mark.parametrize("line", CHANGING)
def test_without_proof_nothing_is_changed(game: Game, line: str) -> None:
    bid(game, "ann")
    before = files(game)
    found = commands.run_commands(game, asked(game, proven=False), (line,), Clock())
    assert found.codes == ("unproven",)
    assert "keep the subject" in plain(found)
    assert files(game) == before


@pytest.mark.parametrize("line", TELLING)
def test_what_only_tells_needs_no_proof(game: Game, line: str) -> None:
    unproven = commands.run_commands(game, asked(game, proven=False), (line,), Clock())
    assert unproven == tell(game, line)


@pytest.mark.parametrize("line", ["pass", "withdraw", "hold", "release"])
def test_an_answer_to_an_old_letter_changes_nothing_of_the_present_stage(game: Game, line: str) -> None:
    bid(game, "ann")
    before = files(game)
    assert commands.run_commands(game, asked(game, outdated=True), (line,), Clock()).codes == ("outdated",)
    assert files(game) == before


@pytest.mark.parametrize("line", CHANGING)
def test_after_the_end_nothing_is_changed(game: Game, line: str) -> None:
    to_end(game)
    before = files(game)
    assert tell(game, line).codes == ("over",)
    assert files(game) == before


@pytest.mark.parametrize("place", [lambda game: game, to_impulse, to_end], ids=["bids", "impulse", "over"])
@pytest.mark.parametrize("line", [*CHANGING, *TELLING])
def test_what_is_obeyed_again_is_obeyed_once(game: Game, line: str, place: Callable[[Game], Game]) -> None:
    place(game)
    for seat in ("ann", "ben"):
        first = tell(game, line, seat=seat, number=20)
        after = files(game)
        assert tell(opening.look(game.folder, RULESETS), line, seat=seat, number=20) == first
        assert files(game) == after


@pytest.mark.parametrize(
    ("lines", "codes", "counts"),
    [
        (("pass", "withdraw"), ("passed", "withdrawn"), False),
        (("withdraw", "pass"), ("nothing-to-withdraw", "passed"), True),
        (("pass", "withdraw", "pass"), ("passed", "withdrawn", "passed"), True),
        (("pass", "withdraw", "withdraw"), ("passed", "withdrawn", "nothing-to-withdraw"), False),
        (("hold", "pass", "release", "status"), ("held", "passed", "released", "status"), True),
        (("release", "hold"), ("nothing-to-release", "held"), False),
        (("absent none", "absent 2026-12-24 to 2027-01-02"), ("not-absent", "absent"), False),
    ],
)
def test_commands_of_one_mail_are_obeyed_in_order(
    game: Game, lines: tuple[str, ...], codes: tuple[str, ...], *, counts: bool
) -> None:
    for _ in range(2):
        found = tell(game, *lines)
        assert found.codes == codes
        assert found.passed == counts
        assert (counting(game) is not None) == counts
        assert found.text.count("\n===") == len(lines)
    stage = game.stage("ann")
    assert stage is not None
    assert (submissions.hold_of(game, stage, START) is not None) == (codes[-1] == "held")


@pytest.mark.parametrize("lines", ["pass", "hold\npass", "withdraw", "absent 2026-12-24 to 2027-01-02"])
def test_a_mail_killed_before_its_verdict_is_answered_once_and_alike(game: Game, lines: str) -> None:
    bid(game, "ann")
    send_sheet(game.folder, "ann", f"{lines}\n")
    with opening.held(game.folder, RULESETS) as held:
        (first,) = take_in(held, Clock()).handled
    after = files(game)
    next((game.folder / "inbox").glob("0002-*.json")).unlink()
    with opening.held(game.folder, RULESETS) as held:
        (again,) = judges.judge_all(held, Clock())
    assert again == first
    assert files(game) == after
    assert first.verdict.state == ("accepted" if "pass" in lines else "command")


@pytest.mark.parametrize("line", TELLING)
def test_an_answer_tells_nothing_of_what_others_sent_or_wish(tmp_path: Path, line: str) -> None:
    games = []
    for name in ("quiet", "busy"):
        new_game(tmp_path / name)
        games.append(lettered(opening.look(tmp_path / name, RULESETS)))
    quiet, busy = games
    bid(busy, "ben", "cid", points=2)
    tell(busy, "hold", "absent 2026-12-24 to 2027-01-02", seat="ben", number=3)
    tell(busy, "pass", seat="cid", number=4)
    assert tell(quiet, line) == tell(busy, line)
    bid(quiet, "ann", "ben", "cid", item=10)
    bid(busy, "ann", item=10)
    assert tell(quiet, line, number=20) == tell(busy, line, number=20)


@pytest.mark.parametrize("scenario", ["introductory", "advanced"])
def test_every_question_of_maria_can_be_passed_and_withdrawn(tmp_path: Path, scenario: str) -> None:
    seats = "{maria-theresa: {}, frederick: {}, louis: {}}"
    text = f"game: m\nrules: maria\nsettings: {{scenario: {scenario}}}\nseats: {seats}\n"
    create(tmp_path, text, {"maria": MARIA}, "11" * 32)
    game = opening.look(tmp_path, {"maria": MARIA})
    chance = Chance("seed", scenario)
    asked_types: set[type] = set()
    for round_ in range(1, 60):
        play_on(game, Clock())
        for seat in game.titles:
            stage = game.stage(seat)
            if stage is None or not stage.pending:
                continue
            fresh = stage.decision.takes not in asked_types
            asked_types.add(stage.decision.takes)
            passed_as_the_form_says(game, stage.decision, seat)
            if fresh:
                every_command_works(game, seat, round_)
            order = guess(game.view(seat), stage.decision, chance)
            submissions.accept(game, stage, 3 * round_ + 2, START, order, "")
        if not game.table.state.flow:
            break
    assert len(asked_types) > 4, "the game should ask for more than that"


def passed_as_the_form_says(game: Game, decision: Decision, seat: str) -> None:
    stage, view = game.stage(seat), game.view(seat)
    assert stage is not None
    lexicon = MARIA.lexicon(view, seat)
    sheet = check_sheet(sheet_of_pass(decision, lexicon), stage.step, decision, view, lexicon)
    assert sheet.order == decision.default, (decision.key, sheet.faults)


def every_command_works(game: Game, seat: str, round_: int) -> None:
    lines = ("status", "form", "pass", "hold", "withdraw", "release", "help")
    found = tell(game, *lines, seat=seat, number=3 * round_ + 1)
    assert found.codes == ("status", "form", "passed", "held", "withdrawn", "released", "help")
    stage = game.stage(seat)
    assert stage is not None
    assert submissions.counting(game, seat, stage.decision.key, stage.asked) is None
    assert submissions.hold_of(game, stage, START, RequestOrigin(3 * round_ + 2, 0)) is None


def test_only_so_many_commands_of_a_mail_are_obeyed_and_the_reply_says_where_that_ended(game: Game) -> None:
    found = tell(game, *["help"] * commands.MOST, "form", "status")
    assert found.codes == ("help",) * commands.MOST + ("too-many",)
    assert commands.MOST < submissions.FIRST_OF_MODERATOR
    assert "form" in plain(found).rpartition("The first 20 were read")[2]
