# ruff: noqa: E501 - a planted fault is one line of a table
import json
import re
import shutil
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner

from pbem.cli.edition import _as_data
from pbem.cli.main import main
from pbem.engine.edition import EditionType, plain
from pbem.engine.reading import Lexicon
from pbem.report.words import Words
from pbem.sheet import data
from pbem.sheet.data import FileFault, read_edition
from pbem_maria.edition.edition import EDITIONS, FILES, EditionFiles
from pbem_maria.ruleset import MARIA
from tests.long import tries

HISTORICAL = EDITIONS / "historical"

PLANTED = [
    ("map", "[linz, wels]", "[lintz, wels]", "road-to-nowhere"),
    ("map", "[linz, wels]", "[linz, linz]", "road-to-itself"),
    ("map", "[linz, wels]", "[linz, enns]", "road-twice"),
    ("map", "[linz, wels]", "[linz]", "wrong-length"),
    ("map", "  B5: hearts", "  B5: roses", "not-a-choice"),
    ("map", "  B5: hearts\n", "", "squares"),
    ("map", "{id: linz,", "{id: Linz,", "bad-id"),
    ("map", "{id: enns,", "{id: linz,", "id-twice"),
    ("map", "id: peitz, name: Peitz, aliases: [Picnjo], board: bohemia, region: prussia,", "id: peitz, name: Peitz, aliases: [Picnjo], board: bohemia, region: prusia,", "unknown-region"),
    ("map", "region: prussia, home: prussia, fortress: minor, elector: false, square: G4, x: 1297", "region: prussia, home: saxony, fortress: minor, elector: false, square: G4, x: 1297", "wrong-home"),
    ("map", "aliases: [Picnjo], board: bohemia", "aliases: [Picnjo], board: flanders", "wrong-board"),
    ("map", "square: G4, x: 1297", "square: K4, x: 1297", "unknown-square"),
    ("map", "fortress: minor, elector: false, square: G4, x: 1297", "fortress: small, elector: false, square: G4, x: 1297", "not-a-choice"),
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
    ("armies", "rank: 2, minimum: 6, city: amberg", "rank: 2, city: amberg", "missing-key"),
    ("armies", "- {id: belle-isle,", "- {id: broglie,", "id-twice"),
    ("armies", "box: east-prussia", "box: west-prussia", "unknown-box"),
    ("armies", "power: france, city: langres", "power: france, city: linz", "box-abroad"),
    ("armies", "power: france, city: langres", "power: france, city: langre", "box-to-nowhere"),
    ("armies", "city: czaslau", "city: amberg", "set-up-twice"),
    ("armies", "prussia: [liegnitz, glogau]", "prussia: [liegnitz, brieg]", "silesia-start"),
    ("armies", "  - id: saxony\n", "  - id: saxonia\n", "not-a-choice"),
    ("tactical_cards", "reserves: 2", "reserves: 3", "deck"),
    ("tactical_cards", "decks: [1, 2, 3, 4]", "decks: [1, 2, 3]", "decks"),
    ("tracks", "display: [prussia, france", "display: [france, prussia", "display"),
    ("tracks", "{box: 4, star: true, icons: []}", "{box: 4, icons: []}", "one-star"),
    ("tracks", "{box: 4, star: true, icons: []}", "{box: 9, star: true, icons: []}", "boxes-out-of-order"),
    ("tracks", "kind: victory, power: france}, {", "kind: glory, power: france}, {", "not-a-choice"),
    ("tracks", "zone: neutral", "zone: austrian-ally", "zones"),
    ("politics", "symbols: [prussia, france]", "symbols: [prussia, russia]", "not-a-choice"),
    ("politics", "kind: troops, power: bavaria, n: 2", "kind: troops, power: bavaria", "missing-key"),
    ("politics", "year: 1741", "year: 1743", "cards-a-year"),
    ("politics", "  - id: turin\n", "  - id: worms\n", "id-twice"),
    ("politics", "{kind: election}", "{kind: elections}", "not-a-choice"),
    ("politics", "      - {kind: election}\n", "      - {kind: troops, power: taker, n: 1}\n", "one-election"),
    ("map", "x: 1297", "x: far", "not-a-number"),
    ("map", "x: 1297", "x: 1297, size: 3", "unknown-key"),
    ("map", "square: G4, x: 1297", "suit: hearts, square: G4, x: 1297", "worked-out"),
    ("map", "name: Peitz,", "name: 1741,", "not-plain-text"),
    ("map", "name: Peitz,", "name: No,", "not-plain-text"),
    ("map", "aliases: [Picnjo]", "aliases: Picnjo", "wrong-shape"),
    ("map", "elector: false, square: G4, x: 1297", "elector: maybe, square: G4, x: 1297", "not-yes-or-no"),
    ("map", "elector: false, square: G4, x: 1297", "square: G4, x: 1297", "missing-key"),
    ("map", "    - [linz, wels]", "    - [linz, wels]\n    - [lintz, wels]", "road-to-nowhere"),
    ("armies", "troops: 26", "troops: many", "not-a-number"),
    ("armies", "troops: 26", "troops:", "no-value"),
    ("armies", "alliances: [[france", "alliances: [[frence", "not-a-choice"),
    ("armies", "with_subsidy_to_bavaria: 4", "with_subsidy: 4", "unknown-key"),
    ("armies", "  - id: saxony\n", "  - id: bavaria\n", "power-twice"),
    ("armies", "minimum: 6, city: amberg", "minimum: 6, number: 3, city: amberg", "unknown-key"),
    ("tactical_cards", "reserves: 2", "reserves: two", "not-a-number"),
    ("tracks", "s_box: true, ", "", "one-s-box"),
    ("tracks", "kind: tc, power: austria, n: -1", "kind: tc, power: austria", "missing-key"),
    ("tracks", "zone: neutral", "zone: nowhere", "not-a-choice"),
    ("politics", "kind: troops, power: bavaria, n: 2", "kind: troops, power: spain, n: 2", "not-a-choice"),
    ("politics", "direction: left, boxes: 1", "direction: up, boxes: 1", "not-a-choice"),
    ("politics", "{kind: troops, power: bavaria, n: 2}", "{power: bavaria, n: 2}", "missing-key"),
]  # fmt: skip


