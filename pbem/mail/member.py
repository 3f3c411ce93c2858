"""The referee as a member of the forum: what players posted comes into the game, what is to be said is posted.

What was read of the forum is noted once the posts are on the disk, in the folder `posts` beside the notes; each is an
item of the inbox then, as it came. The account is the identity: of a name in game.yaml the forum's own number is kept,
so that no one takes it over by a new name.
"""

import hmac
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pbem.bounds.budget import OverBudget, within
from pbem.errors import Refusal
from pbem.forum.member import STOPPING, Account, Forum, ForumPost, ForumTrouble, Seen, digest, visiting
from pbem.forum.posting import SETTLES, mark, posted
from pbem.mail import judges
from pbem.mail.extraction.block import TOKEN
from pbem.mail.extraction.texts import MOST_TEXT
from pbem.mail.intake import forum_posts, pledges
from pbem.mail.intake.forum_posts import Posted
from pbem.mail.intake.sender import seats_with
from pbem.mail.intake.sheet_files import has_orders
from pbem.mail.outgoing import posts
from pbem.mail.outgoing.first_post import first_post, post_key
from pbem.mail.outgoing.first_post import mark as first_post_mark
from pbem.mail.transport.server import FOLDER, Notes, ServerRefused, TransportTrouble
from pbem.referee.game import Clock, Game
from pbem.settings.forum import ForumSettings
from pbem.settings.game import GameSettings
from pbem.settings.mail import path_of
from pbem.store import files
from pbem.store.inbox import InboxItem
from pbem.store.posts import NAME, FirstPost, PostBook, PostRecord
from pbem.store.sealed_blocks import blocks_in

SPOOL = "posts"
_TRANSPORT, _NOTES = "forum", "member"
MINUTES = 2
"""How long one turn posts: the game is locked meanwhile."""
_WAITS = (timedelta(minutes=5), timedelta(minutes=15), timedelta(hours=1), timedelta(hours=4))
"""How long a post waits that the forum did not take, unless it says so itself."""
_WITHOUT = "the post is read again"
_NOT_FOUND = "no post of this account has its mark in its last line"
_BY_HAND = "the first post of the thread cannot be edited ({}); from now on `pbem posts` shows when it has changed"
_CODE = 6
"""The hexadecimal digits by which the mark of a post names it."""


class ForumNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was *seen* of the forum, the numbers of *accounts* by their names, and what keeps us out.

    A password that was refused, as its file was at a time (*refused*), is not tried again: that may lock the account.
    """

    seen: Seen = Seen()
    accounts: Mapping[str, str] = {}
    refused: str = ""
    says: str = ""


class SpooledPost(msgspec.Struct, frozen=True, omit_defaults=True):
    """A *post*, by the member whom game.yaml calls *by*, if it does, which was read *at* a time; *again* if edited."""

    post: ForumPost
    by: str
    at: datetime
    again: bool = False


def collect(folder: Path, settings: GameSettings, clock: Clock) -> tuple[int, tuple[TransportTrouble, ...]]:
    """Bring what is new in the forum into the spool; how many posts came, and what was in the way.

    For the holder of the lock of the servers' notes.
    """
    forum = settings.forum
    notes = Notes(folder, _NOTES, forum.thread)
    note = notes.read(ForumNote)
    if note.refused and note.refused == _password(folder, forum):
        return 0, (TransportTrouble(_TRANSPORT, "login", note.says),)
    try:
        with visiting(forum, folder) as member:
            now = _numbered(member, settings, note.accounts)
            note = replace(note, accounts={**note.accounts, **now}, refused="", says="")
            found, seen = member.read(note.seen, [Account(ident, name) for name, ident in now.items()])
            unread = tuple(TransportTrouble(_TRANSPORT, "refused", says) for says in member.unread)
    except ForumTrouble as trouble:
        if trouble.code in STOPPING:
            notes.write(replace(note, refused=_password(folder, forum), says=trouble.says))
        return 0, (TransportTrouble(_TRANSPORT, trouble.code, trouble.says),)
    names = {ident: name for name, ident in note.accounts.items()}
    known = {ident for thread in note.seen.threads.values() for ident in thread.posts}
    came = [SpooledPost(one, names.get(one.author.ident, ""), clock(), one.ident in known) for one in found]
    files.make_folder(folder / FOLDER / SPOOL)
    for one in came:
        files.write(folder / FOLDER / SPOOL / f"{_name(one.post)}.json", msgspec.json.encode(one) + b"\n")
    note = replace(note, seen=seen)
    if came or note != notes.read(ForumNote):
        notes.write(note)
    else:
        notes.keep_up(note)
    return len(came), unread


def _password(folder: Path, forum: ForumSettings) -> str:
    """The user with the file of the password as it is now, without a word of that."""
    try:
        stat = path_of(folder, forum.password_file).stat()
    except OSError:
        return forum.user
    return f"{forum.user} {stat.st_mtime_ns} {stat.st_size}"


def _numbered(member: Forum, settings: GameSettings, known: Mapping[str, str]) -> Mapping[str, str]:
    """The forum's numbers of all members whom *settings* name; who is not there yet is looked for again."""
    names = sorted({name for who in settings.seats.values() for name in who.accounts})
    found = ((name, Account(known[name], name) if name in known else member.account(name)) for name in names)
    return {name: one.ident for name, one in found if one}


