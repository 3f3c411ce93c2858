"""Effects on consuls, alliances, Armistices and Resources: `consul`, `break_alliance`, `armistice`, `resource`."""

from collections.abc import Collection, Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.effects.rules import carry_out, hindrances, idle
from pbem_tnw.chapters.cards.events import ConsulByCard
from pbem_tnw.chapters.cards.playing import Playing, nation_meant
from pbem_tnw.chapters.diplomacy.alliances import break_alliance, may_break, move_consul
from pbem_tnw.chapters.diplomacy.armistices import make_armistice, wrong_armistice
from pbem_tnw.chapters.diplomacy.camps import agrees, consent_of
from pbem_tnw.chapters.diplomacy.events import ArmisticeRefused
from pbem_tnw.chapters.diplomacy.resources import holder_of_resources, move_resource
from pbem_tnw.chapters.diplomacy.track import columns, moves_by_event
from pbem_tnw.edition.card_words import ArmisticeEffect, BreakAllianceEffect, ConsulEffect, ResourceEffect
from pbem_tnw.orders.lines.event_choices import ConsulChoice
from pbem_tnw.position.control import at_war, patron, seat_of
from pbem_tnw.position.state import Consul, WarState


@hindrances.register
def _no_consul(effect: ConsulEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    said = _said(playing)
    if said is not None and said.who is not None and effect.who not in ("any", "other", said.who):
        yield Problem("event-other-proxy", ("consul",), "6.16", {"card": playing.card.id, "proxy": effect.who})
        return
    open_to = list(_moves(state, playing, effect))
    if not open_to:
        yield idle(playing, "no-consul")
    elif _chosen_move(state, playing, effect) is None:
        yield Problem("event-which-consul", ("consul",), "6.16", {"card": playing.card.id, "moves": open_to})


@carry_out.register
def _consul(effect: ConsulEffect, table: Table[WarState], playing: Playing) -> None:
    move = _chosen_move(table.state, playing, effect)
    if move is not None:
        proxy, to = move
        table.emit(ConsulByCard(proxy=proxy))
        move_consul(table, proxy, to, nation=playing.nation, cause="event", card=playing.card.id)


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
    """The move that the sheet wants: as far as the effect allows, if it does not say how far.

    What it leaves open must leave one possibility only; then there is none.
    """
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
    return next(iter(found.values()))[1] if len(found) == 1 else None


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
                table.emit(ArmisticeRefused(seat=own, powers=(one, other)))
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
