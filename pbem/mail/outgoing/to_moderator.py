"""Emails to the moderator: what waits for them, what will happen by itself, and a token for their reply."""

from collections.abc import Container, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Literal

from pbem.engine.event import PUBLIC
from pbem.mail.extraction.block import named_in
from pbem.mail.message.received import opened
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.about_words import own_words
from pbem.mail.outgoing.writing import Notice, Telling
from pbem.referee import letter
from pbem.referee.deadlines.agenda import agenda, said
from pbem.referee.game import Game
from pbem.referee.need import Need
from pbem.referee.needs import whole_status, writes_to_moderator
from pbem.referee.people.words import is_private
from pbem.referee.stage import token
from pbem.referee.status import Status
from pbem.report import plain
from pbem.report.tree import Content
from pbem.report.words import Plain, Words
from pbem.store import encryption
from pbem.store.facts import DigestSent
from pbem.store.log import LogLine
from pbem.store.outbox import MessageId

READER = "moderator"
FRESH = 14
"""For how many days the token of an email to the moderator is fresh."""
_OLDEST = 800
"""For how many days it is known that it was one."""
_MOST_LINES = 6
_MOST_LINE = 200
_MOST_COMING = 6
_QUOTED = frozenset({"appeal", "held", "unclaimed", "former", "words"})
"""The kinds of needs that show the first lines of their email."""

TokenAge = Literal["fresh", "old", "foreign", "missing"]


def token_on(game: Game, at: datetime) -> str:
    """The token in emails to the moderator's present address on the day *at* (UTC)."""
    return token(game.keys.tokens, game.name, READER, game.settings.moderator.address.casefold(), at.toordinal())


def age_of(game: Game, tokens: Sequence[str], at: datetime) -> TokenAge:
    """How old the newest of *tokens* is, in an email that came *at* a time."""
    if not tokens:
        return "missing"
    for days in range(-1, _OLDEST):
        if token_on(game, at - timedelta(days=days)) in tokens:
            return "fresh" if days <= FRESH else "old"
    return "foreign"


def subject(game: Game, says: str, at: datetime) -> str:
    """The subject of an email to the moderator."""
    return f"[{game.name}] {words_of(game).phrase('moderator', 'name')}: {says} {{{token_on(game, at)}}}"


def words_of(game: Game) -> Words:
    """The words for the moderator."""
    return letter.words_for(game, game.view(), PUBLIC)


def reply_ident(item: int) -> str:
    """The message that answers the moderator's email of that number."""
    return str(MessageId("answer", item, READER))


def content(game: Game, template: str, **more: Plain) -> Content:
    """What an email to the moderator says by a *template* of its own."""
    return writing.content(game, f"moderator/{template}", "", **more)


def standing(game: Game, at: datetime, without: Container[int] = ()) -> Mapping[str, Plain]:
    """What waits for the moderator, *without* some inbox items, and what comes, for templates."""
    words, zone = words_of(game), game.settings.moderators_zone.name
    found = whole_status(game, lambda: at)
    return {
        "needs": [_shown(game, words, one, zone) for one in found.needs if not one.item or one.item not in without],
        "stands": stands(words, found, zone),
        "seats": list(game.titles),
        "coming": list(coming(game, words, at, zone)),
    }


def sentence(one: Need) -> str:
    """What waits, as it begins a sentence."""
    return plain.sentence(one.says)


def _shown(game: Game, words: Words, one: Need, zone: str) -> Mapping[str, Plain]:
    return {
        "says": sentence(one),
        "since": words.moment(one.since, zone) if one.since else "",
        "reply": list(one.reply),
        "run": one.run.replace("`", ""),
        "quoted": _first_lines(game, one) if one.kind in _QUOTED else [],
    }


def _first_lines(game: Game, one: Need) -> list[str]:
    """The first lines of an email, without its sheet; of none that is sealed or may have a sheet to be sealed."""
    item = game.inbox.numbered(one.item)
    shut = game.settings.mail.sealed is not None and one.kind != "words"
    if item is None or not item.is_mail or shut or encryption.is_sealed(item.path):
        return []
    lines = [line for line in own_words(opened(item.path.read_bytes())) if line.strip()]
    if game.settings.press_mode != "none" and is_private(game):  # what a player writes to others is not shown
        lines = [*takewhile(lambda line: not named_in(line), lines)]
    cut = [f"{line[:_MOST_LINE]} …" if len(line) > _MOST_LINE else line for line in lines[:_MOST_LINES]]
    return [*cut, *(["…"] if len(lines) > _MOST_LINES else [])]


def stands(words: Words, found: Status, zone: str) -> str:
    """Where the game is, in a sentence."""
    if found.outcome is not None:
        return words.say("moderator", "over")
    due = found.next_due
    args = {"seats": [seat.title for seat in found.missing], "due": words.moment(due, zone) if due else ""}
    return words.say("moderator", "passed" if found.late else "waits", args)


def coming(game: Game, words: Words, at: datetime, zone: str) -> Iterator[str]:
    """What will happen by itself, at each of the next times; what is overdue waits for something else."""
    items = [one for one in agenda(game, at) if one.at > at]
    times = list(dict.fromkeys(one.at for one in items))[:_MOST_COMING]
    for time in times:
        says = "; ".join(said([one for one in items if one.at == time], game.titles))
        yield f"{words.moment(time, zone)}: {says}"


def _digest(game: Game, line: LogLine, fact: DigestSent, _reader: str) -> Notice:
    who, words = game.settings.moderator, words_of(game)
    state = standing(game, line.at)
    waits = state["needs"]
    count = len(waits) if isinstance(waits, list) else 0
    says = words.phrase("moderator", "digest-subject", {"count": count, "urgent": fact.urgent})
    return Notice(
        subject=subject(game, says, line.at),
        content=content(game, "digest", **state, days=FRESH),
        address=who.address,
        name=who.name,
    )


def _to(game: Game, line: LogLine, _fact: DigestSent) -> tuple[str, ...]:
    return (READER,) if writes_to_moderator(game) else ()


TELLINGS: Mapping[type, Telling] = {DigestSent: Telling(_to, _digest)}
