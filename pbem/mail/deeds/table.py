"""What can be decided about people and positions: what each deed must be told, what does it, the command like it."""

import re
import shlex
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Literal

import msgspec

from pbem.mail.deeds import positions, seats
from pbem.mail.deeds.decided import Decided
from pbem.mail.deeds.seats import NewHolder
from pbem.referee.game import Clock, Game
from pbem.store.facts.seats import PendingOrders
from pbem.store.refusal import Refusal

FieldName = Literal[
    "seat",
    "item",
    "ident",
    "round",
    "sheet",
    "ruling",
    "reason",
    "text",
    "length",
    "when",
    "player",
    "address",
    "first",
    "last",
    "until",
    "turn",
    "orders",
    "overrule",
    "appeal",
]
_MOST_DIGITS = 10


class NotComplete(Refusal):
    """Something is missing from what the moderator filled in, or cannot be read."""


class DeedCase(msgspec.Struct, frozen=True):
    """A game, and what was filled in to do something to it; *cause* tells it from every other time."""

    game: Game
    clock: Clock
    given: Mapping[str, str]
    cause: str

    @property
    def seat(self) -> str:
        """The seat that is meant; raises `NotComplete`."""
        seat = self.given.get("seat", "")
        if seat not in self.game.titles:
            raise NotComplete(f"there is no seat {seat!r}; the seats are {', '.join(self.game.titles)}")
        return seat

    @property
    def item(self) -> int:
        """The number of the email that is meant."""
        text = self.given.get("item", "").strip()
        if not (text.isascii() and text.isdecimal() and len(text) < _MOST_DIGITS):
            raise NotComplete(f"{text!r} is not the number of an email")
        return int(text)

    @property
    def round(self) -> int:
        """The number of the letters to go back to."""
        text = self.text("round").removeprefix("r")
        if not (text.isascii() and text.isdecimal() and len(text) < _MOST_DIGITS):
            raise NotComplete(f"{text!r} is not the number of a letter")
        return int(text)

    def text(self, name: FieldName) -> str:
        """What was written into a field."""
        return self.given.get(name, "").strip()

    def day(self, name: FieldName) -> date | None:
        """The day in a field; raises `NotComplete`."""
        text = self.text(name)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            raise NotComplete(f"{text!r} is not a day; write it like 2026-12-24") from None

    @property
    def holder(self) -> NewHolder:
        """Who is to hold a seat, from when on, and whether what was sent for it counts."""
        return NewHolder(
            player=self.text("player"),
            address=self.text("address"),
            turn=self._number("turn", "a turn") or 0,
            orders=self.orders,
        )

    @property
    def orders(self) -> PendingOrders:
        """Whether what was sent for the open questions counts: it does if anything says so."""
        return "keep" if self.text("orders") else "void"

    @property
    def appeal(self) -> int | None:
        """The appeal that a ruling settles."""
        return self._number("appeal", "an appeal")

    @property
    def overruled(self) -> tuple[str, ...]:
        """The invariants that a ruling may break."""
        return _names(self.text("overrule"))

    def _number(self, name: FieldName, what: str) -> int | None:
        """The number in a field that may be empty; raises `NotComplete`."""
        text = self.text(name)
        if text and not (text.isascii() and text.isdecimal() and 0 < int(text[:_MOST_DIGITS]) == int(text)):
            raise NotComplete(f"{text!r} is not the number of {what}")
        return int(text) if text else None


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a moderator does: the fields that it *needs* and those that it *may* have, and what *does* it.

    The *command* like it has the fields in braces; `[--option?field]` is there if anything is in the field. Afterwards
    it *plays* on, *sends* all that waits, or *turns*: does all that a turn does. It is *quiet* if its messages have
    words that only their readers may know. Mail that waits is judged before it, unless it *judges* by itself what must
    be.
    """

    needs: tuple[FieldName, ...] = ()
    may: tuple[FieldName, ...] = ()
    does: Callable[[DeedCase], Decided]
    command: str
    plays: bool = False
    sends: bool = False
    turns: bool = False
    quiet: bool = False
    judges: bool = False

    def lacks(self, given: Mapping[str, str]) -> tuple[FieldName, ...]:
        """The fields that it needs and that were not filled in."""
        return tuple(name for name in self.needs if not given.get(name, "").strip())

    def typed(self, given: Mapping[str, str], folder: Path | None = None) -> str:
        """The command that does the same, to the game in *folder* if it is named."""
        words = []
        for part in self.command.split(" "):
            name, _, field = part.partition("=") if part.startswith("--") else ("", "", part)
            if part.startswith("["):
                option, _, field = part[1:-1].partition("?")
                words += [option] if given.get(field, "").strip() else []
            elif field == "{overrule}":
                words += [word for each in _names(given.get("overrule", "")) for word in (name, shlex.quote(each))]
            elif not (field.startswith("{") and field.endswith("}")):
                words.append(part)
            elif value := given.get(field[1:-1], "").strip():
                words += [name, shlex.quote(value)] if name else [shlex.quote(value)]
        return " ".join([*words, *(["--game", shlex.quote(str(folder))] if folder else [])])


def _names(text: str) -> tuple[str, ...]:
    """The names in a text: `cards, hands and scores`."""
    return tuple(word for word in re.split(r"[\s,]+", text) if word and word != "and")


def _day(case: DeedCase, name: FieldName) -> date:
    found = case.day(name)
    if found is None:
        raise NotComplete("both days are needed, like 2026-12-24")
    return found


def _absent(case: DeedCase) -> Decided:
    first, last = _day(case, "first"), _day(case, "last")
    if last < first:
        raise NotComplete(f"{last} is before {first}")
    return seats.absent(case.game, case.clock, case.seat, first, last)


def _stand_in(case: DeedCase) -> Decided:
    player, address = _both(case)
    return seats.stand_in(case.game, case.clock, case.seat, player=player, address=address, until=case.day("until"))


def _invite(case: DeedCase) -> Decided:
    _both(case)
    return seats.invite(case.game, case.clock, case.seat, case.holder, case.day("until"))


def _rule(case: DeedCase) -> Decided:
    seat = case.seat if case.text("seat") else ""
    text, reason = case.text("ruling"), case.text("reason")
    return positions.rule(case.game, case.clock, text, reason, seat=seat, overrule=case.overruled, appeal=case.appeal)


def _both(case: DeedCase) -> tuple[str, str]:
    player, address = case.text("player"), case.text("address")
    if bool(player) != bool(address):
        raise NotComplete("give both the name and the address, or neither")
    return player, address


DEEDS: Mapping[str, Deed] = {
    "absent": Deed(
        needs=("seat", "first", "last"),
        does=_absent,
        command="pbem absent {first} {last} --as={seat}",
    ),
    "back": Deed(
        needs=("seat",),
        does=lambda case: seats.back(case.game, case.clock, case.seat),
        command="pbem absent --none --as={seat}",
    ),
    "replace": Deed(
        needs=("seat", "player", "address"),
        may=("turn", "orders"),
        does=lambda case: seats.replace(case.game, case.clock, case.seat, case.holder),
        command="pbem seat replace {seat} --player={player} --address={address} --from={turn} [--keep-orders?orders]",
        quiet=True,
    ),
    "vacate": Deed(
        needs=("seat",),
        may=("reason", "orders"),
        does=lambda case: seats.vacate(case.game, case.clock, case.seat, case.text("reason"), case.orders),
        command="pbem seat vacate {seat} --reason={reason} [--keep-orders?orders]",
        quiet=True,
    ),
    "invite": Deed(
        needs=("seat",),
        may=("player", "address", "until", "turn", "orders"),
        does=_invite,
        command="pbem seat invite {seat} --player={player} --address={address} --until={until} --from={turn} "
        "[--keep-orders?orders]",
        quiet=True,
    ),
    "withdraw": Deed(
        needs=("seat",),
        does=lambda case: seats.withdraw(case.game, case.clock, case.seat),
        command="pbem seat invite {seat} --withdraw",
    ),
    "stand-in": Deed(
        needs=("seat",),
        may=("player", "address", "until"),
        does=_stand_in,
        command="pbem seat stand-in {seat} --player={player} --address={address} --until={until}",
        quiet=True,
    ),
    "end-stand-in": Deed(
        needs=("seat",),
        does=lambda case: seats.end_stand_in(case.game, case.clock, case.seat),
        command="pbem seat stand-in {seat} --end",
        quiet=True,
    ),
    "rule": Deed(
        needs=("ruling", "reason"),
        may=("seat", "overrule", "appeal"),
        does=_rule,
        command="pbem rule FILE --reason={reason} --as={seat} --overrule={overrule} --appeal={appeal}",
        quiet=True,
    ),
    "rewind": Deed(
        needs=("round", "reason"),
        does=lambda case: positions.rewind_to_round(case.game, case.clock, case.round, case.text("reason")),
        command="pbem rewind {round} --reason={reason}",
        quiet=True,
    ),
}
"""All of them, by the names that forms and lines have."""
