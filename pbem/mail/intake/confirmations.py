"""Emails that wait for a word of their seat or of the moderator, and what a yes or a no means.

By mail a yes or a no is for the newest sheet; at the desk it names the sheet that its page showed, and is for no other.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Literal

import msgspec

from pbem.errors import Refusal
from pbem.mail.extraction import command, courtesies, languages, line_classifier
from pbem.mail.extraction.doubts import harmless, sentences, smoothed
from pbem.mail.extraction.languages import either
from pbem.mail.intake import beside, forum_posts
from pbem.mail.intake.case import MailCase, reading_of, with_found
from pbem.mail.intake.commands import CommandOutcome
from pbem.mail.intake.forms import newest_refused
from pbem.mail.intake.meaning import among_words, signed_by_someone_else, understood
from pbem.mail.intake.questions import TRIED
from pbem.mail.intake.sender import SenderClaim, claim_mail
from pbem.mail.message.received import ReceivedMail, opened
from pbem.mail.mime.headers import message_name, naming_ours
from pbem.mail.mime.text import FoundOrders, MailNote, decoded, plain
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.about_words import MODERATORS_WORDS, PLAYERS_WORDS
from pbem.mail.outgoing.told import ident_of
from pbem.referee import letter, submissions
from pbem.referee.game import Clock, Game
from pbem.referee.needs import of_former
from pbem.referee.stage import tokens_in
from pbem.referee.submissions import NOTHING, RequestOrigin, fate_of_yes, open_sheet
from pbem.report.plain import inline
from pbem.report.returned_sheet import CorrectedSheet, corrected
from pbem.sheet.parts import Parts
from pbem.store import encryption
from pbem.store.inbox import OPEN, Confirmation, InboxItem, Verdict, VerdictState
from pbem.store.outbox import MessageId

WORD = "confirm"
CONFIRMED, UNKNOWN = "confirmed", "unknown-word"
SaidAnswer = Literal["yes", "no", ""]


def claimed(incoming: ReceivedMail, claim: SenderClaim) -> SenderClaim:
    """The claim of an email, as far as it is to be trusted: a word that confirms stands for the token.

    It changes an address, so nothing less than the game's policy besides the token is asked for.
    """
    return msgspec.structs.replace(claim, standing="current") if _lines(incoming) else claim


def word_for(game: Game, item: InboxItem) -> str:
    """The word that confirms, from a seat's own address, that *item* is from its player."""
    return game.token("confirm", item.name, 0)


def carried_out(game: Game, case: MailCase, clock: Clock) -> CommandOutcome | None:
    """What came of an email's `confirm WORD`, which was sent only to the seat's own address; nothing without one."""
    lines = _lines(case.incoming)
    if not lines:
        return None
    words = tokens_in("{" + lines[0].partition(" ")[2].strip(" {}") + "}")
    item, verdict = _meant(game, case.seat, words)
    if item is None or verdict is None:
        return _said(game, case, UNKNOWN)
    if case.credibility.state == "refused":
        return _said(game, case, case.credibility.code)
    if case.credibility.state == "confirm":
        return _said(game, case, "moderator-confirms")
    confirmation = Confirmation(verdict.guess, "player", clock(), verdict.sender)
    signed = "dkim" in game.settings.mail.trust.policy
    for each in (item, *(() if signed else _others_like(game, verdict))):
        game.inbox.confirm(each, confirmation)
    return _said(game, case, CONFIRMED, verdict.sender)


def _lines(incoming: ReceivedMail) -> list[str]:
    """The commands of an email that confirm."""
    found = incoming.found
    lines = found.commands if found.what == "command" and not found.problem else ()
    return [line for line in lines if line.startswith(f"{WORD} ")]


def _meant(game: Game, seat: str, words: tuple[str, ...]) -> tuple[InboxItem | None, Verdict | None]:
    """The email that a word confirms, if it waits and may be from *seat* or another one at the same address."""
    seats = {seat, *game.settings.seats_of(game.settings.seats[seat].address)}
    for verdict in game.inbox.verdicts():
        waits = verdict.state in OPEN and verdict.guess in seats
        item = game.inbox.numbered(verdict.item) if waits else None
        if item is not None and word_for(game, item) in words:
            return item, verdict
    return None, None


