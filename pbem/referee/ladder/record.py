"""What the log says of the ladder for the questions that are open now."""

from collections.abc import Iterator
from datetime import datetime
from typing import TypeVar

from pbem.engine.decision import Decision
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage, asked_after
from pbem.store.facts.ladder import DeadlineMissed, RungDeclined, RungProposed, RungTaken

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
