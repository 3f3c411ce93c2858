"""The pictures of Maria: which there are, what is on them, that nothing covers anything, and how large they are."""

import re
import subprocess
import sys
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pbem.drawing.geometry import square_around
from pbem.drawing.page import MOVES
from pbem.engine.picture import Picture
from pbem.report.pictures import measure, png
from pbem_maria.drawing import ground
from pbem_maria.drawing.choice import BOARD, REACH
from pbem_maria.drawing.labels import OVERVIEW
from pbem_maria.drawing.page import PAGES, scenes
from pbem_maria.drawing.scene import Scene
from tests.long import tries
from tests.maria.drawing.pauses import Shown, sample
from tests.report.pictures.whole import different

MOST_BYTES = 150_000
TEXT = "{http://www.w3.org/2000/svg}text"


@cache
def drawn_scenes() -> list[tuple[Shown, Picture, Scene]]:
    return [
        (shown, picture, scene)
        for shown in sample()
        for picture in shown.of_letter()
        for scene in scenes(shown.view, shown.seat, picture, measure)
    ]


@pytest.mark.slow
def test_names_pieces_and_combats_never_cover_each_other() -> None:
    checked = 0
    for shown, picture, scene in drawn_scenes():
        boxes = {
            **{("name", city): label.box for city, label in scene.placed.labels.items()},
            **{("piece", key): box for key, box in scene.placed.pieces.items()},
            **{("combat", str(mark.number)): box for mark, box in scene.marks},
        }
        for (one, box), (other, another) in combinations(boxes.items(), 2):
            assert not box.overlaps(another), (shown.seat, shown.view.turn, picture.name, one, other)
        checked += len(boxes)
    assert checked > 1000


def test_pieces_cover_no_city() -> None:
    for shown, picture, scene in drawn_scenes():
        for city in ground.cities_of(shown.view, scene.crop):
            sign = square_around(scene.crop.point(city), ground.size(city, scene.crop) * 0.7)
            for key, box in scene.placed.pieces.items():
                assert not box.overlaps(sign), (shown.seat, shown.view.turn, picture.name, key, city.id)


def test_every_piece_in_sight_is_drawn() -> None:
    for shown, picture, scene in drawn_scenes():
        for piece, city in shown.view.at.items():
            if scene.crop.shows(shown.view.board.cities[city], 4):
                assert piece in scene.groups[city], (picture.name, piece)
                assert city in scene.placed.pieces


def test_nearly_every_name_is_there_and_each_that_matters() -> None:
    shown, missing = 0, []
    for letter, picture, scene in drawn_scenes():
        if scene.crop.scale is OVERVIEW:
            continue
        arrows = [city for arrow in scene.since.moves for city in (arrow.path[0], arrow.path[-1])]
        reached = [each.city for each in scene.reach.destinations] if scene.reach else []
        matters = {*letter.view.at.values(), *arrows, *reached}
        for city in ground.cities_of(letter.view, scene.crop, 30):
            if city.id not in scene.placed.labels:
                edge = not scene.crop.shows(city, 90)
                assert edge or city.id not in matters, (letter.seat, letter.view.turn, picture.name, city.id)
                missing.append(city.id)
            shown += 1
    assert len(missing) <= shown / 1000, missing


def test_names_are_written_in_full() -> None:
    for shown in sample()[::5]:
        for picture in shown.of_letter():
            svg = PAGES.draw(shown.view, shown.seat, picture, measure).svg
            texts = {node.text for node in ET.fromstring(svg).iter(TEXT)}
            for scene in scenes(shown.view, shown.seat, picture, measure):
                for label in scene.placed.labels.values():
                    assert {line for line, _ in label.lines} <= texts


def test_files_of_a_letter_have_plain_names_of_their_own() -> None:
    for shown in sample():
        names = [picture.name for picture in shown.of_letter()]
        assert len(names) == len(set(names))
        assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names), names


@pytest.mark.slow
def test_every_picture_can_be_drawn_and_is_described() -> None:
    for shown in (sample()[4], sample()[-1]):
        for picture in shown.every():
            drawn = PAGES.draw(shown.view, shown.seat, picture, measure)
            ET.fromstring(drawn.svg)
            assert drawn.title
            assert drawn.alt.endswith("The words of the letter say the same.")
            assert 1 <= drawn.alt.count(". ") <= 2


@pytest.mark.slow
def test_a_picture_is_small_and_opaque() -> None:
    for shown in sample()[:: tries(10, 5)]:
        for picture in shown.of_letter():
            made = png(PAGES.draw(shown.view, shown.seat, picture, measure))
            assert len(made) <= MOST_BYTES, (picture.name, len(made))


@pytest.mark.slow
def test_a_picture_laid_together_is_the_one_drawn_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the dashes of borders, which begin elsewhere in each part of the board."""
    ground._ground.cache_clear()
    monkeypatch.setattr(ground, "_borders_in", lambda *_, **__: "")
    for shown in sample()[:: tries(10, 5)]:
        for picture in shown.of_letter():
            found = different(PAGES.draw(shown.view, shown.seat, picture, measure))
            assert len(found) < 60, (shown.seat, shown.view.turn, picture.name, found)
    ground._ground.cache_clear()


def test_nothing_that_moves_may_be_kept_of_a_picture() -> None:
    moving = ('data-thing="general', 'data-thing="train', 'data-thing="hussar', "data-moves")
    for shown in sample():
        for picture in shown.of_letter():
            sheets = PAGES.draw(shown.view, shown.seat, picture, measure).sheets
            kept = [part.svg for sheet in sheets for part in sheet.parts if part.lasting]
            assert kept or picture.kind == "tracks"
            assert not [text for text in kept for each in moving if each in text]


@pytest.mark.slow
def test_the_same_view_gives_the_same_picture_in_any_process() -> None:
    code = (
        "import hashlib; from tests.maria.drawing.test_pictures import *;"
        "shown = next(one for one in sample() if len(one.of_letter()) > 1); view = shown.view;"
        "print([(p.name, hashlib.sha256(PAGES.draw(view, shown.seat, p, measure).svg.encode()).hexdigest())"
        " for p in shown.of_letter()])"
    )
    root = Path(__file__).parents[3]
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": f"{root}/rules"},
            cwd=root,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert b"moves" in said.pop()


def test_a_letter_shows_what_moved_first_then_a_close_up_for_each_theatre() -> None:
    kinds = [[picture.kind for picture in shown.of_letter()] for shown in sample()]
    for some in kinds:
        assert BOARD not in some
        assert MOVES not in some or some[0] == MOVES
        rest = some[1:] if MOVES in some else some
        assert REACH not in some or rest[0] == REACH
    assert any(some.count(REACH) > 1 for some in kinds)
