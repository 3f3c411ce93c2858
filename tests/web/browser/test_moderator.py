"""The moderator's page in a browser: on a phone, in the dark, by keys alone, without scripts, and tapped twice."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.campaign.moderator.world import ModeratedWorld
from tests.report.browser.looks import beyond, unreadable
from tests.toy.game import GAME_YAML
from tests.web.moderator.visiting import CONFIRMS, Visitor, link_of, visiting

pytestmark = pytest.mark.slow
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1400, "height": 900}


@pytest.fixture
def world(tmp_path: Path) -> ModeratedWorld:
    """A game with a sheet that is held, a note beside it, and an email of an unknown sender."""
    text = GAME_YAML.replace("ben@example.org}", "ben@example.org, zone: America/New_York}")
    one = ModeratedWorld(tmp_path / "games" / "toy-1", text=text.replace("mail:\n", CONFIRMS))
    one.stranger()
    one.send("ann", "---\nbid: 3\n...\n\nMy king is mine.\n")
    one.turn()
    return one


@pytest.fixture
def visitor(world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    with visiting(monkeypatch, world) as found:
        yield found


def opened(browser: Browser, visitor: Visitor, world: ModeratedWorld, **how: Any) -> Page:
    """A browser that has followed the link."""
    page = browser.new_context(**{"viewport": PHONE, **how}).new_page()
    page.goto(visitor.desk.origin + link_of(world.folder.parent))
    page.get_by_role("button", name="Open the page").click()
    assert page.url == f"{visitor.desk.origin}/m"
    return page


@pytest.mark.parametrize("how", [{}, {"color_scheme": "dark"}, {"viewport": DESK}, {"java_script_enabled": False}])
def test_every_page_can_be_read_and_used(
    how: dict[str, Any], browser: Browser, visitor: Visitor, world: ModeratedWorld
) -> None:
    page = opened(browser, visitor, world, **how)
    asks = ("pause", "extend&length=24h", "confirm&item=1", "confirm&item=2&seat=ann", "dismiss-held&item=2")
    places = ["/m", "/m/toy-1", "/m/toy-1/mail/2", *(f"/m/toy-1/ask?do={one}" for one in asks)]
    for place in places:
        answer = page.goto(visitor.desk.origin + place)
        assert answer is not None
        assert answer.ok, place
        if how.get("java_script_enabled", True):
            for one in page.locator("details").all():
                one.evaluate("one => one.open = true")
            assert (beyond(page), unreadable(page)) == ([], ""), place
    page.get_by_label("Reason").fill("not from you")
    page.get_by_role("button", name="See what happens").click()
    assert "One email goes out with the next turn" in page.locator("main").inner_text()
    page.get_by_role("button", name="Do not count it").click()
    assert page.locator("h1").inner_text() == "Done"
    assert "Email 2 is closed; it stays in the inbox." in page.locator("main").inner_text()
    page.reload()
    assert "Email 2 is closed" in page.locator("main").inner_text()


def test_what_waits_is_on_top_and_targets_are_large(browser: Browser, visitor: Visitor, world: ModeratedWorld) -> None:
    page = opened(browser, visitor, world)
    first = page.get_by_role("link", name=re.compile("Read it ?: Email 2 of ann is held"))
    assert first.bounding_box()["y"] < PHONE["height"] / 2  # type: ignore[index]
    for one in page.locator("details").all():
        one.evaluate("one => one.open = true")
    for one in page.locator("main a.button, main button, main summary").all():
        assert one.bounding_box()["height"] >= 44  # type: ignore[index]


def test_two_taps_do_it_once(browser: Browser, visitor: Visitor, world: ModeratedWorld) -> None:
    page = opened(browser, visitor, world)
    page.get_by_role("link", name="All that you can do").click()
    page.get_by_role("link", name="Extend by 24h for all").click()
    page.get_by_role("button", name="Extend by 24h for all").dblclick()
    page.wait_for_url("**/m/done/*")
    assert world.due() == "2026-11-26 19:00"
    page.go_back()  # what would happen is asked anew
    assert "Friday 27 November 2026, 20:00 (Europe/Berlin); before: Thursday 26" in page.locator("main").inner_text()
    assert len(world.facts()) == 1


def test_a_need_is_settled_with_keys_alone(browser: Browser, visitor: Visitor, world: ModeratedWorld) -> None:
    page = opened(browser, visitor, world)

    def tab_to(name: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            page.wait_for_load_state()
            said: str = page.evaluate("document.activeElement?.innerText ?? ''")
            if said.split("\n", maxsplit=1)[0].startswith(name):
                outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert outline != "none"
                return
        pytest.fail(f"no key leads to {name}")

    tab_to("It is from Ann of the Hill")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ask?do=confirm*")
    assert page.locator("h1").inner_text() == "Is email 2 from Ann of the Hill?"
    tab_to("It is from Ann of the Hill")
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/done/*")
    assert "Email 2: the sheet of Ann of the Hill is accepted; it has a" in page.locator("main").inner_text()
    assert world.look().inbox.verdicts()[1].state == "accepted"
