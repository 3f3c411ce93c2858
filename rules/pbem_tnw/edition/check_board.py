"""The map: duchies, links, sea zones, narrows, boxes (7.43, 9.2, 12, 13.1, 15.1)."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import get_args

from pbem.engine.edition import nearest
from pbem.engine.order import OrderPath, Problem
from pbem_tnw.edition.board import YARD, BoxId, Duchy, NationId, PrintedPlace, WarMap
from pbem_tnw.edition.edition import TnwEditionFiles
from pbem_tnw.edition.nations import DiplomaticTrack, GreatPower, Leader, Nation, Nations, ProxyId, WarTracks

DUCHIES: OrderPath = ("map", "duchies")
ZONES: OrderPath = ("map", "zones")
LEADERS: OrderPath = ("armies", "nations")
CARDS: OrderPath = ("cards", "deck")
_LISTED = {"duchy": DUCHIES, "zone": ZONES, "place": DUCHIES, "general": LEADERS, "card": CARDS, "list": ("cards",)}


class KnownIds:
    """The ids of *files* by kind of thing; what is *unread* is there, too, but could not be read."""

    def __init__(self, files: TnwEditionFiles, unread: Collection[str]) -> None:
        duchies = {duchy.id for duchy in files.map.duchies}
        zones = {zone.id for zone in files.map.zones}
        leaders = {leader.id for nation in files.armies.nations for leader in nation.leaders}
        self.cards = {card.id: card for card in (*files.cards.deck, *files.cards.reserves)}
        self.ids: dict[str, Collection[str]] = {
            "duchy": duchies, "zone": zones, "place": duchies | zones, "general": leaders, "card": set(self.cards),
            "list": set(files.cards.lists),
        }  # fmt: skip
        self._unread = unread

    def has(self, kind: str, name: str) -> bool:
        """Whether *name* is the id of a thing of *kind*, or may be: of one that could not be read."""
        return name in self.ids[kind] or name in self._unread

    def unknown(self, kind: str, name: str, path: OrderPath) -> Iterator[Problem]:
        """The problem that nothing of *kind* is called *name*, if so."""
        if not self.has(kind, name):
            args = {"kind": kind, "name": name, "nearest": nearest(name, self.ids[kind])}
            yield Problem(f"no-such-{kind}", path, args=args)


def every_place(board: WarMap) -> Iterator[tuple[OrderPath, PrintedPlace]]:
    """Every duchy and zone with its path."""
    yield from (((*DUCHIES, number), duchy) for number, duchy in enumerate(board.duchies))
    yield from (((*ZONES, number), zone) for number, zone in enumerate(board.zones))


def twice(listed: OrderPath, ids: Iterable[str]) -> Iterator[Problem]:
    """Each of *ids*, those of the entries of the list at *listed*, that is used again."""
    seen: set[str] = set()
    for number, each in enumerate(ids):
        if each in seen:
            yield Problem("id-twice", (*listed, number, "id"), args={"id": each})
        seen.add(each)


CAPITALS: Mapping[str, int] = {nation: 2 if nation == "russia" else 1 for nation in get_args(NationId)}
DOUBLE = {("britain", "france"): 5, ("britain", "prussia"): 1, ("france", "prussia"): 1}
"""Doubly Associated duchies by upper and lower colour: Holland and the Vendée, Hanover, Warsaw (7.43)."""
STRENGTH, STRENGTH_OF_GIBRALTAR = 2, 4
MOST_ZONES = 2
NEEDED_BOXES = get_args(BoxId)
_LINKS: OrderPath = ("map", "links")
_MAP: tuple[OrderPath, ...] = (_LINKS, DUCHIES, ZONES)
_ID = re.compile(r"[a-z][a-z0-9-]*")


def check_map(board: WarMap, known: KnownIds) -> Iterator[Problem]:
    """Every problem of map.yaml but those of spellings."""
    yield from twice(DUCHIES, [duchy.id for duchy in board.duchies])
    yield from twice(ZONES, [zone.id for zone in board.zones])
    yield from _ids(board)
    for number, duchy in enumerate(board.duchies):
        yield from _duchy((*DUCHIES, number), duchy, known)
    yield from _counted(board)
    yield from _off_the_board(board)
    yield from _links(board, known)
    yield from _zones(board, known)
    yield from _ports(board)
    yield from _narrows(board, known)
    yield from _connected(board)
    found = {box.id for box in board.boxes}
    for box in NEEDED_BOXES:
        if box not in found:
            yield Problem("box-missing", ("map", "boxes"), args={"box": box})
    yield from twice(("map", "boxes"), [box.id for box in board.boxes])


def _ids(board: WarMap) -> Iterator[Problem]:
    duchies = {duchy.id for duchy in board.duchies}
    for path, place in every_place(board):
        if not _ID.fullmatch(place.id):
            yield Problem("bad-id", (*path, "id"), args={"id": place.id})
        if path[:-1] == ZONES and place.id in duchies:
            yield Problem("id-twice", (*path, "id"), args={"id": place.id})


def _duchy(path: OrderPath, duchy: Duchy, known: KnownIds) -> Iterator[Problem]:
    args = {"duchy": duchy.name}
    if (duchy.upper is not None) != (duchy.tie == "double") or duchy.upper == duchy.nation:
        yield Problem("upper-of-double", (*path, "upper" if duchy.upper else "tie"), args=args, rule="7.43")
    if duchy.key and not duchy.is_fortress:
        yield Problem("key-of-fortress", (*path, "key"), args=args)
    if duchy.is_fortress != bool(duchy.strength):
        yield Problem("strength-of-fortress", (*path, "strength" if duchy.strength else "kind"), args=args, rule="12.3")
    elif duchy.is_fortress:
        wanted = STRENGTH_OF_GIBRALTAR if duchy.id == "gibraltar" else STRENGTH
        if duchy.strength != wanted:
            found = {"found": duchy.strength, "wanted": wanted}
            yield Problem("fortress-strength", (*path, "strength"), args={**args, **found}, rule="12.3")
    if duchy.capital and not (duchy.is_home and (duchy.key or duchy.kind == "key")):
        yield Problem("capital-no-home-key", (*path, "capital"), args=args, rule="15.1")
    if len(duchy.port) > MOST_ZONES or len(set(duchy.port)) < len(duchy.port):
        yield Problem("port-zones", (*path, "port"), args=args)
    for number, zone in enumerate(duchy.port):
        yield from known.unknown("zone", zone, (*path, "port", number))


def _counted(board: WarMap) -> Iterator[Problem]:
    """Capitals and doubly Associated duchies: as many as the rules say (7.43, 15.1)."""
    capitals = Counter(str(duchy.nation) for duchy in board.duchies if duchy.capital)
    for nation, wanted in CAPITALS.items():
        if capitals[nation] != wanted:
            args = {"nation": nation, "found": capitals[nation], "wanted": wanted}
            yield Problem("number-of-capitals", DUCHIES, rule="15.1", args=args)
    double = Counter(
        (str(duchy.upper), str(duchy.nation)) for duchy in board.duchies if duchy.tie == "double" and duchy.upper
    )
    for upper, lower in sorted({*double, *DOUBLE}):
        found, wanted = double[upper, lower], DOUBLE.get((upper, lower), 0)
        if found != wanted:
            args = {"upper": upper, "lower": lower, "found": found, "wanted": wanted}
            yield Problem("number-of-double", DUCHIES, rule="7.43", args=args)


def _off_the_board(board: WarMap) -> Iterator[Problem]:
    for path, place in every_place(board):
        if not (0 < place.x < board.board.width and 0 < place.y < board.board.height):
            yield Problem("off-the-board", path, args={"name": place.name})


def _links(board: WarMap, known: KnownIds) -> Iterator[Problem]:
    ports = {duchy.id: duchy.port for duchy in board.duchies}
    seen: set[frozenset[str]] = set()
    numbers: Counter[str] = Counter()
    for one, other, link in board.links.each():
        path = (*_LINKS, "pass_" if link.kind == "pass" else link.kind, numbers[link.kind])
        numbers[link.kind] += 1
        yield from known.unknown("duchy", one, (*path, 0))
        yield from known.unknown("duchy", other, (*path, 1))
        if one == other:
            yield Problem("link-to-itself", path, args={"duchy": one})
        elif frozenset((one, other)) in seen:
            yield Problem("link-twice", path, args={"one": one, "other": other})
        seen.add(frozenset((one, other)))
        if link.kind != "strait":
            continue
        yield from known.unknown("zone", link.zone, (*path, 2))
        if known.has("zone", link.zone) and not any(link.zone in ports.get(end, ()) for end in (one, other)):
            args = {"one": one, "other": other, "zone": link.zone}
            yield Problem("strait-without-port", path, rule="9.2", args=args, rests_on=(DUCHIES,))


def _zones(board: WarMap, known: KnownIds) -> Iterator[Problem]:
    zones = {zone.id: zone for zone in board.zones}
    ports: dict[str, set[str]] = defaultdict(set)
    for duchy in board.duchies:
        for touched in duchy.port:
            ports[touched].add(duchy.id)
    for number, zone in enumerate(board.zones):
        path = (*ZONES, number)
        for at, other in enumerate(zone.adjacent):
            yield from known.unknown("zone", other, (*path, "adjacent", at))
            if other == zone.id or (other in zones and zone.id not in zones[other].adjacent):
                args = {"zone": zone.name, "other": other}
                yield Problem("one-sided-zone", (*path, "adjacent", at), args=args, rests_on=(ZONES,))
        for at, port in enumerate(zone.ports):
            yield from known.unknown("duchy", port, (*path, "ports", at))
            if known.has("duchy", port) and port not in ports[zone.id]:
                args = {"zone": zone.name, "duchy": port}
                yield Problem("port-elsewhere", (*path, "ports", at), args=args, rests_on=(DUCHIES,))
        lacking = tuple(sorted(ports[zone.id] - set(zone.ports)))
        if lacking:
            yield Problem("ports-not-listed", (*path, "ports"), args={"zone": zone.name, "duchies": lacking})


def _ports(board: WarMap) -> Iterator[Problem]:
    """The two zones of a Port are adjacent (13.3)."""
    zones = {zone.id: zone for zone in board.zones}
    for number, duchy in enumerate(board.duchies):
        if len(duchy.port) == MOST_ZONES and set(duchy.port) <= set(zones):
            one, other = duchy.port
            if other not in zones[one].adjacent:
                args = {"duchy": duchy.name, "one": one, "other": other}
                yield Problem("port-of-zones-apart", (*DUCHIES, number, "port"), args=args, rests_on=(ZONES,))


def _narrows(board: WarMap, known: KnownIds) -> Iterator[Problem]:
    ports = {duchy.id: duchy.port for duchy in board.duchies}
    for number, narrows in enumerate(board.narrows):
        path: OrderPath = ("map", "narrows", number)
        yield from known.unknown("duchy", narrows.guarded_by, (*path, "guarded_by"))
        for at, zone in enumerate(narrows.zones):
            yield from known.unknown("zone", zone, (*path, "zones", at))
        touched = ports.get(narrows.guarded_by)
        if touched is not None and set(touched) != set(narrows.zones):
            args = {"name": narrows.name, "duchy": narrows.guarded_by}
            yield Problem("guard-elsewhere", (*path, "guarded_by"), rule="13.8", args=args, rests_on=(DUCHIES,))


def _connected(board: WarMap) -> Iterator[Problem]:
    """Every duchy and zone can be reached from every other, by land and sea."""
    joined: dict[str, set[str]] = defaultdict(set)
    for one, other, _ in board.links.each():
        joined[one].add(other)
        joined[other].add(one)
    at_sea = [(zone.id, each) for zone in board.zones for each in (*zone.adjacent, *zone.ports)]
    for one, other in (*at_sea, *((zone, duchy.id) for duchy in board.duchies for zone in duchy.port)):
        joined[one].add(other)
        joined[other].add(one)
    ids = [place.id for _, place in every_place(board)]
    reached = {ids[0]} if ids else set()
    queue = list(reached)
    while queue:
        following = joined[queue.pop()] - reached
        reached |= following
        queue += following
    cut = [(path, place.id) for path, place in every_place(board) if place.id not in reached]
    if cut:
        args = {"places": tuple(each for _, each in cut[:8])}
        yield Problem("out-of-reach", cut[0][0], args=args, rests_on=_MAP)


HANDS: Mapping[str, int] = {
    "france": 6, "austria": 4, "britain": 4, "russia": 3, "prussia": 3, "turkey": 2, "spain": 2, "sweden": 1,
    "denmark": 1,
}  # fmt: skip
"""The first hands (4.4)."""
CAMPS: Mapping[str, str] = {
    "france": "imperial", "spain": "imperial", "britain": "coalition", "austria": "coalition", "russia": "coalition",
}  # fmt: skip
"""The nations that begin in a Camp (8.3)."""
FRENCH_KEYS = 13
"""Keys that France controls at the start (5.81)."""
RESERVES, MOST_RESERVES = 11, 2
NATIONS: OrderPath = ("armies", "nations")
_SEQUENCE: OrderPath = ("armies", "sequence")


def check_nations(armies: Nations, board: WarMap) -> Iterator[Problem]:
    """Every problem of the nations but those of their pieces."""
    yield from _sequence(armies)
    listed = Counter(nation.id for nation in armies.nations)
    for name in get_args(NationId):
        if listed[name] != 1:
            yield Problem("nation-twice" if listed[name] else "nation-missing", NATIONS, args={"nation": name})
    for number, nation in enumerate(armies.nations):
        yield from _nation((*NATIONS, number), nation, board)
    yield from _keys(armies, board)
    yield from _reserves(armies)


def _sequence(armies: Nations) -> Iterator[Problem]:
    wanted = get_args(NationId)
    if sorted(armies.sequence) != sorted(wanted):
        yield Problem("sequence-of-all", _SEQUENCE, rule="5", args={"wanted": wanted})
    elif (armies.sequence[0], armies.sequence[-1]) != ("france", "denmark"):
        yield Problem("sequence-ends", _SEQUENCE, rule="4.2")
    if armies.tracks.sequence.start != "france":
        yield Problem("sequence-start", ("armies", "tracks", "sequence", "start"), rule="4.2")


def _nation(path: OrderPath, nation: Nation, board: WarMap) -> Iterator[Problem]:
    kind = "power" if nation.id in get_args(GreatPower) else "minor"
    wanted = {"kind": kind, "camp": CAMPS.get(nation.id, "neutral"), "hand": HANDS[nation.id]}
    for (key, each), rule in zip(wanted.items(), ("4.3", "8.3", "4.4"), strict=True):
        if (found := getattr(nation, key)) != each:
            args = {"nation": nation.name, "key": key, "found": found, "wanted": each}
            yield Problem("of-a-nation", (*path, key), rule=rule, args=args)
    capitals = tuple(sorted(duchy.id for duchy in board.duchies if duchy.capital and duchy.nation == nation.id))
    if tuple(sorted(nation.capitals)) != capitals:
        args = {"nation": nation.name, "found": nation.capitals, "wanted": capitals}
        yield Problem("capitals-of-the-map", (*path, "capitals"), rule="15.1", args=args, rests_on=(DUCHIES,))
    for at, leader in enumerate(nation.leaders):
        if leader.nation:
            yield Problem("worked-out", (*path, "leaders", at, "nation"), args={"key": "nation"})


def flags(armies: Nations) -> dict[str, str]:
    """The nations with Flags at the start by duchy."""
    return {duchy: nation.id for nation in armies.nations for duchy in nation.flags.placed}


def _keys(armies: Nations, board: WarMap) -> Iterator[Problem]:
    """The Keys that the nations say they have agree with the map and the Flags."""
    placed = flags(armies)
    keys: list[Duchy] = [duchy for duchy in board.duchies if duchy.key or duchy.kind == "key"]
    own = Counter(str(duchy.nation) for duchy in keys)
    start = Counter(placed.get(duchy.id, duchy.nation) for duchy in keys)
    for number, nation in enumerate(armies.nations):
        for key, counted in (("own", own[nation.id]), ("start", start[nation.id])):
            if (found := getattr(nation.keys, key)) != counted:
                args = {"nation": nation.name, "key": key, "found": found, "wanted": counted}
                yield Problem("keys", (*NATIONS, number, "keys", key), rule="5.81", args=args, rests_on=(DUCHIES,))
    if start["france"] != FRENCH_KEYS:
        args = {"found": start["france"], "wanted": FRENCH_KEYS}
        yield Problem("french-keys", DUCHIES, rule="5.81", args=args, rests_on=(NATIONS,))


def _reserves(armies: Nations) -> Iterator[Problem]:
    """Eleven Reserves, one or two a nation, in slots that are numbered (4.4, 6.2)."""
    for number, nation in enumerate(armies.nations):
        path: OrderPath = (*NATIONS, number, "reserves")
        if not 1 <= len(nation.reserves) <= MOST_RESERVES:
            args = {"nation": nation.name, "found": len(nation.reserves)}
            yield Problem("reserves-of-a-nation", path, rule="6.2", args=args)
        for at, reserve in enumerate(nation.reserves):
            if reserve.slot != f"{nation.id}-{at + 1}":
                args = {"found": reserve.slot, "wanted": f"{nation.id}-{at + 1}"}
                yield Problem("slot", (*path, at, "slot"), args=args)
    total = sum(len(nation.reserves) for nation in armies.nations)
    if total != RESERVES:
        yield Problem("number-of-reserves", NATIONS, rule="4.4", args={"found": total, "wanted": RESERVES})


COMMANDS, RATINGS = (4, 6, 8), (1, 2, 3, 4)
CARD_LEADERS = {"bernadotte", "poniatowski"}
"""The generals that only cards bring into play (7.2)."""
LATE_LEADERS = 3
"""Generals that come from the second Turn on (7.2)."""
NAPOLEON = "napoleon"
_DUCHIES_ALONE: tuple[OrderPath, ...] = (DUCHIES,)


class _Control:
    """Who controls a duchy at the start, and which Camp: a neutral nation is one of its own."""

    def __init__(self, armies: Nations, board: WarMap) -> None:
        placed = flags(armies)
        self.camps: dict[str, str] = {
            each.id: each.camp if each.camp != "neutral" else each.id for each in armies.nations
        }
        self.nations = {duchy.id: placed.get(duchy.id, duchy.nation) for duchy in board.duchies}
        self.duchies = {duchy.id: duchy for duchy in board.duchies}
        self.zones = {zone.id: zone for zone in board.zones}

    def camp(self, nation: str) -> str:
        return self.camps.get(nation, nation)

    def friendly(self, duchy: str, nation: str) -> bool:
        """Whether *duchy*, if it is known, is controlled by the Camp of *nation*."""
        return duchy not in self.nations or self.camp(self.nations[duchy]) == self.camp(nation)


def check_set_up(armies: Nations, board: WarMap, known: KnownIds) -> Iterator[Problem]:
    """Every problem of the pieces at the start."""
    control = _Control(armies, board)
    for number, nation in enumerate(armies.nations):
        path = (*NATIONS, number)
        yield from _units((*path, "units"), nation, control, known)
        yield from _squadrons((*path, "squadrons"), nation, control, known)
        yield from _flags((*path, "flags", "placed"), nation, control, known)
        yield from _leaders((*path, "leaders"), nation, known)
        yield from _limits(path, nation)
    yield from _flags_twice(armies)
    yield from _two_camps(armies, control)
    yield from _all_leaders(armies)


def _units(listed: OrderPath, nation: Nation, control: _Control, known: KnownIds) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, units in enumerate(nation.units):
        path, args = (*listed, number), {"nation": nation.name, "duchy": units.at}
        yield from known.unknown("duchy", units.at, (*path, "at"))
        if units.strength < 1:
            yield Problem("strength-of-units", (*path, "strength"), args=args)
        if units.at in seen:
            yield Problem("units-twice", (*path, "at"), args=args)
        seen.add(units.at)
        if not control.friendly(units.at, nation.id):
            yield Problem("units-abroad", (*path, "at"), rule="8.2", args=args, rests_on=_DUCHIES_ALONE)


def _squadrons(listed: OrderPath, nation: Nation, control: _Control, known: KnownIds) -> Iterator[Problem]:
    for number, squadrons in enumerate(nation.squadrons):
        path, args = (*listed, number, "at"), {"nation": nation.name, "place": squadrons.at}
        yield from known.unknown("place", squadrons.at, path)
        if squadrons.number < 1:
            yield Problem("number-of-squadrons", (*listed, number, "number"), args=args)
        duchy, zone = control.duchies.get(squadrons.at), control.zones.get(squadrons.at)
        if duchy and not (duchy.is_port and control.friendly(duchy.id, nation.id)):
            yield Problem("squadrons-without-port", path, rule="13.2", args=args, rests_on=_DUCHIES_ALONE)
        if zone and not any(control.friendly(port, nation.id) for port in zone.ports):
            yield Problem("squadrons-far-from-home", path, rule="13.10", args=args, rests_on=(ZONES, DUCHIES))


def _flags(listed: OrderPath, nation: Nation, control: _Control, known: KnownIds) -> Iterator[Problem]:
    """A Flag stands on a foreign duchy, an enemy's, unfortified, with units of the nation (7.4)."""
    for number, place in enumerate(nation.flags.placed):
        path, args = (*listed, number), {"nation": nation.name, "duchy": place}
        yield from known.unknown("duchy", place, path)
        duchy = control.duchies.get(place)
        if duchy is None:
            continue
        if control.camp(duchy.nation) == control.camp(nation.id):
            yield Problem("flag-on-a-friend", path, rule="7.4", args=args, rests_on=_DUCHIES_ALONE)
        elif duchy.is_fortress or not any(units.at == place for units in nation.units):
            yield Problem("flag-not-won", path, rule="7.4", args=args, rests_on=_DUCHIES_ALONE)


