"""What is to be said in the forum: the texts of the outbox as posts, with their places, parts and states.

The moderator posts them by hand and says so, or a program does as a member of the forum. What was posted is not posted
again, whenever either is interrupted: how far a post is stands on disk before the next step.
"""

import re
from collections.abc import Container, Iterator, Sequence
from datetime import datetime
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pbem.errors import Refusal
from pbem.forum.member import digest
from pbem.mail.mime.headers import safe_header
from pbem.mail.outgoing.first_post import first_post
from pbem.mail.outgoing.writing import PARTS, PICTURES, ROOM_FOR_MARK, Notice, queue_post
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.people import seal_keys
from pbem.referee.pictures import FOLDER
from pbem.referee.status import held_back
from pbem.report.forum import packed
from pbem.settings.forum import KINDS
from pbem.store.outbox import MessageId, without_envelope
from pbem.store.posts import NAME, FirstPost, PostBook, PostRecord
from pbem.store.sealed_blocks import SealedLetter, sealed_letters

BETWEEN = "\n\n\u2014\u2014\u2014\n\n"
"""What parts two texts in one post."""
FIRST = 0
"""The number of the first post of the thread, which no other has."""
_ADDRESS = re.compile(r"https?://[^\s\[\]<>\"]{1,500}")


class NoSuchPost(Refusal):
    """There is no such post among those that wait."""


class BadPostLink(Refusal):
    """What was given as the address of a post is not one."""


class ForumText(msgspec.Struct, frozen=True):
    """A text of the outbox: its title, its parts, the files of its pictures, and whether it *waits* for another."""

    ident: str
    title: str
    parts: tuple[str, ...]
    pictures: tuple[Path, ...] = ()
    waits: bool = False


class WaitingPost(msgspec.Struct, frozen=True):
    """A post that waits: where it goes (the thread, or the *account* of a *seat*), and its *title* if it needs one.

    Its next *part* of so many *parts* is the *text*, with *pictures* if it is the last; it was *taken* at a time. One
    that is *held* asks nothing, and goes with what is next for its seat.
    """

    number: int
    seat: str
    account: str
    title: str
    text: str
    part: int
    parts: int
    pictures: tuple[Path, ...] = ()
    taken: datetime | None = None
    held: bool = False


def waiting(game: Game, at: datetime) -> list[WaitingPost]:
    """The posts that are to be posted *at* a time, in their order; those for people first, and for all after them."""
    return [post for post in listed(game, at) if not post.held]


def listed(game: Game, at: datetime) -> list[WaitingPost]:
    """All posts that wait; those that are held until there is more for their seat are the last."""
    book = PostBook(game.folder / NAME)
    if game.settings.forum.private == "sealed":
        _seal_waiting(game)
    for record in book.waiting():
        if record.parts and len(record.links) == record.parts:
            _finish(game, book, record)
    texts = [(ident, _seat(game, ident)) for ident in game.outbox.listed("post")]
    texts.sort(key=lambda one: not one[1])
    held = held_back(game, at)
    shown = [post for record in book.take_up(texts) if (post := _shown(game, record, held))]
    return [*(one for one in shown if not one.held), *_first(game, book), *(one for one in shown if one.held)]


def first(game: Game, now: datetime) -> WaitingPost:
    """The first post of the thread as it should be now: it is about to be posted, or pasted over the old one.

    From then on the game's posts have it whenever it changes, unless a program edits it.
    """
    book = PostBook(game.folder / NAME)
    record, post = book.first() or FirstPost(), _first_post(game, now)
    book.write_first(replace(record, copied=digest(post.text), taken=now))
    return post


def _first(game: Game, book: PostBook) -> Iterator[WaitingPost]:
    """The first post, where a person edits it and there is another text in it."""
    record = book.first()
    if record and record.by_hand:
        post = _first_post(game, record.taken)
        if digest(post.text) != record.stands:
            yield post


