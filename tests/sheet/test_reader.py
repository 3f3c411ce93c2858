from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.engine.decision import Decision
from pbem.engine.order import Order, Problem, Weight
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon, Named
from pbem.engine.table import Step
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_plain, write_sheet
from tests.sheet.orders import LEXICON, Errands, Move, Plan, Strict, Turn


def codes(sheet: ReadSheet[Any]) -> list[str]:
    return [each.problem.code for each in sheet.faults]


FAULTY = """\
--- # a sheet with a fault of every sort
mvoes: [Prag]
moves:
  - Prag > Wiem
  - {a: b}
troops:
  Belle-Isle: six
  Nobody: 3
hold: [Frankfurt, Linz]
plan: {play: some, at most: }
passes: perhaps
note: [x]
"""


def test_all_faults_are_told_at_once_each_at_its_place() -> None:
    sheet = read_sheet(FAULTY, Turn, LEXICON)
    assert sheet.order is None
    assert [(f.problem.code, f.place.line, f.place.column, f.place.width) for f in sheet.faults] == [
        ("unknown-key", 2, 1, 5),
        ("unknown-name", 4, 12, 4),
        ("not-a-move", 5, 5, 6),
        ("not-a-number", 7, 15, 3),
        ("unknown-name", 8, 3, 6),
        ("unclear-name", 9, 8, 9),
        ("unclear-name", 9, 19, 4),
        ("not-a-choice", 10, 14, 4),
        ("no-value", 10, 28, 1),
        ("not-yes-or-no", 11, 9, 7),
        ("wrong-shape", 12, 7, 3),
    ]


def test_faults_say_what_would_be_right() -> None:
    by_code = {f.problem.code: f.problem for f in reversed(read_sheet(FAULTY, Turn, LEXICON).faults)}
    assert by_code["unknown-key"].args["nearest"] == ("moves",)
    assert by_code["unknown-name"].args["nearest"] == ("Wien",)
    assert by_code["unknown-name"].path == ("moves", 0)
    assert by_code["unclear-name"].args["candidates"] == ("Frankfurt am Main", "Frankfurt an der Oder")
    assert by_code["not-a-choice"].args["words"] == ("highest", "lowest")
    assert by_code["wrong-shape"].args == {"wanted": "text", "got": "list"}


def test_what_must_be_there_is_missed() -> None:
    assert codes(read_sheet("cards: 3", Strict, LEXICON)) == ["missing-key"]
    assert codes(read_sheet("cards:\ngoal: Prag", Strict, LEXICON)) == ["no-value"]


def test_a_key_without_a_value_is_never_taken_for_an_order_of_nothing() -> None:
    sheet = read_sheet("passes: no\nplan: {at most: }\nmoves:\nnote:", Turn, LEXICON)
    assert [(f.problem.code, f.place.line, f.problem.args["key"]) for f in sheet.faults] == [
        ("no-value", 2, "at most"),
        ("no-value", 3, "moves"),
        ("no-value", 4, "note"),
    ]
    assert read_sheet("moves: []\ntroops: {}", Turn, LEXICON).order == Turn()


def test_a_group_of_keys_may_stand_open_above_the_examples_of_a_form() -> None:
    assert read_sheet("plan:\n#   at most: 3\n", Turn, LEXICON).order == Turn()
    assert codes(read_sheet("moves:\n#   - Prag\nplan:\n", Turn, LEXICON)) == ["no-value", "no-value"]


def test_a_key_whose_lines_are_not_indented_is_told_once() -> None:
    assert codes(read_sheet("troops:\nBelle-Isle: 6\nKarl: 2", Turn, LEXICON)) == ["indent-understood"]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("plan: {at most: 3}", Turn(plan=Plan(at_most=3))),
        ("plan: {At-Most: 3}", Turn(plan=Plan(at_most=3))),
        ("plan: {at_most: +3, play: HIGHEST}", Turn(plan=Plan(at_most=3, play="highest"))),
        ("moves: Prag", Turn(moves=(Move(("prag",)),))),
        ("troops:\n- Belle-Isle: 6\n- Lothringen: 2", Turn(troops={"belle-isle": 6, "karl": 2})),
        ("hold: [Prag, Belle-Isle]", Turn(hold=frozenset({"prag", "belle-isle"}))),
        ("passes: ja", Turn(passes=True)),
        ("passes: No", Turn()),
        ("tags: [no, '10:30', 010]", Turn(tags=("no", "10:30", "010"))),
    ],
)
def test_the_form_is_free_and_the_meaning_exact(text: str, order: Turn) -> None:
    sheet = read_sheet(text, Turn, LEXICON)
    assert sheet.order == order
    assert sheet.faults == ()


