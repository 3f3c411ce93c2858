"""The type of all facts; each is told apart by its tag."""

from pbem.store.facts.time import DeadlineMoved

Fact = DeadlineMoved
"""A union: add a type here when it is made."""
