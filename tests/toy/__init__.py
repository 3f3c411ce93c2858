"""A small card game that proves what pbem knows of games: hidden hands, bids, impulses, reactions."""

from tests.toy.ruleset import TOY

__all__ = ["TOY"]
