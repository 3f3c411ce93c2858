"""What a seat sends by the order desk: an email like any other, that only the game itself can have made.

Its first line is a signature by a key of the game, over all the rest and the seat. An email from outside may have such
a line, too, but not one that is right; what the desk made is never sent anywhere.
"""

import hashlib
import hmac
from datetime import datetime
from email.utils import format_datetime
from itertools import islice
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.mail.extraction.block import AddressedWords
from pbem.mail.intake import beside
from pbem.mail.intake.sender import Credibility, SenderClaim, standing_of
from pbem.mail.message.received import ReceivedMail, SenderKind
from pbem.mail.mime.headers import headers_of, message_id_of, message_name, references_of, safe_header, written_at
from pbem.mail.mime.text import MOST_LINE, FoundOrders, MailNote, cut_line
from pbem.mail.outgoing.writing import encoded
from pbem.referee.game import Game
from pbem.referee.keys import derived
from pbem.referee.letter import subject, words_for
from pbem.referee.stage import SeatStage
from pbem.store.inbox import InboxItem
from pbem.store.outbox import MessageId

DeskKind = Literal["sheet", "command", "words", "answer"]
"""What is sent: a sheet, lines that are commands, words to other players below a line with a name, or a yes or no to a
sheet that came before, with its `name_of`."""
MARK = b"X-Pbem-Desk: "
"""How the first line begins."""
_HOLD = "X-Pbem-Hold"
_END = b"\r\n"
_BODY = b"\r\n\r\n"
_MOST_COMMANDS = 100
"""The lines of commands that are looked at; fewer are carried out, and the reply says so."""
_NAMES: dict[str, DeskKind] = {"sheet": "sheet", "command": "command", "words": "words", "answer": "answer"}


class DeskMail(msgspec.Struct, frozen=True):
    """What *seat* sent by the desk, as an email that is understood; the same sent again has the same *fingerprint*."""

    seat: str
    incoming: ReceivedMail
    fingerprint: str


def made(
    game: Game,
    seat: str,
    stages: tuple[SeatStage, ...],
    kind: DeskKind,
    text: str,
    nonce: str,
    at: datetime,
    *,
    hold: str = "",
) -> bytes:
    """The email of *text*, which *seat* sends for *stages*; beside a sheet may be the command *hold*, or one like it.

    The same text with the same *nonce* is the same email, whenever it is sent.
    """
    who, words = game.settings.seats[seat], words_for(game, game.view(seat), seat)
    domain = game.settings.mail.sender.rpartition("@")[2] or "localhost"
    ident = _signed(
        game,
        b"\0".join(
            part.encode(errors="surrogatepass") for part in ("id", seat, kind, nonce, text, *filter(None, (hold,)))
        ),
    )
    pause = game.last_letter(seat)
    letter = (
        message_name(game.keys.message_ids, str(MessageId("round", pause.round, seat)), who.address) if pause else ""
    )
    body = text if text.endswith("\n") else f"{text}\n"
    fields = (
        ("From", who.address or f"{seat}@localhost"),
        ("To", game.settings.mail.sender or "game@localhost"),
        ("Subject", encoded(subject(game, words, stages, seat, game.pause), "Subject")),
        ("Date", format_datetime(at)),
        ("Message-ID", f"<desk.{ident[:32]}@{domain}>"),
        *(((_HOLD, hold),) if hold else ()),
        *((("References", f"<{letter}@{domain}>"),) if letter and who.address else ()),
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "8bit"),
    )
    head = "".join(f"{name}: {value}\r\n" for name, value in fields).encode()
    rest = head + _END + body.encode(errors="replace")
    return b"%b%b %b %b\r\n%b" % (MARK, seat.encode(), kind.encode(), _mac(game, seat, kind, rest).encode(), rest)


def opened(game: Game, raw: bytes) -> DeskMail | None:
    """What a seat sent by the desk; None for every other email."""
    seat, kind = _sender(game, raw)
    if kind is None:
        return None
    rest = raw.partition(_END)[2]
    headers = headers_of(rest)
    text = rest.partition(_BODY)[2].decode(errors="replace")
    read = _read(game, seat, kind, text)
    hold = safe_header(headers, _HOLD)
    if hold and kind == "sheet":
        beside = MailNote("command-beside-sheet", {"command": hold})
        read = replace(read, found=replace(read.found, notes=(*read.found.notes, beside)))
    incoming = ReceivedMail(
        sender=game.settings.seats[seat].address,
        subject=safe_header(headers, "Subject"),
        message_id=message_id_of(headers),
        references=references_of(headers),
        date=written_at(headers),
        kind=SenderKind("person", ""),
        found=read.found,
        addressed=read.addressed,
        settles=read.settles,
    )
    return DeskMail(seat, incoming, hashlib.sha256(incoming.message_id.encode()).hexdigest()[:32])


