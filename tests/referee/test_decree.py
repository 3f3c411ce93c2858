"""Decrees of the moderator: carried out once, told to everyone, whatever kills the program."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.engine.decision import MODERATOR
from pbem.engine.table import Answered
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.moderation.decree import DecreeResult, NoDecree, decree
from pbem.referee.play import play_on, rewind
from tests.referee.killer import KILLED, in_child, tree, turn
from tests.toy.game import RULESETS, Clock, new_game, opened
from tests.toy.ruleset import TOY
from tests.toy.state import Award

CLOCK = Clock()
TEXT, REASON = "point to: Ben\n", "he was robbed"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game that waits for bids."""
    new_game(tmp_path / "toy")
    turn(tmp_path / "toy")
    return tmp_path / "toy"


def ruled(folder: Path, text: str = TEXT, reason: str = REASON) -> DecreeResult:
    with opening.held(folder, RULESETS) as game:
        return decree(game, text, reason, CLOCK)


def award(folder: Path) -> None:
    ruled(folder)


def letters(folder: Path) -> dict[str, str]:
    with opening.held(folder, RULESETS) as game:
        play_on(game, CLOCK)
        return {made.seat: " ".join(made.path.read_text(encoding="utf-8").split()) for made in make_letters(game)}


def test_a_decree_happens_at_once_and_the_log_keeps_its_reason(folder: Path) -> None:
    done = ruled(folder)
    assert done.entry is not None
    game = opened(folder)
    assert game.table.state.score == {"ben": 1}
    assert game.table.entries[-1].answers == (
        Answered(Award(point_to="ben"), "decree", REASON, seat=MODERATOR, key="award"),
    )
    assert game.table.entries[-1] == done.entry


def test_everybody_is_told_with_the_reason(folder: Path) -> None:
    ruled(folder)
    told = letters(folder)
    assert set(told) == {"ann", "ben", "cid", "public"}
    for text in told.values():
        assert "The moderator decreed: he was robbed. - Ben of the Dale wins the point." in text


def test_the_question_and_its_sheets_stay_as_they_were(folder: Path) -> None:
    before = opened(folder).stage("ann")
    ruled(folder)
    letters(folder)
    after = opened(folder).stage("ann")
    assert before is not None
    assert after is not None
    assert (after.decision.key, after.asked) == (before.decision.key, before.asked)


def test_the_same_decree_again_changes_nothing(folder: Path) -> None:
    first = ruled(folder)
    letters(folder)
    again = ruled(folder)
    assert again.entry == first.entry
    assert opened(folder).table.state.score == {"ben": 1}
    assert ruled(folder, reason="once more").entry != first.entry
    assert ruled(folder, text="point to: Ann", reason="once more").entry is not None
    assert opened(folder).table.state.score == {"ben": 2, "ann": 1}


def test_a_decree_that_the_rules_forbid_is_none(folder: Path) -> None:
    for reason in ("one", "two", "three"):
        assert ruled(folder, reason=reason).entry is not None
    before = opened(folder).log.lines
    done = ruled(folder, reason="four")
    assert (done.entry, [fault.problem.code for fault in done.sheet.faults]) == (None, ["enough-points"])
    assert [fault.problem.code for fault in ruled(folder, "point to: Dan").sheet.faults] == ["unknown-name"]
    assert opened(folder).log.lines == before


def test_a_rewind_undoes_it(folder: Path) -> None:
    ruled(folder)
    with opening.held(folder, RULESETS) as game:
        rewind(game, len(game.table.entries) - 1, "a slip", CLOCK)
    assert opened(folder).table.state.score == {}
    assert ruled(folder).entry is not None
    assert opened(folder).table.state.score == {"ben": 1}


def test_rules_without_decrees_say_so(folder: Path) -> None:
    with (
        opening.held(folder, {"toy": replace(TOY, decree=None)}) as game,
        pytest.raises(NoDecree, match="know no decrees"),
    ):
        decree(game, TEXT, REASON, CLOCK)
    with (
        opening.held(folder, {"toy": replace(TOY, decree=lambda state: None)}) as game,
        pytest.raises(NoDecree, match="nothing can be decreed now"),
    ):
        decree(game, TEXT, REASON, CLOCK)


def test_killed_at_any_instant_it_is_done_once(folder: Path, tmp_path: Path) -> None:
    """Killed and given again, and letters made, the folder is as if nothing had happened."""
    base, work = tmp_path / "base", tmp_path / "work"
    shutil.copytree(folder, base)
    award(folder)
    turn(folder)
    wanted = tree(folder)
    code, instant = KILLED, 0
    while code == KILLED:
        instant += 1
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(base, work)
        code = in_child(work, instant, award)
        assert in_child(work, work=award) == 0
        assert in_child(work) == 0
        assert tree(work) == wanted, instant
    assert instant > 2
