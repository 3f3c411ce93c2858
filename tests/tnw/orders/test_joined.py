"""Lines that say what two lines say, short names, and what no line can say (house rules, 2.2)."""

import pytest

from pbem_tnw.orders.turn import RoundOrders
from tests.tnw.orders.spellings import ordered, read, told

DO = "impulses:\n  France:\n    play: Conscripts as cp\n    do:\n"


def sheet(*lines: str) -> str:
    return DO + "".join(f"      - {line}\n" for line in lines)


SAME: dict[str, tuple[str, ...]] = {
    "flag Ulm, regroup Masséna": ("flag: Ulm", "regroup: Masséna"),
    "regroup Masséna to Paris, and build 2 units in Milan, 1 in Turin": (
        "regroup: Masséna at Paris",
        "build: [2 units at Milan, 1 unit at Turin]",
    ),
    "build 2 units in Milan, flag Ulm, Davout to Ulm": ("build: 2 units at Milan", "flag: Ulm", "Davout: Ulm"),
    "Napoleon to Ulm, Davout to Munich; Turkey left 1": ("Napoleon: Ulm", "Davout: Munich", "consul: Turkey left 1"),
    "Napoleon to Ulm, flag it": ("Napoleon: Ulm", "flag: Ulm"),
    "regroup Masséna at Paris, 1 unit in Milan, Davout to Ulm": (
        "regroup: [Masséna at Paris, 1 unit at Milan, Davout at Ulm]",
    ),
    "Masséna from the Regroup box to Paris, 1 unit in Milan": ("regroup: Masséna at Paris", "build: 1 unit at Milan"),
    **dict.fromkeys(
        (
            "Charles: Mantua and assault it",
            "Charles: Mantua, assault",
            "Charles to Mantua, then assault",
            "Charles to Mantua and then storm the fortress",
            "move Charles to Mantua and assault at once",
        ),
        ("Charles: Mantua", "assault: Mantua"),
    ),
    "move: Venice > Mantua, and assault it": ("move: Venice > Mantua", "assault: Mantua"),
    "move to Mantua via Venice and assault it": ("move: Venice > Mantua", "assault: Mantua"),
    "land at Naples and assault it": ("land: Naples", "assault: Naples"),
    "siege Mantua and assault it": ("assault: Mantua",),
    "siege: Mantua, assault": ("assault: Mantua",),
    **dict.fromkeys(
        (
            "sail: all squadrons from Brest > Western Approaches",
            "sail: all the squadrons in Brest to Western Approaches",
            "sail: fleet at Brest > Western Approaches",
            "sail all of our ships from Brest > Western Approaches",
        ),
        ("sail: {from: Brest, path: Western Approaches}",),
    ),
    **dict.fromkeys(
        ("all squadrons of Western Approaches attack Brest", "the squadrons in Western Approaches attack Brest"),
        ("attack: Brest from Western Approaches",),
    ),
    "a squadron in Western Approaches attacks Brest if odds >= 1": (
        "attack: {at: Brest, from: Western Approaches, squadrons: 1, if: odds >= 1}",
    ),
    **dict.fromkeys(
        ("Plymouth squadron sails to London", "squadron from Plymouth to London", "one squadron at Plymouth to London"),
        ("sail: {from: Plymouth, path: London, squadrons: 1}",),
    ),
    "the Plymouth squadrons sail to London": ("sail: {from: Plymouth, path: London}",),
    "Davout takes Lannes and Murat and all 7 units to Vienna if odds >= 1": (
        "Davout with Lannes, Murat and 7 units: Vienna if odds >= 1",
    ),
    "both units from the Regroup box to Riga": ("regroup: 2 units at Riga",),
    "2 units from the Regroup box to Riga": ("regroup: 2 units at Riga",),
    "sail: 2 squadrons from Brest > Western Approaches": (
        "sail: {from: Brest, path: Western Approaches, squadrons: 2}",
    ),
    **dict.fromkeys(
        ("move: 1 unit from Mainz to Paris", "move 1 unit from Mainz > Paris", "one unit from Mainz to Paris"),
        ("form: 1 unit at Mainz", "move: Paris"),
    ),
    **dict.fromkeys(
        ("Ney: join Davout at Mainz", "Ney joins Davout at Mainz", "Ney to Davout in Mainz"), ("Ney: Mainz",)
    ),
    **dict.fromkeys(
        ("Napoleon: Ulm, then Munich if won", "march Napoleon: Ulm, then to Munich if won"),
        ("Napoleon: Ulm", "{move: Munich, if: won}"),
    ),
    "if won: Napoleon to Stuttgart, then Ulm": ("{Napoleon: Stuttgart > Ulm, if: won}",),
    "regroup Masséna, Ney to Milan, 1 unit in Turin": ("regroup: [Masséna at Milan, Ney at Milan, 1 unit at Turin]",),
    "declare war on Pr": ("declare: Prussia",),
    "consul: Tu right 2 in Fr": ("consul: Turkey right 2 in France",),
    "form: Davout with 7 Fr and 2 Spa in Mainz": ("form: Davout with 7 France and 2 Spain in Mainz",),
    "form: Davout with 2 SP in Mainz": ("form: Davout with 2 units in Mainz",),
}


