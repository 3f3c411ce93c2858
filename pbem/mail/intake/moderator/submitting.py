"""What the moderator submits for a seat."""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

import msgspec

from pbem.mail.extraction.posts import Post
from pbem.mail.extraction.sheet_keys import folded, has_key
from pbem.mail.intake import forum_posts, verdicts
from pbem.mail.intake.forum_posts import Posted
from pbem.mail.intake.looked_at import read_sheet_file
from pbem.mail.intake.verdicts import HandledMail
from pbem.mail.mime.charset import decoded
from pbem.mail.outgoing.forms import keys_in
from pbem.referee import submissions
from pbem.referee.game import Clock, Game
from pbem.referee.waiting_sheets import waiting_sheet
from pbem.store import encryption
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Confirmation

PostFate = Literal["submitted", "known", "others", "nobody", "unclear", "no orders"]
"""What became of a post: submitted now or before; of another seat than was asked for; of no seat, or of one of several;
without orders."""


class PagePost(msgspec.Struct, frozen=True, kw_only=True):
    """A *post* of a page, the *seats* that it may be of, its *fate*, and how it was *handled* now or before."""

    post: Post
    seats: tuple[str, ...]
    fate: PostFate
    handled: HandledMail | None = None


def submit_sheet(
    game: Game, seat: str, raw: bytes, clock: Clock, at: datetime | None = None
) -> tuple[HandledMail, bool]:
    """Submit a sheet for *seat*: what became of it, and whether it is new.

    It came *at* a time, if that is said, otherwise when the heading of its post says; raises `AmbiguousDate`.
    """
    now = clock()
    post = forum_posts.own_post(game, seat, decoded(raw, "").text).post
    posted = forum_posts.when(game, post, now, at) if post else Posted(now, at)
    item, new = _sheet_item(game, seat, raw, posted)
    return (verdicts.judge(game, item, clock) if new else verdicts.known(game, item)), new


def submit_page(
    game: Game, raw: bytes, clock: Clock, seat: str = "", at: datetime | None = None, *, yes: bool = False
) -> list[PagePost]:
    """Submit each post of a page that has orders for the seat of its writer, or those of *seat* only.

    What shows no time came *at* the one given. Those that were submitted before are not submitted again. With *yes*
    those that would wait for it are confirmed.
    """
    posts = forum_posts.posts_in(game, decoded(raw, "").text)
    own = [(post, _wanted(forum_posts.seat_of(game, post), seat)) for post in posts]
    for post, seats in own:  # nothing is submitted of a page of which something cannot be dated
        if len(seats) == 1 and _has_orders(game, seats[0], post):
            _moment(game, post, clock(), at)
    return list(_submitted(game, own, clock, seat, at, yes=yes))


def _wanted(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return (seat,) if seat in seats else seats


def _submitted(
    game: Game, posts: list[tuple[Post, tuple[str, ...]]], clock: Clock, seat: str, at: datetime | None, *, yes: bool
) -> Iterator[PagePost]:
    for post, seats in posts:
        if len(seats) != 1 or (seat and seats[0] != seat):
            fate: PostFate = "nobody" if not seats else "others" if seat else "unclear"
            yield PagePost(post=post, seats=seats, fate=fate)
            continue
        whose, raw = seats[0], post.source.encode("utf-8", "surrogatepass")
        if (known := _same_post(game, whose, raw)) is not None:
            before = verdicts.known(game, known)
            handled = confirm_doubted(game, before, clock) if yes else before
            yield PagePost(post=post, seats=seats, fate="known" if handled is before else "submitted", handled=handled)
        elif not _has_orders(game, whose, post):
            yield PagePost(post=post, seats=seats, fate="no orders")
        else:
            handled, _ = submit_sheet(game, whose, raw, clock, _moment(game, post, clock(), at))
            handled = confirm_doubted(game, handled, clock) if yes else handled
            yield PagePost(post=post, seats=seats, fate="submitted", handled=handled)


def _moment(game: Game, post: Post, now: datetime, at: datetime | None) -> datetime | None:
    """The time that is given for a post, if it shows none itself; raises `AmbiguousDate`."""
    if at is None:
        forum_posts.when(game, post, now)
        return None
    try:
        return None if forum_posts.when(game, post, now).at else at
    except forum_posts.AmbiguousDate:
        return at


def _has_orders(game: Game, seat: str, post: Post) -> bool:
    """Whether a post has a sheet, or what may be meant as one, or commands."""
    found = read_sheet_file(game, seat, post.source.encode("utf-8", "surrogatepass"))[0].found
    if found.how == "shape":  # a file that is nothing but words is read as a sheet
        keys = folded(keys_in(game, seat))
        return any(">" in line or "→" in line or has_key(line, keys) for line in found.sheet.split("\n"))
    return bool(found.problem) or found.what in ("orders", "command")


def _same_post(game: Game, seat: str, raw: bytes) -> InboxItem | None:
    """The item as which the same post of *seat* was submitted before."""
    items = (item for item in reversed(game.inbox.items()) if item.seat == seat and game.inbox.verdict(item))
    return next((item for item in items if encryption.same(item.path, raw)), None)


def confirm_doubted(game: Game, handled: HandledMail, clock: Clock) -> HandledMail:
    """Say yes to a sheet that waits for it, and tell what became of that; *handled* as it is if it does not.

    It counts as of when its post came.
    """
    verdict = handled.verdict
    waits = waiting_sheet(game, verdict.seat) if verdict.state == "doubted" else None
    if waits is None or waits.item != verdict.item:
        return handled
    item = game.inbox.numbered(waits.item)
    posted = forum_posts.posted(game, item) if item else None
    return submit_sheet(game, verdict.seat, b"yes\n", clock, posted.at if posted else None)[0]


def submit_mail(game: Game, seat: str, raw: bytes, clock: Clock) -> tuple[HandledMail, bool]:
    """Submit an email of the player of *seat*: what became of it, and whether it was judged now."""
    item, new = _mail_item(game, seat, raw, clock)
    return (verdicts.judge(game, item, clock) if new else verdicts.known(game, item)), new


def _sheet_item(game: Game, seat: str, raw: bytes, posted: Posted) -> tuple[InboxItem, bool]:
    """The item of a sheet, and whether it is new: the same again is, if another or none has counted since."""
    arrived, beside = posted.at or posted.submitted, forum_posts.beside(posted)
    stages = game.stages(seat)
    if not stages:
        return game.inbox.keep(raw, arrived, seat=seat, source="submit", beside=beside)
    stage, last = stages[0], max(submissions.last(game, stage) for stage in stages)
    for before in range(last):
        item = game.inbox.known(raw, seat=seat, source=f"submit {stage.name} {before}")
        if item and item.number == last:
            return item, False
    return game.inbox.keep(raw, arrived, seat=seat, source=f"submit {stage.name} {last}", beside=beside)


def _mail_item(game: Game, seat: str, raw: bytes, clock: Clock) -> tuple[InboxItem, bool]:
    """The item of an email that the moderator confirms, and whether it is to be judged."""
    item, _ = game.inbox.keep(raw, clock())
    verdict = game.inbox.verdict(item)
    if verdict is not None and not verdict.confirmable:
        return item, False
    game.inbox.confirm(item, Confirmation(seat, "moderator", clock()))
    return item, True
