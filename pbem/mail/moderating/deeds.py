"""What a button of the moderator's page does: all deeds, those that judge, play and send among them."""

from collections.abc import Mapping

from msgspec import structs

from pbem.mail.deeds import table
from pbem.mail.deeds.fields import Decided
from pbem.mail.deeds.table import Deed, DeedCase
from pbem.mail.moderating import emails, play


def _nothing(_case: DeedCase) -> Decided:
    return Decided(says=(), goes=True)


DEEDS: Mapping[str, Deed] = {
    **table.DEEDS,
    "confirm": Deed(
        needs=("item", "seat"),
        does=lambda case: emails.confirm(case.game, case.clock, case.item, case.seat),
        command="pbem confirm {item} --as={seat}",
    ),
    "confirm-new": Deed(
        needs=("item", "seat"),
        does=lambda case: emails.confirm(case.game, case.clock, case.item, case.seat, new_address=True),
        command="pbem confirm {item} --as={seat} --new-address",
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
    "submit": Deed(
        needs=("seat", "sheet"),
        does=lambda case: play.submit(case.game, case.clock, case.seat, case.text("sheet")),
        command="pbem submit FILE --as={seat}",
        quiet=True,
    ),
    "send": Deed(does=_nothing, command="pbem send --now", sends=True),
    "play": structs.replace(table.DEEDS["play"], does=lambda _case: Decided(says=())),
    "turn": Deed(does=lambda _case: Decided(says=()), command="pbem turn", turns=True),
}
"""All of them, by the names that forms send."""
