"""The combat phase (11): who fights whom and when, who is asked what, and what the losers lose (6)."""

import msgspec
import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.play import play, policies, waiting
from pbem.engine.table import Answer, Table
from pbem_maria.chapters import pieces
from pbem_maria.chapters.combat import CardPlayed, FightBegan, FightDropped, FightEnded, PlanNotUsed, PlansGiven
from pbem_maria.chapters.duel import pairs
from pbem_maria.chapters.pieces import GeneralRemoved, Moved, TroopsLost
from pbem_maria.orders.plan import Chapter, PlanBook, PlanItem
from pbem_maria.orders.stage import Attack, CombatOrders, PlayOrders, StageOrders
from pbem_maria.orders.standing import KeptAnswers, StandingAnswers
from pbem_maria.position.state import Pair, State
from pbem_maria.sequence.combat import CombatPhase
from pbem_maria.unions import MariaEvents
from tests.maria.arena import book, deputies, events, facing, field, fought, hand, plan, with_plans
from tests.maria.drill import SEATS, position

CROSS = "a b, a c d e f g h i, b x y z x1 x2 x3, a p q r s t u"


# who fights


def test_11_1_every_active_general_beside_an_enemy_attacks_once() -> None:
    at = {"belle-isle": "a", "khevenhueller": "b", "neipperg": "c", "broglie": "x", "toerring": "g"}
    state = position(field(CROSS), at)
    assert pairs(state, ("france", "bavaria")) == (
        Pair(("belle-isle",), ("khevenhueller",)),
        Pair(("belle-isle",), ("neipperg",)),
        Pair(("broglie",), ("khevenhueller",)),
    )
    assert pairs(state, ("austria",)) == (
        Pair(("khevenhueller",), ("belle-isle",)),
        Pair(("khevenhueller",), ("broglie",)),
        Pair(("neipperg",), ("belle-isle",)),
    )


def test_11_1_allies_and_trains_are_not_attacked() -> None:
    state = position(field(CROSS), {"belle-isle": "a", "friedrich": "b", "austria-t1": "c", "toerring": "p"})
    assert pairs(state, ("france", "bavaria")) == ()


def test_11_1_a_stack_fights_as_one() -> None:
    at = {"belle-isle": "a", "broglie": "a", "khevenhueller": "b"}
    state = with_plans(facing(at=at, troops={"belle-isle": 3, "broglie": 4, "khevenhueller": 5}), "none", "none")
    (began,) = events(fought(state), FightBegan)
    assert (began.pair.attackers, began.attacking, began.defending) == (("belle-isle", "broglie"), 7, 5)


def test_11_1_the_attacker_picks_the_order() -> None:
    at = {"belle-isle": "a", "khevenhueller": "b", "neipperg": "c"}
    state = with_plans(position(field(CROSS), at), "none", "none")
    assert [b.pair.defenders for b in events(fought(state), FightBegan)] == [("khevenhueller",), ("neipperg",)]
    sheet = state.orders["louis"]
    assert sheet is not None
    state = replace(state, orders={"louis": replace(sheet, attacks=(Attack("belle-isle", "neipperg"),))})
    assert [b.pair.defenders for b in events(fought(state), FightBegan)] == [("neipperg",), ("khevenhueller",)]


def test_11_1_several_opponents_are_fought_until_one_wins() -> None:
    at = {"belle-isle": "a", "khevenhueller": "b", "neipperg": "c"}
    state = position(field(CROSS), at, troops={"khevenhueller": 5, "belle-isle": 4})
    table = fought(with_plans(state, "none", "none"))
    assert len(events(table, FightBegan)) == 1
    assert [dropped.pair.defenders for dropped in events(table, FightDropped)] == [("neipperg",)]


def test_11_1_who_has_retreated_is_not_attacked_again() -> None:
    at = {"belle-isle": "a", "khevenhueller": "b", "broglie": "x"}
    state = position(field(CROSS + ", b k l m n"), at, troops={"belle-isle": 6})
    table = fought(with_plans(state, "none", "none"))
    assert [b.pair.attackers for b in events(table, FightBegan)] == [("belle-isle",)]
    assert [d.pair.attackers for d in events(table, FightDropped)] == [("broglie",)]
    assert table.state.at["khevenhueller"] == "l"


