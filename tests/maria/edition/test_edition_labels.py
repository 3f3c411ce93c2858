"""labels.yaml: what the check of an edition says of it, and the command that makes it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.report.pictures import measure
from pbem_maria.drawing.labels import AREA, labels_of, names_of
from pbem_maria.edition.edition import EDITIONS, load


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EDITIONS / "historical", tmp_path / "printed"))


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["edition", *map(str, words), "--rules", "maria"])


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def lose(edition: Path) -> None:
    (edition / "labels.yaml").unlink()


def garble(edition: Path) -> None:
    change(edition / "labels.yaml", "zwolle: {widths: [", "zwolle: {widths: [wide, ")


def forget_a_width(edition: Path) -> None:
    change(edition / "labels.yaml", "maehrisch-truebau: {widths: [", "maehrisch-truebau: {widths: [100], more: [")


def misplace(edition: Path) -> None:
    change(edition / "labels.yaml", "zwolle: {widths: [281], area: E", "zwolle: {widths: [281], area: X")


def move_a_city(edition: Path) -> None:
    change(edition / "map.yaml", "{id: zwolle, name: Zwolle,", "{id: zwolle, name: Swolle,")


def add_a_city(edition: Path) -> None:
    change(edition / "labels.yaml", "  zwolle:", "  zwolle-2:")
    change(edition / "labels.yaml", "made_for: ", "made_for: x")


def put_on_another(edition: Path) -> None:
    change(edition / "labels.yaml", "zwittau: {widths: [327], area: W", "zwittau: {widths: [327], area: ESE")


def make_a_name_long(edition: Path) -> None:
    change(edition / "labels.yaml", "muenchen: {widths: [", "muenchen: {widths: [1")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lose, "are not worked out yet"),
        (garble, "cannot be read"),
        (forget_a_width, "cannot be read"),
        (misplace, "X is not a place of zwolle"),
        (move_a_city, "are for another map"),
        (add_a_city, "no places for zwolle"),
        (put_on_another, "zwittau"),
        (make_a_name_long, "sigmaringen and muenchen cover each other at the scale `area`"),
    ],
)
def test_the_check_says_what_is_wrong_with_labels_and_what_to_do(
    edition: Path, harm: Callable[[Path], None], said: str
) -> None:
    harm(edition)

    shown = run("check", edition)

    assert shown.exit_code == 0, "labels keep nobody from playing"
    assert said in shown.output
    assert "run `pbem edition labels FOLDER`" in shown.output
    assert "The edition is sound; " in shown.output


@pytest.mark.parametrize("harm", [lose, garble, misplace, move_a_city])
def test_an_edition_without_labels_that_can_be_used_has_names_without_places(
    edition: Path, harm: Callable[[Path], None]
) -> None:
    change(edition / "map.yaml", "title: Historical", f"title: {harm.__name__}")
    harm(edition)
    mine = load(edition)

    assert not names_of(mine, AREA, measure).codes
    assert "zwolle" in names_of(mine, AREA, measure).names


def test_labels_are_no_part_of_the_edition_that_a_running_game_names(edition: Path) -> None:
    before = load(edition).key
    lose(edition)
    assert load(edition).key == before


def test_labels_are_not_worked_out_for_an_edition_with_problems(edition: Path) -> None:
    change(edition / "map.yaml", "[linz, wels]", "[lintz, wels]")
    before = (edition / "labels.yaml").read_bytes()

    shown = run("labels", edition)

    assert shown.exit_code == 1
    assert "there is no city `lintz`" in shown.output
    assert (edition / "labels.yaml").read_bytes() == before


@pytest.mark.slow
def test_the_command_makes_the_labels_that_are_kept_and_the_check_accepts_them(edition: Path) -> None:
    kept = (edition / "labels.yaml").read_text(encoding="utf-8")
    lose(edition)

    made = run("labels", edition)

    assert made.output == f"Written: {edition / 'labels.yaml'}\n"
    assert (edition / "labels.yaml").read_text(encoding="utf-8") == kept
    assert run("check", edition).output == "The edition is sound.\n"
    assert json.loads(run("check", edition, "--json").output) == {"ok": True, "faults": []}
    labels = labels_of(load(edition))
    assert labels is not None
    assert len(labels.names["bar-le-duc"].widths) == 3, "a name of several words may stand in two lines"
