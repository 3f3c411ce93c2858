"""Names of the things of the game, as players write them in sheets and case files."""

from typing import Annotated, Literal

from pbem.engine.kit.reading import Named

BoxName = Literal["electors", "emperor", "italy", "silesia"]
"""A victory box (16)."""
CardName = Annotated[str, Named("card")]
CityName = Annotated[str, Named("city")]
GeneralName = Annotated[str, Named("general")]
PieceName = Annotated[str, Named("general train")]
PowerName = Annotated[str, Named("power")]
SuitName = Annotated[str, Named("suit")]
TrackName = Annotated[str, Named("track")]
