"""What players write to each other through the game: facts, each delivered once, within bounds."""

import re
from datetime import datetime

import msgspec

from pbem.referee.correspondence.people import reads
from pbem.referee.correspondence.typed import MOST_LINES, tidied
from pbem.referee.game import Clock, Game
from pbem.referee.stage import tokens_in
from pbem.settings.time.clocks import shown_at
from pbem.store import encryption
from pbem.store.facts.words import WordsPassed
from pbem.store.inbox import InboxItem

WORDS = "words"
"""What words to other players are kept beside their inbox item as, where the log must not show them."""
_WITHOUT = "the words to other players in the email are read again"


class PlayerWords(msgspec.Struct, frozen=True, kw_only=True):
    """Words of the player of *sender* to the seats *to*: part number *part* of inbox item *item*."""

    item: InboxItem
    part: int
    sender: str
    to: tuple[str, ...]
    text: str
    to_all: bool = False


class Undelivered(msgspec.Struct, frozen=True):
    """Why words do not go: the code of a phrase, and what it asks for."""

    code: str
    args: dict[str, str | int] = {}


def known(game: Game, item: InboxItem, part: int) -> WordsPassed | None:
    """The fact that part number *part* of *item* was passed on, if it was."""
    mine = (one for one in game.facts if isinstance(one, WordsPassed))
    return next((one for one in mine if (one.item, one.part) == (item.number, part)), None)


def hindrance(game: Game, words: PlayerWords) -> Undelivered | None:
    """Why *words* cannot go to anyone; None if they can, or went before."""
    if known(game, words.item, words.part):
        return None
    press, a_day = game.settings.press_mode, game.settings.words.a_day
    if press == "none":
        return Undelivered("words-not-allowed")
    if press == "public" and not words.to_all:
        return Undelivered("words-only-to-all")
    if wrong := _wrong_text(game, words.sender, tidied(words.text)):
        return wrong
    if away := [game.titles[seat] for seat in words.to if not reads(game, seat)]:
        return Undelivered("words-no-reader", {"name": away[0]})
    if left_on_day_of(game, words.sender, words.item.arrived) <= 0:
        return Undelivered("words-a-day", {"most": a_day})
    return None


def _wrong_text(game: Game, sender: str, text: str) -> Undelivered | None:
    """Why the *text* of a message of *sender* cannot go to anyone."""
    most, lines = game.settings.words.length, text.count("\n") + 1
    if not text:
        return Undelivered("words-empty")
    if len(text) > most:
        return Undelivered("words-long", {"count": len(text), "most": most, "unit": "characters"})
    if lines > MOST_LINES:
        return Undelivered("words-long", {"count": lines, "most": MOST_LINES, "unit": "lines"})
    if tokens_in(text):
        return Undelivered("words-token")
    if _is_anonymous(game) and (found := _gives_away(game, sender, text)):
        return Undelivered("words-gives-away", {"text": found})
    return None


def left_on_day_of(game: Game, sender: str, at: datetime, after: WordsPassed | None = None) -> int:
    """How many more messages whoever holds *sender* may send on the day of *at*, in the game's zone.

    That is now, or as it was *after* one of them was sent.
    """
    zone, since = game.settings.deadlines.zone.name, game.tenure(sender).line
    day, left = shown_at(at, zone).date(), game.settings.words.a_day
    for line in game.log.facts:
        fact = line.fact
        if line.seq > since and isinstance(fact, WordsPassed) and fact.sender == sender:
            item = game.inbox.numbered(fact.item)
            left -= item is not None and shown_at(item.arrived, zone).date() == day
        if fact is after is not None:
            break
    return left


def pass_on(game: Game, words: PlayerWords, clock: Clock) -> WordsPassed:
    """Keep that *words*, which nothing hinders, were passed on; once, however often it is called."""
    before = known(game, words.item, words.part)
    if before is not None:
        return before
    text = tidied(words.text)
    hidden = is_private(game) and not words.to_all  # what all may read needs no hiding
    if hidden:
        kept = game.inbox.beside(words.item, WORDS, dict[str, str], _WITHOUT) or {}
        game.inbox.keep_beside(words.item, WORDS, msgspec.json.encode({**kept, str(words.part): text}))
    fact = WordsPassed(
        sender=words.sender,
        to=words.to,
        item=words.item.number,
        part=words.part,
        text="" if hidden else text,
        anonymous=_is_anonymous(game),
        to_all=words.to_all,
    )
    game.note(fact, clock())
    return fact


def is_private(game: Game) -> bool:
    """Whether the moderator's commands and the log show nothing of what players write to each other."""
    return not game.settings.words.moderator_reads or game.settings.mail.sealed is not None


def text_of(game: Game, fact: WordsPassed) -> str:
    """The words of *fact*; empty if they are kept where they cannot be read any more."""
    item = game.inbox.numbered(fact.item)
    if fact.text or item is None or encryption.is_sealed(item.path.with_name(f"{item.name}.{WORDS}.json")):
        return fact.text
    kept = game.inbox.beside(item, WORDS, dict[str, str], _WITHOUT)
    return (kept or {}).get(str(fact.part), "")


def _is_anonymous(game: Game) -> bool:
    return game.settings.press_mode == "anonymous"


def _gives_away(game: Game, sender: str, text: str) -> str:
    """What in *text* says who wrote it: an address or the name of its player."""
    who = game.settings.seats[sender]
    for address in filter(None, (who.address, who.second_address)):
        if address.casefold() in text.casefold():
            return address
    name = who.player
    return name if name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) else ""
