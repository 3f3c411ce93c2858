"""Camps, alliances, Armistices: gained, lost, restored."""

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import Playing, fulfilled
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.nation.pieces import CardLaid, PiecesMoved, SquadronsMoved, replace_hand
from pbem_tnw.chapters.politics.track import (
    AllianceEnded,
    AllianceMade,
    AllianceRestored,
    ArmisticeEnded,
    ArmisticeMade,
    CampJoined,
    ConsulCause,
    ConsulMoved,
    JoinCause,
    buy_card,
    columns,
    is_open,
    moves_by_event,
    own_row,
    steps_by_points,
)
from pbem_tnw.chapters.sea.fleets import beyond_room
from pbem_tnw.chapters.sea.sailing import leave_ports
from pbem_tnw.chapters.turn.facts import SeatFacts
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.edition.card_words import ConsulEffect, OneOfEffect
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.standing import Consents, RestoreWish, WarStanding, Willing
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.control import (
    ALLY,
    CLIENT,
    UNALIGNED,
    allied,
    armistice,
    at_war,
    camp_of,
    controller,
    from_active,
    is_power,
    is_proxy,
    opposite,
    patron,
    powers_of,
    seat_of,
)
from pbem_tnw.position.forces import generals_of, nearest_friendly, nearest_ports, squadrons_at, units_at
from pbem_tnw.position.impulse import Pieces
from pbem_tnw.position.state import COALITION, IMPERIAL, Armistice, Consul, WarState

HEADS = {"france": IMPERIAL, "britain": COALITION}
"""The two Powers that are never allies: each is in its Camp or in none (8.22)."""


def in_grace(state: WarState, nation: str, *, interphase: bool) -> bool:
    """Whether a Subject Neutral neither declares war nor has it declared on it yet, nor joins a Camp (15.24).

    Until the Interphase at the end of the Turn after that in which it was put out of the war.
    """
    subject = state.subjects.get(nation)
    if subject is None:
        return False
    return state.turn <= subject.turn or (state.turn == subject.turn + 1 and not interphase)


def joiners(state: WarState, nation: str, camp: str) -> tuple[str, ...]:
    """*nation*, and the Powers of its seat that are in the other Camp and change with it (8.22, 8.3)."""
    others = (power for power in powers_of(state, seat_of(state, nation)) if camp_of(state, power) == opposite(camp))
    found = {nation, *others}
    return tuple(power for power in state.board.sequence if power in found)


def never_joins(state: WarState, nation: str, camp: str, *, interphase: bool) -> Problem | None:
    """Why *nation* may not join a Camp, whatever its members say; None if it may."""
    for power in joiners(state, nation, camp):
        if HEADS.get(power, camp) != camp:
            return Problem("camp-never", ("camp",), "8.22", {"nation": power, "camp": camp})
        if camp_of(state, power) == opposite(camp) and state.players == 2:
            return Problem("camp-two-players", ("camp",), "8.3", {"nation": power, "camp": camp})
        if in_grace(state, power, interphase=interphase):
            args = {"power": power, "until": state.subjects[power].turn + 1}
            return Problem("war-grace", ("camp",), "15.24", args)
    return None


def consents(table: Table[WarState], nation: str, camp: str) -> bool:
    """Whether the seats of all Powers of a Camp let *nation* join it; silence is no (8.33, 14.11)."""
    state = table.state
    seats = dict.fromkeys(seat_of(state, power) for power in state.board.powers if camp_of(state, power) == camp)
    own = seat_of(state, nation)
    return all(seat == own or agrees(table, seat, _joining(state, seat).get(nation)) for seat in seats)


def agrees(table: Table[WarState], seat: str, willing: Willing | None) -> bool:
    """Whether *seat* has said that it is willing, as far as it sees now; silence is no (2.3, row 14)."""
    if willing is None:
        return False
    view = table.views.get(seat, table.state)
    nation = next(iter(powers_of(view, seat)), "")
    return value(willing, SeatFacts(view, seat, nation))


def consent_of(state: WarState, seat: str) -> Consents:
    """To what others ask *seat* has consented by standing orders."""
    standing = state.standing.get(seat)
    return Consents() if standing is None or standing.consent is None else standing.consent


