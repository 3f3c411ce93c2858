"""A sheet checked and forecast (2.1)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.event import Event
from pbem.engine.order import Problem, Weight, standing_apart, under
from pbem.engine.table import Scratch, Step, Table
from pbem_tnw.chapters.cards.windows import RollDice
from pbem_tnw.chapters.land.battle import Battle
from pbem_tnw.chapters.land.battle_outlook import BattleOutlook, outlook_here
from pbem_tnw.chapters.land.interception import TryEvasion
from pbem_tnw.chapters.nation.buying import NOT_ITS_OWN
from pbem_tnw.chapters.nation.pieces import DeckLaid
from pbem_tnw.chapters.politics.peace import wrong_payers
from pbem_tnw.chapters.sea.battle import SeaFight
from pbem_tnw.chapters.sea.encounters import AttackAtSea, NextSeaInterceptor
from pbem_tnw.chapters.sea.outlook import SeaMeeting, SeaOutlook, sea_meetings, sea_outlook
from pbem_tnw.chapters.sea.transport import FireOnLanding
from pbem_tnw.chapters.turn.card_play import (
    LINES,
    carry_out_line,
    foreseen_problems,
    has_card,
    lay_card,
    leading,
    line_holds,
    may_lead_later,
)
from pbem_tnw.chapters.turn.events import ImpulseBegan, ImpulseOver, OrdersTaken, SheetKept, SheetsCalled
from pbem_tnw.chapters.turn.facts import SeatFacts, keep
from pbem_tnw.chapters.turn.interphase_politics import check_turn_end
from pbem_tnw.chapters.turn.lasting_faults import doubts, lasting_problems
from pbem_tnw.chapters.turn.line_steps import NextLine
from pbem_tnw.chapters.turn.sheet_checks import (
    chances_ahead,
    check_answers,
    check_points,
    choices_said,
    early_cards,
    needless_choices,
    sides_may_change,
)
from pbem_tnw.chapters.turn.taking import (
    barred_ahead,
    lowest,
    new_impulse,
    preemption_begun,
    taking,
    under_way,
    use_problems,
    with_points,
    with_starts,
)
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import (
    BuildLine,
    ConsulLine,
    DropLine,
    EmbarkLine,
    FlagLine,
    FlipLine,
    FormLine,
    LandLine,
    RefitLine,
    RegroupLine,
    RestLine,
    SailLine,
    TakeLine,
)
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn import PreemptLine, RoundOrders, StandingSheet
from pbem_tnw.position.control import camp_of, nations_of, seat_of
from pbem_tnw.position.forces import besieging
from pbem_tnw.position.impulse import PointPool
from pbem_tnw.position.state import ROUNDS, WarState


class OrdersTrial(Scratch[WarState]):
    """A trial in which every seat is taken to know what this one does: of others' standing orders nothing is known."""

    def __init__(self, view: WarState) -> None:
        super().__init__(view)
        self.views = _OneView(self)

    def emit(self, event: Event[WarState]) -> None:
        """Let *event* happen as no seat sees it where it shuffles: the order of the deck would be made up."""
        super().emit(event.seen_by("") if isinstance(event, DeckLaid) else event)

    def step(self) -> None:
        """Carry out the box on top of the flow."""
        box: Any = self.state.flow[-1]
        box.run(self, {})


class _OneView(dict[str, WarState]):
    def __init__(self, table: OrdersTrial) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, seat: str) -> WarState:
        return self._table.state


MOST_BOXES = 200
"""No Impulse needs so many boxes without a die."""


def try_impulses(view: WarState, seat: str, impulses: Iterable[tuple[str, ImpulseOrders]]) -> OrdersTrial:
    """Try the Impulses of *seat* one after the other, as if no one else acted, up to the first that is not certain.

    Where a battle or a roll comes next, its box is on top of the flow of the trial; after an event nothing is certain.
    """
    trial = OrdersTrial(view)
    for nation, orders in impulses:
        chosen = taking(trial.state, seat, nation, orders).chosen
        if chosen is None or chosen.ask:
            continue
        if not _played(trial, nation, chosen):
            break
    return trial


