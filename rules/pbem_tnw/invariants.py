"""What must be true of every position: cards, pieces, generals and Flags are conserved, markers are on their tracks.

Each invariant has a name, by which a ruling may overrule it: `cards`, `pieces`, `flags`, `places`, `tracks`, `seats`.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from pbem.engine.ruleset import BrokenInvariant
from pbem_tnw.chapters.politics.camps import AllianceBreaks, afloat, nations_at
from pbem_tnw.chapters.sea.fleets import beyond_room
from pbem_tnw.edition.board import BOXES, YARD, on_map, war_of
from pbem_tnw.position.control import at_war, is_power, is_proxy, patron, seat_of
from pbem_tnw.position.forces import all_in_play
from pbem_tnw.position.state import WarState

CARDS, PIECES, FLAGS, PLACES, TRACKS, SEATS = "cards", "pieces", "flags", "places", "tracks", "seats"


def broken(state: WarState) -> Iterator[BrokenInvariant]:
    """Every invariant that *state* breaks."""
    if not state.units:  # the board is not laid out yet
        return
    yield from _cards(state)
    yield from _pieces(state)
    yield from _places(state)
    yield from _flags(state)
    yield from _tracks(state)
    yield from _seats(state)


def _cards(state: WarState) -> Iterator[BrokenInvariant]:
    """Every card is in one hand, the deck, the played pile, on the table, or out of the game."""
    if not state.turn:
        return
    hands = [card for hand in state.hands.values() for card in hand.known]
    beside = {*(one.card for one in state.lasting), *(one.card for one in state.wars)}
    table = beside | {one.card for one in state.laid}
    there = Counter([*hands, *state.deck.cards, *state.played.cards, *table, *state.removed])
    reserves = {card for own in state.board.reserves.values() for card in own}
    wanted = Counter(state.board.deck)
    found = Counter({card: number for card, number in there.items() if card not in reserves})
    if found != wanted:
        lost, extra = sorted((wanted - found).elements()), sorted((found - wanted).elements())
        yield BrokenInvariant(CARDS, "cards-not-conserved", {"lost": tuple(lost), "extra": tuple(extra)})
    if state.deck.unknown or any(hand.unknown for hand in state.hands.values()):
        yield BrokenInvariant(CARDS, "cards-hidden")
    if len(set(state.used)) < len(state.used) or not set(state.used) <= reserves:
        yield BrokenInvariant(CARDS, "reserves-used", {"used": state.used})


def _pieces(state: WarState) -> Iterator[BrokenInvariant]:
    """No nation has more pieces than the game contains (7), none has fewer than none."""
    units, squadrons = all_in_play(state), Counter(one.nation for there in state.squadrons.values() for one in there)
    for nation in state.board.nations.values():
        limits = nation.limits
        counts = {"units": units[nation.id], "squadrons": squadrons[nation.id]}
        for what, number in counts.items():
            most = getattr(limits, what)
            if not 0 <= number <= most:
                args = {"nation": nation.id, "what": what, "number": number, "most": most}
                yield BrokenInvariant(PIECES, "pieces-beyond-limits", args)
    for place, there in state.units.items():
        for name, strength in there.items():
            if strength <= 0:
                yield BrokenInvariant(PIECES, "no-such-strength", {"place": place, "nation": name, "number": strength})
    from_the_start = {leader.id for leader in state.board.leaders.values() if not leader.card}
    missing, strange = from_the_start - {*state.generals}, {*state.generals} - {*state.board.leaders}
    if missing or strange:
        args = {"missing": tuple(sorted(missing)), "strange": tuple(sorted(strange))}
        yield BrokenInvariant(PIECES, "generals-not-conserved", args)


def _places(state: WarState) -> Iterator[BrokenInvariant]:
    """Pieces are in duchies, zones, Ports and boxes; enemies share a duchy only while they fight."""
    board = state.board
    for place in {*state.units, *state.squadrons, *state.generals.values()}:
        if place not in board.duchies and place not in board.zones and place not in BOXES and not war_of(place):
            yield BrokenInvariant(PLACES, "no-such-place", {"place": place})
    for place, fleet in state.squadrons.items():
        if place in board.duchies and not board.duchies[place].is_port and fleet:
            yield BrokenInvariant(PLACES, "squadrons-on-land", {"place": place})
        if place == YARD:
            yield BrokenInvariant(PLACES, "squadrons-in-yard", {})
    wars = {war.card for war in state.wars}
    for place in {*state.units, *state.squadrons, *state.generals.values()}:
        if war_of(place) and war_of(place) not in wars:
            yield BrokenInvariant(PLACES, "no-such-war", {"card": war_of(place)})
    if state.impulse is not None:
        return
    for place, there in state.units.items():
        pairs = combinations((nation for nation, strength in there.items() if strength), 2)
        foes = next((pair for pair in pairs if at_war(state, *pair)), None)
        if foes is not None and place in board.duchies and on_map(place):
            yield BrokenInvariant(PLACES, "enemies-share-duchy", {"place": place, "nations": foes})
    yield from _aboard(state)


def _aboard(state: WarState) -> Iterator[BrokenInvariant]:
    """Forces at sea are aboard Squadrons of their Camp, which have room for them (13.6)."""
    for zone in afloat(state):
        for nation in nations_at(state, zone):
            over = beyond_room(state, nation, zone)
            if over:
                args = {"place": zone, "nation": nation, "number": over.strength}
                yield BrokenInvariant(PLACES, "aboard-without-room", args)


def _flags(state: WarState) -> Iterator[BrokenInvariant]:
    """A nation has no more Flags out than it has (7.44), and none on a duchy of its own colour (7.4)."""
    out = Counter(state.flags.values())
    for nation in state.board.nations.values():
        if out[nation.id] > nation.limits.flags:
            args = {"nation": nation.id, "number": out[nation.id], "most": nation.limits.flags}
            yield BrokenInvariant(FLAGS, "flags-beyond-limits", args)
    duchies = state.board.duchies
    for duchy, nation_id in state.flags.items():
        if duchy not in duchies or duchies[duchy].nation == nation_id:
            yield BrokenInvariant(FLAGS, "flag-at-home", {"duchy": duchy, "nation": nation_id})


def _tracks(state: WarState) -> Iterator[BrokenInvariant]:
    """Markers are in boxes of their tracks: Resources only with Powers, consuls in rows of Powers (8.1, 16.1)."""
    track = state.board.tracks.resource
    for nation, number in state.resources.items():
        if not track.first <= number <= track.last:
            args = {"nation": nation, "number": number, "most": track.last}
            yield BrokenInvariant(TRACKS, "resources-off-track", args)
        if number and is_proxy(state, nation):
            yield BrokenInvariant(TRACKS, "resources-of-proxy", {"nation": nation, "number": number})
    for pool in state.going_on.pools:
        if pool.points < 0:
            yield BrokenInvariant(TRACKS, "points-below-none", {"nation": pool.nation, "number": pool.points})
    columns = state.board.tracks.diplomatic.columns
    for proxy, consul in state.consuls.items():
        shared = next((one.shared for one in columns if one.id == consul.column), None)
        rowless = bool(shared) and not consul.plus
        if shared is None or bool(consul.row) == rowless or (consul.row and not is_power(state, consul.row)):
            args = {"proxy": proxy, "row": consul.row, "column": consul.column}
            yield BrokenInvariant(TRACKS, "consul-off-track", args)


def _seats(state: WarState) -> Iterator[BrokenInvariant]:
    """A Power has a seat; a Pact ally that of its Power; a neutral Proxy none (4.3, 8.2).

    One whose alliance has just been broken still has its seat: it may be restored (8.21).
    """
    if not state.turn:
        return
    breaking = {box.proxy for box in state.flow if isinstance(box, AllianceBreaks)}
    for nation in state.board.sequence:
        if nation in breaking:
            continue
        seat = seat_of(state, nation)
        power = patron(state, nation)
        wanted = seat_of(state, power) if is_proxy(state, nation) else seat
        if seat != wanted or (not is_proxy(state, nation) and not seat):
            yield BrokenInvariant(SEATS, "wrong-seat", {"nation": nation, "seat": seat})
