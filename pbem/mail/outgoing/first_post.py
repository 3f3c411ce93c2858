"""The first post of a thread in a forum: who plays, until when, how to answer, and where each report is."""

from collections.abc import Iterator

from pbem.engine.event import PUBLIC
from pbem.engine.table import commitment
from pbem.mail.outgoing import posts
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.report import forum, plain
from pbem.report.tree import Content, parse
from pbem.report.words import Words


def first_post(game: Game) -> str:
    """The first post as it should be now, in the markup of the forum: to be pasted, or to be edited by a member."""
    return "".join(forum.posts(first_post_content(game), forum.MARKUPS[game.settings.forum.markup]))


def first_post_content(game: Game) -> Content:
    """What the first post says now."""
    settings, words = game.settings, letter.words_for(game, game.view(), PUBLIC, posted=True)
    rule, due = settings.deadlines, game.pause.deadline if game.pause else None
    said = words.fill(
        "notices/first-post.txt.j2",
        title=plain.inline(letter.title(game)),
        game=plain.inline(game.name),
        rules=plain.inline(game.ruleset.title),
        moderator=plain.inline(settings.moderator.name),
        seats=[[plain.inline(title), plain.inline(_holder(game, seat))] for seat, title in game.titles.items()],
        at=words.listed([str(one) for one in rule.at]) if rule.at else "",
        notice=str(rule.notice or ""),
        after=str(rule.after or ""),
        zone=rule.zone.name,
        due=words.moment(due, rule.zone.name) if due else "",
        over=game.outcome is not None,
        referee=plain.inline(settings.forum.user or settings.moderator.name),
        open_orders=settings.forum.open_orders == "count",
        recipient=settings.forum.recipient if settings.forum.private == "sealed" else "",
        desk=settings.desk,
        commitment=commitment(game.chance_key(len(game.log.entries))),
        rounds=list(_rounds(game, words)),
    )
    return parse(said)


def _holder(game: Game, seat: str) -> str:
    """What the holder of *seat* is called in the forum; the player where the seat is not reached there."""
    who = game.settings.seats[seat]
    if game.holders[seat].empty:
        return ""
    return who.account if game.settings.in_forum(seat) and not who.bot else who.shown


def _rounds(game: Game, words: Words) -> Iterator[str]:
    """A line for each report that was posted: its turn, its date and the link of its first part."""
    zone, stops = game.settings.deadlines.zone.name, {line.pause.round: line for line in game.log.lines if line.pause}
    for record, about in posts.links(game):
        line = stops.get(about.number)
        if about.kind == "report" and line is not None and line.pause is not None:
            turn = game.ruleset.turn_named(game.turn(line.pause.entry))
            found = (f"{about.number}", turn, words.moment(line.at, zone), record.links[0] if record.links else "")
            yield ", ".join(filter(None, found))