def battle_ahead(view: WarState) -> BattleOutlook | None:
    """The battle that comes next on the flow of a trial; none if something else does."""
    impulse = view.impulse
    if impulse is None or impulse.formation is None or not view.flow or not isinstance(view.flow[-1], Battle):
        return None
    return outlook_here(view, impulse.nation, view.flow[-1].place)


def sea_battle_ahead(view: WarState) -> SeaOutlook | None:
    """The naval battle that comes next on the flow of a trial, if no one evades; none if something else does."""
    top = view.flow[-1] if view.flow else None
    if isinstance(top, SeaFight):
        return sea_outlook(view, top.nation, top.place, evasion_failed=top.evasion_failed)
    return sea_outlook(view, top.nation, top.zone) if isinstance(top, AttackAtSea) else None


def meetings_ahead(view: WarState) -> tuple[SeaMeeting, ...]:
    """The enemy Fleets that may stop the one that comes next on the flow of a trial, where that has just sailed to."""
    top = view.flow[-1] if view.flow else None
    if not isinstance(top, NextSeaInterceptor):
        return ()
    return tuple(sea_meetings(view, top.mover, top.zone, from_port=top.from_port))


def battle_if_stopped(view: WarState) -> SeaOutlook | None:
    """The naval battle if the Fleet that comes next on the flow of a trial is stopped."""
    top = view.flow[-1] if view.flow else None
    return sea_outlook(view, top.mover, top.zone) if isinstance(top, NextSeaInterceptor) else None


def _others_decide(view: WarState) -> bool:
    """Whether a battle comes next, or others may stop a Fleet."""
    return bool(battle_ahead(view) is not None or sea_battle_ahead(view) is not None or meetings_ahead(view))


def _depends_on_a_draw(view: WarState, nation: str) -> bool:
    """Whether the Impulse goes on by a card that *nation* has drawn unseen (5.22)."""
    return bool(view.holdings(nation).unknown and view.impulse is not None and not view.impulse.card)


def _played(trial: OrdersTrial, nation: str, chosen: Alternative) -> bool:
    """Play an alternative as far as it is certain; whether that is to its end."""
    trial.emit(ImpulseBegan(impulse=new_impulse(trial.state, nation)))
    trial.emit(OrdersTaken(seat=seat_of(trial.state, nation), orders=under_way(trial.state, nation, chosen)))
    below = len(trial.state.flow)
    trial.enter(NextLine())
    if chosen.play is not None:
        lay_card(trial, nation, chosen.play)
        if chosen.play.use == "event":
            return False
    for _ in range(MOST_BOXES):
        if _depends_on_a_draw(trial.state, nation):
            return False
        if len(trial.state.flow) <= below:
            trial.emit(ImpulseOver(nation=nation))
            return True
        for each in chances_ahead(trial.state):
            trial.emit(each)
        top = trial.state.flow[-1]
        if isinstance(top, RollDice) or (isinstance(top, FireOnLanding) and top.guns) or _others_decide(trial.state):
            return False
        if isinstance(top, TryEvasion):  # no one knows whether they do
            trial.leave()
        else:
            trial.step()
    return False


CERTAIN = (BuildLine, ConsulLine, DropLine, EmbarkLine, FlagLine, FlipLine, FormLine, RefitLine, RegroupLine, TakeLine)
"""Lines after which the position is known: no die is rolled for them, and no one else acts."""
LENT = "lent-pieces"
"""The warning that another seat's pieces come along if that seat agrees, which no one else knows (9.1)."""
_AMPLE = 99
_LINE = 4
"""The length of the path to a line: `alternatives`, its number, `do`, the line's number."""


def check_lines(view: WarState, seat: str, nation: str, orders: ImpulseOrders) -> Iterator[Problem]:
    """What is wrong with the lines: by the position, as long as that is known, and in any case.

    If another nation comes first on the Track the position may change: then it is a warning.
    """
    first = view.board.sequence[view.marker : view.marker + 1] == (nation,)
    now = tuple(_wrong_now(view, seat, nation, orders, first=first))
    lasting = tuple(check_lasting(view, nation, orders, first=first, this_round=True))
    certain = {(each.code, each.path) for each in lasting if each.stops}
    yield from (each for each in now if each.stops or (each.code, each.path) not in certain)
    told = {(each.code, each.path) for each in now}
    wrong = {each.path[:_LINE] for each in now if each.stops}
    for each in lasting:
        known = (each.code, each.path) in told and (each.code, each.path) not in certain
        if not known and each.path[:_LINE] not in wrong:
            yield each