def join(table: Table[WarState], nation: str, camp: str, cause: JoinCause) -> None:
    """Let *nation* be in a Camp; what war brings is `war_brings.after_change`."""
    former = camp_of(table.state, nation)
    if former != camp:
        table.emit(CampJoined(nation=nation, camp=camp, cause=cause, former=former))


def _joining(state: WarState, seat: str) -> dict[str, Willing]:
    return dict(consent_of(state, seat).join)


def standing_of(state: WarState, nation: str) -> WarStanding:
    """The standing orders of the seat that runs *nation*; those of silence for a neutral Proxy."""
    return state.standing.get(seat_of(state, nation)) or WarStanding()


def forces_at(state: WarState, place: str, nations: Collection[str]) -> Pieces:
    """The units and generals of *nations* at a place."""
    units = {nation: strength for nation, strength in units_at(state, place).items() if nation in nations}
    return Pieces(units=units, generals=generals_of(state, place, nations))


def nations_at(state: WarState, place: str) -> tuple[str, ...]:
    """The nations that have units or generals at a place, in the order of the Sequence Track."""
    there = {state.board.leaders[one].nation for one, where in state.generals.items() if where == place}
    there |= set(units_at(state, place))
    return tuple(nation for nation in state.board.sequence if nation in there)


def occupied(state: WarState) -> Iterator[str]:
    """The duchies with units or generals of anyone, in the order of the edition."""
    there = {*state.units, *state.generals.values()}
    return (duchy for duchy in state.board.duchies if duchy in there)


def afloat(state: WarState) -> tuple[str, ...]:
    """The zones with units or generals aboard Squadrons, in the order of the edition (13.6)."""
    there = {*state.units, *state.generals.values()}
    return tuple(zone for zone in state.board.zones if zone in there)


def regroup(table: Table[WarState], place: str, nations: Collection[str], cause: str, rule: str) -> None:
    """Let the units and generals of *nations* at a place go to the Regroup box."""
    pieces = forces_at(table.state, place, nations)
    if pieces:
        table.emit(PiecesMoved(start=place, to=REGROUP, pieces=pieces, cause=cause, rule=rule))


def regroup_squadrons(table: Table[WarState], place: str, nations: Collection[str], cause: str, rule: str) -> None:
    """Let the Squadrons of *nations* at a place go to the Regroup box."""
    gone = squadrons_at(table.state, place, nations)
    if gone:
        table.emit(SquadronsMoved(start=place, to=REGROUP, squadrons=gone, cause=cause, rule=rule))


def send_home(table: Table[WarState], place: str, nation: str, cause: str, rule: str) -> None:
    """Let the forces of *nation* in a duchy go to the nearest Friendly one, without one to the Regroup box (15.2)."""
    state = table.state
    pieces = forces_at(state, place, (nation,))
    if pieces:
        to = _wished(state, nation, nearest_friendly(state, nation, place)) or REGROUP
        table.emit(PiecesMoved(start=place, to=to, pieces=pieces, cause=cause, rule=rule))


def send_fleet_home(table: Table[WarState], port: str, nation: str, cause: str, rule: str) -> None:
    """Let the Squadrons of *nation* in a Port go to the nearest Friendly one, without one to the Regroup box (15.2).

    They sail through zones that no enemy controls; those under a Naval Build or Refit marker go to the Regroup box.
    """
    state = table.state
    there = squadrons_at(state, port, (nation,))
    to = _wished(state, nation, nearest_ports(state, nation, port))
    for goal, gone in ((to, [one for one in there if one.sails]), (REGROUP, [one for one in there if not one.sails])):
        if gone:
            table.emit(
                SquadronsMoved(start=port, to=goal or REGROUP, squadrons=tuple(gone), cause=cause, rule=rule)
            )  # fmt: skip