def _flags_twice(armies: Nations) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, nation in enumerate(armies.nations):
        for at, place in enumerate(nation.flags.placed):
            if place in seen:
                path = (*NATIONS, number, "flags", "placed", at)
                yield Problem("two-flags", path, rule="7.4", args={"duchy": place})
            seen.add(place)


def _leaders(listed: OrderPath, nation: Nation, known: KnownIds) -> Iterator[Problem]:
    if not nation.leaders:
        yield Problem("no-leader", listed, args={"nation": nation.name})
    for number, leader in enumerate(nation.leaders):
        path, args = (*listed, number), {"general": leader.name}
        if leader.command not in COMMANDS:
            yield Problem("command", (*path, "command"), rule="7.2", args={**args, "found": leader.command})
        if leader.battle not in RATINGS:
            yield Problem("rating", (*path, "battle"), args={**args, "found": leader.battle})
        if sum((bool(leader.at), leader.not_before is not None, leader.card)) != 1:
            yield Problem("one-way-into-play", path, rule="7.2", args=args)
        if leader.card != (leader.id in CARD_LEADERS):
            yield Problem("leader-by-card", (*path, "card") if leader.card else path, rule="7.2", args=args)
        if leader.at and leader.at != YARD:
            yield from known.unknown("duchy", leader.at, (*path, "at"))
            if known.has("duchy", leader.at) and not any(units.at == leader.at for units in nation.units):
                where = {**args, "duchy": leader.at, "nation": nation.name}
                yield Problem("leader-alone", (*path, "at"), args=where, rests_on=(listed[:-1],))


