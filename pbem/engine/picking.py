"""Some legal order, made of choices by chance."""

from itertools import groupby

from pbem.engine.decision import Decision
from pbem.engine.menu import Desk, DeskChoice, applied, drafted, stops
from pbem.engine.order import Order
from pbem.engine.play import top
from pbem.engine.position import S
from pbem.engine.table import Chance

TRIES = 4
"""So many choices of a subject are tried at most."""
SKIPPED = 5
"""One subject of so many gets no order."""


def pick_order(desk: Desk[S], view: S, decision: Decision, chance: Chance) -> Order | None:
    """A choice for most subjects of a decision; None if nothing on the menu makes an order that counts.

    What brings a new problem is not taken: each group of choices is as likely as any other, however many it has.
    """
    step, order = top(view), drafted(decision, None)
    wrong = stops(step, view, decision, order)
    for subject in ("", *chance.shuffled([each.id for each in desk.subjects(view, decision, None)])):
        skipped = order is not None and not wrong and not chance.below(SKIPPED)
        offered = () if skipped else desk.plausible(view, decision, order, subject)
        groups = [list(some) for _, some in groupby(_kept(offered), lambda each: each.group)]
        for _ in range(TRIES if groups else 0):
            after = applied(decision, order, chance.choice(chance.choice(groups)))
            now = stops(step, view, decision, after)
            if now <= wrong:
                order, wrong = after, now
                break
    return decision.default if wrong or order in (None, drafted(decision, None)) else order


def _kept(offered: tuple[DeskChoice, ...]) -> list[DeskChoice]:
    return sorted((each for each in offered if not each.clears), key=lambda each: repr(each.group))
