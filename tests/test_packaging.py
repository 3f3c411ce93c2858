import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, cwd: Path) -> str:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV", "PBEM"))}
    done = subprocess.run(command, cwd=cwd, env=environment, text=True, capture_output=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    return next(out.glob("*.whl"))


def test_a_wheel_holds_the_packages_with_their_words_and_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"pbem", "pbem_maria"}
    for wanted in (
        "pbem/templates/base/phrases.en.yaml",
        "pbem_maria/templates/phrases.en.yaml",
        "pbem_maria/data/editions/historical/map.yaml",
        "pbem_maria/demo/game.yaml",
        "pbem/py.typed",
    ):
        assert wanted in names


@pytest.mark.slow
def test_a_wheel_in_an_empty_environment_plays_the_demo(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "env", cwd=tmp_path)
    python = tmp_path / "env" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=tmp_path)

    shown = run(tmp_path / "env" / "bin" / "pbem", "demo", cwd=tmp_path)

    assert "[rule 10.1]" in " ".join(shown.replace("│", " ").split())
    assert str(ROOT) not in shown
