"""Emails about time: a deadline moved, the clock was stopped or runs again; each reader's own, in the reader's zone.

What is about all goes to the seats whose letter told the deadline, what is about one seat to that seat alone: others
must not learn from it whether anything came from it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from pbem.engine.decision import MODERATOR
from pbem.engine.play import asked
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.writing import Notice, Telling
from pbem.referee import letter
from pbem.referee.deadlines import deadlines
from pbem.referee.deadlines.allowances import granted_by_rule
from pbem.referee.deadlines.reminders import wants
from pbem.referee.game import Game
from pbem.referee.people import changes
from pbem.report.letter import question
from pbem.report.words import Plain, Words
from pbem.store.facts import ClockResumed, ClockStopped, DeadlineMoved, ExtensionAsked, ExtensionRefused
from pbem.store.log import LogLine, Pause

TimeFact = DeadlineMoved | ClockStopped | ClockResumed


def _of_all(fact: TimeFact) -> bool:
    return not fact.seats


def _concerned(game: Game, line: LogLine, fact: TimeFact) -> tuple[str, ...]:
    pause = deadlines.as_of(game.log.lines, line.seq)
    everyone = isinstance(fact, ClockStopped | ClockResumed)
    told = [seat for seat in game.titles if everyone or (pause is not None and pause.tells(seat))]
    return tuple(seat for seat in fact.seats or told if seat in game.titles and game.settings.reach(seat))


def _moved(game: Game, line: LogLine, fact: DeadlineMoved, seat: str) -> Notice | None:
    """What *seat* is told of a deadline that moved; nothing once the round is over, or if its own did not move."""
    if game.pause is None or game.pause.round != fact.round or fact.by == changes.BY:
        return None  # a new player's dossier has the deadline
    replied = seat == fact.by and granted_by_rule(game, fact) and not wants(game, seat, "calendar")
    if fact.in_letters or replied:
        return None  # the letter says it, or the reply to the request
    before, after = (deadlines.as_of(game.log.lines, number) for number in (line.seq - 1, line.seq))
    if before is None or after is None or _dues(before, seat) == _dues(after, seat):
        return None
    words, zone = letter.words_for(game, game.view(seat), seat), game.settings.zone_of(seat).name
    was = {due for due in _dues(before, seat).values() if due}
    named = game.settings.extensions is not None and game.settings.extensions.asker == "named"
    who = game.titles.get(fact.by, "") if named else ""
    args = {"alone": bool(fact.seats), "by": fact.by, "since": fact.since, "zone": zone, "who": who}
    more = [words.phrase("time", "for-you-alone")] if fact.seats and fact.by != seat else []
    return _notice(
        game,
        words,
        seat,
        "moved",
        after,
        why=words.phrase("time", _why(words, "moved", fact.by, seat, game), args),
        reason=fact.reason,
        was=words.phrase("time", "was-due", {"before": was.pop(), "zone": zone}) if len(was) == 1 else "",
        more=[words.phrase("time", "sheets-still-count" if _asked(after, seat) else "nothing-to-do"), *more],
    )


def _asker(game: Game, _line: LogLine, fact: ExtensionRefused) -> tuple[str, ...]:
    asked = game.log.lines[fact.request - 1].fact
    return (asked.seat,) if isinstance(asked, ExtensionAsked) and game.settings.reach(asked.seat) else ()


def _refused(game: Game, line: LogLine, fact: ExtensionRefused, seat: str) -> Notice | None:
    """What *seat* is told of its request that was refused; nothing once the round is over."""
    asked, pause = game.log.lines[fact.request - 1].fact, deadlines.as_of(game.log.lines, line.seq)
    if game.pause is None or not isinstance(asked, ExtensionAsked) or game.pause.round != asked.round:
        return None
    words = letter.words_for(game, game.view(seat), seat, posted=not seat)
    why = words.phrase("time", "extension-refused")
    return _notice(game, words, seat, "unmoved", pause, why=why, reason=fact.reason, was="", more=())


def _stopped(game: Game, line: LogLine, fact: ClockStopped, seat: str) -> Notice | None:
    """What *seat* is told of a clock that stands; nothing if it stood already, or runs again by now."""
    earlier, now = deadlines.stops(game.log.lines[: line.seq - 1]), deadlines.stops(game.log.lines)
    if line.seq not in now or any(deadlines.stopped_for(one, seat) for one in earlier.values()):
        return None
    words, args = letter.words_for(game, game.view(seat), seat), {"alone": bool(fact.seats), "by": fact.by}
    more = [words.phrase("time", "stopped-you" if fact.seats else "stopped-all", {"plays": fact.plays})]
    more += [words.phrase("time", "for-you-alone")] if fact.seats else []
    why = words.phrase("time", _why(words, "stopped", fact.by, seat, game), args)
    return _notice(game, words, seat, "stopped", None, why=why, reason=fact.reason, was="", more=more)


def _resumed(game: Game, line: LogLine, fact: ClockResumed, seat: str) -> Notice | None:
    """What *seat* is told of a clock that runs again; nothing if it still stands, or the round is over."""
    left = deadlines.stops(game.log.lines[: line.seq])
    over = game.pause is not None and game.pause.round != fact.round
    if over or any(deadlines.stopped_for(one, seat) for one in left.values()):
        return None
    pause = deadlines.as_of(game.log.lines, line.seq)
    words, args = letter.words_for(game, game.view(seat), seat), {"alone": bool(fact.seats), "by": fact.by}
    why = words.phrase("time", _why(words, "resumed", fact.by, seat, game), args)
    more = [words.phrase("time", "for-you-alone")] if fact.seats else []
    shown = pause if pause and (pause.tells(seat) or fact.seats) else None
    return _notice(game, words, seat, "resumed", shown, why=why, reason=fact.reason, was="", more=more)


def _why(words: Words, what: str, by: str, seat: str, game: Game) -> str:
    """The phrase for who or what did it, as *seat* may know it: of a player only that it was one."""
    who = "you" if by == seat else "player" if by in game.titles else MODERATOR if by == MODERATOR else by
    named = f"{what}-by-{who}"
    return named if words.has("time", named) else f"{what}-by-rule"


def _asked(pause: Pause, seat: str) -> bool:
    return any(one.seat == seat for one in pause.waits)


def _dues(pause: Pause, seat: str) -> dict[str, datetime | None]:
    """When the questions of *seat* are due, by their keys; of a seat without any, when the others' are."""
    own = {one.key: pause.due(one) for one in pause.waits if one.seat == seat}
    return own or {"": pause.deadline}


