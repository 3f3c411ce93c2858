"""What is wrong with a line of an Impulse in any case, and what is doubtful as things stand.

The position of pieces is not looked at where it may be another by then: the edition and the map still are.
"""

from collections.abc import Iterator
from functools import singledispatch

from msgspec.structs import replace

from pbem.engine.order import OrderPath, Problem, Weight, under
from pbem_tnw.chapters.land.formations import MOST_GENERALS, form, wrong_with_entering, wrong_with_pieces
from pbem_tnw.chapters.land.paths import distance, wrong_with_ride
from pbem_tnw.chapters.nation.buying import purchases, wrong_purchases
from pbem_tnw.chapters.nation.pieces import PiecesMoved
from pbem_tnw.chapters.nation.returning import end_war_problems, wrong_flag
from pbem_tnw.chapters.politics.lines import consul_problems, flip_problems
from pbem_tnw.chapters.politics.peace import capitulate_problems
from pbem_tnw.chapters.politics.wars import declaration
from pbem_tnw.chapters.sea.fleets import CARRIES, aboard, is_attack, near
from pbem_tnw.chapters.sea.fleets import MOST_STEPS as MOST_SEA_STEPS
from pbem_tnw.chapters.sea.sailing import attacks_port
from pbem_tnw.chapters.sea.transport import berths
from pbem_tnw.chapters.turn.sheet_checks import early_cards, has_units
from pbem_tnw.chapters.turn.taking import lines_for
from pbem_tnw.edition.board import CAPTURED, KILLED, REGROUP, YARD
from pbem_tnw.orders.choices import BattleWish
from pbem_tnw.orders.condition import Truth, asked_in
from pbem_tnw.orders.impulse import Alternative
from pbem_tnw.orders.lines import (
    AssaultLine,
    AttackLine,
    BuildLine,
    CapitulateLine,
    ConsulLine,
    DeclareLine,
    EmbarkLine,
    EndWarLine,
    FlagLine,
    FlipLine,
    FormLine,
    ImpulseLine,
    LandLine,
    MoveLine,
    RefitLine,
    RegroupLine,
    RestItem,
    RestLine,
    SailLine,
    SurrenderLine,
    TakeLine,
)
from pbem_tnw.orders.names import HERE
from pbem_tnw.orders.pieces import Strengths
from pbem_tnw.position.control import camp_of, controller, friendly, homes, hostile
from pbem_tnw.position.forces import MOST_STEPS, moving
from pbem_tnw.position.impulse import Pieces, WarFormation
from pbem_tnw.position.state import WarState

Before = tuple[ImpulseLine, ...]
ALWAYS = Truth(yes=True)
_FOREVER = frozenset({
    "build-no-home-port", "build-not-own", "commander-of-another", "command-exceeded", "detachment-of-another",
    "detachment-too-strong", "general-by-card", "general-killed", "general-of-another", "general-too-early",
    "riders-of-another", "too-many-generals",
})  # fmt: skip
"""Problems of lines that only the edition and the year decide."""
_THIS_ROUND = "track-closed"
"""A problem to the end of the first Round only."""
_ALWAYS = _FOREVER | {
    "assault-no-enemy-fortress", "consul-none", "embark-where", "flag-fortress", "flag-friendly", "flag-neutral",
    "flag-no-war", "land-where", "no-way-by-sea", "only-france-capitulates", "regroup-no-port", "regroup-not-home",
    "rest-at-sea", "sail-no-port", "surrender-too-late", "three-sea-steps", "too-much-aboard", _THIS_ROUND,
}  # fmt: skip
"""Problems that nothing before the Impulse changes either, whoever comes first."""


