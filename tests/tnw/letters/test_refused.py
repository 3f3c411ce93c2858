"""Receipts of refused sheets: every fault at once, and the other lines said back."""

import pytest

from pbem.referee.deadlines.faulty import as_far_as_good
from pbem.report.returned_sheet import CorrectedSheet, as_data, corrected
from pbem.sheet.parts import Part, Parts, check_parts
from pbem_tnw.chapters.turn.sheets import RoundSheets
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.state import WarState
from tests.tnw.letters.reading import in_round, said_back, words


def position() -> WarState:
    return in_round(france=("talleyrand",))


def sheet(*lines: str, play: str = "Talleyrand as cp") -> str:
    return f"impulses:\n  France:\n    play: {play}\n    do:\n" + "".join(f"      - {line}\n" for line in lines)


def returned(text: str) -> CorrectedSheet:
    view = position()
    step = RoundSheets(nations=("france", "spain"))
    parts = (Part("", step, step.ask(view, {})[0]),)

    def check(changed: str) -> Parts:
        return check_parts(changed, parts, view, lexicon(view, "france"))

    return corrected(check(text), check)


def wrong(text: str) -> list[tuple[int, str]]:
    return [(each.place.line, each.problem.code) for each in returned(text).found.every_fault if each.problem.stops]


def rest(text: str) -> list[str]:
    """What is said of the lines that were not refused."""
    found = returned(text).rest
    assert found is not None
    return [line.strip() for line in said_back(found.order, position()).splitlines() if line.startswith("  ")]


def test_2_2_beside_a_line_that_cannot_be_read_the_others_are_checked() -> None:
    text = sheet("Napoleon: Stuttgart > Narnia", "John > Venice", "build: 1 unit at Vienna", "build: 1 unit at Paris")
    assert wrong(text) == [(5, "unknown-name"), (6, "commander-of-another"), (7, "build-not-own")]


def test_2_2_beside_a_card_that_cannot_be_read_the_lines_are_checked_but_not_what_they_cost() -> None:
    text = sheet("John > Venice", "build: 9 units at Paris", play="Excalibur as cp")
    assert wrong(text) == [(3, "unknown-name"), (5, "commander-of-another")]


def test_2_2_what_only_follows_from_a_line_that_cannot_be_read_is_no_fault() -> None:
    text = sheet("Napoleon: Stuttgart > Narnia", "flag: here", "move: Munich", "drop: 1 unit")
    assert wrong(text) == [(5, "unknown-name")]
    text = sheet("build: Eugène at Narnia", "Eugène > Lyon")
    assert wrong(text) == [(5, "unknown-name")]


def hints(text: str, seat: str = "france") -> list[str]:
    """What a receipt proposes instead of what is wrong."""
    view = position()
    known = words(view, seat).knowing(view, seat)
    found = [each for each in returned(text).found.every_fault if each.problem.stops or each.problem.weight]
    return [as_data(known, each)["right"] for each in sorted(found, key=lambda each: each.place)]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (sheet("supply Davout"), "`Napoleon: PLACE` for a march, `build: 2 units at PLACE`,"),
        (sheet("rest: everything"), "`rest: [refit, regroup, unit]`, for example"),
        (sheet("rest: [units at Paris, Metz]"), "`units at Metz`, each place with what comes there"),
        (sheet("regroup: Ney"), "on the map `Ney: PLACE` is a march"),
        (sheet("attack: Ulm"), "an Army goes there by land: `Napoleon: Ulm`"),
        (sheet("attack Ulm with Davout"), "`Davout: Ulm` is a march"),
        (sheet("Davout with 99 units: Ulm"), "units at most, or no number for as many as may go"),
        (sheet("build: 2 units at Vienna"), "such as `at Paris`"),
        (sheet("Davout: Ulm", play="Excalibur as cp"), "your cards are Talleyrand, and `card` lists all"),
        (sheet("Davout: Ulm", play="Metternich Spins His Web as cp"), "a card of France, such as `Talleyrand as cp`"),
        (sheet("Davout: Ulm if weather = good"), "a condition such as `enemy_units(Ulm) <= 5`"),
        ("impulses: {Spain: Talleyrand as cp}\n", "leave Spain out: without a card it passes"),
        ("impulses: Davout\n", "`impulses: {France: Conscripts as cp}`"),
        ("standing: {respond: [Grand Battery]}\n", "`battle: [{cards: [The Grand Battery]}]`"),
        ("standing: {refuse: [Spain]}\n", "Spain is run by you; only another player can be meant: `Austria`"),
        ("standing: {battle: [{where: Ulm, commander: Ney}]}\n", "`standing: {commander: {Vienna: Charles}}`"),
        ("standing: {intercept: if strong}\n", "`enemy_units(Ulm) <= 5`, `margin < 0`, `odds >= 1`"),
        ("standing: {consent: yes}\n", "`consent: {armistice: {Austria: yes}}`"),
        ("turn end: {camp: coalition}\n", "`camp: {Prussia: coalition}`"),
        ("turn end: {deploy: 3 units from Paris}\n", "`deploy: [3 units from Paris to Metz]`"),
        ("preempt: Austria if they are weak\n", "before Austria"),
        ("preempt: {before: France, with: Talleyrand as cp}\n", "the nation before whose Impulse"),
    ],
)
def test_2_2_a_hint_names_what_is_wrong_and_shows_what_to_write(text: str, right: str) -> None:
    """And is no list of the words of the program."""
    found = hints(text)
    assert any(right in each for each in found), found
    assert all(len(each) < 200 and each.count(", ") < 7 for each in found), found


