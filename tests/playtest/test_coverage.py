"""What random games have shown, and what never: `pbem fuzz --coverage`."""

import json
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.engine.event import Event
from pbem.engine.playtest import Coverage, Playtest, registered
from pbem.playtest.fuzz import EVENTS, fuzz
from tests.toy.playtest import PLAYTEST
from tests.toy.ruleset import TOY
from tests.toy.state import CARDS, CardPlayed, Toy


def _cards(_state: Toy) -> Mapping[str, Sequence[str]]:
    return {"cards played": (*CARDS, "the joker")}


def _led(_state: Toy, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    yield from (("cards played", event.card) for event in events if isinstance(event, CardPlayed))


COUNTING = msgspec.structs.replace(PLAYTEST, coverage=Coverage(wanted=_cards, shown=_led))


def run(playtest: Playtest, *args: str) -> str:
    registered["toy"] = playtest
    host = Host(rulesets={"toy": TOY})
    result = CliRunner().invoke(main, ["fuzz", "toy", *args, "--jobs", "1"], obj=host, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_game_counts_what_it_showed() -> None:
    shown = fuzz(TOY, COUNTING, {"rounds": 2}, "s").shown
    assert shown.times[EVENTS, "round-began"] == 2
    assert (
        sum(words == "cards played" for words, _ in shown.times) == len(CARDS) - len(shown.never()["cards played"]) + 1
    )


def test_kinds_of_event_are_counted_in_every_game_but_those_of_the_engine() -> None:
    shown = fuzz(TOY, PLAYTEST, {"rounds": 1}, "s").shown
    assert shown.wanted.keys() == {EVENTS}
    assert {"round-began", "card-played"} <= shown.wanted[EVENTS]
    assert "entered" not in shown.wanted[EVENTS]


def test_the_command_says_what_was_never_shown() -> None:
    assert "cards played: 12 of 13; never: the joker" in run(COUNTING, "--games", "6", "--coverage")
    found = json.loads(run(COUNTING, "--games", "6", "--coverage", "--json"))["coverage"]["cards played"]
    assert found == {"shown": 12, "of": 13, "never": ["the joker"]}


@pytest.mark.parametrize("args", [(), ("--json",)])
def test_coverage_is_only_told_when_asked_for(args: tuple[str, ...]) -> None:
    assert "cards played" not in run(COUNTING, "--games", "2", *args)
