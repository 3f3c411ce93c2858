"""The moderator's lines carried out: each once however often its email is read, with a word and a sentence on it."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from pbem.mail.deeds.decided import Decided
from pbem.mail.deeds.positions import NotCorrected
from pbem.mail.deeds.sending import Unclear
from pbem.mail.deeds.table import DEEDS, DeedCase
from pbem.mail.extraction.words.times import time_said
from pbem.mail.intake import by_moderator
from pbem.mail.intake.looked_at import look_at, notes_in_words
from pbem.mail.intake.moderator import questions
from pbem.mail.intake.moderator.line_case import ALL, LineCase, LineReply, UnclearLine, seat_named
from pbem.mail.intake.moderator.lines import ASKING, TELLING, TEXTS, ModeratorLine, in_lines, is_blank
from pbem.referee.allowances import extensions
from pbem.referee.correspondence import appeals
from pbem.referee.correspondence import from_moderator as words_to_players
from pbem.referee.enquiries.trial import said_back
from pbem.referee.game import Game
from pbem.referee.ladder import word as ladder_word
from pbem.referee.letters import wording
from pbem.referee.moderation import desk_access
from pbem.referee.play import apply_default
from pbem.referee.timekeeping import moving
from pbem.report.content.text import as_text
from pbem.report.faults import explain
from pbem.report.letter import SheetFate
from pbem.settings.time.spans import UntilTime
from pbem.settings.time.times import Duration
from pbem.store.facts.ladder import RungDeclined, RungTaken
from pbem.store.facts.moderator import MailedLine
from pbem.store.refusal import Refusal

_OfSeat = TypeVar("_OfSeat", RungTaken, RungDeclined)


def carry_out(case: LineCase, line: ModeratorLine) -> LineReply:
    """Carry out *line*, or say why not; one that changes something is first noted in the log."""
    retried = _noted(case)
    try:
        if is_blank(line.text):
            what = "your words" if line.word in TEXTS else "your reason"
            raise UnclearLine(f"write {what} in place of `...`")
        if line.word in ASKING or line.doubt:
            return questions.ask(case, line)
        if line.word in ("yes", "no") and not line.seat:
            return questions.answer(case, line, _say_again)
        if line.word not in TELLING and retried is None:
            case.game.note(MailedLine(item=case.item, line=case.number, text=line.said), case.clock())
        return _DOES[line.word](case, line, retried)
    except Refusal as why:
        return case.told(line, "refused", why=in_lines(str(why)))


def _say_again(case: LineCase, line: ModeratorLine) -> None:
    """Send the words to players that waited for a `yes`, by the line that had them."""
    _DOES[line.word](case, line, None)


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
        by_moderator.confirm(game, number, seat, lambda: case.arrived, new_address=line.new_address)
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
                by_moderator.dismiss(case.game, number, line.text, case.clock)
            closed.append(number)
        except by_moderator.NoReason:
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
        return _settled(case, line, request)
    fact = _since(case, retried, RungTaken, seat) or ladder_word.approve(case.game, seat, case.clock, line.text)
    return case.told(line, "approved", seat=case.game.titles[seat], rung=fact.rung)


def _no(case: LineCase, line: ModeratorLine, retried: int | None) -> LineReply:
    seat = seat_named(case.game, line.seat)
    if (request := _request(case, retried, seat)) is not None:
        return _settled(case, line, request)
    if _since(case, retried, RungDeclined, seat) is None:
        ladder_word.decline(case.game, seat, case.clock, wait=line.wait, reason=line.text)
    return case.told(line, "declined", seat=case.game.titles[seat], wait=line.wait)


def _extension(case: LineCase, line: ModeratorLine, retried: int | None) -> LineReply:
    """Grant or refuse what *seat* asks for, and that alone."""
    seat = seat_named(case.game, line.seat)
    request = _request(case, retried, seat)
    if request is None:
        raise UnclearLine(f"{case.game.titles[seat]} asks for no extension now")
    return _settled(case, line, request)


def _settled(case: LineCase, line: ModeratorLine, request: extensions.ExtensionRequest) -> LineReply:
    how = extensions.grant if line.word in ("yes", "grant") else extensions.refuse
    granted = how(case.game, request, case.clock, reason=line.text).granted
    return case.told(line, "granted" if granted else "not-granted", seat=case.game.titles[request.asked.seat])


def _request(case: LineCase, retried: int | None, seat: str) -> extensions.ExtensionRequest | None:
    """The extension that *seat* asks for, or that this line settled before the program died."""
    known = [one for one in extensions.requests(case.game) if one.asked.seat == seat]
    settled = (one for one in known if retried and one.settled and one.settled.seq > retried)
    there = (one for one in extensions.open_requests(case.game, case.clock()) if one.asked.seat == seat)
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
        raise desk_access.NoDesk("game.yaml has no `desk:` with the address of an order desk")
    top = desk_access.served_above(case.game.folder)
    word = desk_access.link_word(top, settings.moderator.address.casefold(), renew=renewed)
    return case.told(line, "desk", renewed=renewed, link=f"{settings.desk}/m/link/{word}")


def _deed(case: LineCase, line: ModeratorLine, retried: int | None) -> LineReply:
    """Do what asks nothing back, and does nothing the second time, by the function of the command."""
    given = questions.given_for(case, line)
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
    words = wording.words_for(game, game.view(seat), seat)
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
    "watch": _deed,
    "unwatch": _deed,
    "hold": _deed,
    "release": _deed,
    "play": _deed,
    "grant": _extension,
    "refuse": _extension,
    "again": _deed,
    "settled": _deed,
    "desk": _desk,
    "new desk": _desk,
    "status": _told_below,
    "help": _told_below,
}
