"""The commands `mail`, what came, and `posts`, what is to be said in the forum."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened
from pbem.mail.intake import confirmations
from pbem.mail.moderating import emails
from pbem.mail.outgoing import posts
from pbem.mail.outgoing.posts import WaitingPost
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.store.inbox import InboxItem, Verdict

_SUBJECT = 24
_NEWEST = 50
_UNREAD = "unread"


@click.command()
@click.argument("number", type=int, required=False)
@click.option("--open", "only_open", is_flag=True, help="Only those awaiting you.")
@click.option("--all", "every", is_flag=True, help=f"List all, not just the newest {_NEWEST}; --json always has all.")
@game_option
@json_option
def mail_command(number: int | None, only_open: bool, every: bool, folder: Path, as_json: bool) -> None:
    """List the newest emails and what became of them; with NUMBER, show what one says."""
    game = opened(folder)
    if number is not None:
        _show(game, number, as_json)
        return
    found = [(item, game.inbox.verdict(item)) for item in game.inbox.items()]
    if only_open:
        found = [(item, one) for item, one in found if one and confirmations.waits(one)]
    if as_json:
        output.data([one or _unread(item) for item, one in found])
        return
    rows = [_row(game, item, one) for item, one in (found if every else found[-_NEWEST:])]
    if not rows:
        output.text("No email awaits you." if only_open else "No email has come yet.")
        return
    output.table(("mail", "came (UTC)", "is", "seat", "from", "why", "subject"), rows)
    if len(rows) < len(found):
        output.text(f"These are the newest; `pbem mail {'--open ' if only_open else ''}--all` lists all {len(found)}.")


def _row(game: Game, item: InboxItem, one: Verdict | None) -> tuple[str, ...]:
    if one is None:
        return f"{item.number:04d}", f"{item.arrived:%d %b %H:%M}", _UNREAD, item.seat, "", "", ""
    return (
        f"{one.item:04d}",
        f"{one.received:%d %b %H:%M}",
        one.state,
        one.seat or (f"({one.guess}?)" if one.guess else ""),
        one.sender,
        ", ".join(code for code in one.problems if code != one.state) or one.why,
        _short(game, one.subject),
    )


def _unread(item: InboxItem) -> dict[str, Any]:
    """What is known of an email that is not processed yet, with the names that a result has."""
    seat = {"seat": item.seat} if item.seat else {}
    return {"item": item.number, "state": _UNREAD, "received": item.arrived, **seat}


def _show(game: Game, number: int, as_json: bool) -> None:
    item = game.inbox.numbered(number)
    if item is None:
        raise confirmations.NotOpen(f"there is no email {number}; `pbem mail` lists them")
    verdict = game.inbox.verdict(item)
    if verdict is None:
        _show_unjudged(item, as_json)
        return
    shown = emails.shown(game, item, verdict)
    if as_json:
        output.data({"verdict": verdict, "path": str(item.path), "words": shown.words})
        return
    output.lines((shown.head, f"{shown.means}. It is in {item.path}."))
    if shown.words:
        output.text(f"\n{shown.words}")


def _show_unjudged(item: InboxItem, as_json: bool) -> None:
    if as_json:
        output.data({"verdict": None, "path": str(item.path), "words": ""})
    else:
        output.text(f"Email {item.number} has not been processed yet. It is in {item.path}.")


def _short(game: Game, subject: str) -> str:
    """The beginning of a subject, without the game's prefix."""
    bare = re.sub(rf"^[^\[\]]{{0,20}}\[{re.escape(game.name)}\]\s*", "", subject)
    return bare if len(bare) <= _SUBJECT else f"{bare[: _SUBJECT - 1].rstrip()}…"


_NOTHING = "Nothing waits to be posted."
_FIRST = "first"
"""What the first post of the thread is called instead of a number."""


