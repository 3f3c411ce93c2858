"""Sheets as players write them say at first try what their writers mean."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem_tnw.orders.turn import EntryOrders, RoundOrders
from tests.tnw.orders.spellings import ordered, read, said

SHEETS: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("natural_sheets.yaml").read_text(encoding="utf-8")
)
WRITTEN = [(text, each["plain"]) for each in SHEETS for text in each["written"]]


@pytest.mark.parametrize(("written", "plain"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_a_sheet_is_read_as_it_is_written(written: str, plain: str) -> None:
    assert ordered(written, RoundOrders) == ordered(plain, RoundOrders)


DO = "impulses: {France: {play: Conscripts as cp, do: ["


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (DO + "Napoleon's army > Ulm]}}", ("Napoleon's army", "Napoleon")),
        (DO + "1u Milan]}}", ("1u Milan", "build 1u Milan")),
        (DO + "Turkey left 1]}}", ("Turkey left 1", "consul Turkey left 1")),
        (DO + "flag Ulm (1 CP)]}}", ("Ulm (1 CP)", "Ulm")),
        (DO + "biuld 1 unit Milan]}}", ("biuld", "build")),
        ("impulse: {France: ask}", ("impulse", "impulses")),
        ("preemption: none", ("preemption", "preempt")),
        (DO + "Stuart embarks at Malta]}}", ("Stuart embarks at Malta", "embark Stuart at Malta")),
        (DO + "Stuart assaults Mantua again]}}", ("Stuart assaults Mantua again", "assault Mantua")),
        (
            DO + "move the Danish consul a box to the left]}}",
            ("move the Danish consul a box to the left", "consul Danish left 1"),
        ),
        (DO + "bring Masséna back]}}", ("bring Masséna back", "regroup Masséna")),
        (
            DO + "2 squadrons in Cadiz attack Gulf of Cadiz]}}",
            ("2 squadrons in Cadiz attack Gulf of Cadiz", "attack 2 squadrons from Cadiz at Gulf of Cadiz"),
        ),
    ],
)
def test_what_is_read_otherwise_than_written_is_said_back(written: str, told: tuple[str, str]) -> None:
    sheet = read(written, RoundOrders)
    assert sheet.order is not None
    notes = [each.problem.args for each in sheet.faults if each.problem.code == "read-as"]
    assert told in [(each["text"], each["meant"]) for each in notes]


DOUBTFUL = (
    "Charles to Milan?",
    "flag Ulm, Munich?",
    "sail 1 squadron from Brest to Western Approaches?",
    "Napoleon to Metz, then to Ulm if Mack is there, otherwise to Munich",
    "Napoleon to Metz then Ulm if Mack is there, otherwise to Munich",
    "Napoleon to Metz and on to Ulm if Mack is there, otherwise to Munich",
    "Napoleon to Ulm via Metz if Mack is in Ulm, otherwise to Munich",
    "Napoleon to Ulm with 4 units if Mack is there, otherwise to Munich",
    "Napoleon: Metz > Ulm if Mack is there, otherwise to Munich",
    "if Mack is in Ulm: Napoleon to Ulm, Davout to Metz, otherwise to Munich",
    "assault Ulm if Mack is there, otherwise to Munich",
    "flag Ulm if Mack is there, otherwise to Munich",
    "Napoleon to Munich via Ulm if Mack is there",
    "Napoleon to Ulm, if Mack is there, Davout to Munich",
    "Napoleon takes 4 units to Ulm, one stays in Ulm",
    "Napoleon takes 4 units to Ulm, one stays there",
    "Napoleon takes 4 units to Ulm, one stays in reserve",
    "sail half from Brest to Western Approaches",
    "sail Davout from Brest to Western Approaches",
    "sail 3 or 4 squadrons from Brest to Western Approaches",
)
"""Lines that a hurried hand writes, of which some readings are not its own."""
EVENT_AND_LINES = ("; Napoleon to Ulm", ", Napoleon to Ulm", "\n  Napoleon to Ulm", ", not 3")
"""What is behind what may be a choice of an event, or a line for its CPs."""


@pytest.mark.parametrize(
    "written",
    [
        "impulses: {France: {play: Conscripts (5 CPs)}}",
        DO + "3 units to Munich]}}",
        DO + "surender to Austria]}}",
        DO + "capitulat]}}",
        DO + "Napoleon (if Ulm is free) > Ulm]}}",
        "standing: {intercept: into North Sea if odds >= 1}",
        "turn end: {surender: [Austria]}",
        "impulses: {France: 'The Marching Season as event, 3 units in Paris'}",
        "impulses: {France: 'Conscripts as event, Napoleon to Paris'}",
        "impulses: {France: 'Conscripts as cp, Napoleon'}",
        DO + "Moore stays if Ulm is free]}}",
        DO + "Ulm stays]}}",
        DO + "Stuart and 2 units assault Mantua]}}",
        DO + "assault Mantua with 2 units]}}",
        DO + "'Moore: Ulm', Stuart assaults there]}}",
        DO + "move Denmark's consul left and right]}}",
        DO + "move the consuls of Denmark and Turkey left]}}",
        DO + "Moore marches with 2 units]}}",
        DO + "Moore stays here and embark Stuart at Malta]}}",
        DO + "Moore stays at London while Stuart sails to Malta with 3 units]}}",
        DO + "Moore stays here until France comes near]}}",
        DO + "Moore attacks Cadiz from Brest by sea]}}",
        DO + "Fleet in Cadiz may attack Brest]}}",
        "standing: {evade: if odds < 1/3}",
        "standing: {evade: if odds < 1/20}",
        "standing: {evade: if odds < 1//2}",
        "peace: 1",
        DO + "flag Ulm, 'if Mack is in Ulm: Napoleon > Ulm', 'else: Napoleon > Munich']}}",
        DO + "flag Ulm, {if Mack is in Ulm: [Napoleon > Ulm, flag Ulm]}]}}",
        DO + "{flag: Ulm, if: 5 enemy units in Ulm}]}}",
        DO + "{flag: Ulm, if: we lost}]}}",
        DO + "Napoleon with 3 to Ulm with 7 units]}}",
        DO + "move to Ulm with 7 units]}}",
        "Britain: {play: Conscripts as cp, Moore: Munich, Moore: Ulm}",
        "Britain: {play: Conscripts as cp, play: Conscripts as event}",
        "Britain: {play: Conscripts as event, flag: Ulm, flag: Metz}",
        "Britain: {play: Conscripts as cp, plus: {card: Parliament, as: event, give: Russia}}",
        "France: Conscripts as cp\nif: turn >= 1806",
        "France: Conscripts as cp\nnation: Prussia",
        "France: Conscripts as cp\nif: turn >= 1806\nNapoleon: Ulm",
        "France: Conscripts as cp\nNapoleon: Ulm\nSpain: pass\nbuild: 1 unit at Madrid",
        "France: pass\nNapoleon: Ulm",
        "France: Talleyrand as event\nconsul: Prussia right\nNapoleon: Ulm",
        "impulses: {Austria: {play: {card: Papal Bull, as: event, march: Charles to Dresden}}}",
        "standing: {intercept: Kutuzov or Bagration if odds >= 1}",
        "standing: {intercept: not Kutuzov}",
        DO + "flag Ulm, 'Napoleon to Ulm if Mack is in Ulm, otherwise Napoleon to Munich']}}",
        "France: Conscripts as cp; flag Ulm, Napoleon to Ulm if Mack is in Ulm, otherwise Napoleon to Munich",
        "France: Conscripts as cp; Napoleon to Ulm if Mack is in Ulm, otherwise Napoleon to Munich, flag Ulm",
        DO + "'plus: resource', flag Ulm], plus: resource}}",
        DO + "plus resource, flag Ulm, plus Decree of the Senate]}}",
        "Austria: build 1 unit at Vienna",
        "Austria: [build 1 unit at Vienna, regroup Mack]",
        "Austria: {build: 1 unit at Vienna}",
        "impulses: {Russia: Conscripts as cp}\nAustria: build 1 unit at Vienna",
        "turn end: {peace: 1}\nAustria: build 1 unit at Vienna",
        "standing: {evade: yes}\npeace: 1",
        "turn end: {deploy: nothing from Vienna to Prague}",
        "turn end:\n  deploy none from Vienna to Prague\n",
        *(f"France: Conscripts as cp\n  {line}\n" for line in DOUBTFUL),
        *(f"France plays Decree of the Senate as an event: 2 units in Paris{more}" for more in EVENT_AND_LINES),
    ],
)
def test_what_may_be_meant_otherwise_is_asked_about(written: str) -> None:
    assert read(written, RoundOrders).order is None


@pytest.mark.parametrize("written", ["Spain: assault\n", "Spain: storm\n"])
def test_12_1_an_assault_alone_is_of_an_impulse(written: str) -> None:
    plain = "impulses: {Spain: {do: [assault]}}"
    assert ordered(written, RoundOrders) == ordered(plain, RoundOrders)
    assert read(f"turn end:\n  {written}", RoundOrders).order is None


@pytest.mark.parametrize("line", ["build 1 unit at Vienna", "flag Vienna", "rest units at Vienna", "1 unit at Vienna"])
def test_5_lines_of_a_nation_below_impulses_are_its_impulse_and_not_for_the_end_of_the_turn(line: str) -> None:
    order = ordered(f"Russia: Conscripts as cp\nKutuzov: Vienna\nAustria: {line}\n", RoundOrders)
    assert order.turn_end is None
    assert order == ordered(
        f"impulses: {{Russia: {{play: Conscripts as cp, do: [Kutuzov: Vienna]}}, Austria: {{do: [{line}]}}}}",
        RoundOrders,
    )


def test_5_12_what_is_used_besides_a_card_without_lines_is_used_after_it() -> None:
    plain = "impulses: {France: {play: Conscripts as cp, plus: {resource: 1, when: last}}}"
    for written in ("France: Conscripts as cp\nresource\n", "France: Conscripts as cp\n- plus resource\n"):
        assert ordered(written, RoundOrders) == ordered(plain, RoundOrders)


def test_a_line_that_orders_nothing_is_left_out_and_told() -> None:
    sheet = read(DO + "Moore stays, Davout: holds, flag Ulm]}}", RoundOrders)
    assert sheet.order == ordered(DO + "flag Ulm]}}", RoundOrders)
    assert [each.problem.code for each in sheet.faults] == ["line-left-out"] * 2


@pytest.mark.parametrize(
    "line",
    ["sail no squadrons from Brest to Western Approaches", "embark nothing at Brest", "land no one", "take: none"],
)
def test_a_line_about_nothing_is_not_about_all(line: str) -> None:
    sheet = read(f"France: Conscripts as cp\n  flag Ulm\n  {line}\n", RoundOrders)
    assert sheet.order == ordered("France: Conscripts as cp\n  flag Ulm\n", RoundOrders)
    assert "line-left-out" in [each.problem.code for each in sheet.faults]


@pytest.mark.parametrize("line", ["rest: none", "rest: nothing", "the rest: nothing", "remainder: none"])
def test_2_6_nothing_for_the_rest_spends_nothing(line: str) -> None:
    plain = "impulses: {France: {play: Conscripts as cp, do: [rest: []]}}"
    assert ordered(f"France: Conscripts as cp\n- {line}\n", RoundOrders) == ordered(plain, RoundOrders)


def test_where_a_general_is_not_may_be_called_there() -> None:
    written, plain = (f"{DO}'Napoleon to Ulm if Mack is not {at}']}}}}" for at in ("there", "in Ulm"))
    assert ordered(written, RoundOrders) == ordered(plain, RoundOrders)
    assert "Mack is not in Ulm" in " ".join(said(written, RoundOrders).split())


def test_an_empty_list_may_be_called_none() -> None:
    written = "turn end: {deployments: none, peace: 1}"
    assert ordered(written, RoundOrders) == ordered("turn end: {peace: 1}", RoundOrders)


def test_what_may_stand_below_two_keys_is_meant_as_its_neighbours_are() -> None:
    written = "peace: -1\ndeploy: 2 units from Vienna to Prague\n"
    assert (
        ordered(written, RoundOrders).turn_end
        == ordered(f"turn end: {{{', '.join(written.splitlines())}}}", RoundOrders).turn_end
    )


def test_one_unit_and_a_place_behind_a_comma_are_one_unit() -> None:
    written, plain = (f"{DO}build: {pieces}]}}}}" for pieces in ("'1 unit, Milan'", "1 unit at Milan"))
    assert ordered(written, RoundOrders) == ordered(plain, RoundOrders)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("keep if at least 15 CPs", "{keep if: cp sum >= 15}"),
        ("keep if cp sum is between 9 and 14", "{keep if: cp sum >= 9 and cp sum <= 14}"),
        ("keep if it holds Conscripts", "{keep if: no, or holds: [Conscripts]}"),
        ("{or holds: [Conscripts]}", "{keep if: no, or holds: [Conscripts]}"),
        ("{or holds: ['Steady, the Squares']}", "{keep if: no, or holds: [squares]}"),
        ("never throw it away", "keep"),
        ("{France: throw away if fewer than 12 CPs}", "{France: {keep if: not (cp sum < 12)}}"),
        (
            "{Austria: 14+ or it holds Conscripts, others: keep}",
            "{Austria: {keep if: cp sum >= 14, or holds: [Conscripts]}, others: {}}",
        ),
        ("{Spain: {keep if: 5 CPs or more, at most: twice}}", "{Spain: {keep if: cp sum >= 5, at most: 2}}"),
        ("keep 14+", "{keep if: cp sum >= 14}"),
        ("keep only if at least 12 CPs", "{keep if: cp sum >= 12}"),
        ("keep unless fewer than 9 CPs", "{keep if: not (cp sum < 9)}"),
        ("throw away below 12", "{keep if: not (cp sum < 12)}"),
        ("if less than 12 CPs, redraw", "{keep if: not (cp sum < 12)}"),
        ("{throw away if: cp sum < 12}", "{keep if: not (cp sum < 12)}"),
        ("{Spain: throw away}", "{Spain: {keep if: no}}"),
        ("keep if it holds Conscripts or Talleyrand", "{keep if: no, or holds: [Conscripts, Talleyrand]}"),
    ],
)
def test_a_rule_for_a_hand_may_be_a_sentence(written: str, plain: str) -> None:
    assert ordered(f"hand: {written}", EntryOrders) == ordered(f"hand: {plain}", EntryOrders)


@pytest.mark.parametrize(
    "text",
    [
        "France: Conscripts as cp\n  Napoleon to Ulm\n  Davout to Nowhere\nSpain: talleyrand as cp\n  flag: Lisbon\n",
        "impulses:\n  France: Conscripts as cp\n    Napoleon: Ulm\n    Davout: Nowhere\n  Spain: talleyrand as cp\n",
        "France plays Conscripts for CPs\n  Napoleon to Ulm\n  Davout to Nowhere\nSpain: pass\npreempt: no\n",
    ],
)
def test_a_line_that_is_not_understood_leaves_its_neighbours_as_they_are(text: str) -> None:
    wrong = [each for each in read(text, RoundOrders).faults if each.problem.stops]
    assert [(each.problem.code, each.problem.args["text"]) for each in wrong] == [("unknown-name", "Nowhere")]


def test_a_wrong_line_behind_a_card_without_do_is_refused_for_what_is_wrong_in_it() -> None:
    text = "France:\n  play: Conscripts as cp\n  build: 1 unit at Paris\n  build: 1 unit at Nowhere\n"
    wrong = [each for each in read(text, RoundOrders).faults if each.problem.stops]
    assert [(each.problem.code, each.problem.args["text"]) for each in wrong] == [("unknown-name", "Nowhere")]


def test_lines_below_a_card_are_read_one_by_one_without_alarm() -> None:
    text = "France plays Conscripts for CPs\n  Napoleon to Ulm\n  flag Ulm\nSpain: pass\n"
    assert "lines-joined" not in {each.problem.code for each in read(text, RoundOrders).faults}


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("Storm at Sea against a fleet of 3 or more Squadrons", "`standing: {respond: [Storm at Sea if CONDITION]}`"),
        ("Use The Depth of Russia if more than 4 enemies come.", "`standing: {respond: [The Depth of Russia if"),
        ("Rocket Troop in every battle where Charles commands.", "`standing: {battle: [{cards: [Rocket Troop if"),
        ("Evade only against Napoleon", "`standing: {evade: [if odds < 1]}`"),
        ("If Mack is beaten at Mainz he retreats to Cologne.", "`standing: {battle: [{retreat to: [Cologne]}]}`"),
        ("Davout back at Metz", "“regroup Davout at Metz” or “Davout: Metz”"),
        ("Davout at Metz if possible", "“regroup Davout at Metz” or “build Davout at Metz”"),
        ("Napoleon: Vienna if odds >= 1, else Salzburg", "two lines, each with its condition"),
        ("Napoleon to Vienna if Mack is there, else Salzburg", "`Salzburg if not (Mack is in Vienna)`"),
    ],
)
def test_what_is_no_line_of_an_impulse_is_refused_with_what_to_write(line: str, hint: str) -> None:
    text = f"France: Conscripts as cp\n  flag Ulm\n  {line}\n"
    wrong = [each for each in read(text, RoundOrders).faults if each.problem.stops]
    assert len(wrong) == 1
    assert hint in " ".join(said(text, RoundOrders).split())


def test_11_4_an_order_where_to_retreat_is_taken_back_in_battle() -> None:
    assert "without `retreat to` in any" in " ".join(said("standing: {retreat: []}", RoundOrders).split())


@pytest.mark.parametrize(
    "written",
    [
        "keep if it holds Conscripts and Talleyrand",
        "keep if it has both Conscripts and Talleyrand",
        "keep if at least 12 CPs or it holds Conscripts & Talleyrand",
        "{or holds: [Conscripts and Talleyrand]}",
        "keep if it holds Conscripts and at least 10 CPs",
        "keep if it does not hold Conscripts",
        "fewer than 12",
        "at most 12 CPs",
        "throw away if it holds Conscripts",
        "throw away if fewer than 10 CPs, but keep if Conscripts",
        "throw away if fewer than 10 CPs unless it holds Conscripts",
        "redraw twice if under 10 CPs",
        "keep if 14",
        "keep at 12 CPs",
        "keep nothing",
        "{keep if: cp sum >= 12, France: keep}",
    ],
)
def test_4_5_a_rule_for_a_hand_that_may_be_meant_otherwise_is_refused(written: str) -> None:
    assert read(f"hand: {written}", EntryOrders).order is None


def test_4_5_rules_for_hands_may_each_have_their_key() -> None:
    plain = "hand: {Austria: keep, Russia: {keep if: cp sum >= 12}}"
    assert ordered("hand Austria: keep\nhand Russia: keep 12+\n", EntryOrders) == ordered(plain, EntryOrders)
    assert read("hand Austria: keep\nhand Austria: keep 12+\n", EntryOrders).order is None
