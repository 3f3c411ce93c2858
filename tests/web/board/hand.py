"""A hand on a board in a browser: where things are on the screen, and what is pressed there."""

from typing import Any

from playwright.sync_api import Page

SEAT = "maria-theresa"
NEIPPERG, KARL, TRAUN = "general neipperg", "general karl", "general traun"
READY = "#board[data-alive=yes]"
AT = """thing => {
    const {window: seen, things, view} = document.getElementById('board').board, box = view.getBoundingClientRect()
    const {x, y} = seen.pixel(things.get(thing))
    return {x: x + box.left, y: y + box.top, inside: x > 4 && y > 4 && x < box.width - 4 && y < box.height - 4}
}"""

IN_SIGHT = """() => {
    const view = document.querySelector('.board-view'), box = view.getBoundingClientRect()
    const low = innerHeight - document.getElementById('bar').offsetHeight
    if (box.top < 0 || box.bottom > low) scrollTo({top: scrollY + box.top - 8, behavior: 'instant'})
}"""
"""Scrolls the page so that all of the board is seen."""


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector(READY)
    return page


def spot(page: Page, thing: str) -> tuple[float, float]:
    """Where a thing is on the screen; the board is moved so that it is in sight."""
    page.evaluate(IN_SIGHT)
    found: Any = page.evaluate(AT, thing)
    if not found["inside"]:
        page.evaluate(
            """thing => {
                const {window: seen, things} = document.getElementById('board').board, {x, y} = things.get(thing)
                seen.set({x, y, k: seen.at.k})
                seen.draw()
            }""",
            thing,
        )
        found = page.evaluate(AT, thing)
    return found["x"], found["y"]


def click(page: Page, thing: str) -> None:
    page.mouse.click(*spot(page, thing))


def choose(page: Page, thing: str) -> None:
    """Click on a piece of one's own until it is asked about."""
    click(page, thing)
    page.wait_for_selector(f'#board-orders[data-chosen="{thing}"][data-read=yes]')
    rest(page)


def go(page: Page, place: str, line: str) -> None:
    """Click on a place until a line is in the sheet."""
    click(page, place)
    wrote(page, line)


def wrote(page: Page, line: str) -> None:
    page.wait_for_function("line => document.getElementById('text').value.split('\\n').includes(line)", arg=line)
    rest(page)


def rest(page: Page) -> None:
    """Wait until the board and the page, which brings it into sight, have come to rest."""
    page.wait_for_function(
        """() => {
            const {window: seen} = document.getElementById('board').board, still = window.scrolled === scrollY
            window.scrolled = scrollY
            return still && !seen.moving && seen.drawn === seen.at
        }""",
        polling=60,
    )


def text(page: Page) -> str:
    return page.input_value("#text")


def discs(page: Page) -> list[str]:
    """The places at which the board shows that they can be reached."""
    found: list[str] = page.eval_on_selector_all(".board-over .disc", "all => all.map(one => one.dataset.at)")
    return sorted(found)
