"""Checks of lasting orders, points and cards.

What seats have ordered for them is secret; whether they can do it at all, and how likely they succeed, everyone sees.

Where the position of pieces is not known any more, the edition and the map still are: whose a general is, what it may
lead, what is a Port or a Fortress, which places no way joins, and what no CPs can buy.
"""

import heapq
from collections.abc import Container, Iterator
from functools import singledispatch
from typing import Final

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.order import OrderPath, Problem, Weight, standing_apart, under
from pbem_tnw.chapters.land.battle_outlook import outlook_here
from pbem_tnw.chapters.land.battle_rules import defence
from pbem_tnw.chapters.land.formations import FormationKind, cost_over_link, kind_of, plain_cost, wrong_with_pieces
from pbem_tnw.chapters.land.interception import (
    EVASION_TARGET,
    NextInterceptor,
    TryEvasion,
    in_contact,
    modifier_of,
    nation_of,
)
from pbem_tnw.chapters.land.interceptors import evasions, interceptor, interceptors
from pbem_tnw.chapters.land.odds import SIX, binomial, landing, two_dice
from pbem_tnw.chapters.land.paths import distance
from pbem_tnw.chapters.nation.buying import purchases, wrong_purchases
from pbem_tnw.chapters.nation.returning import end_war_problems, wrong_flag
from pbem_tnw.chapters.politics.lines import consul_problems, planned_steps
from pbem_tnw.chapters.politics.wars import declaration
from pbem_tnw.chapters.sea.fleets import MOST_STEPS as MOST_SEA_STEPS
from pbem_tnw.chapters.sea.fleets import guns, near
from pbem_tnw.chapters.sea.transport import FireOnLanding
from pbem_tnw.chapters.turn.taking import with_points
from pbem_tnw.edition import card_words as word
from pbem_tnw.edition.board import CAPTURED, KILLED, REGROUP, YARD
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.orders.choices import BattleCardWish, BattleWish, EventChoices
from pbem_tnw.orders.condition import Truth, asked_in
from pbem_tnw.orders.impulse import Alternative
from pbem_tnw.orders.lines import (
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
    RefitLine,
    RegroupLine,
    RestLine,
    SailLine,
    SurrenderLine,
    TakeLine,
)
from pbem_tnw.orders.names import HERE
from pbem_tnw.orders.pieces import PiecesWanted, Strengths
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.control import camp_of
from pbem_tnw.position.forces import MOST_STEPS, links, moving, units_at
from pbem_tnw.position.impulse import Pieces
from pbem_tnw.position.state import WarState

IN_BATTLE = ("battle_card", "battle_rolled", "roll")
"""The occasions of cards that orders for a battle may name."""
_KEYS: dict[type, tuple[str, ...]] = {
    word.GiveCardEffect: ("nation", "cards", "top"), word.BreakAllianceEffect: ("nation",),
    word.ConsulEffect: ("consul",), word.PlaceEffect: ("place", "general"), word.LeaderEffect: ("general", "place"),
    word.FlagEffect: ("flag",), word.RegroupEffect: ("regroup", "place"), word.RefitEffect: ("refit",),
    word.MoveForceEffect: ("march",), word.RetreatEffect: ("retreat_to",), word.RerollEffect: ("reroll",),
    word.ChangeDieEffect: ("die",), word.OffMapEffect: ("send",), word.EndEventEffect: ("cards",),
    word.OneOfEffect: ("option",),
}  # fmt: skip
"""The choices that a word takes, whoever it is for."""
_CHOSEN = ("chosen", "enemy", "ally")


def choices_said(choices: EventChoices) -> Iterator[str]:
    """The keys of all that is chosen."""
    return (key for key in EventChoices.__struct_fields__ if getattr(choices, key) != getattr(_NONE, key))


def needless_choices(board: TnwEdition, card: str, choices: EventChoices) -> Iterator[Problem]:
    """The choices that a card does not take: a warning for each."""
    wanted = set(choices_taken(board.cards[card].effects))
    for key in choices_said(choices):
        if key not in wanted:
            args = {"card": card, "key": key.replace("_", "-"), "keys": tuple(sorted(wanted))}
            yield Problem("choice-not-needed", (key,), "6.1", args, Weight.unwise)


