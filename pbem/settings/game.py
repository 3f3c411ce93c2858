"""Game.yaml: game, people, moderator, desk, words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Self, TypeVar
from zoneinfo import ZoneInfo

import msgspec

from pbem.bounds.budget import Budget
from pbem.engine.order import Problem, Weight
from pbem.engine.playtest import bot_of
from pbem.engine.reading import NO_NAMES, Node, Place, Reader, Speller, TextNode, late_pattern
from pbem.engine.reading import MappingNode as Pairs
from pbem.engine.ruleset import Ruleset
from pbem.errors import Refusal
from pbem.report.plain import visible
from pbem.settings import beginnings
from pbem.settings.allowances import AbsenceRule, ExtensionSettings, OutageLimit, wrong_allowances
from pbem.settings.forum import Channel, ForumSettings, wrong_forum
from pbem.settings.ladder import LadderSettings, wrong_ladder
from pbem.settings.mail import MailSettings, wrong_address, wrong_mail
from pbem.settings.reminders import QuietHours, ReminderTimes, wrong_reminders
from pbem.settings.rules_of_time import DeadlineRule, Deadlines, wrong_times
from pbem.settings.times import Duration, Early, ShareOfTime, Zone
from pbem.sheet.check import locate
from pbem.sheet.fault import ReadSheet, SheetFault, tidy
from pbem.sheet.nodes import parsed
from pbem.sheet.reader import read_sheet

FOLDER = ".desk"
"""What a desk keeps beside the games that it serves: it belongs to no game."""
T = TypeVar("T")
_ADDRESS = late_pattern(r"https?://(\[[0-9a-f:]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:[0-9]{1,5})?")
_ON_THIS_MACHINE = late_pattern(r"http://(127\.0\.0\.1|localhost|\[::1\])(:[0-9]{1,5})?")


def wrong_desk(address: str) -> Iterator[Problem]:
    """The problem of an *address* that is not one of a desk: encrypted unless on this machine, and without a path."""
    if address and not _ADDRESS.fullmatch(address):
        yield Problem("bad-desk", ("desk",), args={"text": address})
    elif address.startswith("http:") and not on_this_machine(address):
        yield Problem("open-desk", ("desk",), args={"text": address})


def on_this_machine(address: str) -> bool:
    """Whether a desk is only for browsers on its own machine, which need no encryption."""
    return _ON_THIS_MACHINE.fullmatch(address) is not None


_OFF = ("no", "off", "none", "never")

UrgentMatter = Literal["failures", "deadlines", "mail", "appeals"]
"""What is told at once: pbem failed; a deadline passed and the game waits; no mail goes or comes; an appeal."""


class DigestTime(msgspec.Struct, frozen=True):
    """The time of day of the moderator's letters, on the moderator's clock: `08:00`; or `no`, for none."""

    at: time | None = None

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        text = node.text.strip() if isinstance(node, TextNode) else ""
        if text.casefold() in _OFF:
            return cls()
        hour, _, minute = text.partition(":")
        try:
            return cls(time(int(hour), int(minute)))
        except ValueError:
            raise reader.blame(node, "not-a-time-of-day", text=text) from None

    def spell(self, speller: Speller) -> Any:
        return f"{self.at:%H:%M}" if self.at else "no"


class ModeratorSettings(msgspec.Struct, frozen=True):
    """The moderator, who gets a letter at the time *digest* of a day on which something waits for them.

    Times are those of *zone*, otherwise of the game's. *urgent* matters are told at once; what was told and still waits
    is told again *daily* or *weekly*; if *all_is_well* that is told once a week, too. Lines that they mail are carried
    out if *answers* says so, or only from `signed` emails.
    """

    name: str = ""
    address: str = ""
    zone: Zone | None = None
    digest: DigestTime = DigestTime(time(8))
    urgent: tuple[UrgentMatter, ...] = ("failures", "deadlines", "mail", "appeals")
    repeat: Literal["daily", "weekly"] = "weekly"
    all_is_well: bool = False
    answers: Literal["yes", "no", "signed"] = "yes"

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "name", visible(self.name))


Press = Literal["none", "public", "private", "anonymous"]
"""What players may write to each other through the game: nothing; only to all at once; to single seats, too; or both
without the writer's name."""
MOST_CHARACTERS = 4000
"""In one message to people: about two pages."""
_FORMERLY: Mapping[str, Press] = {"no": "none", "named": "private", "anonymous": "anonymous"}


