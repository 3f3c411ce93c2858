"""Supply (9), what hussars take, and what the unsupplied lose."""

import pytest

from pbem.engine.event import Event
from pbem_maria.chapters import cards, supply
from pbem_maria.chapters.cards import Discarded
from pbem_maria.chapters.pieces import GeneralRemoved, TroopsLost, TurnedDown, TurnedUp
from pbem_maria.chapters.supply import HandSpent, HussarsPaid, Unsupplied
from pbem_maria.orders.names import Route
from pbem_maria.orders.stage import Supply
from pbem_maria.position.state import State
from pbem_maria.sequence.supply import SupplyPhase, settle_supply
from tests.maria.drill import codes, ground, position, table_of

LINE = "a b c d e f g h i j"
FIELD = ground(LINE)


def fed(state: State, power: str = "france", **order: object) -> tuple[State, list[Event]]:
    table = table_of(state)
    settle_supply(table, power, Supply(**order))  # type: ignore[arg-type]
    return table.state, list(table._events)


@pytest.mark.parametrize(("city", "supplied"), [("g", True), ("h", False)])
def test_9_a_train_feeds_generals_up_to_six_cities_away(city: str, *, supplied: bool) -> None:
    state = position(FIELD, {"france-t1": "a", "broglie": city})
    assert (supply.line(state, "broglie") is not None) is supplied
    assert supply.is_supplied(state, "broglie") is supplied
    after, events = fed(state)
    assert after.face_down == (frozenset() if supplied else {"broglie"})
    assert after.troops["broglie"] == (4 if supplied else 3)
    assert bool(events) is not supplied


@pytest.mark.parametrize("train", ["bavaria-t1", "prussia-t1", "austria-t1"])
def test_9_only_its_own_powers_train_feeds_a_general(train: str) -> None:
    assert supply.line(position(FIELD, {train: "a", "broglie": "b"}), "broglie") is None


@pytest.mark.parametrize(
    ("piece", "blocks"), [("karl", True), ("austria-t1", True), ("schwerin", False), ("toerring", False)]
)
def test_9_supply_does_not_pass_enemy_pieces(piece: str, *, blocks: bool) -> None:
    state = position(FIELD, {"france-t1": "a", "broglie": "c", piece: "b"})
    assert (supply.line(state, "broglie") is None) is blocks
    assert supply.is_supplied(state, "broglie") is not blocks


def test_9_a_longer_way_round_an_enemy_will_do() -> None:
    state = position(ground(LINE, "a x y c"), {"france-t1": "a", "broglie": "c", "karl": "b"})
    found = supply.line(state, "broglie")
    assert found is not None
    assert found.path == ("y", "x", "a")


def test_9_a_general_at_home_is_always_supplied() -> None:
    state = position(ground(LINE, home={"france": "c", "bavaria": "d"}), {"broglie": "c", "belle-isle": "d"})
    assert supply.line(state, "broglie") == supply.SupplyLine("broglie")
    assert supply.line(state, "belle-isle") is None
    assert [supply.is_supplied(state, general) for general in ("broglie", "belle-isle")] == [True, False]


def test_22_arenberg_is_fed_in_the_netherlands_and_by_the_pragmatic_army() -> None:
    state = position(FIELD, {"pragmatic-t1": "a", "arenberg": "c", "karl": "d"}, stage="austria")
    assert supply.line(state, "arenberg") is not None
    assert supply.line(state, "karl") is None


def test_9_the_unsupplied_turn_down_and_lose_one_then_two() -> None:
    state = position(FIELD, {"broglie": "c"})
    hungry, events = fed(state)
    assert [type(event) for event in events] == [Unsupplied, TroopsLost, TurnedDown]
    assert (hungry.troops["broglie"], hungry.totals["france"]) == (3, 3)
    hungrier, events = fed(hungry)
    assert [type(event) for event in events] == [Unsupplied, TroopsLost]
    assert hungrier.troops["broglie"] == 1
    assert hungrier.face_down == {"broglie"}


def test_9_supply_turns_a_general_up_again() -> None:
    state = position(FIELD, {"france-t1": "a", "broglie": "b"}, face_down=frozenset({"broglie"}))
    after, events = fed(state)
    assert events == [TurnedUp(general="broglie")]
    assert not after.face_down


