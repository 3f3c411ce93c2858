"""What the log says of ladder and misses."""

from collections.abc import Iterator
from datetime import datetime
from typing import TypeVar

from pbem.engine.decision import Decision
from pbem.engine.play import SHEET
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage, asked_after
from pbem.store.facts import DeadlineMissed, RungDeclined, RungProposed, RungTaken, SeatTaken
from pbem.store.log import Pause


def in_a_row(game: Game, seat: str, before: Pause | None = None) -> int:
    """How many rounds in a row *seat* has had no valid answer of its own, up to now or *before* a pause.

    A round counts once, when its deadline is missed, unless the miss is excused. A sheet or a pass ends the row,
    also one that came after the deadline but before something else counted. Standing orders neither end nor lengthen
    it; a new player starts afresh.
    """
    count, last = 0, 0
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
    pauses = (line.pause for line in game.log.lines if line.pause and line.pause.round == missed.round)
    asked = {one for pause in pauses for one in pause.waits if one.seat == missed.seat and one.key in missed.keys}
    sheets = [submissions.accepted(game, one.seat, one.key, one.asked) for one in asked]
    return bool(sheets) and all(each and each[-1].received < missed.due for each in sheets)


F = TypeVar("F", bound=DeadlineMissed | RungTaken | RungProposed | RungDeclined)


def of_round(game: Game, *kinds: type[F], seat: str = "") -> Iterator[F]:
    """The facts of some *kinds* about the round of the last letters, those of *seat* or of all, in their order."""
    pause = game.pause
    for fact in game.facts if pause else ():
        if isinstance(fact, kinds) and pause and fact.round == pause.round and seat in ("", fact.seat):
            yield fact


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


def bot_of_ladder(game: Game, decision: Decision) -> RungTaken | None:
    """The fact that lets the bot answer *decision*, which is open, in the place of its seat."""
    for fact in of_round(game, RungTaken, seat=decision.seat):
        if fact.rung == "bot" and decision.key in fact.keys and _is_put(game, decision):
            return fact
    return None


def _is_put(game: Game, decision: Decision) -> bool:
    """Whether *decision* is what the last letters asked, and was not asked anew since."""
    pause = game.pause
    asked = {(one.seat, one.key): one.asked for one in pause.waits} if pause else {}
    return asked.get(decision.name) == asked_after(game.table, decision.key)
