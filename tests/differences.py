"""What differs between two texts, told in words: each change once, however many letters it stands in."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

import msgspec

PAGE = "\n\f\n"
"""What parts the letters of a file."""
_AROUND = 4
_MOST = 40
"""How many words are told of a longer passage."""


class Change(msgspec.Struct, frozen=True):
    """A change in words, as `[-before-] {+after+}` with a few words around it, and where it stands."""

    words: str
    file: str
    page: int
    line: int

    def __str__(self) -> str:
        return f"{self.words}\n    {self.file}, page {self.page}, line {self.line}"


def changes(file: str, old: str, new: str) -> list[Change]:
    """All changes from *old* to *new*, page by page; pages and lines are counted in *new* from 1."""
    before, after = (text.split(PAGE) if text else [] for text in (old, new))
    found = [
        Change(words, file, number, line)
        for number, (was, now) in enumerate(zip(before, after, strict=False), start=1)
        if was != now
        for line, words in _lines(was.splitlines(), now.splitlines())
    ]
    if len(before) != len(after):
        found.append(Change(f"[-{len(before)} pages-] {{+{len(after)} pages+}}", file, len(after), 1))
    if old != new and not found:
        found.append(Change("the ends of lines differ", file, 1, 1))
    return found


def summary(found: list[Change], most: int = 40) -> str:
    """Each change once, with the number of places and the first of them; *most* of them, the most frequent first."""
    places: dict[str, list[Change]] = {}
    for change in found:
        places.setdefault(change.words, []).append(change)
    often = sorted(places.values(), key=len, reverse=True)
    told = [f"{len(each)} x  {each[0]}" for each in often[:most]]
    return "\n".join([*told, *([f"and {len(often) - most} other changes"] if len(often) > most else [])])


def _lines(old: list[str], new: list[str]) -> Iterator[tuple[int, str]]:
    """The changes of a page with their lines."""
    for how, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if how != "equal":
            was, now = " ".join(old[i:j]).split(), " ".join(new[k:m]).split()
            told = [*_words(was, now)] if was != now else [_layout(old[i:j], new[k:m])]
            yield from ((k + 1, words) for words in told)


def _words(old: list[str], new: list[str]) -> Iterator[str]:
    """The changes of a passage, those together that are a few words apart."""
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_AROUND):
        said = []
        for how, i, j, k, m in group:
            if how == "equal":
                said.append(_told(old[i:j]))
            else:
                said += [f"[-{_told(old[i:j])}-]"] if j > i else []
                said += [f"{{+{_told(new[k:m])}+}}"] if m > k else []
        yield " ".join(said)


def _told(words: list[str]) -> str:
    half = _MOST // 2
    return " ".join(words if len(words) <= _MOST else [*words[:half], "...", *words[-half:]])


def _layout(old: list[str], new: list[str]) -> str:
    """The words are the same: only spaces and the ends of lines are not."""
    was, now = (re.sub(r"(?<= ) |^ ", "·", "⏎".join(lines)) for lines in (old, new))
    return f"layout: [-{was}-] {{+{now}+}}"
