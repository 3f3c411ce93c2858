"""Standing orders, row by row of house rules 2.3, as written there."""

from typing import Any

import pytest

from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.names import AtPlaces, ByWhom
from pbem_tnw.orders.pieces import PieceNames
from pbem_tnw.orders.standing import YES, LendAnswer, PlaceAnswers, Sacrifices, SendOrder, WarStanding, Willing
from pbem_tnw.orders.turn import EntryOrders, RoundOrders, StandingSheet, TurnEndWish
from tests.tnw.orders.spellings import ordered, read, told
from tests.tnw.orders.spellings import said as receipt
from tests.tnw.orders.test_conditions import Seen


def standing(text: str) -> WarStanding:
    found = ordered("standing:\n" + "".join(f"  {line}\n" for line in text.splitlines()), StandingSheet).standing
    assert found is not None
    return found


def test_row_1_2_bid_and_first_resource() -> None:
    sheet = ordered("bid: 2\nresource: britain\ncamp: imperial\ngive up: [london, Plymouth]", EntryOrders)
    assert (sheet.bid, sheet.resource, sheet.camp, sheet.give_up) == (2, "britain", "imperial", ("london", "plymouth"))


def test_row_5_responses() -> None:
    line = "{card: bridges-blown, to: step, by: [france], where: [linz, vienna], if: enemy_units >= 5, first: 1}"
    (respond,) = standing(f"respond: [{line}]").respond or ()
    assert (respond.card, respond.trigger, respond.first) == ("bridges-blown", "step", 1)
    assert (respond.by, respond.where) == (ByWhom(("france",)), AtPlaces(("linz", "vienna")))
    assert value(respond.condition, Seen(enemy_units={"": 5}))
    assert standing(f"respond: {line}").respond == (respond,)


@pytest.mark.parametrize(
    "line",
    [
        "respond: [{card: rally, first: 0}]", "respond: [{card: rally, keep: -1}]",
        "restore: {spain: {cp at most: -1}}",
        "battle: [{cards: [rally], first round at most: -1}]", "consent: {lend: {austria: {units: -1}}}",
    ],
)  # fmt: skip
def test_a_number_that_no_one_can_mean_is_refused(line: str) -> None:
    sheet = read(f"standing:\n  {line}\n", StandingSheet)
    assert [code for code, _, _ in told(sheet)] == ["too-low"]


def test_row_5_a_response_in_few_words() -> None:
    plain, conditional = standing("respond:\n- bridges-blown\n- Orders Gone Astray if roll = need + 1").respond or ()
    assert (plain.card, plain.trigger, plain.first) == ("bridges-blown", None, None)
    assert (conditional.card, conditional.condition.words) == ("orders-astray", frozenset({"roll", "need"}))


@pytest.mark.parametrize(
    "written",
    [
        "The Black Cabinet against Britain",
        "The Black Cabinet only against Britain",
        "[{card: The Black Cabinet, from: Britain}]",
        "[{card: The Black Cabinet, against: Britain}]",
    ],
)
def test_row_5_whom_a_response_is_against(written: str) -> None:
    assert standing(f"respond: {written}") == standing("respond: [{card: The Black Cabinet, by: Britain}]")
    assert ordered(f"respond: {written}\nFrance: pass\n", RoundOrders).standing == standing(f"respond: {written}")


@pytest.mark.parametrize(
    ("written", "sure"),
    [
        ("The Black Cabinet and Rally against Britain", False),
        ("The Black Cabinet, Rally against Britain", False),
        ("Storm at Sea against Britain and Austria, The Black Cabinet and Rally vs Russia", False),
        ("The Black Cabinet; Rally against Britain", True),
        ("Rally against Britain and Austria, The Black Cabinet against Russia", True),
    ],
)
def test_row_5_whom_the_last_of_several_responses_is_against_may_be_of_all(written: str, sure: bool) -> None:
    found = read(f"standing: {{respond: '{written}'}}", StandingSheet)
    assert ([each.problem.code for each in found.faults] == []) == sure
    assert sure or [each.problem.code for each in found.faults] == ["two-meanings"]


