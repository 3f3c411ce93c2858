"""The pages of docs/ as tests read them: those of a folder as one text."""

from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def told(*names: str) -> str:
    """The text of pages, and of all pages in folders, by their names below docs/."""
    found = [page for name in names for page in ([DOCS / name] if name.endswith(".md") else (DOCS / name).glob("*.md"))]
    return "\n".join(page.read_text(encoding="utf-8") for page in sorted(found))
