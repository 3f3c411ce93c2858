"""Undoes what mail, forums and word processors do to a sheet, before it is parsed.

A change that cannot alter the meaning (a byte order mark, the kind of line end) is made silently;
every other one is noted as a warning; what would mean something other than it looks like is refused.
Lines are those of `str.splitlines`, columns count characters from 1.

The faults and their arguments:

    too-large            size, limit       more bytes than a sheet may have
    too-deep             limit             brackets within brackets within brackets
    tab-indent                             a tab before the first word of a line, the first of all, if another line
                                           has spaces there
    strange-character    character, count  a character that cannot be seen or printed, as U+0007
    reserved-start       character         a line that starts with a mark reserved by YAML
    quote-unclosed       quote             a typographic quotation mark without its partner
    text-mended          what, count       unwise: blank, invisible, quote, bullet, numbering, marker, bracket,
                                           wide, tab, line-end
    comment-cut          text              unwise: words after a # that stands close to them
    `colon-without-blank` text             unwise: a colon that needs a space after it to count
    indent-shifted                         unwise: a line that is one space further left or right than can be read
    after-end            text              unwise: words after the line `...`

Marks around a key, or a whole line, are never meant and taken off at once. All others may be the text of a value: only
a line that cannot be read is looked at without them.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Literal, TypeVar

import msgspec

from pbem.engine.order import Weight
from pbem.engine.reading import Place, late_pattern
from pbem.sheet.fault import SheetFault, fault

_QUOTED = late_pattern(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'")
_WORD_CHARACTER = late_pattern(r"[^\W_]")
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
        if begins and depth and _WORD_CHARACTER.match(character):
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


MOST_BYTES = 64 * 1024
MOST_DEPTH = 20
TAB = "  "
"""What a tab in an indentation is read as while the rest of the sheet is checked."""

INVISIBLE = frozenset(
    "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
SELECTORS = frozenset("\ufe0e\ufe0f")
"""Marks that choose between a symbol and its picture, as phones add them: no meaning of their own."""
SPACES = frozenset("\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B))))
WIDE = {
    "：": ":", "，": ",", "、": ",", "［": "[", "］": "]", "｛": "{", "｝": "}", "＃": "#", "＞": ">", "－": "-",
    "＂": '"',
}  # fmt: skip
NEEDS_BLANK = frozenset("：，、")
DOUBLE, SINGLE = "“”„‟«»", "‘’‚‛‹›"

_PRINTABLE = (" ", "~"), ("\xa0", "\ud7ff"), ("\ue000", "\ufffd"), ("\U00010000", "\U0010ffff")
_PLAIN = late_pattern("[\x20-\x7e]*")
_BULLET = late_pattern(
    r"(\s*+(?:- ++)*)(?:([•◦▪▫‣·●○■□–—−‒―])(\s*)|([*+])(\s+)|(-)(?=[^\W\d_])|(\d{1,2}[.)])(\s+))(?=\S)"
)
_NUMBERED = late_pattern(r"(\s*+(?:- ++)*)\((\d{1,2})\)\s+(?=[A-ZÀ-Þ][^:>→]{1,80}[:>→])")
"""A number in brackets before a name with a colon or an arrow behind it: no amount where all are so from 1 on."""
_EMPHASIS = late_pattern(r"\s*+(?:(?:[-*+•–]|\d{1,2}[.)])\s{1,9}){0,9}(?P<mark>[*_/]{1,5})(?=[^\s*_/])")
_START = late_pattern(r"[-–—]{1,3}\s*(?:#.*)?$")
_BEHIND_LIST = late_pattern(
    r"\s*+(?:- ++)*[^\s\[\]{}\"'#:][^\[\]{}\"'#]*+\[[^\[\]{}\"'#:]*+(?P<close>\])\s*+,[^\[\]{}\"'#:]*+(?P<end>)$"
)
"""A value that goes on behind the bracket that closes its list: `plan: [one, two], three`."""
_UNDERLINE = late_pattern(r"\s*(?:-{4,}|[=~_*–—]{3,})\s*")
"""A line below a heading, which only sets it apart."""
_RESERVED = late_pattern(r"%|\s*+(?:- ++)*\?(?=\s|$)")
_CLOSE_COLON = late_pattern(r"\s*+(?:- ++){0,20}([^\s\d\"'\[\]{}#:,>]++(?: [^\s\d\"'\[\]{}#:,>]++)*:)(?=[^\s:/\\])")
_TOKEN = late_pattern(rf"(?P<comment>(?:^|\s)#)|(?:^\s*+(?:- ++)*|[:\[{{,-]\s+|[\[{{])(?P<open>[\"'{DOUBLE}{SINGLE}])")
_ELIDED = late_pattern(rf"['{SINGLE}][^\W\d_][-\u2010\u2011\s](?=\S)")
"""An apostrophe that stands for the beginning of a word, as in 's-Hertogenbosch."""
_LIST_MARKS = late_pattern(r"\s*+((?:[-?:]\s++)+)")
_TOKEN_END = late_pattern(r"\s*(?:$|[,\]}]|:(?:\s|$)|\s#)")


