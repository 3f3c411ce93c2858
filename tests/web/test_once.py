"""What is remembered for an answer ends with it, and what is kept with a game ends when the game is read again."""

from pathlib import Path
from time import time_ns

import jinja2
import pytest

from pbem.mail import judges
from pbem.referee import opening
from pbem.referee.game import now
from pbem.report.template_files import changes_in, files_looked_at_once
from pbem.report.words import COMPILED
from pbem.web import once
from pbem.web.once import kept_with, once_an_answer, one_answer
from pbem.web.server import serving
from pbem.web.server.serving import ServedGames
from tests.toy.game import RULESETS, new_game
from tests.web.seats import begun


@pytest.fixture
def served(tmp_path: Path) -> ServedGames:
    begun(tmp_path / "toy-1", now)
    return ServedGames(tmp_path, RULESETS)


def test_a_function_is_called_once_in_an_answer_and_again_in_the_next() -> None:
    called = list[int]()

    @once_an_answer
    def double(number: int) -> int:
        called.append(number)
        return 2 * number

    assert [double(2), double(2)] == [4, 4]
    assert called == [2, 2]
    for _ in range(2):
        called.clear()
        with one_answer():
            assert [double(2), double(2), double(3)] == [4, 4, 6]
            assert called == [2, 3]


def test_what_fails_is_not_remembered() -> None:
    failing = [True]

    @once_an_answer
    def fails() -> str:
        if failing.pop():
            raise LookupError("not there")
        return "done"

    with one_answer():
        with pytest.raises(LookupError, match="not there"):
            fails()
        failing.append(False)
        assert fails() == "done"


def test_a_change_of_words_is_seen_by_the_next_page(tmp_path: Path) -> None:
    (tmp_path / "phrases.en.yaml").write_text("a: b")
    with one_answer():
        before = changes_in((tmp_path,))
        (tmp_path / "letter.txt.j2").write_text("new")
        assert changes_in((tmp_path,)) == before
    assert changes_in((tmp_path,)) != before


def test_within_a_turn_files_are_looked_at_once_by_all_of_its_parts(tmp_path: Path) -> None:
    (tmp_path / "phrases.en.yaml").write_text("a: b")
    with files_looked_at_once():
        before = changes_in((tmp_path,))
        (tmp_path / "letter.txt.j2").write_text("new")
        with files_looked_at_once():
            assert changes_in((tmp_path,)) == before
        assert changes_in((tmp_path,)) == before
    assert changes_in((tmp_path,)) != before


def test_a_page_is_never_made_by_the_compiled_code_of_a_letter(tmp_path: Path) -> None:
    (tmp_path / "both.j2").write_text("{{ text }}")
    loader = jinja2.FileSystemLoader(tmp_path)
    for escapes, shown in ((False, "<b>"), (True, "&lt;b&gt;")):
        made = jinja2.Environment(loader=loader, autoescape=escapes, bytecode_cache=COMPILED)
        assert made.get_template("both.j2").render(text="<b>") == shown


def test_what_is_kept_with_a_game_goes_with_it(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "toy-1").folder
    one, other = (opening.look(folder, RULESETS) for _ in range(2))
    assert kept_with(one, ("letter", "ann"), 1, lambda: "first") == "first"
    assert kept_with(one, ("letter", "ann"), 1, lambda: "second") == "first"
    assert kept_with(one, ("letter", "ben"), 1, lambda: "of another seat") == "of another seat"
    assert kept_with(one, ("letter", "ann"), 2, lambda: "of another round") == "of another round"
    assert kept_with(other, ("letter", "ann"), 1, lambda: "of another game") == "of another game"
    number = len(once._kept)
    del one
    assert len(once._kept) == number - 1


def test_the_inbox_is_read_again_only_after_something_came(
    served: ServedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = [time_ns()]
    monkeypatch.setattr(serving, "time_ns", lambda: late[0])

    def inbox() -> object:
        with served.reading("toy-1") as game:
            assert game
            return game.inbox

    assert inbox() is not inbox(), "it has just changed, and may change again at the same moment"
    late[0] += 10**10
    kept = inbox()
    assert inbox() is kept
    with opening.held(served.top / "toy-1", RULESETS) as game:
        item, _ = game.inbox.keep(b"hello", now(), seat="ann", source="a file")
        judges.handle(game, item, now)
    with served.reading("toy-1") as after:
        assert after
        assert after.inbox is not kept
        assert [one.item for one in after.inbox.verdicts()][-1] == item.number
