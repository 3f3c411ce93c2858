"""The forms on the page of a seat, at a server of its own: chosen by taps, and sent."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect

from tests.web.forms.app import RULES
from tests.web.forms.conftest import QUESTIONS
from tests.web.forms.games import game_at, march_to_a_fight
from tests.web.forms.tapping import PHONE, Tapped
from tests.web.serving import serving

pytestmark = pytest.mark.slow


COUNTED = "window.swaps = 0; document.addEventListener('htmx:after:swap', () => { window.swaps += 1; });"


class TappedSeat(Tapped):
    """The page of a seat, opened by the link in its newest letter."""

    def __init__(self, browser: Browser, origin: str, folder: Path, seat: str) -> None:
        self.page: Page = browser.new_context(viewport=PHONE, has_touch=True).new_page()  # type: ignore[arg-type]
        self.scripts, self.seat = True, seat
        self.page.add_init_script(COUNTED)
        newest = max((folder / "letters").glob(f"*/{seat}.txt"))
        found = re.search(r"^  http://127.0.0.1(/l/\S+)$", newest.read_text(encoding="utf-8"), re.MULTILINE)
        assert found
        self.page.goto(f"{origin}{found[1]}")
        if self.page.locator("#desk").count() == 0:
            self.page.locator("button").first.tap()
        self.page.wait_for_selector("#desk")

    @contextmanager
    def sent(self) -> Iterator[None]:
        before = self.page.evaluate("window.swaps")
        yield
        self.page.wait_for_function("(before) => window.swaps > before", arg=before)

    def write(self, text: str) -> None:
        """Write a sheet by hand, and wait until it was checked."""
        with self.sent():
            self.page.fill("#text", text)

    def send(self) -> None:
        """Send the sheet, which is valid."""
        with self.sent():
            self.page.locator("#bar button[formaction$='/send']").tap()
        expect(self.page.locator("#told .notice.ok")).to_be_visible()


@contextmanager
def seat_page(browser: Browser, folder: Path, game: str) -> Iterator[TappedSeat]:
    settings, wanted = QUESTIONS[game]
    seat = game_at(folder / game, settings, RULES, wanted)
    with serving(folder) as desk:
        yield TappedSeat(browser, desk.origin, folder / game, seat)


def test_a_winter_is_chosen_and_sent(browser: Browser, tmp_path: Path) -> None:
    with seat_page(browser, tmp_path, "winter") as tapped:
        tapped.write("# 4 points buy one:\npasses: yes\n")
        tapped.tap(tapped.key("Cards for recruits"), "Austria")
        assert "recruits:" in tapped.text
        assert "# 4 points buy one:" in tapped.text  # the comments of its writer are still there
        assert "\npasses" not in tapped.text
        tapped.tap(tapped.key("Cards for recruits"), "Remove all of this")
        with tapped.sent():
            tapped.key("No orders this time").locator("input[type=checkbox]").tap()
        assert "\npasses: yes" in tapped.text
        assert not tapped.page.locator(".form-key.wrong").count()


def test_a_round_of_the_napoleonic_wars_is_chosen(browser: Browser, tmp_path: Path) -> None:
    with seat_page(browser, tmp_path, "war") as tapped:
        tapped.tap(tapped.key("Impulses"), "France")
        tapped.press(tapped.key("Impulses"), "add:f0/impulses/0/value/try/0/do")
        assert "France" in yaml.load(tapped.text, yaml.BaseLoader)["impulses"]
        assert not tapped.page.locator(".form-key.wrong").count()


def test_an_attack_is_planned_and_the_writers_words_stay(browser: Browser, tmp_path: Path) -> None:
    with seat_page(browser, tmp_path, "stage") as tapped:
        march = march_to_a_fight(tmp_path / "stage", tapped.seat)
        tapped.write(march)
        tapped.tap(tapped.key("Order of combats"), ">")
        tapped.press(tapped.key("Combat plans"), "add:f0/combat")
        tapped.choose(tapped.key("Combat plans"), "f0/combat/0/name/way", "one combat")
        tapped.tap(tapped.key("Combat plans"), "losing 6 or more")
        tapped.choose(tapped.key("Combat plans"), "f0/combat/0/value/drive/way", "toward …")
        assert tapped.text.startswith(march)
        sheet = yaml.load(tapped.text, yaml.BaseLoader)
        ((fight, plan),) = sheet["combat"].items()
        assert [fight] == sheet["attacks"]
        assert set(plan) == {"play", "stop", "drive"}
        assert not tapped.page.locator(".form-key.wrong").count()
        tapped.send()


def test_politics_are_chosen_and_sent(browser: Browser, tmp_path: Path) -> None:
    with seat_page(browser, tmp_path, "politics") as tapped:
        tapped.write("# as we agreed\npasses: yes\n")
        tapped.choose(tapped.key("Political cards to take"), "f0/take/way", "by your only power")
        tapped.choose(tapped.key("Card to place"), "f0/place/way", "by your only power")
        assert tapped.text.startswith("# as we agreed\n")
        assert set(yaml.load(tapped.text, yaml.BaseLoader)) == {"take", "place"}
        assert not tapped.page.locator(".form-key.wrong").count()
        tapped.send()


def test_a_mistake_in_one_entry_hides_no_other(browser: Browser, tmp_path: Path) -> None:
    with seat_page(browser, tmp_path, "stage") as tapped:
        march = march_to_a_fight(tmp_path / "stage", tapped.seat)
        broken = f"{march}  - Nobody: Nowhere   # who?\nstanding: {{attack: lowest}}\n"
        tapped.write(broken)
        tapped.tap(tapped.key("Order of combats"), ">")
        assert tapped.text.startswith(broken)
        expect(tapped.key("Moves").locator("input.wrong")).to_have_value("Nobody: Nowhere")
        with tapped.sent():
            tapped.key("Moves").locator("input.wrong").fill("Nobody: Linz")
            tapped.page.keyboard.press("Tab")
        assert tapped.text.startswith(broken.replace("Nowhere", "Linz"))
