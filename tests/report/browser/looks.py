"""What must be right of every page of ours that a browser shows.

What axe-core finds is a fault, but for landmarks of whole sites, which a letter within a mail program has not.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

OF_SITES = ["landmark-one-main", "region", "landmark-complementary-is-top-level"]
BEYOND = """\
[...document.querySelectorAll('.in *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1)
    .map(one => one.outerHTML.slice(0, 80))"""
BROKEN = """\
[...document.querySelectorAll('.table th, .table td')].flatMap(cell => {
    const seen = document.createRange(), all = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), broken = []
    for (let text; text = all.nextNode();)
        for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
            seen.setStart(text, word.index)
            seen.setEnd(text, word.index + word[0].length)
            if (new Set([...seen.getClientRects()].map(line => line.top)).size > 1) broken.push(word[0])
        }
    return broken
})"""

# only for sounds and films does it load all styles again
AXE = "options => axe.run({...options, preload: Boolean(document.querySelector('audio, video'))})"
TAKE = "window.taken = document.querySelector('.board-view > svg'); window.taken?.remove()"
GIVE_BACK = "if (window.taken) document.querySelector('.board-view').append(window.taken)"


def beyond(page: Page) -> list[str]:
    """What is wider than the screen, as HTML."""
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    found: list[str] = page.evaluate(BEYOND)
    return [*found, *([f"the page, by {width} pixels"] if width > 0 else [])]


def broken(page: Page) -> list[str]:
    """The words in tables that are broken, since their column is too narrow for them."""
    found: list[str] = page.evaluate(BROKEN)
    return found


@contextmanager
def without_board(page: Page) -> Iterator[None]:
    """Take the drawing of a board out of its place for a while, as its thousands of parts take most of the time.

    That is for further states of a page whose board was looked at in one of them.
    """
    page.evaluate(TAKE)
    yield
    page.evaluate(GIVE_BACK)


def found_by_axe(page: Page, without: Sequence[str] = ()) -> AxeResults:
    """What axe-core finds, *without* some rules."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    rules = {rule: {"enabled": False} for rule in without}
    return AxeResults(page.evaluate(AXE, {"resultTypes": ["violations"], "rules": rules}))


def unreadable(page: Page, without: Sequence[str] = OF_SITES) -> str:
    """What axe-core finds, as its report; empty if there is nothing."""
    found = found_by_axe(page, without)
    return str(found.generate_report()) if found.violations_count else ""