def check_answers(board: TnwEdition, standing: WarStanding) -> Iterator[Problem]:
    """The lines of standing orders that could never be carried out: no response, another trigger, no battle card."""
    for number, line in enumerate(standing.respond or ()):
        path = ("respond", number)
        timing = board.cards[line.card].timing
        if timing is None:
            yield standing_apart(Problem("respond-no-response", (*path, "card"), "6.14", {"card": line.card}), *path)
        elif line.trigger not in (None, timing.trigger):
            args = {"card": line.card, "trigger": line.trigger, "right": timing.trigger}
            yield standing_apart(Problem("respond-other-trigger", (*path, "trigger"), "6.14", args), *path)
        else:
            yield from (under(each, *path) for each in needless_choices(board, line.card, line))
    for number, battle in enumerate(standing.battle or ()):
        yield from (under(each, "battle", number) for each in check_battle_cards(board, battle.cards or ()))


def check_battle_cards(board: TnwEdition, cards: tuple[BattleCardWish, ...]) -> Iterator[Problem]:
    """What is wrong with the cards that orders for a battle name (6.15)."""
    for number, wish in enumerate(cards):
        if not for_battles(board.cards[wish.card]):
            yield Problem("not-for-battles", ("cards", number, "card"), "6.15", {"card": wish.card})
        else:
            yield from (under(each, "cards", number) for each in needless_choices(board, wish.card, wish))


def for_battles(card: WarCard) -> bool:
    """Whether a card can be played in a battle on land."""
    if card.timing is None:
        return card.kind == "battle"
    return card.timing.trigger in IN_BATTLE


def choices_taken(effects: tuple[word.CardEffect, ...]) -> Iterator[str]:
    """The keys of the choices that effects leave to whoever plays their card."""
    for effect in effects:
        yield from _KEYS.get(type(effect), ())
        if getattr(effect, "among", ()) or getattr(effect, "who", "") in _CHOSEN:
            yield "nation"
        if isinstance(effect, word.DiscardEffect) and effect.how == "owner":
            yield "cards"
        if isinstance(effect, word.DrawEffect) and effect.play_one:
            yield "then"
        if isinstance(effect, word.OneOfEffect):
            yield from (key for option in effect.options for key in choices_taken(option))


_NONE = EventChoices()


class InterceptionPossible(Event[WarState], frozen=True):
    """A force could try to come into a duchy first, with *need* or more on two dice (10.1)."""

    nation: str
    commander: str
    place: str
    into: str
    need: int
    chance: float


class EvasionPossible(Event[WarState], frozen=True):
    """The forces in a duchy could try to evade, with *need* or more on two dice (10.2)."""

    nation: str
    commander: str
    place: str
    to: str
    need: int
    chance: float


class LandingFireAhead(Event[WarState], frozen=True):
    """The batteries of a Port would fire so many *dice* on a landing; *unhurt* and *destroyed* are chances (13.7).

    *wins* is the chance to win the battle with the enemies ashore, their fire counted; none without enemies.
    """

    place: str
    units: int
    dice: int
    unhurt: float
    destroyed: float
    wins: float | None = None


def chances_ahead(view: WarState) -> Iterator[Event[WarState]]:
    """What others may roll dice for in the box on top of the flow of a trial."""
    top = view.flow[-1] if view.flow else None
    if isinstance(top, NextInterceptor):
        yield from _interceptions(view)
    elif isinstance(top, TryEvasion):
        yield from _evasion(view)
    elif isinstance(top, FireOnLanding) and top.guns:
        yield from _landing(view, top.nation, top.port)


def _interceptions(view: WarState) -> Iterator[InterceptionPossible]:
    contact, formation = in_contact(view)
    if contact is None or formation is None:
        return
    for force in interceptors(view, formation.nation, contact.place, formation.pieces):
        found = interceptor(view, force, contact.place)
        if found is not None and (chance := two_dice(found.need)):
            yield InterceptionPossible(
                nation=found.nation, commander=found.commander, place=found.place, into=found.into, need=found.need,
                chance=chance,
            )  # fmt: skip