def emphasis(line: str) -> tuple[tuple[int, int], ...]:
    """Where *line* has marks of emphasis around its key, or around all of it: `**moves:**`, `- _Karl: b_`."""
    found = _EMPHASIS.match(line)
    if found is None:
        return ()
    mark, first = found["mark"][::-1], found.end("mark")
    end = line.find(mark, first)
    if end < 0:
        return ()
    last = end + len(mark)
    around_key = line[end - 1] == ":" or line[last:].lstrip().startswith(":")
    return ((found.start("mark"), first), (end, last)) if around_key or not line[last:].strip() else ()


class RepairedText(msgspec.Struct, frozen=True):
    """A sheet's lines fit for parsing, and for each character the column where its writer has it."""

    lines: tuple[str, ...]
    columns: tuple[tuple[int, ...] | None, ...]
    """Per line the column of each character and of the line's end; None if nothing moved."""
    faults: tuple[SheetFault, ...]
    parsable: bool = True

    def place(self, line: int, column: int, width: int = 1) -> Place:
        """The place, as its writer sees it, of the fixed *line* and *column*, both counted from 0."""
        moved = self.columns[line] if line < len(self.columns) else None
        if moved is not None:
            column = moved[min(column, len(moved) - 1)]
        return Place(line + 1, column + 1, max(1, width))


