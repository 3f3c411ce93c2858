"""An email of the moderator: is it trusted, what its lines do, the reply.

It counts as the moderator's if it has the moderator's address and a token that was sent there; a seat's token makes it
the seat's. What changes anything needs a fresh token, and a signature where the game asks players for one.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.errors import Refusal
from pbem.mail.deeds.corrections import NotCorrected
from pbem.mail.deeds.fields import MOST_LINE, Decided
from pbem.mail.deeds.table import DEEDS, DeedCase
from pbem.mail.extraction.dates import time_said
from pbem.mail.extraction.quoted_form import without_letter
from pbem.mail.extraction.quoting import lines_of
from pbem.mail.extraction.texts import contents
from pbem.mail.intake import confirmations, moderator_questions, receipts, sender
from pbem.mail.intake import moderator_lines as said
from pbem.mail.intake.arrival import Arrival, Ruling
from pbem.mail.intake.moderator_lines import (
    ALL,
    ASKING,
    STATE,
    TELLING,
    TEXTS,
    UNDOUBTED,
    LineCase,
    LineReply,
    ModeratorLine,
    UnclearLine,
    in_lines,
    is_blank,
    names_a_seat,
    nearly_names_a_seat,
    seat_named,
)
from pbem.mail.intake.sender import tokens_of
from pbem.mail.intake.sheet_files import look_at, notes_in_words
from pbem.mail.message.dkim import body_altered
from pbem.mail.message.received import ReceivedMail
from pbem.mail.mime.text import DAMAGED
from pbem.mail.outgoing import to_moderator, writing
from pbem.mail.outgoing.to_moderator import TokenAge
from pbem.referee import letter, moderator
from pbem.referee.deadlines import allowances, ladder, moving
from pbem.referee.enquiries import said_back
from pbem.referee.game import Game
from pbem.referee.people import appeals
from pbem.referee.people import words as words_to_players
from pbem.referee.play import apply_default
from pbem.report.letter import SheetFate
from pbem.report.plain import as_text, text
from pbem.report.returned_sheet import explain
from pbem.report.words import Words
from pbem.settings.times import Duration, UntilTime
from pbem.store import files
from pbem.store.facts import MailedLine, RungDeclined, RungTaken
from pbem.store.inbox import MOST_BYTES, InboxItem, Verdict, size_of
from pbem.store.outbox import MessageId, Unclear

_NOTHING = re.compile(r"0+(?![\d:.])")
"""A length of no time, though a clock may show the same: `0h`."""
_OfSeat = TypeVar("_OfSeat", RungTaken, RungDeclined)


def carry_out(case: LineCase, line: ModeratorLine) -> LineReply:
    """Carry out *line*, or say why not; one that changes something is first noted in the log."""
    try:
        if is_blank(line.text):
            what = "your words" if line.word in TEXTS else "your reason"
            raise UnclearLine(f"write {what} in place of `...`")
        if line.word in ASKING or line.doubt:
            return moderator_questions.ask(case, line)
        if line.word in ("yes", "no") and not line.seat:
            return moderator_questions.answer(case, line, _say_again, _do_once)
        if case.beside and line.word not in UNDOUBTED and _noted(case) is None:
            return moderator_questions.ask_as_written(case, line)
        return _do_once(case, line)
    except Refusal as why:
        says = in_lines(str(why)).rstrip(". \n")
        if "\n" not in says:
            return case.told(line, "refused", why=says)
        return replace(case.told(line, "refused-lines"), code="refused", more=tuple(f"{says}.".split("\n")))


def _do_once(case: LineCase, line: ModeratorLine) -> LineReply:
    """Do what *line* says, and nothing the second time; raises `Refusal`."""
    retried = _noted(case)
    if line.word not in TELLING and retried is None:
        case.game.note(MailedLine(item=case.item, line=case.number, text=line.said), case.clock())
    return _DOES.get(line.word, _deed)(case, line, retried)


def _say_again(case: LineCase, line: ModeratorLine) -> None:
    """Send the words to players that waited for a `yes`, by the line that had them."""
    _DOES.get(line.word, _deed)(case, line, None)


def _noted(case: LineCase) -> int | None:
    """Where the log has this line already, for the program died over it."""
    for one in case.game.log.lines:
        if isinstance(one.fact, MailedLine) and (one.fact.item, one.fact.line) == (case.item, case.number):
            return one.seq
    return None


def _confirm(case: LineCase, line: ModeratorLine, _retried: int | None) -> LineReply:
    game, number = case.game, line.numbers[0]
    seat = seat_named(game, line.seat) if line.seat else ""
    item = game.inbox.numbered(number)
    verdict = game.inbox.verdict(item) if item else None
    if verdict and verdict.confirmable and not (seat or verdict.seat):
        raise UnclearLine(f"the seat of email {number} is unknown; name it: `confirm {number} as SEAT`")
    before = game.inbox.confirmation_of(item) if item else None
    if before is None or before.at != case.arrived:
        confirmations.confirm(game, number, seat, lambda: case.arrived, new_address=line.new_address)
    found = game.inbox.confirmation_of(item) if item else None
    return case.told(line, "confirmed", number=number, seat=game.titles.get(found.seat if found else seat, seat))


def _dismiss(case: LineCase, line: ModeratorLine, _retried: int | None) -> LineReply:
    closed, left = list[int](), list[str]()
    for number in line.numbers:
        item = case.game.inbox.numbered(number)
        verdict = case.game.inbox.verdict(item) if item else None
        try:
            if appeals.was_made(case.game, number):
                _dismiss_appeal(case, number, line.text)
            elif verdict is None or verdict.state != "dismissed":
                confirmations.dismiss(case.game, number, line.text, case.clock)
            closed.append(number)
        except confirmations.NoReason:
            whose = verdict.seat if verdict else ""
            left.append(f"{whose} waits for email {number}, so write `dismiss {number} because` and your reason")
        except Refusal as why:
            left.append(in_lines(str(why)))
    if not closed:
        return case.told(line, "refused", why="; ".join(left))
    return case.told(line, "dismissed", numbers=closed, left=left)


def _dismiss_appeal(case: LineCase, number: int, why: str) -> None:
    if not why:
        raise UnclearLine(f"email {number} is an appeal, and its player is told why: `dismiss {number} because ...`")
    appeals.settle(case.game, number, "dismissed", why, case.clock)


def _extend(case: LineCase, line: ModeratorLine, retried: int | None) -> LineReply:
    said, seats = _when(case, line), _seats(case, line)

    def extended(*, again: bool) -> moving.TimeChange:
        return moving.extend(case.game, case.clock, said, reason=line.text, seats=seats, again=again)

    change = extended(again=retried is None)
    if retried is not None and not change.changed and change.line < retried:
        change = extended(again=True)  # that was the same request in an earlier email
    return _moved(case, line, change, retried)


def _set(case: LineCase, line: ModeratorLine, retried: int | None) -> LineReply:
    said = _when(case, line)
    if isinstance(said, Duration):
        raise UnclearLine(f"{line.when} is a length, not a time; `extend {line.when}` adds it to the deadline")
    change = moving.set_to(case.game, case.clock, said, reason=line.text, seats=_seats(case, line))
    return _moved(case, line, change, retried)


def _pause(case: LineCase, line: ModeratorLine, _retried: int | None) -> LineReply:
    moving.stop_clock(case.game, case.clock, reason=line.text)
    return case.told(line, "stopped")


def _resume(case: LineCase, line: ModeratorLine, retried: int | None) -> LineReply:
    change = moving.resume_clock(case.game, case.clock, reason=line.text)
    if not change.changed and retried is None:
        return case.told(line, "not-stopped")
    return case.told(line, "resumed", dues=_dues(case))


def _dues(case: LineCase) -> list[str]:
    pause = case.game.pause
    times = sorted({due for one in pause.waits if (due := pause.due(one))}) if pause else []
    return [case.moment(time) for time in times]


def _moved(case: LineCase, line: ModeratorLine, change: moving.TimeChange, retried: int | None) -> LineReply:
    titles = case.game.titles
    times = list(dict.fromkeys(case.moment(one.after) for one in change.moved))
    whose = list(dict.fromkeys(titles.get(one.seat, one.seat) for one in change.moved))
    changed = change.changed or retried is not None  # before the program died
    return case.told(line, "moved", seats=whose if line.seat else [], times=times, changed=changed)


def _when(case: LineCase, line: ModeratorLine) -> Duration | UntilTime:
    zone = case.game.settings.moderators_zone
    if line.word == "extend" and _NOTHING.match(line.when):
        raise UnclearLine(f"{line.when} adds nothing to the deadline")
    found = time_said(line.when, case.arrived.astimezone(zone.info).date(), zone.name)
    if found.clear is None and found.ways:
        ways = " or ".join(str(one) for one in found.ways)
        raise UnclearLine(f"{line.when} may be {ways}; write the day and a time such as 20:00")
    if found.clear is None:
        raise UnclearLine(f"{line.when} is not a time; write `24h`, `2 days` or `until Fri 20:00`")
    return found.clear


def _seats(case: LineCase, line: ModeratorLine) -> tuple[str, ...]:
    return () if not line.seat or line.seat.casefold() == ALL else (seat_named(case.game, line.seat),)


def _default(case: LineCase, line: ModeratorLine, _retried: int | None) -> LineReply:
    seat = seat_named(case.game, line.seat)
    if not line.text:
        raise UnclearLine(f"the players are told why: `default {line.seat} because ...`")
    apply_default(case.game, seat, line.text, case.clock)
    return case.told(line, "defaulted", seat=case.game.titles[seat])


def _tell(case: LineCase, line: ModeratorLine, _retried: int | None) -> LineReply:
    if line.seat.casefold() == ALL:
        words_to_players.announce(case.game, line.text, case.clock, now=True, cause=case.cause)
        return case.told(line, "told", seat="", text=line.text.split("\n"))
    seat = seat_named(case.game, line.seat)
    words_to_players.tell(case.game, seat, line.text, case.clock, now=True, cause=case.cause)
    return case.told(line, "told", seat=case.game.titles[seat], text=line.text.split("\n"))


def _answer(case: LineCase, line: ModeratorLine, _retried: int | None) -> LineReply:
    number = line.numbers[0]
    fact = words_to_players.answer(case.game, number, line.text, case.clock, cause=case.cause)
    return case.told(line, "answered", number=number, seat=case.game.titles.get(fact.seat, fact.seat))


def _yes(case: LineCase, line: ModeratorLine, retried: int | None) -> LineReply:
    seat = seat_named(case.game, line.seat)
    if (request := _request(case, retried, seat)) is not None:
        return _extension_settled(case, line, request)
    fact = _since(case, retried, RungTaken, seat) or ladder.approve(case.game, seat, case.clock, line.text)
    return case.told(line, "approved", seat=case.game.titles[seat], rung=fact.rung)


def _no(case: LineCase, line: ModeratorLine, retried: int | None) -> LineReply:
    seat = seat_named(case.game, line.seat)
    if (request := _request(case, retried, seat)) is not None:
        return _extension_settled(case, line, request)
    if _since(case, retried, RungDeclined, seat) is None:
        ladder.decline(case.game, seat, case.clock, wait=line.wait, reason=line.text)
    return case.told(line, "declined", seat=case.game.titles[seat], wait=line.wait)


def _extension(case: LineCase, line: ModeratorLine, retried: int | None) -> LineReply:
    """Grant or refuse what *seat* asks for, and that alone."""
    seat = seat_named(case.game, line.seat)
    request = _request(case, retried, seat)
    if request is None:
        raise UnclearLine(f"{case.game.titles[seat]} asks for no extension now")
    return _extension_settled(case, line, request)


def _extension_settled(case: LineCase, line: ModeratorLine, request: allowances.ExtensionRequest) -> LineReply:
    how = allowances.grant_extension if line.word in ("yes", "grant") else allowances.refuse_extension
    granted = how(case.game, request, case.clock, reason=line.text).granted
    return case.told(line, "granted" if granted else "not-granted", seat=case.game.titles[request.asked.seat])


def _request(case: LineCase, retried: int | None, seat: str) -> allowances.ExtensionRequest | None:
    """The extension that *seat* asks for, or that this line settled before the program died."""
    known = [one for one in allowances.extension_requests(case.game) if one.asked.seat == seat]
    settled = (one for one in known if retried and one.settled and one.settled.seq > retried)
    there = (one for one in allowances.open_requests(case.game, case.clock()) if one.asked.seat == seat)
    return next(settled, None) or next(there, None)


def _since(case: LineCase, retried: int | None, kind: type[_OfSeat], seat: str) -> _OfSeat | None:
    """What the line led to before the program died."""
    for one in case.game.log.lines:
        if retried is not None and one.seq > retried and isinstance(one.fact, kind) and one.fact.seat == seat:
            return one.fact
    return None


def _desk(case: LineCase, line: ModeratorLine, _retried: int | None) -> LineReply:
    settings, renewed = case.game.settings, line.word == "new desk"
    if not settings.desk:
        raise moderator.NoDesk("game.yaml has no `desk:` with the address of an order desk")
    top = moderator.served_above(case.game.folder)
    word = moderator.link_word(top, settings.moderator.address.casefold(), renew=renewed)
    return case.told(line, "desk", renewed=renewed, link=f"{settings.desk}/m/link/{word}")


def _deed(case: LineCase, line: ModeratorLine, retried: int | None) -> LineReply:
    """Do what asks nothing back, and does nothing the second time, by the function of the command."""
    given = moderator_questions.given_for(case, line)
    try:
        done = DEEDS[line.word].does(DeedCase(case.game, case.clock, given, case.cause))
    except Unclear:
        if retried is None:
            raise
        done = Decided(says=())  # it was done before the program died
    return replace(case.told(line, "done"), more=done.shown)


def _submit(case: LineCase, line: ModeratorLine, _retried: int | None) -> LineReply:
    """Keep the sheet as an item of its seat, once it was read; it is judged when this email was."""
    game, seat = case.game, seat_named(case.game, line.seat)
    text = line.given.get("sheet", "")
    if not text.strip():
        raise UnclearLine(f"write the sheet below the line `{line.said.rstrip(': .')}`, and `end` below it")
    raw = f"{text}\n".encode()
    if game.inbox.known(raw, seat=seat, source=case.cause) is None:
        told = _read(game, seat, raw)
        game.inbox.keep(raw, case.arrived, seat=seat, source=case.cause)
        return replace(case.told(line, "submitted", seat=game.titles[seat]), more=told)
    return case.told(line, "submitted", seat=game.titles[seat])


def _read(game: Game, seat: str, raw: bytes) -> tuple[str, ...]:
    """How a sheet was read, in lines; raises `NotCorrected` if it would not count."""
    looked = look_at(game, seat, raw, as_mail=False)
    words = letter.words_for(game, game.view(seat), seat)
    notes = list(notes_in_words(words, looked))
    if looked.doubts:
        notes.append("Send the sheet again between a line `---` and a line `...`, without those words.")
    elif looked.commands or looked.fate in (SheetFate.accepted, SheetFate.partly):
        told = as_text(said_back(game, seat, looked.sheet)) if looked.sheet.good else ", ".join(looked.commands)
        return (*notes, *told.split("\n"))
    faults = looked.sheet.every_fault
    problems = explain(words, looked.sheet.text, faults) if faults else words.phrase("labels", "became-nothing", {})
    raise NotCorrected("\n".join([*notes, problems]))


def _told_below(case: LineCase, line: ModeratorLine, _retried: int | None) -> LineReply:
    return case.told(line, line.word)


_DOES: Mapping[str, Callable[[LineCase, ModeratorLine, int | None], LineReply]] = {
    "confirm": _confirm,
    "dismiss": _dismiss,
    "extend": _extend,
    "set": _set,
    "default": _default,
    "yes": _yes,
    "no": _no,
    "tell": _tell,
    "answer": _answer,
    "pause": _pause,
    "resume": _resume,
    "submit": _submit,
    "grant": _extension,
    "refuse": _extension,
    "desk": _desk,
    "new desk": _desk,
    "status": _told_below,
    "help": _told_below,
}
"""What other lines do than the deed of their name, or in other words."""


_MOST_LETTERS = 4
"""The last emails to the moderator that are recognised where they return without a sign of quotation."""
_MOST_UNREAD = 5
_KEPT = "lines"
_LIKE_QUESTIONS = frozenset({*said.TELLING, "unread"})
"""Codes of replies that a day has a limit of; those about lines that change something have that of sheets."""

_Lines = tuple[said.ModeratorLine | said.UnreadLine, ...]


def of_the_moderator(arrival: Arrival) -> Ruling | None:
    """Judge an email from the moderator's address, and carry out its lines; one without such lines may be a seat's."""
    game, item, incoming = arrival.game, arrival.item, arrival.incoming
    tokens = tokens_of(incoming)
    age = to_moderator.age_of(game, tokens, item.arrived)
    if age in ("missing", "foreign") and arrival.claim.seat:
        return None
    found = _lines(game, incoming)
    asked = [one for one in found if isinstance(one, said.ModeratorLine)]
    if age in ("missing", "foreign") and not asked:
        return None
    doubt = _doubt(game, item, arrival.raw, incoming, age)
    words = letter.words_for(game, game.view(), PUBLIC)
    beside = said.sentence_beside(_of_the_writer(game, found), _own_names(game))
    case = LineCase(game, arrival.clock, words, item.number, 0, item.arrived, incoming.references, beside)
    replies = _carried_out(case, item, found, doubt)
    verdict = msgspec.structs.replace(
        arrival.verdict,
        state=STATE,
        why="",
        credible=not doubt,
        problems=tuple(dict.fromkeys(one.code for one in replies)),
    )
    return Ruling(_answered(game, item, incoming, verdict, replies, doubt) if replies else verdict)


def _of_the_writer(game: Game, found: _Lines) -> _Lines:
    """Those of the lines that are none of an email to the moderator, be that returned without signs of quotation."""
    unread = any(isinstance(one, said.UnreadLine) for one in found)
    ours = {_bare(line) for text in _letters(game) for line in text.split("\n")} if unread else set()
    return tuple(one for one in found if isinstance(one, said.ModeratorLine) or _bare(one.said) not in ours)


def _bare(line: str) -> str:
    return " ".join(line.split()).rstrip(".")


def _own_names(game: Game) -> frozenset[str]:
    return frozenset(game.settings.moderator.name.casefold().split())


def _doubt(game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, age: TokenAge) -> str:
    """The code of why an email is not trusted as the moderator's; empty if it is."""
    if age in ("missing", "foreign"):
        return f"{age}-token"
    if size_of(raw) > MOST_BYTES:
        return "mail-too-large"
    if game.settings.moderator.answers == "signed" or "dkim" in game.settings.mail.trust.policy:
        shown = sender.signed(game, item, raw, incoming)
        if shown.state != "believed":
            return shown.code
    if body_altered(raw):
        return "altered"
    return "old-token" if age == "old" else ""


