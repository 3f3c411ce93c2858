"""The type of all facts; each is told apart by its tag."""

from pbem.store.facts.time import DeadlineMoved
from pbem.store.facts.words import WordsAnnounced, WordsAnswered, WordsTold

Fact = DeadlineMoved | WordsAnnounced | WordsTold | WordsAnswered
"""A union: add a type here when it is made."""
