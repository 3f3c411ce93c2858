"""What is wrong with attacks and combat plans (11.1), by what their seat sees."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.order import Problem
from pbem_maria.chapters.combat_check import check_combat, check_orders, check_standing
from pbem_maria.chapters.duel import pairs
from pbem_maria.orders.plan import Chapter, PlanBook
from pbem_maria.orders.stage import Attack, CombatOrders, StageOrders
from pbem_maria.orders.standing import StandingAnswers
from tests.maria.arena import book, facing, field, hand, plan
from tests.maria.drill import position


def codes(problems: Any, *, warnings: bool = False) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(p.code, p.path) for p in problems if p.stops is not warnings]


def checked(order: StageOrders, *, warnings: bool = False, **given: Any) -> list[tuple[str, tuple[str | int, ...]]]:
    state = given.pop("state", None) or facing((4, "♥5 ♥7 ♠9"), **given)
    return codes(check_combat(state, "louis", order), warnings=warnings)


def chapters(**plans: str) -> PlanBook:
    def on(key: str) -> tuple[str, ...]:
        return () if key == "all" else tuple(part.replace("_", "-") for part in key.split("__"))

    return PlanBook(tuple(Chapter(plan(text), on(key)) for key, text in plans.items()))


@pytest.mark.parametrize(
    ("attack", "code"),
    [
        (Attack("belle-isle", "khevenhueller"), None),
        (Attack("belle-isle", "neipperg"), "no-such-attack"),
        (Attack("broglie", "khevenhueller"), "no-such-attack"),
        (Attack("khevenhueller", "belle-isle"), "not-your-general"),
    ],
)
def test_11_1_only_neighbours_can_be_attacked(attack: Attack, code: str | None) -> None:
    assert checked(StageOrders(attacks=(attack,))) == ([(code, ("attacks", 0))] if code else [])


def test_11_1_an_attack_named_twice_is_refused() -> None:
    twice = (Attack("belle-isle", "khevenhueller"),) * 2
    assert checked(StageOrders(attacks=twice)) == [("attack-twice", ("attacks", 1))]


def test_11_1_attacks_and_plans_that_are_missing_are_only_told() -> None:
    assert checked(StageOrders()) == []
    assert checked(StageOrders(), warnings=True) == [("attack-added", ("attacks",)), ("no-plan-yet", ("attacks",))]
    named = StageOrders(attacks=(Attack("belle-isle", "khevenhueller"),), standing=StandingAnswers(attack=book("none")))
    assert checked(named, warnings=True) == []


@pytest.mark.parametrize(
    ("book", "code", "path"),
    [
        (chapters(all="♥5 then ♥7"), None, ()),
        (chapters(all="♥5 then ♥5"), "card-not-held", ("combat", "all", "play", 1)),
        (chapters(all="lowest then Reserve as 3"), "card-not-held", ("combat", "all", "play", 1)),
        (chapters(all="♠9"), "wrong-suit", ("combat", "all", "play", 0)),
        (chapters(france="♠9"), "wrong-suit", ("combat", "france", "play", 0)),
        (chapters(belle_isle__khevenhueller="♥6"), "card-not-held", ("combat", "belle-isle>khevenhueller", "play", 0)),
        (chapters(all="none, at zero ♥8"), "card-not-held", ("combat", "all", "at_zero")),
        (chapters(neipperg="none"), "not-your-general", ("combat", "neipperg")),
        (chapters(austria="none"), "not-your-power", ("combat", "austria")),
        (chapters(all="none, losses Khevenhüller first"), "not-your-general", ("combat", "all", "losses")),
        (chapters(all="none, last troop Khevenhüller"), "not-your-general", ("combat", "all", "last_troop")),
    ],
)
def test_11_1_cards_and_names_of_a_plan_are_checked(book: PlanBook, code: str | None, path: tuple[str | int]) -> None:
    assert checked(StageOrders(combat=book)) == ([(code, path)] if code else [])


def test_11_1_a_card_for_one_fight_of_several_is_no_fault() -> None:
    key = field("a b, c d", a="hearts", c="clubs")
    at = {"belle-isle": "a", "khevenhueller": "b", "toerring": "c", "neipperg": "d"}
    hands = {"france": hand("♥5"), "bavaria": hand("♣5 ♥9")}
    state = position(key, at, hands=hands)
    assert checked(StageOrders(combat=chapters(all="♥5 then ♣5")), state=state) == []
    assert checked(StageOrders(combat=chapters(all="♥9")), state=state) == [
        ("wrong-suit", ("combat", "all", "play", 0))
    ]


@pytest.mark.parametrize(
    ("book", "code", "path"),
    [
        (chapters(broglie="none"), "plan-unused", ("combat", "broglie")),
        (chapters(belle_isle__neipperg="none"), "plan-unused", ("combat", "belle-isle>neipperg")),
        (chapters(all="ask then ♥5"), "never-reached", ("combat", "all", "play", 1)),
        (
            chapters(all="lowest, stop losing 4 or less and losing 5 or more"),
            "stops-at-once",
            ("combat", "all", "stop"),
        ),
    ],
)
def test_11_1_doubtful_plans_are_warned_of(book: PlanBook, code: str, path: tuple[str | int]) -> None:
    attacks = (Attack("belle-isle", "khevenhueller"),)
    order = StageOrders(attacks=attacks, combat=book, standing=StandingAnswers(attack=chapters(all="none")))
    assert checked(order) == []
    assert checked(order, warnings=True) == [(code, path)]


def test_11_1_standing_plans_may_name_cards_to_come() -> None:
    standing = StandingAnswers(defence=chapters(all="♥10", neipperg="none"))
    found = list(check_standing(facing((4, "♥5 ♥7 ♠9")), "louis", standing))
    assert codes(found) == [("not-your-general", ("standing", "defence", "neipperg"))]
    assert ("card-not-held-yet", ("standing", "defence", "all", "play", 0)) in codes(found, warnings=True)


def test_11_1_an_answer_must_cover_every_fight() -> None:
    state = replace(facing(), due=pairs(facing(), ("france",)))

    def found(order: CombatOrders) -> list[Problem]:
        return list(check_orders(state, "maria-theresa", order))

    assert codes(found(CombatOrders())) == [("fight-without-plan", ("combat",))]
    assert codes(found(CombatOrders(combat=chapters(khevenhueller="none")))) == []
    assert codes(found(CombatOrders(standing=StandingAnswers(defence=book("none"))))) == []
    assert codes(found(CombatOrders(standing=StandingAnswers(attack=book("none"))))) == [
        ("fight-without-plan", ("combat",))
    ]
