"""Public pages in a real browser, from the disk: slider, keys, zoom, without scripts; readable on any screen."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from pbem.referee import opening
from pbem.web.public.game_pages import GamePages
from pbem.web.public.site import site_pages, write_site
from pbem_maria.ruleset import MARIA
from tests.maria.secrecy.test_twin_worlds import SET_UP, play_until_turn_one_is_over
from tests.report.browser.looks import unreadable
from tests.web.public.pages_of import ISLANDS_YAML, begun, played
from tests.web.serving import serving

BEYOND = """\
[...document.querySelectorAll('main *')].filter(one => !one.closest('.drawing, .hidden'))
    .filter(one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 80))"""
SMALL = """\
[...document.querySelectorAll('button, .button, summary, input, .links a, .list a')].filter(one => one.offsetParent)
    .filter(one => one.getBoundingClientRect().height < 43.5).map(one => one.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def isles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a small game that is over."""
    top = tmp_path_factory.mktemp("isles")
    begun(top / "game", ISLANDS_YAML)
    write_site(top / "out", site_pages([GamePages(played(top / "game"))]))
    return top / "out"


@pytest.fixture(scope="module")
def maria(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game of Maria that runs."""
    top = tmp_path_factory.mktemp("maria")
    play_until_turn_one_is_over(top / "game", {seat: both[0] for seat, both in SET_UP.items()}, "")
    with (top / "game" / "game.yaml").open("a") as settings:
        settings.write("desk: https://desk.example.org\n")
    return top


@contextmanager
def shown(
    browser: Browser,
    url: str,
    *,
    width: int = 1200,
    colours: Literal["light", "dark"] = "light",
    scripts: bool = True,
    touch: bool = False,
    calm: bool = False,
) -> Iterator[Page]:
    """A page; it fails if it asks for anything from elsewhere, or has anything to complain of."""
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=colours,
        java_script_enabled=scripts,
        has_touch=touch,
        reduced_motion="reduce" if calm else "no-preference",
    )
    wrong: list[str] = []
    try:
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        place = url.split("/g/", maxsplit=1)[0]
        page.on("request", lambda asked: None if asked.url.startswith(place) else wrong.append(asked.url))
        page.on("requestfailed", lambda asked: wrong.append(f"failed: {asked.url}"))
        page.goto(url)
        yield page
        assert wrong == []
    finally:
        context.close()


def serious(page: Page) -> str:
    """What axe-core finds, as its report; it must not load styles again, which no page from a disk may."""
    return unreadable(page, ())


def at(folder: Path, page: str = "index.html") -> str:
    return (folder / "g" / "isles" / page).as_uri()


def when(page: Page) -> str:
    return page.locator("[data-when]").inner_text()


def settled(page: Page, number: int) -> None:
    """Wait until the moment with that number is shown."""
    page.wait_for_function(
        f"document.querySelector('[data-moment] h2').textContent.toLowerCase().endsWith('report {number}')",
        timeout=20_000,
    )


@pytest.mark.slow
def test_the_slider_moves_through_the_game_by_keys(browser: Browser, isles: Path) -> None:
    with shown(browser, at(isles)) as page:
        boards = [page.locator(".sight .drawing").inner_html()]
        slider = page.get_by_role("slider")
        slider.focus()
        for number in (4, 3):
            page.keyboard.press("ArrowLeft")
            settled(page, number)
            boards.append(page.locator(".sight .drawing").inner_html())
        assert when(page).endswith("report 3")
        page.keyboard.press("Home")
        settled(page, 1)
        assert page.locator(".sight .drawing").inner_html() not in boards
        assert page.url.endswith("#r1")
        page.locator("h1").click()
        page.keyboard.press("ArrowRight")
        settled(page, 2)
        page.keyboard.press("p")
        assert page.get_by_role("button", name="Play").count() == 1, "it means something on the board alone"
        slider.focus()
        page.keyboard.press("End")
        settled(page, 5)
        assert page.locator("[data-board]").first.inner_html() == boards[0]
        assert "report 5" in (slider.get_attribute("aria-valuetext") or "")


@pytest.mark.slow
def test_the_slider_moves_through_the_game_by_the_mouse(browser: Browser, isles: Path) -> None:
    with shown(browser, at(isles, "r0002.html")) as page:
        box = page.get_by_role("slider").bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
        settled(page, 5)
        page.get_by_role("link", name="The moment before").click()
        settled(page, 4)
        page.get_by_role("link", name="First moment").click()
        settled(page, 1)
        assert page.get_by_role("link", name="The moment before").get_attribute("aria-disabled") == "true"


@pytest.mark.slow
def test_it_plays_by_itself_until_the_end(browser: Browser, isles: Path) -> None:
    with shown(browser, at(isles, "r0003.html")) as page:
        page.get_by_role("button", name="Play").click()
        assert page.get_by_role("button", name="Pause").count() == 1
        settled(page, 5)
        page.get_by_role("button", name="Play").wait_for()


@pytest.mark.slow
def test_a_link_to_a_moment_of_the_newest_page_shows_it(browser: Browser, isles: Path) -> None:
    with shown(browser, at(isles) + "#r2") as page:
        settled(page, 2)


@pytest.mark.slow
def test_what_a_moment_shows_is_what_its_own_page_has(browser: Browser, isles: Path) -> None:
    inside = "[...document.querySelectorAll('[data-moment], .sight .drawing')].map(one => one.innerHTML.trim())"
    with shown(browser, at(isles, "r0002.html")) as own, shown(browser, at(isles)) as other:
        other.locator("[data-round='2']").evaluate("one => one.closest('details').open = true")
        other.locator("[data-round='2']").click()
        settled(other, 2)
        assert other.evaluate(inside) == own.evaluate(inside)


