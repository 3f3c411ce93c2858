"""The host and each game are distributions of their own, and install apart."""

import os
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import pbem

ROOT = Path(__file__).parents[1]
GAMES = ("maria", "tnw")
TOY = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "pbem-toy"
version = "1"
dependencies = ["pbem"]
[project.entry-points."pbem.rulesets"]
toy = "tests.toy:TOY"
[project.entry-points."pbem.playtests"]
toy = "tests.toy:PLAYTEST"
[tool.hatch.build.targets.wheel]
packages = ["tests"]
"""
TOY_GAME = """\
game: toy-1
rules: toy
moderator: {name: Mo, address: mo@example.org}
seats: {ann: {player: Ann, address: ann@example.org}, ben: {player: Ben}, cid: {player: Cid}}
mail: {from: game@example.org, in: {folder: in}, out: {smtp: {host: 127.0.0.1, port: 9}}}
"""


def run(*command: str | Path, cwd: Path, code: int = 0) -> str:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV", "PBEM"))}
    done = subprocess.run(
        command, cwd=cwd, env={**environment, "XDG_CACHE_HOME": str(cwd)}, text=True, capture_output=True, check=False
    )
    assert done.returncode == code, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def built(source: Path, out: Path) -> Path:
    before = set(out.iterdir())
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source, cwd=out)
    (made,) = set(out.iterdir()) - before
    return made


def folder_of(game: str) -> Path:
    return ROOT / "rules" / f"pbem_{game}"


def names_in(wheel: Path) -> set[str]:
    return {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("dist")


@pytest.fixture(scope="module")
def host(dist: Path) -> Path:
    return built(ROOT, dist)


@pytest.fixture(scope="module")
def wheels(dist: Path) -> dict[str, Path]:
    """The games' wheels by their names."""
    return {game: built(folder_of(game), dist) for game in GAMES}


@pytest.fixture(scope="module")
def maria(wheels: Mapping[str, Path]) -> Path:
    return wheels["maria"]


def test_the_host_is_a_wheel_without_a_game(host: Path) -> None:
    names = names_in(host)

    assert {name.split("/")[0] for name in names} == {"pbem"}
    assert {
        "pbem/templates/base/phrases.en.yaml",
        "pbem/py.typed",
        "pbem/cli/main.py",
        "pbem/guide/commands.md",
    } <= names


def test_a_game_is_a_wheel_with_its_words_and_data(maria: Path) -> None:
    names = names_in(maria)

    assert {name.split("/")[0] for name in names} == {"pbem_maria"}
    assert {
        "pbem_maria/ruleset.py",
        "pbem_maria/data/editions/historical/map.yaml",
        "pbem_maria/demo/game.yaml",
        "pbem_maria/guide/first.md",
        "pbem_maria/guide/combat-plans.md",
    } <= names


def test_the_napoleonic_wars_are_a_wheel_with_their_page_and_demo(wheels: Mapping[str, Path]) -> None:
    wanted = {"demo/game.yaml", "demo/demo.yaml", "guide/first.md"}

    assert {f"pbem_tnw/{name}" for name in wanted} <= names_in(wheels["tnw"])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_a_wheel_of_one_package(game: str, wheels: Mapping[str, Path]) -> None:
    names, package = names_in(wheels[game]), f"pbem_{game}"

    assert {name.split("/")[0] for name in names} == {package}
    assert {f"{package}/{name}" for name in ("py.typed", "templates/phrases.en.yaml", "LICENSE")} <= names
    assert not names & {f"{package}/{name}" for name in ("pyproject.toml", "hatch_build.py", "README.md")}
    assert not [name for name in names if "__pycache__" in name]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_wheel_that_is_made_of_the_source_distribution_is_the_same(
    game: str, wheels: Mapping[str, Path], tmp_path: Path
) -> None:
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, folder_of(game), cwd=tmp_path)

    assert len(list(tmp_path.glob("*.tar.gz"))) == 1
    assert names_in(next(tmp_path.glob("*.whl"))) == names_in(wheels[game])


def test_games_are_built_alike() -> None:
    assert len({(folder_of(game) / "hatch_build.py").read_bytes() for game in GAMES}) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_game_asks_for_a_host_of_this_version(game: str) -> None:
    asked = tomllib.loads((folder_of(game) / "pyproject.toml").read_text())["project"]
    wanted = [Requirement(text) for text in asked["dependencies"]]

    (host,) = (one for one in wanted if one.name == "pbem")
    assert host.specifier.contains(pbem.__version__, prereleases=True)


@pytest.mark.slow
def test_the_host_plays_one_game_and_then_others(host: Path, wheels: Mapping[str, Path], tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "env", cwd=tmp_path)
    commands = tmp_path / "env" / "bin"

    def install(*wheels: Path) -> None:
        pip = (sys.executable, "-m", "pip", "--python", commands / "python", "install")
        run(*pip, "--quiet", "--disable-pip-version-check", "--no-compile", *wheels, cwd=tmp_path)

    install(host, _toy(tmp_path))

    assert "no demo" in run(commands / "pbem", "demo", cwd=tmp_path, code=2)
    run(commands / "pbem", "fuzz", "toy", "--games", "2", cwd=tmp_path)
    _a_part_is_missing(commands, tmp_path)

    install(wheels["maria"])

    shown = run(commands / "pbem", "demo", cwd=tmp_path)
    assert "[rule 10.1]" in " ".join(shown.replace("│", " ").split())
    assert str(ROOT) not in shown

    install(wheels["tnw"])

    short = ("--players", "2", "--games", "1", "--seed", "7")  # which ends early
    assert "rounds of mail per Turn" in run(commands / "pbem", "fuzz", "tnw", *short, cwd=tmp_path)
    assert "no demo" not in run(commands / "pbem", "demo", "maria", cwd=tmp_path)
    assert "Battle of Ulm" in run(commands / "pbem", "demo", "tnw", cwd=tmp_path)


def _toy(folder: Path) -> Path:
    """A wheel of the toy."""
    sources = folder / "toy"
    for module in ("__init__", "invariants", "playtest", "rulings", "ruleset", "state", "steps"):
        target = sources / "tests" / "toy" / f"{module}.py"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / "tests" / "toy" / target.name).read_bytes())
    for words in (ROOT / "tests" / "toy" / "words").rglob("*.*"):
        target = sources / words.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(words.read_bytes())
    (sources / "pyproject.toml").write_text(TOY)
    (folder / "dist").mkdir()
    return built(sources, folder / "dist")


def _a_part_is_missing(commands: Path, folder: Path) -> None:
    """A game with mail by SMTP is begun and sends with what is installed; what seals sheets says what to install."""
    (folder / "game.yaml").write_text(TOY_GAME)
    run(commands / "pbem", "new", "game", "--from", "game.yaml", cwd=folder)

    said = run(commands / "pbem", "turn", "--game", "game", cwd=folder)
    assert "round-0001-ann: not tried, it waits (the server 127.0.0.1:9 cannot be reached" in said
    assert len(list((folder / "game" / "outbox").glob("*.eml"))) == 1
    said = run(commands / "pbem", "seal", "keygen", "--game", "game", cwd=folder, code=1)
    assert "pip install 'pbem[sealed]'" in said
