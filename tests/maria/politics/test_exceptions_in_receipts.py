"""The receipt of an email says what an agreement leaves out, by the names that its writer gave (19.2, 21)."""

import pytest

from tests.mail.corpus.games import Board, maria
from tests.mail.corpus.posting import part


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    return maria(tmp_path_factory.mktemp("exceptions") / "danube")


def answered(board: Board, number: int, terms: str) -> str:
    sheet = f"---\npropose:\n  - {{with: Frederick, {terms}, until: turn 3}}\npasses: yes\n...\n"
    (done,) = board.receive(board.post.mail(part(sheet)).replace(b"<4711@", b"<except%d@" % number))
    return " ".join(done.answer.split())


EXCEPTIONS = {
    "[hussars]": "except for hussars",
    "[Breslau]": "except for Breslau",
    "[Schwerin]": "except for Schwerin",
    "[Prussia]": "except for Prussia",
    "[Silesia]": "except for Silesia",
    "[core Austria]": "except for core Austria",
    "[Silesia, core Austria]": "except for Silesia and core Austria",
    "[Breslau, hussars, Karl]": "except for Breslau, hussars and Karl von Lothringen",
    "hussars": "except for hussars",
    "hussars and Breslau": "except for hussars and Breslau",
    "[the hussars]": "except for hussars",
    "[Austrian hussars]": "except for hussars",
    "[Breslau Liegnitz]": "except for Breslau and Liegnitz",
}


@pytest.mark.parametrize(("written", "said"), EXCEPTIONS.items())
def test_a_receipt_repeats_what_an_agreement_excepts(board: Board, written: str, said: str) -> None:
    number = list(EXCEPTIONS).index(written)
    assert f"no aggression, {said}, to the end of turn 3" in answered(
        board, number, f"kind: no aggression, except: {written}"
    )


@pytest.mark.parametrize("written", ["Atlantis", "Prussian Schwerin", "Austrian Breslau"])
def test_an_exception_that_is_nothing_or_two_things_is_refused_by_its_name(board: Board, written: str) -> None:
    answer = answered(board, 99 + len(written), f"kind: no aggression, except: [{written}]")
    assert "SHEET REFUSED" in answer
    assert written in answer
