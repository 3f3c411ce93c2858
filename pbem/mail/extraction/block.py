"""What an email's own text holds: sheets between marks or by their shape, and words to other players.

Phones turn hyphens into dashes, editors add stars or backslashes around them.

They end at the marks of a sheet, at the signature, and at the end of what their writer wrote: nothing quoted is in
them. None of their lines is an order, whatever it looks like.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Literal

import msgspec

from pbem.mail.extraction import command, languages, line_classifier
from pbem.mail.extraction.command import exact
from pbem.mail.extraction.languages import either
from pbem.mail.extraction.line_classifier import has_key
from pbem.mail.extraction.quoting import QuotedLine, opens_letter
from pbem.mail.mime.text import DAMAGED, MailNote, plain

_START = re.compile(r"[*_\\ \t]*([-–—](?:\\?[-–—]){0,2})[*_]*(?:\s*(#.*)|\s*)")
_END = re.compile(r"[*_\\ \t]*(?:\.\\?\.\\?\.|…|\. \. \.)[*_\s]*")
_COLLAPSED = re.compile(
    r"[*_\\ \t]*[-–—]{2,3}\s+(?:#[^{}]{0,300}(?:\{[^{}]{0,40}\})?\s+)?[^\s#:{][^:#]{0,60}:(?:\s.*|$)"
)
_COLLAPSED_MARK = re.compile(r".*\{[^{}]{1,40}\}\s+\S.*")
_JOINED = re.compile(r"\s*[^\s:#\"'\[{-][^:#\"'\[{]{0,60}:\s+-\s+\S.*")
_ENDED = re.compile(r"\s*[^\s#].*\s(?:\.\.\.|…)\s*")
_LONGEST_MARK = 2000
"""The most characters of a line that is examined as a mark."""
_MOST_COLLAPSED = 100_000
"""The most characters of a sheet that lost its line ends."""
_MOST_END = 100


def start_mark(line: str) -> str | None:
    """The comment on an opening line, if *line* is one; otherwise None."""
    found = _START.fullmatch(plain(line)) if len(line) <= _LONGEST_MARK else None
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
    head = bare[:_LONGEST_MARK]
    return bool(_COLLAPSED.fullmatch(head) or _JOINED.fullmatch(head)) or _whole_sheet(bare)


def _whole_sheet(line: str) -> bool:
    """Whether opening mark, a key and closing mark are on one line, perhaps between words."""
    opening = f" {line}".find(" --- ")
    colon = line.find(": ", opening) if opening >= 0 else -1
    return colon >= 0 and any(f"{line} ".find(end, colon) >= 0 for end in (" ... ", " … "))


def ends_within(line: str) -> bool:
    """Whether the mark of the end is behind other words."""
    return _ENDED.fullmatch(plain(line[-_LONGEST_MARK:])) is not None


FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*(?:(?!diff\b)[\w+#.-]{1,20}\s*)?", re.IGNORECASE)
_CODE = re.compile(r"\s*\[code(?:=[^\]\n]{0,40})?\]\s*(.*)", re.IGNORECASE)
_CODE_END = re.compile(r"(.*)\[/code\]\s*", re.IGNORECASE)
TOKEN = re.compile(r"\{([^{}\s]{4,20})\}")
"""The end of a form's opening line."""
_REST_OF_MARK = re.compile(rf"[^:{{}}]{{0,120}}{TOKEN.pattern}\s*")
_MOST_FOLDS = 4
"""No program folds an opening line, of about a hundred characters, into more further lines."""
_BULLET = re.compile(r"(?:[-•*–—+◦▪·●]|\d{1,2}[.)])\s+")
_COMMENT = re.compile(rf"\s*(?:{_BULLET.pattern})?#[#\s]*")
_MOST_LINE = 10_000
"""The most characters of a line that opens or closes a fence."""


class OrderBlock(msgspec.Struct, frozen=True, kw_only=True):
    """A block of orders, its first and its last line in the email, and whether it was closed."""

    sheet: str
    first: int
    last: int
    how: Literal["marks", "fence"] = "marks"
    closed: bool = True
    notes: tuple[MailNote, ...] = ()
    problem: str = ""
    args: dict[str, Any] = {}


