"""Positions that a case file gives wrongly: told with the line, the fault and what is right."""

from pathlib import Path

import pytest

from pbem.playtest.case_file import read_cases
from pbem.playtest.case_run import run_case
from pbem_maria.ruleset import MARIA


def told(folder: Path, given: str) -> str:
    """What is said of a case whose position begins on line 3."""
    path = folder / "case.yaml"
    lines = [f"    {line.strip()}" for line in given.strip().splitlines()]
    path.write_text("\n".join(["- case: 1-wrong", "  given:", *lines]) + "\n", encoding="utf-8")
    (case,) = read_cases(path)
    return "; ".join(run_case(MARIA, path, case).differences).replace(f"{path}:", "")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            "scenario: advanced\nmarkers: {Linz: France}\naside: {France: 2}\npools: {France: 4}",
            "6: france has 11 victory markers, and 3 are elsewhere: 8 are left for the pool, not 4",
        ),
        (
            "scenario: advanced\nmarkers: {Linz: France}\npools: {France: 11}",
            "5: france has 11 victory markers, and 1 are elsewhere: 10 are left for the pool, not 11",
        ),
        ("scenario: advanced\npools: {Bavaria: 1}", "4: bavaria has no victory markers"),
        ("stage: France\npools: {France: 1}", "4: only the advanced game has this: add `scenario: advanced`"),
        ("stage: France\nneutral until: 2", "4: only the advanced game has this"),
        ("scenario: advanced\nboxes: {silesia: France}", "4: the box silesia is for prussia, not for france"),
        ("scenario: advanced\nboxes: {itally: France}", "4:13: not-a-choice"),
        ("scenario: advanced\ntracks: {venice: 3}", "4:14: unknown-name"),
        ("scenario: advanced\ntracks: {italy: 9}", "4: the track italy has the boxes 1 to 7"),
        (
            "scenario: advanced\nturn: 3\nneutral until: 6",
            "5: peace in turn 3 leaves Prussia neutral until turn 5",
        ),
        (
            "scenario: advanced\nelectors: {Linz: France}",
            "4: linz has no elector marker; koeln, mainz,",
        ),
        ("scenario: advanced\nelectors: {Mainz: Prussia}", "4:23: no-elector-side"),
        ("scenario: advanced\nelectors: {Mainz: [France, Austria]}", "4:23: no-elector-side"),
        ("used: {5: [♥3]}", "3: there is no deck 5; there are 1 to 4"),
        ("used: {2: [♥3]}\ndecks left: [2, 3]", "3: deck 2 waits and cannot have used cards"),
        ("used: {1: [♥3, ♥3]}", "3: deck 1 does not have so many cards H3"),
        ("used: {1: [♥33]}", "3:16: unknown-name"),
        ("used: {1: {♥3: 1}}", "3:15: wrong-shape"),
        ("hands: {France: [♥3, ♥3, ♥3, ♥3]}\nused: {2: [♥3]}", "3: more cards H3 are given than all decks have"),
        ("hands: {France: [♥3, ♥3]}\ndecks left: [2]", "4: deck 2 cannot wait: the given cards need decks 1 to 2"),
        ("turn:\npieces: {}", "3:10: no-value"),
        ("pieces: {Karl: }", "3:19: no-value"),
    ],
)
def test_a_position_that_contradicts_itself_is_told_with_its_line(tmp_path: Path, given: str, said: str) -> None:
    assert told(tmp_path, given).startswith(said)


@pytest.mark.parametrize(
    "given",
    [
        "scenario: advanced\nmarkers: {Linz: France}\naside: {France: 2}\npools: {France: 8}",
        "scenario: advanced\nboxes: {silesia: none}\npools: {Prussia: 13}",
        "scenario: advanced\noptions: {silesia markers: extra}\npools: {Prussia: 15, Austria: 13}",
        "scenario: advanced\nelectors: {Mainz: [Austria, Pragmatic Army], Trier: Austria, Köln: France}",
        "used: {1: none, 2: all}",
        "used: {1: [♥3]}\nhands: {France: [♥3]}",
        "stage: France",
    ],
)
def test_what_agrees_with_itself_is_laid_out(tmp_path: Path, given: str) -> None:
    assert told(tmp_path, given) == ""