def _others_like(game: Game, confirmed: Verdict) -> list[InboxItem]:
    """The other emails from the address that was *confirmed* which bear the seat's token too; the newest must count."""
    found: list[InboxItem] = []
    for verdict in game.inbox.verdicts():
        like = (verdict.state, verdict.guess) == ("unclaimed", confirmed.guess) and verdict.item != confirmed.item
        item = game.inbox.numbered(verdict.item) if like else None
        if item is None or verdict.sender.casefold() != confirmed.sender.casefold():
            continue
        if encryption.readable(item.path, game.identity):
            claim = claim_mail(game, opened(encryption.read(item.path, game.identity)))
            found += [item] if claim.invited and claim.guess == confirmed.guess else []
    return found


def _said(game: Game, case: MailCase, code: str, address: str = "") -> CommandOutcome:
    content = writing.content(game, "confirmed", case.seat, code=code, address=address)
    words = letter.words_for(game, case.view, case.seat)
    subject = letter.subject(game, words, case.stages, case.seat, game.pause)
    return CommandOutcome(f"Re: {subject}", content, (code,))


_CLOSABLE: frozenset[VerdictState] = OPEN | {"words", "failed"}


def waits(verdict: Verdict) -> bool:
    """Whether an email waits for the moderator, who can close it."""
    return verdict.state in _CLOSABLE or verdict.beside


def is_unread(game: Game, number: int) -> bool:
    """Whether email *number* was kept and not judged yet."""
    item = game.inbox.numbered(number)
    return item is not None and game.inbox.verdict(item) is None


class NotOpen(Refusal):
    """There is no such mail, or nothing about it waits for the moderator."""


def confirm(game: Game, number: int, seat: str, clock: Clock, *, new_address: bool = False) -> None:
    """Confirm that email *number* is from *seat* (or from the seat whose address it bears); raises `NotOpen`.

    It may be one that was not judged yet, for lack of the key of its signature, or one that was judged wrongly.
    """
    item, verdict = _numbered(game, number)
    if verdict and not verdict.confirmable:
        raise _no_use(number, verdict)
    whose = seat or (verdict.seat if verdict else "")
    former = (verdict.seat or verdict.guess) if verdict and of_former(game, verdict) else ""
    if verdict and former and whose in ("", former):
        when = f"came before {former} changed hands" if verdict.seat else f"is of a former player of {former}"
        raise NotOpen(f"email {number} {when}, and its sender holds {former} no longer; dismiss it")
    if not whose:
        guess = f" (perhaps {verdict.guess})" if verdict and verdict.guess else ""
        raise NotOpen(f"the seat of email {number} is unknown{guess}; name it: `pbem confirm {number} --as SEAT`")
    address = verdict.sender if verdict and new_address else ""
    if new_address and not address:
        raise NotOpen(f"email {number} has no clear sender whose address could be saved")
    game.inbox.confirm(item, Confirmation(whose, "moderator", clock(), address))


def dismiss(game: Game, number: int, reason: str, clock: Clock) -> Verdict:
    """Close mail *number* without effect; a seat that waits for a confirmation is told why. Raises `NotOpen`.

    It may be one that was not judged yet. Of one that has a sheet and words beside it, only the words are closed.
    """
    item, verdict = _numbered(game, number)
    if verdict is None:
        verdict = Verdict(number, "dismissed", item.arrived, item.seat)
    elif not waits(verdict):
        raise _not_waiting(number)
    elif verdict.state not in _CLOSABLE:  # its sheet stays what it is
        return _close(game, item, msgspec.structs.replace(verdict, beside=False))
    if verdict.state == "held":
        if not reason and not of_former(game, verdict):
            raise NotOpen(
                f"email {number} is from {verdict.seat}, who waits for you to confirm it; "
                f"say why not: `pbem dismiss {number} --reason WHY`"
            )
        subject = writing.subject(game, "dismissed", verdict.seat)
        content = writing.content(game, "dismissed", verdict.seat, reason=inline(reason))
        if not of_former(game, verdict):
            ident = str(MessageId("dismissed", number))
            writing.queue(game, ident, writing.Notice(subject, content, verdict.seat), clock())
    confirmation = game.inbox.confirmation_of(item)  # one that waits for a key is not heard any more
    by = confirmation.by if confirmation else ""
    return _close(
        game, item, msgspec.structs.replace(verdict, state="dismissed", says=reason, vouched=by, beside=False)
    )


