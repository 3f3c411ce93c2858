"""People of a club: an account is an address that has shown a word or a link that only it was sent.

In the database a person is a keyed digest of the address; the address and the name are sealed. Words of letters are
worth something for a month or two, links open once, and a cookie until its person signs out everywhere.
"""

import hashlib
import hmac
import re
import secrets
from datetime import timedelta

import msgspec

from pbem.club.games import club_secret
from pbem.club.keys import GameKey, digest_of_address
from pbem.club.settings import Club
from pbem.errors import Refusal, extra
from pbem.referee.keys import derived
from pbem.referee.stage import token
from pbem.report.plain import visible

with extra("club"):
    from psycopg import Connection

_MONTH = 30
"""Days for which the word of an address is the same; the one before it is still taken."""
_LINK = timedelta(hours=2)
_MOST_NAME = 60
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_BEYOND = re.compile(r"[\s<>()@:\"]+")
"""What the lines of a moderator's emails could not hold in a name."""


class NoSuchPerson(Refusal):
    """The club has no account of that address."""


class PersonContact(msgspec.Struct, frozen=True, array_like=True):
    """How a person is reached."""

    address: str
    name: str = ""


class ClubMember(msgspec.Struct, frozen=True):
    """Someone with an account: *person* is what stands for the address; a moderator may open tables."""

    person: bytes
    address: str
    name: str
    moderates: bool = False

    @property
    def shown(self) -> str:
        """What others call the person: the name, or the letters with which the address begins."""
        found = _LETTERS.match(self.address)
        return self.name or (found[0].title() if found else "a player")


