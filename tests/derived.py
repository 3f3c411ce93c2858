"""Tables of pages that derive from the program; `python -m tests.derived` writes them anew."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from pbem.mail.deeds.lines import WORDS
from pbem.mail.deeds.times import plain_words

DOCS = Path(__file__).parents[1] / "docs"


def _lines_of_moderators() -> Iterator[str]:
    yield from ("| line | what it does |", "|---|---|")
    words = plain_words()
    for name in WORDS:
        yield f"| {words.phrase('deeds', f'{name}-line')} | {words.phrase('deeds', f'{name}-does')} |"


def _commands_of_players() -> Iterator[str]:
    """A row for each command, as in the list that `help` sends."""
    yield from ("| command | what it does |", "|---|---|")
    words = plain_words()
    for key in words.keys("commands"):
        if key.startswith("use-"):
            told = words.raw("commands", f"help-{key.removeprefix('use-')}")
            yield f"| `{words.raw('commands', key)}` | {told} |"


TABLES: Mapping[tuple[str, str], Callable[[], Iterator[str]]] = {
    ("moderators/by-email.md", "The moderator by email"): _lines_of_moderators,
    ("players/commands.md", "Commands by email"): _commands_of_players,
}
"""What each table holds, by its page and the heading above it: it is the first one there."""


def written(page: str, heading: str) -> str:
    """The text of *page* with the table below *heading* as the program has it now."""
    text = (DOCS / page).read_text(encoding="utf-8")
    before, mark, after = text.partition(f"\n## {heading}\n")
    assert mark, f"{page} has no heading {heading!r}"
    table = "\n".join(TABLES[page, heading]()) + "\n"
    return before + mark + re.sub(r"(?:^\|.*\n)+", lambda _found: table, after, count=1, flags=re.MULTILINE)


if __name__ == "__main__":
    for page, heading in TABLES:
        (DOCS / page).write_text(written(page, heading), encoding="utf-8")
