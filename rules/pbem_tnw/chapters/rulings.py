"""Events that only a ruling makes."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import MODERATOR, Answers, Decision, SoFar
from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem.engine.table import Scratch, Step, Table
from pbem_tnw.chapters.nation.pieces import FlagChanged, PiecesMoved, SquadronsMoved, laid_away
from pbem_tnw.chapters.politics.camps import HEADS, gain_ally, lose_ally
from pbem_tnw.chapters.politics.peace import BonusGiven
from pbem_tnw.chapters.politics.track import ConsulMoved, ResourceMoved
from pbem_tnw.chapters.politics.wars import after_change
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.edition.board import FLEETS, KILLED, REGROUP, YARD, war_box
from pbem_tnw.orders.ruling import DECK, IN_PLAY, OUT, PILE, READY, USED, CardShift, ConsulRuled, WarRuling
from pbem_tnw.position.cards import CardHand, CardPile
from pbem_tnw.position.control import ALLY, camp_of, controller, is_power, is_proxy, members, owner, patron, seat_of
from pbem_tnw.position.forces import generals_at, squadrons_at, units_at
from pbem_tnw.position.impulse import DiceRoll, Pieces, PointPool, Squadron
from pbem_tnw.position.state import Consul, WarState

_FACE_UP = (PILE, OUT, IN_PLAY, USED, READY)
_LAID = {DECK: "deck", PILE: "pile", OUT: "removed"}


class CardShifted(Event[WarState], frozen=True):
    """A card went from one place to another, see `CardShift`; from hands and deck to such only *seats* see which.

    Everyone sees a card that comes from, or to, a place where cards are face up.
    """

    start: str
    end: str
    card: str = ""
    seats: tuple[str, ...] = ()

    @property
    def face_up(self) -> bool:
        """Whether everyone sees the card."""
        return self.start in _FACE_UP or self.end in _FACE_UP

    def seen_by(self, seat: str) -> "CardShifted":
        return self if self.face_up or seat in self.seats else replace(self, card="")

    def change(self, state: WarState) -> WarState:
        return _laid(_lifted(state, self.start, self.card), self.end, self.card)


def _lifted(state: WarState, start: str, card: str) -> WarState:
    """*state* without the card at its *start*; in a view it may be one of those that are not known."""
    if start == DECK:
        return replace(state, deck=_without(state.deck, card))
    if start == PILE:
        return replace(state, played=_without(state.played, card))
    if start == OUT:
        return replace(state, removed=tuple(one for one in state.removed if one != card))
    if start == USED:
        return replace(state, used=tuple(one for one in state.used if one != card))
    if start == IN_PLAY:
        lasting = tuple(one for one in state.lasting if one.card != card)
        return replace(state, lasting=lasting, wars=tuple(one for one in state.wars if one.card != card))
    if start == READY:
        return state
    return state.hands.get(start, CardHand()).without(card).laid(state, start)


def _laid(state: WarState, end: str, card: str) -> WarState:
    if end == READY:
        return state
    if end == USED:
        return replace(state, used=(*state.used, card))
    if end == DECK and (not card or state.deck.unknown):
        return replace(state, deck=replace(state.deck, unknown=state.deck.unknown + 1))
    if end in _LAID:
        return laid_away(state, card, _LAID[end])
    return state.hands.get(end, CardHand()).with_cards(*(((card,), 0) if card else ((), 1))).laid(state, end)


def _without(pile: CardPile, card: str) -> CardPile:
    """*pile* without a card: itself, or one of those that its reader does not know."""
    for known in (card, ""):
        if known in pile.cards:
            at = pile.cards.index(known)
            cards = pile.cards[:at] + pile.cards[at + 1 :]
            return replace(pile, cards=cards, top=cards[-1] if pile.top and cards else "")
    return replace(pile, unknown=max(0, pile.unknown - 1))


class PointsRuled(Event[WarState], frozen=True):
    """A nation has so many Command Points for anything left in the Impulse that is going on (6.3)."""

    nation: str
    points: int

    def change(self, state: WarState) -> WarState:
        kept = tuple(pool for pool in state.going_on.pools if pool.use or pool.nation != self.nation)
        pool = PointPool(nation=self.nation, points=self.points)
        return state.with_impulse(pools=(*kept, pool) if self.points else kept)


class DiceRuled(Event[WarState], frozen=True):
    """Roll *number* of those on the table, from 0, shows other faces (6.14)."""

    number: int
    roll: DiceRoll

    def change(self, state: WarState) -> WarState:
        rolled = tuple(self.roll if at == self.number else roll for at, roll in enumerate(state.going_on.rolled))
        return state.with_impulse(rolled=rolled)


class CampSet(Event[WarState], frozen=True):
    """A Power is in a Camp, or in none, and a Subject Neutral no longer (8.3)."""

    nation: str
    camp: str = ""

    def change(self, state: WarState) -> WarState:
        camps: Mapping[str, str] = {power: camp for power, camp in state.camps.items() if power != self.nation}
        subjects = {power: each for power, each in state.subjects.items() if power != self.nation}
        return replace(state, camps={**camps, self.nation: self.camp} if self.camp else camps, subjects=subjects)


_NO_HANDS = (DECK, PILE, OUT, IN_PLAY, USED, READY)


def check_cards(state: WarState, order: WarRuling) -> Iterator[Problem]:
    """Whether each card of *order* is where it is to be taken from, after those before it, and can be where it goes."""
    trial: Scratch[WarState] = Scratch(state)
    for number, shift in enumerate(order.cards):
        path, args = ("cards", number), {"card": shift.card, "place": shift.start}
        reserve = state.board.cards[shift.card].is_reserve
        if shift.start == shift.end:
            yield Problem("card-ruled-nowhere", path, "6", args)
        elif reserve != ({shift.start, shift.end} == {USED, READY}):
            yield Problem("reserve-used-or-ready" if reserve else "only-reserves-used", path, "6.2", args)
        elif shift.end == IN_PLAY:
            yield Problem("card-ruled-into-play", path, "6.11", args)
        elif not _is_there(trial.state, shift):
            yield Problem("card-ruled-not-there", path, "6", args)
        else:
            trial.emit(_moved(trial.state, shift))


def rule_cards(table: Table[WarState], order: WarRuling) -> None:
    """Move the cards of *order*; a Foreign War whose card goes is over, and its pieces go to the Regroup box."""
    for shift in order.cards:
        if shift.start == IN_PLAY:
            _end_war(table, shift.card)
        table.emit(_moved(table.state, shift))


def _moved(state: WarState, shift: CardShift) -> CardShifted:
    nations = (place for place in (shift.start, shift.end) if place not in _NO_HANDS)
    seats = dict.fromkeys(filter(None, (seat_of(state, nation) for nation in nations)))
    return CardShifted(start=shift.start, end=shift.end, card=shift.card, seats=tuple(seats))


def _is_there(state: WarState, shift: CardShift) -> bool:
    """Whether the card is where it is to be taken from."""
    there = {
        DECK: state.deck.cards,
        PILE: state.played.cards,
        OUT: state.removed,
        IN_PLAY: (*(one.card for one in state.lasting), *(one.card for one in state.wars)),
        USED: state.used,
        READY: () if shift.card in state.used else (shift.card,),
    }
    if shift.start in there:
        return shift.card in there[shift.start]
    return shift.card in state.hands.get(shift.start, CardHand()).known


def _end_war(table: Table[WarState], card: str) -> None:
    box = war_box(card)
    pieces = Pieces(units=units_at(table.state, box), generals=generals_at(table.state, box))
    if pieces:
        table.emit(PiecesMoved(start=box, to=REGROUP, pieces=pieces, cause="war-over", rule="6.13"))
    if ships := squadrons_at(table.state, box):
        table.emit(SquadronsMoved(start=box, to=REGROUP, squadrons=ships, cause="war-over", rule="6.13"))


def check_impulse(state: WarState, order: WarRuling) -> Iterator[Problem]:
    """What is wrong with what *order* says of Command Points and dice."""
    for nation, number in order.cps.items():
        if state.impulse is None:
            yield Problem("no-impulse", ("cps", nation), "6.3")
        elif number < 0:
            yield Problem("below-nothing", ("cps", nation), "6.3", {"number": number})
    rolled = state.going_on.rolled
    for number, faces in order.dice.items():
        path = ("dice", number)
        if not 1 <= number <= len(rolled):
            yield Problem("no-such-roll", path, "6.14", {"number": number, "most": len(rolled)})
        elif len(faces) != len(rolled[number - 1].faces) or not all(1 <= face <= 6 for face in faces):
            yield Problem("not-its-dice", path, "6.14", {"roll": rolled[number - 1]})


def rule_impulse(table: Table[WarState], order: WarRuling) -> None:
    """Do what *order* says of Command Points and dice."""
    for nation, number in order.cps.items():
        if left(table.state, nation) != number:
            table.emit(PointsRuled(nation=nation, points=number))
    for number, faces in order.dice.items():
        roll = table.state.going_on.rolled[number - 1]
        shown = tuple(faces) if roll.need else tuple(sorted(faces, reverse=True))
        table.emit(DiceRuled(number=number - 1, roll=replace(roll, faces=shown)))


CAUSE = "ruling"
_BOXES = {"units": (REGROUP,), "generals": (REGROUP, YARD, KILLED), "squadrons": (REGROUP, FLEETS)}
"""The boxes for each kind of piece; units and Squadrons in the yard are those that are nowhere else (7.1)."""


def check_pieces(state: WarState, order: WarRuling) -> Iterator[Problem]:
    """What is wrong with what *order* says of pieces; what it would break is for the invariants."""
    yield from _places(state, order)
    yield from _numbers(state, order)
    for duchy, flag in order.flags.items():
        if flag.nation == owner(state, duchy):
            yield Problem("flag-of-the-owner", ("flags", duchy), "7.4", {"duchy": duchy, "nation": flag.nation})


def _places(state: WarState, order: WarRuling) -> Iterator[Problem]:
    for key, boxes in _BOXES.items():
        ruled = getattr(order, key)
        for name in ruled:
            place = ruled[name] if key == "generals" else name
            if place not in state.board.duchies and place not in state.board.zones and place not in boxes:
                yield Problem("no-place-for-pieces", (key, name), "7", {"place": place, "what": key, "boxes": boxes})


def _numbers(state: WarState, order: WarRuling) -> Iterator[Problem]:
    for key, strengths in (("units", order.units), ("squadrons", order.squadrons), ("refit", order.refit)):
        for place, numbers in strengths.items():
            for nation, number in numbers.items():
                if number < 0:
                    yield Problem("below-nothing", (key, place, nation), "7", {"number": number})
    for place, numbers in order.refit.items():
        for nation, number in numbers.items():
            ships = order.squadrons.get(place, {}).get(nation, len(squadrons_at(state, place, (nation,))))
            if number > ships:
                args = {"place": place, "nation": nation, "number": number, "ships": ships}
                yield Problem("more-markers-than-squadrons", ("refit", place, nation), "7.7", args)


def rule_pieces(table: Table[WarState], order: WarRuling) -> None:
    """Do what *order* says of pieces: what is missing comes out of the yard, and what is too much goes there."""
    for place, numbers in order.units.items():
        _units(table, place, numbers)
    for general, place in order.generals.items():
        start = table.state.generals.get(general, YARD)
        if start != place:
            table.emit(PiecesMoved(start=start, to=place, pieces=Pieces(generals=(general,)), cause=CAUSE))
    for place, numbers in order.squadrons.items():
        for nation, number in numbers.items():
            _squadrons(table, place, nation, number)
    for place, numbers in order.refit.items():
        for nation, number in numbers.items():
            _markers(table, place, nation, number)
    for duchy, flag in order.flags.items():
        former = controller(table.state, duchy)
        if (table.state.flags.get(duchy) or "") != flag.nation:
            table.emit(FlagChanged(duchy=duchy, nation=flag.nation, cause=CAUSE, former=former))


def _units(table: Table[WarState], place: str, numbers: Mapping[str, int]) -> None:
    there = table.state.units.get(place, {})
    more = {nation: n - there.get(nation, 0) for nation, n in numbers.items()}
    added = {nation: n for nation, n in more.items() if n > 0}
    gone = {nation: -n for nation, n in more.items() if n < 0}
    if added:
        table.emit(PiecesMoved(start=YARD, to=place, pieces=Pieces(units=added), cause=CAUSE))
    if gone:
        table.emit(PiecesMoved(start=place, to=YARD, pieces=Pieces(units=gone), cause=CAUSE))


def _squadrons(table: Table[WarState], place: str, nation: str, number: int) -> None:
    """Let *nation* have so many Squadrons in a place; those that go are the ones with most markers."""
    there = sorted(squadrons_at(table.state, place, (nation,)))
    if number > len(there):
        new = (Squadron(nation=nation),) * (number - len(there))
        table.emit(SquadronsMoved(start=YARD, to=place, squadrons=new, cause=CAUSE))
    elif number < len(there):
        table.emit(SquadronsMoved(start=place, to=YARD, squadrons=tuple(there[number:]), cause=CAUSE))


def _markers(table: Table[WarState], place: str, nation: str, number: int) -> None:
    there = sorted(squadrons_at(table.state, place, (nation,)), reverse=True)
    become = [
        replace(one, refit=max(one.refit, 1), build=False) if at < number else replace(one, refit=0, since=0)
        for at, one in enumerate(there)
    ]
    if become != there:
        table.emit(
            SquadronsMoved(start=place, to=place, squadrons=tuple(there), become=tuple(become), cause="ruling-markers")
        )


def check_tracks(state: WarState, order: WarRuling) -> Iterator[Problem]:
    """What is wrong with what *order* says of tracks; whether a marker is on its track is for the invariants."""
    for key in ("resources", "points", "camps"):
        for nation in getattr(order, key):
            if is_proxy(state, nation) or not is_power(state, nation):
                yield Problem("not-a-power-ruled", (key, nation), "4.3", {"nation": nation})
    for proxy, ruled in order.consuls.items():
        path = ("consuls", proxy)
        if proxy not in state.consuls:
            yield Problem("no-consul-of-its-own", path, "8.1", {"nation": proxy})
        elif bool(ruled.row) == (_shared(state, ruled.column) and not ruled.plus):
            yield Problem("consul-box-row", path, "8.1", {"column": ruled.column, "row": ruled.row})
        elif ruled.row and (is_proxy(state, ruled.row) or not is_power(state, ruled.row)):
            yield Problem("not-a-power-ruled", path, "8.1", {"nation": ruled.row})
    for power, camp in order.camps.items():
        if camp.camp and HEADS.get(power, camp.camp) != camp.camp:
            yield Problem("camp-never", ("camps", power), "8.22", {"nation": power, "camp": camp.camp})


def rule_tracks(table: Table[WarState], order: WarRuling) -> None:
    """Do what *order* says of tracks; consuls and Camps come last, as more may follow from them."""
    for nation, number in order.resources.items():
        start = table.state.resources.get(nation, 0)
        if start != number:
            table.emit(ResourceMoved(nation=nation, start=start, to=number, cause="ruling"))
    for power, number in order.points.items():
        more = number - table.state.bonus.get(power, 0)
        if more:
            table.emit(BonusGiven(power=power, points=more, rule=""))
    for proxy, ruled in order.consuls.items():
        _consul(table, proxy, ruled)
    for power, camp in order.camps.items():
        if camp_of(table.state, power) != camp.camp:
            before = table.state
            table.emit(CampSet(nation=power, camp=camp.camp))
            declaring = members(table.state, camp.camp) if camp.camp else (power,)
            after_change(table, before, power, [one for one in declaring if patron(table.state, one) == power])


def _consul(table: Table[WarState], proxy: str, ruled: ConsulRuled) -> None:
    start = table.state.consuls[proxy]
    to = Consul(column=ruled.column, row=ruled.row, plus=ruled.plus)
    if to == start:
        return
    table.emit(ConsulMoved(proxy=proxy, start=start, to=to, cause="ruling"))
    if start.column == ALLY and (to.column, to.row) != (start.column, start.row):
        lose_ally(table, proxy, start.row)
    if to.column == ALLY and (to.column, to.row) != (start.column, start.row):
        gain_ally(table, proxy, proxy)


def _shared(state: WarState, column: str) -> bool:
    """Whether all rows share the box of a column (8.1)."""
    return any(each.id == column and each.shared for each in state.board.tracks.diplomatic.columns)


KEY = "ruling"


class RuleWar(Step[WarState, WarRuling], frozen=True):
    """Takes a sheet of the moderator; it is never on the flow."""

    def ask(self, state: WarState, so_far: SoFar[WarRuling]) -> tuple[Decision[WarRuling], ...]:
        return (Decision(key=KEY, seat=MODERATOR, takes=WarRuling),)

    def check(self, view: WarState, decision: Decision[WarRuling], order: WarRuling) -> Iterator[Problem]:
        if order == WarRuling():
            yield Problem("rules-nothing")
        yield from check_pieces(view, order)
        yield from check_cards(view, order)
        yield from check_impulse(view, order)
        yield from check_tracks(view, order)

    def run(self, table: Table[WarState], answers: Answers[WarRuling]) -> None:
        """Tracks come last: what follows from an alliance or a Camp depends on where the pieces are."""
        (order,) = answers.values()
        rule_pieces(table, order)
        rule_cards(table, order)
        rule_impulse(table, order)
        rule_tracks(table, order)


def rule(state: WarState) -> RuleWar | None:
    """The step for a ruling; nothing before the set-up is over or after the end."""
    return RuleWar() if state.turn and state.result is None else None