def part_enemies(table: Table[WarState], declarer: str) -> None:
    """Part forces that have just become enemies and stand in one duchy; enemy Squadrons in a Port put to sea (8.34).

    Those of the nation that controls the duchy and of its allies stay, the others go to the Regroup box; controlled by
    neither, those of the Camp of *declarer* go.
    """
    for duchy in tuple(occupied(table.state)):
        state = table.state
        there = nations_at(state, duchy)
        if not _divided(state, there):
            continue
        host = controller(state, duchy)
        at_home = [nation for nation in there if allied(state, nation, host)]
        if at_home:
            gone = [nation for nation in there if any(at_war(state, nation, other) for other in at_home)]
        else:
            gone = [nation for nation in there if allied(state, nation, declarer)] or list(there[1:])
        regroup(table, duchy, gone, "new-enemies", "8.34")


def _divided(state: WarState, nations: Iterable[str]) -> bool:
    there = tuple(nations)
    return any(at_war(state, one, other) for one in there for other in there)


def _wished(state: WarState, nation: str, nearest: tuple[str, ...]) -> str:
    """Of equally near places the one that standing orders name first, else the first (2.3, `march_to`)."""
    wished = standing_of(state, nation).march_to or ()
    return next((place for place in (*wished, *nearest) if place in nearest), "")


def meet_new_enemies(table: Table[WarState], declarer: str) -> None:
    """Part forces that are enemies now, and enter the boxes for Squadrons in Ports of new enemies (8.34, 5.61)."""
    part_enemies(table, declarer)
    leave_ports(table)


ARMISTICE_RULE = "17.2"


def wrong_armistice(state: WarState, one: str, other: str) -> Iterator[Problem]:
    """Why two nations cannot have an Armistice: they must be enemy Powers, neither in the other's capital."""
    for nation in (one, other):
        if not is_power(state, nation) or is_proxy(state, nation):
            yield Problem("armistice-no-power", rule=ARMISTICE_RULE, args={"nation": nation})
            return
    if not at_war(state, one, other) and not armistice(state, one, other):
        yield Problem("armistice-no-war", rule=ARMISTICE_RULE, args={"nation": one, "other": other})
    for loser, victor in ((one, other), (other, one)):
        held = tuple(duchy for duchy in state.board.nations[loser].capitals if controller(state, duchy) == victor)
        if held:
            args = {"nation": loser, "other": victor, "capital": held[0]}
            yield Problem("armistice-capital", rule=ARMISTICE_RULE, args=args)


def make_armistice(table: Table[WarState], one: str, other: str, *, card: str = "") -> None:
    """Let two Powers have an Armistice from now on; their forces leave each other's duchies (17.2, 15.2)."""
    first, second = (nation for nation in table.state.board.sequence if nation in (one, other))
    made = Armistice(powers=(first, second), turn=table.state.turn)
    table.emit(ArmisticeMade(armistice=made, card=card))
    for duchy in tuple(occupied(table.state)):
        for nation in nations_at(table.state, duchy):
            if _parted(table.state, nation, duchy):
                send_home(table, duchy, nation, "armistice", ARMISTICE_RULE)
    for port in tuple(place for place in table.state.squadrons if place in table.state.board.duchies):
        for nation in dict.fromkeys(one.nation for one in table.state.squadrons.get(port, ())):
            if _parted(table.state, nation, port):
                send_fleet_home(table, port, nation, "armistice", ARMISTICE_RULE)


def end_armistices(table: Table[WarState]) -> None:
    """Let the Armistices lapse whose time is over: in the Interphase at the end of the Turn after theirs (17.2).

    Forces that an event had put together are parted as in a war that is declared (8.34), by the first of the Powers.
    """
    for each in table.state.armistices:
        if table.state.turn > each.turn:
            table.emit(ArmisticeEnded(powers=each.powers, cause="lapsed"))
            meet_new_enemies(table, each.powers[0])


def _parted(state: WarState, nation: str, duchy: str) -> bool:
    """Whether an Armistice keeps *nation* out of a duchy where it stands."""
    host = controller(state, duchy)
    return patron(state, nation) != patron(state, host) and armistice(state, nation, host)


class Restoring(msgspec.Struct, frozen=True, omit_defaults=True):
    """What restores an alliance: a card played as an *event*, and others that *paid* so many *points*."""

    event: str = ""
    paid: tuple[str, ...] = ()
    points: int = 0

    @property
    def cards(self) -> tuple[str, ...]:
        """All of them, in the order in which they are played."""
        return (self.event, *self.paid) if self.event else self.paid


