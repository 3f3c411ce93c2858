"""Set-up, seating, first hands (4)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.edition import Unplayable
from pbem.engine.event import Event
from pbem.engine.order import Order, Problem, Weight
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.nation.pieces import PiecesMoved, draw_cards, replace_hand, shuffle_deck
from pbem_tnw.chapters.politics.track import move_resource
from pbem_tnw.chapters.turn.facts import SeatFacts, keep
from pbem_tnw.chapters.turn.impulse import BeginTurn
from pbem_tnw.edition.board import YARD
from pbem_tnw.edition.edition import TnwEdition, named
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.turn import OTHERS, EntryOrders, HandRule
from pbem_tnw.position.control import ALLY, camp_of, keys_held, members, nations_of, powers_of, seat_of
from pbem_tnw.position.impulse import Pieces, Squadron
from pbem_tnw.position.state import COALITION, ENTRY, IMPERIAL, Consul, WarState
from pbem_tnw.settings import RUN_BY, TnwSettings, seats_of


class WarBegan(Event[WarState], frozen=True):
    """The board was opened: from now on the game is tied to its edition."""

    edition: str

    def change(self, state: WarState) -> WarState:
        if state.edition != self.edition:
            raise Unplayable(
                f"the files of the edition have been changed: the game began with {self.edition}, they are now "
                f"{state.edition}; restore the files that the game began with"
            )
        return state


class PiecesLaidOut(Event[WarState], frozen=True):
    """Every piece is where it is printed, and every Flag (4.1)."""

    units: Mapping[str, Mapping[str, int]]
    generals: Mapping[str, str]
    squadrons: Mapping[str, tuple[Squadron, ...]]
    flags: Mapping[str, str] = {}

    def change(self, state: WarState) -> WarState:
        return replace(
            state, units=self.units, generals=self.generals, squadrons=self.squadrons, flags=self.flags
        )  # fmt: skip


class MarkersLaidOut(Event[WarState], frozen=True):
    """Consuls, Camps and the Keys that nations begin with (4.2, 5.81)."""

    consuls: Mapping[str, Consul]
    camps: Mapping[str, str]
    keys: Mapping[str, int]

    def change(self, state: WarState) -> WarState:
        return replace(state, consuls=self.consuls, camps=self.camps, keys_at_start=self.keys)


class BidsOpened(Event[WarState], frozen=True):
    """Two players bid units for the Camp that both wish (4.3); *drawn* is the tie that a die settled."""

    bids: Mapping[str, int]
    wishes: Mapping[str, str]
    winner: str = ""
    camp: str = ""
    drawn: bool = False


class SeatsTaken(Event[WarState], frozen=True):
    """It is settled which seat runs which nations (4.3)."""

    control: Mapping[str, str]

    def change(self, state: WarState) -> WarState:
        return replace(state, control=self.control)


class HandKept(Event[WarState], frozen=True):
    """A nation that threw first hands away keeps the one that it has now (4.5)."""

    nation: str
    cards: int


def lay_out(table: Table[WarState]) -> None:
    """Put every piece and marker where it is printed."""
    edition, players = table.state.board, table.state.players
    nations = edition.nations.values()
    units: dict[str, dict[str, int]] = {}
    squadrons: dict[str, tuple[Squadron, ...]] = {}
    for nation in nations:
        for pile in nation.units:
            there = units.setdefault(pile.at, {})
            there[nation.id] = there.get(nation.id, 0) + pile.strength
        for fleet in nation.squadrons:
            ships = (Squadron(nation=nation.id),) * fleet.number
            squadrons[fleet.at] = tuple(sorted((*squadrons.get(fleet.at, ()), *ships)))
    generals = {leader.id: leader.at or YARD for leader in edition.leaders.values() if not leader.card}
    flags = {duchy: nation.id for nation in nations for duchy in nation.flags.placed}
    table.emit(PiecesLaidOut(units=units, generals=generals, squadrons=squadrons, flags=flags))
    camps = {power: edition.nations[power].camp for power in edition.powers if edition.nations[power].camp != "neutral"}
    keys = {nation: len(keys_held(table.state, nation)) for nation in edition.sequence}
    table.emit(MarkersLaidOut(consuls=consuls_of(edition, players), camps=camps, keys=keys))


def consuls_of(edition: TnwEdition, players: int) -> Mapping[str, Consul]:
    """The consuls of the Proxies at the start: of Prussia only with fewer than five players (4.3)."""
    printed = edition.tracks.diplomatic.consuls
    return {
        nation: Consul(column=each.column, row=each.row or "")
        for nation, each in printed.items()
        if not each.players_below or players < each.players_below
    }


def control_of(edition: TnwEdition, seats: Mapping[str, str], consuls: Mapping[str, Consul]) -> Mapping[str, str]:
    """The seat of every nation, where *seats* are those of the Powers: a Pact ally is run by its Power (4.3)."""
    allies = {
        proxy: seats[consul.row] for proxy, consul in consuls.items() if consul.column == ALLY and consul.row in seats
    }
    whole = {**seats, **allies}
    return {nation: whole[nation] for nation in edition.sequence if nation in whole}


def take_seats(table: Table[WarState], entries: Mapping[str, EntryOrders]) -> None:
    """Settle which seat runs which Powers, where the settings have not: two players bid, more draw (4.3)."""
    if table.state.control:
        return
    if table.state.players == 2:
        _seat_by_wish(table, entries)
    else:
        _seat(table, table.shuffle("who runs which Powers", tuple(entries)))


def _seat(table: Table[WarState], order: tuple[str, ...]) -> None:
    """Give the Powers of each seat of `RUN_BY` to the seats in *order*."""
    edition, players = table.state.board, table.state.players
    seats = {power: seat for seat, own in zip(order, RUN_BY[players].values(), strict=True) for power in own}
    table.emit(SeatsTaken(control=control_of(edition, seats, consuls_of(edition, players))))


def _seat_by_wish(table: Table[WarState], entries: Mapping[str, EntryOrders]) -> None:
    """Two seats, each with the Camp that it wishes; where both wish one, the higher bid has it and is paid."""
    one, other = entries
    wishes = {seat: entry.camp or "" for seat, entry in entries.items()}
    bids = {seat: entry.bid for seat, entry in entries.items()}
    contested = wishes[one] == wishes[other]
    drawn = contested and (bids[one] == bids[other] or not wishes[one])
    if drawn:
        winner = table.pick("the bids are equal", (one, other))
    elif contested:
        winner = max(entries, key=lambda seat: bids[seat])
    else:
        winner = one if wishes[one] else other
    camp = wishes[winner] or IMPERIAL
    loser = other if winner == one else one
    table.emit(BidsOpened(bids=bids, wishes=wishes, winner=winner, camp=camp, drawn=drawn))
    _seat(table, (winner, loser) if camp == IMPERIAL else (loser, winner))
    if contested and wishes[winner]:
        _pay(table, camp, entries[winner])


def _pay(table: Table[WarState], camp: str, entry: EntryOrders) -> None:
    """Take the units of the bid that won off the map, one after the other (4.3).

    In turn from the places that its seat names, then from where its side has most.
    """
    for number in range(entry.bid):
        state = table.state
        own = [
            (nation, place, strength)
            for place, there in state.units.items()
            for nation, strength in there.items()
            if camp_of(state, nation) == camp
        ]
        turn = number % max(1, len(entry.give_up))
        named = {place: at for at, place in enumerate((*entry.give_up[turn:], *entry.give_up[:turn]))}
        nation, place, _strength = min(own, key=lambda each: (named.get(each[1], len(named)), -each[2], each[1]))
        table.emit(PiecesMoved(start=place, to=YARD, pieces=Pieces(units={nation: 1}), cause="bid", rule="4.3"))


def most_bid(state: WarState, camp: str) -> int:
    """The most units that can be bid for a Camp, or for any if none is named: one must be left."""
    camps = (camp,) if camp else (IMPERIAL, COALITION)
    return min(sum(_strength(state, nation) for nation in members(state, each)) for each in camps) - 1


def _strength(state: WarState, nation: str) -> int:
    return sum(there.get(nation, 0) for there in state.units.values())


def check_entry(view: WarState, seat: str, order: EntryOrders) -> Iterator[Problem]:
    """Every problem with the bid, the Resource and the first hands of *seat*."""
    yield from _bid(view, order)
    board = view.board
    own, powers = nations_of(view, seat), powers_of(view, seat)
    if not view.control:  # who runs what is not settled yet: wishes for nations of others do nothing
        own, powers = board.sequence, tuple(one for one in board.sequence if one in board.powers)
    may = own if view.options.first_resource == "any" else powers
    if order.resource and order.resource not in may:
        yield Problem("no-first-resource", ("resource",), "4.2", {"nation": order.resource, "may": may})
    for nation, rule in order.hand.items():
        if nation not in (*own, OTHERS):
            yield Problem("not-your-nation", ("hand", nation), "4.5", {"nation": nation})
        elif rule.at_most < 0:
            yield Problem("no-number-of-times", ("hand", nation, "at_most"), "4.5", {"number": rule.at_most})


def _bid(view: WarState, order: EntryOrders) -> Iterator[Problem]:
    bidding = not view.control and view.players == 2
    if not bidding:
        for key in ("bid", "camp", "give_up"):
            if getattr(order, key):
                yield Problem("no-bids", (key,), "4.3", {"players": view.players})
        return
    most = most_bid(view, order.camp or "")
    if not 0 <= order.bid <= most:
        yield Problem("bid-out-of-range", ("bid",), "4.3", {"bid": order.bid, "most": most})
    if order.bid and not order.camp:
        yield Problem("bid-for-no-camp", ("bid",), "4.3", {"bid": order.bid}, Weight.unwise)


def deal(table: Table[WarState]) -> None:
    """Shuffle the cards, the Reserves apart, and deal to every nation its first hand."""
    edition = table.state.board
    shuffle_deck(table, edition.deck)
    for nation in edition.nations.values():
        draw_cards(table, nation.id, nation.hand, "first-hand")


def throw_away(table: Table[WarState], nation: str, rule: HandRule) -> None:
    """Throw the hand of *nation* away for one of a card fewer until it is to be kept by the *rule*.

    Never more often than it says, and down to the smallest hand that the options allow. A hand that is kept at once
    shows no one that there is a rule for it.
    """
    least = int(table.state.options.mulligan_floor)
    thrown = False
    for _ in range(rule.at_most):
        size = len(table.state.hands[nation])
        if size <= least or _keeps(table, nation, rule):
            break
        replace_hand(table, nation, size - 1)
        thrown = True
    if thrown:
        table.emit(HandKept(nation=nation, cards=len(table.state.hands[nation])))


def _keeps(table: Table[WarState], nation: str, rule: HandRule) -> bool:
    seat = seat_of(table.state, nation)
    view = table.views.get(seat, table.state)
    if set(rule.or_holds) & set(view.hands[nation].known):
        return True
    return value(rule.keep_if, SeatFacts(view, seat, nation))


class LayOutBoard(Step[WarState, Order], frozen=True):
    """Pieces, Flags and markers are laid out, for all to see (4.1, 4.2)."""

    rule = "4.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(WarBegan(edition=table.state.edition))
        lay_out(table)


class EntrySheets(Step[WarState, EntryOrders], frozen=True):
    """Every seat says at once what it wishes before the first Turn; then seats are taken and hands dealt.

    Nothing is drawn before: every draw follows from the players' words of chance, too, which come with these sheets.
    """

    rule = "4"

    def ask(self, state: WarState, so_far: SoFar[EntryOrders]) -> tuple[Decision[EntryOrders], ...]:
        return tuple(
            Decision(
                key="0.entry",
                seat=seat,
                takes=EntryOrders,
                due=ENTRY,
                label="entry",
                default=EntryOrders(),
                about={"bids": not state.control and state.players == 2},
            )
            for seat in seats_of(state.players, drawn=not state.control)
        )

    def check(self, view: WarState, decision: Decision[EntryOrders], order: EntryOrders) -> Iterator[Problem]:
        yield from check_entry(view, decision.seat, order)

    def run(self, table: Table[WarState], answers: Answers[EntryOrders]) -> None:
        table.leave()
        entries = by_seat(answers)
        take_seats(table, entries)
        for seat, entry in entries.items():
            move_resource(table, _first_resource(table.state, seat, entry), 1, "start")
            keep(table, seat, entry.standing)
        deal(table)
        for nation in table.state.board.sequence:
            seat = table.state.control.get(nation, "")
            rule = entries[seat].hand.get(nation) if seat else None
            if rule is not None:
                throw_away(table, nation, rule)
        table.enter(BeginTurn(turn=1))


def _first_resource(state: WarState, seat: str, entry: EntryOrders) -> str:
    """The nation of *seat* that begins with a Resource (4.2): by default its first Power on the Track."""
    powers = powers_of(state, seat)
    may = nations_of(state, seat) if state.options.first_resource == "any" else powers
    return entry.resource if entry.resource in may else powers[0]


def start(settings: TnwSettings) -> WarState:
    """The empty board, its flow at the set-up (4)."""
    edition, players = named(settings.edition), int(settings.players)
    control: Mapping[str, str] = {}
    if settings.seats == "assigned":
        seats = {power: seat for seat, own in RUN_BY[players].items() for power in own}
        control = control_of(edition, seats, consuls_of(edition, players))
    return WarState(
        edition=edition.key,
        options=settings.options,
        players=players,
        control=control,
        resources=dict.fromkeys(edition.powers, edition.tracks.resource.start),
        flow=(EntrySheets(), LayOutBoard()),
    )
