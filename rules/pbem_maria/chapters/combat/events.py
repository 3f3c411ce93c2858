"""Events of the combat phase (11)."""

from typing import Literal

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.chapters.cards.events import lay_aside
from pbem_maria.chapters.combat.orders import CombatOrders
from pbem_maria.position.state import Fight, KnownStrength, Pair, PlayedCard, State

FightRole = Literal["attacker", "defender"]


class FightsDue(Event[State], frozen=True):
    """The pairs of adjacent enemies at the start of the phase: each must fight once (11.1)."""

    pairs: tuple[Pair, ...]

    def change(self, state: State) -> State:
        return replace(state, due=self.pairs)


class PlansGiven(Event[State], frozen=True):
    """A seat answered with plans for the fights of the phase; they are its secret."""

    seat: str
    plans: CombatOrders | None = None

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else None

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


class PlanNotUsed(Event[State], frozen=True):
    """A combat plan of *seat* played no card; only its player is told why.

    It is *on* two generals, one, a power, or all. There was no such combat, it was dropped or fought by the plans
    *instead*; or the plan was used, and stopped at once or had no card to play.
    """

    seat: str
    on: tuple[str, ...]
    why: Literal["no-combat", "dropped", "other-plan", "stop", "limit", "no-card"]
    instead: tuple[tuple[str, ...], ...] = ()
    loss: int = 0

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else None


class CombatEnded(Event[State], frozen=True):
    """The combat phase is over; plans made for it are spent."""

    def change(self, state: State) -> State:
        return replace(state, plans={}, due=(), fought=(), dropped=())
