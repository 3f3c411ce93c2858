"""Completion at the Tab key: in real shells where they are installed, and quickly."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli.completion import seats_in
from tests.cli.conftest import Pbem
from tests.toy.game import new_game

ROOT = Path(__file__).parents[2]


def offered(tmp_path: Path, *words: str) -> list[str]:
    """What bash offers for the last of *words*."""
    program = tmp_path / "pbem"
    paths = f"sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'rules')!r}]"
    lines = (f"#!{sys.executable}", "import sys", paths, "from tests.cli.toy_pbem import RULESETS, Host, main")
    program.write_text("\n".join((*lines, "main(obj=Host(rulesets=RULESETS))", "")))
    program.chmod(0o755)
    script = subprocess.run([program, "completion", "bash"], capture_output=True, text=True, check=True).stdout
    quoted = " ".join(f"'{word}'" for word in ("pbem", *words))
    typed = (script, f"COMP_WORDS=({quoted})", f"COMP_CWORD={len(words)}", f"_pbem_completion {program}")
    done = subprocess.run(
        ["bash", "-c", "\n".join((*typed, "printf '%s\\n' \"${COMPREPLY[@]}\""))],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_commands_games_and_seats(tmp_path: Path) -> None:
    new_game(tmp_path / "games" / "toy-1")
    new_game(tmp_path / "games" / "toy-2")
    (tmp_path / "games" / "notes").mkdir()
    assert offered(tmp_path, "sta") == ["status"]
    assert offered(tmp_path, "turn", "--game", "games/t") == ["games/toy-1", "games/toy-2"]
    assert offered(tmp_path, "turn", "games/toy-2") == ["games/toy-2"]
    assert offered(tmp_path, "submit", "--game", "games/toy-1", "--as", "") == ["ann", "ben", "cid"]
    assert offered(tmp_path, "--game", "games/toy-1", "hold", "--as", "c") == ["cid"]
    assert offered(tmp_path, "hold", "--as", "c") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(pbem: Pbem, shell: str) -> None:
    assert f"_PBEM_COMPLETE={shell}_complete" in pbem("completion", shell).stdout


def test_seats_of_a_damaged_game_are_none(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("seats: [", encoding="utf-8")
    assert seats_in(tmp_path) == ()
    (tmp_path / "game.yaml").write_text("seats: {ann: {}, 7: {}}", encoding="utf-8")
    assert seats_in(tmp_path) == ("ann", "7")


def test_names_of_commands_are_completed_without_importing_them() -> None:
    code = (
        "import sys; from pbem.cli.main import main; from click.shell_completion import BashComplete; "
        "found = BashComplete(main, {}, 'pbem', 'X').get_completions([], ''); "
        "print(len(found), 'msgspec' in sys.modules, 'yaml' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    count, *imported = done.stdout.split()
    assert int(count) > 30
    assert imported == ["False", "False"]