def _all_leaders(armies: Nations) -> Iterator[Problem]:
    every: list[tuple[OrderPath, str, Leader]] = [
        ((*NATIONS, number, "leaders", at), nation.id, leader)
        for number, nation in enumerate(armies.nations)
        for at, leader in enumerate(nation.leaders)
    ]
    seen: set[str] = set()
    for path, _, leader in every:
        if leader.id in seen:
            yield Problem("id-twice", (*path, "id"), args={"id": leader.id})
        seen.add(leader.id)
    if not any((nation, leader.id) == ("france", NAPOLEON) for _, nation, leader in every):
        yield Problem("no-napoleon", LEADERS, rule="17.3")
    second = armies.tracks.turn.boxes[1:2]
    late = [leader for _, _, leader in every if leader.not_before is not None]
    if len(late) != LATE_LEADERS or any((leader.not_before,) != second for leader in late):
        args = {"found": tuple(leader.name for leader in late), "wanted": LATE_LEADERS, "years": second}
        yield Problem("late-leaders", LEADERS, rule="7.2", args=args)


def _limits(path: OrderPath, nation: Nation) -> Iterator[Problem]:
    used = {
        "units": sum(each.strength for each in nation.units),
        "squadrons": sum(each.number for each in nation.squadrons),
        "flags": len(nation.flags.placed),
    }
    for key, found in used.items():
        most = getattr(nation.limits, key)
        if found > most:
            args = {"nation": nation.name, "pieces": key, "found": found, "most": most}
            yield Problem("more-than-there-are", (*path, "limits", key), rule="7", args=args)