def canonical(sheet: str) -> tuple[str, ...]:
    """The lines of *sheet* that order something: two sheets with equal ones are the same."""
    bare = (plain(line).rstrip() for line in sheet.split("\n"))
    kept = (line for line in bare if line.strip() and not line.lstrip().startswith("#"))
    return tuple(line for line in kept if start_mark(line) is None and not end_mark(line))


def commented(sheet: str, form: str = "") -> Iterator[tuple[int, str]]:
    """The orders of *sheet* that a # before them, or behind the sign of a list, makes comments; with their numbers.

    What the *form* has as a comment is none of its writer's orders.
    """
    sent = {line.strip() for line in form.split("\n")}
    lines = ((number, plain(line).strip()) for number, line in enumerate(sheet.split("\n"), 1) if "#" in line)
    return ((number, line) for number, line in lines if line not in sent and _crossed_out(line))


def _crossed_out(line: str) -> bool:
    """Whether a comment would order something without what makes it one."""
    found = _COMMENT.match(line[:_MOST_LINE])
    bare = line[found.end() : _MOST_LINE].strip() if found else ""
    if not bare or line_classifier.courteous(bare):
        return False
    ordered = line_classifier.shape(bare) == "key" or line_classifier.orderly(bare)
    return (bare.isalpha() and exact(bare)) or (ordered and not line_classifier.says_something(_BULLET.sub("", bare)))


def own_blocks(lines: Sequence[QuotedLine]) -> list[OrderBlock]:
    """The marked blocks in the lines that the writer of the email wrote."""
    blocks = _marked(lines)
    return sorted([*blocks, *_fenced(lines, blocks)], key=lambda block: block.first)


def unfolded(comment: str, lines: list[str]) -> tuple[str, list[str]]:
    """The comment of an opening line that a mail program folded, and the remaining lines."""
    if not comment or TOKEN.search(comment):
        return comment, lines
    for count, line in enumerate(lines[:_MOST_FOLDS], 1):
        if _REST_OF_MARK.fullmatch(line):
            return " ".join([comment, *(each.strip() for each in lines[:count])]), lines[count:]
        if ":" in line or not line.strip():
            break
    return comment, lines


def written(comment: str, lines: Sequence[str], *, closed: bool = True) -> str:
    """The text of a sheet with its opening and closing lines."""
    opening = f"--- {comment}" if comment else "---"
    return "\n".join([opening, *lines, *(["..."] if closed else [])]) + "\n"


def _ours(line: QuotedLine) -> bool:
    return line.depth == 0 and line.kind in ("text", "signature")


def _marked(lines: Sequence[QuotedLine]) -> list[OrderBlock]:
    """The marked blocks in order; one without a closing line continues to the next opening line."""
    ends = [at for at, line in enumerate(lines) if _ours(line) and end_mark(line.raw)]
    opening = [(at, start_mark(line.raw)) for at, line in enumerate(lines) if _ours(line)]
    candidates = [(at, comment) for at, comment in opening if comment is not None]
    starts = [(at, comment) for at, comment in candidates if _opens(lines, at, comment, ends)]
    blocks: list[OrderBlock] = []
    busy = -1
    for place, (at, comment) in enumerate(starts):
        if at <= busy:
            continue
        following = starts[place + 1][0] if place + 1 < len(starts) else len(lines)
        after = bisect_left(ends, at + 1)
        if after < len(ends) and ends[after] < following:
            blocks.append(_closed(lines, at, ends[after], comment))
            busy = ends[after]
        else:
            blocks.append(_unclosed(lines, at, following, comment))
            busy = blocks[-1].last - 1
    return blocks


