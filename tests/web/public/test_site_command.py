"""`pbem site`: the public pages as files, written again only where something has changed."""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.web.public import moments
from pbem.web.public.sealed_page import sealed_page
from pbem.web.public.site import MANIFEST
from tests.referee.sealing.sealed_game import sealed_game
from tests.web.public.pages_of import ISLANDS_YAML, KNOWN, begun, played


@pytest.fixture
def games(tmp_path: Path) -> Path:
    begun(tmp_path / "games" / "toy")
    begun(tmp_path / "games" / "isles", ISLANDS_YAML)
    return tmp_path / "games"


@pytest.fixture(autouse=True)
def _narrow_umask() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


def site(*arguments: str | Path, code: int = 0) -> Result:
    done = CliRunner().invoke(main, ["site", *map(str, arguments)], obj=Host(rulesets=KNOWN), catch_exceptions=False)
    assert done.exit_code == code, done.output
    return done


def tree(folder: Path) -> dict[str, bytes]:
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def test_pages_of_all_games_are_files_that_anyone_may_read(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "web" / "site"
    told = site(out, games).output

    assert "of 2 games" in told
    assert {"index.html", "g/toy-1/index.html", "g/isles/r0001.html", "g/isles/feed.xml"} < tree(out).keys()
    for one in (out.parent, out, *out.rglob("*")):
        assert stat.S_IMODE(one.stat().st_mode) == (0o755 if one.is_dir() else 0o644), one
    front = (out / "index.html").read_text("utf-8")
    assert 'href="g/isles/index.html"' in front
    assert 'href="sealed.html"' in front
    assert (out / "sealed.html").read_bytes() == sealed_page()
    assert not list(out.rglob("*.part"))


def test_typefaces_are_in_the_styles_since_some_browsers_load_none_from_a_disk(games: Path, tmp_path: Path) -> None:
    site(tmp_path / "out", games)
    styles = b"".join(one.read_bytes() for one in (tmp_path / "out" / "assets").glob("*.css"))

    assert styles.count(b"url(data:font/ttf;base64,") == styles.count(b"url(") >= 6


def test_a_second_time_nothing_is_written_and_nothing_is_drawn(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    site(out, games)
    before = tree(out)
    monkeypatch.setattr(moments, "_drawn", lambda *_: pytest.fail("it was drawn again"))

    assert "0 of them new or changed, 0 removed" in site(out, games).output
    assert tree(out) == before


def test_after_a_turn_only_what_has_changed_is_written(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    site(out, games)
    times = {one: one.stat().st_mtime_ns for one in (out / "g").rglob("*") if one.is_file()}
    played(games / "isles", 1)
    site(out, games)
    changed = {str(one.relative_to(out / "g")) for one, at in times.items() if one.stat().st_mtime_ns != at}

    assert changed == {f"isles/{name}" for name in ("index.html", "feed.xml", "moments.js", "r0001.html")}
    assert (out / "g/isles/r0002.html").exists()


def test_what_is_needed_no_more_is_removed_if_it_is_ours_and_as_we_wrote_it(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    site(out, games)
    (out / "g/toy-1/mine.txt").write_text("mine")
    (out / "g/toy-1/feed.xml").write_text("changed by hand")
    (games / "toy").rename(tmp_path / "elsewhere")
    told = site(out, games).output

    assert " removed" in told
    assert sorted(path.name for path in (out / "g/toy-1").iterdir()) == ["feed.xml", "mine.txt"]
    assert b"toy-1" not in tree(out)["index.html"]


def test_files_of_others_are_never_overwritten(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "index.html").write_text("mine")

    assert "pbem did not write it" in site(out, games, code=1).output
    assert tree(out) == {"index.html": b"mine"}


def test_a_run_that_was_cut_off_is_taken_up_by_the_next(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    with monkeypatch.context() as patched:
        patched.setattr("pbem.web.public.game_pages.GamePages.feed", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            site(out, games)
    assert (out / "g").is_dir()
    site(out, games)

    assert (out / "index.html").exists()
    assert all(json.loads((out / MANIFEST).read_bytes())["files"].values())


@pytest.mark.parametrize("where", ["games/toy", "games/toy/web", "games", "."])
def test_the_folder_of_a_game_is_refused_and_one_with_games_in_it(games: Path, tmp_path: Path, where: str) -> None:
    before = tree(tmp_path)

    assert "secret" in site(tmp_path / where, games, code=1).output
    assert tree(tmp_path) == before


def test_games_with_sealed_sheets_have_pages_as_others(games: Path, tmp_path: Path) -> None:
    key = sealed_game(games / "secret")
    name = "toy-2"
    text = (games / "secret" / "game.yaml").read_text("utf-8").replace("toy-1", name)
    (games / "secret" / "game.yaml").write_text(text, "utf-8")
    key.unlink()
    site(tmp_path / "out", games)

    assert (tmp_path / "out/g" / name / "index.html").exists()


def test_a_game_that_cannot_be_read_keeps_its_pages(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    site(out, games)
    log = games / "toy" / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b"2026", b"2027", 1))
    site(out, games, code=1)

    assert (out / "g/toy-1/index.html").exists()
    assert b"isles" in tree(out)["index.html"]


def test_of_two_games_with_one_name_the_second_is_told_of(games: Path, tmp_path: Path) -> None:
    begun(games / "zweiter", ISLANDS_YAML)
    done = site(tmp_path / "out", games, code=1)

    assert "is called isles, too" in done.output


def test_as_json(games: Path, tmp_path: Path) -> None:
    found = json.loads(site(tmp_path / "out", games, "--json").output)

    assert found["games"] == ["isles", "toy-1"]
    assert found["done"]["files"] == found["done"]["written"] > 10
