"""A guard against work that never ends. It measures nothing: what a mail may take is held by scripts/fuzz-mail."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

PATIENCE = 5.0
"""Seconds of the processor: ten times what a mail may take, so that a slow machine breaks no test."""


@contextmanager
def patiently() -> Iterator[None]:
    """Fail if what is done within takes for ever."""
    begun = process_time()
    yield
    assert process_time() - begun < PATIENCE
