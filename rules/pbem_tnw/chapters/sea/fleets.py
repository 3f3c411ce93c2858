"""Fleets: what Squadrons there are to sail, the ways at sea, dice and guns."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.nation.pieces import PiecesMoved
from pbem_tnw.chapters.sea.odds import sinking
from pbem_tnw.edition.board import FLEETS, YARD
from pbem_tnw.position.control import allied, at_war, controller, friendly, hostile, seat_of
from pbem_tnw.position.forces import (
    allied_squadrons,
    allies_at,
    best_first,
    enemies_at,
    enemy_squadrons,
    squadrons_at,
    still_at,
)
from pbem_tnw.position.impulse import (
    MOST_SAILINGS,
    BattleModifier,
    BattleRole,
    Impulse,
    Pieces,
    SailingsMade,
    SeaBattle,
    SeaSide,
    Squadron,
    Voyage,
)
from pbem_tnw.position.state import WarState

CARRIES = 2
"""The strength that a Squadron without a Refit marker carries; generals go free."""
NOTHING = Pieces()


def room(ships: tuple[Squadron, ...]) -> int:
    """The strength that Squadrons carry."""
    return CARRIES * sum(one.sails for one in ships)


def aboard(state: WarState, nation: str, place: str) -> Pieces:
    """The land forces of the Camp of *nation* aboard at sea; in a Port no one is."""
    return allies_at(state, nation, place) if place in state.board.zones else NOTHING


def drown(table: Table[WarState], nation: str, place: str, sunk: int, cargo: Pieces | None = None) -> None:
    """Let what was aboard Squadrons that were just sunk be lost: of *cargo*, or of all that is aboard there (13.42).

    The most numerous nation bears the losses first; generals are lost with the last Squadron only.
    """
    state = table.state
    left = len(allied_squadrons(state, nation, place))
    pieces = aboard(state, nation, place) if cargo is None else still_at(state, place, cargo)
    if not sunk or not pieces:
        return
    if left:
        lost = Pieces(units=_borne(pieces, pieces.strength * sunk // (left + sunk)))
    else:
        lost = Pieces(units=pieces.units, generals=best_first(state, pieces.generals))
    if lost:
        table.emit(PiecesMoved(place, YARD, lost, "drowned", "13.42"))


def beyond_room(state: WarState, nation: str, place: str) -> Pieces:
    """What is aboard of the Camp of *nation* that its Squadrons there cannot carry: the most numerous nation first."""
    pieces, ships = aboard(state, nation, place), allied_squadrons(state, nation, place)
    if not ships:
        return pieces
    return Pieces(units=_borne(pieces, max(0, pieces.strength - room(tuple(ships)))))


def _borne(pieces: Pieces, number: int) -> dict[str, int]:
    left = dict(pieces.units)
    for _ in range(number):
        most = max(left, key=lambda nation: left[nation])
        left[most] -= 1
    return {nation: n - left[nation] for nation, n in pieces.units.items() if n > left[nation]}


BRITAIN = "britain"
DICE = {BRITAIN: 3, "france": 2, "denmark": 2, "sweden": 2}
"""The dice of a Squadron; of any other nation one (13.41)."""
GUNS = 2
"""The dice of shore batteries; of a Fortress twice as many (13.5, 13.8)."""
MOST_STEPS = 3
NONE = SailingsMade()


def squadron_dice(ship: Squadron) -> int:
    """The dice of a Squadron: one less under Refit, none under a Build marker (13.41)."""
    return 0 if ship.build else max(0, DICE.get(ship.nation, 1) - bool(ship.refit))


def guns(state: WarState, duchy: str) -> int:
    """The dice of the batteries of a duchy (13.5, 13.7, 13.8)."""
    return GUNS * 2 if state.board.duchies[duchy].is_fortress else GUNS


def guns_on(state: WarState, nation: str, duchy: str) -> int:
    """The dice of the batteries of a duchy that fire on *nation*: none if no enemy of it controls the duchy (8.21)."""
    return guns(state, duchy) if hostile(state, nation, duchy) else 0


def guarding(state: WarState, nation: str, start: str, to: str) -> str:
    """The duchy whose guns fire on a Fleet of *nation* between two zones (13.8); empty if none do."""
    for narrows in state.board.narrows:
        if {start, to} == set(narrows.zones) and at_war(state, nation, controller(state, narrows.guarded_by)):
            return narrows.guarded_by
    return ""


def nations_of_fleet(state: WarState, ships: Iterable[Squadron]) -> tuple[str, ...]:
    """The nations of Squadrons, in the order of the Sequence Track."""
    there = {one.nation for one in ships}
    return tuple(nation for nation in state.board.sequence if nation in there)


def voyage_of(state: WarState) -> Voyage | None:
    """The Fleet that sails, with those of its Squadrons that are still there and may sail."""
    voyage = state.going_on.voyage
    if voyage is None:
        return None
    left = Counter(squadrons_at(state, voyage.place)) & Counter(voyage.squadrons)
    cargo = still_at(state, voyage.place, voyage.cargo)
    return replace(voyage, squadrons=tuple(sorted(left.elements())), cargo=cargo)


def fleet_at(state: WarState, nation: str, place: str) -> tuple[Squadron, ...]:
    """The Fleet of *nation* that acts at a place: that of the voyage, else all of its Camp there."""
    voyage = voyage_of(state)
    if voyage is not None and (voyage.nation, voyage.place) == (nation, place):
        return voyage.squadrons
    return allied_squadrons(state, nation, place)


def moored(state: WarState) -> WarState:
    """*state* with no Fleet that sails: its Squadrons are where they are, and have sailed as often as they have."""
    voyage = voyage_of(state)
    return state if voyage is None else state.with_impulse(voyage=None, sailed=settled_sailings(state, voyage))


def able_to_sail(state: WarState, nation: str, place: str) -> int:
    """How many Squadrons of *nation* at a place may still sail in this Impulse (13.2)."""
    ready = sum(one.sails for one in squadrons_at(state, place, (nation,)))
    return max(0, ready - made(state, nation, place).over)


def made(state: WarState, nation: str, place: str) -> SailingsMade:
    """What Squadrons of *nation* at a place have done in this Impulse."""
    return state.going_on.sailed.get(place, {}).get(nation, NONE)


def fresh_first(state: WarState, nation: str, place: str, number: int) -> tuple[int, SailingsMade]:
    """How often Squadrons have sailed of which *number* leave, those that sailed least; and what those left did."""
    once = made(state, nation, place).once
    fresh = able_to_sail(state, nation, place) - once
    again = max(0, number - fresh)
    return int(again > 0), SailingsMade(once=once - again, over=made(state, nation, place).over)


def with_sailed(impulse: Impulse, place: str, nation: str, done: SailingsMade) -> dict[str, dict[str, SailingsMade]]:
    """What Squadrons have done in an Impulse, with what those of *nation* at a place did."""
    sailed = {where: dict(each) for where, each in impulse.sailed.items()}
    sailed.setdefault(place, {})[nation] = done
    return sailed


def settled_sailings(state: WarState, voyage: Voyage) -> dict[str, dict[str, SailingsMade]]:
    """What Squadrons have done in an Impulse once a voyage has ended."""
    impulse = state.going_on
    over = voyage.over or voyage.sailings >= MOST_SAILINGS or voyage.place in impulse.becalmed
    sailed = {where: dict(each) for where, each in impulse.sailed.items()}
    for nation, number in Counter(one.nation for one in voyage.squadrons).items():
        before = sailed.setdefault(voyage.place, {}).get(nation, NONE)
        sailed[voyage.place][nation] = SailingsMade(
            once=before.once + (0 if over else number * (voyage.sailings > 0)), over=before.over + over * number
        )
    return sailed


def neighbours(state: WarState, nation: str, place: str) -> Iterator[str]:
    """The places one step away: of a Port its zones, of a zone zones, and Ports where a Fleet puts in or attacks."""
    if place in state.board.duchies:
        yield from state.board.duchies[place].port
        return
    zone = state.board.zones[place]
    yield from zone.adjacent
    yield from (port for port in zone.ports if friendly(state, nation, port) or enemy_squadrons(state, nation, port))


def route(state: WarState, nation: str, start: str, to: str) -> tuple[str, ...]:
    """The shortest way by sea, among equals with fewest zones where enemies are; none if there is none.

    Narrows under enemy guns count like a zone with enemies. It leads through no Port.
    """
    best: dict[str, tuple[int, int, tuple[str, ...]]] = {start: (0, 0, ())}
    ring = [start]
    while ring and to not in best:
        found: dict[str, tuple[int, int, tuple[str, ...]]] = {}
        for here in ring:
            steps, danger, way = best[here]
            for there in neighbours(state, nation, here):
                if there in best or (there in state.board.duchies and there != to):
                    continue
                risk = danger + bool(enemy_squadrons(state, nation, there))
                risk += bool(guarding(state, nation, here, there))
                each = (steps + 1, risk, (*way, there))
                found[there] = min(found.get(there, each), each)
        best |= found
        ring = list(found)
    return best[to][2] if to in best else ()


def in_sinking_order(ships: Iterable[Squadron]) -> tuple[Squadron, ...]:
    """Squadrons in the order in which their owners let them sink: evenly over nations, the fewest dice first."""
    left = sorted(ships)
    order = []
    for nation, dice in sinking(tuple((one.nation, squadron_dice(one)) for one in left)):
        gone = next(one for one in left if (one.nation, squadron_dice(one)) == (nation, dice))
        left.remove(gone)
        order.append(gone)
    return tuple(order)


def sunk_as_wished(state: WarState, before: SeaSide, after: SeaSide) -> SeaSide:
    """*after* with the Squadrons sunk that its owners let sink: evenly over nations, of equals as their orders say.

    Only those sunk tell of such orders: the others stay in their order.
    """
    left, sunk = list(before.afloat), Counter(one.nation for one in before.squadrons[: before.sunk])
    gone: list[Squadron] = []
    for _ in range(after.sunk - before.sunk):
        one = min(left, key=lambda each: (sunk[each.nation], _rank(state, each.nation), squadron_dice(each), each))
        left.remove(one)
        gone.append(one)
        sunk[one.nation] += 1
    return replace(after, squadrons=(*before.squadrons[: before.sunk], *gone, *left))


def _rank(state: WarState, nation: str) -> int:
    """The place of *nation* in the order in which its seat bears losses; the last if that names it not."""
    orders = state.standing.get(seat_of(state, nation))
    named = (orders.losses or ()) if orders is not None else ()
    return named.index(nation) if nation in named else len(state.board.sequence)


def battle_at_sea(state: WarState, nation: str, zone: str, *, evasion_failed: bool = False) -> SeaBattle | None:
    """The naval battle of *nation* against its enemies in a zone: all Squadrons of both sides fight (13.41)."""
    own, enemy = allied_squadrons(state, nation, zone), enemy_squadrons(state, nation, zone)
    if not own or not enemy:
        return None
    return SeaBattle(
        nation=nation, place=zone, attacker=_side(state, own), defender=_side(state, enemy),
        evasion_failed=evasion_failed,
    )  # fmt: skip


def attack_on_port(state: WarState, voyage: Voyage, port: str) -> SeaBattle | None:
    """The attack of a Fleet on the enemy Squadrons in a Port next to it (13.5)."""
    enemy = enemy_squadrons(state, voyage.nation, port)
    if not voyage.squadrons or not enemy:
        return None
    return SeaBattle(
        nation=voyage.nation, place=port, attacker=_side(state, voyage.squadrons), defender=_side(state, enemy),
        origin=voyage.place, batteries=guns_on(state, voyage.nation, port),
    )  # fmt: skip


def attack_off_map(state: WarState, voyage: Voyage) -> SeaBattle | None:
    """The battle of a Fleet, wherever it is, with enemy Squadrons in the box of off-map fleets (part 3, `off_map`)."""
    enemy = prey_off_map(state, voyage.nation)
    if not voyage.squadrons or not enemy:
        return None
    return SeaBattle(
        nation=voyage.nation, place=FLEETS, attacker=_side(state, voyage.squadrons), defender=_side(state, enemy),
        origin=voyage.place,
    )  # fmt: skip


def prey_off_map(state: WarState, nation: str) -> tuple[Squadron, ...]:
    """The Squadrons in the box of off-map fleets that *nation* may fight: Britain as a Subject Neutral, too (6.1)."""
    if nation == BRITAIN and nation in state.subjects:
        return tuple(one for one in squadrons_at(state, FLEETS) if not allied(state, nation, one.nation))
    return enemy_squadrons(state, nation, FLEETS)


def card_dice_at_sea(modifiers: Iterable[BattleModifier], role: str, number: int) -> int:
    """The dice that cards add to a side in a round."""
    return sum(each.n for each in modifiers if each.what == "dice" and each.side == role and each.round in (0, number))


def _side(state: WarState, ships: Iterable[Squadron]) -> SeaSide:
    order = in_sinking_order(ships)
    return SeaSide(nations=nations_of_fleet(state, order), squadrons=order)


SINKS, CUTS = 6, 5
LAST_ROUND = 2


def dice(battle: SeaBattle, role: BattleRole, modifiers: Iterable[BattleModifier] = ()) -> int:
    """The dice of a side in the round, with what cards add and a failed evasion brings."""
    side, number, cards = battle.side(role), max(1, battle.round), tuple(modifiers)
    if not side.afloat:
        return 0
    more = {each.nation: each.n for each in cards if each.what == "squadron-dice" and each.side == role}
    ships = sum(squadron_dice(one) + (0 if one.build else more.get(one.nation, 0)) for one in side.afloat)
    bonus = card_dice_at_sea(cards, role, number)
    bonus += role == "attacker" and battle.evasion_failed and number == 1
    return max(0, ships + bonus - side.off)


def struck(
    side: SeaSide, role: BattleRole, faces: Sequence[int], modifiers: Iterable[BattleModifier] = ()
) -> tuple[SeaSide, int]:
    """A side after it was fired on, and the hits that count: a 6 sinks a Squadron, a 5 takes a die off."""
    spared, counted = dict(side.spared), {}
    cards = tuple(each for each in modifiers if each.what == "spared" and each.side == role)
    for face in (SINKS, CUTS):
        shown = sum(one == face for one in faces)
        saved = min(shown, sum(each.n for each in cards if each.face == face) - spared.get(face, 0))
        if saved > 0:
            spared[face] = spared.get(face, 0) + saved
        counted[face] = shown - max(0, saved)
    sunk = min(len(side.squadrons), side.sunk + counted[SINKS])
    return replace(side, sunk=sunk, off=side.off + counted[CUTS], spared=spared), sum(counted.values())


def under_fire(battle: SeaBattle, faces: Sequence[int], modifiers: Iterable[BattleModifier] = ()) -> SeaBattle:
    """The battle after the batteries of the Port have fired: their hits count in the round (13.5)."""
    side, hits = struck(battle.attacker, "attacker", faces, modifiers)
    return replace(battle, attacker=replace(side, hits=0), defender=replace(battle.defender, hits=hits))


def fought(
    battle: SeaBattle, attacking: Sequence[int], defending: Sequence[int], modifiers: Iterable[BattleModifier] = ()
) -> SeaBattle:
    """The battle after a round with the dice of both fleets, all at once."""
    cards = tuple(modifiers)
    attacker, suffered = struck(battle.attacker, "attacker", defending, cards)
    defender, inflicted = struck(battle.defender, "defender", attacking, cards)
    early = battle.defender.hits if battle.in_port else 0
    return replace(
        battle, attacker=replace(attacker, hits=inflicted), defender=replace(defender, hits=suffered + early)
    )  # fmt: skip


def winner(battle: SeaBattle) -> BattleRole | None:
    """Who has won after the round; None: a second round is due.

    More hits win; who has no Squadron left has lost. In a Port a second round needs a fleet on both sides: else the
    Port wins ties (13.5).
    """
    lead = battle.attacker.hits - battle.defender.hits
    if not battle.attacker.afloat:
        return "defender"
    if not battle.defender.afloat:
        return "defender" if battle.in_port and lead <= 0 else "attacker"
    if not lead and battle.round < LAST_ROUND:
        return None
    return "attacker" if lead > 0 else "defender"


def sea_dice(view: WarState, nation: str, place: str) -> tuple[int, int] | None:
    """The dice of the side of *nation* and of its enemies in the naval battle that goes on; None if there is none.

    Otherwise of a battle at *place* in which the Active nation attacks: in a zone, or with its voyage in a Port, whose
    batteries are among its dice.
    """
    voyage, battle, cards = voyage_of(view), view.going_on.sea_battle, view.going_on.at_sea
    if battle is None and place in view.board.zones:
        battle = battle_at_sea(view, view.active or nation, place)
    elif battle is None and place in view.board.duchies and voyage is not None:
        battle = attack_on_port(view, voyage, place)
    if battle is None:
        return None
    attacks = allied(view, nation, battle.nation)
    dice_of = {"attacker": dice(battle, "attacker", cards), "defender": dice(battle, "defender", cards)}
    dice_of["defender"] += battle.batteries
    own, other = ("attacker", "defender") if attacks else ("defender", "attacker")
    return dice_of[own], dice_of[other]


RULE = "13.2"


def wrong_with_sea_step(state: WarState, voyage: Voyage, to: str) -> Iterator[Problem]:
    """Why a Fleet cannot make a step to *to* now; nothing if it can, or if it attacks the Squadrons in a Port there."""
    here, nation = voyage.place, voyage.nation
    if to not in near(state, here):
        yield _wrong("no-way-by-sea", place=here, to=to, most=MOST_STEPS)
        return
    if voyage.over:
        yield _wrong("sailing-over", rule="13.4", place=here)
        return
    if voyage.steps >= MOST_STEPS:
        yield _wrong("three-sea-steps", most=MOST_STEPS, place=here, to=to)
    if to in state.board.duchies and not is_attack(state, nation, to):
        if not all(friendly(state, one, to) for one in (nation, *nations_of_fleet(state, voyage.squadrons))):
            yield _wrong("port-not-friendly", to=to, other=controller(state, to))
        elif voyage.cargo and enemies_at(state, nation, to):
            yield _wrong("port-under-siege", rule="13.7", to=to)
    for each in nations_of_fleet(state, voyage.squadrons):
        for zone in (here, to):
            if zone in state.board.zones and (card := forbidden(state, "sail", each, zone)):
                yield _wrong("sailing-forbidden", rule="6.11", zone=zone, card=card)
                return


def near(state: WarState, place: str) -> tuple[str, ...]:
    """The places one step away from a Port or a zone, whoever controls them."""
    if place in state.board.duchies:
        return state.board.duchies[place].port
    zone = state.board.zones[place]
    return (*zone.adjacent, *zone.ports)


def is_attack(state: WarState, nation: str, to: str) -> bool:
    """Whether a step to *to* is an attack on the enemy Squadrons in a Port (13.5)."""
    return to in state.board.duchies and bool(enemy_squadrons(state, nation, to))


def _wrong(code: str, *, rule: str = RULE, **args: object) -> Problem:
    return Problem(code, (), rule, args)
