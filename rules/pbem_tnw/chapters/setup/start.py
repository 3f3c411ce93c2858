"""The position before anything is laid out, and who runs which nations (4.3)."""

from collections.abc import Mapping

from pbem_tnw.chapters.setup.board import consuls_of
from pbem_tnw.chapters.setup.entry_steps import EntrySheets, LayOutBoard
from pbem_tnw.chapters.setup.seating import control_of
from pbem_tnw.edition.edition import named
from pbem_tnw.position.state import WarState
from pbem_tnw.settings import RUN_BY, TnwSettings


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
