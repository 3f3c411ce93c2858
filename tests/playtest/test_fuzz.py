"""Random games and the rounds of mail that they take: `pbem fuzz`."""

import json
import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.playtest import Playtest, playtest_of, registered
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Chance, Entry
from pbem.playtest.balance import Mean, Rounds, most_asked, per_turn
from pbem.playtest.fuzz import fuzz, fuzz_number
from pbem.playtest.recorded import read, replay
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW
from tests.toy.islands.playtest import PLAYTEST as ISLANDS_PLAYTEST
from tests.toy.islands.ruleset import ISLANDS
from tests.toy.playtest import PLAYTEST, guess
from tests.toy.ruleset import TOY
from tests.toy.state import Bid, Play, React, Toy


def never_reacts(view: Toy, decision: Decision, chance: Chance) -> Order:
    """Leads its highest card."""
    if decision.takes is Bid:
        return Bid(bid=0)
    return Play(card=max(view.hands[decision.seat].known)) if decision.takes is Play else React()


def bids_too_much(view: Toy, decision: Decision, chance: Chance) -> Order:
    return Bid(bid=99) if decision.seat == "cid" else guess(view, decision, chance)


def run(*args: str, playtest: Playtest = PLAYTEST, code: int = 0) -> Result:
    registered["toy"] = playtest
    host = Host(rulesets={"toy": TOY})
    result = CliRunner().invoke(main, ["fuzz", "toy", *args], obj=host, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def rounds_of(*turns: tuple[int, int, str]) -> Rounds:
    made = Rounds()
    for turn, count, label in turns:
        made.turns[turn] = count
        made.labels[turn] = {label} - {""}
    return made


def test_every_pause_counts_for_its_turn_and_its_question() -> None:
    tally = fuzz(TOY, PLAYTEST, {"rounds": 2}, "s", player=never_reacts)
    assert not tally.failure
    assert dict(tally.rounds.turns) == {1: 7, 2: 7}
    assert most_asked([tally.rounds]) == {"bid": 1, "play": 3, "react": 3}
    assert tally.rounds.labels == {0: set(), 1: {"a point"}, 2: {"a point"}}


def test_the_mean_and_the_most_are_those_of_turns_apart_by_their_moments() -> None:
    games = [rounds_of((0, 9, ""), (1, 2, ""), (2, 5, "combat")), rounds_of((1, 3, ""), (2, 8, "combat"))]
    assert per_turn(games, {"fight-began": "combat"}) == {
        "all turns": Mean(4, 4.5, 8),
        "without combat": Mean(2, 2.5, 3),
        "with combat": Mean(2, 6.5, 8),
    }
    assert per_turn([], {}) == {"all turns": Mean(0, 0.0, 0)}


def test_a_turn_that_standing_orders_answer_counts_with_no_round() -> None:
    made = Rounds()
    made.asked(Decision(key="3.france", turn=3, seat="louis", takes=Bid))
    assert per_turn([made], {})["all turns"] == Mean(1, 0.0, 0)


def never_asked(view: Any, seat: str) -> Any:
    class Lets:
        def answer(self, view: Any, decision: Decision) -> Order | None:
            return React() if decision.takes is React else None

    return (Lets(),)


def test_without_standing_orders_every_question_is_a_round() -> None:
    ruleset = msgspec.structs.replace(TOY, policies=never_asked)
    kept = fuzz(ruleset, PLAYTEST, {"rounds": 1}, "s", player=never_reacts)
    without = fuzz(ruleset, PLAYTEST, {"rounds": 1}, "s", player=never_reacts, standing=False)
    assert dict(kept.rounds.turns) == {1: 4}
    assert dict(without.rounds.turns) == {1: 7}
    assert without.recorded.standing is False


@pytest.mark.parametrize(("standing", "failed"), [(True, False), (False, True)])
def test_who_answers_in_advance_plays_with_standing_orders(standing: bool, failed: bool) -> None:
    playtest = msgspec.structs.replace(PLAYTEST, guess=bids_too_much, in_advance=guess)
    assert bool(fuzz(TOY, playtest, {"rounds": 1}, "s", standing=standing).failure) is failed


@pytest.mark.parametrize("standing", [True, False])
def test_a_recorded_game_is_played_again_with_or_without_standing_orders(standing: bool) -> None:
    ruleset = msgspec.structs.replace(TOY, policies=never_asked)
    tally = fuzz(ruleset, PLAYTEST, {"rounds": 1}, "s", player=PLAYTEST.bot, standing=standing)
    again = replay(ruleset, tally.recorded)
    assert ruleset.outcome(again.state) == tally.outcome
    asked = {one.seat for entry in again.entries for one in entry.answers if one.by == "policy"}
    assert bool(asked) is standing


def test_each_second_game_is_played_without_standing_orders() -> None:
    kept = [fuzz_number(TOY, PLAYTEST, {}, "s", number, standing=None).recorded.standing for number in range(4)]
    assert kept == [True, False, True, False]
    assert not fuzz_number(TOY, PLAYTEST, {}, "s", 0, standing=False).recorded.standing
    assert fuzz_number(TOY, PLAYTEST, {}, "s", 1, standing=True).recorded.standing


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [MARIA, TNW])
def test_what_chance_picks_from_a_menu_is_accepted_to_the_end_of_a_game(ruleset: Ruleset) -> None:
    playtest = playtest_of(ruleset.name, "guess")
    tally = fuzz_number(ruleset, playtest, {}, "menu", 1, standing=False, player="menu")
    assert not tally.failure, tally.failure
    assert tally.outcome