class _Line:
    """A line under repair."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.columns = list(range(len(text) + 1))
        self.whole = True

    def write(self, text: str, columns: list[int]) -> None:
        """Write *text*, whose characters come from *columns*, instead of the whole line."""
        self.whole = columns == self.columns
        self.text, self.columns = text, columns

    def put(self, start: int, end: int, new: str) -> None:
        """Write *new* instead of the characters from *start* to *end*."""
        self.text = self.text[:start] + new + self.text[end:]
        if len(new) != end - start:
            first = self.columns[start]
            self.columns[start:end] = [first] * len(new)
            self.whole = False


def numbered(lines: Sequence[str]) -> frozenset[int]:
    """The numbers of the lines that are numbered in brackets, from 1 on without a gap; none if there is one of them."""
    found = [(at, int(each[2])) for at, line in enumerate(lines, 1) if (each := _NUMBERED.match(line))]
    in_order = [number for _, number in found] == list(range(1, len(found) + 1))
    return frozenset(at for at, _ in found) if in_order and len(found) > 1 else frozenset()


class _Repairer:
    def __init__(self, in_brackets: frozenset[int] = frozenset()) -> None:
        self.in_brackets = in_brackets
        self.faults: list[SheetFault] = []
        self.counts: dict[tuple[str, str], tuple[Place, int]] = {}
        self.begun = False
        self.tab: Place | None = None
        self.indents: set[str] = set()

    def count(self, code: str, what: str, place: Place) -> None:
        first, count = self.counts.get((code, what), (place, 0))
        self.counts[code, what] = (first, count + 1)

    def told(self) -> tuple[SheetFault, ...]:
        if self.tab is not None and self.indents <= {"", "\t"}:  # these belong together whatever the width of a tab
            self.count("text-mended", "tab", self.tab)
        elif self.tab is not None:
            self.faults.append(fault(self.tab, "tab-indent"))
        for (code, what), (place, count) in self.counts.items():
            if code == "text-mended":
                self.faults.append(fault(place, code, weight=Weight.unwise, what=what, count=count))
            else:
                self.faults.append(fault(place, code, character=what, count=count))
        return tuple(self.faults)

    def line(self, number: int, text: str) -> _Line:
        line = _Line(text)
        if not _PLAIN.fullmatch(text):
            self.characters(number, line)
        stripped = line.text.strip()
        if stripped and not stripped.startswith("#"):
            self.indents.add("".join(sorted(set(text[: len(text) - len(text.lstrip())]))))
            self.marker(number, line)
            self.start(number, line)
            self.tokens(number, line)
            for first, end, mark in reversed(tuple(to_be_quoted(line.text))):
                line.put(end, end, mark)
                line.put(first, first, mark)
            if (more := _BEHIND_LIST.match(line.text)) and line.text[: line.text.index("[")].rstrip().endswith(":"):
                self.count("text-mended", "bracket", Place(number, line.columns[more.start("close")] + 1))
                line.put(more.end("end"), more.end("end"), "]")
                line.put(more.start("close"), more.end("close"), "")
            self.begun = True
        return line

    def characters(self, number: int, line: _Line) -> None:
        indent = True
        written: list[str] = []
        columns: list[int] = []
        for column, character in enumerate(line.text):
            new, what = self.instead(character, number, column, in_indent=indent)
            if character in NEEDS_BLANK and line.text[column + 1 : column + 2].strip():
                new += " "
            if what:
                self.count("text-mended", what, Place(number, column + 1))
            written.append(new)
            columns += [column] * len(new)
            indent = indent and not new.strip()
        line.write("".join(written), [*columns, len(line.text)])

    def instead(self, character: str, number: int, column: int, *, in_indent: bool) -> tuple[str, str]:
        """What to read for *character*, and the word for the change if it is to be noted."""
        if character == "\t":
            if not in_indent:
                return " ", "tab"
            self.tab = self.tab or Place(number, column + 1)
            return TAB, ""
        if character in SPACES:
            return " ", "blank"
        if character in SELECTORS or (character == "\ufeff" and (number, column) == (1, 0)):
            return "", ""
        if character in INVISIBLE:
            return "", "invisible"
        if character in WIDE:
            return WIDE[character], "wide"
        if character not in "\t\x85" and not any(low <= character <= high for low, high in _PRINTABLE):
            self.count("strange-character", f"U+{ord(character):04X}", Place(number, column + 1))
            return "\ufffd", ""
        return character, ""

    def marker(self, number: int, line: _Line) -> None:
        """The marks `---` and `...` as phones write them."""
        if not self.begun and _START.match(line.text) and not line.text.startswith(("---", "- ")):
            length = len(line.text) - len(line.text.lstrip("-–—"))
            line.put(0, length, "---")
            self.count("text-mended", "marker", Place(number, 1, length))
        elif line.text.rstrip() == "…":
            line.put(0, 1, "...")
            self.count("text-mended", "marker", Place(number, 1))

    def start(self, number: int, line: _Line) -> None:
        """Marks of emphasis around the first words, underlines, bullets, and marks that YAML reserves for itself."""
        if _UNDERLINE.fullmatch(line.text):
            line.put(0, len(line.text), "")
            return
        for first, end in reversed(emphasis(line.text)):
            line.put(first, end, "")
        if reserved := _RESERVED.match(line.text):
            place = Place(number, line.columns[reserved.end() - 1] + 1)
            self.faults.append(fault(place, "reserved-start", character=reserved.group()[-1]))
            line.put(0, len(line.text), "")
        elif number in self.in_brackets and (mark := _NUMBERED.match(line.text)):
            self.count("text-mended", "numbering", Place(number, line.columns[mark.end(1)] + 1))
            line.put(mark.end(1), mark.end(), "- ")
        elif bullet := _BULLET.match(line.text):
            what = "numbering" if bullet[7] else "bullet"
            self.count("text-mended", what, Place(number, line.columns[bullet.end(1)] + 1))
            line.put(bullet.end(1), bullet.end(), "" if bullet[7] and bullet[1].strip() else "- ")
        if colon := _CLOSE_COLON.match(line.text):
            place = Place(number, line.columns[colon.start(1)] + 1, len(colon[1]))
            self.faults.append(fault(place, "colon-without-blank", weight=Weight.unwise, text=colon[1]))

    def tokens(self, number: int, line: _Line) -> None:
        """Quotation marks around a text, and comments that may not be meant as such."""
        position = 0
        while token := _TOKEN.search(line.text, position):
            if token["comment"] is not None:
                self.comment(number, line, token.end() - 1)
                return
            position = self.quote(number, line, token.start("open"))

    def comment(self, number: int, line: _Line, at: int) -> None:
        before, after = line.text[:at].rstrip(), line.text[at + 1 :]
        if before and before[-1] not in ":-[{," and after[:1].strip():
            place = Place(number, line.columns[at] + 1, len(after.rstrip()) + 1)
            self.faults.append(fault(place, "comment-cut", weight=Weight.unwise, text="#" + after.rstrip()))

    def quote(self, number: int, line: _Line, start: int) -> int:
        """Fix the quotation marks of the text that opens at *start*; return where to go on."""
        mark, text = line.text[start], line.text
        if _is_apostrophe(text, start):
            line.put(start, start + 1, "’")  # which opens nothing for the parser
            return start + 1
        straight = '"' if mark in DOUBLE + '"' else "'"
        curly = DOUBLE if straight == '"' else SINGLE
        if mark == straight and (end := _closing(text, start + 1, straight)) is not None:
            return end + 1
        end = _closing(text, start + 1, curly + straight)
        inside = text[start + 1 : end]
        new = next((q for q in (straight, '"', "'") if q not in inside and not (q == '"' and "\\" in inside)), None)
        if end is not None and new:
            line.put(start, start + 1, new)
            line.put(end, end + 1, new)
            self.count("text-mended", "quote", Place(number, line.columns[start] + 1, end - start + 1))
            return end + 1
        if mark == '"' and (last := text.find('"', start + 1)) > start + 1 and _is_a_name(text[start + 1 : last]):
            line.put(last, last + 1, "")  # of `"Ulm" by force` the parser would read no more than Ulm
            line.put(start, start + 1, "")
            self.count("text-mended", "quote", Place(number, line.columns[start] + 1, last - start + 1))
            return last - 1
        if mark in DOUBLE:
            self.faults.append(fault(Place(number, line.columns[start] + 1), "quote-unclosed", quote=mark))
        return start + 1


def _is_a_name(text: str) -> bool:
    """Whether *text* means the same without quotation marks around it."""
    return text[0].isalnum() and not any(sign in text for sign in ":#,[]{}\\'")


def _is_apostrophe(text: str, start: int) -> bool:
    """Whether the mark at *start* belongs to its word and opens no quoted text: none closes it before another opens."""
    if _ELIDED.match(text, start) is None:
        return False
    end = _closing(text, start + 1, SINGLE + "'")
    if end is None:
        return True
    opens = (each.start("open") for each in _TOKEN.finditer(text, start + 1, end) if each["open"])
    return any(text[at] in SINGLE + "'" and not text.startswith("''", at) for at in opens)


def _closing(text: str, start: int, marks: str) -> int | None:
    """Where one of *marks* closes a quoted text, that is precedes the end of a value."""
    escapes = tuple(each for each, mark in (("''", "'"), ('\\"', '"'), ("\\\\", '"')) if mark in marks)
    position = start
    while position < len(text):
        if text.startswith(escapes, position):
            position += 2
        elif text[position] in marks and _TOKEN_END.match(text, position + 1):
            return position
        else:
            position += 1
    return None


def repair(text: str) -> RepairedText:
    """Make *text* fit for parsing, and note what had to be changed."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        return RepairedText((), (), (fault(Place(1, 1), "too-large", size=size, limit=MOST_BYTES),), parsable=False)
    written = text.splitlines(keepends=True)
    if deep := _too_deep(written):
        return RepairedText((), (), (fault(deep, "too-deep", limit=MOST_DEPTH),), parsable=False)
    repairer = _Repairer(numbered(written))
    lines: list[_Line] = []
    ended = False
    for number, whole in enumerate(written, 1):
        bare = whole.splitlines()[0]
        if whole[len(bare) :] not in ("", "\n", "\r\n", "\r"):
            repairer.count("text-mended", "line-end", Place(number, len(bare) + 1))
        if ended:
            if bare.strip():
                note = fault(Place(number, 1, len(bare)), "after-end", weight=Weight.unwise, text=bare.strip())
                repairer.faults.append(note)
                break
            continue
        lines.append(repairer.line(number, bare))
        ended = bool(re.match(r"\.\.\.(?:\s|$)", lines[-1].text))
    return RepairedText(
        tuple(line.text for line in lines),
        tuple(None if line.whole else tuple(line.columns) for line in lines),
        repairer.told(),
    )


