"""What a forum's page shows around what people wrote: who is quoted, where that ends, buttons, a signature."""

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from pbem.mail.extraction import languages, marks, page_lines
from pbem.mail.extraction import post_languages as said
from pbem.mail.extraction.languages import either
from pbem.mail.extraction.markup.lines import MarkedLine
from pbem.mail.extraction.quoted_form import Correspondents
from pbem.mail.extraction.quoting import QuotedLine, lines_of
from pbem.mail.extraction.sheet_keys import has_key

_MOST_HEADING = 200
_VERB = f"(?:{either(languages.WROTE)}|{either(said.SAID)})"
_WROTE = re.compile(rf"\s*(?P<by>[^\n:>»\[\]{{}}]{{1,60}}?),? {_VERB}\s*:\s*(?:↑.{{0,60}}|\W{{0,3}})", re.IGNORECASE)
_WROTE_AT = re.compile(
    rf"\s*\(\d{{1,4}}[./-]\d\d?[./-]\d{{2,4}}, [^()]{{4,12}}\)\s?(?P<by>[^\n:]{{1,60}}?) {_VERB}\s*:\s*(?P<rest>.*)",
    re.IGNORECASE,
)
"""Behind which the quotation goes on on the same line."""
_FROM = re.compile(
    rf"\s*(?:quote\s?:?|zitat\s?:?|“)?\s?(?:{either(languages.QUOTED_FROM)})\s?:?\s(?P<by>[^\n:»]{{1,60}}?)"
    r"(?:\s?:|\son\s.{1,60}|\s\W{1,3}|\s?view post|\s?↑.{0,60})?\s*",
    re.IGNORECASE,
)
_QUOTE = re.compile(r"\s*(?:quote|zitat|citation|citazione|cita)\s?:?\s*", re.IGNORECASE)
_EXPANDING = re.compile(rf"\s*(?:{either(languages.EXPANDING)})\W{{0,4}}\s*", re.IGNORECASE)
_DATE = re.compile(r"^(?:on|am|le|il|el) .{0,60}, ", re.IGNORECASE)
_RULE = re.compile(r"\s*_{4,}\s*")
_LABEL = re.compile(r"\s*(?:edit|update|correction|ps|p\.s\.|post|addendum)\b", re.IGNORECASE)
_NEVER_QUOTED = frozenset(("i", "as i", "like i", "ich", "wie ich", "je", "io", "yo", "já"))


def with_page(
    lines: Sequence[MarkedLine], people: Correspondents, keys: frozenset[str], *, mailed: bool
) -> list[MarkedLine]:
    """*lines* with what is the forum's own, and the quotations that it shows without marks; *keys* are the sheet's.

    In a text that was *mailed* what mail programs write above a quotation, and all below it, stays as it is.
    """
    below = next((line.number - 1 for line in _as_quoted(lines) if line.kind != "text"), len(lines)) if mailed else None
    page = _Page(list(lines[:below]) if mailed else _headings(list(lines), people, keys), people, keys)
    page.quotations()
    return [*_without_signature(page.lines, keys), *lines[len(page.lines) :]]


def _as_quoted(lines: Sequence[MarkedLine]) -> list[QuotedLine]:
    return lines_of("\n".join(f"{'> ' * line.depth}{line.text}" for line in lines))


def _headings(lines: list[MarkedLine], people: Correspondents, keys: frozenset[str]) -> list[MarkedLine]:
    """*lines* with the forum's own as such."""
    edited = False
    names = (*people.game, *people.writer, *people.others)
    for at, line in enumerate(lines):
        head = _head(line)
        if not head or has_key(head, keys):
            continue
        edit = page_lines.edit_in(head, keys=keys) is not None
        own = edit or page_lines.is_number(head) is not None or page_lines.is_mentions(head, names)
        own = own or (edited and page_lines.is_reason(head))
        if own or (page_lines.is_over_text(head) and _over_sheet(lines, at, keys)):
            lines[at] = replace(line, forum=True)
        edited = edit
    first = next((at for at, line in enumerate(lines) if line.text.strip()), 0)
    if lines and (found := _quotes(lines[first])) and _is_one(found, people.writer):
        lines[first] = replace(lines[first], forum=True)
    return lines


def _over_sheet(lines: Sequence[MarkedLine], at: int, keys: frozenset[str]) -> bool:
    """Whether what is below line *at*, and perhaps other labels, is of a sheet."""
    below = (line for line in lines[at + 1 : at + 5] if line.text.strip() and not page_lines.is_over_text(_head(line)))
    first = next(below, None)
    return first is not None and _of_sheet(first, keys)


def _head(line: MarkedLine) -> str:
    """The text of a line that the forum may have written, without the spaces around it; empty for all others."""
    return line.text.strip() if not line.code and len(line.text) < _MOST_HEADING else ""


def _quotes(line: MarkedLine) -> str:
    """Whom *line* says to quote below it; empty if it says no such thing."""
    head = _head(line)
    found = _WROTE.fullmatch(head) or _FROM.fullmatch(head) or _WROTE_AT.fullmatch(head)
    by = _DATE.sub("", found["by"]).strip(" ,*_@") if found else ""
    return "" if by.casefold() in _NEVER_QUOTED else by


