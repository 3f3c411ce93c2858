"""A toy game that tests take through real turns by a clock of their own: its mail comes and goes by folders."""

from contextlib import AbstractContextManager
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Self

from pbem.mail.exchange import exchange
from pbem.mail.judges import HandledMail
from pbem.mail.turn import TurnResult, turn
from pbem.referee import opening
from pbem.referee.game import Game, Rulesets
from pbem.store.facts import Fact
from tests.toy.begun import begin
from tests.toy.game import GAME_YAML, RULESETS, SEED, START, Clock, drop, mail, subject

YAML = GAME_YAML.replace("OUT", "{folder: out}")


class ToyWorld:
    """A game in *folder*, begun, with its first letters sent."""

    def __init__(self, folder: Path, text: str = YAML, rulesets: Rulesets = RULESETS, secret: str = SEED) -> None:
        self.folder, self.clock, self.number, self.rulesets = folder, Clock(), 0, rulesets
        begin(folder, text, rulesets, self.turn, secret)

    @classmethod
    def found(cls, folder: Path, at: datetime = START, number: int = 0, rulesets: Rulesets = RULESETS) -> Self:
        """A game that is in *folder* already, after so many emails."""
        world = cls.__new__(cls)
        world.folder, world.clock, world.number, world.rulesets = folder, Clock(at), number, rulesets
        return world

    def game(self) -> AbstractContextManager[Game]:
        """The game, to act on it."""
        return opening.held(self.folder, self.rulesets)

    def look(self) -> Game:
        return opening.look(self.folder, self.rulesets)

    def turn(self) -> TurnResult:
        return turn(self.folder, self.clock, self.rulesets)

    def exchange(self) -> list[HandledMail]:
        """What a turn does once the mail is fetched, without a look at what is sent; what became of each email."""
        with self.game() as game:
            return list(exchange(game, self.clock).handled)

    def post(self, seat: str, text: str, *, about: str | None = None, sender: str = "", **headers: str) -> int:
        """Let the player of *seat* reply to the newest letter, now; the number of the email."""
        self.number += 1
        about = f"Re: {subject(self.folder, seat)}" if about is None else about
        raw = mail(sender or f"{seat}@example.org", about, text, X_Number=str(self.number), **headers)
        raw = raw.replace(b"Message-ID: <", f"Message-ID: <{self.number}.".encode(), 1)
        drop(self.folder, f"{self.number:04d}-{seat}.eml", raw, self.clock.at)
        return self.number

    def out(self, to: str, kind: str = "") -> list[EmailMessage]:
        """What went to *to*, of a *kind* of email or of all, in the order of the files' names."""
        paths = sorted((self.folder / "out").glob(f"{kind}*.eml"))
        mails = (message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths)
        return [one for one in mails if f"{to}@" in one["To"]]

    def letter(self, seat: str, number: str = "*") -> str:
        """The newest letter of *seat*, or that of a round."""
        return max((self.folder / "letters").glob(f"{number}/{seat}.txt")).read_text(encoding="utf-8")

    def facts(self) -> list[Fact]:
        return list(self.look().facts)


def read(one: EmailMessage) -> str:
    """The plain text of an email, its flowed lines joined."""
    body = one.get_body(preferencelist=("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n").replace(" \n", " ")
