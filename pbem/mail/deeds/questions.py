"""What is told back before it is done: lines about people and positions, and words with a line that may be a slip.

The line is tried on a copy of the game by the function that does it, and what that says goes back to the moderator. A
later `yes` does it if it is clearly meant for that, and would still come to the same; otherwise the question is put
again. Question and answer are facts, and each deed does nothing the second time: so a kill in between loses nothing and
does nothing twice.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta

from msgspec import Struct, json
from msgspec.structs import replace

from pbem.errors import Refusal
from pbem.mail.deeds import copies, corrections
from pbem.mail.deeds.deed import Deed
from pbem.mail.deeds.fields import Decided, FieldName
from pbem.mail.deeds.lines import (
    ALL,
    STATE,
    TEXTS,
    LineCase,
    LineReply,
    ModeratorLine,
    UnclearLine,
    in_lines,
    seat_named,
)
from pbem.mail.deeds.table import DEEDS
from pbem.mail.extraction.dates import days_in, time_said
from pbem.mail.mime.headers import message_name, naming_ours
from pbem.mail.outgoing.to_moderator import reply_ident
from pbem.referee.game import Game
from pbem.referee.people import changes
from pbem.referee.rulings import try_ruling
from pbem.settings.times import UntilTime
from pbem.store.facts import DigestSent, LineAnswered, LineAsked, MailedLine

VALID = timedelta(days=14)
"""How long a `yes` is waited for."""
_TURN = "Run `pbem turn`: "
"""What a command says besides; who writes emails has a program that runs turns."""

CarriesOut = Callable[[LineCase, ModeratorLine], LineReply]
"""Does what a line says."""
_OF_POSITION = frozenset({"rule", "rewind"})
"""The deeds that change the position: what one of them comes to depends on the others."""
_AS_WRITTEN = "as-written"
"""The deed of a question about a line that a sentence beside it may take back: that line, whatever it is."""


def ask(case: LineCase, line: ModeratorLine) -> LineReply:
    """Tell back what *line* would do, and keep the question; raises `Refusal` if it cannot be done."""
    if line.word == "rule" and not line.seat and not line.given.get("ruling"):
        guide = corrections.guide(case.game, try_ruling(case.game, "", ""))
        return replace(case.told(line, "refused", why=_missing(line, "ruling")), more=tuple(guide.split("\n")))
    there = next((one for one in _asked(case.game) if (one.item, one.line) == (case.item, case.number)), None)
    fact = there or _question(case, line)
    if there is None:
        case.game.note(fact, case.clock())
    return _told(case, line, fact)


def ask_as_written(case: LineCase, line: ModeratorLine) -> LineReply:
    """Tell back *line*, which the sentence beside it may take back, and keep the question."""
    sheet = line.given.get("sheet", "")
    if sheet and case.game.settings.mail.sealed is not None:
        raise UnclearLine("sheets are sealed here: write nothing beside the line and its sheet")
    there = next((one for one in _asked(case.game) if (one.item, one.line) == (case.item, case.number)), None)
    if there is None:
        below = (one for one in (sheet or line.text).split("\n") if one.strip() and one not in line.said)
        given = {"line": json.encode(line).decode()}
        there = LineAsked(
            item=case.item,
            line=case.number,
            text=line.said,
            deed=_AS_WRITTEN,
            given=given,
            says=(line.said, *below),
            stands=case.beside,
        )
        case.game.note(there, case.clock())
    return _told(case, line, there)


class _Put(Struct, frozen=True):
    """What email *item* asks for, as far as it waits: when it was told back last, and in the reply to which email.

    What the line that answers has put again by itself does not count for that.
    """

    item: int
    asked: tuple[LineAsked, ...]
    at: datetime
    told: int


def answer(case: LineCase, line: ModeratorLine, carries_out: CarriesOut) -> LineReply:
    """Do what an earlier email asked for, or drop it; raises `Refusal` if nothing waits for that."""
    puts, clear = _meant(case, line)
    clear = clear and (line.word == "no" or not case.beside)
    if not clear and (len(puts) > 1 or _asks_before(case)):
        return replace(case.told(line, "which"), more=tuple(_listed(case, line, puts)))
    asked = [one for put in puts for one in put.asked]
    if not _begun(case) and not any(_settled(case.game, one) for one in asked):
        again = [_put_again(case, one, anyway=not clear) for one in asked] if line.word == "yes" or not clear else []
        if any(again):
            code = "asked-again" if clear else "asked-unclear"
            says = [says for put, one in zip(again, asked, strict=True) for says in _shown(case, put or one)]
            return replace(case.told(line, code, number=puts[0].item), more=tuple(says))
    if line.word == "no":
        for one in asked:
            _settle(case, one, yes=False)
        return replace(case.told(line, "dropped"), more=tuple(says for one in asked for says in _written(case, one)))
    if not _begun(case):
        case.game.note(MailedLine(item=case.item, line=case.number, text=line.said), case.clock())
    changed = [put for one in asked if (put := _done_or_changed(case, one, asked, carries_out))]
    answers = [(one, found.why) for one in asked if (found := _settled(case.game, one))]
    done = [says for one, why in answers if not why for says in _shown(case, one)]
    left = [says for _, why in answers if why for says in why.split("\n")]
    if not done and left:
        raise Refusal("\n".join(left))
    anew = [case.told(line, "asked-again", number=puts[0].item).text] if changed else []
    more = (*done, *map(in_lines, left), *anew, *(says for one in changed for says in _shown(case, one)))
    return replace(case.told(line, "answered-yes"), more=more)


def _question(case: LineCase, line: ModeratorLine) -> LineAsked:
    """The question that *line* leads to."""
    deed = DEEDS[deed_of(line)]
    whole = LineAsked(
        item=case.item, line=case.number, text=line.said, deed=deed.name, given=given_for(case, line, deed)
    )
    return replace(whole, says=(line.doubt,)) if deed.name in TEXTS else _planned(case, whole)


def deed_of(line: ModeratorLine) -> str:
    """The deed that *line* asks for, by its word and what it names."""
    return "announce" if line.word == "tell" and line.seat.casefold() == ALL else line.word


def _planned(case: LineCase, question: LineAsked) -> LineAsked:
    """*question* with what its deed would say now; raises `Refusal` if it cannot be done."""
    deed = DEEDS[question.deed]
    with copies.tried(case.game) as game:
        settled = _does(case, deed, question, game)
    says = settled.shown if settled.ahead is None else settled.ahead
    seat = question.given.get("seat", "")
    stands = str(case.game.tenure(seat).line) if seat else ""
    return replace(question, says=tuple(lines_of(says)), stands=stands)


def _does(case: LineCase, deed: Deed, question: LineAsked, game: Game) -> Decided:
    return deed.does(deed.case(game, case.clock, question.given, f"mail {question.item}.{question.line}"))


def lines_of(says: tuple[str, ...]) -> Iterator[str]:
    """What a command says, for who reads it in an email: line by line, and without the command that comes next."""
    for line in (in_lines(line) for each in says for line in each.split("\n") if line.strip()):
        before, turn, after = line.partition(_TURN)
        yield f"{before}{after[:1].upper()}{after[1:]}" if turn else line


def given_for(case: LineCase, line: ModeratorLine, deed: Deed) -> dict[str, str]:
    """What the *deed* of a line must be told, by its fields; raises `UnclearLine` if something is missing."""
    given = dict(line.given)
    if line.seat and not (line.seat.casefold() == ALL and "seat" not in deed.needs):
        given["seat"] = seat_named(case.game, line.seat)
    if line.numbers:
        given["item"] = str(line.numbers[0])
    if line.text:
        given |= {"text": line.text} if "text" in deed.needs else {"reason": line.text.rstrip(": ")}
    today = case.arrived.astimezone(case.game.settings.moderators_zone.info).date()
    if days := given.pop("days", ""):
        given["first"], given["last"] = map(str, _days(days, today))
    if line.when:
        given["length" if "length" in deed.needs else "when"] = line.when
    if until := given.get("until"):
        given["until"] = str(_day(case, until, today))
    elif deed.name == "invite":  # the same day, whenever the `yes` comes
        given["until"] = str(today + changes.VALID)
    missing = next((field for field in deed.lacks(given) if field not in deed.found), None)
    if missing:
        raise UnclearLine(_missing(line, missing))
    return given


_BELOW: dict[FieldName, str] = {"ruling": "the ruling", "sheet": "the sheet", "text": "your words"}


def _missing(line: ModeratorLine, field: FieldName) -> str:
    said = line.said.rstrip(": .")
    if field in _BELOW:
        return f"write {_BELOW[field]} below the line `{said}`, and `end` below it"
    return f"those concerned are told why: `{said} because ...`"


def _days(text: str, today: date) -> tuple[date, date]:
    ways = days_in(text)
    if len(ways) != 1:
        raise UnclearLine(f"{text} may be {' or '.join(map(str, ways))}; write days like 2026-12-24 to 2027-01-02")
    return ways[0].seen_from(today)


def _day(case: LineCase, text: str, today: date) -> date:
    zone = case.game.settings.deadlines.zone
    said = time_said(text, today, zone.name).clear
    if not isinstance(said, UntilTime) or said.at is not None:
        raise UnclearLine(f"{text} is not a day; write it like 2026-12-24")
    return said.after(case.arrived, case.arrived).astimezone(zone.info).date()


def _asked(game: Game) -> list[LineAsked]:
    return [line.fact for line in game.log.facts if isinstance(line.fact, LineAsked)]


def waits(game: Game) -> bool:
    """Whether anything that was asked back has no answer yet."""
    return any(_settled(game, one) is None for one in _asked(game))


def _settled(game: Game, question: LineAsked) -> LineAnswered | None:
    """The answer to a *question* that was put last."""
    put = False
    found: LineAnswered | None = None
    for line in game.log.facts:
        fact = line.fact
        if isinstance(fact, LineAsked) and (fact.item, fact.line) == (question.item, question.line):
            put, found = True, None
        elif put and isinstance(fact, LineAnswered) and (fact.item, fact.line) == (question.item, question.line):
            found = fact
    return found


def _told_by(fact: LineAsked) -> tuple[int, int]:
    """The email and its line in the reply to which a question was put."""
    item, _, line = fact.again.rpartition(" ")[2].partition(".")
    return (int(item), int(line)) if fact.again else (fact.item, fact.line)


def _open(case: LineCase) -> list[_Put]:
    """What waits for an answer, or has one from this line."""
    asked: dict[tuple[int, int], LineAsked] = {}
    told: dict[int, tuple[datetime, int]] = {}
    for one in case.game.log.facts:
        if isinstance(one.fact, LineAsked) and one.at >= case.arrived - VALID:
            asked[one.fact.item, one.fact.line] = one.fact
            if one.fact.again != case.cause:
                told[one.fact.item] = (one.at, _told_by(one.fact)[0])
    answers = ((one, _settled(case.game, one)) for one in asked.values())
    waiting = [one for one, found in answers if found is None or found.by == case.cause]
    items = dict.fromkeys(one.item for one in waiting if one.item in told)
    return [_Put(item, tuple(one for one in waiting if one.item == item), *told[item]) for item in items]


def _meant(case: LineCase, line: ModeratorLine) -> tuple[list[_Put], bool]:
    """What *line* answers, or may answer; and whether it is clear that it answers that.

    It is if the line names the email that asked for it, if its own email replies to the one in which it was told back,
    or if nothing else waits, and nothing has been said or asked since. No one has read what came later.
    """
    waiting = [one for one in _open(case) if one.item != case.item]
    named = [one for one in waiting if one.item in line.numbers]
    if not (named if line.numbers else waiting):
        which = f"email {line.numbers[0]}" if line.numbers else "no email of yours"
        raise UnclearLine(f"{which} {'has no line' if line.numbers else 'has a line'} that waits for your `yes`")
    if named:
        return named, all(one.at <= case.arrived or _name(case, one) in _ours(case.references, case) for one in named)
    last = _ours(case.references[-1:], case)
    replied = [one for one in waiting if _name(case, one) in last]
    clear = not _asks_before(case) and (bool(replied) or (not last and _is_last(case, waiting)))
    return (replied if replied and clear else waiting), clear


def _ours(references: tuple[str, ...], case: LineCase) -> frozenset[str]:
    return naming_ours(references, case.game.settings.mail.sender)


def _name(case: LineCase, put: _Put) -> str:
    """The name of the reply in which something was told back last."""
    return message_name(case.game.keys.message_ids, reply_ident(put.told), case.game.settings.moderator.address)


def _is_last(case: LineCase, waiting: list[_Put]) -> bool:
    """Whether all that waits was told back at once, and the moderator and we have written nothing since."""
    known = (one for one in case.game.inbox.verdicts() if one.state == STATE and one.credible)
    before = max((one.item for one in known if one.item < case.item), default=0)
    at = max(one.at for one in waiting)
    digests = (one.at for one in case.game.log.facts if isinstance(one.fact, DigestSent))
    asked_since = any(at < each <= case.arrived for each in digests)
    return {one.told for one in waiting} == {before} and at <= case.arrived and not asked_since


def _asks_before(case: LineCase) -> bool:
    """Whether a line above this one, in the same email, asks for something."""
    told = (_told_by(one) for one in _asked(case.game))
    return any(item == case.item and number < case.number for item, number in told)


def _listed(case: LineCase, line: ModeratorLine, puts: list[_Put]) -> Iterator[str]:
    """The answers among which *line* does not choose, each before what it is for, so that none is a line of its own."""
    for put in puts:
        first, *others = (says for one in put.asked for says in _of_answer(case, line, one))
        yield f"{line.word} {put.item}: {first}"
        yield from others


def _of_answer(case: LineCase, line: ModeratorLine, question: LineAsked) -> tuple[str, ...]:
    return _written(case, question) if line.word == "no" else _shown(case, question)


def _written(case: LineCase, question: LineAsked) -> tuple[str, ...]:
    """What the moderator wrote."""
    return _shown(case, question) if question.deed in TEXTS else (question.text,)


def _shown(case: LineCase, question: LineAsked) -> tuple[str, ...]:
    """What a `yes` to *question* comes to: what is done, or the words that are sent."""
    if question.deed not in TEXTS:
        return question.says
    seat, item = question.given.get("seat", ""), question.given.get("item", "")
    args = {"title": case.game.titles.get(seat, ""), "writer": f"email {item}" if item else ""}
    return (f"{case.words.phrase('deeds', question.deed, args)}:", *question.given["text"].split("\n"))


def _begun(case: LineCase) -> bool:
    """Whether the program died after it had begun to do what this line says."""
    facts = (one.fact for one in case.game.log.facts)
    return any(isinstance(one, MailedLine) and (one.item, one.line) == (case.item, case.number) for one in facts)


def _put_again(case: LineCase, question: LineAsked, *, anyway: bool) -> LineAsked | None:
    """Put *question* again if it has become another, or *anyway*, unless this line has done so; None if it stands."""
    if question.again == case.cause:
        return question
    now = question
    with suppress(Refusal):  # it is told when it is tried
        now = _planned(case, question) if question.deed in DEEDS.keys() - TEXTS else question
    if not anyway and (now.says, now.stands) == (question.says, question.stands):
        return None
    put = replace(now, again=case.cause)
    case.game.note(put, case.clock())
    return put


def _done_or_changed(
    case: LineCase, question: LineAsked, asked: list[LineAsked], carries_out: CarriesOut
) -> LineAsked | None:
    """Do what *question* asked, or put it again if it has become another by one of the *asked* before it."""
    before = any(one.deed in _OF_POSITION for one in asked[: asked.index(question)])
    depends = before and question.deed in _OF_POSITION and _settled(case.game, question) is None
    put = _put_again(case, question, anyway=False) if depends else None
    if put is None:
        _do(case, question, carries_out)
    return put


def _do(case: LineCase, question: LineAsked, carries_out: CarriesOut) -> None:
    """Do what *question* asked, unless it was done."""
    if _settled(case.game, question):
        return
    try:
        if question.deed in DEEDS:
            _does(case, DEEDS[question.deed], question, case.game)
        else:
            _as_written(case, question, carries_out)
    except Refusal as why:
        _settle(case, question, yes=True, why=str(why))
    else:
        _settle(case, question, yes=True)


def _as_written(case: LineCase, question: LineAsked, carries_out: CarriesOut) -> None:
    """Carry out the line of an earlier email; a day that it names is seen from when that came."""
    line = json.decode(question.given["line"], type=ModeratorLine)
    first = case.game.inbox.numbered(question.item)
    arrived = first.arrived if first and line.when else case.arrived
    asked = replace(case, item=question.item, number=question.line, arrived=arrived, beside="")
    told = carries_out(asked, line)
    if not told.done:
        raise Refusal("\n".join([told.text, *told.more]))


def _settle(case: LineCase, question: LineAsked, *, yes: bool, why: str = "") -> None:
    if _settled(case.game, question) is None:
        fact = LineAnswered(item=question.item, line=question.line, by=case.cause, yes=yes, why=why)
        case.game.note(fact, case.clock())


def _told(case: LineCase, line: ModeratorLine, fact: LineAsked) -> LineReply:
    if fact.deed in TEXTS:
        told = case.told(line, "asked-text", number=fact.item, doubt=fact.says[0])
    elif fact.deed == _AS_WRITTEN:
        told = case.told(line, "asked-beside", number=fact.item, beside=fact.stands)
    else:
        told = case.told(line, "asked", number=fact.item)
    return replace(told, more=_shown(case, fact))
