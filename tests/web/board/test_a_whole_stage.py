"""A stage of Maria in Chromium, from the link in the letter to the receipt: by clicks alone, and by keys alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pbem.referee import opening, submissions
from pbem_maria.ruleset import MARIA
from tests.web.board.games import link, maria
from tests.web.board.hand import READY, choose, go, rest, wrote
from tests.web.serving import serving

pytestmark = pytest.mark.slow

SEAT = "maria-theresa"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return maria(tmp_path / "game").folder


@pytest.fixture
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    game = opening.look(folder, {"maria": MARIA})
    with serving(folder.parent) as running:
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        page = context.new_page()
        page.goto(f"{running.origin}{link(game, SEAT)}")
        page.wait_for_selector(READY)
        rest(page)
        yield page
        context.close()


def ordered(folder: Path) -> list[tuple[str, tuple[str, ...]]]:
    """The moves that were carried out, by the sheet that counted: the first piece of each, and its way."""
    game = opening.look(folder, {"maria": MARIA})
    answers = [one for entry in game.log.entries for one in entry.answers if one.seat == SEAT and one.by == "sheet"]
    waiting = [submissions.counting(game, SEAT, *stage.put) for stage in game.stages(SEAT)]
    orders = [*(one.order for one in answers), *(one.order for one in waiting if one is not None)]
    return [(move.pieces[0], move.path) for move in getattr(orders[-1], "moves", ())]


def test_with_nothing_but_clicks(page: Page, folder: Path) -> None:
    choose(page, "general neipperg")
    go(page, "city grulich", "  - Neipperg: Grulich")
    choose(page, "general karl")
    go(page, "city ungarisch-hradisch", "  - Karl von Lothringen: Ungarisch Hradisch")
    page.click("#bar button.first")
    page.wait_for_selector("#told .notice.ok")

    assert "Sheet accepted" in page.inner_text("#told")
    assert [piece for piece, _ in ordered(folder)] == ["neipperg", "karl"]


def test_with_nothing_but_keys(page: Page, folder: Path) -> None:
    key = page.keyboard.press
    while not page.evaluate("document.activeElement === document.querySelector('.board-view')"):
        key("Tab")
    while "Neipperg" not in page.inner_text("#board-said"):
        key("PageDown")
    key("Enter")
    page.wait_for_selector('#board-orders[data-chosen="general neipperg"]')
    while page.evaluate("document.activeElement.dataset.place") != "grulich" or (
        page.evaluate("document.activeElement.name") != "choice"
    ):
        key("Tab")
    key("Enter")
    wrote(page, "  - Neipperg: Grulich")
    while not page.evaluate("document.activeElement.matches('#bar button.first')"):
        key("Tab")
    key("Enter")
    page.wait_for_selector("#told .notice.ok")

    assert "Sheet accepted" in page.inner_text("#told")
    assert [piece for piece, _ in ordered(folder)] == ["neipperg"]