def test_2_3_a_key_without_its_heading_is_refused_for_what_is_wrong_in_it() -> None:
    for key in ("respond", "battle"):
        assert "unknown-name" in [code for code, *_ in told(read(f"{key}: Rlly of the Nopes", RoundOrders))]


@pytest.mark.parametrize("key", ["respond", "battle"])
def test_2_3_that_a_card_is_never_played_is_refused_as_none_is_that_has_no_line(key: str) -> None:
    for said in ("never play Rally", "do not use Rally"):
        assert f"`{key}: none`" in receipt(f"{key}: {said}", RoundOrders)


def test_row_7_sacrifice() -> None:
    assert standing("sacrifice: [reserves, lowest_cards, resources]").sacrifice == Sacrifices()
    assert standing("sacrifice: Conscripts, lowest cards").sacrifice == Sacrifices(("conscripts", "lowest_cards"))


def test_row_8_pieces_given_and_taken() -> None:
    found = standing("take_from: [ulm, linz]\nplace_at: vienna")
    assert (found.take_from, found.place_at) == (("ulm", "linz"), ("vienna",))


def test_row_9_foreign_war() -> None:
    found = standing("send: {squadron: [brest], unit: [mainz, paris], general: [ney]}")
    assert found.send == SendOrder(squadron=("brest",), unit=("mainz", "paris"), general=("ney",))


def test_row_10_16_25_losses() -> None:
    assert standing("losses: [france, spain]\ngenerals: never") == WarStanding(
        losses=("france", "spain"), generals=PieceNames("never")
    )
    assert standing("generals: last").generals == PieceNames()
    assert standing("generals: [ney, lannes]").generals == PieceNames("named", ("ney", "lannes"))


def test_row_11_restoring_an_alliance() -> None:
    found = standing("restore: {spain: {cards: [godoy], cp_at_most: 5}}").restore or {}
    assert (found["spain"].cards, found["spain"].cp_at_most) == (("godoy",), 5)


def test_row_12_15_stay_or_regroup() -> None:
    assert standing("stay: yes").stay == PlaceAnswers(others=True)
    answers = standing("stay: {brest: yes, all: no}").stay
    assert answers is not None
    assert (answers.at("brest"), answers.at("toulon")) == (True, False)


def test_row_14_consent() -> None:
    text = (
        "consent: {join: {prussia: yes}, lend: {austria: [charles]}, armistice: {france: if turn >= 1809}, "
        "surrender_of: {austria: yes}}"
    )
    consent = standing(text).consent
    assert consent is not None
    assert (consent.join["prussia"], consent.surrender_of["austria"]) == (YES, YES)
    assert consent.lend["austria"] == LendAnswer(YES, ("charles",))
    assert not value(consent.armistice["france"], Seen(turn=1807))
    assert value(consent.armistice["france"], Seen(turn=1809))
    assert not value(Willing(), Seen())


def test_row_14_leave_to_lend_pieces_in_its_other_forms() -> None:
    text = "consent: {lend: {austria: yes, russia: no, spain: {units: 4}, prussia: if turn >= 1809}}"
    lend = getattr(standing(text).consent, "lend", {})
    assert lend["austria"] == LendAnswer(YES)
    assert lend["russia"] == LendAnswer(Willing(Truth(yes=False)))
    assert lend["spain"] == LendAnswer(YES, units=4)
    assert lend["prussia"].condition.words == {"turn"}


def test_row_16_17_flags_and_ports() -> None:
    found = standing("old_flags: [ulm, linz]\nto_sea: {antwerp: north-sea, brest: [bay-of-biscay, channel]}")
    assert found.old_flags == ("ulm", "linz")
    assert found.to_sea is not None
    assert found.to_sea["antwerp"] == ("north-sea",)
    assert found.to_sea["brest"][0] == "bay-of-biscay"