def check_lasting(
    view: WarState, nation: str, orders: ImpulseOrders, *, first: bool = False, this_round: bool = False
) -> Iterator[Problem]:
    """What is wrong with the lines of every alternative, whatever comes before them."""
    for number, alternative in enumerate(orders.alternatives):
        found = lasting_problems(view, nation, alternative, first=first, this_round=this_round)
        yield from (under(each, "alternatives", number, "do") for each in found)


def _wrong_now(view: WarState, seat: str, nation: str, orders: ImpulseOrders, *, first: bool) -> Iterator[Problem]:
    """What is wrong with the lines of the alternative that would be played now, as far as its outcome is known."""
    facts = SeatFacts(view, seat, nation)
    for number, alternative in enumerate(orders.alternatives):
        if value(alternative.condition, facts):
            found = () if alternative.ask else _wrong(view, nation, alternative)
            for problem in found:
                weight = problem.weight if first else Weight.unwise
                yield under(replace(problem, weight=weight), "alternatives", number, "do")
            return


def _start(view: WarState, nation: str, alternative: Alternative) -> WarState:
    """The Impulse as it begins; in place of a card that is wrong there will be another, so no line lacks points."""
    state = with_points(view, nation, alternative)
    if state.impulse is None or not any(each.stops for each in use_problems(view, nation, alternative)):
        return state
    return replace(state, impulse=replace(state.impulse, pools=(PointPool(nation=nation, points=_AMPLE),)))


def forgotten_at_sea(view: WarState, orders: ImpulseOrders) -> Iterator[Problem]:
    """That forces embark who neither land nor may stay aboard, as far as the lines tell (13.6)."""
    for number, alternative in enumerate(orders.alternatives):
        lines = alternative.do.lines
        for at, line in enumerate(lines):
            if not isinstance(line, EmbarkLine) or line.stay_aboard:
                continue
            later = lines[at + 1 :]
            last = next((each.path[-1] for each in reversed(later) if isinstance(each, SailLine) and each.path), "")
            if last in view.board.zones and not any(isinstance(each, LandLine) for each in later):
                yield Problem("aboard-at-the-end", ("alternatives", number, "do", at), "13.6", {}, Weight.unwise)


def _wrong(view: WarState, nation: str, alternative: Alternative) -> Iterator[Problem]:
    """What is wrong with each line up to the first of which the outcome is not known, and doubtful with those after."""
    lines = alternative.do.lines[: min(alternative.do.gaps, default=None)]
    if alternative.unforeseen:  # an event may place units with generals that are alone now
        doubtful = () if sides_may_change(view, alternative) else doubts(view, nation, lines, 0)
        yield from (each for each in doubtful if each.code != "no-ride")
        return
    table = OrdersTrial(_start(view, nation, alternative))
    for at, line in enumerate(lines):
        if isinstance(line, RestLine):
            yield from doubts(table.state, nation, lines[: at + 1], at)
        if type(line) not in LINES or not line_holds(table.state, nation, line):
            continue
        found = list(foreseen_problems(table.state, nation, line))
        yield from (under(each, at) for each in found)
        stops = any(each.stops or each.code == LENT for each in found) or not isinstance(line, CERTAIN)
        if not stops:
            carry_out_line(table, nation, line)
            stops = table.state.flow != view.flow  # it goes on in boxes, where others may act
        if stops:
            yield from doubts(table.state, nation, lines, at + 1)
            return


def check_sheet(view: WarState, seat: str, nations: tuple[str, ...], order: RoundOrders) -> Iterator[Problem]:
    """Every problem of the sheet of *seat* for the Impulses of its *nations*.

    Lines that never come to anything stand apart, but not from an Impulse that is not there: its lowest card would be
    played.
    """
    ordered = any(nation in nations for nation in order.impulses)
    for problem in _in_sheet(view, seat, nations, order):
        yield problem if ordered else replace(problem, apart=())


