"""The main way in Firefox: open the link of a letter, see the board, order a move, and send the sheet."""

import os
from pathlib import Path

import pytest

from pbem.referee import opening, submissions
from pbem.referee.game import now
from tests.web.browser.marionette import FIREFOX, firefox
from tests.web.maria import RULESETS, SEAT, maria_game
from tests.web.seats import link_in
from tests.web.serving import serving

TEXT = "return document.querySelector(arguments[0])?.textContent ?? ''"
DRAWN = "return document.querySelectorAll('#board-part svg [data-thing^=general]').length"


@pytest.mark.slow
def test_from_the_link_to_the_receipt(tmp_path: Path) -> None:
    if FIREFOX is None:
        if os.environ.get("PBEM_SERVERS") == "required":
            pytest.fail("Firefox is not installed, and PBEM_SERVERS=required")
        pytest.skip("Firefox is not installed")
    number = maria_game(tmp_path / "games" / "danube", now)
    with serving(tmp_path / "games") as desk, firefox(tmp_path / "profile") as browser:
        browser.open(desk.origin + link_in(tmp_path / "games" / "danube", SEAT, number))
        browser.until(lambda: browser.address().endswith("/s/danube/louis"), "the page of the seat")
        browser.until(lambda: browser.run(DRAWN) > 5, "a board with generals")
        width = browser.run("return document.documentElement.scrollWidth - innerWidth")
        assert width <= 0

        browser.type("#text", "moves:\n  - Belle-Isle: Wien\n")
        browser.until(lambda: "to correct" in browser.run(TEXT, "#faults"), "a problem while one writes")
        browser.type("#text", "moves:\n  - Belle-Isle: Pilsen\n")
        browser.until(lambda: "Moves" in browser.run(TEXT, "#faults"), "a sheet that is right")
        browser.click("#bar button")
        browser.until(lambda: "It counts" in browser.run(TEXT, "#told h2"), "the receipt")

    game = opening.look(tmp_path / "games" / "danube", RULESETS)
    stage = game.stage(SEAT)
    assert stage
    found = submissions.counting(game, SEAT, *stage.put)
    assert found
    assert found.by == "sheet"
