"""Checks of lasting orders, points and cards.

What seats have ordered for them is secret; whether they can do it at all, and how likely they succeed, everyone sees.

Where the position of pieces is not known any more, the edition and the map still are: whose a general is, what it may
lead, what is a Port or a Fortress, which places no way joins, and what no CPs can buy.
"""

import heapq
from collections.abc import Container, Iterable, Iterator
from typing import Final

import msgspec

from pbem.engine.event import Event
from pbem.engine.order import Problem, Weight, standing_apart, under
from pbem_tnw.chapters.cards.play_rules import too_early
from pbem_tnw.chapters.land.battle import for_second_round
from pbem_tnw.chapters.land.battle_outlook import outlook_here
from pbem_tnw.chapters.land.battle_rules import defence
from pbem_tnw.chapters.land.formations import FormationKind, cost_over_link, form, kind_of, plain_cost
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
from pbem_tnw.chapters.nation.buying import SQUADRON, UNIT
from pbem_tnw.chapters.politics.lines import planned_steps
from pbem_tnw.chapters.politics.wars import declaration
from pbem_tnw.chapters.sea.fleets import guns
from pbem_tnw.chapters.sea.transport import FireOnLanding
from pbem_tnw.chapters.turn.facts import affords
from pbem_tnw.chapters.turn.taking import plays_drawn_card, with_points
from pbem_tnw.edition.card_words import (
    ArmisticeEffect,
    BreakAllianceEffect,
    CardEffect,
    ConsulEffect,
    OneOfEffect,
    choices_taken,
)
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.orders.choices import BattleCardWish, BattleWish, EventChoices
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.impulse import Alternative
from pbem_tnw.orders.lines import (
    AssaultLine,
    AttackLine,
    BuildLine,
    ConsulLine,
    DeclareLine,
    EmbarkLine,
    FlagLine,
    FlipLine,
    FormLine,
    ImpulseLine,
    MoveLine,
    RefitLine,
    RegroupLine,
    SailLine,
)
from pbem_tnw.orders.names import HERE
from pbem_tnw.orders.pieces import PiecesWanted, Strengths
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.control import may_enter
from pbem_tnw.position.forces import MOST_STEPS, besieging, links, moving, units_at
from pbem_tnw.position.impulse import Pieces
from pbem_tnw.position.state import WarState

IN_BATTLE = ("battle_card", "battle_rolled", "roll")
"""The occasions of cards that orders for a battle may name."""


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


def early_cards(view: WarState, wish: BattleWish) -> Iterator[Problem]:
    """Warnings of cards for a battle that are not played in 1805 (6.18), or before the dice that they ask of (11.1)."""
    for number, each in enumerate(wish.cards or ()):
        card, args = view.board.cards[each.card], {"card": each.card}
        if too_early(view, each.card):
            yield Problem("event-not-in-1805", ("cards", number, "card"), "6.18", args, Weight.unwise)
        if "margin" in each.condition.words and card.timing is None and not for_second_round(card):
            yield Problem("battle-card-before-dice", ("cards", number, "if"), "11.1", args, Weight.unwise)


def for_battles(card: WarCard) -> bool:
    """Whether a card can be played in a battle on land."""
    if card.timing is None:
        return card.kind == "battle"
    return card.timing.trigger in IN_BATTLE


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


RIDERS: Final[FormationKind] = "riders"


