"""What is wrong with a line whatever marches, battles and dice come before it (2.2).

Where the position of pieces is not known any more, the edition and the map still are: whose a general is, what it may
lead, what is a Port or a Fortress, which places no way joins, and what no CPs can buy.
"""

from collections.abc import Iterator
from functools import singledispatch

from msgspec.structs import replace

from pbem.engine.problem import OrderPath, Problem, Weight, under
from pbem_tnw.chapters.builds.buying import purchases, wrong_purchases
from pbem_tnw.chapters.builds.flags import wrong_flag
from pbem_tnw.chapters.builds.foreign_wars import end_war_problems
from pbem_tnw.chapters.diplomacy.consul_lines import consul_problems
from pbem_tnw.chapters.movement.formations import wrong_with_pieces
from pbem_tnw.chapters.movement.paths import distance
from pbem_tnw.chapters.naval.fleets import MOST_STEPS as MOST_SEA_STEPS
from pbem_tnw.chapters.naval.sea_steps import near
from pbem_tnw.orders.conditions.expressions import asked_in
from pbem_tnw.orders.impulse import Alternative
from pbem_tnw.orders.lines.battle_wish import BattleWish
from pbem_tnw.orders.lines.lines import (
    AssaultLine,
    AttackLine,
    BuildLine,
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
    RegroupLine,
    RestLine,
    SailLine,
    SurrenderLine,
    TakeLine,
)
from pbem_tnw.orders.names import HERE
from pbem_tnw.position.control import camp_of
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import CAPTURED, KILLED, REGROUP, YARD
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import MOST_STEPS

Before = tuple[ImpulseLine, ...]
_FOREVER = frozenset({
    "build-no-home-port", "build-not-own", "commander-of-another", "command-exceeded", "detachment-of-another",
    "detachment-too-strong", "general-by-card", "general-killed", "general-of-another", "general-too-early",
    "riders-of-another", "too-many-generals",
})  # fmt: skip
"""Problems of lines that only the edition and the year decide."""
_ALWAYS = _FOREVER | {
    "assault-no-enemy-fortress", "consul-none", "embark-where", "flag-fortress", "flag-friendly", "flag-neutral",
    "flag-no-war", "land-where", "no-way-by-sea", "sail-no-port", "surrender-too-late", "three-sea-steps",
}  # fmt: skip
"""Problems that nothing before the Impulse changes either, whoever comes first."""


def lasting_problems(view: WarState, nation: str, alternative: Alternative, *, first: bool) -> Iterator[Problem]:
    """What is wrong with each line of an alternative in any case; the path has the number of the line.

    If the Impulse of *nation* is not the *first* to come, what others may change until then is a warning. After an
    event, or what could not be read, only what the edition says is told.
    """
    lines = alternative.do.lines
    unknown = 0 if alternative.unforeseen else min(alternative.do.gaps, default=len(lines))
    for at, line in enumerate(lines):
        for problem in _lasting(line, view, nation, lines[:at]):
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


def _wrong_company(view: WarState, nation: str, line: FormLine, generals: tuple[str, ...]) -> Iterator[Problem]:
    """What is wrong with generals and units together, wherever they stand (9.1)."""
    said = {own or nation: n for own, n in line.units.numbers.items() if n}
    leader = view.board.leaders.get(line.commander or "")
    if said:
        pieces, commander = Pieces(units=said, generals=generals), line.commander or ""
        found = wrong_with_pieces(view, nation, pieces, commander)
        yield from (_without_helper(each) for each in found if each.code in _FOREVER)
    elif leader is not None and leader.nation != nation:
        yield _of_another(view, nation, leader.id, ("commander",))


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
    if general and not gone and general not in _led(before) and view.board.leaders[general].nation != nation:
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


@_lasting.register
def _of_land(line: LandLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    if line.at != HERE and not view.board.duchies[line.at].is_port:
        yield Problem("land-where", ("at",), "13.7", {"place": line.at, "near": ()})


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
def _of_consul(line: ConsulLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    if not any(isinstance(each, ConsulLine | FlipLine | DeclareLine) for each in before):
        found = consul_problems(view, nation, line)
        yield from (each for each in found if each.rule != "6.3" and each.code != "track-forbidden")


@_lasting.register
def _of_end_war(line: EndWarLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    yield from (each for each in end_war_problems(view, nation, line) if each.rule != "6.3")


@_lasting.register
def _of_surrender(line: SurrenderLine, view: WarState, nation: str, before: Before) -> Iterator[Problem]:
    if any(not isinstance(each, RestLine) for each in before):
        yield Problem("surrender-too-late", (), "15.4", {"nation": nation})


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
