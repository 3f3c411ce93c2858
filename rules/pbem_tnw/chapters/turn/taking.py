"""Which orders an Impulse is played with."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from pbem.engine.order import Problem, under
from pbem_tnw.chapters.cards.conditions import zones_of_one
from pbem_tnw.chapters.turn.card_play import (
    card_problems,
    first_in_cards,
    has_card,
    leading,
    line_holds,
    line_problems,
    plus_problems,
)
from pbem_tnw.chapters.turn.facts import SeatFacts
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.edition.card_words import DrawEffect, PointsEffect
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.orders.choices import CardUse, NextCard, PlusUse
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import (
    AssaultLine,
    BuildLine,
    EndWarLine,
    FlagLine,
    FlagPlaces,
    FormLine,
    ImpulseLine,
    MoveLine,
    OrderLine,
    RefitLine,
    RegroupLine,
    RestItem,
    RestLine,
)
from pbem_tnw.orders.pieces import FleetSpot, PiecesWanted
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.turn import PreemptLine, RoundOrders
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.control import homes, nations_of, seat_of
from pbem_tnw.position.forces import besieging, generals_at, units_at
from pbem_tnw.position.impulse import Impulse, PointPool
from pbem_tnw.position.state import OrdersUnderWay, WarState


def line_of(view: WarState, nation: str, item: RestItem) -> OrderLine | None:
    """The line by which *nation* once uses points as *item* says, at the first place where it can, if at any."""
    for line in lines_for(view, nation, item):
        if not any(problem.stops for problem in line_problems(view, nation, line)):
            return line
    return None


def lines_for(view: WarState, nation: str, item: RestItem) -> Iterator[ImpulseLine]:
    """The lines that use points once as *item* says, whether they can be carried out or not, the best first."""
    match item.use:
        case "unit":
            yield from (
                BuildLine(pieces=(PiecesWanted(what="unit", at=at),)) for at in item.at or unit_places(view, nation)
            )
        case "squadron":
            yield from (
                BuildLine(pieces=(PiecesWanted(what="squadron", at=at),)) for at in item.at or _ports(view, nation)
            )
        case "general":
            places = item.at or unit_places(view, nation)
            yield from (BuildLine(pieces=(PiecesWanted(what="general", general=item.general, at=at),)) for at in places)
        case "flag":
            yield from (FlagLine(at=FlagPlaces((at,))) for at in item.at) if item.at else (FlagLine(),)
        case "regroup":
            yield from _regroup(view, nation, item)
        case "refit":
            fleets = item.at or tuple(at for at, there in view.squadrons.items() if any(
                one.nation == nation and one.refit for one in there
            ))  # fmt: skip
            yield from (RefitLine(at=(FleetSpot(at=at, n=1),)) for at in fleets)
        case "end_war":
            yield from (EndWarLine(war=war.card) for war in view.wars if war.nation == nation)
        case "assault":
            yield from (AssaultLine(at=at) for at in item.at) if item.at else (AssaultLine(),)


def _regroup(view: WarState, nation: str, item: RestItem) -> Iterator[ImpulseLine]:
    """Pieces out of the Regroup box: generals by their Command, units, Squadrons."""
    leaders = view.board.leaders
    generals = [one for one in generals_at(view, REGROUP) if leaders[one].nation == nation]
    pieces = [PiecesWanted(what="general", general=one) for one in generals]
    pieces += [PiecesWanted(what="unit")] if units_at(view, REGROUP).get(nation) else []
    pieces += [PiecesWanted(what="squadron")] if any(
        one.nation == nation for one in view.squadrons.get(REGROUP, ())
    ) else []  # fmt: skip
    for piece in pieces:
        for at in item.at or (None,):
            yield RegroupLine(pieces=(PiecesWanted(what=piece.what, general=piece.general, at=at),))


def unit_places(view: WarState, nation: str) -> tuple[str, ...]:
    """Where units are built by default: in the capital, else in the Home duchy with most own units (2.6)."""
    capitals = view.board.nations[nation].capitals
    others = sorted(
        (home for home in homes(view, nation) if home not in capitals),
        key=lambda home: (-units_at(view, home).get(nation, 0), home),
    )
    return (*capitals, *others)


def _ports(view: WarState, nation: str) -> tuple[str, ...]:
    return tuple(home for home in homes(view, nation) if view.board.duchies[home].is_port)


REST = RestLine().items
"""What silence does with CPs: Refit markers off, then units (2.6)."""


class SkippedAlternative(msgspec.Struct, frozen=True):
    """An alternative, counted from 1, that was not played: its condition did not hold, or there is a *problem*."""

    number: int
    problem: Problem | None = None


class ImpulseChoice(msgspec.Struct, frozen=True, kw_only=True):
    """What an Impulse is played with: *chosen*, or the seat is to be asked (*ask*), or neither, which is silence."""

    chosen: Alternative | None = None
    ask: bool = False
    skipped: tuple[SkippedAlternative, ...] = ()


def taking(view: WarState, seat: str, nation: str, orders: ImpulseOrders) -> ImpulseChoice:
    """What *orders* come to now, by what *seat* sees.

    If none can be played and no `else` says what to do then, the last whose card can be played is: a first line that
    cannot be carried out is skipped like any other.
    """
    skipped: list[SkippedAlternative] = []
    spare: Alternative | None = None
    facts = SeatFacts(view, seat, nation)
    for number, alternative in enumerate(orders.alternatives, 1):
        if not value(alternative.condition, facts):
            skipped.append(SkippedAlternative(number))
            continue
        problem = next((each for each in problems(view, nation, alternative) if each.stops), None)
        if problem is None:
            return ImpulseChoice(chosen=alternative, ask=alternative.ask, skipped=tuple(skipped))
        if problem.path[:1] == ("do",) and (alternative.play is not None or alternative.plus is not None):
            spare = alternative
        skipped.append(SkippedAlternative(number, problem))
    if spare is not None and orders.otherwise is None:
        kept = tuple(each for each in skipped if orders.alternatives[each.number - 1] is not spare)
        return ImpulseChoice(chosen=spare, skipped=kept)
    return ImpulseChoice(ask=orders.otherwise == "ask", skipped=tuple(skipped))


def problems(view: WarState, nation: str, alternative: Alternative) -> Iterator[Problem]:
    """Why *nation* cannot begin to play an alternative now: its card, what is used besides, its first line."""
    if alternative.ask:
        return
    found = list(use_problems(view, nation, alternative))
    yield from found
    if not found:
        yield from _first_line(view, nation, alternative)


def use_problems(view: WarState, nation: str, alternative: Alternative) -> Iterator[Problem]:
    """What is wrong with the card of an alternative, and with what is used besides (5.1, 5.4, 5.12)."""
    play, plus = alternative.play, alternative.plus
    if play is not None:
        yield from (under(each, "play") for each in card_problems(view, nation, play))
    elif plus is None and has_card(view, nation):
        yield Problem("may-not-pass", (), "5.4", {"nation": nation})
    if plus is not None:
        yield from (under(each, "plus") for each in plus_problems(view, nation, plus))
        if play is not None and view.board.cards[play.card].is_reserve:
            yield Problem("two-plus", ("plus",), "5.12", {"card": play.card})


def _first_line(view: WarState, nation: str, alternative: Alternative) -> Iterator[Problem]:
    """Why the first line cannot be carried out with the points that there are then; events may bring more."""
    if not alternative.do.lines or alternative.unforeseen:
        return
    line = alternative.do.lines[0]
    began = with_points(view, nation, alternative)
    if not isinstance(line, RestLine) and line_holds(began, nation, line):
        yield from (under(each, "do", 0) for each in line_problems(began, nation, line))


def with_points(view: WarState, nation: str, alternative: Alternative) -> WarState:
    """*view* in the Impulse of *nation* with all points that the alternative brings."""
    used = (alternative.play, alternative.plus, *_further(view.board, alternative))
    pools = (pool for use in used if use is not None for pool in _pools(view.board, nation, use))
    return replace(view, active=nation, impulse=replace(new_impulse(view, nation), pools=tuple(pools)))


def _pools(board: TnwEdition, nation: str, use: CardUse | PlusUse | NextCard) -> Iterator[PointPool]:
    """The points of a card, if it is said which: for its CPs, or by its event."""
    if use.card and use.use == "cp":
        yield PointPool(nation=nation, points=board.cards[use.card].cp, source=use.card)
    for effect in board.cards[use.card].effects if use.card and use.use == "event" else ():
        if isinstance(effect, PointsEffect) and effect.who == "self":
            yield PointPool(nation=nation, points=effect.n, use=effect.use, source=use.card or "")


def _further(board: TnwEdition, alternative: Alternative) -> Iterator[NextCard]:
    """The cards that are played after one that lets draw a card, or after a Resource that drew it (5.11, 16.2)."""
    for use in (alternative.play, alternative.plus):
        effects = board.cards[use.card].effects if use is not None and use.card and use.use == "event" else ()
        if use is not None and any(isinstance(each, DrawEffect) and each.play_one for each in effects):
            yield from use.then[:1] or (NextCard(),)
    if alternative.play is None and alternative.plus is not None and alternative.plus.resource:
        yield from alternative.plus.then[:1]


def plays_drawn_card(board: TnwEdition, alternative: Alternative) -> bool:
    """Whether a card is played for its CPs that is drawn only then, so that no one knows how many they are."""
    return any(each.card is None and each.use == "cp" for each in _further(board, alternative))


def leaves_points(view: WarState, nation: str, alternative: Alternative) -> bool:
    """Whether CPs come that no line is for: they go where those of a silent seat go (2.6)."""
    if alternative.do.lines or alternative.do.gaps:
        return False
    pools = with_points(view, nation, alternative).going_on.pools
    spent = any(not pool.use or not {"refit", "unit"}.isdisjoint(pool.use) for pool in pools)
    return spent or plays_drawn_card(view.board, alternative)


def new_impulse(state: WarState, nation: str, *, preempting: bool = False) -> Impulse:
    """The Impulse of *nation* that begins now: what stands where then counts for 12.2 and for events."""
    return Impulse(
        nation=nation,
        number=state.numbered + 1,
        preempting=preempting,
        stood=besieging(state, nation),
        zones_held=zones_of_one(state),
    )


def under_way(view: WarState, nation: str, alternative: Alternative) -> OrdersUnderWay:
    """The orders of an alternative, nothing of which is carried out yet; a `rest` line counts for the end.

    Without any line the CPs of a card are spent as those of silence (2.6).
    """
    lines = tuple(line for line in alternative.do.lines if not isinstance(line, RestLine))
    rest = tuple(item for line in alternative.do.lines if isinstance(line, RestLine) for item in line.items)
    if leaves_points(view, nation, alternative):
        rest = REST
    return OrdersUnderWay(nation=nation, play=alternative.play, plus=alternative.plus, lines=lines, rest=rest)


def with_starts(state: WarState, sheet: RoundOrders) -> RoundOrders:
    """*sheet* with where each march starts whose first place is where its general stands now: else it is skipped."""

    def starting(orders: ImpulseOrders) -> ImpulseOrders:
        ways = (replace(each, do=OrderLines(tuple(_with_starts(state, each.do.lines)))) for each in orders.alternatives)
        return replace(orders, alternatives=tuple(ways))

    impulses = {nation: starting(orders) for nation, orders in sheet.impulses.items()}
    preempt = tuple(replace(line, play=line.play and starting(line.play)) for line in sheet.preempt)
    return replace(sheet, impulses=impulses, preempt=preempt)


def _with_starts(state: WarState, lines: tuple[ImpulseLine, ...]) -> Iterator[ImpulseLine]:
    led: set[str] = set()
    for line in lines:
        who = line.commander if isinstance(line, FormLine | MoveLine) else None
        if isinstance(line, MoveLine) and who and who not in led and len(line.path) > 1:
            yield replace(line, start=line.path[0] if state.generals.get(who) == line.path[0] else None)
        else:
            yield line
        led |= {who, *line.riders} if isinstance(line, FormLine | MoveLine) and who else set()


def lowest(state: WarState, nation: str) -> Alternative | None:
    """What silence plays (2.6): the card of fewest CPs, of equals that of the lowest number; none without a card."""
    cards = state.board.cards
    hand = state.hands.get(nation, CardHand()).known
    for card in sorted(hand, key=lambda one: (cards[one].cp, cards[one].number)):
        use = CardUse(card=card, use="event" if cards[card].has("must_be_event") else "cp")
        if next(card_problems(state, nation, use), None) is None:
            return Alternative(play=use, do=OrderLines(lines=(RestLine(),)))
    return None


class Offer(msgspec.Struct, frozen=True):
    """What the leader does with the offer to preempt: its Impulse, or the seat is to be asked; else nothing."""

    chosen: Alternative | None = None
    ask: bool = False


def preemption_begun(state: WarState) -> bool:
    """Whether anyone may preempt: not in the first Round of 1805 (5.2)."""
    return (state.turn, state.round) != (1, 1)


def may_be_preempted(state: WarState, nation: str) -> bool:
    """Whether the scheduled Impulse of *nation* may be preempted (5.2): never a pass."""
    return preemption_begun(state) and has_card(state, nation)


def preemptor(state: WarState, nation: str) -> str:
    """The nation to whom the Impulse of *nation* is offered: the leader, unless it had the last one; empty for none."""
    leader = leading(state)
    if not leader or leader in (nation, state.active) or not seat_of(state, leader):
        return ""
    return leader if may_be_preempted(state, nation) and has_card(state, leader) else ""


def offer(view: WarState, seat: str, leader: str, nation: str) -> Offer:
    """What the sheet of *seat* says to the offer: the first of its `preempt` lines that holds."""
    sheet = view.sheets.get(seat)
    for line in () if sheet is None else sheet.preempt:
        if not _holds(view, seat, leader, nation, line):
            continue
        if line.ask:
            if seat not in view.stops:
                return Offer(ask=True)
            continue
        orders = ordered(sheet, line, leader) if sheet is not None else None
        found = taking(view, seat, leader, orders) if orders is not None else ImpulseChoice()
        if found.ask and seat not in view.stops:
            return Offer(ask=True)
        chosen = None if found.ask else found.chosen or (lowest(view, leader) if line.plays_lowest else None)
        if chosen is not None:
            return Offer(chosen)
    return Offer()


def ordered(sheet: RoundOrders, line: PreemptLine, leader: str) -> ImpulseOrders | None:
    """The Impulse that a line plays: its own, else that of the sheet; it is not worth the loss of a first line."""
    orders = line.play or sheet.impulses.get(leader)
    return replace(orders, otherwise=orders.otherwise or "lowest") if orders is not None else None


def not_preempted(state: WarState, views: Mapping[str, WarState], nation: str) -> Iterator[tuple[str, Problem]]:
    """Each seat whose sheet would preempt the Impulse of *nation*, which is due, and why it does not (5.2).

    What others hold counts only as far as everyone is about to learn it: *nation* passes, or it plays a card.
    """
    if preemption_begun(state):
        for seat in sorted(state.sheets):
            problem = _why_not(state, views[seat], seat, nation)
            if problem is not None:
                yield seat, problem


def _why_not(state: WarState, view: WarState, seat: str, nation: str) -> Problem | None:
    """Why no line of *seat* preempts *nation*; None if none of them is about it, or still has a card to play.

    A line that names no nation is about each but the seat's own, so that each kind of reason is told once in a Round.
    """
    own, sheet = nations_of(view, seat), view.sheets[seat]
    if state.preempted and state.active in own:
        return None
    named = [line for line in sheet.preempt if nation not in own or line.before]
    lines = [line for line in named if _about(view, seat, sheet, line, nation)]
    found = _reason(state, view, seat, nation, lines[0]) if lines else None
    told = found is not None and found.code in view.not_preempted.get(seat, ())
    return None if told and not any(line.before for line in lines) else found


def _reason(state: WarState, view: WarState, seat: str, nation: str, line: PreemptLine) -> Problem | None:
    """Why *line*, the first that is about *nation*, does not preempt it."""
    leader = leading(view)
    barred = _barred(state, nations_of(view, seat), nation)
    return barred if barred is not None else _line_fails(view, seat, leader, nation, line)


def _barred(state: WarState, own: tuple[str, ...], nation: str) -> Problem | None:
    """Why none of the nations *own* may preempt *nation* now (5.2)."""
    leader = leading(state)
    if leader not in own:
        first, most = first_in_cards(state)
        return Problem("preempt-not-leading", ("preempt",), "5.2", {"nations": first, "cards": most})
    if leader == nation:
        return Problem("preempts-itself", ("preempt",), "5.2", {"nation": leader})
    if leader == state.active:
        return Problem("preempt-running", ("preempt",), "5.2", {"nation": leader})
    if not has_card(state, nation):
        return Problem("preempt-no-card", ("preempt",), "5.2", {"nation": nation})
    return None


def never_offered(view: WarState, seat: str, to_come: Iterable[str]) -> tuple[str, ...]:
    """The nations, of those whose Impulses do not come any more, that a line of *seat* was to preempt by name."""
    sheet, own = view.sheets[seat], nations_of(view, seat)
    lines = [line for line in sheet.preempt if line.before]
    others = (nation for nation in to_come if nation not in own)
    return tuple(each for each in others if any(_about(view, seat, sheet, line, each) for line in lines))


def barred_ahead(view: WarState, seat: str, line: PreemptLine) -> tuple[str, Problem] | None:
    """The first nation that *line* could preempt in this Round, and why it may not, if it may preempt none.

    That is foreseen as things stand: in its Impulse each nation plays one card, and no other hand changes.
    """
    own = (line.nation,) if line.nation is not None else nations_of(view, seat)
    first: tuple[str, Problem] | None = None
    for nation in view.board.sequence[view.marker :]:
        if nation not in own and (not line.before or nation in line.before):
            problem = _barred(view, own, nation)
            if problem is None:
                return None
            first = first or (nation, problem)
        cards = len(view.holdings(nation))
        if cards:
            hands = {**view.hands, nation: CardHand(unknown=cards - 1)}
            view = replace(view, hands=hands, active=nation)
    return first


def _about(view: WarState, seat: str, sheet: RoundOrders, line: PreemptLine, nation: str) -> bool:
    """Whether a line is about the Impulse of *nation* in this Round, and can still do what it says."""
    if (line.before and nation not in line.before) or line.round not in (None, view.round):
        return False
    asks = line.ask or (line.play is not None and line.play.otherwise == "ask")
    if line.plays_lowest or (asks and seat not in view.stops):
        return True
    if line.ask:
        return False
    nations = (line.nation,) if line.nation is not None else nations_of(view, seat)
    played = ((one, each.play) for one in nations for each in _alternatives(sheet, line, one))
    return any(use is None or use.card in view.holdings(one).known for one, use in played)


def _alternatives(sheet: RoundOrders, line: PreemptLine, nation: str) -> tuple[Alternative, ...]:
    orders = ordered(sheet, line, nation)
    return orders.alternatives if orders is not None else ()


def _line_fails(view: WarState, seat: str, leader: str, nation: str, line: PreemptLine) -> Problem | None:
    """Why the first line that is about *nation* does not preempt it though *leader* may."""
    if line.nation not in (None, leader):
        return Problem("preempt-other-leads", ("preempt",), "5.2", {"nation": line.nation, "leader": leader})
    if not _holds(view, seat, leader, nation, line):
        return Problem("condition-does-not-hold", ("preempt",), "2.5")
    orders = ordered(view.sheets[seat], line, leader)
    found = taking(view, seat, leader, orders) if orders is not None else ImpulseChoice()
    problem = next((each.problem for each in found.skipped if each.problem is not None), None)
    if problem is None and found.ask:  # as by a line that only asks: it was asked once in this Turn
        return None
    return problem or Problem("condition-does-not-hold", ("preempt",), "2.5")


def _holds(view: WarState, seat: str, leader: str, nation: str, line: PreemptLine) -> bool:
    return (
        (not line.before or nation in line.before)
        and line.nation in (None, leader)
        and line.round in (None, view.round)
        and value(line.condition, SeatFacts(view, seat, leader))
    )