class _Means(msgspec.Struct, frozen=True):
    """What *nation* has for an answer: the cards of its *hand*, and the *reserves* of which one may be used."""

    nation: str
    hand: tuple[str, ...]
    reserves: tuple[str, ...]


def restoring(state: WarState, nation: str, proxy: str, power: str, *, drew: bool = False) -> Restoring | None:
    """What the seat of *nation* plays to bring *proxy* back to the Ally box of *power*; None if it cannot or will not.

    It is one Impulse's worth: one card (5.11), and a Reserve besides, unless a Resource *drew* a card (5.12). Only what
    restores the alliance is an answer, and only if the seat's standing orders name it (8.21; 2.3, row 11).
    """
    wish = restore_wish(state, nation, proxy)
    if wish is None:
        return None
    left = (one for one in state.board.reserves.get(nation, ()) if one not in state.used)
    reserves = () if drew or forbidden(state, "reserve", nation) else tuple(left)
    means = _Means(nation, state.holdings(nation).known, reserves)
    most = wish.cp_at_most if own_row(state, nation) == power else 0
    return (
        _by_event(state, means, wish.cards, proxy, power)
        or _by_points(state, means, points_to_restore(state, proxy, power), most)
        or _by_both(state, means, wish.cards, proxy, power, most)
    )


def restore_wish(state: WarState, nation: str, proxy: str) -> RestoreWish | None:
    """What the standing orders of the seat of *nation* give for an alliance with *proxy*; None if it can do nothing."""
    if not seat_of(state, nation) or not is_open(state):
        return None
    return (standing_of(state, nation).restore or {}).get(proxy)


def draws_to_restore(state: WarState, nation: str, proxy: str, power: str) -> bool:
    """Whether *nation* uses a Resource to draw a card with which it might restore the alliance (5.12, 16.2)."""
    wish = restore_wish(state, nation, proxy)
    if wish is None or not wish.resource or not state.resources.get(nation) or forbidden(state, "resource", nation):
        return False
    pays = own_row(state, nation) == power and points_to_restore(state, proxy, power) <= wish.cp_at_most
    return pays or bool(wish.cards)


def restores(state: WarState, nation: str, card: WarCard, proxy: str, power: str) -> bool:
    """Whether *card*, played as an event, takes the consul of *proxy* to the Ally box of *power* at once."""
    return Consul(column=ALLY, row=power) in _reached(state, nation, card, proxy)


def points_to_restore(state: WarState, proxy: str, power: str) -> int:
    """The CPs with which *power* takes the consul of *proxy* back to its Ally box, step by step (8.1)."""
    steps = steps_by_points(state, power, proxy, "right", len(columns(state)), power)
    return sum(step.cost for step in steps)


def _by_event(
    state: WarState, means: _Means, cards: tuple[str, ...], proxy: str, power: str
) -> Restoring | None:  # fmt: skip
    """The first of the cards named that restores the alliance as an event, and that the nation has."""
    held = (card for card in cards if card in means.hand or card in means.reserves)
    found = (card for card in held if restores(state, means.nation, state.board.cards[card], proxy, power))
    card = next(found, "")
    return Restoring(event=card) if card else None


def _by_points(state: WarState, means: _Means, cost: int, most: int) -> Restoring | None:
    """One card of the hand worth *cost* CPs with least to spare; if there is none, a Reserve alone or with a card."""
    if cost > most:
        return None
    playable = [card for card in means.hand if not state.board.cards[card].has("must_be_event")]
    alone = [(card,) for card in playable]
    more: list[tuple[str, ...]] = [(one,) for one in means.reserves]
    more += [(card, one) for card in playable for one in means.reserves]
    paid = _cheapest(state, alone, cost) or _cheapest(state, more, cost)
    return Restoring(paid=paid, points=cost) if paid else None


