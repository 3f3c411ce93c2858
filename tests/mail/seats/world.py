"""A toy game in which people come and go by email."""

import re
from email.message import EmailMessage

from pbem.referee.people import changes
from tests.kit.world import ToyWorld

DORA = ("Dora", "dora@example.org")


class World(ToyWorld):
    def comes(self, sender: str, text: str, about: str = "") -> str:
        """Let an email come in, and a turn run; the state of its result."""
        self.clock.wind(minutes=1)
        self.post("ben", text, about=about or None, sender=f"{sender}@example.org")
        self.turn()
        return str(self.look().inbox.verdicts()[-1].state)

    def code(self) -> tuple[str, ...]:
        return self.look().inbox.verdicts()[-1].problems

    def mails(self, to: str) -> list[EmailMessage]:
        """What was sent to an address, the newest last."""
        return sorted(self.out(to), key=lambda one: one["Date"].datetime)

    def said(self, to: str) -> str:
        """All that was said to an address."""
        texts = (one.get_body(preferencelist=("plain",)) for one in self.mails(to))
        return " ".join(" ".join(str(text.get_content()) for text in texts if text).split())

    def word(self, to: str, command: str) -> str:
        """The last word that was sent with a command to an address."""
        return str(re.findall(rf"{command} ([a-z2-7]{{4}}-[a-z2-7]{{4}})", self.said(to))[-1])

    def noted(self, kind: type) -> int:
        """How many facts of a *kind* the log has."""
        return sum(isinstance(fact, kind) for fact in self.facts())

    def invite(self) -> str:
        with self.game() as game:
            changes.invite(game, "ben", *DORA, self.clock)
        self.turn()
        return self.word("dora", "accept")
