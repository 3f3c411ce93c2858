"""The marks of Markdown that go over lines, as Discourse and Discord read it: quotations, fences, what is crossed out.

Marks within a line stay in it, as they may be its text: whoever cannot read it looks at it without them.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pbem.mail.extraction.markup.lines import MOST_QUOTES, MarkedLine, crossed_out
from pbem.mail.mime.text import STRIKE

_LEVELS = re.compile(r"[ \t\u00a0]{0,3}(?:> ?)*>(?!!\S|\S*[|])")
_HIDDEN = re.compile(r"\A(\s{0,20})>!(?=\S)")
"""How a spoiler begins as Reddit writes it."""
_BREAK = re.compile(r"(?<!\\)\\$")
"""The mark of the end of a line, as some editors write it."""
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_ALL_BELOW = ">>> "
_STRIKES = re.compile(r"(?<!~)~~(?!~)")
_BARS = re.compile(r"(?<!\|)\|\|(?!\|)")
_BOLD = re.compile(r"(\s{0,20}(?:[-•] )?)(\*{1,3}|_{1,2})(?=[^\s*_])")
_ESCAPED_MARK = re.compile(r"\A(\s*+)\\(?=(?:[-*+>#]|\d{1,2}[.)])(?:\s|$))")
_MOST_LINE = 5000
"""The most characters of a line that is looked at."""


def with_markdown(lines: Sequence[MarkedLine]) -> list[MarkedLine]:
    """*lines* with the marks of quotations, spoilers, and of what is crossed out over several lines, taken as such."""
    marked = list(_fenced(_quoted(lines)))
    return _without_hidden(_without_bold(_without_bars(_struck(marked))))


def _quoted(lines: Sequence[MarkedLine]) -> Iterator[MarkedLine]:
    below = 0
    for line in lines:
        text, depth = line.text, line.depth + below
        if not line.code and len(text) <= _MOST_LINE:
            if text.startswith(_ALL_BELOW):
                below, depth, text = 1, line.depth + 1, text.removeprefix(_ALL_BELOW)
            elif found := _LEVELS.match(text):
                depth = min(depth + found.group().count(">"), MOST_QUOTES)
                text = text[found.end() :].removeprefix(" ")
        yield replace(line, text=text, depth=depth)


def _fenced(lines: Iterator[MarkedLine]) -> Iterator[MarkedLine]:
    """*lines* of which those within fences, and these, are code."""
    fence, depth = "", 0
    for line in lines:
        if fence and (line.depth < depth or _closes(line.text, fence)):
            yield replace(line, code=line.depth >= depth)
            fence = ""
        elif fence or line.code:
            yield replace(line, code=True)
        else:
            found = _FENCE.match(line.text[:_MOST_LINE])
            fence, depth = (found[1], line.depth) if found else ("", 0)
            text = line.text if found else _ESCAPED_MARK.sub(r"\1", line.text, count=1)
            yield replace(line, text=text, code=bool(found))


def _closes(text: str, fence: str) -> bool:
    bare = text.strip()
    return bare.startswith(fence) and not bare.strip(fence[0])


def _struck(lines: Sequence[MarkedLine]) -> list[MarkedLine]:
    """*lines* with marks around each line of what is crossed out over several lines, code too."""
    marks = [len(_STRIKES.findall(line.text)) if _looked_at(line) else 0 for line in lines]
    left, within = sum(marks), False
    found: list[MarkedLine] = []
    for line, count in zip(lines, marks, strict=True):
        left -= count
        if within and not count:
            fence = line.code and _FENCE.match(line.text) is not None
            found.append(line if fence else replace(line, text=crossed_out(line.text)))
        elif count and (within or (count % 2 and left)):
            parts = _STRIKES.split(line.text)
            texts = [crossed_out(part) if (at % 2 == 1) != within else part for at, part in enumerate(parts)]
            found.append(replace(line, text="".join(texts).replace(2 * STRIKE, "")))
            within = within != bool(count % 2)
        else:
            found.append(line)
    return found


def _without_bars(lines: Sequence[MarkedLine]) -> list[MarkedLine]:
    """*lines* without the bars around spoilers."""
    count = sum(len(_BARS.findall(line.text)) for line in lines if _looked_at(line))
    if not count or count % 2:
        return list(lines)
    return [replace(line, text=_BARS.sub("", line.text)) if _looked_at(line) else line for line in lines]


def _without_bold(lines: list[MarkedLine]) -> list[MarkedLine]:
    """*lines* without the marks of emphasis that begin on one line and end on another."""
    for at, line in enumerate(lines):
        found = _BOLD.match(line.text) if _looked_at(line) else None
        if found is None or line.text.count(found[2]) % 2 == 0:
            continue
        ends = (n for n in range(at + 1, len(lines)) if _looked_at(lines[n]) and found[2][0] in lines[n].text)
        last = next(ends, at)
        if last > at and lines[last].text.rstrip().endswith(found[2]) and lines[last].text.count(found[2]) == 1:
            lines[at] = replace(line, text=f"{found[1]}{line.text[found.end() :]}")
            lines[last] = replace(lines[last], text=lines[last].text.rstrip().removesuffix(found[2]))
    return lines


def _without_hidden(lines: list[MarkedLine]) -> list[MarkedLine]:
    """*lines* without the marks around a spoiler as Reddit writes it, and those of the ends of lines."""
    hidden = any(_HIDDEN.match(line.text) for line in lines if _looked_at(line))
    for at, line in enumerate(lines):
        if _looked_at(line):
            text = _HIDDEN.sub(r"\1", line.text, count=1).removesuffix("!<") if hidden else line.text
            text = _BREAK.sub("", text)
            lines[at] = line if text == line.text else replace(line, text=text)
    return lines


def _looked_at(line: MarkedLine) -> bool:
    return not line.code and len(line.text) <= _MOST_LINE
