"""The page of a seat in a browser: from the link in a letter to the receipt, with a phone and without scripts."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from pbem.mail import judges
from pbem.referee import opening, submissions
from pbem.referee.game import now
from tests.report.browser.looks import found_by_axe, without_board
from tests.web.maria import RULESETS, SEAT, maria_game
from tests.web.seats import link_in
from tests.web.serving import Desk, serving

pytestmark = pytest.mark.slow
PHONE: ViewportSize = {"width": 360, "height": 740}
WRONG = "moves:\n  - Belle-Isle: Weiden > Wien\n"
GOOD = "moves:\n  - Belle-Isle: Pilsen\n"


class Game(NamedTuple):
    folder: Path
    desk: Desk
    link: str

    def counts(self) -> bool:
        game = opening.look(self.folder, RULESETS)
        stage = game.stage(SEAT)
        assert stage
        found = submissions.counting(game, SEAT, *stage.put)
        return found is not None and found.by == "sheet"


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    number = maria_game(tmp_path / "danube", now)
    with serving(tmp_path) as desk:
        yield Game(tmp_path / "danube", desk, desk.origin + link_in(tmp_path / "danube", SEAT, number))


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    yield context
    context.close()


def opened(context: BrowserContext, game: Game) -> tuple[Page, list[str]]:
    page, said = context.new_page(), list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(game.link)
    page.wait_for_url("**/s/danube/louis")
    return page, said


def test_from_the_link_to_the_receipt_on_a_phone(game: Game, phone: BrowserContext) -> None:
    page, said = opened(phone, game)
    cookie = phone.cookies()[0]
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")

    page.locator("#text").focus()
    before = page.evaluate("document.getElementById('text').getBoundingClientRect().top")
    page.fill("#text", WRONG)
    expect(page.locator("#faults")).to_have_text("1 line to correct")
    expect(page.locator("#text")).to_be_focused()
    assert page.evaluate("document.getElementById('text').getBoundingClientRect().top") == pytest.approx(before, abs=2)
    page.locator("[data-line='2']").tap()
    assert page.evaluate("document.getSelection().toString()") in ("", "  - Belle-Isle: Weiden > Wien")

    page.fill("#text", GOOD)
    expect(page.locator("#faults")).to_have_text("Moves: Belle-Isle: Pilsen")
    page.get_by_role("button", name="Send this sheet").tap()
    expect(page.locator("#told h2").first).to_have_text("It counts")
    expect(page.locator("#faults")).to_contain_text(re.compile(r"^Sent, \w{3} \d+ \w{3} \d\d:\d\d: counts$"))
    expect(page.locator("#bar button")).to_be_disabled()
    assert game.counts()
    assert said == []


def test_nothing_is_wider_than_a_phone_and_what_is_tapped_is_large(game: Game, phone: BrowserContext) -> None:
    page, _ = opened(phone, game)
    page.fill("#text", WRONG)
    page.locator("#notes li").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in page.locator("button:visible, summary:visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44 or box["height"] <= 1, button.inner_text()  # what only readers of screens are told


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_is_found_by_axe(game: Game, browser: Browser, scheme: str) -> None:
    context = browser.new_context(viewport=PHONE, color_scheme="dark" if scheme == "dark" else "light")
    page, _ = opened(context, game)
    page.fill("#text", WRONG)
    page.locator("#notes li").first.wait_for()
    page.locator("#letter summary").click()
    with without_board(page):
        found = found_by_axe(page).response["violations"]
    context.close()
    serious = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
    assert serious == []


def test_without_scripts_every_button_works(game: Game, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(game.link)
    page.get_by_role("button", name="Open my page").click()
    page.fill("#text", WRONG)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#faults")).to_have_text("1 line to correct")
    page.get_by_role("button", name="Try", exact=True).click()
    expect(page.locator("#told")).to_contain_text("Wien")
    page.fill("#text", GOOD)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#told h2").first).to_have_text("It counts")
    context.close()
    assert game.counts()


def test_a_draft_is_there_again_in_another_browser(game: Game, browser: Browser) -> None:
    texts = []
    for number in range(2):
        context = browser.new_context()
        page, _ = opened(context, game)
        if not number:
            page.fill("#text", WRONG)
            page.locator("#notes li").first.wait_for()
        texts.append(page.input_value("#text"))
        context.close()
    assert texts == [WRONG, WRONG]
    kept = list((game.folder / "drafts").iterdir())
    assert [path.stat().st_mode & 0o777 for path in kept] == [0o600]


def test_what_was_written_without_a_connection_is_there_again(game: Game, browser: Browser) -> None:
    context = browser.new_context()
    page, _ = opened(context, game)
    context.set_offline(True)
    page.fill("#text", GOOD)
    page.wait_for_timeout(1000)
    context.set_offline(False)
    page.reload()
    assert page.input_value("#text") == GOOD
    expect(page.locator("#faults")).to_have_text("Moves: Belle-Isle: Pilsen")
    context.close()


def submit(game: Game, text: str) -> None:
    """Send a sheet by another way."""
    with opening.held(game.folder, RULESETS) as held:
        judges.submit_sheet(held, SEAT, text.encode(), now)


def test_an_open_page_notices_by_itself_what_counts_now(game: Game, browser: Browser) -> None:
    context = browser.new_context()
    page, said = context.new_page(), list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.clock.install()
    page.goto(game.link)
    page.wait_for_url("**/s/danube/louis")
    expect(page.locator("#faults")).to_have_text("Pass: no orders this time")
    asked = list[str]()
    # A font that the page still loads is no question: only what its script asks counts.
    page.on(
        "request",
        lambda one: (
            asked.append(f"{one.method} {one.url.rpartition('/')[2]}") if one.resource_type == "fetch" else None
        ),
    )
    page.clock.run_for(20_000)
    assert asked == [], "it does not ask more often"
    with page.expect_request("**/state"):
        page.clock.run_for(12_000)
    assert asked == ["GET state"]

    submit(game, GOOD)
    page.clock.run_for(31_000)
    expect(page.locator("#faults")).to_contain_text("Sent")
    assert page.input_value("#text") == GOOD

    page.fill("#text", WRONG)
    page.clock.run_for(1_000)
    expect(page.locator("#faults")).to_have_text("1 line to correct")
    submit(game, "moves: []\n")
    page.clock.run_for(31_000)
    expect(page.locator("#told")).to_contain_text("Something newer counts")
    assert page.input_value("#text") == WRONG
    assert said == []
    context.close()


def test_a_tap_on_what_happened_shows_it_on_the_board(game: Game, phone: BrowserContext) -> None:
    page, _ = opened(phone, game)
    page.locator("#board[data-alive=yes]").wait_for()
    named = "text => document.getElementById('board').board.named(text).map(one => one.name)"
    assert page.evaluate(named, "Neipperg: Mährisch Trübau > Olmütz. Brünning?") == [
        "Neipperg",
        "Mährisch Trübau",
        "Olmütz",
    ]
    assert page.evaluate(named, "") == []


def test_a_page_that_was_left_open_says_that_the_game_has_moved_on(game: Game, browser: Browser) -> None:
    context = browser.new_context()
    page, _ = opened(context, game)
    page.evaluate("document.querySelector('[name=stage]').value = '0001-other'")
    page.fill("#text", GOOD)
    expect(page.locator("#told")).to_contain_text("The game has moved on")
    assert page.input_value("#text") == GOOD
    page.get_by_role("link", name="Show what is new").click()
    expect(page.locator("#told")).not_to_contain_text("The game has moved on")
    context.close()


def test_commands_are_in_a_card_that_stays_unfolded(game: Game, phone: BrowserContext) -> None:
    page, said = opened(phone, game)
    page.locator("#more > summary").tap()
    page.get_by_role("button", name="Hold", exact=True).tap()
    expect(page.locator("#told h2").first).to_have_text("Your command was read")
    expect(page.locator("#told")).to_contain_text("You hold the game")
    expect(page.locator(".what-counts")).to_contain_text("You hold the game, and can replace it until")
    page.get_by_role("button", name="Release", exact=True).tap()
    expect(page.locator("#told")).to_contain_text("Hold ended")
    page.fill("#text", GOOD)
    page.get_by_role("button", name="Send this sheet").tap()
    expect(page.locator("#faults")).to_contain_text("Sent")
    page.get_by_role("button", name="Withdraw", exact=True).tap()
    expect(page.locator("#told")).to_contain_text("Sheet withdrawn")
    expect(page.get_by_role("button", name="Send this sheet")).to_be_enabled()
    assert page.input_value("#text") == GOOD
    assert said == []
