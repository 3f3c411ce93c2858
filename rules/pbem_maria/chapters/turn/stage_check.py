"""A stage's sheet (5) carried out, in play or on a seat's view to see what is wrong with it."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.problem import OrderPath, Problem, Weight, under
from pbem.engine.table import Scratch, Table
from pbem_maria.chapters.agreements import agreement_check, agreements, leave
from pbem_maria.chapters.agreements.breach import Moves
from pbem_maria.chapters.combat import combat_check
from pbem_maria.chapters.movement import departures, instead, movement, taken_as_made
from pbem_maria.chapters.movement.orders import STAY, UNREAD, Move
from pbem_maria.chapters.pieces import exchange, shared_stacks
from pbem_maria.chapters.shifts import shifts_check
from pbem_maria.chapters.supply import billing, supply
from pbem_maria.chapters.supply.steps import carry_out as settle_supply
from pbem_maria.chapters.turn import in_advance
from pbem_maria.chapters.turn.events import Ordered
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.position.state import State

MOVES_UNREAD: OrderPath = ("moves", "")


def powers_of(state: State, seat: str) -> tuple[str, ...]:
    """The powers of *seat* that act in the present stage."""
    return tuple(power for power in state.stage_powers() if state.seat_of(power) == seat)


class SheetMover:
    """Carries out the moves and exchanges of troops of one seat's sheet, move by move.

    A sheet that can no longer be changed comes with the paths that its moves were *planned* to take. While a sheet is
    *checked*, a move that is refused is taken as made as far as its destination is clear.
    """

    def __init__(
        self,
        table: Table[State],
        seat: str,
        order: StageOrders,
        planned: movement.Planned | None = None,
        *,
        checked: bool = False,
    ) -> None:
        self._table, self._order, self._planned, self._checked = table, order, planned, checked
        self.seat = seat
        self._powers = powers_of(table.state, seat)
        self._moves = tuple((n, each) for n, each in enumerate(order.moves) if each.how != STAY)
        self._done = 0
        self._start = table.state.at
        self._taken: set[str] = set()
        self._troops = dict(order.troops)
        self._hindered = self._exchange()

    @property
    def next(self) -> Move | None:
        """The move that comes next, if there is one and the game is not over."""
        over = self._done == len(self._moves) or self._table.state.result is not None
        return None if over else self._moves[self._done][1]

    def move(self) -> list[Problem]:
        """Carry out the next move as far as it is legal, and the exchanges that it makes possible."""
        number, each = self._moves[self._done]
        self._done += 1
        state = self._table.state
        read = each.how != UNREAD
        found = list(movement.carry_out(self._table, self._powers, each, self._planned)) if read else []
        if self._checked:
            state, found = self._by_itself(state, each, found)
            found = [instead.helped(state, self._powers, each, problem) for problem in found]
        if self._checked and (not read or any(problem.stops for problem in found)):
            taken_as_made.take(self._table, self._powers, each)
            self._taken.update(each.pieces)
        self._hindered = {**self._exchange(), **self._hindered}
        return [replace(under(p, "moves", number), rests_on=self._before(state, number, each, p)) for p in found]

    def _by_itself(self, state: State, move: Move, found: list[Problem]) -> tuple[State, list[Problem]]:
        """What is wrong with *move*, made in *state*, and where: without the pieces of refused moves, if it is even so.

        A piece that is only taken to be in the way hides what is wrong with a move whatever becomes of that piece. What
        is wrong with and without it, such as that the refused move took a piece of this one along, follows from it.
        """
        about = [taken_as_made.own_pieces(state, self._powers, each, move) for each in found if each.stops]
        hiding = self._taken.intersection(*about) if about else set()
        clear = departures.without(state, hiding)
        problems = [each for each in tried(clear, self._powers, move) if each not in found] if hiding else ()
        return (clear, list(problems)) if any(each.stops for each in problems) else (state, found)

    def _before(self, state: State, number: int, move: Move, problem: Problem) -> tuple[OrderPath, ...]:
        """The earlier moves that a problem of this one, made in *state*, may be due to."""
        earlier = tuple(enumerate(self._order.moves[:number]))
        others = taken_as_made.own_pieces(state, self._powers, problem, move)
        about = {*others, *move.pieces}
        following = [
            n
            for n, each in earlier
            if about & set(each.pieces) or taken_as_made.may_follow(state, self._powers, problem, each, self._start)
        ]
        unread = others or taken_as_made.may_follow(state, self._powers, problem)
        return *((MOVES_UNREAD,) if unread else ()), *(("moves", n) for n in following)

    def not_exchanged(self) -> Iterator[Problem]:
        """Why the exchanges that have not been made cannot be."""
        told = set[str]()
        for general in self._troops:
            wrong = self._hindered.get(general)
            problem = wrong or exchange.wrong_with(self._table.state, self.seat, general, self._order.troops)
            if problem.code == "exchange-total" and problem.args["other"] in told:
                continue  # one sum of two numbers is one fault
            told.add(general)
            yield replace(problem, rests_on=(*problem.rests_on, ("moves",)))

    def _exchange(self) -> dict[str, Problem]:
        """Make the exchanges that can be made and drop them from the list; why those of an existing stack cannot."""
        for general in exchange.carry_out(self._table, self.seat, self._troops):
            del self._troops[general]
        state = self._table.state
        return {
            general: exchange.wrong_with(state, self.seat, general, self._troops)
            for general in self._troops
            if exchange.partner(state, general) in self._troops
        }


def check(view: State, seat: str, order: StageOrders, *, supplied: bool = False) -> Iterator[Problem]:
    """Everything wrong with a stage's sheet, from what its seat sees; *supplied* when the supply phase is over."""
    powers = powers_of(view, seat)
    yield from _contradictions(view, seat, order)
    if not supplied:
        yield from billing.check(view, powers, order.supply)
    table = up_to_moves(view, seat, order, supplied=supplied)
    before = table.close("supply", {}).number
    yield from _moves(SheetMover(table, seat, order, checked=True))
    yield from in_advance.check(view, seat, order, table.state)
    yield from shifts_check.check_stage(view, table.state, order)
    happened = table.close("moves", {}).events
    moves = Moves(seat, table.at(before)[0], table.state, happened)
    yield from agreement_check.check_moves(moves, order.moves)
    yield from leave.check(moves, order.moves)
    if table.state.result is None:
        yield from _unsupplied_next(table.state, powers, order)
        yield from combat_check.check_combat(table.state, seat, order)


