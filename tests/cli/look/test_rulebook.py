"""`pbem show --rulebook` and `--options`: what is built, how many cases there are, and what a group may choose."""

import json
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from tests.toy.ruleset import TOY

LIST = """\
- {section: 1, title: Dealing, status: done}
- {section: 2, title: "Rounds: bids and impulses", status: done}
- {section: 3, title: Standing orders, status: later}
"""
CASES = """\
- case: 2-a-bid
- case: 2.3-a-reaction
- case: 21-something-else
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a rulebook and cases, and no game."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rulebook.yaml").write_text(LIST, encoding="utf-8")
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "02.yaml").write_text(CASES, encoding="utf-8")
    (tmp_path / "cases" / "01.yaml").write_text("- case: 1-a-deal\n", encoding="utf-8")
    return tmp_path


def show(here: Path, *args: str, code: int = 0) -> Result:
    rulesets = {"toy": msgspec.structs.replace(TOY, rulebook=here / "rulebook.yaml")}
    command = ["show", "--rulebook", "--rules", "toy", *args]
    result = CliRunner().invoke(main, command, obj=Host(rulesets=rulesets), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def test_each_section_is_listed_with_its_cases(here: Path) -> None:
    found = json.loads(show(here, "--cases", "cases", "--json").stdout)
    assert [(one["section"], one["status"], one["cases"]) for one in found] == [
        (1, "done", 1),
        (2, "done", 2),
        (3, "later", 0),
    ]
    shown = show(here, "--cases", "cases").output
    assert "Rounds: bids and impulses   done     2" in shown
    assert "done: 2, later: 1; 3 cases." in shown


def test_a_case_counts_for_the_narrowest_section_that_is_listed(here: Path) -> None:
    (here / "rulebook.yaml").write_text(
        "- {section: 2, title: Rounds, status: done}\n"
        "- {section: '2.3', title: Reactions, status: ours}\n"
        "- {section: '2.31', title: Silence, status: by decree}\n",
        encoding="utf-8",
    )
    (here / "cases" / "02.yaml").write_text(
        "".join(f"- case: {name}\n" for name in ("2.2-x", "2.3-x", "2.30-x", "2.31-x", "2.312 x", "2-x", "21-x")),
        encoding="utf-8",
    )
    found = json.loads(show(here, "--cases", "cases", "--json").stdout)
    assert [(one["section"], one["cases"]) for one in found] == [(2, 2), ("2.3", 2), ("2.31", 2)]


def test_a_case_without_a_section_counts_for_that_of_its_file(here: Path) -> None:
    (here / "cases" / "02.yaml").write_text("- case: H21 a reaction\n- case: 1-x\n", encoding="utf-8")
    found = json.loads(show(here, "--cases", "cases", "--json").stdout)
    assert [one["cases"] for one in found] == [2, 1, 0]


def test_without_case_files_the_numbers_are_left_open(here: Path) -> None:
    assert [one["cases"] for one in json.loads(show(here, "--json").stdout)] == [None, None, None]
    assert "done: 2, later: 1." in show(here).output


def test_a_case_file_that_cannot_be_read_is_named(here: Path) -> None:
    (here / "cases" / "03.yaml").write_text("- cases: 3-x\n", encoding="utf-8")
    result = show(here, "--cases", "cases")
    assert "03.yaml:1:3: unknown-key" in result.stderr
    assert "3 cases." in result.stdout


def test_rules_without_a_list_of_sections_say_so() -> None:
    result = CliRunner().invoke(main, ["show", "--rulebook", "--rules", "toy"], obj=Host(rulesets={"toy": TOY}))
    assert result.exit_code == 2
    assert "do not list their rulebook" in result.stderr


def test_without_the_rulebook_it_wants_to_know_what_to_show() -> None:
    result = CliRunner().invoke(main, ["show"])
    assert result.exit_code == 2
    assert "--rulebook" in result.stderr


class Options(msgspec.Struct, frozen=True):
    quick: Literal["no", "yes"] = "yes"
    big_hands: Annotated[Literal["yes", "no"], "long"] = "yes"


class Settings(msgspec.Struct):
    options: Options = Options()


def test_options_are_listed_with_the_usual_value_first(here: Path) -> None:
    said = {f"{name}-{value}": f"{name} {value}" for name in ("quick", "big-hands") for value in ("yes", "no")}
    (here / "phrases.en.yaml").write_text(json.dumps({"readings": said}), encoding="utf-8")
    toy = msgspec.structs.replace(TOY, settings=Settings, words=(*TOY.words, here))
    command = ["show", "--options", "--rules", "toy", "--json"]
    result = CliRunner().invoke(main, command, obj=Host(rulesets={"toy": toy}), catch_exceptions=False)
    assert [tuple(one.values()) for one in json.loads(result.stdout)] == [
        ("quick", "yes", "quick yes", ""),
        ("quick", "no", "quick no", ""),
        ("big hands", "yes", "big-hands yes", "long"),
        ("big hands", "no", "big-hands no", "long"),
    ]


def test_rules_without_options_say_so() -> None:
    result = CliRunner().invoke(main, ["show", "--options", "--rules", "toy"], obj=Host(rulesets={"toy": TOY}))
    assert result.exit_code == 2
    assert "have no options" in result.stderr
