"""The board in Chromium: a stage of Maria by clicks on the board alone, by keys alone, by touch, and by text."""

from typing import Any

import pytest

from pbem.referee.game import Game
from pbem.referee.views import check
from tests.report.browser.looks import beyond, unreadable, without_board
from tests.web.board.hand import (
    IN_SIGHT,
    KARL,
    NEIPPERG,
    SEAT,
    TRAUN,
    choose,
    click,
    discs,
    go,
    opened,
    rest,
    spot,
    text,
    wrote,
)

pytestmark = pytest.mark.slow


def valid(game: Game, sheet: str) -> bool:
    return check(game, SEAT, sheet).valid


def test_a_stage_by_clicks_on_the_board_alone(open_page: Any, game: Game) -> None:
    page = open_page()
    choose(page, NEIPPERG)
    go(page, "city grulich", "  - Neipperg: Grulich")
    choose(page, KARL)
    go(page, "city ungarisch-hradisch", "  - Karl von Lothringen: Ungarisch Hradisch")
    choose(page, NEIPPERG)
    go(page, "city glatz", "  - Neipperg: Glatz")
    choose(page, TRAUN)
    page.locator(".board-tools [data-zoom=all]").click()
    rest(page)
    go(page, "city pressburg", "  - Traun: Preßburg")

    moves = [line for line in text(page).splitlines() if line.startswith("  - ")]
    assert len(moves) == 3
    assert valid(game, text(page))
    assert page.locator(".board-over .way").count() == 3
    assert page.locator(".board-over .ghost").count() == 3
    assert page.locator("#faults.good").count() == 1


def test_a_stage_by_keys_alone(open_page: Any, game: Game) -> None:
    page = open_page()
    key = page.keyboard.press
    while not page.evaluate("document.activeElement === document.querySelector('.board-view')"):
        key("Tab")
    while "Neipperg" not in page.inner_text("#board-said"):
        key("PageDown")
    key("Enter")
    page.wait_for_selector(f'#board-orders[data-chosen="{NEIPPERG}"]')
    assert page.evaluate("document.activeElement === document.querySelector('.board-view')")
    key("Home")
    for _ in range(20):
        key("ArrowUp")
        if "Grulich" in page.inner_text("#board-said"):
            break
    key("Enter")
    wrote(page, "  - Neipperg: Grulich")

    while page.evaluate("document.activeElement.name") != "select":
        key("Tab")
    key("Enter")
    page.wait_for_selector(f'#board-orders[data-chosen="{KARL}"]')
    assert page.evaluate("document.activeElement.dataset.thing") == KARL
    while page.evaluate("document.activeElement.dataset.place") != "prerau" or (
        page.evaluate("document.activeElement.name") != "choice"
    ):
        key("Tab")
    key("Space")
    wrote(page, "  - Karl von Lothringen: Prerau")
    assert page.evaluate("document.activeElement.dataset.place") == "prerau"
    assert valid(game, text(page))


def test_keys_zoom_move_and_leave_the_board(open_page: Any) -> None:
    page = open_page()
    page.focus(".board-view")
    seen = "(() => ({...document.getElementById('board').board.window.at}))()"
    before = page.evaluate(seen)
    page.keyboard.press("+")
    rest(page)
    closer = page.evaluate(seen)
    assert closer["k"] > before["k"] * 1.5
    page.keyboard.press("Shift+ArrowRight")
    rest(page)
    assert page.evaluate(seen)["x"] > closer["x"]
    page.keyboard.press("0")
    rest(page)
    assert page.evaluate(seen)["k"] < before["k"]
    for _ in range(3):
        page.keyboard.press("Tab")
    assert not page.evaluate("document.querySelector('.board-view').contains(document.activeElement)")


def test_the_board_shows_exactly_the_places_of_the_list(open_page: Any) -> None:
    page = open_page()
    assert discs(page) == []
    for thing in (NEIPPERG, KARL, TRAUN, "train austria-t2"):
        page.click(f'button[data-thing="{thing}"]')
        page.wait_for_selector(f'#board-orders[data-chosen="{thing}"][data-read=yes]')
        places = page.eval_on_selector_all(
            ".about-chosen button[data-place]", "all => [...new Set(all.map(one => one.dataset.place))]"
        )
        assert discs(page) == sorted(f"city {place}" for place in places)
        assert places
        for sign in ("fight", "no-supply", "needs-others"):
            listed = page.locator(f".about-chosen button[data-place][data-signs~={sign}] svg.omen-{sign}").count()
            drawn = page.locator(f".board-over .disc .omen-{sign}").count()
            assert (drawn > 0) is (listed > 0)
            assert page.locator(f".board-legend svg.omen-{sign}").count() == (1 if listed else 0)


