"""Text that its reader does not see as it stands: crossed out, or in only one of the parts of an email."""

import re
from collections.abc import Iterable

_STRUCK = re.compile(r"(?<!~)~~(?!~)([^~\n]+)~~(?!~)|(?<![~\w])~(?![~\s])([^~\n]{1,200})(?<!\s)~(?![~\w])")
_STROKES = re.compile("[\u0335-\u0338]")
_LINK = re.compile(r"<https?://[^<>\s]{1,2000}>")
_MOST_SHOWN = 5


def unstruck(text: str) -> str:
    """*text* as if nothing in it were crossed out."""
    return _STROKES.sub("", _STRUCK.sub(lambda found: found[1] or found[2], text))


def struck_in(text: str, lines: Iterable[str] | None = None) -> list[str]:
    """What is crossed out in *text*, by marks or by strokes through its letters; with *lines* only what is in these."""
    found = [(found[1] or found[2]).strip() for found in _STRUCK.finditer(text)]
    found += [_STROKES.sub("", line).strip() for line in text.split("\n") if _STROKES.search(line)]
    said = None if lines is None else [_squeezed(line) for line in lines]
    kept = [one for one in dict.fromkeys(found) if (bare := _squeezed(one)) and (said is None or _within(bare, said))]
    return kept[:_MOST_SHOWN]


def missing_in(text: str, lines: Iterable[str]) -> list[str]:
    """Those of *lines* that *text* does not have, whatever its spaces, line ends and signs."""
    there = _squeezed(text)
    return [line.strip() for line in lines if _squeezed(line) not in there][:_MOST_SHOWN] if text.strip() else []


def _within(bare: str, said: list[str]) -> bool:
    return any(bare in line or line in bare for line in said if line)


def _squeezed(text: str) -> str:
    return "".join(re.findall(r"\w+", _LINK.sub(" ", unstruck(text)).casefold()))
