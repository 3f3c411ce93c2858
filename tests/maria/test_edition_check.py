# ruff: noqa: E501 - a planted fault is one line of a table
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.engine.lexicon import Lexicon
from pbem.report.words import Words
from pbem_maria.edition import EDITIONS
from pbem_maria.edition_check import EditionFault, check
from pbem_maria.ruleset import MARIA

HISTORICAL = EDITIONS / "historical"

PLANTED = [
    ("map", "[linz, wels]", "[lintz, wels]", "road-to-nowhere"),
    ("map", "[linz, wels]", "[linz, linz]", "road-to-itself"),
    ("map", "[linz, wels]", "[linz, enns]", "road-twice"),
    ("map", "[linz, wels]", "[linz]", "not-a-road"),
    ("map", "  B5: hearts", "  B5: roses", "unknown-suit"),
    ("map", "  B5: hearts\n", "", "squares"),
    ("map", "{id: linz,", "{id: Linz,", "bad-id"),
    ("map", "{id: enns,", "{id: linz,", "id-twice"),
    ("map", "id: peitz, name: Peitz, aliases: [Picnjo], board: bohemia, region: prussia,", "id: peitz, name: Peitz, aliases: [Picnjo], board: bohemia, region: prusia,", "unknown-region"),
    ("map", "region: prussia, home: prussia, fortress: minor, elector: false, square: G4, x: 1297", "region: prussia, home: saxony, fortress: minor, elector: false, square: G4, x: 1297", "wrong-home"),
    ("map", "aliases: [Picnjo], board: bohemia", "aliases: [Picnjo], board: flanders", "wrong-board"),
    ("map", "square: G4, x: 1297", "square: K4, x: 1297", "unknown-square"),
    ("map", "fortress: minor, elector: false, square: G4, x: 1297", "fortress: small, elector: false, square: G4, x: 1297", "unknown-class"),
    ("map", "aliases: [Picnjo]", "aliases: [Muenchen]", "name-of-two"),
    ("map", "name: Dresden, aliases: [Dresde, Drážďany, Drezno], board: bohemia, region: saxony, home: saxony, fortress: major", "name: Dresden, aliases: [Dresde, Drážďany, Drezno], board: bohemia, region: saxony, home: saxony, fortress: minor", "must-be-major"),
    ("map", "home: saxony, fortress: major, elector: true", "home: saxony, fortress: major, elector: false", "electors"),
    ("map", "  - [ulm, memmingen]\n", "", "crossing-not-listed"),
    ("map", "  - [ulm, guenzburg]", "  - [ulm, linz]", "no-crossing"),
    ("armies", "troops: 26", "troops: 25", "army-number"),
    ("armies", "name: Broglie, rank: 3", "name: Broglie, rank: 4", "ranks"),
    ("armies", "minimum: 6, city: amberg", "minimum: 6, city: ambreg", "set-up-nowhere"),
    ("armies", "minimum: 6, city: amberg", "minimum: 6, city: ingolstadt", "set-up-twice"),
    ("armies", "minimum: 6, city: amberg", "minimum: 6", "city-or-box"),
    ("armies", "rank: 2, minimum: 6, city: amberg", "rank: 2, city: amberg", "missing"),
    ("armies", "- {id: belle-isle,", "- {id: broglie,", "id-twice"),
    ("armies", "box: east-prussia", "box: west-prussia", "unknown-box"),
    ("armies", "power: france, city: langres", "power: france, city: linz", "box-abroad"),
    ("armies", "power: france, city: langres", "power: france, city: langre", "box-to-nowhere"),
    ("armies", "city: czaslau", "city: amberg", "set-up-twice"),
    ("armies", "prussia: [liegnitz, glogau]", "prussia: [liegnitz, brieg]", "silesia-start"),
    ("armies", "  - id: saxony\n", "  - id: saxonia\n", "unknown-power"),
    ("tactical_cards", "reserves: 2", "reserves: 3", "deck"),
    ("tactical_cards", "decks: [1, 2, 3, 4]", "decks: [1, 2, 3]", "decks"),
    ("tracks", "display: [prussia, france", "display: [france, prussia", "display"),
    ("tracks", "{box: 4, star: true, icons: []}", "{box: 4, icons: []}", "one-star"),
    ("tracks", "{box: 4, star: true, icons: []}", "{box: 9, star: true, icons: []}", "boxes-out-of-order"),
    ("tracks", "kind: victory, power: france}, {", "kind: glory, power: france}, {", "unknown-icon"),
    ("tracks", "zone: neutral", "zone: nowhere", "zones"),
    ("politics", "symbols: [prussia, france]", "symbols: [prussia, russia]", "unknown-symbol"),
    ("politics", "kind: troops, power: bavaria, n: 2", "kind: troops, power: bavaria", "effect-shape"),
    ("politics", "year: 1741", "year: 1743", "cards-a-year"),
    ("politics", "  - id: turin\n", "  - id: worms\n", "id-twice"),
    ("politics", "{kind: election}", "{kind: elections}", "one-election"),
]  # fmt: skip


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    shutil.copytree(HISTORICAL, tmp_path / "printed")
    return tmp_path / "printed"


@pytest.fixture
def plant(edition: Path) -> Callable[[str, str, str], int]:
    """Change a file of the edition once; give the line of the change."""

    def change(name: str, old: str, new: str) -> int:
        path = edition / f"{name}.yaml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    return change


def test_the_historical_edition_is_sound() -> None:
    assert list(check(HISTORICAL)) == []


@pytest.mark.parametrize(("name", "old", "new", "code"), PLANTED, ids=[f"{p[3]}-{n}" for n, p in enumerate(PLANTED)])
def test_a_slip_of_the_pen_is_found_and_said(
    edition: Path, plant: Callable[[str, str, str], int], name: str, old: str, new: str, code: str
) -> None:
    plant(name, old, new)

    faults = list(check(edition))

    assert code in {fault.code for fault in faults}
    words = Words(MARIA.words, Lexicon({}), tools=MARIA.tools)
    assert all(words.phrase("edition", fault.code, fault.args) for fault in faults)


def test_a_fault_names_file_and_line_and_what_was_expected(
    edition: Path, plant: Callable[[str, str, str], int]
) -> None:
    line = plant("map", "[linz, wels]", "[lintz, wels]")

    shown = CliRunner().invoke(main, ["edition", "check", str(edition), "--rules", "maria"])

    assert shown.exit_code == 1
    assert f"map.yaml:{line}: there is no city `lintz`; perhaps linz" in shown.output


def test_all_faults_are_told_at_once(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    plant("map", "[linz, wels]", "[lintz, wels]")
    plant("armies", "troops: 26", "troops: 25")
    plant("politics", "{kind: election}", "{kind: elections}")

    assert {fault.file for fault in check(edition)} == {"map.yaml", "armies.yaml", "politics.yaml"}


def test_a_missing_file_is_told(edition: Path) -> None:
    (edition / "tracks.yaml").unlink()

    assert EditionFault("tracks.yaml", 1, "no-file") in list(check(edition))


def test_broken_yaml_is_told_with_its_line(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    line = plant("armies", "  - id: bavaria\n", "  - id: [bavaria\n")

    fault = next(fault for fault in check(edition) if fault.file == "armies.yaml")

    assert fault.code == "not-yaml"
    assert line <= fault.line <= line + 1


def test_a_doubled_key_is_told(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    line = plant("armies", "    troops: 26\n", "    troops: 26\n    troops: 27\n")

    assert any(fault.code == "doubled-key" and fault.line == line + 1 for fault in check(edition))