def test_the_command_prints_rounds_of_mail_with_and_without_standing_orders() -> None:
    shown = run("--games", "4", "--jobs", "1").output
    assert "games: 4" in shown
    assert "with standing orders, all laps" in shown
    assert "without standing orders, with a point" in shown
    assert "Asked in one lap at most, with standing orders: bid 1, play 3" in shown
    assert "without" not in run("--games", "2", "--jobs", "1", "--standing").output.split("a point")[0]


def test_a_game_without_policies_has_one_row_for_all_its_games() -> None:
    assert TOY.has_policies
    assert not ISLANDS.has_policies
    registered["islands"] = ISLANDS_PLAYTEST
    host = Host(rulesets={"islands": ISLANDS})
    result = CliRunner().invoke(main, ["fuzz", "islands", "--games", "2", "--jobs", "1"], obj=host)
    assert "standing orders" not in result.output
    assert "all turns" in result.output


def test_a_step_may_mark_a_turn() -> None:
    made = Rounds(now=3)
    made.happened(Entry(number=1, events=(), step="react"), {"react": "an answer", "play": "a card"})
    assert made.labels == {3: {"an answer"}}


def test_the_games_are_the_same_whatever_the_jobs() -> None:
    found = [json.loads(run("--games", "6", "--jobs", jobs, "--json").stdout) for jobs in ("1", "3")]
    for one in found:
        del one["seconds"]
    assert found[0] == found[1]
    assert found[0]["rounds"]["with standing orders"]["per turn"]["all turns"]["turns"] == 6


@pytest.mark.parametrize("ruleset", [MARIA, TNW], ids=lambda one: one.name)
def test_the_rules_of_a_game_can_be_sent_to_another_process(ruleset: Ruleset) -> None:
    assert pickle.loads(pickle.dumps(ruleset)).name == ruleset.name


def test_the_bot_may_play_through_sheets() -> None:
    endings = json.loads(run("--games", "2", "--jobs", "1", "--bot", "--json").stdout)["endings"]
    assert sum(endings.values()) == 2
    assert "have no bot" in run("--bot", playtest=msgspec.structs.replace(PLAYTEST, bot=None), code=2).stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_broken_game_is_written_down(tmp_path: Path, jobs: str) -> None:
    broken = msgspec.structs.replace(PLAYTEST, guess=bids_too_much)
    out = tmp_path / "broken.yaml"
    result = run("--games", "5", "--jobs", jobs, "--no-standing", "--out", str(out), playtest=broken, code=1)
    assert "game 0 of seed 1 broke" in result.stderr
    recorded = read(out)
    assert (recorded.secret, recorded.standing) == ("1/0", False)
    assert [sent.seat for sent in recorded.sheets] == ["ann", "ben", "cid"]


def test_settings_without_sense_are_a_usage_error() -> None:
    assert "have no 'scenario'" in run("--scenario", "long", code=2).stderr
