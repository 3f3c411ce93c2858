import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STUB = """#!/bin/sh
echo "{implementation} {version} {home} {fits} {own}"
"""


def pythons(*folders: Path) -> list[list[str]]:
    environment = {"PATH": ":".join([*map(str, folders), os.defpath]), "HOME": str(folders[0])}
    done = subprocess.run([ROOT / "scripts/pythons"], env=environment, text=True, capture_output=True, check=True)
    assert not done.stderr
    return [line.split("\t") for line in done.stdout.splitlines()]


def stub(path: Path, version: str, *, implementation: str = "CPython", own: bool = True, home: str = "") -> None:
    fits = tuple(int(part) for part in version.split(".")) >= (3, 11)
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        STUB.format(implementation=implementation, version=version, home=home or path.parent, fits=fits, own=own)
    )
    path.chmod(0o755)


def test_each_python_of_the_machine_that_is_new_enough_is_listed_once(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    stub(first / "python3", "3.99.1")
    stub(first / "python3.99", "3.99.1")
    stub(first / "python3.10", "3.10.4")
    stub(second / "python3.98", "3.98.0")
    stub(second / "python3.97", "3.97.0", implementation="PyPy")
    stub(second / "python3.96", "3.96.0", own=False)
    (second / "python3.95").write_text("#!/bin/sh\necho no such version >&2; exit 127\n")
    (second / "python3.95").chmod(0o755)

    found = pythons(first, second)

    assert found[0] == ["3.99.1", str(first / "python3")]
    versions = [version for version, _ in found]
    assert versions.count("3.99.1") == 1
    assert "3.98.0" in versions
    assert not {"3.10.4", "3.97.0", "3.96.0"} & set(versions)
    for version, path in found:
        told = subprocess.run([path, "--version"], text=True, capture_output=True, check=True).stdout
        assert version in told


def prepared(folder: Path, commands: str) -> list[str]:
    """What *commands* of bash have done with `prepare`: an environment made, what it needs installed.

    An interpreter that writes down what it was asked for is in the place of one that obeys.
    """
    script = f"""
set -euo pipefail
python() {{
    if [ "$1" = -c ]; then {sys.executable} "$@"; else mkdir -p "$3/bin"; cp pip "$3/bin/python"; echo made >>done; fi
}}
printf '#!/bin/sh\\ncase "$*" in *editable*) echo installed >>done;; esac\\n' >pip
chmod +x pip; mkdir -p rules/game; touch pyproject.toml rules/game/pyproject.toml
source {ROOT}/scripts/environment
export PYTHON=python PBEM_VENV=env
{commands}
"""
    (folder / "scripts").mkdir()
    (folder / "scripts/environment").write_bytes((ROOT / "scripts/environment").read_bytes())
    ran = subprocess.run(["bash", "-c", script], cwd=folder, text=True, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return (folder / "done").read_text().split()


@pytest.mark.parametrize("kind", ["run", "dev"])
def test_an_environment_of_another_python_is_made_anew(kind: str, tmp_path: Path) -> None:
    again = f"prepare {kind}; prepare {kind}; echo another >env/.python; rm env/.{kind}-*; prepare {kind}"
    assert prepared(tmp_path, again) == ["made", "installed", "made", "installed"]


def test_an_environment_with_what_tests_need_is_enough_for_a_run(tmp_path: Path) -> None:
    assert prepared(tmp_path, "prepare dev; prepare run") == ["made", "installed"]


def test_an_environment_for_a_run_gets_what_tests_need_besides(tmp_path: Path) -> None:
    assert prepared(tmp_path, "prepare run; prepare dev") == ["made", "installed", "installed"]


def told_by(call: str, folder: Path, commands: str, packages: str) -> list[str]:
    """What a function of scripts/servers says on a machine that has some *commands*, and whose apt knows *packages*."""
    (folder / "apt-cache").write_text(f'#!/bin/sh\ncase " {packages} " in *" $2 "*) echo "Package: $2";; esac\n')
    for name in commands.split():
        (folder / name).touch()
    for path in folder.iterdir():
        path.chmod(0o755)
    script = f"set -euo pipefail; source scripts/servers; PATH={folder}; {call}"
    return subprocess.run(["bash", "-c", script], cwd=ROOT, text=True, capture_output=True, check=True).stdout.split()


@pytest.mark.parametrize(
    ("commands", "packages", "installed"),
    [
        ("", "chromium chromium-headless-shell", "chromium-headless-shell"),
        ("", "chromium", "chromium"),
        ("", "dovecot-imapd", None),
        ("chromium", "chromium chromium-headless-shell", None),
        ("chromium-headless-shell", "chromium chromium-headless-shell", None),
        ("chromium-browser", "chromium", None),
    ],
)
def test_a_chromium_without_windows_is_installed_where_there_is_one(
    commands: str, packages: str, installed: str | None, tmp_path: Path
) -> None:
    found = told_by("obtainable", tmp_path, commands, packages)
    assert [name for name in found if name.startswith("chromium")] == ([installed] if installed else [])


def test_what_a_system_does_not_have_keeps_nothing_else_from_being_installed(tmp_path: Path) -> None:
    assert {"age", "postfix", "firefox-esr", "chromium"} <= set(told_by("missing", tmp_path, "", "age postfix"))
    assert told_by("obtainable", tmp_path, "", "age postfix") == ["postfix", "age"]


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("Read emails from more clients", ""),
        ("Revert what was done", ""),
        ("Accept a sheet.\n\nIt was refused before.", "full stop"),
        ("Mails of more clients are understood", "describes a state"),
        ("fix: mail", "prefix"),
        ("docs(style): mail", "prefix"),
        ("read emails", "small letter"),
        ("R" * 73, "73 characters"),
        ("", "empty"),
    ],
)
def test_the_subject_of_a_commit_is_checked(message: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "message").write_text(f"{message}\n# Please enter the commit message\n")
    hook = [ROOT / "scripts/hooks/commit-msg", tmp_path / "message"]
    done = subprocess.run(hook, text=True, capture_output=True, check=False)
    assert done.returncode == bool(problem)
    assert problem in done.stderr


@pytest.mark.parametrize("name", ["benchmark.py", "changelog", "club.py", "fuzz-mail"])
def test_a_script_finds_all_that_it_imports(name: str) -> None:
    assert "main" in runpy.run_path(str(ROOT / "scripts" / name), run_name="imported")


def test_every_script_of_python_is_among_these() -> None:
    files = [path for path in (ROOT / "scripts").iterdir() if path.is_file()]
    written = [
        path.name for path in files if path.suffix == ".py" or b"python" in path.read_bytes().partition(b"\n")[0]
    ]
    assert sorted(written) == ["benchmark.py", "changelog", "club.py", "fuzz-mail"]
