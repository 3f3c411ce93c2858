"""What tests, bots and tools want of Maria, and play does not."""

from pbem.engine.playtest import Playtest
from pbem_maria.bot import play
from pbem_maria.facts import facts
from pbem_maria.given import Given
from pbem_maria.guess import guess
from pbem_maria.invariants import broken
from pbem_maria.packed import beside

PLAYTEST = Playtest(
    guess=guess,
    bot=play,
    invariants=broken,
    moments={"fight-began": "combat"},
    fixture=Given,
    facts=facts,
    demo=beside("demo", "games/demo"),
)
