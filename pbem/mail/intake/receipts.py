"""Answers: one to each email of a seat, to its own address, as many as a day may have.

Three things are counted apart (`ReplyKind`), a day of the game's zone at a time. Sheets of a seat, whatever becomes of
them, are always answered, up to a number that no player reaches. Questions and trials have the number of game.yaml;
what is beyond either is gathered into one email an hour (`pbem.mail.exchange`). All else has the other number of
game.yaml, and emails that may be forged do not use up the last quarter of that. A game whose number is 0 sends no
replies to single emails at all.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

import msgspec

from pbem.engine.picture import Picture
from pbem.engine.reading import Lexicon
from pbem.mail.extraction.block import canonical
from pbem.mail.extraction.command import MailCommand, asks_only
from pbem.mail.extraction.command import parse as parse_command
from pbem.mail.extraction.line_classifier import folded, has_key
from pbem.mail.intake.case import MailCase, reading_of
from pbem.mail.intake.forms import asking, keys_in, newest_refused
from pbem.mail.intake.replies import CommandReply
from pbem.mail.mime.text import MailNote
from pbem.mail.outgoing import writing
from pbem.referee import calendar, letter, submissions
from pbem.referee import pictures as letter_pictures
from pbem.referee.calendar import CalendarEntry
from pbem.referee.deadlines import deadlines
from pbem.referee.deadlines.reminders import wants
from pbem.referee.game import Game
from pbem.referee.play import is_covered
from pbem.referee.stage import SeatStage, standing_answer
from pbem.report import tree
from pbem.report.letter import GOOD, Reply, ReplyFate, SheetArrival, SheetFate, questions, receipt_content
from pbem.report.plain import text
from pbem.report.returned_sheet import CorrectedSheet, corrected, says, shortened
from pbem.report.tree import Content, parse
from pbem.report.words import Words
from pbem.sheet.fault import stopped
from pbem.sheet.names import MOST_NAME, names_of
from pbem.sheet.parts import Parts
from pbem.store import encryption, files
from pbem.store.inbox import InboxItem, ReplyKind, Verdict, VerdictState
from pbem.store.outbox import MessageId, Waits

LIMIT = "limit"
"""Why an answer is not sent: its address had all replies of a day."""
GATHERED = "gathered"
"""Why an answer is not sent by itself: it goes with others, once an hour."""
MOST_SHEETS = 200
"""More sheets of one address in a day come from a program that repeats itself."""
_AS_IN_FORUMS = frozenset({"found-by-shape", "end-mark-missing", "charset-guessed"})
"""Notes on what is usual in a post: its code tags show what is the sheet."""
_SALT = 32
"""The hexadecimal digits of a salt."""
_LAST = 10
"""From how many replies to questions on each says how many are left."""
_BULLET = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])?\s*")
_MOST_WORDS, _FEWEST_LETTERS = 4, 4
"""Of a name that a line begins with; a shorter word may be one of a program."""
_MOST_LOOKED_AT = 300
"""Lines; no sheet has as many before the first that names a key or a thing of the game."""
_COUNTS_LIKE_A_SHEET = frozenset({"pass", "withdraw"})


def kind_of(game: Game, case: MailCase, state: VerdictState) -> ReplyKind:
    """What the reply to an email counts as; a sheet has its seat's token, and is accepted or resembles orders.

    It resembles them if a line begins with a key of sheets, or with the name of something in the game.
    """
    found = case.incoming.found
    if not case.credible or found.what not in ("orders", "command"):
        return ""
    if found.what == "command":
        return _of_commands(game, found.commands)
    if found.trial:
        return "question"
    if found.problem or state == "accepted":
        return "sheet"
    own, lexicon = folded(keys_in(game, case.seat, case.stages)), game.ruleset.lexicon(case.view, case.seat)
    lines = found.sheet.split("\n", _MOST_LOOKED_AT)[:_MOST_LOOKED_AT]
    return "sheet" if any(has_key(line, own) or _begins_with_name(line, lexicon) for line in lines) else ""


def _begins_with_name(line: str, lexicon: Lexicon) -> bool:
    """Whether *line* begins, behind a number or a bullet, with the name of something in the game."""
    words = [word.rstrip(":,.>") for word in _BULLET.sub("", line[:MOST_NAME], count=1).split()[:_MOST_WORDS]]
    heads = (" ".join(words[:count]) for count in range(1, len(words) + 1))
    return any(len(head) >= _FEWEST_LETTERS and names_of(lexicon).find(head, *lexicon.kinds) for head in heads)


def _of_commands(game: Game, lines: Sequence[str]) -> ReplyKind:
    asks = asking(game.ruleset)
    read = (parse_command(line, asks) for line in lines)
    if any(isinstance(one, MailCommand) and one.word in _COUNTS_LIKE_A_SHEET for one in read):
        return "sheet"
    return "question" if asks_only(lines, asks) else ""


def replies_left(game: Game, item: InboxItem, address: str, kind: ReplyKind, *, credible: bool = True) -> int:
    """How many replies of a *kind* there are for *address* on the day of *item*, that to it included."""
    answers = game.settings.mail.answers
    if not answers.a_day:
        return 0
    of_others = answers.a_day if credible else max(1, answers.a_day - -(-answers.a_day // 4))
    most = {"sheet": MOST_SHEETS, "question": answers.questions_a_day, "": of_others}[kind]
    return most - _given(game, item, address, kind)


def room_for(game: Game, item: InboxItem, address: str, most: int) -> bool:
    """Whether *address* may get one more answer, of *most* that are for neither sheets nor questions."""
    return _given(game, item, address, "") < most


def gathers(game: Game, kind: ReplyKind) -> bool:
    """Whether answers of a *kind* that are not sent one by one go together."""
    return bool(kind and game.settings.mail.answers.a_day)


def warning(kind: ReplyKind, left: int) -> Literal["", "last-answer", "answers-left", "answers-gathered"]:
    """The phrase by which a reply says that few more, as this is one of those *left*, or none are to come today."""
    if kind == "question" and 1 <= left <= _LAST + 1:
        return "answers-left" if left > 1 else "answers-gathered"
    return "last-answer" if not kind and left == 1 else ""


def given_on_day_of(game: Game, item: InboxItem) -> Iterator[Verdict]:
    """The verdicts of other items that were answered by mail and came on the day of *item*, in the game's zone."""
    day = game.settings.day_of(item.arrived)
    for near in (-1, 0, 1):
        for verdict in game.inbox.answered_on(item.arrived.date() + timedelta(days=near)):
            if verdict.item != item.number and game.settings.day_of(verdict.received) == day:
                yield verdict