def seat_of(game: Game, raw: bytes) -> str:
    """The seat that sent something by the desk, whatever it is; empty for every other email."""
    return _sender(game, raw)[0]


def claim_of(game: Game, sent: DeskMail) -> SenderClaim:
    """The claim of what a seat sent: its token says for which stage it is."""
    return SenderClaim(sent.seat, standing_of(game, sent.seat, sent.incoming))


def credibility_of(game: Game, item: InboxItem, claim: SenderClaim, sent: DeskMail) -> Credibility:
    """Whether what a seat sent by the desk counts: its token must be of its own letter, the cookie shows the rest."""
    if game.inbox.confirmation_of(item):
        return Credibility()
    if claim.standing in ("foreign", "former"):
        return Credibility("refused", f"{claim.standing}-token")
    words_alone = sent.incoming.addressed and sent.incoming.found.what == "nothing"
    if claim.standing == "missing" and not words_alone:  # words are for no stage
        return Credibility("refused", "no-token")
    if claim.standing == "copy":
        return Credibility("confirm", "another-copy")
    if "moderator confirms" in game.settings.mail.trust.policy:
        return Credibility("confirm", "moderator-confirms")
    return Credibility()


def _read(game: Game, seat: str, kind: DeskKind, text: str) -> ReceivedMail:
    """What *text* is, as if an email had nothing else."""
    read = ReceivedMail(kind=SenderKind("person", ""))
    if kind == "words":
        return replace(read, addressed=(_words(game, seat, text),))
    if kind == "answer":
        said, _, name = text.strip().partition(" ")
        named = (item.number for item in game.inbox.items() if name_of(game, item) == name)
        return replace(read, found=FoundOrders(what="words", words=said), settles=next(named, -1))
    if kind == "command":
        shown = (line.strip()[:MOST_LINE] for line in text.split("\n") if line.strip())
        lines = tuple(islice(shown, _MOST_COMMANDS))
        if not lines:
            return read
        return replace(read, found=FoundOrders(what="command", command=lines[0], commands=lines))
    if cut_line(text) or any(line.lstrip().startswith(("---", "...", ">", "[", "```")) for line in text.split("\n")):
        return beside.without_email(game, seat, text)
    return replace(read, found=FoundOrders(what="orders", sheet=text, how="marks"))


def name_of(game: Game, item: InboxItem) -> str:
    """The name of an item in an answer to it: a number would tell how many emails came from others."""
    return _signed(game, b"\0".join((b"item", item.name.encode())))[:16]


def _words(game: Game, seat: str, text: str) -> AddressedWords:
    name, _, words = text.partition("\n")
    return beside.typed_to(game, seat, name, words)


def _sender(game: Game, raw: bytes) -> tuple[str, DeskKind | None]:
    """Which seat sent something by the desk, and what kind of thing; none for every other email."""
    first, _, rest = raw.partition(_END)
    seat, kind, mac = _parts(first) if raw.startswith(MARK) else ("", None, "")
    if seat not in game.titles or kind is None:
        return "", None
    right = hmac.compare_digest(mac.encode(), _mac(game, seat, kind, rest).encode())
    return (seat, kind) if right else ("", None)


def _parts(first: bytes) -> tuple[str, DeskKind | None, str]:
    words = first.removeprefix(MARK).decode("ascii", errors="replace").split(" ")
    return (words[0], _NAMES.get(words[1]), words[2]) if len(words) == 3 else ("", None, "")


def _mac(game: Game, seat: str, kind: DeskKind, rest: bytes) -> str:
    return _signed(game, b"\0".join((b"email", seat.encode(), kind.encode(), rest)))


def _signed(game: Game, what: bytes) -> str:
    return hmac.new(derived(game.secret, "desk emails").encode(), what, hashlib.sha256).hexdigest()
