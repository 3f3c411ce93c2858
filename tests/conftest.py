import email.policy
import gc
from collections.abc import Callable, Iterator, Mapping
from email.headerregistry import HeaderRegistry
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import settings

from pbem.engine import edition, playtest
from tests.differences import changes, summary
from tests.long import LONG
from tests.toy import begun

pytest_plugins = ["tests.servers.sinks", "tests.servers.dovecot"]

# A check does not hang on luck; a long one looks for new examples.
settings.register_profile("checked", derandomize=not LONG, deadline=None)
settings.load_profile("checked")


class HeadersParsedOnce(HeaderRegistry):
    """Tests read the same emails again and again, and the library parses a header each time it is looked at.

    The program reads emails by another policy.
    """

    _parsed = lru_cache(maxsize=5000)(HeaderRegistry.__call__)

    def __call__(self, name: str, value: Any) -> Any:
        return self._parsed(name, value) if isinstance(value, str) else super().__call__(name, value)


vars(email.policy.default)["header_factory"] = HeadersParsedOnce()

_kept: dict[bytes, bytes] = {}


def _parsed_once(raw: bytes, parse: edition.Parse) -> object:
    """As a command keeps what it has parsed, so do all tests of a process: they open the same games again and again."""
    if raw not in _kept:
        values = parse(raw)
        data = msgspec.msgpack.encode(values)
        if msgspec.msgpack.decode(data) != values:
            return values
        _kept[raw] = data
    return msgspec.msgpack.decode(_kept[raw])


edition.parsed = _parsed_once

Golden = Callable[[Path, Mapping[str, str]], None]
"""Compares texts with the files of a folder that have their names."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Write golden files anew, and say what has changed.")
    parser.addoption("--cases", type=int, metavar="NUMBER", help="Run so many of the rulebook's cases, evenly chosen.")


def pytest_collection_finish() -> None:
    """Let the collector of garbage leave alone what stays to the end: all the tests, which fill most of the memory."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture
def golden(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Golden:
    """Texts must be what is kept of them; with `--update-golden` they are kept as they are now."""
    update = request.config.getoption("--update-golden")

    def compare(folder: Path, texts: Mapping[str, str]) -> None:
        kept = {name: path.read_text(encoding="utf-8") for name in texts if (path := folder / name).exists()}
        found = [each for name in texts for each in changes(f"{folder.name}/{name}", kept.get(name, ""), texts[name])]
        told = f"{folder.name}: {len(found)} changes in {', '.join(sorted({each.file for each in found}))}\n"
        if update:
            for name, text in texts.items():
                if text != kept.get(name):
                    (folder / name).write_text(text, encoding="utf-8")
            if found:
                record_property("golden", told + summary(found))
        elif found:
            pytest.fail(f"{told}{summary(found)}\nIf they are meant: pytest --update-golden", pytrace=False)

    return compare


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, said in report.user_properties:
            if name == "golden":
                terminalreporter.write_line(str(said))


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of letters are drawn as SVG, but not painted, which takes most of a turn; for tests that look at none.

    Letters with painted pictures are tested in mail/outgoing and by the demos, painting in the games' drawing.
    """
    monkeypatch.setattr("pbem.report.pictures.png", lambda _: b"unpainted")


@pytest.fixture(autouse=True)
def _playtests_of_its_own() -> Iterator[None]:
    """What a test registers is gone after it."""
    before = dict(playtest.registered)
    yield
    playtest.registered.clear()
    playtest.registered.update(before)


@pytest.fixture(scope="session")
def _begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("begun")


@pytest.fixture(autouse=True)
def _games_begun_once(request: pytest.FixtureRequest, _begun: Path) -> Iterator[None]:
    """Games that many tests start with are kept in a folder of theirs; a test that patches the program has its own."""
    with begun.kept_in(None if "monkeypatch" in request.fixturenames else _begun):
        yield


@pytest.fixture(autouse=True, scope="session")
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Commands keep what they work out in a folder of the tests, not in the user's."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
