import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.maria import same_events
from tests.maria.same_events import main

BEGAN = '{"event": "game-began"}\n'
MOVED = '{"event": "moved", "piece": "traun"}\n'


class Repository:
    """A repository with one golden game, in which each revision may keep its files elsewhere."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q")

    def git(self, *arguments: str) -> None:
        named = ("-c", "user.name=Mo", "-c", "user.email=mo@example.org")
        subprocess.run(["git", "-C", self.root, *named, *arguments], check=True, capture_output=True)

    def keep(self, revision: str, letters: str, events: str, folder: str = "golden/14-louis") -> None:
        for name, text in (("louis.txt", letters), ("events.jsonl", events)):
            path = self.root / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        if revision:
            self.git("add", ".")
            self.git("commit", "-qm", revision)
            self.git("tag", revision)
            self.git("rm", "-qr", folder)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.setattr(same_events, "ROOT", tmp_path)
    return Repository(tmp_path)


def told(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == code, result.output
    return result.output


def test_where_only_words_differ_it_says_so_wherever_the_files_are(repository: Repository) -> None:
    repository.keep("old", "A mail came.\n", BEGAN + MOVED)
    repository.keep("new", "An email came.\n", BEGAN + MOVED, folder="tests/golden/14-louis")

    said = told("old", "new")

    assert "events: all 2 of 1 games are the same" in said
    assert "letters: 1 differ" in said
    assert "[-A mail-] {+An email+} came." in said


def test_other_events_are_told_by_kind(repository: Repository) -> None:
    repository.keep("old", "", BEGAN + MOVED)
    repository.keep("", "", BEGAN)

    assert "14-louis: the events differ; new: none; gone: 1 moved" in told("old", code=1)
    assert "events: all 1 of 1 games are the same" in told("old", "--but", "moved")


def test_a_draw_may_be_an_event_or_stand_beside_the_events(repository: Repository) -> None:
    draw = '"draw": "pile 1", "result": [3, 1]'
    repository.keep("old", "", f'{{"step": "set-up", "draws": [{{{draw}}}]}}\n{BEGAN}')
    repository.keep("new", "", f'{{"step": "set-up"}}\n{{"event": "chance-drawn", {draw}}}\n{BEGAN}')
    repository.keep("other", "", f'{{"step": "set-up"}}\n{{"event": "chance-drawn", {draw[:-3]}2]}}\n{BEGAN}')

    assert "events: all 2 of 1 games are the same" in told("old", "new")
    assert "the events differ" in told("old", "other", code=1)


def test_a_revision_without_events_is_refused(repository: Repository) -> None:
    repository.git("commit", "-qm", "empty", "--allow-empty")

    assert "HEAD keeps no events of golden games" in told("HEAD", code=2)
