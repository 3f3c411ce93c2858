"""What players and the moderator say to each other, watchers."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Literal, TypeVar

import msgspec

from pbem.engine.event import PUBLIC
from pbem.engine.reading import Lexicon, late_pattern
from pbem.errors import Refusal
from pbem.referee.game import Clock, Game
from pbem.referee.stage import tokens_in
from pbem.report import plain, tree
from pbem.report.context import SaidText
from pbem.settings.game import MOST_CHARACTERS
from pbem.settings.mail import ADDRESS
from pbem.sheet.names import Names
from pbem.sheet.names import plain as plain_name
from pbem.store import encryption
from pbem.store.facts import Fact, WatchBegun, WatchEnded, WordsAnnounced, WordsAnswered, WordsPassed, WordsTold
from pbem.store.inbox import InboxItem, Verdict
from pbem.store.log import Pause

_ALL = frozenset({"all", "everyone", "everybody", "allplayers", "theothers", "others", "bothofyou", "both"})
_MODERATOR = frozenset({"moderator", "themoderator", "gm", "thegm", "gamemaster", "referee", "thereferee"})
_BETWEEN = late_pattern(r"\s*(?:,|;|&|\+|/|\band\b|\bund\b|\bet\b)\s*", re.IGNORECASE)
_THE = late_pattern(r"^(?:the|dear)\s+(?=\S)", re.IGNORECASE)
_MOST = 60

PeopleKind = Literal["seats", "all", "moderator", "several", "unknown"]


class People(msgspec.Struct, frozen=True):
    """What a name means: *seats*, which are several by mistake if the name does not tell them apart.

    Of an unknown one, *nearest* are the names that look like it.
    """

    kind: PeopleKind
    seats: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()


def people(game: Game, writer: str, name: str) -> People:
    """Whom *name* means in words of the seat *writer*, who knows only public names."""
    text = name.strip()[:_MOST]
    if plain_name(text) in _ALL:
        return People("all", tuple(seat for seat in game.titles if seat != writer))
    moderator = game.settings.moderator.name
    if plain_name(text) in _MODERATOR or (moderator and plain_name(text) == plain_name(moderator)):
        return People("moderator")
    names = _names(game)
    whole = names.find(_THE.sub("", text), "seat")
    if whole:
        return People("seats" if len(whole) == 1 else "several", whole)
    split = [part for part in _BETWEEN.split(text) if part]
    parts = [names.find(_THE.sub("", part), "seat") for part in split] if len(split) > 1 else []
    if parts and all(len(part) == 1 for part in parts):
        return People("seats", tuple(dict.fromkeys(part[0] for part in parts)))
    known = [names.name(part[0], "seat") for part in parts if len(part) == 1]
    return People("unknown", nearest=tuple(known) or names.nearest(text, "seat"))


def reads(game: Game, seat: str) -> bool:
    """Whether someone reads what *seat* is told: a player holds it, or a stand-in, and not a bot alone."""
    who = game.settings.seats[seat]
    return not game.holders[seat].empty and (bool(who.address) or not who.bot)


def _names(game: Game) -> Names:
    """The names of seats; where players write under their names, those too."""
    known = game.ruleset.lexicon(game.view(), "").kinds.get("seat", {})
    more = game.ruleset.seat_names(game.view())
    named = game.settings.press_mode != "anonymous"
    player = {seat: who.player for seat, who in game.settings.seats.items() if named and who.player}

    def spellings(seat: str, title: str) -> tuple[str, ...]:
        found = (title, *known.get(seat, ()), *more.get(seat, ()), player.get(seat, ""), seat)
        return tuple(dict.fromkeys(filter(None, found)))

    return Names(Lexicon({"seat": {seat: spellings(seat, title) for seat, title in game.titles.items()}}))


MOST_LINES = 120


class NotSaid(Refusal):
    """Words cannot go to anyone: there are none, too many, or no one to hear them."""


def tidied(text: str) -> str:
    """*text* without control characters, marks, and blank lines in excess."""
    lines = (plain.printable(tree.plain(line)).rstrip() for line in plain.lines(text.expandtabs(4)))
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).rstrip("\n")


def checked(text: str) -> str:
    """*text* tidied; raises `NotSaid` if nothing is left, or more than a message may have."""
    words = tidied(text)
    if not words.strip():
        raise NotSaid("there are no words to pass on")
    if len(words) > MOST_CHARACTERS:
        raise NotSaid(f"the text has {len(words)} characters, and a message at most {MOST_CHARACTERS}; shorten it")
    lines = words.count("\n") + 1
    if lines > MOST_LINES:
        raise NotSaid(f"the text has {lines} lines, and a message at most {MOST_LINES}; shorten it")
    return words


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
    since, left = game.tenure(sender).line, game.settings.words.a_day
    for line in game.log.facts:
        fact = line.fact
        if line.seq > since and isinstance(fact, WordsPassed) and fact.sender == sender:
            item = game.inbox.numbered(fact.item)
            left -= item is not None and game.settings.day_of(item.arrived) == game.settings.day_of(at)
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


def said_before(game: Game, pause: Pause, seat: str) -> tuple[SaidText, ...]:
    """What the letter of *pause* to *seat* (the public report, if that is `PUBLIC`) repeats, in its order."""
    earlier = game.last_letter(seat, pause)
    return tuple(_between(game, earlier.round if earlier else 0, pause.round, seat))


def _between(game: Game, after: int, until: int, seat: str) -> Iterator[SaidText]:
    """What was said to *seat* between the pauses of two rounds."""
    at, since = 0, game.tenure(seat).line
    for line in game.log.noted:
        at = line.pause.round if line.pause else at
        if at >= until:
            return
        if line.seq <= since and not _to_everyone(line.fact):
            continue  # it was said to someone who held the seat before
        if at >= after and line.fact is not None and (text := _heard(game, line.fact, seat)):
            yield _in_letter(game, line.fact, tuple(text.split("\n")))


def _to_everyone(fact: Fact | None) -> bool:
    return isinstance(fact, WordsAnnounced) or (isinstance(fact, WordsPassed) and fact.to_all)


def _in_letter(game: Game, fact: Fact, lines: tuple[str, ...]) -> SaidText:
    if not isinstance(fact, WordsPassed):
        return SaidText(to_all=isinstance(fact, WordsAnnounced), lines=lines)
    writer = "" if fact.anonymous else game.titles.get(fact.sender, "")
    return SaidText(to_all=fact.to_all, lines=lines, by_player=True, writer=writer)


def _heard(game: Game, fact: Fact, seat: str) -> str:
    """The words of *fact*, if a letter or the report has to tell them to *seat*."""
    if isinstance(fact, WordsAnnounced) and seat == PUBLIC:
        return fact.text
    if isinstance(fact, WordsAnnounced):
        return "" if fact.now and game.settings.reach(seat) else fact.text
    if isinstance(fact, WordsTold) and fact.seat == seat:
        return "" if fact.now and game.settings.reach(seat) else fact.text
    if isinstance(fact, WordsAnswered) and fact.seat == seat and seat != PUBLIC:
        return "" if game.settings.reach(seat) else fact.text
    if isinstance(fact, WordsPassed) and (fact.to_all if seat == PUBLIC else seat in fact.to):
        return "" if seat != PUBLIC and game.settings.reach(seat) else text_of(game, fact)
    return ""


MOST = 200
"""The most watchers of a game: each report is an email to each of them."""
_MOST_NAME = 80


class Watcher(msgspec.Struct, frozen=True):
    """A person at *address* called *name*, who gets the reports from *round* on; *line* is where the log says so."""

    address: str
    name: str
    line: int
    round: int


def watchers(game: Game, before: Pause | None = None) -> tuple[Watcher, ...]:
    """Who watches now, or watched when the game came to the pause *before*, in the order in which they began."""
    found: dict[str, Watcher] = {}
    latest = 1
    for line in game.log.noted:
        if line.pause and before is not None and line.pause.round >= before.round:
            break
        if line.pause and not line.pause.to:
            latest = line.pause.round
        if isinstance(line.fact, WatchBegun):
            known = found.get(line.fact.address.casefold())
            begun = known or Watcher(line.fact.address, "", line.seq, latest)
            found[line.fact.address.casefold()] = msgspec.structs.replace(begun, name=line.fact.name or begun.name)
        elif isinstance(line.fact, WatchEnded):
            found.pop(line.fact.address.casefold(), None)
    return tuple(found.values())


def watcher_at(game: Game, address: str) -> Watcher | None:
    """Who watches at *address*."""
    wanted = address.casefold()
    return next((one for one in watchers(game) if wanted and one.address.casefold() == wanted), None)


def word_for(game: Game, address: str) -> str:
    """The word by which whoever reads mail to *address* confirms to watch; after each change it is another."""
    key = address.casefold()
    changes = [one for one in game.facts if isinstance(one, WatchBegun | WatchEnded) and one.address.casefold() == key]
    return game.token("watch", f"{key} {len(changes)}", 0)


def begin(
    game: Game, address: str, clock: Clock, *, name: str = "", by: Literal["watcher", "moderator"] = "watcher"
) -> bool:
    """Send the public reports to *address* from now on; whether that is new. Raises `NotSaid`."""
    address, name = address.strip(), plain.inline(plain.visible(name))
    if not ADDRESS.fullmatch(address):
        raise NotSaid(f"{address} is not an address for email")
    if address.casefold() == game.settings.mail.sender.casefold():
        raise NotSaid(f"{address} is the game's own address")
    if seats := game.settings.seats_of(address):
        raise NotSaid(f"{address} is the address of {seats[0]}, whose letters say more than the public report")
    if len(name) > _MOST_NAME:
        raise NotSaid(f"the name has {len(name)} characters, and at most {_MOST_NAME} are kept")
    known = watcher_at(game, address)
    if known is not None and name in ("", known.name):
        return False
    if known is None and len(watchers(game)) >= MOST:
        raise NotSaid(f"{MOST} people watch the game, and more cannot")
    game.note(WatchBegun(address=address, name=name, by=by), clock())
    return known is None


def end(game: Game, address: str, clock: Clock, *, by: Literal["watcher", "moderator", "bounce"] = "watcher") -> bool:
    """Send no more reports to *address*; whether any went there."""
    known = watcher_at(game, address)
    if known is not None:
        game.note(WatchEnded(address=known.address, by=by), clock())
    return known is not None


F = TypeVar("F", bound=Fact)
ANSWERED = "answered"
"""What the verdict of an email says that the moderator closed by a reply."""


def announce(
    game: Game, text: str, clock: Clock, *, now: bool = False, by: str = "moderator", cause: str = ""
) -> WordsAnnounced:
    """Say *text* to everyone: in the next letters, or by email at once if *now* or if there will be no more letters.

    With a *cause*, such as the line of an email, it is said once however often this is called. Raises `NotSaid`.
    """
    known = _said(game, WordsAnnounced, lambda one: bool(cause) and one.cause == cause)
    if known is not None:
        return known
    fact = WordsAnnounced(text=checked(text), now=now or is_over(game), by=by, cause=cause)
    game.note(fact, clock())
    return fact


def tell(
    game: Game, seat: str, text: str, clock: Clock, *, now: bool = False, by: str = "moderator", cause: str = ""
) -> WordsTold:
    """Say *text* to *seat* alone; otherwise as `announce`."""
    if seat not in game.titles:
        raise NotSaid(f"there is no seat {seat!r}; there are: {', '.join(game.titles)}")
    known = _said(game, WordsTold, lambda one: bool(cause) and one.cause == cause)
    if known is not None:
        return known
    fact = WordsTold(seat=seat, text=checked(text), now=now or is_over(game), by=by, cause=cause)
    game.note(fact, clock())
    return fact


def answer(
    game: Game, number: int, text: str, clock: Clock, *, by: str = "moderator", cause: str = ""
) -> WordsAnswered:
    """Reply to email *number*, to whoever wrote it, at once and with their own words below; it then waits no longer.

    The same reply again only closes the email. Raises `NotSaid`.
    """
    words = checked(text)
    verdict = _verdict(game, number)
    known = _said(game, WordsAnswered, lambda one: one.item == number)
    if known is not None and known.text != words:
        raise NotSaid(f"email {number} was answered before; to say more, use `tell {known.seat or 'SEAT'}`")
    fact = known
    if fact is None:
        fact = WordsAnswered(item=number, text=words, seat=verdict.seat, address=_watcher(verdict), by=by, cause=cause)
        game.note(fact, clock())
    _settle(game, number, verdict)
    return fact


def is_over(game: Game) -> bool:
    """Whether no letter will come any more."""
    return bool(game.log.pauses) and not game.table.state.flow


def _said(game: Game, kind: type[F], wanted: Callable[[F], bool]) -> F | None:
    return next((one for one in game.facts if isinstance(one, kind) and wanted(one)), None)


def _is_watchers(game: Game, verdict: Verdict) -> bool:
    """Whether an email for the moderator is from someone who still watches."""
    return verdict.state in ("unclaimed", "dismissed") and watcher_at(game, verdict.sender) is not None


def _watcher(verdict: Verdict) -> str:
    return "" if verdict.seat else verdict.sender


def _verdict(game: Game, number: int) -> Verdict:
    """The verdict on email *number*, whose writer can have a reply."""
    item = game.inbox.numbered(number)
    verdict = game.inbox.verdict(item) if item else None
    if item is None:
        raise NotSaid(f"there is no email {number}; `pbem mail` lists them")
    if verdict is None:
        raise NotSaid(f"email {number} was not processed yet; run `pbem turn` first")
    if verdict.seat not in game.titles and not _is_watchers(game, verdict):
        raise NotSaid(
            f"email {number} is from no player and no watcher; write to its sender yourself, then "
            f"`pbem dismiss {number}`"
        )
    return verdict


def _settle(game: Game, number: int, verdict: Verdict) -> None:
    """Close an email whose words waited for the moderator; what else it did stays."""
    item = game.inbox.numbered(number)
    if item is None:
        return
    if verdict.state in ("words", "unclaimed"):
        game.inbox.judge(item, msgspec.structs.replace(verdict, state="dismissed", says=ANSWERED, beside=False))
    elif verdict.beside:
        game.inbox.judge(item, msgspec.structs.replace(verdict, beside=False))