def _close(game: Game, item: InboxItem, closed: Verdict) -> Verdict:
    game.inbox.judge(item, closed)
    return closed


def _numbered(game: Game, number: int) -> tuple[InboxItem, Verdict | None]:
    """Mail *number*, and its verdict if it has one."""
    item = game.inbox.numbered(number)
    if item is None:
        raise _not_waiting(number)
    return item, game.inbox.verdict(item)


def _no_use(number: int, verdict: Verdict) -> NotOpen:
    """That email *number* would become nothing else if someone confirmed it, and what would help."""
    if verdict.state == "doubled":
        return NotOpen(f"email {number} is a duplicate of email {int(verdict.about)}; confirm that one")
    if verdict.state == "words":
        submit = f"`pbem submit FILE --as {verdict.seat or 'SEAT'}`"
        return NotOpen(f"no sheet was found in email {number}; {submit} submits its orders")
    return NotOpen(f"email {number} is already trusted and has had its effect")


def _not_waiting(number: int) -> NotOpen:
    return NotOpen(f"email {number} does not wait for you; `pbem status` lists those that do")


YES_TO_OFFERED = "yes-to-reading"
"""The note on a sheet that came by a `yes` to a refused one."""
YES_TO_WAITING, YES_AGAIN, YES_LATE, YES_SEALED = "yes-to-waiting", "yes-again", "yes-late", "yes-sealed"
"""The notes on a `yes` to a sheet that waited for it, and on one that finds no such sheet any more."""
YES_TO_OTHER, YES_TO_WORDS = "yes-to-other", "yes-to-words"
"""The notes on a `yes` that may be for another sheet than the one that waits, and on one to someone's words."""
RELEASE = "release"
_EMPTY = ("empty-sheet", "no-text")
"""The problems of an email of which only the subject may say something."""


def confirmed(game: Game, case: MailCase) -> MailCase:
    """*case* with the sheet that it confirms, as all it says is yes; as it is if it says more, or nothing waits for it.

    That is the seat's latest sheet for its present stage, whatever the email quotes: as it came, if it was doubted; if
    it was refused, as its receipt returned it, with every word that the receipt offered for a misspelt one. A word for
    which several were offered stays as it was, so that the sheet is refused again, and its new receipt says what is
    left to correct. With no sheet to confirm a `yes` ends a hold; one that comes twice, or too late, changes nothing
    and says so. A line such as `hold` beside it is one beside the sheet. A `no` to what could count closes that. What
    replies to someone's words does none of this.
    """
    found, settles = case.incoming.found, case.incoming.settles
    if found.trial or found.problem not in ("", *_EMPTY):
        return case
    said, holds = _answer_in(game, case)
    subject = command.said_in_subject(case.incoming.subject)
    waits = open_sheet(game, case.seat, case.item.number)
    if waits is not None and (line := _answer_beside(found)):
        return among_words(case, line)
    if said and not settles and (waits or _holds(game, case)) and _answers_words(game, case):
        return _beside_words(game, case, said, waits, holds)
    denies = said == "no" and not holds and waits is not None and _may_count(game, case, waits)
    if denies or (settles and (waits is None or waits.item != settles)):
        return _commanded(case, said)
    if said != "yes" or (waits is not None and _only_thanks(found.words or subject)):
        return case
    fate, sheet = fate_of_yes(game, case.stages, case.seat, case.item.number)
    zone = game.settings.zone_of(case.seat).name
    at = {"at": sheet.received, "zone": zone} if sheet else {}
    if waits is not None and not settles and _answers_other(game, case, waits) and _may_count(game, case, waits):
        return with_found(case, FoundOrders(notes=(MailNote(YES_TO_OTHER, {"at": waits.received, "zone": zone}),)))
    if waits is not None and (done := _counted(game, case, waits, holds)) is not None:
        return done
    if fate == "late":
        claim = msgspec.structs.replace(case.claim, standing="outdated")
        late = with_found(case, FoundOrders(what="orders", how="marks", notes=(MailNote(YES_LATE, at),)))
        return msgspec.structs.replace(late, claim=claim)
    if not holds and _holds(game, case) and not acknowledges(found.words or subject):
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
        text, note = "" if _is_kept_sealed(game, case, waits) else _offered(game, case).text, MailNote(YES_TO_OFFERED)
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
    return any(submissions.hold_of(game, stage, at, before) for stage in case.stages)


