"""A game of the toy whose moderator reads and writes emails, as tests take it through real turns."""

import email
import email.policy
import re
from collections.abc import Sequence
from email.message import EmailMessage

from pbem.store.inbox import Verdict
from pbem.store.outbox import without_envelope
from tests.campaign.world import World
from tests.toy.game import drop, mail

MO = "mo@example.org"


class ModeratedWorld(World):
    """A toy game, with the emails to and from its moderator."""

    def inbox(self) -> list[EmailMessage]:
        """All emails that were sent to the moderator, the oldest first."""
        paths = [*self.folder.glob("sent/*-moderator.eml"), *self.folder.glob("out/*-moderator.eml")]
        texts = {path.name: without_envelope(path.read_bytes())[1] for path in paths}
        found = [email.message_from_bytes(raw, policy=email.policy.default) for raw in texts.values()]
        assert all(isinstance(one, EmailMessage) for one in found)
        return sorted((one for one in found if isinstance(one, EmailMessage)), key=lambda one: one["Date"].datetime)

    def digests(self) -> list[EmailMessage]:
        """The emails to the moderator that are not replies."""
        return [one for one in self.inbox() if not one["Subject"].startswith("Re:")]

    def replies(self) -> list[str]:
        """What the replies to the moderator say."""
        return [text_of(one) for one in self.inbox() if one["Subject"].startswith("Re:")]

    def reply(self) -> str:
        """What the last reply to the moderator says, on one line."""
        return " ".join(self.replies()[-1].replace("> ", "").split())

    def stranger(self, subject: str = "hello", text: str = "May I join?\n") -> None:
        self.number += 1
        drop(self.folder, f"{self.number:04d}-eve.eml", mail("eve@elsewhere.example", subject, text), self.clock())

    def mo(self, text: str, subject: str | None = None, sender: str = MO, ident: str = "", **headers: str) -> Verdict:
        """Let the moderator reply to the newest email, and run a turn; return what became of that reply."""
        self.number += 1
        wanted = f"Re: {self.inbox()[-1]['Subject']}" if subject is None else subject
        raw = mail(sender, wanted, text, **headers)
        raw = re.sub(rb"Message-ID: <\d+@", f"Message-ID: <{ident or f'mo-{self.number}'}@".encode(), raw)
        if text.startswith("<"):
            raw = raw.replace(b"text/plain", b"text/html")
        drop(self.folder, f"{self.number:04d}-mo.eml", raw, self.clock())
        self.turn()
        return self.look().inbox.verdicts()[-1]


def text_of(message: EmailMessage) -> str:
    """The text of an email, each paragraph on one line."""
    body = message.get_body(("plain",))
    assert body
    return str(body.get_content()).replace("\r\n", "\n").replace(" \n", " ")


def subjects(messages: Sequence[EmailMessage]) -> list[str]:
    return [str(one["Subject"]) for one in messages]
