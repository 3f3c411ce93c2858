"""A campaign that a test lives through hour by hour."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.mail.turn import TurnResult, turn
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.needs import whole_status
from pbem.referee.opening import create
from pbem.settings import beginnings
from pbem.store.outbox import DeliveryFate
from tests.campaign.weeks.post import Post
from tests.servers.dovecot import PASSWORD
from tests.toy.game import RULESETS, SEED

VIENNA = ZoneInfo("Europe/Vienna")
TICK = timedelta(hours=2)
MOST_LEFT_OUT = 2
"""Turns in a row that are left out: with more it would be an outage."""


class Campaign:
    """A game in *folder* whose turns run every two hours of the clock, as cron would run them.

    Times are local ones of Vienna: `"2026-03-15 20:00"`; all are past, as mail never counts as received in the future.
    """

    def __init__(self, folder: Path, settings: str, post: Post, begins: str) -> None:
        self.folder, self.post = folder, post
        self.at = self.idle_until = local(begins)
        create(folder, settings, RULESETS, SEED)
        (folder / "password").write_text(PASSWORD)
        os.utime(folder / beginnings.SECRET, (self.at.timestamp(),) * 2)  # mail from before that is not the game's
        self.turn()

    def clock(self) -> datetime:
        return self.at

    def turn(self) -> TurnResult:
        """One turn, now; what it sends has arrived when it returns."""
        done = turn(self.folder, self.clock, RULESETS)
        assert not done.troubles, done.troubles
        wrong = [one for one in done.sent if one.fate is not DeliveryFate.taken]
        assert not wrong, wrong
        self.post.gather(len(done.sent))
        times = (done.due, done.status.deadline, *(one.at for one in done.status.coming))
        coming = (each for each in times if each and each >= self.at) if done.idle else ()
        self.idle_until = min(coming, default=self.at)
        return done

    def until(self, time: str) -> None:
        """Let the time pass, with a turn every two hours; most of those that would only look for mail are left out."""
        end = local(time)
        assert end >= self.at, time
        left_out = 0
        while self.at < end:
            self.at = min(self.at + TICK, end)
            if self.at < min(end, self.idle_until) and left_out < MOST_LEFT_OUT:
                left_out += 1
            else:
                self.turn()
                left_out = 0

    def off_until(self, time: str) -> None:
        """The machine is off until *time*."""
        self.at = local(time)
        self.turn()

    def writes(self, person: str, time: str, text: str, *, says: str = "", subject: str = "") -> None:
        """At *time* somebody answers the newest email, or the newest that *says* something."""
        self.until(time)
        to = None if subject else self.post.newest(person, says)
        self.post.write(person, self.at, text, to=to, subject=subject)
        self.turn()

    def runs(self, time: str, *args: str, typed: str = "") -> str:
        """At *time* the moderator runs a command of pbem at the terminal, which may read what is *typed*."""
        self.until(time)
        host = Host(self.clock, dict(RULESETS))
        done = CliRunner().invoke(main, [*args, "--game", str(self.folder)], obj=host, input=typed)
        assert done.exit_code == 0, done.output
        self.turn()
        return done.output

    @property
    def appeal(self) -> str:
        """The number of the email with the appeal that waits."""
        (found,) = [one for one in whole_status(self.game(), self.clock).needs if one.kind == "appeal"]
        return str(found.item)

    def game(self) -> Game:
        return opening.look(self.folder, RULESETS)


def local(time: str) -> datetime:
    """A time of Vienna's clocks, in UTC."""
    return datetime.fromisoformat(time).replace(tzinfo=VIENNA).astimezone(UTC)
