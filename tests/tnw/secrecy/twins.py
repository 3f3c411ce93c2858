"""Twin worlds: two games that differ in hidden things only.

The first is played by guesses. The second has other cards wherever the watched seat does not know them, and the other
seats send other sheets, which say much that never comes true, but come to the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self, TypeVar

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.event import Entered, Event, Left
from pbem.engine.order import Order
from pbem.engine.play import faults, play, top
from pbem.engine.table import Answer, Chance, Table
from pbem_tnw.chapters.nation.pieces import CardGiven, CardLaid, HandReplaced, WarCardsDrawn
from pbem_tnw.chapters.turn.events import ImpulseBegan, OrdersTaken
from pbem_tnw.chapters.turn.setup import start
from pbem_tnw.chapters.turn.taking import REST
from pbem_tnw.edition.edition import named
from pbem_tnw.guess import guess, mended
from pbem_tnw.orders.choices import CardUse
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.condition_parser import HandCondition, ImpulseCondition, PeaceCondition, ResponseCondition
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import BuildLine, RestLine
from pbem_tnw.orders.names import AtPlaces, ByWhom
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import HoldWish, PeaceLine, RespondLine, WarStanding
from pbem_tnw.orders.turn import EntryOrders, HandRule, HandRules, PreemptLine, RoundOrders
from pbem_tnw.position.control import nations_of
from pbem_tnw.position.state import OrdersUnderWay, WarState
from pbem_tnw.settings import TnwOptions, TnwSettings, seats

T = TypeVar("T")
NO = Truth(yes=False)
BOARD = named("historical")
DECK = BOARD.deck
NAMES = {*BOARD.leaders, *BOARD.duchies, *BOARD.zones, *BOARD.nations}
"""What a card must not be called to be exchanged wherever its name stands."""
RESPONSES = [card for card in DECK if BOARD.cards[card].kind == "response"]
FORCED = {card for card in DECK if BOARD.cards[card].has("must_be_event")}
"""Who holds nothing else may have to pass, which everyone sees (5.4)."""


class Pause(msgspec.Struct):
    """Where the game waited: what was asked, what the seats saw, and what they saw happen since the last pause."""

    asked: tuple[Decision, ...]
    views: Mapping[str, WarState]
    entries: int


class World(ABC):
    """One game in memory, played to the end of some Turn."""

    def __init__(self, players: int, seed: str, *, turns: int = 1, mulligans: bool = False, **options: Any) -> None:
        self.turns, self.mulligans = turns, mulligans
        settings = TnwSettings(players=str(players), options=TnwOptions(**options))  # type: ignore[arg-type]
        self.table: Table[WarState] = Table(start(settings), seats(settings), seed)
        self.pauses: list[Pause] = []
        self.sent: dict[tuple[str, str], Order] = {}

    def play(self, until: int) -> Self:
        """Play on until the game has paused so often, or its last Turn is over."""

        def source(decision: Decision, _view: WarState) -> Answer | None:
            order = self.sent.get(decision.name)
            return Answer(order, "sheet") if order is not None else None

        while waiting := play(self.table, (source,)):
            self.pauses.append(Pause(waiting, dict(self.table.views), len(self.table.entries)))
            if self.table.state.turn > self.turns or len(self.pauses) == until:
                break
            for decision in waiting:
                self.sent[decision.name] = self.answer(decision)
        return self

    @abstractmethod
    def answer(self, decision: Decision) -> Order: ...

    def seen(self, seat: str, *, since: int = 0, until: int | None = None) -> list[Event[WarState]]:
        """What *seat* learnt in some entries; the public flow aside, which its views show."""
        events = (event.seen_by(seat) for entry in self.table.entries[since:until] for event in entry.events)
        return [event for event in events if event is not None and not isinstance(event, Entered | Left)]


class FirstWorld(World):
    """Played by guesses, without stops of a seat's own (2.1); hands are thrown away only with *mulligans* (4.5)."""

    def __init__(self, players: int, seed: str, *, turns: int = 1, mulligans: bool = False, **options: Any) -> None:
        super().__init__(players, seed, turns=turns, mulligans=mulligans, **options)
        self.players, self.seed, self.options = players, seed, options
        self._chance = Chance(seed, "players")

    def answer(self, decision: Decision) -> Order:
        view = self.table.views[decision.seat]
        order = mended(view, decision, self.plain(guess(view, decision, self._chance)))
        assert order is not None, decision
        return order

    def plain(self, order: Order) -> Order:
        """*order* without what the twin could not do alike."""
        standing: WarStanding | None = getattr(order, "standing", None)
        if standing is not None:
            order = replace(order, standing=replace(standing, extra=None))
        if isinstance(order, EntryOrders) and not self.mulligans:
            return replace(order, hand=HandRules())
        if isinstance(order, RoundOrders):
            impulses = {nation: without_stops(each) for nation, each in order.impulses.items()}
            lines = (replace(line, play=line.play and without_stops(line.play)) for line in order.preempt)
            return replace(order, impulses=impulses, preempt=tuple(line for line in lines if not line.ask))
        return order

    def known(self, seat: str, pauses: int) -> frozenset[str]:
        """The cards that *seat* may know until the game has paused so often, whatever it was shown.

        They lay open or were in its hands. And those from among which another seat gives or plays its lowest: that
        tells something of the others.
        """
        told: set[str] = set()
        for entry in self.table.entries[: self.pauses[pauses - 1].entries]:
            state = self.table.at(entry.number - 1)[0]
            told.update(laid_open(state), *(state.holdings(nation).known for nation in nations_of(state, seat)))
            for event in entry.events:
                if isinstance(event, WarCardsDrawn | HandReplaced) and event.seat == seat:
                    told.update(event.cards)
                if isinstance(event, CardLaid):
                    told.add(event.card)
                    if event.how in ("discarded", "sacrificed"):
                        told.update(state.hands[event.nation].known)
                elif isinstance(event, HandReplaced):
                    told.update(event.thrown[-1:])
                elif isinstance(event, CardGiven):
                    told.update(state.hands[event.giver].known)
                elif isinstance(event, OrdersTaken) and event.orders is not None and event.orders.rest == REST:
                    told.update(state.hands[event.orders.nation].known)
        last = self.pauses[pauses - 1].views[seat]
        told.update(laid_open(last), *(last.holdings(nation).known for nation in nations_of(last, seat)))
        return frozenset(told)

    def given(self) -> frozenset[str]:
        """The cards that were given out of a hand, which the giver knows in another's."""
        events = (event for entry in self.table.entries for event in entry.events)
        return frozenset(event.card for event in events if isinstance(event, CardGiven))

    def thrown(self, nation: str) -> int:
        """How often *nation* threw its first hand away."""
        events = (event for entry in self.table.entries[: self.pauses[1].entries] for event in entry.events)
        return sum(isinstance(event, HandReplaced) and event.nation == nation for event in events)

    def impulses(self) -> Iterator[tuple[tuple[int, int], str, str, OrdersUnderWay]]:
        """The Impulses that were played by sheets: Turn and Round, whose box, before whose it was, and its orders."""
        for entry in self.table.entries:
            before = self.table.at(entry.number - 1)[0]
            began = next((event.impulse for event in entry.events if isinstance(event, ImpulseBegan)), None)
            taken = (event.orders for event in entry.events if isinstance(event, OrdersTaken))
            for orders in filter(None, taken):
                due = before.board.sequence[before.marker]
                preempts = due if began is not None and began.preempting else ""
                yield (before.turn, before.round), orders.nation, preempts, orders


