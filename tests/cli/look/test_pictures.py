"""`pbem show board --png` and `pbem report --picture`, in a game of Maria that has begun."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pbem.engine.play import waiting
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.opening import create
from pbem.referee.play import apply_default, play_on
from pbem.report import pictures
from pbem_maria.ruleset import MARIA
from tests.cli.conftest import Pbem
from tests.maria.game_yaml import game_yaml
from tests.toy.game import START, Clock


@pytest.fixture(scope="module")
def maria(tmp_path_factory: pytest.TempPathFactory) -> Pbem:
    folder = tmp_path_factory.mktemp("games") / "maria"
    clock = Clock(START)
    create(folder, game_yaml("pictures"), {"maria": MARIA}, "22" * 32)
    with opening.held(folder, {"maria": MARIA}) as game:
        for _ in range(3):
            play_on(game, clock)
            make_letters(game)
            for seat in (decision.seat for decision in waiting(game.table)):
                apply_default(game, seat, "", clock)
        play_on(game, clock)
        make_letters(game)
    found = Pbem(folder, clock)
    found.rulesets = {"maria": MARIA}
    return found


def shown(path: Path) -> Image.Image:
    return Image.open(BytesIO(path.read_bytes()))


@pytest.mark.slow
def test_the_board_is_written_as_png_and_svg(maria: Pbem, tmp_path: Path) -> None:
    png, svg = tmp_path / "board.png", tmp_path / "new" / "board.svg"
    told = maria("show", "board", "--as", "louis", "--png", str(png), "--svg", str(svg)).stdout
    assert "board.png: The board, " in told
    width, height = shown(png).size
    assert f"{width} x {height} pixels" in told
    assert svg.read_text(encoding="utf-8").startswith("<svg ")


def test_an_area_and_a_reach_are_understood_as_in_sheets(maria: Pbem, tmp_path: Path) -> None:
    for options, title in (
        (("--area", "silesia"), "Silesia"),
        (("--area", "Schlesien"), "Silesia"),
        (("--area", "Breslau"), "Around Breslau"),
        (("--reach", "belle isle"), "Belle-Isle in Amberg"),
    ):  # fmt: skip
        found = maria.json("show", "board", "--as", "Louis XV", "--svg", str(tmp_path / "x.svg"), *options)
        assert [each["title"] for each in found] == [title]
        assert found[0]["alt"]


def test_a_wrong_name_is_told_what_would_be_right(maria: Pbem, tmp_path: Path) -> None:
    file = str(tmp_path / "x.svg")
    told = " ".join(maria("show", "board", "--svg", file, "--area", "Silezia", code=1).output.split())
    assert "There is no map of “Silezia”. Did you mean Silesia or Sillein?" in told
    assert "Bohemia, Moravia" in told
    told = " ".join(maria("show", "board", "--as", "louis", "--svg", file, "--reach", "Wien", code=1).output.split())
    assert "There is no reach of “Wien”." in told
    assert "Belle-Isle" in told
    assert not (tmp_path / "x.svg").exists()


def test_a_picture_of_an_earlier_round(maria: Pbem, tmp_path: Path) -> None:
    file = tmp_path / "x.svg"
    maria("show", "board", "--svg", str(file), "--area", "Silesia", "--round", "1")
    assert "before turn 1" in file.read_text(encoding="utf-8")
    maria("show", "board", "--svg", str(file), "--area", "Silesia")
    assert "turn 1 of 9" in file.read_text(encoding="utf-8")
    assert "no round 99" in maria("show", "board", "--svg", str(file), "--round", "99", code=2).output


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("board", "--area", "Silesia"), "Say where to write the picture"),
        (("board", "--svg", "x.svg", "--area", "Silesia", "--reach", "Belle-Isle"), "Name one of --area and --reach"),
        (("hands", "--as", "louis", "--svg", "x.svg"), "A picture is one of the board"),
        (("board", "--moderator", "--svg", "x.svg"), "A picture is one of the board"),
    ],
)
def test_options_that_do_not_fit_are_refused(maria: Pbem, options: tuple[str, ...], says: str) -> None:
    assert says in " ".join(maria("show", *options, code=2).output.split())


def test_a_picture_that_cannot_be_made_says_why(maria: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    told = maria("show", "board", "--png", str(tmp_path / "x.png"), "--area", "Silesia", code=1).output
    assert "could not be made" in told
    assert not (tmp_path / "x.png").exists()


def test_a_game_without_pictures_says_so(pbem: Pbem, tmp_path: Path) -> None:
    pbem("turn")
    assert "draw no pictures" in pbem("show", "board", "--png", str(tmp_path / "x.png"), code=1).output


@pytest.mark.slow
def test_the_pictures_of_a_report_are_those_of_everyone(maria: Pbem, tmp_path: Path) -> None:
    told = maria.json("report", "--picture", str(tmp_path / "pictures"))
    assert [Path(each["file"]).name for each in told] == ["board.png"]
    assert shown(tmp_path / "pictures" / "board.png").mode == "P"
