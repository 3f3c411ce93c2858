"""A line with two colons, as `troops: Friedrich: 8`: what is behind the first is put into quotation marks."""

import re

import msgspec

from pbem.sheet.repair import RepairedText

_TWO_COLONS = re.compile(r"\s*+(?:- ++){0,20}[^\s\"'\[\]{}#:][^\"'\[\]{}#:]*:\s+([^\s\"'\[\]{}#\\-][^\"'\[\]{}#\\]*)")
"""A line with a value that has a colon of its own and no mark that means something else in quotation marks."""


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
