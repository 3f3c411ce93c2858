"""What refusals and warnings say, word by word, in positions where a wrong word is easily said."""

from pathlib import Path
from typing import Any

import pytest

from pbem.engine.decision import Decision
from pbem.engine.reading import Lexicon
from pbem.engine.table import Step
from pbem.playtest import case_run
from pbem.playtest.case_file import read_cases
from pbem.report.returned_sheet import explain
from pbem.report.words import Words
from pbem.sheet import parts
from pbem.sheet.check import WordsWanted, check_sheet
from pbem.sheet.fault import ReadSheet
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA


class Receipts:
    """What the sheets of a case are answered with."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file, self.said = folder / "case.yaml", ""
        monkeypatch.setattr(parts, "check_sheet", self._spied)

    def of(self, given: str, sheets: str) -> str:
        """All that is said, in one line."""
        self.said = ""
        self.file.write_text(f"- case: 1-words\n  given: {given}\n  sheets: {sheets}\n  then: {{}}\n", encoding="utf-8")
        for case in read_cases(self.file):
            case_run.run_case(MARIA, self.file, case)
        return " ".join(self.said.split())

    def _spied(
        self, text: str, step: Step, decision: Decision, view: State, lexicon: Lexicon, wanted: WordsWanted
    ) -> ReadSheet[Any]:
        sheet = check_sheet(text, step, decision, view, lexicon, wanted)
        self.said += explain(Words(MARIA.words, lexicon, tools=MARIA.tools), text, sheet.faults)
        return sheet


@pytest.fixture
def receipts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Receipts:
    return Receipts(tmp_path, monkeypatch)


BESIDE = "stage: Austria, at: combat, pieces: {Karl: Eferding with 6, Belle-Isle: Passau with 5}"


def test_11_1_a_general_that_fights_is_already_there(receipts: Receipts) -> None:
    said = receipts.of(f"{{{BESIDE}, hands: {{France: [♦7]}}}}", '{maria-theresa: "combat: none", louis: "combat: ♦7"}')
    assert "♦7 cannot be played: Belle-Isle is in Passau and fights with" in said


def test_11_1_a_general_that_fights_after_its_move_will_be_there(receipts: Receipts) -> None:
    given = "{stage: France, pieces: {Belle-Isle: Passau with 5, Karl: Linz with 3}, hands: {France: [♠7]}}"
    sheet = "{moves: [{Belle-Isle: Eferding}], combat: ♠7}"
    assert "Belle-Isle will be in Eferding and fights with" in receipts.of(given, f'{{louis: "{sheet}"}}')


@pytest.mark.parametrize(
    ("pieces", "attacks", "told"),
    [
        (
            "Belle-Isle: Eferding with 5, Traun: Linz with 3",
            "",
            "Belle-Isle must attack Traun, which is adjacent.",
        ),
        (
            "Belle-Isle: Eferding with 5, Karl: Linz with 3, Traun: Passau with 3",
            ", attacks: [Belle-Isle > Karl]",
            "Belle-Isle must also attack Traun, which is adjacent; that combat comes last.",
        ),
    ],
)
def test_11_1_also_is_said_where_there_are_two(receipts: Receipts, pieces: str, attacks: str, told: str) -> None:
    said = receipts.of(f"{{stage: France, pieces: {{{pieces}}}}}", f'{{louis: "{{combat: {{}}{attacks}}}"}}')
    assert told in said


def test_11_1_attacks_of_generals_that_are_not_adjacent(receipts: Receipts) -> None:
    given = "{stage: France, pieces: {Belle-Isle: Passau with 5, Traun: Linz with 3}}"
    said = receipts.of(given, '{louis: "attacks: [Belle-Isle > Traun]"}')
    assert "are not adjacent, so there is no such combat: Passau > Eferding > Linz is 2 steps." in said
    assert "after your moves" not in said


def test_11_1_one_card_is_not_one_of_several(receipts: Receipts) -> None:
    hand = "hands: {France: [♠7, ♥7, ♦7, ♣7]}"
    sheets = '{maria-theresa: "combat: none", louis: ["combat: ask", "play: lowest"]}'
    said = receipts.of(f"{{{BESIDE}, {hand}}}", sheets)
    assert "A single play is one card, not a rule." in said
    assert "one of" not in said


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (2, "is fixed until turn 3, and from then on France's choice in every turn; it needs no contract."),
        (5, "The subsidy from France to Bavaria is France's choice in every turn; it needs no contract."),
    ],
)
def test_8_the_subsidy_is_a_choice_from_turn_4_on(receipts: Receipts, turn: int, told: str) -> None:
    given = f"{{scenario: advanced, turn: {turn}, stage: France}}"
    assert told in receipts.of(given, '{louis: "contracts: [France to Bavaria: 2 turns]"}')


def test_20_bavaria_pays_none_to_france(receipts: Receipts) -> None:
    given = "{scenario: advanced, turn: 2, stage: France}"
    said = receipts.of(given, '{louis: "contracts: [Bavaria to France: 2 turns]"}')
    assert "Bavaria is a minor power; only major powers pay subsidies." in said
    assert "France's choice" not in said


def test_of_one_word_it_is_said_that_it_is_the_only_one(receipts: Receipts) -> None:
    assert "Try: " in receipts.of("{stage: France}", '{louis: "{xyzzy: 3}"}')
    given = "{scenario: advanced, at: tracks, shift: {saxony: 2}, pieces: {Schwerin: Guben with 4}}"
    assert "Try: withdraw" in receipts.of(given, '{frederick: "{xyzzy: 3}"}')


@pytest.mark.parametrize(
    ("move", "told"),
    [("Passau > Eferding", True), ("Vilshofen > Eferding", False), ("Zenda", False)],
)
def test_10_1_warnings_are_of_the_position_after_the_moves(receipts: Receipts, move: str, told: bool) -> None:
    pieces = "{Belle-Isle: Passau with 5, Broglie: Ried with 3, Traun: Linz with 3, Karl: Wels with 3}"
    given = f"{{stage: France, pieces: {pieces}}}"
    sheet = f"moves: [{{Belle-Isle: {move}}}, {{Broglie: Schärding}}]"
    said = receipts.of(given, f'{{louis: "{sheet}"}}')
    warnings = ("which will be adjacent", "you have no plan", "will be unsupplied")
    assert [each in said for each in warnings] == [told, told, told]


@pytest.mark.parametrize("key", ["until: 3 turns", "for: until turn 5"])
def test_21_a_length_under_the_other_key_is_told_the_right_one(receipts: Receipts, key: str) -> None:
    given = "{scenario: advanced, turn: 2, stage: France}"
    right = {"until: 3 turns": "`for: 3 turns`", "for: until turn 5": "`until: turn 5`"}[key]
    assert right in receipts.of(given, f'{{louis: "propose: [{{with: Frederick, {key}}}]"}}')


def test_13_whose_cards_is_asked_with_the_line_to_write(receipts: Receipts) -> None:
    given = "{at: winter, turn: 3, pieces: {Törring: München with 3}, hands: {France: [♥8], Bavaria: [♥8]}}"
    assert "`recruits: {France: [♥8]}`" in receipts.of(given, '{louis: "recruits: [♥8]"}')


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("Karl: Wels, else Linz", "“Wels” or “Linz” alone; only for a hussar"),
        ("Karl: Wels or Linz", "only for a hussar may there be more, as in `A or B`"),
        ("Karl: Wels and Linz", "the cities alone with arrows between them, as in `A > B > C`"),
        ("Karl: the train pays in Linz", "`train 2: re-enter CITY with ♥4`"),
    ],
)
def test_what_is_no_city_is_answered_with_the_form_of_its_line(receipts: Receipts, line: str, right: str) -> None:
    said = receipts.of("{stage: Austria, pieces: {Karl: Eferding with 6}}", f"{{maria-theresa: 'moves: [\"{line}\"]'}}")
    assert right in said


def test_3_a_key_of_another_time_of_the_turn_is_told_when_it_is_asked_for(receipts: Receipts) -> None:
    given = "{stage: France, pieces: {Belle-Isle: Passau with 5}}"
    assert "cards are placed in politics" in receipts.of(given, '{louis: "place: ♦7"}')
    assert "troops are recruited in winter" in receipts.of(given, '{louis: "recruits: 2"}')
    said = receipts.of(f"{{{BESIDE}, hands: {{France: [♦7]}}}}", '{louis: "moves: [Belle-Isle to Linz]"}')
    assert "it belongs to your orders when your powers move" in said
