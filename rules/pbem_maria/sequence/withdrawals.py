"""What follows when a country closes its borders or changes sides: pieces withdraw."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Problem
from pbem.engine.table import Step, Table
from pbem_maria.chapters import contracts, hussars
from pbem_maria.chapters.cards import Discarded, not_held
from pbem_maria.chapters.conquest import MarkersReturned
from pbem_maria.chapters.pieces import StackFormed, TroopsDivided
from pbem_maria.chapters.shifts import Displacement, DisplacementWishes, PowerHandedOver, SaxonyTurned, Withdrew, ways
from pbem_maria.chapters.winter import PRICE, bring_back, return_sites, wrong_return
from pbem_maria.orders.stage import ORDERS_MEANT
from pbem_maria.orders.statecraft import Cities, ComebackOrders, WithdrawOrders
from pbem_maria.position.cards import Pile, find, worth
from pbem_maria.position.powers import PRUSSIA, home_of
from pbem_maria.position.state import AUSTRIA, AUSTRIAN_ALLY, MAXIMUM, NEUTRAL, PRUSSIAN_ALLY, SAXONY, State
from pbem_maria.position.theatre import POLITICS

COMEBACK_RULE = "13"


def possible(state: State, power: str) -> Mapping[str, tuple[str, ...]]:
    """The removed generals of *power* and where each may return; none while the power has no card to pay with."""
    if not len(state.hands[power]):
        return {}
    sites = {general: return_sites(state, power, general) for general in state.removed_of(power)}
    free = {g: tuple(city for city in sites[g] if wrong_return(state, g, city) is None) for g in sites}
    return {general: cities for general, cities in free.items() if cities}


def check(view: State, power: str, order: ComebackOrders) -> Iterator[Problem]:
    """What is wrong with the returns of generals of *power*."""
    hand = view.hands[power].known
    if order.passes and order.returns:
        yield Problem("passes-and-moves", ("passes",), COMEBACK_RULE, ORDERS_MEANT)
    for general, wish in order.returns.items():
        where = ("returns", general)
        if general not in view.theatre.generals or view.power_of(general) != power:
            yield Problem("not-your-general", where, COMEBACK_RULE, {"general": general})
        elif not view.is_removed(general):
            yield Problem("general-on-map", where, COMEBACK_RULE, {"general": general, "city": view.at.get(general)})
        elif (problem := wrong_return(view, general, wish.city)) is not None:
            yield Problem(problem.code, where, problem.rule, problem.args)
        cards, missing = find(hand, wish.cards)
        for card in missing:
            yield not_held(hand, power, card, where)
        hand = tuple(card for card in hand if card not in cards)
        if not missing and worth(cards) < PRICE:
            paid = {"power": power, "points": PRICE, "paid": worth(cards)}
            yield Problem("paid-too-little", where, COMEBACK_RULE, paid)


def carry_out(table: Table[State], power: str, order: ComebackOrders) -> None:
    """Let the generals that *order* names return; none gets more than 8 troops for its cards."""
    for general, wish in order.returns.items():
        state = table.state
        if wrong_return(state, general, wish.city) is not None:
            continue
        cards = find(state.hands[power].known, wish.cards)[0]
        table.emit(Discarded(power=power, cards=cards, why="recruits"))
        bring_back(table, general, wish.city, ())
        number = min(MAXIMUM, worth(cards) // PRICE)
        total = state.totals.get(power, 0) + number
        seat = state.seat_of(power)
        table.emit(TroopsDivided(seat=seat, power=power, total=total, why="recruits", troops={general: number}))


RULE = "19.3"


class Withdraw(Step[State, WithdrawOrders], frozen=True):
    """Pieces that may not stay go to the nearest city where they may; the owner chooses among equals."""

    rule = RULE
    saxons_home: bool = False
    """Whether all Saxon pieces return to their set-up cities."""

    def ask(self, state: State, so_far: SoFar[WithdrawOrders]) -> tuple[Decision[WithdrawOrders], ...]:
        choices: dict[str, dict[str, tuple[str, ...]]] = {}
        for way in ways(state, saxons_home=self.saxons_home):
            if len(way.options) > 1:
                choices.setdefault(state.seat_of(state.power_of(way.piece)), {})[way.piece] = way.options
        asked = tuple(choices)
        return tuple(replace(self._decision(state, seat, found), concerns=asked) for seat, found in choices.items())

    def _decision(self, state: State, seat: str, choices: dict[str, tuple[str, ...]]) -> Decision[WithdrawOrders]:
        default = WithdrawOrders(withdraw={piece: Cities(options[:1]) for piece, options in choices.items()})
        key = f"{state.turn}.{state.stage or 'politics'}.withdraw"
        about = {"choices": choices, "saxons_home": self.saxons_home}
        return Decision(
            key=key, turn=state.turn, seat=seat, takes=WithdrawOrders, due=POLITICS, default=default, about=about
        )

    def meant(self, view: State, decision: Decision[WithdrawOrders]) -> Mapping[str, tuple[str, ...]]:
        return {"withdraw": tuple(decision.about["choices"])}

    def check(self, view: State, decision: Decision[WithdrawOrders], order: WithdrawOrders) -> Iterator[Problem]:
        left = dict(order.withdraw)
        for way in self._ways(view, {decision.seat: order}):
            wish = left.pop(way.piece, None)
            if view.seat_of(view.power_of(way.piece)) != decision.seat:
                continue
            args = {"piece": way.piece, "city": view.at[way.piece], "options": way.options}
            if wish is not None and not set(wish.cities) & set(way.options):
                goal = {**args, "goal": wish.cities[0]}
                yield Problem("not-the-nearest", ("withdraw", way.piece), RULE, goal)
            elif len(way.options) > 1 and not way.wished:
                yield Problem("withdrawal-open", ("withdraw",), RULE, args)
        for piece in left:
            yield Problem("stays-put", ("withdraw", piece), RULE, {"piece": piece, "city": view.at.get(piece)})

    def run(self, table: Table[State], answers: Answers[WithdrawOrders]) -> None:
        table.leave()
        for way in self._ways(table.state, by_seat(answers)):
            start = table.state.at[way.piece]
            table.emit(Withdrew(piece=way.piece, start=start, city=way.city))
            hussars.drive_off(table, way.piece, (way.city,))
            stack_up(table, way)

    def _ways(self, state: State, orders: Mapping[str, WithdrawOrders]) -> Iterator[Displacement]:
        return ways(state, _wishes(state, orders), saxons_home=self.saxons_home)


def _wishes(state: State, orders: Mapping[str, WithdrawOrders]) -> DisplacementWishes:
    """What each seat has answered for a piece, otherwise its standing orders."""

    def wish(piece: str, seat: str) -> tuple[str, ...]:
        answer, kept = orders.get(seat), state.standing.get(seat)
        found = answer.withdraw.get(piece) if answer is not None else None
        found = found or (kept.withdraw if kept else None)
        return found.cities if found else ()

    return wish


def stack_up(table: Table[State], way: Displacement) -> None:
    """Let the general that was there command a stack of equal ranks that *way* has formed."""
    state = table.state
    stack = state.generals_at(way.city)
    ranks = {state.theatre.generals[general].rank for general in stack}
    if len(stack) == 2 and len(ranks) == 1:
        first = next(general for general in stack if general != way.piece)
        table.emit(StackFormed(city=way.city, commander=first, generals=stack, chosen=True))


class ReturnSaxons(Step[State, ComebackOrders], frozen=True):
    """A removed Saxon general may return at once, with newly bought troops, when Saxony joins Austria."""

    rule = RULE

    def ask(self, state: State, so_far: SoFar[ComebackOrders]) -> tuple[Decision[ComebackOrders], ...]:
        generals = possible(state, SAXONY)
        if not generals:
            return ()
        key = f"{state.turn}.{state.stage or 'politics'}.return"
        seat, about = state.seat_of(SAXONY), {"generals": generals}
        default = ComebackOrders(passes=True)
        return (
            Decision(
                key=key,
                turn=state.turn,
                seat=seat,
                takes=ComebackOrders,
                due=POLITICS,
                default=default,
                about=about,
                concerns=(seat,),
            ),
        )

    def meant(self, view: State, decision: Decision[ComebackOrders]) -> Mapping[str, tuple[str, ...]]:
        return {"returns": tuple(possible(view, SAXONY))}

    def check(self, view: State, decision: Decision[ComebackOrders], order: ComebackOrders) -> Iterator[Problem]:
        yield from check(view, SAXONY, order)

    def run(self, table: Table[State], answers: Answers[ComebackOrders]) -> None:
        table.leave()
        for answer in answers.values():
            carry_out(table, SAXONY, answer)


def turn(table: Table[State], zone: str) -> None:
    """Make Saxony `prussian-ally`, `neutral` or `austrian-ally`; its marker has come to that zone.

    Prussia's player gets a returning Saxony in the next Prussian stage, see `hand_back`.
    """
    table.emit(SaxonyTurned(standing=zone))
    contracts.end_broken(table)
    if zone != PRUSSIAN_ALLY:
        hand_over(table, table.state.seat_of(AUSTRIA))
    if zone == NEUTRAL:
        state = table.state
        cities = tuple(city for city in state.markers if home_of(state, city) == SAXONY)
        if cities:
            table.emit(MarkersReturned(cities=cities))
    if zone == AUSTRIAN_ALLY:
        table.enter(Withdraw(), ReturnSaxons())
    else:
        table.enter(Withdraw(saxons_home=zone == NEUTRAL))


def hand_back(table: Table[State], stage: str) -> None:
    """Give a Saxony that is Prussia's ally again to Prussia's player when its *stage* begins."""
    state = table.state
    if stage == PRUSSIA and state.saxony == PRUSSIAN_ALLY and SAXONY in state.theatre.powers:
        hand_over(table, state.seat_of(PRUSSIA))


def hand_over(table: Table[State], seat: str, power: str = SAXONY) -> None:
    """Let *seat* run *power* from now on, with its hand and its troops."""
    state = table.state
    if state.seat_of(power) == seat:
        return
    hand = state.hands.get(power, Pile())
    troops = {general: number for general, number in state.troops.items() if state.power_of(general) == power}
    table.emit(PowerHandedOver(power=power, seat=seat, cards=hand.known, troops=troops))
