"""Every page of the desk, as each is for a while: readable for all, on a phone, enlarged, and in the dark."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from pbem.referee import moderator, opening
from pbem.referee.game import now
from pbem.referee.people import changes
from pbem.referee.play import apply_default
from tests.report.browser.looks import unreadable, without_board
from tests.toy.game import RULESETS as TOYS
from tests.web.board.hand import READY
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
    asked, idle = (changes.desk_link(game, seat, game.stages(seat)) for seat in (SEAT, "frederick"))
    with serving(games) as desk:
        word = moderator.link_word(games, moderator.EVERYONE)
        asked, idle = (link.replace(ADDRESS, desk.origin) for link in (asked, idle))
        yield Place(desk, asked, idle, f"{desk.origin}/m/link/{word}")


@pytest.fixture(name="page")
def _page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


def looks(page: Page) -> Iterator[str]:
    """Give *page* one look after another."""
    for look, (size, scheme) in LOOKS.items():
        page.set_viewport_size(size)
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        yield look


def look_at(page: Page, what: str) -> None:
    """Find nothing wrong with *page* as it is now."""
    assert not unreadable(page, ()), what
    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0, f"{what} is too wide by {wider}"


def look_at_all(page: Page, what: str, then: Locator | None = None) -> None:
    """Find nothing wrong with *page* in any look, press what can be pressed in every look.

    Its board, which has the same colours in all its states, is looked at where they are new.
    """
    with without_board(page):
        for look in looks(page):
            look_at(page, f"{what}, {look}")
            if then is not None:
                then.click(trial=True)
    if then is not None:
        then.click()


def test_the_page_of_a_seat_in_all_its_states(place: Place, page: Page) -> None:
    send, first = page.locator("#bar button").last, page.locator("#told h2").first
    for look in looks(page):
        page.goto(place.asked)
        page.wait_for_url("**/s/**")
        page.locator(READY).wait_for()
        look_at(page, f"a new page, {look}")
    page.fill("#text", "moves:\n  - Belle-Isle: Weiden > Wien\n  - Nobody: Wien\n")
    expect(page.locator("#faults")).to_have_text("2 lines to correct")
    look_at_all(page, "lines that are refused", send)
    expect(first).to_have_text("It was not sent")
    look_at_all(page, "a sheet that is not sent")
    page.fill("#text", "moves:\n  - Belle-Isle: Pilsen\n")
    expect(page.locator("#faults.good")).to_be_visible()
    page.get_by_role("button", name="Try", exact=True).click()
    page.locator("#told .notice").wait_for()
    look_at_all(page, "a trial", send)
    expect(first).to_have_text("It counts")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    look_at_all(page, "everything unfolded")
    for look in looks(page):
        page.goto(place.idle)
        page.wait_for_url("**/s/**/frederick")
        page.locator(READY).wait_for()
        look_at(page, f"nothing asked, {look}")


def test_pages_that_anyone_may_see(place: Place, page: Page) -> None:
    for path in ("/", "/g/danube/", "/l/wrong", "/s/danube/louis", "/m"):
        for look in looks(page):
            page.goto(place.desk.origin + path)
            look_at(page, f"{path}, {look}")


def test_the_pages_of_the_moderator(place: Place, page: Page) -> None:
    for look in looks(page):
        page.goto(place.moderator)
        look_at(page, f"the link, {look}")
        page.get_by_role("button").first.click(trial=True)
    page.get_by_role("button").first.click()
    page.wait_for_url("**/m")
    for look in looks(page):
        page.reload()
        look_at(page, f"the page, {look}")
        page.get_by_text("All that you can do").click(trial=True)
    page.get_by_text("All that you can do").click()
    page.wait_for_load_state()
    for look in looks(page):
        page.reload()
        look_at(page, f"all that can be done, {look}")


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