def _evasion(view: WarState) -> Iterator[EvasionPossible]:
    """The evasion that is likeliest to succeed."""
    contact, formation = in_contact(view)
    if contact is None or formation is None or contact.interceptors:
        return
    force = defence(view, formation.nation, contact.place)
    if not force.pieces.strength or force.split:
        return
    goals = evasions(view, force.place, force.pieces, contact.origin)
    best = max(goals, key=lambda to: modifier_of(view, force, formation, to), default="")
    need = EVASION_TARGET - modifier_of(view, force, formation, best) if best else 0
    if best and (chance := two_dice(need)):
        yield EvasionPossible(
            nation=nation_of(view, force), commander=force.commander, place=force.place, to=best, need=need,
            chance=chance,
        )  # fmt: skip


def _landing(view: WarState, nation: str, port: str) -> Iterator[LandingFireAhead]:
    dice, formation = guns(view, port), moving(view)
    units = formation.pieces.strength if formation is not None else 0
    if not dice or not units:
        return
    battle = outlook_here(view, nation, port)
    yield LandingFireAhead(
        place=port,
        units=units,
        dice=dice,
        unhurt=(2 / 3) ** dice,
        destroyed=sum(binomial(dice, SIX)[units:]),
        wins=landing(*battle.numbers, dice).wins if battle is not None else None,
    )


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


RIDERS: Final[FormationKind] = "riders"
UNIT, SQUADRON = 2, 4
"""What a unit and a Squadron cost (7.1, 7.3); a general costs its Command (7.2)."""


class LeastCosts(msgspec.Struct, frozen=True):
    """What the lines of an Impulse cost at the least, in parts, and the points that there are."""

    parts: tuple[int, ...]
    there: int

    @property
    def needed(self) -> int:
        """The sum of the parts."""
        return sum(self.parts)


def check_points(
    view: WarState, nation: str, alternative: Alternative, wrong: Container[str | int] = ()
) -> Iterator[Problem]:
    """A problem if the lines that are carried out in any case cost more than card and Reserve bring, at the least.

    Lines whose numbers are among the *wrong* ones do not count: they cost something else once they are corrected.
    """
    certain = least_costs(view, nation, alternative, measured=False, without=wrong)
    as_now = least_costs(view, nation, alternative, without=wrong)
    if certain is not None and certain.needed > certain.there:
        yield Problem("points-overspent", ("do",), "6.3", _sum(certain))
    elif as_now is not None and as_now.needed > as_now.there:
        yield Problem("points-may-lack", ("do",), "6.3", _sum(as_now), Weight.unwise)


def _sum(costs: LeastCosts) -> dict[str, object]:
    return {"needed": costs.needed, "there": costs.there, "parts": costs.parts}


def least_costs(
    view: WarState,
    nation: str,
    alternative: Alternative,
    *,
    measured: bool = True,
    without: Container[str | int] = (),
) -> LeastCosts | None:
    """What the lines that are carried out in any case cost at the least; None if no one knows what points there are.

    If *measured*, marches are measured on the map from where generals are now, and consuls and wars cost what they do
    now; others may change that before.
    """
    if alternative.unforeseen:
        return None
    if alternative.play is None and alternative.plus is None and alternative.do.gaps:  # they could not be read
        return None
    impulse = with_points(view, nation, alternative).impulse
    there = 0 if impulse is None else sum(pool.points for pool in impulse.pools)
    costs = [
        least_cost(view, nation, line, alternative.do.lines[:at], measured=measured)
        for at, line in enumerate(alternative.do.lines)
        if line.condition.test == Truth(yes=True) and at not in without
    ]
    return LeastCosts(parts=tuple(cost for cost in costs if cost), there=there)


