"""A position as a case file writes it."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from pbem.engine.reading import Named, Node, Reader, Speller, Text
from pbem.engine.ruleset import Unplayable
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.cards import deck, face
from pbem_maria.events.cards import DecksLaidOut, Discarded, Drawn, Shuffled
from pbem_maria.events.control import Questioned
from pbem_maria.events.pieces import HussarPlaced, Placed, StackFormed, TurnedDown
from pbem_maria.events.subsidies import ContractMade
from pbem_maria.events.troops import TroopsDivided
from pbem_maria.events.turn import StageBegan, SubsidySet, TurnBegan
from pbem_maria.given_agreements import GivenAgreement, lay_agreements
from pbem_maria.given_display import Card, GivenDisplay, lay_display
from pbem_maria.given_markers import City, Power, lay_markers
from pbem_maria.given_politics import lay_politics
from pbem_maria.given_shifts import lay_shifts
from pbem_maria.options import Options
from pbem_maria.orders.contracts import Bargain
from pbem_maria.orders.hussars import HussarWish
from pbem_maria.orders.standing import Standing
from pbem_maria.orders.subsidy import Subsidy
from pbem_maria.orders.winter import StandingOrders
from pbem_maria.powers import major_of
from pbem_maria.settings import Scenario, Settings
from pbem_maria.standing import keep
from pbem_maria.state import State
from pbem_maria.steps.draw import ChooseSubsidy
from pbem_maria.steps.election import Election
from pbem_maria.steps.hussars import PlaceHussars
from pbem_maria.steps.politics import Politics
from pbem_maria.steps.stage import phases
from pbem_maria.steps.tracks import MoveMarkers
from pbem_maria.steps.turn import EndTurn, Turn
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


PHASES = {"draw": 0, "stage": 1, "combat": 5, "retroactive": 6}
"""With which of its phases the action stage begins."""


class Given(GivenDisplay, frozen=True, kw_only=True):
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
    hands: Mapping[Power, tuple[Card, ...]] = {}
    draw: tuple[Card, ...] = ()
    """The top cards of the draw pile, the first on top."""
    draw_only: bool = False
    """Whether there are no cards below those, and the rest of the decks in use is set aside."""
    decks_left: tuple[int, ...] | None = None
    """The decks that wait; unless said, all that the given cards do not need."""
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

    def lay_out(self, table: Table) -> None:
        """Bring a fresh table to this position, by events, so that every seat sees what it would."""
        if self.at == "set-up":
            return
        while table.state.flow:
            table.leave()
        table.emit(TurnBegan(turn=self.turn))
        if self.at in ("stage", "draw", "combat", "retroactive"):
            table.emit(StageBegan(stage=self.stage, powers=table.state.powers_in(self.stage)))
        self._place(table)
        self._deal(table)
        lay_politics(table, self)
        lay_shifts(table, self)
        lay_display(table, self)
        for power in self._have_drawn(table.state):
            table.emit(Drawn(power=power, seat=table.state.seat_of(power), cards=(), as_income=True))
        for seat, standing in self.standing.items():
            keep(table, seat, StandingOrders(standing=standing))
        for each in self.contracts:
            last = self.turn + each.turns - 1
            table.emit(ContractMade(giver=each.giver, receiver=each.receiver, first=self.turn, last=last))
        if self.subsidy is not None:
            table.emit(SubsidySet(paid=self.subsidy.paid))
        table.enter(*self._steps())

    def _have_drawn(self, state: State) -> tuple[str, ...]:
        """The powers whose income of this turn belongs to what has been before the case."""
        leads = list(state.stages())
        if self.at in ("stage", "draw", "combat", "retroactive"):
            leads = leads[: leads.index(self.stage) + (self.at != "draw")]
        elif self.at not in ("election", "winter falls", "winter", "end of turn"):
            leads = []
        return tuple(power for lead in leads for power in state.powers_in(lead))

    def _place(self, table: Table) -> None:
        for piece, stand in self.pieces.items():
            table.emit(Placed(piece=piece, city=stand.city))
        state: State = table.state
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

    def _deal(self, table: Table) -> None:
        hands = {p: (*self.hands.get(p, ()), *self.on_display(p)) for p in table.state.theatre.powers}
        used = self._decks_needed()
        pile = list(_decks(used))
        cards = {power: tuple(_take(pile, f) for f in faces) for power, faces in hands.items()}
        top = [_take(pile, f) for f in self.draw]
        decks = tuple(range(1, used + 1))
        left = self.decks_left if self.decks_left is not None else tuple(range(used + 1, 5))
        aside = [card for number in range(used + 1, 5) if number not in left for card in deck(number)]
        aside += pile if self.draw_only else []
        below = [] if self.draw_only else pile
        table.emit(DecksLaidOut(decks=left))
        dealt = [card for held in cards.values() for card in held]
        table.emit(Shuffled(decks=decks, cards=(*dealt, *aside, *top, *below)))
        for power, held in cards.items():
            table.emit(Drawn(power=power, seat=table.state.seat_of(power), cards=held))
        if aside:
            table.emit(Drawn(power="austria", seat=table.state.seat_of("austria"), cards=tuple(aside)))
            table.emit(Discarded(power="austria", cards=tuple(aside), why="given"))

    def _decks_needed(self) -> int:
        """How many decks hold all the cards that are given."""
        held = [
            card for cards in (*self.hands.values(), *self.saved.values(), *self.bluffed.values()) for card in cards
        ]
        wanted = Counter(held + list(self.draw))
        return next((n for n in (1, 2, 3) if wanted <= Counter(map(face, _decks(n)))), 4)

    def _steps(self) -> tuple[Step, ...]:
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
            case "election":
                return (Election(turn=self.turn), EndTurn(turn=self.turn))
            case "winter falls":
                return (Winter(turn=self.turn), EndTurn(turn=self.turn))
            case "winter":
                return (WinterBusiness(turn=self.turn),)
            case "end of turn":
                return (EndTurn(turn=self.turn),)
            case _:
                return phases(self.stage)[PHASES.get(self.at, PHASES["stage"]) :]


def _decks(number: int) -> tuple[str, ...]:
    """The cards of the first *number* decks."""
    return tuple(card for each in range(1, number + 1) for card in deck(each))


def _take(pile: list[str], wanted: str) -> str:
    card = next((card for card in pile if face(card) == wanted), None)
    if card is None:
        raise Unplayable(f"more cards {wanted} are given than all decks have")
    pile.remove(card)
    return card