class WordsSettings(msgspec.Struct, frozen=True):
    """The bounds of what players write to each other through the game.

    Each may send *a_day* messages of that *length* in characters. The moderator's commands show what they say only if
    the *moderator_reads* it. *between_players* is what `press` was called before there was that key.
    """

    between_players: Literal["no", "named", "anonymous"] | None = None
    moderator_reads: bool = True
    a_day: int = 10
    length: int = MOST_CHARACTERS

    @property
    def press(self) -> Press | None:
        """What a game.yaml that has only the older key says of `press`."""
        return None if self.between_players is None else _FORMERLY[self.between_players]


def wrong_words(words: WordsSettings, press: Press | None) -> Iterator[Problem]:
    """What is wrong with the settings beyond their form, in a game.yaml whose own `press` is that."""
    for field, number in (("a_day", words.a_day), ("length", words.length)):
        if number < 1:
            yield Problem("too-small", ("words", field), args={"number": number, "least": 1})
    if words.length > MOST_CHARACTERS:
        yield Problem("too-long-message", ("words", "length"), args={"number": words.length, "most": MOST_CHARACTERS})
    if press is not None and words.press is not None:
        yield Problem("press-twice", ("words", "between_players"))
    if (press or words.press) == "none" and not words.moderator_reads:
        yield Problem("words-none-to-read", ("words", "moderator_reads"))


NAME = "game.yaml"
_LEAST_MEGABYTES = 64
"""Of memory, which the largest sheet may need."""
_GAME = late_pattern(r"[a-z0-9]+(-[a-z0-9]+)*")


class BadSettings(Refusal):
    """A game.yaml with problems; *text* is its content."""

    def __init__(self, path: Path, text: str, faults: tuple[SheetFault, ...]) -> None:
        self.path, self.text, self.faults = path, text, faults
        first = faults[0]
        super().__init__(f"{path}, line {first.place.line}: {first.problem.code}")


Pictures = Literal["all", "fewer", "none"]
"""Which pictures go with a letter: as many as an email can hold, the two most useful, none."""


class StandInSettings(msgspec.Struct, frozen=True):
    """Who plays a seat for its player for a time, if the moderator or a rule says so."""

    player: str
    address: str
    forum: str = ""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "player", visible(self.player))


class PlayerSettings(msgspec.Struct, frozen=True):
    """Who holds a seat; without an address letters are only written as files.

    *second_address* is told when letters bounce. With *bot* a bot answers for the seat whatever its player
    does not. Letters give times in *zone*, if there is none in the game's own; *pictures* and *quiet* go before the
    game's, too. Without *reminders* the player gets none; with *calendar* deadlines come as files for a calendar,
    too. *forum* is what the player is called there, if that is another name; what is sealed for the seat is sealed for
    its *key*.
    """

    player: str = ""
    address: str = ""
    forum: str = ""
    second_address: str = ""
    bot: bool = False
    zone: Zone | None = None
    pictures: Pictures | None = None
    reminders: bool = True
    quiet: QuietHours | None = None
    calendar: bool = False
    key: str = ""
    stand_in: StandInSettings | None = None

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "player", visible(self.player))

    @property
    def account(self) -> str:
        """What the player is called on the forum."""
        return self.forum or self.player

    @property
    def accounts(self) -> tuple[str, ...]:
        """What those are called on the forum who may post for the seat."""
        instead = self.stand_in
        return tuple(filter(None, (self.account, (instead.forum or instead.player) if instead else "")))

    @property
    def shown(self) -> str:
        """The player in lists, marked if a bot plays."""
        return (f"{self.player} (bot)" if self.player else "bot") if self.bot else self.player


class GameSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A complete game.yaml; `settings` is the game's own part, of its ruleset's type.

    With *pauses* `even` the game asks and waits for a seat whether its standing orders answer the question or not.
    After the last sheet play waits for the *grace_after_the_last_sheet*, but not past a deadline.
    *appeals* says what follows from one. *answer_times* says whether the final report tells everyone how fast each seat
    answered. *vacant_seats* says whether the bot plays for a seat that no one holds. *desk* is the address of the order
    desk, whose links letters then have. *limits* say what work on one email or sheet may cost.
    """

    game: str
    rules: str
    title: str = ""
    settings: Any = None
    moderator: ModeratorSettings = ModeratorSettings()
    seats: Mapping[str, PlayerSettings]
    mail: MailSettings = MailSettings()
    deadlines: Deadlines = Deadlines()
    ladder: LadderSettings | None = None
    extensions: ExtensionSettings | None = None
    absence: AbsenceRule = AbsenceRule()
    pauses: Literal["as needed", "even"] = "as needed"
    grace_after_the_last_sheet: Duration | None = None
    pictures: Pictures = "all"
    press: Press | None = None
    words: WordsSettings = WordsSettings()
    watchers: bool = False
    vacant_seats: Literal["bot", "wait"] = "wait"
    reminders: ReminderTimes = ReminderTimes()
    quiet: QuietHours = QuietHours(time(22), time(8))
    outage_after: OutageLimit = OutageLimit()
    appeals: Literal["tell", "stop the clock", "no"] = "tell"
    answer_times: Literal["private", "public"] = "private"
    desk: str = ""
    channel: Channel = "mail"
    forum: ForumSettings = ForumSettings()
    limits: Budget = Budget()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "title", visible(self.title))

    @property
    def press_mode(self) -> Press:
        """What players may write to each other through the game, also where the older key says so."""
        return self.press or self.words.press or "private"

    def pictures_of(self, seat: str) -> Pictures:
        """Which pictures go with letters to *seat*: unless it says so, none where a bot plays and no one gets them."""
        player = self.seats.get(seat)
        if player is None:
            return self.pictures
        unread = player.bot and not player.address
        return player.pictures or ("none" if unread else self.pictures)

    def zone_of(self, seat: str) -> Zone:
        """The time zone in which letters tell *seat* what the time is: its own, otherwise the game's."""
        return (self.seats[seat].zone if seat in self.seats else None) or self.deadlines.zone

    def day_of(self, moment: datetime) -> date:
        """The date that the game's clocks show at *moment*."""
        return moment.astimezone(ZoneInfo(self.deadlines.zone.name)).date()

    @property
    def last_grace(self) -> str:
        """How long play waits after the last sheet: `10 minutes`; empty if it does not."""
        return str(self.grace_after_the_last_sheet or "")

    def plays_if_last(self, due: datetime | None, at: datetime) -> datetime | None:
        """When play continues if a sheet that came *at* a time, for what is *due* then, is the last one.

        None if that is at once. It is the same whether others have sent theirs, of which no one is to learn.
        """
        grace = self.grace_after_the_last_sheet
        if grace is None or (due is not None and at >= due):
            return None
        ends = at + grace.length
        return min(ends, due) if due else ends

    @property
    def forum_zone(self) -> Zone:
        """The time zone of the times on the forum's pages."""
        return self.forum.zone or self.deadlines.zone

    def in_forum(self, seat: str) -> bool:
        """Whether *seat* is reached in the forum: where that is the channel, all who have no address alone."""
        who = self.seats[seat]
        return self.channel == "forum" and bool(who.account) and bool(who.forum or not who.address)

    def reach(self, seat: str) -> str:
        """Where what is told to *seat* goes: its address, `forum:` and its account, or nowhere but into files."""
        who = self.seats[seat]
        if self.in_forum(seat):
            return f"forum:{who.account}"
        return who.address if self.mail.sender else ""

    def quiet_of(self, seat: str) -> QuietHours:
        """The hours in which *seat* is not reminded."""
        return self.seats[seat].quiet or self.quiet

    @property
    def moderators_zone(self) -> Zone:
        """The time zone in which letters tell the moderator what the time is."""
        return self.moderator.zone or self.deadlines.zone

    def seats_of(self, address: str) -> tuple[str, ...]:
        """The seats whose player writes from *address*."""
        wanted = address.casefold()
        return tuple(seat for seat, who in self.seats.items() if who.address and who.address.casefold() == wanted)


