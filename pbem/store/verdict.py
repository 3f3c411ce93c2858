"""What became of an email or sheet that was kept, who confirmed it, and an index of that."""

from collections.abc import Hashable, Iterator
from datetime import datetime
from typing import Literal

import msgspec

VerdictState = Literal[
    "accepted",
    "partly",
    "refused",
    "command",
    "words",
    "moderator",
    "held",
    "doubted",
    "unclaimed",
    "dismissed",
    "doubled",
    "elsewhere",
    "robot",
    "bounce",
    "failed",
]
"""What became of an item.

    accepted    its order counts, or was carried out
    partly      some parts of its sheet count, and its seat was told why others do not
    refused     its seat was told why nothing in it counts
    command     its commands were carried out, or their seat was told why not
    words       it has neither order nor command: it is for the moderator
    moderator   the moderator wrote it: its lines were carried out, or refused with a reason
    held        it waits for the moderator to confirm that it is from its seat
    doubted     its sheet is valid, and words beside it may mean that it is not ordered: it waits for its seat's yes
    unclaimed   no seat is known for it
    dismissed   the moderator has closed it without effect
    doubled     it is a duplicate of an earlier email
    elsewhere   it is for another game that shares the mailbox
    robot       a program wrote it
    bounce      it says that a message of the game did not arrive
    failed      a bug in pbem: it is set aside for the moderator
"""
ReplyKind = Literal["", "sheet", "question"]
"""What the reply to an item counts as, of those that an address gets in a day."""
OPEN: frozenset[VerdictState] = frozenset({"held", "unclaimed"})
"""What waits until someone says whose it is."""
_VOUCHABLE: frozenset[VerdictState] = OPEN | {"refused", "elsewhere", "robot", "bounce", "failed", "dismissed"}


class Confirmation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The confirmation that an item is from *seat*: by whom, and when; an *address* then becomes the seat's own."""

    seat: str
    by: Literal["moderator", "player"]
    at: datetime
    address: str = ""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an item: whose it was, for which stage, and what was wrong.

    *why* is a code for what made it automatic, a bounce or unclaimed; *about* is the message that bounced or the item
    that it duplicates. *answered* is the address that the reply *receipt* goes to. Its *fingerprint* identifies
    duplicates.
    *written* is its sender's Date. It is *credible* if more than its address shows that it is from its seat. The
    *unknown* tokens or letters for which it was refused may belong to a later stage. *beside* means that there is a
    note beside its sheet, which the moderator has not dismissed. *wrong* is the first problem of a refused sheet in
    words, unless sheets are sealed. Its reply is of a *kind* that has a number of its own in a day.
    """

    item: int
    state: VerdictState
    received: datetime
    seat: str = ""
    sender: str = ""
    subject: str = ""
    key: str = ""
    asked: int = 0
    problems: tuple[str, ...] = ()
    receipt: str = ""
    answered: str = ""
    guess: str = ""
    why: str = ""
    about: str = ""
    says: str = ""
    fingerprint: str = msgspec.field(default="", name="mark")
    written: str = ""
    credible: bool = False
    vouched: Literal["", "moderator", "player"] = ""
    unknown: tuple[str, ...] = ()
    beside: bool = False
    wrong: str = ""
    kind: ReplyKind = ""

    @property
    def confirmable(self) -> bool:
        """Whether it can still be confirmed: it is then processed as its seat's own, whatever it was before."""
        return self.state in _VOUCHABLE or (self.state == "command" and not self.credible)


VerdictTrait = Literal["fingerprint", "guessed on", "receipt", "answered on", "answered at", "answered to"]
"""What verdicts may have in common."""


class Catalogue:
    """The index of an inbox: verdicts by what they have in common, so that finding some among thousands is fast."""

    def __init__(self) -> None:
        self._verdicts: dict[tuple[VerdictTrait, Hashable], dict[int, Verdict]] = {}

    def enter(self, verdict: Verdict, instead: Verdict | None = None) -> None:
        """Add a verdict, *instead* of an earlier one on the same item if there was one."""
        for trait in _traits(instead) if instead else ():
            self._verdicts[trait].pop(verdict.item, None)
        for trait in _traits(verdict):
            self._verdicts.setdefault(trait, {})[verdict.item] = verdict

    def find(self, kind: VerdictTrait, value: Hashable) -> list[Verdict]:
        """The verdicts with *value* in common, in the order in which their items were stored."""
        found = self._verdicts.get((kind, value), {})
        return [found[item] for item in sorted(found)]


def _traits(verdict: Verdict) -> Iterator[tuple[VerdictTrait, Hashable]]:
    if verdict.fingerprint and verdict.state != "doubled":
        yield "fingerprint", verdict.fingerprint
    if verdict.guess:
        yield "guessed on", (verdict.received.date(), verdict.guess)
    if verdict.receipt:
        yield "receipt", verdict.receipt
        yield "answered on", verdict.received.date()
        yield "answered at", verdict.answered.casefold()
        yield "answered to", verdict.seat
