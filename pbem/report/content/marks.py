"""Marks: the signs of markup that the author of a template wrote, told apart from the same signs in typed words.

Each mark stands for a sign in the literal text of a template or a phrase; what `{{ }}` puts between is words, in which
a sign is only itself. Marks are noncharacters, which no text that is exchanged may contain (Unicode, 23.7).
"""

import re
from collections.abc import Mapping
from typing import Any

HEADING, BULLET, CELL, STRONG, CODE = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3", "\ufdd4"
OPENS, CLOSES, FENCE, QUOTE, WARNING = "\ufdd5", "\ufdd6", "\ufdd7", "\ufdd8", "\ufdd9"
PICTURE, OF, ENDS, UNIT = "\ufdda", "\ufddb", "\ufddc", "\ufddd"
SIGNS = {
    HEADING: "#", BULLET: "-", CELL: "|", STRONG: "**", CODE: "`", OPENS: "---", CLOSES: "...", FENCE: "```",
    QUOTE: ">", WARNING: "!", PICTURE: "![", OF: "](", ENDS: ")", UNIT: "~",
}  # fmt: skip
"""The sign that each mark stands for."""

_MARK = re.compile("[\ufdd0-\ufdef]")
_LITERALS = re.compile(
    r"^(?P<indent>\ *)(?:(?P<heading>\#{1,3})(?=\ )|(?P<bullet>-)(?=\ )|(?P<quote>>)(?=\ |$)|(?P<warning>!)(?=\ )"
    r"|(?P<fence>```)$|(?P<opens>---)(?=\ |$)|(?P<closes>\.\.\.)$|(?P<picture>!\[))"
    r"|(?P<strong>\*\*)|(?P<code>`)|(?P<cell>\|)|(?P<unit>~)|(?P<of>\]\()|(?P<ends>\)$)",
    re.MULTILINE | re.VERBOSE,
)
_OF = {
    "heading": HEADING, "bullet": BULLET, "quote": QUOTE, "warning": WARNING, "fence": FENCE, "opens": OPENS,
    "closes": CLOSES, "picture": PICTURE, "strong": STRONG, "code": CODE, "cell": CELL, "unit": UNIT, "of": OF,
    "ends": ENDS,
}  # fmt: skip


def marked(literal: str) -> str:
    """The literal text of a template, each sign of markup in it replaced by its mark."""
    return _LITERALS.sub(_mark, literal)


def plain(text: str) -> str:
    """*text* with signs for marks, which mark nothing any more: for a terminal, a subject, typed words."""
    return text if text.isprintable() else _MARK.sub(lambda found: SIGNS.get(found.group(), ""), text)


def as_words(args: Mapping[str, Any]) -> dict[str, Any]:
    """*args* for a phrase: in those that are texts, which people may have typed, no sign is a mark."""
    return {name: plain(value) if isinstance(value, str) else value for name, value in args.items()}


def _mark(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    count = len(found["heading"]) if kind == "heading" else 1
    return (found["indent"] or "") + _OF[kind] * count