def _in_sheet(view: WarState, seat: str, nations: tuple[str, ...], order: RoundOrders) -> Iterator[Problem]:
    if order.seat not in (None, seat):
        yield Problem("sheet-of-another-seat", ("seat",), "2.2", {"seat": order.seat})
    if order.round not in (None, view.round):
        yield Problem("sheet-of-another-round", ("round",), "2.2", {"round": order.round, "now": view.round})
    plain = (line for line in order.preempt if line.play is None and not line.ask)
    preempting = {one for line in plain for one in _may_preempt(view, seat, line)}
    for nation in order.impulses:
        if nation in nations_of(view, seat) and nation not in (*nations, *preempting):
            where = ("impulses", nation)
            leads = preemption_begun(view) and leading(view) == nation
            args = {"nation": nation, "nations": nations, "leads": leads}
            yield Problem("impulse-past", where, "5.1", args, apart=(where,))
    yield from check_impulses(view, seat, order.impulses)
    for number, line in enumerate(order.preempt):
        yield from (under(each, "preempt", number) for each in _preempt(view, seat, line))
        if line.play is None and not line.ask and not (set(order.impulses) & set(_may_preempt(view, seat, line))):
            yield Problem("preempt-nothing", ("preempt", number), "2.5", {}, Weight.unwise)
    yield from _played_twice(order)
    lasting = next((key for key in ("standing", "turn_end") if getattr(order, key) is not None), "")
    playing = tuple(one for one in nations if seat_of(view, one) == seat and has_card(view, one))
    if lasting and playing and not order.impulses and not order.preempt:
        yield Problem("no-impulse-said", (lasting,), "2.6", {"nations": playing}, Weight.unwise)
    yield from (under(each, "standing") for each in check_standing(view, seat, order.standing))
    yield from (under(each, "turn_end") for each in check_turn_end(view, seat, order.turn_end))


def check_impulses(
    view: WarState, seat: str, impulses: Mapping[str, ImpulseOrders], only: str = ""
) -> Iterator[Problem]:
    """Every problem of the Impulses that *seat* orders, or of the one of a nation if it is asked for *only* that."""
    for nation, orders in impulses.items():
        path = ("impulses", nation)
        if nation not in nations_of(view, seat):
            yield Problem("not-your-nation", path, "5.1", {"nation": nation})
        elif only and nation != only:
            yield Problem("impulse-not-asked", path, "2.1", {"nation": nation, "asked": only})
        else:
            yield from (under(each, *path) for each in _passing(view, nation, orders))
            yield from (under(each, *path) for each in check_alternatives(view, seat, nation, orders))


def check_alternatives(view: WarState, seat: str, nation: str, orders: ImpulseOrders) -> Iterator[Problem]:
    """Every problem of the ways to play an Impulse: cards, points, and lines where the position is known."""
    found = [*forgotten_at_sea(view, orders), *check_lines(view, seat, nation, orders)]
    overspent: dict[str | int, bool] = {}
    for number, alternative in enumerate(orders.alternatives):
        path = ("alternatives", number)
        uses = list(_uses(view, nation, alternative))
        yield from (under(each, *path) for each in uses)
        if not any(each.stops for each in uses):
            wrong = {each.path[3] for each in found if each.stops and each.rule != "6.3" and each.path[1] == number}
            short = any(each.stops and each.rule == "6.3" and each.path[1] == number for each in found)
            for problem in check_points(view, nation, alternative, wrong):
                if problem.stops or not short:
                    overspent[number] = problem.stops
                    yield under(problem, *path)
    for problem in found:
        known = overspent.get(problem.path[1]) if problem.rule == "6.3" else None
        if known is None or (problem.stops and not known):  # else their sum says it already
            yield problem


