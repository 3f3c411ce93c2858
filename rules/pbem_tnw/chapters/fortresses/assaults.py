"""Who may assault a Fortress, at what cost and with how many dice (12.1 to 12.3)."""

from collections.abc import Iterator, Mapping

from pbem.engine.problem import Problem
from pbem_tnw.chapters.battle.dice import card_dice, nationality
from pbem_tnw.chapters.battle.outlook import by_kind
from pbem_tnw.chapters.battle.sides import nations_in
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.sequence.points import left
from pbem_tnw.odds.nationality import nationality as plain_nationality
from pbem_tnw.odds.siege import Besieger, Fortress, SiegeOdds, assault
from pbem_tnw.orders.lines.lines import AssaultLine
from pbem_tnw.orders.names import HERE
from pbem_tnw.position.battle import BattleSide, Siege
from pbem_tnw.position.control import allied, controller, hostile, seat_of
from pbem_tnw.position.forces import besieging, controls_zone, enemies_at, generals_of, units_at
from pbem_tnw.position.impulse import WarFormation
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import moving

USE = "siege"
COST = 1
PROMISED = "siege_dice"
"""What cards call the dice that they add to an assault (part 3, `roll_mod`)."""


def goal(view: WarState, nation: str, line: AssaultLine) -> str:
    """The Fortress that a line means: without a name that of the Formation, or the only one that *nation* besieges."""
    if line.at != HERE:
        return line.at
    formation = moving(view)
    if formation is not None and formation.place in view.board.duchies:
        return formation.place
    places = besieging(view, nation)
    return places[0] if len(places) == 1 else ""


def cost(view: WarState, place: str) -> int:
    """What an assault costs: nothing for a force that stood there when the Impulse began (12.2)."""
    return 0 if view.impulse is not None and place in view.impulse.stood else COST


def problems(view: WarState, nation: str, line: AssaultLine) -> Iterator[Problem]:
    """Why *nation* cannot assault what the line means now."""
    place = goal(view, nation, line)
    if not place:
        yield Problem("assault-where", ("at",), "12.1", {"besieged": besieging(view, nation)})
        return
    if not view.board.duchies[place].is_fortress or not hostile(view, nation, place):
        args = {"place": place, "nation": nation, "fortress": view.board.duchies[place].is_fortress}
        yield Problem("assault-no-enemy-fortress", ("at",), "12.1", args)
        return
    if view.impulse is not None and place in view.impulse.assaulted:
        yield Problem("assault-twice", ("at",), "12.2", {"place": place})
    if enemies_at(view, nation, place):
        yield Problem("assault-enemies-there", ("at",), "12.1", {"place": place})
    if besieger(view, nation, place) is None:
        generals = generals_of(view, place, (nation,))
        yield Problem("assault-no-army", ("at",), "12.1", {"place": place, "nation": nation, "generals": generals})
    elif view.impulse is not None and left(view, nation, USE) < (due := cost(view, place)):
        yield Problem("assault-points", ("at",), "12.2", {"place": place, "cost": due})


def besieger(state: WarState, nation: str, place: str) -> Siege | None:
    """The assault of the forces of *nation* at *place*: its Army or Army Group there; None without one (12.1).

    Units of other seats take part only in the Formation that they were lent to.
    """
    formation = moving(state)
    formation = formation if formation is not None and formation.place == place else None
    commander = _commander(state, nation, place, formation)
    pieces = _pieces(state, nation, place, formation)
    if not commander or not pieces.strength:
        return None
    leader = state.board.leaders[commander]
    side = BattleSide(
        nations=nations_in(state, pieces), lead=leader.nation, commander=commander, rating=leader.battle,
        generals=pieces.generals,
    )  # fmt: skip
    return Siege(
        place=place, nation=leader.nation, besieger=side, units=pieces.units, command=leader.command,
        strength=strength(state, place), port_open=port_open(state, place), free=not cost(state, place),
    )  # fmt: skip


def strength(state: WarState, place: str) -> int:
    """The strength of a Fortress, with what lasting events add."""
    printed = state.board.duchies[place].strength
    return max(1, printed + modifier(state, "fortress_strength", controller(state, place), place=place))


def port_open(state: WarState, place: str) -> bool:
    """Whether a Fortress is a Port, and its owner's Camp controls an adjacent zone (12.3)."""
    owner = controller(state, place)
    return any(controls_zone(state, owner, zone) for zone in state.board.duchies[place].port)


def besieging_units(state: WarState, siege: Siege) -> dict[str, int]:
    """The units of the besieger that are alive, by nation."""
    there = units_at(state, siege.place)
    alive = {nation: min(number, there.get(nation, 0)) for nation, number in siege.units.items()}
    return {nation: number for nation, number in alive.items() if number}


def besieger_dice(state: WarState, siege: Siege, units: Mapping[str, int] | None = None) -> int:
    """The dice of the besieger in the round: units up to the commander's Command, Rating, nationality (12.3)."""
    alive = besieging_units(state, siege) if units is None else units
    side, number = siege.besieger, max(1, siege.round)
    good = min(siege.command, sum(alive.values()) - sum(side.disrupted.values()))
    rating = 0 if side.commander in side.disrupted_generals else side.rating
    bonus = nationality(state, alive) + card_dice(siege.modifiers, "attacker", number) - siege.port_open
    return max(0, good + rating + bonus - side.dice_lost)


def fortress_dice(siege: Siege) -> int:
    """The dice of the Fortress in the round."""
    return max(0, siege.strength + card_dice(siege.modifiers, "defender", max(1, siege.round)))


def outlook(view: WarState, nation: str, place: str) -> SiegeOdds | None:
    """The odds of an assault of *nation* on the Fortress of *place* now; None if it has no Army there."""
    siege = besieger(view, nation, place)
    if siege is None:
        return None
    pieces = Pieces(units=siege.units, generals=siege.besieger.generals)
    kinds = by_kind(view, pieces)
    promised = view.impulse.bonuses if view.impulse is not None else ()
    first = sum(each.n for each in promised if (each.roll, each.nation) == (PROMISED, nation))
    return assault(
        Besieger(
            units=kinds, command=siege.command, rating=siege.besieger.rating, zone_held=siege.port_open, first=first,
            every=nationality(view, siege.units) - plain_nationality(kinds),
        ),
        Fortress(strength=siege.strength),
    )  # fmt: skip


def _commander(state: WarState, nation: str, place: str, formation: WarFormation | None) -> str:
    """The commander of the Formation, else the best general of *nation* there or the one its seat names (9.7)."""
    if formation is not None and formation.commander:
        return formation.commander
    own = generals_of(state, place, (nation,))
    orders = state.standing.get(seat_of(state, nation))
    named = (orders.commander or {}).get(place, "") if orders is not None else ""
    return named if named in own else next(iter(own), "")


def _pieces(state: WarState, nation: str, place: str, formation: WarFormation | None) -> Pieces:
    lent = Pieces() if formation is None else formation.pieces
    seat = seat_of(state, nation)
    units = {}
    for other, number in units_at(state, place).items():
        taken = number if seat_of(state, other) == seat else lent.units.get(other, 0)
        if taken and allied(state, nation, other):
            units[other] = taken
    mine = tuple(
        other for other in state.board.sequence if seat_of(state, other) == seat and allied(state, nation, other)
    )
    generals = dict.fromkeys((*lent.generals, *generals_of(state, place, mine)))
    return Pieces(units=units, generals=tuple(generals))
