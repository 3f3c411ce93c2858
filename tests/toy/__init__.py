"""A small card game that proves what pbem knows of games: hidden hands, bids, impulses, reactions."""

from pbem.engine.playtest import registered
from tests.toy.playtest import PLAYTEST
from tests.toy.ruleset import TOY

registered |= {"toy": PLAYTEST, "late": PLAYTEST}

__all__ = ["PLAYTEST", "TOY"]
