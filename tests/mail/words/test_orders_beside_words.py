"""Lines beside words to players, or beside commands: none is dropped without a word to its writer and the moderator."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.judges import HandledMail
from tests.mail.corpus.games import MARIA_YAML, Board, maria
from tests.mail.corpus.posting import part


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """A game that waits for the orders of France and Bavaria."""
    return maria(tmp_path_factory.mktemp("maria") / "game", f"{MARIA_YAML}words: {{a day: 100}}\n")


@pytest.fixture(scope="module")
def number() -> Iterator[int]:
    return iter(range(1000, 2000))


def receive(board: Board, number: Iterator[int], body: str) -> HandledMail:
    raw = board.post.mail(part(body)).replace(b"<4711@", f"<{next(number)}@".encode())
    Path(board.folder / "in" / "again.eml").unlink(missing_ok=True)
    return board.receive(raw)[-1]


WORDS = "to Ben: Vienna is mine\nChloe\n"


@pytest.mark.parametrize(
    "above",
    [
        *("Decline 4. Never!", "Decline 4. Never!\n5 is ok, accepted", "Accept 5", "Never!", "5 OK", "Törring Mies"),
        *("Bavaria to Prag.", "Hi all,\n\nDecline 4. Never!", "Standing Defence Lowest"),
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_no_line_above_words_to_a_player_is_dropped_in_silence(
    board: Board, number: Iterator[int], above: str, gap: str
) -> None:
    done = receive(board, number, f"{above}{gap}{WORDS}")
    answer = " ".join(done.answer.split())
    assert done.verdict.state in ("words", "doubted", "refused", "accepted"), answer
    for line in above.removeprefix("Hi all,\n\n").split("\n"):
        read = [piece.strip(" .") for piece in line.split(". ")]
        assert all(piece.casefold().lstrip("i ") in answer.casefold() for piece in read), answer
    if done.verdict.state == "words":
        assert "nothing else in this email counts" in answer


@pytest.mark.parametrize(
    "around", ["Hi all,\n\n@", "@\nChloe", "@\nBest,\nChloe Martin", "@\n-- \nChloe Martin\nAcme Works\n+43 1 12345678"]
)
def test_greetings_and_signatures_around_words_to_a_player_are_nothing_else(
    board: Board, number: Iterator[int], around: str
) -> None:
    done = receive(board, number, around.replace("@", "to Ben: hello there\n"))
    assert (done.verdict.state, done.verdict.problems) == ("command", ("words-passed",)), done.answer


@pytest.mark.parametrize("line", ["Decline 4. Never!", "Törring Mies", "Accept 5"])
def test_a_line_beside_a_command_is_told_and_kept(board: Board, number: Iterator[int], line: str) -> None:
    done = receive(board, number, f"status\n\n{line}\n")
    assert line.split(".", maxsplit=1)[0].casefold() in done.answer.casefold()
    assert done.verdict.state in ("words", "doubted", "refused") or done.verdict.beside