def test_who_is_in_the_way_is_marked_and_said(open_page: Any) -> None:
    page = open_page()
    page.click(f'button[data-thing="{TRAUN}"]')
    page.wait_for_selector(f'#board-orders[data-chosen="{TRAUN}"][data-read=yes]')
    assert page.inner_text(".bars") == "In the way: Austrian train 2 in Mürzzuschlag."
    assert page.locator(".board-over .bar-sign").count() == 1


def test_typing_moves_the_board_and_a_refused_line_is_marked(open_page: Any) -> None:
    page = open_page()
    page.fill("#text", "moves:\n  - Neipperg: Grulich\n  - Karl von Lothringen: Paris\n  - Traun: Raab > Wien\n")
    page.click("button.check")
    page.wait_for_selector(".board-over .way")

    refused = page.locator(".subjects button[data-refused]")
    assert refused.count() >= 1
    assert "✗" in refused.first.inner_text()
    assert "Refused" in refused.first.inner_text()
    assert page.locator(".lines .sign").count() == refused.count()
    refused.first.click()
    page.wait_for_selector("#board-now .no")
    assert "Refused:" in page.inner_text("#board-now .no")


def test_lines_change_places_by_buttons_and_by_dragging(open_page: Any, game: Game) -> None:
    page = open_page()
    page.fill("#text", "moves:\n  - Neipperg: Grulich\n  - Karl von Lothringen: Prerau\n  - Traun: Preßburg\n")
    page.click("button.check")
    page.wait_for_selector(".lines li >> nth=2")

    def order() -> list[str]:
        return [line[4:].partition(":")[0] for line in text(page).splitlines() if line.startswith("  - ")]

    page.click(".lines li >> nth=2 >> button >> nth=0")
    page.wait_for_function("() => /Traun[^]*Karl/.test(document.getElementById('text').value)")
    assert order() == ["Neipperg", "Traun", "Karl von Lothringen"]
    handle, last = page.locator(".lines .handle").nth(0), page.locator(".lines li").nth(2)
    handle.evaluate("one => one.scrollIntoView({block: 'center'})")
    here, there = handle.bounding_box(), last.bounding_box()
    assert here
    assert there
    page.mouse.move(here["x"] + 10, here["y"] + 10)
    page.mouse.down()
    for part in range(1, 6):
        page.mouse.move(here["x"] + 10, here["y"] + 10 + (there["y"] + there["height"] - 4 - here["y"] - 10) * part / 5)
    page.mouse.up()
    page.wait_for_function("() => document.getElementById('text').value.trim().endsWith('Grulich')")
    assert order() == ["Traun", "Karl von Lothringen", "Neipperg"]
    assert valid(game, text(page))


def test_two_fingers_zoom_one_moves_and_a_tap_chooses(open_page: Any) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, device_scale_factor=2)
    wire = page.context.new_cdp_session(page)
    seen = "(() => ({...document.getElementById('board').board.window.at}))()"

    def touch(kind: str, *points: tuple[float, float]) -> None:
        wire.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]},
        )

    page.evaluate(IN_SIGHT)
    top = page.evaluate("scrollY")
    y = page.evaluate("document.querySelector('.board-view').getBoundingClientRect().top + 130")
    before = page.evaluate(seen)
    touch("touchStart", (150, y), (210, y))
    for far in range(0, 80, 10):
        touch("touchMove", (150 - far / 2, y), (210 + far / 2, y))
    touch("touchEnd")
    rest(page)
    closer = page.evaluate(seen)
    assert closer["k"] > before["k"] * 1.5
    touch("touchStart", (200, y))
    for far in range(0, 100, 10):
        touch("touchMove", (200 - far, y))
    touch("touchEnd")
    rest(page)
    moved = page.evaluate(seen)
    assert moved["x"] > closer["x"] + 10
    assert moved["k"] == closer["k"]
    assert page.evaluate("scrollY") == top

    page.touchscreen.tap(*spot(page, KARL))
    page.wait_for_selector(f'#board-orders[data-chosen="{KARL}"][data-read=yes]')
    rest(page)
    page.touchscreen.tap(*spot(page, "city prerau"))
    wrote(page, "  - Karl von Lothringen: Prerau")
    assert beyond(page) == []


def test_a_double_tap_on_nothing_zooms(open_page: Any) -> None:
    page = open_page(has_touch=True, viewport={"width": 360, "height": 740})
    seen = "document.getElementById('board').board.window.at.k"
    page.evaluate(IN_SIGHT)
    empty = page.evaluate(
        """() => {
            const {window: seen, things, view} = document.getElementById('board').board
            const box = view.getBoundingClientRect(), all = [...things.values()].map(one => seen.pixel(one))
            for (let x = 30; x < box.width - 30; x += 7) for (let y = 30; y < box.height / 2; y += 7)
                if (all.every(one => Math.hypot(one.x - x, one.y - y) > 40)) return {x: x + box.left, y: y + box.top}
        }"""
    )
    before = page.evaluate(seen)
    page.touchscreen.tap(empty["x"], empty["y"])
    page.touchscreen.tap(empty["x"], empty["y"])
    rest(page)
    assert page.evaluate(seen) > before * 1.3


