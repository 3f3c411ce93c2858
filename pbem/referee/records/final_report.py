"""The final report of a finished game: how it ended, how long it took, and what it came to in figures.

Everyone may read it but for the times in which each seat answered: those are private unless game.yaml says otherwise.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from statistics import median
from typing import Any

import msgspec

from pbem.engine.decision import RULING
from pbem.engine.event import PUBLIC, Rewound
from pbem.engine.play import SHEET
from pbem.engine.ruleset import GameTally
from pbem.engine.table import seen_events
from pbem.errors import Refusal
from pbem.referee import letter
from pbem.referee.deadlines.ladder_steps import late_answers
from pbem.referee.game import Game
from pbem.referee.letter import occasion
from pbem.report import plain
from pbem.report.letter import how_it_ended
from pbem.report.story import undone_entries
from pbem.report.tree import Content, parse
from pbem.report.words import Plain, Words
from pbem.store.facts import DeadlineMoved, Rung, RungTaken, SeatTaken, StandInBegun
from pbem.store.inbox import VerdictState
from pbem.store.log import Pause

_ANSWERING: tuple[Rung, ...] = ("last faulty sheet", "standing orders", "bot", "default")
"""The rungs that answer a question; that a player was reminded concerns no one else."""
_GOOD: frozenset[VerdictState] = frozenset({"accepted", "partly"})


class NoFinalReport(Refusal):
    """There is nothing to report yet: the game is not over, or its last letters are not written."""


class AnswerTimes(msgspec.Struct, frozen=True, kw_only=True):
    """How fast a seat answered: the *median* from the letter to its first accepted sheet, of so many *answers*.

    *late* is how often it had no valid sheet at a deadline, absences that were allowed aside.
    """

    answers: int
    median: timedelta | None
    late: int


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to say of a seat: its *sheets* that were played, new players, stand-ins, and its own *times*.

    *times* are missing where they are not the reader's to know.
    """

    sheets: int
    new_players: int
    stand_ins: int
    times: AnswerTimes | None = None


class FinalReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a finished game came to; *began* is when the first letters were written, *ended* when the last were.

    *outcome* is the ruleset's. Deadlines were *moved* so often, of these *moved_by_players*. Questions were *answered*
    by rungs of the ladder, by the name of the rung. *rewinds* and *rulings* count what the moderator did.
    """

    game: str
    outcome: Mapping[str, Any]
    began: datetime
    ended: datetime
    days: int
    turns: int
    rounds: int
    seats: Mapping[str, SeatRecord]
    moved: int
    moved_by_players: int
    answered: Mapping[str, int]
    rewinds: int
    rulings: int
    tally: GameTally | None = None


def final_report(game: Game, times_of: Iterable[str] = ()) -> FinalReport:
    """What *game* came to, with the answer times of the seats *times_of*; of all if game.yaml makes them public.

    Raises `NoFinalReport`.
    """
    last = _last(game)
    outcome = game.outcome or {}
    stops = [line for line in game.log.lines if line.pause]
    began, ended = stops[0].at, stops[-1].at
    zone = game.settings.deadlines.zone.info
    facts = list(game.facts)
    moves = [one for one in facts if isinstance(one, DeadlineMoved)]
    rungs = Counter(one.rung for one in facts if isinstance(one, RungTaken))
    shown = game.titles if game.settings.answer_times == "public" else times_of
    entries = game.log.entries
    return FinalReport(
        game=game.name,
        outcome=outcome,
        began=began,
        ended=ended,
        days=(ended.astimezone(zone).date() - began.astimezone(zone).date()).days,
        turns=int(outcome.get("turn", 0)),
        rounds=last.round,
        seats={seat: _seat(game, seat, times=seat in shown) for seat in game.titles},
        moved=len(moves),
        moved_by_players=sum(1 for one in moves if one.request or one.by in game.titles),
        answered={rung: rungs[rung] for rung in _ANSWERING if rungs[rung]},
        rewinds=sum(isinstance(event, Rewound) for entry in entries for event in entry.events),
        rulings=sum(1 for entry in entries if any(answer.by == RULING for answer in entry.answers)),
        tally=_tally(game),
    )


def final_content(game: Game, times_of: Iterable[str] = ()) -> Content:
    """The final report in words, as `final_report`."""
    found = final_report(game, times_of)
    words, about = occasion(game, _last(game), PUBLIC)
    zone = game.settings.deadlines.zone.name
    seats = [
        {
            "title": plain.inline(game.titles[seat]),
            "sheets": one.sheets,
            "new_players": one.new_players,
            "stand_ins": one.stand_ins,
            "times": _spelt(one.times) if one.times else None,
        }
        for seat, one in found.seats.items()
    ]
    return parse(
        words.fill(
            "final.txt.j2",
            game=plain.inline(game.name),
            title=plain.inline(letter.title(game)),
            outcome=how_it_ended(words, about),
            began=words.moment(found.began, zone),
            ended=words.moment(found.ended, zone),
            days=found.days,
            turns=found.turns,
            turn=list(game.ruleset.turn),
            rounds=found.rounds,
            seats=seats,
            moved=found.moved,
            moved_by_players=found.moved_by_players,
            answered=dict(found.answered),
            rewinds=found.rewinds,
            rulings=found.rulings,
            rows=_rows(game, words, found.tally) if found.tally else [],
        )
    )


def _last(game: Game) -> Pause:
    """The pause of the last letters."""
    if game.outcome is None:
        raise NoFinalReport(f"the game {game.name} is not over; the final report comes with its end")
    last = game.last_letter(PUBLIC)
    if last is None or last.entry != len(game.log.entries):
        raise NoFinalReport(f"the last letters of {game.name} are not written yet; run `pbem turn` first")
    return last


def _seat(game: Game, seat: str, *, times: bool) -> SeatRecord:
    facts = list(game.facts)
    return SeatRecord(
        sheets=sum(
            1 for entry in game.log.entries if any((one.seat, one.by) == (seat, SHEET) for one in entry.answers)
        ),
        new_players=sum(1 for one in facts if isinstance(one, SeatTaken) and one.seat == seat),
        stand_ins=sum(1 for one in facts if isinstance(one, StandInBegun) and one.seat == seat),
        times=_times(game, seat) if times else None,
    )


def _times(game: Game, seat: str) -> AnswerTimes:
    took = list(_took(game, seat))
    middle = timedelta(seconds=median(took)) if took else None
    return AnswerTimes(answers=len(took), median=middle, late=late_answers(game, seat))


def _took(game: Game, seat: str) -> Iterator[float]:
    """How many seconds after the letter that put its question each first accepted sheet came."""
    put: dict[tuple[str, int], datetime] = {}
    for line in game.log.lines:
        for one in line.pause.waits if line.pause else ():
            if one.seat == seat:
                put.setdefault((one.key, one.asked), line.at)
    answered: set[datetime] = set()
    for verdict in game.inbox.verdicts():
        letter = put.get((verdict.key, verdict.asked))
        if verdict.seat != seat or verdict.state not in _GOOD or letter is None or letter in answered:
            continue
        answered.add(letter)
        yield max((verdict.received - letter).total_seconds(), 0.0)


def _tally(game: Game) -> GameTally | None:
    """The table of the game's own, from what everyone saw of what was not undone."""
    if game.ruleset.tally is None:
        return None
    undone = undone_entries(game.log.entries)
    events = [event for entry in game.log.entries if entry.number not in undone for event in seen_events(entry, PUBLIC)]
    return game.ruleset.tally(game.view(), events)


def _rows(game: Game, words: Words, tally: GameTally) -> list[dict[str, Plain]]:
    """The rows of the table for a template: the name, and each figure in words."""
    names = game.titles if tally.kind == "seat" else {row: words.lexicon.name(tally.kind, row) for row in tally.rows}
    return [
        {
            "name": plain.inline(names[row]),
            "figures": [
                words.say("tally", head, {"n": number})
                for head, number in zip(tally.heads, figures, strict=True)
                if number is not None
            ],
        }
        for row, figures in tally.rows.items()
    ]


def _spelt(times: AnswerTimes) -> dict[str, int | None]:
    """Answer times for a template, the median in minutes."""
    minutes = None if times.median is None else int(times.median.total_seconds()) // 60
    return {"answers": times.answers, "late": times.late, "minutes": minutes}
