"""The quick checks: style, types, the tests of what changed since main or of named packages, and 50 cases of each game.

`scripts/check --quick [PACKAGE...]` calls it. A changed module is tested by the tests of its own package, which have
the same path below tests/, and by no others: what it breaks elsewhere only the whole `scripts/check` finds.
"""

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
ELSEWHERE = {
    "pbem": "cli",
    "pbem/demo": "cli/play",
    "pbem/drawing": "engine",
    "pbem/engine": "engine toy",
    "pbem/mail/deeds": "campaign/moderator",
    "pbem/mail/intake": "mail/intake mail/commands",
    "pbem/mail/message": "mail/message mail/authentication",
    "pbem/mail/moderating": "campaign/moderator",
    "pbem/playtest": "case playtest",
    "pbem/referee/deadlines": "campaign campaign/allowances campaign/ladder",
    "pbem/referee/people": "referee/seats campaign",
    "pbem/referee/records": "referee/transfer",
    "pbem/report": "report report/content report/pictures",
    "pbem/sheet": "sheet sheet/editing",
    "pbem/web/seat": "web/seat web/board",
    "templates/base": "report",
    "templates/maria": "maria/letters",
    "rules/pbem_maria/bot": "maria/players",
    "rules/pbem_maria/chapters": "maria/war maria/politics",
    "rules/pbem_maria/guess": "maria/players",
    "rules/pbem_maria/menu": "maria/desk maria/letters",
    "rules/pbem_maria/orders": "maria/war maria/politics",
    "rules/pbem_maria/position": "maria/war",
    "rules/pbem_maria/sequence": "maria/war maria/politics",
    "rules/pbem_tnw/bot": "tnw/players",
    "rules/pbem_tnw/chapters/land": "tnw/battle tnw/fortresses tnw/interception tnw/movement tnw/odds",
    "rules/pbem_tnw/chapters/nation": "tnw/attrition tnw/builds",
    "rules/pbem_tnw/chapters/politics": "tnw/conquest tnw/diplomacy tnw/peace",
    "rules/pbem_tnw/chapters/sea": "tnw/naval tnw/odds tnw/transport",
    "rules/pbem_tnw/chapters/turn": "tnw/interphase tnw/sequence tnw/setup tnw/sheets",
    "rules/pbem_tnw/guess": "tnw/players",
    "rules/pbem_tnw/menu": "tnw/desk",
}
"""Where below tests/ a path is tested, if not in the folder of the same name; the longest path that fits counts."""
CASES = 50


def git(*arguments: str) -> list[str]:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def changed() -> list[str]:
    """The files that differ from main, new ones too; what was deleted is among them."""
    base = next((name for name in ("main", "origin/main") if git("branch", "-a", "--list", name, f"*/{name}")), "HEAD")
    return [*git("diff", "--name-only", "--merge-base", base), *git("ls-files", "--others", "--exclude-standard")]


def folders_of(path: str) -> list[Path]:
    """The folders with the tests of a file: those that ELSEWHERE names, or the nearest one of the same path."""
    parts = PurePosixPath(path)
    for upper in (parts, *parts.parents):
        below = [ROOT / "tests" / name for name in ELSEWHERE.get(str(upper), same_below_tests(upper)).split()]
        if found := [folder for folder in below if any(folder.glob("test_*.py"))]:
            return found
    return []


def same_below_tests(path: PurePosixPath) -> str:
    """Where below tests/ the folder of the same path is: `mail` for pbem/mail, `tnw/x` for rules/pbem_tnw/x.

    A chapter is tested like a package beside the chapters.
    """
    match path.parts:
        case ("pbem" | "tests", *rest):
            return "/".join(rest)
        case ("rules", game, *rest):
            return "/".join([game.removeprefix("pbem_"), *(part for part in rest if part != "chapters")])
    return ""


def for_changes(paths: Iterable[str]) -> set[Path]:
    """The test files for changed *paths*: a test is its own, a module's are those of its folder."""
    found: set[Path] = set()
    for path in paths:
        if path.startswith("tests/") and PurePosixPath(path).match("test_*.py"):
            found |= {ROOT / path} if (ROOT / path).exists() else set()
        else:
            found |= {test for folder in folders_of(path) for test in folder.glob("test_*.py")}
    return found


def for_package(package: str) -> set[Path]:
    """The test files of the packages or folders of tests called *package*, such as `mail/intake` or `combat`."""
    folders = [
        folder
        for top in (ROOT / "tests", ROOT / "pbem", *(ROOT / "rules").glob("pbem_*"))
        for folder in top.glob(f"**/{package}")
        if folder.is_dir()
    ]
    inside = {test for folder in folders for test in folder.rglob("test_*.py")}
    return inside | for_changes(folder.relative_to(ROOT).as_posix() for folder in folders)


def others(chosen: set[Path]) -> Iterator[str]:
    """The folders of tests in which no test is chosen."""
    every = {test.parent for test in (ROOT / "tests").rglob("test_*.py")}
    return (folder.relative_to(ROOT).as_posix() for folder in sorted(every - {test.parent for test in chosen}))


def main(packages: list[str]) -> int:
    """Run the quick checks and return the exit code."""
    if packages:
        unknown = [package for package in packages if not for_package(package)]
        if unknown:
            print(f"no package and no folder of tests is called {', '.join(unknown)}", file=sys.stderr)
            return 2
        tests, about = set().union(*map(for_package, packages)), f"of {', '.join(packages)}"
    else:
        tests, about = for_changes(changed()), "of what changed since main"
    tests |= {*(ROOT / "tests").glob("*/test_cases.py"), *(ROOT / "tests").glob("test_*.py")}
    processes = os.environ.get("PBEM_TEST_PROCESSES", "2")
    run = ("-m", "pytest", "-n", processes, "--dist", "worksteal", "-m", "not slow", "--cases", str(CASES))
    steps = {
        "style": ["ruff", "format", "--check", "."],
        "lint": ["ruff", "check", "."],
        f"{len(tests)} files of tests {about}, and {CASES} cases of each game": [
            *(sys.executable, *run),
            *sorted(map(str, tests)),
        ],
    }
    failed = []
    with subprocess.Popen(["mypy"], cwd=ROOT, stdout=subprocess.PIPE, text=True) as types:  # it uses one processor only
        for name, command in steps.items():
            print(f"\n== {name}", flush=True)
            if subprocess.run(command, cwd=ROOT, check=False).returncode:
                failed.append(name)
        print(f"\n== types\n{types.communicate()[0]}", flush=True)
    if types.returncode:
        failed.append("types")
    print("\n== not run: tests marked slow, the other cases, random games, damaged mail, and the tests in")
    print(textwrap.fill(", ".join(others(tests)), 120, break_on_hyphens=False))
    print(f"\n== {'FAILED: ' + ', '.join(failed) if failed else 'quick checks passed'}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