def _by_both(
    state: WarState, means: _Means, cards: tuple[str, ...], proxy: str, power: str, most: int
) -> Restoring | None:  # fmt: skip
    """A card named that goes part of the way as an event, and the CPs of a Reserve, or the other way round."""
    for card in cards:
        others = means.reserves if card in means.hand else means.hand if card in means.reserves else ()
        paying = [(one,) for one in others if not state.board.cards[one].has("must_be_event")]
        boxes = _reached(state, means.nation, state.board.cards[card], proxy) if paying else ()
        for box in boxes:
            there = replace(state, consuls={**state.consuls, proxy: box})
            if box.row in ("", power) and box.column != ALLY:
                cost = points_to_restore(there, proxy, power)
                paid = _cheapest(state, paying, cost) if cost <= most else ()
                if paid:
                    return Restoring(event=card, paid=paid, points=cost)
    return None


def _cheapest(state: WarState, ways: Iterable[tuple[str, ...]], cost: int) -> tuple[str, ...]:
    """The first of *ways* to pay *cost* CPs by least to spare, then by fewest cards; nothing if all fall short."""
    worth = [(sum(state.board.cards[card].cp for card in some), len(some), some) for some in ways]
    return min((each for each in worth if each[0] >= cost), default=(0, 0, ()))[2]


def _reached(state: WarState, nation: str, card: WarCard, proxy: str) -> tuple[Consul, ...]:
    """The boxes into which *card*, played as an event by *nation*, may move the consul of *proxy*."""
    played = Playing(nation=nation, card=card, effects=card.effects)
    early = card.has("not_1805") and state.turn == 1
    if early or not all(fulfilled(condition, state, played) for condition in card.conditions):
        return ()
    found: list[Consul] = []
    for effect in _consul_effects(card):
        if effect.who in (proxy, "any"):
            rows = () if effect.rows == "any" else effect.rows
            found += moves_by_event(state, proxy, effect.steps, effect.way, rows, to_ally=effect.to_ally)
    return tuple(dict.fromkeys(found))


def _consul_effects(card: WarCard) -> Iterator[ConsulEffect]:
    for effect in card.effects:
        options = effect.options if isinstance(effect, OneOfEffect) else ((effect,),)
        yield from (each for option in options for each in option if isinstance(each, ConsulEffect))


LOST_RULE = "8.21"


class AllianceBreaks(Step[WarState, Order], frozen=True):
    """An event has moved the consul of *proxy* out of the Ally box of *power* (8.21)."""

    rule = LOST_RULE
    proxy: str
    power: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for nation in from_active(table.state):
            found = restoring(table.state, nation, self.proxy, self.power)
            if found is None and draws_to_restore(table.state, nation, self.proxy, self.power):
                buy_card(table, nation)
                found = restoring(table.state, nation, self.proxy, self.power, drew=True)
            if found is not None:
                _restore(table, self.proxy, self.power, nation, found)
                return
        lose_ally(table, self.proxy, self.power)


def lose_ally(table: Table[WarState], proxy: str, power: str) -> None:
    """Let *proxy*, whose consul has left the Ally box of *power*, be neutral: a new hand, and pieces go (8.21)."""
    table.emit(AllianceEnded(proxy=proxy, power=power))
    leave_seat(table, proxy)
    for duchy in tuple(occupied(table.state)):
        _clear(table, duchy, proxy, power)
    for zone in afloat(table.state):
        regroup(table, zone, (proxy,), "ally-lost", LOST_RULE)
        if stranded := beyond_room(table.state, power, zone):
            table.emit(PiecesMoved(start=zone, to=REGROUP, pieces=stranded, cause="ally-lost", rule=LOST_RULE))
    for port in tuple(place for place in table.state.squadrons if place in table.state.board.duchies):
        _clear_port(table, port, proxy, power)


def leave_seat(table: Table[WarState], proxy: str) -> None:
    """Let no seat run *proxy* any longer; its hand is replaced by as many new cards, which no one sees (8.21, 15.2)."""
    if table.state.control.get(proxy):
        table.hand_over(proxy, "")
    replace_hand(table, proxy, len(table.state.hands.get(proxy, CardHand())))


