"""How cards that pay together are written (8): `♥4 + ♣8`, or a list."""

from typing import Annotated

from pbem.engine.kit.reading import Named

Cards = tuple[Annotated[str, Named("card", "+", ",", " and ")], ...]
