"""All that is printed of an edition."""

from pathlib import Path
from typing import get_args

from pbem.engine.drawing import Measure
from pbem.engine.kit.printing import Print
from pbem_maria.chapters.setup.start import start
from pbem_maria.drawing.printing.cards import cards
from pbem_maria.drawing.printing.counters import counters
from pbem_maria.drawing.printing.maps import half, whole
from pbem_maria.drawing.printing.symbols import symbols
from pbem_maria.drawing.printing.tracks import tracks
from pbem_maria.edition.board import Half
from pbem_maria.settings import MariaSettings


def prints(folder: Path, measure: Measure) -> tuple[Print, ...]:
    """The files to print for the edition in *folder*; raises `Unplayable`."""
    view = start(MariaSettings(edition=str(folder.absolute()), scenario="advanced"))
    edition = view.theatre.edition
    return (
        *(Print(name, (half(view, name, measure),)) for name in get_args(Half)),
        Print("board-a1", (whole(view, measure),)),
        Print("counters", (counters(view, measure),)),
        Print("cards", (cards(edition, measure),)),
        Print("tracks", (tracks(view, measure),)),
        Print("symbols", (symbols(view, measure),)),
    )
