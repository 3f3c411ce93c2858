"""A toy game that is played by mail through whole turns, with a clock that tests wind on."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from pbem.mail.exchange import exchange
from pbem.mail.mime.text import unflowed
from pbem.referee import opening
from pbem.referee.deadlines.agenda import agenda
from pbem.referee.game import Game, Rulesets
from pbem.store.facts import Fact
from tests.long import tries
from tests.toy.begun import begin
from tests.toy.game import GAME_YAML, RULESETS, START, Clock, drop, mail, subject

HOUR = timedelta(hours=1)
EVERY = timedelta(hours=tries(4, 1))
"""How often cron runs a turn: of the times that come, such as 24 and 4 hours before a deadline, none is left out."""


class Campaign:
    """The game in a folder; *changes* are made to its game.yaml, and *more* is added to it."""

    def __init__(
        self,
        folder: Path,
        more: str = "",
        changes: Mapping[str, str] | None = None,
        at: datetime = START,
        rulesets: Rulesets = RULESETS,
    ) -> None:
        self.folder, self.clock, self.sent, self.rulesets = folder, Clock(at), 0, rulesets
        text = GAME_YAML.replace("OUT", "{folder: out}")
        for old, new in (changes or {}).items():
            assert old in text
            text = text.replace(old, new)
        begin(folder, text + more, rulesets, self.turn)

    @property
    def game(self) -> Game:
        """The game to look at."""
        return opening.look(self.folder, self.rulesets)

    def turn(self, at: datetime | None = None) -> None:
        """A turn, now or *at* a time."""
        self.clock.at = at or self.clock.at
        with opening.held(self.folder, self.rulesets) as game:
            exchange(game, self.clock)

    def until(self, at: datetime, every: timedelta = EVERY) -> None:
        """Turns until *at*, one so often, counted from then backwards, as cron does it."""
        while self.clock.at < at:
            self.turn(at - (at - self.clock.at - timedelta(microseconds=1)) // every * every)

    def send(self, seat: str, text: str) -> None:
        """An email of *seat*, as a reply to its last letter; a turn follows."""
        self.sent += 1
        raw = mail(f"{seat}@example.org", f"Re: {subject(self.folder, seat)}", text)
        drop(self.folder, f"{seat}-{self.sent}.eml", raw, self.clock.at)
        self.turn()

    def note(self, fact: Fact) -> None:
        """Note a fact now; a turn follows."""
        with opening.held(self.folder, self.rulesets) as game:
            game.note(fact, self.clock.at)
        self.turn()

    def mails(self, start: str) -> list[EmailMessage]:
        """The emails that went out and whose ids *start* so, the earliest first."""
        raws = [path.read_bytes() for path in (self.folder / "out").glob(f"{start}*.eml")]
        mails = [message_from_bytes(raw, _class=EmailMessage, policy=policy.default) for raw in raws]
        return sorted(mails, key=lambda one: (one["Date"].datetime, str(one["To"])))

    def coming(self, kind: str) -> list[tuple[datetime, tuple[str, ...]]]:
        """What the agenda has of a *kind*."""
        return [(one.at, one.seats) for one in agenda(self.game, self.clock.at) if one.kind == kind]


def text_of(message: EmailMessage) -> str:
    """The plain text of an email."""
    body = message.get_body(preferencelist=("plain",))
    assert body is not None
    return unflowed(body.get_content().replace("\r\n", "\n"))