def test_11_1_the_winner_fights_on_and_loses_nothing() -> None:
    at = {"belle-isle": "a", "khevenhueller": "b", "neipperg": "c"}
    state = position(field(CROSS), at, troops={"belle-isle": 8, "khevenhueller": 6, "neipperg": 7})
    table = fought(with_plans(state, "none", "none"))
    assert [(e.pair.defenders[0], e.loser, e.loss) for e in events(table, FightEnded)] == [
        ("khevenhueller", "defender", 2),
        ("neipperg", "defender", 1),
    ]
    assert (table.state.troops["belle-isle"], table.state.at["belle-isle"]) == (8, "a")


# the cards


def test_11_1_a_mixed_stack_plays_its_commanders_cards_and_loses_the_other_first() -> None:
    at = {"toerring": "a", "broglie": "a", "khevenhueller": "b"}
    state = facing(at=at, troops={"toerring": 3, "broglie": 2, "khevenhueller": 8}, hands={"bavaria": hand("♥2")})
    state = replace(state, at={g: c for g, c in state.at.items() if g != "belle-isle"})
    state = replace(state, troops={g: n for g, n in state.troops.items() if g != "belle-isle"})
    state = replace(state, totals={**state.totals, "france": 2})
    state = replace(state, hands={**state.hands, "france": state.hands["france"].gain(("H10.4",))})
    assert state.generals_at("a") == ("toerring", "broglie")
    table = fought(with_plans(state, "lowest", "lowest"))
    assert [(p.power, p.card, p.score) for p in events(table, CardPlayed)] == [("bavaria", "H2.1", -1)]
    table = fought(with_plans(state, "none", "lowest"))
    lost = [(lost.power, lost.number) for lost in events(table, TroopsLost)]
    assert sorted(lost) == [("bavaria", 1), ("france", 2)]
    assert [gone.general for gone in events(table, GeneralRemoved)] == ["broglie"]
    assert [(m.piece, len(m.path)) for m in events(table, Moved)] == [("toerring", 3)]


def test_11_1_played_cards_are_set_aside_by_deck() -> None:
    state = with_plans(facing((2, "♥4"), (4, "")), "lowest", "none")
    table = fought(state)
    assert table.state.used == {1: ("H4.1",)}
    assert len(table.state.hands["france"]) == 0


@pytest.mark.parametrize(
    ("loss", "first", "last", "left"),
    [
        (1, None, None, (6, 3)),
        (3, None, None, (6, 1)),
        (4, None, None, (5, 1)),
        (4, "belle-isle", None, (2, 4)),
        (7, "belle-isle", None, (1, 2)),
        (8, None, None, (1, 1)),
        (9, None, None, (1, 0)),
        (9, None, "broglie", (0, 1)),
        (10, None, None, (0, 0)),
        (15, None, "broglie", (0, 0)),
    ],
)
def test_6_losses_inside_a_stack_save_both_generals(
    loss: int, first: str | None, last: str | None, left: tuple[int, int]
) -> None:
    state = position(field(), {"belle-isle": "a", "broglie": "a"}, troops={"belle-isle": 6, "broglie": 4})
    lost = pieces.divide(state, ("belle-isle", "broglie"), loss, first=first, last=last)
    assert (6 - lost["belle-isle"], 4 - lost["broglie"]) == left


@pytest.mark.parametrize(("loss", "left"), [(1, (6, 3)), (4, (6, 0)), (7, (3, 0)), (12, (0, 0))])
def test_11_1_in_a_mixed_stack_the_other_power_loses_first(loss: int, left: tuple[int, int]) -> None:
    state = position(field(), {"belle-isle": "a", "toerring": "a"}, troops={"belle-isle": 6, "toerring": 4})
    lost = pieces.divide(state, ("belle-isle", "toerring"), loss, first="belle-isle", last="belle-isle")
    assert (6 - lost["belle-isle"], 4 - lost["toerring"]) == left


