"""Flags: where a nation may place or remove one, whose Flag it is then, and how many there are (7.4-7.44)."""

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.interception.interceptors import barring_flags
from pbem_tnw.chapters.movement.formations import may_lead
from pbem_tnw.chapters.naval.put_to_sea import change_flags
from pbem_tnw.chapters.pieces.events import FlagChanged
from pbem_tnw.chapters.pieces.flagging import free_flag, old_flags
from pbem_tnw.position.control import allied, at_war, camp_of, controller, friendly, owner, seat_of
from pbem_tnw.position.forces import enemies_at, enemy_squadrons, flags_out, generals_at, links, units_at
from pbem_tnw.position.pieces import Pieces, less
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import beaten_at, moving

COST = 1
HARD = ("marsh", "strait")
"""The links across which no Flag is laid (7.41)."""


def flag_after(state: WarState, nation: str, duchy: str, *, remove: bool = False) -> str:
    """Whose Flag a duchy bears when *nation* has flagged it: none if that only takes the enemy's off (7.4, 7.43, 8.22).

    A duchy of its own or of an ally goes back to the original owner; any other does if *remove* says so.
    """
    return "" if remove or allied(state, nation, owner(state, duchy)) else nation


def flags_left(state: WarState, nation: str) -> int:
    """How many Flags *nation* has that are not on the map (7.44)."""
    return state.board.nations[nation].limits.flags - len(flags_out(state, nation))


def lacks_flags(state: WarState, nation: str, duchy: str) -> bool:
    """Whether *nation* needs a Flag for a duchy and has none left (7.44)."""
    return bool(flag_after(state, nation, duchy)) and flags_left(state, nation) < 1


def plant(table: Table[WarState], nation: str, duchy: str, *, cause: str, rule: str, remove: bool = False) -> bool:
    """Place the Flag of *nation* in a duchy of an enemy, or take the enemy's off; whether that was done.

    If none is left the first of those that standing orders give up is moved there, else nothing happens (7.44).
    """
    state = table.state
    if remove:
        former = controller(state, duchy)
        return change_flags(table, [FlagChanged(duchy, nation="", cause=cause, by=nation, former=former, rule=rule)])
    return change_flags(table, free_flag(state, nation, duchy, cause, rule, old_flags(state, nation)))


def wrong_flag(state: WarState, nation: str, duchy: str, *, remove: bool = False) -> Problem | None:
    """Why *nation* cannot place or remove a Flag in a duchy for 1 CP now, whatever it has left to pay with."""
    host = controller(state, duchy)
    args = {"nation": nation, "duchy": duchy, "other": host}
    if not camp_of(state, nation):
        return Problem("flag-neutral", rule="8.5", args=args)
    if friendly(state, nation, duchy):
        return Problem("flag-friendly", rule="7.41", args=args)
    if not at_war(state, nation, host):
        return Problem("flag-no-war", rule="8.33", args=args)
    if state.board.duchies[duchy].is_fortress:
        return Problem("flag-fortress", rule="7.42", args=args)
    if remove and host == owner(state, duchy):
        return Problem("flag-none-there", rule="7.4", args=args)
    return _out_of_reach(state, nation, duchy) or _no_flag_left(state, nation, duchy, remove=remove)


def stands(state: WarState, nation: str, duchy: str) -> bool:
    """Whether a Formation of *nation* is in a duchy that has not lost a battle in this Impulse (7.41).

    Own units, or others that come along with a general of its own.
    """
    return bool(_fresh(state, duchy).units.get(nation)) or has_army(state, nation, duchy)


def has_army(state: WarState, nation: str, duchy: str) -> bool:
    """Whether an Army or Army Group of *nation* is in a duchy that has not lost a battle in this Impulse (7.41).

    It has units of its own seat that the generals there may lead, and those lent to its Formation (9.1).
    """
    there, seat = _fresh(state, duchy), seat_of(state, nation)
    leaders = state.board.leaders
    mine = [one for one in there.generals if seat_of(state, leaders[one].nation) == seat]
    if not any(leaders[one].nation == nation for one in mine):
        return False
    formation = moving(state)
    lent = formation.pieces.units if formation is not None and formation.place == duchy else {}
    return any(other in lent or any(may_lead(state, one, other) for one in mine) for other in there.units)


def _fresh(state: WarState, duchy: str) -> Pieces:
    """The forces in a duchy that have not lost a battle in this Impulse."""
    there = Pieces(units=units_at(state, duchy), generals=generals_at(state, duchy))
    return less(there, beaten_at(state, duchy))


def _was_beaten(state: WarState, nation: str, place: str) -> bool:
    """Whether forces of *nation* at a place have lost a battle in this Impulse."""
    beaten = beaten_at(state, place)
    return nation in beaten.units or any(state.board.leaders[one].nation == nation for one in beaten.generals)


def _out_of_reach(state: WarState, nation: str, duchy: str) -> Problem | None:
    """Why no Formation of *nation* reaches a duchy with its Flag (7.41)."""
    enemies = enemies_at(state, nation, duchy)
    args = {"nation": nation, "duchy": duchy}
    if stands(state, nation, duchy):
        return Problem("flag-enemies", rule="7.41", args={**args, "units": enemies.strength}) if enemies else None
    near = {
        other: link for other, link in links(state, duchy).items()
        if friendly(state, nation, other) and has_army(state, nation, other)
    }  # fmt: skip
    if not near:
        beaten = next((place for place in (duchy, *links(state, duchy)) if _was_beaten(state, nation, place)), "")
        wrong = Problem("flag-no-formation", rule="7.41", args=args)
        return Problem("flag-beaten", rule="7.41", args={**args, "place": beaten}) if beaten else wrong
    easy = [other for other, link in near.items() if link.kind not in HARD]
    if not easy:
        other, link = next(iter(near.items()))
        return Problem("flag-across", rule="7.41", args={**args, "start": other, "kind": link.kind})
    if enemies:
        return Problem("flag-enemies", rule="7.41", args={**args, "units": enemies.strength})
    if state.options.flag_beside_fleet == "no" and enemy_squadrons(state, nation, duchy):
        return Problem("flag-fleet", rule="7.41", args=args)
    guards = barring_flags(state, nation, duchy)
    reading = {"any_army": True} if state.options.interceptor == "any-army" else {}
    return Problem("flag-guarded", rule="7.41", args={**args, **reading, "guards": guards}) if guards else None


def _no_flag_left(state: WarState, nation: str, duchy: str, *, remove: bool) -> Problem | None:
    given = any(state.flags.get(old) == nation for old in old_flags(state, nation))
    if remove or given or not lacks_flags(state, nation, duchy):
        return None
    out = flags_out(state, nation)
    return Problem("flag-limit", rule="7.44", args={"nation": nation, "duchy": duchy, "flags": len(out), "out": out})
