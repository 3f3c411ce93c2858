"""Twin worlds: whatever is secret in a running game, its public pages are the same, name by name and byte by byte."""

from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.web.public.story import story_page, story_posts
from pbem_maria.ruleset import MARIA
from tests.long import tries
from tests.maria.secrecy.test_twin_worlds import SET_UP, other_chance, play_until_turn_one_is_over
from tests.tnw.replay.sheet_game import RULES
from tests.tnw.secrecy.test_twin_letters import SECRET, compare_with_twin
from tests.tnw.secrecy.twins import FirstWorld
from tests.web.public.pages_of import pages


@pytest.mark.slow
def test_the_pages_of_maria_tell_nothing_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = []
    for number, name in enumerate(("one", "two")):
        if number:
            monkeypatch.setattr("pbem.engine.table.Chance", other_chance(()))
        play_until_turn_one_is_over(tmp_path / name, {seat: both[number] for seat, both in SET_UP.items()}, "")
        folders.append(tmp_path / name)
    one, two = (opening.look(folder, {"maria": MARIA}) for folder in folders)

    assert one.table.state != two.table.state, "the worlds were the same"
    first, second = pages(one, names=True), pages(two, names=True)
    assert len(first) > 10
    assert first == second
    assert b"<svg" in first["index.html"]
    assert story_page(one, names=True) == story_page(two, names=True)


@pytest.mark.slow
@pytest.mark.parametrize("watched", tries(["coalition"], ["france", "coalition"]))
def test_the_pages_of_the_napoleonic_wars_tell_nothing_secret(
    watched: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one seat does not know is secret of the other; both together are all that is."""
    compare_with_twin(FirstWorld(2, SECRET), watched, 3, tmp_path, monkeypatch)
    one, two = (opening.look(tmp_path / name / "game", RULES) for name in ("one", "two"))

    assert one.table.state != two.table.state, "the worlds were the same"
    first, second = pages(one), pages(two)
    assert len(first) > 8
    assert first == second
    assert b"<svg" in first["index.html"]
    assert story_page(one) == story_page(two)
    assert story_posts(one, "bbcode", 2000) == story_posts(two, "bbcode", 2000)
