"""Who has won the introductory game (14, 24)."""

from pbem.engine.table import Table
from pbem_maria.chapters.turn.events import GameEnded
from pbem_maria.position.powers import controller, in_area
from pbem_maria.position.state import GameEnd, State
from pbem_maria.settings import seat_of_player

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


def settle(table: Table[State]) -> bool:
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