def test_the_wheel_keeps_its_spot(open_page: Any) -> None:
    page = open_page()
    at = "point => document.getElementById('board').board.window.unit(point)"
    seen = "document.getElementById('board').board.window.at.k"
    box = page.locator(".board-view").bounding_box()
    assert box
    before, held = page.evaluate(seen), page.evaluate(at, {"x": 300, "y": 200})
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.wheel(0, -300)
    rest(page)
    after = page.evaluate(at, {"x": 300, "y": 200})
    assert page.evaluate(seen) > before * 1.3
    assert abs(held["x"] - after["x"]) < 1
    assert abs(held["y"] - after["y"]) < 1


def test_a_tap_in_the_forms_leaves_the_page_where_it_is(open_page: Any) -> None:
    page = open_page(has_touch=True, viewport={"width": 360, "height": 740})
    page.locator(f'button[data-thing="{NEIPPERG}"]').tap()
    page.wait_for_selector(f'#board-orders[data-chosen="{NEIPPERG}"][data-read=yes]')
    page.locator("#forms-part details summary").nth(1).tap()
    offer = page.locator("#forms-part details[open] button.form-offer").first
    offer.scroll_into_view_if_needed()
    top = "document.querySelector('#forms-part details[open]').getBoundingClientRect().top"
    before = page.evaluate(top)
    assert page.evaluate("scrollY") > 740
    offer.tap()
    page.wait_for_function("() => document.getElementById('text').value.includes('\\n  - ')")
    page.wait_for_timeout(300)
    assert abs(page.evaluate(top) - before) < 24


def test_without_scripts_the_list_does_it_all(open_page: Any, game: Game) -> None:
    page = open_page(java_script_enabled=False)
    assert page.locator(".board-view img").is_visible()
    page.click(f'button[data-thing="{NEIPPERG}"]')
    page.click('button[data-place="grulich"]')
    assert "  - Neipperg: Grulich" in text(page)
    page.click("text=Ask about")
    page.fill("input[name=about]", "olmutz")
    page.click("text=Show what is known")
    assert "Olmütz" in page.inner_text(".told")
    assert valid(game, text(page))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_is_too_wide_or_hard_to_read(open_page: Any, scheme: str, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    with without_board(page):
        assert unreadable(page) == ""
    page.fill("#text", "moves:\n  - Neipperg: Grulich\n  - Karl von Lothringen: Paris\n")
    page.click(f'button[data-thing="{KARL}"]')
    page.wait_for_selector("#board-now .no")
    assert unreadable(page) == ""
    assert beyond(page) == []
    small = page.eval_on_selector_all(
        "#board-orders button, .board-tools button",
        """all => all.filter(one => one.offsetParent).filter(one => one.offsetWidth < 44 || one.offsetHeight < 44)
            .map(one => one.outerHTML)""",
    )
    assert small == []


def test_the_board_is_as_still_as_its_reader_wants(open_page: Any) -> None:
    page = open_page(reduced_motion="reduce")
    page.locator(".board-tools [data-zoom=in]").click()
    assert page.evaluate(
        "(() => { const {window: seen} = document.getElementById('board').board; return seen.drawn === seen.at })()"
    )


def test_a_page_that_is_loaded_again_shows_the_same_part_of_the_board(open_page: Any) -> None:
    page = open_page()
    page.locator(".board-tools [data-zoom=in]").click()
    rest(page)
    before = page.evaluate("document.getElementById('board').board.window.at")
    opened(page, page.url)
    rest(page)
    assert page.evaluate("document.getElementById('board').board.window.at") == before


def test_a_place_with_several_choices_opens_a_menu(open_page: Any) -> None:
    page = open_page()
    before = text(page)
    choose(page, "train austria-t3")
    click(page, "city prag")
    page.wait_for_selector(".board-menu")
    said = page.locator(".board-menu button").all_inner_texts()
    assert len(said) == 2
    assert all("Prag" in each for each in said)
    assert unreadable(page) == ""
    page.keyboard.press("Escape")
    assert page.locator(".board-menu").count() == 0
    assert text(page) == before

    click(page, "city prag")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board-over .way")
    line = next(line for line in text(page).splitlines() if line.startswith("  - Austrian train 3:"))
    assert line.endswith("Prag")
    assert page.locator(".board-menu").count() == 0
