"""A sheet of any length is checked with few readings, and what the page says of it is bounded."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pbem.referee import opening
from pbem.referee.enquiries.trial import tried
from pbem.referee.game import now
from pbem.referee.letters import wording
from pbem.referee.views.check import check
from pbem.sheet import names
from pbem.sheet.names import names_of
from pbem.web.once import one_answer
from pbem.web.seat.desk import SeatDesk, stage_name
from pbem.web.seat.drafts import MOST
from pbem.web.seat.line_notes import MOST_NOTES, checked
from pbem.web.seat.page import work
from tests.tnw.replay.sheet_game import game_yaml as war_yaml
from tests.web.forms.app import RULES
from tests.web.forms.games import game_at
from tests.web.maria import SEAT, maria_game

MOST_BYTES = 300_000
MOST_READINGS = 20


def desk_of(folder: Path, seat: str) -> SeatDesk:
    game = opening.look(folder, RULES)
    stages = game.stages(seat)
    words = wording.words_for(game, game.view(seat), seat)
    return SeatDesk(
        game=game, seat=seat, words=words, at=now(), stages=stages, text="", stage=stage_name(stages), root="/s"
    )


@pytest.fixture(scope="module")
def maria(tmp_path_factory: pytest.TempPathFactory) -> SeatDesk:
    folder = tmp_path_factory.mktemp("long") / "danube"
    maria_game(folder, now)
    return desk_of(folder, SEAT)


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> SeatDesk:
    folder = tmp_path_factory.mktemp("long") / "war"
    seat = game_at(folder, war_yaml(3), RULES, lambda decision, _: decision.takes.__name__ == "RoundOrders")
    return desk_of(folder, seat)


def misspelt(desk: SeatDesk, count: int) -> str:
    kinds = desk.words.lexicon.kinds
    generals, cities = ([spelt[0] for spelt in kinds[kind].values()] for kind in ("general", "city"))
    lines = (f"  - {generals[n % len(generals)]}x: {cities[n % len(cities)][:-1]}q\n" for n in range(count))
    return "moves:\n" + "".join(lines)


def cards(desk: SeatDesk, count: int) -> str:
    named = [spelt[0] for spelt in desk.words.lexicon.kinds["card"].values()]
    return "standing:\n  respond:\n" + "".join(f"  - {named[n % len(named)]}\n" for n in range(count))


def page_of(desk: SeatDesk, text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """The page with *text*, and how often that was read for it."""
    readings = 0

    def counted(*args: object) -> object:
        nonlocal readings
        readings += 1
        return check(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("pbem.web.checking.check", counted)
    with one_answer():
        return work(msgspec.structs.replace(desk, text=text)), readings


def test_300_misspelt_lines_are_told_in_part_and_counted(maria: SeatDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    text = misspelt(maria, 300)
    page, readings = page_of(maria, text, monkeypatch)
    found = checked(msgspec.structs.replace(maria, text=text))
    assert len(found.notes) == MOST_NOTES
    assert found.more > MOST_NOTES
    assert f"{found.more} more lines" in page
    assert readings <= MOST_READINGS
    assert len(page.encode()) < MOST_BYTES


def test_a_trial_and_a_receipt_tell_30_lines_and_count_the_rest(maria: SeatDesk) -> None:
    told = tried(maria.game, SEAT, misspelt(maria, 90)).text
    assert "more lines, too, once these are corrected" in told
    assert len(told) < 20_000


def test_a_thousand_cards_have_no_controls(war: SeatDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    page, readings = page_of(war, cards(war, 1000), monkeypatch)
    assert "says more than can be shown here" in page
    assert readings <= MOST_READINGS
    assert len(page.encode()) < MOST_BYTES
    assert "says more than can be shown here" not in page_of(war, cards(war, 8), monkeypatch)[0]


TEXTS: dict[str, Callable[[], str]] = {
    "one line": lambda: "x: [" + "a, " * (MOST // 3 - 3) + "]\n",
    "keys": lambda: "".join(f"key{n}: {n}\n" for n in range(4800)),
    "words": lambda: "lorem ipsum dolor sit amet\n" * 2400,
    "dots": lambda: "." * MOST,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("game", ["maria", "war"])
def test_any_text_of_64_kilobytes_has_a_page_of_bounded_size(
    game: str, text: Callable[[], str], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk: SeatDesk = request.getfixturevalue(game)
    page, readings = page_of(desk, text(), monkeypatch)
    assert readings <= 2
    assert len(page.encode()) < MOST_BYTES


def test_the_nearest_names_are_remembered(maria: SeatDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    known = names_of(maria.words.lexicon)
    first = known.nearest("Pragq", "city")
    monkeypatch.setattr(names, "near", lambda *_: pytest.fail("searched again"))
    assert known.nearest("Pragq", "city") == first == ("Prag",)
