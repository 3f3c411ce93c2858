"""A position as a case file writes it."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from pbem.engine.reading import Named, Node, Reader, Speller, Text
from pbem.engine.ruleset import Unplayable
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.events.cards import Drawn
from pbem_maria.events.control import Questioned
from pbem_maria.events.pieces import HussarPlaced, Placed, StackFormed, TurnedDown
from pbem_maria.events.subsidies import ContractMade
from pbem_maria.events.troops import TroopsDivided
from pbem_maria.events.turn import StageBegan, SubsidySet, TurnBegan
from pbem_maria.given_agreements import GivenAgreement, lay_agreements
from pbem_maria.given_cards import GivenCards, deal
from pbem_maria.given_display import lay_display
from pbem_maria.given_markers import City, Power, lay_markers, lay_pools
from pbem_maria.given_politics import lay_politics
from pbem_maria.given_shifts import lay_shifts
from pbem_maria.options import Options
from pbem_maria.orders.contracts import Bargain
from pbem_maria.orders.hussars import HussarWish
from pbem_maria.orders.standing import Standing
from pbem_maria.orders.subsidy import Subsidy
from pbem_maria.orders.winter import StandingOrders
from pbem_maria.powers import PRUSSIA, major_of
from pbem_maria.settings import Scenario, Settings
from pbem_maria.standing import keep
from pbem_maria.state import State
from pbem_maria.steps.draw import ChooseSubsidy
from pbem_maria.steps.hussars import PlaceHussars
from pbem_maria.steps.politics import Politics
from pbem_maria.steps.stage import phases
from pbem_maria.steps.tracks import MoveMarkers
from pbem_maria.steps.turn import EndTurn, Turn, after_stages
from pbem_maria.steps.winter import Winter, WinterBusiness

_STAND = re.compile(
    r"(?P<city>.+?)(?:\s+with\s+(?P<troops>\d+))?(?P<down>\s*,?\s+face[ -]down)?(?P<top>\s*,?\s+commands)?\s*$"
)


class Stand(msgspec.Struct, frozen=True):
    """Where a piece stands: `Passau with 6`, `Linz with 4 face down`, `Berlin with 3 commands`."""

    city: str
    troops: int = 1
    face_down: bool = False
    commands: bool = False

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Stand":
        if isinstance(node, Text) and not node.text:
            raise reader.blame(node, "no-value", key="")
        found = _STAND.match(node.text) if isinstance(node, Text) else None
        if not isinstance(node, Text) or found is None:
            raise reader.blame(node, "wrong-shape", wanted="text", got=node.kind)
        city = reader.name(node.part(found.start("city"), found.end("city")), "city")
        return cls(city, int(found["troops"] or 1), bool(found["down"]), bool(found["top"]))

    def spell(self, speller: Speller) -> str:
        down, top = " face down" if self.face_down else "", " commands" if self.commands else ""
        return f"{speller.name('city', self.city)} with {self.troops}{down}{top}"


Where = Literal[
    "set-up",
    "turn",
    "politics",
    "hussars",
    "subsidy",
    "draw",
    "stage",
    "combat",
    "retroactive",
    "tracks",
    "election",
    "winter falls",
    "winter",
    "end of turn",
]


IN_STAGE = ("draw", "stage", "combat", "retroactive")
AFTER_STAGES = ("election", "winter falls", "winter", "end of turn")
ADVANCED = (
    "boxes", "battle", "pools", "scores", "electors", "aside", "tracks", "shift", "saxony", "election", "politics",
    "saved", "bluffed", "contracts", "annexed", "neutral_until", "reduced", "owed",
)  # fmt: skip
"""The keys that say something of the advanced game."""
PHASES = {"draw": 0, "stage": 1, "combat": 5, "retroactive": 6}
"""With which of its phases the action stage begins."""


class Given(GivenCards, frozen=True, kw_only=True):
    """Any starting position; what is not said is empty or at rest."""

    scenario: Scenario = "introductory"
    players: Literal["3", "2"] = "3"
    edition: str = "historical"
    options: Options = Options()
    turn: int = 1
    at: Where = "stage"
    """Where in the sequence of play the case begins."""
    stage: Power = "france"
    pieces: Mapping[Annotated[str, Named("general train")], Stand] = {}
    questions: Mapping[City, Annotated[str, Named("general")]] = {}
    hussars: tuple[HussarWish, ...] = ()
    subsidy: Subsidy | None = None
    contracts: tuple[Bargain, ...] = ()
    """Subsidy contracts in force, each from this turn on (20)."""
    standing: Mapping[str, Standing] = {}
    """Standing orders by seat."""
    agreements: tuple[GivenAgreement, ...] = ()

    def settings(self) -> Settings:
        """The settings of the case's game."""
        return Settings(edition=self.edition, scenario=self.scenario, players=self.players, options=self.options)

    def lay_out(self, table: Table[State]) -> None:
        """Bring a fresh table to this position, by events, so that every seat sees what it would."""
        if self.at == "set-up":
            return
        self._check_scenario(table.state)
        while table.state.flow:
            table.leave()
        table.emit(TurnBegan(turn=self.turn))
        if self.at in IN_STAGE:
            table.emit(StageBegan(stage=self.stage, powers=table.state.powers_in(self.stage)))
        self._place(table)
        deal(table, self)
        lay_politics(table, self)
        lay_shifts(table, self, over=PRUSSIA in self._begun(table.state))
        lay_display(table, self)
        lay_pools(table, self, self.aside)
        for power in self._have_drawn(table.state):
            table.emit(Drawn(power=power, seat=table.state.seat_of(power), cards=(), as_income=True))
        for seat, standing in self.standing.items():
            keep(table, seat, StandingOrders(standing=standing))
        for each in self.contracts:
            last = self.turn + each.turns - 1
            table.emit(ContractMade(giver=each.giver, receiver=each.receiver, first=self.turn, last=last))
        if self.subsidy is not None:
            table.emit(SubsidySet(paid=self.subsidy.paid))
        table.enter(*self._steps(table.state))

    def _check_scenario(self, state: State) -> None:
        """Nothing of the advanced game is given for the introductory one."""
        for key in () if state.theatre.is_advanced else ADVANCED:
            if getattr(self, key):
                why = "only the advanced game has this: say `scenario: advanced` as well"
                raise Unplayable(why, key.replace("_", " "))

    def _begun(self, state: State) -> tuple[str, ...]:
        """The leading powers of the action stages of this turn that have begun before the case or begin with it."""
        leads = tuple(state.stages())
        if self.at in IN_STAGE:
            return leads[: leads.index(self.stage) + 1]
        return leads if self.at in AFTER_STAGES else ()

    def _have_drawn(self, state: State) -> tuple[str, ...]:
        """The powers whose income of this turn belongs to what has been before the case."""
        begun = self._begun(state)
        leads = begun[:-1] if self.at == "draw" else begun
        return tuple(power for lead in leads for power in state.powers_in(lead))

    def _place(self, table: Table[State]) -> None:
        for piece, stand in self.pieces.items():
            table.emit(Placed(piece=piece, city=stand.city))
        state = table.state
        for piece, stand in self.pieces.items():
            if stand.face_down:
                table.emit(TurnedDown(general=piece))
            if stand.commands:
                stack = state.generals_at(stand.city)
                table.emit(StackFormed(city=stand.city, commander=piece, generals=stack, chosen=True))
        for power in state.theatre.powers:
            army = {g: self.pieces[g].troops for g in state.generals_of(power)}
            army |= {g: troops for g, troops in self.off_map.items() if state.power_of(g) == power}
            total = sum(army.values())
            seat = state.seat_of(power)
            table.emit(TroopsDivided(seat=seat, power=power, total=total, why="set-up", troops=army))
        lay_markers(table, self)
        lay_agreements(table, self.agreements)
        for city, general in self.questions.items():
            power = state.power_of(general)
            table.emit(Questioned(city=city, power=power, general=general, marker=major_of(state, power)))
        for number, wish in enumerate(self.hussars):
            table.emit(HussarPlaced(hussar=number, city=None if wish.places[0] == "stay" else wish.places[0]))
        if self.at in ("stage", "draw"):
            # once more, as forming a stack counted as moving
            table.emit(StageBegan(stage=self.stage, powers=table.state.powers_in(self.stage)))

    def _steps(self, state: State) -> tuple[Step, ...]:
        match self.at:
            case "turn":
                return (Turn(turn=self.turn),)
            case "politics":
                return (Politics(turn=self.turn),)
            case "hussars":
                return (PlaceHussars(turn=self.turn),)
            case "subsidy":
                return (ChooseSubsidy(turn=self.turn),)
            case "tracks":
                return (MoveMarkers(steps=self.shift),)
            case "election" | "end of turn":
                return after_stages(state, self.turn)
            case "winter falls":
                return (Winter(turn=self.turn), EndTurn(turn=self.turn))
            case "winter":
                return (WinterBusiness(turn=self.turn),)
            case _:
                return phases(self.stage)[PHASES.get(self.at, PHASES["stage"]) :]
