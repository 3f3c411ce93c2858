"""What a button of the moderator's page does: deeds about people and positions, and those that judge, play and send."""

from collections.abc import Mapping

from pbem.mail.deeds import table
from pbem.mail.deeds.decided import Decided
from pbem.mail.deeds.table import Deed, DeedCase
from pbem.mail.moderating import corrections, emails, sending, stages, times
from pbem.mail.moderating.times import WhoseTime

MOST = 20_000
"""Of the characters of a field."""


def _whose(case: DeedCase) -> WhoseTime:
    """Whose time is meant: that of a seat, or of all."""
    return WhoseTime(seats=(case.seat,) if case.text("seat") else (), reason=case.text("reason"))


def _nothing(_case: DeedCase) -> Decided:
    return Decided(says=(), goes=True)


DEEDS: Mapping[str, Deed] = {
    **table.DEEDS,
    "confirm": Deed(
        needs=("item", "seat"),
        does=lambda case: emails.confirm(case.game, case.clock, case.item, case.seat),
        command="pbem confirm {item} --as={seat}",
    ),
    "dismiss": Deed(
        needs=("item",),
        may=("reason",),
        does=lambda case: emails.dismiss(case.game, case.clock, case.item, case.text("reason")),
        command="pbem dismiss {item} --reason={reason}",
        judges=True,
    ),
    "dismiss-held": Deed(
        needs=("item", "reason"),
        does=lambda case: emails.dismiss(case.game, case.clock, case.item, case.text("reason")),
        command="pbem dismiss {item} --reason={reason}",
        judges=True,
    ),
    "dismiss-appeal": Deed(
        needs=("item", "reason"),
        does=lambda case: emails.dismiss_appeal(case.game, case.clock, case.item, case.text("reason")),
        command="pbem appeal dismiss {item} --reason={reason}",
    ),
    "answer": Deed(
        needs=("item", "text"),
        does=lambda case: emails.answer(case.game, case.clock, case.item, case.text("text"), cause=case.cause),
        command="pbem answer {item} {text}",
    ),
    "announce": Deed(
        needs=("text",),
        does=lambda case: emails.announce(case.game, case.clock, case.text("text"), now=True, cause=case.cause),
        command="pbem announce --now {text}",
    ),
    "tell": Deed(
        needs=("seat", "text"),
        does=lambda case: emails.tell(case.game, case.clock, case.seat, case.text("text"), now=True, cause=case.cause),
        command="pbem tell --now {seat} {text}",
    ),
    "extend": Deed(
        needs=("length",),
        may=("seat", "reason"),
        does=lambda case: times.extend(case.game, case.clock, case.text("length"), _whose(case), again=True),
        command="pbem deadline extend {length} --as={seat} --reason={reason} --again",
    ),
    "set": Deed(
        needs=("when",),
        may=("seat", "reason"),
        does=lambda case: times.set_deadline(case.game, case.clock, case.text("when"), _whose(case)),
        command="pbem deadline set {when} --as={seat} --reason={reason}",
    ),
    "pause": Deed(
        may=("reason",),
        does=lambda case: times.pause(case.game, case.clock, _whose(case)),
        command="pbem deadline pause --reason={reason}",
    ),
    "resume": Deed(
        may=("seat", "reason"),
        does=lambda case: times.resume(case.game, case.clock, _whose(case)),
        command="pbem deadline resume --as={seat} --reason={reason}",
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
        does=lambda case: stages.hold(case.game, case.clock, case.seat),
        command="pbem hold --as={seat}",
    ),
    "release": Deed(
        needs=("seat",),
        does=lambda case: stages.release(case.game, case.clock, case.seat),
        command="pbem hold --as={seat} --release",
    ),
    "again": Deed(
        needs=("ident",),
        does=lambda case: sending.again(case.game, case.text("ident")),
        command="pbem send --again={ident}",
        sends=True,
    ),
    "settled": Deed(
        needs=("ident",),
        does=lambda case: sending.settled(case.game, case.text("ident")),
        command="pbem send --settled={ident}",
    ),
    "submit": Deed(
        needs=("seat", "sheet"),
        does=lambda case: corrections.submit(case.game, case.clock, case.seat, case.text("sheet")),
        command="pbem submit FILE --as={seat}",
        quiet=True,
    ),
    "send": Deed(does=_nothing, command="pbem send --now", sends=True),
    "turn": Deed(does=lambda _case: Decided(says=()), command="pbem turn", turns=True),
    "play": Deed(does=lambda _case: Decided(says=()), command="pbem play --anyway", plays=True),
}
"""All of them, by the names that forms send."""
FIELDS: frozenset[str] = frozenset(name for deed in DEEDS.values() for name in (*deed.needs, *deed.may))