def _first_post(game: Game, taken: datetime | None) -> WaitingPost:
    return WaitingPost(FIRST, "", "", letter.title(game), first_post(game), 1, 1, taken=taken)


def _first_done(book: PostBook, now: datetime, link: str) -> None:
    """Note that the first post was posted or edited as it was copied; a program looks for it, if there is one.

    One whose edits the forum has refused is left to the moderator, unless it is another post now.
    """
    record = book.first()
    if record is None or record.taken is None:
        raise NoSuchPost("the first post was not shown yet: `pbem posts first`")
    record = replace(record, stands=record.copied, taken=None, copied="")
    if not record.trouble or (link and link != record.link):
        record = replace(record, ident="", trouble="", due=now, tries=0)
    book.write_first(replace(record, link=link or record.link))


def _seal_waiting(game: Game) -> None:
    """Seal what waits for seats with keys."""
    waits = [ident for ident in game.outbox.listed("post") if _seat(game, ident)]
    texts = [(ident, _seat(game, ident), PARTS.join(text_of(game, ident).parts)) for ident in waits]
    times = [envelope.time for ident in waits if (envelope := game.outbox.envelope(ident))]
    if texts:
        _seal(game, texts, max(times))


def _seal(game: Game, texts: Sequence[tuple[str, str, str]], at: datetime) -> None:
    """Seal *texts* that wait, each with its id and its seat, into one post that has a block for each seat with a key.

    So no post shows who was told. A seat without a key goes on waiting. It may be repeated, and killed at any moment.
    """
    keys = {seat: key for seat in game.titles if (key := seal_keys.of_seat(game, seat))}
    told = [(ident, seat, text) for ident, seat, text in texts if seat in keys]
    if not told:
        return
    number = game.pause.round if game.pause else 0
    mark = sha256("\0".join(ident for ident, _, _ in told).encode()).hexdigest()[:8]
    ident = str(MessageId("sealed", number, mark))
    if game.outbox.place(ident) is None:
        words = letter.words_for(game, game.view(), "", posted=True)
        nothing = words.phrase("labels", "sealed-nothing")
        own = {seat: "\n\n".join(text for _, whose, text in told if whose == seat) or nothing for seat in keys}
        rounds = {seat: last.round if (last := game.last_letter(seat)) else 0 for seat in keys}
        letters = [(SealedLetter(game.name, rounds[seat], seat, own[seat]), keys[seat]) for seat in keys]
        _queue_sealed(game, ident, dict(zip(keys, sealed_letters(letters), strict=True)), at)
    for one, _, _ in told:
        game.outbox.shift(one, "post", "sent")


def _queue_sealed(game: Game, ident: str, blocks: dict[str, str], at: datetime) -> None:
    """Queue the post of *blocks*, each in a spoiler with the title of its seat."""
    words, forum = letter.words_for(game, game.view(), "", posted=True), game.settings.forum
    subject = letter.subject(game, words, (), "", game.pause, words.phrase("labels", "became-sealed"))
    begin, end = KINDS[forum.kind].spoiler
    said = [words.phrase("labels", "sealed-letters")]
    said += [f"{begin.format(game.titles[seat])}{block.strip()}{end}" for seat, block in blocks.items()]
    parts = packed(said, forum.longest - ROOM_FOR_MARK)
    queue_post(game, ident, Notice(subject, ()), at, parts)


def take(game: Game, number: int, now: datetime, *, again: bool = False) -> WaitingPost:
    """The post called *number*, as it stays from now on: it is about to be posted, perhaps *again*.

    Raises `NoSuchPost`.
    """
    if number == FIRST:
        return first(game, now)
    post, record = _found(game, number, now)
    if record.taken is None or again:
        record = replace(record, taken=now, parts=post.parts)
        PostBook(game.folder / NAME).write(record)
    return replace(post, taken=record.taken, held=False)


