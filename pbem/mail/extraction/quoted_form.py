"""Orders written into the quoted form: the form as sent, with its writer's changes."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.mail.extraction import block
from pbem.mail.extraction.block import TOKEN, canonical, unfolded, written
from pbem.mail.extraction.quoting import QuotedLine, introduces, wrote
from pbem.mail.mime.text import plain

_BLANKS = re.compile(r"\s+")
_FINERY = {
    ord(fine): bare for bare, many in (("-", "–—−‑‒"), ('"', "“”„‟«»"), ("'", "‘’‚‛‹›"), ("...", "…")) for fine in many
}
_MOST_FOLDS = 6
"""The most pieces into which a quoted line is folded."""
_MOST_LINES = 3000
"""No form is longer."""
_MOST_FORMS = 20
_TELLING = 12
"""The fewest characters of a line that only a letter has."""
_FEWEST_LINES = 2
_NO_NAME = re.compile(r"[^\w@.+-]+")


class Correspondents(msgspec.Struct, frozen=True):
    """The names by which quotations call people, as far as they are known.

    They are those of the *game* and its moderator, of the *writer* of an email and of the *others* who play. *seat* are
    the words by which the writer's own seat is called. *earlier* are the sheets that the writer has sent before,
    `squeezed`. *asked* are the keys, folded, of what the seat is asked now.
    """

    game: tuple[str, ...] = ()
    writer: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    seat: frozenset[str] = frozenset()
    earlier: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()


class EditedForm(msgspec.Struct, frozen=True, kw_only=True):
    """A quoted form: *sheet* is empty if nothing in it was changed; *inserted* tells own lines between the quoted ones.

    *outdated* means that it is not the present form; *unknown* that the changes cannot be found. It is the writer's
    *own* if the quotation is not of a letter of the game, or if it says what a sheet said that came before.
    """

    first: int
    last: int
    sheet: str = ""
    inserted: bool = False
    outdated: bool = False
    unknown: bool = False
    own: bool = False
    problem: str = ""
    args: dict[str, Any] = {}


class _Piece(msgspec.Struct, frozen=True):
    """A line inside a quoted form."""

    number: int
    text: str
    own: bool


def quoted_forms(
    lines: Sequence[QuotedLine],
    form: str,
    taken: frozenset[int] = frozenset(),
    known: Correspondents = Correspondents(),  # noqa: B008  # it cannot be changed
    letter: str = "",
) -> list[EditedForm]:
    """The quoted forms of the newest quoted letter and the changes in each; *taken* are lines already read.

    What is quoted of the writer's own emails does not count as a form, whatever is in it.
    """
    starts = [at for at, line in enumerate(lines) if line.kind == "text" and line.depth and _mark(line)]
    if not starts:
        return []
    depth = min(lines[at].depth for at in starts)
    found: list[EditedForm] = []
    busy = -1
    for at in (at for at in starts if lines[at].depth == depth):
        if at <= busy:
            continue
        edited, busy = _edited(lines, at, form, taken)
        found.append(_told_apart(edited, lines, at, known, letter) if form else edited)
        if len(found) > _MOST_FORMS:
            break
    return found


def squeezed(sheet: str) -> str:
    """What *sheet* orders without its spaces and line ends, which quotation changes."""
    return "".join("".join(_smooth(line).split()) for line in canonical(sheet))


def _told_apart(
    edited: EditedForm, lines: Sequence[QuotedLine], at: int, known: Correspondents, letter: str
) -> EditedForm:
    """*edited*, whose first line is *at*, as a quotation of the writer's own if it is not of a letter of the game."""
    if not (edited.sheet or edited.problem):
        return edited
    if edited.sheet and squeezed(edited.sheet) in known.earlier:
        return replace(edited, own=True, sheet="", problem="")
    if edited.outdated or _of_the_game(lines, at, edited, known, letter):
        return edited
    problem = "quoted-own-sheet" if edited.inserted else ""
    return replace(edited, own=True, sheet="", problem=problem, args={"line": edited.first})


