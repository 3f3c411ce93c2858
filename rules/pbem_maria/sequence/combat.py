"""The combat phase (11)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_maria.chapters import combat, combat_check, duel, standing
from pbem_maria.chapters.combat import CardPlayed, CombatEnded, FightBegan, FightDropped, FightsDue, PlansGiven, finish
from pbem_maria.chapters.duel import FIGHT_WITHOUT_CARDS, may_fight, pairs, parts, plan_for, seat_to_play, uncovered
from pbem_maria.chapters.standing import keep
from pbem_maria.orders.cards import RESERVE
from pbem_maria.orders.plan import ASK, Chapter, PlanBook, PlanItem
from pbem_maria.orders.stage import CombatOrders, PlayOrders
from pbem_maria.position.cards import face, find
from pbem_maria.position.state import Fight, Pair, State
from pbem_maria.position.theatre import COMBATS, SINGLE_PLAYS
from pbem_maria.sequence.tracks import MoveSaxony


class CombatPhase(Step[State, Order], frozen=True):
    """Finds the fights that are due."""

    rule = "11.1"
    stage: str

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        due = pairs(table.state, table.state.stage_powers())
        if due:
            table.emit(FightsDue(pairs=due))
            table.enter(AskPlans(stage=self.stage), NextFight(stage=self.stage))
        else:
            combat.tell_all(table)


class AskPlans(Step[State, CombatOrders], frozen=True):
    """Asks every seat that has a fight in this phase for its plans, all at once."""

    rule = "11.1"
    stage: str

    def ask(self, state: State, so_far: SoFar[CombatOrders]) -> tuple[Decision[CombatOrders], ...]:
        seats = tuple(seat for seat in dict.fromkeys(state.seats.values()) if any(parts(state, seat)))
        return tuple(replace(self._decision(state, seat), concerns=seats) for seat in seats)

    def _decision(self, state: State, seat: str) -> Decision[CombatOrders]:
        missing = uncovered(state, seat, CombatOrders())
        fights = [
            {"own": p.own, "enemy": p.enemy, "attacking": p.attacking, "covered": p not in missing}
            for p in parts(state, seat)
        ]
        without = tuple(Chapter(FIGHT_WITHOUT_CARDS, (p.own[0], p.enemy[0])) for p in missing)
        default = CombatOrders(combat=PlanBook(without))
        key = f"{state.turn}.{self.stage}.combat"
        return Decision(
            key=key,
            turn=state.turn,
            seat=seat,
            takes=CombatOrders,
            due=COMBATS,
            default=default,
            about={"fights": fights, "powers": state.stage_powers()},
        )

    def check(self, view: State, decision: Decision[CombatOrders], order: CombatOrders) -> Iterator[Problem]:
        yield from combat_check.check_orders(view, decision.seat, order)
        yield from standing.check(view, decision.seat, order)

    def run(self, table: Table[State], answers: Answers[CombatOrders]) -> None:
        table.leave()
        for seat, order in by_seat(answers).items():
            table.emit(PlansGiven(seat=seat, plans=order))
            keep(table, seat, order)


class PlansAgain(AskPlans, frozen=True):
    """Asks again, for the *fights* that Saxony has left to others: plans for its generals do not cover them."""

    rule = "19.3"
    fights: tuple[Pair, ...]

    def ask(self, state: State, so_far: SoFar[CombatOrders]) -> tuple[Decision[CombatOrders], ...]:
        seats = {seat for seat in state.seats.values() if any(parts(state, seat, self.fights))}
        asked = (d for d in super().ask(state, so_far) if d.seat in seats)
        own = tuple(seat for seat in dict.fromkeys(state.seats.values()) if seat in seats)
        again = {"again": True}
        return tuple(replace(d, key=f"{d.key}.again", about={**d.about, **again}, concerns=own) for d in asked)

    def run(self, table: Table[State], answers: Answers[CombatOrders]) -> None:
        plans = table.state.plans
        super().run(table, {asked: _added(plans.get(asked.seat), order) for asked, order in answers.items()})


def _added(before: CombatOrders | None, order: CombatOrders) -> CombatOrders:
    """The plans of *order* and, behind them, those that were given *before*."""
    if before is None:
        return order
    return replace(order, combat=PlanBook((*order.combat.chapters, *before.combat.chapters)))


class NextFight(Step[State, Order], frozen=True):
    """Begins the next fight in the attackers' order; ends the phase when none is left.

    Before that Austria may move Saxony's marker for the points of the last one (19.3).
    """

    rule = "11.1"
    stage: str
    before: tuple[Pair, ...] | None = None
    """The fights that were due before Austria was asked about Saxony's marker."""

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        state = table.state
        if state.owed:
            table.leave()
            table.enter(MoveSaxony(), NextFight(stage=self.stage, before=state.due))
            return
        for pair in state.due:
            if not can_fight(state, pair):
                table.emit(FightDropped(pair=pair, counted=True))
        if self.before is not None:
            changed = tuple(pair for pair in table.state.due if pair not in self.before)
            table.leave()
            again = (PlansAgain(stage=self.stage, fights=changed),) if changed else ()
            table.enter(*again, NextFight(stage=self.stage))
            return
        if not table.state.due:
            table.leave()
            combat.tell_all(table)
            table.emit(CombatEnded())
            return
        pair = in_order(table.state)[0]
        strength = [sum(state.troops[g] for g in side) for side in (pair.attackers, pair.defenders)]
        table.emit(FightBegan(pair=pair, attacking=strength[0], defending=strength[1], counted=True))
        table.enter(Duel(stage=self.stage))


