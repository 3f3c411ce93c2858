import json
from pathlib import Path

from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from tests.toy.game import RULESETS

GOOD = "- case: 2-good\n  sheets: {ann: {bid: 0}}\n  then: {waits for: {ann: nothing}}\n"
BAD = "- case: 2-bad\n  sheets: {ann: {bid: 9}}\n"
UNREADABLE = "- case: 2-unreadable\n  given: {runds: 1}\n"


def pbem_case(folder: Path, *texts: str, json: bool = False) -> Result:
    paths = [folder / f"{number}.yaml" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    args = ["case", "--rules", "toy", *map(str, paths), *(["--json"] if json else [])]
    return CliRunner().invoke(main, args, obj=Host(rulesets=RULESETS), catch_exceptions=False)


def test_cases_that_pass_exit_with_0(tmp_path: Path) -> None:
    result = pbem_case(tmp_path, GOOD)

    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["pass  2-good", "1 cases, 1 pass, 0 fail"]


def test_one_failure_exits_with_1_and_all_are_run(tmp_path: Path) -> None:
    result = pbem_case(tmp_path, BAD + UNREADABLE, "- case: {", GOOD)

    assert result.exit_code == 1
    assert [line for line in result.stdout.splitlines() if line[:4] in ("pass", "FAIL")] == [
        "FAIL  2-bad",
        "FAIL  2-unreadable",
        f"FAIL  {tmp_path / '1.yaml'}",
        "pass  2-good",
    ]
    assert result.stdout.splitlines()[-1] == "4 cases, 1 pass, 3 fail"


def test_what_cannot_be_read_is_shown_with_line_column_and_caret(tmp_path: Path) -> None:
    told = pbem_case(tmp_path, UNREADABLE).stdout

    assert "There is no key “runds” here." in told
    assert "line 2, column 11" in told
    assert "  given: {runds: 1}\n     |           ^" in told
    assert "Try: rounds" in told


def test_the_results_as_data(tmp_path: Path) -> None:
    result = pbem_case(tmp_path, BAD + GOOD + UNREADABLE, json=True)

    bad, good, unreadable = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (bad["case"], good["case"], unreadable["case"]) == ("2-bad", "2-good", "2-unreadable")
    assert bad["file"] == str(tmp_path / "0.yaml")
    assert bad["differences"][0].startswith("refused unexpectedly: ann: bid-too-high")
    assert (good["differences"], good["problems"]) == ([], [])
    assert [(p["code"], p["line"], p["column"]) for p in unreadable["problems"]] == [("unknown-key", 7, 11)]
