"""Effects in battles, assaults and at sea: `battle_dice`, `rally`, `naval_dice`, `cancel_hit`, a battle's `modify`."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.battle.events import BattleModified
from pbem_tnw.chapters.cards.effects.rules import carry_out, hindrances, idle
from pbem_tnw.chapters.cards.events import SeaBattleModified
from pbem_tnw.chapters.cards.playing import Playing, nation_meant
from pbem_tnw.chapters.dice.events import DiceRolled
from pbem_tnw.edition.card_words import (
    BattleDiceEffect,
    CancelHitEffect,
    CardSide,
    ModifyEffect,
    NavalDiceEffect,
    RallyEffect,
)
from pbem_tnw.position.battle import BattleModifier, BattleRole, other_role
from pbem_tnw.position.control import allied, controller
from pbem_tnw.position.draws import roll_name
from pbem_tnw.position.impulse import DiceRoll
from pbem_tnw.position.state import WarState

BATTLE = "battle"
BOTH: tuple[BattleRole, BattleRole] = ("attacker", "defender")


def own_role(state: WarState, playing: Playing) -> BattleRole | None:
    """The side of the card's player in the battle or assault that is going on.

    A Fortress is its owner's side; at sea the nation that acts is the attacker.
    """
    impulse, nation = state.impulse, playing.nation
    if impulse is None:
        return None
    if playing.occasion is not None and _at_sea(playing):
        return "attacker" if allied(state, nation, playing.occasion.nation) else "defender"
    if impulse.battle is not None:
        return impulse.battle.role_of(nation)
    if impulse.siege is None:
        return None
    if allied(state, nation, impulse.siege.nation):
        return "attacker"
    return "defender" if allied(state, nation, controller(state, impulse.siege.place)) else None


def _at_sea(playing: Playing) -> bool:
    return playing.occasion is not None and playing.occasion.trigger == "sea_battle"


def _record(table: Table[WarState], playing: Playing, *modifiers: BattleModifier) -> None:
    """Let the battle on land, at sea or the assault that is going on have what a card changes."""
    if _at_sea(playing):
        table.emit(SeaBattleModified(modifiers=modifiers))
    else:
        table.emit(BattleModified(modifiers=modifiers))


@hindrances.register
def _not_there(effect: BattleDiceEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if own_role(state, playing) is None:
        yield idle(playing, "no-battle")
    elif effect.round == "this" and not _dice_of(state, playing):
        yield idle(playing, "no-dice")


@carry_out.register
def _dice(effect: BattleDiceEffect, table: Table[WarState], playing: Playing) -> None:
    if effect.round == "this":
        _roll_now(effect, table, playing)
        return
    number = 0 if effect.round == "all" else effect.round
    sides = _sides(table.state, playing, effect.side)
    card = playing.card.id
    _record(
        table, playing, *(BattleModifier(what="dice", side=side, card=card, n=effect.n, round=number) for side in sides)
    )


def _roll_now(effect: BattleDiceEffect, table: Table[WarState], playing: Playing) -> None:
    """More dice for this round lie beside those that were rolled; the card's own effects look at these."""
    role = own_role(table.state, playing)
    if role is None:
        return
    name = roll_name(table.state, f"{BATTLE} {role}, {playing.card.id}")
    faces = tuple(sorted(table.roll(name, effect.n), reverse=True))
    table.emit(
        DiceRolled(roll=DiceRoll(purpose=BATTLE, nation=playing.nation, side=role, who=playing.card.id, faces=faces))
    )


@hindrances.register
def _none_to_rally(effect: RallyEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if own_role(state, playing) is None or (effect.of is None and not _dice_of(state, playing)):
        yield idle(playing, "no-battle")


@carry_out.register
def _rally(effect: RallyEffect, table: Table[WarState], playing: Playing) -> None:
    """So many disrupted units are good again before the result is reckoned; faces count among the card's own dice."""
    state, role = table.state, own_role(table.state, playing)
    battle = None if state.impulse is None else state.impulse.battle
    if role is None or battle is None:
        return
    n, nation = effect.n, ""
    if effect.of is not None:
        n = sum(face in effect.faces for roll in _dice_of(state, playing, own=True) for face in roll.faces)
        nation = playing.nation
    side = role if effect.side == "own" else other_role(role)
    if n:
        modifier = BattleModifier(
            what="rally", side=side, card=playing.card.id, n=n, round=battle.round, nation=nation
        )  # fmt: skip
        _record(table, playing, modifier)


@hindrances.register
def _no_fleet(effect: NavalDiceEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if not _at_sea(playing):
        yield idle(playing, "no-battle")


@carry_out.register
def _naval_dice(effect: NavalDiceEffect, table: Table[WarState], playing: Playing) -> None:
    role = own_role(table.state, playing)
    nation = nation_meant(table.state, playing, effect.who)
    if role is not None:
        modifier = BattleModifier(
            what="squadron-dice", side=role, card=playing.card.id, n=effect.per_squadron, nation=nation
        )
        _record(table, playing, modifier)


@hindrances.register
def _no_hits(effect: CancelHitEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if own_role(state, playing) is None:
        yield idle(playing, "no-battle")


@carry_out.register
def _spare(effect: CancelHitEffect, table: Table[WarState], playing: Playing) -> None:
    for side in _sides(table.state, playing, effect.side):
        modifier = BattleModifier(what="spared", side=side, card=playing.card.id, n=effect.n, face=effect.face)
        _record(table, playing, modifier)


def modify_battle(effect: ModifyEffect, table: Table[WarState], playing: Playing) -> None:
    """Change a number of the rules for the battle that is going on."""
    card, what = playing.card.id, effect.what
    for side in _sides(table.state, playing, "both" if effect.who == "both" else _as_side(effect.who)):
        if what == "rout_margin" and effect.n == "never":
            modifier = BattleModifier(what="no-rout", side=side, card=card)
        elif what == "rout_margin":
            modifier = BattleModifier(what="rout-margin", side=side, card=card, n=int(effect.n))
        elif what == "terrain_dice":
            modifier = BattleModifier(what="no-terrain", side=side, card=card)
        else:
            modifier = BattleModifier(what="dice", side=side, card=card, n=int(effect.n))
        _record(table, playing, modifier)


def _as_side(who: str) -> CardSide:
    return "enemy" if who == "enemy" else "own"


def _sides(state: WarState, playing: Playing, side: CardSide) -> tuple[BattleRole, ...]:
    role = own_role(state, playing)
    if role is None:
        return ()
    return {"own": (role,), "enemy": (other_role(role),), "both": BOTH}[side]


def _dice_of(state: WarState, playing: Playing, *, own: bool = False) -> tuple[DiceRoll, ...]:
    """The dice of a battle on the table; with *own* only those that the card has brought."""
    rolled = () if state.impulse is None else state.impulse.rolled
    return tuple(roll for roll in rolled if roll.purpose == BATTLE and (not own or roll.who == playing.card.id))
