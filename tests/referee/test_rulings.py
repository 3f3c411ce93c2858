"""Rulings of the moderator: carried out once, told to everyone, whatever kills the program."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Union

import pytest
from msgspec.structs import replace

from pbem.engine.decision import MODERATOR, Answers, Decision, SoFar
from pbem.engine.event import Entered
from pbem.engine.ruleset import BrokenInvariant, Rulings
from pbem.engine.table import Answered, Table
from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.deadlines.received import seat_status
from pbem.referee.play import play_on, rewind
from pbem.referee.records.chance import audit_game
from pbem.referee.rulings import AnswerRuling, NoRuling, RulingResult, effects, rule, rule_answer, try_ruling
from pbem.referee.upgrade import trial
from tests.referee.killer import deaths, tree, turn
from tests.toy.game import RULESETS, Clock, new_game, opened
from tests.toy.ruleset import TOY
from tests.toy.rulings import Jury
from tests.toy.state import PLAIN_EVENTS, Award, Play, Toy
from tests.toy.steps import STEPS, Impulse

Act = Callable[[Path], object]
CLOCK = Clock()
TEXT, REASON = "point to: Ben\n", "he was robbed"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game that waits for bids."""
    new_game(tmp_path / "toy")
    turn(tmp_path / "toy")
    return tmp_path / "toy"


def ruled(folder: Path, text: str = TEXT, reason: str = REASON) -> RulingResult:
    with opening.held(folder, RULESETS) as game:
        return rule(game, text, reason, CLOCK)


def award(folder: Path) -> None:
    ruled(folder)


def letters(folder: Path) -> dict[str, str]:
    with opening.held(folder, RULESETS) as game:
        play_on(game, CLOCK)
        return {made.seat: " ".join(made.path.read_text(encoding="utf-8").split()) for made in make_letters(game)}


def test_a_ruling_happens_at_once_and_the_log_keeps_its_reason(folder: Path) -> None:
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
        assert "The moderator made a ruling: he was robbed. - Ben of the Dale wins the point." in text


def test_the_question_and_its_sheets_stay_as_they_were(folder: Path) -> None:
    before = opened(folder).stage("ann")
    ruled(folder)
    letters(folder)
    after = opened(folder).stage("ann")
    assert before is not None
    assert after is not None
    assert (after.decision.key, after.asked) == (before.decision.key, before.asked)


def test_the_same_ruling_again_changes_nothing(folder: Path) -> None:
    first = ruled(folder)
    letters(folder)
    again = ruled(folder)
    assert again.entry == first.entry
    assert opened(folder).table.state.score == {"ben": 1}
    assert ruled(folder, reason="once more").entry != first.entry
    assert ruled(folder, text="point to: Ann", reason="once more").entry is not None
    assert opened(folder).table.state.score == {"ben": 2, "ann": 1}


def test_a_ruling_that_the_rules_forbid_is_none(folder: Path) -> None:
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


def test_rules_without_rulings_say_so(folder: Path) -> None:
    nothing: Rulings = Rulings(step=lambda state: None, broken=lambda state: ())
    with (
        opening.held(folder, {"toy": replace(TOY, rulings=None)}) as game,
        pytest.raises(NoRuling, match="know no rulings"),
    ):
        rule(game, TEXT, REASON, CLOCK)
    with (
        opening.held(folder, {"toy": replace(TOY, rulings=nothing)}) as game,
        pytest.raises(NoRuling, match="nothing can be ruled now"),
    ):
        rule(game, TEXT, REASON, CLOCK)


def card_of(folder: Path, seat: str, number: int = 0) -> str:
    return str(opened(folder).table.state.hands[seat].known[number])


def give(folder: Path, seat: str, to: str, number: int = 0) -> str:
    """A sheet that gives a card of one hand to another."""
    return f"give: {{Cup {card_of(folder, seat, number)[1:]}: {to}}}\n"


def test_what_would_break_an_invariant_is_told_and_not_done(folder: Path) -> None:
    before = opened(folder).log.lines
    done = ruled(folder, give(folder, "ann", "Ben"))
    assert (done.entry, done.broken) == (
        None,
        (BrokenInvariant("hands", "hand-too-big", {"seat": "ben", "count": 5}),),
    )
    assert opened(folder).log.lines == before