def check_standing(view: WarState, seat: str, standing: WarStanding | None) -> Iterator[Problem]:
    """Every problem of standing orders that can be seen now: nations and generals that the seat does not run."""
    if standing is None:
        return
    own = nations_of(view, seat)
    yield from _whose_responses(own, standing)
    yield from check_answers(view.board, standing)
    for number, battle in enumerate(standing.battle or ()):
        yield from (under(each, "battle", number) for each in early_cards(view, battle))
    for problem in wrong_payers(view, seat, standing.peace or ()):
        yield standing_apart(under(problem, "peace"), "peace", problem.path[0])
    for place, general in (standing.commander or {}).items():
        if view.board.leaders[general].nation not in own:
            yield Problem("not-your-commander", ("commander", place), "9.7", {"general": general}, Weight.unwise)
    for nation, orders in (standing.extra or {}).items():
        if nation not in own:
            other = Problem("not-your-nation", ("extra", nation), "5.51", {"nation": nation})
            yield standing_apart(other, "extra", nation)
        else:
            yield from (under(each, "extra", nation) for each in _passing(view, nation, orders))
            yield from (under(each, "extra", nation) for each in check_lasting(view, nation, orders))
        for number, alternative in enumerate(orders.alternatives):
            if alternative.play is None and alternative.plus is None and not alternative.ask:
                yield Problem("may-not-pass", ("extra", nation, "alternatives", number), "5.4", {"nation": nation})


def _whose_responses(own: tuple[str, ...], standing: WarStanding) -> Iterator[Problem]:
    """Responses from hands that are not those of the nations *own*, and those to what only these do."""
    for number, line in enumerate(standing.respond or ()):
        if line.holder is not None and line.holder not in own:
            other = Problem("not-your-nation", ("respond", number, "holder"), "2.4", {"nation": line.holder})
            yield standing_apart(other, "respond", number)
        if line.by.names and set(line.by.names) <= set(own):
            yield Problem("respond-own", ("respond", number, "by"), "6.14", {"nations": line.by.names}, Weight.unwise)


def _passing(view: WarState, nation: str, orders: ImpulseOrders) -> Iterator[Problem]:
    """That a nation which is to pass holds cards, so that it plays the lowest of them (5.4, 2.6)."""
    played = lowest(view, nation) if not orders.alternatives and orders.otherwise is None else None
    if played is not None and played.play is not None:
        yield Problem("passes-with-cards", (), "5.4", {"nation": nation, "card": played.play.card}, Weight.unwise)


def _uses(view: WarState, nation: str, alternative: Alternative) -> Iterator[Problem]:
    """What is wrong with the card and what is used besides; whether an event is possible may change until then."""
    if alternative.ask:
        return
    plus = alternative.plus
    for problem in use_problems(view, nation, alternative):
        certain = problem.code in _CERTAIN
        yield problem if certain else replace(problem, weight=Weight.unwise)
        if plus is not None and not certain and problem.path[:1] == ("play",):
            both = {"card": problem.args.get("card"), "plus": plus.card}
            yield Problem("plus-falls-too", ("plus",), "5.12", both, Weight.unwise)
    if alternative.play is not None and plus is not None and plus.resource and plus.then:
        yield Problem("then-after-card", ("plus", "then"), "16.2", {}, Weight.unwise)
    for key, use in (("play", alternative.play), ("plus", alternative.plus)):
        if use is not None and use.card and use.use == "event":
            yield from (under(each, key) for each in needless_choices(view.board, use.card, use))
    if alternative.play is not None and alternative.play.use == "cp":
        besides = plus.card if plus is not None and plus.use == "event" else None
        for key in choices_said(alternative.play):
            args = {"card": alternative.play.card, "key": key.replace("_", "-"), "besides": besides}
            yield Problem("choice-of-no-event", ("play", key), "6.1", args)


_CERTAIN = frozenset({
    "card-not-held", "card-must-be-event", "event-not-in-1805", "not-your-reserve", "reserve-used", "no-plus",
    "no-resources-of-minors", "no-resource-left", "may-not-pass", "two-plus", "event-in-battle", "event-needs-trigger",
    "event-no-such-option", "event-other-proxy",
})  # fmt: skip
"""Problems that will most likely be there when the Impulse comes."""


