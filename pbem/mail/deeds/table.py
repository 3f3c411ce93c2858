"""What a moderator can decide: what each deed must be told, what does it, the command like it.

Commands, lines of emails, buttons and their forms all go by this table; those deeds that judge, play and send are
beside it, in `pbem.mail.moderating.deeds`.
"""

import re
import shlex
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import msgspec

from pbem.errors import Refusal
from pbem.mail.deeds import corrections, seats, stages, times
from pbem.mail.deeds.fields import FIELDS, Decided, FieldName
from pbem.mail.deeds.seats import NewHolder
from pbem.mail.deeds.times import WhoseTime
from pbem.referee.game import Clock, Game
from pbem.store.facts import PendingOrders


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
        return self._number("item", "an email")

    @property
    def round(self) -> int:
        """The number of the letters to go back to."""
        return self._number("round", "a letter")

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
            turn=self._number("turn", "a turn") if self.text("turn") else 0,
            orders=self.orders,
            forum=self.text("forum"),
        )

    @property
    def orders(self) -> PendingOrders:
        """Whether what was sent for the open questions counts: it does if anything says so."""
        return "keep" if self.text("orders") else "void"

    @property
    def appeal(self) -> int | None:
        """The appeal that a ruling settles."""
        return self._number("appeal", "an appeal") if self.text("appeal") else None

    @property
    def overruled(self) -> tuple[str, ...]:
        """The invariants that a ruling may break."""
        return _names(self.text("overrule"))

    @property
    def whose(self) -> WhoseTime:
        """Whose time is meant: that of a seat, or of all; and what a command may say besides."""
        return WhoseTime(
            seats=(self.seat,) if self.text("seat") else (),
            reason=self.text("reason"),
            this_round=self._number("this_round", "a round") if self.text("this_round") else None,
            far=bool(self.text("far")),
            tried=bool(self.text("tried")),
        )

    def _number(self, name: FieldName, what: str) -> int:
        """The number in a field; raises `NotComplete`."""
        text = self.text(name)
        if not re.fullmatch(FIELDS[name].pattern, text):
            raise NotComplete(f"{text!r} is not the number of {what}")
        return int(text.removeprefix("r"))


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a moderator does: the fields that it *needs* and those that it *may* have, and what *does* it.

    The *command* like it has the fields in braces; `[--option?field]` is there if anything is in the field. Afterwards
    it *plays* on, *sends* all that waits, or *turns*: does all that a turn does. It is *quiet* if its messages have
    words that only their readers may know. Mail that waits is judged before it, unless it *judges* by itself what must
    be. As a line of an email it *asks*: what it would do is told back, and waits for a `yes`.
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
    asks: bool = False

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
    return seats.stand_in(
        case.game,
        case.clock,
        case.seat,
        player=player,
        address=address,
        forum=case.text("forum"),
        until=case.day("until"),
    )


def _rule(case: DeedCase) -> Decided:
    seat = case.seat if case.text("seat") else ""
    text, reason = case.text("ruling"), case.text("reason")
    return corrections.rule(case.game, case.clock, text, reason, seat=seat, overrule=case.overruled, appeal=case.appeal)


def _both(case: DeedCase) -> tuple[str, str]:
    player, address = case.text("player"), case.text("address")
    if bool(player) != bool(address):
        raise NotComplete("give both the name and the address, or neither")
    if case.text("forum") and not player:
        raise NotComplete("give the name and the address, too, of who is called so on the forum")
    return player, address


