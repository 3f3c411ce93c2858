"""What the ladder will do, when, to whom: steps and table; what the log says of it and of misses."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from pbem.engine.play import SHEET
from pbem.referee import play, submissions
from pbem.referee.deadlines.allowances import told_in_time
from pbem.referee.deadlines.received import QuestionStatus, came, questions_of
from pbem.referee.game import Game
from pbem.referee.play import of_round
from pbem.referee.stage import SeatStage
from pbem.settings.ladder import CAME, TIMES, Choices, RungChoice
from pbem.store.facts import Came, DeadlineMissed, LadderTime, RungDeclined, RungProposed, RungTaken, SeatTaken
from pbem.store.log import Pause

_NEVER = datetime.min.replace(tzinfo=UTC)


class LadderStep(msgspec.Struct, frozen=True):
    """What the ladder does *at* a point of it, which comes at a *time*: the first of *choices* that can be done."""

    at: LadderTime
    time: datetime
    choices: Choices


class Unanswered(msgspec.Struct, frozen=True):
    """The questions of *seat*, by their *keys*, that are *due* at a time and of which the same is held against it.

    The grace *closes* later, or at that time if there is none.
    """

    seat: str
    keys: tuple[str, ...]
    due: datetime
    closes: datetime
    came: Came


def acts(game: Game) -> bool:
    """Whether the settings say what is done about anyone who does not answer in time."""
    return game.settings.ladder is not None or game.settings.absence.follows == "standing orders"


def by_absence(game: Game, about: Unanswered) -> bool:
    """Whether the default is to count because the player is away, as the rule for absences says."""
    return game.settings.absence.follows == "standing orders" and told_in_time(game, about.seat, about.due)


def excused(game: Game, seat: str, due: datetime) -> bool:
    """Whether a miss of what is *due* does not count, as the player of *seat* is known to be away on that day."""
    day = due.astimezone(game.settings.deadlines.zone.info).date()
    return any(one.start and one.start <= day for one in submissions.absences(game, seat, day))


def steps(game: Game, about: Unanswered, number: int) -> tuple[LadderStep, ...]:
    """The steps for questions whose deadline is missed for the *number*-th time in a row, but for empty ones.

    What a seat that no one holds is asked is the moderator's.
    """
    ladder = game.settings.ladder
    if ladder is not None and game.holders[about.seat].vacant:
        return (LadderStep("deadline", about.due, (RungChoice("ask the moderator"),)),)
    if by_absence(game, about):
        at: LadderTime = "grace" if about.closes > about.due else "deadline"
        return (LadderStep(at, about.closes, (RungChoice("default"),)),)
    if ladder is None:
        return ()
    wanted = ladder.of(about.came).steps(number)
    first = _by_day(game, about.seat, about.due) if _reminds(wanted.deadline) else about.due
    found = (LadderStep("deadline", first, wanted.deadline), LadderStep("grace", about.closes, wanted.grace))
    return tuple(one for one in found if one.choices)


def foreseen(game: Game, about: Unanswered, number: int, stages: Iterable[SeatStage]) -> tuple[LadderStep, ...]:
    """The same as is told before: without what is known to be impossible for *stages*, their questions.

    All that says what will follow takes it from here: letters, reminders, digests, `status` and `ladder`.
    """
    known = tuple(stages)

    def left(choices: Choices) -> Choices:
        return tuple(one for one in choices if _can_be(game, one, known)) or (RungChoice("ask the moderator"),)

    return tuple(replace(step, choices=left(step.choices)) for step in steps(game, about, number))


def _can_be(game: Game, choice: RungChoice, stages: Sequence[SeatStage]) -> bool:
    """Whether a rung can be taken, as far as that can be known before; the bot is asked what is open now."""
    if choice.rung == "default":
        return all(stage.decision.default is not None for stage in stages)
    if choice.rung == "bot":
        asked = (stage.decision for stage in stages if stage in open_stages(game, stage.decision.seat))
        return all(play.bot_answer(game, decision).answer is not None for decision in asked)
    return True


def of_letter(game: Game, pause: Pause, seat: str, number: int) -> tuple[LadderStep, ...]:
    """What will follow if nothing comes that the letter of *pause* asks of *seat*, for the *number*-th time in a row.

    Of several deadlines that is what follows the first; an excused miss is like a first one.
    """
    own = {one.key: one for one in pause.waits if one.seat == seat and not one.bot and pause.due(one)}
    times = {key: (due, pause.closes(one) or due) for key, one in own.items() if (due := pause.due(one))}
    if not times:
        return ()
    first = min(times.values())
    keys = tuple(key for key, at in times.items() if at == first)
    stages = (stage for stage in game.put(pause, seat) if stage.decision.key in keys)
    number = 1 if excused(game, seat, first[0]) else number
    return foreseen(game, Unanswered(seat, keys, *first, "nothing"), number, stages)


def _reminds(choices: Choices) -> bool:
    return bool(choices) and choices[0].rung == "remind"


def _by_day(game: Game, seat: str, at: datetime) -> datetime:
    """*at*, or the end of the night in which that is for the player of *seat*, whom no one reminds by night."""
    night = game.settings.quiet_of(seat).night(at, game.settings.zone_of(seat).name)
    return night[1] if night else at


def unanswered(game: Game, at: datetime) -> Iterator[Unanswered]:
    """The questions with a deadline, past or to come, to which the game lacks answers of people; of all seats.

    A seat that a bot plays is no one's to remind: its questions are left out.
    """
    verdicts = game.inbox.verdicts()
    for seat in game.titles:
        stages = () if game.settings.seats[seat].bot else open_stages(game, seat)
        if stages:
            yield from _grouped(game, seat, questions_of(game, stages, verdicts, at))


def _grouped(game: Game, seat: str, questions: Sequence[QuestionStatus]) -> Iterator[Unanswered]:
    found: dict[tuple[datetime, datetime, Came], list[str]] = {}
    for one, closes in _with_ends(game, seat, questions):
        kind = came(one.received)
        if kind is not None and one.deadline is not None:
            found.setdefault((one.deadline, closes, kind), []).append(one.key)
    for (due, closes, kind), keys in sorted(found.items()):
        yield Unanswered(seat, tuple(keys), due, closes, kind)


def _with_ends(game: Game, seat: str, questions: Iterable[QuestionStatus]) -> Iterator[tuple[QuestionStatus, datetime]]:
    """*questions* of *seat* with the ends of their graces; those that are never due are left out."""
    pause = game.pause
    ends = {one.key: pause.closes(one) for one in pause.waits if one.seat == seat} if pause else {}
    for one in questions:
        closes = ends.get(one.key)
        if closes is not None:
            yield one, closes


def asked_with_deadlines(game: Game, seats: Iterable[str], kinds: Iterable[Came]) -> Iterator[Unanswered]:
    """The questions of *seats* that are due at some time, answered or not, as if so much had come for all of them."""
    verdicts, wanted = game.inbox.verdicts(), tuple(kinds)
    for seat in seats:
        stages = () if game.settings.seats[seat].bot else open_stages(game, seat)
        found: dict[tuple[datetime, datetime], list[str]] = {}
        for one, closes in _with_ends(game, seat, questions_of(game, stages, verdicts, _NEVER) if stages else ()):
            if one.deadline is not None:
                found.setdefault((one.deadline, closes), []).append(one.key)
        for (due, closes), keys in sorted(found.items()):
            yield from (Unanswered(seat, tuple(keys), due, closes, kind) for kind in wanted)


def stopped(game: Game, about: Unanswered) -> bool:
    """Whether the moderator has let the game wait for these questions."""
    declined = of_round(game, RungDeclined, seat=about.seat)
    return any(one.wait and one.due == about.due and {*one.keys} & {*about.keys} for one in declined)


def steps_to_come(game: Game, seat: str, at: datetime) -> tuple[tuple[datetime, Choices], ...]:
    """What will happen to *seat*, and when, if it sends no valid answer; nothing if the settings say so."""
    if not acts(game):
        return ()
    found = {
        step.time: step.choices
        for about in unanswered(game, at)
        if about.seat == seat and not stopped(game, about)
        for step in foreseen(game, about, times(game, about), open_stages(game, seat, about.keys))
        if step.time > at
    }
    return tuple(sorted(found.items(), key=lambda pair: pair[0]))


def times(game: Game, about: Unanswered) -> int:
    """The how manieth miss in a row it is, or would be, if these questions are not answered in time."""
    noted = missed_of(game, about.seat, about.keys, about.due)
    if noted is None:
        return 1 if excused(game, about.seat, about.due) else in_a_row(game, about.seat) + 1
    return 1 if noted.excused else max(1, in_a_row(game, about.seat))


MOST_TIMES = 3
"""From this time in a row on, everything is the same."""


class LadderRow(msgspec.Struct, frozen=True, kw_only=True):
    """What the ladder does *at* a point if a seat has *came* so much, for the *times*-th time in a row.

    *does* are the rungs to choose from; *time* is when, in the present stage, none if nothing is due. It is of one
    *seat*, as often as that has missed now, or of any.
    """

    came: Came
    times: int
    at: LadderTime
    does: tuple[str, ...]
    time: datetime | None = None
    seat: str = ""


def of_game(game: Game) -> tuple[LadderRow, ...]:
    """What happens to any seat, by what came from it and how often in a row; the times are those of the usual question.

    What is the same as for the time before is left out.
    """
    ladder, pause = game.settings.ladder, game.pause
    if ladder is None:
        return ()
    due = pause.deadline if pause else None
    usual = next((one for one in pause.waits if pause.due(one) == due), None) if pause else None
    when: dict[LadderTime, datetime | None] = {
        "deadline": due,
        "grace": pause.closes(usual) if pause and usual else None,
    }
    rows: list[LadderRow] = []
    for kind in CAME:
        for number in range(1, MOST_TIMES + 1):
            found = ladder.of(kind).steps(number)
            if number > 1 and found == ladder.of(kind).steps(number - 1):
                continue
            rows += [
                LadderRow(came=kind, times=number, at=at, does=does, time=when[at])
                for at in TIMES
                if (does := tuple(map(str, found.at(at))))
            ]
    return tuple(rows)


def of_seats(game: Game, at: datetime, seats: Iterable[str], came: Iterable[Came] = CAME) -> tuple[LadderRow, ...]:
    """What will happen to *seats* that are asked something now and send no valid answer; in the order of time."""
    rows = [row for about in asked_with_deadlines(game, seats, came) for row in _rows(game, about, at)]
    return tuple(sorted(rows, key=lambda row: (row.seat, CAME.index(row.came), row.time or at)))


def _rows(game: Game, about: Unanswered, at: datetime) -> Iterator[LadderRow]:
    if stopped(game, about):
        return
    number = times(game, about)
    stages = open_stages(game, about.seat, about.keys)
    for step in foreseen(game, about, number, stages):
        if step.time > at or missed_of(game, about.seat, about.keys, about.due) is None:
            does = tuple(map(str, step.choices))
            yield LadderRow(came=about.came, times=number, at=step.at, does=does, time=step.time, seat=about.seat)


def row_of_misses(game: Game) -> dict[str, int]:
    """How often in a row each seat that someone holds has missed its deadline."""
    return {seat: in_a_row(game, seat) for seat in game.titles if not game.holders[seat].empty}


def in_a_row(game: Game, seat: str, before: Pause | None = None) -> int:
    """How many rounds in a row *seat* has had no valid answer of its own, up to now or *before* a pause.

    A round counts once, when its deadline is missed, unless the miss is excused. A sheet or a pass ends the row,
    also one that came after the deadline but before something else counted. Standing orders neither end nor lengthen
    it; a new player starts afresh.
    """
    count, last = 0, 0
    if not any(isinstance(line.fact, DeadlineMissed) for line in game.log.facts):
        return 0
    for line in game.log.lines:
        fact = line.fact
        if before is not None and line.pause and line.pause.round == before.round:
            break
        if isinstance(fact, SeatTaken) and fact.seat == seat:
            count = 0
        elif isinstance(fact, DeadlineMissed) and fact.seat == seat and not fact.excused and fact.round != last:
            count, last = count + 1, fact.round
        elif line.entry and not line.cause and any(one.seat == seat and one.by == SHEET for one in line.entry.answers):
            count = 0
    return count


def late_answers(game: Game, seat: str) -> int:
    """How many answers of *seat* came late or never; a post written in time is not late for being pasted later."""
    missed = (one for one in game.facts if isinstance(one, DeadlineMissed) and one.seat == seat and not one.excused)
    return len({(one.round, one.keys) for one in missed if not _came_in_time(game, one)})


def _came_in_time(game: Game, missed: DeadlineMissed) -> bool:
    pauses = (line.pause for line in game.log.noted if line.pause and line.pause.round == missed.round)
    asked = {one for pause in pauses for one in pause.waits if one.seat == missed.seat and one.key in missed.keys}
    sheets = [submissions.accepted(game, one.seat, one.key, one.asked) for one in asked]
    return bool(sheets) and all(each and each[-1].received < missed.due for each in sheets)


def open_stages(game: Game, seat: str, keys: tuple[str, ...] = ()) -> tuple[SeatStage, ...]:
    """What *seat* is still asked of what the last letters asked; only what is called one of the *keys*, if any are."""
    pause = game.pause
    put = {(one.key, one.asked) for one in pause.waits if one.seat == seat} if pause else set()
    found = (one for one in game.stages(seat) if one.pending and one.put in put)
    return tuple(one for one in found if not keys or one.decision.key in keys)


def missed_of(game: Game, seat: str, keys: tuple[str, ...], due: datetime) -> DeadlineMissed | None:
    """What is noted of the questions of *seat* that were *due*, if their deadline has been missed."""
    facts = of_round(game, DeadlineMissed, seat=seat)
    return next((one for one in facts if one.due == due and {*one.keys} >= {*keys}), None)


def proposals(game: Game) -> tuple[RungProposed, ...]:
    """What the moderator is asked to agree to and has not decided, the newest of each seat."""
    found: dict[str, RungProposed] = {}
    for fact in game.facts:
        if isinstance(fact, RungProposed):
            found[fact.seat] = fact
        elif isinstance(fact, RungTaken | RungDeclined):
            found.pop(fact.seat, None)
    number = game.pause.round if game.pause else 0
    return tuple(one for one in found.values() if one.round == number and open_stages(game, one.seat, one.keys))
