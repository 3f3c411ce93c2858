"""Which lines of a text are its writer's own, and which are quoted, however mail programs mark them."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from pbem.mail.extraction import languages
from pbem.mail.extraction.languages import either

LineKind = Literal["text", "attribution", "divider", "signature"]

_LEVEL = re.compile(r"[ \t\u00a0]*>[ \u00a0]?")
_LEVELS = re.compile(r"[ \t\u00a0]*(?:> ?)*>")
_MOST_LINE = 400
"""No attribution, divider or header is longer than this."""

_OTHER_MARK = re.compile(r"(?:\||[^\W\d_]{1,3}>)")
"""How some programs quote: with a bar, or the writer's initials before the mark."""
_MOST_HEADERS = 14
_FEWEST_MARKED = 3
_MOST_DEPTH = 100
"""The deepest quotation that is distinguished."""

_VERBS = re.compile(rf"\b(?:{either(languages.WROTE)})\b|{either(languages.WROTE_IN_SIGNS)}", re.IGNORECASE)
_DATED = re.compile(r"\b\d{4}\b|\d{1,2}[:.]\d\d\b|\d{1,2}[./]\s?\d{1,2}[./]")
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}+@[\w-]{1,63}+\.")
_MOST_BARE = 8
"""What introduces a quotation with neither day nor address has no more words: a name and the verb."""
_YEAR = re.compile(r"\b\d{4}(?:\b|年|년)")
_TIME = re.compile(r"\d{1,2}(?::\d\d|\.\d\d(?!\.?\d))")
_OPENERS = re.compile(rf"(?:{either(languages.OPENERS)})[\s\d]", re.IGNORECASE)
_SHEETLIKE = re.compile(r"\s*(?:[-*•#]\s|---|\.\.\.\s*$|[^\s:]+(?: [^\s:]+){0,2}:(?:\s+\S{1,30}$|\s*$))")

_LISTED = re.compile(r"\s*[-*•]\s|\s{2,}\S")
_FORWARDED = re.compile(rf"\W*(?:{either(languages.FORWARDED)})\s*[:：]\W*", re.IGNORECASE)
_DASHED = re.compile(r"\s*-{2,}[ \t]*([^\s-](?:[^-\n]|-(?!-)){2,200}?)[ \t]*-{2,}\s*")
_RUN_ON = re.compile(_DASHED.pattern + r"([^\W\d_][\w.-]*(?: [\w.-]+)?)\s*[:：](.*)")
"""The same followed by the headers of that email, as phones run them together."""
_IN_MARKS = re.compile(r">{2,}[ \t]*([^\s>].{0,300}[^\s>])>?[ \t]*>{2,}\s*")
_WROTE_RUN_ON = re.compile(r"[^@\n]{0,200}<[^<>@\s]{1,64}@[^<>\s]{1,200}>[^:<>\n]{0,40}:[ \t]+(?=\S)")
_OTHERS = re.compile(either(languages.BETWEEN_DASHES), re.IGNORECASE)
_SIGNS = (
    r"\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
)
_LETTER = rf"[\w.\-{_SIGNS}]"
"""Of a word; signs above and below letters, as Hebrew, Arabic, Hindi and Thai have them, are not letters to `re`."""
_HEADER = re.compile(rf"[\s*_]*([^\W\d_]{_LETTER}{{0,60}}(?: {_LETTER}{{1,60}})?)[\s*_]*[:：][\s*_]*(\S.*)?")
_FROM = languages.words(languages.FROM)
_SUBJECT = languages.words(languages.SUBJECT)
_OTHER_HEADERS = languages.words(languages.OTHER_HEADERS)
_SIGNATURE = re.compile(r"--\s?")
_LIST_RULE = re.compile(r"\s*(?:_{5,}|(?:-=){4,}-?)\s*")
_LIST_WORDS = re.compile(
    r"mailing list|unsubscribe|listinfo|/lists?[/.]|https?://\S*list|groups\.io|list-", re.IGNORECASE
)


