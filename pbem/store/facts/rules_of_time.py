"""Facts about the rules of time in game.yaml."""

from collections.abc import Mapping
from typing import Any

import msgspec


class RulesOfTimeChanged(msgspec.Struct, frozen=True, tag="rules-of-time-changed", kw_only=True):
    """Someone edited the rules of time: questions that are put from now on are due by other ones than *before*."""

    before: Mapping[str, Any]
    now: Mapping[str, Any]
