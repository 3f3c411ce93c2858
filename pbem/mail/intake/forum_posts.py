"""Posts that a moderator copies from a forum: whose each is, when it was written, and which one is a seat's own."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from itertools import pairwise, takewhile

import msgspec

from pbem.errors import Refusal
from pbem.mail.extraction.block import TOKEN
from pbem.mail.extraction.doubts import beside_orders, corrections, harmless, sentences
from pbem.mail.extraction.post_times import PostTime
from pbem.mail.extraction.posts import Post, orders_in, split
from pbem.mail.intake.case import MailCase
from pbem.mail.intake.forms import keys_in
from pbem.mail.intake.sender import (
    former_tokens,
    invitations,
    seats_with,
    tokens_in_mark,
    written_for_another_game,
)
from pbem.mail.mime.text import FoundOrders, MailNote, decoded
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.store.inbox import InboxItem

_BESIDE = "posted"
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060-\u2064\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]"
)
"""What is not seen in a name, without what pages put around names for the direction of their letters."""
_MOST_OF_POST = 5
"""The most lines of a post that are shown."""


class Posted(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a post was submitted, and *at* which time it counts, if its heading, the forum or the moderator says so.

    *why* is the code of why its heading's time does not count. *account* wrote it, its *link* is there if it is known.
    One that a program read as a *member* had been *edited* so often before; everyone can read it if it is *in_public*.
    It was *revealed* then if it has the sheet whose pledge has the digest *pledged*, as of which it counts.
    """

    submitted: datetime
    at: datetime | None = None
    why: str = ""
    account: str = ""
    link: str = ""
    edited: int = 0
    in_public: bool = False
    member: bool = False
    pledged: str = ""
    revealed: datetime | None = None


class AmbiguousDate(Refusal):
    """A heading's time may be one of two."""


class OwnPost(msgspec.Struct, frozen=True):
    """What of a paste is a seat's own: its *text*, or a *problem*; notes say what else the paste has."""

    text: str
    post: Post | None = None
    problem: FoundOrders | None = None
    notes: tuple[MailNote, ...] = ()
    doubts: tuple[MailNote, ...] = ()
    """Why its orders may be others than were read: they wait for a yes."""


def posts_in(game: Game, text: str) -> tuple[Post, ...]:
    """The posts of a paste."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    keys = frozenset[str]().union(*(keys_in(game, seat) for seat in game.titles))
    accounts = _accounts(game)
    return _split(_told_apart(text, accounts), accounts, keys)


_split = lru_cache(maxsize=4)(split)  # a sheet is looked through for posts when it comes, and when it is judged


def _told_apart(text: str, accounts: Sequence[str]) -> str:
    """*text* in which it can be seen what is invisible in a name like one of *accounts*: it is that of another."""
    for account in accounts if _INVISIBLE.search(text) else ():
        unseen = f"{_INVISIBLE.pattern}*+"  # possessive, and only from where a run begins: each sign is looked at once
        letters = unseen.join(map(re.escape, account))
        masked = re.compile(rf"(?<!\w)(?<!{_INVISIBLE.pattern}){unseen}{letters}{unseen}(?!\w)", re.IGNORECASE)
        text = masked.sub(lambda found: _INVISIBLE.sub("\ufffd", found[0]), text)
    return text


def _plain(account: str) -> str:
    return unicodedata.normalize("NFC", " ".join(account.split()).casefold())


def seats_of(game: Game, account: str) -> tuple[str, ...]:
    """The seats whose holder, or stand-in, is called *account* on the forum."""
    wanted = _plain(account)
    return tuple(
        seat
        for seat, who in game.settings.seats.items()
        if seat in game.titles and wanted and wanted in map(_plain, who.accounts)
    )


def seat_of(game: Game, post: Post) -> tuple[str, ...]:
    """The seats that a post may be of: by the token in it, otherwise by its writer."""
    marked = seats_with(game, TOKEN.findall(post.text))
    by_writer = seats_of(game, post.writer)
    if by_writer and marked:
        return tuple(seat for seat in by_writer if seat in marked) or by_writer
    return by_writer or (marked if not post.writer else ())


def own_post(game: Game, seat: str, text: str) -> OwnPost:
    """What of the paste *text* is of *seat*."""
    posts = posts_in(game, text)
    above = tuple(beside_orders(post.above) for post in posts[:1] if post.above)
    if len(posts) == 1:
        return msgspec.structs.replace(_alone(game, seat, text, posts[0]), doubts=above)
    own = [post for post in posts if seat in seats_of(game, post.writer)]
    others = [post for post in posts if post not in own]
    if not own:
        unnamed = [post for post in posts if not post.writer]
        if len(unnamed) != 1:
            args = {"writers": _writers(posts), "account": game.settings.seats[seat].account}
            return OwnPost(text, problem=FoundOrders(problem="posts-of-others", args=args))
        own, others = unnamed, [post for post in posts if post.writer]
    chosen, earlier = _last_orders(game, seat, own)
    notes = [MailNote("posts-beside", {"writers": _writers(others)})] if others else []
    if earlier:
        notes.append(MailNote("posts-earlier", {"count": earlier}))
    alone = _alone(game, seat, chosen.text, chosen)
    doubts = tuple(_parted(post, own) for above, post in pairwise(posts) if post.by_name and above in own)
    return msgspec.structs.replace(alone, notes=(*notes, *alone.notes), doubts=(*above, *doubts))


def said_later(game: Game, seat: str, posts: Iterable[Post]) -> list[str]:
    """The sources of *posts* of *seat* below one with orders, up to the next such, that may say that it is changed."""
    keys = keys_in(game, seat)
    words = takewhile(lambda post: not orders_in(post.text, keys), posts)
    return [post.source for post in words if corrections(post.text) or not all(map(harmless, sentences(post.text)))]


def _parted(post: Post, own: Sequence[Post]) -> MailNote:
    """The doubt whether a *post*, which begins with a name alone, is the end of one of the seat's *own*."""
    lines = [line.strip() for line in post.text.split("\n") if line.strip()]
    return MailNote("post-parted", {"by": post.writer, "writer": own[0].writer, "lines": lines[:_MOST_OF_POST]})