def _answers_words(game: Game, case: MailCase) -> bool:
    """Whether an email replies to what someone said, of whom its yes or no may be meant."""
    named, seat = naming_ours(case.incoming.references[-1:], game.settings.mail.sender), case.seat
    address, kinds = game.settings.seats[seat].address, (*PLAYERS_WORDS, *MODERATORS_WORDS)
    said = (line for line in game.log.lines if named and isinstance(line.fact, kinds))
    return any(message_name(game.keys.message_ids, ident_of(line, seat), address) in named for line in said)


def _beside_words(
    game: Game, case: MailCase, said: SaidAnswer, waits: Verdict | None, holds: tuple[str, ...]
) -> MailCase:
    """*case* without its yes or no, which is for someone's words; the lines beside it that hold are carried out."""
    zone = game.settings.zone_of(case.seat).name
    notes = (MailNote(YES_TO_WORDS, {"said": said, "at": waits.received if waits else "", "zone": zone}),)
    if not holds:
        return with_found(case, FoundOrders(notes=notes))
    lines = tuple(command.normalised(line) for line in holds)
    return with_found(case, FoundOrders(what="command", command=lines[0], commands=lines, notes=notes))


def _answers_other(game: Game, case: MailCase, waits: Verdict) -> bool:
    """Whether an email may reply to what became of another sheet or trial, and not of the one that *waits*.

    That is what it names of its thread, the newest; if nothing, the last that the seat has sent.
    """
    named = naming_ours(case.incoming.references, game.settings.mail.sender)
    sent = [one for one in game.inbox.verdicts() if one.seat == case.seat and one.item < case.item.number]
    told = [one for one in sent if message_name(game.keys.message_ids, one.receipt, one.answered) in named]
    last = max(told or sent, key=lambda one: one.item, default=waits)
    tried = TRIED in last.problems
    return last.item != waits.item and (tried or (last.state in submissions.SHEETS and last.problems not in NOTHING))


def _answer_in(game: Game, case: MailCase) -> tuple[SaidAnswer, tuple[str, ...]]:
    """What an email answers, if it says nothing else; and the lines beside it that hold."""
    found = case.incoming.found
    if found.what == "orders" and found.how == "shape" and not case.item.is_mail:
        return answered(found.sheet), ()  # a file with the word is read as a sheet
    if found.what == "orders":
        return "", ()
    lines = found.words.split("\n")
    holds = tuple(line for line in lines if command.holding(line) and not answered(line))
    words = "\n".join(line for line in lines if line not in holds)
    if signed_by_someone_else(game, case, words):
        return "", holds
    return answered(words, "" if holds else case.incoming.subject), holds


def _answer_beside(found: FoundOrders) -> str:
    """The command, or the one word without marks, beside which a yes or a no stands; empty if there is none."""
    said = found.command if found.what == "command" else found.sheet.strip() if found.how == "shape" else ""
    alone = command.exact(said) and any(
        _exact(smoothed(line)) and not command.exact(line) for line in found.words.split("\n")
    )
    return said if alone else ""


def _kept(game: Game, case: MailCase, verdict: Verdict) -> str:
    """The sheet that was doubted, read again from its email or file; empty if it cannot be read."""
    item = game.inbox.numbered(verdict.item)
    if item is None or not encryption.readable(item.path, game.identity):
        return ""
    raw = encryption.read(item.path, game.identity)
    if item.is_mail:
        incoming = beside.read_mail(game, raw, case.seat, item)
    else:
        own = forum_posts.own_post(game, case.seat, decoded(raw, "").text)
        incoming = beside.without_email(game, case.seat, own.text, item)
    again = understood(game, msgspec.structs.replace(case, item=item, incoming=incoming))
    return again.incoming.found.sheet