def _opens(lines: Sequence[QuotedLine], at: int, comment: str, ends: list[int]) -> bool:
    """Whether a sheet begins at this line, and not a signature or something else under a rule."""
    if comment:
        return True
    bare = undecorated(lines[at].raw)
    after = bisect_left(ends, at + 1)
    closed = after < len(ends)
    following = at + 1
    while following < len(lines) and _ours(lines[following]) and not lines[following].raw.strip():
        following += 1
    if following >= len(lines) or not _ours(lines[following]):
        return False
    sheetlike = line_classifier.sheetlike(lines[following].raw) or _REST_OF_MARK.fullmatch(lines[following].raw)
    if bare == "--":
        return bool(closed and sheetlike)
    if bare == "---" and closed:
        return True
    return bool(sheetlike)


def _closed(lines: Sequence[QuotedLine], at: int, end: int, comment: str) -> OrderBlock:
    inside = lines[at + 1 : end]
    first, last = lines[at].number, lines[end].number
    strange = next((line for line in inside if not _ours(line)), None)
    if strange is not None:
        return _broken(first, last, "quote-in-sheet", line=strange.number)
    return _finished(comment, [line.raw for line in inside], first, last)


def _unclosed(lines: Sequence[QuotedLine], at: int, following: int, comment: str) -> OrderBlock:
    """The block that begins at line *at* and is not closed above line *following*, as far as it can be a sheet."""
    stop = at + 1
    in_signature = lines[at].kind == "signature"
    while stop < following and lines[stop].depth == 0 and lines[stop].kind in ("text", "signature"):
        if (lines[stop].kind == "signature" and not in_signature) or plain(lines[stop].raw).strip() == "---":
            break
        stop += 1
    first = lines[at].number
    if stop < len(lines) and stop < following and _touches(lines, stop):
        return _broken(first, lines[stop].number, "quote-in-sheet", line=lines[stop].number)
    if stop < len(lines) and lines[stop].kind in ("divider", "attribution") and _ends_below(lines, stop):
        return _broken(first, lines[stop].number, "quote-in-sheet", line=lines[stop].number)
    inside = [line.raw for line in lines[at + 1 : stop]]
    if joined := next((first + place for place, line in enumerate(inside, 1) if ends_within(line)), 0):
        return _broken(first, lines[stop - 1].number, "lines-collapsed", line=joined)
    cut = line_classifier.words_after(inside)
    while cut and not plain(inside[cut - 1]).strip():
        cut -= 1
    last = lines[at + cut].number
    note = MailNote("end-mark-missing", {"line": last})
    return _finished(comment, inside[:cut], first, last, closed=False, notes=(note,))


def _ends_below(lines: Sequence[QuotedLine], at: int) -> bool:
    """Whether below line *at*, which divides the email, is a closing line without an opening one."""
    for line in lines[at:]:
        if end_mark(line.text):
            return True
        if start_mark(line.text) is not None:
            return False
    return False


def _touches(lines: Sequence[QuotedLine], at: int) -> bool:
    """Whether a quoted-looking line directly follows one of the writer's own: it may be its rest, folded before `>`."""
    if lines[at].kind != "text" or lines[at].depth <= lines[at].base or not lines[at - 1].raw.strip():
        return False
    return not opens_letter(lines, at)


def touched(lines: Sequence[QuotedLine], first: int, last: int) -> int:
    """The number of a line that looks quoted and may belong to the own lines from *first* to *last*; 0 if none does.

    Directly below them any may, as it may be the rest of a folded line; directly above them one that looks like an
    order, or follows a key.
    """
    if last < len(lines) and _touches(lines, last):
        return lines[last].number
    above = lines[first - 2] if first > 1 else None
    if above is not None and above.kind == "text" and above.depth > above.base and lines[first - 1].raw.strip():
        below_key = first > 2 and lines[first - 3].own and line_classifier.shape(lines[first - 3].raw) == "key"
        return above.number if below_key or line_classifier.sheetlike(above.text) else 0
    return 0


