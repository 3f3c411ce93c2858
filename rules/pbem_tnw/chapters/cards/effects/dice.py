"""Effects on dice: `roll_mod`, `reroll`, `change_die`."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.effects.rules import carry_out, hindrances, idle
from pbem_tnw.chapters.cards.events import RollPromised
from pbem_tnw.chapters.cards.playing import Playing
from pbem_tnw.chapters.dice.events import DiceChanged
from pbem_tnw.edition.card_words import ChangeDieEffect, RerollEffect, RollModifierEffect
from pbem_tnw.position.battle import other_role
from pbem_tnw.position.control import allied
from pbem_tnw.position.draws import roll_name
from pbem_tnw.position.impulse import DiceRoll
from pbem_tnw.position.laid_cards import RollBonus
from pbem_tnw.position.state import WarState

KILL, DISRUPT = 6, 5
BATTLE = "battle"
LOWEST, HIGHEST = 1, 6


class Change(NamedTuple):
    """A die that could be changed: of which roll, which of its dice, and how much better the result is then."""

    gain: int
    roll: int
    die: int
    face: int


@hindrances.register
def _no_roll(effect: RollModifierEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if effect.when == "after" and _latest(state, effect.roll) is None:
        yield idle(playing, "no-roll")


@carry_out.register
def _add(effect: RollModifierEffect, table: Table[WarState], playing: Playing) -> None:
    state, card = table.state, playing.card.id
    if effect.when == "before":
        nation = playing.nation if playing.occasion is None else playing.occasion.nation
        table.emit(RollPromised(bonus=RollBonus(roll=effect.roll, nation=nation, n=effect.n, card=card)))
        return
    number = _latest(state, effect.roll)
    if number is not None:
        roll = _rolled(state)[number]
        changed = replace(roll, modifier=roll.modifier + effect.n, need=roll.need - effect.n)
        table.emit(DiceChanged(number=number, roll=changed, card=card, nation=playing.nation))


@hindrances.register
def _nothing_to_reroll(effect: RerollEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if not any(_again(state, playing, effect)):
        yield idle(playing, "no-dice")


@carry_out.register
def _reroll(effect: RerollEffect, table: Table[WarState], playing: Playing) -> None:
    """The faces that are rolled again are the worst of one's own dice, the best of the enemy's."""
    again = list(_again(table.state, playing, effect))
    name = roll_name(table.state, f"{playing.card.id} of {playing.nation}, {len(table.state.answers)}")
    new = list(table.roll(name, len(again)))
    for number in dict.fromkeys(roll for roll, _ in again):
        roll = _rolled(table.state)[number]
        faces = list(roll.faces)
        for at in [die for which, die in again if which == number]:
            faces[at] = new.pop(0)
        changed = replace(roll, faces=tuple(sorted(faces, reverse=True)))
        table.emit(DiceChanged(number=number, roll=changed, card=playing.card.id, nation=playing.nation))


def _again(state: WarState, playing: Playing, effect: RerollEffect) -> list[tuple[int, int]]:
    """Which dice are rolled again, as number of the roll and of the die in it."""
    battle = None if state.impulse is None else state.impulse.battle
    role = None if battle is None else battle.role_of(playing.nation)
    if role is None:
        return []
    side = role if effect.whose == "own" else other_role(role)
    dice = [
        (face, number, die)
        for number, roll in enumerate(_rolled(state))
        if roll.purpose == BATTLE and roll.side == side
        for die, face in enumerate(roll.faces)
    ]
    own = effect.whose == "own"
    wanted = sorted((each for each in dice if (each[0] < DISRUPT) == own), reverse=not own)
    most = effect.dice if playing.choices.reroll is None else min(effect.dice, playing.choices.reroll)
    return [(number, die) for _, number, die in wanted[:most]]


@hindrances.register
def _nothing_to_change(effect: ChangeDieEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if _best_change(state, playing, effect) is None:
        yield idle(playing, "no-die-to-change")


@carry_out.register
def _change(effect: ChangeDieEffect, table: Table[WarState], playing: Playing) -> None:
    change = _best_change(table.state, playing, effect)
    if change is None:
        return
    roll = _rolled(table.state)[change.roll]
    faces = (*roll.faces[: change.die], change.face, *roll.faces[change.die + 1 :])
    changed = replace(roll, faces=faces if roll.need else tuple(sorted(faces, reverse=True)))
    table.emit(DiceChanged(number=change.roll, roll=changed, card=playing.card.id, nation=playing.nation))


def _best_change(state: WarState, playing: Playing, effect: ChangeDieEffect) -> Change | None:
    """The die that changes most for the card's player: own dice up, the enemy's down, unless the sheet says which way.

    Without a die that changes a result there is nothing to do.
    """
    found = [
        Change(_worth(roll, face, to) * (1 if _is_own(state, playing, roll) else -1), number, die, to)
        for number, roll in enumerate(_rolled(state))
        for die, face in enumerate(roll.faces)
        for to in _ways(playing, face, effect.n)
    ]
    best = max(found, key=lambda each: (each.gain, -each.roll, -each.die), default=None)
    return best if best is not None and (best.gain > 0 or playing.choices.die is not None) else None


def _ways(playing: Playing, face: int, n: int) -> Iterator[int]:
    for way, to in (("up", face + n), ("down", face - n)):
        if playing.choices.die in (None, way) and LOWEST <= to <= HIGHEST:
            yield to


def _worth(roll: DiceRoll, face: int, to: int) -> int:
    """How much better a roll is for the nation that made it with another face."""
    if roll.need:
        total = sum(roll.faces)
        return (total - face + to >= roll.need) - (total >= roll.need)
    return _hit(roll, to) - _hit(roll, face)


def _hit(roll: DiceRoll, face: int) -> int:
    """What a face is worth: in a battle a casualty counts most, and a kill more than a disrupt; else high is good."""
    if roll.purpose in (BATTLE, "sea"):
        return 2 * (face >= DISRUPT) + (face >= KILL)
    if roll.purpose == "siege":
        return int(face >= (KILL if roll.side == "attacker" else DISRUPT))
    return face


def _is_own(state: WarState, playing: Playing, roll: DiceRoll) -> bool:
    return allied(state, playing.nation, roll.nation)


def _latest(state: WarState, purpose: str) -> int | None:
    """The number of the last roll on the table for a purpose."""
    rolls = _rolled(state)
    return next((at for at in reversed(range(len(rolls))) if rolls[at].purpose == purpose), None)


def _rolled(state: WarState) -> tuple[DiceRoll, ...]:
    return () if state.impulse is None else state.impulse.rolled
