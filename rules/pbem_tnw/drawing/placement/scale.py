"""The scales at which the board is drawn; at one scale a name is at the same place in every picture."""

from typing import Literal

from pbem.engine.kit.drawing.crop import Crop, MapScale
from pbem_tnw.edition.board import Duchy

ScaleName = Literal["region", "area", "close"]


class BoardScale(MapScale, frozen=True, kw_only=True):
    """A scale, and the sizes in pixels of what has names.

    *letters* are sizes of type for an open duchy, a Key or Fortress, and a sea zone; *signs* are the radii of the
    signs of an open duchy, a Key, a Fortress and a zone. *tag* is the size of type on pieces, *lines* how many generals
    they name.
    """

    letters: tuple[int, int, int]
    signs: tuple[float, float, float, float]
    link: float
    tag: int
    lines: int

    def size(self, duchy: Duchy) -> int:
        """The size of type of the duchy's name."""
        return self.letters[1 if duchy.is_key or duchy.is_fortress else 0]

    def sign(self, duchy: Duchy) -> float:
        """The radius of the duchy's sign."""
        return self.signs[2 if duchy.is_fortress else 1 if duchy.is_key else 0]

    def clear(self, duchy: Duchy) -> float:
        """What a name keeps clear around the duchy, with the anchor of a Port."""
        return self.sign(duchy) + (8 if duchy.is_port else 3)


REGION = BoardScale(
    name="region", zoom=0.88, letters=(20, 21, 21), signs=(6, 8, 11, 6), link=2, tag=20, lines=1,
)  # fmt: skip
"""A wide theatre."""
AREA = BoardScale(
    name="area", zoom=1.3, letters=(21, 23, 23), signs=(7.5, 9.5, 13.5, 7), link=2.6, tag=20, lines=3,
)  # fmt: skip
"""A theatre."""
CLOSE = BoardScale(
    name="close", zoom=1.8, letters=(23, 25, 24), signs=(9.5, 12, 17, 8), link=3, tag=22, lines=4,
)  # fmt: skip
"""The surroundings of a general."""
SCALES: dict[str, BoardScale] = {scale.name: scale for scale in (REGION, AREA, CLOSE)}

TnwCrop = Crop[BoardScale]
"""A part of the board."""
