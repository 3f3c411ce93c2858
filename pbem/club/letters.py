"""Letters of the club itself: to the operator, and to the moderator of a game that was put aside."""

from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

from jinja2 import Template

from pbem.club.games import StoredGame, stored
from pbem.club.queue import put_send
from pbem.club.settings import Club
from pbem.engine.edition import base_folder
from pbem.errors import extra
from pbem.store.outbox import QueuedMail, with_envelope

with extra("club"):
    from psycopg import Connection


def about_content(ident: str) -> bytes:
    """What a letter is sealed about."""
    return b"content\0" + ident.encode()


def tell_aside(connection: Connection, club: Club, name: str, why: str, times: int) -> int:
    """Tell the operator and the moderator that the game *name* was put aside, in the caller's transaction; how many."""
    game, now = stored(connection, club.key, name), datetime.now(UTC).replace(microsecond=0)
    row = connection.execute("select contact from club_games where name = %s", (name,)).fetchone()
    moderator = club.key.unwrap(row[0]).decode() if row and row[0] else ""
    template = (base_folder() / "club" / "aside.txt.j2").read_text(encoding="utf-8")
    text = Template(template).render(game=name, why=why, times=times)
    readers = [address for address in dict.fromkeys((club.settings.operator, moderator)) if address]
    if not club.settings.sender:
        return 0
    for number, address in enumerate(readers):
        message = EmailMessage(SMTP)
        message["From"], message["To"] = club.settings.sender, address
        message["Subject"] = f"[{name}] put aside"
        message["Date"] = format_datetime(now)
        message["Message-ID"] = make_msgid(domain=club.settings.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        envelope = QueuedMail(address, club.settings.sender, now)
        _queue(connection, game, f"aside-{now:%Y%m%d%H%M%S}-{number}", with_envelope(envelope, message.as_bytes()))
    return len(readers)


def _queue(connection: Connection, game: StoredGame, ident: str, stored_message: bytes) -> None:
    domain = stored_message.partition(b"X-Envelope-To: ")[2].partition(b"\r\n")[0].rpartition(b"@")[2].decode().lower()
    row = connection.execute(
        "insert into club_messages (game, ident, domain, place, content) values (%s, %s, %s, 'queued', %s) "
        "returning id",
        (game.name, ident, domain, game.key.seal(stored_message, about_content(ident))),
    ).fetchone()
    assert row is not None  # noqa: S101 - an insert returns its row
    put_send(connection, [row[0]])
