from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import edition as engine_cache
from pbem.engine import ruleset
from pbem.engine.ruleset import GROUP
from pbem.store import files


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(engine_cache, "parsed", engine_cache._every_time)
    monkeypatch.setattr(engine_cache, "templates", None)
    files.use()
    return tmp_path / "pbem"


class Parser:
    """Parses any text to *values*, and counts how often it is asked."""

    def __init__(self, values: Any) -> None:
        self.values, self.times = values, 0

    def __call__(self, raw: bytes) -> Any:
        self.times += 1
        return self.values


def test_a_text_is_parsed_once_and_another_apart(place: Path) -> None:
    one, other = Parser({"a": [1, 2.5, "ü", None, True], 3: {}}), Parser("other")
    assert [engine_cache.parsed(b"x", one) for _ in range(3)] == [one.values] * 3
    assert engine_cache.parsed(b"y", other) == "other"
    assert (one.times, other.times) == (1, 1)
    assert place.stat().st_mode & 0o777 == 0o700


def test_whoever_asks_may_change_what_is_given(place: Path) -> None:
    parser = Parser({"a": 1})
    engine_cache.parsed(b"x", parser)
    engine_cache.parsed(b"x", parser)["a"] = 2
    assert engine_cache.parsed(b"x", parser) == {"a": 1}


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 80, None])
def test_what_is_not_as_it_was_written_is_worked_out_anew(place: Path, damage: bytes | None) -> None:
    parser = Parser({"a": list(range(50))})
    engine_cache.parsed(b"x", parser)
    [file] = place.iterdir()
    raw = file.read_bytes()
    file.write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]) if damage is None else damage)
    assert engine_cache.parsed(b"x", parser) == parser.values
    assert engine_cache.parsed(b"x", parser) == parser.values
    assert parser.times == 2


def test_what_would_come_back_otherwise_is_not_kept(place: Path) -> None:
    parser = Parser({"day": date(1741, 4, 10)})
    assert [engine_cache.parsed(b"x", parser) for _ in range(2)] == [parser.values] * 2
    assert parser.times == 2


def test_a_folder_to_which_others_may_write_is_not_used(place: Path) -> None:
    parser = Parser("a")
    place.chmod(0o777)
    assert [engine_cache.parsed(b"x", parser) for _ in range(2)] == ["a", "a"]
    assert parser.times == 2
    assert list(place.iterdir()) == []


def test_without_a_folder_everything_is_worked_out_anew(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    parser = Parser("a")
    assert files.folder() is None
    assert engine_cache.parsed(b"x", parser) == "a"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert files.folder() == tmp_path / "home" / ".cache" / "pbem"


def test_what_is_installed_is_looked_through_once(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ruleset.installed(GROUP)["maria"] == "pbem_maria.ruleset:MARIA"
    monkeypatch.setattr(ruleset, "_entry_points", lambda group, raw: {"other": "other:OTHER"})
    assert ruleset.installed(GROUP)["maria"] == "pbem_maria.ruleset:MARIA"
    monkeypatch.syspath_prepend(str(place))  # a folder of modules more
    assert ruleset.installed(GROUP) == {"other": "other:OTHER"}
