"""Nations: the Sequence Track, kinds and Camps, hands, capitals, Keys, Reserves (4.2-4.4, 5, 6.2, 8.3, 15.1)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import get_args

from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.edition.board import Duchy, NationId, WarMap
from pbem_tnw.edition.check.known import DUCHIES
from pbem_tnw.edition.nations import GreatPower, Nation, Nations

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


def check(armies: Nations, board: WarMap) -> Iterator[Problem]:
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
