"""Whatever becomes of Camps, alliances and nations, pieces, Flags, markers and seats stay sound."""

import random

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.politics.camps import break_alliance, make_armistice, may_break, move_consul, wrong_armistice
from pbem_tnw.chapters.politics.conquest import ConquestPhase, submit
from pbem_tnw.chapters.politics.track import moves_by_event
from pbem_tnw.chapters.politics.wars import Declaration, declaration, declare_war
from pbem_tnw.chapters.turn.interphase import Interphase
from pbem_tnw.invariants import broken
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.pieces import Strengths
from pbem_tnw.orders.standing import Consents, WarStanding, Willing
from pbem_tnw.orders.turn import DeployLine, InterphaseWar, TurnEndWish
from pbem_tnw.position.cards import CardHand, CardPile
from pbem_tnw.position.control import at_war, camp_of, controller, is_power, is_proxy
from pbem_tnw.position.state import WarState
from tests.tnw.positions import DiceTable, at_start

YES = Willing(test=Truth(yes=True))


class Politics:
    """A table at which things happen by chance, one after the other."""

    def __init__(self, seed: int, players: int) -> None:
        self.dice = random.Random(seed)
        start = at_start(players, turn=2, round=1)
        cards = start.board.deck
        hands = {nation: CardHand(known=cards[3 * n : 3 * n + 3]) for n, nation in enumerate(start.board.sequence)}
        start = replace(start, hands=hands, deck=CardPile(cards=cards[27:]))
        yes = Consents(
            join=dict.fromkeys(start.board.powers, YES), armistice=dict.fromkeys(start.board.powers, YES),
            surrender_of=dict.fromkeys(start.board.powers, YES),
        )  # fmt: skip
        standing = {seat: WarStanding(consent=yes) for seat in dict.fromkeys(start.control.values())}
        start = replace(start, standing=standing)
        self.table = DiceTable(start, (self.dice.randint(1, 6) for _ in range(20000)))

    @property
    def state(self) -> WarState:
        return self.table.state

    def nation(self) -> str:
        return self.dice.choice(self.state.board.sequence)

    def happen(self) -> None:
        """Let one thing happen, all that follows from it, and see that the position is sound."""
        what = self.dice.choice([
            self.consul, self.broken_alliance, self.war, self.armistice, self.conquest, self.submission, self.march,
            self.interphase,
        ])  # fmt: skip
        what()
        self.table.close(what.__name__)
        self.table.play()
        found = [str(each) for each in broken(self.state)]
        assert not found, (what.__name__, found)

    def consul(self) -> None:
        proxy = self.dice.choice(list(self.state.consuls))
        boxes = moves_by_event(self.state, proxy, 2, "either")
        if boxes:
            move_consul(self.table, proxy, self.dice.choice(boxes), nation=self.nation(), cause="event")

    def broken_alliance(self) -> None:
        proxy = self.dice.choice(list(self.state.consuls))
        if may_break(self.state, proxy):
            break_alliance(self.table, proxy, self.dice.choice(["unaligned", "client"]), nation="austria", card="")

    def war(self) -> None:
        found = declaration(
            self.state, self.nation(), self.nation(), self.dice.choice(["", "imperial"]), interphase=True
        )
        if isinstance(found, Declaration):
            declare_war(self.table, found)

    def armistice(self) -> None:
        one, other = self.nation(), self.nation()
        if one != other and not list(wrong_armistice(self.state, one, other)):
            make_armistice(self.table, one, other)

    def conquest(self) -> None:
        self.table.enter(ConquestPhase())

    def submission(self) -> None:
        nation = self.nation()
        if nation != "france" and camp_of(self.state, nation) and self.dice.random() < 0.3:
            submit(self.table, nation)

    def march(self) -> None:
        """Flags and forces go where they might have gone in Impulses."""
        state, flags, units = self.state, dict(self.state.flags), dict(self.state.units)
        for _ in range(6):
            nation, duchy = self.nation(), self.dice.choice(list(state.board.duchies))
            out = sum(flag == nation for flag in flags.values())
            if not at_war(state, nation, controller(state, duchy)):
                continue
            if out < state.board.nations[nation].limits.flags and state.board.duchies[duchy].nation != nation:
                flags[duchy] = nation
                leaders = [one for one, place in state.generals.items() if place == duchy]
                units = {place: each for place, each in units.items() if place != duchy} if not leaders else units
        self.table.state = replace(state, flags=flags, units=units)
        self.part()

    def part(self) -> None:
        """Enemies that stand together after such a march are parted, as a battle would have done."""
        for place, there in list(self.state.units.items()):
            nations = list(there)
            if any(at_war(self.state, one, other) for one in nations for other in nations):
                units = {each: n for each, n in self.state.units.items() if each != place}
                self.table.state = replace(self.state, units=units)

    def interphase(self) -> None:
        """An Interphase with wishes of all kinds."""
        duchies = list(self.state.board.duchies)
        wishes = {}
        for seat in dict.fromkeys(self.state.control.values()):
            places = [self.dice.choice(duchies) for _ in range(6)]
            wishes[seat] = TurnEndWish(
                camp={self.nation(): self.dice.choice(["imperial", "coalition"])},
                declare=(InterphaseWar(on=self.nation()), InterphaseWar(on=self.nation())),
                armistice={self.nation(): YES},
                deploy=tuple(
                    DeployLine(origin=one, goal=other, units=Strengths({"": 1}))
                    for one, other in zip(places[:3], places[3:], strict=True)
                ),
            )  # fmt: skip
        state = self.state
        self.table.state = replace(state, turn_ends=wishes, turn=min(5, state.turn + 1))
        self.table.enter(Interphase())


@pytest.mark.parametrize("seed", range(12))
def test_the_position_stays_sound_whatever_happens(seed: int) -> None:
    politics = Politics(seed, players=4 + seed % 2)
    for _ in range(25):
        politics.happen()
        if politics.state.result is not None:
            break
    assert is_power(politics.state, "france")
    assert not is_proxy(politics.state, "france")
