"""What follows a combat: losses, removal and retreat (11.1, 11.2)."""

from pbem.engine.table import Table
from pbem_maria.chapters.combat import retreat
from pbem_maria.chapters.combat.events import CannotRetreat, FightEnded
from pbem_maria.chapters.combat.plan import Drive
from pbem_maria.chapters.combat.plans import FightSide, plan_for
from pbem_maria.chapters.conquest import silesia
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.pieces import losses
from pbem_maria.chapters.pieces.events import GeneralRemoved, Moved, StackFormed
from pbem_maria.chapters.pieces.troop_events import lost_by
from pbem_maria.chapters.victory import victory_boxes
from pbem_maria.position.state import Fight, State


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
    lost = losses.divide(state, beaten, loss, first=own.losses if own else None, last=own.last_troop if own else None)
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
    points = victory_boxes.combat_points(destroyed, removed=any(general not in after.at for general in beaten))
    board = before.board.cities[before.at[beaten[0]]].board
    victory_boxes.score_combat(table, before.power_of(winners[0]), before.power_of(beaten[0]), points, board)


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
    possible = retreat.ends(state, generals, distance, state.at[winners[0]])
    if not possible:
        table.emit(CannotRetreat(generals=generals, distance=distance))
        lose(table, {general: state.troops[general] for general in generals}, "retreat")
        return
    end = retreat.choose(state, generals[0], possible, drive)
    path = retreat.way(state, generals, end, distance, state.power_of(winners[0]))
    for general in generals:
        table.emit(Moved(piece=general, start=start, path=path, how="retreat"))
        hussars.drive_off(table, general, path)
        silesia.crossed(table, general, path)
    if len(generals) > 1 and start in state.commanders:
        table.emit(StackFormed(city=end, commander=generals[0], generals=generals, chosen=True))