@pytest.mark.parametrize("written", SAME)
def test_2_2_a_line_is_read_as_the_lines_that_it_stands_for(written: str) -> None:
    assert ordered(sheet(written), RoundOrders) == ordered(sheet(*SAME[written]), RoundOrders)


@pytest.mark.parametrize(
    "written", ["Charles: Mantua and assault it", "1 unit from Mainz to Paris", "Ney joins Davout at Mainz"]
)
def test_what_is_supplied_is_told(written: str) -> None:
    assert "read-as" in [code for code, _, _ in told(read(sheet(written), RoundOrders))]


REFUSED: dict[str, str] = {
    "Charles: Mantua and assault it if won_last": "unknown-name",
    "Charles: Mantua and besiege it": "unknown-name",
    "flag Ulm and assault it": "unknown-name",
    "Napoleon: Ulm or Munich": "two-goals",
    "Napoleon to Ulm, else Munich": "two-goals",
    "{Napoleon: Ulm, or: Munich}": "two-goals",
    "join Davout": "general-as-place",
    "Ney joins Davout": "general-as-place",
    "Ney to Davout": "general-as-place",
    "Ney: Davout": "general-as-place",
    "Ney: Mainz, join Davout": "general-as-place",
    "move: Ney with Davout": "no-goal",
    "move: 3 units to Munich": "move-without-commander",
    "form: Davout with 7 Fr and 2 Sp in Mainz": "two-meanings",
    "form: Davout with 2 sp and 7 Fr in Mainz": "two-meanings",
    "sail: fleet in Brest": "no-goal",
    "regroup 2 units in Milan; Davout to Munich": "two-meanings",
    "bring Masséna back to Paris, 1 unit in Milan": "two-meanings",
    "build 1 unit in Milan, Davout to Ulm": "two-meanings",
    "flag Ulm, regroup Masséna if won": "two-meanings",
    "build 2 units in Milan and Turin": "two-meanings",
    "build: [2 in Milan, Turin]": "two-meanings",
    "regroup: [Davout, at Paris]": "two-meanings",
    "build: [2 units, in Milan]": "two-meanings",
    "regroup: Davout, Ney, to Paris": "two-meanings",
    "build 1 squadron in Brest, Toulon": "two-meanings",
    "build 2 units, 1 squadron in Brest": "two-meanings",
    "build units in Paris, 2 in Metz": "two-meanings",
}


@pytest.mark.parametrize("written", REFUSED)
def test_what_is_not_sure_is_refused(written: str) -> None:
    found = read(sheet(written), RoundOrders)
    assert found.order is None
    assert [code for code, _, _ in told(found)] == [REFUSED[written]]


@pytest.mark.parametrize("verb", ["regroup Masséna at Paris", "embark Stuart", "form Ney at Ulm", "refit Brest"])
def test_of_one_text_a_thing_that_may_be_of_the_line_before_it_is_refused(verb: str) -> None:
    found = read(DO.replace("do:\n", f"do: {verb}, 1 squadron in Brest\n"), RoundOrders)
    assert [code for code, _, _ in told(found)] == ["two-meanings"]


