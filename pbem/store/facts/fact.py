"""The type of all facts; each is told apart by its tag."""

from pbem.store.facts.allowances import AllowanceFact
from pbem.store.facts.appeals import AppealFact
from pbem.store.facts.desk import DeskLinkRenewed
from pbem.store.facts.epochs import CopyFact
from pbem.store.facts.ladder import LadderFact
from pbem.store.facts.moderator import (
    DigestSent,
    LineAnswered,
    LineAsked,
    MailedLine,
    PlayAnyway,
    PlayFailed,
    PlayWorks,
)
from pbem.store.facts.preferences import PreferenceSet
from pbem.store.facts.reminders import Reminded
from pbem.store.facts.rules_of_time import RulesOfTimeChanged
from pbem.store.facts.seats import SeatFact
from pbem.store.facts.sheets import SheetNoLongerLegal
from pbem.store.facts.time import ClockResumed, ClockStopped, DeadlineMoved
from pbem.store.facts.watchers import WatchBegun, WatchEnded
from pbem.store.facts.words import WordsAnnounced, WordsAnswered, WordsPassed, WordsTold

Fact = (
    ClockResumed  # one a line
    | AllowanceFact
    | AppealFact
    | SheetNoLongerLegal
    | ClockStopped
    | CopyFact
    | DeadlineMoved
    | DeskLinkRenewed
    | PreferenceSet
    | Reminded
    | RulesOfTimeChanged
    | LadderFact
    | DigestSent
    | LineAnswered
    | LineAsked
    | MailedLine
    | PlayAnyway
    | PlayFailed
    | PlayWorks
    | SeatFact
    | WatchBegun
    | WatchEnded
    | WordsAnnounced
    | WordsAnswered
    | WordsPassed
    | WordsTold
)
"""A union: add a type here when it is made."""
