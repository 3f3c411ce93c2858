"""Effects in battles, assaults and at sea: `battle_dice`, `rally`, `naval_dice`, `cancel_hit`, a battle's `modify`."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import Playing, nation_meant
from pbem_tnw.chapters.cards.events import CardCancelled, ForceStopped, RollPromised, SeaBattleModified
from pbem_tnw.chapters.cards.play_rules import CARD_ROLL, carry_out, die_shows, hindrances, idle
from pbem_tnw.chapters.cards.windows import DueRoll, rolling
from pbem_tnw.chapters.land.battle_events import BattleModified
from pbem_tnw.chapters.land.interceptors import evasions
from pbem_tnw.chapters.nation.pieces import DiceChanged, DiceRolled, PiecesMoved
from pbem_tnw.edition.card_words import (
    BattleDiceEffect,
    CancelEffect,
    CancelHitEffect,
    CardSide,
    ChangeDieEffect,
    ModifyEffect,
    NavalDiceEffect,
    RallyEffect,
    RerollEffect,
    RetreatEffect,
    RollModifierEffect,
    StopEffect,
)
from pbem_tnw.position.cards import RollBonus
from pbem_tnw.position.control import allied, controller, nations_of, seat_of
from pbem_tnw.position.forces import generals_of, units_at
from pbem_tnw.position.impulse import BattleModifier, BattleRole, DiceRoll, Pieces, other_role
from pbem_tnw.position.state import WarState, roll_name


@hindrances.register
def _cannot_cancel(effect: CancelEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    shown = playing.occasion.card if playing.occasion is not None else ""
    card = state.board.cards.get(shown)
    if card is None:
        yield idle(playing, "no-card-shown")
    elif card.kind not in effect.what:
        yield idle(playing, "wrong-kind", shown=shown, kinds=effect.what)
    elif card.cp > effect.cp_max:
        yield idle(playing, "too-many-cp", shown=shown, cp=card.cp, cp_max=effect.cp_max)
    elif any(each.card == shown and each.cancelled for each in state.laid):
        yield idle(playing, "cancelled-already", shown=shown)


@carry_out.register
def _cancel(effect: CancelEffect, table: Table[WarState], playing: Playing) -> None:
    shown = playing.occasion.card if playing.occasion is not None else ""
    if effect.roll is None:
        table.emit(CardCancelled(card=shown, nation=playing.nation, by=playing.card.id))
        return
    due = DueRoll(purpose=CARD_ROLL, nation=playing.nation, who=playing.card.id, dice=1, need=effect.roll)
    by = CancelOnDie(card=shown, nation=playing.nation, by=playing.card.id, need=effect.roll)
    table.enter(*rolling(due), by)


class CancelOnDie(Step[WarState, Order], frozen=True):
    """The card just played is cancelled if the die on the table is high enough (part 3, `cancel`)."""

    rule = "6.14"
    card: str
    nation: str
    by: str
    need: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if die_shows(table, self.need):
            table.emit(CardCancelled(card=self.card, nation=self.nation, by=self.by))


@hindrances.register
def _cannot_stop(effect: StopEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if playing.occasion is None:
        yield idle(playing, "no-force")


@carry_out.register
def _stop(effect: StopEffect, table: Table[WarState], playing: Playing) -> None:
    table.emit(ForceStopped(card=playing.card.id, nation=playing.acting, place=playing.place))


@hindrances.register
def _cannot_retreat(effect: RetreatEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    pieces = _forces(state, playing)
    if not pieces:
        yield idle(playing, "no-own-forces")
    elif not _target(state, playing, pieces):
        yield idle(playing, "nowhere-to-go")


@carry_out.register
def _retreat(effect: RetreatEffect, table: Table[WarState], playing: Playing) -> None:
    """Own forces go to an adjacent Friendly duchy as by an evasion that succeeds (10.2)."""
    pieces = _forces(table.state, playing)
    to = _target(table.state, playing, pieces)
    table.emit(PiecesMoved(start=playing.place, to=to, pieces=pieces, cause="withdrawn", rule="10.2"))


def _forces(state: WarState, playing: Playing) -> Pieces:
    """The forces of the seat of the card's player where the enemy has entered."""
    own = nations_of(state, seat_of(state, playing.nation))
    units = {nation: n for nation, n in units_at(state, playing.place).items() if nation in own}
    return Pieces(units=units, generals=generals_of(state, playing.place, own))


def _target(state: WarState, playing: Playing, pieces: Pieces) -> str:
    """Where they go: the first place that the sheet names, else the one with most own units, then alphabetical."""
    origin = playing.occasion.origin if playing.occasion is not None else ""
    possible = evasions(state, playing.place, pieces, origin)
    return next((one for one in playing.choices.retreat_to if one in possible), possible[0] if possible else "")


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
        roll = state.going_on.rolled[number]
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
        roll = table.state.going_on.rolled[number]
        faces = list(roll.faces)
        for at in [die for which, die in again if which == number]:
            faces[at] = new.pop(0)
        changed = replace(roll, faces=tuple(sorted(faces, reverse=True)))
        table.emit(DiceChanged(number=number, roll=changed, card=playing.card.id, nation=playing.nation))


def _again(state: WarState, playing: Playing, effect: RerollEffect) -> list[tuple[int, int]]:
    """Which dice are rolled again, as number of the roll and of the die in it."""
    battle = state.going_on.battle
    role = None if battle is None else battle.role_of(playing.nation)
    if role is None:
        return []
    side = role if effect.whose == "own" else other_role(role)
    dice = [
        (face, number, die)
        for number, roll in enumerate(state.going_on.rolled)
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
    roll = table.state.going_on.rolled[change.roll]
    faces = (*roll.faces[: change.die], change.face, *roll.faces[change.die + 1 :])
    changed = replace(roll, faces=faces if roll.need else tuple(sorted(faces, reverse=True)))
    table.emit(DiceChanged(number=change.roll, roll=changed, card=playing.card.id, nation=playing.nation))


def _best_change(state: WarState, playing: Playing, effect: ChangeDieEffect) -> Change | None:
    """The die that changes most for the card's player: own dice up, the enemy's down, unless the sheet says which way.

    Without a die that changes a result there is nothing to do.
    """
    found = [
        Change(_worth(roll, face, to) * (1 if _is_own(state, playing, roll) else -1), number, die, to)
        for number, roll in enumerate(state.going_on.rolled)
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
    rolls = state.going_on.rolled
    return next((at for at in reversed(range(len(rolls))) if rolls[at].purpose == purpose), None)


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
    battle = state.going_on.battle
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
    rolled = state.going_on.rolled
    return tuple(roll for roll in rolled if roll.purpose == BATTLE and (not own or roll.who == playing.card.id))