def can_fight(state: State, pair: Pair) -> bool:
    """Whether the pair is still as it was: no general removed, retreated (11.1) or on another side (19.3)."""
    everyone = {*pair.attackers, *pair.defenders}
    if not everyone <= set(state.at) or everyone & state.retreated:
        return False
    return _neighbours(state, pair) and may_fight(state, pair.attackers, pair.defenders)


def _neighbours(state: State, pair: Pair) -> bool:
    """Whether both sides are still stacked and adjacent: Saxony's pieces may have been moved (19.3)."""
    sides = [{state.at[general] for general in side} for side in (pair.attackers, pair.defenders)]
    if any(len(cities) > 1 for cities in sides):
        return False
    return state.board.adjacent(sides[0].pop(), sides[1].pop())


def in_order(state: State) -> tuple[Pair, ...]:
    """The fights that are due: seat by seat, in the order that its sheet names, then those that it does not.

    The seats come in the order of the stage's powers, so that Austria attacks before the Pragmatic Army.
    """
    order: list[Pair] = []
    for seat in dict.fromkeys(state.seat_of(power) for power in state.stage_powers()):
        own = [pair for pair in state.due if state.seat_of(state.power_of(pair.attackers[0])) == seat]
        sheet = state.orders.get(seat)
        for attack in sheet.attacks if sheet else ():
            order += [pair for pair in own if attack.attacker in pair.attackers and attack.defender in pair.defenders]
        order += own
    return tuple(dict.fromkeys(order))


class Duel(Step[State, PlayOrders], frozen=True):
    """One combat, card by card; it only asks when a plan says `ask`."""

    rule = "11.1"
    stage: str

    def ask(self, state: State, so_far: SoFar[PlayOrders]) -> tuple[Decision[PlayOrders], ...]:
        fight = state.fight
        if fight is None or _next(state, fight) != ASK:
            return ()
        seat, part = seat_to_play(state, fight)
        now = duel.seen(state, fight)
        about = {
            "own": part.own, "enemy": part.enemy, "attacking": part.attacking, "score": now.score,
            "suit": now.suit, "playable": now.playable, "must": now.must_play,
        }  # fmt: skip
        key = f"{state.turn}.{self.stage}.play.{len(fight.plays)}.{part.own[0]}.{part.enemy[0]}"
        fighting = (*fight.pair.attackers, *fight.pair.defenders)
        return (
            Decision(
                key=key,
                turn=state.turn,
                seat=seat,
                takes=PlayOrders,
                due=SINGLE_PLAYS,
                default=_default(now),
                about=about,
                concerns=tuple(dict.fromkeys(state.seat_of(state.power_of(general)) for general in fighting)),
            ),
        )

    def check(self, view: State, decision: Decision[PlayOrders], order: PlayOrders) -> Iterator[Problem]:
        if view.fight is not None:
            yield from combat_check.check_play(duel.seen(view, view.fight), order)

    def run(self, table: Table[State], answers: Answers[PlayOrders]) -> None:
        for answer in answers.values():
            _play(table, _chosen(table.state, answer))
        while (fight := table.state.fight) is not None:
            choice = _next(table.state, fight)
            if isinstance(choice, str):
                return
            _play(table, choice)
        table.leave()


def _next(state: State, fight: Fight) -> duel.Choice:
    seat, part = seat_to_play(state, fight)
    return duel.choose(plan_for(state, seat, part) or FIGHT_WITHOUT_CARDS, duel.seen(state, fight))


def _default(now: duel.DuelSeen) -> PlayOrders:
    if now.must_play:
        return PlayOrders(play=PlanItem(card=face(now.plain[0])))
    return PlayOrders(stop=True)


def _chosen(state: State, answer: PlayOrders) -> duel.CardPlay | None:
    if answer.play is None or answer.stops or state.fight is None:
        return None
    now = duel.seen(state, state.fight)
    shown = duel.face_in(answer.play, now.suit)
    cards = find(now.hand, (shown,))[0]
    value = answer.play.value if shown == RESERVE else int(shown[1:])
    return duel.CardPlay(cards[0], value) if cards else None


def _play(table: Table[State], play: duel.CardPlay | None) -> None:
    """Play a card for the side that has the right, or end the fight if it does not play."""
    state = table.state
    fight = state.fight
    if fight is None:
        return
    side: Any = duel.side_to_play(fight)
    if play is None:
        combat.tell_of_no_card(table, fight)
        finish(table, fight, side if fight.score else None)
        return
    own = fight.pair.attackers if side == "attacker" else fight.pair.defenders
    score = -abs(fight.score) + play.value
    table.emit(CardPlayed(side=side, power=state.power_of(own[0]), card=play.card, value=play.value, score=score))