def _lines(game: Game, incoming: ReceivedMail) -> _Lines:
    """What the first text of an email that has such a line asks for; one that has none is given if all are."""
    letters = "\n".join(_letters(game))
    first: _Lines = ()
    for each in incoming.contents.texts:
        if each.source == "sheet" or each.problem:
            continue
        lines = without_letter(lines_of(each.text, quoted=each.source == "nested"), letters, "")
        own = [line.raw for line in lines if line.own]
        if any(DAMAGED in line for line in own):
            continue
        found = said.read(own, partial(names_a_seat, game), partial(nearly_names_a_seat, game))
        if any(isinstance(one, said.ModeratorLine) for one in found):
            return found
        first = first or _else_said(game, "\n".join(own).strip()) or found
    return first


def _else_said(game: Game, text: str) -> _Lines:
    """What a text without any of these lines answers, or asks: it is not passed over like courtesies."""
    answer = confirmations.answered(text) if moderator_questions.waits(game) else ""
    line = text.partition("\n")[0].strip()[:MOST_LINE]
    if answer and not confirmations.acknowledges(text):
        return (said.ModeratorLine(line, answer),)
    return (said.UnreadLine(line),) if answer or "?" in text else ()


def _letters(game: Game) -> Iterator[str]:
    """The last emails to the moderator."""
    ours = [one for one in game.outbox.idents() if MessageId.parse(one).reader == to_moderator.READER]
    for ident in sorted(ours)[-_MOST_LETTERS:]:
        raw = game.outbox.read(ident)[1]
        yield from (each.text for each in contents(raw, len(raw)).texts)


