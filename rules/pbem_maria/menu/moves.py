"""What the pieces of a stage can be ordered to do: march alone or together, enter the map, stay, divide troops."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.menu import DeskBar, DeskChoice, DeskSign, Edit, Said
from pbem_maria.chapters import breach, pieces, supply
from pbem_maria.chapters.breach import BREACHES
from pbem_maria.chapters.reach import Destination, ReachRoute, reach
from pbem_maria.menu.draft import NO_PASS, PASSES, DeskSpeller, StageDraft, spelled, speller
from pbem_maria.orders.movement import FORCE_MARCH, MARCH, RE_ENTER, Move
from pbem_maria.orders.stage import SharedStack, StageOrders
from pbem_maria.orders.statecraft import LEAVE
from pbem_maria.position.state import MAXIMUM, State
from pbem_maria.sequence import stage

MEET = 8
"""Two generals farther apart are not offered as a stack of two players, though a sheet may say so."""


def move_choices(draft: StageDraft, piece: str) -> Iterator[DeskChoice]:
    """All that *piece* can be ordered to do in the stage, its own lines replaced."""
    names = speller(draft.view, draft.seat)
    lines = draft.lines(piece)
    at = lines[0] if lines else len(draft.order.moves)
    state = draft.before(at)
    alone = reach(state, piece).destinations
    single = [each for found in alone for each in _ways(state, piece, found)]
    yield from _offered(draft, (piece,), single, state, names)
    mate = _mate(draft, state, piece)
    if mate is not None:
        yield from _together(draft, piece, mate, names)
    if lines:
        yield _stay(draft, lines)
    yield from _divisions(draft, piece, names)
    yield from _companies(draft, piece, names)


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


def _together(draft: StageDraft, piece: str, mate: str, names: DeskSpeller) -> Iterator[DeskChoice]:
    """The moves of both generals of a stack at once."""
    lines = draft.lines(piece, mate)
    state = draft.before(lines[0] if lines else len(draft.order.moves))
    if state.at.get(piece) != state.at.get(mate):
        return
    both = tuple(general for general in state.generals_at(state.at[piece]) if general in (piece, mate))
    moves = [each for found in reach(state, both[0]).destinations for each in _ways(state, both[0], found)]
    pairs = [_Way(replace(each.move, pieces=both, commander=None), each.to, each.route) for each in moves]
    alone = [each for each in pairs if each.to.joins is None]
    legal = [each for each in alone if not _refused(state, draft.powers, each.move)]
    yield from _offered(draft, both, legal, state, names)


def _refused(state: State, powers: tuple[str, ...], move: Move) -> bool:
    return any(problem.stops for problem in stage.tried(state, powers, move))


def _offered(
    draft: StageDraft, pieces: tuple[str, ...], ways: list[_Way], state: State, names: DeskSpeller
) -> Iterator[DeskChoice]:
    """The choices for *ways*, without those that an agreement forbids."""
    lines = draft.lines(*pieces)
    bound = any(breach.bonds(draft.view, draft.seat, *BREACHES, LEAVE))
    for way in ways:
        if bound and _breaks(draft, lines, way.move):
            continue
        yield _choice(draft, lines, way, state, names)


def _choice(draft: StageDraft, lines: tuple[int, ...], way: _Way, state: State, names: DeskSpeller) -> DeskChoice:
    to, move = way.to, way.move
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
        edits=_edits(draft, lines, spelled(move, names)),
        group=Said(group, {"pieces": move.pieces}),
        place=to.city,
        steps=len(way.route.path) if way.route else 0,
        signs=_signs(to, hungry=hungry),
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


def _edits(draft: StageDraft, lines: tuple[int, ...], text: str) -> tuple[Edit, ...]:
    """What writes the line *text* in place of *lines*, or at the end."""
    others = tuple(Edit(path=("moves", line), how="remove") for line in reversed(lines[1:]))
    at = lines[0] if lines else len(draft.order.moves)
    return NO_PASS, *others, Edit(path=("moves", at), text=text)


def _with_move(draft: StageDraft, lines: tuple[int, ...], move: Move) -> tuple[StageOrders, int]:
    """The sheet with *move* in place of *lines*, and its number."""
    at = lines[0] if lines else len(draft.order.moves)
    rest = [each for n, each in enumerate(draft.order.moves) if n not in lines]
    return replace(draft.order, passes=False, moves=(*rest[:at], move, *rest[at:])), at


def _breaks(draft: StageDraft, lines: tuple[int, ...], move: Move) -> bool:
    """Whether the sheet with *move* breaks an agreement by it (21)."""
    order, at = _with_move(draft, lines, move)
    problems = stage.check(draft.view, draft.seat, order, supplied=draft.supplied)
    return any(problem.stops and problem.path[:2] == ("moves", at) for problem in problems)


def _stay(draft: StageDraft, lines: tuple[int, ...]) -> DeskChoice:
    """The choice not to move."""
    rest = tuple(each for n, each in enumerate(draft.order.moves) if n not in lines)
    edits = [Edit(path=("moves", line), how="remove") for line in reversed(lines)]
    if draft.passing and replace(draft.order, moves=rest) == StageOrders():
        edits.append(Edit(path=PASSES, text="yes"))
    return DeskChoice(said=Said("stay"), edits=tuple(edits), group=Said("staying"), clears=True)


def _divisions(draft: StageDraft, piece: str, names: DeskSpeller) -> Iterator[DeskChoice]:
    """The ways to divide the troops of a stack of one power, now or after the moves (6)."""
    if not draft.view.theatre.is_general(piece):
        return
    order = draft.order.troops
    state = draft.before(0)
    mate = pieces.partner(state, piece)
    if mate is None:
        state = draft.before(len(draft.order.moves))
        mate = pieces.partner(state, piece)
    if mate is None or piece not in state.troops or mate not in state.troops:
        return
    written = {general for general in (piece, mate) if general in order}
    both = _troops_before(draft, piece, mate)
    for number in range(max(1, both - MAXIMUM), min(MAXIMUM, both - 1) + 1):
        troops = {piece: number, mate: both - number}
        edits = tuple(Edit(path=("troops", general), text=str(count)) for general, count in troops.items())
        said = Said("divide", {"troops": troops, "same": state.troops[piece] == number and not written})
        yield DeskChoice(said=said, edits=(NO_PASS, *edits), group=Said("troops", {"pieces": (piece, mate)}))
    if written:
        rest = replace(draft.order, troops={g: n for g, n in order.items() if g not in written}, passes=False)
        removed = [Edit(path=("troops", general), how="remove") for general in sorted(written)]
        if draft.passing and rest == StageOrders():
            removed.append(Edit(path=PASSES, text="yes"))
        group = Said("troops", {"pieces": (piece, mate)})
        yield DeskChoice(said=Said("divide-not"), edits=tuple(removed), group=group)


def _companies(draft: StageDraft, piece: str, names: DeskSpeller) -> Iterator[DeskChoice]:
    """With which generals of the other player *piece* may stack in this stage (10.1)."""
    view, order = draft.view, draft.order
    if not view.theatre.is_general(piece) or not pieces.shared(view):
        return
    others = [power for power in view.stage_powers() if power not in draft.powers]
    for general in (each for power in others for each in view.generals_of(power)):
        far = view.board.distance(view.at[piece], view.at[general]) if piece in view.at else MEET + 1
        said = [n for n, each in enumerate(order.stacks) if set(each.generals) == {piece, general}]
        group = Said("companies", {"general": piece})
        if said:
            edits = [Edit(path=("stacks", n), how="remove") for n in reversed(said)]
            rest = tuple(each for n, each in enumerate(order.stacks) if n not in said)
            if draft.passing and replace(order, stacks=rest) == StageOrders():
                edits.append(Edit(path=PASSES, text="yes"))
            yield DeskChoice(said=Said("company-not", {"general": general}), edits=tuple(edits), group=group)
            continue
        if far > MEET:
            continue
        ranks = view.theatre.edition.generals
        equal = ranks[piece].rank == ranks[general].rank
        for commander in (piece, general) if equal else (None,):
            company = SharedStack((piece, general), commander)
            wished = replace(order, stacks=(*order.stacks, company))
            if any(each.path == ("stacks", len(order.stacks)) for each in pieces.check_stack(view, draft.seat, wished)):
                continue
            put = Edit(path=("stacks", len(order.stacks)), text=company.spell(names))
            told = Said("company", {"general": general, "commander": commander or ""})
            yield DeskChoice(said=told, edits=(NO_PASS, put), group=group)


def _troops_before(draft: StageDraft, one: str, other: str) -> int:
    """The troops of two generals together before any exchange."""
    state = draft.before(0)
    return state.troops.get(one, 0) + state.troops.get(other, 0)
