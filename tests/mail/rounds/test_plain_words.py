"""Emails without marks and keys, and commands beside sentences, as a game judges them."""

from collections.abc import Iterator

import pytest

from pbem.mail.judges import HandledMail
from pbem_maria.orders.stage import StageOrders
from tests.mail.corpus.games import Board, maria
from tests.mail.corpus.posting import part, quoted


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """A game that waits for the orders of France and Bavaria; the tests only send it emails."""
    return maria(tmp_path_factory.mktemp("maria") / "game")


@pytest.fixture(scope="module")
def number() -> Iterator[int]:
    return iter(range(1000, 2000))


def receive(board: Board, number: Iterator[int], body: str) -> HandledMail:
    raw = board.post.mail(part(body)).replace(b"<4711@", f"<{next(number)}@".encode())
    path = board.folder / "in" / "again.eml"
    path.unlink(missing_ok=True)
    return board.receive(raw)[-1]


MOVES = "Belle-Isle: Weiden > Mies > Pilsen\nBroglie: force march to Amberg\n"


@pytest.mark.parametrize(
    "body",
    [
        MOVES,
        f"Hi Mo,\n\n{MOVES}\nCheers\nChloe\n",
        f"Hallo zusammen,\n\n{MOVES}\nViele Grüße\nChloe\n\nVon meinem iPhone gesendet\n",
        f"my moves for this turn:\n\n{MOVES}\nChloe\n",
        "Belle-Isle goes to Pilsen via Weiden and Mies\nBroglie: Gewaltmarsch nach Amberg\n",
        "1. Belle-Isle - Weiden - Mies - Pilsen\n2. Broglie force march to Amberg 👍\n",
        "Belle-Isle via Weiden and Mies to Pilsen please\nBroglie: force march to Amberg, thanks!\n",
        "• Belle-Isle → Weiden → Mies → Pilsen\n• Broglie: force march to Amberg\n\nThanks!\n",
    ],
)
def test_moves_alone_are_a_sheet_and_the_receipt_says_how_they_were_read(
    board: Board, number: Iterator[int], body: str
) -> None:
    done = receive(board, number, body)
    assert done.verdict.state == "accepted", done.answer
    assert "Belle-Isle: " in done.answer
    assert "force march to Amberg" in done.answer
    order = board.orders()[done.verdict.item]
    assert isinstance(order, StageOrders)
    assert [move.path[-1] for move in order.moves] == ["pilsen", "amberg"]
    assert not done.verdict.beside


def test_moves_alone_above_the_quoted_letter_are_a_sheet(board: Board, number: Iterator[int]) -> None:
    done = receive(board, number, f"{MOVES}\n{board.post.said}{quoted(board.post.letter)}")
    assert done.verdict.state == "accepted", done.answer


def test_moves_alone_that_the_rules_forbid_are_refused_as_a_sheet(board: Board, number: Iterator[int]) -> None:
    done = receive(board, number, "Belle-Isle: Wien\n")
    assert (done.verdict.state, done.verdict.problems) == ("refused", ("key-understood", "no-way"))


@pytest.mark.parametrize(
    "body",
    [
        "Belle-Isle: 6\nBroglie: Amberg\nand then we will see\n",
        "Belle-Isle: Mies\n\nIf Karl is there, stop in Weiden.\n",
        "Is it true that Belle-Isle: Mies is possible?\n",
        "Belle-Isle: Nowhere\n",
        "Thanks for the letter, it was a great read.\n",
    ],
)
def test_words_that_may_be_meant_otherwise_are_for_the_moderator(
    board: Board, number: Iterator[int], body: str
) -> None:
    before = board.orders()
    assert receive(board, number, body).verdict.state == "words"
    assert board.orders() == before


def test_a_command_beside_a_friendly_sentence_is_carried_out_and_the_sentence_kept(
    board: Board, number: Iterator[int]
) -> None:
    done = receive(board, number, "Sorry that I am so late, I was ill.\n\npass\n\nCheers\nChloe\n")
    assert (done.verdict.state, done.verdict.beside) == ("accepted", True)
    done = receive(board, number, "pass\n\nKarl\n")
    assert (done.verdict.state, done.verdict.beside) == ("accepted", False)
    done = receive(board, number, "Sorry that I am so late, I was ill and lived on vitamin C.\n\npass\n")
    assert (done.verdict.state, done.verdict.beside) == ("accepted", True), "a letter is not the name of a suit"
    done = receive(board, number, "absent 24.12. - 2.1.\n")
    assert (done.verdict.state, done.verdict.beside) == ("command", False)
    assert "24 December 2026" in done.answer or "24 December" in done.answer


@pytest.mark.parametrize(
    "body", ["pass\n\nFriedrich is a real monster, I hope you are well.\n", "pass\n\nI may change it.\n"]
)
def test_a_command_beside_a_sentence_that_may_be_about_play_is_not(
    board: Board, number: Iterator[int], body: str
) -> None:
    done = receive(board, number, body)
    assert done.verdict.state == "words"
    assert "was ignored" in done.answer
