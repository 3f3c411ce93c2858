"""All families of effect words: importing this registers the rules of every word (part 3)."""

from pbem_tnw.chapters.cards.effects import (
    answering,
    dice,
    drawing,
    flags,
    in_battle,
    lasting,
    placing,
    points,
    politics,
    taking,
    wars,
    wear,
)
from pbem_tnw.chapters.cards.effects.answering import CancelOnDie
from pbem_tnw.chapters.cards.effects.lasting import EndOnDie
from pbem_tnw.chapters.cards.effects.placing import StrikeOnDie
from pbem_tnw.chapters.cards.effects.taking import TakeOnDie
from pbem_tnw.chapters.cards.effects.wear import RefitOnDice

FAMILIES = (answering, dice, drawing, flags, in_battle, lasting, placing, points, politics, taking, wars, wear)
EffectSteps = CancelOnDie | EndOnDie | RefitOnDice | StrikeOnDie | TakeOnDie
