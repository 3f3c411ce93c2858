import ast
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem.engine.reading import Lexicon
from pbem.report.words import BadPhrase, Words, missing

WORDS = Words((), Lexicon({}))
ARGS: dict[str, Any] = {
    "size": 70_000, "limit": 20, "character": "U+0007", "count": 2, "what": "quote", "text": "Lintz", "first": 1,
    "last": 2, "key": "moves", "under": "troops", "line": 3, "quote": '"', "bracket": "[", "problem": "odd",
    "wanted": "list", "got": "text", "nearest": ("Linz", "Enns"), "keys": ("moves",), "words": ("keep", "last"),
    "kinds": ("city", "general"), "candidates": ("Linz", "Linz an der Donau"), "seats": ("red", "blue"), "seat": "red",
    "name": "Linz", "lines": [1, 12], "names": ["a.yaml"], "second": 9, "word": "hold", "start": "2026-12-24",
    "most": 100, "end": "2026-12-20", "command": "hold", "charset": "cp1252", "port": 99999, "number": 0, "least": 1,
    "mark": ">", "warned": False, "where": "after", "headings": ("your bid", "your impulse"),
    "meanings": ("moves: Linz", "hussars: Linz"), "meant": "Karl: 3", "several": (), "near": (), "best": (), "more": 0,
    "after": "24 hours", "notice": "48 hours", "came": "faulty", "rung": "wait", "rungs": ("remind", "default"),
    "steps": (("remind",), ("bot", "default")),
    "right": "2026-12-24", "to": "Louis XV", "missed": "", "unit": "lines", "in_all": "6 days", "each": "2 days",
    "plain": ("moves: Linz",), "html": ("moves: Enns",),
    "other": "The Sultan", "by": "Old_Fritz", "writer": "chloe76", "writers": ("Old_Fritz",), "times": 2,
    "game": "silesia-7",
    "ours": "silesia-8", "account": "chloe76", "counting": datetime(2026, 12, 20, 9, tzinfo=UTC),
    "left": 3, "at": datetime(2026, 12, 20, 9, tzinfo=UTC), "zone": "Europe/Paris", "said": "yes",
    "wrong": "", "like": "Karl: 3", "reads": False, "kind": "bgg", "missing": ("thread",),
}  # fmt: skip


TO_TYPE = {
    "unknown-command",
    "unknown-heading",
    "unknown-key",
    "unknown-kind",
    "unknown-name",
    "unknown-plan",
    "range-reversed",
    "not-a-choice",
    "no-such-seat",
}
"""Remedies that are the very thing to type; all others are sentences."""


@pytest.mark.parametrize("group", ["problems", "remedies"])
def test_every_problem_of_the_host_can_be_said(group: str) -> None:
    for code in WORDS.keys(group):
        stops = not (group == "remedies" and code in TO_TYPE)
        assert WORDS.phrase(group, code, ARGS).endswith(".") is stops, code


SAYING = (
    "fault",
    "blame",
    "tell",
    "Problem",
    "MailNote",
    "FoundOrders",
    "EmailContents",
    "CommandMisread",
    "_wrong",
    "_faulty",
)


def codes() -> set[str]:
    """The codes of problems in the host's own modules."""
    found: set[str] = set()
    for module in Path(pbem.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in SAYING:
                given = [*call.args, *(key.value for key in call.keywords if key.arg == "problem")]
                texts = [arg.value for arg in given if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
                found.update(text for text in texts[:1] if text)
    return found


def test_every_problem_in_the_host_s_modules_has_a_phrase() -> None:
    assert {"unknown-name", "found-by-shape", "two-sheets", "too-many-lines", "absent-dates"} <= codes()
    of_editions = set(WORDS.keys("edition"))
    assert missing(WORDS, {"problems": sorted(codes() - of_editions)}) == []


def test_remedies_belong_to_problems() -> None:
    assert set(WORDS.keys("remedies")) <= set(WORDS.keys("problems"))


@pytest.mark.parametrize(
    ("group", "code", "args", "said"),
    [
        ("problems", "unknown-name", {"text": "{{ x }}\n[b]", "kinds": ("city",)},
         "There is no city called “{{ x }} [b]”."),
        ("remedies", "unknown-name", {"nearest": ("Linz", "Enns")}, "Linz or Enns"),
        ("remedies", "unknown-name", {"nearest": ()},
             "Write the name as letters do; the command “position” sends them all."),
        ("labels", "no-story", {"first": True}, "Nothing public has happened yet."),
        ("remedies", "unknown-key", {"key": "x", "nearest": (), "keys": ("moves", "at most")}, "moves or at most"),
        (
            "remedies",
            "unknown-key",
            {"key": "To France", "nearest": (), "keys": ("moves",)},
            "write it above the sheet, where words to other players stand",
        ),
        ("problems", "not-indented", {"key": "Karl", "under": "troops"},
         "“Karl” is not indented below “troops”, so it does not belong to it, and there is no such key here."),
        ("problems", "wrong-shape", {"wanted": "mapping", "got": "list"},
         "Expected `key: value` pairs, found a list."),
        ("remedies", "wrong-shape", {"wanted": "mapping", "got": "text", "keys": ("cards", "losses")},
         "Write one `key: value` per line, with a key such as `cards` or `losses`."),
        ("problems", "not-a-moment", {}, "This is not a time of the week."),
        ("problems", "colon-expected", {"text": "x" * 200}, f"“{'x' * 59}…” lacks its colon."),
    ],
)  # fmt: skip
def test_sentences(group: str, code: str, args: dict[str, Any], said: str) -> None:
    assert WORDS.phrase(group, code, args) == said


def test_one_line_is_not_said_to_be_several() -> None:
    assert WORDS.phrase("problems", "found-by-shape", {"first": 5, "last": 5}) == (
        "No `---` or `...` was found; line 5 of the email was read as the sheet."
    )


@pytest.mark.parametrize(
    "what", ["blank", "invisible", "quote", "bullet", "marker", "bracket", "wide", "tab", "line-end"]
)
def test_every_mending_has_a_name(what: str) -> None:
    assert WORDS.phrase("problems", "text-mended", {"what": what, "count": 1}).endswith("(1 time, first here).")
    with pytest.raises(BadPhrase):
        WORDS.phrase("problems", "text-mended", {"what": f"no {what}", "count": 1})
