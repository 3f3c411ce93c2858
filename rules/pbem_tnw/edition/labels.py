"""Places of names on pictures, worked out once for a board; the types of labels.yaml.

No rule depends on it, and an edition can do without: its names are then placed for each picture anew.
"""

from collections.abc import Mapping

import msgspec


class PlacesOfName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the name of a duchy or zone may be written at each scale: codes of places, the best first, with spaces.

    *widths* are those of the name, and of its halves where it can be broken, in hundredths of the size of its type.
    """

    widths: tuple[int, ...]
    region: str = ""
    area: str = ""
    close: str = ""


class BoardLabels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """labels.yaml; *made_for* says for which map and sizes of type, as `digest` in `drawing.placement.stored` does."""

    made_for: str
    names: Mapping[str, PlacesOfName]
