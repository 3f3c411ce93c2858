"""The political tracks and the display: the types of tracks.yaml."""

from typing import ClassVar, Literal

import msgspec

from pbem_maria.edition.board import PowerId

SaxonZone = Literal["prussian-ally", "neutral", "austrian-ally"]
TrackId = Literal["italy", "russia", "saxony"]


class IncomeIcon(msgspec.Struct, frozen=True, tag_field="kind", tag="tc"):
    """While the marker is here *power* draws *n* more cards a turn, or fewer."""

    kind: ClassVar[str] = "tc"
    power: PowerId
    n: int


class ExpeditionIcon(msgspec.Struct, frozen=True, tag_field="kind", tag="expedition"):
    """While the marker is here *power* keeps a general in its off-map box."""

    kind: ClassVar[str] = "expedition"
    power: PowerId


class VictoryIcon(msgspec.Struct, frozen=True, tag_field="kind", tag="victory"):
    """From here until it is back on the star, *power* has a marker in the Italy box."""

    kind: ClassVar[str] = "victory"
    power: PowerId


Icon = IncomeIcon | ExpeditionIcon | VictoryIcon


class TrackBox(msgspec.Struct, frozen=True):
    """A box of a track, numbered from the left; the marker starts in the one with the *star*.

    Saxony's say what it is while its marker is there, and what its *income* is then; the annexation of Silesia puts
    the marker into the *s_box* (19.1).
    """

    box: int
    icons: tuple[Icon, ...]
    star: bool = False
    zone: SaxonZone | None = None
    income: int | None = None
    s_box: bool = False


class Track(msgspec.Struct, frozen=True):
    """A political track; *left* and *right* say which side its ends favour."""

    id: TrackId
    name: str
    boxes: tuple[TrackBox, ...]
    left: str = ""
    right: str = ""

    @property
    def star(self) -> int:
        """The number of the box with the star, in which the marker starts (4)."""
        return next(box.box for box in self.boxes if box.star)


class Tracks(msgspec.Struct, frozen=True):
    """tracks.yaml; *display* has the boxes for tactical cards from left to right."""

    display: tuple[PowerId, ...]
    tracks: tuple[Track, ...]