def _finished(
    comment: str, inside: list[str], first: int, last: int, *, closed: bool = True, notes: tuple[MailNote, ...] = ()
) -> OrderBlock:
    joined = collapsed(f"--- {comment}") if comment else False
    number = first if joined else next((first + at for at, line in enumerate(inside, 1) if collapsed(line)), 0)
    if number:
        return _broken(first, last, "lines-collapsed", line=number)
    comment, inside = unfolded(comment, inside)
    return OrderBlock(sheet=written(comment, inside, closed=closed), first=first, last=last, closed=closed, notes=notes)


def _broken(first: int, last: int, problem: str, **args: object) -> OrderBlock:
    return OrderBlock(sheet="", first=first, last=last, problem=problem, args=args)


def _fenced(lines: Sequence[QuotedLine], marked: Sequence[OrderBlock]) -> list[OrderBlock]:
    """The code fences that contain a sheet without its own opening and closing lines."""
    blocks: list[OrderBlock] = []
    taken = {number for block in marked for number in range(block.first, block.last + 1)}
    at = 0
    while at < len(lines):
        line = lines[at]
        opened = _opening(line.raw) if line.own and line.number not in taken else None
        if opened is None:
            at += 1
            continue
        end, inside, strange = _inside(lines, at, *opened)
        if end < 0:
            break
        last = lines[end].number
        if not taken.intersection((line.number + 1, last - 1)) and not taken & set(range(line.number, last)):
            block = _fenced_block(line.number, last, inside, strange)
            blocks += [block] if block else []
        at = end + 1
    return blocks


def _inside(lines: Sequence[QuotedLine], at: int, fence: str, rest: str) -> tuple[int, list[str], int]:
    """Where the fence that line *at* opens is closed, -1 if nowhere; what it holds; the first quoted line in it, or 0.

    *rest* is the text after the opening on its line.
    """
    if fence == "[" and (whole := _CODE_END.fullmatch(rest)):
        return at, [whole[1]], 0
    inside, strange = [rest] if rest.strip() else [], 0
    for end in range(at + 1, len(lines)):
        if not _ours(lines[end]):
            strange = strange or lines[end].number
            continue
        closed, words = _closing(lines[end].raw, fence)
        inside += [words] if words is not None else []
        if closed:
            return end, inside, strange
    return -1, inside, strange


def _opening(raw: str) -> tuple[str, str] | None:
    if len(raw) > _MOST_LINE:
        return None
    if found := FENCE.fullmatch(raw):
        return found[1], ""
    if found := _CODE.fullmatch(raw):
        return "[", found[1]
    return None


def _closing(raw: str, fence: str) -> tuple[bool, str | None]:
    """Whether the fence is closed on this line, and the part of the line inside it."""
    if fence == "[":
        found = _CODE_END.fullmatch(raw) if len(raw) <= _MOST_LINE else None
        return (True, found[1] if found[1].strip() else None) if found else (False, raw)
    if raw.strip().startswith(fence) and not raw.strip(" \t`~"):
        return True, None
    return False, raw


def _fenced_block(first: int, last: int, inside: list[str], strange: int) -> OrderBlock | None:
    if not any(line_classifier.shape(line) == "key" or collapsed(line) for line in inside):
        return None
    if strange:
        return msgspec.structs.replace(_broken(first, last, "quote-in-sheet", line=strange), how="fence")
    number = next((first + at for at, line in enumerate(inside, 1) if collapsed(line)), 0)
    if number:
        return msgspec.structs.replace(_broken(first, last, "lines-collapsed", line=number), how="fence")
    return OrderBlock(sheet="\n".join(inside).strip("\n") + "\n", first=first, last=last, how="fence")


_OPENING = re.compile(r"[ \t*_]*to[ \t]+([^:：\s][^:：\n]{0,79}?)[ \t*_]*[:：][*_]*(.*)", re.IGNORECASE)
_HEADER = re.compile(r"[ \t*_]*(?:from|sent|date|subject|cc|bcc|reply-to)[ \t*_]*:", re.IGNORECASE)
_SAID = re.compile(r"[ \t]*[\"“”„«»‘']")
_MOVES = re.compile(r"[^\W_][^:]*:.*\S[ \t]*(?:->|[>→➔])[ \t]*\S")
_BLANK_ENDS = " \t"

