"""The public story of a whole game as one document: a page with its pictures in it, or text in the markup of posts.

All of it follows from the public view, as the public reports do, also once a game is over.
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.mail.outgoing.first_post import links
from pbem.referee import letter, views
from pbem.referee.game import Game
from pbem.referee.letter import occasion
from pbem.referee.people import holders
from pbem.referee.people.holders import HandOver, SeatHolder
from pbem.referee.records.final_report import final_content
from pbem.report import plain
from pbem.report.forum import MARKUPS, posts
from pbem.report.html import ShownPicture, fragment
from pbem.report.letter import content
from pbem.report.pictures import Painted
from pbem.report.tree import AnyBlock, Content, HeadingBlock, parse
from pbem.store.log import LogLine
from pbem.web.public.moments import PublicMoment, everything_is_public, moment_text, moments
from pbem.web.rendering import SafeHtml, assets, plain_words, render, without_addresses


class StoryChapter(msgspec.Struct, frozen=True):
    """What a public report told: its *moment*, its *heading*, *head* and *body*."""

    moment: PublicMoment
    heading: str
    head: Content
    body: Content


def chapters(game: Game) -> Iterator[StoryChapter]:
    """The chapters of the story of *game*, one for each public report, with the addresses of their posts if known."""
    zone = game.settings.deadlines.zone.name
    posted = {of.number: record.links[0] for record, of in links(game) if of.kind == "report" and record.links}
    for one in moments(game):
        words, about = occasion(game, one.pause, PUBLIC)
        report = words.phrase("site", "report", {"round": one.round})
        heading = ", ".join(filter(None, (one.turn, report)))
        heading = plain.inline(heading[:1].upper() + heading[1:])
        at, link = words.moment(one.at, zone), posted.get(one.round, "")
        head = words.fill("story/chapter.txt.j2", heading=heading, at=at, link=link, undone=one.undone)
        yield StoryChapter(one, heading, parse(head), tuple(map(_below, content(words, about, "chapter"))))


def _below(block: AnyBlock) -> AnyBlock:
    """*block* as a part of a chapter: its heading is below that of the chapter."""
    return replace(block, level=max(block.level, 3)) if isinstance(block, HeadingBlock) else block


def beginning(game: Game, *, names: bool) -> Content:
    """What game it is, and who held which seat when: by the accounts of a forum, or with *names* by these."""
    words, zone = letter.words_for(game, game.view(), PUBLIC, posted=True), game.settings.deadlines.zone.name
    dates = [words.moment(one.at, zone) for one in moments(game)]
    said = words.fill(
        "story/begins.txt.j2",
        title=plain.inline(letter.title(game)),
        game=plain.inline(game.name),
        rules=plain.inline(game.ruleset.title),
        moderator=plain.inline(game.settings.moderator.name),
        reports=len(dates),
        first=dates[0] if dates else "",
        last=dates[-1] if dates else "",
        thread=game.settings.forum.thread if game.settings.channel == "forum" else "",
        seats=[
            [
                plain.inline(title),
                [
                    {
                        "who": plain.inline(_called(game, held, names=names)),
                        "since": words.moment(line.at, zone) if line else "",
                        "vacant": held.empty,
                        "bot": held.who.bot,
                        "stand_in": held.stand_in is not None,
                    }
                    for line, held in _holders(game, seat)
                ],
            ]
            for seat, title in game.titles.items()
        ],
    )
    return parse(said)


def _holders(game: Game, seat: str) -> Iterator[tuple[LogLine | None, SeatHolder]]:
    """Who held *seat*, one after the other, each with the line of the log from which on."""
    changes = [line for line in game.log.facts if isinstance(line.fact, HandOver) and line.fact.seat == seat]
    for at, line in enumerate((None, *changes)):
        yield line, holders.holder(game.written.seats[seat], changes[:at], game.settings.vacant_seats)


def _called(game: Game, held: SeatHolder, *, names: bool) -> str:
    """What the story calls who held a seat; empty if that is not for everyone."""
    if held.empty or held.who.bot:
        return ""
    return (held.who.forum or held.who.player) if game.settings.channel == "forum" else held.who.player if names else ""


def ending(game: Game) -> Content:
    """The final report, if the game is over and its last letters are written."""
    return final_content(game) if everything_is_public(game) else ()


def pictures(game: Game, moment: PublicMoment) -> Mapping[str, Painted]:
    """The pictures of a report, or else the board, by the names of their files."""
    found = dict[str, Painted]()
    with suppress(views.NotDrawn):  # the words say all that it would show
        wanted = views.of_letter(game, moment.pause, PUBLIC) or (views.named(game, PUBLIC, pause=moment.pause),)
        for at, picture in enumerate(wanted, 1):
            found[f"{moment.name}-{at}.png"] = views.painted(game, PUBLIC, picture, moment.pause)
    return found


def story_posts(game: Game, kind: str, most: int = 0, *, names: bool = False) -> list[str]:
    """The story in a format of posts, each of at most *most* characters (0: one of any length)."""
    told = (part for one in chapters(game) for part in (one.head, one.body))
    whole = tuple(block for part in (beginning(game, names=names), *told, ending(game)) for block in part)
    return [without_addresses(one) for one in posts(whole, MARKUPS[kind], most)]


def story_beside(game: Game, folder: str, *, names: bool = False) -> tuple[str, Mapping[str, Painted]]:
    """The story in Markdown, with pictures that are in *folder*, and these."""
    found, write = dict[str, Painted](), MARKUPS["markdown"]
    written = posts(beginning(game, names=names), write)
    for one in chapters(game):
        shown = pictures(game, one.moment)
        lines = (f"![{' '.join(each.drawn.alt.split())}]({folder}/{name})\n" for name, each in shown.items())
        written += [*posts((*one.head, *one.body), write), *lines]
        found |= shown
    written += posts(ending(game), write)
    return without_addresses("\n".join(filter(str.strip, written))), found


def story_page(game: Game, *, names: bool = False, drawn: bool = True) -> str:
    """The story as a page that needs nothing else, with its pictures if they are to be *drawn*."""
    return render(
        plain_words(),
        "public/story.html.j2",
        title=letter.title(game),
        style=SafeHtml(assets()["story.css"].content.decode()),
        begins=_html(beginning(game, names=names)),
        chapters=[
            {
                "name": one.moment.name,
                "heading": one.heading,
                "label": moment_text(game, one.moment).label,
                "undone": one.moment.undone,
                "head": _html(one.head, below=1),
                "body": _html(one.body, below=2),
                "pictures": [_shown(each) for each in pictures(game, one.moment).values()] if drawn else [],
            }
            for one in chapters(game)
        ],
        ending=_html(ending(game), below=1),
    )


def _html(said: Content, *, below: int = 0) -> SafeHtml:
    return SafeHtml(without_addresses(fragment(said, below=below)))


def _shown(one: Painted) -> ShownPicture:
    source = f"data:image/png;base64,{b64encode(one.png).decode()}"
    return ShownPicture(source, one.drawn.alt, one.drawn.width, one.drawn.height)
