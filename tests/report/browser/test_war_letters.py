"""Letters of The Napoleonic Wars in a real browser: on a telephone and on a desk, light and dark."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
import yaml
from playwright.sync_api import Browser, Page

from pbem.engine.table import Chance
from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.sheet.writer import write_sheet
from pbem_tnw.guess import guess
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import TnwSettings
from tests.long import tries
from tests.report.browser.looks import beyond, broken, unreadable
from tests.toy.game import Clock

ROUNDS = 6
COLOURS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def game_yaml(players: Literal["2", "5"]) -> str:
    seats = TNW.seats(TnwSettings(players=players))
    return yaml.safe_dump(
        {
            "game": "wars",
            "rules": "tnw",
            "settings": {"players": players},
            "moderator": {"name": "Mo", "address": "mo@example.org"},
            "seats": {seat: {"player": title, "address": f"{seat}@example.org"} for seat, title in seats.items()},
            "mail": {"from": "wars@example.org"},
            "pictures": "none",
            "deadlines": {"zone": "Europe/Vienna", "at": ["Wednesday 20:00", "Sunday 20:00"], "notice": "48 hours"},
        }
    )


def answer(game: Game, clock: Clock, chance: Chance) -> None:
    """Every seat that is asked sends what the guesser says."""
    for seat in game.titles:
        if (stage := game.stage(seat)) and stage.pending:
            view = game.view(seat)
            sheet = write_sheet(guess(view, stage.decision, chance), TNW.lexicon(view, seat))
            item, _ = game.inbox.keep(sheet.encode(), clock(), seat=seat, source=f"{seat} {stage.decision.key}")
            assert judges.handle(game, item, clock).verdict.state == "accepted", sheet


@pytest.mark.slow
@pytest.mark.parametrize("players", tries(["5"], ["2", "5"]))
def test_the_letters_of_a_game_can_be_read(players: Literal["2", "5"], page: Page, tmp_path: Path) -> None:
    folder, clock, chance = tmp_path / "wars", Clock(), Chance("letters", players)
    create(folder, game_yaml(players), {"tnw": TNW}, "22" * 32)
    with opening.held(folder, {"tnw": TNW}) as game:
        for _ in range(ROUNDS):
            play_on(game, clock)
            make_letters(game)
            clock.wind(hours=48)
            answer(game, clock, chance)
    letters = [path for seat in list(game.titles)[:2] for path in sorted(folder.glob(f"letters/*/{seat}.html"))]
    assert len(letters) > ROUNDS
    for path, width in product(letters, (360, 1200)):
        page.set_content(path.read_text(encoding="utf-8"))
        page.set_viewport_size({"width": width, "height": 800})
        assert beyond(page) == []
        assert broken(page) == []
    for colours in COLOURS:
        page.emulate_media(color_scheme=colours)
        assert not unreadable(page)
