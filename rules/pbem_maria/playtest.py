"""What tests, bots and tools want of Maria, and play does not."""

from pathlib import Path

from pbem.engine.edition import folder_beside
from pbem.engine.playtest import Playtest
from pbem_maria.bot import play
from pbem_maria.fixture.facts import facts
from pbem_maria.fixture.position import GivenPosition
from pbem_maria.guess import guess
from pbem_maria.invariants import broken

PLAYTEST = Playtest(
    guess=guess,
    bot=play,
    invariants=broken,
    moments={"fight-began": "combat"},
    fixture=GivenPosition,
    facts=facts,
    demo=folder_beside(Path(__file__).parent, "demo", "games/demo"),
)
