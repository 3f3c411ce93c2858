"""Letters of the club itself: to the operator, to moderators, and to people; those of a game are in its outbox."""

from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem.club.games import StoredGame, of_no_game, stored
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


def filled(template: str, **names: object) -> str:
    """The text that a *template* of the club makes of *names*."""
    found = Environment(  # noqa: S701 - a letter is not HTML
        loader=FileSystemLoader(base_folder() / "club"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return found.get_template(template).render(**names).lstrip("\n")


def tell_aside(connection: Connection, club: Club, name: str, why: str, times: int) -> int:
    """Tell the operator and the moderator that the game *name* was put aside, in the caller's transaction; how many."""
    game = stored(connection, club.key, name)
    text = filled("aside.txt.j2", game=name, why=why, times=times)
    readers = dict.fromkeys((club.settings.operator, contact(connection, club, name)))
    return sum(write(connection, club, one, f"[{name}] put aside", text, game) for one in readers if one)


def contact(connection: Connection, club: Club, name: str) -> str:
    """The address of the moderator of the game *name*; empty if there is none."""
    row = connection.execute("select contact from club_games where name = %s", (name,)).fetchone()
    return club.key.unwrap(row[0]).decode() if row and row[0] else ""


def write(
    connection: Connection,
    club: Club,
    address: str,
    subject: str,
    text: str,
    game: StoredGame | None = None,
    *,
    answers: str = "",
) -> bool:
    """Put a letter to *address* in line, in the caller's transaction; whether the club can write at all.

    It belongs to *game* or to none, and *answers* the email with that Message-ID.
    """
    sender, now = club.settings.sender, datetime.now(UTC).replace(microsecond=0)
    if not sender:
        return False
    message = EmailMessage(SMTP)
    message["From"], message["To"], message["Subject"] = sender, address, subject
    message["Date"] = format_datetime(now)
    message["Message-ID"] = ident = make_msgid(domain=sender.rpartition("@")[2])
    if answers:
        message["In-Reply-To"] = message["References"] = answers
    message["Auto-Submitted"] = "auto-replied" if answers else "auto-generated"
    message.set_content(text, cte="quoted-printable")
    ident = ident.strip("<>").partition("@")[0]
    game = game or of_no_game(connection, club.key)
    content = with_envelope(QueuedMail(address, sender, now), message.as_bytes())
    row = connection.execute(
        "insert into club_messages (game, ident, domain, place, content) values (%s, %s, %s, 'queued', %s) "
        "returning id",
        (game.name or None, ident, address.rpartition("@")[2].lower(), game.key.seal(content, about_content(ident))),
    ).fetchone()
    assert row is not None  # noqa: S101 - an insert returns its row
    put_send(connection, [row[0]])
    return True
