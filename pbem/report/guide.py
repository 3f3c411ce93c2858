"""The guide for players: pages of Markdown, of which each section can be sent by itself."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from pbem.report import tree

_HEADING = re.compile(r"(#{1,3}) (.*)")
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]*)\)")
_ITEM = re.compile(r"( *)(?:[-*]|\d+\.) +(.*)")
_RULE = re.compile(r"\|[\s|:-]+\|?")
_WORD = re.compile(r"[^\W_]+")
_KEY = re.compile(r"\*\*([^*]+)\*\*|`([^`]+)`")
_ENDINGS = ("ings", "ing", "ers", "er", "ed", "es", "s", "e")
_SHORTEST = 3
"""The fewest letters that an ending leaves."""
_FENCE, _CODE = "```", "    "


class GuideSection(msgspec.Struct, frozen=True):
    """A section: its heading as plain words, its lines with those of its subsections, and its level from 1."""

    heading: str
    lines: tuple[str, ...]
    level: int

    @property
    def content(self) -> str:
        """Its text with the marks of a letter."""
        return tree.marked("\n".join(_converted(self.lines)))


def sections(pages: Sequence[Path]) -> tuple[GuideSection, ...]:
    """The sections of all *pages*, each followed by its subsections."""
    return tuple(section for page in pages for section in _sections_of(page, page.stat().st_mtime_ns))


def titles(found: Sequence[GuideSection]) -> tuple[str, ...]:
    """The headings that a list of the guide shows: those of its sections, without subsections."""
    return tuple(dict.fromkeys(section.heading for section in found if section.level == 2))


def named(found: Sequence[GuideSection], wanted: str, topics: Mapping[str, str]) -> GuideSection | None:
    """The section that *wanted* means: by *topics*, words with the headings that they stand for, or by its own words.

    Those of its heading count most, then its keys and what is strong in it, then how often it has a word.
    """
    known = {" ".join(map(_stem, _words(word))): heading for word, heading in topics.items()}
    known |= {word.casefold(): heading for word, heading in topics.items()}  # a commander gives commands
    wanted = known.get(" ".join(_words(wanted)), known.get(" ".join(map(_stem, _words(wanted))), wanted))
    words = [_stem(word) for word in _words(wanted)]
    if not words:
        return None
    same = (section for section in found if [*map(_stem, _words(section.heading))] == words)
    if section := next(same, None):
        return section
    scores = [_score(section, words) for section in found]
    best = max(scores, default=0)
    return found[scores.index(best)] if best else None


@lru_cache(maxsize=16)
def _sections_of(page: Path, _changed: int) -> tuple[GuideSection, ...]:
    lines = page.read_text(encoding="utf-8").split("\n")
    heads: list[tuple[int, int, str]] = []
    fenced = False
    for at, line in enumerate(lines):
        fenced ^= line.lstrip().startswith(_FENCE)
        if not fenced and (found := _HEADING.fullmatch(line)):
            heads.append((at, len(found[1]), _plain(found[2])))
    made = []
    for place, (at, level, heading) in enumerate(heads):
        ends = (start for start, other, _ in heads[place + 1 :] if other <= max(level, 2))
        made.append(GuideSection(heading, tuple(lines[at + 1 : next(ends, len(lines))]), level))
    return tuple(made)


def _score(section: GuideSection, words: Sequence[str]) -> float:
    """How well a section fits *words*; none that lacks one of them fits at all."""
    about = _about(section)
    return sum(about[word] for word in words) if all(word in about for word in words) else 0


@lru_cache(maxsize=256)
def _about(section: GuideSection) -> Mapping[str, float]:
    """What a section is about: its words, by how much they weigh in it."""
    weights: dict[str, float] = defaultdict(float)
    heading = [_stem(word) for word in _words(section.heading)]
    text = "\n".join(section.lines)
    keys = [_stem(word) for found in _KEY.finditer(text) for word in _words(found[1] or found[2])]
    said = Counter(_stem(word) for word in _words(text))
    length = max(sum(said.values()), 100)
    for word, count in said.items():
        weights[word] += count * 100 / length
    for word, count in Counter(keys).items():
        weights[word] += count * 100 / length
    for word in heading:
        weights[word] += 1000 / len(heading)
    return dict(weights)


def _words(text: str) -> list[str]:
    bare = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(letter for letter in bare if not unicodedata.combining(letter)))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word.removesuffix(ending)
    return word


def _plain(heading: str) -> str:
    return _LINK.sub(r"\1", heading).replace("`", "").replace("**", "")


def _linked(found: re.Match[str]) -> str:
    return f"{found[1]} ({found[2]})" if found[2].startswith(("http:", "https:")) else found[1]


def _converted(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a section as a template would write them: paragraphs in one line, tables with a marked head."""
    paragraph = ""
    for kind, line in _kinds(lines):
        if kind == "text":
            paragraph = f"{paragraph} {line.strip()}" if paragraph else line
            continue
        if paragraph:
            yield paragraph
        paragraph = line if kind == "item" else ""
        if kind == "line":
            yield line
    if paragraph:
        yield paragraph


def _kinds(lines: Sequence[str]) -> Iterator[tuple[Literal["text", "item", "line"], str]]:
    """Each line, and whether it may continue a paragraph, begins an item of a list, or is a line of its own."""
    fenced = False
    for line, below in zip(lines, (*lines[1:], ""), strict=True):
        if line.lstrip().startswith(_FENCE):
            fenced = not fenced
            yield "line", _FENCE
        elif fenced:
            yield "line", line
        elif not line.strip():
            yield "line", ""
        elif line.startswith(_CODE):
            yield from (("line", part) for part in (_FENCE, line.removeprefix(_CODE), _FENCE))
        elif not _RULE.fullmatch(line):
            yield _kind(_LINK.sub(_linked, line), head=bool(_RULE.fullmatch(below)))


def _kind(line: str, *, head: bool) -> tuple[Literal["text", "item", "line"], str]:
    if found := _HEADING.fullmatch(line):
        return "line", f"{found[1][1:]} {_plain(found[2])}"
    if line.startswith("|"):
        return "line", _row(line, head=head)
    if item := _ITEM.fullmatch(line):
        return "item", f"{item[1]}- {item[2]}"
    return "text", line


def _row(line: str, *, head: bool) -> str:
    cells = line.strip().removeprefix("|").removesuffix("|").replace(r"\|", "/")
    return f"|{'#' if head else ''} {cells.strip()}"