def test_row_18_peace() -> None:
    text = "peace: [{if: sum >= 1 and points >= 3, add: 1}, {if: points < 0, add: -1}]"
    first, second = standing(text).peace or ()
    assert (first.add, second.add) == (1, -1)
    assert value(first.condition, Seen(sum=1, points=3))
    assert not value(first.condition, Seen(sum=0, points=3))
    assert [line.add for line in standing("peace: +1").peace or ()] == [1]
    assert [line.add for line in standing("peace: [1 if sum >= 1, -1]").peace or ()] == [1, -1]


def test_row_19_20_return_and_extra() -> None:
    found = standing("return: no\nextra: {france: {play: conscripts as cp}}")
    assert found.comes_back is False
    assert found.extra is not None
    assert len(found.extra["france"].alternatives) == 1


def test_row_22_evasion() -> None:
    text = "evade: [{where: [ulm], from: [france], if: odds >= 1.5 or enemy_rating >= 4, to: [munich, innsbruck]}]"
    (line,) = standing(text).evade or ()
    assert (line.where, line.coming_from) == (AtPlaces(("ulm",)), ByWhom(("france",)))
    assert line.goes_to == ("munich", "innsbruck")
    assert value(line.condition, Seen(odds=1, enemy_rating=4))
    for said in ("if odds >= 2", "{if odds >= 2}", "[{if odds >= 2}]"):
        assert [each.condition.words for each in standing(f"evade: {said}").evade or ()] == [{"odds"}]
    for said in ("no", "never", "[no]"):
        (stays,) = standing(f"evade: {said}").evade or ()
        assert (stays.where, value(stays.condition, Seen())) == (AtPlaces(), False)


@pytest.mark.parametrize(
    "said",
    [
        "{Russia: -1}",
        "Russia -1",
        "-1 by Russia",
        "[-1 for Russia]",
        "{add: -1, by: Russia}",
        "-1 from Russia",
        "{Russia: -1 if sum > 0}",
        "minus 1 by Russia",
        "subtract one from Russia",
    ],
)  # fmt: skip
def test_5_8_a_peace_modifier_may_name_who_pays(said: str) -> None:
    (line,) = standing(f"peace: {said}").peace or ()
    assert (line.add, line.payer, line.condition.words) == (-1, "russia", {"sum"} if "sum" in said else frozenset())


def test_5_8_what_is_subtracted_is_said_without_a_sign() -> None:
    assert [line.add for line in standing("peace: subtract one").peace or ()] == [-1]
    assert [code for code, _, _ in told(read("standing: {peace: subtract -1}", StandingSheet))] == ["two-meanings"]


def test_2_3_never_at_a_place() -> None:
    plain = standing("evade: [{where: Vienna, if: no}, {if: odds < 0.5}]").evade
    for said in ("[never at Vienna, if odds < 0.5]", "[no at Vienna, if odds < 0.5]"):
        assert standing(f"evade: {said}").evade == plain, said
    assert standing("intercept: never into Vienna").intercept == standing("intercept: {into: Vienna, if: no}").intercept


def evasions(said: str) -> list[tuple[tuple[str, ...], tuple[str, ...], frozenset[str]]]:
    lines = standing(f"evade: {said}").evade or ()
    return [(line.where.names, line.goes_to, line.condition.words) for line in lines]


