"""The engine against the second opinion: the cards of combats, and whole random games."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.play import faults, play
from pbem.engine.table import Answer, Table
from pbem_maria.chapters import duel
from pbem_maria.chapters.combat import CardPlayed, FightEnded
from pbem_maria.chapters.conquest import Conquered, Questioned, QuestionLifted
from pbem_maria.chapters.pieces import Moved, TurnedUp
from pbem_maria.chapters.supply import Unsupplied
from pbem_maria.orders.cards import RESERVE
from pbem_maria.orders.plan import ASK, Chapter, CombatPlan, PlanBook, PlanItem
from pbem_maria.orders.stage import PlayOrders
from pbem_maria.orders.standing import KeptAnswers
from pbem_maria.position import powers
from pbem_maria.position.cards import Pile, face
from pbem_maria.position.state import Fight, Pair, State
from pbem_maria.sequence.combat import Duel
from tests.maria.drill import table_of
from tests.maria.reference import enemies, generals, owner
from tests.maria.reference import protection as control
from tests.maria.reference import retreat as flight
from tests.maria.reference import supply as bread
from tests.maria.reference.duel import Combat, Side, Verdict
from tests.maria.reference.markers import Ledger
from tests.maria.reference.positions import beside, hand, historical
from tests.maria.test_properties import GAMES, played

ASKING = PlanBook((Chapter(CombatPlan(play=(PlanItem(rule=ASK),), at_zero=PlanItem(rule=ASK))),))


def combat_in(chance: Random, state: State) -> tuple[State, Combat] | None:
    """A combat in a position that asks for every card, and the same for the second opinion."""
    fight = beside(chance, state)
    if fight is None or not enemies(state.saxony, *(owner(state, stack[0]) for stack in fight)):
        return None
    ranks = {g: state.theatre.edition.generals[g].rank for stack in fight for g in stack}
    if any(len({ranks[general] for general in stack}) < len(stack) for stack in fight):
        return None
    leaders = [min(stack, key=lambda general: ranks[general]) for stack in fight]
    suits = [state.board.cities[state.at[leader]].suit for leader in leaders]
    troops = [sum(state.troops[general] for general in stack) for stack in fight]
    good = tuple(f"{suit[0].upper()}{value}" for suit in suits for value in (2, 2, 3, 3, 4, 5, 7, 10))
    hands = {owner(state, leader): Pile(hand(chance, 5, (*good, *"RRRRR", "S6", "H6"))) for leader in leaders}
    first, second = (
        Side(number, suit, tuple(face(card) for card in hands[owner(state, leader)].known))
        for number, suit, leader in zip(troops, suits, leaders, strict=True)
    )
    going_on = Fight(Pair(*fight), troops[0] - troops[1])
    standing = dict.fromkeys(state.seats.values(), KeptAnswers(attack=ASKING, defence=ASKING))
    stage = Duel(stage="austria")
    state = replace(state, hands={**state.hands, **hands}, fight=going_on, standing=standing, flow=(stage,))
    return state, Combat(first, second)


def agree(step: Duel, decision: Decision, view: State, combat: Combat) -> None:
    """Both must hold the same plays to be legal, of all cards with all values."""
    assert view.fight is not None
    assert duel.side_to_play(view.fight) == combat.right
    possible = combat.plays()
    now = duel.seen(view, view.fight)
    assert now.score == combat.score[combat.right]
    for card in {card for pile in view.hands.values() for card in pile.known}:
        for value in range(12):
            expected = card in now.hand and (face(card), value) in possible
            assert duel.legal(now, duel.CardPlay(card, value)) == expected, (card, value, now)
    assert duel.legal(now, None) == (None in possible)
    assert bool(faults(step, view, decision, PlayOrders(stop=True))) == (None not in possible)
    faces = {face(play[0]) for play in possible if play is not None}
    for shown in {*combat.hands["attacker"], *combat.hands["defender"]}:
        order = PlayOrders(play=PlanItem(card=shown, value=4 if shown == RESERVE else 0))
        assert bool(faults(step, view, decision, order)) == (shown not in faces), (shown, now)


@pytest.mark.slow
def test_11_1_the_cards_of_a_combat() -> None:
    chance, seen = Random(111), Counter[str]()
    for _ in range(1200):
        state = historical(chance)
        for _ in range(4):
            found = combat_in(chance, state)
            if found is not None:
                fight_it_out(chance, *found, seen)
    assert min(seen.values()) > 20, seen


def fight_it_out(chance: Random, state: State, combat: Combat, seen: Counter[str]) -> None:
    table, stopped = table_of(state), False
    scores: list[int] = []
    zero = combat.score["attacker"] == 0

    def source(decision: Decision, view: State) -> Answer:
        nonlocal stopped
        agree(table.state.flow[-1], decision, view, combat)
        possible = combat.plays()
        seen["must play"] += None not in possible
        seen["a Reserve at zero"] += combat.score[combat.right] == 0 and not combat.fitting()
        chosen = (
            None if None in possible and chance.random() < 0.1 else chance.choice(sorted(possible - {None}, key=str))
        )
        if chosen is None:
            stopped = True
            return Answer(PlayOrders(stop=True), "sheet")
        side = combat.right
        combat.play(*chosen)
        scores.append(combat.score[side])
        seen["plays on"] += combat.right == side
        card, value = chosen
        return Answer(PlayOrders(play=PlanItem(card=card, value=value if card == RESERVE else 0)), "sheet")

    assert not play(table, [source])
    (ended,) = (event for entry in table.entries for event in entry.events if isinstance(event, FightEnded))
    cards = [event for entry in table.entries for event in entry.events if isinstance(event, CardPlayed)]
    assert stopped or combat.plays() == {None}
    assert Verdict(ended.loser, ended.loss) == combat.stop()
    assert [event.score for event in cards] == scores
    seen["tie"] += ended.loser is None
    seen["equal at first"] += zero
    seen["attacker loses"] += ended.loser == "attacker"
    seen["defender loses"] += ended.loser == "defender"
    seen["long"] += len(cards) > 3
    seen["mixed stack"] += any(
        len({owner(state, g) for g in stack}) > 1 for stack in (ended.pair.attackers, ended.pair.defenders)
    )


@pytest.fixture(params=GAMES, ids="-".join)
def table(request: pytest.FixtureRequest) -> Table:
    return played(*request.param, "property")[0]


def test_15_where_every_marker_lies_after_every_entry(table: Table) -> None:
    ledger = Ledger(table.at(0)[0])
    for number, entry in enumerate(table.entries, 1):
        ledger.take(entry.events)

        state: State = table.at(number)[0]
        where = f"after entry {number}"
        assert state.markers == ledger.markers, where
        assert state.electors == ledger.electors, where
        assert {city: question.marker for city, question in state.questions.items()} == ledger.questions, where
        assert state.pools == ledger.pools, where
        assert +Counter(state.battle) == +ledger.battle, where
        assert state.boxes == ledger.boxes, where
        assert +Counter(state.aside) == +ledger.aside, where
        for place in state.board.fortresses:
            assert powers.controller(state, place.id) == ledger.controller(place.id), f"{place.id} {where}"
    assert ledger.markers


def test_what_happens_in_a_game_is_what_the_second_opinion_expects(table: Table) -> None:
    seen: Counter[str] = Counter()
    for number, entry in enumerate(table.entries):
        state: State = table.at(number)[0]
        for place, event in enumerate(entry.events):
            where = f"{event} in entry {number + 1}"
            match event:
                case Moved() if event.how == "march" and event.piece in generals(state):
                    expected = control.takings(state, event.piece, event.path)
                    assert _taken_after(entry.events[place + 1 :]) == expected, where
                    seen["takings"] += len(expected)
                case Moved() if event.how == "retreat":
                    seen["retreats"] += 1
                    _check_retreat(state, event, entry.events[:place])
                case Conquered() if event.retroactive:
                    assert not control.protected(state, event.city), where
                    assert control.hostile(state, event.city, event.power), where
                case QuestionLifted():
                    power = state.questions[event.city].power
                    assert control.protected(state, event.city) or not control.hostile(state, event.city, power), where
                    seen["question marks"] += 1
                case Unsupplied():
                    price = bread.price(state, event.general, tuple(bread.paths(state, event.general)))
                    assert (price is None) is not event.for_hussars, where
                    seen["unsupplied"] += 1
                case TurnedUp():
                    assert bread.price(state, event.general, tuple(bread.paths(state, event.general))) is not None, (
                        where
                    )
            state = event.change(state)
    assert seen["takings"] > 0, seen


def _taken_after(events: tuple[object, ...]) -> list[control.Taking]:
    """What was taken before the next piece moved."""
    end = next((number for number, event in enumerate(events) if isinstance(event, Moved)), len(events))
    taken = [event for event in events[:end] if isinstance(event, (Conquered, Questioned))]
    return [control.Taking(event.city, isinstance(event, Conquered)) for event in taken]


def _check_retreat(state: State, event: Moved, earlier: tuple[object, ...]) -> None:
    """A retreat goes one of the ways that there were when the first of the stack set out."""
    if any(isinstance(each, Moved) for each in earlier):
        return
    ended = next(each for each in reversed(earlier) if isinstance(each, FightEnded))
    attacking = event.piece in ended.pair.attackers
    beaten, winners = ended.pair.attackers, ended.pair.defenders
    if not attacking:
        beaten, winners = winners, beaten
    found = tuple(flight.ways(state, tuple(g for g in beaten if g in state.at), ended.loss))
    assert event.path in found
    assert event.path[-1] in flight.farthest(state, found, state.at[winners[0]])