def least_cost(
    view: WarState, nation: str, line: ImpulseLine, before: tuple[ImpulseLine, ...] = (), *, measured: bool = True
) -> int:
    """The fewest points that a line costs if it is carried out, with the lines *before* it in the sheet."""
    match line:
        case BuildLine():
            return sum(_price(view, piece) for piece in line.pieces)
        case RegroupLine():
            together = view.options.regroup_cost == "counter"
            return sum(1 if together and piece.what == "unit" else piece.n for piece in line.pieces)
        case RefitLine():
            return sum(fleet.n or 1 for fleet in line.at)
        case FlagLine():
            return len(line.at.names)
        case SailLine() | AttackLine():
            return 1 + _loads(before)
        case FlipLine():
            return 1
        case MoveLine():
            return _least_steps(view, nation, line, before, measured=measured)
        case ConsulLine() if measured and line.who in view.consuls:
            return sum(step.cost for step in planned_steps(view, nation, line))
        case DeclareLine() if measured:
            found = declaration(view, nation, line.on, line.camp or "", interphase=False)
            return 0 if isinstance(found, Problem) else found.points
        case _:
            return 0


def _loads(before: tuple[ImpulseLine, ...]) -> int:
    """The fewest points for what is taken aboard before a Fleet sets out (13.6): one, if anything surely is."""
    last = next((line for line in reversed(before) if isinstance(line, EmbarkLine | SailLine | AttackLine)), None)
    return int(isinstance(last, EmbarkLine) and last.condition.test == Truth(yes=True))


def _price(view: WarState, piece: PiecesWanted) -> int:
    if piece.what == "general":
        leader = view.board.leaders.get(piece.general or "")
        return leader.command if leader is not None else 0
    return piece.n * (UNIT if piece.what == "unit" else SQUADRON)


def _least_steps(
    view: WarState, nation: str, line: MoveLine, before: tuple[ImpulseLine, ...], *, measured: bool
) -> int:
    """The fewest points for a move: for an Army by the cheapest way if no one stops it, one in all for Riders (9.1).

    The path may begin where the Formation stands, and leave out what is between its duchies.
    """
    place, leader, kind, left = "", "", RIDERS, set[str]()  # from a place that was left the best may be gone
    for each in (*before, line):
        if isinstance(each, FormLine) or (isinstance(each, MoveLine) and _forms(each, leader)):
            leader = each.commander or ""
            place = (each.at if isinstance(each, FormLine) else None) or view.generals.get(leader, "")
            kind = _kind(view, nation, each, "" if place in left else place)
            left.add(place)
        if isinstance(each, MoveLine) and each is not line and each.path:
            place = each.path[-1]
    if kind == RIDERS:
        return 1
    if not measured:
        return plain_cost(kind) * (len(line.path) - (line.path[:1] == (place,)))
    legs = zip((place, *line.path), line.path, strict=False)
    return sum(_least_way(view, nation, kind, start, to) for start, to in legs)


def _forms(line: MoveLine, leader: str) -> bool:
    """Whether what marches is formed first, of what is there."""
    return line.commander not in (None, leader) or line.units != Strengths() or line.alone


def _kind(view: WarState, nation: str, line: FormLine | MoveLine, place: str) -> FormationKind:
    """What a line forms at the least, in *place* where that is known: an Army Group only if it says more units."""
    if isinstance(line, MoveLine) and line.alone:
        return RIDERS
    generals = tuple(filter(None, (line.commander, *line.riders)))
    said = {own or nation: n for own, n in line.units.numbers.items() if n}
    if said:
        return kind_of(view, Pieces(units=said, generals=generals), line.commander or "")
    return "army" if not line.units.numbers and _has_units(view, line.commander or "", place) else RIDERS


def _least_way(view: WarState, nation: str, kind: FormationKind, start: str, to: str) -> int:
    """The points for the cheapest way of a Formation, whoever is on it (9.1); 1 if it is too far or not known."""
    if not 0 < distance(view, start, to) <= MOST_STEPS:  # said elsewhere
        return int(start != to)
    queue, seen = [(0, start)], set[str]()
    while queue:
        cost, here = heapq.heappop(queue)
        if here == to:
            return cost
        if here in seen:
            continue
        seen.add(here)
        for beside in links(view, here):
            heapq.heappush(queue, (cost + cost_over_link(view, nation, kind, here, beside), beside))
    return 1


def _has_units(view: WarState, leader: str, place: str) -> bool:
    """Whether units of a general's own nation stand where it is, which it leads if nothing else is said."""
    known = view.board.leaders.get(leader)
    return known is not None and place in view.board.duchies and bool(units_at(view, place).get(known.nation))