def test_an_invariant_overruled_by_name_is_noted_and_stays_broken(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        assert rule(game, give(folder, "ann", "Ben"), REASON, CLOCK, ["cards"]).entry is None
        done = rule(game, give(folder, "ann", "Ben"), REASON, CLOCK, ["hands"])
    assert done.entry is not None
    assert opened(folder).table.entries[-1].answers[0].overruled == ("hands",)
    assert opened(folder).table.state.hands["ben"].size == 5
    assert ruled(folder, reason="another matter").entry is not None  # what is broken already does not stand in the way


def test_a_trial_changes_nothing_and_tells_what_each_would_read(folder: Path) -> None:
    before = tree(folder)
    with opening.held(folder, RULESETS) as game:
        tried = try_ruling(game, give(folder, "ann", "Ben"), REASON, ["hands"])
        assert tried.after is not None
        found = effects(game, tried.after)
    assert found.told[""] == (
        "The moderator made a ruling: he was robbed.",
        "Ann of the Hill now holds 3 cards.",
        "Ben of the Dale now holds 5 cards.",
    )
    assert [len(found.told[seat]) for seat in ("ann", "ben", "cid")] == [1, 1, 0]
    assert found.told["ben"][0].startswith("You now hold ")
    assert (found.asked, found.dropped, found.unsound) == ((), (), ())
    assert tree(folder) == before


def test_a_sheet_that_counted_and_is_legal_no_longer_is_waited_for_again(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        judges.submit_sheet(game, "ann", b"bid: 4\n", CLOCK)
        tried = try_ruling(game, give(folder, "ann", "Ben"), REASON, ["hands"])
        assert tried.after is not None
        assert effects(game, tried.after).unsound == ("ann",)
        rule(game, give(folder, "ann", "Ben"), REASON, CLOCK, ["hands"])
    letters(folder)
    assert seat_status(opened(folder), "ann", CLOCK).received == "no longer legal"


def test_a_secret_ruling_shows_others_nothing_but_that_it_was_made(tmp_path: Path) -> None:
    told = []
    for number in (0, 1):
        folder = tmp_path / str(number) / "toy"
        folder.parent.mkdir()
        new_game(folder)
        turn(folder)
        with opening.held(folder, RULESETS) as game:
            assert rule(game, give(folder, "ann", "Ben", number), REASON, CLOCK, ["hands"]).entry
        told.append(letters(folder))
    one, other = told
    assert (one["cid"], one["public"]) == (other["cid"], other["public"])
    assert one["ann"] != other["ann"]
    assert one["ben"] != other["ben"]


def test_a_ruling_after_which_the_game_could_not_be_played_on_is_refused(folder: Path) -> None:
    class Nowhere(Impulse, frozen=True, tag="nowhere"):
        def ask(self, state: Toy, so_far: SoFar[Play]) -> tuple[Decision[Play], ...]:
            raise LookupError(self.seat)

    class Leading(Jury, frozen=True, tag="jury"):
        def run(self, table: Table[Toy], answers: Answers[Award]) -> None:
            table.enter(Nowhere(round=1, seat="nobody"))

    rulings: Rulings = Rulings(step=lambda state: Leading(), broken=lambda state: ())
    before = opened(folder).log.lines
    with (
        opening.held(folder, {"toy": replace(TOY, rulings=rulings)}) as game,
        pytest.raises(NoRuling, match="nowhere fails"),
    ):
        rule(game, TEXT, REASON, CLOCK)
    assert opened(folder).log.lines == before


def answered(folder: Path, seat: str = "ann", text: str = "bid: 3\n") -> AnswerRuling:
    with opening.held(folder, RULESETS) as game:
        return rule_answer(game, seat, text, REASON, CLOCK)


def test_an_answer_ruled_for_a_seat_counts_at_once_and_stays_secret(folder: Path) -> None:
    assert answered(folder).entry is not None
    told = letters(folder)
    game = opened(folder)
    assert game.stages("ann")[0].pending is False
    assert {stage.pending for seat in ("ben", "cid") for stage in game.stages(seat)} == {True}
    assert all("The moderator ruled what Ann of the Hill answers: he was robbed." in text for text in told.values())
    for seat in ("ben", "cid"):
        with opening.held(folder, RULESETS) as game:
            judges.submit_sheet(game, seat, b"bid: 1\n", CLOCK)
    letters(folder)
    assert opened(folder).table.state.bids == {"ann": 3, "ben": 1, "cid": 1}


def test_an_answer_ruled_twice_is_one(folder: Path) -> None:
    first = answered(folder)
    again = answered(folder)
    assert (again.entry, again.again) == (first.entry, True)
    with opening.held(folder, RULESETS) as game, pytest.raises(NoRuling, match="asked nothing now"):
        rule_answer(game, "ann", "bid: 1\n", "another reason", CLOCK)


def test_a_faulty_answer_is_not_ruled(folder: Path) -> None:
    before = opened(folder).log.lines
    done = answered(folder, text="bid: 9\n")
    assert done.entry is None
    assert done.checked is not None
    assert [fault.problem.code for fault in done.checked.sheet.every_fault] == ["bid-too-high"]
    assert opened(folder).log.lines == before


def test_a_rewind_asks_again_what_was_ruled(folder: Path) -> None:
    answered(folder)
    with opening.held(folder, RULESETS) as game:
        rewind(game, len(game.table.entries) - 1, "a slip", CLOCK)
    assert opened(folder).stages("ann")[0].pending


def test_what_an_answer_ruled_says_shows_in_no_letter_of_others(tmp_path: Path) -> None:
    told = []
    for bid in (1, 3):
        folder = tmp_path / str(bid) / "toy"
        folder.parent.mkdir()
        new_game(folder)
        turn(folder)
        answered(folder, text=f"bid: {bid}\n")
        told.append(letters(folder))
    assert told[0] == told[1]


def test_rules_that_never_take_answers_ahead_say_so(folder: Path) -> None:
    with (
        opening.held(folder, {"toy": replace(TOY, events=Union[PLAIN_EVENTS, Entered[STEPS, Toy]])}) as game,  # noqa: UP007
        pytest.raises(NoRuling, match="no event AnswerTaken"),
    ):
        rule_answer(game, "ann", "bid: 1\n", REASON, CLOCK)


@pytest.mark.parametrize("act", [answered, award])
def test_draws_and_steps_stand_up_to_an_audit_and_an_upgrade_after_a_ruling(folder: Path, act: Act) -> None:
    act(folder)
    game = opened(folder)
    assert audit_game(game).wrong == ()
    assert trial(game, CLOCK).reruns == ()


@pytest.mark.parametrize("act", [answered, award])
def test_killed_at_any_instant_it_is_done_once(folder: Path, tmp_path: Path, act: Act) -> None:
    """Killed and given again, and letters made, the folder is as if nothing had happened."""
    base = Path(shutil.copytree(folder, tmp_path / "base"))
    act(folder)
    turn(folder)
    wanted = tree(folder)
    instant = 0
    for instant, killed in deaths(base, tmp_path, act):
        act(killed)
        turn(killed)
        assert tree(killed) == wanted, instant
    assert instant > 1
