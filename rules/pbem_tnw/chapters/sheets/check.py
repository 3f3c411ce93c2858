"""What is wrong with a sheet, by what its seat sees (2.1, 2.2, 5.1, 5.12)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.problem import Problem, Weight, standing_apart, under
from pbem_tnw.chapters.cards.card_check import check_answers, needless_choices
from pbem_tnw.chapters.interphase.turn_end_check import check_turn_end
from pbem_tnw.chapters.sequence.preemption import barred_ahead, preemption_begun
from pbem_tnw.chapters.sequence.taking import lowest, use_problems
from pbem_tnw.chapters.sheets.line_check import check_lasting, check_lines, forgotten_at_sea
from pbem_tnw.chapters.sheets.points_check import check_points
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.round_orders import PreemptLine, RoundOrders
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.control import nations_of
from pbem_tnw.position.state import WarState


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
    for nation in order.impulses:
        if nation in nations_of(view, seat) and nation not in nations:
            where = ("impulses", nation)
            yield Problem("impulse-past", where, "5.1", {"nation": nation, "nations": nations}, apart=(where,))
    yield from check_impulses(view, seat, order.impulses)
    for number, line in enumerate(order.preempt):
        yield from (under(each, "preempt", number) for each in _preempt(view, seat, line))
        if line.play is None and not line.ask and not (set(order.impulses) & set(_may_preempt(view, seat, line))):
            yield Problem("preempt-nothing", ("preempt", number), "2.5", {}, Weight.unwise)
    yield from _played_twice(order)
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
    for number, line in enumerate(standing.respond or ()):
        if line.holder is not None and line.holder not in own:
            other = Problem("not-your-nation", ("respond", number, "holder"), "2.4", {"nation": line.holder})
            yield standing_apart(other, "respond", number)
    yield from check_answers(view.board, standing)
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


def _passing(view: WarState, nation: str, orders: ImpulseOrders) -> Iterator[Problem]:
    """That a nation which is to pass holds cards, so that it plays the lowest of them (5.4, 2.6)."""
    played = lowest(view, nation) if not orders.alternatives and orders.otherwise is None else None
    if played is not None and played.play is not None:
        yield Problem("passes-with-cards", (), "5.4", {"nation": nation, "card": played.play.card}, Weight.unwise)


def _uses(view: WarState, nation: str, alternative: Alternative) -> Iterator[Problem]:
    """What is wrong with the card and what is used besides; whether an event is possible may change until then."""
    if alternative.ask:
        return
    for problem in use_problems(view, nation, alternative):
        certain = problem.code in _CERTAIN
        yield problem if certain else Problem(problem.code, problem.path, problem.rule, problem.args, Weight.unwise)
    plus = alternative.plus
    if alternative.play is not None and plus is not None and plus.resource and plus.then:
        yield Problem("then-after-card", ("plus", "then"), "16.2", {}, Weight.unwise)
    for key, use in (("play", alternative.play), ("plus", alternative.plus)):
        if use is not None and use.card and use.use == "event":
            yield from (under(each, key) for each in needless_choices(view.board, use.card, use))


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
    if line.nation is not None and line.before == (line.nation,):
        yield standing_apart(Problem("preempts-itself", ("before",), "5.2", {"nation": line.nation}))
    nation = line.nation or (own[0] if len(own) == 1 else "")
    if line.play is not None and nation:
        for number, alternative in enumerate(line.play.alternatives):
            for problem in _uses(view, nation, alternative):
                yield under(problem, "play", "alternatives", number)
        yield from (under(each, "play") for each in check_lasting(view, nation, line.play))
    barred = barred_ahead(view, seat, line) if preemption_begun(view) and line.round in (None, view.round) else None
    if barred is not None:
        before, why = barred
        args = {"nation": before, "code": why.code, "args": why.args}
        yield Problem("preempts-none-now", (), "5.2", args, Weight.unwise)


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
