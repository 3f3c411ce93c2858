"""Pieces that may not stay, events and checks of the shifts (19)."""

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.order import Problem, Weight
from pbem_maria.chapters import conquest
from pbem_maria.chapters.conquest import TURNS
from pbem_maria.chapters.paths import CROSSING
from pbem_maria.chapters.pieces import put
from pbem_maria.edition.armies import General, Train
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.standing import InAdvance
from pbem_maria.position.cards import Pile
from pbem_maria.position.powers import FRANCE, PRUSSIA, closed_to, cooperating, home_of
from pbem_maria.position.state import AUSTRIA, NEUTRAL, SAXONY, Pair, State

POLAND = "poland"

DisplacementWishes = Callable[[str, str], tuple[str, ...]]
"""The cities that the seat (second) prefers for a piece (first), in order."""


class Displacement(msgspec.Struct, frozen=True):
    """Where one piece goes: *city*, which is one of the *options*, all equally near."""

    piece: str
    city: str
    options: tuple[str, ...]
    wished: bool = False
    """Whether the choice among several was made by its owner."""


def no_wishes(piece: str, seat: str) -> tuple[str, ...]:
    """No wishes at all."""
    return ()


def ways(state: State, wishes: DisplacementWishes = no_wishes, *, saxons_home: bool = False) -> Iterator[Displacement]:
    """Where every piece goes that may not stay, one after the other (Austria's first).

    With *saxons_home* all Saxon pieces return to their set-up cities, before all others.
    """
    if saxons_home:
        for piece, city in _set_up_cities(state).items():
            if state.at[piece] != city:
                yield Displacement(piece, city, (city,))
                state = put(state, piece, city)
    for piece in sorted(state.at, key=lambda p: (state.power_of(p) != AUSTRIA, _order(state, p))):
        options = _options(state, piece)
        if options:
            way = _choose(state, piece, options, wishes(piece, state.seat_of(state.power_of(piece))))
            yield way
            state = put(state, piece, way.city)


def _order(state: State, piece: str) -> tuple[int, int]:
    powers, everyone = list(state.theatre.powers), [*state.theatre.generals, *state.theatre.trains]
    return powers.index(state.power_of(piece)), everyone.index(piece)


def _set_up_cities(state: State) -> Mapping[str, str]:
    place = state.theatre
    pieces: dict[str, General | Train] = {**place.generals, **place.trains}
    return {p: pieces[p].city or "" for p in state.at if state.power_of(p) == SAXONY}


def _options(state: State, piece: str) -> tuple[str, ...]:
    """The nearest cities to which *piece* must go, by their ids; none if it may stay."""
    power, here = state.power_of(piece), state.at[piece]
    if closed_to(state, here, power) or (power == AUSTRIA and _leaves_poland(state, here)):
        homes = {power, "bavaria"} if power == FRANCE else {power}
        return nearest(state, piece, lambda city: home_of(state, city) in homes and may_stand(state, piece, city))
    if power == SAXONY and any(not cooperating(state, SAXONY, state.power_of(p)) for p in state.pieces_at(here)):
        return nearest(state, piece, lambda city: not state.pieces_at(city))
    return ()


def _leaves_poland(state: State, city: str) -> bool:
    """Whether peace was made in this very stage, for which Austria's pieces leave Poland as well (19.1)."""
    return state.board.cities[city].region == POLAND and just_annexed(state)


def just_annexed(state: State) -> bool:
    """Whether Prussia has annexed Silesia in the stage under way."""
    lately = state.annexed and PRUSSIA in state.neutral and state.turn == state.neutral_until - TURNS
    return lately and state.stage == PRUSSIA


def nearest(state: State, piece: str, fits: Callable[[str], bool]) -> tuple[str, ...]:
    """The nearest cities by road, whatever is in between, that fit and that *piece* may enter, by their ids."""
    power, here = state.power_of(piece), state.at[piece]
    cities = state.board.cities
    found: list[str] = []
    least = 0
    for city, distance in state.board.distances(here).items():
        if found and distance > least:
            break
        crosses = cities[city].board != cities[here].board
        if city != here and fits(city) and not closed_to(state, city, power) and (not crosses or power in CROSSING):
            found.append(city)
            least = distance
    return tuple(sorted(found))


def may_stand(state: State, piece: str, city: str) -> bool:
    """Whether *piece* may be in *city*: it is empty, or holds one general of the same seat it may stack with."""
    others = tuple(other for other in state.pieces_at(city) if other != piece)
    if not others:
        return True
    generals = all(map(state.theatre.is_general, (piece, *others)))
    power, other = state.power_of(piece), state.power_of(others[0])
    together = cooperating(state, power, other) and state.seat_of(power) == state.seat_of(other)
    return generals and len(others) == 1 and together


