"""What players write to each other through the game: facts, each delivered once, within bounds."""

import re

import msgspec

from pbem.referee.correspondence.in_letters import by_mail
from pbem.referee.correspondence.typed import MOST_CHARACTERS, MOST_LINES, tidied
from pbem.referee.game import Clock, Game
from pbem.referee.stage import tokens_in
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
    text, anonymous = tidied(words.text), _is_anonymous(game)
    if not text:
        return Undelivered("words-empty")
    if len(text) > MOST_CHARACTERS:
        return Undelivered("words-long", {"count": len(text), "most": MOST_CHARACTERS, "unit": "characters"})
    if text.count("\n") >= MOST_LINES:
        return Undelivered("words-long", {"count": text.count("\n") + 1, "most": MOST_LINES, "unit": "lines"})
    if tokens_in(text):
        return Undelivered("words-token")
    if anonymous and (found := _gives_away(game, words.sender, text)):
        return Undelivered("words-gives-away", {"text": found})
    if away := [game.titles[seat] for seat in words.to if not by_mail(game, seat)]:
        return Undelivered("words-no-address", {"name": away[0]})
    if _passed_today(game, words) >= game.settings.words.a_day:
        return Undelivered("words-a-day", {"most": game.settings.words.a_day})
    return None


def pass_on(game: Game, words: PlayerWords, clock: Clock) -> WordsPassed:
    """Keep that *words*, which nothing hinders, were passed on; once, however often it is called."""
    before = known(game, words.item, words.part)
    if before is not None:
        return before
    text = tidied(words.text)
    if is_private(game):
        kept = game.inbox.beside(words.item, WORDS, dict[str, str], _WITHOUT) or {}
        game.inbox.keep_beside(words.item, WORDS, msgspec.json.encode({**kept, str(words.part): text}))
    fact = WordsPassed(
        sender=words.sender,
        to=words.to,
        item=words.item.number,
        part=words.part,
        text="" if is_private(game) else text,
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
    return game.settings.words.between_players == "anonymous"


def _gives_away(game: Game, sender: str, text: str) -> str:
    """What in *text* says who wrote it: an address or the name of its player."""
    who = game.settings.seats[sender]
    for address in filter(None, (who.address, who.second_address)):
        if address.casefold() in text.casefold():
            return address
    name = who.player
    return name if name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) else ""


def _passed_today(game: Game, words: PlayerWords) -> int:
    """How many messages of the sender, in other emails or before in this one, came on the same day (UTC)."""
    sent = [one for one in game.facts if isinstance(one, WordsPassed) and one.sender == words.sender]
    items = (game.inbox.numbered(one.item) for one in sent)
    return sum(1 for item in items if item and item.arrived.date() == words.item.arrived.date())
