"""A `yes` to a refused sheet: it stands for that sheet with every word that its receipt offered for a misspelt one.

What it confirms is the sheet as the newest receipt has it, whatever the email quotes: the receipt of the seat's latest
sheet for its present stage, if that was refused. A word for which several were offered stays as it was, so that the
sheet is refused again, and its new receipt says what is left to correct.
"""

from msgspec.structs import replace

from pbem.mail.extraction.command import commands_in
from pbem.mail.intake.judgement import MailCase, reading_of
from pbem.mail.mime.text import MailNote
from pbem.mail.outgoing.forms import newest_refused
from pbem.referee.allowances import votes
from pbem.referee.game import Game
from pbem.report.corrected import corrected

CONFIRMED = "yes-to-reading"
"""The note on a sheet that came by such a word."""


def meant(game: Game, case: MailCase) -> MailCase:
    """*case* with the sheet that its only word confirms; as it is if it says anything else, or nothing waits for it."""
    found, stage = case.incoming.found, case.stage
    if stage is None or found.trial or found.what not in ("words", "nothing"):
        return case
    if commands_in(found.words, "", frozenset({votes.YES})) != (votes.YES,):
        return case
    sheet = newest_refused(game, case.seat, case.item.number)
    if not sheet:
        return case
    check = reading_of(game, case, stage)
    text = corrected(check(sheet), check, offered=True).text
    sent = replace(
        found,
        what="orders",
        how="marks",
        sheet=text,
        words="",
        keyless=(),
        problem="",
        args={},
        notes=(*found.notes, MailNote(CONFIRMED)),
    )
    return replace(case, incoming=replace(case.incoming, found=sent))
