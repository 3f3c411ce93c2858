"""The keys for which what is private is sealed in a public thread: of each seat, and of the game."""

import re
from collections.abc import Iterator

from pbem.errors import Refusal
from pbem.referee.game import Clock, Game
from pbem.settings.mail import path_of
from pbem.store import encryption
from pbem.store.facts import SealKeyGiven

_LINE = re.compile(r"(?im)^[\s*`-]{0,10}key:\s{0,5}(age1[a-z0-9]{50,70})\s{0,5}`{0,3}$")

_QUOTE = re.compile(r"(?i)\[(/?)quote\b[^\]\n]{0,200}\]|<(/?)blockquote\b[^>\n]{0,200}>")


class NoSealKey(Refusal):
    """A key cannot be used, or is missing."""


def of_seat(game: Game, seat: str) -> str:
    """The key for which is sealed what is for *seat*: what its player gave last, or what game.yaml has, if any."""
    tenure = game.tenure(seat)
    given = [
        line.fact.key
        for line in game.log.facts
        if isinstance(line.fact, SealKeyGiven) and line.fact.seat == seat and line.seq > tenure.line
    ]
    return given[-1] if given else "" if tenure.generation else game.settings.seats[seat].key


def give(game: Game, seat: str, key: str, clock: Clock, *, by: str) -> SealKeyGiven | None:
    """Seal for *key* what is for *seat* from now on; None if that is so already.

    Raises `NoSealKey` if it is none, or that of another player: who copies a key would have letters sealed for them.
    """
    try:
        encryption.checked_recipient(key)
    except encryption.BadSealKey as why:
        raise NoSealKey(f"{key!r} is not a key: {why}") from why
    if of_seat(game, seat) == key:
        return None
    if other := next(
        (one for one in game.titles if of_seat(game, one) == key and not _one_player(game, seat, one)), ""
    ):
        raise NoSealKey(f"{key} is the key of {other}, who could read with it what is for {seat}")
    fact = SealKeyGiven(seat=seat, key=key, by=by)
    game.note(fact, clock())
    return fact


def in_post(text: str) -> str:
    """The key that a post gives in a line such as `key: age1...` that is not quoted; empty without one."""
    found = _LINE.search("\n".join(unquoted(text)))
    return found[1] if found else ""


def unquoted(text: str) -> Iterator[str]:
    """What of *text* is in no quotation; one without an end lasts to the end of the text."""
    depth = at = 0
    for mark in _QUOTE.finditer(text):
        if not depth:
            yield text[at : mark.start()]
        depth, at = max(0, depth + (-1 if mark[1] or mark[2] else 1)), mark.end()
    yield "" if depth else text[at:]


def take(game: Game, seat: str, text: str, clock: Clock) -> str:
    """Take the first key that *seat* gives in a post; one that is not taken is returned."""
    key = in_post(text) if game.settings.forum.private == "sealed" else ""
    there = of_seat(game, seat) if key else ""
    if key and not there:
        try:
            give(game, seat, key, clock, by=seat)
        except NoSealKey:
            return key
    return key if there and key != there else ""


def not_taken(seat: str, key: str) -> str:
    """What the moderator is told of a *key* in a post that was not taken."""
    return f"{seat} has posted a key that is not taken; if that is meant: `pbem seat key {seat} {key}`"


def _one_player(game: Game, seat: str, other: str) -> bool:
    seats = game.settings.seats
    return seat == other or not {*seats[seat].accounts}.isdisjoint(seats[other].accounts)


def identity(game: Game) -> str:
    """The game's own key, which opens sheets. Raises `NoSealKey` if its file is missing or has none."""
    path = path_of(game.folder, game.settings.forum.identity_file)
    try:
        return encryption.key_in(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, encryption.BadSealKey) as why:
        raise NoSealKey(f"the key that opens sealed sheets cannot be read from {path}: {why}") from why