_LOST = "\ufffd"
"""What a program writes for a letter that it could not read."""
_TWICE = late_pattern("[\u00c2\u00c3][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")
"""A letter of UTF-8 that a program took for two of Windows and wrote as UTF-8 again: `Ã©`."""
_WIDE: Mapping[tuple[bool, ...], str] = {
    (True, True, False, False): "utf-32",
    (False, False, True, True): "utf-32",
    (True, False, False, False): "utf-32-le",
    (False, False, False, True): "utf-32-be",
    (True, True, True, False): "utf-16",
    (True, True, False, True): "utf-16",
    (True, False, True, False): "utf-16-le",
    (False, True, False, True): "utf-16-be",
}
"""Encodings of text, by which of its first four bytes are not NUL: it begins with ASCII, perhaps behind a mark."""


def text_in(path: Path) -> str:
    """The text of the game.yaml at *path*; raises `BadSettings` at the first line that is not UTF-8, or once was not.

    To guess would be to lose letters of someone's name without a word.
    """
    data = path.read_bytes()
    wide = _WIDE.get(tuple(map(bool, data[:4])), "")
    try:
        text = data.decode(wide or "utf-8")
        twice = next((one for one in _TWICE.finditer(text) if not _in_comment(text, one.start())), None)
        at = 0 if wide else text.find(_LOST) if _LOST in text or twice is None else twice.start()
    except UnicodeDecodeError as wrong:
        text = data.decode(wide or "cp1252", "replace")
        at = 0 if wide else len(data[: wrong.start].decode("cp1252", "replace"))
    if at < 0:
        return text
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    shown = _TWICE.sub(_written_once, text.split("\n")[line - 1].strip("\r\ufeff "))
    problem = Problem("not-utf-8", args={"text": shown}, weight=Weight.unreadable)
    raise BadSettings(path, text, (SheetFault(problem, Place(line, column)),))


def _in_comment(text: str, at: int) -> bool:
    """Whether a `#` stands before the place on its line; no one is sent what a comment holds."""
    return "#" in text[text.rfind("\n", 0, at) + 1 : at]


def _written_once(twice: re.Match[str]) -> str:
    try:
        return twice[0].encode("cp1252").decode()
    except ValueError:
        return twice[0]


def rules_of(path: Path) -> str:
    """The name of the ruleset in the game.yaml at *path*: empty if it has none.

    Raises `BadSettings` if the whole cannot be read, or what it says of the rules.
    """
    text = text_in(path)
    root = parsed(text)[1].root
    if isinstance(root, Pairs):
        for key, value in root.pairs:
            if key.text.strip().casefold() == "rules" and isinstance(value, TextNode) and value.text.strip():
                return value.text.strip()
    faults = [one for one in _read(text, GameSettings).faults if one.problem.stops]
    own = faults if root is None else [one for one in faults if one.problem.path[:1] == ("rules",)]
    if own:
        raise BadSettings(path, text, tidy(own))
    return ""


def read_settings(path: Path, ruleset: Ruleset) -> GameSettings:
    """The settings in *path*; raises `BadSettings` with all problems."""
    text = text_in(path)
    sheet = _read(text, _typed(ruleset.settings))
    faults = [fault for fault in sheet.faults if fault.problem.stops]
    settings = sheet.draft
    if isinstance(settings, GameSettings):
        settings = _with_shares(settings, ruleset)
        faults += _more(sheet, faults, _wrong_in(settings, ruleset, path.parent))
        if not faults:
            return settings
    raise BadSettings(path, text, tidy(faults))


@lru_cache(maxsize=16)
def _read(text: str, wanted: type[T]) -> ReadSheet[T]:
    """*text* as a *wanted*; a turn opens its game several times."""
    return read_sheet(text, wanted, NO_NAMES, patient=True)


