"""What must be right of every page of ours that a browser shows.

What axe-core finds is a fault, but for landmarks of whole sites, which a letter within a mail program has not.
"""

from axe_playwright_python.sync_playwright import Axe
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


def beyond(page: Page) -> list[str]:
    """What is wider than the screen, as HTML."""
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    found: list[str] = page.evaluate(BEYOND)
    return [*found, *([f"the page, by {width} pixels"] if width > 0 else [])]


def broken(page: Page) -> list[str]:
    """The words in tables that are broken, since their column is too narrow for them."""
    found: list[str] = page.evaluate(BROKEN)
    return found


def unreadable(page: Page) -> str:
    """What axe-core finds, as its report; empty if there is nothing."""
    found = Axe().run(page, options={"rules": {rule: {"enabled": False} for rule in OF_SITES}})
    return str(found.generate_report()) if found.violations_count else ""
