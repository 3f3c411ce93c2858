"""What tests of kills rely on: the folders that kills leave are all there, each once."""

import os
import shutil
from pathlib import Path

import pytest

from tests.referee import killer
from tests.referee.killer import KILLED, deaths, in_child, instants, tree


def save(folder: Path) -> None:
    """Write a file as the store does: whole beside its place, safe on the disk, then in its place."""
    for name in ("one", "two"):
        with (folder / "new").open("wb", buffering=0) as file:
            os.write(file.fileno(), b"text")
            os.fsync(file.fileno())
        os.replace(folder / "new", folder / name)  # noqa: PTH105 - what is counted


@pytest.fixture
def every_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(killer, "LONG", True)


@pytest.fixture
def first_of_each_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(killer, "LONG", False)


def fail(_folder: Path) -> None:
    raise RuntimeError


STATES = [
    {"new": "te"},
    {"new": "text"},
    {"one": "text", "new": "te"},
    {"one": "text", "new": "text"},
    {"one": "text", "two": "text"},
]


@pytest.mark.usefixtures("every_change")
def test_each_state_of_the_folder_is_found_once(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    found = [(instant, tree(folder)) for instant, folder in deaths(tmp_path / "base", tmp_path, save)]
    assert [state for _, state in found] == STATES
    assert [instant for instant, _ in found] == [1, 2, 4, 5, 7]


@pytest.mark.usefixtures("every_change")
def test_they_are_what_real_kills_leave(tmp_path: Path) -> None:
    base = tmp_path / "base"
    base.mkdir()
    kept = {instant: tree(folder) for instant, folder in deaths(base, tmp_path, save)}
    for instant, state in kept.items():
        folder = tmp_path / f"killed-{instant}"
        folder.mkdir()
        assert in_child(folder, instant, save) == (KILLED if instant < 7 else 0)
        assert tree(folder) == state


@pytest.mark.usefixtures("first_of_each_kind")
def test_usually_the_first_change_of_each_kind_and_the_end_are_found(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    found = [(instant, tree(folder)) for instant, folder in deaths(tmp_path / "base", tmp_path, save)]
    assert found == [(1, STATES[0]), (2, STATES[1]), (7, STATES[4])]
    (tmp_path / "again").mkdir()
    assert instants(tmp_path / "again", save) == [1, 2, 3, 7]


def elsewhere(folder: Path) -> None:
    save(folder)
    save(folder)
    for name in ("one", "two"):
        (folder / name).unlink()
    for name in ("one.txt", "two.txt", "three.html"):
        os.replace(shutil.copy(__file__, folder / "new"), folder / name)  # noqa: PTH105 - what is counted


@pytest.mark.usefixtures("first_of_each_kind")
def test_another_line_another_call_and_another_suffix_are_other_kinds(tmp_path: Path) -> None:
    assert instants(tmp_path, elsewhere) == [1, 2, 3, 7, 8, 9, 13, 15, 17, 18]


@pytest.mark.usefixtures("every_change")
def test_each_change_is_an_instant(tmp_path: Path) -> None:
    assert instants(tmp_path, elsewhere) == [*range(1, 19)]


def test_only_every_so_many_are_found(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    found = deaths(tmp_path / "base", tmp_path, save, every=2)
    assert [(instant, tree(folder)) for instant, folder in found] == [
        (2, STATES[1]),
        (4, STATES[2]),
        (6, STATES[3]),
        (7, STATES[4]),
    ]


def test_work_that_fails_is_no_death(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    with pytest.raises(AssertionError):
        list(deaths(tmp_path / "base", tmp_path, fail))
