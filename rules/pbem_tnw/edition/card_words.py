"""The words of the cards' effects: a closed language, one struct for each word.

Effects are carried out in order; choices are the player's of the card unless a word says owner's.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from pbem_tnw.edition.board import LinkKind, NationId
from pbem_tnw.edition.card_conditions import ZonesLimit
from pbem_tnw.edition.nations import GreatPower, ProxyId

CardNation = Literal[NationId, "self", "self_power", "enemy", "ally", "chosen", "receiver", "target"]
"""One nation: the player's, its Power, a chosen enemy, a chosen member of its Camp, one of `among`, the receiver of the
card just given, the owner of the force that gave the occasion."""
CardSide = Literal["own", "enemy", "both"]
Arena = Literal["land", "sea", "siege"]
PieceKind = Literal["unit", "squadron", "general"]
CardKind = Literal["event", "response", "battle", "diplomatic", "foreign_war", "lasting", "temporary"]
PointUse = Literal[
    "unit", "general", "squadron", "flag", "regroup", "refit", "consul", "foreign_war", "land", "sea", "siege"
]
"""What CPs of an event may be spent on."""
LastsUntil = Literal["battle", "temporary", "game"]
WrittenSpots = str | tuple[str, ...]
"""Ids of duchies or zones, or a word for places; `edition.spots.spots` takes it apart."""
Sufferers = Literal[
    "enemy",
    "not_france", "not_austria", "not_britain", "not_russia", "not_prussia",
    "not_turkey", "not_spain", "not_sweden", "not_denmark",
    "enemy_of_france", "enemy_of_austria", "enemy_of_britain", "enemy_of_russia", "enemy_of_prussia",
    "enemy_of_turkey", "enemy_of_spain", "enemy_of_sweden", "enemy_of_denmark",
]  # fmt: skip
"""Whose forces suffer Attrition: enemies, all but a nation's, enemies of a nation."""
Modified = Literal[
    "nationality", "terrain_dice", "rout_margin", "attrition_lost_on", "step_cost", "fortress_strength",
    "draw_number", "reinforcement", "consul_cost", "sea_interception",
]  # fmt: skip
"""The numbers of the rules that a card may change."""


class _Effect(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"
):
    """What all effects have in common: the word under `do`."""


class DrawEffect(_Effect, frozen=True, tag="draw"):
    """*who* draws *n* cards; with *play_one* it plays one more card in this Impulse, that or another (5.11)."""

    who: CardNation
    n: int
    play_one: bool = False
    among: tuple[NationId, ...] = ()


class GiveCardEffect(_Effect, frozen=True, tag="give_card"):
    """A nation gets *n* cards that the giver chooses from its hand, or takes from the top of the deck."""

    to: Literal[NationId, "ally"]
    n: int
    source: Literal["hand", "hand_or_deck"]


class DiscardEffect(_Effect, frozen=True, tag="discard"):
    """*who* discards *n* cards, drawn by lot or of its choice; only from a hand of *min_hand* or more."""

    who: Literal[CardNation, "each"]
    n: int
    how: Literal["random", "owner"]
    min_hand: int = 0


class ResourceEffect(_Effect, frozen=True, tag="resource"):
    """The Resource marker moves by *n* within its track; a minor country's goes to its Power (16.1)."""

    who: CardNation
    n: int
    among: tuple[NationId, ...] = ()


class PointsEffect(_Effect, frozen=True, tag="cp"):
    """*n* CPs for this Impulse, for *use* only; a nation that is not Active spends them at once."""

    who: CardNation
    n: int
    use: tuple[PointUse, ...]


class ConsulEffect(_Effect, frozen=True, tag="consul"):
    """A consul moves up to *steps* boxes, at least one, without CPs; into an Ally box only with *to_ally* (8.1)."""

    who: Literal[ProxyId, "any", "other"]
    """`other`: another Proxy than in the effect before."""
    steps: int
    way: Literal["left", "right", "either"]
    rows: Literal["any"] | tuple[GreatPower, ...] = "any"
    to_ally: bool = True


