"""What is to be posted in the forum, on the moderator's page: what goes where, and what was posted."""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Literal

import msgspec

from pbem.mail.outgoing import posts
from pbem.mail.outgoing.posts import WaitingPost
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.web.moderator.offers import GROUP, without_secrets
from pbem.web.rendering import plain_words
from pbem.web.server.serving import DeskServer

PostAction = Literal["", "take", "done"]
"""What is done to a post: nothing, or it is shown to be posted, or it was posted."""


class PostStep(msgspec.Struct, frozen=True, kw_only=True):
    """What a form of the page asks of the post with a *number*.

    That what was shown with a *mark* was posted, perhaps with a *link* to it.
    """

    does: PostAction = ""
    number: int = 0
    mark: str = ""
    link: str = ""


class ShownPost(msgspec.Struct, frozen=True, kw_only=True):
    """A post as the page shows it: its *place*, and a *thread* to open; without a *text* before that is asked for.

    Its *subject* is its title without secrets. It was *copied* at a time, or is *held* for now. Its *mark* is that of
    this part.
    """

    number: int
    place: str
    thread: str
    subject: str
    title: str = ""
    text: str = ""
    part: int
    parts: int
    pictures: tuple[str, ...] = ()
    copied: str = ""
    held: bool = False
    mark: str


class PostsPage(msgspec.Struct, frozen=True):
    """What waits to be posted in a *game*, and why what was asked was not done."""

    game: str
    posts: tuple[ShownPost, ...]
    notice: str = ""


def posted_apart(server: DeskServer, about: tuple[Path, PostStep]) -> PostsPage:
    """The posts of the game in a folder once a step is done; a step that was done before changes nothing."""
    folder, step = about
    with opening.held(folder, server.rulesets) as game:
        notice = _do(game, step, server.clock())
        return PostsPage(
            game.settings.title or game.name, tuple(_shown(game, posts.listed(game, server.clock()))), notice
        )


def picture(game: Game, name: str) -> bytes | None:
    """The picture called *name* of a post that waits; None if there is none."""
    texts = (posts.text_of(game, ident) for ident in game.outbox.listed("post"))
    found = next((path for one in texts for path in one.pictures if path.name == name), None)
    return found.read_bytes() if found else None


def _do(game: Game, step: PostStep, now: datetime) -> str:
    """Do a step; why it is not done, if it is not."""
    try:
        if step.does == "take":
            posts.take(game, step.number, now)
        elif step.does == "done":
            if step.mark not in map(_mark, posts.listed(game, now)):
                return _say("post-again")
            posts.done(game, step.number, now, posts.address(step.link))
    except posts.NoSuchPost:
        return _say("post-again")
    except posts.BadPostLink as why:
        return _say("post-refused", why=str(why))
    return ""


def _mark(post: WaitingPost) -> str:
    """What shows that a form is about this part of this post and no other one."""
    return hashlib.sha256(repr((post.number, post.part, post.text)).encode()).hexdigest()


def _shown(game: Game, waiting: Iterable[WaitingPost]) -> Iterable[ShownPost]:
    zone = game.settings.moderators_zone.name
    for post in waiting:
        seat = game.titles[post.seat] if post.seat else ""
        shown = ShownPost(
            number=post.number,
            place=_say(_place(post), account=post.account, seat=seat),
            thread="" if seat else game.settings.forum.thread,
            subject=without_secrets(post.title),
            part=post.part,
            parts=post.parts,
            held=post.held,
            mark=_mark(post),
        )
        if post.taken:
            names = tuple(path.name for path in post.pictures)
            copied = plain_words().moment(post.taken, zone)
            more = {"title": post.title, "text": post.text, "pictures": names, "copied": copied}
            shown = msgspec.structs.replace(shown, **more)
        yield shown


def _place(post: WaitingPost) -> str:
    """The phrase for where a post goes."""
    return "post-private" if post.seat else "post-first" if post.number == posts.FIRST else "post-thread"


def _say(phrase: str, **args: str) -> str:
    return plain_words().phrase(GROUP, phrase, args)
