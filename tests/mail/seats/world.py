"""A toy game in which people come and go by email."""

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from pbem.mail.turn import turn
from pbem.referee import opening
from pbem.referee.people import joining
from tests.toy.game import RULESETS, Clock, drop, mail, new_game, opened, subject

DORA = ("Dora", "dora@example.org")


class World:
    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.number = folder, Clock(), 0
        new_game(folder)
        self.turn()

    def turn(self) -> None:
        turn(self.folder, self.clock, RULESETS)

    def comes(self, sender: str, text: str, about: str = "") -> str:
        """Let an email come in, and a turn run; the state of its result."""
        self.clock.wind(minutes=1)
        self.number += 1
        raw = mail(f"{sender}@example.org", about or f"Re: {subject(self.folder, 'ben')}", text, X_N=str(self.number))
        raw = raw.replace(b"Message-ID: <", f"Message-ID: <{self.number}.".encode())
        drop(self.folder, f"{self.number}.eml", raw, self.clock.at)
        self.turn()
        return str(opened(self.folder).inbox.verdicts()[-1].state)

    def code(self) -> tuple[str, ...]:
        return opened(self.folder).inbox.verdicts()[-1].problems

    def mails(self, to: str) -> list[EmailMessage]:
        """What was sent to an address, the newest last."""
        paths = sorted((self.folder / "out").glob("*.eml"), key=lambda path: path.stat().st_mtime_ns)
        found = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]
        return [one for one in found if f"{to}@example.org" in one["To"]]

    def said(self, to: str) -> str:
        """All that was said to an address."""
        texts = (one.get_body(preferencelist=("plain",)) for one in self.mails(to))
        return " ".join(" ".join(str(text.get_content()) for text in texts if text).split())

    def word(self, to: str, command: str) -> str:
        """The last word that was sent with a command to an address."""
        return str(re.findall(rf"{command} ([a-z2-7]{{4}}-[a-z2-7]{{4}})", self.said(to))[-1])

    def facts(self, kind: type) -> int:
        return sum(isinstance(line.fact, kind) for line in opened(self.folder).log.lines)

    def invite(self) -> str:
        with opening.held(self.folder, RULESETS) as game:
            joining.invite(game, "ben", *DORA, self.clock)
        self.turn()
        return self.word("dora", "accept")
