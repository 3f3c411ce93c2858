"""Effects on consuls, alliances, Armistices and Resources: `consul`, `break_alliance`."""

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.conditions import Playing, nation_meant, places
from pbem_tnw.chapters.cards.events import ConsulByCard, ForeignWarOpened
from pbem_tnw.chapters.cards.given import (
    ForcedPoints,
    home_bases,
    may_hold,
    must_surrender,
    open_ports,
    place_units,
    preferred,
    refit,
    refitting,
    units_in_yard,
)
from pbem_tnw.chapters.cards.play_rules import carry_out, hindrances, idle, left_open
from pbem_tnw.chapters.land.formations import wrong_with_crossing
from pbem_tnw.chapters.nation.buying import UNIT, Purchase
from pbem_tnw.chapters.nation.pieces import FlagChanged, PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.nation.returning import come_back, lacks_flags
from pbem_tnw.chapters.politics.camps import (
    agrees,
    break_alliance,
    consent_of,
    make_armistice,
    may_break,
    move_consul,
    standing_of,
    wrong_armistice,
)
from pbem_tnw.chapters.politics.track import (
    ArmisticeRefused,
    columns,
    holder_of_resources,
    is_open,
    move_resource,
    moves_by_event,
)
from pbem_tnw.chapters.sea.sailing import change_flags
from pbem_tnw.chapters.turn.facts import PointsGained
from pbem_tnw.edition.board import REGROUP, YARD, on_map, war_box
from pbem_tnw.edition.card_words import (
    ArmisticeEffect,
    AttritionEffect,
    BreakAllianceEffect,
    ConsulEffect,
    FlagEffect,
    ForeignWarEffect,
    MoveForceEffect,
    PointsEffect,
    ResourceEffect,
)
from pbem_tnw.orders.choices import ConsulChoice, EventChoices, MarchChoice
from pbem_tnw.orders.standing import SendOrder
from pbem_tnw.position.control import allied, at_war, controller, friendly, homes, owner, patron, seat_of
from pbem_tnw.position.forces import enemies_at, generals_of, links, squadrons_at
from pbem_tnw.position.impulse import Pieces, PointPool, Squadron
from pbem_tnw.position.state import Consul, ForeignWar, WarState