DEEDS: Mapping[str, Deed] = {
    "absent": Deed(
        needs=("seat", "first", "last"),
        does=_absent,
        command="pbem absent {first} {last} --as={seat}",
        asks=True,
    ),
    "back": Deed(
        needs=("seat",),
        does=lambda case: seats.back(case.game, case.clock, case.seat),
        command="pbem absent --none --as={seat}",
        asks=True,
    ),
    "replace": Deed(
        needs=("seat", "player", "address"),
        may=("forum", "turn", "orders"),
        does=lambda case: seats.replace(case.game, case.clock, case.seat, case.holder),
        command="pbem seat replace {seat} --player={player} --address={address} --forum={forum} --from={turn} "
        "[--keep-orders?orders]",
        quiet=True,
        asks=True,
    ),
    "vacate": Deed(
        needs=("seat",),
        may=("reason", "orders"),
        does=lambda case: seats.vacate(case.game, case.clock, case.seat, case.text("reason"), case.orders),
        command="pbem seat vacate {seat} --reason={reason} [--keep-orders?orders]",
        quiet=True,
        asks=True,
    ),
    "invite": Deed(
        needs=("seat", "player", "address"),
        may=("forum", "until", "turn", "orders"),
        does=lambda case: seats.invite(case.game, case.clock, case.seat, case.holder, case.day("until")),
        command="pbem seat invite {seat} --player={player} --address={address} --forum={forum} --until={until} "
        "--from={turn} [--keep-orders?orders]",
        quiet=True,
        asks=True,
    ),
    "withdraw": Deed(
        needs=("seat",),
        does=lambda case: seats.withdraw(case.game, case.clock, case.seat),
        command="pbem seat invite {seat} --withdraw",
        asks=True,
    ),
    "stand-in": Deed(
        needs=("seat",),
        may=("player", "address", "forum", "until"),
        does=_stand_in,
        command="pbem seat stand-in {seat} --player={player} --address={address} --forum={forum} --until={until}",
        quiet=True,
        asks=True,
    ),
    "end-stand-in": Deed(
        needs=("seat",),
        does=lambda case: seats.end_stand_in(case.game, case.clock, case.seat),
        command="pbem seat stand-in {seat} --end",
        quiet=True,
        asks=True,
    ),
    "rule": Deed(
        needs=("ruling", "reason"),
        may=("seat", "overrule", "appeal"),
        does=_rule,
        command="pbem rule FILE --reason={reason} --as={seat} --overrule={overrule} --appeal={appeal}",
        quiet=True,
        asks=True,
    ),
    "rewind": Deed(
        needs=("round", "reason"),
        does=lambda case: corrections.rewind_to_round(case.game, case.clock, case.round, case.text("reason")),
        command="pbem rewind {round} --reason={reason}",
        quiet=True,
        asks=True,
    ),
    "extend": Deed(
        needs=("length",),
        may=("seat", "reason"),
        does=lambda case: times.extend(case.game, case.clock, case.text("length"), case.whose, again=True),
        command="pbem deadline extend {length} --as={seat} --reason={reason} --round={this_round} [--far?far] "
        "[--try?tried] --again",
    ),
    "set": Deed(
        needs=("when",),
        may=("seat", "reason"),
        does=lambda case: times.set_deadline(case.game, case.clock, case.text("when"), case.whose),
        command="pbem deadline set {when} --as={seat} --reason={reason} --round={this_round} [--far?far] [--try?tried]",
    ),
    "pause": Deed(
        may=("reason",),
        does=lambda case: times.pause(case.game, case.clock, case.whose),
        command="pbem deadline pause --as={seat} --reason={reason} [--try?tried]",
    ),
    "resume": Deed(
        may=("seat", "reason"),
        does=lambda case: times.resume(case.game, case.clock, case.whose),
        command="pbem deadline resume --as={seat} --reason={reason} [--try?tried]",
    ),
    "grant": Deed(
        needs=("seat",),
        may=("reason",),
        does=lambda case: times.grant(case.game, case.clock, case.seat, case.text("reason")),
        command="pbem deadline grant {seat} --reason={reason}",
    ),
    "refuse": Deed(
        needs=("seat",),
        may=("reason",),
        does=lambda case: times.refuse(case.game, case.clock, case.seat, case.text("reason")),
        command="pbem deadline refuse {seat} --reason={reason}",
    ),
    "default": Deed(
        needs=("seat", "reason"),
        does=lambda case: stages.default(case.game, case.clock, case.seat, case.text("reason")),
        command="pbem play --default={seat} --reason={reason}",
        plays=True,
    ),
    "approve": Deed(
        needs=("seat",),
        may=("reason",),
        does=lambda case: stages.approve(case.game, case.clock, case.seat, case.text("reason")),
        command="pbem ladder approve {seat} --reason={reason}",
    ),
    "decline": Deed(
        needs=("seat",),
        may=("reason",),
        does=lambda case: stages.decline(case.game, case.clock, case.seat, case.text("reason")),
        command="pbem ladder decline {seat} --reason={reason}",
    ),
    "decline-wait": Deed(
        needs=("seat",),
        may=("reason",),
        does=lambda case: stages.decline(case.game, case.clock, case.seat, case.text("reason"), wait=True),
        command="pbem ladder decline {seat} --wait --reason={reason}",
    ),
    "hold": Deed(
        needs=("seat",),
        may=("when",),
        does=lambda case: stages.hold(case.game, case.clock, case.seat, case.text("when")),
        command="pbem hold --as={seat} --until={when}",
    ),
    "release": Deed(
        needs=("seat",),
        does=lambda case: stages.release(case.game, case.clock, case.seat),
        command="pbem hold --as={seat} --release",
    ),
    "play": Deed(
        does=lambda case: stages.play(case.game, case.clock),
        command="pbem play --anyway",
        plays=True,
    ),
    "watch": Deed(
        needs=("player", "address"),
        does=lambda case: seats.watch(case.game, case.clock, case.text("player"), case.text("address")),
        command="pbem watchers add {player} {address}",
    ),
    "unwatch": Deed(
        needs=("address",),
        does=lambda case: seats.unwatch(case.game, case.clock, case.text("address")),
        command="pbem watchers remove {address}",
    ),
    "again": Deed(
        needs=("ident",),
        does=lambda case: stages.again(case.game, case.text("ident")),
        command="pbem send --again={ident}",
        sends=True,
    ),
    "settled": Deed(
        needs=("ident",),
        does=lambda case: stages.settled(case.game, case.text("ident")),
        command="pbem send --settled={ident}",
    ),
}
"""All of them, by the names that forms and lines have."""
