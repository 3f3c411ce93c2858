"""What the board says of a piece, in Chromium: its facts, what its orders come to, and how they are undone."""

from typing import Any

import pytest

from tests.report.browser.looks import beyond
from tests.web.board.hand import KARL, NEIPPERG, TRAUN, choose, click, go, opened, rest, spot, text, wrote

pytestmark = pytest.mark.slow

KHEVENHUELLER = "general khevenhueller"


def test_a_piece_of_another_player_tells_its_facts(open_page: Any) -> None:
    page = open_page()
    click(page, "general friedrich")
    page.wait_for_selector("#board-facts h3")
    assert "Friedrich" in page.inner_text("#board-facts h3")
    assert page.locator("#board-facts li").count() >= 1


def test_facts_are_closed_by_escape_by_their_button_and_by_any_other_choice(open_page: Any) -> None:
    page = open_page()
    facts = page.locator("#board-facts")
    for close in (
        lambda: page.keyboard.press("Escape"),
        lambda: facts.locator(".close").click(),
        lambda: page.click(f'button[data-thing="{KARL}"]'),
        lambda: choose(page, NEIPPERG),
    ):
        click(page, "general friedrich")
        page.wait_for_selector("#board-facts h3")
        view = page.locator(".board").bounding_box()
        box = facts.bounding_box()
        assert view
        assert box
        assert box["y"] + box["height"] <= view["y"] + view["height"]
        close()
        page.wait_for_selector("#board-facts", state="hidden")
        page.wait_for_timeout(400)  # the next is no double click
        rest(page)
    assert page.locator("#board-facts h3").count() == 0


def test_an_attack_is_named_at_the_board_and_leads_to_its_plan(open_page: Any) -> None:
    page = open_page()
    page.click(f'button[data-thing="{NEIPPERG}"]')
    page.wait_for_selector(f'#board-orders[data-chosen="{NEIPPERG}"][data-read=yes]')
    rest(page)
    fight = page.locator('.board-over .disc[data-at="city glatz"]')
    hungry = page.locator('.board-over .disc[data-at="city cosel"]')
    shapes = [one.locator(".omen .ground").get_attribute("d") for one in (fight, hungry)]
    assert None not in shapes
    assert shapes[0] != shapes[1]
    assert page.inner_text(".board-legend").split("\n")[2:] == ["1", "steps to a place", "attack", "no supply"]

    go(page, "city glatz", "  - Neipperg: Glatz")
    said = page.inner_text("#board-now")
    for each in ("Neipperg", "To Glatz, 3 steps", "Attacks Friedrich II. in Frankenstein", "No combat plan"):
        assert each in said
        assert each in page.inner_text("#board-said")
    assert page.locator(".board-over .comes .omen-fight").count() == 1

    page.click("#board-now a[data-form]")
    page.wait_for_selector("#form-f0-combat-key[open]")
    assert page.evaluate("document.activeElement.parentElement.id") == "form-f0-combat-key"


def test_the_last_choice_is_undone_at_the_board(open_page: Any) -> None:
    page = open_page()
    before = text(page)
    choose(page, NEIPPERG)
    go(page, "city grulich", "  - Neipperg: Grulich")
    go(page, "city glatz", "  - Neipperg: Glatz")
    page.click("#board-undo")
    wrote(page, "  - Neipperg: Grulich")
    assert page.locator("#board-undo").count() == 0
    go(page, "city glatz", "  - Neipperg: Glatz")
    page.click("#board-now [id^=clear-]")
    page.wait_for_function("before => document.getElementById('text').value === before", arg=before)
    page.click("#board-undo")
    wrote(page, "  - Neipperg: Glatz")

    choose(page, KARL)
    go(page, "city prerau", "  - Karl von Lothringen: Prerau")
    page.fill("#text", "moves:\n  - Traun: Wien\n")
    page.click("button.check")
    page.wait_for_selector("#board-undo", state="detached")


