"""Sheets filled by nothing but clicks, in Chromium, with JavaScript and without."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from tests.report.browser.looks import found_by_axe
from tests.web.forms.conftest import Pages
from tests.web.forms.games import march_to_a_fight
from tests.web.forms.tapping import PHONE, Tapped

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_winter_is_ordered_by_taps(browser: Browser, pages: Pages, *, scripts: bool) -> None:
    tapped = Tapped(browser, pages.at("winter"), "# my winter\npasses: yes\n", scripts=scripts)
    tapped.tap(tapped.key("Cards for recruits"), "Austria")
    assert "passes" not in tapped.text
    line = tapped.key("Cards for recruits")
    first = line.locator(".form-chip[aria-pressed=true]")
    while first.count():
        tapped.press(line, str(first.first.get_attribute("value")))
        line = tapped.key("Cards for recruits")
        first = line.locator(".form-chip[aria-pressed=true]")
    assert tapped.text.startswith("# my winter\n")


def test_new_troops_are_given_out_by_taps(browser: Browser, pages: Pages) -> None:
    tapped = Tapped(browser, pages.at("winter"))
    troops = tapped.key("Who gets the new troops")
    name = str(troops.locator(".form-new select").first.locator("option").nth(2).text_content())
    troops.locator(".form-new select").first.select_option(label=name)
    tapped.press(troops, "add:f0/new troops")
    tapped.press(tapped.key("Who gets the new troops"), "more:f0/new troops/0/value")
    assert tapped.sheet == {"new troops": {name: "2"}}
    says = tapped.key("Who gets the new troops").locator(".bad")
    expect(says.first).to_contain_text("✗")  # nothing pays for them yet
    tapped.tap(tapped.key("Who gets the new troops"), "Remove all of this")
    assert tapped.sheet in (None, {})


def march_to(pages: Pages) -> str:
    """A sheet with a move that leads to a combat."""
    return march_to_a_fight(pages.folder / "stage", pages.seats["stage"])


def test_without_a_move_there_is_no_combat_to_order(browser: Browser, pages: Pages) -> None:
    tapped = Tapped(browser, pages.at("stage"))
    expect(tapped.page.locator("summary .form-label:text-is('Moves')")).to_be_visible()
    expect(tapped.page.locator("summary .form-label:text-is('Order of combats')")).to_have_count(0)


def test_an_attack_has_a_full_plan_by_taps(browser: Browser, pages: Pages) -> None:
    tapped = Tapped(browser, pages.at("stage"), march_to(pages))
    tapped.tap(tapped.key("Order of combats"), ">")
    tapped.press(tapped.key("Combat plans"), "add:f0/combat")
    assert isinstance(tapped.sheet, dict)
    assert tapped.sheet["combat"] == "lowest that leads"
    plan = "f0/combat/0/value"
    tapped.choose(tapped.key("Combat plans"), "f0/combat/0/name/way", "one combat")
    tapped.tap(tapped.key("Combat plans"), "highest")
    tapped.key("Combat plans").locator(".form-more summary").first.tap()
    tapped.tap(tapped.key("Combat plans"), "3 cards")
    tapped.press(tapped.key("Combat plans"), f"more:{plan}/at most/0/cards/number")
    tapped.tap(tapped.key("Combat plans"), "losing 6 or more")
    tapped.choose(tapped.key("Combat plans"), f"{plan}/reserves/way", "keep")
    tapped.press(tapped.key("Combat plans"), f"up:{plan}/play/1")
    tapped.choose(tapped.key("Combat plans"), f"{plan}/at zero/way", "tie")
    tapped.choose(tapped.key("Combat plans"), f"{plan}/drive/way", "toward …")
    sheet = tapped.sheet
    assert isinstance(sheet, dict)
    ((fight, said),) = sheet["combat"].items()
    assert [fight] == sheet["attacks"]
    assert tapped.text.startswith(march_to(pages))
    assert said.pop("drive").startswith("toward ")
    assert said == {
        "play": ["highest", "lowest that leads"],
        "at most": "4 cards",
        "stop": "losing 6 or more",
        "reserves": "keep",
        "at zero": "tie",
    }
    assert not tapped.page.locator(".form-key.wrong").count()


def test_politics_are_ordered_by_taps(browser: Browser, pages: Pages) -> None:
    tapped = Tapped(browser, pages.at("politics"), "passes: yes\n")
    taking = tapped.key("Political cards to take")
    tapped.choose(taking, "f0/take/way", "by your only power")
    tapped.tap(tapped.key("Political cards to take"), "Add")
    placing = tapped.key("Card to place")
    tapped.choose(placing, "f0/place/way", "by your only power")
    sheet = tapped.sheet
    assert isinstance(sheet, dict)
    assert set(sheet) == {"take", "place"}
    assert not tapped.page.locator(".form-key.wrong").count()


def test_a_round_of_the_napoleonic_wars_is_ordered_by_taps(browser: Browser, pages: Pages) -> None:
    tapped = Tapped(browser, pages.at("war"), "round: 1\n")
    tapped.tap(tapped.key("Impulses"), "France")
    tapped.press(tapped.key("Impulses"), "add:f0/impulses/0/value/try/0/do")
    sheet = tapped.sheet
    assert isinstance(sheet, dict)
    assert set(sheet) == {"round", "impulses"}
    assert set(sheet["impulses"]["France"]) == {"play", "do"}
    assert not tapped.page.locator(".form-key.wrong").count()


def test_what_the_text_says_is_what_the_form_shows(browser: Browser, pages: Pages) -> None:
    tapped = Tapped(browser, pages.at("stage"), "moves: [Broglie: Xyz]\nreduce: yes\n")
    moves = tapped.key("Moves")
    expect(moves.locator(".bad").first).to_contain_text("There is no city called “Xyz”")
    expect(moves.locator("input.wrong")).to_have_value("Broglie: Xyz")
    reduce = tapped.key("Reduce your objectives")
    expect(reduce.locator("input[type=checkbox]")).to_be_checked()
    with tapped.sent():
        reduce.locator("input[type=checkbox]").tap()
    expect(tapped.page.locator("textarea")).to_have_value("moves: [Broglie: Xyz]\n")
    tapped.page.locator("textarea").fill("reduce: yes\n")
    with tapped.sent():
        tapped.key("Reduce your objectives").locator("input[type=checkbox]").tap()
    expect(tapped.page.locator("[role=alert]")).to_contain_text("The sheet has changed")
    expect(tapped.page.locator("textarea")).to_have_value("reduce: yes\n")


@pytest.mark.parametrize("game", ["stage", "war"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forms_fit_a_phone_and_have_no_faults_of_access(browser: Browser, pages: Pages, game: str, scheme: str) -> None:
    page = browser.new_context(viewport=PHONE, color_scheme=scheme).new_page()  # type: ignore[arg-type]
    page.goto(f"{pages.at(game)}?text={quote('moves: [Broglie: Xyz, Belle-Isle: Mies]' if game == 'stage' else '')}")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    low = page.evaluate(
        """[...document.querySelectorAll('button, select, summary, input:not([type=hidden]):not([type=checkbox])')]
        .filter((one) => one.offsetHeight && one.offsetHeight < 44 && !one.matches('.form-apply'))
        .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert low == []
    found = found_by_axe(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == []
