"""Values such as `controls(austria, munich)` within `{}` or `[]`, where YAML would part them at the comma."""

import re
from collections.abc import Iterator

_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'")
_PLAIN = re.compile(r"[^\W_]")
_CLOSING = {"(": ")", "[": "]"}


def to_be_quoted(line: str) -> Iterator[tuple[int, int, str]]:
    """Each value of *line* that has brackets of its own: where it begins and ends, and the marks to put around it."""
    depth = position = 0
    begins = True
    while position < len(line):
        character = line[position]
        if character == "#" and line[position - 1 : position].strip() == "":
            return
        if begins and (quoted := _QUOTED.match(line, position)):
            begins, position = False, quoted.end()
            continue
        if begins and depth and _PLAIN.match(character):
            end, inner = _value(line, position)
            value = line[position:end]
            mark = next((mark for mark in "\"'" if mark not in value and "\\" not in value), "")
            if inner and mark:
                yield position, end, mark
            begins, position = False, end
            continue
        if character in "[{" and (begins or depth):
            depth += 1
        elif character in "]}":
            depth = max(0, depth - 1)
        if not character.isspace():
            spaced = line[position + 1 : position + 2].isspace()
            begins = character in "[{," or (spaced and (character == ":" or (character == "-" and begins)))
        position += 1


def _value(line: str, start: int) -> tuple[int, bool]:
    """Where the plain value that begins at *start* ends, and whether brackets in it hold a comma or are square."""
    open_: list[str] = []
    inner = False
    for position in range(start, len(line)):
        character = line[position]
        if character in _CLOSING:
            open_.append(_CLOSING[character])
            inner = inner or character == "["
        elif open_ and character == open_[-1]:
            open_.pop()
        elif open_ and character == ",":
            inner = True
        elif character in ",]}" or (character == ":" and not line[position + 1 : position + 2].strip()):
            return len(line[:position].rstrip()), inner and not open_ and character != ":"
    return len(line), False