def _clear(table: Table[WarState], duchy: str, proxy: str, power: str) -> None:
    """Let the forces go that cannot stay in a duchy, or do not want to."""
    state = table.state
    printed, there = state.board.duchies[duchy], nations_at(state, duchy)
    if printed.nation != proxy:
        if proxy in there:
            regroup(table, duchy, (proxy,), "ally-lost", LOST_RULE)
        return
    others = [nation for nation in there if nation != proxy]
    host = controller(state, duchy)
    if printed.tie == "home" or host == proxy:
        regroup(table, duchy, others, "ally-lost", LOST_RULE)
        return
    for nation in there:
        stays = _stays(state, nation, duchy)
        if stays is False or (stays is None and not allied(state, nation, host)):
            regroup(table, duchy, (nation,), "ally-lost", LOST_RULE)


def _clear_port(table: Table[WarState], port: str, proxy: str, power: str) -> None:
    state = table.state
    host = controller(state, port)
    for nation in dict.fromkeys(one.nation for one in state.squadrons.get(port, ())):
        unwilling = nation != proxy and host == proxy and _stays(state, nation, port) is False
        if unwilling or (nation == proxy and host != proxy):
            regroup_squadrons(table, port, (nation,), "ally-lost", LOST_RULE)


def _stays(state: WarState, nation: str, place: str) -> bool | None:
    """What the standing orders of a nation's seat say of staying at a place; None: nothing (2.3, rows 12 and 15)."""
    answers = standing_of(state, nation).stay
    return None if answers is None else answers.at(place)


def _restore(table: Table[WarState], proxy: str, power: str, nation: str, found: Restoring) -> None:
    board = table.state.board
    for card in found.cards:
        printed = board.cards[card]
        to: Literal["reserve", "removed", "pile"] = "reserve" if printed.is_reserve else "pile"
        event = card == found.event
        if event and printed.has("discard_red"):
            to = "removed"
        how, points = ("event", 0) if event else ("cp", printed.cp)
        table.emit(CardLaid(nation=nation, card=card, how=how, to=to, points=points))
    start = table.state.consuls[proxy]
    box = Consul(column=ALLY, row=power)
    table.emit(
        AllianceRestored(proxy=proxy, power=power, nation=nation, cards=found.cards, points=found.points)
    )  # fmt: skip
    table.emit(ConsulMoved(proxy=proxy, start=start, to=box, cause="restored", nation=nation))


def move_consul(
    table: Table[WarState],
    proxy: str,
    to: Consul,
    *,
    nation: str,
    cause: ConsulCause,
    points: int = 0,
    card: str = "",
) -> None:
    """Let *nation* move the consul of *proxy* into a box; the Ally box brings the alliance (8.1, 8.2)."""
    start = table.state.consuls[proxy]
    table.emit(ConsulMoved(proxy=proxy, start=start, to=to, cause=cause, nation=nation, points=points, card=card))
    if to.column == ALLY:
        gain_ally(table, proxy, nation if cause == "war" else proxy)


def gain_ally(table: Table[WarState], proxy: str, declarer: str) -> None:
    """Let the Power in whose Ally box the consul of *proxy* is run it: its seat sees the hand at once (8.2).

    Forces that become enemies by it are parted as if *declarer* had declared the war (8.34).
    """
    state = table.state
    power = patron(state, proxy)
    table.emit(AllianceMade(proxy=proxy, power=power, camp=camp_of(state, proxy)))
    if seat_of(state, proxy) != seat_of(state, power):
        table.hand_over(proxy, seat_of(state, power))
    meet_new_enemies(table, declarer)


def break_alliance(
    table: Table[WarState], proxy: str, to: Literal["unaligned", "client"], *, nation: str, card: str
) -> None:
    """Let an event of *nation* end the alliance of *proxy* (8.21): its consul leaves the Ally box.

    The box that is entered first lets any nation restore the alliance by its standing orders, else the ally is lost.
    """
    start = table.state.consuls[proxy]
    power = start.row
    box = Consul(column=CLIENT, row=power) if to == CLIENT else Consul(column=UNALIGNED)
    table.emit(ConsulMoved(proxy=proxy, start=start, to=box, cause="broken", nation=nation, card=card))
    table.enter(AllianceBreaks(proxy=proxy, power=power))


def may_break(state: WarState, proxy: str, of: str = "") -> bool:
    """Whether *proxy* is in an Ally box, of the Power *of* if it is named, that an event could end (8.21)."""
    consul = state.consuls.get(proxy)
    return consul is not None and consul.column == ALLY and of in ("", consul.row)
