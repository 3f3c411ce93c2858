"""What became of something that the moderator asked for."""

from typing import Any

import msgspec


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What was done, as lines that *say* it and as *data*; whether what is queued now *goes* out at once."""

    says: tuple[str, ...]
    data: Any = None
    goes: bool = False
