"""What is done in full by `scripts/check --long`, and otherwise in part."""

import os
from typing import TypeVar

T = TypeVar("T")

LONG = bool(os.environ.get("PBEM_TEST_LONG"))
"""Whether all is done: every change of the disk is tried, not only the first of each kind, and every example."""


def examples(full: int) -> int:
    """How many random examples are tried: usually a quarter of those that are tried in full."""
    return full if LONG else full // 4


def tries(usually: T, in_a_long_run: T) -> T:
    """How many of something else are tried, or which: few, but some of each kind, or all."""
    return in_a_long_run if LONG else usually
