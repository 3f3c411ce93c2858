"""Lines that are not quite YAML as they are written, in a form that is; each character knows where it came from.

A line with two colons, as `troops: Friedrich: 8`: what is behind the first is put into quotation marks. Lines of which
some have a colon and some have none: each becomes an item of a list.
"""

import re
from collections.abc import Iterator
from itertools import groupby

import msgspec

from pbem.sheet.repair import RepairedText

_TWO_COLONS = re.compile(r"\s*+(?:- ++)*[^\s\"'\[\]{}#:][^\"'\[\]{}#:]*:\s+([^\s\"'\[\]{}#\\-][^\"'\[\]{}#\\]*)")
"""A line with a value that has a colon of its own and no mark that means something else in quotation marks."""

_KEY = re.compile(r":(?:\s|$)")


def second_colon(line: str) -> int:
    """Where the value of a *line* begins that has a second colon, if it can be put in quotation marks; otherwise 0."""
    found = _TWO_COLONS.fullmatch(line)
    return found.start(1) if found else 0


def in_quotes(repaired: RepairedText, line: str, number: int, start: int) -> tuple[str, RepairedText]:
    """*line* with what is behind *start* in quotation marks, and the text with what its characters come from."""
    end = len(line.rstrip())
    moved = repaired.columns[number] or tuple(range(len(line) + 1))
    columns = (*moved[:start], moved[start], *moved[start:end], moved[end], *moved[end:])
    every = (*repaired.columns[:number], columns, *repaired.columns[number + 1 :])
    return f'{line[:start]}"{line[start:end]}"{line[end:]}', msgspec.structs.replace(repaired, columns=every)


def in_a_list(repaired: RepairedText) -> RepairedText | None:
    """The text with a hyphen before each line of a block in which some lines have a colon and some have none."""
    lines, columns = list(repaired.lines), list(repaired.columns)
    for block in _blocks(lines):
        if any(_KEY.search(lines[at]) for at in block) and not all(_KEY.search(lines[at]) for at in block):
            for at in block:
                start = _indent(lines[at])
                moved = columns[at] or tuple(range(len(lines[at]) + 1))
                columns[at] = (*moved[:start], moved[start], moved[start], *moved[start:])
                lines[at] = f"{lines[at][:start]}- {lines[at][start:]}"
    changed = tuple(lines) != repaired.lines
    return msgspec.structs.replace(repaired, lines=tuple(lines), columns=tuple(columns)) if changed else None


def _blocks(lines: list[str]) -> Iterator[list[int]]:
    """The lines of each block that is a whole sheet, or all that is below a key, and has no list and no key alone."""
    filled = [at for at, line in enumerate(lines) if line.strip() and not line.lstrip().startswith(("#", "---", "..."))]
    for margin, run in groupby(filled, lambda at: _indent(lines[at])):
        block = list(run)
        before = next((lines[at] for at in reversed(filled) if at < block[0]), "")
        after = next((lines[at] for at in filled if at > block[-1]), "")
        alone = block == filled or (before.rstrip().endswith(":") and _indent(before) < margin)
        plain = not any(lines[at].lstrip().startswith("-") or lines[at].rstrip().endswith(":") for at in block)
        if alone and plain and (not after or _indent(after) < margin):
            yield block


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
