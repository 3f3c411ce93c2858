"""The words of the cards' conditions: what must hold for an event to be played (6.1).

In cards.yaml a condition is a mapping of its word to what it says, `{camp: coalition}`; `PrintedCondition.typed` gives
the struct for the word.
"""

from typing import Literal, get_args

import msgspec

from pbem_tnw.edition.board import NationId
from pbem_tnw.edition.nations import CampId


class ZonesLimit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The Camp of *camp_zones* controls *at_least* so many zones, or so many *below* (13.1)."""

    camp_zones: NationId
    at_least: int | None = None
    below: int | None = None


class _Condition(msgspec.Struct, frozen=True, tag_field="word"):
    """What all conditions have in common: a word."""


class IfCamp(_Condition, frozen=True, tag="camp"):
    """The player is of that Camp."""

    camp: CampId


class IfPlayer(_Condition, frozen=True, tag="player"):
    """The player is one of these nations."""

    nations: tuple[NationId, ...]


class IfNotEnemy(_Condition, frozen=True, tag="not_enemy"):
    """The player is not at war with one of these nations; with several it chooses among those."""

    nations: tuple[NationId, ...]


class IfAllied(_Condition, frozen=True, tag="allied"):
    """The *proxy* is in the Ally box of the *power*."""

    proxy: NationId
    power: NationId


class IfNotAllied(_Condition, frozen=True, tag="not_allied"):
    """The *proxy* is not in the Ally box of the *power*."""

    proxy: NationId
    power: NationId


class IfNotVassalOfCoalition(_Condition, frozen=True, tag="not_vassal_of_coalition"):
    """The victim is not of the Coalition, or the *proxy* is neither Client nor ally of one (8.31)."""

    proxy: NationId


class IfRole(_Condition, frozen=True, tag="role"):
    """The player is the attacker or the defender of the battle."""

    role: Literal["attacker", "defender"]


class IfWith(_Condition, frozen=True, tag="with"):
    """The own side has units, at sea Squadrons, of one of these nations."""

    nations: tuple[NationId, ...]


class IfInBattle(_Condition, frozen=True, tag="in_battle"):
    """That general is in the battle."""

    general: str


class IfCommanderRatingFrom(_Condition, frozen=True, tag="commander_rating_from"):
    """The own commander has that Rating or a better one."""

    rating: int


class IfTargetUncontrolled(_Condition, frozen=True, tag="target_uncontrolled"):
    """The force has entered a duchy that is Uncontrolled to it; or, if not *uncontrolled*, one that is not."""

    uncontrolled: bool


class IfTargetIn(_Condition, frozen=True, tag="target_in"):
    """The force stands in such a duchy: a word for places, `home:N` or `friendly:self`."""

    where: str


class IfControls(_Condition, frozen=True, tag="controls"):
    """That nation controls that place."""

    nation: NationId
    place: str


class IfCampControls(_Condition, frozen=True, tag="camp_controls"):
    """The Camp of that nation controls that place."""

    nation: NationId
    place: str


class IfHoldsCapital(_Condition, frozen=True, tag="holds_capital"):
    """That nation controls an enemy capital."""

    who: Literal[NationId, "self"]


class IfZones(_Condition, frozen=True, tag="zones"):
    """That nation's own Squadrons alone controlled so many zones at the start of the Impulse."""

    nation: NationId
    at_least: int


class IfCampZones(_Condition, frozen=True, tag="camp_zones"):
    """As the limit says."""

    limit: ZonesLimit


class IfKeyLost(_Condition, frozen=True, tag="key_lost"):
    """That nation has lost a Key of its colour."""

    who: Literal[NationId, "chosen"]


class IfTurnFrom(_Condition, frozen=True, tag="turn_from"):
    """It is that Turn or a later one."""

    year: int


class IfAtWar(_Condition, frozen=True, tag="at_war"):
    """The two are at war, or the nation is with `any`."""

    nation: NationId
    enemy: Literal[NationId, "any"]


