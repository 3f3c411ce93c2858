"""A page whose desk cannot be reached, or refuses: it says so, and what was written stays."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from pbem.referee import opening
from pbem.referee.game import now
from pbem.referee.people import changes
from tests.report.browser.looks import unreadable
from tests.servers.ports import free_ports
from tests.toy.game import RULESETS
from tests.web.seats import ADDRESS, begun, link_in
from tests.web.serving import serving

pytestmark = pytest.mark.slow
TOY = "tests.cli.toy_pbem"


class Place(NamedTuple):
    """A game at a port of this machine, at which a desk may listen."""

    folder: Path
    port: int

    def link(self, seat: str, game: str = "toy-1") -> str:
        return f"{ADDRESS}:{self.port}{link_in(self.folder / game, seat)}"

    def items(self) -> int:
        return len(list(opening.look(self.folder / "toy-1", RULESETS).inbox.items()))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    begun(tmp_path / "toy-1", now)
    (port,) = free_ports(1)
    return Place(tmp_path, port)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 360, "height": 740})
    yield made
    made.close()


def opened(context: BrowserContext, place: Place, seat: str = "ann") -> Page:
    page = context.new_page()
    page.goto(place.link(seat))
    page.wait_for_url(f"**/s/toy-1/{seat}")
    return page


def says(page: Page, text: str) -> None:
    """Wait until the page says so where it can be seen."""
    expect(page.locator("#connection h2").filter(visible=True)).to_have_text(text)


def test_without_a_connection_the_page_says_so_and_goes_on_by_itself(place: Place, context: BrowserContext) -> None:
    with serving(place.folder, module=TOY, port=place.port):
        page = opened(context, place)
        context.set_offline(True)
        page.fill("#text", "bid: 3\n")
        told = page.locator("#connection")
        says(page, "The desk cannot be reached")
        expect(page.locator("#text")).to_have_value("bid: 3\n")
        assert not unreadable(page, ())
        context.set_offline(False)
        expect(told).to_be_hidden()
        expect(page.locator("#faults")).to_have_text("Bid: 3")
        expect(page.locator("#text")).to_have_value("bid: 3\n")


def test_a_sheet_whose_answer_was_lost_is_sent_again_and_counts_once(place: Place, context: BrowserContext) -> None:
    with serving(place.folder, module=TOY, port=place.port):
        page = opened(context, place)
        page.fill("#text", "bid: 3\n")
        expect(page.locator("#faults")).to_have_text("Bid: 3")
        lost: list[int] = []

        def lose(route: Route) -> None:
            lost.append(route.fetch().status)
            route.abort()

        page.route("**/send", lose)
        page.click("#bar button")
        says(page, "The desk did not answer")
        assert lost == [200]
        page.unroute("**/send")
        page.click("#bar button")
        expect(page.locator("#told")).to_contain_text("It counts")
        expect(page.locator("#connection")).to_be_hidden()
    states = [one.state for one in opening.look(place.folder / "toy-1", RULESETS).inbox.verdicts()]
    assert states in (["accepted"], ["accepted", "doubled"])


def test_a_desk_that_is_gone_takes_no_text_with_it(place: Place, context: BrowserContext) -> None:
    with serving(place.folder, module=TOY, port=place.port):
        page = opened(context, place)
        page.fill("#text", "bid: 3\n")
        expect(page.locator("#faults")).to_have_text("Bid: 3")
    page.click("#bar button")
    says(page, "The desk did not answer")
    expect(page.locator("#text")).to_have_value("bid: 3\n")
    assert place.items() == 0


def test_a_page_that_is_not_open_to_its_browser_any_more_keeps_its_text(place: Place, context: BrowserContext) -> None:
    with serving(place.folder, module=TOY, port=place.port):
        page = opened(context, place)
        page.fill("#text", "x" * 300_000)
        says(page, "This is too long")
        assert len(page.input_value("#text")) == 300_000
        with opening.held(place.folder / "toy-1", RULESETS) as game:
            changes.renew_link(game, "ann", 1, now())
        page.fill("#text", "bid: 3\n")
        says(page, "There is no such page")
        expect(page.locator("#text")).to_have_value("bid: 3\n")
        with page.expect_response("**/check") as refused:  # whoever may not see the page has no body read
            page.fill("#text", "x" * 300_000)
        assert refused.value.status == 404
        says(page, "There is no such page")
        assert len(page.input_value("#text")) == 300_000


def test_a_device_of_others_forgets_one_seat_and_no_other(place: Place, context: BrowserContext) -> None:
    with serving(place.folder, module=TOY, port=place.port):
        ann, ben = opened(context, place), opened(context, place, "ben")
        for page, text in ((ann, "bid: 3 # mine\n"), (ben, "bid: 2 # mine\n")):
            with page.expect_response("**/check"):
                page.fill("#text", text)
        kept = "Object.keys(localStorage).filter((name) => name.includes('/s/'))"
        assert len(ann.evaluate(kept)) == 2
        ann.click("#leave summary")
        ann.click("#leave button")
        expect(ann.locator("h1")).to_have_text("This browser has forgotten your page")
        assert not unreadable(ann, ())
        assert ann.evaluate(kept) == ["draft /s/toy-1/ben"]
        assert len(context.cookies()) == 1
        ann.goto(f"{ADDRESS}:{place.port}/s/toy-1/ann")
        expect(ann.locator("h1")).to_have_text("There is no such page")
        ben.reload()
        expect(ben.locator("#text")).to_have_value("bid: 2 # mine\n")
        ann.goto(place.link("ann"))
        ann.wait_for_url("**/s/toy-1/ann")
        expect(ann.locator("#text")).to_have_value("bid: 3 # mine\n")