def _last_orders(game: Game, seat: str, own: Sequence[Post]) -> tuple[Post, int]:
    """The last of a writer's posts that has orders, with the words of those below it, and how many came before."""
    keys = keys_in(game, seat)
    last = next((at for at in reversed(range(len(own))) if orders_in(own[at].text, keys)), len(own) - 1)
    below = "".join(f"\n\n{post.text}" for post in own[last + 1 :])
    return msgspec.structs.replace(own[last], text=f"{own[last].text}{below}") if below else own[last], last


def _alone(game: Game, seat: str, text: str, post: Post) -> OwnPost:
    """What a single *post* is to *seat*."""
    whose = seats_of(game, post.writer)
    if whose and seat not in whose:
        args = {"by": post.writer, "seat": game.titles[seat], "other": game.titles[whose[0]]}
        return OwnPost(text, post, FoundOrders(problem="post-of-another", args=args))
    notes = list(_notes(game, seat, post))
    return OwnPost(post.text if post.of_page else text, post, notes=tuple(notes))


def _notes(game: Game, seat: str, post: Post) -> Iterator[MailNote]:
    if post.writer and not seats_of(game, post.writer):
        account = game.settings.seats[seat].account
        yield MailNote("post-by-unknown", {"by": post.writer, "account": account, "seat": seat})
    if post.edit is not None:
        edit = post.edit
        at = edit.at.text.strip(" ,.").removeprefix("on ") if edit.at else ""
        yield MailNote("post-edited", {"times": edit.times, "by": edit.by, "at": at})


def _writers(posts: Sequence[Post]) -> list[str]:
    return list(dict.fromkeys(post.writer or "?" for post in posts))


def written_for_others(game: Game, seat: str, sheet: str) -> FoundOrders | None:
    """That a *sheet* of *seat* bears the mark of another seat's form, or of another game's, if it does."""
    tokens = tokens_in_mark(sheet)
    if wrong := written_for_another_game(game, sheet):
        return wrong
    own = invitations(game, seat).keys() | former_tokens(game, seat)
    if not tokens or not own.isdisjoint(tokens):
        return None
    other = next(iter(seats_with(game, tokens)), "")
    if not other or other == seat:
        return None
    args = {"seat": game.titles[seat], "other": game.titles[other]}
    return FoundOrders(problem="form-of-another-seat", args=args)


def when(game: Game, post: Post, now: datetime, at: datetime | None = None) -> Posted:
    """When a *post* that is submitted *now* counts as come: *at* what the moderator says, or as it was last written.

    Raises `AmbiguousDate` where its page leaves two days.
    """
    if at is not None:
        return Posted(now, at, account=post.writer)
    edited = post.edit.at if post.edit else None
    found = _moment(game, edited, now) or _moment(game, post.at, now)
    if found is None:
        return Posted(now, why="post-without-hour" if post.at is not None else "", account=post.writer)
    if found > now:
        return Posted(now, why="post-in-future", account=post.writer)
    return Posted(now, found, account=post.writer, edited=post.edit.times or 1 if post.edit else 0)


