"""Every page of the desk, as each is for a while: readable for all, on a phone, enlarged, and in the dark."""

import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect

from pbem.referee import moderator, opening
from pbem.referee.game import now
from pbem.referee.people import joining
from pbem.referee.play import apply_default
from tests.toy.game import RULESETS as TOYS
from tests.web.maria import RULESETS, SEAT, maria_game
from tests.web.seats import ADDRESS, begun, link_in, played
from tests.web.serving import Desk, serving

pytestmark = pytest.mark.slow

LOOKS = {
    "phone": (ViewportSize(width=360, height=740), "light"),
    "phone in the dark": (ViewportSize(width=360, height=740), "dark"),
    "computer in the dark": (ViewportSize(width=1400, height=900), "dark"),
    "computer at 200%": (ViewportSize(width=640, height=450), "light"),
}
"""A page enlarged to twice its size has half as many pixels of its own."""
MOST_TABS = 150


class Place(NamedTuple):
    """A desk with a game, and the links to it."""

    desk: Desk
    asked: str
    idle: str
    moderator: str


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    games = tmp_path_factory.mktemp("games")
    maria_game(games / "danube", now)
    game = opening.look(games / "danube", RULESETS)
    asked, idle = (joining.link(game, seat, game.stages(seat)) for seat in (SEAT, "frederick"))
    with serving(games) as desk:
        word = moderator.link_word(games, moderator.EVERYONE)
        asked, idle = (link.replace(ADDRESS, desk.origin) for link in (asked, idle))
        yield Place(desk, asked, idle, f"{desk.origin}/m/link/{word}")


@pytest.fixture(params=LOOKS)
def context(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    size, scheme = LOOKS[request.param]
    made = browser.new_context(viewport=size, color_scheme="dark" if scheme == "dark" else "light")
    yield made
    made.close()


def look_at(page: Page, what: str) -> None:
    """Find nothing wrong with *page* as it is now."""
    found = Axe().run(page)
    assert not found.violations_count, f"{what}: {found.generate_report()}"
    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0, f"{what} is too wide by {wider}"


def test_the_page_of_a_seat_in_all_its_states(place: Place, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(place.asked)
    page.wait_for_url("**/s/**")
    look_at(page, "a new page")
    page.fill("#text", "moves:\n  - Belle-Isle: Weiden > Wien\n  - Nobody: Wien\n")
    expect(page.locator("#faults")).to_have_text("2 lines to correct")
    look_at(page, "lines that are refused")
    page.locator("#bar button").last.click()
    expect(page.locator("#told h2").first).to_have_text("It was not sent")
    look_at(page, "a sheet that is not sent")
    page.fill(
        "#text", f"moves:\n  - Belle-Isle: Pilsen\n# {secrets.token_hex(4)}: what counts need not be sent again\n"
    )
    expect(page.locator("#faults.good")).to_be_visible()
    page.get_by_role("button", name="Try", exact=True).click()
    page.locator("#told .notice").wait_for()
    look_at(page, "a trial")
    page.locator("#bar button").last.click()
    expect(page.locator("#told h2").first).to_have_text("It counts")
    look_at(page, "a sheet that counts")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    look_at(page, "everything unfolded")
    page.goto(place.idle)
    page.wait_for_url("**/s/**/frederick")
    look_at(page, "nothing asked")


def test_pages_that_anyone_may_see(place: Place, context: BrowserContext) -> None:
    page = context.new_page()
    for path in ("/", "/g/danube/", "/l/wrong", "/s/danube/louis", "/m"):
        page.goto(place.desk.origin + path)
        look_at(page, path)


def test_the_pages_of_the_moderator(place: Place, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(place.moderator)
    look_at(page, "the link")
    page.get_by_role("button").first.click()
    page.wait_for_url("**/m")
    look_at(page, "the page")
    page.get_by_text("All that you can do").click()
    page.wait_for_load_state()
    look_at(page, "all that can be done")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_the_page_behind_a_link(place: Place, browser: Browser, scripts: bool) -> None:
    with browser.new_context(java_script_enabled=scripts) as context:
        page = context.new_page()
        page.goto(place.asked)
        if not scripts:
            page.get_by_role("button").click()
        page.wait_for_url("**/s/danube/louis")
        assert page.locator("#bar button").count() == 1


def test_with_nothing_but_keys(place: Place, browser: Browser) -> None:
    def tab_to(selector: str) -> None:
        for _ in range(MOST_TABS):
            page.keyboard.press("Tab")
            if page.evaluate("one => document.activeElement.matches(one)", selector):
                return
        pytest.fail(f"{selector} is out of reach")

    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(place.asked)
        page.wait_for_url("**/s/danube/louis")
        tab_to("#text")
        page.keyboard.press("Control+A")
        page.keyboard.type("moves:\n- Belle-Isle: Pilsen\n")
        expect(page.locator("#text")).to_be_focused()
        tab_to("#bar [formaction$='/send']")
        page.keyboard.press("Enter")
        expect(page.locator("#told h2").first).to_have_text("It counts")


def slowly(route: Route) -> None:
    """Let a request wait for longer than the page waits until it checks what was typed."""
    time.sleep(1.5)
    route.continue_()


def test_what_is_sent_while_one_still_types_keeps_its_receipt(place: Place, browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(place.asked)
        page.wait_for_url("**/s/danube/louis")
        page.route("**/send", slowly)
        page.fill("#text", "moves:\n  - Belle-Isle: Pilsen\n\n")
        page.locator("#bar [formaction$='/send']").click()
        expect(page.locator("#told h2").first).to_have_text("It counts")
        page.wait_for_timeout(1500)
        expect(page.locator("#told h2").first).to_have_text("It counts")


def test_the_page_of_a_game_that_is_over(browser: Browser, tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1", now)
    with serving(tmp_path, module="tests.cli.toy_pbem") as desk:
        for _ in range(10):
            game = opening.look(folder, TOYS)
            if game.outcome is not None:
                break
            with opening.held(folder, TOYS) as held:
                for seat in [seat for seat in held.titles if any(one.pending for one in held.stages(seat))]:
                    apply_default(held, seat, "", now)
            played(folder, now)
        with browser.new_context(viewport=LOOKS["phone"][0]) as context:
            page = context.new_page()
            page.goto(desk.origin + link_in(folder, "ann"))
            page.wait_for_url("**/s/toy-1/ann")
            assert "the game is over" in page.locator("h1").inner_text()
            look_at(page, "a game that is over")
