"""All that a moderator does, in the order in which help and pages list it.

Of two lines of emails that fit, the first counts; those that ask back stand together.
"""

from collections.abc import Mapping

from pbem.mail.deeds import corrections, emails, seats, stages, times
from pbem.mail.deeds.deed import Deed

_ALL = (
    emails.turn,
    emails.confirm,
    emails.confirm_new,
    emails.answer,
    emails.dismiss,
    emails.dismiss_held,
    emails.dismiss_appeal,
    emails.announce,
    emails.tell,
    times.grant,
    times.refuse,
    stages.approve,
    stages.decline,
    times.extend,
    times.set_deadline,
    times.pause,
    times.resume,
    stages.play,
    emails.submit,
    stages.default,
    stages.decline_wait,
    stages.hold,
    stages.release,
    seats.watch,
    seats.unwatch,
    stages.again,
    stages.settled,
    emails.send,
    seats.absent,
    seats.back,
    seats.stand_in,
    seats.end_stand_in,
    seats.replace,
    seats.invite,
    seats.withdraw,
    seats.vacate,
    seats.key,
    corrections.rule_on,
    corrections.rewind_to_round,
)
DEEDS: Mapping[str, Deed] = {deed.name: deed for deed in _ALL}
"""All of them, by the names that forms and lines have."""
