"""How combat plans are read from a sheet and written to one."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.sheet.names import names_of
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.cards import RESERVE
from pbem_maria.orders.plan import (
    AS_PLAY,
    ASK,
    FREE,
    HIGHEST,
    KEEP,
    LAST,
    LEADS,
    LOWEST,
    NONE,
    RULES,
    TIE,
    TURNS,
    Chapter,
    CombatPlan,
    Drive,
    PlanBook,
    PlanItem,
)
from pbem_maria.orders.politics import PoliticsOrders
from pbem_maria.orders.stage import (
    Attack,
    CombatOrders,
    PlayOrders,
    SetUpOrders,
    StageOrders,
    StandingOrders,
    WinterOrders,
)
from pbem_maria.orders.standing import HussarOrders
from pbem_maria.orders.statecraft import Cities
from pbem_maria.position.cards import SUITS, VALUES
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings

STATE = start(MariaSettings())
NAMES = lexicon(STATE, "louis")


def read(text: str, wanted: type[Any] = CombatOrders) -> Any:
    sheet = read_sheet(text, wanted, NAMES)
    assert sheet.order is not None, sheet.faults
    return sheet.order


def only_plan(text: str) -> CombatPlan:
    (chapter,) = read(f"combat: {text}").combat.chapters
    found: CombatPlan = chapter.plan
    return found


def wrong(text: str) -> list[tuple[str, int, int]]:
    sheet = read_sheet(text, CombatOrders, NAMES)
    assert sheet.order is None
    return [(f.problem.code, f.place.line, f.place.column) for f in sheet.faults if f.problem.stops]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("lowest", CombatPlan(play=(PlanItem(rule=LOWEST),))),
        ("Lowest That Turns", CombatPlan(play=(PlanItem(rule=TURNS),))),
        ("♥7, H3, then highest", CombatPlan(play=(PlanItem(card="H7"), PlanItem(card="H3"), PlanItem(rule=HIGHEST)))),
        ("hearts 7 then ask", CombatPlan(play=(PlanItem(card="H7"), PlanItem(rule=ASK)))),
        ("[♥7, Reserve as 5, R3, Reserve 2]",
         CombatPlan(play=(PlanItem(card="H7"), *(PlanItem(card=RESERVE, value=n) for n in (5, 3, 2))))),
        ("[♥7, lowest], reserves free, at most 2 cards",
         CombatPlan(play=(PlanItem(card="H7"), PlanItem(rule=LOWEST)), most_cards=2, reserves=FREE)),
        ("lowest, at most 3 cards and 12 points",
         CombatPlan(play=(PlanItem(rule=LOWEST),), most_cards=3, most_points=12)),
        ("{play: lowest, at most: three}", CombatPlan(play=(PlanItem(rule=LOWEST),), most_cards=3)),
        ("{play: lowest, at most: twelve points}", CombatPlan(play=(PlanItem(rule=LOWEST),), most_points=12)),
        ("{play: lowest, stop: losing two or less}", CombatPlan(play=(PlanItem(rule=LOWEST),), stop_at=2)),
        ("{play: lowest, stop: [losing 2 or less, losing 7 or more]}",
         CombatPlan(play=(PlanItem(rule=LOWEST),), stop_at=2, stop_beyond=7)),
        ("{play: lowest, reserves: as 5, at-zero: tie}",
         CombatPlan(play=(PlanItem(rule=LOWEST),), reserves=FREE, reserve_value=5, at_zero=PlanItem(rule=TIE))),
        ("{all: lowest, stop: losing 4 or more}", CombatPlan(play=(PlanItem(rule=LOWEST),), stop_beyond=4)),
        ("{play: lowest, reserves: none}", CombatPlan(play=(PlanItem(rule=LOWEST),), reserves=KEEP)),
        ("{play: lowest, stop: if I lose 4 or more}", CombatPlan(play=(PlanItem(rule=LOWEST),), stop_beyond=4)),
        ("lowest, stop when the loss is 2 troops or less", CombatPlan(play=(PlanItem(rule=LOWEST),), stop_at=2)),
        ("lowest, stop losing at least 4", CombatPlan(play=(PlanItem(rule=LOWEST),), stop_beyond=4)),
        ("lowest that leads, else lowest", CombatPlan(play=(PlanItem(rule=LEADS), PlanItem(rule=LOWEST)))),
        ("lowest that turns otherwise 9", CombatPlan(play=(PlanItem(rule=TURNS), PlanItem(card="9")))),
        ("9, 10", CombatPlan(play=(PlanItem(card="9"), PlanItem(card="10")))),
        ("the 9 and the 10, then lowest",
         CombatPlan(play=(PlanItem(card="9"), PlanItem(card="10"), PlanItem(rule=LOWEST)))),
        ("10 9 8", CombatPlan(play=(PlanItem(card="10"), PlanItem(card="9"), PlanItem(card="8")))),
        ("{play: 9}", CombatPlan(play=(PlanItem(card="9"),))),
        ("highest heart", CombatPlan(play=(PlanItem(rule=HIGHEST, suit="hearts"),))),
        ("lowest club that leads, else highest in clubs, keep reserves",
         CombatPlan(play=(PlanItem(rule=LEADS, suit="clubs"), PlanItem(rule=HIGHEST, suit="clubs")), reserves=KEEP)),
        ("lowest. Keep the reserve.", CombatPlan(play=(PlanItem(rule=LOWEST),), reserves=KEEP)),
        ("[lowest that leads, else highest, keep reserves]",
         CombatPlan(play=(PlanItem(rule=LEADS), PlanItem(rule=HIGHEST)), reserves=KEEP)),
        ("{everyone else: lowest}", CombatPlan(play=(PlanItem(rule=LOWEST),))),
        ("♥7 and lowest", CombatPlan(play=(PlanItem(card="H7"), PlanItem(rule=LOWEST)))),
        ("first the Reserve as 8, and then ♥3, finally lowest",
         CombatPlan(play=(PlanItem(card=RESERVE, value=8), PlanItem(card="H3"), PlanItem(rule=LOWEST)))),
        ("lowest (no reserves), give up if I lose 4 or more",
         CombatPlan(play=(PlanItem(rule=LOWEST),), reserves=KEEP, stop_beyond=4)),
        ("♥ 10 9 then 6 of hearts, nothing else",
         CombatPlan(play=(PlanItem(card="H10"), PlanItem(card="H9"), PlanItem(card="H6"), PlanItem(rule=NONE)))),
        ("{play: '10, 9, 6 of hearts'}",
         CombatPlan(play=(PlanItem(card="H10"), PlanItem(card="H9"), PlanItem(card="H6")))),
        ("4 of spades, 5, 6", CombatPlan(play=(PlanItem(card="S4"), PlanItem(card="S5"), PlanItem(card="S6")))),
        ("s10 h9, 8", CombatPlan(play=(PlanItem(card="S10"), PlanItem(card="H9"), PlanItem(card="H8")))),
        ("10s 9h, 8, then lowest",
         CombatPlan(play=(PlanItem(card="S10"), PlanItem(card="H9"), PlanItem(card="H8"), PlanItem(rule=LOWEST)))),
        ("10, 9c", CombatPlan(play=(PlanItem(card="C10"), PlanItem(card="C9")))),
        ("lowest that leads, then lowest", CombatPlan(play=(PlanItem(rule=LEADS), PlanItem(rule=LOWEST)))),
        ("highest, then stop losing 3 or more", CombatPlan(play=(PlanItem(rule=HIGHEST),), stop_beyond=3)),
        ("highest first, no reserves", CombatPlan(play=(PlanItem(rule=HIGHEST),), reserves=KEEP)),
        ("lowest that leads, reserves keep, at zero Reserve as 1",
         CombatPlan(play=(PlanItem(rule=LEADS),), reserves=KEEP, at_zero=PlanItem(card=RESERVE, value=1))),
        ("lowest, drive to Budweis or Tabor, losses Broglie first, last troop Belle-Isle",
         CombatPlan(play=(PlanItem(rule=LOWEST),), drive=Drive(("budweis", "tabor")),
                    losses="broglie", last_troop="belle-isle")),
        ('{play: lowest, drive: "to Budweis or Tabor, else toward Linz"}',
         CombatPlan(play=(PlanItem(rule=LOWEST),), drive=Drive(("budweis", "tabor"), "linz"))),
        ("{play: lowest, drive: toward Linz}", CombatPlan(play=(PlanItem(rule=LOWEST),), drive=Drive(toward="linz"))),
        ("{play: lowest, drive: to Budweis else away from its train}",
         CombatPlan(play=(PlanItem(rule=LOWEST),), drive=Drive(("budweis",)))),
        ("lowest, drive to Budweis or else away from its train",
         CombatPlan(play=(PlanItem(rule=LOWEST),), drive=Drive(("budweis",)))),
        ("{play: lowest, drive: to Budweis else toward Linz else away}",
         CombatPlan(play=(PlanItem(rule=LOWEST),), drive=Drive(("budweis",), "linz"))),
        ("{play: lowest, drive: away from its train}", CombatPlan(play=(PlanItem(rule=LOWEST),))),
        ("{play: lowest, drive: away from Linz}", CombatPlan(play=(PlanItem(rule=LOWEST),), drive=Drive(away="linz"))),
        ("lowest, drive him away from Linz", CombatPlan(play=(PlanItem(rule=LOWEST),), drive=Drive(away="linz"))),
        ("lowest, drive as far as possible from Linz",
         CombatPlan(play=(PlanItem(rule=LOWEST),), drive=Drive(away="linz"))),
        ("lowest, drive to Budweis or Tabor or else away from Linz",
         CombatPlan(play=(PlanItem(rule=LOWEST),), drive=Drive(("budweis", "tabor"), away="linz"))),
    ],
)  # fmt: skip
def test_11_1_a_plan_is_read(text: str, wanted: CombatPlan) -> None:
    assert only_plan(text) == wanted


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Karl: lowest that leads, keep reserves\ndrive: away from Glatz",
         "combat: {Karl: 'lowest that leads, keep reserves, drive away from Glatz'}"),
        ("combat:\n  Karl: [♦7, lowest]\n  stop: losing 4 or more",
         "combat: {Karl: {play: [♦7, lowest], stop: losing 4 or more}}"),
        ("Karl > Belle-Isle: ♣6, then reserve as 6\nstop losing 5",
         "combat: {Karl > Belle-Isle: '♣6, then reserve as 6, stop losing 5'}"),
        ("combat:\n  Khevenhüller, Traun: lowest, no reserve\n  Karl: lowest",
         "combat: {Khevenhüller: 'lowest, no reserve', Traun: 'lowest, no reserve', Karl: lowest}"),
        ("combat:\n  Khevenhüller and Traun: lowest", "combat: {Khevenhüller: lowest, Traun: lowest}"),
        ("standing: {defence: [lowest that leads, lowest], stop: losing 4 or more}",
         "standing: {defence: {play: [lowest that leads, lowest], stop: losing 4 or more}}"),
    ],
)  # fmt: skip
def test_11_1_a_limit_beside_the_only_plan_and_one_plan_of_several(text: str, same: str) -> None:
    assert read(text, StageOrders) == read(same, StageOrders)
    assert read(text) == read(same)


def test_4_troops_may_lack_some_of_their_colons() -> None:
    text = "Broglie: 5\nNoailles 3\nBelle-Isle: 6\nTörring 4"
    assert read(text, SetUpOrders).troops == {"broglie": 5, "noailles": 3, "belle-isle": 6, "toerring": 4}


def test_11_1_a_value_of_reserves_that_no_rule_chooses_is_told() -> None:
    sheet = read_sheet("combat: {play: ♣6, reserves: as 6}", CombatOrders, NAMES)
    assert [(f.problem.code, f.problem.stops) for f in sheet.faults] == [("reserves-not-played", False)]


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("combat: {play: lowset}", "not-a-play", 16),
        ("combat: {play: [♥7, Reserve]}", "reserve-without-value", 21),
        ("combat: {play: Reserve as 9}", "reserve-value", 16),
        ("combat: {play: ♥7 as 5}", "only-reserve-counts-as", 16),
        ("combat: {play: lowest, at most: thrice}", "not-a-limit", 33),
        ("combat: {play: lowest, stop: losing}", "not-a-stop", 30),
        ("combat: {play: lowest, stop: if the enemy loses 4 or more}", "not-a-stop", 30),
        ("combat: {play: lowest, stop: if I win by 4 or more}", "not-a-stop", 30),
        ("combat: lowest, first ♥7", "not-a-play", 17),
        ("combat: lowest, 7", "not-a-play", 17),
        ("combat: ♠9, 8, 7 of hearts", "card-without-suit", 13),
        ("combat: [9, ♠8]", "card-without-suit", 10),
        ("combat: the 9 first, then 8 of spades, ♥7", "card-without-suit", 9),
        ("combat: highest card first, then lowest that leads", "rule-stays", 9),
        ("combat: first highest, lowest that leads", "rule-stays", 15),
        ("combat: highest first, lowest that leads", "rule-stays", 9),
        ("combat: play the lowest, then the highest", "rule-stays", 14),
        ("combat: ♥7, lowest and then none", "rule-stays", 13),
        ("combat: highest, then stop", "rule-stays", 9),
        ("combat: ♣6, then reserves as 6", "reserves-not-played", 18),
        ("combat: lowest that leads, then all my reserves as 6", "reserves-not-played", 33),
        ("combat: ♣6, reserves as 6", "reserves-not-played", 9),
        ("combat: lowest, highest", "rule-stays", 9),
        ("combat: lowest. highest", "rule-stays", 9),
        ("combat: {play: lowest; highest}", "rule-stays", 16),
        ("combat: ♠9, lowest, ♥7", "rule-stays", 13),
        (". combat nat nat none", "not-a-play", 10),
        ("combat: 7", "not-a-play", 9),
        ("combat: 9, 11", "not-a-play", 12),
        ("combat: ♥7 else lowest", "not-a-play", 12),
        ("combat: highest and lowest", "not-a-play", 9),
        ("combat: lowest and 9", "not-a-play", 9),
        ("combat: lowest (♥7)", "not-a-play", 9),
        ("combat: {play: lowest, stop: losing -2 or less}", "not-a-stop", 30),
        ("combat: {play: lowest, stop: losing some or less}", "not-a-stop", 30),
        ("combat: {play: lowest, stop: [losing 2 or less, losing 3 or less]}", "said-twice", 49),
        ("combat: lowest, stop losing 2 or less, stop losing 7 or less", "said-twice", 40),
        ("combat: {all: lowest, Traun: highest, stop: losing 2 or less}", "unknown-key", 23),
        ("combat: {play: lowest, all: highest, stop: losing 2 or less}", "said-twice", 24),
        ("combat: {all: {play: lowest}, stop: losing 2 or less}", "not-a-plan", 15),
        ("combat: {play: lowest, reserves: sometimes}", "not-a-choice", 34),
        ("combat: {stop: losing 2 or less}", "plan-without-play", 9),
        ("combat: {play: lowest, retreat: no}", "unknown-key", 24),
        ("combat: {Belle-Isle > Neipperg > Broglie: lowest}", "not-a-fight", 10),
        ("combat: {France: lowest, Frankreich: highest}", "named-twice", 26),
        ("combat: {play: lowest, drive: toward Atlantis}", "unknown-name", 38),
        ("combat: {play: lowest, drive: away from Atlantis}", "unknown-name", 41),
        ("combat: {play: lowest, drive: away from Neipperg}", "unknown-name", 41),
        ("combat: {play: lowest, drive: to Tabor else away from Atlantis}", "unknown-name", 55),
        ("combat: {play: lowest, drive: toward Linz else away from Tabor}", "drive-by-two-cities", 31),
        ("combat: {play: lowest, drive: toward Linz or Tabor}", "drive-by-two-cities", 38),
    ],
)
def test_11_1_a_fault_is_told_with_its_place(text: str, code: str, column: int) -> None:
    assert wrong(text) == [(code, 1, column)]


@pytest.mark.parametrize("text", ["lowest, stop losing 4", "{play: lowest, stop: if losing 4 troops}"])
def test_11_1_a_loss_alone_is_one_that_is_too_much(text: str) -> None:
    sheet = read_sheet(f"combat: {text}", CombatOrders, NAMES)
    assert sheet.order is not None
    assert sheet.order.combat.chapters[0].plan == CombatPlan(play=(PlanItem(rule=LOWEST),), stop_beyond=4)
    assert [each.problem.code for each in sheet.faults] == ["read-as"]


@pytest.mark.parametrize("text", ["combat: 8s, lowest", "recruits: {France: [8s, ♠4]}"])
def test_11_1_an_eight_of_spades_that_may_be_several_eights_is_repeated(text: str) -> None:
    sheet = read_sheet(text, CombatOrders if "combat" in text else WinterOrders, NAMES)
    assert sheet.order is not None
    assert [dict(each.problem.args) for each in sheet.faults] == [{"text": "8s", "meant": "♠8"}]


def test_a_general_is_found_by_the_other_form_of_a_byname() -> None:
    assert names_of(NAMES).find("Alter Dessauer", "general") == ("dessauer",)


def test_11_1_all_faults_of_a_plan_are_told_at_once() -> None:
    text = "combat:\n  Broglie: {play: [lowset, ♥7, R], at most: many}\n  all: {plya: lowest}\n"
    assert [code for code, _, _ in wrong(text)] == [
        "not-a-play",
        "reserve-without-value",
        "not-a-limit",
        "unknown-key",
        "plan-without-play",
    ][:4]


@pytest.mark.parametrize(
    "text",
    [
        "combat:\n  Traun plays highest\n  Karl plays ♥7 then lowest",
        "combat:\n- Traun plays the highest\n- Karl plays ♥7 then lowest",
        "combat: Traun plays highest; Karl will play ♥7, lowest",
        "Traun plays highest\nKarl plays ♥7, lowest",
        "combat: Traun plays highest, Karl plays ♥7, lowest",
        "combat: Traun plays highest and Karl plays ♥7, lowest",
    ],
)
def test_11_1_who_plays_what_is_said_in_a_sentence(text: str) -> None:
    assert read(text).combat.chapters == (
        Chapter(CombatPlan(play=(PlanItem(rule=HIGHEST),)), ("traun",)),
        Chapter(CombatPlan(play=(PlanItem(card="H7"), PlanItem(rule=LOWEST))), ("karl",)),
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Traun plays highest\nstanding: {peace: ask}", "highest"),
        ("In the fight Traun plays both ♦7 and then the Reserve as 8\nhussars: stay", "[♦7, ♦7, Reserve as 8]"),
        ("Traun plays both ♦7 and ♥7, stops when losing by 3", "{play: [♦7, ♥7], stop: losing 3 or more}"),
        ("Combat:\n  Traun: highest, gives up if losing 2", "{play: highest, stop: losing 2 or more}"),
    ],
)
def test_11_1_who_plays_what_may_be_said_beside_other_orders(text: str, wanted: str) -> None:
    assert read(text).combat.chapters == (Chapter(only_plan(wanted), ("traun",)),)


def test_11_1_a_sentence_that_cannot_be_played_is_told_as_a_plan() -> None:
    sheet = read_sheet("Traun plays ♥7 only if that leads\nhussars: stay", CombatOrders, NAMES)
    assert {each.problem.code for each in sheet.faults if each.problem.stops} == {"not-a-play"}


@pytest.mark.parametrize(
    "text",
    [
        "Traun gives way to Brünn, trump clubs, peace: ask, when I am attacked, the lowest that leads, stop losing 4",
        "peace is ask; trump: clubs; defence: lowest that leads, stop: losing 4 or more; Traun gives way to Brünn",
        "if attacked, lowest that leads, stop losing 4. Peace ask and trump clubs, and Traun gives way to Brünn.",
    ],
)
def test_17_standing_orders_may_be_in_one_line(text: str) -> None:
    told = read(f"standing: {text}", StandingOrders).standing
    assert (told.peace, told.trump, told.gives_way) == ("ask", "clubs", {"traun": Cities(("bruenn",))})
    assert told.defence.chapters == (Chapter(only_plan("lowest that leads, stop losing 4")),)


@pytest.mark.parametrize("text", ["if beaten, withdraw to Prag", "peace: ask, and something"])
def test_17_what_is_no_standing_order_is_refused(text: str) -> None:
    assert read_sheet(f"standing: {text}", StandingOrders, NAMES).order is None


@pytest.mark.parametrize(
    "text",
    [
        "Traun plays 9 and 10 against Broglie",
        "for Traun against Broglie: 9, 10",
        "Traun vs Broglie: 9 10",
        "Traun fights Broglie with 9, 10",
    ],
)
def test_11_1_whom_a_plan_is_against_may_be_said_in_a_sentence(text: str) -> None:
    ten = CombatPlan(play=(PlanItem(card="9"), PlanItem(card="10")))
    assert read(f"combat:\n  {text}").combat.chapters == (Chapter(ten, ("traun", "broglie")),)


def test_11_1_a_plan_for_all_combats_may_name_them() -> None:
    assert read("all combats: lowest").combat.chapters == (Chapter(CombatPlan(play=(PlanItem(rule=LOWEST),))),)
    assert read_sheet("both combats: lowest", CombatOrders, NAMES).order is None  # there may be three


@pytest.mark.parametrize(
    "text",
    [
        "I give Karl 8, Traun 5 and Neipperg 3 troops.",
        "Karl gets eight troops\nTraun five, Neipperg three",
        "Karl 8, Traun 5, Neipperg 3\nhussars: none",
    ],
)
def test_4_who_gets_troops_is_said_in_a_sentence(text: str) -> None:
    assert read(text, SetUpOrders).troops == {"karl": 8, "traun": 5, "neipperg": 3}


@pytest.mark.parametrize("text", ["I give Karl 8 or 7", "Karl 8, Traun not 5", "Karl 8, Traun some"])
def test_4_troops_that_are_not_sure_are_not_given(text: str) -> None:
    assert read_sheet(text, SetUpOrders, NAMES).order is None


def test_7_hussars_may_be_joined_by_and() -> None:
    wishes = read("The first hussar goes to Linz and the second one stays", HussarOrders).hussars
    assert [wish.places for wish in wishes] == [("linz",), ("stay",)]


def test_11_1_a_number_alone_gives_troops_and_plays_no_card() -> None:
    order = read("Belle-Isle: 8\nBroglie: 5", StageOrders)
    assert (order.troops, order.combat) == ({"belle-isle": 8, "broglie": 5}, PlanBook())


@pytest.mark.parametrize("text", ["if Traun plays highest", "Traun plays highest; nobody else", "Traun plays dead"])
def test_11_1_what_else_is_said_of_who_plays_is_never_dropped(text: str) -> None:
    assert read_sheet(f"combat: {text}", CombatOrders, NAMES).order is None


def test_11_1_an_apostrophe_may_be_behind_two_colons() -> None:
    assert read("combat: Traun: lowest, stop if I'd lose 4 or more").combat.chapters == (
        Chapter(CombatPlan(play=(PlanItem(rule=LOWEST),), stop_beyond=4), ("traun",)),
    )


@pytest.mark.parametrize("text", ["France recruits with ♠4, ♣4", "recruits: France recruits with ♠4 and ♣4"])
def test_13_who_recruits_with_what_is_said_in_a_sentence(text: str) -> None:
    assert read(text, WinterOrders).recruits == {"france": ("S4", "C4")}


@pytest.mark.parametrize("text", ["{France: none}", "France: nothing"])
def test_13_a_power_without_recruits_pays_nothing(text: str) -> None:
    assert read(f"recruits: {text}", WinterOrders).recruits == {"france": ()}
    assert read("recruits: none", WinterOrders).recruits == {}


@pytest.mark.parametrize("text", ["pass", "pass.", "pass: yes"])
def test_5_who_passes_may_have_standing_orders_below(text: str) -> None:
    order = read(f"{text}\nstanding:\n  defence: lowest", StageOrders)
    assert order.passes
    assert order.standing is not None


def test_5_a_pass_below_a_key_without_a_value_is_not_that_of_the_sheet() -> None:
    assert read_sheet("hussars:\npass", StageOrders, lexicon(STATE, "maria-theresa")).order is None


@pytest.mark.parametrize("marks", ["- ", "  "])
def test_4_troops_for_each_may_be_in_lines(marks: str) -> None:
    text = f"troops:\n{marks}6 troops each for Karl, Traun and Khevenhüller\n{marks}2 for Batthyány"
    assert read(text, SetUpOrders).troops == {"karl": 6, "traun": 6, "khevenhueller": 6, "batthyany": 2}


def test_11_1_fights_are_named_by_fight_general_power_or_all() -> None:
    order = read("combat:\n  Belle-Isle > Khevenhüller: lowest\n  Broglie: none\n  Bavaria: ask\n  all: highest\n")
    assert [chapter.on for chapter in order.combat.chapters] == [
        ("belle-isle", "khevenhueller"),
        ("broglie",),
        ("bavaria",),
        (),
    ]


def test_11_1_the_most_special_plan_of_a_book_is_found() -> None:
    def named(on: tuple[str, ...]) -> Chapter:
        return Chapter(CombatPlan(play=(PlanItem(rule=LOWEST),), most_cards=len(on) + ("france" in on)), on)

    fight, general = named(("khevenhueller", "belle-isle")), named(("broglie",))
    power, every = named(("france",)), named(())
    book = PlanBook((every, power, general, fight))
    stack = ("belle-isle", "broglie")
    assert book.find(stack, ("khevenhueller",), ("france",)) == fight
    assert book.find(stack, ("neipperg",), ("france",)) == general
    assert book.find(("moritz",), ("neipperg",), ("france",)) == power
    assert book.find(("toerring",), ("neipperg",), ("bavaria",)) == every
    assert PlanBook((fight,)).find(("toerring",), ("neipperg",), ("bavaria",)) is None


def test_11_1_attacks_are_read() -> None:
    order = read("attacks: [Belle-Isle > Khevenhüller, Törring against Neipperg]", StageOrders)
    assert order.attacks == (Attack("belle-isle", "khevenhueller"), Attack("toerring", "neipperg"))


@pytest.mark.parametrize(
    "text",
    [
        "Belle-Isle on Khevenhüller first, then Törring on Neipperg",
        "first Belle-Isle > Khevenhüller, finally Törring > Neipperg",
        "[Belle-Isle against Khevenhüller first, then Törring against Neipperg]",
    ],
)
def test_11_1_the_order_of_attacks_may_be_said(text: str) -> None:
    order = read(f"attacks: {text}", StageOrders)
    assert order.attacks == (Attack("belle-isle", "khevenhueller"), Attack("toerring", "neipperg"))
    late = "attacks: Törring on Neipperg, Belle-Isle on Khevenhüller first"
    assert read_sheet(late, StageOrders, NAMES).order is None


def test_10_1_what_a_march_takes_may_be_said_before_where_it_ends() -> None:
    (march,) = read("Neipperg takes Amberg and ends in Hersbruck", StageOrders).moves
    assert (march.path, march.deeds) == (("hersbruck",), (("conquers", "amberg"),))


@pytest.mark.parametrize("text", ["Austria first in Flanders", "in Flanders, Austria first"])
def test_10_1_the_order_in_flanders_may_be_said(text: str) -> None:
    assert read(f"{text}\nmoves: {{Karl: stay}}", StageOrders).flanders == "Austria first"


def test_11_1_one_play_is_read() -> None:
    assert read("play: ♥7", PlayOrders) == PlayOrders(play=PlanItem(card="H7"))
    assert read("stop: yes", PlayOrders) == PlayOrders(stop=True)


GENERALS = sorted(STATE.theatre.generals)
CITIES = sorted(STATE.board.cities)
cards = st.sampled_from([f"{letter}{value}" for letter in SUITS for value in VALUES])
reserves = st.integers(1, 8).map(lambda value: PlanItem(card=RESERVE, value=value))
named = cards.map(lambda card: PlanItem(card=card)) | reserves
small = st.none() | st.integers(0, 30)
kept = st.sampled_from([(KEEP, 0), (LAST, 0), (FREE, 0), (FREE, 5)])
plans = st.builds(
    lambda kept, **more: CombatPlan(reserves=kept[0], reserve_value=kept[1], **more),
    kept,
    play=st.lists(named | st.sampled_from(RULES).map(lambda rule: PlanItem(rule=rule)), min_size=1, max_size=5).map(
        tuple
    ),
    most_cards=small,
    most_points=small,
    stop_at=small,
    stop_beyond=small,
    at_zero=named | st.sampled_from([LOWEST, HIGHEST, TIE, AS_PLAY, ASK]).map(lambda rule: PlanItem(rule=rule)),
    drive=st.builds(
        Drive,
        st.lists(st.sampled_from(CITIES), max_size=3, unique=True).map(tuple),
        st.none() | st.sampled_from(CITIES),
    ),
    losses=st.none() | st.sampled_from(GENERALS),
    last_troop=st.none() | st.sampled_from(GENERALS),
)
chapters = st.dictionaries(
    st.just(())
    | st.sampled_from(GENERALS).map(lambda one: (one,))
    | st.sampled_from(sorted(STATE.theatre.powers)).map(lambda one: (one,))
    | st.tuples(st.sampled_from(GENERALS), st.sampled_from(GENERALS)),
    plans,
    max_size=3,
)


@settings(max_examples=150, deadline=None)
@given(chapters)
def test_11_1_what_is_written_reads_back_as_the_same(book: dict[tuple[str, ...], CombatPlan]) -> None:
    order = CombatOrders(combat=PlanBook(tuple(Chapter(plan, on) for on, plan in book.items())))
    assert read(write_sheet(order, NAMES)) == order


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("♠ 3, ♥ 5, ♦ 2 2 3 5, ♣ 3 6 8", "S3 H5 D2 D2 D3 D5 C3 C6 C8"),
        ("♠ 3 ♥ 5 ♦ 2 2 3 5 ♣ 3 6 8", "S3 H5 D2 D2 D3 D5 C3 C6 C8"),
        ("♠ 3 9 10, ♦ 6, 1 Reserve", "S3 S9 S10 D6 R"),
        ("clubs 3, 6 and 8, diamonds 2, 2, 3 and 5, ♥5", "C3 C6 C8 D2 D2 D3 D5 H5"),
        ("the 3, 6 and 8 of clubs, ♥5", "C3 C6 C8 H5"),
        ("[♣ 3 6, ♥5]", "C3 C6 H5"),
        ("♣3 6 + 8", "C3 C6 C8"),
    ],
)
def test_8_a_hand_is_read_as_letters_write_it(text: str, cards: str) -> None:
    assert read(f"recruits: {{Austria: {text if text[0] == '[' else repr(text)}}}", WinterOrders).recruits == {
        "austria": tuple(cards.split())
    }


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Pilsen or else it stays", ("pilsen", "stay")),
        ("Pilsen, if not possible Tabor", ("pilsen", "tabor")),
        ("Pilsen, if not Tabor", ("pilsen", "tabor")),
        ("Pilsen (if not, Tabor)", ("pilsen", "tabor")),
        ("Pilsen; failing that, Tabor", ("pilsen", "tabor")),
        ("Pilsen (or Tabor)", ("pilsen", "tabor")),
    ],
)
def test_7_the_cities_of_a_hussar_are_read_in_words(text: str, wanted: tuple[str, ...]) -> None:
    assert read(f"hussars:\n- {text}\n", HussarOrders).hussars[0].places == wanted


@pytest.mark.parametrize("text", ["Pilsen if not Tabor", "Pilsen (if not Tabor)"])
def test_7_what_may_be_a_condition_of_a_hussar_is_refused(text: str) -> None:
    assert read_sheet(f"hussars:\n- {text}\n", HussarOrders, NAMES).order is None


def test_7_the_hussars_are_told_apart_in_one_line() -> None:
    told = read("hussars: first one to Tabor, second stays", HussarOrders).hussars
    assert [each.places for each in told] == [("tabor",), ("stay",)]


@pytest.mark.parametrize("text", ["hussars: both stay", "Hussars stay", "hussars: stay"])
def test_7_both_hussars_stay(text: str) -> None:
    assert [each.places for each in read(text, HussarOrders).hussars] == [("stay",), ("stay",)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Hussars to Prerau and Zwittau, or stay", [("prerau", "stay"), ("zwittau", "stay")]),
        ("hussars: Prerau and Zwittau", [("prerau",), ("zwittau",)]),
        ("hussars: Prerau or stay and Zwittau", [("prerau", "stay"), ("zwittau",)]),
        ("hussars: to Prerau, and to Zwittau or Tabor", [("prerau",), ("zwittau", "tabor")]),
    ],
)
def test_7_and_gives_each_hussar_a_city(text: str, wanted: list[tuple[str, ...]]) -> None:
    assert [each.places for each in read(text, HussarOrders).hussars] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Karl and Traun 2 each, Batthyány 3",
        "two each for Karl and Traun, three for Batthyány",
        "Karl, Traun 2 each; 3 for Batthyány",
    ],
)
def test_13_each_says_one_number_of_several_generals(text: str) -> None:
    assert read(f"new troops: {text}", WinterOrders).new_troops == {"karl": 2, "traun": 2, "batthyany": 3}


@pytest.mark.parametrize(
    "text", ["Karl and Traun, Batthyány 3 each for Karl", "2 each", "Karl, 2 each for Traun", "Karl 2 each, Traun"]
)
def test_13_each_without_its_generals_is_refused(text: str) -> None:
    assert read_sheet(f"new troops: {text}", WinterOrders, NAMES).order is None


def test_13_each_power_pays_with_cards_in_one_line() -> None:
    told = read("recruits: Prussia ♣ 2 4 6 and ♠ 4; Saxony ♣8", WinterOrders)
    assert told.recruits == {"prussia": ("C2", "C4", "C6", "S4"), "saxony": ("C8",)}


@pytest.mark.parametrize("text", ["clubs 3, 6 and 8 of hearts", "3, ♣6", "♣5 and the 7", "♣3 66"])
def test_8_a_number_of_which_the_suit_is_not_clear_is_no_card(text: str) -> None:
    sheet = read_sheet(f"recruits: {{Austria: '{text}'}}", WinterOrders, NAMES)
    assert sheet.order is None
    assert {fault.problem.code for fault in sheet.faults if fault.problem.stops} == {"unknown-name"}


@pytest.mark.parametrize("text", ["none", "nothing", "no", "None, thanks", "{}none", "none\n{}"])
@pytest.mark.parametrize(
    ("wanted", "besides"),
    [
        (StageOrders, "moves: [Belle-Isle: Linz]\n"),
        (CombatOrders, "standing: {trump: hearts}\n"),
        (WinterOrders, "recruits: {France: ♠4}\n"),
        (PoliticsOrders, "place: ♥7\n"),
    ],
)
def test_a_bare_none_is_not_an_answer_where_several_things_are_asked(
    wanted: type[Any], besides: str, text: str
) -> None:
    assert read_sheet(text.replace("{}", besides), wanted, NAMES).order is None


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("when attacked lowest that leads", "{defence: lowest that leads}"),
        ("When I am attacked, play lowest", "{defence: lowest}"),
        ("standing:\n  defence Traun: lowest\n  defence Karl: highest", "{defence: {Traun: lowest, Karl: highest}}"),
        ("standing:\n  defence: none\n  defence for Karl: highest", "{defence: {all: none, Karl: highest}}"),
        ("defence Karl: highest\nattack Traun: lowest", "{defence: {Karl: highest}, attack: {Traun: lowest}}"),
    ],
)
def test_11_1_a_standing_plan_may_be_said_in_a_sentence_or_name_whom_it_is_for(written: str, plain: str) -> None:
    assert read(f"moves: none\n{written}", StageOrders).standing == read(f"standing: {plain}", StageOrders).standing


@pytest.mark.parametrize(
    "text",
    [
        "When attacked by Karl, play lowest",
        "standing:\n  defence Karl: highest\n  defence: none",
        "standing:\n  defence Karl: highest\n  defence Karl: none",
        "standing:\n  Karl: highest",
    ],
)
def test_11_1_a_standing_plan_that_may_be_meant_otherwise_is_refused(text: str) -> None:
    assert read_sheet(f"moves: none\n{text}", StageOrders, NAMES).order is None