Addressee = Literal["player", "other", ""]
"""Who a name in a line `to ...:` is: players, anyone else by which words before it end, or no one."""


class AddressedWords(msgspec.Struct, frozen=True):
    """Words to whom *name* names, with the number of their first line.

    If one of their lines looks like an order, *orders* is the number of the first: it may not be meant for others.
    """

    name: str
    line: int
    text: str
    orders: int = 0


class _Found(msgspec.Struct):
    name: str
    line: int
    lines: list[str]
    orders: int = 0


def named_in(line: str) -> str:
    """The name in a line `to NAME: ...`; empty if it is another line."""
    found = _OPENING.fullmatch(plain(line))
    return found[1].strip(_BLANK_ENDS) if found else ""


def split(
    lines: Sequence[QuotedLine],
    who: Callable[[str], Addressee],
    keys: frozenset[str],
    asks: command.Asks = frozenset(),
    own_name: str = "",
) -> tuple[tuple[AddressedWords, ...], frozenset[int]]:
    """The words to players in *lines*, and the numbers of the lines that they take.

    *keys* and *asks* tell orders, *own_name* is that of the writer, who may have signed with it.
    """
    in_blocks = {number for block in own_blocks(lines) for number in range(block.first, block.last + 1)}
    found: list[_Found] = []
    taken: set[int] = set()
    current: _Found | None = None
    for at, line in enumerate(lines):
        if line.number in in_blocks or line.kind == "signature":
            current = None
            continue
        if not line.own:
            continue
        start = _OPENING.fullmatch(plain(line.raw))
        kind = who(start[1].strip(_BLANK_ENDS)) if start and not _among_headers(lines, at) else ""
        if start and kind:
            current = _Found(start[1].strip(_BLANK_ENDS), line.number, [start[2].strip()]) if kind == "player" else None
            found += [current] if current else []
        elif current and command.asks_only([line.raw], asks) and not plain(lines[at - 1].raw).strip():
            current = None  # it does no harm, whoever it is for
        elif current is not None:
            if not current.orders and _orders(line.raw, keys, asks):
                current.orders = line.number
            current.lines.append(line.raw)
        if current is not None:
            taken.add(line.number)
    said = (AddressedWords(one.name, one.line, _said(one.lines, own_name), one.orders) for one in found)
    return tuple(said), frozenset(taken)


def written_to(name: str, text: str, keys: frozenset[str], asks: command.Asks = frozenset()) -> AddressedWords:
    """All of *text* as words to *name*, as a form of their own has them."""
    lines = text.split("\n")
    orders = next((number for number, line in enumerate(lines, 1) if _orders(line, keys, asks)), 0)
    return AddressedWords(name, 1, text, orders)


def _among_headers(lines: Sequence[QuotedLine], at: int) -> bool:
    """Whether a line stands among the headers of an email that was copied."""
    beside = [lines[near].raw for near in (at - 1, at + 1) if 0 <= near < len(lines)]
    return any(_HEADER.match(plain(line)) for line in beside)


def _orders(line: str, keys: frozenset[str], asks: command.Asks) -> bool:
    """Whether a line may order something; one that begins with a quotation mark is said to be words."""
    if _SAID.match(line) or not line.strip():
        return False
    keyed = has_key(line, keys) and not line_classifier.explains(line)
    return keyed or command.exact(line, asks) or _MOVES.match(line) is not None


def _said(lines: Sequence[str], own_name: str) -> str:
    """The text of *lines* without the farewell, the name and whatever a mail program puts below an email."""
    texts = [plain(line).replace(DAMAGED, "\ufffd").rstrip() for line in lines]
    while texts and not texts[0]:
        texts.pop(0)
    end = len(texts)
    while end:
        text = texts[end - 1]
        if text.strip() and not (line_classifier.signs_off(text) or line_classifier.is_contact(text)):
            break
        end -= 1
    end = _farewell(texts[:end])
    while end and (not texts[end - 1].strip() or _is_own(texts[end - 1], own_name)):
        end -= 1
    return "\n".join(texts[:end])