_LONGEST_CONSENT = 4000
"""The most characters of an email that only says yes."""
_MOST_SENTENCE = 200
_ASKS = re.compile(r"\b(?:please|pls|kindly|bitte) (?:confirm|bestätige)\b|\bconfirm please\b")
"""This asks for a confirmation and gives none."""
_THUMB = re.compile("[👍👌✅✔☑]")
_THANKS = re.compile(rf"\b(?:{either(languages.THANKING)})\b")
_IRONY = re.compile(either(languages.IRONIC))
_POLITE = re.compile(rf"(?:{either(languages.GREETINGS)}|{either(languages.CLOSINGS)})\b")
_CONSENT_PART = re.compile(r"[,;.!…。！]+|\s[-–—]\s")


@cache
def _saying(table: languages.PhraseTable) -> re.Pattern[str]:
    """An answer of *table*, perhaps with a thanks and what it is the answer to."""
    said, more = f"(?:{either(table)})", f"(?:{either(courtesies.AGREEING)})"
    return re.compile(rf"(?:{more} ){{0,2}}{said}(?: (?:{said}|{more})){{0,4}}")


@cache
def _beside() -> re.Pattern[str]:
    return re.compile(either(courtesies.AGREEING))


def answered(words: str, subject: str = "") -> SaidAnswer:
    """What all of the *words* of an email answer to a question; if they say nothing, what its *subject* says alone."""
    if len(words) > _LONGEST_CONSENT:
        return ""
    written = _THUMB.sub(" yes ", words).replace("👎", " no ")
    lines = (f"{line}\n" if _answer_of(line) else line for line in written.split("\n"))  # no sentence goes on below one
    told = sentences("\n".join(lines))
    answers = {one for sentence in told if (one := _answer_of(sentence))}
    if not all(_answer_of(sentence) or _idle(sentence) for sentence in told):
        return ""
    return _answer_of(command.said_in_subject(subject)) if not answers else answers.pop() if len(answers) == 1 else ""


def acknowledges(words: str) -> bool:
    """Whether a yes may only mean that its writer has read something: `ok, thanks`."""
    parts = (smoothed(part) for line in words.split("\n") if _answer_of(line) for part in _CONSENT_PART.split(line))
    return all(_saying(languages.ACKNOWLEDGING).fullmatch(part) for part in parts if part and _exact(part))


def _only_thanks(words: str) -> bool:
    """Whether a yes may be no more than thanks for what someone has read: `ok, thanks`, but not `ok`."""
    said = any(map(_answer_of, words.split("\n")))
    return said and acknowledges(words) and _THANKS.search(smoothed(words.replace("\n", " "))) is not None


def _answer_of(sentence: str) -> SaidAnswer:
    """What a sentence says, if it is an answer and no more than courtesies around that."""
    text = line_classifier.without_pictures(plain(sentence)).strip(" \t`")
    smooth = smoothed(text)
    if len(text) > _MOST_SENTENCE or "?" in text or "？" in text or _ASKS.search(smooth) or _IRONY.fullmatch(smooth):
        return ""
    parts = [part for part in _CONSENT_PART.split(text) if smoothed(part)]
    answers = {one for part in parts if (one := _exact(smoothed(part)))}
    fine = len(answers) == 1 and all(_exact(smoothed(part)) or _courteous(part) for part in parts)
    return answers.pop() if fine else ""


def _exact(part: str) -> SaidAnswer:
    return "yes" if _saying(languages.YES).fullmatch(part) else "no" if _saying(languages.NO).fullmatch(part) else ""


def _courteous(part: str) -> bool:
    """Whether a part of a sentence is a greeting, thanks or a farewell; a word that may be anything is none."""
    smooth = smoothed(part)
    if _beside().fullmatch(smooth) or _POLITE.fullmatch(smooth):
        return True
    return len(smooth.split()) > 1 and harmless(part)


def _idle(sentence: str) -> bool:
    """Whether another sentence says nothing: a courtesy, or a name; a single word may be a command or a reservation."""
    alone = len(sentence.split()) == 1
    return harmless(sentence) and not (alone and (command.is_doubtful(sentence) or command.exact(sentence)))