def _too_deep(lines: list[str]) -> Place | None:
    """Where brackets, or the marks of lists in one line, nest too deep: a parser is slow to find out."""
    depth = 0
    for number, line in enumerate(lines, 1):
        marks = _LIST_MARKS.match(line)
        if marks and len(marks[1].split()) > MOST_DEPTH:
            return Place(number, marks.start(1) + 1)
        for bracket in re.finditer(r"[\[\]{}]", line):
            depth = depth + 1 if bracket.group() in "[{" else max(0, depth - 1)
            if depth > MOST_DEPTH:
                return Place(number, bracket.start() + 1)
    return None


_TWO_COLONS = late_pattern(
    r"\s*+(?:- ++){0,20}[^\s\"'\[\]{}#:][^\"'\[\]{}#:]*:\s+([^\s\"'\[\]{}#\\-](?:[^\"'\[\]{}#\\]|(?<=\w)'(?=\w))*)"
)
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


How = Literal["marks", "smilies"]
T = TypeVar("T")

_LOOKS: tuple[How, ...] = ("marks", "smilies")
_LARGE = 16 * 1024
"""A sheet with more characters is not looked at again."""
_MOST_LOOKS = 3
"""How often lines that cannot be read are looked at again in one way: each time others may show that they cannot."""

_MARKS = late_pattern(r"\*{1,3}|_{1,3}|`{1,2}|\|\|")
_ESCAPE = late_pattern(r"\\(?=[-_*#>.\[\]`~|{}!+()])")
_CODE = late_pattern(r"(?<!\S):([a-z][a-z_]{1,20}):(?!\S)", re.IGNORECASE)
_FACE = (
    r"[:;=]['^-]?[)(DPpOo|]|[\U0001f300-\U0001faff\u263a][\ufe0e\ufe0f]?"
    r"|:(?:slight_|big|sad)?(?:smile|smiley|grin|wink|lol|laughing|joy|cool|sunglasses|roll|rolleyes|razz|tongue|mrgreen"
    r"|thumbsup|thumbs_up|\+1|ok_hand|clap|pray|muscle|tada|fire|rofl|sob|scream|eyes|salute|handshake|rocket|beers?"
    r"|popcorn|fleur_de_lis|flag_[a-z]{2}|fr|gb|de|at|es|it|ru|game_die|meeple|wave|evil|twisted|crossed_swords|sad|cry|shock|d|p|[a-z]{1,20}_(?:face|eyes|tongue)):"
)
SMILEY = late_pattern(rf"(?<!\S)(?:{_FACE})(?!\S)", re.IGNORECASE)
"""A face or another picture between spaces; another code may be a word."""
_UNKNOWN = ":[a-z][a-z_]{1,20}:"
_PICTURE = late_pattern(
    rf"(?<!\S)(?:{_FACE})(?!\S)|(?<!\S){_UNKNOWN}(?=\s+[^\W\d])|(?<=[^\W\d]\s){_UNKNOWN}(?=\s*$)", re.IGNORECASE
)
"""Faces, and any code before a word, or behind one at the end; beside a number it may be a part of the value."""
_MOST_LINE = 1000
"""The most characters of a line that is looked at again."""


