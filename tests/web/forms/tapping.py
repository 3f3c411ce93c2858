"""A page with forms as a person with a phone uses it."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import yaml
from playwright.sync_api import Browser, Locator, Page, expect

PHONE = {"width": 360, "height": 740}


class Tapped:
    """A page of forms as a person with a phone uses it; nothing is typed."""

    def __init__(self, browser: Browser, address: str, text: str = "", *, scripts: bool = True) -> None:
        context = browser.new_context(viewport=PHONE, java_script_enabled=scripts, has_touch=True)  # type: ignore[arg-type]
        self.page: Page = context.new_page()
        self.scripts = scripts
        self.page.goto(f"{address}?text={quote(text)}")

    def key(self, label: str) -> Locator:
        """The line of a key, opened."""
        line = self.page.locator(".form-key").filter(has=self.page.locator(f"summary .form-label:text-is('{label}')"))
        if line.get_attribute("open") is None:
            line.locator("summary").first.tap()
        return line

    @contextmanager
    def sent(self) -> Iterator[None]:
        """Wait for the page that follows from what is done meanwhile."""
        before = self.page.locator("#made").text_content()
        yield
        expect(self.page.locator("#made")).not_to_have_text(str(before))

    def tap(self, inside: Locator, says: str) -> None:
        """Tap a button by what it says, and wait for what it does."""
        with self.sent():
            inside.locator("button:visible").filter(has_text=says).first.tap()

    def press(self, inside: Locator, value: str) -> None:
        """Tap a button by what it does."""
        with self.sent():
            inside.locator(f"button[value='{value}']").tap()

    def choose(self, inside: Locator, name: str, says: str) -> None:
        """Choose what is called *says* from a list; without scripts it has to be set by the button below."""
        with self.sent():
            inside.locator(f"[name='{name}']").select_option(label=says)
            if not self.scripts:
                inside.locator(".form-apply").tap()

    @property
    def text(self) -> str:
        return self.page.locator("textarea[name=text]").input_value()

    @property
    def sheet(self) -> object:
        return yaml.load(self.text, yaml.BaseLoader)
