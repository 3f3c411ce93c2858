"""A whole turn of the advanced game: a seat plays by the desk, one by email, one by both, and cron runs `pbem turn`."""

import subprocess
import sys
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from pbem.cli.main import main
from pbem.engine.order import Order
from pbem.engine.table import Chance
from pbem.referee import letter, opening, submissions
from pbem.referee.game import Game, now
from pbem.referee.opening import create
from pbem.referee.people import changes
from pbem.referee.stage import SeatStage
from pbem.sheet.writer import write_sheet
from pbem_maria.guess import guess
from pbem_maria.ruleset import MARIA
from tests.maria.game_yaml import game_yaml
from tests.toy.game import SEED
from tests.web.seats import ADDRESS
from tests.web.serving import Desk, serving
from tests.web.warm import ROOT

DESK, MAIL, MIXED = "maria-theresa", "frederick", "louis"
RULESETS = {"maria": MARIA}
MOST_ROUNDS = 30


class Table:
    """The game in a folder, its desk, and what its players do."""

    def __init__(self, folder: Path, desk: Desk, browser: Browser) -> None:
        self.folder, self.desk, self.chance = folder, desk, Chance("a whole turn", "players")
        self.pages = {seat: browser.new_context().new_page() for seat in (DESK, MIXED)}
        self.sent, self.begun = 0, set[str]()

    def game(self) -> Game:
        return opening.look(self.folder, RULESETS)

    def cron(self, command: str) -> None:
        """What a timer runs beside the server: each command first as a program of its own, then without its start."""
        words = (command, "--game", str(self.folder))
        if command in self.begun:
            said = CliRunner().invoke(main, words, catch_exceptions=False)
            assert said.exit_code == 0, said.output
            return
        self.begun.add(command)
        program = (sys.executable, "-m", "pbem.cli.main", *words)
        done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def sheet(self, game: Game, stage: SeatStage) -> str:
        """A sheet at random, which is valid."""
        view = game.view(stage.seat)
        order: Order = guess(view, stage.decision, self.chance)
        return write_sheet(order, MARIA.lexicon(view, stage.seat))

    def mail(self, game: Game, stage: SeatStage) -> None:
        """Reply to the letter of a seat with a sheet."""
        seat, message = stage.seat, EmailMessage()
        words = letter.words_for(game, game.view(seat), seat)
        message["From"] = game.settings.seats[seat].address
        message["To"] = game.settings.mail.sender
        message["Subject"] = f"Re: {letter.subject(game, words, game.stages(seat), seat, game.pause)}"
        message["Date"], message["Message-ID"] = format_datetime(now()), make_msgid(domain="example.org")
        message.set_content(f"---\n{self.sheet(game, stage)}...\n")
        self.sent += 1
        (self.folder / "in").mkdir(exist_ok=True)
        (self.folder / "in" / f"{self.sent:04d}.eml").write_bytes(message.as_bytes())
        self.cron("fetch")

    def open(self, game: Game, seat: str) -> Page:
        """Follow the link of the newest letter."""
        page = self.pages[seat]
        page.goto("about:blank")  # a page that is open may just load itself again, as it noticed an email
        page.goto(changes.desk_link(game, seat, game.stages(seat)).replace(ADDRESS, self.desk.origin))
        page.wait_for_url(f"**/s/{game.name}/{seat}")
        return page

    def send(self, game: Game, stage: SeatStage) -> Page:
        """Send a sheet by the desk."""
        page = self.open(game, stage.seat)
        page.fill("#text", self.sheet(game, stage))
        expect(page.locator("#faults.good")).to_be_visible()
        page.locator("#bar button").last.click()
        expect(page.locator("#told h2").first).to_have_text("It counts")
        return page

    def counts(self, stage: SeatStage) -> tuple[int, bool]:
        """The number of the sheet that counts, and whether it came by the desk."""
        game = self.game()
        found = submissions.counting(game, stage.seat, *stage.put)
        assert found
        item = game.inbox.numbered(found.item)
        assert item
        return found.item, b"<desk." in item.path.read_bytes()


@pytest.mark.slow
def test_a_turn_by_desk_by_email_and_by_both(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "games" / "war"
    create(folder, game_yaml("war", "advanced") + f"desk: {ADDRESS}\n", RULESETS, SEED)
    with serving(tmp_path / "games") as desk:
        table, mixed, by_desk = Table(folder, desk, browser), 0, 0
        table.cron("turn")
        for _ in range(MOST_ROUNDS):
            game = table.game()
            if game.table.state.turn > 1:
                break
            asked = [stage for seat in game.titles for stage in game.stages(seat) if stage.pending]
            assert asked
            for stage in asked:
                if stage.seat == DESK:
                    table.send(game, stage)
                    by_desk += 1
                elif stage.seat == MAIL:
                    table.mail(game, stage)
                elif (mixed := mixed + 1) % 2:
                    desk_then_mail(table, game, stage)
                else:
                    mail_then_desk(table, game, stage)
            before = len(game.log.pauses)
            table.cron("turn")
            assert len(table.game().log.pauses) == before + 1
        assert table.game().table.state.turn == 2
        assert by_desk >= 2
        assert mixed >= 2
        states = [verdict.state for verdict in table.game().inbox.verdicts()]
        assert set(states) == {"accepted"}
        page = table.open(table.game(), DESK)
        assert "2" in page.locator("h1").inner_text()


def desk_then_mail(table: Table, game: Game, stage: SeatStage) -> None:
    """The email is newer, so it counts; the page that is open says so."""
    page = table.send(game, stage)
    first, _ = table.counts(stage)
    table.mail(game, stage)
    newer, came_by_desk = table.counts(stage)
    assert newer > first
    assert not came_by_desk
    page.locator("button.check").click()
    expect(page.get_by_text("Something newer counts")).to_be_visible()


def mail_then_desk(table: Table, game: Game, stage: SeatStage) -> None:
    """What the desk sends is newer, so it counts; the page says of when."""
    table.mail(game, stage)
    first, came_by_desk = table.counts(stage)
    assert not came_by_desk
    expect(table.open(game, stage.seat).locator("#counts-part")).to_contain_text("counts")
    page = table.send(game, stage)
    newer, came_by_desk = table.counts(stage)
    assert newer > first
    assert came_by_desk
    expect(page.locator("#counts-part")).to_contain_text("counts")