def _given(game: Game, item: InboxItem, address: str, kind: ReplyKind) -> int:
    wanted = address.casefold()
    given = (one for one in given_on_day_of(game, item) if one.kind == kind)
    return sum(1 for verdict in given if verdict.answered.casefold() == wanted)


class Receipt(msgspec.Struct, frozen=True):
    """The message that carries an answer and its address; without one, the code of *why* nothing is sent."""

    ident: str = ""
    address: str = ""
    why: str = ""


def given(item: InboxItem) -> str:
    """The answer that was given to an item; empty if there was none, or if it is sealed by now."""
    path = _path(item)
    if not path.exists() or encryption.is_sealed(path):
        return ""
    return path.read_text(encoding="utf-8", errors="replace")


def receipt(
    game: Game,
    case: MailCase,
    fate: SheetFate,
    sheet: Parts,
    *,
    notes: Sequence[MailNote] = (),
    before: Mapping[tuple[str, int], datetime],
    seal: encryption.SheetSeal | None = None,
) -> tuple[Content, str, Waits]:
    """What the answer to a sheet says, its subject, and whether it can wait.

    *before* says of stages, by key and asking entry, when the sheet came that counted before this one.
    """
    if fate is SheetFate.words and not game.table.state.flow:
        fate = SheetFate.over
    stages, stage, seat = case.stages, case.stage, case.seat
    earlier = max(before.values(), default=None)
    words = letter.words_for(game, case.view, seat)
    shut = game.settings.mail.sealed is not None and bool(stage and stage.pending)
    back = _corrected(game, case, fate, sheet, sealed=shut)
    became = words.phrase("labels", f"became-{fate.value}", _to_correct(game, sheet, back))
    subject = letter.subject(game, words, stages, seat, game.pause)
    pause = game.pause if stage and stage.pending else None
    deadline = pause.due_for(seat) if pause else None
    replies = _replies(game, case, fate, sheet, before) if len(stages) > 1 or case.settled else ()
    left = [each.decision for each in replies if each.to_do]
    quiet = fate in (SheetFate.accepted, SheetFate.partly, SheetFate.held, SheetFate.doubted) or (
        fate is SheetFate.words and earlier
    )  # then a form is of no use
    asks = stages if not quiet else ()
    if replies and fate in (SheetFate.accepted, SheetFate.partly, SheetFate.refused):
        asks = tuple(stage for stage in stages if stage.decision in left)
    counts = fate in (SheetFate.accepted, SheetFate.partly) and bool(sheet.good)
    salt, hash_of_words = _hash_of(game, case, sheet.spoken.words)
    faults = sheet.faults_of_bad if shut and fate in GOOD else sheet.every_fault
    arrival = SheetArrival(
        **letter.addressed(game, case.view, seat),
        seat=seat,
        fate=fate,
        text=sheet.text,
        decision=stage.decision if stage else None,
        asked=bool(stage and stage.pending),
        covered=not counts and bool(stages) and all(is_covered(game, each, case.view) for each in stages),
        several=letter.asks_several(game, asks, case.view, pause, among=stages),
        replies=replies,
        settled=tuple(stage.decision for stage in case.settled),
        order=None if replies else sheet.order,
        faults=faults,
        corrected=back,
        remarks=len(sheet.every_fault) - len(faults) if shut else 0,
        notes=tuple(said(words, note) for note in notes if _matters(note, sheet)),
        doubts=tuple(said(words, _shown(game, doubt)) for doubt in case.incoming.found.doubts),
        sealed_away=_sealed_away(game, seal),
        replaces=earlier is not None and counts,
        overtaken=counts and not replies and _overtaken(game, case, stage),
        stands=earlier is not None and not counts,
        earlier=earlier,
        deadline=deadline,
        late=deadline is not None and case.item.arrived >= deadline,
        opens=pause.not_before(case.item.arrived) if pause else None,
        last_grace=game.settings.last_grace,
        own_hold=letter.own_hold(game, words, case.stages, case.item.arrived, deadline) if pause else "",
        plays=game.settings.plays_if_last(deadline, case.item.arrived),
        stopped=deadlines.standing_still(game.log.facts, seat) if pause else "",
        graces=pause.graces(case.item.arrived) if pause else {},
        arrived=case.item.arrived,
        subject=subject,
        mark=letter.mark(game, words, stages, seat),
        sealed=shut,
        words=sheet.spoken.words,
        words_salt=salt,
        words_hash=hash_of_words,
        hash=seal.hash if seal else "",
        nonce=seal.nonce if seal else "",
        form=letter.form(game, asks, case.view, parts=len(stages) > 1),
        coming=tuple(game.ruleset.coming(case.view, seat)) if stage else (),
        plans=None if letter.overtaken(game, seat, case.item.number) else sheet.plans.plans,
        again=_again(game, case, fate),
        refused_plans=sheet.plans.place is not None and sheet.plans.plans is None,
    )
    title = f"Re: {letter.subject(game, words, stages, seat, game.pause, became)}"
    all_counts = fate is SheetFate.accepted and counts and not left and not arrival.refused_plans
    if game.settings.in_forum(seat) and all_counts and _says_no_more(arrival, notes):
        asked = questions(words, [one.decision for one in stages], seat)
        zone = game.settings.zone_of(seat).name
        args = {"at": case.item.arrived, "zone": zone, "asked": asked, "earlier": earlier}
        return parse(words.say("labels", "receipt-in-a-line", args)), title, "receipt" if arrival.asked else ""
    return receipt_content(words, arrival), title, "remarks" if all_counts and arrival.asked else ""


