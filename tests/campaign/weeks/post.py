"""The people of the campaign and their mail: what they send, by Dovecot, and what they are sent, by Postfix."""

from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import SMTP, default
from email.utils import parsedate_to_datetime

from tests.mail.rounds.transports import body
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import PEOPLE, Postfix

DOMAIN = "test.local"
NAMES = {"ann": "Ann Ünsal", "ben": "Ben", "cid": "Cid", "dan": "Dan", "mo": "Mo"}


class Post:
    """What everybody was sent so far, in order, and a way to answer it."""

    def __init__(self, dovecot: Dovecot, server: Postfix, user: str) -> None:
        self.dovecot, self.server, self.user = dovecot, server, user
        self.received: dict[str, list[Message]] = {person: [] for person in PEOPLE}
        self._known: set[tuple[str, bytes]] = set()
        self._count = 0

    def gather(self, sent: int) -> None:
        """Wait until *sent* more emails have arrived, then take them."""
        wanted = len(self._known) + sent
        self.server.until(lambda: sum(len(self.server.letters(person)) for person in PEOPLE) >= wanted)
        for person in PEOPLE:
            new = [raw for raw in self.server.letters(person) if (person, raw) not in self._known]
            self._known |= {(person, raw) for raw in new}
            self.received[person] += sorted(map(message_from_bytes, new), key=in_order)

    def newest(self, person: str, says: str = "") -> Message:
        """The newest email to *person*, or the newest whose subject or text has some words in it."""
        found = (mail for mail in reversed(self.received[person]) if says in f"{mail['Subject']}\n{body(mail)}")
        return next(found)

    def write(self, person: str, at: datetime, text: str, *, to: Message | None = None, subject: str = "") -> None:
        """Send an email, as an answer *to* another unless it has a *subject*; it arrives *at* a time."""
        self._count += 1
        mail = EmailMessage(SMTP)
        mail["From"] = f"{NAMES[person].split(' ', maxsplit=1)[0]} <{person}@{DOMAIN}>"
        mail["To"] = f"game@{DOMAIN}"
        mail["Subject"] = subject or f"Re: {decoded(to or self.newest(person), 'Subject')}"
        mail["Message-ID"] = f"<{self._count}.{person}@{DOMAIN}>"
        if to is not None or not subject:
            mail["In-Reply-To"] = (to or self.newest(person))["Message-ID"]
        mail.set_content(text)
        self.dovecot.append(self.user, mail.as_bytes(), at)


def in_order(mail: Message) -> tuple[datetime, bool, str]:
    """Of what comes with one turn, the oldest first, and replies before letters."""
    subject = decoded(mail, "Subject")
    return parsedate_to_datetime(str(mail["Date"])), not subject.startswith("Re: "), subject


def decoded(mail: Message, header: str) -> str:
    """A header as a mail program shows it."""
    shown = message_from_bytes(mail.as_bytes(), policy=default)[header]
    return " ".join(str(shown).split())


def shown(mail: Message) -> str:
    """An email as it is kept in a golden file: its headers, its text, and the names of its other parts."""
    lines = [f"{name}: {decoded(mail, name)}" for name in ("Date", "From", "To", "Subject")]
    lines += ["", body(mail).rstrip("\n")]
    for part in mail.walk():
        kind, name = part.get_content_type(), part.get_filename()
        if part.is_multipart() or kind == "text/html" or (kind == "text/plain" and not name):
            continue
        raw = part.get_payload(decode=True)
        assert isinstance(raw, bytes)
        text = raw.decode() if kind.startswith("text/") else f"({len(raw)} bytes)"
        lines += ["", f"[{kind}: {name or 'inline'}]", text.replace("\r\n", "\n").rstrip("\n")]
    return "\n".join(lines)
