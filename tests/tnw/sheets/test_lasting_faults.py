"""What is wrong with a line in any case is told, whatever marches and battles come before it."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.turn.sheets import check_sheet
from pbem_tnw.edition.board import KILLED, REGROUP
from pbem_tnw.orders.choices import CardUse
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import EmbarkLine, LandLine, SailLine
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.turn import RoundOrders
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.state import WarState
from tests.tnw.orders.spellings import read
from tests.tnw.positions import at_start, with_forces

BATTLE = "Napoleon: Stuttgart, Ulm"
"""A march of which no one knows the end."""
SEQUENCE = ("france", "austria", "britain", "russia", "prussia", "turkey", "spain", "sweden", "denmark")


def position(**generals: str) -> WarState:
    hands = {nation: CardHand(known=("talleyrand",) if nation == "france" else ()) for nation in SEQUENCE}
    state = at_start(4, turn=2, round=2, hands=hands)
    return with_forces(state, units={"strasbourg": {"france": 7}}, generals={"napoleon": "strasbourg", **generals})


def sheet(*lines: str, nation: str = "France", card: str = "Talleyrand as cp") -> RoundOrders:
    impulse = f"impulses:\n  {nation}:\n    play: {card}\n    do:\n"
    text = impulse + "".join(f"      - {line}\n" for line in lines)
    order = read(text, RoundOrders).order
    assert order is not None, read(text, RoundOrders).faults
    return order


def wrong(order: RoundOrders, view: WarState | None = None) -> list[tuple[str, int]]:
    """The codes of problems that stop the sheet, each with the number of its line."""
    found = check_sheet(view or position(), "france", SEQUENCE, order)
    return [
        (each.code, int(each.path[5])) for each in found if each.stops and len(each.path) > 5 and each.path[4] == "do"
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("John > Venice", "commander-of-another"),
        ("form: {at: Ulm, commander: John, units: 2}", "commander-of-another"),
        ("form: {at: Ulm, commander: Ney, units: 9}", "command-exceeded"),
        ("form: {at: Ulm, units: 3}", "detachment-too-strong"),
        ("form: {at: Ulm, commander: Ney, with: [Lannes, Murat, Soult], units: 9}", "too-many-generals"),
        ("Napoleon, Lannes, Murat, Ney with 5 units: Ulm", "too-many-generals"),
        ("Davout, Soult with 11 units: Ulm", "command-exceeded"),
        ("Ney with 9 units: Ulm", "command-exceeded"),
        ("Eugène > Lyon", "general-off-map"),
        ("take: Eugène", "general-off-map"),
        ("Masséna: Milan > London", "beyond-reach"),
        ("Masséna: London", "beyond-reach"),
        ("flag: Strasbourg", "flag-friendly"),
        ("flag: Mantua", "flag-friendly"),
        ("flag: Ulm, Olmütz", "flag-fortress"),
        ("consul: Austria right", "consul-none"),
        ("consul: Denmark right 9", "consul-end-of-track"),
        ("build: Blücher at Paris", "general-of-another"),
        ("build: Bernadotte at Paris", "general-of-another"),
        ("build: 1 unit at Vienna", "build-not-own"),
        ("build: squadron at Paris", "build-no-home-port"),
        ("sail: 2 squadrons from Brest > Paris", "sail-no-port"),
        ("sail: 2 squadrons from Paris > Western Approaches", "sail-no-port"),
        ("sail: 2 squadrons from Brest > Black Sea", "three-sea-steps"),
        ("attack: Prague", "sail-no-port"),
        ("embark: {at: Paris, units: 1}", "embark-where"),
        ("land: Munich", "land-where"),
        ("assault: Venice", "assault-no-enemy-fortress"),
        ("end war: Raids out of Bosnia", "foreign-war-not-own"),
        ("surrender: Austria", "surrender-too-late"),
    ],
)
def test_2_2_a_fault_that_no_battle_can_mend_is_told_after_a_march(line: str, code: str) -> None:
    assert wrong(sheet(BATTLE, line)) == [(code, 1)]


def test_9_1_four_generals_with_all_units_are_doubted_for_some_may_be_left_alone() -> None:
    order = sheet(BATTLE, "Lannes, Murat, Ney, Davout: Ulm")
    found = check_sheet(position(), "france", SEQUENCE, order)
    assert [each.stops for each in found if each.code == "too-many-generals"] == [False]
    alone = sheet(BATTLE, "Lannes, Murat, Ney, Davout alone: Ulm")
    assert "too-many-generals" not in [each.code for each in check_sheet(position(), "france", SEQUENCE, alone)]


def test_2_2_after_a_march_the_fifth_step_of_a_formation_is_too_many() -> None:
    form = "form: {at: Strasbourg, commander: Ney, units: 2}"
    assert wrong(sheet(BATTLE, form, "move: Moscow")) == [("beyond-reach", 2)]
    assert wrong(sheet(BATTLE, form, "move: Linz")) == []


@pytest.mark.parametrize(
    "lines",
    [
        ("build: Eugène at Paris", "Eugène > Lyon"),
        ("build: general at Paris", "Eugène > Lyon"),
        ("regroup: Davout at Paris", "Davout > Metz"),
        ("form: {at: Ulm, commander: Ney, units: 4}", "Ney > Munich"),
        ("Ney > Munich", "flag: here"),
        ("sail: 2 squadrons from Brest > Western Approaches > English Channel > North Sea",),
        ("flag: Munich", "build: 1 unit at Paris"),
        ("consul: Denmark left", "consul: Denmark right"),
    ],
)
def test_2_2_what_an_earlier_line_or_a_battle_may_bring_about_is_no_fault(lines: tuple[str, ...]) -> None:
    view = position(davout=REGROUP)
    assert wrong(sheet(BATTLE, *lines), view) == []


def test_7_2_a_general_out_of_the_game_neither_marches_nor_is_built() -> None:
    view = position(ney=KILLED)
    assert wrong(sheet(BATTLE, "Ney > Ulm", "build: Ney at Paris"), view) == [
        ("general-off-map", 1),
        ("general-killed", 2),
    ]


def test_2_2_all_faults_of_an_impulse_are_told_at_once_beside_a_card_that_is_not_held() -> None:
    lines = ("John > Venice", "flag: Strasbourg", "build: Blücher at Paris", "land: Munich")
    for card in ("Conscripts as cp", "Conscripts as event"):
        found = list(check_sheet(position(), "france", SEQUENCE, sheet(BATTLE, *lines, card=card)))
        assert [each.code for each in found if each.stops] == [
            "card-not-held", "commander-of-another", "flag-friendly", "general-of-another", "land-where",
        ]  # fmt: skip


def test_2_2_no_fault_is_told_twice_and_a_line_at_fault_costs_nothing() -> None:
    """Of the first line both the position and the edition say what is wrong; the units cost more than the card has."""
    assert wrong(sheet("flag: Strasbourg", "build: 9 units at Vienna")) == [
        ("flag-friendly", 0),
        ("build-not-own", 1),
    ]


@pytest.mark.parametrize("first", [True, False])
def test_2_2_what_others_may_change_before_the_impulse_is_a_warning(first: bool) -> None:
    view = position() if first else replace(position(), marker=3)
    found = list(check_sheet(view, "france", SEQUENCE, sheet(BATTLE, "Eugène > Lyon", "flag: Strasbourg")))
    assert [(each.code, each.stops) for each in found] == [("general-off-map", first), ("flag-friendly", True)]


def test_2_2_the_second_choice_and_what_is_played_before_others_are_looked_at_too() -> None:
    text = """\