def _says_no_more(arrival: SheetArrival, notes: Sequence[MailNote]) -> bool:
    """Whether a receipt says nothing but that a sheet counts: in a forum one line is enough for that."""
    told = (
        [note for note in notes if note.code not in _AS_IN_FORUMS],
        arrival.doubts,
        arrival.faults,
        arrival.late,
        arrival.overtaken,
        arrival.words,
        arrival.hash,
    )
    return not any(told)


def _hash_of(game: Game, case: MailCase, words: str) -> tuple[str, str]:
    """A salt, always the same, so that no one guesses *words* of chance by their hash; and that SHA-256."""
    if not words:
        return "", ""
    salt = hmac.digest(game.keys.words.encode(), f"{case.seat}\0{case.item.number}".encode(), "sha256").hex()[:_SALT]
    return salt, hashlib.sha256(f"{salt} {words}".encode()).hexdigest()


def first_wrong(game: Game, case: MailCase, sheet: Parts) -> str:
    """The first problem that stops something in a sheet, with its line; nothing of one that may be sealed."""
    found = next((fault for fault in sheet.every_fault if fault.problem.stops), None)
    if found is None or game.settings.mail.sealed is not None:
        return ""
    words = letter.words_for(game, case.view, case.seat)
    told = tree.plain(shortened(says(words, "problems", found.problem)))
    line = found.place.line if sheet.text.strip() else 0
    return words.phrase("labels", "wrong-line", {"line": line, "says": told})


