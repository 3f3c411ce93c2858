"""All facts that a log may have beside play.

One that is granted is a `DeadlineMoved` that names the request.

Where a fact says `instead` it is what game.yaml named for the seat then, the player and the address: it overrides
game.yaml for as long as that still says the same. `last_item` is the newest item of the inbox, and `open` are the keys
of the questions that the seat was asked then, with their asking entries: with orders `void`, no sheet up to that item
counts for them any more. *forum* is what the player is called on the forum, if that is another name.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from pbem.engine.order import slug


class Fact(msgspec.Struct, frozen=True, tag=slug, omit_defaults=True):
    """What happened to a game beside play, as a line of its log; any type of it that is made here may be one."""


class ExtensionAsked(Fact, frozen=True, kw_only=True):
    """*seat* asks in *line* of inbox item *item* to extend the deadline of *round*: by a *length*, or *until* a time.

    *length* is as in game.yaml: `24 hours`.
    """

    round: int
    seat: str
    item: int
    line: int
    length: str = ""
    until: datetime | None = None
    granted: Literal["by rule", "by the moderator"] = "by rule"


class ExtensionRefused(Fact, frozen=True, kw_only=True):
    """The request in line *request* of the log is not granted; the *reason* is told to its player."""

    request: int
    reason: str = ""


AppealEnd = Literal["dismissed", "ruled"]
"""How an appeal was settled other than by a reply to its email."""


class AppealMade(Fact, frozen=True, kw_only=True):
    """*seat* appeals by inbox item *item* against what it read in the letter of *round*; the item is its number.

    The *text* is secret to the seat, and empty where sheets are sealed.
    """

    item: int
    seat: str
    round: int
    text: str = ""


class AppealSettled(Fact, frozen=True, kw_only=True):
    """The moderator settled the appeal *item*, for a *reason* that its player is told."""

    item: int
    how: AppealEnd
    reason: str = ""


class DeskLinkRenewed(Fact, frozen=True, kw_only=True):
    """The links and cookies of *seat* so far are void; the email with that number in the inbox asked for it."""

    seat: str
    item: int


class EpochBegun(Fact, frozen=True):
    """This copy of the game was unpacked; letters that it writes from now on have tokens of this *epoch*."""

    epoch: int


class CopyNoticed(Fact, frozen=True):
    """Email *item* bears a token that only another copy of the game can have written, one of *epoch*."""

    epoch: int
    item: int


class CopySettled(Fact, frozen=True):
    """The moderator has said that this copy goes on."""

    reason: str


Came = Literal["nothing", "faulty"]
"""What a seat without a valid answer has sent: nothing at all, or only what was refused or does not fit any more."""

Rung = Literal[
    "remind",
    "wait",
    "ask the moderator",
    "last faulty sheet",
    "standing orders",
    "bot",
    "default",
    "vacant",
]
"""What may be done about a question that a seat has not answered in time."""

LadderTime = Literal["deadline", "grace"]
"""When a rung is due: at the deadline of a question, or when the grace after it is over."""

Why = Literal["ladder", "impossible", "held", "vacant"]
"""Why the moderator is asked."""


class LadderFact(Fact, frozen=True, kw_only=True):
    """What all of these say: the questions of *seat*, by their *keys*, that *round* asks and that were *due*."""

    round: int
    seat: str
    keys: tuple[str, ...]
    due: datetime


class DeadlineMissed(LadderFact, frozen=True):
    """*seat* had no valid answer at the deadline; *excused* says why that does not count, if it does not."""

    came: Came
    excused: Literal["", "absent"] = ""


class RungTaken(LadderFact, frozen=True):
    """What was done about it: *rung*, which is that of *at* for a seat that misses for the *times*-th time in a row.

    The ladder of game.yaml took it, or its rule for an `absence`, or the moderator agreed to it for a *reason*. *item*
    is the inbox item of the faulty sheet that counts as far as it is good.
    """

    rung: Rung
    at: LadderTime
    came: Came
    times: int = 1
    by: Literal["ladder", "absence", "moderator"] = "ladder"
    reason: str = ""
    item: int = 0


class RungProposed(LadderFact, frozen=True):
    """A rung that the moderator must agree to; with `ask the moderator`, they must find one.

    *why*: the `ladder` asks for their word, no rung of it can be taken (`impossible`), an email of the seat is `held`
    or was set aside, or no one holds the seat any more (`vacant`).
    """

    rung: Rung
    at: LadderTime
    came: Came
    times: int = 1
    why: Why = "ladder"


class RungDeclined(LadderFact, frozen=True):
    """The moderator has not agreed to *rung*; if the game is to *wait*, the ladder does nothing more about it."""

    rung: Rung
    wait: bool = False
    reason: str = ""


class DigestSent(Fact, frozen=True, kw_only=True):
    """The moderator was told of all *needs*, by their keys; at once, if it was *urgent*, or that *all is well*."""

    needs: tuple[str, ...] = ()
    urgent: bool = False
    all_is_well: bool = False


class MailedLine(Fact, frozen=True, kw_only=True):
    """The moderator mailed a line that changes something, *line* number such of inbox item *item*.

    What it led to comes after it in the log; nothing did if it was refused.
    """

    item: int
    line: int
    text: str


class LineAsked(Fact, frozen=True, kw_only=True):
    """What *line* number such of inbox item *item* asks for was told back, and waits for the moderator's `yes`.

    It is a *deed* with what was *given*, which would do what it *says*; *stands* is what it depends on besides. If the
    game had changed when the `yes` came, it was put *again* by that line.
    """

    item: int
    line: int
    text: str
    deed: str
    given: Mapping[str, str]
    says: tuple[str, ...] = ()
    stands: str = ""
    again: str = ""


class LineAnswered(Fact, frozen=True, kw_only=True):
    """The moderator answered what *line* of *item* asked: *by* is the line with the answer.

    With *yes* it was done, unless it says *why* not.
    """

    item: int
    line: int
    by: str
    yes: bool
    why: str = ""


class PlayAnyway(Fact, frozen=True, kw_only=True):
    """The moderator lets play continue after the letters of *round*, whatever seats hold and rules of time say."""

    round: int


class PlayFailed(Fact, frozen=True, kw_only=True):
    """The program failed at play: the type of the error, *why*, and *where* in the code."""

    why: str
    where: str


class PlayWorks(Fact, frozen=True):
    """A turn was complete after one that failed."""


Wish = Literal["calendar", "reminders"]
"""What a player may switch on and off: calendar files with letters, reminders."""


class PreferenceSet(Fact, frozen=True, kw_only=True):
    """The player of *seat* wants the thing *about* which it is from now on, or does not; before game.yaml."""

    seat: str
    about: Wish
    wanted: bool


class SealKeyGiven(Fact, frozen=True, kw_only=True):
    """What is sealed for *seat* is sealed for this *key* from now on; *by* is the seat itself, or the moderator."""

    seat: str
    key: str
    by: str = "moderator"


PledgeWhy = Literal["", "unread", "game", "seat", "letter", "late", "older"]
"""Why a pledge does not count, if it does not."""


class SheetPledged(Fact, frozen=True, kw_only=True):
    """*seat* posted *at* a time that it will reveal the sheet with this *digest* in reply to letter *round*.

    It counts unless it says *why* not; the last that does is the one that may be revealed.
    """

    seat: str
    round: int
    digest: str
    at: datetime
    why: PledgeWhy = ""
    link: str = ""


class PledgeBroken(Fact, frozen=True, kw_only=True):
    """*seat* did not reveal the sheet with this *digest* before play continued."""

    seat: str
    round: int
    digest: str


class Reminded(Fact, frozen=True, omit_defaults=False, kw_only=True):
    """*seat* was reminded of what it is asked in *round*, which is due at *due*.

    It had *received* so much then (`pbem.referee.status.Received`), and *newest* was the last item from it, 0 if none.
    """

    round: int
    seat: str
    due: datetime
    received: str
    newest: int = 0


class RulesOfTimeChanged(Fact, frozen=True, kw_only=True):
    """Someone edited the rules of time: questions that are put from now on are due by other ones than *before*."""

    before: Mapping[str, Any]
    now: Mapping[str, Any]


PendingOrders = Literal["void", "keep"]
"""What becomes of the orders that the seat has given and that were not carried out yet."""
Named = tuple[str, str]
"""A player and an address."""


class SeatTaken(Fact, frozen=True, kw_only=True):
    """*player* at *address* holds *seat* from now on.

    *by* is `moderator`, or `invitation` if the player accepted one.
    """

    seat: str
    player: str
    address: str
    instead: Named
    by: str = "moderator"
    last_item: int = 0
    open: tuple[tuple[str, int], ...] = ()
    orders: PendingOrders = "void"
    forum: str = ""


class SeatVacated(Fact, frozen=True, kw_only=True):
    """No one holds *seat* from now on. *by* is `moderator`, `player`, or the setting that did it."""

    seat: str
    by: str
    instead: Named
    reason: str = ""
    last_item: int = 0
    open: tuple[tuple[str, int], ...] = ()
    orders: PendingOrders = "void"


class SeatPromised(Fact, frozen=True, kw_only=True):
    """*player* at *address* will hold *seat* when turn *from_turn* begins; a later promise of the seat replaces it."""

    seat: str
    player: str
    address: str
    from_turn: int
    by: str = "moderator"
    orders: PendingOrders = "void"
    forum: str = ""


class SeatInvited(Fact, frozen=True, kw_only=True):
    """*player* at *address* may have *seat* by answering until the time *until*; *number* counts invitations from 1."""

    seat: str
    player: str
    address: str
    number: int
    until: datetime
    from_turn: int = 0
    orders: PendingOrders = "void"
    forum: str = ""


class InvitationClosed(Fact, frozen=True, kw_only=True):
    """Invitation *number* to *seat* is open no longer."""

    seat: str
    number: int
    why: Literal["accepted", "declined", "expired", "withdrawn"]


class ResignationAsked(Fact, frozen=True, kw_only=True):
    """The player of *seat* wrote `resign` in *item* of the inbox and was asked for the word that confirms it."""

    seat: str
    item: int


class StandInNamed(Fact, frozen=True, kw_only=True):
    """*player* at *address* may be the stand-in for *seat*; without an address no one may.

    *instead* is the stand-in that game.yaml named for the seat then.
    """

    seat: str
    player: str
    address: str
    instead: Named
    forum: str = ""


class StandInBegun(Fact, frozen=True, kw_only=True):
    """*player* at *address* plays *seat* for its player from now on, *until* a time or until someone ends it.

    *by* is `moderator`, or `absence` if the player is away.
    """

    seat: str
    player: str
    address: str
    instead: Named
    by: str = "moderator"
    until: datetime | None = None
    last_item: int = 0
    open: tuple[tuple[str, int], ...] = ()
    orders: PendingOrders = "keep"
    forum: str = ""


class StandInEnded(Fact, frozen=True, kw_only=True):
    """*seat* is its own player's again.

    *by* is `moderator`, `player`, `time` if the stand-in's time was over, or `absence` if the player is back.
    """

    seat: str
    by: str
    last_item: int = 0
    open: tuple[tuple[str, int], ...] = ()
    orders: PendingOrders = "keep"


class SheetNoLongerLegal(Fact, frozen=True, kw_only=True):
    """The sheet of inbox *item*, which counted for what *seat* is asked as *key* since entry *asked*, is not any more.

    A ruling changed the position after it was accepted.
    """

    seat: str
    key: str
    asked: int
    item: int


class OwnDeadline(msgspec.Struct, frozen=True, omit_defaults=True):
    """When one question of a seat is due, where that is another time than for the rest; never without a time."""

    seat: str
    key: str
    to: datetime | None = None


class AbsenceCharge(msgspec.Struct, frozen=True):
    """By how many *days* the absence of *seat* moved a deadline of a *year*: its player has as many fewer left."""

    seat: str
    year: int
    days: int


class DeadlineMoved(Fact, frozen=True, kw_only=True):
    """The questions of *round* are due at another time, *to*; of *seats* only, or of all if none is named.

    *own* are those that are due at yet another time. *by* is a seat, `moderator`, or the setting that did it. The
    *reason* is words typed by a person, told to everyone concerned; *asked* is what was typed to move it; *since* is
    when mail was last received, if that is why. *request* is the line of the log with the player's request that it
    grants, *away* whose absence did it; *in_letters* says that the letters of the round already tell it.
    """

    round: int
    to: datetime | None
    by: str
    seats: tuple[str, ...] = ()
    reason: str = ""
    own: tuple[OwnDeadline, ...] = ()
    asked: str = ""
    since: datetime | None = None
    request: int = 0
    away: AbsenceCharge | None = None
    in_letters: bool = False


class ClockStopped(Fact, frozen=True, kw_only=True):
    """From now on nothing is due, for *seats* only, or for all if none is named, until `ClockResumed` ends this.

    Play waits, too, if it is for all, unless it *plays* as soon as all answers are in. *by* and *reason* as above.
    """

    by: str
    seats: tuple[str, ...] = ()
    reason: str = ""
    plays: bool = False


class ClockResumed(Fact, frozen=True, kw_only=True):
    """The stops in the lines *ended* of the log are over; *to* and *own* are the deadlines of *round* from now on."""

    ended: tuple[int, ...]
    round: int
    to: datetime | None
    by: str
    seats: tuple[str, ...] = ()
    reason: str = ""
    own: tuple[OwnDeadline, ...] = ()


class WatchBegun(Fact, frozen=True, kw_only=True):
    """From now on the public reports go to *address*; its owner, or the moderator, asked for it (*by*)."""

    address: str
    name: str = ""
    by: Literal["watcher", "moderator"] = "watcher"


class WatchEnded(Fact, frozen=True, kw_only=True):
    """No more reports go to *address*: its owner or the moderator ended it, or email to it came back (`bounce`)."""

    address: str
    by: Literal["watcher", "moderator", "bounce"] = "watcher"


class WordsAnnounced(Fact, frozen=True, tag="announced", kw_only=True):
    """The moderator said *text* to everyone, in public.

    It is in the next letter of each seat, unless it went by email at once (*now*). *by* is who said it, *cause* the
    line of an email that asked for it, by which it is known again.
    """

    text: str
    now: bool = False
    by: str = "moderator"
    cause: str = ""


class WordsTold(Fact, frozen=True, tag="told", kw_only=True):
    """The moderator said *text* to *seat* alone; otherwise as `WordsAnnounced`."""

    seat: str
    text: str
    now: bool = False
    by: str = "moderator"
    cause: str = ""


class WordsPassed(Fact, frozen=True, tag="passed-on", kw_only=True):
    """The player of seat *sender* wrote *text* to those of other seats, by part number *part* of inbox item *item*.

    Under no name if it was *anonymous*. There is no text where the log must not show it: it is then beside the item.
    """

    sender: str
    to: tuple[str, ...]
    item: int
    part: int
    text: str = ""
    anonymous: bool = False
    to_all: bool = False


class WordsAnswered(Fact, frozen=True, tag="answered", kw_only=True):
    """The moderator replied to inbox item number *item*, which is from *seat*, or from a watcher at *address*."""

    item: int
    text: str
    seat: str = ""
    address: str = ""
    by: str = "moderator"
    cause: str = ""