_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Invisible characters that Hebrew and Arabic programs add around addresses and lines."""


class QuotedLine(msgspec.Struct, frozen=True):
    """A line of a text: *depth* is how often it was quoted, *base* how often without a mark on each line."""

    number: int
    raw: str
    depth: int
    base: int = 0
    kind: LineKind = "text"

    @property
    def own(self) -> bool:
        """Whether the writer of the email wrote it, for its reader to read."""
        return self.depth == 0 and self.kind == "text"

    @property
    def text(self) -> str:
        """The line without any of its quotation marks."""
        return self.at(self.depth)

    def at(self, depth: int, *, tight: bool = False) -> str:
        """The line without the quotation marks of *depth* levels; what stands deeper keeps the rest of its marks.

        *tight* tells that no space belongs to the marks.
        """
        position = 0
        for _ in range(min(depth, self.depth, self.base + _MOST_DEPTH) - self.base):
            level = _LEVEL.match(self.raw, position)
            if level is None:
                break
            position = level.end()
        if tight and position and self.raw[position - 1] in " \u00a0":
            position -= 1
        return self.raw[position:]


def lines_of(text: str, *, quoted: bool = False) -> list[QuotedLine]:
    """The lines of *text*, each with the depth of its quotation and its kind; *quoted* if all is someone else's."""
    raw = _with_known_marks(_DIRECTIONS.sub("", text).split("\n"))
    marks = [_marks(line) for line in raw]
    kinds = _attributions(raw, marks)
    lines: list[QuotedLine] = []
    base, signed = int(quoted), False
    for index, line in enumerate(raw):
        below = kinds.get(index)
        if below is None and (skipped := _divides(raw, marks, index)):
            kinds.update(dict.fromkeys(range(index, index + skipped), "divider"))
            below = "divider"
        if below == "divider":
            lines.append(QuotedLine(index + 1, line, base + marks[index], base, "divider"))
            if kinds.get(index + 1) != "divider":
                base += 1
            signed = False
            continue
        depth = base + marks[index]
        signed = depth == 0 and below is None and (signed or _signs(raw, index))
        kind: LineKind = "signature" if signed else "attribution" if below else "text"
        lines.append(QuotedLine(index + 1, line, depth, base, kind))
    return lines


def _with_known_marks(raw: list[str]) -> list[str]:
    """*raw* with `>` for another mark of quotation where at least three lines that stand together begin with it."""
    lines = list(raw)
    first = 0
    while first < len(raw):
        found = _OTHER_MARK.match(raw[first])
        last = first + 1
        if found:
            while last < len(raw) and raw[last].startswith(found[0]):
                last += 1
            if last - first >= _FEWEST_MARKED:
                lines[first:last] = [f">{line[len(found[0]) :]}" for line in raw[first:last]]
        first = last
    return lines


def _marks(line: str) -> int:
    found = _LEVELS.match(line)
    return found.group().count(">") if found else 0


def _attributions(raw: list[str], marks: list[int]) -> dict[int, LineKind]:
    """The lines that introduce a quotation: those before marked lines, and those before lines without marks."""
    kinds: dict[int, LineKind] = {}
    filled = [index for index, line in enumerate(raw) if line.strip()]
    for place, index in enumerate(filled):
        line = raw[index]
        if len(line) > _MOST_LINE or not line.rstrip("*_ \t\u00a0>").endswith((":", "：")):
            continue
        following = filled[place + 1] if place + 1 < len(filled) else None
        deeper = following is not None and marks[following] > marks[index]
        start = _start_of_attribution(raw, marks, index)
        joined = " ".join(raw[start : index + 1])
        if _SHEETLIKE.match(line) and not _VERBS.search(line) and (start == index or _lists(raw, following)):
            continue
        verb, dated = _VERBS.search(joined), _DATED.search(joined) or "@" in joined
        if deeper and (dated or (verb and len(joined.split()) <= _MOST_BARE)):
            kinds.update(dict.fromkeys(range(start, index + 1), "attribution"))
        elif deeper or marks[index] or following is None:
            continue
        elif (verb and dated) or (_ADDRESS.search(joined) and _moment(joined)):
            kinds.update(dict.fromkeys(range(start, index + 1), "divider"))
    return kinds


def _lists(raw: list[str], index: int | None) -> bool:
    """Whether line *index* belongs to what an order lists under its key."""
    return index is not None and _LISTED.match(raw[index]) is not None


def _start_of_attribution(raw: list[str], marks: list[int], last: int) -> int:
    """Where an attribution that ends on line *last* begins: it may be folded over four lines."""
    for first in range(last, max(-1, last - 4), -1):
        line = raw[first]
        if not line.strip() or marks[first] != marks[last] or len(line) > _MOST_LINE:
            break
        if first < last and _SHEETLIKE.match(line):
            break
        bare = line.strip("*_> \t\u00a0")
        if _OPENERS.match(bare) and (first == last or not bare.endswith((".", "!", "?"))):
            return first
    folded = last > 0 and marks[last - 1] == marks[last] and not _SHEETLIKE.match(raw[last - 1])
    if folded and len(raw[last - 1]) <= _MOST_LINE and ("@" in raw[last - 1] or _VERBS.search(raw[last - 1])):
        return last - 1
    return last


def _divides(raw: list[str], marks: list[int], index: int) -> int:
    """How many lines from *index* on say that another email follows, without marks on its lines."""
    line = raw[index]
    if not line.strip() or marks[index]:
        return int(_between_marks(raw, marks, index))
    if _runs_on(line[: 4 * _MOST_LINE]):
        return 1
    if len(line) > _MOST_LINE:
        return 0
    after = index + 1
    if _FORWARDED.fullmatch(line):
        return 1 + _headers(raw, after)
    dashed = _DASHED.fullmatch(line)
    if dashed:
        headers = _headers(raw, after)
        verb = _VERBS.search(dashed[1])
        others = _OTHERS.search(dashed[1]) or (verb and (verb.end() == len(dashed[1]) or _DATED.search(dashed[1])))
        return 1 + headers if headers or others else 0
    if _LIST_RULE.fullmatch(line):
        headers = _headers(raw, after)
        return 1 + headers if headers else 0
    found = _HEADER.fullmatch(line)
    if found and found[1].casefold() in _FROM and (headers := _headers(raw, index)):
        return headers
    return _headers_by_look(raw, index) if found else 0


def opens_letter(lines: Sequence[QuotedLine], at: int) -> bool:
    """Whether the headers of a quoted mail begin on line *at*, so that it does not continue a line above it."""
    found = _HEADER.fullmatch(lines[at].text[:_MOST_LINE])
    texts = [line.text for line in lines[at : at + _MOST_HEADERS]]
    return found is not None and found[1].casefold() in _FROM and _headers(texts, 0) > 0


def wrote(introduction: Sequence[str]) -> str:
    """Of the lines that introduce a quotation: what they say of its writer, and not whom it went to."""
    for line in introduction:
        found = _HEADER.fullmatch(line[:_MOST_LINE])
        if found and found[1].casefold() in _FROM:
            return found[2] or ""
    headers = [line for line in introduction if _HEADER.fullmatch(line[:_MOST_LINE])]
    if len(headers) > 1:
        return next((line for line in headers if "@" in line), "")
    return " ".join(introduction)


def introduces(text: str) -> bool:
    """Whether *text* says who wrote what is below it: within the quotation, where some programs write it."""
    bare = text[:_MOST_LINE].rstrip("*_ \t\u00a0")
    return bare.endswith((":", "：")) and _VERBS.search(bare) is not None and bool(_DATED.search(bare) or "@" in bare)


def _between_marks(raw: list[str], marks: list[int], index: int) -> bool:
    """Whether an attribution is between quotation marks, with an unmarked letter below it."""
    found = _IN_MARKS.fullmatch(raw[index]) if marks[index] and len(raw[index]) <= _MOST_LINE else None
    below = next((at for at in range(index + 1, min(index + 4, len(raw))) if raw[at].strip()), None)
    return found is not None and _moment(found[1]) and below is not None and not marks[below]


