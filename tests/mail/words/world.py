"""A toy game by email whose people write to each other: what each is sent, turn by turn."""

from contextlib import AbstractContextManager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from pbem.mail.turn import TurnResult, turn
from pbem.referee import opening
from pbem.referee.game import Game, Rulesets
from tests.toy.begun import begin
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock, drop, mail, subject

QUIET = "pictures: none\n"


class World:
    """A game with *more* in its game.yaml, after its first letters."""

    def __init__(self, folder: Path, more: str = "", secret: str = SEED, rulesets: Rulesets = RULESETS) -> None:
        self.folder, self.clock, self.number, self.rulesets = folder, Clock(), 0, rulesets
        quiet = QUIET if rulesets is RULESETS else ""
        begin(folder, GAME_YAML.replace("OUT", "{folder: out}") + quiet + more, rulesets, self.turn, secret)

    def turn(self) -> TurnResult:
        return turn(self.folder, self.clock, self.rulesets)

    def game(self) -> AbstractContextManager[Game]:
        return opening.held(self.folder, self.rulesets)

    def post(self, seat: str, text: str, *, about: str | None = None, sender: str = "", **headers: str) -> int:
        """Let the player of *seat* reply to the newest letter; the number of the email."""
        self.number += 1
        self.clock.wind(minutes=1)
        sender = sender or f"{seat}@example.org"
        raw = mail(sender, f"Re: {subject(self.folder, seat)}" if about is None else about, text, **headers)
        raw = raw.replace(b"Message-ID: <", f"Message-ID: <{self.number}.".encode())
        drop(self.folder, f"{self.number}.eml", raw, self.clock.at)
        return self.number

    def sends(self, seat: str, text: str, **more: str) -> str:
        """`post`, and a turn; the state of the email's verdict."""
        number = self.post(seat, text, **more)
        self.turn()
        with self.game() as game:
            return str(next(one.state for one in game.inbox.verdicts() if one.item == number))

    def out(self, to: str, kind: str = "") -> list[EmailMessage]:
        """What went to *to*, the oldest kind of name first."""
        paths = sorted((self.folder / "out").glob(f"{kind}*.eml"))
        mails = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]
        return [one for one in mails if f"{to}@" in one["To"]]

    def texts(self, to: str, kind: str = "") -> list[str]:
        return [read(one) for one in self.out(to, kind)]

    def plays_on(self) -> None:
        """A stage that ends: all three bid, or the leader plays a card, and letters go out."""
        for seat in ("ann", "ben", "cid"):
            self.post(seat, "---\nbid: 1\n...\n")
        self.turn()


def read(one: EmailMessage) -> str:
    """The plain text of an email, its flowed lines joined."""
    body = one.get_body(preferencelist=("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n").replace(" \n", " ")


def rounds(world: World) -> int:
    """The number of the pause that *world* is at."""
    with world.game() as game:
        assert game.pause
        return game.pause.round