def _of_the_game(lines: Sequence[QuotedLine], at: int, edited: EditedForm, known: Correspondents, letter: str) -> bool:
    """Whether the quotation around the form at line *at* is of a letter of the game.

    Its introduction says so, or lines beside the form that only the letter has. The game quotes no emails: what is
    within a quotation of the writer's is the writer's.
    """
    if not known.game:
        return True
    authors = [wrote(each) for each in _introductions(lines, at)]
    if any(_names(author, known.writer) for author in authors):
        return False
    if authors and _names(authors[0], known.game):
        return True
    smooth, depth = _smooth(letter), lines[at].depth
    beside = (_smooth(line.text) for line in lines if line.depth == depth and line.kind == "text" and not (
        edited.first <= line.number <= edited.last
    ))  # fmt: skip
    return sum(len(text) >= _TELLING and text in smooth for text in beside) >= _FEWEST_LINES


def _introductions(lines: Sequence[QuotedLine], at: int) -> list[list[str]]:
    """The lines that introduce the quotation of line *at*, and the quotations around it, the innermost first."""
    within = _introduction_within(lines, at)
    found = [within] if within else []
    depth, last = lines[at].depth, -1
    for index in range(at - 1, -1, -1):
        line = lines[index]
        if line.kind not in ("attribution", "divider"):
            continue
        if last == index + 1 and line.depth == depth:
            found[-1].insert(0, line.text)
        elif line.depth < depth:
            found.append([line.text])
            depth = line.depth
        else:
            continue
        last = index
    return found


def _introduction_within(lines: Sequence[QuotedLine], at: int) -> list[str]:
    """The first lines of the quotation of line *at* if they introduce it, as a program writes them that marks them."""
    depth, first = lines[at].depth, at
    while first and lines[first - 1].depth >= depth and lines[first - 1].kind == "text":
        first -= 1
    filled = [line.text for line in lines[first:at] if line.depth == depth and line.text.strip()][:2]
    return next((filled[:count] for count in (1, 2) if introduces(" ".join(filled[:count]))), [])


def _names(author: str, names: Sequence[str]) -> bool:
    """Whether what a program says of an *author* has one of *names*, as a word."""
    said = f" {_NO_NAME.sub(' ', author.casefold())} "
    return any(f" {_NO_NAME.sub(' ', name.casefold()).strip()} " in said for name in names if name)


def _mark(line: QuotedLine) -> bool:
    text = line.text
    comment = block.start_mark(text)
    return comment is not None and (bool(comment) or block.undecorated(text) == "---")


def _edited(lines: Sequence[QuotedLine], at: int, form: str, taken: frozenset[int]) -> tuple[EditedForm, int]:
    """The quoted form whose first line is *at*, and the place of its last line."""
    depth = lines[at].depth
    end, last = _extent(lines, at, depth, taken)
    comment = block.start_mark(lines[at].text) or ""
    inside = [line for line in lines[at + 1 : end if end is not None else last + 1] if line.number not in taken]
    tight = lines[at].at(depth) == lines[at].at(depth, tight=True)
    pieces = [
        _Piece(line.number, line.raw if line.depth == 0 else line.at(depth, tight=tight), line.depth < depth)
        for line in inside
        if line.kind == "text"
    ]
    span = EditedForm(first=lines[at].number, last=lines[last if end is None else end].number)
    stop = last if end is None else end
    inserted = any(piece.own and piece.text.strip() for piece in pieces)
    if len(pieces) > _MOST_LINES:
        return replace(span, problem="quoted-form-unclear", args={"line": span.first}), stop
    if not form:
        return _without_form(span, comment, pieces, inserted=inserted, cut=end is None), stop
    sent_comment, sent = _sent(form)
    comment, rest = unfolded(comment, [piece.text for piece in pieces])
    pieces = pieces[len(pieces) - len(rest) :]
    if set(TOKEN.findall(comment)) != set(TOKEN.findall(sent_comment)) and TOKEN.search(comment):
        problem = "quoted-form-other" if inserted else ""
        return replace(span, inserted=inserted, outdated=True, problem=problem, args={"line": span.first}), stop
    return _with_form(span, comment, sent_comment, sent, pieces, inserted=inserted, cut=end is None), stop