def _choose(state: State, piece: str, options: tuple[str, ...], wish: tuple[str, ...]) -> Displacement:
    """The first option that is wished for, otherwise the one nearest to the first wish, otherwise the first."""
    if not wish:
        return Displacement(piece, options[0], options)
    named = next((city for city in wish if city in options), None)
    city = named or min(options, key=lambda option: (state.board.distance(option, wish[0]), option))
    return Displacement(piece, city, options, wished=True)


class SaxonyTurned(Event[State], frozen=True):
    """Saxony's standing changed (19.3): it is now `prussian-ally`, `neutral` or `austrian-ally`.

    A Saxon general leaves the fights of a stack that it shared with another power; the other fights on without it.
    """

    standing: str

    def change(self, state: State) -> State:
        neutral = state.neutral | {SAXONY} if self.standing == NEUTRAL else state.neutral - {SAXONY}
        due = tuple(Pair(_without_saxons(state, p.attackers), _without_saxons(state, p.defenders)) for p in state.due)
        overtaken = state.overtaken or bool(state.orders)
        return replace(state, saxony=self.standing, neutral=neutral, due=due, overtaken=overtaken)


def _without_saxons(state: State, stack: tuple[str, ...]) -> tuple[str, ...]:
    """The generals of *stack* that are not Saxon, or the whole stack if all are."""
    return tuple(general for general in stack if state.power_of(general) != SAXONY) or stack


class PowerHandedOver(Event[State], frozen=True):
    """Another seat runs a power from now on: its hand and its troops are that seat's secret, no longer the old one's.

    The others see how many cards there are.
    """

    power: str
    seat: str
    cards: tuple[str, ...] | int
    troops: Mapping[str, int] | None = None

    def seen_by(self, seat: str) -> "Event[State] | None":
        if seat == self.seat or isinstance(self.cards, int):
            return self
        return replace(self, cards=len(self.cards), troops=None)

    def change(self, state: State) -> State:
        others = {general: n for general, n in state.troops.items() if state.power_of(general) != self.power}
        return replace(
            state,
            seats={**state.seats, self.power: self.seat},
            hands={**state.hands, self.power: Pile().gain(self.cards)},
            troops={**others, **(self.troops or {})},
        )


class Withdrew(Event[State], frozen=True):
    """A piece was sent to the nearest city where it may be: it could not stay where it was (19.1, 19.3)."""

    piece: str
    start: str
    city: str

    def change(self, state: State) -> State:
        return put(state, self.piece, self.city)


class SaxonPointsSpent(Event[State], frozen=True):
    """For *points* that Prussia lost Austria moved Saxony's marker *boxes* to the right (19.3)."""

    points: int
    boxes: int

    def change(self, state: State) -> State:
        return replace(state, owed=0)


class PeaceOffered(Event[State], frozen=True):
    """Prussia, in control of all Silesia, offered Austria peace (19.1)."""


class PeaceRefused(Event[State], frozen=True):
    """Austria refused the peace that Prussia offered."""


class SilesiaAnnexed(Event[State], frozen=True):
    """Austria accepted: Silesia is Prussian home country, Prussia neutral until its stage of turn *until* (19.1)."""

    until: int

    def change(self, state: State) -> State:
        return replace(state, annexed=True, neutral=state.neutral | {"prussia"}, neutral_until=self.until)


class NeutralityEnded(Event[State], frozen=True):
    """A power is no longer neutral (19.1)."""

    power: str

    def change(self, state: State) -> State:
        return replace(state, neutral=state.neutral - {self.power})


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
    elif missing := conquest.open_fortresses(after):
        yield Problem("silesia-not-taken", ("peace",), "19.1", {"cities": missing}, Weight.unwise, MOVES)
    for number, city in enumerate(train):
        sites = conquest.sites(view)
        if city not in sites:
            yield Problem("no-train-there", ("peace", "train", number), "19.1", {"city": city, "sites": sites})


def _check_reduction(view: State, after: State) -> Iterator[Problem]:
    if not view.theatre.is_advanced:
        yield Problem("advanced-only", ("reduce",), "19.2", apart=(("reduce",),))
    elif view.stage != FRANCE:
        yield Problem("only-france-reduces", ("reduce",), "19.2", apart=(("reduce",),))
    elif view.reduced:
        yield Problem("reduced-already", ("reduce",), "19.2", apart=(("reduce",),))
    elif generals := conquest.in_the_way(after):
        yield Problem("generals-in-austria", ("reduce",), "19.2", {"generals": generals}, Weight.unwise, MOVES)


def check_standing(view: State, seat: str, order: InAdvance) -> Iterator[Problem]:
    """What is wrong with the standing answers about Saxony's marker and about peace: they are Austria's."""
    standing = order.standing
    for answer in ("saxony", "peace"):
        if standing is not None and getattr(standing, answer) is not None and seat != view.seat_of(AUSTRIA):
            where = ("standing", answer)
            yield Problem("only-austria-answers", where, "19", {"answer": answer}, apart=(where,))