def _runs_on(line: str) -> bool:
    """Whether what introduces an email, with sender and moment, is on one line with all its headers or its text."""
    if (found := _RUN_ON.fullmatch(line)) is not None:
        return bool(found[2].casefold() in _FROM or _ADDRESS.search(found[3])) and _moment(line)
    wrote = _WROTE_RUN_ON.match(line)
    return wrote is not None and _VERBS.search(wrote.group()) is not None and _moment(wrote.group())


def _headers(raw: list[str], index: int) -> int:
    """How many lines from *index* on are the headers of an email, as Outlook copies them; 0 if they are none."""
    names: list[str] = []
    last = first = index
    for number in range(index, min(index + 14, len(raw))):
        if len(raw[number]) > 4 * _MOST_LINE:
            break
        found = _HEADER.fullmatch(raw[number])
        name = found[1].casefold() if found else ""
        if name in _FROM or name in _SUBJECT or name in _OTHER_HEADERS:
            names.append(name)
            last = number + 1
        elif raw[number].strip() and (not names or number > last + 1):
            break
    known = names and names[0] in _FROM and len(names) >= 3 and any(name in _SUBJECT for name in names)
    if not known or not any("@" in line or _DATED.search(line) for line in raw[first:last]):
        return 0
    return last - first


def _headers_by_look(raw: list[str], index: int) -> int:
    """How many lines from *index* on are the headers of an email in any language: an address and a moment, labelled.

    One of the two is on the first line and the other soon after it, so that no order above them is included.
    """
    run: list[str] = []
    for line in raw[index : index + 8]:
        if len(line) > _MOST_LINE or not _HEADER.fullmatch(line):
            break
        run.append(line)
    if len(run) < 3:
        return 0
    first = bool(_ADDRESS.search(run[0])), _moment(run[0])
    soon = any(map(_ADDRESS.search, run[1:4])), any(map(_moment, run[1:4]))
    return len(run) if (first[0] and soon[1]) or (first[1] and soon[0]) else 0


def _moment(text: str) -> bool:
    """Whether *text* names a day with its year, and a time."""
    return _YEAR.search(text) is not None and _TIME.search(text) is not None


def _signs(raw: list[str], index: int) -> bool:
    """Whether a signature or the footer of a mailing list begins here."""
    line = raw[index]
    if _SIGNATURE.fullmatch(line):
        return True
    if not _LIST_RULE.fullmatch(line):
        return False
    return any(_LIST_WORDS.search(each[:_MOST_LINE]) for each in raw[index + 1 : index + 5])


_OPENS = re.compile(r"\[(?:quote|q|code|pre)\b[^\]]{0,80}\]|<(?:blockquote|pre)\b", re.IGNORECASE)
_SHUTS = re.compile(r"\[/(?:quote|q|code|pre)\]|</(?:blockquote|pre)>", re.IGNORECASE)
_FENCE = re.compile(r"(?:```|~~~)")
_WORD = re.compile(r"[^\W\d_]{4,40}")
_MOTTO = re.compile(r"[\"“„«‘].{2,200}[\"”“»’](?:\s?[-–—~].{2,60})?|[^:\n]{0,40}https?://\S{4,150}")


def within_marks(lines: Sequence[str]) -> Iterator[bool]:
    """For each line whether it is within code or a quotation, where nothing is a heading."""
    depth, fenced = 0, False
    for line in lines:
        inner = depth > 0 or fenced or line.lstrip().startswith(">")
        depth = max(0, depth + len(_OPENS.findall(line)) - len(_SHUTS.findall(line)))
        if _FENCE.match(line.strip()):
            fenced = not fenced
        yield inner


def without_mottoes(lines: list[str], below: int, takes_back: Callable[[str], bool]) -> list[str]:
    """*lines* without those *below* one that a page shows above signatures that are a quotation or an address.

    One that names what is above it, or *takes_back* what is ordered, is none.
    """
    named = {word for line in lines[:below] for word in _WORD.findall(line) if word[0].isupper()}

    def motto(line: str) -> bool:
        return bool(_MOTTO.fullmatch(line.strip())) and not takes_back(line) and named.isdisjoint(_WORD.findall(line))

    return [*lines[:below], *("" if motto(line) else line for line in lines[below:])]