def _extent(lines: Sequence[QuotedLine], at: int, depth: int, taken: frozenset[int]) -> tuple[int | None, int]:
    """Where the quoted form ends: at its mark, or (without a mark) the last line that is quoted like its first."""
    last = at
    for index in range(at + 1, len(lines)):
        line = lines[index]
        if line.number in taken or line.kind == "attribution":
            continue
        if line.kind == "divider" or line.base > lines[at].base:
            return None, last
        if line.depth == depth:
            last = index
        if line.depth <= depth and line.kind == "text":
            if block.end_mark(line.at(depth)):
                return index, index
            if line.depth == depth and index > at + 1 and _mark(line):
                return None, index - 1
    return None, last


def _sent(form: str) -> tuple[str, list[str]]:
    """The remark of the form's first line, and its lines between the marks."""
    lines = form.strip("\n").split("\n")
    comment = block.start_mark(lines[0])
    inside = lines[1:] if comment is not None else lines
    if inside and block.end_mark(inside[-1]):
        inside = inside[:-1]
    return comment or "", inside


def _without_form(span: EditedForm, comment: str, pieces: list[_Piece], *, inserted: bool, cut: bool) -> EditedForm:
    if not inserted:
        return replace(span, unknown=True)
    if cut:
        return replace(span, inserted=True, problem="quoted-form-cut", args={"line": span.last})
    if strange := next((piece for piece in pieces if piece.text.lstrip().startswith(">")), None):
        return replace(span, inserted=True, problem="quote-in-sheet", args={"line": strange.number})
    if joined := next((piece for piece in pieces if block.collapsed(piece.text)), None):
        return replace(span, inserted=True, problem="lines-collapsed", args={"line": joined.number})
    comment, texts = unfolded(comment, [piece.text for piece in pieces])
    return replace(span, inserted=True, sheet=written(comment, texts))


def _with_form(
    span: EditedForm, commented: str, comment: str, sent: list[str], pieces: list[_Piece], *, inserted: bool, cut: bool
) -> EditedForm:
    """The changes in a quoted form, found by comparing it with the form as it was *sent*."""
    keys = [_smooth(line) for line in sent]
    known = {key for key in keys if key}
    repaired = _unwrapped([piece for piece in pieces if _smooth(piece.text)], known)
    filled = [at for at, key in enumerate(keys) if key]
    matcher = SequenceMatcher(
        None, [keys[at] for at in filled], [_smooth(piece.text) for piece in repaired], autojunk=False
    )
    codes = matcher.get_opcodes()
    if not TOKEN.search(commented) and not any(code[0] == "equal" for code in codes):
        return replace(span, inserted=inserted, unknown=True)
    if cut and codes and codes[-1][0] == "delete":
        codes = codes[:-1]
    lines, changed = _merged(sent, filled, repaired, codes)
    sheet = written(comment, lines)
    if _meant(sheet) == _meant(written(comment, sent)) or (cut and not any(_meant(one.text) for one in changed)):
        return replace(span, inserted=inserted)
    if cut:
        return replace(span, inserted=inserted, problem="quoted-form-cut", args={"line": span.last})
    for piece in changed:
        if piece.text.lstrip().startswith(">"):
            return replace(span, inserted=inserted, problem="quote-in-sheet", args={"line": piece.number})
        if block.collapsed(piece.text):
            return replace(span, inserted=inserted, problem="lines-collapsed", args={"line": piece.number})
    return replace(span, inserted=inserted, sheet=sheet)