def test_11_1_everybody_remembers_the_strengths_but_not_the_division() -> None:
    at = {"belle-isle": "a", "broglie": "a", "khevenhueller": "b"}
    state = facing(at=at, troops={"belle-isle": 3, "broglie": 3, "khevenhueller": 8})
    table = fought(with_plans(state, "none", "none"))
    told = {sighting.generals: sighting.troops for sighting in table.views["frederick"].sightings}
    assert told == {("belle-isle", "broglie"): 4, ("khevenhueller",): 8}
    (lost,) = events(table, TroopsLost)
    assert lost.seen_by("frederick").losses is None
    assert lost.seen_by("louis").losses == {"belle-isle": 0, "broglie": 2}


# who is asked


def at_table(state: State) -> Table:
    return Table(replace(state, flow=(CombatPhase(stage=state.stage),)), dict.fromkeys(SEATS.values()), "secret")


def test_11_1_everybody_without_a_plan_is_asked_at_once() -> None:
    table = at_table(facing())
    asked = play(table, [policies(deputies)])
    assert {decision.seat: decision.takes for decision in asked} == {
        "louis": CombatOrders,
        "maria-theresa": CombatOrders,
    }
    assert {decision.key for decision in asked} == {"2.france.combat"}
    assert asked[0].about["fights"] == [
        {"own": ("belle-isle",), "enemy": ("khevenhueller",), "attacking": True, "covered": False}
    ]


def test_11_1_a_standing_plan_answers_for_its_seat() -> None:
    table = at_table(replace(facing(), standing={"maria-theresa": KeptAnswers(defence=book("none"))}))
    assert [decision.seat for decision in play(table, [policies(deputies)])] == ["louis"]
    table = at_table(replace(facing(), standing={"maria-theresa": KeptAnswers(attack=book("none"))}))
    assert [decision.seat for decision in play(table, [policies(deputies)])] == ["louis", "maria-theresa"]


def test_11_1_nothing_is_asked_without_fights() -> None:
    table = at_table(facing(at={"khevenhueller": "f"}))
    assert play(table, []) == ()
    assert events(table, FightBegan) == []


def test_11_1_the_default_is_legal_and_leaves_other_plans_alone() -> None:
    at = {"belle-isle": "a", "khevenhueller": "b", "neipperg": "c"}
    state = position(field(CROSS), at, hands={"france": hand("♥5"), "austria": ""})
    only = PlanBook((Chapter(plan("lowest"), ("belle-isle", "neipperg")),))
    table = at_table(replace(state, orders={"louis": StageOrders(combat=only)}))
    asked = play(table, [policies(deputies)])
    by_default = [Answer(decision.default, "default") for decision in asked if decision.default]
    assert [chapter.on for chapter in by_default[0].order.combat.chapters] == [("belle-isle", "khevenhueller")]
    step = table.state.flow[-1]
    assert not [p for d in asked for p in step.check(table.views[d.seat], d, d.default)]

    def default(decision: Decision, view: State) -> Answer:
        return Answer(decision.default, "default")

    assert play(table, [default]) == ()


def test_11_1_plans_are_secret() -> None:
    answers = {"louis": CombatOrders(combat=book("highest")), "maria-theresa": CombatOrders(combat=book("none"))}
    table = at_table(facing())
    play(table, [lambda decision, view: Answer(answers[decision.seat], "sheet") if decision.seat in answers else None])
    given = events(table, PlansGiven)
    assert [event.seat for event in given] == ["louis", "maria-theresa"]
    assert given[0].seen_by("louis") is given[0]
    assert given[0].seen_by("maria-theresa") is None
    assert given[0].seen_by("") is None


def test_11_1_plans_are_found_asked_first_then_sheet_then_standing() -> None:
    state = facing((2, "♥3 ♥5 ♥9"), (4, ""))
    state = replace(
        state, standing={"louis": KeptAnswers(attack=book("♥3")), "maria-theresa": KeptAnswers(defence=book("none"))}
    )
    assert [p.value for p in events(fought(state), CardPlayed)] == [3]
    state = replace(state, orders={"louis": StageOrders(combat=book("♥5"))})
    assert [p.value for p in events(fought(state), CardPlayed)] == [5]
    answered = fought(state, {"louis": CombatOrders(combat=book("♥9"))})
    assert [p.value for p in events(answered, CardPlayed)] == [9]


