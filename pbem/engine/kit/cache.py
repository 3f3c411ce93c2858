"""Results that take long to compute and never change: a host may keep them from one run to the next.

A host that does sets both names of this module; otherwise everything is computed again.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

Parse = Callable[[bytes], Any]


def _every_time(raw: bytes, parse: Parse) -> Any:
    return parse(raw)


parsed: Callable[[bytes, Parse], Any] = _every_time
"""The plain values that a text stands for, as a function parses it; the values belong to whoever asked."""
templates: Path | None = None
"""The folder for compiled templates."""


def plain(raw: bytes) -> Any:
    """The plain values in a YAML text; raises `yaml.YAMLError`."""
    return parsed(raw, _yaml)


def _yaml(raw: bytes) -> Any:
    import yaml  # noqa: PLC0415 - costs 15 ms, and what is kept needs none

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(raw, loader)  # noqa: S506 a safe loader, in C where there is one