def _carried_out(case: LineCase, item: InboxItem, found: _Lines, doubt: str) -> tuple[LineReply, ...]:
    """What became of each line; what is kept beside the item is not done again after the program died."""
    game = case.game
    kept = game.inbox.beside(item, _KEPT, tuple[LineReply, ...], "its lines are carried out again") or ()
    unread = [one for one in found if isinstance(one, said.UnreadLine)][_MOST_UNREAD:]
    lines = [one for one in found if one not in unread][: said.MOST]
    for number, line in enumerate(lines[len(kept) :], len(kept) + 1):
        kept = (*kept, _reply(replace(case, number=number), line, doubt))
        game.inbox.keep_beside(item, _KEPT, msgspec.json.encode(kept))
    return kept


def _reply(case: LineCase, line: said.ModeratorLine | said.UnreadLine, doubt: str) -> LineReply:
    if isinstance(line, said.UnreadLine):
        says = case.words.say("moderator", "line-unread", {"word": line.word})
        return LineReply(line.said, "unread", says, done=False)
    if doubt and not (doubt == "old-token" and line.word in said.TELLING):
        return LineReply(line.said, doubt, _doubted(case.words, doubt), done=False)
    return carry_out(case, line)


def _doubted(words: Words, code: str) -> str:
    """Why nothing in an email is carried out."""
    if words.has("moderator", f"line-{code}"):
        return words.say("moderator", f"line-{code}", {"days": to_moderator.FRESH})
    return words.say("moderator", "line-refused", {"why": words.phrase("problems", code).rstrip(".")})


