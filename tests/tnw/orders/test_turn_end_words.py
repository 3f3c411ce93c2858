"""The end of the Turn in words: Armistices and Deployments (house rules, 2.3)."""

import pytest

from pbem_tnw.orders.turn import RoundOrders, TurnEndOrders
from tests.tnw.orders.spellings import ordered, read, told

ARMISTICE = "turn end:\n  armistice: {France: yes}\n"


@pytest.mark.parametrize(
    "written",
    [
        "armistice with France: yes",
        "armistice with Fr: yes",
        "peace with France: yes",
        "ask peace of France",
        "ask for an armistice with France",
        "offer peace to France: yes",
        "armistice with France",
        "armistice: France",
        "armistice: [France]",
        "armistice: with France",
        "armistice: France yes",
    ],
)
def test_14_13_an_armistice_in_words(written: str) -> None:
    assert ordered(f"turn end:\n  {written}\n", TurnEndOrders) == ordered(ARMISTICE, TurnEndOrders)


def test_14_13_what_is_said_of_an_armistice_is_told() -> None:
    sheet = read("turn end:\n  ask peace of France\n", TurnEndOrders)
    assert [code for code, _, _ in told(sheet)] == ["read-as"]


def test_14_13_several_armistices_are_one_key() -> None:
    written = "turn end:\n  armistice: {Austria: no}\n  armistice with France: if turn >= 1809\n"
    plain = "turn end:\n  armistice: {Austria: no, France: if turn >= 1809}\n"
    assert ordered(written, TurnEndOrders) == ordered(plain, TurnEndOrders)


@pytest.mark.parametrize("written", ["Austria, not Russia", "with Austria, but not Russia", "Austria yes, Russia no"])
def test_14_13_an_armistice_with_one_and_not_with_another(written: str) -> None:
    plain = ordered("turn end:\n  armistice: {Austria: yes, Russia: no}\n", TurnEndOrders)
    assert ordered(f"turn end:\n  armistice: {written}\n", TurnEndOrders) == plain


@pytest.mark.parametrize(
    "written",
    ["Austria and France yes, Russia no", "Austria, Russia no", "not Austria, Russia", "Austria, not Russia, Spain"],
)
def test_14_13_an_armistice_of_which_it_is_not_sure_with_whom_is_refused(written: str) -> None:
    assert read(f"turn end:\n  armistice: {written}\n", TurnEndOrders).order is None


def test_14_2_what_is_built_behind_a_general_who_comes_back_is_built() -> None:
    written = "turn end:\n  reinforce:\n    Russia: %s\n"
    plain = written % "[regroup: Bennigsen at St Petersburg, build: 1 unit at Riga]"
    said = written % "Bennigsen out of the Regroup box to St Petersburg, 1 unit in Riga"
    assert ordered(said, TurnEndOrders) == ordered(plain, TurnEndOrders)


def test_14_13_an_armistice_without_its_key_is_for_the_end_of_the_turn() -> None:
    assert ordered("armistice with France: yes\n", RoundOrders) == ordered(ARMISTICE, RoundOrders)


def test_14_13_an_armistice_may_be_of_one_power_of_the_seat() -> None:
    plain = ordered("turn end:\n  armistice of: {Austria: {France: yes}}\n", TurnEndOrders)
    for said in ("Austria with France", "{Austria: {France: yes}}", "{Austria with France: yes}"):
        assert ordered(f"turn end:\n  armistice: {said}\n", TurnEndOrders) == plain, said
    both = ordered("turn end:\n  armistice: {Austria with France: yes, Britain: no}\n", TurnEndOrders)
    assert isinstance(both, TurnEndOrders)
    assert [*both.turn_end.armistice, *both.turn_end.armistice_of] == ["britain", "austria"]


def test_17_2_consent_to_an_armistice_in_words() -> None:
    plain = "standing:\n  consent: {armistice: {France: yes}}\n"
    for written in ("consent: {armistice with France: yes}", "consent: peace with France"):
        assert ordered(f"standing:\n  {written}\n", RoundOrders) == ordered(plain, RoundOrders)


@pytest.mark.parametrize(
    "written", ["peace with France: 1", "peace with honour: yes", "sue for peace", "peace of France: later"]
)
def test_what_may_be_no_armistice_is_refused(written: str) -> None:
    assert read(f"turn end:\n  {written}\n", TurnEndOrders).order is None


