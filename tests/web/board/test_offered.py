"""What the board's list offers is what the game's desk says, and a choice changes the text as the desk says."""

import gzip
import re
from html import unescape
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.engine.picture import Drawn, Measure, Picture, PictureFrame
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.views import check
from pbem.web.seat import board_drawn
from pbem.web.seat.board_drawn import board_picture, board_pictures, boards_to_draw
from pbem.web.seat.board_offers import GONE, chosen, desk_parts, facts, keyed, moved, offered, subject_key
from pbem.web.seat.board_pages import board_facts, board_figure, board_orders, thing_called
from tests.toy.islands_desk import DESK, ISLANDS
from tests.web.board.games import islands

AT = "/s/islands/ann"
SHEET = "# mine\nred:\n  to: rock  # for now\ngreen: {to: moon}\n"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return islands(tmp_path_factory.mktemp("islands") / "game")


def buttons(html: str, name: str) -> list[str]:
    return [unescape(value) for value in re.findall(rf'<button[^>]* name="{name}" value="([^"]*)"', html)]


def test_each_decision_has_its_subjects_as_the_sheet_stands(game: Game) -> None:
    found = offered(game, "ann", SHEET)

    assert [(part.heading, [each.name for each in part.subjects]) for part in found.parts] == [
        ("Red", ["Red"]), ("Green", ["Green"]), ("White", ["White"]),
    ]  # fmt: skip
    red, green, white = (part.subjects[0] for part in found.parts)
    assert (red.way[-1], red.lines, red.refused) == ("rock", (3,), ())
    assert white.way == ()
    assert green.way == ()
    assert found.chosen is None


def test_the_buttons_are_exactly_the_choices_of_the_desk(game: Game) -> None:
    for part in desk_parts(game, "ann", SHEET):
        view = game.view("ann")
        for subject in DESK.subjects(view, part.decision, part.draft):
            key = subject_key(part, subject)
            page = board_orders(game, "ann", SHEET, AT, chosen=key)
            wanted = keyed(DESK.choices(part.part.step, view, part.decision, part.draft, subject.id))
            assert buttons(page, "choice") == [f"{key}|{each}" for each in wanted]
            assert len(wanted) == 3


def test_a_choice_writes_its_line_and_keeps_all_others(game: Game) -> None:
    found = offered(game, "ann", SHEET, "1 power green")
    cove = next(each for group in found.choices for each in group.choices if each.place == "cove")

    after = chosen(game, "ann", SHEET, f"1 power green|{cove.key}")

    assert (after.text, after.why) == (SHEET.replace("moon", "Cove"), "")
    again = offered(game, "ann", after.text, "1 power green")
    assert [each.place for group in again.choices for each in group.choices if each.counts] == ["cove"]
    assert not check(game, "ann", after.text).sheet.every_fault


def test_what_is_not_offered_cannot_be_chosen(game: Game) -> None:
    for choice in (
        "",
        "1 power green",
        "1 power green|nothing",
        "7 power green|x",
        "9|x",
        "0|x",
        "|",
        "1 power blue|x",
    ):
        after = chosen(game, "ann", SHEET, choice)
        assert (after.text, after.why) == (SHEET, GONE), choice
    for line in ("", "0 to", "0 to|0|1", "x|0|1", "0 to|x|1", "9 to|0|1", "0 to|0|²"):
        assert moved(game, "ann", SHEET, line).text == SHEET, line


def test_text_that_is_broken_is_left_alone_and_that_is_said(game: Game) -> None:
    broken = "red: [\n"
    found = offered(game, "ann", broken, "1 power green")
    assert [part.heading for part in found.parts] == ["Red", "Green", "White"]
    for group in found.choices:
        for each in group.choices:
            after = chosen(game, "ann", broken, f"1 power green|{each.key}")
            assert (after.text == broken) is bool(after.why)


def test_facts_are_told_of_what_there_is(game: Game) -> None:
    assert facts(game, "ann", "power red")
    for nothing in ("power nobody", "island atlantis", "", "x", "power"):
        assert facts(game, "ann", nothing) == ()
    assert thing_called(game, "ann", "COVE") == "island cove"
    assert thing_called(game, "ann", "the moon") == ""
    assert "&lt;b&gt;" in board_facts(game, "ann", "", "<b>")
    assert "<b>" not in board_orders(game, "ann", "<b>", AT, about="<b>", chosen='"><b>')


def test_a_seat_is_offered_nothing_of_another(game: Game) -> None:
    found = offered(game, "ben", "", "0 power red")
    assert [each.name for part in found.parts for each in part.subjects] == ["Blue", "Gold"]
    assert (found.chosen, buttons(board_orders(game, "ben", "", AT, chosen="0 power red"), "choice")) == (None, [])


def test_the_board_is_drawn_once_for_a_view(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing, made = ISLANDS.drawing, list[str]()
    assert drawing

    def draw(view: Any, seat: str, picture: Picture, measure: Measure) -> Drawn:
        made.append(picture.name)
        return drawing.draw(view, seat, picture, measure)

    counted = opening.look(game.folder, {"islands": replace(ISLANDS, drawing=replace(drawing, draw=draw))})
    monkeypatch.setattr(board_drawn, "_KEPT_PICTURES", type(board_drawn._KEPT_PICTURES)())
    for _ in range(3):
        board_pictures(counted, "ann")
        assert content(counted)
    assert len(made) == 1


def test_a_page_waits_for_no_board_whose_size_is_known(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing, made = ISLANDS.drawing, list[str]()
    assert drawing

    def draw(view: Any, seat: str, picture: Picture, measure: Measure) -> Drawn:
        made.append(picture.name)
        return drawing.draw(view, seat, picture, measure)

    def framed(view: Any, seat: str, picture: Picture, measure: Measure) -> PictureFrame:
        one = drawing.draw(view, seat, picture, measure)
        return PictureFrame(width=one.width, height=one.height, title=one.title, alt=one.alt)

    known = replace(drawing, draw=draw, framed=framed)
    counted = opening.look(game.folder, {"islands": replace(ISLANDS, drawing=known)})
    pictures, svg = board_pictures(game, "ann"), content(game)
    monkeypatch.setattr(board_drawn, "_KEPT_PICTURES", type(board_drawn._KEPT_PICTURES)())
    assert board_pictures(counted, "ann") == pictures
    assert 'width="400"' in board_figure(counted, "ann", AT)
    assert made == []
    assert content(counted) == svg
    assert made == ["chart"]


def test_tags_of_boards_change_with_what_they_show_and_tell_nothing(game: Game) -> None:
    tags = [board_pictures(game, seat)[0].tag for seat in ("ann", "ben", PUBLIC)]
    assert len(set(tags)) == 3
    assert {len(tag) for tag in tags} == {32}
    assert board_pictures(opening.look(game.folder, {"islands": ISLANDS}), "ann")[0].tag == tags[0]


def content(game: Game) -> str:
    """The board of a seat, as it is fetched."""
    packed = boards_to_draw(game, "ann")[0].packed()
    return gzip.decompress(packed).decode() if packed else ""


def test_the_board_names_its_things(game: Game) -> None:
    one, other = board_pictures(game, "ann"), board_pictures(game, "ann")
    assert one == other
    (board,) = one
    assert (found := board_picture(game, "ann", board.name))
    assert found.tag == board.tag
    assert board_picture(game, "ann", "../secret") is None
    assert 'data-thing="island reef" data-name="Reef" data-x=' in content(game)
    assert f"{AT}/board/{board.name}.svg?{board.tag[:8]}" in board_figure(game, "ann", AT)