def done(game: Game, number: int, now: datetime, link: str = "", shown: tuple[str, ...] = ()) -> WaitingPost | None:
    """Note that the next part of the post called *number* was posted; the part after it, if there is one.

    A program says what it uploaded, as it is *shown*.
    """
    if number == FIRST:
        _first_done(PostBook(game.folder / NAME), now, link)
        return None
    post, record = _found(game, number, now)
    record = replace(record, taken=record.taken or now, parts=post.parts, links=(*record.links, link), done=now)
    record = replace(record, trouble="", due=None, tries=0, shown=shown)
    book = PostBook(game.folder / NAME)
    book.write(record)
    if len(record.links) == record.parts:
        _finish(game, book, record)
        return None
    return _shown(game, record)


def address(text: str) -> str:
    """The address of a post that someone typed, which may be empty; raises `BadPostLink`."""
    found = text.strip()
    if found and not _ADDRESS.fullmatch(found):
        raise BadPostLink(f"`{found[:80]}` is not the address of a post: that begins with https://, and has no spaces")
    return found


def _finish(game: Game, book: PostBook, record: PostRecord) -> None:
    """Put the texts of a post that is wholly posted to those that were sent."""
    for ident in record.messages:
        if game.outbox.place(ident) == "post":
            game.outbox.shift(ident, "post", "sent")
    book.close(record)


def _found(game: Game, number: int, at: datetime) -> tuple[WaitingPost, PostRecord]:
    post = next((one for one in listed(game, at) if one.number == number), None)
    record = next((one for one in PostBook(game.folder / NAME).waiting() if one.number == number), None)
    if post is None or record is None:
        raise NoSuchPost(f"no post {number} waits; `pbem posts` lists those that do")
    return post, record


def _seat(game: Game, ident: str) -> str:
    envelope = game.outbox.envelope(ident)
    return envelope.meant[0] if envelope and envelope.meant else ""


def _shown(game: Game, record: PostRecord, held: Container[str] = ()) -> WaitingPost | None:
    """A post as its next part; None if nothing of it is there any more."""
    texts = [text_of(game, ident) for ident in record.messages if game.outbox.place(ident) == "post"]
    if not texts:
        return None
    parts = packed(_said(game, texts), game.settings.forum.longest - ROOM_FOR_MARK, BETWEEN)
    at = min(len(record.links), len(parts) - 1)
    last = max(texts, key=lambda one: (not one.waits, MessageId.parse(one.ident).kind == "round", texts.index(one)))
    return WaitingPost(
        number=record.number,
        seat=record.seat,
        account=game.settings.seats[record.seat].account if record.seat else "",
        title=last.title,
        text=parts[at],
        part=at + 1,
        parts=len(parts),
        pictures=tuple(path for one in texts for path in one.pictures) if at + 1 == len(parts) else (),
        taken=record.taken,
        held=texts[0].ident in held,
    )


def _said(game: Game, texts: Sequence[ForumText]) -> Iterator[str]:
    """The parts of *texts* of one post: those that waited for the others come after them, with a word on that."""
    waited = [part for one in texts if one.waits for part in one.parts]
    yield from (first := [part for one in texts if not one.waits for part in one.parts])
    if first and waited:
        waited[0] = f"{letter.words_for(game, game.view(), '', posted=True).phrase('labels', 'waited')}\n\n{waited[0]}"
    yield from waited


def text_of(game: Game, ident: str) -> ForumText:
    """The text *ident* of the outbox."""
    envelope, data = without_envelope(game.outbox.path(ident, "post").read_bytes())
    message = message_from_bytes(data)
    body = message.get_payload(decode=True)
    text = body.decode("utf-8", "replace").replace("\r\n", "\n").rstrip("\n") if isinstance(body, bytes) else ""
    names = safe_header(message, PICTURES).split()
    pictures = (game.folder / FOLDER / Path(name).name for name in names)
    there = tuple(path for path in pictures if path.is_file())
    waits = bool(envelope and envelope.waits)
    return ForumText(ident, safe_header(message, "Subject"), tuple(text.split(PARTS)), there, waits)