class BreakAllianceEffect(_Effect, frozen=True, tag="break_alliance"):
    """A consul leaves the Ally box of *of* for Unaligned or the Client box; then 8.21."""

    who: Literal[ProxyId, "any"]
    of: Literal[GreatPower, "any"]
    to: Literal["unaligned", "client"]


class PlaceEffect(_Effect, frozen=True, tag="place"):
    """*n* pieces are placed without CPs where no enemy forces stand; 6.12 when there are too few."""

    who: CardNation
    what: PieceKind
    n: int
    where: WrittenSpots
    among: tuple[NationId, ...] = ()
    marker: Literal["refit"] | None = None
    command_max: int | None = None
    """The most Command of a general that is placed."""
    only_if: Literal["empty_of_enemies"] | None = msgspec.field(name="if", default=None)


class TakeEffect(_Effect, frozen=True, tag="take"):
    """The owner chooses *n* pieces that go; a *force* is all that moved together; with *roll* on a die so high only."""

    who: CardNation
    what: Literal["unit", "squadron", "general", "force"]
    n: int | Literal["all"]
    where: WrittenSpots
    to: Literal["eliminated", "regroup"]
    roll: int | None = None


class AttritionEffect(_Effect, frozen=True, tag="attrition"):
    """Attrition at once, lost on 1 to *lost_on*, of the *force* or of forces *where* (5.6).

    With *to* `refit` each piece of *pieces* rolls and takes a Refit marker.
    """

    lost_on: int
    force: Literal["target"] | None = None
    where: WrittenSpots = ()
    who: Sufferers | None = None
    pieces: tuple[PieceKind, ...] = ()
    to: Literal["refit"] | None = None