def test_every_part_of_an_order_has_its_place() -> None:
    sheet = read_sheet("moves:\n  - Prag > Wien\ntroops: {Belle-Isle: 6}", Turn, LEXICON)
    places = {path: (place.line, place.column) for path, place in sheet.places.items()}
    assert places[()] == (1, 1)
    assert places["moves",] == (1, 1)
    assert places["moves", 0] == (2, 5)
    assert places["moves", 0, "path", 1] == (2, 12)
    assert places["troops", "belle-isle"][0] == 3


class Judge(Step, frozen=True):
    def check(self, view: Any, decision: Decision, order: Any) -> Iterator[Problem]:
        for index, move in enumerate(order.moves):
            if move.path[-1] == "wien":
                yield Problem("not-to-wien", ("moves", index, "path", 1, "deeper"), rule="10.3")
        if order.note == "dull":
            yield Problem("dull", ("note",), weight=Weight.unwise)


DECISION = Decision(key="1.a", seat="a", takes=Turn)


def test_a_problem_is_told_at_the_nearest_place_that_the_sheet_has() -> None:
    sheet = check_sheet("note: dull\nmoves:\n  - Prag\n  - Linz > Wien", Judge(), DECISION, Position(), LEXICON)
    assert [(f.problem.code, f.place.line, f.place.column) for f in sheet.faults] == [
        ("dull", 1, 1),
        ("not-to-wien", 4, 12),
    ]
    assert sheet.order is None


def test_a_warning_does_not_stop_a_sheet() -> None:
    sheet = check_sheet("note: dull", Judge(), DECISION, Position(), LEXICON)
    assert codes(sheet) == ["dull"]
    assert sheet.order == Turn(note="dull")


def test_the_rest_of_an_unreadable_sheet_is_judged_and_never_carried_out() -> None:
    sheet = check_sheet("troops: {Nobody: 3}\nmoves:\n  - Linz > Wien", Judge(), DECISION, Position(), LEXICON)
    assert codes(sheet) == ["unknown-name", "not-to-wien"]
    assert sheet.order is None


WORDS = ["moves", "troops", "plan", "at most", "Prag", "Belle-Isle", "7", "♥", "~", "<<"]
MARKS = [*":-[]{},#'\"&*!%@|>?\\“”’–…：", ": ", "- ", " #2", "&a", "*a", "!t", "---", "..."]
SPACES = [*" \n\t\r\0", "\n  ", "\u00a0", "\u200b", "\ufeff", "\x85", "\u2028"]
PIECES = st.sampled_from([*WORDS, *MARKS, *SPACES])


@given(
    st.text()
    | st.lists(PIECES | st.just("\ud800"), max_size=30).map("".join)
    | st.binary().map(lambda raw: raw.decode("utf-8", "replace"))
    | st.binary().map(lambda raw: raw.decode("latin-1"))
)
@example("---")
@example("? ")
@example("note: \\")
def test_no_text_breaks_the_reader(text: str) -> None:
    for wanted in (Turn, Strict):
        sheet = read_sheet(text, wanted, LEXICON)
        assert (sheet.order is None) == any(each.problem.stops for each in sheet.faults)
        lines = text.splitlines() or [""]
        for each in sheet.faults:
            assert 1 <= each.place.line <= len(lines) + 1
            assert each.place.column >= 1
            if each.place.line <= len(lines):
                assert each.place.column <= len(lines[each.place.line - 1]) + 1


cities = st.sampled_from(sorted(LEXICON.kinds["city"]))
generals = st.sampled_from(["karl", "belle-isle", "arenberg"])
words = st.text(max_size=20) | st.lists(PIECES, max_size=4).map("".join)
plans = st.builds(Plan, play=st.sampled_from(["lowest", "highest"]), at_most=st.integers(-99, 99))
turns = st.builds(
    Turn,
    passes=st.booleans(),
    moves=st.lists(st.lists(cities, min_size=1, max_size=6).map(lambda p: Move(tuple(p))), max_size=4).map(tuple),
    troops=st.dictionaries(generals, st.integers(-99, 99)),
    hold=st.frozensets(st.sampled_from(["prag", "hradec", "karl", "frankfurt-oder"])),
    plan=st.none() | plans,
    note=words,
    tags=st.lists(words, max_size=5).map(tuple),
)


@given(turns)
@example(Turn())
@example(Turn(note="", tags=("",)))
def test_what_is_written_is_read_back(turn: Turn) -> None:
    text = write_sheet(turn, LEXICON)
    sheet = read_sheet(text, Turn, LEXICON)
    assert sheet.order == turn, text
    assert sheet.faults == (), text


def test_a_written_sheet_looks_like_one_of_a_player() -> None:
    turn = Turn(
        moves=(Move(("prag", "hradec")), Move(("wien",))),
        troops={"belle-isle": 6},
        plan=Plan(at_most=3),
        tags=("a: b",),
    )
    assert write_sheet(turn, LEXICON) == (
        "moves: [Prag > Königgrätz, Wien]\ntroops: {Belle-Isle: 6}\nplan: {at most: 3}\ntags: ['a: b']\n"
    )


