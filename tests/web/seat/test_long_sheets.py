"""A sheet of any length is checked with few readings, and what the page says of it is bounded."""

import html

import msgspec
import pytest

from pbem.referee.enquiries import tried
from pbem.referee.views import check
from pbem.sheet import names
from pbem.sheet.names import names_of
from pbem.web.rendering import in_textarea
from pbem.web.seat.desk import MOST, SeatDesk
from pbem.web.seat.line_notes import MOST_NOTES, checked
from pbem.web.seat.page import MOST_BYTES
from tests.web.long_sheets import SHEETS, cards, maria_desk, misspelt, page_of, war_desk
from tests.web.maria import SEAT

SHORT, LONG = 4_000, 16_384
MOST_READINGS = {SHORT: 32, LONG: 20, MOST: 2}
"""By characters of a sheet at most: how often a page reads it, as its remedies may try the less the longer it is."""


@pytest.fixture(scope="module")
def maria(tmp_path_factory: pytest.TempPathFactory) -> SeatDesk:
    return maria_desk(tmp_path_factory.mktemp("long") / "danube")


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> SeatDesk:
    return war_desk(tmp_path_factory.mktemp("long") / "war")


def counted_page(desk: SeatDesk, text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """The page with *text*, and how often that was read for it."""
    readings = 0

    def counted(*args: object) -> object:
        nonlocal readings
        readings += 1
        return check(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("pbem.web.once.check", counted)
    return page_of(desk, text), readings


def test_300_misspelt_lines_are_told_in_part_and_counted(maria: SeatDesk) -> None:
    text = misspelt(maria, 300)
    page = page_of(maria, text)
    found = checked(msgspec.structs.replace(maria, text=text))
    assert len(found.notes) == MOST_NOTES
    assert found.more > MOST_NOTES
    assert f"{found.more} more lines" in page


def test_a_trial_and_a_receipt_tell_30_lines_and_count_the_rest(maria: SeatDesk) -> None:
    told = tried(maria.game, SEAT, misspelt(maria, 90)).text
    assert "more lines, too, once these are corrected" in told
    assert len(told) < 20_000


def test_a_thousand_cards_have_no_controls(war: SeatDesk) -> None:
    assert "says more than can be shown here" in page_of(war, cards(war, 1000))
    assert "says more than can be shown here" not in page_of(war, cards(war, 8))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("game", ["maria", "war"])
def test_any_sheet_of_64_kilobytes_has_a_page_of_bounded_size(
    game: str, name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk: SeatDesk = request.getfixturevalue(game)
    text = SHEETS[name](desk)
    assert len(text.encode()) <= MOST
    page, readings = counted_page(desk, text, monkeypatch)
    assert readings <= next(most for length, most in MOST_READINGS.items() if len(text) <= length)
    assert len(page.encode()) < MOST_BYTES


@pytest.mark.parametrize("text", ["</textarea><b>", "<!--", "&amp;", "&#60;b", "&lt", "<<&&<", "a < b & c", "'\"'"])
def test_no_text_ends_the_field_that_it_is_in(text: str) -> None:
    written = in_textarea(text)
    assert html.unescape(written) == text
    assert "</" not in written
    assert "<!" not in written


def test_the_nearest_names_are_remembered(maria: SeatDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    known = names_of(maria.words.lexicon)
    first, slip = known.nearest("Pragq", "city"), known.slip("Pragq", "city")
    monkeypatch.setattr(names, "near", lambda *_: pytest.fail("searched again"))
    assert known.nearest("Pragq", "city") == first == ("Prag",)
    assert known.slip("Pragq", "city") == slip
