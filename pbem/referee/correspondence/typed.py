"""Words that a person typed for others to read: tidied, within bounds, never markup."""

from pbem.report import layout
from pbem.report.content import marks
from pbem.settings.words import MOST_CHARACTERS
from pbem.store.refusal import Refusal

MOST_LINES = 120


class NotSaid(Refusal):
    """Words cannot go to anyone: there are none, too many, or no one to hear them."""


def tidied(text: str) -> str:
    """*text* without control characters, marks, and blank lines in excess."""
    lines = (layout.printable(marks.plain(line)).rstrip() for line in layout.lines(text.expandtabs(4)))
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).rstrip("\n")


def checked(text: str) -> str:
    """*text* tidied; raises `NotSaid` if nothing is left, or more than a message may have."""
    words = tidied(text)
    if not words.strip():
        raise NotSaid("there are no words to pass on")
    if len(words) > MOST_CHARACTERS:
        raise NotSaid(f"the text has {len(words)} characters, and a message at most {MOST_CHARACTERS}; shorten it")
    lines = words.count("\n") + 1
    if lines > MOST_LINES:
        raise NotSaid(f"the text has {lines} lines, and a message at most {MOST_LINES}; shorten it")
    return words
