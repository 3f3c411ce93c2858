"""Who has won (14, 23, 24), and the tally."""

from collections import Counter
from collections.abc import Sequence

from pbem.engine.event import Event
from pbem.engine.ruleset import GameTally
from pbem.engine.table import Table
from pbem_maria.chapters.combat import FightEnded
from pbem_maria.chapters.pieces import TroopsLost
from pbem_maria.chapters.turn import GameEnded
from pbem_maria.chapters.victory import WinterScored, missing
from pbem_maria.position.powers import controller, in_area
from pbem_maria.position.state import GameEnd, State
from pbem_maria.settings import seat_of_player

TIES = ("maria-theresa", "frederick", "coalition", "louis")
"""Of equals the first of these seats wins: Maria Theresa wins ties, Louis loses them (23, 24)."""


def settle_advanced(table: Table[State]) -> bool:
    """End the game if a pool is empty; say whether it is over (23)."""
    state = table.state
    if state.result is not None or not state.theatre.is_advanced:
        return state.result is not None
    empty = {power: -missing(state, power) for power, left in state.pools.items() if left <= 0}
    if not empty:
        return False
    _end_by_scores(table, empty, "pool")
    return True


def score_winter(table: Table[State]) -> None:
    """Let every major power note what is left in its pool (13)."""
    for power, left in table.state.pools.items():
        table.emit(WinterScored(power=power, seat=table.state.seat_of(power), score=max(0, left)))


def settle_last_winter(table: Table[State]) -> None:
    """End the game after the last winter: the lowest sum of winter scores wins (23)."""
    state = table.state
    _end_by_scores(table, {power: sum(state.scores.get(power, ())) for power in state.pools}, "winters")


def _end_by_scores(table: Table[State], scores: dict[str, int], cause: str) -> None:
    """The power with the lowest of *scores* wins, of equals the one whose seat wins ties."""
    state = table.state
    power = min(scores, key=lambda p: (scores[p], TIES.index(state.seat_of(p)), state.theatre.majors.index(p)))
    tied = [p for p in scores if scores[p] == scores[power] and state.seat_of(p) != state.seat_of(power)]
    cause = f"{cause}-tie" if tied else cause
    rule = "24" if state.two_players else "23"
    result = GameEnd((state.seat_of(power),), rule, cause, state.turn, power=power, scores=state.scores)
    table.emit(GameEnded(result=result))


DEFENDER = "maria-theresa"


def conquests(state: State, player: str) -> tuple[str, ...]:
    """The fortresses that count for the victory condition of *player* (14)."""
    aim = state.theatre.edition.armies.introductory.victory[player]
    own = _powers(state, player)
    return tuple(
        city.id
        for city in state.board.fortresses
        if controller(state, city.id) in own and any(in_area(state, city.id, area) for area in aim.where)
    )


def needed(state: State, player: str) -> int:
    """How many fortresses *player* must control."""
    return state.theatre.edition.armies.introductory.victory[player].controls


def aggressors(state: State) -> tuple[str, ...]:
    """The players who win by conquest, in the order of the action stages."""
    aims = state.theatre.edition.armies.introductory.victory
    leads = [state.theatre.edition.powers[lead].player for lead in state.theatre.stages]
    return tuple(player for player in leads if aims[player].controls)


def fulfilled(state: State, player: str) -> bool:
    """Whether *player* fulfils the victory condition."""
    return len(conquests(state, player)) >= needed(state, player)


def settle_introductory(table: Table[State]) -> bool:
    """End the game at once if a player has won; say whether it is over."""
    state = table.state
    if state.result is not None or state.theatre.is_advanced:
        return state.result is not None
    reached = [player for player in aggressors(state) if fulfilled(state, player)]
    if state.two_players:
        if len(reached) == len(aggressors(state)):
            _end(table, (seat_of_player(reached[0], two_players=True),), "24", "both-aims")
    elif reached:
        _end(table, (reached[0],), "14", "aim")
    return bool(table.state.result)


def settle_last_turn(table: Table[State]) -> None:
    """End the game after its last turn (14, 24)."""
    state = table.state
    rule = "24" if state.two_players else "14"
    if state.two_players and any(fulfilled(state, player) for player in aggressors(state)):
        _end(table, (), rule, "one-aim")
    else:
        _end(table, (DEFENDER,), rule, "held-out")


def _end(table: Table[State], winners: tuple[str, ...], rule: str, cause: str) -> None:
    table.emit(GameEnded(result=GameEnd(winners, rule, cause, table.state.turn)))


def _powers(state: State, player: str) -> set[str]:
    return {power.id for power in state.theatre.powers.values() if power.player == player}


HEADS = ("combats-won", "combats-lost", "lost-in-combat", "lost-for-supply", "pool")
_IN_COMBAT = ("combat", "retreat")


def tally(view: State, events: Sequence[Event]) -> GameTally:
    """Combats won and lost, troops lost in combat (with those that could not retreat) and for lack of supply.

    Of a power with victory markers, also how many are left in its pool.
    """
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    combat: Counter[str] = Counter()
    supply: Counter[str] = Counter()
    for event in events:
        match event:
            case FightEnded(loser=str() as loser):
                sides = {"attacker": event.pair.attackers[0], "defender": event.pair.defenders[0]}
                lost[view.power_of(sides.pop(loser))] += 1
                won[view.power_of(*sides.values())] += 1
            case TroopsLost():
                (combat if event.why in _IN_COMBAT else supply)[event.power] += event.number
    fought = {*won, *lost, *combat, *supply, *view.pools}
    powers = [power for power in view.seats if power in fought]
    rows = {power: (won[power], lost[power], combat[power], supply[power], view.pools.get(power)) for power in powers}
    return GameTally("power", HEADS, rows)