def looked_at_again(
    first: T, repaired: RepairedText, read: Callable[[RepairedText], T], faults: Callable[[T], Iterable[SheetFault]]
) -> T:
    """What was *first* read of a text, or what *read* makes of it without what is not meant, if that has no *faults*.

    Only lines that cannot be read are looked at so, and nothing changes unless all can be read then.
    """

    def unread(of: T) -> set[int]:
        return {each.place.line for each in faults(of) if each.problem.weight is Weight.unreadable}

    if not unread(first) or sum(map(len, repaired.lines)) > _LARGE:
        return first
    for how in _LOOKS:
        bare, again = repaired, first
        for _ in range(_MOST_LOOKS):
            if (undressed := _undressed(bare, unread(again), how)) is None:
                break
            bare, again = undressed, read(undressed)
        if not unread(again):
            return again
    wrong = [each.place.line - 1 for each in faults(first) if each.problem.code == "wrong-indent"]
    shifts = (1, -1) if len(wrong) == 1 else ()
    shifted = (read(each) for shift in shifts if (each := _shifted(repaired, wrong[0], shift)))
    good = [again for again in shifted if not unread(again)]
    return good[0] if len(good) == 1 else first


def _shifted(repaired: RepairedText, at: int, shift: int) -> RepairedText | None:
    """The text with line *at* one space further right, or left for -1; None if it is at the left already."""
    line, moved = repaired.lines[at], repaired.columns[at] or tuple(range(len(repaired.lines[at]) + 1))
    if not line.startswith(" "):
        return None
    lines, columns = list(repaired.lines), list(repaired.columns)
    lines[at], columns[at] = (f" {line}", (moved[0], *moved)) if shift > 0 else (line[1:], moved[1:])
    told = fault(Place(at + 1, 1), "indent-shifted", weight=Weight.unwise)
    return msgspec.structs.replace(
        repaired, lines=tuple(lines), columns=tuple(columns), faults=(*repaired.faults, told)
    )


