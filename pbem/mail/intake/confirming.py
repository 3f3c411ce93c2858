"""What a yes or a no to a sheet of its seat's own means: a sheet that was doubted, or refused with other words offered.

By mail it is for the newest; at the desk it names the sheet that its page showed, and is for no other.
"""

from collections.abc import Callable

import msgspec

from pbem.mail.extraction import command, doubts
from pbem.mail.extraction.doubts import SaidAnswer
from pbem.mail.intake import beside, forum_posts
from pbem.mail.intake.case import MailCase, reading_of
from pbem.mail.intake.understanding import understood, with_found
from pbem.mail.message.received import opened
from pbem.mail.mime.decoding import decoded
from pbem.mail.mime.text import FoundOrders, MailNote
from pbem.mail.outgoing.forms import newest_refused, read_for
from pbem.mail.outgoing.message import message_name, naming_ours
from pbem.referee import requests, submissions
from pbem.referee.game import Game
from pbem.referee.requests import RequestOrigin
from pbem.referee.submissions import fate_of_yes, open_sheet, sheets_of
from pbem.report.returned_sheet import CorrectedSheet, corrected
from pbem.sheet.parts import Parts
from pbem.store import encryption
from pbem.store.inbox import Verdict

CONFIRMED = "yes-to-reading"
"""The note on a sheet that came by a `yes` to a refused one."""
YES_TO_WAITING, YES_AGAIN, YES_LATE, YES_SEALED = "yes-to-waiting", "yes-again", "yes-late", "yes-sealed"
"""The notes on a `yes` to a sheet that waited for it, and on one that finds no such sheet any more."""
YES_TO_OLDER = "yes-to-older"
"""The note on a `yes` to the receipt of another sheet than the one that waits."""
RELEASE = "release"
_EMPTY = ("empty-sheet", "no-text")
"""The problems of an email of which only the subject may say something."""


def confirmed(game: Game, case: MailCase) -> MailCase:
    """*case* with the sheet that it confirms, as all it says is yes; as it is if it says more, or nothing waits for it.

    That is the seat's latest sheet for its present stage, whatever the email quotes: as it came, if it was doubted; if
    it was refused, as its receipt returned it, with every word that the receipt offered for a misspelt one. A word for
    which several were offered stays as it was, so that the sheet is refused again, and its new receipt says what is
    left to correct. With no sheet to confirm a `yes` ends a hold; one that comes twice, or too late, changes nothing
    and says so. A line such as `hold` beside it is one beside the sheet. A `no` to what could count closes that.
    """
    found, settles = case.incoming.found, case.incoming.settles
    if found.trial or found.problem not in ("", *_EMPTY):
        return case
    said, holds = _said(game, case)
    waits = open_sheet(game, case.seat, case.item.number)
    if settles and (waits is None or waits.item != settles):
        return _commanded(case, said)
    if said == "no" and not holds and waits is not None and _may_count(game, case, waits):
        return _commanded(case, said)
    if said != "yes":
        return case
    fate, sheet = fate_of_yes(game, case.stages, case.seat, case.item.number)
    at = {"at": sheet.received, "zone": game.settings.zone_of(case.seat).name} if sheet else {}
    if waits is not None and waits.state == "doubted" and _answers_older(game, case, waits):
        return with_found(case, FoundOrders(notes=(MailNote(YES_TO_OLDER, at),)))
    if waits is not None and (done := _counted(game, case, waits, holds)) is not None:
        return done
    if fate == "late":
        claim = msgspec.structs.replace(case.claim, standing="outdated")
        late = with_found(case, FoundOrders(what="orders", how="marks", notes=(MailNote(YES_LATE, at),)))
        return msgspec.structs.replace(late, claim=claim)
    if not holds and _holds(game, case) and not doubts.acknowledges(found.words or case.incoming.subject):
        return _commanded(case, RELEASE)
    return with_found(case, FoundOrders(notes=(MailNote(YES_AGAIN, at),))) if fate == "again" else case


def as_offered(text: str, check: Callable[[str], Parts]) -> CorrectedSheet:
    """A sheet as its receipt returned it, with every word that was offered in it for another one."""
    return corrected(check(text), check, offered=True)