@pytest.mark.slow
def test_without_scripts_each_moment_is_a_page(browser: Browser, isles: Path) -> None:
    with shown(browser, at(isles), scripts=False) as page:
        assert page.get_by_role("slider").count() == 0
        assert page.get_by_role("button", name="Play").count() == 0
        for number in (4, 3):
            page.get_by_role("link", name="The moment before").click()
            assert when(page).endswith(f"report {number}")
        assert page.locator(".sight svg").is_visible()
        page.get_by_role("link", name="All games").click()
        page.get_by_role("link", name="Islands", exact=True).click()
        assert when(page).endswith("report 5")


@pytest.mark.slow
def test_the_board_is_zoomed_by_keys_and_buttons_and_moved_by_the_mouse(browser: Browser, isles: Path) -> None:
    with shown(browser, at(isles), calm=True) as page:
        first = seen(page)
        page.get_by_role("group", name="The board").focus()
        page.keyboard.press("+")
        assert seen(page)["width"] > first["width"] * 1.5
        page.keyboard.press("Shift+ArrowRight")
        page.get_by_role("button", name="Zoom in").click()
        before = seen(page)
        page.locator(".sight").hover(position={"x": 100, "y": 100})
        page.mouse.down()
        page.mouse.move(60, 160, steps=4)
        page.mouse.up()
        after = seen(page)
        assert after["x"] < before["x"]
        page.keyboard.press("ArrowLeft")
        settled(page, 4)
        assert seen(page) == after
        page.mouse.wheel(0, -200)
        assert seen(page)["width"] > after["width"] * 1.2
        page.keyboard.press("0")
        assert seen(page)["width"] == first["width"]
        page.mouse.dblclick(200, 300)
        assert seen(page)["width"] > first["width"] * 1.5


def seen(page: Page) -> dict[str, float]:
    """Where the drawing is on the screen when it rests, and how large."""
    page.wait_for_timeout(250)
    found: dict[str, float] = page.evaluate(
        """() => {
            const svg = document.querySelector('.sight svg'), box = svg.viewBox.baseVal, at = svg.getScreenCTM()
            return {x: Math.round(at.e), y: Math.round(at.f), width: Math.round(at.a * 1000)}
        }"""
    )
    return found


@pytest.mark.slow
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1200])
def test_pages_can_be_read_on_any_screen(
    browser: Browser, isles: Path, width: int, colours: Literal["light", "dark"]
) -> None:
    for place in (at(isles), at(isles, "draws.html"), at(isles, "../../index.html")):
        with shown(browser, place, width=width, colours=colours, touch=width == 360) as page:
            for one in page.locator("details").all():
                one.evaluate("one => one.open = true")
            assert page.evaluate(BEYOND) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(SMALL) == []
            assert serious(page) == ""


@pytest.mark.slow
def test_a_combat_can_be_read_row_by_row(browser: Browser, isles: Path, tmp_path: Path) -> None:
    rows = "".join(f"<tr><th>Card {number}</th><td>{number}</td></tr>" for number in (1, 2, 3))
    table = f'<table class="table"><tbody>{rows}</tbody></table><ul><li>It was lost.</li></ul></article>'
    shutil.copytree(isles, tmp_path / "out")
    page_of = tmp_path / "out/g/isles/index.html"
    page_of.write_text(page_of.read_text("utf-8").replace("</article>", table), "utf-8")
    with shown(browser, page_of.as_uri()) as page:
        button = page.get_by_role("button", name="Row by row")
        outcome = page.get_by_text("It was lost.")
        assert outcome.is_visible()
        button.click()
        assert [page.get_by_text(f"Card {number}").is_visible() for number in (1, 2, 3)] == [True, False, False]
        assert not outcome.is_visible()
        page.get_by_role("button", name="Next row").click()
        page.get_by_role("button", name="Next row").click()
        assert page.get_by_text("Card 3").is_visible()
        assert outcome.is_visible()


@pytest.mark.slow
def test_a_game_of_maria_on_a_phone_by_a_server(browser: Browser, maria: Path) -> None:
    with (
        serving(maria) as desk,
        shown(browser, f"{desk.origin}/g/twins/", width=360, colours="dark", touch=True) as page,
    ):
        last = page.locator("[data-moment] h2", has_text=when(page))
        page.get_by_role("link", name="The moment before").tap()
        last.wait_for(state="detached")
        assert page.locator(".sight [data-moves]").count() > 0
        moves = page.locator(".sight [data-moves]").first.bounding_box()
        sight = page.locator(".sight").bounding_box()
        assert moves
        assert sight
        assert sight["x"] <= moves["x"] + moves["width"] / 2 <= sight["x"] + sight["width"], "it follows what moves"
        assert page.evaluate(BEYOND) == []
        assert serious(page) == ""


@pytest.mark.slow
def test_a_running_game_from_the_disk_draws_what_moved(browser: Browser, maria: Path, tmp_path: Path) -> None:
    game = opening.look(maria / "game", {"maria": MARIA})
    write_site(tmp_path, site_pages([GamePages(game)]))
    with shown(browser, (tmp_path / "g/twins/index.html").as_uri()) as page:
        page.get_by_role("slider").press("Home")
        settled(page, 1)
        assert page.locator(".sight [data-moves]").count() == 0
        page.keyboard.press("ArrowRight")
        settled(page, 2)
        families = page.evaluate(
            "document.fonts.ready.then(all => [...all].filter(one => one.status === 'loaded').length)"
        )
        assert families > 3
