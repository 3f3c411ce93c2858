"""Bot against bot: `pbem balance`."""

import json
from functools import partial
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.playtest import registered
from pbem.engine.table import Chance
from pbem.playtest.balance import GameResult as Game
from pbem.playtest.balance import endings, lengths, play_number, shares, wilson
from pbem.playtest.fuzz import played
from tests.toy.playtest import PLAYTEST, guess
from tests.toy.ruleset import TOY


def balance(*args: str, bot: Any = PLAYTEST.bot, code: int = 0) -> Result:
    registered["toy"] = msgspec.structs.replace(PLAYTEST, bot=bot)
    rulesets = {"toy": TOY}
    result = CliRunner().invoke(main, ["balance", "toy", *args], obj=Host(rulesets=rulesets), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def crashes_at_two(view: Any, decision: Decision, chance: Chance) -> Order:
    if decision.key == "2.bid.ben":
        raise ValueError
    return guess(view, decision, chance)


def won(winners: str, turn: int, **how: Any) -> Game:
    return Game(0, {"winners": tuple(winners.split()), "turn": turn, **how})


GAMES = (
    won("ann", 3, cause="pool", points=1),
    won("ann", 5, cause="pool", points=2),
    won("ann", 3, cause="winters"),
    won("ann ben", 7, cause="tie"),
    won("", 9, cause="none"),
    Game(5, failure="it broke"),
)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (5, 10, 0.2366, 0.7634), (120, 200, 0.5308, 0.6654)],
)
def test_the_bounds_are_those_of_wilson(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == pytest.approx((low, high), abs=5e-5)


def test_shares_count_the_games_that_ended() -> None:
    found = {one.seat: one for one in shares(("ann", "ben", "cid"), GAMES)}
    assert {seat: one.games for seat, one in found.items()} == {"ann": 4, "ben": 1, "cid": 0, "": 1}
    assert found["ann"].share == 4 / 5
    assert (found["ann"].turn, found["cid"].turn) == (4.5, None)
    assert (found["ann"].low, found["ann"].high) == wilson(4, 5)
    assert [one.seat for one in shares(("ann", "ben"), GAMES[:3])] == ["ann", "ben"]


def test_endings_are_told_apart_by_winners_and_words() -> None:
    found = [(one.winners, one.how["cause"], one.games, one.turns) for one in endings(GAMES)]
    assert found == [
        (("ann",), "pool", 2, {3: 1, 5: 1}),
        ((), "none", 1, {9: 1}),
        (("ann",), "winters", 1, {3: 1}),
        (("ann", "ben"), "tie", 1, {7: 1}),
    ]
    assert lengths(GAMES) == (3, 3, 5, 7, 9)


def test_a_game_depends_on_seed_and_number_alone() -> None:
    play = partial(play_number, TOY, msgspec.structs.replace(PLAYTEST, bot=guess), {"rounds": 3}, "seed")
    alone = list(played(play, 6, jobs=1))
    assert list(played(play, 6, jobs=3)) == alone
    assert [one.number for one in alone] == list(range(6))
    assert len({json.dumps(one.outcome) for one in alone}) > 1
    assert play(4) == alone[4]


def test_the_command_prints_who_wins_how_and_when() -> None:
    shown = balance("--games", "30", "--set", "rounds=2", "--jobs", "1").output
    assert "30 games of Toy (rounds 2), seed 1" in shown
    assert "2.0 laps on average, 2 to 2" in shown
    (ann,) = [line.split() for line in shown.splitlines() if line.startswith("Ann") and "%" in line]
    games = int(ann[4])
    low, high = wilson(games, 30)
    assert ann[5:] == [f"{games / 30:.1%}", f"{low:.1%}", "to", f"{high:.1%}", "2.0"]
    assert f"Ann of the Hill    points   {games}" in shown


def test_the_command_gives_the_same_as_data() -> None:
    args = ("--games", "8", "--players", "2", "--seed", "x", "--json")
    found = json.loads(balance(*args, "--jobs", "1").stdout)
    assert found == json.loads(balance(*args, "--jobs", "2").stdout)
    assert [one["seat"] for one in found["winners"]] == ["ann", "ben"]
    assert sum(one["games"] for one in found["winners"]) == 8
    assert found["settings"] == {"players": "2"}
    assert found["broken"] == []


def test_games_that_a_bot_does_not_finish_are_told() -> None:
    result = balance("--games", "3", "--jobs", "1", bot=crashes_at_two, code=1)
    assert "0 games of Toy" in result.output
    assert "3 games did not end." in result.output
    assert "Game 2: ben does not answer 2.bid.ben: it crashed: ValueError in crashes_at_two" in result.output
    assert len(json.loads(balance("--games", "3", "--json", bot=crashes_at_two, code=1).stdout)["broken"]) == 3


def test_rules_without_a_bot_and_settings_without_sense_are_usage_errors() -> None:
    assert "have no bot" in balance(bot=None, code=2).stderr
    assert "is not played like this" in balance("--players", "many", code=2).stderr
