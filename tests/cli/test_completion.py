"""Completion at the Tab key, by click: quickly, and in a real shell where it is installed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def offered(tmp_path: Path, *words: str) -> list[str]:
    """What bash offers for the last of *words*."""
    program = tmp_path / "pbem"
    paths = f"sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'rules')!r}]"
    program.write_text(f"#!{sys.executable}\nimport sys\n{paths}\nfrom pbem.cli.main import main\nmain()\n")
    program.chmod(0o755)
    quoted = " ".join(f"'{word}'" for word in ("pbem", *words))
    typed = (
        f'eval "$(_PBEM_COMPLETE=bash_source {program})"',
        f"COMP_WORDS=({quoted})",
        f"COMP_CWORD={len(words)}",
        f"_pbem_completion {program}",
        "printf '%s\\n' \"${COMPREPLY[@]}\"",
    )
    done = subprocess.run(["bash", "-c", "\n".join(typed)], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_commands_and_options(tmp_path: Path) -> None:
    assert offered(tmp_path, "sta") == ["status"]
    assert offered(tmp_path, "submit", "--ga") == ["--game"]


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