def lasting_problems(
    view: WarState, nation: str, alternative: Alternative, *, first: bool, this_round: bool
) -> Iterator[Problem]:
    """What is wrong with each line of an alternative in any case; the path has the number of the line.

    If the Impulse of *nation* is not the *first* to come, what others may change until then is a warning. After an
    event, or what could not be read, only what the edition says is told. *this_round*: no later Round is meant.
    """
    lines = alternative.do.lines
    unknown = 0 if alternative.unforeseen else min(alternative.do.gaps, default=len(lines))
    for at, line in enumerate(lines):
        for problem in _lasting(line, view, nation, lines[:at]):
            if problem.code == _THIS_ROUND and not this_round:
                continue
            always = problem.code in _ALWAYS
            if always or at < unknown:
                weight = problem.weight if always or first else Weight.unwise
                yield under(replace(problem, weight=weight), at)


@singledispatch
def _lasting(line: ImpulseLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    """What is wrong with a line after those *before* it, whatever they lead to; nothing is known of other lines."""
    yield from ()


@_lasting.register
def _of_form(line: FormLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    generals = tuple(dict.fromkeys(filter(None, (line.commander, *line.riders))))
    gone = tuple(_off_map(view, generals, before))
    yield from gone
    if not gone:
        yield from _wrong_company(view, nation, line, generals)


def _wrong_company(
    view: WarState, nation: str, line: FormLine | MoveLine, generals: tuple[str, ...]
) -> Iterator[Problem]:
    """What is wrong with generals and units together, wherever they stand (9.1)."""
    said = {own or nation: n for own, n in line.units.numbers.items() if n}
    leader = view.board.leaders.get(line.commander or "")
    if said:
        pieces, commander = Pieces(units=said, generals=generals), line.commander or ""
        found = wrong_with_pieces(view, nation, pieces, commander)
        yield from (_without_helper(each) for each in found if each.code in _FOREVER)
    elif leader is not None and leader.nation != nation:
        yield _of_another(view, nation, leader.id, ("commander",))
    elif isinstance(line, MoveLine) and not line.alone and len(generals) > MOST_GENERALS:
        args = {"generals": generals, "most": MOST_GENERALS}
        yield Problem("too-many-generals", ("with",), "9.1", args, Weight.unwise)


def _without_helper(problem: Problem) -> Problem:
    """*problem* without a general beside the others, who may be elsewhere when the line is reached."""
    args = {key: "" if key == "helper" else each for key, each in problem.args.items()}
    return Problem(problem.code, problem.path, problem.rule, args)


def _of_another(view: WarState, nation: str, general: str, path: OrderPath) -> Problem:
    args = {"general": general, "other": view.board.leaders[general].nation, "nation": nation}
    return Problem("commander-of-another", path, "9.1", args)


@_lasting.register
def _of_take(line: TakeLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    yield from _off_map(view, line.generals, before)


@_lasting.register
def _of_move(line: MoveLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    named = tuple(filter(None, (line.commander, *line.riders)))
    gone = tuple(_off_map(view, named, before))
    yield from gone
    general = line.commander
    if line.riders or line.units.numbers:
        yield from () if gone else _wrong_company(view, nation, line, named)
    elif general and not gone and general not in _led(before) and view.board.leaders[general].nation != nation:
        yield _of_another(view, nation, general, ("commander",))
    start, known = _start(view, line, before)
    most = MOST_STEPS if _with_units(line, before) else len(view.board.duchies)
    for number, (here, to) in enumerate(zip((start, *line.path), line.path, strict=False)):
        steps = distance(view, here, to) if here and here != to else 1
        if not steps or (steps > most and (number or known)):
            args = {"place": here, "to": to, "steps": steps, "most": MOST_STEPS, "made": 0}
            yield Problem("beyond-reach", ("path", number), "9.2", args)
            break
    yield from _waits_for_later_cards(view, nation, line.battle)
    yield from (under(each, "battle") for each in early_cards(view, line.battle))


def _waits_for_later_cards(view: WarState, nation: str, wish: BattleWish | None) -> Iterator[Problem]:
    """Cards of an attacker whose condition asks for a battle card that the defender can only play after them (11.1)."""
    for number, each in enumerate(wish.cards or () if wish is not None else ()):
        if view.board.cards[each.card].timing is not None:
            continue
        for asked in asked_in(each.condition.test):
            other, card = (*asked.about, "", "")[:2]
            waits = asked.word == "played" and card not in view.played_by.get(other, ())
            later = waits and view.board.cards[card].kind == "battle"
            if later and camp_of(view, other) != camp_of(view, nation):
                args = {"card": card, "nation": other}
                yield Problem("battle-card-of-later", ("battle", "cards", number, "if"), "11.1", args, Weight.unwise)


def _led(before: Before) -> set[str]:
    """The generals that lines before named for a Formation: naming one of them again moves that."""
    forming = (each for each in before if isinstance(each, FormLine | MoveLine))
    taken = {one for each in before if isinstance(each, TakeLine) for one in each.generals}
    return {one for each in forming for one in (each.commander, *each.riders) if one} | taken


def _start(view: WarState, line: MoveLine, before: Before) -> tuple[str, bool]:
    """A duchy on the same land as what marches, and whether it is there; empty if a Fleet may have carried it away."""
    last = before[-1] if before else None
    if isinstance(last, FormLine) and last.at and last.at != HERE:
        return last.at, True
    if any(isinstance(each, EmbarkLine | LandLine | BuildLine | RegroupLine) for each in before):
        return "", False
    general = line.commander or (last.commander if isinstance(last, FormLine) else None)
    where = view.generals.get(general or "", "")
    return (where if where in view.board.duchies else ""), False


def _with_units(line: MoveLine, before: Before) -> bool:
    """Whether the line before forms what marches, with units: so they are not Riders, who go any distance."""
    last = before[-1] if before else None
    leads = isinstance(last, FormLine) and line.commander in (None, last.commander)
    return leads and isinstance(last, FormLine) and any(last.units.numbers.values())


@_lasting.register
def _of_sail(line: SailLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    start: tuple[tuple[OrderPath, str], ...] = () if line.origin is None else ((("from",), line.origin),)
    stops = (*start, *((("path", number), place) for number, place in enumerate(line.path)))
    inland = [(at, place) for at, place in stops if not near(view, place)]
    yield from (Problem("sail-no-port", at, "13.2", {"place": place}) for at, place in inland)
    made = 0
    for (_, here), (at, to) in zip(stops, stops[1:] if not inland else (), strict=False):
        steps = _sea_steps(view, here, to)
        made += steps
        if here != to and not steps:
            yield Problem("no-way-by-sea", at, "13.2", {"place": here, "to": to, "most": MOST_SEA_STEPS})
            return
        if made > MOST_SEA_STEPS:
            yield Problem("three-sea-steps", at, "13.2", {"most": MOST_SEA_STEPS, "place": here, "to": to})
            return
    yield from _overloaded(line, view, before)


def _overloaded(line: SailLine, view: WarState, before: Before) -> Iterator[Problem]:
    """That fewer Squadrons sail than carry what the lines just before took aboard (13.6)."""
    ships = sum(line.squadrons.numbers.values())
    strength, place = _taken_aboard(view, before, line.origin)
    if ships and strength > CARRIES * ships:
        args = {"strength": strength, "room": CARRIES * ships, "place": place}
        yield Problem("too-much-aboard", ("squadrons",), "13.6", args)


def _taken_aboard(view: WarState, before: Before, place: str | None) -> tuple[int, str | None]:
    """How many units the lines just before take aboard in any case in one Port, and in which: *place*, if given."""
    strength = 0
    for at, each in reversed(tuple(enumerate(before))):
        if not isinstance(each, EmbarkLine) or each.condition.test != ALWAYS:
            break
        port = _boarding_at(view, each, before[:at])
        if not port or place not in (None, port):
            break
        place, strength = port, strength + sum(each.units.numbers.values())
    return strength, place


def _boarding_at(view: WarState, line: EmbarkLine, before: Before) -> str:
    """Where forces go aboard: as the line says, else where its general stands now, or where the Fleet sails to."""
    if line.at and line.at != HERE:
        return line.at
    general = next(iter(line.generals), None)
    if general is None:
        return _sails_to(before)
    return "" if general in _led(before) else view.generals.get(general, "")


def _sails_to(before: Before) -> str:
    """Where the last sailing of the lines *before* ends."""
    return next((each.path[-1] for each in reversed(before) if isinstance(each, SailLine) and each.path), "")


def _sea_steps(view: WarState, start: str, to: str) -> int:
    """The steps by sea between two places, whoever is on the way, through no Port; 0 if there is no way."""
    seen, ring, steps = {start}, [start], 0
    while ring and to not in seen:
        on = [here for here in ring if here == start or here in view.board.zones]
        ring = [other for here in on for other in near(view, here) if other not in seen]
        seen |= set(ring)
        steps += 1
    return steps if to in seen else 0


@_lasting.register
def _of_embark(line: EmbarkLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    yield from _off_map(view, line.generals, before)
    if line.at and line.at != HERE and not view.board.duchies[line.at].is_port:
        yield Problem("embark-where", ("at",), "13.6", {"place": line.at})
    port = _boarding_at(view, line, before)
    earlier, _ = _taken_aboard(view, before, port)
    strength, room = sum(line.units.numbers.values()), _berths_by_then(view, nation, port, before)
    if room is not None and strength and strength + earlier > room:
        args = {"strength": strength + earlier, "room": room, "place": port}
        yield Problem("too-much-aboard", ("units",), "13.6", args, Weight.unwise)


def _berths_by_then(view: WarState, nation: str, port: str, before: Before) -> int | None:
    """What the Squadrons carry that are in a Port after the lines *before*, as things stand; None if no one knows."""
    if port not in view.board.duchies or any(isinstance(each, AttackLine | RefitLine | RegroupLine) for each in before):
        return None
    room = berths(view, nation, port)
    for each in before:
        if isinstance(each, SailLine) and port in (each.origin, *each.path):
            came = sum(each.squadrons.numbers.values()) or berths(view, nation, each.origin or "") // CARRIES
            if each.origin in (None, port) or each.path[-1:] != (port,):
                return None
            room += came * CARRIES
    return room or None


@_lasting.register
def _of_land(line: LandLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    if line.at != HERE and not view.board.duchies[line.at].is_port:
        yield Problem("land-where", ("at",), "13.7", {"place": line.at, "near": ()})
        return
    zone = _sails_to(before)
    port = view.board.duchies[line.at].port if line.at != HERE else ()
    if zone in view.board.zones and port and zone not in port and not any(aboard(view, nation, each) for each in port):
        args = {"place": line.at, "nation": nation, "zones": port}
        yield Problem("nothing-aboard", ("at",), "13.6", args, Weight.unwise)


@_lasting.register
def _of_attack(line: AttackLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    if not line.off_map and line.at != HERE and not near(view, line.at):
        yield Problem("sail-no-port", ("at",), "13.4", {"place": line.at})


@_lasting.register
def _of_assault(line: AssaultLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    if line.at != HERE and not view.board.duchies[line.at].is_fortress:
        args = {"place": line.at, "nation": nation, "fortress": False}
        yield Problem("assault-no-enemy-fortress", ("at",), "12.1", args)


@_lasting.register
def _of_flag(line: FlagLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    for number, place in enumerate(line.at.names):
        if place != HERE and view.board.duchies[place].is_fortress:
            problem = wrong_flag(view, nation, place, remove=line.remove)
            yield from () if problem is None else (under(problem, "at", number),)


@_lasting.register
def _of_build(line: BuildLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    bought = purchases(view, nation, line.pieces)
    yield from (each for each in wrong_purchases(view, nation, bought) if each.code in _FOREVER)


@_lasting.register
def _of_regroup(line: RegroupLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    for number, piece in enumerate(line.pieces):
        leader = view.board.leaders.get(piece.general or "")
        if leader is not None and leader.nation != nation:
            args = {"general": leader.id, "nation": nation, "other": leader.nation}
            yield Problem("general-of-another", ("pieces", number), "7.7", args)
        if piece.at:
            at_sea = piece.what == "squadron"
            yield from (under(each, "pieces", number) for each in _no_way_back(view, nation, piece.at, (at_sea,)))


def _no_way_back(view: WarState, nation: str, place: str, at_sea: tuple[bool, ...]) -> Iterator[Problem]:
    """That neither Squadrons (*at_sea*) nor land forces, whichever are meant, ever come out of the box there (7.7)."""
    duchy = view.board.duchies.get(place)
    port, home = duchy is not None and duchy.is_port, place in homes(view, nation)
    if not any(port if squadrons else home for squadrons in at_sea):
        code = "regroup-no-port" if all(at_sea) else "regroup-not-home"
        yield Problem(code, (), "7.7", {"nation": nation, "duchy": place})


@_lasting.register
def _of_refit(line: RefitLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    for number, spot in enumerate(line.at):
        if not near(view, spot.at):
            yield Problem("sail-no-port", ("at", number), "5.62", {"place": spot.at})


@_lasting.register
def _of_consul(line: ConsulLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    yield from _of_track(consul_problems(view, nation, line), before)


@_lasting.register
def _of_flip(line: FlipLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    yield from _of_track(flip_problems(view, nation, line), before)


def _of_track(found: Iterator[Problem], before: Before) -> Iterator[Problem]:
    """What no line *before* changes, of what is wrong with a line about a consul."""
    moved = any(isinstance(each, ConsulLine | FlipLine | DeclareLine) for each in before)
    for each in found:
        if each.code == _THIS_ROUND or not (moved or each.rule == "6.3" or each.code == "track-forbidden"):
            yield each


@_lasting.register
def _of_end_war(line: EndWarLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    yield from (each for each in end_war_problems(view, nation, line) if each.rule != "6.3")


@_lasting.register
def _of_surrender(line: SurrenderLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    if any(not isinstance(each, RestLine) for each in before):
        yield Problem("surrender-too-late", (), "15.4", {"nation": nation})


@_lasting.register
def _of_capitulation(line: CapitulateLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    yield from (each for each in capitulate_problems(view, nation, line) if each.code in _ALWAYS)


@_lasting.register
def _of_rest(line: RestLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    for number, item in enumerate(line.items):
        if item.use in _ON_LAND:
            zones = (place for place in item.at if place in view.board.zones)
            yield from (Problem("rest-at-sea", ("items", number), "6.3", {"place": zone}) for zone in zones)
        for each in _uses(view, nation, item):
            found = _lasting(each, view, nation, before)
            yield from (under(replace(problem, path=()), "items", number) for problem in found)
        if item.use == "regroup":
            for place in item.at:
                found = _no_way_back(view, nation, place, (True, False))
                yield from (under(problem, "items", number) for problem in found)


def _uses(view: WarState, nation: str, item: RestItem) -> Iterator[ImpulseLine]:
    """The lines that *item* comes to, one for each place that it names; for a general one if it names none."""
    places = tuple(place for place in item.at if item.use not in _ON_LAND or place not in view.board.zones)
    if item.use != "regroup" and (places or (item.general and not item.at)):
        found = lines_for(view, nation, replace(item, at=places))
        yield from (each for _, each in zip(places or (HERE,), found, strict=False))


_ON_LAND = ("unit", "general", "squadron", "flag", "assault")
"""What is done with points that are left in duchies only."""


def _off_map(view: WarState, generals: tuple[str, ...], before: Before) -> Iterator[Problem]:
    """Generals that are not on the map and that no line before brings there."""
    built = [
        piece for each in before if isinstance(each, BuildLine) for piece in each.pieces if piece.what == "general"
    ]
    named = {piece.general for piece in built}
    for one in generals:
        where = view.generals.get(one, YARD)
        bought = where == YARD and not named.isdisjoint((one, None))
        comes = bought or (where == REGROUP and any(isinstance(each, RegroupLine) for each in before))
        if where in (KILLED, CAPTURED, YARD, REGROUP) and not comes:
            yield Problem("general-off-map", (), "9.1", {"general": one, "where": where})


def doubts(view: WarState, nation: str, lines: Before, start: int) -> Iterator[Problem]:
    """What would be wrong, as things stand, with lines that come after one whose outcome is not known: warnings.

    *view* is the position before that one, *start* the number of the first line after it. Only who controls what and
    who is at war with whom is looked at, unless a line before may change just that; lines with a condition are not.
    """
    for at in range(start, len(lines)):
        if lines[at].condition.test == ALWAYS:
            found = _doubtful(lines[at], view, nation, lines[start - 1 if start else 0 : at])
            yield from (under(replace(each, weight=Weight.unwise), at) for each in found)


@singledispatch
def _doubtful(line: ImpulseLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    """What would be wrong with a line as things stand, with those *before* it whose outcome is not known."""
    yield from ()


def _sides_may_change(before: Before) -> bool:
    """Whether lines may change who is at war with whom, and what is Friendly."""
    return any(isinstance(each, DeclareLine | ConsulLine | SurrenderLine | CapitulateLine) for each in before)


def _goals(before: Before) -> set[str]:
    """The places that lines go to or flag, so that they may have another master afterwards."""
    found: set[str] = set()
    for each in before:
        match each:
            case MoveLine(path=path):
                found |= set(path)
            case FlagLine(at=at):
                found |= set(at.names)
            case AssaultLine(at=place) | LandLine(at=place):
                found.add(place)
            case _:
                pass
    return found


@_doubtful.register
def _flag_in_doubt(line: FlagLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    for number, place in enumerate(line.at.names):
        if place != HERE and not view.board.duchies[place].is_fortress and not _sides_may_change(before):
            problem = wrong_flag(view, nation, place, remove=line.remove)
            if problem is not None and problem.code in ("flag-friendly", "flag-neutral", "flag-no-war"):
                yield under(problem, "at", number)
                continue
            after = _marched(view, nation, before)
            problem = wrong_flag(after, nation, place, remove=line.remove) if after is not None else None
            if problem is not None and problem.code in ("flag-no-formation", "flag-across"):
                yield under(replace(problem, args={**problem.args, "marched": True}), "at", number)


def _marched(view: WarState, nation: str, before: Before) -> WarState | None:
    """*view* after marches that no one stops, and Flags laid; None if other lines may bring forces somewhere."""
    for line in before:
        match line:
            case FlagLine(at=at, remove=False):
                laid = (place for place in at.names if place != HERE and not view.board.duchies[place].is_fortress)
                view = replace(view, flags={**view.flags, **dict.fromkeys(laid, nation)})
            case MoveLine(commander=str() as general, path=path) if path and line.condition.test == ALWAYS:
                start = view.generals.get(general, "")
                pieces = _setting_out(view, nation, line, general, start) if start in view.board.duchies else None
                if pieces is None:
                    return None
                view = PiecesMoved(start, path[-1], pieces, "march").change(view)
            case ConsulLine() | FlipLine() | RefitLine():
                pass
            case _:
                return None
    return view


def _setting_out(view: WarState, nation: str, line: MoveLine, general: str, start: str) -> Pieces | None:
    """What a march takes along from *start*; None if it cannot be formed there."""
    formation = moving(view)
    if formation is not None and formation.place == start and general in formation.pieces.generals:
        return formation.pieces
    if line.alone:
        return Pieces(generals=(general, *line.riders))
    wanted = FormLine(at=start, commander=general, riders=line.riders, units=line.units)
    found, problems = form(view, nation, wanted)
    return None if found is None or any(each.stops for each in problems) else found.pieces


@_doubtful.register
def _move_in_doubt(line: MoveLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    here = _rides_from(view, nation, line, before)
    for number, place in enumerate(line.path if not _sides_may_change(before) else ()):
        barred = tuple(_barred(view, nation, place)) if place != HERE else ()
        if here and not barred and place not in (HERE, *_goals(before)):
            riders = Pieces(generals=tuple(filter(None, (line.commander, *line.riders))))
            no_way = wrong_with_ride(view, WarFormation(kind="riders", nation=nation, place=here, pieces=riders), place)
            barred = () if no_way is None else (no_way,)
        yield from (under(each, "path", number) for each in barred)
        here = "" if barred else here and place


def _rides_from(view: WarState, nation: str, line: MoveLine, before: Before) -> str:
    """Where a general stands that no line before moves and that sets out without units; empty for others."""
    general = line.commander or ""
    place = view.generals.get(general, "")
    if line.units != Strengths() or general in _led(before) or place not in view.board.duchies:
        return ""
    come = any(isinstance(each, BuildLine | RegroupLine | LandLine) for each in before)
    for each in before if not (line.alone or come) else ():
        view = _marched(view, nation, (each,)) or view
    return place if line.alone or not (come or has_units(view, general, place)) else ""


def _barred(view: WarState, nation: str, place: str) -> Iterator[Problem]:
    body = WarFormation(kind="riders", nation=nation, place=place, pieces=Pieces())
    yield from wrong_with_entering(view, body, place)


@_doubtful.register
def _sail_in_doubt(line: SailLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    for number, port in enumerate(line.path):
        if is_attack(view, nation, port):
            yield from (under(each, "path", number) for each in attacks_port(view, nation, port, line))
        elif port not in view.board.duchies or port in _goals(before) or _sides_may_change(before):
            continue
        elif not friendly(view, nation, port):
            yield Problem("port-not-friendly", ("path", number), "13.2", {"to": port, "other": controller(view, port)})


@_doubtful.register
def _embark_in_doubt(line: EmbarkLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    fleets_move = any(isinstance(each, SailLine | AttackLine | RefitLine | RegroupLine) for each in before)
    if not line.at or line.at == HERE or fleets_move or not view.board.duchies[line.at].is_port:
        return
    if not berths(view, nation, line.at):
        yield Problem("embark-no-fleet", ("at",), "13.6", {"place": line.at, "nation": nation})


@_doubtful.register
def _land_in_doubt(line: LandLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    cleared = (each.at if isinstance(each, AttackLine) else _sails_to((each,)) for each in before)
    if is_attack(view, nation, line.at) and not {line.at, HERE} & set(cleared):
        yield Problem("land-fleet-there", ("at",), "13.7", {"port": line.at})
    elif line.at != HERE and not _sides_may_change(before):
        yield from (under(each, "at") for each in _barred(view, nation, line.at))


@_doubtful.register
def _attack_in_doubt(line: AttackLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    own = line.at in view.board.duchies and friendly(view, nation, line.at) and not is_attack(view, nation, line.at)
    if own and not _sides_may_change(before):
        yield Problem("attack-no-enemy", ("at",), "13.5", {"place": line.at})


@_doubtful.register
def _assault_in_doubt(line: AssaultLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    fortress = line.at != HERE and view.board.duchies[line.at].is_fortress
    if fortress and not hostile(view, nation, line.at) and not _sides_may_change(before):
        args = {"place": line.at, "nation": nation, "fortress": True}
        yield Problem("assault-no-enemy-fortress", ("at",), "12.1", args)


@_doubtful.register
def _build_in_doubt(line: BuildLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    bought = purchases(view, nation, line.pieces)
    for each in wrong_purchases(view, nation, bought):
        regained = bought[int(each.path[1])].at in _goals(before) if len(each.path) > 1 else False
        settled = each.code.startswith("general") or not _sides_may_change(before)
        if each.code in _DOUBTFUL_BUILDS and settled and not regained:
            yield each


_DOUBTFUL_BUILDS = (
    "build-no-war", "build-not-controlled", "build-port-lost", "general-captured", "general-in-play",
    "general-regroups",
)  # fmt: skip


@_doubtful.register
def _declaration_in_doubt(line: DeclareLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    found = declaration(view, nation, line.on, line.camp or "", interphase=False)
    if isinstance(found, Problem) and not _sides_may_change(before):
        yield found


@_doubtful.register
def _consul_in_doubt(line: ConsulLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    yield from _lasting(line, view, nation, before)


@_doubtful.register
def _capitulation_in_doubt(line: CapitulateLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    yield from capitulate_problems(view, nation, line)


@_doubtful.register
def _rest_in_doubt(line: RestLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    for number, item in enumerate(line.items):
        for each in _uses(view, nation, item):
            found = _doubtful(each, view, nation, before)
            yield from (under(replace(problem, path=()), "items", number) for problem in found)