class SecondWorld(World):
    """The twin of *first* that *watched* cannot tell from it until it has paused so often."""

    def __init__(self, first: FirstWorld, watched: str, pauses: int) -> None:
        super().__init__(first.players, first.seed, turns=first.turns, mulligans=first.mulligans, **first.options)
        self.first, self.watched = first, watched
        known = first.known(watched, pauses) | NAMES | FORCED
        hidden = [card for card in DECK if card not in known]
        self.swap = dict(zip(hidden, [*hidden[1:], *hidden[:1]], strict=True))
        self.played: dict[tuple[int, int], list[tuple[str, str, Alternative]]] = {}
        for when, nation, before, orders in first.impulses():
            self.played.setdefault(when, []).append((nation, before, renamed(explicit(orders), self.swap)))

    def answer(self, decision: Decision) -> Order:
        order = self.first.sent[decision.name]
        if decision.seat == self.watched:
            return order
        view = self.table.views[decision.seat]
        found = self.other(order, view, decision.seat)
        if isinstance(found, RoundOrders) and isinstance(order, RoundOrders):
            wrong = {
                str(each.path[1]) for each in faults(top(view), view, decision, found) if each.path[0] == "impulses"
            }
            as_before = {nation: renamed(order.impulses[nation], self.swap) for nation in wrong & {*order.impulses}}
            found = replace(found, impulses={**found.impulses, **as_before})
        legal = mended(view, decision, found)
        assert legal is not None, decision
        return legal

    def other(self, order: Order, view: WarState, seat: str) -> Order:
        """Another sheet that comes to the same."""
        if isinstance(order, RoundOrders):
            return self.other_round(order, view, seat)
        if isinstance(order, EntryOrders):
            standing = self.other_standing(order.standing or WarStanding(), view, seat)
            return replace(order, standing=standing, hand=self.other_hands(view, seat))
        return renamed(order, self.swap)

    def other_hands(self, view: WarState, seat: str) -> HandRules:
        """Rules for first hands by which as many are thrown away, and none for the nations that keep theirs."""
        thrown = {nation: self.first.thrown(nation) for nation in nations_of(view, seat)}
        never = HandCondition(NO)
        return HandRules({nation: HandRule(keep_if=never, at_most=times) for nation, times in thrown.items() if times})

    def other_round(self, order: RoundOrders, view: WarState, seat: str) -> RoundOrders:
        played = self.played.get((view.turn, view.round), [])
        own = [each for each in played if self.first_seat(each[0], view) == seat]
        impulses = {nation: renamed(each, self.swap) for nation, each in order.impulses.items()}
        for nation, before, alternative in own:
            if not before:
                impulses[nation] = ImpulseOrders(alternatives=(*idle_ways(view, nation), idle_lines(alternative)))
        preempt = [
            PreemptLine(
                before=(before,),
                nation=nation,
                round=view.round,
                play=ImpulseOrders(alternatives=(alternative,)),
            )
            for nation, before, alternative in own
            if before
        ]
        idle = [PreemptLine(condition=ImpulseCondition(NO), ask=True), PreemptLine(before=view.board.powers, round=99)]
        standing = self.other_standing(order.standing, view, seat) if order.standing is not None else None
        return replace(
            order,
            impulses=impulses,
            preempt=(*preempt, *idle)[:3],
            standing=standing,
            turn_end=renamed(order.turn_end, self.swap),
        )

    def first_seat(self, nation: str, view: WarState) -> str:
        return view.control.get(nation, "")

    def other_standing(self, standing: WarStanding, view: WarState, seat: str) -> WarStanding:
        """The same but for lines about cards that are hidden, and with lines that never apply."""
        own = {card for nation, hand in view.hands.items() if view.control.get(nation) == seat for card in hand.known}
        named = sorted(RESPONSES, key=lambda card: card not in own)[:6]
        idle = tuple(RespondLine(card=card, condition=ResponseCondition(NO)) for card in named)
        never = HoldWish(on="battle", by=ByWhom(("denmark",)), where=AtPlaces(("lisbon",)))
        changed = replace(renamed(standing, self.swap), restore=None)
        changed = replace(changed, respond=(*idle, *(changed.respond or ()))[:30])
        if standing.hold is not None or not view.turn:
            changed = replace(changed, hold=(*(standing.hold or ()), never)[:2])
        if standing.peace is not None or not view.turn:
            lines = (*(standing.peace or ()), PeaceLine(condition=PeaceCondition(NO), add=1))
            changed = replace(changed, peace=lines)
        return changed