def _settled(game: Game, item: InboxItem) -> frozenset[int]:
    """The emails that are processed next, for a line confirmed them, and *item* itself."""
    waiting = (one for one in game.inbox.waiting() if game.inbox.confirmation_of(one))
    return frozenset({item.number, *(one.number for one in waiting)})


def _answered(
    game: Game, item: InboxItem, incoming: ReceivedMail, verdict: Verdict, replies: Sequence[LineReply], doubt: str
) -> Verdict:
    """Send the reply, and say in the verdict to which address."""
    who, words = game.settings.moderator, letter.words_for(game, game.view(), PUBLIC)
    done = sum(one.done for one in replies)
    args = {"done": done, "not_done": len(replies) - done}
    codes = {one.code for one in replies}
    content = to_moderator.content(
        game,
        "reply",
        replies=[{"said": one.said.split("\n"), "text": one.text, "more": list(one.more)} for one in replies],
        doubt=doubt,
        status="status" in codes,
        help=bool(codes & {"help", "unread"}),
        words=list(said.WORDS),
        asking=[word for word in said.WORDS if word in said.ASKING],
        heading=words.say("moderator", "reply-heading", args),
        days=to_moderator.FRESH,
        **to_moderator.standing(game, item.arrived, without=_settled(game, item)),
    )
    files.write_text(item.path.with_name(f"{item.name}.txt"), text(content))
    ident = to_moderator.reply_ident(item.number)
    most = game.settings.mail.answers.a_day
    if most and not doubt and codes - _LIKE_QUESTIONS:
        most = receipts.MOST_SHEETS  # what was asked back, or is done, must be told
    room = receipts.room_for(game, item, who.address, most)
    if game.outbox.place(ident) is None and not room:
        return msgspec.structs.replace(verdict, why=receipts.LIMIT)
    notice = writing.Notice(
        f"Re: {to_moderator.subject(game, words.phrase('moderator', 'reply-heading', args), item.arrived)}",
        content,
        address=who.address,
        name=who.name,
        answers=incoming.message_id,
        references=incoming.references,
    )
    queued = writing.queue(game, ident, notice, item.arrived)
    return msgspec.structs.replace(verdict, receipt=queued, answered=who.address)
