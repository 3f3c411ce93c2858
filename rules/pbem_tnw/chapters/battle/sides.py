"""The two sides of a battle (11.1, 9.7)."""

from collections.abc import Iterable

from pbem_tnw.chapters.movement.commanders import Force, best_rating
from pbem_tnw.position.battle import BattleRole, BattleSide, LandBattle
from pbem_tnw.position.forces import best_first, links, units_at
from pbem_tnw.position.impulse import Contact
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState

DICE = "battle"
"""The purpose of the dice of a battle."""
MOST_SUBORDINATES = 2
"""Subordinate generals who are worth a die (11.2)."""


def formed(state: WarState, force: Force, commander: str = "", first: Iterable[str] = ()) -> BattleSide:
    """The side of a *force*, which a Formation may lead: then its *commander*, and its generals *first*."""
    generals = best_first(state, force.pieces.generals)
    chief = commander or force.commander
    split = force.split and not commander
    shown = chief or (generals[0] if split and generals else "")
    rest = [one for one in generals if one != shown]
    ranked = [one for one in best_first(state, first) if one in rest]
    ranked += [one for one in rest if one not in ranked]
    rating = state.board.leaders[chief].battle if chief else 0
    return BattleSide(
        nations=nations_in(state, force.pieces),
        lead=state.board.leaders[chief].nation if chief else _of_most_units(force.pieces),
        commander=chief,
        rating=rating,
        printed=best_rating(state, generals) if split else rating,
        subordinates=tuple(ranked[:MOST_SUBORDINATES]),
        generals=generals,
        split=split,
    )


def due(state: WarState, own: Force, enemy: Force, contact: Contact) -> LandBattle:
    """The battle that follows on a *contact*; the Formation that has entered leads its own side."""
    formation = None if state.impulse is None else state.impulse.formation
    entered = formation is not None and formation.place == contact.place
    if formation is not None and entered and formation.commander in own.pieces.generals:
        attacker = formed(state, own, formation.commander, formation.pieces.generals)
    else:
        attacker = formed(state, own)
    link = links(state, contact.place).get(contact.origin)
    return LandBattle(
        place=contact.place, attacker=attacker, defender=formed(state, enemy), origin=contact.origin,
        link=None if link is None else link.kind, landed=contact.landed, evasion_failed=contact.evasion_failed,
        dug_in=contact.defended or not contact.interceptors, interceptors=contact.interceptors,
    )  # fmt: skip


def nations_in(state: WarState, pieces: Pieces) -> tuple[str, ...]:
    """The nations with units or generals in *pieces*, in the order of the Sequence Track."""
    owners = {*pieces.units, *(state.board.leaders[one].nation for one in pieces.generals)}
    return tuple(nation for nation in state.board.sequence if nation in owners)


def side_units(state: WarState, battle: LandBattle, role: BattleRole) -> dict[str, int]:
    """The units of a side that are alive, by nation."""
    there = units_at(state, battle.place)
    return {nation: there[nation] for nation in battle.side(role).nations if nation in there}


def faces_of(state: WarState, role: BattleRole) -> tuple[int, ...]:
    """The dice of a side on the table, those that a card brought included, the highest first."""
    rolled = () if state.impulse is None else state.impulse.rolled
    found = (face for roll in rolled if roll.purpose == DICE and roll.side == role for face in roll.faces)
    return tuple(sorted(found, reverse=True))


def going_on(state: WarState) -> LandBattle | None:
    """The battle that is going on."""
    return None if state.impulse is None else state.impulse.battle


def _of_most_units(pieces: Pieces) -> str:
    return max(pieces.units, key=lambda nation: pieces.units[nation], default="")
