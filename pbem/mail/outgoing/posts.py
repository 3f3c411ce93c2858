"""What is to be said in the forum: the texts of the outbox as posts, with their places, parts and states.

The moderator posts them by hand and says so, or a program does as a member of the forum. What was posted is not posted
again, whenever either is interrupted: how far a post is stands on disk before the next step.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from email import message_from_bytes
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pbem.errors import Refusal
from pbem.mail.mime.headers import safe_header
from pbem.mail.outgoing import sealed_posts
from pbem.mail.outgoing.writing import IN_FORUM, PARTS, PICTURES, ROOM_FOR_MARK
from pbem.referee.game import Game
from pbem.referee.pictures import FOLDER
from pbem.store.outbox import MessageId, without_envelope
from pbem.store.posts import NAME, PostBook, PostRecord

BETWEEN = "\n\n\u2014\u2014\u2014\n\n"
"""What parts two texts in one post."""
_ADDRESS = re.compile(r"https?://[^\s\[\]<>\"]{1,500}")


class NoSuchPost(Refusal):
    """There is no such post among those that wait."""


class BadPostLink(Refusal):
    """What was given as the address of a post is not one."""


class ForumText(msgspec.Struct, frozen=True):
    """A text of the outbox: its title, its parts, and the files of its pictures."""

    ident: str
    title: str
    parts: tuple[str, ...]
    pictures: tuple[Path, ...] = ()


class WaitingPost(msgspec.Struct, frozen=True):
    """A post that waits: where it goes (the thread, or the *account* of a *seat*), and its *title* if it needs one.

    Its next *part* of so many *parts* is the *text*, with *pictures* if it is the last; it was *taken* at a time.
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


def waiting(game: Game) -> list[WaitingPost]:
    """The posts that wait, in their order; those for people first, and what everyone may read after them."""
    book = PostBook(game.folder / NAME)
    if game.settings.forum.private == "sealed":
        _seal(game)
    texts = [(ident, _seat(game, ident)) for ident in game.outbox.listed("post")]
    texts.sort(key=lambda one: not one[1])
    for record in book.waiting():
        if record.parts and len(record.links) == record.parts:
            _finish(game, book, record)
    found = (_shown(game, record) for record in book.take_up([one for one in texts if game.outbox.place(one[0])]))
    return [post for post in found if post]


def _seal(game: Game) -> None:
    """Seal what waits for seats with keys."""
    waits = [ident for ident in game.outbox.listed("post") if _seat(game, ident)]
    texts = [(ident, _seat(game, ident), PARTS.join(text_of(game, ident).parts)) for ident in waits]
    times = [envelope.time for ident in waits if (envelope := game.outbox.envelope(ident))]
    if texts:
        sealed_posts.seal(game, texts, max(times))


def take(game: Game, number: int, now: datetime, *, again: bool = False) -> WaitingPost:
    """The post called *number*, as it stays from now on: it is about to be posted, perhaps *again*.

    Raises `NoSuchPost`.
    """
    post, record = _found(game, number)
    if record.taken is None or again:
        record = replace(record, taken=now, parts=post.parts)
        PostBook(game.folder / NAME).write(record)
    return replace(post, taken=record.taken)


def done(game: Game, number: int, now: datetime, link: str = "") -> WaitingPost | None:
    """Note that the next part of the post called *number* was posted; the part after it, if there is one."""
    post, record = _found(game, number)
    record = replace(record, taken=record.taken or now, parts=post.parts, links=(*record.links, link), done=now)
    record = replace(record, trouble="", due=None, tries=0)
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


def links(game: Game) -> Iterator[tuple[PostRecord, MessageId]]:
    """The posts that were posted, each with what its last text is."""
    for record in PostBook(game.folder / NAME).posted():
        if record.messages:
            yield record, MessageId.parse(record.messages[-1])


def _finish(game: Game, book: PostBook, record: PostRecord) -> None:
    """Put the texts of a post that is wholly posted to those that were sent."""
    for ident in record.messages:
        if game.outbox.place(ident) == "post":
            game.outbox.shift(ident, "post", "sent")
    book.close(record)


def _found(game: Game, number: int) -> tuple[WaitingPost, PostRecord]:
    post = next((one for one in waiting(game) if one.number == number), None)
    record = next((one for one in PostBook(game.folder / NAME).waiting() if one.number == number), None)
    if post is None or record is None:
        raise NoSuchPost(f"no post {number} waits; `pbem posts` lists those that do")
    return post, record


def _seat(game: Game, ident: str) -> str:
    envelope = game.outbox.envelope(ident)
    return envelope.meant[0] if envelope and envelope.meant else ""


def _shown(game: Game, record: PostRecord) -> WaitingPost | None:
    """A post as its next part; None if nothing of it is there any more."""
    texts = [text_of(game, ident) for ident in record.messages if game.outbox.place(ident) == "post"]
    if not texts:
        return None
    parts = packed(texts, game.settings.forum.longest - ROOM_FOR_MARK)
    at = min(len(record.links), len(parts) - 1)
    last = next((one for one in reversed(texts) if MessageId.parse(one.ident).kind == "round"), texts[-1])
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
    )


def text_of(game: Game, ident: str) -> ForumText:
    """The text *ident* of the outbox."""
    _, data = without_envelope(game.outbox.path(ident, "post").read_bytes())
    message = message_from_bytes(data)
    body = message.get_payload(decode=True)
    text = body.decode("utf-8", "replace").replace("\r\n", "\n").rstrip("\n") if isinstance(body, bytes) else ""
    names = safe_header(message, PICTURES).split()
    pictures = (game.folder / FOLDER / Path(name).name for name in names)
    there = tuple(path for path in pictures if path.is_file())
    return ForumText(ident, safe_header(message, "Subject"), tuple(text.split(PARTS)), there)


def packed(texts: Sequence[ForumText], most: int) -> list[str]:
    """The parts of a post that has *texts*, each of at most *most* characters: as few as that takes."""
    parts: list[str] = []
    for one in texts:
        for at, part in enumerate(one.parts):
            joined = f"{parts[-1]}{BETWEEN}{part}" if parts and not at else ""
            if joined and len(joined) <= most:
                parts[-1] = joined
            else:
                parts.append(part)
    return parts


def in_forum(game: Game, ident: str) -> bool:
    """Whether the message *ident* is for the forum."""
    envelope = game.outbox.envelope(ident)
    return envelope is not None and envelope.recipient in IN_FORUM
