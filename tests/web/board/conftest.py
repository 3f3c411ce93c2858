"""One Chromium for tests that point at a board, and the page of a seat of Maria in it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from pbem.referee.game import Game
from pbem.web.seat.desk import forget
from tests.report.browser.conftest import browser
from tests.web.board.games import link, maria
from tests.web.board.hand import READY, SEAT, rest
from tests.web.serving import Desk, serving

__all__ = ["browser"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return maria(tmp_path_factory.mktemp("maria") / "game")


@pytest.fixture(scope="module")
def desk(game: Game) -> Iterator[Desk]:
    with serving(game.folder.parent) as running:
        yield running


@pytest.fixture
def open_page(browser: Browser, game: Game, desk: Desk) -> Iterator[Any]:
    """Opens the page of Maria Theresa in a browser of some kind, with a blank sheet; nothing may go wrong in it."""
    forget(game, SEAT)
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def made(**kind: Any) -> Page:
        contexts.append(browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **kind}))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(f"{desk.origin}{link(game, SEAT)}")
        if not kind.get("java_script_enabled", True):
            page.click("button.first")
        page.wait_for_selector("#text")
        if kind.get("java_script_enabled", True):
            page.wait_for_selector(READY)
            rest(page)
        return page

    yield made
    for each in contexts:
        each.close()
    assert wrong == []