@pytest.mark.parametrize("line", ["Davuot to Ulm", "Davuot > Ulm", "Davuot: Ullm"])
def test_9_2_a_misspelt_general_marches_all_the_same(line: str) -> None:
    found = returned(sheet(line)).found
    assert {each.problem.code for each in found.every_fault if not each.problem.stops} >= {"read-as"}
    assert found.faultless


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (sheet("Ney: Stuttgart", "John > Venice", "build: 1 unit at Paris"),
         ["- Ney marches to Stuttgart (with 4 units as things stand; Napoleon, Lannes and Murat stay).",
          "- Build 1 unit at Paris."]),
        (sheet("Ney: Stuttgart", "build: 1 unit at Paris", play="Conscripts as cp"),
         ["- Ney marches to Stuttgart (with 4 units as things stand; Napoleon, Lannes and Murat stay).",
          "- Build 1 unit at Paris."]),
        (sheet("Ney: Stuttgart > Narnia", "flag: here", "build: 1 unit at Paris"),
         ["- Flag where it stands.", "- Build 1 unit at Paris."]),
    ],
)  # fmt: skip
def test_2_2_the_other_lines_of_an_impulse_are_said_back(text: str, said: list[str]) -> None:
    assert rest(text) == said


def test_2_2_lines_that_need_a_refused_one_are_said_to_do_so() -> None:
    assert not returned(sheet("Ney: Stuttgart", "John > Venice")).leaning
    assert returned(sheet("Ney: Stuttgart > Narnia", "flag: here")).leaning
    assert returned(sheet("Ney: Stuttgart", play="Conscripts as cp")).leaning


@pytest.mark.parametrize(
    "text",
    [
        sheet("Ney: Stuttgart > Narnia", "build: 1 unit at Paris"),
        "turn_end: {reinforce: {France: [build: 1 unit at Narnia, build: 1 unit at Paris]}}\n",
    ],
)
def test_2_6_at_the_deadline_lines_that_were_read_in_part_do_not_count(text: str) -> None:
    view = position()
    step = RoundSheets(nations=("france", "spain"))
    decision = step.ask(view, {})[0]
    ((_, read),) = check_parts(text, (Part("", step, decision),), view, lexicon(view, "france")).answers
    assert as_far_as_good(step, decision, view, read) is None


def test_2_2_a_line_refused_in_the_middle_of_a_text_takes_no_other_with_it() -> None:
    text = "France: Talleyrand as cp\n  Napoleon to Narnia\n  Build 1 unit at Paris\nstanding:\n  evade: if Narnia\n"
    assert rest(text) == ["- Build 1 unit at Paris."]
