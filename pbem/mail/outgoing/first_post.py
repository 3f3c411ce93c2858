"""The first post of a thread in a forum: who plays, until when, how to answer, and where each report is."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from pbem.engine.event import PUBLIC
from pbem.engine.table import commitment
from pbem.forum import posting
from pbem.mail.outgoing.writing import ROOM_FOR_MARK
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.keys import derived
from pbem.report import forum, plain
from pbem.report.tree import Content, parse
from pbem.store.outbox import MessageId
from pbem.store.posts import NAME, PostBook, PostRecord


def first_post(game: Game) -> str:
    """The first post as it should be now, in the markup of the forum: to be pasted, or to be edited by a member.

    It is one post, so that it has as many of the newest reports as there is room for; the newest one with its
    pictures, where the forum has these already. Its last line is a mark by which a member finds it.
    """
    settings, (rounds, shown) = game.settings.forum, _rounds(game)
    marked = (*shown, mark(game)) if settings.user else ()
    room = settings.longest - ROOM_FOR_MARK - sum(len(one) + 2 for one in shown)

    def said(left: int) -> list[str]:
        return forum.posts(_content(game, rounds[left:], left), forum.MARKUPS[settings.markup], room)

    left = bisect_left(range(len(rounds)), True, key=lambda left: len(said(left)) == 1)  # noqa: FBT003 what is sought
    return "\n\n".join((said(left)[0].strip("\n"), *marked))


def mark(game: Game) -> str:
    """By which a member of the forum knows the first post among its own."""
    return posting.mark(post_key(game), game.name, "first")


def post_key(game: Game) -> bytes:
    """The key of the marks of posts."""
    return derived(game.secret, "forum posts").encode()


def links(game: Game) -> Iterator[tuple[PostRecord, MessageId]]:
    """The posts that were posted, each with what its last text is."""
    for record in PostBook(game.folder / NAME).posted():
        if record.messages:
            yield record, MessageId.parse(record.messages[-1])


def _content(game: Game, rounds: Sequence[str], left: int) -> Content:
    """What the first post says now of the game and of *rounds*, with so many earlier ones *left* out."""
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
        rounds=list(rounds),
        left=left,
    )
    return parse(said)


def _holder(game: Game, seat: str) -> str:
    """What the holder of *seat* is called in the forum; the player where the seat is not reached there."""
    who = game.settings.seats[seat]
    if game.holders[seat].empty:
        return ""
    return who.account if game.settings.in_forum(seat) and not who.bot else who.shown


def _rounds(game: Game) -> tuple[list[str], Sequence[str]]:
    """A line for each report that was posted: its turn, its date and the link of its first part.

    And the markup of the pictures of the last one.
    """
    words = letter.words_for(game, game.view(), PUBLIC, posted=True)
    zone, stops = game.settings.deadlines.zone.name, {line.pause.round: line for line in game.log.lines if line.pause}
    found, shown = list[str](), tuple[str, ...]()
    for record, about in links(game):
        line = stops.get(about.number)
        if about.kind == "report" and line is not None and line.pause is not None:
            turn, link = game.ruleset.turn_named(game.turn(line.pause.entry)), next(iter(record.links), "")
            found.append(", ".join(filter(None, (f"{about.number}", turn, words.brief_moment(line.at, zone), link))))
            shown = record.shown
    return found, shown
