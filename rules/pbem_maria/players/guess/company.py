"""Guesses for a stage that two players share (10.1)."""

from pbem.engine.chance import Chance
from pbem_maria.chapters.movement.paths import PiecePath
from pbem_maria.chapters.pieces import shared_stacks
from pbem_maria.chapters.pieces.orders import ALTERNATE, AUSTRIA_FIRST, PRAGMATIC_FIRST, FlandersOrder, SharedStack
from pbem_maria.position.powers import cooperating
from pbem_maria.position.state import State

_TURNS: tuple[FlandersOrder, ...] = (AUSTRIA_FIRST, PRAGMATIC_FIRST, ALTERNATE)


def guess_turns(view: State, chance: Chance) -> FlandersOrder | None:
    """Some order of the moves in Flanders, mostly Austria's first, so that two players come to agree now and then."""
    if not shared_stacks.shared(view) or chance.below(3) == 0:
        return None
    return chance.choice(_TURNS) if chance.below(2) else AUSTRIA_FIRST


def guess_stacks(view: State, seat: str, chance: Chance) -> tuple[SharedStack, ...]:
    """Permission to stack, for most of the pairs that could."""
    if not shared_stacks.shared(view):
        return ()
    acting = [general for power in view.stage_powers() for general in view.generals_of(power)]
    own = [general for general in acting if view.seat_of(view.power_of(general)) == seat]
    pairs = [(one, other) for one in own for other in acting if _could_meet(view, one, other)]
    return tuple(_company(view, pair, chance) for pair in pairs if chance.below(4))


def to_the_other(state: State, general: str, found: list[PiecePath]) -> list[PiecePath]:
    """The paths that end with the other player's general."""
    return [
        path
        for path in found
        if any(shared_stacks.of_two_players(state, general, g) for g in state.generals_at(path[-1]))
    ]


def _could_meet(view: State, one: str, other: str) -> bool:
    return shared_stacks.of_two_players(view, one, other) and cooperating(
        view, view.power_of(one), view.power_of(other)
    )


def _company(view: State, pair: tuple[str, str], chance: Chance) -> SharedStack:
    """The two, and of equal ranks a commander: mostly the same for both players."""
    generals = view.theatre.edition.generals
    if generals[pair[0]].rank != generals[pair[1]].rank:
        return SharedStack(pair)
    return SharedStack(pair, min(pair) if chance.below(4) else max(pair))
