"""Sheets as players write them say at first try what their writers mean."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from pbem.engine.reading import Lexicon
from pbem.sheet.reader import read_sheet
from pbem_maria.orders.standing import HussarOrders
from tests.mail.corpus.games import Board, data, maria_of_each

SHEETS = yaml.safe_load(Path(__file__).with_name("natural_sheets.yaml").read_text(encoding="utf-8"))
WRITTEN = [
    (seat, text, each["plain"]) for seat, sheets in SHEETS.items() for each in sheets for text in each["written"]
]


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Board]:
    return maria_of_each(tmp_path_factory.mktemp("natural"))


@pytest.mark.parametrize(("seat", "written", "plain"), WRITTEN, ids=[text for _, text, _ in WRITTEN])
def test_a_sheet_is_accepted_as_it_is_written(boards: Mapping[str, Board], seat: str, written: str, plain: str) -> None:
    found = boards[seat].check(written)
    assert found.order is not None, [each.problem for each in found.faults]
    assert data(found.order) == data(boards[seat].check(plain).order)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("moves:\n  - Belle-Isle (8): Eger\n", ("Belle-Isle (8)", "Belle-Isle")),
        ("moevs:\n  - Belle-Isle: Eger\n", ("moevs", "moves")),
        ("moves:\n  - Törring: München, main roads\n", ("München, main roads", "München")),
        (
            "propose: {with: Frederick, kind: no agression, until: turn 3}\n",
            ("no agression", "no aggression"),
        ),
    ],
)
def test_what_is_read_otherwise_than_written_is_said_back(
    boards: Mapping[str, Board], written: str, said: tuple[str, str]
) -> None:
    found = boards["louis"].check(written)
    assert found.order is not None
    assert said in [
        (each.problem.args["text"], each.problem.args["meant"])
        for each in found.faults
        if each.problem.code == "read-as"
    ]


@pytest.mark.parametrize(
    "written",
    [
        "moves:\n  - Belle-Isle (if Broglie stays): Eger\n",
        "moves:\n  - Belle-Isle: Eger (not Weiden)\n",
        "moves:\n  - Belle-Isle: Eger (attack only if Karl is weak)\n",
        "moves:\n  - Belle-Isle: Eger (joins no one)\n",
        "moves:\n  - Belle-Isle: Eger (joins nobody)\n",
        "moves:\n  - Belle-Isle: Eger (attacks Karl tomorrow)\n",
        "Törring: none\n",
        "Törring: nothing\n",
        "moves:\n  - Belle-Isle: Eger. Attack if they are there\n",
        "Belle-Isle: Eger, attack Karl\nTörring: Landshut (attack Traun with ♠)\nFT2: Regensburg\nsubsidy: yes\n",
        "declin: [1]\n",
        "passe: yes\n",
        "moves:\n  - Belle-Isle: Eger\nstanding: {default: lowest that leads}\n",
        "Orders for turn 2:\n  moves:\n  - Belle-Isle: Eger\nOrders for turn 3:\n  moves:\n  - Törring: Cham\n",
        "Orders for Bavaria unless Prussia moves:\n  moves:\n  - Törring: Cham\n",
        "Orders for winter:\n  moves:\n  - Törring: Cham\n",
        "Belle-Isle: Pilsen?\n",
        "French train 2: Regensburg?\n",
        "Belle-Isle?: Eger\n",
        "Orders for France:\n  combat: lowest\nOrders for Bavaria:\n  combat: highest\n",
    ],
)
def test_what_may_be_meant_otherwise_is_asked_about(boards: Mapping[str, Board], written: str) -> None:
    assert boards["louis"].check(written).order is None


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("hussar 1: Prerau\nhussar 2: stay\n", "hussars: [Prerau, stay]"),
        ("hussar 1 to Prerau\nhussar 2 stays\n", "hussars: [Prerau, stay]"),
        ("hussars:\n  2nd: Prerau, else Wien\n  1st: stay\n", "hussars: [stay, Prerau or Wien]"),
        ("hussars:\n  second hussar: Prerau\n", "hussars: [stay, Prerau]"),
        ("hussars: none\n", "hussars: []"),
        ("First hussar to Prerau, or else it stays\nsecond hussar stays\n", "hussars: [Prerau or stay, stay]"),
    ],
)
def test_hussars_are_named_one_by_one(written: str, plain: str) -> None:
    lexicon = Lexicon({"city": {"prerau": ("Prerau",), "wien": ("Wien",)}})
    order = read_sheet(written, HussarOrders, lexicon).order
    assert order is not None
    assert order == read_sheet(plain, HussarOrders, lexicon).order


@pytest.mark.parametrize(
    "written", ["hussar 3: Prerau\n", "hussars:\n  1st: Prerau\n  first: Wien\n", "hussar 1: Prerau\nthe other stays\n"]
)
def test_a_hussar_that_there_is_not_or_that_is_named_twice_is_refused(written: str) -> None:
    lexicon = Lexicon({"city": {"prerau": ("Prerau",), "wien": ("Wien",)}})
    assert read_sheet(written, HussarOrders, lexicon).order is None


EGER = "moves:\n  - Belle-Isle: Eger\n"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (f"{EGER}   - Broglie: stay\n", f"{EGER}  - Broglie: stay\n"),
        (f"{EGER} subsidy: none\n", f"{EGER}subsidy: none\n"),
        (
            f"{EGER}standing:\n   defence: lowest\n  attack: highest\n",
            f"{EGER}standing: {{defence: lowest, attack: highest}}\n",
        ),
    ],
)
def test_a_line_one_space_out_of_place_is_read_in_its_column(
    boards: Mapping[str, Board], written: str, plain: str
) -> None:
    found = boards["louis"].check(written)
    assert found.order is not None
    assert data(found.order) == data(boards["louis"].check(plain).order)
    assert "indent-shifted" in [each.problem.code for each in found.faults]


@pytest.mark.parametrize(
    "written",
    [
        f"{EGER}   - Broglie: stay\n   - Törring: stay\n subsidy: none\n",
        f"{EGER}    - Broglie: stay\n",
    ],
)
def test_a_line_that_may_be_in_another_column_is_refused(boards: Mapping[str, Board], written: str) -> None:
    assert boards["louis"].check(written).order is None


@pytest.mark.parametrize("written", ["stay\n", "all stay\n", "All remain where they are.\n"])
@pytest.mark.parametrize("seat", ["louis", "maria-theresa"])
def test_who_lets_all_stay_moves_nothing_and_says_nothing_of_hussars(
    boards: Mapping[str, Board], seat: str, written: str
) -> None:
    found = boards[seat].check(written)
    assert found.order is not None
    assert data(found.order) == data(boards[seat].check("moves: none").order)
