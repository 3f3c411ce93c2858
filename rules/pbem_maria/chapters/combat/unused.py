"""Which combat plans of a phase played no card, and why: told to their own seat alone (11.1)."""

from collections.abc import Iterator

from pbem.engine.table import Table
from pbem_maria.chapters.combat import duel
from pbem_maria.chapters.combat.events import PlanNotUsed
from pbem_maria.chapters.combat.plan import NONE, CombatPlan
from pbem_maria.chapters.combat.plans import books_of, chapter_for, is_for, parts, plan_for, side_to_play
from pbem_maria.position.state import Fight, State


def tell_all(table: Table[State]) -> None:
    """Tell every seat which plans of its sheets for this phase no combat was fought by; standing plans are kept."""
    for seat in dict.fromkeys(table.state.seats.values()):
        for told in _unused(table.state, seat):
            table.emit(told)


def _unused(state: State, seat: str) -> Iterator[PlanNotUsed]:
    fought = tuple(parts(state, seat, state.fought))
    used = {part: chapter_for(state, seat, part) for part in fought}
    given = dict.fromkeys(chapter for book in books_of(state, seat) for chapter in book.chapters)
    for chapter in given:
        if chapter in used.values() or not _plays(chapter.plan):
            continue
        instead = dict.fromkeys(by.on for part, by in used.items() if by is not None and is_for(state, chapter, part))
        if instead:
            yield PlanNotUsed(seat=seat, on=chapter.on, why="other-plan", instead=tuple(instead))
        elif any(is_for(state, chapter, part) for part in parts(state, seat, state.dropped)):
            yield PlanNotUsed(seat=seat, on=chapter.on, why="dropped")
        else:
            yield PlanNotUsed(seat=seat, on=chapter.on, why="no-combat")


def _plays(plan: CombatPlan) -> bool:
    return plan.play[0].rule != NONE


def tell_of_no_card(table: Table[State], fight: Fight) -> None:
    """Tell the side that stops now, and has played no card, what in its plan kept it from playing."""
    state, now = table.state, duel.seen(table.state, fight)
    seat, part = side_to_play(state, fight)
    plan = plan_for(state, seat, part)
    if now.played or not now.score or plan is None or not _plays(plan):
        return
    if why := duel.why_nothing(plan, now):
        table.emit(PlanNotUsed(seat=seat, on=(part.own[0], part.enemy[0]), why=why, loss=now.loss))