def _is_one(name: str, names: Collection[str]) -> bool:
    said = name.strip(" @*_").casefold()
    return any(said == each.casefold() for each in names)


class _Page:
    """A page whose quotations have no marks on their lines."""

    def __init__(self, lines: list[MarkedLine], people: Correspondents, keys: frozenset[str]) -> None:
        self.lines, self.people, self.keys = lines, people, keys
        self.expanding = [at for at, line in enumerate(lines) if _EXPANDING.fullmatch(_head(line))]
        self.ends = [at for at, line in enumerate(lines) if marks.end_mark(line.text)]
        self.last = next((at for at in reversed(range(len(lines))) if _of_sheet(lines[at], keys)), -1)
        """The last line that may be of a sheet."""

    def quotations(self) -> None:
        """Mark what is quoted, and what says so."""
        for at in self.expanding:
            self.lines[at] = replace(self.lines[at], forum=True)
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            by = "" if line.forum else _quotes(line) or self.named(at)
            if not by:
                at += 1
                continue
            within = _WROTE_AT.fullmatch(_head(line))
            if within and within["rest"]:
                self.lines[at] = replace(line, text=within["rest"])
                at = self.mark(at, at, by)
                continue
            self.lines[at] = replace(line, forum=True)
            if at and _QUOTE.fullmatch(_head(self.lines[at - 1])):
                self.lines[at - 1] = replace(self.lines[at - 1], forum=True)
            at = self.quote_below(at, by)

    def named(self, at: int) -> str:
        """Whose name is alone on line *at*, with a colon, above a sheet, as some pages show whom they quote."""
        head = _head(self.lines[at]).strip(" \t*_@")
        if not head.endswith(":") or not _is_one(head[:-1], self.people.others + self.people.game):
            return ""
        below = next((line for line in self.lines[at + 1 : at + 4] if line.text.strip()), None)
        if below is None:
            return ""
        opens = marks.start_mark(below.text) is not None or below.code
        return head[:-1] if opens or (has_key(below.text, self.keys) and not has_key(head, self.keys)) else ""

    def quote_below(self, at: int, by: str) -> int:
        """Mark what is quoted below line *at*; where to go on."""
        lines, depth = self.lines, self.lines[at].depth
        first = next((n for n in range(at + 1, len(lines)) if lines[n].text.strip() and not lines[n].forum), len(lines))
        if first == len(lines) or lines[first].depth > depth:
            for n in range(first, len(lines)):
                if lines[n].depth <= depth:
                    break
                lines[n] = replace(lines[n], by=lines[n].by or by)
            return at + 1
        return self.mark(at + 1, first, by)

    def mark(self, above: int, first: int, by: str) -> int:
        """Mark what is quoted from line *first* on, and what is between *above* and that; where to go on."""
        lines = self.lines
        last, shown = self.extent(first, by, lines[first].depth)
        for n in range(above, last):
            if not lines[n].forum:
                lines[n] = replace(lines[n], depth=lines[n].depth + 1, by=lines[n].by or by, open=not shown)
        return last

    def extent(self, first: int, by: str, depth: int = 0) -> tuple[int, bool]:
        """Behind which line a quotation that begins on line *first* ends, and whether anything shows that.

        A page that shows no end has the quotation's paragraph, or its sheet between marks, above what its writer says.
        """
        lines = self.lines
        if depth and (shallow := next((n for n in range(first, len(lines)) if lines[n].depth < depth), 0)):
            return shallow, True
        if (stop := bisect_left(self.expanding, first)) < len(self.expanding):
            return self.expanding[stop], True
        if marks.start_mark(lines[first].text) is not None:
            end = bisect_left(self.ends, first)
            return (self.ends[end] + 1 if end < len(self.ends) else len(lines)), True
        if lines[first].code:
            return next((n for n in range(first, len(lines)) if not lines[n].code), len(lines)), True
        paragraph = next((n for n in range(first, len(lines)) if not lines[n].text.strip()), len(lines))
        within = any(_of_sheet(line, self.keys) for line in lines[first:paragraph])
        below = self.last >= paragraph
        if within or (below and not _is_one(by, self.people.game)):
            return len(lines), False
        return paragraph, True


def _of_sheet(line: MarkedLine, keys: frozenset[str]) -> bool:
    if line.forum:
        return False
    return has_key(line.text, keys) or marks.start_mark(line.text) not in (None, "") or line.code


def _without_signature(lines: list[MarkedLine], keys: frozenset[str]) -> list[MarkedLine]:
    """*lines* with the signature below a rule as the forum's own, unless something in it may be an order."""
    above = next((at for at, line in enumerate(lines) if line.own and _of_sheet(line, keys)), len(lines))
    backwards = ((at, lines[at]) for at in reversed(range(len(lines))))
    last = next((at for at, line in backwards if _of_sheet(line, keys) or _LABEL.match(line.text)), -1)
    below = max(above, last)
    rules = (at for at, line in enumerate(lines) if at > below and line.own and _RULE.fullmatch(line.text))
    rule = next(rules, len(lines))
    return [*lines[:rule], *(replace(line, forum=True) for line in lines[rule:])]
