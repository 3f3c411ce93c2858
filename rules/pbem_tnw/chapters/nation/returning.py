"""Pieces out of the Regroup box, and Refit markers off (5.62, 7.7)."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from pbem.engine.decision import Answers
from pbem.engine.order import Order, OrderPath, Problem, under
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.windows import DueRoll, rolling
from pbem_tnw.chapters.land.formations import may_lead
from pbem_tnw.chapters.land.interceptors import barring_flags
from pbem_tnw.chapters.nation.buying import (
    Purchase,
    build,
    default_return,
    default_return_port,
    purchases,
    wrong_purchases,
    wrong_return,
    wrong_return_port,
)
from pbem_tnw.chapters.nation.pieces import (
    CardPutAway,
    DiceCleared,
    FlagChanged,
    PiecesMoved,
    SquadronsMoved,
    free_flag,
    old_flags,
    shuffle_deck,
)
from pbem_tnw.chapters.sea.sailing import change_flags
from pbem_tnw.chapters.turn.facts import LineRules, affords, left, spend
from pbem_tnw.edition.board import REGROUP, on_map, war_box
from pbem_tnw.orders.lines import BuildLine, EndWarLine, FlagLine, RefitLine, RegroupLine
from pbem_tnw.orders.names import HERE
from pbem_tnw.orders.pieces import FleetSpot, PiecesWanted
from pbem_tnw.position.control import allied, at_war, camp_of, controller, friendly, owner, seat_of
from pbem_tnw.position.forces import (
    beaten_at,
    enemies_at,
    enemy_squadrons,
    flags_out,
    generals_at,
    generals_of,
    links,
    moving,
    squadrons_at,
    units_at,
)
from pbem_tnw.position.impulse import Pieces, Squadron, less
from pbem_tnw.position.state import WarState

FLAG = 1
"""CPs for a Flag, or for taking one off (7.4)."""
HARD = ("marsh", "strait")
"""The links across which no Flag is laid (7.41)."""


def flags_left(state: WarState, nation: str) -> int:
    """How many Flags *nation* has that are not on the map (7.44)."""
    return state.board.nations[nation].limits.flags - len(flags_out(state, nation))


def lacks_flags(state: WarState, nation: str, duchy: str) -> bool:
    """Whether *nation* needs a Flag for a duchy and has none left (7.44).

    One of its own or of an ally goes back to the original owner (7.4, 7.43, 8.22).
    """
    return not allied(state, nation, owner(state, duchy)) and flags_left(state, nation) < 1


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
    """Whether an Army of *nation* at a place has lost a battle in this Impulse."""
    return any(state.board.leaders[one].nation == nation for one in beaten_at(state, place).generals)


def _out_of_reach(state: WarState, nation: str, duchy: str) -> Problem | None:
    """Why no Formation of *nation* reaches a duchy with its Flag (7.41)."""
    args = {"nation": nation, "duchy": duchy}
    if stands(state, nation, duchy):
        return None
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
    if enemies := enemies_at(state, nation, duchy):
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


RULE = "7.6"
USE = "foreign_war"
TRY = 1
"""CPs for a roll."""
NEED = 6


class WarRoll(Step[WarState, Order], frozen=True):
    """Whether the Foreign War has ended; if not, the next roll that the line pays for. *tries* were made so far."""

    rule = RULE
    card: str
    tries: int = 1

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        impulse = table.state.impulse
        if impulse is None or not any(war.card == self.card for war in table.state.wars):
            return
        table.emit(DiceCleared())
        if impulse.rolled and impulse.rolled[0].total >= NEED:
            end_foreign_war(table, self.card)
        elif self.tries < _wished(table.state, impulse.nation, self.card) and left(table.state, impulse.nation, USE):
            _try(table, impulse.nation, self.card, self.tries + 1)


def end_war_problems(view: WarState, nation: str, line: EndWarLine) -> Iterator[Problem]:
    """Why *nation* cannot try to end that Foreign War: it must be its own, and no ally pays for it."""
    own = tuple(war.card for war in view.wars if war.nation == nation)
    if line.war not in own:
        yield Problem("foreign-war-not-own", ("war",), RULE, {"nation": nation, "card": line.war, "wars": own})
    elif line.cp < 1:
        yield Problem("foreign-war-no-try", ("cp",), RULE, {"card": line.war})
    elif (have := left(view, nation, USE)) < line.cp * TRY:
        args = {"nation": nation, "points": line.cp * TRY, "left": have, "costs": ((USE, line.cp * TRY),)}
        yield Problem("points-short", ("cp",), "6.3", args)


def try_to_end(table: Table[WarState], nation: str, line: EndWarLine) -> None:
    """Roll once for each CP of a legal line, until the war ends."""
    _try(table, nation, line.war, 1)


def end_foreign_war(table: Table[WarState], card: str) -> None:
    """Let a Foreign War be over: its pieces go to the Regroup box, its card where it says (6.13, 7.6)."""
    box = war_box(card)
    pieces = Pieces(units=units_at(table.state, box), generals=generals_at(table.state, box))
    if pieces:
        table.emit(PiecesMoved(start=box, to=REGROUP, pieces=pieces, cause="war-over", rule=RULE))
    if ships := squadrons_at(table.state, box):
        table.emit(SquadronsMoved(start=box, to=REGROUP, squadrons=ships, cause="war-over", rule=RULE))
    if table.state.board.cards[card].has("discard_red"):
        table.emit(CardPutAway(card=card, to="removed", cause="war-over"))
    elif table.state.options.war_card == "pile":
        table.emit(CardPutAway(card=card, to="pile", cause="war-over"))
    else:
        table.emit(CardPutAway(card=card, to="deck", cause="war-over"))
        shuffle_deck(table, table.state.deck.cards)


def _try(table: Table[WarState], nation: str, card: str, number: int) -> None:
    spend(table, nation, TRY, USE)
    roll = DueRoll(purpose="foreign-war", nation=nation, dice=1, need=NEED, who=card)
    table.enter(*rolling(roll), WarRoll(card=card, tries=number))


def _wished(state: WarState, nation: str, card: str) -> int:
    """How many rolls the line that is being carried out pays for; one if it is what was left of the CPs."""
    orders = state.under_way.get(seat_of(state, nation))
    line = None if orders is None else orders.current
    return line.cp if isinstance(line, EndWarLine) and line.war == card else 1


PIECE = 1
"""CPs for a piece out of the Regroup box, and for a Refit marker off."""


def moment(state: WarState) -> int:
    """The number that `Squadron.since` bears for a marker of now: of the Impulse, or less than 0 in an Interphase."""
    return state.impulse.number if state.impulse is not None else -state.turn


def in_box(state: WarState, nation: str) -> tuple[int, tuple[str, ...], int]:
    """What *nation* has in the Regroup box: units, generals with the best first, Squadrons."""
    units = units_at(state, REGROUP).get(nation, 0)
    return units, generals_of(state, REGROUP, (nation,)), len(squadrons_at(state, REGROUP, (nation,)))


def returns(state: WarState, nation: str, pieces: Iterable[PiecesWanted], points: int) -> tuple[Purchase, ...]:
    """What *nation* wants out of the box, with the places it left open; without *pieces* all that *points* pay for.

    Then generals come first, units next, Squadrons last.
    """
    wanted = tuple(pieces) or tuple(_all(state, nation))
    found: list[Purchase] = []
    for each in wanted:
        match each.what:
            case "unit":
                at = each.at or default_return(state, nation)
                cost = PIECE if state.options.regroup_cost == "counter" else PIECE * each.n
                found.append(Purchase(what="unit", at=at, n=each.n, points=cost))
            case "squadron":
                at = each.at or default_return_port(state, nation)
                found.append(Purchase(what="squadron", at=at, n=each.n, points=PIECE * each.n))
            case "general":
                taken = {one.general for one in found}
                general = each.general or next((one for one in in_box(state, nation)[1] if one not in taken), "")
                at = each.at or default_return(state, nation)
                found.append(Purchase(what="general", at=at, general=general, points=PIECE))
    return tuple(found) if pieces else tuple(_paid_for(state, nation, found, points))


def wrong_returns(state: WarState, nation: str, coming: tuple[Purchase, ...]) -> Iterator[Problem]:
    """Why pieces of *nation* cannot come out of the box so, whatever it costs."""
    units, generals, squadrons = in_box(state, nation)
    if not coming:
        some = bool(units or generals or squadrons)
        yield Problem("regroup-nowhere" if some else "regroup-empty", (), "7.7", {"nation": nation})
    for number, each in enumerate(coming):
        path = ("pieces", number)
        if each.what == "general" and each.general not in generals:
            yield Problem(
                "regroup-not-there", path, "7.7", {"nation": nation, "general": each.general, "what": "general"}
            )
        place = wrong_return_port if each.what == "squadron" else wrong_return
        found = place(state, nation, each.at)
        if found is not None:
            yield msgspec.structs.replace(found, path=path)
    for what, there in (("unit", units), ("squadron", squadrons)):
        wanted = sum(each.n for each in coming if each.what == what)
        if wanted > there:
            args = {"nation": nation, "general": "", "what": what, "wanted": wanted, "left": there}
            yield Problem("regroup-not-there", ("pieces",), "7.7", args)


def come_back(table: Table[WarState], nation: str, coming: Iterable[Purchase]) -> None:
    """Let pieces come out of the Regroup box; Squadrons bear a Refit marker, whatever they bore in it (7.7)."""
    for each in coming:
        if each.what == "squadron":
            ships = squadrons_at(table.state, REGROUP, (nation,))[: each.n]
            become = (Squadron(nation=nation, refit=1, since=moment(table.state)),) * len(ships)
            table.emit(
                SquadronsMoved(start=REGROUP, to=each.at, squadrons=ships, become=become, cause="regrouped", rule="7.7")
            )
        else:
            pieces = Pieces(generals=(each.general,)) if each.general else Pieces(units={nation: each.n})
            table.emit(PiecesMoved(start=REGROUP, to=each.at, pieces=pieces, cause="regrouped", rule="7.7"))


class RefitWish(msgspec.Struct, frozen=True):
    """Squadrons at a place that each lose a Refit marker."""

    at: str
    squadrons: tuple[Squadron, ...]


def refits(state: WarState, nation: str, spots: Iterable[FleetSpot], points: int) -> tuple[RefitWish, ...]:
    """The Squadrons of which *nation* takes a marker off; without *spots* all, as far as *points* go.

    One that came back or lost a marker at this very time is not among them (7.3, 7.7).
    """
    named = tuple(spots)
    found: list[RefitWish] = []
    for spot in named or tuple(FleetSpot(at=at) for at in sorted(state.squadrons) if on_map(at)):
        able = refittable(state, nation, spot.at)
        number = len(able) if spot.n is None else spot.n
        found.append(RefitWish(spot.at, able[: number if named else min(number, points)]))
        points -= len(found[-1].squadrons)
    return tuple(each for each in found if each.squadrons)


def refittable(state: WarState, nation: str, place: str) -> tuple[Squadron, ...]:
    """The Squadrons of *nation* at a place that may lose a Refit marker now, those with fewest first."""
    there = (one for one in squadrons_at(state, place, (nation,)) if one.refit and not one.build)
    return tuple(sorted((one for one in there if one.since != moment(state)), key=lambda one: one.refit))


def wrong_refits(
    state: WarState, nation: str, spots: Iterable[FleetSpot], wanted: tuple[RefitWish, ...]
) -> Iterator[Problem]:
    """Why no Refit marker, or fewer than wished, can be taken off."""
    for number, spot in enumerate(named := tuple(spots)):
        able, path = refittable(state, nation, spot.at), ("at", number)
        there = [one for one in squadrons_at(state, spot.at, (nation,)) if one.refit or one.build]
        args = {"nation": nation, "place": spot.at, "able": len(able)}
        if len(able) < (1 if spot.n is None else spot.n):
            code = "refit-none-there"
            if there:
                code = "refit-under-build" if all(one.build for one in there) else "refit-too-soon"
            yield Problem(code, path, "7.3" if code == "refit-under-build" else "7.7", args)
    if not named and not wanted:
        yield Problem("refit-none", (), "5.62", {"nation": nation})


def refit(table: Table[WarState], nation: str, wanted: Iterable[RefitWish]) -> None:
    """Take a Refit marker off each Squadron; one with more of them loses the next at another time (7.3)."""
    now = moment(table.state)
    for each in wanted:
        become = tuple(
            Squadron(nation=one.nation, refit=one.refit - 1, since=now if one.refit > 1 else 0)
            for one in each.squadrons
        )
        table.emit(
            SquadronsMoved(
                start=each.at, to=each.at, squadrons=each.squadrons, become=become, cause="refitted", rule="5.62"
            )
        )


def _all(state: WarState, nation: str) -> Iterator[PiecesWanted]:
    units, generals, squadrons = in_box(state, nation)
    yield from (PiecesWanted(what="general", general=one) for one in generals)
    yield from (PiecesWanted(what="unit") for _ in range(units))
    yield from (PiecesWanted(what="squadron") for _ in range(squadrons))


def _paid_for(state: WarState, nation: str, coming: Iterable[Purchase], points: int) -> Iterator[Purchase]:
    """Those that can come, as far as the points go."""
    for each in coming:
        place = wrong_return_port if each.what == "squadron" else wrong_return
        if each.points <= points and place(state, nation, each.at) is None:
            points -= each.points
            yield each


def build_problems(view: WarState, nation: str, line: BuildLine) -> Iterator[Problem]:
    """Why *nation* cannot build that in its Impulse."""
    bought = purchases(view, nation, line.pieces)
    yield from wrong_purchases(view, nation, bought)
    yield from unpaid(view, nation, costs_of(bought), ("pieces",))


def build_by_points(table: Table[WarState], nation: str, line: BuildLine) -> None:
    """Build what a legal line says."""
    for each in purchases(table.state, nation, line.pieces):
        spend(table, nation, each.points, each.what)
        build(table, nation, (each,))


def regroup_problems(view: WarState, nation: str, line: RegroupLine) -> Iterator[Problem]:
    """Why *nation* cannot bring those pieces out of the Regroup box."""
    coming = returns(view, nation, line.pieces, left(view, nation, "regroup"))
    yield from wrong_returns(view, nation, coming)
    yield from unpaid(view, nation, [("regroup", each.points) for each in coming], ("pieces",))


def regroup_by_points(table: Table[WarState], nation: str, line: RegroupLine) -> None:
    """Bring the pieces of a legal line out of the Regroup box."""
    coming = returns(table.state, nation, line.pieces, left(table.state, nation, "regroup"))
    spend(table, nation, sum(each.points for each in coming), "regroup")
    come_back(table, nation, coming)


def refit_problems(view: WarState, nation: str, line: RefitLine) -> Iterator[Problem]:
    """Why *nation* cannot take those Refit markers off."""
    wanted = refits(view, nation, line.at, left(view, nation, "refit"))
    yield from wrong_refits(view, nation, line.at, wanted)
    yield from unpaid(view, nation, [("refit", PIECE * len(each.squadrons)) for each in wanted], ("at",))


def refit_by_points(table: Table[WarState], nation: str, line: RefitLine) -> None:
    """Take the Refit markers of a legal line off."""
    wanted = refits(table.state, nation, line.at, left(table.state, nation, "refit"))
    spend(table, nation, PIECE * sum(len(each.squadrons) for each in wanted), "refit")
    refit(table, nation, wanted)


def flag_problems(view: WarState, nation: str, line: FlagLine) -> Iterator[Problem]:
    """Why *nation* cannot place or remove Flags in those duchies."""
    places = flag_places(view, line)
    for number, duchy in enumerate(places):
        if duchy not in view.board.duchies:
            yield Problem("flag-no-place", ("at", number), "7.41", {"nation": nation, "place": duchy})
        elif (problem := wrong_flag(view, nation, duchy, remove=line.remove)) is not None:
            yield under(problem, "at", number)
    yield from unpaid(view, nation, [("flag", FLAG) for _ in places], ("at",))


def flag_by_points(table: Table[WarState], nation: str, line: FlagLine) -> None:
    """Flag the duchies of a legal line, one after the other; one for which no Flag is left any more is left out."""
    for duchy in flag_places(table.state, line):
        if wrong_flag(table.state, nation, duchy, remove=line.remove) is None:
            spend(table, nation, FLAG, "flag")
            plant(table, nation, duchy, cause="points", rule="7.41", remove=line.remove)


def flag_places(state: WarState, line: FlagLine) -> tuple[str, ...]:
    """The duchies of a line; `HERE` stays where no Formation is."""
    formation = state.going_on.formation
    here = formation.place if formation is not None else HERE
    return tuple(dict.fromkeys(here if duchy == HERE else duchy for duchy in line.at.names))


def costs_of(bought: Iterable[Purchase]) -> list[tuple[str, int]]:
    """The uses of points for what is bought, each with its points."""
    return [(each.what, each.points) for each in bought]


def unpaid(view: WarState, nation: str, costs: list[tuple[str, int]], path: OrderPath) -> Iterator[Problem]:
    """That the points do not suffice, with the sum of what they are for (6.3)."""
    if not affords(view, nation, costs):
        have = max((left(view, nation, use) for use, _ in costs), default=0)
        sums: dict[str, int] = {}
        for use, points in costs:
            sums[use] = sums.get(use, 0) + points
        args = {"nation": nation, "points": sum(sums.values()), "left": have, "costs": tuple(sums.items())}
        yield Problem("points-short", path, "6.3", args)


BUILD_LINES: Mapping[type, LineRules] = {
    BuildLine: LineRules(build_problems, build_by_points),
    FlagLine: LineRules(flag_problems, flag_by_points),
    RegroupLine: LineRules(regroup_problems, regroup_by_points),
    RefitLine: LineRules(refit_problems, refit_by_points),
    EndWarLine: LineRules(end_war_problems, try_to_end),
}
"""The lines of this chapter."""
