"""What is wrong with the parts of a sheet that are about political shifts (19)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem, Weight
from pbem_maria.chapters.conquest import objectives, silesia
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.turn.standing_orders import InAdvance
from pbem_maria.position.powers import FRANCE, PRUSSIA
from pbem_maria.position.state import AUSTRIA, State

MOVES = (("moves",),)


def check_stage(view: State, after: State, order: StageOrders) -> Iterator[Problem]:
    """What is wrong with an offer of peace and a reduction in a stage's sheet; *after* is the view after its moves."""
    if order.peace is not None:
        yield from _check_peace(view, after, order.peace.train)
    if order.reduce:
        yield from _check_reduction(view, after)


def _check_peace(view: State, after: State, train: tuple[str, ...]) -> Iterator[Problem]:
    if not view.theatre.is_advanced:
        yield Problem("advanced-only", ("peace",), "19.1", apart=(("peace",),))
    elif view.stage != PRUSSIA:
        yield Problem("only-prussia-offers", ("peace",), "19.1", apart=(("peace",),))
    elif view.annexed:
        yield Problem("peace-was-made", ("peace",), "19.1", apart=(("peace",),))
    elif missing := silesia.open_fortresses(after):
        yield Problem("silesia-not-taken", ("peace",), "19.1", {"cities": missing}, Weight.unwise, MOVES)
    for number, city in enumerate(train):
        sites = silesia.sites(view)
        if city not in sites:
            yield Problem("no-train-there", ("peace", "train", number), "19.1", {"city": city, "sites": sites})


def _check_reduction(view: State, after: State) -> Iterator[Problem]:
    if not view.theatre.is_advanced:
        yield Problem("advanced-only", ("reduce",), "19.2", apart=(("reduce",),))
    elif view.stage != FRANCE:
        yield Problem("only-france-reduces", ("reduce",), "19.2", apart=(("reduce",),))
    elif view.reduced:
        yield Problem("reduced-already", ("reduce",), "19.2", apart=(("reduce",),))
    elif generals := objectives.in_the_way(after):
        yield Problem("generals-in-austria", ("reduce",), "19.2", {"generals": generals}, Weight.unwise, MOVES)


def check_standing(view: State, seat: str, order: InAdvance) -> Iterator[Problem]:
    """What is wrong with the standing answers about Saxony's marker and about peace: they are Austria's."""
    standing = order.standing
    for answer in ("saxony", "peace"):
        if standing is not None and getattr(standing, answer) is not None and seat != view.seat_of(AUSTRIA):
            where = ("standing", answer)
            yield Problem("only-austria-answers", where, "19", {"answer": answer}, apart=(where,))
