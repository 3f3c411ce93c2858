"""The final report of a finished game: how it ended and in figures, and answer times to those who may know them."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.play import rewind
from pbem.referee.records.final_report import NoFinalReport, final_report
from pbem.store.facts import DeadlineMissed, DeadlineMoved, RungTaken, SeatTaken
from tests.campaign.world import World, unwrapped
from tests.toy.game import RULESETS
from tests.toy.state import Play


def answer(world: World, *seats: str) -> None:
    game = world.look()
    for seat in seats or tuple(game.titles):
        if any(stage.pending for stage in game.stages(seat)):
            world.send(seat, card(game, seat) or letter.form(game, game.stages(seat), game.view(seat)))


def card(game: Game, seat: str) -> str:
    """A sheet that plays a card, if that is what Ann is asked."""
    stage = game.stage(seat)
    playing = seat == "ann" and stage is not None and stage.decision.takes is Play
    return f"card: Cup {game.view(seat).hands[seat].known[0][1:]}\n" if playing else ""


def finish(world: World) -> World:
    for _ in range(40):
        if world.look().outcome is not None:
            break
        world.clock.wind(hours=3)
        answer(world)
        world.turn()
    assert world.look().outcome is not None
    return world


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A finished game, with a rewind, a deadline moved for a player, a rung, a miss and a new player."""
    world = World(tmp_path_factory.mktemp("final") / "game")
    world.send("ann", "bid: 1\n")
    world.turn()
    while world.look().table.state.score.get("ann", 0) == 0:
        world.clock.wind(hours=3)
        answer(world)
        world.turn()
    with world.game() as game:
        rewind(game, 1, "the bids were read wrongly", world.clock)
    world.turn()
    pause = world.pause
    assert pause.deadline
    with world.game() as game:
        moved = DeadlineMoved(round=pause.round, to=pause.deadline + timedelta(days=1), by="ann")
        game.note(moved, world.clock())
        game.note(DeadlineMoved(round=pause.round, to=pause.deadline, by="moderator"), world.clock())
        about: dict[str, Any] = {"round": pause.round, "seat": "ben", "keys": ("bid",), "due": pause.deadline}
        game.note(DeadlineMissed(came="nothing", **about), world.clock())
        away: dict[str, Any] = {**about, "round": pause.round + 1, "excused": "absent"}
        game.note(DeadlineMissed(came="nothing", **away), world.clock())
        game.note(RungTaken(came="nothing", rung="remind", at="deadline", **about), world.clock())
        game.note(RungTaken(came="nothing", rung="default", at="grace", **about), world.clock())
    finish(world)
    with world.game() as game:
        taken = SeatTaken(seat="cid", player="Dora", address="dora@example.org", instead=("Cid", "cid@example.org"))
        game.note(taken, world.clock())
    return world


def pbem(world: World, *typed: str) -> Result:
    return CliRunner().invoke(
        main, [*typed, "--game", str(world.folder)], obj=Host(clock=world.clock, rulesets=RULESETS)
    )


def test_a_final_report_counts_what_happened(world: World) -> None:
    game = world.look()
    found = final_report(game)
    print(pbem(world, "report", "--final", "--moderator").output)
    assert (found.moved, found.moved_by_players, found.rewinds, found.rulings) == (2, 1, 1, 0)
    assert found.answered == {"default": 1}
    assert (found.turns, found.rounds) == (1, len(game.log.pauses))
    assert {seat: one.new_players for seat, one in found.seats.items()} == {"ann": 0, "ben": 0, "cid": 1}
    assert all(one.times is None for one in found.seats.values())
    assert {"ann", "ben", "cid"} == {*found.tally.rows} if found.tally else False


def test_a_final_report_in_figures_leaves_out_what_a_rewind_undid(world: World) -> None:
    game = world.look()
    found = final_report(game)
    assert found.tally
    assert {seat: figures[1] for seat, figures in found.tally.rows.items()} == {
        seat: game.view().score.get(seat, 0) for seat in game.titles
    }


def test_answer_times_are_told_to_no_one_else(world: World, tmp_path: Path) -> None:
    everyone = pbem(world, "report", "--final").output
    assert "ANSWER TIMES" not in everyone
    assert "missed" not in everyone
    own = pbem(world, "report", "--final", "--as", "ben").output
    told = own[own.index("ANSWER TIMES") :]
    assert "Ben of the Dale" in told
    assert "Ann of the Hill" not in told
    full = pbem(world, "report", "--final", "--moderator").output
    assert "Ann of the Hill" in full[full.index("ANSWER TIMES") :]
    times = final_report(world.look(), ("ben",)).seats["ben"].times
    assert times
    assert (times.median, times.late) == (timedelta(hours=3), 1)
    assert times.answers >= 2
    own_sheets = final_report(world.look(), ("ann",)).seats["ann"]
    assert own_sheets.times
    assert own_sheets.times.answers == own_sheets.sheets


def test_answer_times_are_told_to_everyone_where_game_yaml_says_so(world: World, tmp_path: Path) -> None:
    other = world.copy(tmp_path / "public")
    with (other.folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("answer times: public\n")
    assert "ANSWER TIMES" in pbem(other, "report", "--final").output


def test_a_final_report_is_ready_to_paste_and_there_as_data(world: World) -> None:
    assert "[*]Ann of the Hill: " in pbem(world, "report", "--final", "--format", "bbcode").output
    assert "## The seats" in pbem(world, "report", "--final", "--format", "markdown").output
    shown = unwrapped(pbem(world, "report", "--final", "--json").output)
    assert '"moved": 2' in shown
    assert '"median"' not in shown


def test_a_game_that_is_not_over_has_no_final_report(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    with pytest.raises(NoFinalReport, match="is not over"):
        final_report(world.look())
    refused = pbem(world, "report", "--final")
    assert refused.exit_code == 1
    assert "is not over" in refused.output
    assert pbem(world, "report", "--as", "ann").exit_code == 2
