"""Emails of a game of Maria in a real browser: each on a telephone and on a desk, light and dark, without pictures."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.report.browser.looks import beyond, broken, unreadable
from tests.report.browser.real_letters import SHEETS, real_letters

KINDS = ("first", "news", "stage", *SHEETS)
COLOURS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    return real_letters(tmp_path_factory.mktemp("maria"))


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    page.route("https://**", lambda route: route.abort())
    yield page
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_real_letter_can_be_read(letters: Mapping[str, str], page: Page, kind: str) -> None:
    page.set_content(letters[kind])
    for width, colours in product((360, 1200), COLOURS):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=colours)
        assert beyond(page) == []
        assert broken(page) == []
        assert not unreadable(page)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["stage", "reach"])
def test_a_real_letter_can_be_read_with_its_pictures_blocked(letters: Mapping[str, str], page: Page, kind: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.set_content(letters[kind].replace("data:image/png;base64,", "https://blocked.invalid/"))
    described = page.get_by_role("img").evaluate_all("all => all.map(one => [one.alt, one.clientHeight > 15])")
    assert described
    assert all(alt and seen for alt, seen in described)
    assert beyond(page) == broken(page) == []
    assert not unreadable(page)


@pytest.mark.slow
def test_the_letters_are_of_the_kinds_that_players_get(letters: Mapping[str, str], page: Page) -> None:
    titles = {}
    for kind in KINDS:
        page.set_content(letters[kind])
        titles[kind] = page.get_by_role("heading", level=1).inner_text()
    assert titles == {
        "first": "The division of your troops",
        "news": "News, nothing to do",
        "stage": "Orders for Austria and the Pragmatic Army, turn 2",
        "refused": "Sheet refused: 5 lines to correct",
        "accepted": "Sheet accepted",
        "reach": "Reach Traun",
    }
    assert [letters[kind].count("<img") for kind in KINDS] == [0, 0, 2, 0, 0, 1]
