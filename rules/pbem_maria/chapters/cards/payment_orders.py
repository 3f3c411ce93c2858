"""How cards that pay together are written (8): `♥4 + ♣8`, or a list."""

from typing import Annotated

from pbem.engine.kit.reading import Named

TOGETHER = ("+", ",", "&", " and ", " und ", " et ")
"""What may stand between cards that pay together."""

Cards = tuple[Annotated[str, Named("card", *TOGETHER)], ...]
