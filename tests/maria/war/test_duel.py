"""The card duel (11.1): whose right it is, what must be played, what a plan plays."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem_maria.chapters.combat import CardPlayed, FightBegan, FightEnded
from pbem_maria.chapters.duel import CardPlay, Choice, DuelSeen, choose, legal, side_to_play
from pbem_maria.orders.cards import RESERVE
from pbem_maria.orders.plan import (
    AS_PLAY,
    FREE,
    HIGHEST,
    KEEP,
    LAST,
    LEADS,
    LOWEST,
    NONE,
    TIE,
    TURNS,
    Chapter,
    CombatPlan,
    PlanBook,
    PlanItem,
)
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.standing import KeptAnswers
from pbem_maria.position.cards import Pile, face, is_reserve, value_of
from pbem_maria.position.state import Fight, Pair, PlayedCard, State
from tests.maria.arena import events, facing, fought, hand, plan, with_plans

HEARTS = {"a": "hearts", "b": "spades"}
PAIR = Pair(("belle-isle",), ("khevenhueller",))


def now(score: int, cards: str, played: str = "") -> DuelSeen:
    spent = tuple((face(card), value_of(card)) for card in hand(played).split())
    return DuelSeen(score=score, suit="hearts", hand=tuple(hand(cards).split()), played=spent)


def chosen(text: str, score: int, cards: str, played: str = "") -> str:
    """What the plan *text* does, in short: `H7`, `R as 5`, `ask` or `stop`."""
    choice: Choice = choose(plan(text), now(score, cards, played))
    if choice is None or isinstance(choice, str):
        return choice or "stop"
    shown = face(choice.card)
    return f"R as {choice.value}" if shown == RESERVE else shown


@pytest.mark.parametrize(
    ("score", "plays", "side"),
    [
        (-3, (), "attacker"),
        (3, (), "defender"),
        (0, (), "attacker"),
        (0, (PlayedCard("attacker", "H3.1", 3),), "defender"),
        (0, (PlayedCard("attacker", "H3.1", 3), PlayedCard("defender", "S3.1", 3)), "attacker"),
        (-1, (PlayedCard("attacker", "H3.1", 3),), "attacker"),
    ],
)
def test_11_1_the_right_to_play_is_the_weaker_sides(score: int, plays: tuple[PlayedCard, ...], side: str) -> None:
    assert side_to_play(Fight(PAIR, score, plays)) == side


@pytest.mark.parametrize(
    ("text", "score", "cards", "does"),
    [
        ("lowest", -4, "♥9 ♥3 ♠2", "H3"),
        ("highest", -4, "♥9 ♥3 ♠10", "H9"),
        ("lowest", -4, "♠2", "stop"),
        ("lowest that turns", -4, "♥3 ♥4 ♥9", "H4"),
        ("lowest that leads", -4, "♥3 ♥4 ♥9", "H9"),
        ("lowest that turns", -8, "♥3 ♥4", "stop"),
        ("[lowest that turns, highest]", -8, "♥3 ♥4", "H4"),
        ("none", -4, "♥9", "stop"),
        ("[none, lowest]", -4, "♥9", "stop"),
        ("ask", -4, "♥9", "ask"),
        ("ask", -4, "♠9", "stop"),
        ("[♥9, lowest]", -4, "♥9 ♥3", "H9"),
        ("[♥8, lowest]", -4, "♥9 ♥3", "H3"),
        ("[♠9, lowest]", -4, "♠9 ♥3", "H3"),
    ],
)
def test_11_1_an_entry_of_play_yields_a_card_or_the_next_is_read(text: str, score: int, cards: str, does: str) -> None:
    assert chosen(text, score, cards) == does


@pytest.mark.parametrize(
    ("cards", "played", "does"),
    [("♥7 ♥3 ♥2", "", "H7"), ("♥3 ♥2", "♥7", "H3"), ("♥2", "♥7 ♥3", "H2"), ("♥7 ♥2", "♥7 ♥3", "H2")],
)
def test_11_1_cards_are_played_once_and_in_order(cards: str, played: str, does: str) -> None:
    assert chosen("[♥7, ♥3, lowest]", -20, cards, played) == does


def test_11_1_a_card_named_twice_is_played_twice() -> None:
    assert chosen("[♥7, ♥7, lowest]", -20, "♥7 ♥2", "♥7") == "H7"
    assert chosen("[Reserve as 3, Reserve as 6]", -20, "Reserve", "Reserve") == "R as 6"


@pytest.mark.parametrize(
    ("text", "score", "cards", "does"),
    [
        ("lowest", -4, "Reserve", "R as 4"),
        ("lowest", -12, "Reserve", "R as 8"),
        ("highest", -4, "Reserve", "R as 8"),
        ("lowest that turns", -4, "Reserve", "R as 4"),
        ("lowest that leads", -4, "Reserve", "R as 5"),
        ("lowest that leads", -8, "Reserve", "stop"),
        ("lowest that turns", -9, "Reserve", "stop"),
        ("lowest", -4, "♥9 Reserve", "H9"),
        ("lowest that turns", -4, "♥3 Reserve", "R as 4"),
        ("lowest, reserves keep", -4, "Reserve", "stop"),
        ("Reserve as 2, reserves keep", -4, "Reserve", "R as 2"),
        ("lowest, reserves free", -4, "♥9 Reserve", "R as 4"),
        ("lowest, reserves free", -4, "♥4 Reserve", "H4"),
        ("highest, reserves free", -4, "♥8 Reserve", "H8"),
        ("highest, reserves free", -4, "♥7 Reserve", "R as 8"),
        ("lowest, reserves as 5", -4, "♥9 Reserve", "R as 5"),
        ("lowest that turns, reserves as 5", -6, "♥9 Reserve", "H9"),
        ("lowest that turns, reserves as 5", -6, "Reserve", "stop"),
    ],
)
def test_11_1_reserves_are_spent_as_the_plan_says(text: str, score: int, cards: str, does: str) -> None:
    assert chosen(text, score, cards) == does


@pytest.mark.parametrize(
    ("text", "played", "does"),
    [
        ("lowest, at most 2 cards", "♥5", "H3"),
        ("lowest, at most 2 cards", "♥5 ♥6", "stop"),
        ("lowest, at most 8 points", "♥5", "H3"),
        ("highest, at most 8 points", "♥5", "H3"),
        ("highest, at most 20 points", "♥5", "H9"),
        ("lowest, at most 7 points", "♥5", "stop"),
        ("♥9 then ♥3, at most 8 points", "♥5", "H3"),
        ("lowest, at most 3 cards and 7 points", "♥5", "stop"),
    ],
)
def test_11_1_limits_count_all_that_was_played(text: str, played: str, does: str) -> None:
    assert chosen(text, -20, "♥3 ♥9", played) == does


@pytest.mark.parametrize(("loss", "does"), [(1, "stop"), (2, "stop"), (3, "H3"), (6, "H3"), (7, "stop"), (9, "stop")])
def test_11_1_a_plan_stops_at_a_cheap_or_hopeless_loss(loss: int, does: str) -> None:
    assert chosen("lowest, stop losing 2 or less and losing 7 or more", -loss, "♥3") == does


@pytest.mark.parametrize(
    ("text", "cards", "does"),
    [
        ("none", "♥9 ♥3", "H3"),
        ("none", "Reserve", "stop"),
        ("highest", "♥9 ♥3", "H9"),
        ("lowest", "Reserve", "stop"),
        ("lowest, reserves free", "Reserve", "R as 1"),
        ("Reserve as 4", "Reserve ♥3", "R as 4"),
        ("♥9 then lowest", "♥9 ♥3", "H9"),
        ("highest, at zero lowest", "♥9 ♥3 Reserve", "H3"),
        ("lowest, at zero highest", "♥9 ♥3 Reserve", "H9"),
        ("Reserve as 4, at zero tie", "Reserve ♥3", "H3"),
        ("Reserve as 4, at zero tie", "Reserve", "stop"),
        ("none, at zero ♥9", "♥9 ♥3", "H9"),
        ("none, at zero Reserve as 1", "♥9 Reserve", "R as 1"),
        ("none, at zero ♥8", "♥9 ♥3", "H3"),
        ("lowest, at zero ask", "♥9", "ask"),
        ("ask", "♥9", "ask"),
        ("ask", "♠9", "stop"),
        ("highest, at most 0 cards", "♥9 ♥3", "H3"),
        ("highest, at most 5 points", "♥9 ♥3", "H3"),
        ("lowest, stop losing 5 or less", "♥3", "H3"),
    ],
)
def test_11_1_at_zero_a_suitable_card_must_be_played(text: str, cards: str, does: str) -> None:
    assert chosen(text, 0, cards) == does


deck_cards = [f"{letter}{value}.{deck}" for letter in "HS" for value in range(2, 11) for deck in (1, 2)]
deck_cards += ["D5.1", "R.1", "R.2", "R.3"]
hands = st.lists(st.sampled_from(deck_cards), max_size=9, unique=True)
rules = st.sampled_from([LOWEST, HIGHEST, TURNS, LEADS, NONE]).map(lambda rule: PlanItem(rule=rule))
cards = st.sampled_from(deck_cards[:-4]).map(lambda card: PlanItem(card=face(card)))
reserves = st.integers(1, 8).map(lambda value: PlanItem(card=RESERVE, value=value))
limits = st.none() | st.integers(0, 20)
some_plans = st.builds(
    lambda kept, **more: CombatPlan(reserves=kept[0], reserve_value=kept[1], **more),
    st.sampled_from([(KEEP, 0), (LAST, 0), (FREE, 0), (FREE, 5)]),
    play=st.lists(rules | rules | cards | reserves, min_size=1, max_size=4).map(tuple),
    most_cards=limits,
    most_points=limits,
    stop_at=limits,
    stop_beyond=limits,
    at_zero=st.sampled_from([LOWEST, HIGHEST, TIE, AS_PLAY]).map(lambda rule: PlanItem(rule=rule)) | reserves | cards,
)
troops = st.integers(1, 8)


def joined(state: State, attack: PlanBook, defence: PlanBook, attacking: list[str], defending: list[str]) -> State:
    hands = {**state.hands, "france": Pile(tuple(attacking)), "austria": Pile(tuple(defending))}
    orders = {"louis": StageOrders(combat=attack)}
    return replace(state, hands=hands, orders=orders, standing={"maria-theresa": KeptAnswers(defence=defence)})


def disjoint(one: list[str], other: list[str]) -> list[str]:
    return [card for card in other if card not in one]


def referee(began: FightBegan, plays: list[CardPlayed], ended: FightEnded, left: dict[str, list[str]]) -> None:
    """Judge a duel by the rules alone: told apart from the engine, it keeps two sums of points."""
    points = {"attacker": began.attacking, "defender": began.defending}
    suits = {"attacker": "H", "defender": "S"}
    to_play = "defender" if points["attacker"] > points["defender"] else "attacker"
    other = {"attacker": "defender", "defender": "attacker"}
    for played in plays:
        assert played.side == to_play
        assert played.card in left[to_play]
        left[to_play].remove(played.card)
        if played.card[0] == "R":
            assert 1 <= played.value <= 8
        else:
            assert played.card[0] == suits[to_play]
            assert played.value == int(played.card[1:].split(".")[0])
        points[to_play] += played.value
        assert played.score == points[to_play] - points[other[to_play]]
        if points[to_play] >= points[other[to_play]]:
            to_play = other[to_play]
    behind = points[other[to_play]] - points[to_play]
    if behind:
        assert (ended.loser, ended.loss) == (to_play, behind)
    else:
        assert ended.loser is None
        assert not any(card[0] == suits[to_play] for card in left[to_play])


@settings(max_examples=200, deadline=None)
@given(troops, troops, hands, hands, some_plans, some_plans)
def test_11_1_every_duel_is_legal_and_its_loser_loses_the_right_number(
    attackers: int, defenders: int, first: list[str], second: list[str], attack: CombatPlan, defence: CombatPlan
) -> None:
    second = disjoint(first, second)
    state = joined(
        facing((attackers, ""), (defenders, "")),
        PlanBook((Chapter(attack),)),
        PlanBook((Chapter(defence),)),
        first,
        second,
    )
    table = fought(state)
    (began,), (ended,) = events(table, FightBegan), events(table, FightEnded)
    referee(began, events(table, CardPlayed), ended, {"attacker": [*first], "defender": [*second]})
    assert table.state.fight is None
    before = Counter((*first, *second))
    used = [card for cards in table.state.used.values() for card in cards]
    held = [card for power in ("france", "austria") for card in table.state.hands[power].known]
    assert Counter([*used, *held]) == before


@settings(max_examples=150, deadline=None)
@given(st.integers(-16, 0), hands, some_plans)
def test_11_1_a_plan_always_does_what_is_legal(score: int, held: list[str], some: CombatPlan) -> None:
    seen = DuelSeen(score=score, suit="hearts", hand=tuple(held))
    choice = choose(some, seen)
    assert isinstance(choice, CardPlay | None)
    assert legal(seen, choice)


@settings(max_examples=150, deadline=None)
@given(st.data(), troops, troops, hands, hands)
def test_11_1_every_sequence_of_legal_plays_can_be_written(
    data: st.DataObject, attackers: int, defenders: int, first: list[str], second: list[str]
) -> None:
    """Play at random by the rules, write down what each side played, and let the plans play it again."""
    held = {"attacker": [*first], "defender": disjoint(first, second)}
    start = {side: list(cards) for side, cards in held.items()}
    fight, plays = Fight(PAIR, attackers - defenders), []
    while True:
        side = side_to_play(fight)
        suit = "hearts" if side == "attacker" else "spades"
        seen = DuelSeen(score=-abs(fight.score), suit=suit, hand=tuple(held[side]))
        able: list[CardPlay | None] = [CardPlay(card, value_of(card)) for card in seen.plain]
        if seen.reserve:
            able += [CardPlay(seen.reserve, value) for value in (1, 4, 8)]
        if not seen.must_play:
            able.append(None)
        choice = data.draw(st.sampled_from(able))
        if choice is None:
            break
        held[side].remove(choice.card)
        score = -abs(fight.score) + choice.value
        plays.append(PlayedCard(side, choice.card, choice.value))
        fight = Fight(PAIR, score if side == "attacker" else -score, tuple(plays))

    def written(side: str) -> PlanBook:
        own = [play for play in plays if play.side == side]
        items = [PlanItem(card=face(p.card), value=p.value if is_reserve(p.card) else 0) for p in own]
        return PlanBook((Chapter(CombatPlan(play=(*items, PlanItem(rule=NONE)))),))

    state = facing((attackers, ""), (defenders, ""))
    table = fought(joined(state, written("attacker"), written("defender"), start["attacker"], start["defender"]))
    replayed = [(p.side, face(p.card), p.value) for p in events(table, CardPlayed)]
    assert replayed == [(p.side, face(p.card), p.value) for p in plays]
    (ended,) = events(table, FightEnded)
    loser = side_to_play(fight) if fight.score else None
    assert (ended.loser, ended.loss) == (loser, abs(fight.score))


@settings(max_examples=100, deadline=None)
@given(troops, troops, hands, hands, hands, some_plans, some_plans)
def test_11_1_a_plan_never_sees_the_enemys_hand(
    attackers: int,
    defenders: int,
    own: list[str],
    one: list[str],
    other: list[str],
    mine: CombatPlan,
    his: CombatPlan,
) -> None:
    """Two worlds that differ in the enemy's hand: the plan plays alike until the enemy plays otherwise."""

    def world(enemy: list[str]) -> list[tuple[Any, ...]]:
        state = joined(
            facing((attackers, ""), (defenders, "")),
            PlanBook((Chapter(mine),)),
            PlanBook((Chapter(his),)),
            own,
            disjoint(own, enemy),
        )
        table = fought(state)
        return [
            (e.side, e.card.split(".")[0], e.value) if isinstance(e, CardPlayed) else ("end", e.loser, e.loss)
            for e in events(table, CardPlayed, FightEnded)
        ]

    for here, there in zip(world(one), world(other), strict=False):
        if here != there:
            assert "defender" in (here[0], there[0]) or here[0] == there[0] == "end"
            if here[0] == "end" or there[0] == "end":
                ends = here if here[0] == "end" else there
                assert ends[1] in ("defender", None)
            break


def test_11_1_a_tie_costs_nothing() -> None:
    state = with_plans(facing((4, ""), (4, "")), "none", "none")
    table = fought(state)
    (ended,) = events(table, FightEnded)
    assert (ended.loser, ended.loss) == (None, 0)
    assert table.state.at == state.at
    assert table.state.troops == state.troops
