"""The Resource Track (16.1)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.diplomacy.events import ResourceCause, ResourceMoved
from pbem_tnw.chapters.pieces.dealing import draw_cards
from pbem_tnw.chapters.sequence.events import CardBought
from pbem_tnw.position.control import is_power, patron
from pbem_tnw.position.state import WarState


def holder_of_resources(state: WarState, nation: str) -> str:
    """The Power whose marker moves for *nation*: a Proxy's is its Power's; empty for a neutral Proxy (16.1)."""
    power = patron(state, nation)
    return power if power and is_power(state, power) else ""


def move_resource(table: Table[WarState], nation: str, n: int, cause: ResourceCause, card: str = "") -> int:
    """Move the marker of *nation*, or of its Power, by *n* within the track; gives back by how much it moved (16.1)."""
    power = holder_of_resources(table.state, nation)
    if not power:
        return 0
    track = table.state.board.tracks.resource
    start = table.state.resources.get(power, 0)
    to = min(track.last, max(track.first, start + n))
    if to != start:
        table.emit(ResourceMoved(nation=power, start=start, to=to, cause=cause, card=card))
    return to - start


def buy_card(table: Table[WarState], nation: str) -> None:
    """Use a Resource of *nation*: its marker goes down by one, and the nation draws a card (16.2)."""
    move_resource(table, nation, -1, "used")
    draw_cards(table, nation, 1, "resource")
    table.emit(CardBought(nation=nation))