def _merged(
    sent: list[str], filled: list[int], repaired: list[_Piece], codes: Sequence[tuple[str, int, int, int, int]]
) -> tuple[list[str], list[_Piece]]:
    """The lines of the form as it was sent, with those of the quoted one where they differ; and the latter alone."""
    shift = _shift(sent, filled, repaired, codes)
    lines: list[str] = []
    changed: list[_Piece] = []
    upto = 0
    for tag, first, last, start, stop in codes:
        if tag == "equal":
            lines += sent[upto : filled[last - 1] + 1]
        else:
            until = filled[first] if first < len(filled) else len(sent)
            lines += [line for line in sent[upto:until] if not line.strip()]
            lines += [_shifted(piece, shift) for piece in repaired[start:stop]]
            changed += repaired[start:stop]
        upto = filled[last - 1] + 1 if last else 0
    return lines, changed


def _meant(sheet: str) -> tuple[str, ...]:
    return tuple(_smooth(line) for line in canonical(sheet))


def _smooth(text: str) -> str:
    """*text* with single spaces, none around it, and plain punctuation."""
    return _BLANKS.sub(" ", plain(text).translate(_FINERY)).strip()


def _unwrapped(pieces: list[_Piece], known: set[str]) -> list[_Piece]:
    """The lines of a quoted form with those joined that together are one line of the form as it was sent."""
    joined: list[_Piece] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        if not piece.own and _smooth(piece.text) not in known:
            for count in range(2, _MOST_FOLDS + 1):
                run = pieces[at : at + count]
                if len(run) < count or any(one.own for one in run):
                    break
                texts = [_smooth(one.text) for one in run]
                if " ".join(texts) in known or "".join(texts) in known:
                    piece = _Piece(piece.number, " ".join(one.text for one in run), own=False)
                    at += count - 1
                    break
        joined.append(piece)
        at += 1
    return joined


def _indent(text: str) -> int:
    bare = plain(text).expandtabs(2)
    return len(bare) - len(bare.lstrip())


def _shift(
    sent: list[str], filled: list[int], repaired: list[_Piece], codes: Sequence[tuple[str, int, int, int, int]]
) -> tuple[int, int]:
    """By how many spaces the quotation moved the lines of the form, and those of them that are indented.

    The latter alone are moved by a program that quotes `format=flowed` as it came, with the space that protects a line
    which begins with one (RFC 3676, 4.4). 0 unless all were moved alike.
    """
    moved: dict[bool, set[int]] = {False: set(), True: set()}
    for tag, first, last, start, _ in codes:
        for at in range(last - first) if tag == "equal" else ():
            indent = _indent(sent[filled[first + at]])
            moved[indent > 0].add(indent - _indent(repaired[start + at].text))
    flush, indented = moved[False] or moved[True], moved[True] or moved[False]
    if len(flush) == len(indented) == 1 and flush in (indented, {0}):
        return min(flush), min(indented)
    return 0, 0


def _shifted(piece: _Piece, shifts: tuple[int, int]) -> str:
    indent = _indent(piece.text)
    shift = shifts[indent > 0]
    if piece.own or not shift:
        return piece.text
    return " " * shift + piece.text if shift > 0 else piece.text[min(-shift, indent) :]


_MOMENT = re.compile(r"\b\d{4}\b.*\b\d{1,2}[:.]\d\d\b|\b\d{1,2}[:.]\d\d\b.*\b\d{4}\b")
_FEWEST_TOGETHER = 4
"""How many lines of the letter, in order, cannot be a coincidence."""
_FEWEST = 8
"""How many lines besides the form show that the letter came back, and not the form alone."""
_MOST_PLACES = 20
"""How often a line may be in a letter and still be useful."""

_MOST_ABOVE = 4
"""No line that introduces a quotation is folded into more."""