def _two_camps(armies: Nations, control: _Control) -> Iterator[Problem]:
    """No duchy or zone holds forces of two Camps."""
    there: dict[str, dict[str, str]] = defaultdict(dict)
    told: set[str] = set()
    for number, nation in enumerate(armies.nations):
        pieces = [("units", at, each.at) for at, each in enumerate(nation.units)]
        pieces += [("squadrons", at, each.at) for at, each in enumerate(nation.squadrons)]
        for key, at, place in pieces:
            there[place].setdefault(control.camp(nation.id), nation.name)
            if len(there[place]) > 1 and place not in told:
                told.add(place)
                args = {"place": place, "nations": tuple(there[place].values())}
                yield Problem("two-camps", (*NATIONS, number, key, at, "at"), rule="8.3", args=args)


TURNS = 6
"""Five Turns, and one that a card opens (5)."""
MOST_RESOURCES = 6
_TRACKS: OrderPath = ("armies", "tracks")
_DIPLOMATIC: OrderPath = (*_TRACKS, "diplomatic")


def check_tracks(tracks: WarTracks) -> Iterator[Problem]:
    """Every problem of the tracks."""
    years = tracks.turn.boxes
    if len(years) != TURNS or list(years) != sorted(set(years)) or years[0] != tracks.turn.start:
        yield Problem("turns", (*_TRACKS, "turn"), rule="5", args={"found": years, "wanted": TURNS})
    resources = tracks.resource
    if (resources.first, resources.last) != (0, MOST_RESOURCES) or not 0 <= resources.start <= MOST_RESOURCES:
        yield Problem("resource-track", (*_TRACKS, "resource"), rule="16.1", args={"wanted": MOST_RESOURCES})
    yield from _columns(tracks.diplomatic)
    yield from _consuls(tracks.diplomatic)