def test_a_place_alone_has_all_its_squadrons_refitted() -> None:
    assert ordered(sheet("refit 2 in Brest, Toulon"), RoundOrders) == ordered(
        sheet("refit: [2 in Brest, Toulon]"), RoundOrders
    )


@pytest.mark.parametrize("condition", ["if Mack is in Ulm", "unless turn >= 1806", "only if won"])
def test_a_condition_on_a_row_of_its_own_below_two_lines_is_refused(condition: str) -> None:
    for rows in ("flag Munich", "flag Munich,"):
        found = read(DO + f"      Napoleon to Ulm\n      {rows}\n      {condition}\n", RoundOrders)
        assert [code for code, _, _ in told(found)] == ["no-dashes"]
    one = read(DO + f"      Napoleon to Ulm\n      {condition}\n", RoundOrders)
    assert one.order == read(sheet(f"Napoleon to Ulm {condition}"), RoundOrders).order is not None


@pytest.mark.parametrize("behind", ["move: Ulm", "flag: here", "drop: 1 unit", "assault"])
def test_9_1_a_line_behind_lone_units_says_whom_it_is_for(behind: str) -> None:
    found = read(sheet("1 unit from Mainz to Paris", behind), RoundOrders)
    assert found.order is None
    assert "lone-units-go-on" in [code for code, _, _ in told(found)]


def test_9_1_lines_of_another_formation_may_follow_lone_units() -> None:
    ordered(sheet("1 unit from Mainz to Paris", "Napoleon: Ulm", "flag: here"), RoundOrders)


def test_5_12_a_number_of_lines_is_not_sure_beside_a_line_that_stands_for_two() -> None:
    plus = sheet("Charles: Mantua and assault it", "flag: Ulm") + "    plus: {resource: 1, when: after 1}\n"
    assert [code for code, _, _ in told(read(plus, RoundOrders)) if code != "read-as"] == ["after-joined-line"]
    ordered(plus.replace("after 1", "last"), RoundOrders)


@pytest.mark.parametrize("line", ["Davout stays", "flag Ulm, regroup Masséna"])
def test_5_12_a_number_of_lines_is_not_sure_beside_what_is_not_one_line(line: str) -> None:
    plus = sheet(line, "Napoleon: Ulm") + "    plus: {resource: 1, when: after 1}\n"
    assert "after-joined-line" in [code for code, _, _ in told(read(plus, RoundOrders))]


SHORT = {
    "france": ("Fr", "FR", "Fra"),
    "austria": ("Au", "Aus", "AUS", "Aut"),
    "britain": ("Br", "GB", "UK", "Brit"),
    "russia": ("Ru", "Rus"),
    "prussia": ("Pr", "Pru"),
    "turkey": ("Tu", "Tur", "Turk", "Ott"),
    "spain": ("Sp", "Spa"),
    "sweden": ("Sw", "Swe"),
    "denmark": ("Dk", "Den"),
}


@pytest.mark.parametrize("nation", SHORT)
def test_a_nation_has_short_names(nation: str) -> None:
    for short in SHORT[nation]:
        assert list(ordered(f"impulses:\n  {short}: pass\n", RoundOrders).impulses) == [nation]
        assert list(ordered(f"{short}: Conscripts as cp\n", RoundOrders).impulses) == [nation]


@pytest.mark.parametrize("short", ["F", "A", "B", "R", "P", "T", "S", "D", "Po", "Ba"])
def test_a_shorter_name_is_none(short: str) -> None:
    assert read(f"impulses:\n  {short}: pass\n", RoundOrders).order is None


@pytest.mark.parametrize("line", ["Ney with Lannes 3 > Ulm", "Ney 4 units and Lannes 3 > Ulm", "Lannes 4: Ulm"])
def test_a_number_behind_a_general_is_never_taken_for_a_rating(line: str) -> None:
    assert read(sheet(line), RoundOrders).order is None


@pytest.mark.parametrize(
    "line", ["Ney with units > Ulm", "Ney with the corps: Ulm", "embark units at Brest", "regroup: units at Paris"]
)
def test_units_without_a_number_are_not_one(line: str) -> None:
    assert read(sheet(line), RoundOrders).order is None
