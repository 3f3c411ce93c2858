"""The tracks beside the map (4.2, 5, 8.1, 16.1)."""

from collections.abc import Iterator
from typing import get_args

from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.edition.nations import DiplomaticTrack, GreatPower, ProxyId, WarTracks

TURNS = 6
"""Five Turns, and one that a card opens (5)."""
MOST_RESOURCES = 6
_TRACKS: OrderPath = ("armies", "tracks")
_DIPLOMATIC: OrderPath = (*_TRACKS, "diplomatic")


def check(tracks: WarTracks) -> Iterator[Problem]:
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
