"""What tests, bots and tools want of The Napoleonic Wars, and play does not."""

from pathlib import Path

from pbem.engine.edition import folder_beside
from pbem.engine.playtest import Playtest
from pbem_tnw.bot import play
from pbem_tnw.fixture.facts import facts
from pbem_tnw.fixture.position import GivenWar
from pbem_tnw.guess import guess, guess_in_advance
from pbem_tnw.guess.coverage import COVERAGE
from pbem_tnw.invariants import broken

PLAYTEST = Playtest(
    guess=guess,
    in_advance=guess_in_advance,
    bot=play,
    invariants=broken,
    moments={"ask-impulse": "a stop", "hold-question": "a stop"},
    coverage=COVERAGE,
    fixture=GivenWar,
    facts=facts,
    demo=folder_beside(Path(__file__).parent, "demo", "games/demo-tnw"),
)
