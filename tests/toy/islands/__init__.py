"""Islands: a game with dice, secret hands and powers that change seats; docs/adding-a-game.md walks through it."""

from tests.toy.islands.ruleset import ISLANDS

__all__ = ["ISLANDS"]