def _preempt(view: WarState, seat: str, line: PreemptLine) -> Iterator[Problem]:
    """What is wrong with a line that says whose Impulse to preempt (5.2)."""
    own = nations_of(view, seat)
    if view.turn == 1 and view.round == 1 and line.round in (None, 1):
        weight = Weight.unwise if line.round is None else Weight.illegal
        yield standing_apart(Problem("no-preemption-yet", (), "5.2", {}, weight))
    if line.round is not None and line.round < view.round:
        yield standing_apart(Problem("round-past", ("round",), "5.2", {"round": line.round, "now": view.round}))
    if line.nation is not None and line.nation not in own:
        yield standing_apart(Problem("not-your-nation", ("nation",), "5.2", {"nation": line.nation}))
        return
    nation = line.nation or (own[0] if len(own) == 1 else "")
    able = (nation,) if nation else tuple(one for one in own if view.holdings(one))
    if len(able) == 1 and line.before == able:
        weight = Weight.illegal if nation else Weight.unwise
        yield standing_apart(Problem("preempts-itself", ("before",), "5.2", {"nation": able[0]}, weight))
    if line.play is not None:
        ways = [tuple(_wrong_preempting(view, one, line.play)) for one in able]
        ways = [way for way in ways if not any(each.stops for each in way)] or ways
        told = [{(each.code, each.path) for each in way} for way in ways]
        everywhere = set.intersection(*told) if told else set()
        yield from (under(each, "play") for each in (ways or [()])[0] if (each.code, each.path) in everywhere)
    barred = barred_ahead(view, seat, line) if preemption_begun(view) and line.round in (None, view.round) else None
    if barred is not None:
        before, why = barred
        args = {"nation": before, "code": why.code, "args": why.args}
        yield Problem("preempts-none-now", (), "5.2", args, Weight.unwise)


def _wrong_preempting(view: WarState, nation: str, orders: ImpulseOrders) -> Iterator[Problem]:
    """What is wrong with what *nation* plays before others: nothing that the CPs or the position decide is certain."""
    for number, alternative in enumerate(orders.alternatives):
        short = (replace(each, weight=Weight.unwise) for each in check_points(view, nation, alternative))
        yield from (under(each, "alternatives", number) for each in (*_uses(view, nation, alternative), *short))
    yield from check_lasting(view, nation, orders)


def _may_preempt(view: WarState, seat: str, line: PreemptLine) -> tuple[str, ...]:
    """The nations whose Impulse the line may be about."""
    return (line.nation,) if line.nation is not None else nations_of(view, seat)


def _played_twice(order: RoundOrders) -> Iterator[Problem]:
    """A card that is the only way to play both a preempting and a scheduled Impulse: one of them must do without."""
    once = Counter(
        orders.alternatives[0].play.card
        for orders in (*order.impulses.values(), *(line.play for line in order.preempt if line.play is not None))
        if len(orders.alternatives) == 1 and orders.alternatives[0].play is not None
    )
    for card, times in once.items():
        if times > 1:
            yield Problem("card-played-twice", ("preempt",), "5.1", {"card": card}, Weight.unwise)


class RoundSheets(Step[WarState, RoundOrders], frozen=True):
    """Every seat that has something to do orders the coming Impulses of its *nations*, all at once.

    Those that run *leaders* are asked as well, though their boxes are past: they may be offered preemption (5.21). Who
    is silent plays its lowest cards, and keeps its standing orders (2.6).
    """

    rules_out = NOT_ITS_OWN
    rule = "2.1"
    nations: tuple[str, ...]
    leaders: tuple[str, ...] = ()

    def ask(self, state: WarState, so_far: SoFar[RoundOrders]) -> tuple[Decision[RoundOrders], ...]:
        seats = {seat_of(state, nation) for nation in self.nations if acts(state, nation)}
        seats |= {seat_of(state, nation) for nation in self.leaders}
        part = "" if state.options.mail_pace == "round" else f".{self.nations[0]}"
        return tuple(
            Decision(
                key=f"{state.turn}.{state.round}{part}",
                seat=seat,
                takes=RoundOrders,
                turn=state.turn,
                due=ROUNDS,
                label="round",
                default=RoundOrders(),
                silence=RoundOrders(),
                about={
                    "round": state.round,
                    "nations": self.nations_of(state, seat),
                    "leaders": tuple(nation for nation in self.leaders if seat_of(state, nation) == seat),
                },
            )
            for seat in dict.fromkeys(state.control.values())
            if seat in seats
        )

    def nations_of(self, state: WarState, seat: str) -> tuple[str, ...]:
        """Whose Impulses *seat* orders."""
        return tuple(nation for nation in self.nations if seat_of(state, nation) == seat)

    def meant(self, view: WarState, decision: Decision[RoundOrders]) -> Mapping[str, tuple[str, ...]]:
        return {"impulses": self.nations_of(view, decision.seat), "reinforce": nations_of(view, decision.seat)}

    def check(self, view: WarState, decision: Decision[RoundOrders], order: RoundOrders) -> Iterator[Problem]:
        yield from check_sheet(view, decision.seat, self.nations_of(view, decision.seat), order)

    def run(self, table: Table[WarState], answers: Answers[RoundOrders]) -> None:
        table.leave()
        for seat, order in by_seat(answers).items():
            keep(table, seat, order.standing, order.turn_end)
            before = table.state.sheets.get(seat)
            sheet = with_starts(table.state, replace(order, standing=None, turn_end=None))
            if before is not None:  # the earlier part of a Round that is asked for in parts
                impulses = {**before.impulses, **order.impulses}
                sheet = replace(sheet, impulses=impulses, preempt=order.preempt or before.preempt)
            table.emit(SheetKept(seat=seat, sheet=sheet))