impulses:
  France:
    try:
      - play: Talleyrand as cp
        do: [rest: unit]
      - if: units(Ulm) > 9
        play: Talleyrand as event
        do: [flag: Strasbourg]
preempt:
  - before: Britain
    nation: France
    with: {play: Talleyrand as cp, do: [John > Venice]}
"""
    order = read(text, RoundOrders).order
    assert order is not None
    found = [each for each in check_sheet(position(), "france", SEQUENCE, order) if each.stops]
    assert [(each.code, each.path) for each in found] == [
        ("flag-friendly", ("impulses", "france", "alternatives", 1, "do", 0, "at", 0)),
        ("commander-of-another", ("preempt", 0, "play", "alternatives", 0, "do", 0, "commander")),
    ]


def test_2_2_what_is_wrong_in_any_case_does_not_follow_from_hands_of_others() -> None:
    order = sheet(BATTLE, "John > Venice", "Eugène > Lyon")
    hands: Mapping[str, CardHand] = {**position().hands, "austria": CardHand(known=("conscripts",))}
    assert wrong(order) == wrong(order, replace(position(), hands=hands))


def test_the_orders_of_an_impulse_may_be_none() -> None:
    assert wrong(RoundOrders(impulses={"france": ImpulseOrders()})) == []


def warned(order: RoundOrders, view: WarState | None = None) -> list[str]:
    """The codes of the warnings about a sheet."""
    return [each.code for each in check_sheet(view or position(), "france", SEQUENCE, order) if not each.stops]


def test_11_1_a_card_that_is_played_before_the_dice_cannot_wait_for_their_margin() -> None:
    battle = "Napoleon: Stuttgart, Ulm\n        battle:\n          cards: [{}]"
    assert "battle-card-before-dice" in warned(sheet(battle.format("Rockets if margin >= 1")))
    assert "battle-card-before-dice" not in warned(sheet(battle.format("Rockets if odds >= 1")))
    kept = read("standing: {battle: [{cards: [Rockets if margin >= 1]}]}", RoundOrders).order
    assert kept is not None
    assert "battle-card-before-dice" in warned(kept)
    after = next(card.title for card in position().board.cards.values() if card.kind == "battle" and card.timing)
    assert "battle-card-before-dice" not in warned(sheet(battle.format(f"{after} if margin >= 1")))


def test_11_1_a_card_of_the_attacker_cannot_wait_for_one_of_the_defender() -> None:
    battle = "Napoleon: Stuttgart, Ulm\n        battle:\n          cards: [Rockets if {}]"
    assert "battle-card-of-later" in warned(sheet(battle.format('played(austria, "Sunken Lane")')))
    assert "battle-card-of-later" not in warned(sheet(battle.format('played(austria, "Cabinet Falls")')))
    assert "battle-card-of-later" not in warned(sheet(battle.format("odds < 1")))
    for own in ("france", "spain"):
        assert "battle-card-of-later" not in warned(sheet(battle.format(f'played({own}, "Sunken Lane")')))
    there = replace(position(), played_by={"austria": ("sunken-lane",)})
    assert "battle-card-of-later" not in warned(sheet(battle.format('played(austria, "Sunken Lane")')), there)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("capitulate", "only-france-capitulates"),
        ("flip: Austria", "consul-none"),
        ("refit: Vienna", "sail-no-port"),
        ("regroup: squadron at Madrid", "regroup-no-port"),
        ("regroup: 1 unit at Vienna", "regroup-not-home"),
        ("regroup: Mack at Madrid", "general-of-another"),
        ("rest: unit at Vienna", "build-not-own"),
        ("rest: squadron at Madrid", "build-no-home-port"),
        ("rest: Wellington at Madrid", "general-of-another"),
        ("rest: Wellington", "general-of-another"),
        ("rest: flag at Bay of Biscay", "rest-at-sea"),
        ("rest: assault at Paris", "assault-no-enemy-fortress"),
        ("rest: refit at Vienna", "sail-no-port"),
        ("rest: regroup at Vienna", "regroup-not-home"),
    ],
)
def test_2_2_what_the_map_alone_forbids_is_refused_whoever_comes_first(line: str, code: str) -> None:
    view = replace(position(), control={**position().control, "spain": "france"}, marker=3)
    view = replace(view, hands={**view.hands, "spain": CardHand(known=("talleyrand",))})
    assert code in [each for each, _ in wrong(sheet(line, nation="Spain"), view)]


def test_6_3_what_is_left_for_places_that_may_be_is_not_refused() -> None:
    assert wrong(sheet(BATTLE, "rest: [2 units at Lyon, squadron at Brest, regroup at Brest, refit, end war]")) == []


@pytest.mark.parametrize("marker", [0, 3])
@pytest.mark.parametrize("line", ["consul: Denmark left", "flip: Denmark"])
def test_8_1_the_track_is_closed_for_the_whole_first_round(line: str, marker: int) -> None:
    """Whoever comes first, and after a march; only a later Round, in which a card may come, opens it."""
    view = replace(position(), turn=1, round=1, marker=marker)
    assert wrong(sheet(BATTLE, "consul: Denmark left", line), view) == [("track-closed", 1), ("track-closed", 2)]
    assert wrong(sheet(BATTLE, line), replace(view, round=2)) == []
    extra = f"standing:\n  extra:\n    France:\n      play: any\n      do: [{{{line}}}]\n".replace(
        "any", "Talleyrand as cp"
    )
    order = read(extra, RoundOrders).order
    assert order is not None
    assert "track-closed" not in [each.code for each in check_sheet(view, "france", SEQUENCE, order)]


def test_13_6_more_units_than_the_squadrons_that_sail_carry_are_refused() -> None:
    aboard = "embark: {at: Brest, units: 3}"
    one = "sail: 1 squadron from Brest > Western Approaches"
    assert wrong(sheet(BATTLE, aboard, one)) == [("too-much-aboard", 2)]
    assert wrong(sheet(BATTLE, "embark: {at: Brest, units: 1}", "embark: {at: Brest, units: 2}", one)) == [
        ("too-much-aboard", 3)
    ]
    assert wrong(sheet(BATTLE, aboard, one.replace("1 squadron", "2 squadrons"))) == []
    assert wrong(sheet(BATTLE, aboard, "sail: 1 squadron from Amsterdam > North Sea")) == []
    assert wrong(sheet(BATTLE, f"{aboard[:-1]}, if: turn > 3}}", one)) == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("flag: Paris", "flag-friendly"),
        ("flag: Munich, Madrid", "flag-friendly"),
        ("flag: Berlin", "flag-no-war"),
        ("Ney: Berlin", "may-not-enter"),
        ("sail: 2 squadrons from Brest > Western Approaches > Lisbon", "port-not-friendly"),
        ("sail: 2 squadrons from Brest > Western Approaches > Plymouth", "sail-attacks-port"),
        ("embark: {at: Brest, units: 9}", "too-much-aboard"),
        ("embark: {at: Florence, units: 1}", "embark-no-fleet"),
        ("land: Copenhagen", "may-not-enter"),
        ("land: Plymouth", "land-fleet-there"),
        ("attack: Brest", "attack-no-enemy"),
        ("assault: Mantua", "assault-no-enemy-fortress"),
        ("build: Ney at Paris", "general-in-play"),
        ("declare: Austria", "war-already"),
        ("declare: Spain", "war-on-own"),
        ("capitulate", "paris-not-lost"),
        ("rest: flag at Paris", "flag-friendly"),
        ("rest: Ney at Paris", "general-in-play"),
    ],
)
def test_2_2_what_fails_as_things_stand_is_warned_of_after_a_battle_too(line: str, code: str) -> None:
    """Not if the line has a condition: then its player has thought of it."""
    assert wrong(sheet(BATTLE, line)) == []
    assert code in warned(sheet(BATTLE, line))
    head, _, rest = line.partition(": ")
    if head == "flag":
        assert code not in warned(sheet(BATTLE, f"flag: {{at: [{rest}], if: turn > 3}}"))


@pytest.mark.parametrize(
    ("lines", "warned_of"),
    [
        ((BATTLE, "flag: Prague"), False),
        ((BATTLE, "flag: Linz"), True),
        ((BATTLE, "Napoleon: Munich, Salzburg", "flag: Salzburg"), False),
        ((BATTLE, "Napoleon: Munich, Salzburg", "flag: Munich"), True),
        ((BATTLE, "Napoleon: Munich, Salzburg", "flag: Salzburg", "flag: Munich"), False),
        ((BATTLE, "flag: Venice"), False),
        ((BATTLE, "Masséna: Lyon", "flag: Venice"), True),
        ((BATTLE, "Masséna alone: Lyon", "flag: Venice"), True),
        ((BATTLE, "embark: {at: Brest, units: 1}", "Masséna: Lyon", "flag: Venice"), False),
        ((BATTLE, "Masséna: {path: [Lyon], if: turn > 3}", "flag: Venice"), False),
    ],
)
def test_7_41_a_flag_that_no_army_is_near_enough_to_lay_after_the_marches_is_warned_of(
    lines: tuple[str, ...], warned_of: bool
) -> None:
    assert ("flag-no-formation" in warned(sheet(*lines))) is warned_of


@pytest.mark.parametrize(
    "lines",
    [
        ("flag: Linz",),
        ("declare: Prussia", "flag: Berlin", "Ney: Berlin"),
        ("Davout: Lisbon", "sail: 2 squadrons from Brest > Western Approaches > Lisbon"),
        ("sail: 2 squadrons from Amsterdam > North Sea > English Channel > Brest", "embark: {at: Brest, units: 5}"),
        ("sail: {from: Brest, path: [Western Approaches, Plymouth], if met: attack}",),
        ("attack: Plymouth", "land: Plymouth"),
    ],
)
def test_2_2_what_lines_before_may_bring_about_is_not_warned_of(lines: tuple[str, ...]) -> None:
    doubtful = {
        "flag-friendly", "flag-no-war", "may-not-enter", "port-not-friendly", "too-much-aboard", "sail-attacks-port",
        "land-fleet-there",
    }  # fmt: skip
    assert not doubtful & set(warned(sheet(BATTLE, *lines)))


def test_9_1_a_general_alone_is_doubted_where_no_way_of_friendly_duchies_leads() -> None:
    view = position(lannes="dijon")
    assert "no-ride" in warned(sheet(BATTLE, "Lannes: Vienna"), view)
    assert "no-ride" not in warned(sheet(BATTLE, "Lannes: Paris"), view)
    assert "no-ride" not in warned(sheet(BATTLE, "Lannes: Ulm"), view)  # the march before may win it
    assert "no-ride" not in warned(sheet(BATTLE, "Lannes with 2: Vienna"), view)
    with_all = position(lannes="strasbourg")
    assert "no-ride" in warned(sheet(BATTLE, "Lannes: Vienna"), with_all)
    assert "no-ride" not in warned(sheet("Napoleon with 6: Stuttgart, Ulm", "Lannes: Vienna"), with_all)
    assert "no-ride" not in warned(sheet(BATTLE, "build: 1 unit at Strasbourg", "Lannes: Vienna"), with_all)


def test_2_2_as_things_stand_a_line_after_an_event_is_doubted_too() -> None:
    event = sheet("sail: 2 squadrons from Brest > Western Approaches > Lisbon", card="Talleyrand as event")
    assert wrong(event) == []
    assert "port-not-friendly" in warned(event)
    right = sheet("consul: Prussia right in Russia", card="Talleyrand as event")
    assert "consul-row-of-another" in warned(right)


@pytest.mark.parametrize(
    ("card", "consul"),
    [("dos-de-mayo", ""), ("copenhagen-shelled", ""), ("broken-faith", ""), ("talleyrand", ", consul: Spain left")],
)
def test_2_2_after_an_event_that_may_change_sides_no_line_is_doubted_for_them(card: str, consul: str) -> None:
    lines = ("flag: Madrid", "flag: Berlin", "assault: Barcelona", "Davout: Copenhagen", "attack: Cadiz")
    view = position()
    view = replace(view, hands={**view.hands, "france": CardHand(known=(card,))})
    title = view.board.cards[card].title
    sides = {"flag-friendly", "flag-no-war", "assault-no-enemy-fortress", "may-not-enter", "attack-no-enemy"}
    assert not sides & set(warned(sheet(*lines, card=f"{{card: '{title}', as: event{consul}}}"), view))


def test_8_1_after_a_line_for_a_consul_no_line_is_doubted_for_sides_either() -> None:
    lines = ("sail: 1 squadron from Brest > English Channel > Copenhagen", "Davout: Copenhagen")
    sides = {"port-not-friendly", "may-not-enter"}
    assert sides <= set(warned(sheet(BATTLE, *lines)))
    assert not sides & set(warned(sheet(BATTLE, "consul: Denmark right", *lines)))


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("Ney, Lannes, Murat and Soult: Ulm", ["too-many-generals"]),
        ("Ney, Lannes and Murat: Ulm", []),
        ("John with 1 unit: Venice", ["commander-of-another"]),
    ],
)
def test_2_2_what_is_wrong_whichever_nation_preempts_is_told(said: str, codes: list[str]) -> None:
    text = f"preempt:\n  - before: Britain\n    with: {{play: Talleyrand as cp, do: ['{said}']}}\n"
    order = read(text, RoundOrders).order
    assert order is not None
    found = [each.code for each in check_sheet(position(), "france", SEQUENCE, order) if "play" in each.path]
    assert found == codes


def test_13_2_a_port_that_is_not_friendly_is_named_where_no_way_leads_into_it() -> None:
    assert wrong(sheet("sail: 2 squadrons from Brest > Western Approaches > Lisbon")) == [("port-not-friendly", 0)]
    plymouth = sheet("sail: 2 squadrons from Brest > Western Approaches > Plymouth")
    assert wrong(plymouth) == []
    assert "sail-attacks-port" in warned(plymouth)


@pytest.mark.parametrize(("said", "refused"), [("[{do: [rest: unit]}]", True), ("[ask]", False)])
def test_5_4_a_card_that_comes_unforeseen_is_not_passed_with(said: str, refused: bool) -> None:
    order = read(f"standing: {{extra: {{France: {{try: {said}}}}}}}", RoundOrders).order
    assert order is not None
    found = [each.code for each in check_sheet(position(), "france", SEQUENCE, order) if each.stops]
    assert found == (["may-not-pass"] if refused else [])


def test_a_landing_behind_a_sailing_whose_way_could_not_be_read_is_looked_at_all_the_same() -> None:
    lines = OrderLines((SailLine(path=()), LandLine(at="barcelona"), EmbarkLine(at="brest"), SailLine(path=())), (0,))
    impulse = ImpulseOrders(alternatives=(Alternative(play=CardUse(card="talleyrand", use="cp"), do=lines),))
    wrong(RoundOrders(impulses={"france": impulse}))