def _farewell(texts: Sequence[str]) -> int:
    """Where a farewell begins, below which there are only names and what a card has; else the end."""
    for at in range(len(texts) - 1, 0, -1):
        text = texts[at]
        if line_classifier.closes(text):
            return at
        if text.strip() and not (line_classifier.is_name(text) or line_classifier.on_a_card(text)):
            break
    return len(texts)


def _is_own(text: str, own_name: str) -> bool:
    """Whether *text* is the name of its writer, or a part of it."""
    words = set(re.findall(r"\w+", text.casefold()))
    return bool(words) and words <= set(re.findall(r"\w+", own_name.casefold()))


_TITLE = re.compile(rf"\b(?:{either(languages.TITLES)})\s*:", re.IGNORECASE)
"""What only a heading over a sheet says: any other key without a value may have lost what belongs to it."""


class SheetRegion(msgspec.Struct, frozen=True):
    """Lines that look like a sheet; *second* is where another one begins, if that is so."""

    first: int
    last: int
    texts: tuple[str, ...]
    second: int = 0
    joined: int = 0


def regions(
    own: Sequence[QuotedLine],
    keys: frozenset[str] = frozenset(),
    names: frozenset[str] = frozenset(),
    asked: frozenset[str] = frozenset(),
) -> list[SheetRegion]:
    """The runs of own lines that look like a sheet; its *keys* tell it from `Info: I am away.`, if known.

    A heading over it may have the words of *names*, which are those of its seat. A name alone is none above a key that
    is not one of those that are *asked* for: what that says may be of the name.
    """
    breaks = [at for at, (one, other) in enumerate(pairwise(own), 1) if other.number != one.number + 1]
    runs = [own[first:last] for first, last in pairwise([0, *breaks, len(own)])]
    return [region for run in runs if run and (region := _region(run, keys, names, asked))]


def _region(
    run: Sequence[QuotedLine], known: frozenset[str], names: frozenset[str], asked: frozenset[str]
) -> SheetRegion | None:
    """The part of a run of lines that looks like a sheet, without the words around it; None if no key is in it."""
    texts = [line.raw for line in run]
    joined = next((at for at, text in enumerate(texts) if collapsed(text)), None)
    shapes = [line_classifier.shape(text) for text in texts]
    keys = [at for at, each in enumerate(shapes) if each == "key" and _says(texts, shapes, at)]
    if not keys and joined is None:
        return None
    if joined is not None:
        number = run[joined].number
        return SheetRegion(number, number, (), joined=number)
    ended = next((at for at in range(keys[0], len(texts)) if end_mark(texts[at])), len(texts))
    first = min(line_classifier.words_before(texts[:ended]), keys[0])
    first = _past_heading(texts, shapes, _past_announcements(texts, first, known, names))
    first = _with_owner(texts, first, names, asked)
    first = _past_title(texts, shapes, first, names)
    last = max(first + line_classifier.words_after(texts[first:ended]), keys[0] + 1)
    first, last = _without_talk(texts, first, last, known)
    later = next((at for at in keys if at > ended), None)
    second = _parted(texts[first:last], shapes[first:last])
    parting = later if later is not None else first + second if second else None
    while not texts[last - 1].strip():
        last -= 1
    if last == first + 1 and _heading(texts[first]):
        return None
    return SheetRegion(
        run[first].number, run[last - 1].number, tuple(texts[first:last]), run[parting].number if parting else 0
    )


def _without_talk(texts: Sequence[str], first: int, last: int, known: frozenset[str]) -> tuple[int, int]:
    """Where a sheet begins and ends without paragraphs of sentences such as `Info: I am away.` around it."""
    blanks = [at for at in range(first, last) if not plain(texts[at]).strip()]
    paragraphs = [(one + 1, other) for one, other in pairwise([first - 1, *blanks, last]) if one + 1 < other]
    talk = [
        not any(has_key(text, known) for text in texts[one:other])
        and all(map(line_classifier.says_something, texts[one:other]))
        for one, other in paragraphs
    ]
    if not known or all(talk):
        return first, last
    while talk[0]:
        del talk[0], paragraphs[0]
    while talk[-1]:
        del talk[-1], paragraphs[-1]
    return paragraphs[0][0], paragraphs[-1][1]