def test_on_a_phone_what_is_ordered_is_seen_with_the_board(open_page: Any) -> None:
    page = open_page(has_touch=True, viewport={"width": 360, "height": 740})
    page.locator(f'button[data-thing="{NEIPPERG}"]').tap()
    page.wait_for_selector(f'#board-orders[data-chosen="{NEIPPERG}"][data-read=yes]')
    rest(page)
    page.wait_for_timeout(400)
    page.touchscreen.tap(*spot(page, "city glatz"))
    wrote(page, "  - Neipperg: Glatz")
    page.wait_for_selector("#board-now .comes")
    low = page.evaluate("innerHeight - document.getElementById('bar').offsetHeight")
    for part in (".board-view", "#board-now .line", "#board-now .comes", "#board-undo"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= low, part
    marches = page.locator(".about-chosen ul.long").first
    assert marches.evaluate("all => all.offsetHeight < 130")
    page.locator(".about-chosen .fold").first.tap()
    assert marches.evaluate("all => all.offsetHeight > 400")
    assert beyond(page) == []


def test_zooming_goes_to_the_chosen_piece_and_no_button_covers_the_board(open_page: Any) -> None:
    page = open_page()
    choose(page, NEIPPERG)
    page.locator(".board-tools [data-zoom=in]").click()
    rest(page)
    page.locator(".board-tools [data-zoom=in]").click()
    rest(page)
    middle = page.evaluate(
        """thing => {
            const {window: seen, things} = document.getElementById('board').board, {width, height} = seen.size
            const {x, y} = seen.pixel(things.get(thing))
            return Math.hypot(x - width / 2, y - height / 2)
        }""",
        NEIPPERG,
    )
    assert middle < 2
    view, tools = page.locator(".board-view").bounding_box(), page.locator(".board-tools").bounding_box()
    assert view
    assert tools
    assert tools["y"] >= view["y"] + view["height"]


def test_a_piece_that_is_chosen_in_the_list_comes_into_sight(open_page: Any) -> None:
    page = open_page(has_touch=True, viewport={"width": 360, "height": 740})
    page.evaluate("window.scrollTo(0, 700)")
    page.locator(f'button[data-thing="{TRAUN}"]').tap()
    page.wait_for_selector(f'#board-orders[data-chosen="{TRAUN}"][data-read=yes]')
    page.wait_for_function("() => document.querySelector('.board-view').getBoundingClientRect().top >= 0")
    rest(page)
    assert page.evaluate(
        "thing => { const {window: seen, things} = document.getElementById('board').board;"
        " return seen.shows(things.get(thing)) }",
        TRAUN,
    )


def test_a_place_out_of_reach_is_said_to_be_so_until_an_order_is_chosen(open_page: Any) -> None:
    page = open_page(has_touch=True, viewport={"width": 360, "height": 740})
    page.locator(f'button[data-thing="{KHEVENHUELLER}"]').tap()
    page.wait_for_selector(f'#board-orders[data-chosen="{KHEVENHUELLER}"][data-read=yes]')
    rest(page)
    page.touchscreen.tap(*spot(page, "city wien"))
    page.wait_for_selector("#board-facts h3")
    lines = page.inner_text("#board-facts .known").splitlines()
    assert [line for line in lines if line][:2] == ["Wien", "Khevenhüller cannot get there."]
    page.locator(".about-chosen button[data-place=tyrnau]").first.tap()
    wrote(page, "  - Khevenhüller: Tyrnau")
    page.wait_for_selector("#board-facts", state="hidden")
    page.wait_for_function("() => document.getElementById('board').board.offer.chosen.way.length > 1")

    page.keyboard.press("Escape")
    rest(page)
    page.touchscreen.tap(*spot(page, "general friedrich"))
    page.wait_for_selector("#board-facts h3")
    assert "cannot get there" not in page.inner_text("#board-facts .known")


def test_a_hint_over_the_board_stays_until_a_piece_is_chosen(open_page: Any) -> None:
    page = open_page(has_touch=True, viewport={"width": 360, "height": 740})
    hint, view = page.locator(".board-hint"), page.locator(".board-view").bounding_box()
    box = hint.bounding_box()
    assert view
    assert box
    assert view["y"] <= box["y"] < box["y"] + box["height"] < view["y"] + 50
    assert not page.is_visible("#board-now .hint")
    page.locator(f'button[data-thing="{NEIPPERG}"]').tap()
    page.wait_for_selector(f'#board-orders[data-chosen="{NEIPPERG}"][data-read=yes]')
    assert not hint.is_visible()


def test_signs_have_words_only_while_they_are_in_sight(open_page: Any) -> None:
    page = open_page()
    page.click(f'button[data-thing="{NEIPPERG}"]')
    page.wait_for_selector(f'#board-orders[data-chosen="{NEIPPERG}"][data-read=yes]')
    rest(page)
    fight = page.locator(".board-legend [data-sign=fight]")
    spot(page, "city glatz")
    assert fight.is_visible()
    page.evaluate(
        """() => {
            const {window: seen, things} = document.getElementById('board').board, {x, y} = things.get('city prag')
            seen.set({x, y, k: 2})
            seen.draw()
        }"""
    )
    assert not fight.is_visible()


def test_what_was_seen_in_another_stage_is_not_shown_again(open_page: Any) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    seen = "document.getElementById('board').board.window.at"
    first = page.evaluate(seen)
    page.evaluate(
        """() => {
            const {window: seen, kept, figure} = document.getElementById('board').board
            seen.set({x: 300, y: 300, k: 2})
            seen.draw()
            if (!sessionStorage.getItem(kept)) throw Error('nothing is kept')
            figure.dataset.stage = 'another'
            seen.draw()
        }"""
    )
    opened(page, page.url)
    rest(page)
    assert page.evaluate(seen) == first
