"""pbem submit: submit a sheet, a post or a page of posts."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, seat_called
from pbem.mail import judges
from pbem.mail.exchange import up_to_date
from pbem.mail.extraction.post_times import time_in
from pbem.mail.extraction.posts import Post
from pbem.mail.intake import forum_posts, pledges
from pbem.mail.judges import PagePost
from pbem.mail.mime.text import decoded
from pbem.mail.moderating import play
from pbem.mail.transport.folder import only_email
from pbem.referee.game import Game

_GOOD = ("accepted", "command")


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--as", "seat", metavar="SEAT", help="The seat whose sheet it is, or its player's name on the forum.")
@click.option("--yes", is_flag=True, help="Confirm the sheet if words beside it may mean that it is not ordered.")
@click.option(
    "--at", "when", metavar="TIME", help="When it was posted, such as '2026-03-04 20:00' on the forum's clocks."
)
@click.option("--link", default="", help="The address of the post, which `pbem audit --posts` lists.")
@click.option("--turn", "then", is_flag=True, help="Then run a turn, if all orders in it count.")
@game_option
@json_option
@click.pass_context
def submit_command(
    ctx: click.Context,
    file: BinaryIO,
    seat: str | None,
    yes: bool,
    when: str | None,
    link: str,
    then: bool,
    folder: Path,
    as_json: bool,
) -> None:
    """Submit the sheet in FILE (- for standard input) for a seat, as if its player had sent it.

    FILE may be a post copied from a forum, or a page with several: quotations, smilies and markup around a sheet are
    removed. Without --as the heading of a post says whose it is, or the token of its form; each post of a page is
    submitted for its own seat, and those submitted before are only named. The time in a heading is when a post came.
    With --turn a turn follows, as `pbem turn` does it, unless there is something to tell a player first.

    A file .eml, .emlx or .mbox is an email from the player that came to you: it is handled as if the game had received
    it and you had confirmed it.
    """
    if then and as_json:
        raise click.UsageError("With --json, run `pbem turn --json` afterwards instead of --turn.")
    clock = host().clock
    raw, is_mail = only_email(file)
    with up_to_date(folder, clock, host().rulesets) as game:
        whose = seat_called(game, seat) if seat else ""
        at = _time(game, when, clock()) if when else None
        posts = () if is_mail else forum_posts.posts_in(game, decoded(raw, "").text)
        paged = len(posts) > 1 or any(map(pledges.only_pledge, posts))
        if paged:
            found = judges.submit_page(game, raw, clock, whose, at, yes=yes)
            said = _page_said(game, found, whose)
        else:
            whose = whose or _seat_of(game, posts)
            handled, new = (
                judges.submit_mail(game, whose, raw, clock)
                if is_mail
                else judges.submit_sheet(game, whose, raw, clock, at, link)
            )
            handled = judges.confirm_doubted(game, handled, clock) if yes else handled
    if paged:
        good = _show_page(found, said, as_json=as_json)
    else:
        told = {"verdict": handled.verdict, "answer": handled.answer, "new": new, "beside": handled.beside}
        said = "\n".join([play.said_of_sheet(handled, new=new).rstrip(), *handled.beside])
        output.data(told) if as_json else output.text(said)
        good = handled.verdict.state in _GOOD
    if not good:
        ctx.exit(1)
    if then:
        from pbem.cli.turn import turn_command

        ctx.invoke(turn_command, folders=(), identity=None, folder=folder, as_json=False)


def _seat_of(game: Game, posts: Sequence[Post]) -> str:
    """The seat of the one post in a file, by its writer or its token; a usage error if it is not known."""
    post = posts[0] if posts else None
    seats = forum_posts.seat_of(game, post) if post else ()
    if len(seats) == 1:
        return seats[0]
    names = ", ".join(seats or game.titles)
    if len(seats) > 1:
        raise click.UsageError(f"It may be of any of {names}: say which with --as SEAT.")
    by = f"is by “{post.writer}”, whom game.yaml does not know" if post and post.writer else "does not say whose it is"
    raise click.UsageError(f"The sheet {by}: name its seat with --as SEAT; there are: {names}.")


def _time(game: Game, text: str, now: datetime) -> datetime:
    """The time *text* on the forum's clocks, which has passed."""
    time = time_in(text)
    found = time.instant(game.settings.forum_zone.name, now) if time else None
    if time is None or found is None or time.other is not None:
        raise click.UsageError(f"--at: “{text}” is not one time; write it as in '2026-03-04 20:00'.")
    if found > now:
        raise click.UsageError(f"--at: “{text}” is still to come.")
    return found


def _show_page(found: Sequence[PagePost], said: str, *, as_json: bool) -> bool:
    """Show what became of the posts of a page; whether all new orders count, and there are any."""
    if as_json:
        posts = [
            {
                "writer": one.post.writer,
                "seats": one.seats,
                "fate": one.fate,
                "verdict": one.handled.verdict if one.handled else None,
                "answer": one.handled.answer if one.handled and one.fate == "submitted" else "",
                "beside": one.beside,
            }
            for one in found
        ]
        output.data({"posts": posts})
    else:
        output.text(said)
    done = [one.handled.verdict.state for one in found if one.handled and one.fate in ("submitted", "known")]
    submitted = [one.handled.verdict.state for one in found if one.handled and one.fate == "submitted"]
    return bool(done or any(one.beside for one in found)) and all(state in _GOOD for state in submitted)


def _page_said(game: Game, found: Sequence[PagePost], seat: str) -> str:
    """What became of the posts of a page: the receipts of those that were submitted, and a line for each other one."""
    receipts = [
        f"{_called(one)}:\n\n{play.said_of_sheet(one.handled, new=True).rstrip()}\n"
        for one in found
        if one.handled and one.fate == "submitted"
    ]
    others = [f"- {_called(one)}: {_became(one)}" for one in found if one.fate != "submitted" and not one.beside]
    lines = [f"- {_called(one)}: {line}" for one in found for line in one.beside]
    if not receipts:
        whose = f" of {game.titles[seat]}" if seat else ""
        receipts = [f"Nothing was submitted: the page has no new orders{whose}.\n"]
    elif len(receipts) == 1:
        receipts = [receipts[0].partition("\n\n")[2]]
    return "\n".join([*receipts, *lines, *(["Other posts on the page:", *others] if others else [])])


def _called(one: PagePost) -> str:
    post = one.post
    number = f"#{post.number} " if post.number else ""
    seats = f" ({', '.join(one.seats)})" if one.seats else ""
    at = f", {post.at.text}" if post.at else ""
    return f"Post {number}by {post.writer or 'someone'}{seats}{at}"


def _became(one: PagePost) -> str:
    if one.fate == "known" and one.handled:
        return f"submitted before, {one.handled.verdict.state} (`pbem mail {one.handled.verdict.item}`)"
    told = {
        "others": "not submitted, as it is of another seat",
        "nobody": "not submitted, as game.yaml knows no such player; `--as SEAT` with that post alone does",
        "unclear": "not submitted, as it may be of each of these seats; use `--as SEAT`",
        "no orders": "no orders",
    }
    return told[one.fate]