@pytest.mark.parametrize(("troops", "down"), [(1, False), (1, True), (2, True)])
def test_9_a_general_without_troops_is_removed(troops: int, *, down: bool) -> None:
    face_down = frozenset({"broglie"} if down else ())
    state = position(FIELD, {"broglie": "c"}, troops={"broglie": troops}, face_down=face_down)
    after, events = fed(state)
    assert events[-1] == GeneralRemoved(general="broglie", why="supply")
    assert not after.at
    assert not after.troops
    assert not after.face_down
    assert after.totals["france"] == 0
    lost = next(event for event in events if isinstance(event, TroopsLost))
    assert lost.number == troops


@pytest.mark.parametrize(("broglie", "belle_isle", "left"), [(1, 5, (1, 3)), (5, 1, (3, 1)), (4, 3, (3, 2))])
def test_6_a_partner_hands_over_a_troop_to_save_a_general(broglie: int, belle_isle: int, left: tuple[int, int]) -> None:
    state = position(FIELD, {"broglie": "c", "belle-isle": "c"}, troops={"broglie": broglie, "belle-isle": belle_isle})
    after, _ = fed(state)
    assert (after.troops["broglie"], after.troops["belle-isle"]) == left
    assert after.face_down == {"broglie", "belle-isle"}


@pytest.mark.parametrize(("troops", "left"), [((1, 1), {}), ((2, 1), {"belle-isle": 1}), ((1, 2), {"belle-isle": 1})])
def test_6_the_last_troop_stays_with_the_commander(troops: tuple[int, int], left: dict[str, int]) -> None:
    given = dict(zip(("belle-isle", "broglie"), troops, strict=True))
    after, _ = fed(position(FIELD, {"broglie": "c", "belle-isle": "c"}, troops=given))
    assert after.troops == left
    assert set(after.at) == set(left)


def test_6_or_with_the_general_whom_the_owner_names() -> None:
    state = position(FIELD, {"broglie": "c", "belle-isle": "c"}, troops={"broglie": 2, "belle-isle": 1})
    after, _ = fed(state, last_troop="broglie")
    assert after.troops == {"broglie": 1}
    problems = list(supply.check(state, ("france",), Supply(last_troop="karl")))
    assert [(p.code, p.path) for p in problems] == [("not-your-general", ("supply", "last_troop"))]


def test_9_only_the_one_whose_bill_is_unpaid_goes_hungry() -> None:
    at = {"france-t1": "a", "broglie": "c", "belle-isle": "c"}
    after, _ = fed(position(FIELD, at, hussars=("b", None), hands={"france": "H3.1"}), cover=("broglie",))
    assert after.face_down == {"belle-isle"}
    assert after.troops == {"broglie": 4, "belle-isle": 3}


def test_6_nobody_saves_a_general_of_another_power() -> None:
    state = position(FIELD, {"broglie": "c", "toerring": "c"}, troops={"broglie": 5, "toerring": 1})
    after, _ = fed(state, "bavaria")
    assert after.at == {"broglie": "c"}
    assert after.troops == {"broglie": 5}


def test_9_losses_by_general_in_a_stack_are_secret() -> None:
    table = table_of(position(FIELD, {"broglie": "c", "belle-isle": "c"}))
    settle_supply(table, "france", Supply())
    lost = next(event for event in table._events if isinstance(event, TroopsLost))
    seen = lost.seen_by("frederick")
    assert isinstance(seen, TroopsLost)
    assert (seen.number, seen.losses) == (2, None)


def test_9_hussars_on_the_only_way_take_its_length() -> None:
    hand = {"france": "H7.1 S4.1 C2.1 R.1"}
    state = position(FIELD, {"france-t1": "a", "broglie": "e"}, hussars=("b", "c"), hands=hand)
    after, events = fed(state)
    assert events == [
        Discarded(power="france", cards=("S4.1",), why="supply"),
        HussarsPaid(general="broglie", path=("d", "c", "b", "a"), points=4),
    ]
    assert after.troops["broglie"] == 4


def test_9_a_way_without_a_hussar_costs_nothing() -> None:
    key = ground(LINE, "a v w x y e")
    state = position(key, {"france-t1": "a", "broglie": "e"}, hussars=("b", None))
    assert supply.line(state, "broglie") == supply.SupplyLine("broglie", ("y", "x", "w", "v", "a"))