class LeastCosts(msgspec.Struct, frozen=True):
    """What the lines of an Impulse cost at the least, in parts, and the points that there are; None if no one knows."""

    parts: tuple[int, ...]
    there: int | None
    short: int | None = None
    """The number of the first line that cannot be paid for."""
    bound: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Points of events, with all that each of them may be spent on."""

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
    if certain is not None and certain.short is not None and not alternative.unforeseen:
        drawn = alternative.play is None and alternative.plus is not None and alternative.plus.resource
        yield Problem("points-overspent", ("do",), "6.3", {**_sum(certain), "drawn": drawn})
    elif as_now is not None and as_now.short is not None:
        yield Problem("points-may-lack", ("do", as_now.short), "6.3", _sum(as_now), Weight.unwise)


def sides_may_change(view: WarState, alternative: Alternative) -> bool:
    """Whether an event of the Impulse may change who is at war with whom: one drawn may be any."""
    played = [each for each in (alternative.play, alternative.plus) if each is not None]
    events = [each for each in played if each.use == "event" and each.card in view.board.cards]
    drawn = any(card.use == "event" for each in played for card in each.then)
    return drawn or any(each.consul or _moves_sides(view.board.cards[each.card or ""].effects) for each in events)


def _moves_sides(effects: Iterable[CardEffect]) -> bool:
    """Whether *effects* move the consul of a certain Proxy, break an alliance or make an Armistice."""
    return any(
        isinstance(each, BreakAllianceEffect | ArmisticeEffect)
        or (isinstance(each, ConsulEffect) and each.who not in ("any", "other"))
        or (isinstance(each, OneOfEffect) and any(map(_moves_sides, each.options)))
        for each in effects
    )


def _sum(costs: LeastCosts) -> dict[str, object]:
    return {"needed": costs.needed, "there": costs.there, "parts": costs.parts, "bound": costs.bound}


def least_costs(
    view: WarState,
    nation: str,
    alternative: Alternative,
    *,
    measured: bool = True,
    without: Container[str | int] = (),
) -> LeastCosts | None:
    """What the lines that are carried out in any case cost at the least; None if not even the card can be read.

    If *measured*, marches are measured on the map from where generals are now, and consuls and wars cost what they do
    now; others may change that before.
    """
    if alternative.play is None and alternative.plus is None and alternative.do.gaps:  # they could not be read
        return None
    began, drawn = with_points(view, nation, alternative), plays_drawn_card(view.board, alternative)
    pools = began.going_on.pools
    spent: list[tuple[str, int]] = []
    short: int | None = None
    for at, line in enumerate(alternative.do.lines):
        if line.condition.test == Truth(yes=True) and at not in without:
            cost = least_cost(view, nation, line, alternative.do.lines[:at], measured=measured)
            spent += [(_use(line), cost)] if cost else []
            if short is None and not drawn and not affords(began, nation, spent):
                short = at
    there = None if drawn else sum(pool.points for pool in pools)
    bound = tuple((pool.points, pool.use) for pool in pools if pool.use)
    return LeastCosts(parts=tuple(cost for _, cost in spent), there=there, short=short, bound=bound)


def _use(line: ImpulseLine) -> str:
    """What the points of a line are spent on."""
    return line.pieces[0].what if isinstance(line, BuildLine) and line.pieces else _USES.get(type(line), "")


_USES: Final[dict[type, str]] = {
    RegroupLine: "regroup", RefitLine: "refit", FlagLine: "flag", SailLine: "sea", AttackLine: "sea", MoveLine: "land",
    ConsulLine: "consul", FlipLine: "consul", AssaultLine: "siege",
}  # fmt: skip


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
        case FlipLine() | AssaultLine():  # a siege that stands is free (12.2)
            free = isinstance(line, AssaultLine) and (not measured or line.at in (HERE, *besieging(view, nation)))
            return int(not free)
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
            kind = _kind(view, nation, each, "" if place in left else place, measured=measured)
            left.add(place)
        if isinstance(each, MoveLine) and each is not line and each.path:
            place = each.path[-1]
    if kind == RIDERS:
        return 1
    if not measured:
        return plain_cost(kind) * (len(line.path) - (line.path[:1] == (place,)))
    legs = zip((place, *line.path), line.path, strict=False)
    peace = not any(isinstance(each, DeclareLine) for each in before)
    return sum(_least_way(view, nation, kind, start, to, as_now=peace) for start, to in legs)


def _forms(line: MoveLine, leader: str) -> bool:
    """Whether what marches is formed first, of what is there."""
    return line.commander not in (None, leader) or line.units != Strengths() or line.alone


def _kind(view: WarState, nation: str, line: FormLine | MoveLine, place: str, *, measured: bool) -> FormationKind:
    """What a line forms at the least, in *place* where that is known.

    It is an Army Group only if it says more units, or if *measured*, where it takes more of those that stand there now.
    """
    if isinstance(line, MoveLine) and line.alone:
        return RIDERS
    generals = tuple(filter(None, (line.commander, *line.riders)))
    said = {own or nation: n for own, n in line.units.numbers.items() if n}
    if said:
        return kind_of(view, Pieces(units=said, generals=generals), line.commander or "")
    if line.units.numbers or not has_units(view, line.commander or "", place):
        return RIDERS
    whole = FormLine(at=place, commander=line.commander, riders=line.riders, units=line.units)
    formed, problems = form(view, nation, whole) if measured else (None, ())
    wrong = formed is None or any(each.stops for each in problems)
    return "army" if formed is None or wrong else kind_of(view, formed.pieces, line.commander or "")


def _least_way(
    view: WarState, nation: str, kind: FormationKind, start: str, to: str, *, as_now: bool = False
) -> int:  # fmt: skip
    """The points for the cheapest way of a Formation, whoever is on it (9.1); 1 if it is too far or not known.

    If there is one *as_now*, through no duchy that it may not enter now.
    """
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
            if as_now and not may_enter(view, nation, beside):
                continue
            heapq.heappush(queue, (cost + cost_over_link(view, nation, kind, here, beside), beside))
    return _least_way(view, nation, kind, start, to) if as_now else 1


def has_units(view: WarState, leader: str, place: str) -> bool:
    """Whether units of a general's own nation stand where it is, which it leads if nothing else is said."""
    known = view.board.leaders.get(leader)
    return known is not None and place in view.board.duchies and bool(units_at(view, place).get(known.nation))
