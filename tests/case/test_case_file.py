from pathlib import Path

import pytest

from pbem.playtest.case_file import BadCase, RuleCase, read_cases


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "cases.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(folder: Path, text: str) -> tuple[RuleCase, ...]:
    return read_cases(write(folder, text))


def told(folder: Path, text: str | bytes) -> list[tuple[int, int, str]]:
    """Line, column and code of each fault of a file that cannot be read."""
    with pytest.raises(BadCase) as caught:
        read_cases(write(folder, text))
    return [(fault.place.line, fault.place.column, fault.problem.code) for fault in caught.value.faults]


def test_a_file_is_a_list_of_cases(tmp_path: Path) -> None:
    one, two = read(tmp_path, "- case: 1-one\n  about: First.\n- case: 1-two\n")

    assert (one.case, one.about, one.place.line) == ("1-one", "First.", 1)
    assert (two.case, two.about, two.place.line) == ("1-two", "", 3)


def test_a_file_may_be_one_case_alone(tmp_path: Path) -> None:
    (case,) = read(tmp_path, "case: 1-alone\n")

    assert case.case == "1-alone"


def test_an_empty_file_has_no_cases(tmp_path: Path) -> None:
    assert read(tmp_path, "# nothing yet\n") == ()


def test_a_sheet_is_a_block_or_yaml_or_a_list_of_these(tmp_path: Path) -> None:
    (case,) = read(
        tmp_path,
        """
- case: 1-sheets
  sheets:
    ann: |
      bid: 1
    ben: {bid: 2}
    cid:
      - "bid: 3"
      - {card: none}
""",
    )

    assert case.course[0].sheets == {"ann": ("bid: 1\n",), "ben": ("bid: '2'\n",), "cid": ("bid: 3", "card: none\n")}


def test_everything_expected_is_kept_as_text(tmp_path: Path) -> None:
    (case,) = read(tmp_path, "- case: 1-then\n  then: {facts: {round: 1, on: yes}, waits for: {ann: 1.bid}}\n")

    then = case.course[0].then
    assert {key: said.value for key, said in then.facts.items()} == {"round": "1", "on": "yes"}
    assert {seat: said.value for seat, said in then.waits_for.items()} == {"ann": "1.bid"}


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("- case: 1-a\n  abuot: B\n", [(2, 3, "unknown-key")]),
        ("- about: no name\n", [(1, 3, "missing-key")]),
        ("- case: [1]\n", [(1, 3, "missing-key")]),
        ("- a text\n", [(1, 3, "wrong-shape")]),
        ("- case: 1-a\n  given: [1]\n", [(2, 10, "wrong-shape")]),
        ("- case: 1-a\n  sheets: pass\n", [(2, 11, "wrong-shape")]),
        ("- case: 1-a\n  then: nothing\n", [(2, 9, "wrong-shape")]),
        ("- case: 1-a\n  then: {fact: {}}\n", [(2, 10, "unknown-key")]),
        ("- case: 1-a\n  then: {events: dealt}\n", [(2, 18, "wrong-shape")]),
        ("- case: 1-a\n  then: {events: [{moved: {a: 1}, dealt: {}}]}\n", [(2, 19, "not-an-event")]),
        ("- case: 1-a\n  then: {never: [[dealt]]}\n", [(2, 18, "not-an-event")]),
        ("- case: 1-a\n  then: {events: [{moved: Ann}]}\n", [(2, 27, "wrong-shape")]),
        ("- case: 1-a\n  then: {refused: [too-far]}\n", [(2, 20, "wrong-shape")]),
        ("- case: 1-a\n  then: {facts: [round]}\n", [(2, 17, "wrong-shape")]),
        ("- case: 1-a\n  then: {sees: {ann: 3}}\n", [(2, 22, "wrong-shape")]),
        ("- case: 1-a\n  then: {letter: {ann: hello}}\n", [(2, 24, "wrong-shape")]),
        ("- case: 1-a\n  then: {letter: {ann: {say: hello}}}\n", [(2, 25, "unknown-key")]),
        ("- case: 1-a\n  then: {letter: {ann: {says: [{a: 1}]}}}\n", [(2, 32, "wrong-shape")]),
        ("- case: 1-a\n  course: []\n", [(2, 11, "wrong-shape")]),
        ("- case: 1-a\n  course: {sheets: {}}\n", [(2, 11, "wrong-shape")]),
        ("- case: 1-a\n  course: [{sheet: {}}]\n", [(2, 13, "unknown-key")]),
        ("- case: 1-a\n  then: {}\n  course: [{}]\n", [(2, 3, "beside-course")]),
        ("- case: 1-a\n  silent: {ann: 1}\n", [(2, 11, "wrong-shape")]),
        ("- case: 1-a\n  until: [1]\n", [(2, 10, "wrong-shape")]),
        ("- case: 1-a\n  then: {facts: {round: 1}}\n  then: {}\n", [(3, 3, "doubled-key")]),
        ("- case: 1-a\n  then: {facts: {round: 1, round: 2}}\n", [(2, 28, "doubled-key")]),
        ("- case: 1-a\n  then: {[1]: 2}\n", [(2, 10, "key-not-text")]),
        ("- case: 1-a\n  given: {\n", [(3, 1, "broken-syntax")]),
        ("- case: 1-a\n...\n- case: 1-b\n", [(3, 1, "broken-syntax")]),
        (b"- case: M\xfcnchen\n", [(1, 1, "broken-syntax")]),
        ("- case: \x01\n", [(1, 1, "broken-syntax")]),
        ("- case: 1-a\n  x: 1\n- case: 1-b\n  y: 2\n", [(2, 3, "unknown-key"), (4, 3, "unknown-key")]),
    ],
)
def test_a_broken_file_says_where_and_what(
    tmp_path: Path, text: str | bytes, faults: list[tuple[int, int, str]]
) -> None:
    assert told(tmp_path, text) == faults


def test_a_broken_file_is_named_with_line_and_column(tmp_path: Path) -> None:
    path = write(tmp_path, "- case: 1-a\n  abuot: B\n")

    with pytest.raises(BadCase, match="unknown-key") as caught:
        read_cases(path)
    assert str(caught.value).startswith(f"{path}:2:3: unknown-key (key: abuot")