def test_9_the_bill_is_the_shortest_way_past_the_hussars() -> None:
    key = ground(LINE, "a x d")
    state = position(key, {"france-t1": "a", "broglie": "d"}, hussars=("b", "x"))
    assert supply.line(state, "broglie") == supply.SupplyLine("broglie", ("x", "a"), 2)


def test_9_hussars_do_not_trouble_austrias_side() -> None:
    state = position(FIELD, {"austria-t1": "a", "karl": "c"}, hussars=("b", None), stage="austria")
    found = supply.line(state, "karl")
    assert found is not None
    assert found.points == 0


def test_9_each_general_of_a_stack_pays() -> None:
    at = {"france-t1": "a", "broglie": "c", "belle-isle": "c"}
    state = position(FIELD, at, hussars=("b", None), hands={"france": "H4.1 S2.1"})
    _, events = fed(state)
    assert events[0] == Discarded(power="france", cards=("H4.1",), why="supply")
    assert [event.points for event in events if isinstance(event, HussarsPaid)] == [2, 2]


def test_9_the_cards_named_pay_if_they_suffice() -> None:
    state = position(
        FIELD, {"france-t1": "a", "broglie": "c"}, hussars=("b", None), hands={"france": "H2.1 S10.1"}
    )  # fmt: skip
    for who in ("broglie", "france"):
        _, events = fed(state, pay={who: ("S10",)})
        assert events[0] == Discarded(power="france", cards=("S10.1",), why="supply")
    _, events = fed(state, pay={"broglie": ("C9",)})
    assert events[0] == Discarded(power="france", cards=("H2.1",), why="supply")


def test_9_a_path_that_is_named_is_the_one_used() -> None:
    key = ground(LINE, "a x d")
    state = position(key, {"france-t1": "a", "broglie": "d"}, hussars=("b", "x"), hands={"france": "H2.1 S3.1"})
    _, events = fed(state, path={"broglie": Route(("c", "b", "a"))})
    assert events[1] == HussarsPaid(general="broglie", path=("c", "b", "a"), points=3)


SHORT = position(
    ground(LINE), {"france-t1": "a", "broglie": "e", "belle-isle": "d", "moritz": "c"},
    hussars=("b", None), hands={"france": "H5.1 S2.1"},
)  # fmt: skip
"""Bills of 4, 3 and 2, and a hand of 7."""


def test_9_a_hand_worth_less_than_the_bills_is_spent_whole() -> None:
    after, events = fed(SHORT, cover=("broglie", "belle-isle"))
    assert events[0] == HandSpent(power="france", owed=9, worth=7)
    assert events[1] == Discarded(power="france", cards=("H5.1", "S2.1"), why="supply")
    assert [event.general for event in events if isinstance(event, HussarsPaid)] == ["belle-isle", "broglie"]
    assert after.face_down == {"moritz"}
    assert Unsupplied(general="moritz", for_hussars=True) in events


def test_9_without_a_word_most_generals_are_covered() -> None:
    after, _ = fed(SHORT)
    assert len(after.face_down) == 1
    after, _ = fed(SHORT, cover=("broglie", "belle-isle", "moritz"))
    assert len(after.face_down) == 1


def test_9_an_empty_hand_covers_nobody() -> None:
    state = position(FIELD, {"france-t1": "a", "broglie": "c"}, hussars=("b", None))
    after, events = fed(state)
    assert events[0] == HandSpent(power="france", owed=2, worth=0)
    assert not [event for event in events if isinstance(event, Discarded)]
    assert after.face_down == {"broglie"}


