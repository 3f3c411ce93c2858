"""The opening and closing lines of a sheet as they arrive, and sheet lines that ran together with them.

Phones turn hyphens into dashes, editors add stars or backslashes around them.
"""

import re

from pbem.mail.mime.text import plain

_START = re.compile(r"[*_\\ \t]*([-–—](?:\\?[-–—]){0,2})[*_]*(?:\s*(#.*)|\s*)")
_END = re.compile(r"[*_\\ \t]*(?:\.\\?\.\\?\.|…|\. \. \.)[*_\s]*")
_COLLAPSED = re.compile(
    r"[*_\\ \t]*[-–—]{2,3}\s+(?:#[^{}]{0,300}(?:\{[^{}]{0,40}\})?\s+)?[^\s#:{][^:#]{0,60}:(?:\s.*|$)"
)
_COLLAPSED_MARK = re.compile(r".*\{[^{}]{1,40}\}\s+\S.*")
_JOINED = re.compile(r"\s*[^\s:#\"'\[{-][^:#\"'\[{]{0,60}:\s+-\s+\S.*")
_ENDED = re.compile(r"\s*[^\s#].*\s(?:\.\.\.|…)\s*")
_MOST_LINE = 2000
"""The most characters of a line that is examined as a mark."""
_MOST_COLLAPSED = 100_000
"""The most characters of a sheet that lost its line ends."""
_MOST_END = 100


def start_mark(line: str) -> str | None:
    """The comment on an opening line, if *line* is one; otherwise None."""
    found = _START.fullmatch(plain(line)) if len(line) <= _MOST_LINE else None
    if found is None:
        return None
    dashes = found[1].replace("\\", "")
    if dashes == "-":
        return None
    return (found[2] or "").rstrip(" \t*_")


def undecorated(line: str) -> str:
    """*line* without spaces, and without the stars, lines and backslashes that programs put around a mark."""
    return plain(line).strip(" \t*_\\")


def end_mark(line: str) -> bool:
    """Whether *line* is a closing line."""
    return len(line) <= _MOST_END and _END.fullmatch(plain(line)) is not None


def collapsed(line: str) -> bool:
    """Whether several lines of a sheet ran together on this one."""
    if len(line) > _MOST_COLLAPSED:
        return False
    bare = plain(line)
    comment = start_mark(bare)
    if comment is not None:
        return bool(_COLLAPSED_MARK.fullmatch(comment)) or bool(re.search(r":\s+-\s", comment))
    head = bare[:_MOST_LINE]
    return bool(_COLLAPSED.fullmatch(head) or _JOINED.fullmatch(head)) or _whole_sheet(bare)


def _whole_sheet(line: str) -> bool:
    """Whether opening mark, a key and closing mark are on one line, perhaps between words."""
    opening = f" {line}".find(" --- ")
    colon = line.find(": ", opening) if opening >= 0 else -1
    return colon >= 0 and any(f"{line} ".find(end, colon) >= 0 for end in (" ... ", " … "))


def ends_within(line: str) -> bool:
    """Whether the mark of the end is behind other words."""
    return _ENDED.fullmatch(plain(line[-_MOST_LINE:])) is not None