def _to_correct(game: Game, sheet: Parts, back: CorrectedSheet | None) -> dict[str, int]:
    """How many lines are to be corrected, and corrections confirmed; of sealed sheets a subject tells nothing."""
    if game.settings.mail.sealed is not None or not sheet.text.strip():
        return {"lines": 0, "fixed": 0}
    wrong = back.wrong_lines if back else {each.place.line for each in sheet.every_fault if each.problem.stops}
    return {"lines": len(wrong), "fixed": len(back.fixed_lines) if back else 0}


def _corrected(game: Game, case: MailCase, fate: SheetFate, sheet: Parts, *, sealed: bool) -> CorrectedSheet | None:
    """A sheet that was read and of which something was refused; of a *sealed* one nothing that counts is shown."""
    refused = fate is SheetFate.refused or (fate is SheetFate.partly and not sealed)
    if not refused or case.stage is None or case.incoming.found.problem or not canonical(sheet.text):
        return None
    return corrected(sheet, reading_of(game, case, case.stage))


def _again(game: Game, case: MailCase, fate: SheetFate) -> str:
    """The sheet that was refused last, without its marks, where an email has none, or one that cannot be returned."""
    if fate not in (SheetFate.words, SheetFate.nothing, SheetFate.refused) or not case.credible:
        return ""
    lines = newest_refused(game, case.seat, case.item.number).splitlines()
    return "\n".join(lines[1:-1])


def _replies(
    game: Game, case: MailCase, fate: SheetFate, sheet: Parts, before: Mapping[tuple[str, int], datetime]
) -> tuple[Reply, ...]:
    """What became of each of several decisions."""
    read = {part.decision.name: answer for part, answer in sheet.answers}
    pause = game.pause

    def reply(stage: SeatStage) -> Reply:
        answer, earlier = read.get(stage.decision.name), before.get(stage.put)
        what: ReplyFate = "missing" if answer is None else "refused" if answer.order is None else "accepted"
        if what == "missing" and not earlier and standing_answer(game.ruleset, stage, case.view):
            what = "in-advance"
        elif what == "accepted" and fate in (SheetFate.held, SheetFate.doubted):
            what = "held"
        elif what == "accepted":
            overtaken = _overtaken(game, case, stage)
            what = "overtaken" if overtaken else "replaces" if earlier else "accepted"
        due = pause.due_for(case.seat, stage.decision.key) if pause and stage.pending else None
        late = due is not None and case.item.arrived >= due
        order = answer.order if answer and what != "refused" else None
        partly = order is not None and answer is not None and stopped(answer.faults)
        return Reply(
            decision=stage.decision, fate=what, order=order, earlier=earlier, deadline=due, late=late, partly=partly
        )

    late = (Reply(decision=stage.decision, fate="settled") for stage in case.settled) if sheet.settled else ()
    return (*map(reply, case.stages), *late)