def _name(post: ForumPost) -> str:
    """The name of the file of a post as it is now."""
    return sha256("\0".join((post.thread, post.ident, digest(post.text), str(post.gone))).encode()).hexdigest()[:32]


def spooled(folder: Path) -> list[Path]:
    """The posts that were read and are not in the inbox yet, in the order in which they were written."""
    found = (folder / FOLDER / SPOOL / name for name in files.names(folder / FOLDER / SPOOL) if name.endswith(".json"))
    return sorted(found, key=lambda path: (files.read(path, SpooledPost, _WITHOUT).post.at, path.name))


def drain(game: Game, troubles: list[TransportTrouble]) -> Iterator[InboxItem]:
    """Keep the posts of the spool that are of one seat; what is only said in the thread is not for the game."""
    for path in spooled(game.folder):
        one = files.read(path, SpooledPost, _WITHOUT)
        seats = _seats(game, one)
        raw = one.post.text.encode("utf-8", "surrogatepass")
        told = _posted(one)
        if len(seats) == 1 and not one.post.gone:
            said = judges.lines_taken(game, seats[0], one.post.text, told, partial(_at, one))
            troubles += [TransportTrouble(_TRANSPORT, "no-file", line) for line in said]
            told = pledges.as_pledged(game, seats[0], one.post.text, told)
        reads = one.post.private and not pledges.has_pledge(one.post.text)
        if len(seats) == 1 and not one.post.gone and (reads or _may_have_orders(game, seats[0], raw)):
            item, new = game.inbox.keep(
                raw,
                told.at or one.at,
                seat=seats[0],
                source=f"{one.post.thread} {one.post.ident} {digest(one.post.text)}",
                beside=forum_posts.beside(told),
            )
            if new:
                yield item
        elif len(seats) != 1 and not one.post.gone and _is_for_the_game(game, one, seats, raw):
            troubles.append(_stranger(one, seats))
        path.unlink()


def _seats(game: Game, one: SpooledPost) -> tuple[str, ...]:
    """The seats that a post may be of: those of its account, and of these the one whose form it has."""
    seats = forum_posts.seats_of(game, one.by) if one.by else ()
    if len(seats) < 2:
        return seats
    marked = seats_with(game, TOKEN.findall(one.post.text[:MOST_TEXT]))
    return tuple(seat for seat in seats if seat in marked) or seats


def _may_have_orders(game: Game, seat: str, raw: bytes) -> bool:
    """Whether a post has orders; one at which the program fails is judged, and set aside there."""
    try:
        with within(game.settings.limits):
            return has_orders(game, seat, raw)
    except (Exception, OverBudget):  # noqa: BLE001 whatever a player writes stops no game
        return True


def _is_for_the_game(game: Game, one: SpooledPost, seats: tuple[str, ...], raw: bytes) -> bool:
    """Whether someone has to learn that a post was not read: it is private, or may have orders of one of *seats*."""
    return one.post.private or any(_may_have_orders(game, seat, raw) for seat in seats)


def _at(one: SpooledPost) -> datetime:
    return one.at


def _came(one: SpooledPost) -> datetime:
    """When a post counts as come: as it was last written, by the forum's clock, as far as that is known."""
    changed = one.again or one.post.edits
    at = (one.post.edited_at or one.at) if changed else one.post.at
    return min(at, one.at)


def _posted(one: SpooledPost) -> Posted:
    post, edited = one.post, one.post.edits or int(one.again)
    came, account = _came(one), post.author.name
    in_public = not post.private and not blocks_in(post.text[:MOST_TEXT])
    return Posted(one.at, came, account=account, link=post.link, edited=edited, in_public=in_public, member=True)


def _stranger(one: SpooledPost, seats: tuple[str, ...]) -> TransportTrouble:
    """What the moderator is told of a private message, or of orders in the thread, that are of no one seat."""
    what = "a private message" if one.post.private else "a post in the thread"
    who = f"whom game.yaml names for {' and '.join(seats)}" if seats else "whom game.yaml does not name"
    says = f"{what} by {one.post.author.name}, {who}, was not read: {one.post.link or one.post.ident}"
    return TransportTrouble(_TRANSPORT, "no-file", says)


def post_all(game: Game, clock: Clock) -> tuple[TransportTrouble, ...]:
    """Post what waits, as a member of the forum, each text once; what could not be posted, or is left for another turn.

    A text whose posting broke off is looked for, once the forum has surely ended its work, before it is posted.
    """
    settings, began = game.settings.forum, clock()
    if not settings.user or not (game.outbox.listed("post") or _first_due(game, began)):
        return ()
    note = Notes(game.folder, _NOTES, settings.thread).read(ForumNote)
    if note.refused and note.refused == _password(game.folder, settings):
        return ()  # that is told of reading
    try:
        with visiting(settings, game.folder) as member:
            for number in [post.number for post in posts.waiting(game, began)]:
                if clock() - began > timedelta(minutes=MINUTES):
                    break
                _post(game, member, note.accounts, number, clock)
            return _keep_first(game, member, clock)
    except ForumTrouble as trouble:
        return (TransportTrouble(_TRANSPORT, trouble.code, trouble.says),)
    except (Refusal, ServerRefused, OSError) as wrong:
        return (TransportTrouble(_TRANSPORT, "failed", str(wrong)),)