def _notice(
    game: Game,
    words: Words,
    seat: str,
    what: str,
    pause: Pause | None,
    *,
    why: str,
    reason: str,
    was: str,
    more: Sequence[str],
) -> Notice:
    became = words.phrase("labels", f"became-{what}")
    texts: dict[str, Plain] = {
        "says": f"{became[:1].upper()}{became[1:]}",
        "dues": _due_lines(game, words, seat, pause) if pause else [],
        "why": why,
        "reason": reason,
        "was": was,
        "more": [*more],
    }
    return Notice(
        subject=letter.subject(game, words, game.stages(seat) if seat else (), seat, game.pause, became),
        content=writing.content(game, "time", seat, not seat, **texts),
        seat=seat,
    )


def _due_lines(game: Game, words: Words, seat: str, pause: Pause) -> list[dict[str, Plain]]:
    """The deadlines of *seat*, each with its question if they differ."""
    zone, of_game = game.settings.zone_of(seat).name, game.settings.deadlines.zone.name
    dues = _dues(pause, seat)
    if len(set(dues.values())) == 1:
        dues = {"": next(iter(dues.values()))}
    graces = pause.graces()
    named = {one.key: question(words, one, seat) for one in asked(game.table.at(pause.entry)[0]) if one.seat == seat}

    def line(key: str, due: datetime | None) -> dict[str, Plain]:
        asks = named.get(key, "") if key else ""
        return {
            "question": f"{asks[:1].upper()}{asks[1:]}",
            "due": words.moment(due, zone) if due else "",
            "game_due": words.moment(due, of_game) if due and of_game != zone else "",
            "grace": words.phrase("labels", "grace", {"grace": graces[due], "zone": zone, "late": False})
            if due in graces
            else "",
        }

    return [line(key, due) for key, due in dues.items()]


TELLINGS: Mapping[type, Telling] = {
    DeadlineMoved: Telling(_concerned, _moved, _of_all),
    ExtensionRefused: Telling(_asker, _refused),
    ClockStopped: Telling(_concerned, _stopped, _of_all),
    ClockResumed: Telling(_concerned, _resumed, _of_all),
}
