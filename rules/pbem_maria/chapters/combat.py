"""Events of the combat phase (11)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event, SeatSecret
from pbem.engine.table import Table
from pbem_maria.chapters import conquest, duel, hussars, pieces, victory
from pbem_maria.chapters.cards import lay_aside
from pbem_maria.chapters.duel import FightSide, books_of, chapter_for, is_for, parts, plan_for, seat_to_play
from pbem_maria.chapters.pieces import GeneralRemoved, Moved, StackFormed, lost_by
from pbem_maria.orders.plan import NONE, CombatPlan, Drive
from pbem_maria.orders.stage import CombatOrders
from pbem_maria.position.state import Fight, KnownStrength, Pair, PlayedCard, State

FightRole = Literal["attacker", "defender"]


class FightsDue(Event[State], frozen=True):
    """The pairs of adjacent enemies at the start of the phase: each must fight once (11.1)."""

    pairs: tuple[Pair, ...]

    def change(self, state: State) -> State:
        return replace(state, due=self.pairs)


class PlansGiven(SeatSecret[State], frozen=True):
    """A seat answered with plans for the fights of the phase; they are its secret."""

    repeats: ClassVar[bool] = True

    plans: CombatOrders | None = None

    def change(self, state: State) -> State:
        return replace(state, plans={**state.plans, self.seat: self.plans})


class FightDropped(Event[State], frozen=True):
    """A pair no longer has to fight: one of them has retreated or was removed.

    *counted* if the position remembers it until the phase ends, so that plans that were not used can be told.
    """

    pair: Pair
    counted: bool = False

    def change(self, state: State) -> State:
        due = tuple(pair for pair in state.due if pair != self.pair)
        return replace(state, due=due, dropped=(*state.dropped, *((self.pair,) if self.counted else ())))


class FightBegan(Event[State], frozen=True):
    """Two adjacent stacks show their strength and fight; *counted* as when one is dropped."""

    pair: Pair
    attacking: int
    defending: int
    counted: bool = False

    def change(self, state: State) -> State:
        told = (
            KnownStrength(state.turn, self.pair.attackers, self.attacking),
            KnownStrength(state.turn, self.pair.defenders, self.defending),
        )
        named = {*self.pair.attackers, *self.pair.defenders}
        kept = tuple(s for s in state.sightings if not named & set(s.generals))
        fight = Fight(self.pair, self.attacking - self.defending)
        due = tuple(pair for pair in state.due if pair != self.pair)
        fought = (*state.fought, *((self.pair,) if self.counted else ()))
        return replace(state, fight=fight, sightings=(*kept, *told), due=due, fought=fought)


class CardPlayed(Event[State], frozen=True):
    """A side played a card; *score* is that side's score after it."""

    side: FightRole
    power: str
    card: str
    value: int
    score: int

    def change(self, state: State) -> State:
        state = lay_aside(state, self.power, (self.card,))
        fight = state.fight
        if fight is None:
            return state
        score = self.score if self.side == "attacker" else -self.score
        plays = (*fight.plays, PlayedCard(self.side, self.card, self.value))
        return replace(state, fight=replace(fight, score=score, plays=plays))


class FightEnded(Event[State], frozen=True):
    """The combat is over: *loser* lost by *loss* points; without a loser it was a tie."""

    pair: Pair
    loser: FightRole | None = None
    loss: int = 0

    def change(self, state: State) -> State:
        if self.loser is None:
            return replace(state, fight=None)
        winner = self.pair.attackers[0] if self.loser == "defender" else self.pair.defenders[0]
        return replace(state, fight=None, victor=state.seat_of(state.power_of(winner)))


class CannotRetreat(Event[State], frozen=True):
    """Losers cannot retreat the full distance, and lose all their troops (11.2)."""

    generals: tuple[str, ...]
    distance: int


class PlanNotUsed(SeatSecret[State], frozen=True):
    """A combat plan of *seat* played no card; only its player is told why.

    It is *on* two generals, one, a power, or all. There was no such combat, it was dropped or fought by the plans
    *instead*; or the plan was used, and stopped at once or had no card to play.
    """

    on: tuple[str, ...]
    why: Literal["no-combat", "dropped", "other-plan", "stop", "limit", "no-card"]
    instead: tuple[tuple[str, ...], ...] = ()
    loss: int = 0


class CombatEnded(Event[State], frozen=True):
    """The combat phase is over; plans made for it are spent."""

    def change(self, state: State) -> State:
        return replace(state, plans={}, due=(), fought=(), dropped=())