def test_2_3_place_condition_and_goal_of_an_evasion_are_one_line() -> None:
    ulm = (("ulm",), ("munich",), frozenset({"odds"}))
    for said in (
        "at Ulm if odds < 1, to Munich", "at Ulm, to Munich if odds < 1", "at Ulm to Munich if odds < 1",
        "at Ulm, if odds < 1, to Munich", "[at Ulm if odds < 1, to Munich]", "{where: Ulm, if: odds < 1, to: Munich}",
    ):  # fmt: skip
        assert evasions(said) == [ulm], said
    vienna = (("vienna",), ("linz",), frozenset({"enemy_units"}))
    both = "at Ulm if odds < 1, to Munich, at Vienna if enemy_units > 4, to Linz"
    assert evasions(both) == evasions(both.replace(", at", "; at")) == [ulm, vienna]
    assert evasions("at Ulm if odds < 1, at Vienna, to Linz") == [
        (("ulm",), (), frozenset({"odds"})), (("vienna",), ("linz",), frozenset())
    ]  # fmt: skip
    assert evasions("if odds < 1, to Munich") == [((), ("munich",), frozenset({"odds"}))]
    assert len(evasions("if odds < 1, if enemy_rating > 3")) == 2
    (line,) = standing("intercept: from Linz if need <= 7, into Salzburg").intercept or ()
    assert (line.start.names, line.into.names) == (("linz",), ("salzburg",))


def test_row_23_interception() -> None:
    text = "intercept: [{from: linz, into: [salzburg], if: need <= 7 and units <= 6, with: [charles]}]"
    (line,) = standing(text).intercept or ()
    assert (line.start, line.into) == (AtPlaces(("linz",)), AtPlaces(("salzburg",)))
    assert (line.bringing, line.condition.words) == (("charles",), frozenset({"need", "units"}))
    (anywhere,) = standing("intercept: {from: linz, into: any, until: round}").intercept or ()
    assert (anywhere.into, anywhere.until) == (AtPlaces(), "round")


def test_row_22_evasion_of_the_force_that_a_general_is_with() -> None:
    for said, test in (("", ""), (" if odds < 0.5", " and odds < 0.5")):
        assert standing(f"evade: with Charles{said}") == standing(f"evade: if general = Charles{test}")


@pytest.mark.parametrize(
    "said", ["if by Charles and odds >= 1", "if by = Charles and odds >= 1", "by Charles if odds >= 1"]
)
def test_row_23_by_a_general_may_be_ones_own_or_the_enemys(said: str) -> None:
    text = f"standing:\n  intercept: [{said}]\n"
    (wrong,) = read(text, StandingSheet).faults
    assert wrong.problem.args["meanings"] == ("with Charles if odds >= 1", "if against Charles and odds >= 1")
    led, met = (standing(f"intercept: [{meant}]").intercept or () for meant in wrong.problem.args["meanings"])
    assert (led[0].bringing, met[0].condition.words) == (("charles",), frozenset({"general", "odds"}))


def test_row_23_at_sea() -> None:
    text = "sea: [{zone: any, intercept: if squadrons <= own, evade: if dice_enemy > 2 x dice_own}]"
    (line,) = standing(text).sea or ()
    assert line.intercept is not None
    assert line.evade is not None
    assert value(line.intercept, Seen(squadrons={"": 2}, own=2))
    assert not value(line.evade, Seen(dice={"own": 2, "enemy": 4}))
    assert value(line.evade, Seen(dice={"own": 2, "enemy": 5}))


def test_row_24_battle_and_commander() -> None:
    text = """\
battle:
- {where: any, cards: [rally, {card: res-napoleon, if: margin < 1}], first_round_at_most: 2, keep_if: odds >= 2,
   retreat_to: [ulm, linz]}
commander: {vienna: charles}
refuse: [coalition]
"""
    found = standing(text)
    (line,) = found.battle or ()
    assert [card.card for card in line.cards or ()] == ["rally", "res-napoleon"]
    assert (line.first_round_at_most, line.retreat_to) == (2, ("ulm", "linz"))
    assert line.keep_if is not None
    assert line.keep_if.words == {"odds"}
    assert found.commander == {"vienna": "charles"}
    assert found.refuse == ("coalition",)


def test_rows_of_conquest() -> None:
    found = standing("spoils: [venice, innsbruck]\nmarch_to: salzburg\nwear_off: [russian-winter]")
    assert (found.spoils, found.march_to) == (("venice", "innsbruck"), ("salzburg",))
    assert found.wear_off == ("russian-winter",)