class ClubPeople:
    """The people of *club*, in the caller's transaction on *connection*."""

    def __init__(self, connection: Connection, club: Club) -> None:
        self.connection, self.club = connection, club
        self._digests = club_secret(connection, club.key)
        secret = club_secret(connection, club.key, "people")
        self._seal, self._words = GameKey("", secret), secret.hex()

    def digest(self, address: str) -> bytes:
        """What stands for *address*."""
        return digest_of_address(self._digests, address)

    def of(self, person: bytes) -> ClubMember | None:
        """Whom *person* stands for, if there is an account."""
        row = self.connection.execute(
            "select contact, moderates from club_people where person = %s", (person,)
        ).fetchone()
        if row is None:
            return None
        contact = self._opened(row[0], person)
        return ClubMember(person, contact.address, contact.name, row[1])

    def at(self, address: str) -> ClubMember | None:
        """The account of *address*."""
        return self.of(self.digest(address))

    def must_be_at(self, address: str) -> ClubMember:
        """The account of *address*; raises `NoSuchPerson`."""
        if (found := self.at(address)) is None:
            raise NoSuchPerson(f"{address} has no account; its owner first has to reply to the club or use its link")
        return found

    def confirm(self, address: str, name: str = "") -> ClubMember:
        """The account of *address*, which its owner has shown to read; it is made if it is not there."""
        person, name = self.digest(address), _BEYOND.sub(" ", visible(name)).strip()[:_MOST_NAME]
        known = self.of(person)
        if known and (known.name or not name):
            return known
        self.connection.execute(
            "insert into club_people (person, contact) values (%s, %s) "
            "on conflict (person) do update set contact = excluded.contact",
            (person, self._sealed(PersonContact(address, name), person)),
        )
        found = self.of(person)
        assert found is not None  # noqa: S101 - it was made above
        return found

    def let_moderate(self, person: ClubMember, *, may: bool = True) -> None:
        """Let someone open tables, or no more."""
        self.connection.execute("update club_people set moderates = %s where person = %s", (may, person.person))

    def _sealed(self, contact: PersonContact, about: bytes) -> bytes:
        return self._seal.seal(msgspec.json.encode(contact), b"contact\0" + about)

    def _opened(self, data: bytes, about: bytes) -> PersonContact:
        return msgspec.json.decode(self._seal.open(data, b"contact\0" + about), type=PersonContact)

    def seal(self, text: str, about: str) -> bytes:
        """*text* for the database, which no one else can read."""
        return self._seal.seal(text.encode(), about.encode())

    def open(self, data: bytes, about: str) -> str:
        """What `seal` was given."""
        return self._seal.open(data, about.encode()).decode()

    def block(self, address: str, *, blocked: bool = True) -> None:
        """Answer no mail from *address* and let it join nothing; or do so again."""
        person = self.digest(address)
        self.connection.execute(
            "insert into club_blocked (person) values (%s) on conflict do nothing"
            if blocked
            else "delete from club_blocked where person = %s",
            (person,),
        )

    def is_blocked(self, person: bytes) -> bool:
        """Whether someone is blocked."""
        return bool(self.connection.execute("select from club_blocked where person = %s", (person,)).rowcount)

    def takes(self, person: bytes, what: str, most: int) -> int:
        """Count that someone does *what* today; how often that is, or 0 if it would be more than *most*."""
        row = self.connection.execute(
            "insert into club_quotas as known (person, day, what, count) values (%s, %s, %s, 1) "
            "on conflict (person, day, what) do update set count = known.count + 1 where known.count < %s "
            "returning count",
            (person, self.club.clock().date(), what, most),
        ).fetchone()
        return int(row[0]) if row is not None and row[0] <= most else 0

    def word(self, address: str, *, before: int = 0) -> str:
        """The word that letters to *address* have, like a game's token; of as many months *before*."""
        month = self.club.clock().date().toordinal() // _MONTH - before
        return token(self._words, "club", self.digest(address).hex(), "word", month)

    def shows(self, address: str, words: tuple[str, ...]) -> bool:
        """Whether one of *words* is from a letter to *address*."""
        wanted = [self.word(address, before=before) for before in (0, 1)]
        return any(hmac.compare_digest(one, word) for one in words for word in wanted)

    def new_link(self, address: str) -> str:
        """What a link for *address* ends with; it opens once, within hours, and makes an account."""
        word = secrets.token_urlsafe(24)
        link = _of_link(word)
        self.connection.execute(
            "insert into club_links (link, contact, until) values (%s, %s, %s)",
            (link, self._sealed(PersonContact(address), link), self.club.clock() + _LINK),
        )
        return word

    def follow(self, word: str) -> ClubMember | None:
        """Whose link ends with *word*, which opens nothing from now on; None if it opens nothing now."""
        link = _of_link(word)
        row = self.connection.execute(
            "delete from club_links where link = %s returning contact, until", (link,)
        ).fetchone()
        if row is None or row[1] < self.club.clock():
            return None
        address = self._opened(row[0], link).address
        return None if self.is_blocked(self.digest(address)) else self.confirm(address)

    def forget_links(self, address: str) -> None:
        """Let all links for *address* open nothing."""
        for link, contact in self.connection.execute("select link, contact from club_links").fetchall():
            if self._opened(contact, link).address.casefold() == address.casefold():
                self.connection.execute("delete from club_links where link = %s", (link,))

    def cookie(self, person: ClubMember) -> str:
        """What a browser shows to be *person*'s."""
        return f"{person.person.hex()}.{self._proof(person.person, 'cookie')}"

    def form_proof(self, person: ClubMember) -> str:
        """What every form of *person*'s must carry, so that no other page can make them send one."""
        return self._proof(person.person, "form")

    def of_cookie(self, cookie: str) -> ClubMember | None:
        """Whose *cookie* that is."""
        shown, _, proof = cookie.partition(".")
        try:
            person = bytes.fromhex(shown)
        except ValueError:
            return None
        if not hmac.compare_digest(self._proof(person, "cookie").encode(), proof.encode()) or self.is_blocked(person):
            return None
        return self.of(person)

    def sign_out(self, person: ClubMember) -> None:
        """Let all cookies of *person* be worth nothing."""
        self.connection.execute(
            "update club_people set signed_out = signed_out + 1 where person = %s", (person.person,)
        )

    def _proof(self, person: bytes, purpose: str) -> str:
        row = self.connection.execute("select signed_out from club_people where person = %s", (person,)).fetchone()
        return derived(self._words, f"club {purpose}", f"{person.hex()} {row[0] if row else -1}")


def _of_link(word: str) -> bytes:
    return hashlib.sha256(b"link\0" + word.encode()).digest()