def _sealed_away(game: Game, seal: encryption.SheetSeal | None) -> bool:
    """Whether a yes cannot find a sheet that is doubted again."""
    return game.settings.mail.sealed is not None and game.identity is None and seal is None


def _shown(game: Game, doubt: MailNote) -> MailNote:
    """A doubt, which where sheets are sealed repeats nothing of what their players wrote."""
    return doubt if game.settings.mail.sealed is None else MailNote(doubt.code, {**doubt.args, "lines": [], "more": 0})


def _overtaken(game: Game, case: MailCase, stage: SeatStage | None) -> bool:
    """Whether something that came after a sheet, which was trusted late, has taken its place."""
    return stage is not None and stage.pending and submissions.last(game, stage) > case.item.number


def _matters(note: MailNote, sheet: Parts) -> bool:
    """Whether a note can change what its reader makes of the answer: a guess at letters that do not occur cannot."""
    return note.code != "charset-guessed" or not sheet.text.isascii()


def said(words: Words, note: MailNote) -> str:
    """A note in words, with what would be better."""
    groups = [group for group in ("problems", "remedies") if words.has(group, note.code)]
    return " ".join(filter(None, (words.say(group, note.code, tree.as_words(note.args)) for group in groups)))


def notes_section(game: Game, case: MailCase, notes: Sequence[MailNote]) -> list[CommandReply]:
    """*notes* on how an email was read as a part of the reply to a command; none if there are none."""
    words = letter.words_for(game, case.view, case.seat)
    lines = "\n".join(f"- {said(words, note)}" for note in notes)
    return [CommandReply("notes", words.phrase("labels", "section-notes"), lines)] if notes else []


def answer(
    game: Game,
    case: MailCase,
    state: VerdictState,
    subject: str,
    content: Content,
    *,
    again: str = "",
    kind: ReplyKind = "",
    credible: bool = True,
    stays: bool = False,
    pictures: Sequence[Picture] = (),
    waits: Waits = "",
) -> Receipt:
    """Keep the answer to a case and queue it to the seat; *again* ends its id if the item was answered before.

    What it counts as, and whether the email is *credible*, says how many a day there are. An
    answer that *stays* goes to the seat's present address, even if it has another one when it is sent.
    Where sheets are sealed its Message-ID shows what became of the item, and nothing from which a text can be guessed.
    """
    address = game.settings.reach(case.seat)
    left = replies_left(game, case.item, address, kind, credible=credible)
    if credible and address and (code := warning(kind, left)):
        words = letter.words_for(game, case.view, case.seat)
        answers, zone = game.settings.mail.answers, game.settings.deadlines.zone.name
        args = {"left": left - 1, "most": answers.questions_a_day if kind else answers.a_day, "zone": zone}
        content = (*content, *parse(words.say("labels", code, args)))
    files.write_text(_path(case.item), text(content))
    if not address:
        return Receipt()
    ident = str(MessageId("receipt", case.item.number, again))
    if game.outbox.place(ident) is None and left < 1:
        return Receipt(why=GATHERED if gathers(game, kind) else LIMIT)
    notice = writing.Notice(
        subject,
        content,
        case.seat,
        address if stays else "",
        pictures=letter_pictures.made(game, case.view, case.seat, pictures) if pictures else (),
        attachments=writing.attached(game, case.seat, _dates(game, case)),
        answers=case.incoming.message_id,
        references=case.incoming.references,
        words=f"{state} {case.item.name}" if game.settings.mail.sealed else "",
        waits=waits,
    )
    return Receipt(writing.queue(game, ident, notice, case.item.arrived), address)


def _dates(game: Game, case: MailCase) -> tuple[CalendarEntry, ...]:
    """The deadlines of the seat, if its player has just asked for calendar files, or for the last letter again."""
    brings = (MailCommand("calendar", "on"), MailCommand("resend"))
    asked = any(parse_command(line) in brings for line in case.incoming.found.commands)
    return (
        calendar.at_present(game, case.seat, case.item.arrived) if asked and wants(game, case.seat, "calendar") else ()
    )


def _path(item: InboxItem) -> Path:
    return item.path.with_name(f"{item.name}.txt")