def without_letter(lines: list[QuotedLine], letter: str, form: str) -> list[QuotedLine]:
    """*lines* with those of the *letter*, and what introduces them, as quoted; a *form* that was changed stays own."""
    own = [at for at, line in enumerate(lines) if line.own and line.raw.strip()]
    if not letter or len(own) > _MOST_LINES or len(own) < _FEWEST:
        return lines
    changed = _changed_form(lines, own, form)
    texts = [_single_spaced(lines[at].raw) if at not in changed else "" for at in own]
    found = {own[n] for run in _runs(texts, _single_spaced(letter)) for n in run}
    of_form = _single_spaced(form)
    if sum(_single_spaced(lines[at].raw) not in of_form for at in found) < _FEWEST:
        return lines
    found |= _introduction(lines, min(found))
    return [
        msgspec.structs.replace(line, depth=line.base + 1, base=line.base + 1) if at in found else line
        for at, line in enumerate(lines)
    ]


def below_letter(lines: Sequence[QuotedLine], letter: str) -> str:
    """What is below the *letter* if it came back on top, without marks: its writer is unknown."""
    under = [at for at, line in enumerate(lines) if line.kind == "text" and line.depth == line.base > 0]
    filled = [at for at in under if lines[at].raw.strip()]
    if not letter or len(filled) > _MOST_LINES:
        return ""
    runs = [*_runs([_single_spaced(lines[at].raw) for at in filled], _single_spaced(letter))]
    if sum(map(len, runs)) < _FEWEST:
        return ""
    rest = filled[runs[-1].stop :]
    return "\n".join(lines[at].raw for at in under if rest and at >= rest[0]).strip()


def _changed_form(lines: Sequence[QuotedLine], own: Sequence[int], form: str) -> frozenset[int]:
    """The lines of a form that came back with something changed in it."""
    tokens = set(TOKEN.findall(form.split("\n", 1)[0]))
    start = next((at for at in own if tokens & set(TOKEN.findall(block.start_mark(lines[at].raw) or ""))), None)
    end = None if start is None else next((at for at in own if at > start and block.end_mark(lines[at].raw)), None)
    if start is None or end is None:
        return frozenset()
    text = "\n".join(line.raw for line in lines[start : end + 1])
    same = canonical(text) == canonical(form) or _single_spaced(text) == _single_spaced(
        form
    )  # its comments may be folded
    return frozenset() if same else frozenset(range(start, end + 1))


def _runs(texts: Sequence[str], letter: str) -> Iterator[range]:
    """Where lines together are a piece of the *letter*, be they folded otherwise than in it."""
    at = 0
    while at < len(texts):
        last = max((_end(texts, at, letter, start) for start in _places(texts[at], letter)), default=at)
        if last - at >= _FEWEST_TOGETHER:
            yield range(at, last)
        at = max(last, at + 1)


def _places(text: str, letter: str) -> Iterator[int]:
    """The first places where *text* is in the *letter*."""
    place = letter.find(text) if text else -1
    for _ in range(_MOST_PLACES):
        if place < 0:
            return
        yield place
        place = letter.find(text, place + 1)


def _end(texts: Sequence[str], at: int, letter: str, place: int) -> int:
    """The first line from *at* on that does not continue the *letter* at this *place*."""
    while at < len(texts) and texts[at] and letter.startswith(texts[at], place):
        place += len(texts[at]) + 1
        at += 1
    return at


def _introduction(lines: Sequence[QuotedLine], first: int) -> set[int]:
    """The lines right above the letter that say who wrote it, in whatever language."""
    above = first - 1
    while above >= 0 and not lines[above].raw.strip():
        above -= 1
    top = above
    while top >= 0 and lines[top].own and lines[top].raw.strip() and above - top < _MOST_ABOVE:
        top -= 1
    start = next((at for at in range(top + 1, above + 1) if "@" in lines[at].raw), above + 1)
    told = " ".join(plain(lines[at].raw) for at in range(start, above + 1)).rstrip()
    return {*range(start, above + 1)} if told.endswith((":", "：")) or _MOMENT.search(told) else set()


def _single_spaced(text: str) -> str:
    return _BLANKS.sub(" ", plain(text)).strip()