def finish(table: Table[State], fight: Fight, loser: str | None) -> None:
    """End *fight*; the side that lost, if any, takes its losses and retreats."""
    loss = abs(fight.score) if loser else 0
    pair = fight.pair
    table.emit(
        FightEnded(pair=pair, loser="attacker" if loser == "attacker" else "defender" if loser else None, loss=loss)
    )
    if not loser:
        return
    beaten, winners = (pair.attackers, pair.defenders) if loser == "attacker" else (pair.defenders, pair.attackers)
    state = table.state
    own = plan_for(state, state.seat_of(state.power_of(beaten[0])), FightSide(beaten, winners, loser == "attacker"))
    lost = pieces.divide(state, beaten, loss, first=own.losses if own else None, last=own.last_troop if own else None)
    drive = _drive(state, winners, beaten, attacking=loser != "attacker")
    lose(table, lost, "combat")
    survivors = tuple(general for general in beaten if general in table.state.at)
    if survivors:
        _retreat(table, survivors, winners, min(loss, sum(lost.values())), drive)
    _score(table, state, winners, beaten)


def _score(table: Table[State], before: State, winners: tuple[str, ...], beaten: tuple[str, ...]) -> None:
    """Settle the points of a combat by all troops that it destroyed, those that could not retreat included (16)."""
    after = table.state
    destroyed = sum(before.troops[general] - after.troops.get(general, 0) for general in beaten)
    points = victory.combat_points(destroyed, removed=any(general not in after.at for general in beaten))
    board = before.board.cities[before.at[beaten[0]]].board
    victory.score_combat(table, before.power_of(winners[0]), before.power_of(beaten[0]), points, board)


def _drive(state: State, winners: tuple[str, ...], beaten: tuple[str, ...], *, attacking: bool) -> Drive:
    plan = plan_for(state, state.seat_of(state.power_of(winners[0])), FightSide(winners, beaten, attacking))
    return plan.drive if plan else Drive()


def lose(table: Table[State], lost: dict[str, int], why: str) -> None:
    """Take troops from generals, power by power, and remove those that have none left."""
    for power in dict.fromkeys(table.state.power_of(general) for general in lost):
        state = table.state
        own = {general: number for general, number in lost.items() if state.power_of(general) == power}
        if sum(own.values()):
            table.emit(lost_by(state, power, own, why))
        for general in own:
            if table.state.troops[general] == 0:
                table.emit(GeneralRemoved(general=general, why=why))


def _retreat(
    table: Table[State], generals: tuple[str, ...], winners: tuple[str, ...], distance: int, drive: Drive
) -> None:
    state = table.state
    start = state.at[generals[0]]
    possible = duel.ends(state, generals, distance, state.at[winners[0]])
    if not possible:
        table.emit(CannotRetreat(generals=generals, distance=distance))
        lose(table, {general: state.troops[general] for general in generals}, "retreat")
        return
    end = duel.choose_end(state, generals[0], possible, drive)
    path = duel.way(state, generals, end, distance, state.power_of(winners[0]))
    for general in generals:
        table.emit(Moved(piece=general, start=start, path=path, how="retreat"))
        hussars.drive_off(table, general, path)
        conquest.crossed(table, general, path)
    if len(generals) > 1 and start in state.commanders:
        table.emit(StackFormed(city=end, commander=generals[0], generals=generals, chosen=True))


class SeenCombat(msgspec.Struct, frozen=True, kw_only=True):
    """A combat as it was seen: *pair* is unknown if it began before and is not over; *ended* says whether it is."""

    number: int
    pair: Pair | None = None
    ended: bool = False


def combats(events: Iterable[Event]) -> tuple[SeenCombat, ...]:
    """The combats among *events*, those that a reader saw since the last letter, numbered from 1 in their order.

    The story of a letter and the marks in its pictures have these numbers. A combat under way since before is the
    first. What a rewind has undone does not belong among *events*.
    """
    found: list[SeenCombat] = []
    for event in events:
        if isinstance(event, FightBegan):
            found.append(SeenCombat(number=len(found) + 1, pair=event.pair))
        elif isinstance(event, CardPlayed | FightEnded):
            if not is_open(found):
                found.append(SeenCombat(number=len(found) + 1))
            if isinstance(event, FightEnded):
                found[-1] = SeenCombat(number=found[-1].number, pair=event.pair, ended=True)
    return tuple(found)


def is_open(found: Iterable[SeenCombat]) -> bool:
    """Whether the last of *found* is not over."""
    last = next(reversed([*found]), None)
    return last is not None and not last.ended


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
    seat, part = seat_to_play(state, fight)
    plan = plan_for(state, seat, part)
    if now.played or not now.score or plan is None or not _plays(plan):
        return
    if why := duel.why_nothing(plan, now):
        table.emit(PlanNotUsed(seat=seat, on=(part.own[0], part.enemy[0]), why=why, loss=now.loss))