def _columns(track: DiplomaticTrack) -> Iterator[Problem]:
    if sorted(track.rows) != sorted(get_args(GreatPower)):
        yield Problem("rows", (*_DIPLOMATIC, "rows"), rule="8.1", args={"wanted": get_args(GreatPower)})
    ids = track.column_ids
    if not ids or (ids[0], ids[-1]) != ("unaligned", "ally") or "client" not in ids or len(set(ids)) < len(ids):
        yield Problem("columns", (*_DIPLOMATIC, "columns"), rule="8.1", args={"found": ids})
    for number, column in enumerate(track.columns):
        path = (*_DIPLOMATIC, "columns", number)
        if column.cost < 1:
            yield Problem("cost-of-column", (*path, "cost"), rule="8.1", args={"column": column.name})
        if column.shared != (column.id == "unaligned"):
            yield Problem("shared-column", (*path, "shared") if column.shared else path, rule="8.1")


def _consuls(track: DiplomaticTrack) -> Iterator[Problem]:
    listed: OrderPath = (*_DIPLOMATIC, "consuls")
    for proxy in get_args(ProxyId):
        if proxy not in track.consuls:
            yield Problem("consul-missing", listed, rule="4.2", args={"nation": proxy})
    for proxy, consul in track.consuls.items():
        path: OrderPath = (*listed, proxy)
        if consul.column not in track.column_ids:
            args = {"column": consul.column, "columns": track.column_ids}
            yield Problem("no-such-column", (*path, "column"), args=args, rests_on=((*_DIPLOMATIC, "columns"),))
        elif (consul.row is None) != (consul.column == "unaligned"):
            yield Problem("row-of-consul", path, rule="8.1", args={"nation": proxy})
        wanted = {"spain": ("france", "ally"), "prussia": (None, "unaligned")}.get(proxy)
        if wanted and (consul.row, consul.column) != wanted:
            rule = "8.3" if proxy == "spain" else "4.3"
            yield Problem("consul-of-the-start", path, rule=rule, args={"nation": proxy, "wanted": wanted[1]})
        elif not wanted and consul.column == "ally":
            yield Problem("neutral-at-the-start", path, rule="8.3", args={"nation": proxy})