def test_11_1_standing_plans_sent_with_the_answer_cover_its_fights() -> None:
    state = facing((4, ""), (4, ""))
    answer = CombatOrders(standing=StandingAnswers(attack=book("none"), defence=book("none")))
    table = fought(state, {"louis": answer, "maria-theresa": answer})
    assert len(events(table, FightEnded)) == 1
    assert table.state.standing["louis"].attack == book("none")


def test_11_1_an_event_of_combat_reads_back_from_the_log() -> None:
    table = fought(with_plans(facing((3, "♥4 Reserve"), (6, "♠5")), "lowest", "lowest that turns"))
    for entry in table.entries:
        for event in entry.events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=MariaEvents) == event


# card by card


def asking(attacker: tuple[int, str] = (2, "♥4 ♥9 ♠3 Reserve")) -> Table:
    table = at_table(with_plans(facing(attacker, (4, "♠2 ♠10")), "ask", "lowest that turns"))
    play(table, [policies(deputies)])
    return table


def answered(table: Table, *orders: PlayOrders) -> tuple[Decision, ...]:
    """What is asked after each of *orders* has answered the question of its time."""
    for order in orders:
        (decision,) = waiting(table)
        table.run(table.state.flow[-1], {decision: Answer(order, "sheet")})
        play(table, [policies(deputies)])
    return waiting(table)


def test_11_1_ask_pauses_the_duel_and_asks_its_seat_only() -> None:
    table = asking()
    (decision,) = waiting(table)
    assert (decision.seat, decision.takes, decision.key) == (
        "louis",
        PlayOrders,
        "2.france.play.0.belle-isle.khevenhueller",
    )
    assert decision.about["playable"] == ("H4", "H9", "R")
    (decision,) = answered(table, PlayOrders(play=PlanItem(card="H4")))
    assert decision.key == "2.france.play.2.belle-isle.khevenhueller"
    assert answered(table, PlayOrders(play=PlanItem(card="R", value=3))) != ()
    assert [(p.side, p.value, p.score) for p in events(table, CardPlayed)] == [
        ("attacker", 4, 2),
        ("defender", 2, 0),
        ("attacker", 3, 3),
        ("defender", 10, 7),
    ]
    assert answered(table, PlayOrders(stop=True)) == ()
    assert [(e.loser, e.loss) for e in events(table, FightEnded)] == [("attacker", 7)]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (PlayOrders(), "play-or-stop"),
        (PlayOrders(play=PlanItem(card="H4"), stop=True), "play-or-stop"),
        (PlayOrders(play=PlanItem(card="S3")), "cannot-play"),
        (PlayOrders(play=PlanItem(card="H8")), "cannot-play"),
        (PlayOrders(play=PlanItem(rule="lowest")), "name-a-card"),
        (PlayOrders(play=PlanItem(card="R", value=8)), None),
        (PlayOrders(stop=True), None),
    ],
)
def test_11_1_a_play_is_checked(order: PlayOrders, code: str | None) -> None:
    table = asking()
    (decision,) = waiting(table)
    found = [p.code for p in table.state.flow[-1].check(table.views["louis"], decision, order)]
    assert found == ([code] if code else [])


def test_11_1_at_zero_stopping_is_refused_while_a_card_of_the_suit_is_held() -> None:
    table = asking((4, "♥4"))
    (decision,) = waiting(table)
    step = table.state.flow[-1]
    found = [p.code for p in step.check(table.views["louis"], decision, PlayOrders(stop=True))]
    assert found == ["must-play-at-zero"]
    assert decision.default == PlayOrders(play=PlanItem(card="H4"))


def test_11_1_nothing_is_asked_of_an_empty_hand() -> None:
    assert waiting(asking((2, "♠3"))) == ()


def test_11_1_only_its_player_learns_which_plan_was_not_used() -> None:
    told = PlanNotUsed(seat="louis", on=("broglie",), why="no-combat")

    assert told.seen_by("louis") == told
    assert [told.seen_by(other) for other in ("frederick", "maria-theresa", PUBLIC)] == [None, None, None]
