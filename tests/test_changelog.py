import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "changelog"))
OLDER = "# Changes\n\n## 0.1.0, 2026-01-01\n\n- Maria by email.\n\n## 0.0.1\n\n- A start.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / "changelog.d" / "README.md").write_text("How to write these.\n")
    (tmp_path / "CHANGELOG.md").write_text(OLDER)
    return tmp_path


def add(root: Path, name: str, text: str) -> Path:
    path = root / "changelog.d" / name
    path.write_text(text)
    return path


def test_a_release_has_its_changes_above_the_older_ones_and_takes_the_files_away(root: Path) -> None:
    one = add(root, "moderators-doctor.md", "`pbem doctor` says more\nabout servers.\n")
    two = add(root, "players-forms.md", "[Forms](../docs/index.md) are shorter.\n")

    SCRIPT["release"](root, "0.2.0", "2026-11-22")

    assert (root / "CHANGELOG.md").read_text() == (
        "# Changes\n\n## 0.2.0, 2026-11-22\n\n"
        "### For players\n\n- [Forms](docs/index.md) are shorter.\n\n"
        "### For moderators\n\n- `pbem doctor` says more\n  about servers.\n\n" + OLDER.removeprefix("# Changes\n\n")
    )
    assert not one.exists()
    assert not two.exists()
    assert (root / "changelog.d" / "README.md").exists()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("nobody-forms.md", "Forms are shorter.", "nobody-forms.md should be called WHOM-WHAT.md"),
        ("players.md", "Forms are shorter.", "players.md should be called WHOM-WHAT.md"),
        ("players-forms.txt", "Forms are shorter.", "players-forms.txt should be called WHOM-WHAT.md"),
        ("players-forms.md", "\n", "players-forms.md is empty"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_and_nothing_is_changed(
    root: Path, name: str, text: str, said: str
) -> None:
    path = add(root, name, text)

    with pytest.raises(ValueError, match=said):
        SCRIPT["release"](root, "0.2.0", "2026-11-22")
    assert (root / "CHANGELOG.md").read_text() == OLDER
    assert path.exists()


def test_the_files_that_wait_for_the_next_release_can_be_used() -> None:
    waiting = [path for paths in SCRIPT["fragments"](ROOT).values() for path in paths]

    assert [path.name for path in waiting if any(len(line) > 120 for line in path.read_text().splitlines())] == []
