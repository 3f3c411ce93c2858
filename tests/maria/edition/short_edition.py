"""An edition in which the advanced game is over soon: small pools, four turns, four winters, an early election."""

from pathlib import Path

from pbem_maria.edition.edition import EDITIONS, FILES

CHANGES = {
    "armies": (
        ("pool: 13", "pool: 6"),
        ("pool: 11", "pool: 3"),
        ("pool: 8", "pool: 3"),
        ("    pool: 3\n    hand: 5", "    pool: 8\n    hand: 5"),
        ("turns: 12", "turns: 4"),
        ("winters_after: [3, 6, 9, 12]", "winters_after: [1, 2, 3, 4]"),
    ),
    "politics": (("id: imperial-election\n    year: 1742", "id: imperial-election\n    year: 1741"),),
}
"""What is written otherwise than in the historical edition, by file."""


def short_edition(folder: Path) -> Path:
    """The edition, made in *folder*; its key is always the same."""
    made = folder / "short"
    made.mkdir()
    for name in FILES:
        text = (EDITIONS / "historical" / f"{name}.yaml").read_text(encoding="utf-8")
        for old, new in CHANGES.get(name, ()):
            assert old in text, old
            text = text.replace(old, new)
        (made / f"{name}.yaml").write_text(text, encoding="utf-8")
    return made