DEPLOYED: dict[str, str] = {
    **dict.fromkeys(
        ("Ney to Stuttgart", "Ney > Stuttgart", "Ney -> Stuttgart", "Ney at Stuttgart", "Ney in Stuttgart"),
        "{with: Ney, to: Stuttgart}",
    ),
    "Ney: Stuttgart": "{with: Ney, to: Stuttgart}",
    "Ney with 3 units to Stuttgart": "{with: Ney, units: 3, to: Stuttgart}",
    "Ney and Davout to Ulm": "{with: [Ney, Davout], to: Ulm}",
    "Ney from Paris > Stuttgart": "{with: Ney, from: Paris, to: Stuttgart}",
    "3 units Paris > Stuttgart": "{units: 3, from: Paris, to: Stuttgart}",
    "3 units from Paris -> Stuttgart": "{units: 3, from: Paris, to: Stuttgart}",
    "3 units in Paris: Stuttgart": "{units: 3, from: Paris, to: Stuttgart}",
    "3 units Paris to Stuttgart": "{units: 3, from: Paris, to: Stuttgart}",
    "2 squadrons in Brest > Toulon": "{squadrons: 2, from: Brest, to: Toulon}",
    "2 squadrons Brest to Toulon if turn >= 1809": "{squadrons: 2, from: Brest, to: Toulon, if: turn >= 1809}",
    "Ney > Ulm if turn >= 1809": "{with: Ney, to: Ulm, if: turn >= 1809}",
}


@pytest.mark.parametrize("written", DEPLOYED)
def test_14_21_a_deployment_in_words(written: str) -> None:
    found, plain = (f"turn end:\n  deploy:\n    - {line}\n" for line in (written, DEPLOYED[written]))
    assert ordered(found, TurnEndOrders) == ordered(plain, TurnEndOrders)


def test_14_21_deployments_without_dashes() -> None:
    plain = "turn end:\n  deploy: [Ney to Stuttgart, Davout to Ulm]\n"
    for written in ("deploy:\n    Ney: Stuttgart\n    Davout: Ulm\n", "deploy: Ney to Stuttgart, Davout to Ulm\n"):
        assert ordered(f"turn end:\n  {written}", TurnEndOrders) == ordered(plain, TurnEndOrders)


@pytest.mark.parametrize(
    "written",
    ["3 units to Stuttgart", "2 squadrons to Toulon", "to Stuttgart", "Ney to Ulm > Munich", "York > Plymouth"],
)
def test_14_21_a_deployment_says_from_where_unless_a_general_does(written: str) -> None:
    assert read(f"turn end:\n  deploy:\n    - {written}\n", TurnEndOrders).order is None


@pytest.mark.parametrize("below", ["", "turn end:\n"])
def test_14_the_end_of_the_turn_in_sentences(below: str) -> None:
    lines = (
        "No peace.",
        "France builds 2 units in Paris.",
        "Spain builds 1 unit in Madrid.",
        "No armistice with Russia.",
    )
    deploys = "deploy Masséna and 2 units from Metz to Mainz"
    written = below + "".join(f"{'  ' if below else ''}{line}\n" for line in (*lines, deploys))
    plain = (
        "turn end:\n  peace: no\n  reinforce: {France: [build: 2 units at Paris], Spain: [build: 1 unit at Madrid]}\n"
        "  armistice: {Russia: no}\n  deploy: [Masséna and 2 units from Metz to Mainz]\n"
    )
    assert ordered(written, TurnEndOrders) == ordered(plain, TurnEndOrders)
    assert "lines-joined" not in {code for code, _, _ in told(read(written, TurnEndOrders))}


def test_14_of_sentences_each_that_means_nothing_is_told() -> None:
    written = "turn end:\n  Spain builds 1 unit in Madrid.\n  Hold the line.\n  Be brave.\n"
    wrong = [each.place.line for each in read(written, TurnEndOrders).faults if each.problem.stops]
    assert wrong == [3, 4]


def test_14_builds_in_a_sheet_for_a_round_are_not_those_of_the_end_of_the_turn() -> None:
    orders = read("France builds 2 units in Paris.\nSpain builds 1 unit in Madrid.\n", RoundOrders).order
    assert orders is None or orders.turn_end is None


@pytest.mark.parametrize("written", ["war: [Denmark]", "war: Denmark", "declare war on: Denmark"])
def test_8_3_a_declaration_in_other_words(written: str) -> None:
    plain = ordered("turn end:\n  declare: [Denmark]\n", TurnEndOrders)
    assert plain != TurnEndOrders()
    assert ordered(f"turn end:\n  {written}\n", TurnEndOrders) == plain