class Demand(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The pieces that a Foreign War demands (6.13)."""

    unit: int = 0
    squadron: int = 0
    general: int = 0


class ForeignWarEffect(_Effect, frozen=True, tag="foreign_war"):
    """*against* sends pieces to this war and builds what is lacking (6.12), or submits for lack of Squadrons."""

    against: NationId
    demand: Demand
    fail: Literal["build", "submission"]
    turkish: bool = False


class FlagEffect(_Effect, frozen=True, tag="flag"):
    """*n* Flags are placed or removed free of charge, not on a Fortress, not where enemy forces stand."""

    way: Literal["place", "remove"]
    n: int
    where: WrittenSpots
    who: CardNation | None = None
    among: tuple[NationId, ...] = ()
    only_if: Literal["empty_of_enemies"] | None = msgspec.field(name="if", default=None)


class BlockEffect(_Effect, frozen=True, tag="block"):
    """*what* is forbidden to *who*; a ban on sailing holds in the zones *where*."""

    who: Literal[CardNation, "all"]
    what: tuple[Literal["reserve", "resource", "sail", "diplomacy"], ...]
    until: LastsUntil
    where: WrittenSpots = ()


class RollModifierEffect(_Effect, frozen=True, tag="roll_mod"):
    """Adds *n* to a roll; `after`: once the roll is known."""

    roll: Literal["interception", "evasion", "siege_dice"]
    side: CardSide
    n: int
    when: Literal["before", "after"]


class RerollEffect(_Effect, frozen=True, tag="reroll"):
    """Up to so many *dice* of one side are rolled again, once."""

    whose: Literal["own", "enemy"]
    dice: int


class ChangeDieEffect(_Effect, frozen=True, tag="change_die"):
    """One die of any roll goes up or down by *n*, within 1 to 6; not of draws, discards and shuffles."""

    n: int


class BattleDiceEffect(_Effect, frozen=True, tag="battle_dice"):
    """More or fewer dice for a side, never below 0; `this` round: they are rolled now."""

    side: CardSide
    n: int
    round: Literal[1, 2, "all", "this"]
    arena: Arena


class RallyEffect(_Effect, frozen=True, tag="rally"):
    """Disrupted units become good at once: *n* of them, or one for each die of *faces* among *of*."""

    side: Literal["own", "enemy"]
    n: int = 0
    faces: tuple[int, ...] = ()
    of: Literal["these_dice"] | None = None


class NavalDiceEffect(_Effect, frozen=True, tag="naval_dice"):
    """More dice for each Squadron of a nation, in all rounds."""

    who: CardNation
    per_squadron: int


class CancelHitEffect(_Effect, frozen=True, tag="cancel_hit"):
    """So many dice of that *face* against the *side* count for nothing, once in the battle."""

    face: int
    n: int
    side: Literal["own", "enemy"]


class CancelEffect(_Effect, frozen=True, tag="cancel"):
    """The card just played has no effect, if its kind and CP fit and a die shows *roll* or more."""

    what: tuple[CardKind, ...]
    cp_max: int
    roll: int | None = None


class StopEffect(_Effect, frozen=True, tag="stop"):
    """The force makes no further step (9.4 (d))."""

    force: Literal["target"]


class RetreatEffect(_Effect, frozen=True, tag="retreat"):
    """The own force goes as by an evasion that succeeds, without a roll (10.2)."""

    force: Literal["own"]
    units: int | Literal["all"]
    where: Literal["friendly"]


class LeaderEffect(_Effect, frozen=True, tag="leader"):
    """A general enters play, is killed for good or goes to the Regroup box; below *roll* what *otherwise* says."""

    who: CardNation
    name: str
    """A leader, or `chosen`: one of that nation on the map, of at most *command_max*."""
    fate: Literal["enters", "killed", "regroup"]
    roll: int | None = None
    otherwise: Literal["killed", "regroup"] | None = msgspec.field(name="else", default=None)
    command_max: int | None = None
    where: WrittenSpots = ()


class RegroupEffect(_Effect, frozen=True, tag="regroup"):
    """Up to *n* pieces come out of the Regroup box without CPs, or the general *name* from there or bought (7.7)."""

    who: CardNation
    n: int
    name: str = ""


class RefitEffect(_Effect, frozen=True, tag="refit"):
    """Up to *n* Refit markers come off without CPs."""

    who: CardNation
    n: int


class MoveForceEffect(_Effect, frozen=True, tag="move_force"):
    """An own Army moves without CPs; no war, no breach of an Armistice; it may flag the last duchy (8.33)."""

    who: Literal["self"]
    units: int
    general: bool
    steps: int
    where: WrittenSpots


class ArmisticeEffect(_Effect, frozen=True, tag="armistice"):
    """Two Powers have an Armistice; only with *consent* are their seats asked (17.2)."""

    between: tuple[Literal[GreatPower, "self", "chosen"], Literal[GreatPower, "self", "chosen"]]
    among: tuple[GreatPower, ...] = ()
    consent: bool = False


class EndEventEffect(_Effect, frozen=True, tag="end_event"):
    """Ends a lasting event, or all such Foreign Wars: each on a die of *roll* or more."""

    what: Literal["foreign_war", "lasting", "temporary"]
    which: str
    """A card, or `turkish` or `all` Foreign Wars."""
    roll: int | None = None


class OffMapEffect(_Effect, frozen=True, tag="off_map"):
    """Squadrons from anywhere go to the box of off-map fleets: *n*, or from the first to the second number."""

    who: CardNation
    what: Literal["squadron"]
    n: int | tuple[int, ...]
    box: Literal["fleets"]

    @property
    def least_and_most(self) -> tuple[int, int]:
        """The fewest and the most Squadrons."""
        both = (self.n, self.n) if isinstance(self.n, int) else self.n
        return both[0], both[-1]


class SixthTurnEffect(_Effect, frozen=True, tag="sixth_turn"):
    """The game may go on to a sixth Turn (5)."""


class ModifyEffect(_Effect, frozen=True, tag="modify"):
    """Changes a number of the rules for *who*, *where* and over *links* as it says, *until* then or until *ends_if*.

    `foreign` is whoever is not of the nation of *where*; of `rout_margin` *who* is the loser it works on, `never`
    means no rout; `terrain_dice` 0 means none.
    """

    what: Modified
    who: Literal[CardNation, "both", "all", "foreign"]
    n: int | Literal["never"]
    until: LastsUntil
    where: WrittenSpots = ()
    links: tuple[LinkKind, ...] = ()
    among: tuple[NationId, ...] = ()
    ends_if: ZonesLimit | None = None


SimpleEffect = (
    DrawEffect | GiveCardEffect | DiscardEffect | ResourceEffect | PointsEffect | ConsulEffect | BreakAllianceEffect
    | PlaceEffect | TakeEffect | AttritionEffect | ForeignWarEffect | FlagEffect | BlockEffect | RollModifierEffect
    | RerollEffect | ChangeDieEffect | BattleDiceEffect | RallyEffect | NavalDiceEffect | CancelHitEffect
    | CancelEffect | StopEffect | RetreatEffect | LeaderEffect | RegroupEffect | RefitEffect | MoveForceEffect
    | ArmisticeEffect | EndEventEffect | OffMapEffect | SixthTurnEffect | ModifyEffect
)  # fmt: skip


class OneOfEffect(_Effect, frozen=True, tag="one_of"):
    """One list of effects of several."""

    options: tuple[tuple[SimpleEffect, ...], ...]


CardEffect = SimpleEffect | OneOfEffect


_KEYS: dict[type, tuple[str, ...]] = {
    GiveCardEffect: ("nation", "cards", "top"), BreakAllianceEffect: ("nation",),
    ConsulEffect: ("consul",), PlaceEffect: ("place", "general"), LeaderEffect: ("general", "place"),
    FlagEffect: ("flag",), RegroupEffect: ("regroup", "place"), RefitEffect: ("refit",),
    MoveForceEffect: ("march",), RetreatEffect: ("retreat_to",), RerollEffect: ("reroll",),
    ChangeDieEffect: ("die",), OffMapEffect: ("send",), EndEventEffect: ("cards",),
    OneOfEffect: ("option",),
}  # fmt: skip
"""The choices that a word takes, whoever it is for."""
_CHOSEN = ("chosen", "enemy", "ally")


def choices_taken(effects: tuple[CardEffect, ...]) -> Iterator[str]:
    """The keys of the choices that effects leave to whoever plays their card."""
    for effect in effects:
        yield from _KEYS.get(type(effect), ())
        if getattr(effect, "among", ()) or getattr(effect, "who", "") in _CHOSEN:
            yield "nation"
        if isinstance(effect, DiscardEffect) and effect.how == "owner":
            yield "cards"
        if isinstance(effect, DrawEffect) and effect.play_one:
            yield "then"
        if isinstance(effect, OneOfEffect):
            yield from (key for option in effect.options for key in choices_taken(option))


def kind_placed(effects: tuple[CardEffect, ...], said: PieceKind) -> PieceKind:
    """The kind of piece that is meant where a sheet says *said*: a place alone is for whatever the effects place."""
    flat = [one for each in effects for one in (sum(each.options, ()) if isinstance(each, OneOfEffect) else (each,))]
    kinds = [one.what for one in flat if isinstance(one, PlaceEffect)]
    kinds += ["general" for one in flat if isinstance(one, LeaderEffect) and one.fate == "enters"]
    return said if said in kinds or said != "unit" or not kinds else kinds[0]


def gives_points(effects: tuple[CardEffect, ...]) -> bool:
    """Whether an event gives CPs, or a card to be played for them: what is ordered behind it may be a line."""
    return any(isinstance(one, PointsEffect | OneOfEffect) for one in effects) or "then" in choices_taken(effects)


def only_options(effects: tuple[CardEffect, ...]) -> Iterator[tuple[str, int]]:
    """What no more than one effect of several can be, a consul's move or a Squadron placed, and its number from 1."""
    for effect in effects:
        options = effect.options if isinstance(effect, OneOfEffect) else ()
        flat = [(n, one) for n, option in enumerate(options, 1) for one in option]
        if any(isinstance(one, PointsEffect) and "consul" in one.use for _, one in flat):
            continue
        consuls = [n for n, one in flat if isinstance(one, ConsulEffect)]
        squadrons = [n for n, one in flat if isinstance(one, PlaceEffect) and one.what == "squadron"]
        yield from ((key, ns[0]) for key, ns in (("consul", consuls), ("squadron", squadrons)) if len(ns) == 1)
