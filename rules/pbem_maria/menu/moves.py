"""What the pieces of a stage can be ordered to do: march alone or together, enter the map, stay, divide troops."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pbem.engine.menu import DeskBar, DeskChoice, DeskSign, Put, Said
from pbem_maria.chapters import breach, pieces, supply
from pbem_maria.chapters.breach import BREACHES
from pbem_maria.chapters.reach import Destination, ReachRoute, reach
from pbem_maria.menu.draft import StageDraft
from pbem_maria.orders.movement import FORCE_MARCH, MARCH, RE_ENTER, Move
from pbem_maria.orders.stage import SharedStack
from pbem_maria.orders.statecraft import LEAVE
from pbem_maria.position.state import MAXIMUM, State
from pbem_maria.sequence import stage

MEET = 8
"""Two generals farther apart are not offered as a stack of two players, though a sheet may say so."""


def move_choices(draft: StageDraft, piece: str) -> Iterator[DeskChoice]:
    """All that *piece* can be ordered to do in the stage, its own lines replaced."""
    lines = draft.lines(piece)
    state = draft.before(lines[0] if lines else len(draft.order.moves))
    for found in reach(state, piece).destinations:
        for way in _ways(state, piece, found):
            yield _choice(draft, lines, way, state)
    mate = _mate(draft, state, piece)
    if mate is not None:
        yield from _together(draft, piece, mate)
    if lines:
        yield DeskChoice(said=Said("stay"), puts=_removed("moves", lines), group=Said("staying"), clears=True)
    if draft.view.theatre.is_general(piece):
        yield from _divisions(draft, piece)
        yield from _companies(draft, piece)


def _removed(key: str, numbers: Sequence[int]) -> tuple[Put, ...]:
    """What takes entries out of a list, the last one first."""
    return tuple(Put((key, number)) for number in reversed(numbers))


def move_bars(draft: StageDraft, piece: str) -> Iterator[DeskBar]:
    """Who is in the way of *piece*, its own lines replaced."""
    lines = draft.lines(piece)
    state = draft.before(lines[0] if lines else len(draft.order.moves))
    found = reach(state, piece)
    free = {each.city for each in found.destinations}
    for block in found.blocks:
        if block.piece is not None and block.city not in free:
            kind = "general" if state.theatre.is_general(block.piece) else "train"
            yield DeskBar(block.city, Said(f"in-the-way-{kind}", {"piece": block.piece, "city": block.city}))


def _mate(draft: StageDraft, state: State, piece: str) -> str | None:
    """The other general of a stack of the same seat."""
    if piece not in state.at or piece in state.moved or not state.theatre.is_general(piece):
        return None
    others = (other for other in state.generals_at(state.at[piece]) if other != piece)
    return next((other for other in others if state.power_of(other) in draft.powers and other not in state.moved), None)


class _Way:
    """A move that leads to a destination."""

    def __init__(self, move: Move, to: Destination, route: ReachRoute | None) -> None:
        self.move, self.to, self.route = move, to, route


def _ways(state: State, piece: str, to: Destination) -> Iterator[_Way]:
    """The moves of *piece* to a destination: one, or one for each route that does something else, and commander."""
    if to.how == "re-enter":
        yield _Way(Move(pieces=(piece,), how=RE_ENTER, path=(to.city,)), to, None)
        return
    how = FORCE_MARCH if to.how == "force" else MARCH
    several = len(to.routes) > 1
    for number, route in enumerate(to.routes):
        whole = several and not (number == 0 and len(route.path) == 1)
        move = Move(pieces=(piece,), how=how, path=route.path if whole else (to.city,))
        yield _Way(move, to, route)
        if to.joins is not None and _may_name(state, piece, to.joins):
            yield _Way(replace(move, commander=piece), to, route)


def _may_name(state: State, one: str, other: str) -> bool:
    """Whether the sheet may say which of two generals commands their stack (6)."""
    generals = state.theatre.generals
    return generals[one].rank == generals[other].rank and not pieces.of_two_players(state, one, other)


def _together(draft: StageDraft, piece: str, mate: str) -> Iterator[DeskChoice]:
    """The moves of both generals of a stack at once, where both may go."""
    lines = draft.lines(piece, mate)
    state = draft.before(lines[0] if lines else len(draft.order.moves))
    if state.at.get(piece) != state.at.get(mate):
        return
    both = tuple(general for general in state.generals_at(state.at[piece]) if general in (piece, mate))
    for found in reach(state, both[0]).destinations:
        for way in _ways(state, both[0], found) if found.joins is None else ():
            move = replace(way.move, pieces=both)
            if not any(problem.stops for problem in stage.tried(state, draft.powers, move)):
                yield _choice(draft, lines, _Way(move, way.to, way.route), state)


def _choice(draft: StageDraft, lines: tuple[int, ...], way: _Way, state: State) -> DeskChoice:
    """The choice to go a way, in place of *lines* or at the end; an agreement may forbid it."""
    to, move, at = way.to, way.move, lines[0] if lines else len(draft.order.moves)
    hungry = any(not _supplied_in(state, piece, to.city) for piece in move.pieces)
    args = {
        "pieces": move.pieces,
        "city": to.city,
        "how": to.how,
        "steps": to.steps,
        "attacks": to.attacks,
        "joins": to.joins or "",
        "commander": move.commander or "",
        "via": way.route.path[:-1] if way.route and len(move.path) > 1 else (),
        "does": way.route.effects if way.route else (),
        "leavers": to.leavers,
        "hungry": hungry,
    }
    group = "together" if len(move.pieces) > 1 else "re-enter" if to.how == "re-enter" else "marches"
    if to.how == "force":
        group = "force-together" if len(move.pieces) > 1 else "force-marches"
    return DeskChoice(
        said=Said("move", args),
        puts=(*_removed("moves", lines[1:]), Put(("moves", at), move)),
        group=Said(group, {"pieces": move.pieces}),
        place=to.city,
        steps=len(way.route.path) if way.route else 0,
        signs=_signs(to, hungry=hungry),
        sure=not any(breach.bonds(draft.view, draft.seat, *BREACHES, LEAVE)),
    )


def _signs(to: Destination, *, hungry: bool) -> tuple[DeskSign, ...]:
    """What a move to a destination leads to."""
    found: dict[DeskSign, bool] = {"fight": bool(to.attacks), "no-supply": hungry, "needs-others": bool(to.leavers)}
    return tuple(sign for sign, so in found.items() if so)


def _supplied_in(state: State, piece: str, city: str) -> bool:
    """Whether a general would be supplied in *city*, as things are (9)."""
    if not state.theatre.is_general(piece):
        return True
    return supply.is_supplied(replace(state, at={**state.at, piece: city}), piece)


def _divisions(draft: StageDraft, piece: str) -> Iterator[DeskChoice]:
    """The ways to divide the troops of a stack of one power, now or after the moves (6)."""
    order, start, state = draft.order.troops, draft.before(0), draft.before(0)
    mate = pieces.partner(state, piece)
    if mate is None:
        state = draft.end()[0]
        mate = pieces.partner(state, piece)
    if mate is None or piece not in state.troops or mate not in state.troops:
        return
    written = sorted(general for general in (piece, mate) if general in order)
    both = start.troops.get(piece, 0) + start.troops.get(mate, 0)
    group = Said("troops", {"pieces": (piece, mate)})
    for number in range(max(1, both - MAXIMUM), min(MAXIMUM, both - 1) + 1):
        troops = {piece: number, mate: both - number}
        said = Said("divide", {"troops": troops, "same": state.troops[piece] == number and not written})
        puts = tuple(Put(("troops", general), count) for general, count in troops.items())
        yield DeskChoice(said=said, puts=puts, group=group, sure=len(written) == len(order))
    if written:
        puts = tuple(Put(("troops", general)) for general in written)
        yield DeskChoice(said=Said("divide-not"), puts=puts, group=group)


def _companies(draft: StageDraft, piece: str) -> Iterator[DeskChoice]:
    """With which generals of the other player *piece* may stack in this stage (10.1)."""
    view, order, group = draft.view, draft.order, Said("companies", {"general": piece})
    if not pieces.shared(view):
        return
    others = [power for power in view.stage_powers() if power not in draft.powers]
    for general in (each for power in others for each in view.generals_of(power)):
        said = [n for n, each in enumerate(order.stacks) if set(each.generals) == {piece, general}]
        if said:
            told = Said("company-not", {"general": general})
            yield DeskChoice(said=told, puts=_removed("stacks", said), group=group)
        elif piece in view.at and view.board.distance(view.at[piece], view.at[general]) <= MEET:
            ranks = view.theatre.edition.generals
            for commander in (piece, general) if ranks[piece].rank == ranks[general].rank else (None,):
                told = Said("company", {"general": general, "commander": commander or ""})
                put = Put(("stacks", len(order.stacks)), SharedStack((piece, general), commander))
                yield DeskChoice(said=told, puts=(put,), group=group, sure=False)
