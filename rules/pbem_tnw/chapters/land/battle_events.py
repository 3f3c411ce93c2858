"""What happens in a battle on land (11)."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_tnw.chapters.land.battle_rules import SideResult, after
from pbem_tnw.edition.board import CAPTURED
from pbem_tnw.position.impulse import BattleModifier, BattleVerdict, LandBattle, Siege
from pbem_tnw.position.state import WarState

FateOfGeneral = Literal["eliminated", "out-of-the-game", "regroup", "captured"]


class BattleBegan(Event[WarState], frozen=True):
    """Forces at war stand in one duchy and fight (11.1), with these units by nation."""

    battle: LandBattle
    attacking: Mapping[str, int]
    defending: Mapping[str, int]

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(battle=self.battle)


class BattleCardCounted(Event[WarState], frozen=True):
    """A nation plays a card in the battle as its seat had planned."""

    nation: str
    card: str

    def change(self, state: WarState) -> WarState:
        battle = state.going_on.battle
        return (
            state
            if battle is None
            else state.with_impulse(battle=replace(battle, played=(*battle.played, (self.nation, self.card))))
        )


class BattleModified(Event[WarState], frozen=True):
    """A card changes something in the battle or the assault that is going on."""

    modifiers: tuple[BattleModifier, ...]

    def change(self, state: WarState) -> WarState:
        battle, siege = state.going_on.battle, state.going_on.siege
        if battle is not None:
            return state.with_impulse(battle=replace(battle, modifiers=(*battle.modifiers, *self.modifiers)))
        if siege is not None:
            return state.with_impulse(siege=replace(siege, modifiers=(*siege.modifiers, *self.modifiers)))
        return state


class BattleRoundDue(Event[WarState], frozen=True):
    """The dice of a round are rolled next."""

    number: int

    def change(self, state: WarState) -> WarState:
        battle = state.going_on.battle
        return state if battle is None else state.with_impulse(battle=replace(battle, round=self.number))


class BattleRoundOver(Event[WarState], frozen=True):
    """The dice of a round, and what they did to both sides (11.3).

    The units killed go by `PiecesMoved`; the last four fields say whose dice they were, for the story.
    """

    place: str
    number: int
    attacker: SideResult
    defender: SideResult
    attacking: str
    """The nation that led the attacker, and below its commander, if there was one."""
    defending: str
    attackers: str = ""
    defenders: str = ""

    def change(self, state: WarState) -> WarState:
        battle = state.going_on.battle
        if battle is None:
            return state
        sides = {"attacker": after(battle.attacker, self.attacker), "defender": after(battle.defender, self.defender)}
        return state.with_impulse(battle=replace(battle, **sides))


class BattleDecided(Event[WarState], frozen=True):
    """One side has won (11.4); *winner* and *loser* are the nations of their commanders."""

    place: str
    verdict: BattleVerdict
    winner: str
    loser: str

    def change(self, state: WarState) -> WarState:
        battle = state.going_on.battle
        return state if battle is None else state.with_impulse(battle=replace(battle, verdict=self.verdict))


class GeneralFell(Event[WarState], frozen=True):
    """What became of a general who was killed, or whose side was eliminated (11.8, 17.3).

    *to* is the box of the general now; *captor* is the nation that holds Napoleon.
    """

    general: str
    die: int
    fate: FateOfGeneral
    to: str
    captor: str = ""

    def change(self, state: WarState) -> WarState:
        moved = replace(state, generals={**state.generals, self.general: self.to})
        return replace(moved, captor=self.captor) if self.to == CAPTURED else moved


class RoutPaid(Event[WarState], frozen=True):
    """A victor rolled for the Resource of a Rout: it gains one if the die is not above the loser's Rating (11.5)."""

    nation: str
    die: int
    rating: int


class RetreatMade(Event[WarState], frozen=True):
    """The loser went to *to*, all together (11.4); the pieces go by `PiecesMoved`."""

    place: str
    to: str
    nation: str


class BattleEnded(Event[WarState], frozen=True):
    """The battle is over: what was disrupted is good again (11.5)."""

    place: str
    won: bool
    """Whether the Active side won."""
    overrun: bool = False

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(battle=None, won_last=self.won)


AssaultEnd = Literal["fallen", "overrun", "held", "destroyed"]


class AssaultBegan(Event[WarState], frozen=True):
    """A Fortress is assaulted, which is possible once in an Impulse (12.2)."""

    siege: Siege
    owner: str

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(siege=self.siege, assaulted=(*state.going_on.assaulted, self.siege.place))


class AssaultRoundDue(Event[WarState], frozen=True):
    """The dice of a round of the assault are rolled next."""

    number: int

    def change(self, state: WarState) -> WarState:
        siege = state.going_on.siege
        return state if siege is None else state.with_impulse(siege=replace(siege, round=self.number))


class AssaultRoundOver(Event[WarState], frozen=True):
    """The dice of a round of the assault, and what they did (12.3); the units killed go by `PiecesMoved`.

    *besieger* is what the besieger suffered; its `sixes` are those against the Fortress, *total* all of them.
    """

    place: str
    number: int
    commander: str
    besieger: SideResult
    fortress: tuple[int, ...]
    total: int
    strength: int

    def change(self, state: WarState) -> WarState:
        siege = state.going_on.siege
        if siege is None:
            return state
        return state.with_impulse(siege=replace(siege, besieger=after(siege.besieger, self.besieger), sixes=self.total))


class AssaultEnded(Event[WarState], frozen=True):
    """The assault is over; *flagged* says whether the Fortress of *owner* has another Flag now."""

    place: str
    nation: str
    owner: str
    end: AssaultEnd
    flagged: bool = False

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(siege=None)
