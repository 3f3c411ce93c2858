"""How the game ends (5.82, 17.1)."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.event import Event
from pbem.engine.order import Order, Problem, Weight
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.turn.facts import (
    LineRules,
    SeatFacts,
    draw_number,
    final_points,
    minimum_hand,
    points_of_power,
    scoring,
    standing_of,
    winner,
)
from pbem_tnw.edition.board import CAPTURED
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.lines import CapitulateLine
from pbem_tnw.orders.standing import PeaceLine
from pbem_tnw.position.control import at_war, controller, is_power, patron, powers_of, seat_of
from pbem_tnw.position.state import WarEnd, WarState, draw_name


class PeaceModified(Event[WarState], frozen=True):
    """A seat added to the peace roll or took from it; its *power* has a card fewer in the next Turn (5.8)."""

    seat: str
    power: str
    add: int
    total: int

    def change(self, state: WarState) -> WarState:
        fewer = {**state.fewer_cards, self.power: state.fewer_cards.get(self.power, 0) + 1}
        return replace(state, fewer_cards=fewer)


class SixPointsCounted(Event[WarState], frozen=True):
    """The points of France were counted as the Conquest phase began, which an option lets decide (5.82)."""

    points: int

    def change(self, state: WarState) -> WarState:
        return replace(state, points_before=self.points)


class PeaceRolled(Event[WarState], frozen=True):
    """The die of the Peace phase, with the modifiers; *need* ends the game."""

    die: int
    modifiers: int
    need: int

    @property
    def total(self) -> int:
        """What counts."""
        return self.die + self.modifiers


class BonusGiven(Event[WarState], frozen=True):
    """A Power has points besides those of 5.81, or fewer (17.1)."""

    power: str
    points: int
    rule: str

    def change(self, state: WarState) -> WarState:
        bonus = {**state.bonus, self.power: state.bonus.get(self.power, 0) + self.points}
        return replace(state, bonus=bonus)


class WarEnded(Event[WarState], frozen=True):
    """The game is over."""

    result: WarEnd

    def change(self, state: WarState) -> WarState:
        return replace(state, result=self.result, flow=())


FRANCE, NAPOLEON = "france", "napoleon"
AT_SEA_OR_FAR = ("britain", "russia")
"""The Powers whose neutrality ends the game while France is ahead (5.82)."""
FRENCH_POINTS = 6
CAPITULATION = 2
"""The points that a capitulation gives and takes (17.1)."""


def last_turn(state: WarState) -> int:
    """The last Turn: the fifth, the sixth if an event opened it (5)."""
    return len(state.board.tracks.turn.boxes) - (0 if state.sixth_turn else 1)


def automatic_end(table: Table[WarState]) -> None:
    """End the game if the conquests of this Turn do (5.82)."""
    state = table.state
    if _out_now(state, FRANCE):
        end_game(table, "france-conquered")
    elif any(_out_now(state, power) for power in AT_SEA_OR_FAR) and _points_that_end(state) >= FRENCH_POINTS:
        end_game(table, "enemy-out")


def must_capitulate(state: WarState) -> bool:
    """Whether France capitulates without being asked: Paris is lost and Napoleon captured (17.1)."""
    return bool(captor_of_paris(state)) and state.generals.get(NAPOLEON) == CAPTURED


def captor_of_paris(state: WarState) -> str:
    """The enemy that controls the capital of France; empty for none."""
    holders = (controller(state, capital) for capital in state.board.nations[FRANCE].capitals)
    return next((holder for holder in holders if at_war(state, holder, FRANCE)), "")


def capitulate(table: Table[WarState]) -> None:
    """France capitulates: two points for the Power that controls Paris, two less for France, and the end (17.1)."""
    captor = captor_of_paris(table.state)
    power = captor if is_power(table.state, captor) else patron(table.state, captor)
    table.emit(BonusGiven(power=power, points=CAPITULATION, rule="17.1"))
    table.emit(BonusGiven(power=FRANCE, points=-CAPITULATION, rule="17.1"))
    end_game(table, "capitulation", "17.1")


def end_game(table: Table[WarState], cause: str, rule: str = "5.82", dice: tuple[int, ...] = ()) -> None:
    """End the game by points as they stand (5.81)."""
    state = table.state
    by_power = {power: points_of_power(state, power) for power in scoring(state)}
    result = WarEnd(
        winners=(winner(state),),
        cause=cause,
        turn=state.turn,
        rule=rule,
        points=final_points(state),
        by_power=by_power,
        dice=dice,
    )
    table.emit(WarEnded(result=result))


def _points_that_end(state: WarState) -> int:
    """The points of France of which six end the game: as they are after the spoils, by an option as before them."""
    return points_of_power(state, FRANCE) if state.options.six_points == "after-spoils" else state.points_before


def _out_now(state: WarState, power: str) -> bool:
    """Whether *power* became a Subject Neutral in this Turn."""
    subject = state.subjects.get(power)
    return subject is not None and subject.turn == state.turn


def capitulate_problems(view: WarState, nation: str, line: CapitulateLine) -> Iterator[Problem]:
    """Why *nation* cannot capitulate now (17.1)."""
    if nation != FRANCE:
        yield Problem("only-france-capitulates", (), "17.1", {"nation": nation})
    elif not captor_of_paris(view):
        yield Problem("paris-not-lost", (), "17.1")


def _carry_out(table: Table[WarState], nation: str, line: CapitulateLine) -> None:
    capitulate(table)


PEACE_LINES: Mapping[type, LineRules] = {CapitulateLine: LineRules(problems=capitulate_problems, carry_out=_carry_out)}


def may_modify(state: WarState, power: str) -> bool:
    """Whether *power* may have a card fewer for a peace modifier: no Subject Neutral, none at the minimum (14.32)."""
    return power not in state.subjects and draw_number(state, power) > minimum_hand(state, power)


def payer(state: WarState, seat: str, named: str | None = None) -> str:
    """The Power of *seat* that pays, as *named*, else its first on the Track that may; empty for none."""
    powers = (power for power in powers_of(state, seat) if may_modify(state, power))
    return next((power for power in powers if named in (None, power)), "")


def modify(table: Table[WarState]) -> int:
    """Let every seat add its one modifier, in the order of the Sequence Track, and return their sum."""
    total = 0
    done = set[str]()
    for nation in table.state.board.sequence:
        seat = seat_of(table.state, nation)
        if not seat or seat in done or nation not in powers_of(table.state, seat):
            continue
        line = wanted(table.views[seat], seat, nation, total)
        if line is not None and payer(table.state, seat, line.payer) == nation:
            done.add(seat)
            total += line.add
            if line.add:
                table.emit(PeaceModified(seat=seat, power=nation, add=line.add, total=total))
    return total


def wanted(view: WarState, seat: str, power: str, total: int) -> PeaceLine | None:
    """The line that counts for *seat* after modifiers of *total*, of its Turn-end sheet, else its standing orders.

    One whose Power cannot pay does not count.
    """
    wish = view.turn_ends.get(seat)
    lines: tuple[PeaceLine, ...] = standing_of(view, seat).peace or ()
    if wish is not None and wish.peace is not None:
        lines = wish.peace
    facts = SeatFacts(view, seat, power, total=total)
    return next((line for line in lines if payer(view, seat, line.payer) and value(line.condition, facts)), None)


def wrong_payers(view: WarState, seat: str, lines: Iterable[PeaceLine]) -> Iterator[Problem]:
    """The Powers that pay for modifiers and are not the seat's, or may not as things stand, by the line's number."""
    for number, line in enumerate(lines):
        if line.payer is not None and line.payer not in powers_of(view, seat):
            yield Problem("not-your-nation", (number, "payer"), "5.8", {"nation": line.payer})
        elif line.add and not payer(view, seat, line.payer):
            yield Problem("peace-unpaid", (number,), "5.8", {"nation": line.payer or ""}, Weight.unwise)


class Capitulation(Step[WarState, Order], frozen=True):
    """Before any conquest France may have to capitulate, which ends the game at once (17.1)."""

    rule = "17.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if must_capitulate(table.state):
            capitulate(table)


class AutomaticPeace(Step[WarState, Order], frozen=True):
    """After the conquests the game may end whatever the Turn (5.82)."""

    rule = "5.82"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        automatic_end(table)


class PeacePhase(Step[WarState, Order], frozen=True):
    """The last Turn ends the game; else the modifiers of the seats and a die may (5.8, 5.82)."""

    rule = "5.8"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        state = table.state
        if state.turn >= last_turn(state):
            end_game(table, "last-turn")
            return
        total = modify(table)
        (die,) = table.roll(draw_name(state, "peace"), 1)
        need = int(state.options.peace_at)
        rolled = PeaceRolled(die=die, modifiers=total, need=need)
        table.emit(rolled)
        if rolled.total >= need:
            end_game(table, "peace", "5.8", (die,))
