"""What effects of one kind ask for beside their types."""

from collections.abc import Iterator
from functools import singledispatch

import msgspec

from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.edition.card_words import (
    AttritionEffect,
    CardEffect,
    EndEventEffect,
    ForeignWarEffect,
    LeaderEffect,
    ModifyEffect,
    OffMapEffect,
    OneOfEffect,
    RallyEffect,
    RegroupEffect,
    TakeEffect,
)
from pbem_tnw.edition.check.known import KnownIds

FACES = range(1, 7)


@singledispatch
def of_its_kind(effect: CardEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    """Every problem that only an effect of this kind can have."""
    yield from ()


@of_its_kind.register
def _(effect: AttritionEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if (effect.force is None) == (not effect.where) or bool(effect.pieces) != (effect.to is not None):
        yield Problem("force-or-where", path, rule="5.6")


@of_its_kind.register
def _(effect: TakeEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if (effect.what == "force") != (effect.n == "all"):
        yield Problem("all-of-a-force", (*path, "n"))


@of_its_kind.register
def _(effect: ForeignWarEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    demand = msgspec.structs.astuple(effect.demand)
    if sum(demand) < 1 or min(demand) < 0:
        yield Problem("demands-nothing", (*path, "demand"), rule="6.13")


@of_its_kind.register
def _(effect: LeaderEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if (effect.roll is None) != (effect.otherwise is None):
        yield Problem("roll-and-else", path)
    if effect.name != "chosen":
        yield from known.unknown("general", effect.name, (*path, "name"))


@of_its_kind.register
def _(effect: RegroupEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if effect.name:
        yield from known.unknown("general", effect.name, (*path, "name"))


@of_its_kind.register
def _(effect: EndEventEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if effect.what == "foreign_war" and effect.which in ("turkish", "all"):
        return
    yield from known.unknown("card", effect.which, (*path, "which"))
    card = known.cards.get(effect.which)
    if card is not None and card.kind != effect.what:
        args = {"card": card.title, "found": card.kind, "wanted": effect.what}
        yield Problem("ends-another-kind", (*path, "which"), args=args)


@of_its_kind.register
def _(effect: OffMapEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if isinstance(effect.n, tuple) and (len(effect.n) != 2 or not 1 <= effect.n[0] <= effect.n[1]):
        yield Problem("from-to", (*path, "n"))


@of_its_kind.register
def _(effect: RallyEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if (effect.n > 0) == bool(effect.faces) or bool(effect.faces) != (effect.of is not None):
        yield Problem("rally-number", path)
    for at, face in enumerate(effect.faces):
        if face not in FACES:
            yield Problem("number-of-a-die", (*path, "faces", at), args={"found": face})


@of_its_kind.register
def _(effect: ModifyEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if effect.n == "never" and effect.what != "rout_margin":
        yield Problem("never-a-rout", (*path, "n"), rule="11.5")
    if effect.links and effect.what != "step_cost":
        yield Problem("links-of-steps", (*path, "links"), rule="9.2")
    limit = effect.ends_if
    if limit is not None and (limit.at_least is None) == (limit.below is None):
        yield Problem("bounds", (*path, "ends_if"), args={"word": "camp_zones"})


@of_its_kind.register
def _(effect: OneOfEffect, path: OrderPath, known: KnownIds) -> Iterator[Problem]:
    if len(effect.options) < 2 or not all(effect.options):
        yield Problem("several-options", (*path, "options"))