def _first_due(game: Game, now: datetime) -> FirstPost | None:
    """The first post, where the forum is to be asked: to find it, or to edit it if it says what is no longer so."""
    record = PostBook(game.folder / NAME).first()
    if record is None or not record.stands or record.trouble or (record.due and record.due > now):
        return None
    wanted = record.due if not record.ident else digest(first_post(game)) != record.stands
    return record if wanted else None


def _keep_first(game: Game, member: Forum, clock: Clock) -> tuple[TransportTrouble, ...]:
    """Find the first post, and edit it; the moderator is told once if that cannot be done."""
    book, now = PostBook(game.folder / NAME), clock()
    record = _first_due(game, now)
    if record is None:
        return ()
    trouble = ForumTrouble("refused", _NOT_FOUND, for_good=record.tries + 1 == len(_WAITS))
    try:
        if not record.ident and (there := member.find(first_post_mark(game), game.settings.forum.thread)):
            record = replace(record, ident=there.ident, thread=there.thread, due=None, tries=0)
            record = replace(record, link=record.link or there.link)
            book.write_first(record)
        if record.ident:
            text = first_post(game)
            if digest(text) != record.stands:
                member.edit(ForumPost(record.ident, record.thread, Account("", ""), now), text)
            book.write_first(replace(record, stands=digest(text), due=None, tries=0))
            return ()
    except ForumTrouble as found:
        trouble = found
    wait = timedelta(seconds=trouble.later) if trouble.later else _WAITS[min(record.tries, len(_WAITS) - 1)]
    refused = trouble.for_good or (trouble.code == "refused" and record.ident and not trouble.later)
    says = trouble.says if refused else ""
    book.write_first(replace(record, trouble=says, due=now + wait, tries=record.tries + 1))
    if refused:
        return (TransportTrouble(_TRANSPORT, "refused", _BY_HAND.format(trouble.says)),)
    if trouble.code != "refused":
        raise trouble
    return ()


def _post(game: Game, member: Forum, accounts: Mapping[str, str], number: int, clock: Clock) -> None:
    """Post all parts of a post; raises `ForumTrouble` if nothing else is to be tried in this turn."""
    book = PostBook(game.folder / NAME)
    record = next((one for one in book.waiting() if one.number == number), None)
    now = clock()
    tried = record.taken if record else None
    if record is None or (record.trouble and (record.due is None or record.due > now)):
        return
    if tried is not None and now - tried < SETTLES and not record.trouble:
        return
    post = posts.take(game, number, now, again=True)
    more: posts.WaitingPost | None = post
    try:
        while more:
            to = Account(accounts.get(more.account, ""), more.account)
            where = to if more.seat else game.settings.forum.thread
            more = _post_part(game, member, where, more, tried, clock)
    except ForumTrouble as trouble:
        record = next(one for one in book.waiting() if one.number == number)
        book.write(_troubled(record, trouble, clock()))
        if trouble.code != "refused":
            raise


def _post_part(
    game: Game, member: Forum, where: str | Account, post: posts.WaitingPost, tried: datetime | None, clock: Clock
) -> posts.WaitingPost | None:
    known = _mark(game, post)
    shown = [] if post.seat else _pictures(member, post)
    text = "\n\n".join((post.text, *shown))
    there = posted(member, where, post.title, text, known, tried, now=clock, sleep=lambda _seconds: None)
    kept = tuple(shown) if game.settings.forum.kind != "discord" else ()  # which has them in no other message
    return posts.done(game, post.number, clock(), there.link, kept)


def _pictures(member: Forum, post: posts.WaitingPost) -> list[str]:
    """The markup of the pictures of a public post; what is private is not uploaded: many show that to anyone."""
    return [member.picture(f"board-{at}.png", path.read_bytes()) for at, path in enumerate(post.pictures, 1)]


def _mark(game: Game, post: posts.WaitingPost) -> str:
    """The mark of a post, made from its number and text, as after a backup another may have that number.

    The number itself would tell how many messages others were sent.
    """
    key = post_key(game)
    code = hmac.digest(key, f"{post.number}\0{post.text}".encode(), "sha256").hex()[:_CODE]
    return mark(key, game.name, code, post.part, post.parts)


def _troubled(record: PostRecord, trouble: ForumTrouble, now: datetime) -> PostRecord:
    """What is kept of a post that the forum did not take, and when it is tried again."""
    wait = timedelta(seconds=trouble.later) if trouble.later else _WAITS[min(record.tries, len(_WAITS) - 1)]
    due = None if trouble.for_good else now + wait
    return replace(record, trouble=trouble.says, due=due, tries=record.tries + 1)