TYPED = {"not-a-choice", "not-a-number", "not-plain-text", "unknown-key", "no-value", "wrong-shape", "missing-key"}
"""What types find: told alone, for all else may follow from it."""
ODD = ("null", "yes", "3", "0x1f", "010", "1e3", "1_000", "2001-01-01", "~", "''", "!!str 3", "&a", "1:30", ".inf", "-")
ROUNDS = tries(12, 40)


PARSED = lru_cache(maxsize=6)(data._nodes)


@pytest.fixture(autouse=True)
def _parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that a slip does not change, which are most, are parsed once for all tests."""
    monkeypatch.setattr(data, "_nodes", PARSED)


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


def check(folder: Path) -> tuple[FileFault, ...]:
    """The faults of the edition in *folder*."""
    files = {name: folder / f"{name}.yaml" for name in (*FILES, "labels")}
    raw = {name: file.read_bytes() if file.exists() else None for name, file in files.items()}
    assert MARIA.edition_type is not None
    return read_edition(raw, MARIA.edition_type()).faults


def codes(folder: Path) -> list[str]:
    return [found.fault.problem.code for found in check(folder)]


def test_the_historical_edition_is_sound() -> None:
    assert check(HISTORICAL) == ()


@pytest.mark.parametrize(("name", "old", "new", "code"), PLANTED, ids=[f"{p[3]}-{n}" for n, p in enumerate(PLANTED)])
def test_a_slip_of_the_pen_is_found_and_said(
    edition: Path, plant: Callable[[str, str, str], int], name: str, old: str, new: str, code: str
) -> None:
    line = plant(name, old, new)

    faults = check(edition)

    assert code in {found.fault.problem.code for found in faults}
    if code in TYPED:
        spot = [(found.file, found.fault.place.line) for found in faults]
        assert spot == [(f"{name}.yaml", line + new.count("\n", 0, new.find(new.strip())))]
    words = Words(MARIA.words, Lexicon({}), tools=MARIA.tools)
    assert all(_as_data(words, found)["says"] for found in faults)


def test_a_fault_names_file_and_line_and_what_was_expected(
    edition: Path, plant: Callable[[str, str, str], int]
) -> None:
    line = plant("map", "[linz, wels]", "[lintz, wels]")

    shown = CliRunner().invoke(main, ["edition", "check", str(edition), "--rules", "maria"])

    assert shown.exit_code == 1
    assert f"map.yaml:{line}: there is no city `lintz`; did you mean linz" in shown.output


def test_what_types_find_is_told_with_what_would_be_right(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    line = plant("map", "  B5: hearts", "  B5: harts")

    shown = CliRunner().invoke(main, ["edition", "check", str(edition), "--rules", "maria"])

    first, last = shown.output.splitlines()
    assert first.startswith(f"map.yaml:{line}: “harts” ")
    assert "hearts" in first
    assert last == "1 problem."


def test_faults_are_data_for_those_who_ask(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    line = plant("map", "[linz, wels]", "[lintz, wels]")

    shown = CliRunner().invoke(main, ["edition", "check", str(edition), "--rules", "maria", "--json"])

    (fault,) = json.loads(shown.output)["faults"]
    assert (fault["file"], fault["line"], fault["column"]) == ("map.yaml", line, 8)
    assert (fault["code"], fault["args"]["nearest"]) == ("road-to-nowhere", ["linz", "liegnitz"])


def test_all_faults_are_told_at_once(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    plant("map", "[linz, wels]", "[lintz, wels]")
    plant("armies", "troops: 26", "troops: 25")
    plant("politics", "{kind: election}", "{kind: elections}")

    assert codes(edition) == ["army-number", "road-to-nowhere", "not-a-choice"]


def test_what_follows_from_an_unreadable_city_is_not_told(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    plant("map", "name: Dresden, aliases: [Dresde, Drážďany, Drezno], board: bohemia", "name: Dresden, board: saxony")

    assert codes(edition) == ["not-a-choice"]


def test_the_next_city_after_an_unreadable_one_is_still_looked_at(
    edition: Path, plant: Callable[[str, str, str], int]
) -> None:
    plant("map", "{id: peitz, name: Peitz, aliases: [Picnjo], board: bohemia", "{id: peitz, name: Peitz, board: saxony")
    line = plant("map", "{id: beeskow, name: Beeskow,", "{id: Beeskow, name: Beeskow,")

    assert ("bad-id", line) in [(found.fault.problem.code, found.fault.place.line) for found in check(edition)]


def test_a_file_that_cannot_be_parsed_hides_no_problem_of_another(
    edition: Path, plant: Callable[[str, str, str], int]
) -> None:
    plant("armies", "  - id: bavaria\n", "  - id: [bavaria\n")
    plant("tracks", "zone: neutral", "zone: nowhere")
    (edition / "politics.yaml").unlink()

    assert codes(edition) == ["broken-syntax", "no-file", "not-a-choice"]


def test_a_missing_file_is_told(edition: Path) -> None:
    (edition / "tracks.yaml").unlink()

    assert [(found.file, found.fault.problem.code) for found in check(edition)] == [("tracks.yaml", "no-file")]


@pytest.mark.parametrize(
    ("raw", "code", "line"),
    [
        (b"", "empty-file", 1),
        (b"# nothing\n", "empty-file", 1),
        (b"- a list\n", "wrong-shape", 1),
        (b"display: []\n# caf\xe9\n", "not-utf8", 2),
        (b"display: []\n\x07\n", "broken-syntax", 2),
        (b"display: &all [prussia]\ntracks: *all\n", "alias", 1),
        (b"display: []\ntracks: " + b"[" * 900, "broken-syntax", 2),
        (b"display: " + b"[" * 3000, "broken-syntax", 1),
    ],
)
def test_a_file_that_is_none_is_told(edition: Path, raw: bytes, code: str, line: int) -> None:
    (edition / "tracks.yaml").write_bytes(raw)

    (found,) = check(edition)

    assert (found.file, found.fault.problem.code, found.fault.place.line) == ("tracks.yaml", code, line)


def test_broken_yaml_is_told_with_its_line(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    line = plant("armies", "  - id: bavaria\n", "  - id: [bavaria\n")

    (found,) = check(edition)

    assert (found.file, found.fault.problem.code) == ("armies.yaml", "broken-syntax")
    assert line <= found.fault.place.line <= line + 1


def test_a_doubled_key_is_told(edition: Path, plant: Callable[[str, str, str], int]) -> None:
    line = plant("armies", "    troops: 26\n", "    troops: 26\n    troops: 27\n")

    assert [(found.fault.problem.code, found.fault.place.line) for found in check(edition)] == [
        ("doubled-key", line + 1)
    ]


def test_what_the_check_can_read_can_be_played_with(edition: Path) -> None:
    """The check reads for faults and a game for speed: the check must not take what a game cannot."""
    chance = Random("edition")
    texts = {name: (HISTORICAL / f"{name}.yaml").read_text(encoding="utf-8") for name in FILES}
    readable = 0
    for _ in range(ROUNDS):
        name = chance.choice(FILES)
        words = list(re.finditer(r"[^\s,:\[\]{}#]+|[,:\[\]{}]", texts[name]))
        spot = chance.choice(words)
        other = chance.choice([*(word.group() for word in words), *ODD])
        raw = {each: text.encode() for each, text in texts.items()}
        raw[name] = f"{texts[name][: spot.start()]}{other}{texts[name][spot.end() :]}".encode()
        assert MARIA.edition_type is not None
        kind = MARIA.edition_type()
        if read_edition(raw, EditionType(files=kind.files, check=lambda files, unread: ())).faults:
            continue
        readable += 1
        data = {each: plain(text) for each, text in raw.items()}
        assert isinstance(msgspec.convert(data, EditionFiles), EditionFiles)
    assert readable