def test_2_4_holds() -> None:
    text = "hold: [{on: battle, by: [france], where: [ulm]}, step by france in linz]"
    first, second = standing(text).hold or ()
    assert (first.on, first.by, first.where) == ("battle", ByWhom(("france",)), AtPlaces(("ulm",)))
    assert (second.on, second.by, second.where) == ("step", ByWhom(("france",)), AtPlaces(("linz",)))
    assert [each.on for each in standing("hold: event").hold or ()] == ["event"]
    assert [code for code, _, _ in told(read("standing: {hold: [sea, siege, step]}", StandingSheet))] == ["too-many"]


CLEARED = (
    "respond",
    "hold",
    "take from",
    "losses",
    "old flags",
    "peace",
    "evade",
    "intercept",
    "sea",
    "battle",
    "spoils",
)


@pytest.mark.parametrize("key", CLEARED)
def test_a_key_is_cleared_by_none(key: str) -> None:
    assert getattr(standing(f"{key}: none"), key.replace(" ", "_")) == ()
    assert getattr(standing(f"{key}: []"), key.replace(" ", "_")) == ()


def test_a_key_that_is_not_given_stays_as_it_was() -> None:
    assert standing("losses: [france]") == WarStanding(losses=("france",))


def test_2_1_the_end_of_the_turn_may_come_with_a_round_sheet() -> None:
    text = """\
turn end:
  peace: 1 if sum >= 1
  camp: {prussia: coalition}
  declare: {on: prussia, if: turn >= 1807}
  armistice: {austria: yes}
  surrender: {to: france}
  reinforce: {france: [refit, build: 2 units at Paris]}
  deploy: [8 units with Davout from Paris to Strasbourg, {from: brest, to: toulon, squadrons: 2}]
"""
    wish: Any = ordered(text, RoundOrders).turn_end
    assert isinstance(wish, TurnEndWish)
    assert wish.peace is not None
    assert (wish.peace[0].add, wish.camp, wish.declare[0].on) == (1, {"prussia": "coalition"}, "prussia")
    assert (wish.armistice["austria"], wish.surrender[0].receiver) == (YES, "france")
    assert len(wish.reinforce["france"]) == 2
    army, fleet = wish.deploy
    assert (army.origin, army.goal, army.leaders, army.units.of("france", "france")) == (
        "paris", "strasbourg", ("davout",), 8,
    )  # fmt: skip
    assert (fleet.origin, fleet.goal, fleet.squadrons) == ("brest", "toulon", 2)


def test_11_4_where_to_retreat_in_words() -> None:
    plain = ordered("standing: {battle: [{retreat to: [Munich, Ulm]}]}", StandingSheet)
    for written in ("battle: retreat to Munich, Ulm", "battle:\n    - withdraw to Munich, Ulm"):
        assert ordered(f"standing:\n  {written}\n", StandingSheet) == plain


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("intercept: fleets if odds >= 1", "`standing: {sea: [{intercept: if odds >= 1}]}`"),
        ("evade: the fleets if odds < 1", "`standing: {sea: [{evade: if odds < 1}]}`"),
        ("naval: if odds >= 1.5", "`standing: {sea: [{intercept: if odds >= 1}]}`"),
    ],
)
def test_13_4_what_fleets_do_is_refused_with_the_key_of_the_sea(written: str, right: str) -> None:
    sheet = f"standing:\n  {written}\n"
    assert read(sheet, StandingSheet).order is None
    assert right in receipt(sheet, StandingSheet)


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("armistice: yes to France, if France offers it", "standing: {consent: {armistice: {France: yes}}}"),
        ("reinforcement: two units in London", "turn end: {reinforce: {France: [build: 1 unit at Paris]}}"),
        ("naval: if odds >= 1.5", "standing: {sea: [{intercept: if odds >= 1}]}"),
    ],
)
def test_2_3_a_key_that_stands_elsewhere_is_refused_with_where(written: str, right: str) -> None:
    assert read(written, RoundOrders).order is None
    assert right in receipt(written, RoundOrders)