def _undressed(repaired: RepairedText, numbers: Collection[int], how: How) -> RepairedText | None:
    """The text whose lines of these *numbers* are without what is not meant; None if they have nothing of the kind."""
    lines, columns = list(repaired.lines), list(repaired.columns)
    for at in (number - 1 for number in numbers if number <= len(lines)):
        line, moved = lines[at], columns[at] or tuple(range(len(lines[at]) + 1))
        if len(line) > _MOST_LINE:
            continue
        gone = {place for first, last in _spans(line, how) for place in range(first, last)}
        kept = [place for place in range(len(line)) if place not in gone]
        lines[at] = "".join(line[place] for place in kept)
        columns[at] = (*(moved[place] for place in kept), moved[-1])
    if tuple(lines) == repaired.lines:
        return None
    return msgspec.structs.replace(repaired, lines=tuple(lines), columns=tuple(columns))


def _spans(line: str, how: How) -> Iterator[tuple[int, int]]:
    if how == "smilies":
        for found in _PICTURE.finditer(line):
            yield found.span()
    yield from _around_words(line)
    for found in _ESCAPE.finditer(line):
        yield found.span()
    for found in _CODE.finditer(line):
        yield found.start(), found.start(1)
        yield found.end(1), found.end()


def _around_words(line: str) -> Iterator[tuple[int, int]]:
    """Marks of emphasis that come in pairs: the first has a word behind it, the second one before it."""
    open_: dict[str, tuple[int, int]] = {}
    for found in _MARKS.finditer(line):
        mark, (first, last) = found.group(), found.span()
        opens = line[last : last + 1].strip() != "" and not line[first - 1 : first].isalnum()
        if (before := open_.pop(mark, None)) and line[first - 1].strip():
            yield before
            yield first, last
        elif opens or first == 0:
            open_[mark] = (first, last)
