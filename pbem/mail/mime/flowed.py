"""Text of `format=flowed`, with its soft line ends removed (RFC 3676)."""

import re

_QUOTES = re.compile(r">*")
_SIGNATURE = "-- "
_MARK = re.compile(r"(?:---|\.\.\.)\s*")
_LABELLED = re.compile(r"---\s+#.*")
_WRAPPED = 50
"""The fewest characters of a line that a program breaks."""


def unflowed(text: str, *, delete_blank: bool = False) -> str:
    """*text* without its soft line ends; *delete_blank* is RFC 3676's DelSp.

    The opening and closing lines of a sheet stay on lines of their own: otherwise the next line would become part of
    the comment of an opening line.
    """
    lines: list[str] = []
    joined: list[str] = []
    depth_before, soft = 0, False
    for raw in text.split("\n"):
        depth, line = _unstuffed(raw) if raw[:1] in (">", " ") else (0, raw)
        alone = line[:1] in ("-", ".") and _stands_alone(line)
        if soft and depth == depth_before and not alone:
            if delete_blank:
                joined[-1] = joined[-1][:-1]
            joined.append(line)
        else:
            lines.append("".join(joined))
            joined = [">" * depth + " ", line] if depth and line else [">" * depth, line]
        soft = line[-1:] == " " and not alone
        depth_before = depth
    return "\n".join([*lines, "".join(joined)][1:])


def _unstuffed(raw: str) -> tuple[int, str]:
    """The depth of quotation and the line without it and without the space that protects it (RFC 3676, 4.4)."""
    found = _QUOTES.match(raw)
    depth = found.end() if found else 0
    line = raw[depth:]
    return depth, line.removeprefix(" ")


def _stands_alone(line: str) -> bool:
    return line == _SIGNATURE or bool(_MARK.fullmatch(line)) or (len(line) < _WRAPPED and bool(_LABELLED.match(line)))
