"""pbem reach, way and try on a game of Maria."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Table
from pbem.playtest.recorded import table_for
from pbem.referee.enquiries import answer
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.report.pictures import measure
from pbem.report.plain import as_text
from pbem_maria.chapters.hussars import wrong_with
from pbem_maria.drawing.choice import Since
from pbem_maria.drawing.page import PAGES
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from tests.maria.game_yaml import game_yaml
from tests.toy.game import Clock


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return create(tmp_path / "game", game_yaml("asked", "advanced"), {"maria": MARIA}, "33" * 32)


@pytest.fixture
def first_stage(game: Game) -> Game:
    """The game when Louis is first asked for a stage's sheet, all others having done the plain thing."""
    table: Table = table_for(MARIA, {"scenario": "advanced", "players": "3"}, "asked")
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(MARIA.policies))):
        if any(decision.takes is StageOrders for decision in waiting):
            break
        for decision in waiting:
            answers[decision.seat, decision.key] = Answer(decision.default, "default")
    game.table = table
    return game


def asked(game: Game, word: str, text: str = "", seat: str = "louis") -> str:
    return " ".join(as_text(answer(game, game.view(seat), seat, word, text).text).split())


def run(folder: Path, *args: str, code: int = 0) -> Result:
    host, env = Host(Clock(), {"maria": MARIA}), {"PBEM_GAME": str(folder)}
    result = CliRunner().invoke(main, list(args), obj=host, env=env, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def test_way_is_the_shortest_and_the_shortest_on_main_roads(game: Game) -> None:
    said = " ".join(run(game.folder, "way", "Liegnitz", "Breslau").stdout.split())
    assert said == "Liegnitz > Neumarkt (Schlesien) > Breslau: 2 steps. All of it is on main roads."


def test_way_tells_which_of_two_names_is_not_clear(game: Game) -> None:
    told = run(game.folder, "way", "Neumarkt", "Breslau", code=1).stdout
    assert "can be Neumarkt (Schlesien) or Neumarkt (Oberpfalz)" in " ".join(told.split())
    told = run(game.folder, "way", "Liegnitz", "Breslua", code=1).stdout
    assert "Did you mean Breslau?" in " ".join(told.split())


def test_reach_before_the_first_turn_says_why_not(game: Game) -> None:
    found = json.loads(run(game.folder, "reach", "Belle-Isle", "--json", code=1).stdout)
    assert found == {"ok": False, "seat": "", "text": "Nothing moves before the armies are set up.\n"}


def test_try_needs_a_seat_and_says_what_would_follow(game: Game, tmp_path: Path) -> None:
    (tmp_path / "sheet.yaml").write_text("troops: {Belle-Isle: 99}\n", encoding="utf-8")
    run(game.folder, "play")
    told = run(game.folder, "try", str(tmp_path / "sheet.yaml"), "--as", "louis", code=1).stdout
    assert "Trial: the sheet would be refused" in told
    assert "counts for nothing" in told
    assert not list((game.folder / "inbox").glob("*"))


def test_10_1_reach_names_every_city_in_reach(first_stage: Game) -> None:
    view: State = first_stage.view("louis")
    said = asked(first_stage, "reach", "belle-isle")
    for name in ("1 step:", "2 steps:", "3 steps:", "Train:", "Nearest enemy:"):
        assert name in said
    start = view.at["belle-isle"]
    assert all(view.board.cities[city].name in said for city in view.board.roads[start])


def test_reach_alone_is_about_all_pieces_of_the_seat_that_acts(first_stage: Game) -> None:
    said = asked(first_stage, "reach")
    for name in ("Belle-Isle", "Broglie", "Törring", "French train 1"):
        assert name in said
    assert "Your pieces cannot move now" in asked(first_stage, "reach", seat="frederick")


def test_the_reach_of_an_enemy_shows_nothing_of_its_hand(first_stage: Game) -> None:
    said = asked(first_stage, "reach", "neipperg")
    assert "Neipperg (rank 5) in" in said
    assert "To fight here" not in said
    assert "troops" not in said


def test_hand_is_the_seats_own(first_stage: Game) -> None:
    assert asked(first_stage, "hand").startswith("- France: ")


def test_way_of_a_piece_says_whether_it_can_go_there_or_why_not(first_stage: Game) -> None:
    view: State = first_stage.view("louis")
    near = view.board.cities[view.board.roads[view.at["belle-isle"]][0]].name
    assert "Belle-Isle can go there in this stage by a march of 1 step" in asked(
        first_stage, "way", f"belle-isle > {near}"
    )
    assert "Belle-Isle cannot reach Wien in one move" in asked(first_stage, "way", "belle-isle wien")


def test_way_brings_a_picture_of_the_way(first_stage: Game) -> None:
    answered = answer(first_stage, first_stage.view("louis"), "louis", "way", "Liegnitz > Breslau")
    (picture,) = answered.pictures
    shown = PAGES.draw(first_stage.view("louis"), "louis", picture, measure)
    assert shown.title == "From Liegnitz to Breslau"
    assert shown.alt.startswith("A map of the way from Liegnitz to Breslau, as an arrow along its roads.")
    assert "data-moves" in shown.svg
    (of_piece,) = answer(first_stage, first_stage.view("louis"), "louis", "way", "belle-isle > Wien").pictures
    assert Since.from_data(of_piece.shows).moves[0].piece == "belle-isle"


def test_7_reach_of_the_hussars_names_where_they_may_be_placed(first_stage: Game) -> None:
    view = first_stage.view("maria-theresa")
    said = asked(first_stage, "reach", "hussars", seat="maria-theresa")
    may = [city for city in view.board.cities.values() if wrong_with(view, city.id) is None]
    assert may
    assert [city.name for city in may if city.name not in said] == []
    invaded = replace(view, at={**view.at, "friedrich": "koeniggraetz", "prussia-t1": "glatz"})
    told = answer(first_stage, invaded, "maria-theresa", "reach", "hussars").text
    assert "On the supply line of Friedrich II." in told


def test_ways_of_one_email_have_pictures_of_their_own(first_stage: Game) -> None:
    view = first_stage.view("louis")
    names = {
        picture.name
        for text in ("Liegnitz > Breslau", "Breslau > Liegnitz", "Liegnitz > Glogau", "Belle-Isle > Glogau")
        for picture in answer(first_stage, view, "louis", "way", text).pictures
    }
    assert len(names) == 4
    assert all(re.fullmatch("[a-z0-9-]+", name) for name in names)