class IfHas(_Condition, frozen=True, tag="has"):
    """That nation has so many Squadrons that may sail, or units or generals on the map."""

    nation: NationId
    what: Literal["unit", "squadron", "general"]
    n: int


class IfGeneralNotAt(_Condition, frozen=True, tag="general_not_at"):
    """That general is not at that place."""

    general: str
    place: str


class IfGeneralNotOnMap(_Condition, frozen=True, tag="general_not_on_map"):
    """That general is not on the map, nor killed."""

    general: str


CardCondition = (
    IfCamp | IfPlayer | IfNotEnemy | IfAllied | IfNotAllied | IfNotVassalOfCoalition | IfRole | IfWith | IfInBattle
    | IfCommanderRatingFrom | IfTargetUncontrolled | IfTargetIn | IfControls | IfCampControls | IfHoldsCapital
    | IfZones | IfCampZones | IfKeyLost | IfTurnFrom | IfAtWar | IfHas | IfGeneralNotAt | IfGeneralNotOnMap
)  # fmt: skip


class PrintedCondition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A condition as cards.yaml has it: one of the words, with `zones` *at_least* and with `camp_zones` a bound."""

    camp: CampId | None = None
    player: tuple[NationId, ...] | None = None
    not_enemy: tuple[NationId, ...] | None = None
    allied: tuple[NationId, NationId] | None = None
    not_allied: tuple[NationId, NationId] | None = None
    not_vassal_of_coalition: NationId | None = None
    role: Literal["attacker", "defender"] | None = None
    with_: NationId | tuple[NationId, ...] | None = msgspec.field(name="with", default=None)
    in_battle: str | None = None
    commander_rating_from: int | None = None
    target_uncontrolled: bool | None = None
    target_in: str | None = None
    controls: tuple[NationId, str] | None = None
    camp_controls: tuple[NationId, str] | None = None
    holds_capital: Literal[NationId, "self"] | None = None
    zones: NationId | None = None
    camp_zones: NationId | None = None
    key_lost: Literal[NationId, "chosen"] | None = None
    turn_from: int | None = None
    at_war: tuple[NationId, Literal[NationId, "any"]] | None = None
    has: tuple[NationId, Literal["unit", "squadron", "general"], int] | None = None
    general_not_at: tuple[str, str] | None = None
    general_not_on_map: str | None = None
    at_least: int | None = None
    below: int | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it has; one, if it is sound."""
        said = (name for name in self.__struct_fields__ if getattr(self, name) is not None)
        return tuple(name.removesuffix("_") for name in said if name not in _BOUNDS)

    @property
    def typed(self) -> CardCondition:
        """The struct for its word; raises `ValueError` if it has none, several or not what belongs to it."""
        typed: CardCondition = msgspec.convert({"word": self._word(), **self._arguments()}, CardCondition)
        return typed

    def _word(self) -> str:
        if len(self.words) != 1:
            raise ValueError(f"a condition has one word, not {len(self.words)}: {', '.join(self.words)}")
        return self.words[0]

    def _arguments(self) -> dict[str, object]:
        word = self._word()
        said = getattr(self, "with_" if word == "with" else word)
        bounds = {name: getattr(self, name) for name in _BOUNDS if getattr(self, name) is not None}
        if word == "camp_zones":
            return {"limit": {"camp_zones": said, **bounds}}
        fields = _FIELDS[word]
        values = said if len(fields) > 1 and isinstance(said, tuple) else (said,)
        if fields == ("nations",):
            values = (said if isinstance(said, tuple) else (said,),)
        return {**dict(zip(fields, values, strict=True)), **bounds}


_BOUNDS = ("at_least", "below")
_FIELDS = {
    str(each.__struct_config__.tag): tuple(name for name in each.__struct_fields__ if name not in _BOUNDS)
    for each in get_args(CardCondition)
}