class AnyTimeSheet(Step[WarState, StandingSheet], frozen=True):
    """Takes standing orders from a seat that is asked nothing; it is never on the flow."""

    rules_out = NOT_ITS_OWN
    rule = "2.3"
    seat: str

    def ask(self, state: WarState, so_far: SoFar[StandingSheet]) -> tuple[Decision[StandingSheet], ...]:
        return (Decision(key="standing", seat=self.seat, takes=StandingSheet, default=StandingSheet()),)

    def meant(self, view: WarState, decision: Decision[StandingSheet]) -> Mapping[str, tuple[str, ...]]:
        return {"reinforce": nations_of(view, decision.seat)}

    def check(self, view: WarState, decision: Decision[StandingSheet], order: StandingSheet) -> Iterator[Problem]:
        yield from (under(each, "standing") for each in check_standing(view, decision.seat, order.standing))
        yield from (under(each, "turn_end") for each in check_turn_end(view, decision.seat, order.turn_end))

    def run(self, table: Table[WarState], answers: Answers[StandingSheet]) -> None:
        order = by_seat(answers)[self.seat]
        keep(table, self.seat, order.standing, order.turn_end)


def anytime(view: WarState, seat: str) -> AnyTimeSheet | None:
    """The step for a sheet out of turn; nothing before the first Turn or after the end."""
    return AnyTimeSheet(seat=seat) if view.turn and view.result is None else None


def call_sheets(table: Table[WarState]) -> None:
    """Ask for the sheets of the coming Impulses, of as many as the pace says (2.1)."""
    nations, leaders = _stretch(table.state), past_leaders(table.state)
    table.emit(SheetsCalled(seats={nation: seat_of(table.state, nation) for nation in nations}))
    table.enter(RoundSheets(nations=nations, leaders=leaders))


def past_leaders(state: WarState) -> tuple[str, ...]:
    """The nations that may preempt in the first Round of a Turn though it begins after their boxes (5.2, 5.9)."""
    if state.called or state.round > 1 or not preemption_begun(state):
        return ()
    past, to_come = state.board.sequence[: state.marker], state.board.sequence[state.marker :]
    able = (nation for nation in past if seat_of(state, nation) and has_card(state, nation))
    return tuple(nation for nation in able if may_lead_later(state, nation, to_come))


def _stretch(state: WarState) -> tuple[str, ...]:
    """The nations whose Impulses are ordered now: a whole Round, those up to the other Camp, or those of one seat."""
    to_come, pace = state.board.sequence[state.marker :], state.options.mail_pace
    if pace == "round":
        return to_come
    found: list[str] = []
    whose = ""
    for nation in to_come:
        mark = camp_of(state, nation) if pace == "camp" else seat_of(state, nation)
        if mark and whose and mark != whose:
            break
        whose = whose or mark
        found.append(nation)
    return tuple(found)


def acts(state: WarState, nation: str) -> bool:
    """Whether *nation* has anything that it could do in an Impulse, as everyone knows: cards, a Resource, a siege."""
    if not seat_of(state, nation):
        return False
    unused = any(reserve not in state.used for reserve in state.board.reserves[nation])
    bought = unused or state.resources.get(nation, 0) > 0
    return bought or bool(state.hands.get(nation)) or bool(besieging(state, nation))