def _moment(game: Game, time: PostTime | None, now: datetime) -> datetime | None:
    if time is None:
        return None
    zone = game.settings.forum_zone.name
    both = [found for swapped in (False, True) if (found := time.instant(zone, now, swapped=swapped)) is not None]
    if time.other is None:
        return both[0] if both else None
    past = sorted(found for found in both if found <= now)
    if len(past) > 1:
        days = [f"{day:%d %B %Y}" for day in (time.day, time.other) if day]
        raise AmbiguousDate(
            f"“{time.text}” may be {' or '.join(days)}; say which with --at, as in --at '2026-03-04 20:00'"
        )
    return past[0] if past else both[0] if both else None


def beside(posted: Posted) -> dict[str, bytes]:
    """What is kept beside an item of when its post was submitted and written."""
    return {_BESIDE: msgspec.json.encode(posted)} if posted.at or posted.why or posted.account or posted.link else {}


def in_file(game: Game, seat: str, raw: bytes, arrived: datetime) -> Posted:
    """When a file of *seat* counts as come that has *arrived* with no one who could be asked about its heading.

    Times such as `2 hours ago` are seen from then.
    """
    with suppress(Exception):  # what fails fails again when the file is judged, and is set aside there
        post = own_post(game, seat, decoded(raw, "").text).post
        try:
            return when(game, post, arrived) if post else Posted(arrived)
        except AmbiguousDate:
            return Posted(arrived, why="post-on-either-day")
    return Posted(arrived)


def posted(game: Game, item: InboxItem) -> Posted | None:
    """What is kept of when the post of *item* was submitted and written."""
    return game.inbox.beside(item, _BESIDE, Posted, "it came when it was submitted")


class PostProof(msgspec.Struct, frozen=True):
    """What shows when orders were posted: the *item* of a *seat*, its *state*, and what is known of its post."""

    item: int
    seat: str
    state: str
    post: Posted


def proofs(game: Game) -> list[PostProof]:
    """All posts that were taken in, in their order."""
    found = ((item, game.inbox.verdict(item), posted(game, item)) for item in game.inbox.items() if item.seat)
    return [PostProof(item.number, item.seat, one.state, post) for item, one, post in found if one and post]


def dated(game: Game, case: MailCase) -> MailCase:
    """*case* of a post with what its time means: notes, a doubt, or that a later one counts already."""
    told = posted(game, case.item)
    found = case.incoming.found
    if told is None or found.problem or found.what != "orders":
        return case
    zone = {"zone": game.settings.zone_of(case.seat).name}
    notes, doubts = list(found.notes), list(found.doubts)
    if told.why:
        notes.append(MailNote(told.why))
    if told.in_public and game.settings.forum.open_orders == "refuse":
        problem = FoundOrders(what="orders", problem="posted-for-all", args={"link": told.link}, notes=found.notes)
        return _with(case, problem)
    if told.in_public:
        notes.append(MailNote("posted-for-all", {"link": told.link}))
    if told.at is not None and not told.member:
        notes.append(MailNote("post-counts-at", {"at": told.at, **zone}))
        put = next((line.at for line in game.log.lines if line.entry and line.entry.number == case.asked[1]), None)
        if case.stage is not None and put is not None and told.at < put:
            notes.append(MailNote("post-before-question", {"at": put, **zone}))
    for stage in case.stages:
        counting = submissions.counting(game, case.seat, *stage.put)
        if counting is None or counting.by != "sheet" or counting.item >= case.item.number:
            continue
        if told.at is not None and counting.received > told.at:
            args = {"at": told.at, "counting": counting.received, **zone}
            problem = FoundOrders(what="orders", problem="post-older", args=args, notes=found.notes)
            return _with(case, problem)
        if told.edited or any(note.code == "post-edited" for note in notes):
            doubts.append(MailNote("post-edited-since", {"at": counting.received, **zone}))
            break
    return _with(case, msgspec.structs.replace(found, notes=tuple(notes), doubts=tuple(doubts)))


def _accounts(game: Game) -> tuple[str, ...]:
    people = (account for who in game.settings.seats.values() for account in who.accounts)
    return tuple(dict.fromkeys((*people, *filter(None, (game.settings.moderator.name,)))))


def _with(case: MailCase, found: FoundOrders) -> MailCase:
    return msgspec.structs.replace(case, incoming=msgspec.structs.replace(case.incoming, found=found))