@pytest.mark.parametrize(
    ("order", "code", "path"),
    [
        ({"cover": ("moritz",)}, None, ()),
        ({"cover": ("broglie", "belle-isle", "moritz")}, "cover-too-dear", ("supply", "cover")),
        ({"cover": ("karl",)}, "not-your-general", ("supply", "cover", 0)),
        ({"pay": {"karl": ("H5",)}}, "not-your-bill", ("supply", "pay", "karl")),
        ({"path": {"karl": Route(("b",))}}, "not-your-general", ("supply", "path", "karl")),
        ({"path": {"broglie": Route(("d", "b", "a"))}}, "not-adjacent", ("supply", "path", "broglie")),
        ({"path": {"broglie": Route(("d", "c", "b"))}}, "path-without-train", ("supply", "path", "broglie")),
        ({"path": {"broglie": Route(tuple("dcdcdcba"))}}, "path-too-long", ("supply", "path", "broglie")),
    ],
)  # fmt: skip
def test_9_what_a_sheet_may_say_of_supply(order: dict[str, object], code: str | None, path: tuple[object, ...]) -> None:
    problems = list(supply.check(SHORT, ("france", "bavaria"), Supply(**order)))  # type: ignore[arg-type]
    assert codes(problems) == ([code] if code else [])
    assert all(problem.rule == "9" for problem in problems)
    if code:
        assert problems[0].path == path


def test_9_a_hand_that_suffices_pays_for_everybody() -> None:
    state = position(FIELD, {"france-t1": "a", "broglie": "c"}, hussars=("b", None), hands={"france": "H2.1 S3.1"})
    problems = list(supply.check(state, ("france",), Supply(cover=("broglie",))))
    assert codes(problems) == ["must-pay-all"]
    problems = list(supply.check(state, ("france",), Supply(pay={"broglie": ("C2",)})))
    assert codes(problems) == ["card-not-held"]
    problems = list(supply.check(state, ("france",), Supply(pay={"france": ("H2", "S3")})))
    assert codes(problems, warnings=True) == ["paid-too-much"]
    owing_more = position(FIELD, {"france-t1": "a", "broglie": "d"}, hussars=("b", None), hands={"france": "H2.1 S3.1"})
    problems = list(supply.check(owing_more, ("france",), Supply(pay={"france": ("H2",)})))
    assert codes(problems) == ["paid-too-little"]


def test_9_a_named_path_keeps_away_from_enemies() -> None:
    state = position(ground(LINE, "a x c"), {"france-t1": "a", "broglie": "c", "karl": "b"})
    problems = list(supply.check(state, ("france",), Supply(path={"broglie": Route(("b", "a"))})))
    assert codes(problems) == ["path-through-enemy"]


def test_9_warnings_when_nothing_is_owed_or_the_hand_falls_short() -> None:
    state = position(FIELD, {"france-t1": "a", "broglie": "c"}, hands={"france": "H2.1"})
    problems = list(supply.check(state, ("france",), Supply(pay={"france": ("H2",)})))
    assert codes(problems, warnings=True) == ["nothing-to-pay"]
    assert codes(supply.check(SHORT, ("france",), Supply()), warnings=True) == ["hand-falls-short"]


def test_9_only_the_active_powers_are_fed() -> None:
    table = table_of(position(FIELD, {"broglie": "c", "toerring": "d", "schwerin": "e", "karl": "g"}))
    table.run(SupplyPhase(stage="france"), {})
    assert table.state.face_down == {"broglie", "toerring"}


@pytest.mark.parametrize(
    ("hand", "points", "paid"),
    [
        ("H7.1 S3.1 C2.1", 5, ("C2.1", "S3.1")),
        ("R.1 H8.1", 8, ("H8.1",)),
        ("R.1 H3.1 H5.1", 8, ("H3.1", "H5.1")),
        ("S2.1 H2.1 D4.1", 4, ("D4.1",)),
        ("S10.1", 1, ("S10.1",)),
        ("S2.1", 3, None),
        ("", 0, ()),
    ],
)
def test_8_the_cheapest_payment_wastes_least_and_keeps_reserves(
    hand: str, points: int, paid: tuple[str, ...] | None
) -> None:
    found = cards.cheapest(tuple(hand.split()), points)
    assert (None if found is None else sorted(found)) == (None if paid is None else sorted(paid))


def test_6_a_supplied_partner_never_gives_his_last_troop() -> None:
    troops = {"broglie": 1, "belle-isle": 1}
    at = {"france-t1": "a", "broglie": "c", "belle-isle": "c"}
    state = position(
        FIELD, at, troops=troops, hussars=("b", None), hands={"france": "H3.1"}, face_down=frozenset({"broglie"})
    )
    after, events = fed(state, cover=("belle-isle",))

    assert after.troops == {"belle-isle": 1}
    assert [e.general for e in events if isinstance(e, GeneralRemoved)] == ["broglie"]