def laid_open(state: WarState) -> Iterator[str]:
    """The cards that lie open."""
    yield state.played.top
    yield from state.removed
    yield from (each.card for each in state.lasting)
    yield from (each.card for each in state.wars)
    yield from (each.card for each in state.laid)


def without_stops(orders: ImpulseOrders) -> ImpulseOrders:
    """*orders* that never ask."""
    plain = tuple(each for each in orders.alternatives if not each.ask)
    return replace(orders, alternatives=plain, otherwise="lowest")


def explicit(orders: OrdersUnderWay) -> Alternative:
    """The way to play an Impulse that comes to the orders that were taken."""
    rest = (RestLine(items=orders.rest),) if orders.rest else ()
    return Alternative(play=orders.play, plus=orders.plus, do=OrderLines(lines=(*orders.lines, *rest)))


def idle_ways(view: WarState, nation: str) -> tuple[Alternative, ...]:
    """Ways to play an Impulse that are never taken."""
    return (
        Alternative(condition=ImpulseCondition(NO), ask=True),
        *(
            Alternative(condition=ImpulseCondition(NO), play=CardUse(card=card, use="cp"))
            for card in view.hands[nation].known[:2]
        ),
    )


def idle_lines(alternative: Alternative) -> Alternative:
    """*alternative* with a line before the others that is never carried out."""
    after = alternative.plus.when.after if alternative.plus is not None else None
    if alternative.plus is not None and after:  # the lines before it are counted
        return alternative
    never = BuildLine(pieces=(PiecesWanted(n=3, at="vienna"),), condition=ImpulseCondition(NO))
    return replace(alternative, do=OrderLines(lines=(never, *alternative.do.lines)))


def words_in(value: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from words_in(key)
            yield from words_in(each)
    elif isinstance(value, Iterable):
        for each in value:
            yield from words_in(each)


def renamed(value: T, swap: Mapping[str, str]) -> T:
    """*value* with other names in place of some, and without the wishes to answer with one of those cards."""
    if value is None:
        return value
    return msgspec.convert(_swapped(msgspec.to_builtins(value, enc_hook=str), swap), type(value), strict=False)


def _swapped(value: Any, swap: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return swap.get(value, value)
    if isinstance(value, dict):
        return {_swapped(key, swap): _swapped(each, swap) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_swapped(each, swap) for each in value if not (isinstance(each, dict) and each.get("card") in swap)]
    return value


def other_chance(swap: Mapping[str, str]) -> type[Chance]:
    """A chance that lays the whole deck out with other cards in place of some."""

    class Other(Chance):
        def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
            pile = super().shuffled(items)
            return tuple(swap.get(card, card) for card in pile) if tuple(items) == DECK else pile  # type: ignore[call-overload]

    return Other
