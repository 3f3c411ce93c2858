"""A game.yaml that cannot be read as a whole is told as that, before any rules are looked for."""

import codecs
from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.referee.game import NoRules
from pbem.settings.game import BadSettings, read_mail, rules_of
from tests.toy.game import GAME_YAML, RULESETS


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (GAME_YAML + "title: " + "[" * 400 + "]" * 400 + "\n", "too-deep", GAME_YAML.count("\n") + 1),
        (GAME_YAML.replace("rules: toy", "rules:"), "no-value", None),
    ],
)
def test_the_true_fault_is_told(tmp_path: Path, text: str, code: str, line: int | None) -> None:
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(BadSettings) as wrong:
        opening.look(tmp_path, RULESETS)
    (fault,) = wrong.value.faults
    assert fault.problem.code == code
    assert line in (None, fault.place.line)


NAMED = GAME_YAML.replace("seats:", "# Chloé\nseats:", 1)


@pytest.mark.parametrize(
    "charset", ["cp1252", "latin-1", "mac-roman", "cp1250", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
@pytest.mark.parametrize("marked", [True, False])
def test_a_file_that_is_not_in_utf_8_is_refused_with_its_line(tmp_path: Path, charset: str, marked: bool) -> None:
    marks = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
    mark = marks.get(charset, b"") if marked else b""
    (tmp_path / "game.yaml").write_bytes(mark + NAMED.encode(charset))
    for read in (lambda: opening.look(tmp_path, RULESETS), lambda: read_mail(tmp_path / "game.yaml")):
        with pytest.raises(BadSettings) as wrong:
            read()
        (fault,) = wrong.value.faults
        line = 1 if charset.startswith("utf") else NAMED.split("\n").index("# Chloé") + 1
        assert (fault.problem.code, fault.place.line) == ("not-utf-8", line)
        assert "Chlo" in wrong.value.text


def test_a_file_that_lost_a_letter_before_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(NAMED.replace("é", "\ufffd"), encoding="utf-8")
    with pytest.raises(BadSettings) as wrong:
        opening.look(tmp_path, RULESETS)
    (fault,) = wrong.value.faults
    assert (fault.problem.code, fault.place.line) == ("not-utf-8", NAMED.split("\n").index("# Chloé") + 1)


@pytest.mark.parametrize("name", ["Chloé", "Jürgen", "Ünsal", "Jérôme"])
def test_a_name_that_was_saved_as_utf_8_twice_is_refused_with_its_line(tmp_path: Path, name: str) -> None:
    text = GAME_YAML.replace("Ünsal", name)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert rules_of(tmp_path / "game.yaml") == "toy"
    (tmp_path / "game.yaml").write_bytes(text.encode().decode("cp1252").encode())
    with pytest.raises(BadSettings) as wrong:
        opening.look(tmp_path, RULESETS)
    (fault,) = wrong.value.faults
    assert fault.problem.code == "not-utf-8"
    assert name in fault.problem.args["text"]


def test_a_comment_that_was_saved_as_utf_8_twice_stops_no_game(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(NAMED.replace("é", "Ã©"), encoding="utf-8")
    assert rules_of(tmp_path / "game.yaml") == "toy"


def test_a_mark_at_the_beginning_of_a_file_in_utf_8_is_no_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes(codecs.BOM_UTF8 + NAMED.encode())
    assert rules_of(tmp_path / "game.yaml") == "toy"


@pytest.mark.parametrize("address", ["mailto:ann@example.org", "MAILTO:ann@example.org", "<ann@example.org>"])
def test_an_address_with_more_than_itself_is_refused_with_what_it_should_be(tmp_path: Path, address: str) -> None:
    text = GAME_YAML.replace("address: ann@example.org", f"address: '{address}'")
    assert text != GAME_YAML
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(BadSettings) as wrong:
        opening.settings_in(tmp_path, RULESETS)
    found = [fault.problem.args["plain"] for fault in wrong.value.faults if fault.problem.code == "bad-address"]
    assert set(found) == {"ann@example.org"}


def test_a_game_without_rules_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME_YAML.replace("rules: toy\n", ""), encoding="utf-8")
    with pytest.raises(NoRules, match="does not say which game's rules"):
        opening.look(tmp_path, RULESETS)
