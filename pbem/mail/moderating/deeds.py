"""Doing a deed as commands and pages do, with all mail that waits judged."""

from collections.abc import Mapping

from msgspec import structs

from pbem.mail import judges
from pbem.mail.deeds import table
from pbem.mail.deeds.deed import Deed, DeedCase
from pbem.mail.deeds.fields import Decided
from pbem.mail.moderating import emails, play, wording

DEEDS: Mapping[str, Deed] = {
    **table.DEEDS,
    "submit": structs.replace(table.DEEDS["submit"], does=play.submit),
    "play": structs.replace(table.DEEDS["play"], does=lambda _case: Decided(says=())),
}
"""All of them, by the names that forms send: a sheet is judged at once, and who plays on needs no turn for it."""


def do(deed: Deed, case: DeedCase, *, judged: bool = False) -> Decided:
    """Do *deed*: what came first counts first, unless it was *judged*, and what it confirms counts at once."""
    if not judged and deed.judged_first(case):
        judges.judge_all(case.game, case.clock)
    done = deed.does(case)
    if not deed.confirms:
        return done
    handled = judges.judge_all(case.game, case.clock)
    return Decided(
        says=tuple(wording.of_mail(handled)),
        page=tuple(emails.of_emails(handled, case.game.titles)),
        data={"verdicts": [one.verdict for one in handled]},
    )
