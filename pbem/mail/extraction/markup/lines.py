"""The lines of a text with markup, each with what it is."""

from collections.abc import Iterator, Sequence

import msgspec

from pbem.mail.mime.text import STRIKE

MOST_QUOTES = 50
"""The deepest quotation that is distinguished."""


class MarkedLine(msgspec.Struct, frozen=True):
    """A line as it is read by people, without its markup, and what it is.

    *depth* is how often it was quoted, *by* whom, if that is known. What is crossed out in it is between `STRIKE`.
    *code* is kept as it was written; what the *forum* added is no one's words. Where a quotation is *open*, nothing
    shows where it ends. *number* is that of the line of the whole text.
    """

    number: int
    text: str
    depth: int = 0
    by: str = ""
    code: bool = False
    forum: bool = False
    open: bool = False

    @property
    def own(self) -> bool:
        """Whether whoever posted the text wrote it."""
        return not self.depth and not self.forum


def crossed_out(text: str) -> str:
    """*text* between the marks of what is crossed out, without the spaces around it; empty text stays so."""
    bare = text.strip()
    return text.replace(bare, f"{STRIKE}{bare}{STRIKE}", 1) if bare else text


def rendered(lines: Sequence[MarkedLine]) -> str:
    """*lines* as an email shows them: `>` before what is quoted, below who wrote it, and nothing of the forum's own."""
    return "".join(f"{line}\n" for line in _rendered(lines))


def _rendered(lines: Sequence[MarkedLine]) -> Iterator[str]:
    before = MarkedLine(0, "")
    for line in lines:
        if line.forum:
            yield ""
            continue
        if line.by and line.depth and (line.by, line.depth) != (before.by, before.depth):
            yield f"{'> ' * (line.depth - 1)}{line.by} wrote:"
        elif before.depth > line.depth == 0 and line.text.strip():
            yield ""
        yield f"{'> ' * line.depth}{line.text}"
        before = line