def _counted(game: Game, case: MailCase, waits: Verdict, holds: tuple[str, ...]) -> MailCase | None:
    """*case* with the sheet that *waits* for its yes; None if there is none.

    Where sheets are sealed the one that was kept for the yes counts, whether or not the key is there.
    """
    at = {"at": waits.received, "zone": game.settings.zone_of(case.seat).name}
    if waits.state == "doubted":
        text, note = _kept(game, case, waits), MailNote(YES_TO_WAITING, at)
    else:
        text, note = "" if _is_kept_sealed(game, case, waits) else _offered(game, case).text, MailNote(CONFIRMED)
    if text:
        beside = (MailNote("command-beside-sheet", {"command": command.normalised(line)}) for line in holds)
        notes = (*case.incoming.found.notes, note, *beside)
        return with_found(case, FoundOrders(what="orders", how="marks", sheet=text, notes=notes))
    if _is_kept_sealed(game, case, waits):
        return _commanded(case, "yes")
    if waits.state == "doubted" or game.settings.mail.sealed is not None:
        return with_found(case, FoundOrders(notes=(MailNote(YES_SEALED, at),)))
    return None


def _may_count(game: Game, case: MailCase, waits: Verdict) -> bool:
    """Whether a yes would make the sheet count that *waits*."""
    if waits.state == "doubted" or _is_kept_sealed(game, case, waits):
        return True
    found = _offered(game, case).found
    return bool(found.answers) and found.faultless


def _offered(game: Game, case: MailCase) -> CorrectedSheet:
    """The sheet of *case* that was refused last, as its receipt offered it; empty if it did not go back whole."""
    refused = newest_refused(game, case.seat, case.item.number) if case.stage else ""
    if case.stage is None or not refused:
        return CorrectedSheet("", Parts(""))
    return as_offered(refused, reading_of(game, case, case.stage))


def _is_kept_sealed(game: Game, case: MailCase, waits: Verdict) -> bool:
    """Whether a sheet can be confirmed without the key of the game."""
    return any(submissions.waits_sealed(game, case.seat, *one.put, waits.item) for one in case.stages)


def _commanded(case: MailCase, line: str) -> MailCase:
    """*case* with a command in place of all that it says."""
    found = FoundOrders(what="command", command=line, commands=(line,), notes=case.incoming.found.notes)
    return with_found(case, found)


def _holds(game: Game, case: MailCase) -> bool:
    """Whether the seat holds the game, which a yes ends as `confirm` does."""
    at, before = case.item.arrived, RequestOrigin(case.item.number, 0)
    return any(requests.hold_of(game, stage, at, before) for stage in case.stages)


def _answers_older(game: Game, case: MailCase, waits: Verdict) -> bool:
    """Whether an email replies to the receipt of another doubted sheet, and not to that of the one that waits."""
    named = naming_ours(case.incoming.references, game.settings.mail.sender)
    doubted = [one for one in sheets_of(game, case.seat, case.item.number) if one.state == "doubted" and one.receipt]
    answered = [one.item for one in doubted if message_name(game.keys.message_ids, one.receipt, one.answered) in named]
    return bool(answered) and bool(waits.receipt) and waits.item not in answered


def _said(game: Game, case: MailCase) -> tuple[SaidAnswer, tuple[str, ...]]:
    """What an email answers, if it says nothing else; and the lines beside it that hold."""
    found = case.incoming.found
    if found.what == "orders" and found.how == "shape" and not case.item.is_mail:
        return doubts.answered(found.sheet), ()  # a file with the word is read as a sheet
    if found.what == "orders":
        return "", ()
    lines = found.words.split("\n")
    holds = tuple(line for line in lines if command.holding(line) and not doubts.answered(line))
    words = "\n".join(line for line in lines if line not in holds)
    return doubts.answered(words, "" if holds else case.incoming.subject), holds


def _kept(game: Game, case: MailCase, verdict: Verdict) -> str:
    """The sheet that was doubted, read again from its email or file; empty if it cannot be read."""
    item = game.inbox.numbered(verdict.item)
    if item is None or not encryption.readable(item.path, game.identity):
        return ""
    raw = encryption.read(item.path, game.identity)
    if item.is_mail:
        incoming = beside.taken_out(game, case.seat, opened(raw))
        incoming = read_for(game, case.seat, incoming, item)
    else:
        own = forum_posts.own_post(game, case.seat, decoded(raw, "").text)
        incoming = beside.without_email(game, case.seat, own.text, item)
    again = understood(game, msgspec.structs.replace(case, item=item, incoming=incoming))
    return again.incoming.found.sheet