def test_14_21_a_general_is_deployed_with_its_only_unit() -> None:
    plain = ordered("turn end: {deploy: [{from: Dublin, to: London, with: [Cathcart], units: 1}]}", RoundOrders)
    text = "turn end:\n  deploy: Cathcart and his unit from Dublin to London\n"
    assert ordered(text, RoundOrders) == plain


def test_11_4_a_retreat_without_its_battle_is_refused_as_it_would_replace_other_lines() -> None:
    sheet = read("standing:\n  retreat to: Munich\n", StandingSheet)
    assert [each.problem.code for each in sheet.faults] == ["retreat-of-battle"]
    assert sheet.order is None


@pytest.mark.parametrize(
    "written",
    [
        "battle: The Grand Battery; Rally if odds < 1.5",
        "battle: [The Grand Battery, Rally if odds < 1.5]",
        "battle:\n    - The Grand Battery\n    - Rally if odds < 1.5",
        "battle: {cards: 'The Grand Battery; Rally if odds < 1.5'}",
    ],
)
def test_each_card_of_a_list_has_its_own_condition(written: str) -> None:
    plain = "battle: [{cards: [The Grand Battery, {card: Rally, if: odds < 1.5}]}]"
    assert ordered(f"standing:\n  {written}\n", RoundOrders) == ordered(f"standing: {{{plain}}}", RoundOrders)


@pytest.mark.parametrize(
    "written",
    [
        "standing: {battle: The Grand Battery and Rally if odds < 1.5}",
        "standing: {battle: {cards: The Grand Battery and Rally if odds < 1.5}}",
        "standing: {battle: 'The Grand Battery and Rally if odds < 1 and margin < 0, Conscripts if odds > 2'}",
        "standing: {battle: 'The Grand Battery, Rally if odds < 1.5'}",
        "standing: {battle: 'The Grand Battery if odds < 1, Conscripts, Rally if odds < 1.5'}",
        "standing: {respond: Orders Gone Astray and Rally if roll = need}",
        "standing: {respond: 'Orders Gone Astray, Rally if roll = need'}",
        "turn end: {declare: Prussia and Austria if turn >= 1807}",
        "turn end: {declare: 'Prussia, Austria if turn >= 1807'}",
        "impulses: {France: {play: Conscripts as cp, do: [build: '1 unit at Paris, 1 at Milan if cp_left > 3']}}",
        "impulses: {France: {play: Conscripts as cp, do: [flag Ulm and Munich if cp_left > 3]}}",
        "impulses: {France: {play: Conscripts as cp, do: 'flag Ulm, flag Munich if cp_left > 3'}}",
        "France: Conscripts as cp, flag Ulm, flag Munich if cp_left > 3",
        "France: Conscripts as cp, Napoleon to Ulm, Munich if won",
        "France: {play: Conscripts as cp, do: ['Napoleon: Ulm, Munich if won']}",
        "France: {play: Conscripts as cp, do: ['sail Brest > Western Approaches, then Channel if turn > 2']}",
        "impulses: {France: {play: Conscripts as cp, do: [rest: 'units at Paris, regroup if cp_left > 3']}}",
    ],
)
def test_a_condition_that_may_be_of_the_last_or_of_all_is_asked_about(written: str) -> None:
    assert "two-meanings" in [each.problem.code for each in read(written, RoundOrders).faults]


@pytest.mark.parametrize(
    "written", ["flag Ulm; flag Munich if cp_left > 3", "flag Ulm, then flag Munich if cp_left > 3"]
)
@pytest.mark.parametrize("above", ["France: Conscripts as cp; ", "France:\n  play: Conscripts as cp\n  do: "])
def test_a_condition_behind_a_semicolon_or_then_is_of_the_last(written: str, above: str) -> None:
    plain = "impulses: {France: {play: Conscripts as cp, do: [flag Ulm, {flag: Munich, if: cp_left > 3}]}}"
    assert ordered(above + written, RoundOrders) == ordered(plain, RoundOrders)