def test_lines_that_should_stand_further_right_belong_to_the_key_above_and_are_told_of_once() -> None:
    sheet = read_sheet("troops:\nBelle-Isle: 5\nKarl: 3\nnote: all of it\n", Turn, LEXICON)
    assert sheet.order == Turn(troops={"belle-isle": 5, "karl": 3}, note="all of it")
    (told,) = sheet.faults
    assert (told.problem.code, told.place.line, told.problem.stops) == ("indent-understood", 2, False)
    assert (told.problem.args["key"], told.problem.args["under"]) == ("Belle-Isle", "troops")


def test_what_is_wrong_with_lines_that_should_stand_further_right_is_told() -> None:
    sheet = read_sheet("troops:\nTraun: 5\nKarl: 3\nplon: [Prag]\n", Turn, LEXICON)
    assert [(f.problem.code, f.place.line) for f in sheet.faults if f.problem.stops] == [
        ("unknown-name", 2),
        ("unknown-key", 4),
    ]


def test_a_key_without_a_value_has_nothing_below_it_that_it_cannot_hold() -> None:
    for text in ("note:\nTraun: 5\n", "troops:\nplon: [Prag]\n"):
        assert codes(read_sheet(text, Turn, LEXICON)) == ["no-value", "unknown-key"], text


def test_a_type_that_reads_itself_may_be_written_with_its_keys() -> None:
    sheet = read_sheet("errands:\n- Belle-Isle to Linz\n- {who: Belle-Isle, goal: Wien, days: 3}\n", Errands, LEXICON)
    assert sheet.order is not None
    assert [(each.who, each.goal, each.days) for each in sheet.order.errands] == [
        ("belle-isle", "linz", 1),
        ("belle-isle", "wien", 3),
    ]
    assert sheet.places["errands", 1, "goal"].column == 21
    text = write_sheet(sheet.order, LEXICON)
    assert text == "errands:\n  - Belle-Isle to Linz\n  - {who: Belle-Isle, goal: Wien, days: 3}\n"
    assert read_sheet(text, Errands, LEXICON).order == sheet.order


def test_what_is_too_long_for_one_line_is_written_in_several() -> None:
    one = [{"a": "1" * 30}, {"b": "2" * 40}]
    plain = {"do": [{"one": one}, {"two": "x" * 50, "three": "y" * 50}, {"four": {"c": "3"}}]}
    assert write_plain(plain).splitlines() == [
        "do:",
        "  - one:",
        f"      - a: {'1' * 30}",
        f"      - b: {'2' * 40}",
        f"  - two: {'x' * 50}",
        f"    three: {'y' * 50}",
        "  - four: {c: 3}",
    ]


def test_a_list_of_one_needs_no_dash_though_its_type_reads_itself() -> None:
    sheet = read_sheet("errands: {who: Belle-Isle, goal: Wien}", Errands, LEXICON)
    assert sheet.order is not None
    assert [(each.who, each.goal) for each in sheet.order.errands] == [("belle-isle", "wien")]


def test_the_keys_of_a_type_that_reads_itself_are_checked() -> None:
    sheet = read_sheet("errands:\n- Nobody to Nowhere\n- {who: Belle-Isle, gaol: Wien}\n", Errands, LEXICON)
    assert sheet.order is None
    assert codes(sheet) == ["unknown-name", "unknown-name", "unknown-key"]


def test_a_name_may_hold_what_is_written_between_names() -> None:
    class Stops(Order, frozen=True):
        stops: tuple[Annotated[str, Named("city", " and ", ",")], ...] = ()

    cities = Lexicon({"city": {"both": ("Buda and Pest",), "buda": ("Buda",), "linz": ("Linz, Upper",)}})
    for text in ("Buda and Pest", "[Buda and Pest]"):
        assert read_sheet(f"stops: {text}", Stops, cities).order == Stops(stops=("both",))
    assert read_sheet("stops: Linz, Upper", Stops, cities).order == Stops(stops=("linz",))
    for text in ("Linz, Upper and Buda and Pest", "['Linz, Upper', Buda and Pest]"):
        assert read_sheet(f"stops: {text}", Stops, cities).order == Stops(stops=("linz", "both"))
    assert [f.problem.code for f in read_sheet("stops: Buda and Prest", Stops, cities).faults] == ["unknown-name"]


@pytest.mark.parametrize(("plain", "text"), [({}, "{}\n"), ([], "[]\n")])
def test_what_holds_nothing_is_written_as_what_it_is(plain: object, text: str) -> None:
    assert write_plain(plain) == text