def foreseen(
    view: State, seat: str, order: StageOrders, *, supplied: bool = False
) -> tuple[tuple[Event[State], ...], State]:
    """What supply and the moves of a legal sheet would be, as if its seat were alone, and the view after them."""
    table = up_to_moves(view, seat, order, supplied=supplied)
    mover = SheetMover(table, seat, order)
    while mover.next is not None:
        mover.move()
    return table.close("", {}).events, table.state


def tried(view: State, powers: tuple[str, ...], move: Move) -> tuple[Problem, ...]:
    """What is wrong with one move of *powers* as things are now."""
    return tuple(movement.carry_out(Scratch(view), powers, move))


def default(state: State, seat: str, *, supplied: bool = False) -> StageOrders:
    """The default of a seat: at most the moves without which it would break an agreement (21)."""
    if not leave.is_due(state, seat):
        return StageOrders(passes=True)
    table = up_to_moves(state, seat, StageOrders(), supplied=supplied)
    out = leave.moves_out(table.state, seat)
    return StageOrders(passes=not out, moves=out)


def up_to_moves(view: State, seat: str, order: StageOrders, *, supplied: bool) -> Table[State]:
    """A table on which the sheet is carried out as far as the moves, from what its seat sees."""
    table = Scratch(view)
    table.emit(Ordered(seat=seat, order=order))
    for power in () if supplied else powers_of(view, seat):
        settle_supply(table, power, order.supply)
    agreements.take(table, seat, order)
    return table


def _moves(mover: SheetMover) -> Iterator[Problem]:
    """What is wrong with the moves and exchanges, as if this seat were alone in its stage."""
    while mover.next is not None:
        yield from mover.move()
    yield from mover.not_exchanged()


def _contradictions(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    if order.passes and (order.moves or order.attacks):
        yield Problem("passes-and-moves", ("passes",), "5")
    yield from _staying(view, powers_of(view, seat), order)
    yield from shared_stacks.check(view, seat, order)


def _staying(view: State, powers: tuple[str, ...], order: StageOrders) -> Iterator[Problem]:
    """What is wrong with the pieces that the sheet says will stay."""
    moving = {piece for move in order.moves if move.how != STAY for piece in move.pieces}
    for number, piece in (
        (n, piece) for n, move in enumerate(order.moves) if move.how == STAY for piece in move.pieces
    ):
        if view.theatre.power_of(piece) not in powers:
            yield Problem("not-your-piece", ("moves", number, "pieces"), "5", {"piece": piece})
        elif piece in moving:
            yield Problem("stays-and-moves", ("moves", number), "10.1", {"piece": piece})
        elif (there := order.moves[number].path) and view.at.get(piece) != there[0]:
            args = {"piece": piece, "city": there[0], "start": view.at.get(piece)}
            yield Problem("stays-or-goes", ("moves", number, "path", 0), "10.1", args)


def _unsupplied_next(after: State, powers: tuple[str, ...], order: StageOrders) -> Iterator[Problem]:
    """Warnings for the generals that the moves leave without a path to a train."""
    for power in powers:
        for general in after.generals_of(power):
            number = _mover(after, general, order)
            if number is not None and not supply.is_supplied(after, general):
                distance = supply.nearest_train(after, general)
                down = general in after.face_down
                args = {"general": general, "city": after.at[general], "distance": distance, "face_down": down}
                yield Problem("no-supply-ahead", ("moves", number), "9", args, Weight.unwise, (("moves",),))


def _mover(after: State, general: str, order: StageOrders) -> int | None:
    """The number of the last move of the general, else of a train of its power."""
    trains = {train.id for train in after.theatre.edition.powers[after.power_of(general)].trains}
    for names in ({general}, trains):
        for number in reversed(range(len(order.moves))):
            if names & set(order.moves[number].pieces):
                return number
    return None