@hindrances.register
def _no_flag(effect: FlagEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    possible = flaggable(state, playing, effect)
    if effect.only_if is not None and len(playing.effects) > 1:
        return  # what comes before it may make it possible
    if not possible:
        yield idle(playing, "no-flag")
    else:
        for duchy in playing.choices.flag:
            if duchy not in possible:
                args = {"card": playing.card.id, "place": duchy, "possible": possible}
                yield Problem("event-no-flag-there", ("flag",), "7.4", args)


@carry_out.register
def _flag(effect: FlagEffect, table: Table[WarState], playing: Playing) -> None:
    nation = _flagging(table.state, playing, effect)
    for _ in range(effect.n):
        possible = flaggable(table.state, playing, effect)
        duchy = next((each for each in (*playing.choices.flag, *possible) if each in possible), "")
        if duchy:
            ours = allied(table.state, nation, owner(table.state, duchy))
            _change(table, playing, nation, duchy, nation if effect.way == "place" and not ours else "")


@left_open.register
def _flagged(effect: FlagEffect, state: WarState, playing: Playing) -> EventChoices:
    said = playing.choices.flag
    others = [duchy for duchy in flaggable(state, playing, effect) if duchy not in said]
    return EventChoices(flag=tuple(others[: max(0, effect.n - len(said))]) if len(others) > 1 else ())


def flaggable(state: WarState, playing: Playing, effect: FlagEffect) -> tuple[str, ...]:
    """Where the effect may place or remove a Flag: Keys first, then in the order of names."""
    nation = _flagging(state, playing, effect)
    named = places(state, effect.where, nation=playing.nation, chosen=nation, target=playing.place)
    duchies = state.board.duchies
    if effect.way == "remove":
        found = [one for one in named if one in state.flags and at_war(state, nation, state.flags[one])]
    else:
        found = [one for one in named if one in duchies and _may_flag(state, nation, one)]
    carried_out = bool(state.laid) and state.laid[-1].card == playing.card.id
    worn = not carried_out and any(True for _ in playing.before(AttritionEffect))  # it may clear the way
    open_to = [one for one in found if not duchies[one].strength and (worn or not enemies_at(state, nation, one))]
    return tuple(sorted(open_to, key=lambda one: (not duchies[one].key, duchies[one].name)))


def _flagging(state: WarState, playing: Playing, effect: FlagEffect) -> str:
    return nation_meant(state, playing, effect.who or "self")


def _may_flag(state: WarState, nation: str, duchy: str) -> bool:
    """Whether *nation* may place a Flag: not on what is Friendly to it, and only with a Flag left (7.44, 8.22)."""
    return not friendly(state, nation, duchy) and not lacks_flags(state, nation, duchy)


@hindrances.register
def _no_march(effect: MoveForceEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    march = playing.choices.march
    if march is None:
        yield Problem("event-needs-march", ("march",), "8.33", {"card": playing.card.id, "steps": effect.steps})
        return
    wrong = _wrong_march(state, playing, effect, march)
    if wrong is not None:
        yield wrong


@carry_out.register
def _march(effect: MoveForceEffect, table: Table[WarState], playing: Playing) -> None:
    """The Army goes without war; it may flag the last duchy (8.33)."""
    march, nation = playing.choices.march, playing.nation
    if march is None:
        return
    pieces = _army(table.state, playing, effect, march)
    table.emit(PiecesMoved(start=march.at, to=march.to[-1], pieces=pieces, cause="event-march", rule="8.33"))
    duchy = march.to[-1]
    if march.flag and _may_flag(table.state, nation, duchy):
        flag = "" if allied(table.state, nation, owner(table.state, duchy)) else nation
        _change(table, playing, nation, duchy, flag)


def _change(table: Table[WarState], playing: Playing, nation: str, duchy: str, flag: str) -> None:
    """Change the Flag of a duchy; Squadrons in a Port that is an enemy's now put to sea (5.61)."""
    former = controller(table.state, duchy)
    cause = playing.card.id
    change_flags(table, [FlagChanged(duchy=duchy, nation=flag, cause=cause, by=nation, former=former, rule="7.4")])


def _army(state: WarState, playing: Playing, effect: MoveForceEffect, march: MarchChoice) -> Pieces:
    """The general named, else the best there, with as many own units as are wished, or as may go along."""
    nation = playing.nation
    here = generals_of(state, march.at, (nation,))
    general = next((one for one in here if one == march.general), "") if march.general else next(iter(here), "")
    if not general:
        return Pieces()
    most = min(effect.units, state.board.leaders[general].command, state.units.get(march.at, {}).get(nation, 0))
    wished = march.units.of(nation, nation)
    units = most if wished is None else wished
    return Pieces(units={nation: units} if units else {}, generals=(general,))


def _wrong_march(state: WarState, playing: Playing, effect: MoveForceEffect, march: MarchChoice) -> Problem | None:
    """What is wrong with a march that a card pays for."""
    nation, args = playing.nation, {"card": playing.card.id, "place": march.at, "nation": playing.nation}
    pieces = _army(state, playing, effect, march)
    if not pieces.generals:
        return Problem("event-march-no-general", ("march",), "9.1", args)
    command = state.board.leaders[pieces.generals[0]].command
    there = state.units.get(march.at, {}).get(nation, 0)
    if not 0 < pieces.strength <= min(effect.units, command, there):
        most = min(effect.units, command, there)
        return Problem("event-march-units", ("march",), "9.1", {**args, "units": pieces.strength, "most": most})
    if not 0 < len(march.to) <= effect.steps:
        return Problem("event-march-steps", ("march",), "9.2", {**args, "steps": effect.steps, "n": len(march.to)})
    possible = places(state, effect.where, nation=nation)
    here = march.at
    for to in march.to:
        if to not in links(state, here):
            return Problem(
                "not-next-to", ("march",), "9.2", {"place": here, "to": to, "near": tuple(links(state, here))}
            )
        if to not in possible:
            return Problem("event-march-not-there", ("march",), "8.33", {**args, "to": to})
        for problem in wrong_with_crossing(state, nation, here, to):
            return problem
        here = to
    return None


@hindrances.register
def _no_nation(effect: PointsEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if not nation_meant(state, playing, effect.who):
        yield idle(playing, "no-nation")


@carry_out.register
def _points(effect: PointsEffect, table: Table[WarState], playing: Playing) -> None:
    """The Active nation spends them by the lines that follow, any other at once."""
    nation = nation_meant(table.state, playing, effect.who)
    if nation == table.state.active:
        pool = PointPool(nation=nation, points=effect.n, use=effect.use, source=playing.card.id)
        table.emit(PointsGained(pool=pool))
    else:
        spend_at_once(table, nation, effect.n, effect.use)


def spend_at_once(table: Table[WarState], nation: str, points: int, uses: tuple[str, ...]) -> None:
    """Spend points of a nation that is not Active: Refit markers off, pieces back from the Regroup box, then units.

    Units go where its seat's standing order `place_at` says, else to the capital (2.3, row 8).
    """
    while points > 0:
        used = _spend_one(table, nation, points, uses)
        if not used:
            return
        points -= used


def _spend_one(table: Table[WarState], nation: str, points: int, uses: tuple[str, ...]) -> int:
    """Spend points once; gives back how many, 0 if there is no use for what is left."""
    state = table.state
    ships = refitting(state, nation)
    if "refit" in uses and ships:
        refit(table, *ships[0], "refitted")
        return 1
    bases = preferred(state, nation, home_bases(state, nation))
    if "regroup" in uses and bases:
        if generals := generals_of(state, REGROUP, (nation,)):
            come_back(table, nation, (Purchase(what="general", at=bases[0], general=generals[0], points=1),))
            return 1
        if state.units.get(REGROUP, {}).get(nation):
            come_back(table, nation, (Purchase(what="unit", at=bases[0], points=1),))
            return 1
    ports = open_ports(state, nation)
    if "regroup" in uses and ports and squadrons_at(state, REGROUP, (nation,)):
        come_back(table, nation, (Purchase(what="squadron", at=ports[0], points=1),))
        return 1
    room = preferred(state, nation, tuple(home for home in homes(state, nation) if may_hold(state, nation, home)))
    if "unit" in uses and points >= UNIT and room and units_in_yard(state, nation) > 0:
        place_units(table, nation, room[0], 1)
        return UNIT
    return 0


@hindrances.register
def _no_consul(effect: ConsulEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    said = _said(playing)
    if said is not None and said.who is not None and effect.who not in ("any", "other", said.who):
        yield Problem("event-other-proxy", ("consul",), "6.16", {"card": playing.card.id, "proxy": effect.who})
        return
    open_to = list(_moves(state, playing, effect))
    if not open_to:
        yield idle(playing, "no-consul" if is_open(state) else "track-closed")
    elif said is not None and said.who and said.who in state.consuls and not _fitting_moves(state, playing, effect):
        moves = [to for proxy, to in open_to if proxy == said.who]
        args = {"card": playing.card.id, "proxy": said.who, "consul": state.consuls[said.who], "moves": moves}
        yield Problem("event-consul-not-so", ("consul",), "6.16", args)
    elif _chosen_move(state, playing, effect) is None:
        yield Problem("event-which-consul", ("consul",), "6.16", {"card": playing.card.id, "moves": open_to})


@carry_out.register
def _consul(effect: ConsulEffect, table: Table[WarState], playing: Playing) -> None:
    move = _chosen_move(table.state, playing, effect)
    if move is not None:
        proxy, to = move
        table.emit(ConsulByCard(proxy=proxy))
        move_consul(table, proxy, to, nation=playing.nation, cause="event", card=playing.card.id)


@left_open.register
def _moved(effect: ConsulEffect, state: WarState, playing: Playing) -> EventChoices:
    said, move = _said(playing), _chosen_move(state, playing, effect)
    if move is None or (said is not None and None not in (said.who, said.way, said.steps)):
        return EventChoices()
    proxy, to = move
    order, start = columns(state), state.consuls[proxy]
    boxes = order.index(to.column) - order.index(start.column)
    row = to.row or start.row or None
    way: Literal["left", "right"] = "right" if boxes > 0 else "left"
    return EventChoices(consul=(ConsulChoice(who=proxy, way=way, steps=abs(boxes), row=row),))


def _moves(state: WarState, playing: Playing, effect: ConsulEffect) -> Iterator[tuple[str, Consul]]:
    """All moves that an effect allows: a Proxy and the box that its consul enters."""
    rows: Collection[str] = () if effect.rows == "any" else effect.rows
    proxies = tuple(state.consuls) if effect.who in ("any", "other") else (effect.who,)
    for proxy in proxies:
        if effect.who == "other" and proxy in _taken(state, playing):
            continue
        for to in moves_by_event(state, proxy, effect.steps, effect.way, rows, to_ally=effect.to_ally):
            yield proxy, to


def _taken(state: WarState, playing: Playing) -> tuple[str, ...]:
    """The Proxies that an earlier effect of the card moves, or has moved."""
    if playing.moved:
        return playing.moved
    number = sum(1 for _ in playing.before(ConsulEffect))
    said = playing.choices.consul[:number]
    return tuple(each.who for each in said if each.who is not None)


def _said(playing: Playing) -> ConsulChoice | None:
    """What the sheet says of this effect: its entries are in the order of the effects."""
    number = sum(1 for _ in playing.before(ConsulEffect))
    return playing.choices.consul[number] if number < len(playing.choices.consul) else None


def _chosen_move(state: WarState, playing: Playing, effect: ConsulEffect) -> tuple[str, Consul] | None:
    """The move that the sheet wants; none if what it leaves open leaves not one possibility only."""
    found = _fitting_moves(state, playing, effect)
    return found[0] if len(found) == 1 else None


def _fitting_moves(state: WarState, playing: Playing, effect: ConsulEffect) -> tuple[tuple[str, Consul], ...]:
    """The moves that fit what the sheet says: as far as the effect allows, if it does not say how far."""
    said = _said(playing) or ConsulChoice()
    order = columns(state)
    found: dict[tuple[str, str, str], tuple[int, tuple[str, Consul]]] = {}
    for proxy, to in _moves(state, playing, effect):
        start = state.consuls[proxy]
        distance = order.index(to.column) - order.index(start.column)
        way = "right" if distance > 0 else "left"
        row = to.row or start.row
        if said.who not in (None, proxy) or said.way not in (None, way) or said.row not in (None, row):
            continue
        if said.steps not in (None, abs(distance)):
            continue
        best = found.get((proxy, way, row))
        if best is None or abs(distance) > best[0]:
            found[proxy, way, row] = (abs(distance), (proxy, to))
    return tuple(move for _, move in found.values())


@hindrances.register
def _no_alliance(effect: BreakAllianceEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if not _breakable(state, effect):
        yield idle(playing, "no-alliance")
    elif not _broken(state, playing, effect):
        args = {"card": playing.card.id, "proxies": _breakable(state, effect)}
        yield Problem("event-which-alliance", ("nation",), "8.21", args)


@carry_out.register
def _break(effect: BreakAllianceEffect, table: Table[WarState], playing: Playing) -> None:
    proxy = _broken(table.state, playing, effect)
    break_alliance(table, proxy, effect.to, nation=playing.nation, card=playing.card.id)


@left_open.register
def _losing(effect: BreakAllianceEffect, state: WarState, playing: Playing) -> EventChoices:
    several = len(_breakable(state, effect)) > 1 and not playing.choices.nation
    return EventChoices(nation=(_broken(state, playing, effect),) if several else ())


def _breakable(state: WarState, effect: BreakAllianceEffect) -> tuple[str, ...]:
    of = "" if effect.of == "any" else effect.of
    proxies = (one for one in state.board.sequence if effect.who in ("any", one))
    return tuple(proxy for proxy in proxies if may_break(state, proxy, of))


def _broken(state: WarState, playing: Playing, effect: BreakAllianceEffect) -> str:
    """The Proxy that loses its alliance: the one named, else that of the enemy first on the Sequence Track."""
    possible = _breakable(state, effect)
    if playing.choices.nation:
        return next((one for one in playing.choices.nation if one in possible), "")
    if len(possible) == 1:
        return possible[0]
    powers = state.board.sequence
    enemies = [one for one in possible if at_war(state, playing.nation, one)]
    return min(enemies, key=lambda one: powers.index(patron(state, one)), default="")


@hindrances.register
def _no_armistice(effect: ArmisticeEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    one, other = (nation_meant(state, playing, word) for word in effect.between)
    if not one or not other:
        yield idle(playing, "no-enemy-for-armistice")
    else:
        yield from wrong_armistice(state, one, other)


@carry_out.register
def _armistice(effect: ArmisticeEffect, table: Table[WarState], playing: Playing) -> None:
    """Without the consent of both seats, where it is wanted, there is none; the player's own goes without saying."""
    one, other = (nation_meant(table.state, playing, word) for word in effect.between)
    if effect.consent:
        own = seat_of(table.state, playing.nation)
        for nation, partner in ((one, other), (other, one)):
            seat = seat_of(table.state, nation)
            if seat != own and not agrees(table, seat, consent_of(table.state, seat).armistice.get(partner)):
                third = own not in (seat, seat_of(table.state, partner))
                powers = (one, other) if third else (partner, nation)
                table.emit(ArmisticeRefused(seat=own, powers=powers, of_others=third))
                return
    make_armistice(table, one, other, card=playing.card.id)


@hindrances.register
def _no_resource(effect: ResourceEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    power = holder_of_resources(state, nation_meant(state, playing, effect.who))
    track = state.board.tracks.resource
    held = state.resources.get(power, 0)
    if not power:
        yield idle(playing, "no-power")
    elif (held >= track.last and effect.n > 0) or (held <= track.first and effect.n < 0):
        yield idle(playing, "resources-at-end", nation=power, n=held)


@carry_out.register
def _resource(effect: ResourceEffect, table: Table[WarState], playing: Playing) -> None:
    move_resource(table, nation_meant(table.state, playing, effect.who), effect.n, "event", playing.card.id)


@hindrances.register
def _always(effect: ForeignWarEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    """A nation that lacks the pieces sends what it has."""
    yield from ()


@carry_out.register
def _open(effect: ForeignWarEffect, table: Table[WarState], playing: Playing) -> None:
    nation, card, demand = effect.against, playing.card.id, effect.demand
    ships = demand.squadron - len(_squadrons(table.state, nation)[: demand.squadron])
    points = ForcedPoints(table, nation, card)
    built = points.build("squadron", ships)
    if built < ships and effect.fail == "submission":
        must_surrender(table, nation, card)
        return
    table.emit(ForeignWarOpened(war=ForeignWar(card=card, nation=nation, turkish=effect.turkish)))
    for place, one in _squadrons(table.state, nation)[: demand.squadron]:
        table.emit(SquadronsMoved(start=place, to=war_box(card), squadrons=(one,), cause="sent", rule="6.13"))
    if built:
        new = (Squadron(nation=nation),) * built
        table.emit(SquadronsMoved(start=YARD, to=war_box(card), squadrons=new, cause="sent", rule="6.13"))
    _send_units(table, nation, card, demand.unit, points)
    _send_generals(table, nation, card, demand.general, points)


def _send_generals(table: Table[WarState], nation: str, card: str, n: int, points: ForcedPoints) -> None:
    """Send generals: from the map, then for 1 CP each out of the Regroup box (6.13, 7.7)."""
    for general in _generals(table.state, nation)[:n]:
        start = table.state.generals[general]
        if start != REGROUP or points.pay(1):
            _send(table, nation, card, start, Pieces(generals=(general,)))


def _send_units(table: Table[WarState], nation: str, card: str, n: int, points: ForcedPoints) -> None:
    """Send units: from the map, then for 1 CP each out of the Regroup box, then built at once (6.12, 6.13, 7.7)."""
    for place, units in _sources(table.state, nation, n).items():
        _send(table, nation, card, place, Pieces(units={nation: units}))
        n -= units
    while n and table.state.units.get(REGROUP, {}).get(nation) and points.pay(1):
        _send(table, nation, card, REGROUP, Pieces(units={nation: 1}))
        n -= 1
    if built := points.build("unit", n):
        _send(table, nation, card, YARD, Pieces(units={nation: built}))


def _send(table: Table[WarState], nation: str, card: str, start: str, pieces: Pieces) -> None:
    table.emit(PiecesMoved(start=start, to=war_box(card), pieces=pieces, cause="sent", rule="6.13"))


def _wish(state: WarState, nation: str) -> SendOrder:
    return standing_of(state, nation).send or SendOrder()


def _squadrons(state: WarState, nation: str) -> list[tuple[str, Squadron]]:
    """The Squadrons that may be sent, in the order in which they go; not those under a Build marker.

    From the places that the standing orders name, then from the Regroup box, which costs nothing, then from where
    enemies are farthest.
    """
    there = [
        (place, one) for place in state.squadrons if place == REGROUP or on_map(place)
        for one in squadrons_at(state, place, (nation,)) if not one.build
    ]  # fmt: skip
    wished, far = _wish(state, nation).squadron, distances(state, nation)

    def rank(each: tuple[str, Squadron]) -> tuple[int, bool, int, str, int]:
        place, one = each
        first = wished.index(place) if place in wished else len(wished)
        return (first, place != REGROUP, -far.get(place, 0), place, -one.refit)

    return sorted(there, key=rank)


def _sources(state: WarState, nation: str, n: int) -> dict[str, int]:
    """How many units are sent from which places on the map, *n* in all if there are so many.

    In turn from the places that the standing orders name, then from where enemies are farthest.
    """
    left = {place: each[nation] for place, each in state.units.items() if each.get(nation) and on_map(place)}
    wished, far = _wish(state, nation).unit, distances(state, nation)
    by_default = sorted(left, key=lambda place: (-far.get(place, 0), place))
    found: dict[str, int] = {}
    for number in range(min(n, sum(left.values()))):
        turn = number % len(wished) if wished else 0
        place = next(one for one in (*wished[turn:], *wished[:turn], *by_default) if left.get(one))
        left[place] -= 1
        found[place] = found.get(place, 0) + 1
    return found


def _generals(state: WarState, nation: str) -> list[str]:
    """The generals that may be sent: those that the standing orders name, then the least able ones.

    Those on the map come before those in the Regroup box, which cost a CP.
    """
    leaders, place = state.board.leaders, state.generals
    here = [name for name, at in place.items() if (on_map(at) or at == REGROUP) and leaders[name].nation == nation]
    wished = [name for name in _wish(state, nation).general if name in here]
    least = sorted(here, key=lambda one: (leaders[one].command, leaders[one].battle, leaders[one].name))
    return sorted(dict.fromkeys((*wished, *least)), key=lambda one: place[one] == REGROUP)


def distances(state: WarState, nation: str) -> dict[str, int]:
    """By duchy: the steps to the nearest enemy forces of *nation*; as far as can be where there are none."""
    ring = [duchy for duchy in state.board.duchies if enemies_at(state, nation, duchy)]
    found = dict.fromkeys(ring, 0)
    steps = 0
    while ring:
        steps += 1
        ring = list(_next_ring(state, ring, found))
        found.update(dict.fromkeys(ring, steps))
    return {duchy: found.get(duchy, len(state.board.duchies)) for duchy in state.board.duchies}


def _next_ring(state: WarState, ring: Iterable[str], seen: dict[str, int]) -> Iterator[str]:
    return iter(dict.fromkeys(other for duchy in ring for other in links(state, duchy) if other not in seen))