class _PostNumber(click.types.IntParamType):
    """The number of a post, or `first`."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return posts.FIRST if value == _FIRST else super().convert(value, param, ctx)


def _called(number: int) -> str:
    return str(number) if number != posts.FIRST else _FIRST


@click.group(invoke_without_command=True)
@game_option
@json_option
@click.pass_context
def posts_command(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """List what waits to be posted in the forum: where it goes, its title, its parts.

    `pbem posts next --copy` puts the next text on the clipboard; `pbem posts done NUMBER` says that it was posted, and
    then it is shown no more.
    """
    if ctx.invoked_subcommand:
        return
    with opening.held(folder, host().rulesets) as game:
        found = posts.listed(game, host().clock())
    if as_json:
        output.data(found)
        return
    if found:
        heads = ("post", "to", "title", "characters", "part", "state")
        output.table(heads, [_post_row(game, post) for post in found])
    if not found or found[0].held:
        output.text(_NOTHING)
    else:
        output.text("`pbem posts next --copy` copies the first; `pbem posts done NUMBER` says that it was posted.")
    if found and found[-1].held:
        output.text("What is held asks nothing and goes with the next message to its player; `next --held` shows it.")


@posts_command.command("next")
@click.argument("number", type=_PostNumber(), required=False)
@click.option("--copy", is_flag=True, help="Put the text on the clipboard of your terminal (OSC 52).")
@click.option("--copy-title", is_flag=True, help="Put the title on the clipboard.")
@click.option("--to", "target", type=click.Path(path_type=Path, dir_okay=False), help="Write the text to a file.")
@click.option("--held", is_flag=True, help="Take also what is held for the next message to its player.")
@game_option
@json_option
def next_command(
    number: int | None, copy: bool, copy_title: bool, target: Path | None, held: bool, folder: Path, as_json: bool
) -> None:
    """Show the next text to post, or that of post NUMBER: where it goes, its title, and what to paste."""
    now = host().clock()
    with opening.held(folder, host().rulesets) as game:
        found = posts.listed(game, now) if held else posts.waiting(game, now)
        if number is None and not found:
            output.data(None) if as_json else output.text(_NOTHING)
            return
        post = posts.take(game, found[0].number if number is None else number, now)
    if as_json:
        output.data(post)
        return
    output.lines(_post_head(game, post))
    if target is not None:
        target.write_text(post.text, encoding="utf-8")
        output.text(f"Its text is in {target}.")
    if copy or copy_title:
        _to_clipboard(post.title if copy_title else post.text)
        output.text(f"The {'title' if copy_title else 'text'} is on the clipboard.")
    if not (copy or copy_title or target):
        output.text(f"\n{post.text}\n")
    output.text(f"Once it is posted: `pbem posts done {_called(post.number)}`, if you like with `--link ADDRESS`.")


@posts_command.command("first")
@click.option("--copy", is_flag=True, help="Put it on the clipboard of your terminal (OSC 52).")
@game_option
@click.pass_context
def first_command(ctx: click.Context, copy: bool, folder: Path) -> None:
    """Show the first post of the thread as it should be now, with the links of all reports that were posted.

    Once you have posted it (`pbem posts done first`) this list has it whenever it has changed; if pbem is a member of
    the forum and the post is its own, it edits the post itself.
    """
    ctx.invoke(next_command, number=posts.FIRST, copy=copy, folder=folder)


@posts_command.command("done")
@click.argument("numbers", metavar="NUMBER...", type=_PostNumber(), nargs=-1, required=True)
@click.option("--link", default="", help="The address of the post, for the index of rounds.")
@click.option("--copy", is_flag=True, help="Then show the next one, with its text on the clipboard.")
@game_option
@click.pass_context
def done_command(ctx: click.Context, numbers: tuple[int, ...], link: str, copy: bool, folder: Path) -> None:
    """Say that post NUMBER was posted, or its next part: it is shown no more. Several can be named, without a link."""
    if link and len(numbers) > 1:
        raise click.UsageError("A --link is that of one post: name only that one.")
    now = host().clock()
    with opening.held(folder, host().rulesets) as game:
        for number in numbers:
            more = posts.done(game, number, now, posts.address(link))
            said = f"Part {more.part} of {more.parts} comes next." if more else f"Post {_called(number)} is done."
            left = len(posts.waiting(game, now))
            output.text(f"{said} {left} {'waits' if left == 1 else 'wait'}." if left else f"{said} Nothing else waits.")
    if copy and left:
        ctx.invoke(next_command, number=more.number if more else None, copy=True, folder=folder)


def _post_row(game: Game, post: WaitingPost) -> tuple[object, ...]:
    part = f"{post.part} of {post.parts}" if post.parts > 1 else ""
    usual = "held" if post.held else "new" if post.number else "changed"
    state = f"copied {post.taken:%d %b %H:%M} UTC; posted?" if post.taken else usual
    return _called(post.number), _place(game, post), post.title, len(post.text), part, state


def _place(game: Game, post: WaitingPost) -> str:
    if post.number == posts.FIRST:
        return "the first post of the thread"
    return f"private message to {post.account} ({game.titles[post.seat]})" if post.seat else "the thread"


def _post_head(game: Game, post: WaitingPost) -> Iterator[str]:
    part = f", part {post.part} of {post.parts}" if post.parts > 1 else ""
    yield f"Post {_called(post.number)}{part}: {_place(game, post)}"
    if post.taken and not post.seat and game.settings.forum.thread:
        yield f"Thread: {game.settings.forum.thread}"
    yield f"Title: {post.title}"
    yield from (f"Picture: {path}" for path in post.pictures)


def _to_clipboard(text: str) -> None:
    """Have the terminal put *text* on its clipboard, wherever it runs: OSC 52."""
    click.echo(f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07", nl=False)
