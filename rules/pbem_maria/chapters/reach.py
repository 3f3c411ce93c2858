"""Where a piece can go now, found by the functions that check its moves (10.1, 10.2)."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from pbem_maria.chapters import movement
from pbem_maria.chapters.duel import beside
from pbem_maria.chapters.paths import Effects, PiecePath, Steps, limit, routes
from pbem_maria.chapters.supply import SupplyLine, line
from pbem_maria.orders.movement import FORCE_MARCH, MARCH
from pbem_maria.position.cards import Pile, worth
from pbem_maria.position.state import State

Way = Literal["march", "main", "force", "re-enter"]
"""An ordinary march, its last step that needs main roads all the way, a force march, a re-entry."""


class ReachRoute(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal path, and what is conquered (or flagged) and destroyed on it."""

    path: PiecePath
    effects: Effects = ()
    breaks: tuple[int, ...] = ()
    """The agreements that it would break, where they were looked at (21)."""


class Destination(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A city in which a piece can end its move of this stage."""

    city: str
    steps: int
    how: Way = "march"
    routes: tuple[ReachRoute, ...] = ()
    """One for each set of effects, the shortest first; none for a re-entry."""
    attacks: tuple[str, ...] = ()
    """The enemy generals that it would have to attack from there (11.1)."""
    joins: str | None = None
    """The general with which it would form a stack (6)."""
    leavers: tuple[str, ...] = ()
    """The pieces of another player that must have left their cities by then."""

    @property
    def path(self) -> PiecePath:
        """The route that is taken unless another is written."""
        return self.routes[0].path if self.routes else ()

    @property
    def to_be_spelt_out(self) -> bool:
        """Whether the destination alone is not enough, as its routes differ in what they do."""
        return self.steps > 1 and len(self.routes) > 1


class Block(msgspec.Struct, frozen=True):
    """A city that the piece could enter otherwise, the piece that is in the way, if one is, and the reason's code."""

    city: str
    piece: str | None
    why: str


class Reach(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where one piece can go in this stage, as things are now."""

    piece: str
    start: str | None
    """Its city; nothing for a piece off the map."""
    destinations: tuple[Destination, ...] = ()
    """Ordinary marches by steps, then force marches to further cities, then re-entries; each by the id of the city."""
    blocks: tuple[Block, ...] = ()
    """What keeps an ordinary march from going on."""
    supply: SupplyLine | None = None
    """How a general is supplied where it is; nothing for an unsupplied one and for a train (9)."""

    def to(self, city: str) -> Destination | None:
        """The first entry for *city*."""
        return next((each for each in self.destinations if each.city == city), None)


def reach(view: State, piece: str) -> Reach:
    """Where *piece* can go in this stage of *view*, as if it moved first; nowhere, if it has moved already."""
    if piece in view.moved or view.result is not None:
        return Reach(piece=piece, start=view.at.get(piece))
    general = view.theatre.is_general(piece)
    re_entries = () if general else tuple(_re_entries(view, piece))
    if piece not in view.at:
        return Reach(piece=piece, start=None, destinations=re_entries)
    found = list(destinations(view, piece, MARCH))
    marched = {each.city for each in found}
    if general:
        found += [each for each in destinations(view, piece, FORCE_MARCH) if each.city not in marched]
    return Reach(
        piece=piece,
        start=view.at[piece],
        destinations=(*sorted(found, key=_order), *re_entries),
        blocks=tuple(_blocks(view, piece)),
        supply=line(view, piece) if general else None,
    )


def _order(each: Destination) -> tuple[bool, int, str]:
    return each.how == "force", each.steps, each.city


def destinations(view: State, piece: str, how: str) -> Iterator[Destination]:
    """Where a march or force march can end, also if it needs that pieces of another player have left."""
    acts = view.power_of(piece) in view.stage_powers()
    hoped = movement.all_gone(view, piece) if acts else view
    found = {city: (view, ways) for city, ways in routes(view, piece, how).items()}
    if hoped is not view:
        for city, ways in routes(hoped, piece, how).items():
            found.setdefault(city, (hoped, ways))
    ordinary = limit(view, piece, how, main=False)
    for city, (state, ways) in found.items():
        taken = tuple(ReachRoute(path, effects) for effects, path in ways.items())
        steps = len(taken[0].path)
        yield Destination(
            city=city,
            steps=steps,
            how="force" if how == FORCE_MARCH else "march" if steps <= ordinary else "main",
            routes=taken,
            attacks=tuple(_attacked(state, piece, city)),
            joins=next((other for other in state.generals_at(city) if other != piece), None),
            leavers=_leavers(view, piece, how, taken[0].path) if state is not view else (),
        )


def _attacked(state: State, piece: str, city: str) -> Iterator[str]:
    """The enemy generals that *piece* would have to attack from *city*."""
    if state.theatre.is_general(piece):
        for enemy in beside(state, city, (*state.generals_at(city), piece)):
            yield from enemy


def _leavers(view: State, piece: str, how: str, path: PiecePath) -> tuple[str, ...]:
    """The pieces that must have left their cities before *piece* can go along *path*."""
    steps = Steps(view, piece, how)
    barring = (city for city in path if steps.barred(city, last=city == path[-1]) is not None)
    return tuple(other for city in barring for other in movement.may_leave(view, piece, city))


def _re_entries(view: State, train: str) -> Iterator[Destination]:
    """The major fortresses on which a train could re-enter, off the map or picked up, if its power can pay (10.2)."""
    power = view.power_of(train)
    hand = view.hands.get(power, Pile())
    if len(hand.known) == len(hand) and worth(hand.known) < movement.PRICE:
        return
    for city in sorted(movement.sites(view, power)):
        leavers = movement.may_leave(view, train, city) if power in view.stage_powers() else ()
        if not any(movement.wrong_with_site(movement.without(view, leavers), train, city)):
            yield Destination(city=city, steps=0, how="re-enter", leavers=leavers)


def _blocks(view: State, piece: str) -> Iterator[Block]:
    """The cities next to those that a march passes which it may not enter or pass, nearest first."""
    steps = Steps(view, piece, MARCH)
    ordinary = steps.limit(main=False)
    free = view.board.reach(steps.start, lambda city: steps.barred(city, last=False) is not None, ordinary)
    beyond = {city: None for here, far in free.items() if far < ordinary for city in steps.from_city(here)}
    for city in beyond:
        problem = steps.barred(city, last=False) if city not in free else None
        if problem is not None:
            other = problem.args.get("other")
            yield Block(city, str(other) if other else None, problem.code)