@lru_cache(maxsize=16)
def _typed(own: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """A complete game.yaml whose own part is of the type *own*."""
    part = ("settings", own, _default(own))
    return msgspec.defstruct("GameFile", [part], bases=(GameSettings,), frozen=True, kw_only=True)


def _with_shares(settings: GameSettings, ruleset: Ruleset) -> GameSettings:
    """*settings* with the rules of time that the game has for kinds of questions of which they say nothing."""
    shares = {
        kind: DeadlineRule(share=ShareOfTime(parts), early=Early()) for kind, parts in ruleset.time_shares.items()
    }
    rules = {**shares, **settings.deadlines.rules}
    return msgspec.structs.replace(settings, deadlines=msgspec.structs.replace(settings.deadlines, rules=rules))


def _wrong_in(settings: GameSettings, ruleset: Ruleset, folder: Path) -> Iterator[Problem]:
    """What is wrong with *settings* as those of the game in *folder*."""
    yield from wrong(settings, ruleset)
    yield from wrong_mail(settings.mail, folder)
    yield from wrong_words(settings.words, settings.press)
    yield from wrong_desk(settings.desk)
    yield from wrong_forum(settings.forum)
    yield from beginnings.changed(folder, settings)


def _more(sheet: ReadSheet[Any], faults: Sequence[SheetFault], problems: Iterable[Problem]) -> list[SheetFault]:
    """Problems in what could be read, without those that may only follow from others in the same part."""
    told = [fault.problem.path for fault in faults]

    def follows(problem: Problem) -> bool:
        return any(path[: len(problem.path)] == problem.path for path in told)

    return [SheetFault(problem, locate(sheet, problem)) for problem in problems if not follows(problem)]


class _MailPart(msgspec.Struct, frozen=True):
    """The part of a game.yaml that can be read without the rules of the game."""

    mail: MailSettings = MailSettings()


def read_mail(path: Path) -> MailSettings:
    """The mail settings in *path*, read quickly without the rules; raises `BadSettings`."""
    text = text_in(path)
    sheet = _read(text, _MailPart)
    faults = [fault for fault in sheet.faults if fault.problem.stops and not _is_of_others(fault.problem)]
    draft: _MailPart | None = sheet.draft
    if draft is not None and not faults:
        faults += _more(sheet, faults, wrong_mail(draft.mail, path.parent))
        if not faults:
            return draft.mail
    raise BadSettings(path, text, tidy(faults))


def _is_of_others(problem: Problem) -> bool:
    """Whether a problem is only that a game.yaml has more than mail settings."""
    return problem.code == "unknown-key" and not problem.path


def wrong(settings: GameSettings, ruleset: Ruleset) -> Iterator[Problem]:
    """Checks of the settings beyond their types."""
    if not _GAME.fullmatch(settings.game):
        yield Problem("bad-game-name", ("game",), args={"text": settings.game})
    wanted = ruleset.seats(settings.settings)
    for seat, who in settings.seats.items():
        if seat not in wanted:
            yield Problem("no-such-seat", ("seats", seat), args={"text": seat, "seats": list(wanted)})
        for field, address in (("address", who.address), ("second_address", who.second_address)):
            yield from wrong_address(address, "seats", seat, field)
            if address and address.casefold() == settings.mail.sender.casefold():
                yield Problem("games-address", ("seats", seat, field), args={"text": address})
        if who.bot and bot_of(ruleset.name) is None:
            yield Problem("no-bot", ("seats", seat, "bot"), args={"text": ruleset.title})
    if settings.vacant_seats == "bot" and bot_of(ruleset.name) is None:
        yield Problem("no-bot", ("vacant_seats",), args={"text": ruleset.title})
    yield from wrong_reminders(settings.reminders, ruleset.time_rules)
    yield from wrong_allowances(settings.extensions, settings.absence, settings.deadlines)
    yield from wrong_ladder(settings.ladder, settings.deadlines, ruleset)
    for seat in wanted:
        if seat not in settings.seats:
            yield Problem("seat-missing", ("seats",), args={"seat": seat})
    yield from _wrong_limits(settings.limits)
    yield from wrong_times(settings.deadlines, ruleset.time_rules)
    yield from wrong_address(settings.moderator.address, "moderator", "address")


def _wrong_limits(limits: Budget) -> Iterator[Problem]:
    for field, number, least in (("seconds", limits.seconds, 1), ("megabytes", limits.megabytes, _LEAST_MEGABYTES)):
        if number < least:
            yield Problem("too-small", ("limits", field), args={"number": number, "least": least})


def _default(settings: type[msgspec.Struct]) -> Any:
    """The game's own settings when game.yaml has none: required ones must then be written."""
    try:
        return settings()
    except TypeError:
        return msgspec.NODEFAULT
