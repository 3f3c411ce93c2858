import re
from pathlib import Path
from typing import get_args, get_origin

import pytest
import yaml

from pbem.playtest.case_file import read_cases
from pbem_maria.fixture.position import GivenPosition
from pbem_maria.ruleset import MARIA
from pbem_maria.unions import MariaEvents
from tests.maria.casebook import all_cases

ROOT = Path(__file__).parents[3]
assert MARIA.rulebook is not None
SECTIONS = yaml.safe_load(MARIA.rulebook.read_text(encoding="utf-8"))
NAMES = [case.case for _, case in all_cases()]
INSIDE_HOST = {"entered", "left"}


def section_of(case: str) -> str:
    return case.partition("-")[0]


def test_the_rulebook_lists_every_section_once() -> None:
    assert [section["section"] for section in SECTIONS] == list(range(1, 26))
    assert {section["status"] for section in SECTIONS} <= {"done", "later", "none"}


@pytest.mark.parametrize("section", [s["section"] for s in SECTIONS if s["status"] == "done"])
def test_a_section_that_is_done_has_a_case(section: int) -> None:
    assert any(section_of(name).partition(".")[0] == str(section) for name in NAMES)


@pytest.mark.parametrize("rule", ["10.1", "10.2", "10.3", "11.1", "11.2"])
def test_a_numbered_rule_has_a_case(rule: str) -> None:
    assert any(section_of(name) == rule for name in NAMES)


def test_every_case_is_named_after_a_section_that_is_done() -> None:
    done = {str(section["section"]) for section in SECTIONS if section["status"] == "done"}
    sections = {name: re.fullmatch(r"(\d+)(\.\d)?", section_of(name)) for name in NAMES}

    assert [name for name, section in sections.items() if not section or section[1] not in done] == []


def test_the_reference_of_cases_names_every_event() -> None:
    text = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
    tags = {str((get_origin(event) or event).__struct_config__.tag) for event in get_args(MariaEvents)}

    assert {tag for tag in tags - INSIDE_HOST if f"`{tag}`" not in text} == set()


def test_the_reference_of_cases_names_every_field_of_an_event() -> None:
    text = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in text.partition("### events")[2].splitlines() if line.startswith("|")]
    told = {tag: fields for _, tags, fields, *_ in rows for tag in re.findall(r"`([\w-]+)`", tags)}
    events = [get_origin(event) or event for event in get_args(MariaEvents)]
    fields = {(str(e.__struct_config__.tag), name.replace("_", " ")) for e in events for name in e.__struct_fields__}

    assert {(tag, name) for tag, name in fields if tag not in INSIDE_HOST and f"`{name}`" not in told[tag]} == set()


def test_the_reference_of_cases_names_every_key_of_a_position() -> None:
    text = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
    keys = {name.replace("_", " ") for name in GivenPosition.__struct_fields__}

    assert {key for key in keys if f"`{key}`" not in text} == set()


def test_the_examples_of_the_reference_pass(tmp_path: Path) -> None:
    from pbem.playtest.case_run import run_case

    text = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
    example = tmp_path / "example.yaml"
    example.write_text("".join(re.findall(r"```yaml\n(- case:.*?)```", text, re.DOTALL)), encoding="utf-8")

    assert [run_case(MARIA, example, case).differences for case in read_cases(example)] == [(), ()]


def test_the_reference_of_cases_names_every_code_that_cases_expect() -> None:
    text = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
    expected = [part.then for _, case in all_cases() for part in case.course]
    codes = {said.value["code"] for then in expected for said in (*then.refused, *(then.warned or ()))}

    assert {code for code in codes if f"`{code}`" not in text} == set()