def _heading(text: str) -> bool:
    return text.rstrip().endswith(":") and not text[:1].isspace()


def _past_announcements(texts: Sequence[str], first: int, known: frozenset[str], names: frozenset[str]) -> int:
    """Where the sheet begins if lines above its first key only say that it follows: `My orders`, `France, turn 1:`."""
    at = first
    while at < len(texts) and not has_key(texts[at], known):
        announced = line_classifier.announces(texts[at], names) or (at > first and line_classifier.courteous(texts[at]))
        if plain(texts[at]).strip() and (
            not announced or texts[at][:1].isspace() or line_classifier.is_item(texts[at])
        ):
            return first
        at += 1
    return at if at < len(texts) and not texts[at][:1].isspace() else first


def _with_owner(texts: Sequence[str], first: int, names: frozenset[str], asked: frozenset[str]) -> int:
    """Where the sheet begins with the name right above it, if its first key only says something of a name."""
    key = line_classifier.key_in(texts[first])
    words = re.findall(r"\w+", plain(texts[first - 1]).casefold()) if first else []
    of_name = asked and key and key not in asked and not line_classifier.is_item(texts[first])
    return first - 1 if of_name and words and names.issuperset(words) else first


def _past_heading(texts: Sequence[str], shapes: Sequence[line_classifier.Shape], first: int) -> int:
    """Where the sheet begins if a heading such as `My orders:` stands over it: a key without a value orders nothing."""
    at = first + 1
    while at < len(texts) and shapes[at] == "blank":
        at += 1
    titled = shapes[first] == "doubtful" or _TITLE.search(texts[first]) is not None
    heads = titled and _heading(texts[first])
    follows = first + 1 < at < len(texts) and shapes[at] == "key" and not texts[at][:1].isspace()
    follows = follows and (not line_classifier.is_item(texts[at]) or line_classifier.announces(texts[first]))
    return at if heads and follows else first


def _past_title(
    texts: Sequence[str], shapes: Sequence[line_classifier.Shape], first: int, names: frozenset[str]
) -> int:
    """Where the sheet begins if `Orders for turn 1:`, which the sheet has no key for, is above a list of entries."""
    titled = line_classifier.heads_turn(texts[first], names) and line_classifier.numbered(texts[first])
    at = next((at for at in range(first + 1, len(texts)) if shapes[at] != "blank"), first)
    listed = at > first and shapes[at] in ("key", "part") and not texts[at][:1].isspace()
    return at if titled and _heading(texts[first]) and listed else first


def _says(texts: Sequence[str], shapes: Sequence[line_classifier.Shape], at: int) -> bool:
    """Whether the key on line *at* has a value, behind it or below it: `Once more:` above nothing is not an order.

    Nor is `Two questions:` above a question.
    """
    if not plain(texts[at]).rstrip().endswith(":"):
        return True
    below = next((other for other in range(at + 1, len(shapes)) if shapes[other] != "blank"), None)
    return below is not None and shapes[below] in ("key", "part") and not plain(texts[below]).rstrip().endswith("?")


def _parted(texts: Sequence[str], shapes: Sequence[line_classifier.Shape]) -> int:
    """Where a second sheet begins, below words that are between two; 0 if it is one."""
    blanks = [at for at, each in enumerate(shapes) if each == "blank"]
    for first, last in pairwise([-1, *blanks, len(texts)]):
        paragraph, kinds = texts[first + 1 : last], shapes[first + 1 : last]
        if not paragraph or "key" in kinds or "part" in kinds:
            continue
        if first >= 0 and line_classifier.paragraph_of_words(list(paragraph)):
            return next((at for at in range(last, len(texts)) if shapes[at] in ("key", "part")), 0)
    return 0
