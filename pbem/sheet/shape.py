"""The shape of a type: what a sheet may hold of it."""

from functools import lru_cache
from typing import Any

from msgspec import inspect


def type_info(wanted: Any) -> inspect.Type:
    """What `msgspec.inspect.type_info` says of a type; since that looks at all parts of it, only once for each type."""
    return _looked_at(wanted)


@lru_cache(maxsize=512)
def _looked_at(wanted: Any) -> inspect.Type:
    return inspect.type_info(wanted)
