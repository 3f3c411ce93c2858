"""Find the orders or commands in an email: between marks, by shape, in an attached sheet, in the quoted form.

What makes orders unusable, and the arguments of its phrase:

    two-sheets           lines, names      sheets that differ, by their lines and the names of their attachments
    unclear-where        first, second     lines that look like a sheet, with words between them
    quote-in-sheet       line              a line of the sheet begins with >, as if it were quoted
    lines-collapsed      line              several lines of the sheet came as one
    sheet-cut            line              a sheet has its opening line, and the email ends without the closing one
    quoted-form-cut      line              the quoted form was changed, but its end is missing
    quoted-form-other    line              the form of an earlier letter was changed
    quoted-form-unclear  line              the quoted form is longer than any form
    quoted-own-sheet     line              lines were written into a quotation of the writer's own email
    crossed-out          lines             a line of what is ordered is crossed out, or cannot be seen
    parts-differ         plain, html       the parts of an email say different orders
    too-many-lines       limit             the text is too long
    damaged-transfer     line, text        a line of the orders was damaged on the way, or they end too early
    line-too-long        line, limit       of a line of the sheet, or of what has no sheet, only the beginning was read

Notes: found-by-shape (first, last), end-mark-missing (line), form-unchanged (line), quoted-not-read (line),
quoted-form-read (line), quoted-form-not-read (line), quoted-sheet-not-read (line), quoted-form-beside-command (line),
command-beside-sheet (command), command-among-words (command), orders-beside-sheet (line), line-commented (text),
attachment-not-read (name), attached-sheet-not-read, charset-guessed (charset), no-key (first, last).
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from pbem.mail.extraction import block, command, line_classifier
from pbem.mail.extraction.block import (
    FENCE,
    TOKEN,
    OrderBlock,
    SheetRegion,
    canonical,
    commented,
    own_blocks,
    regions,
    touched,
)
from pbem.mail.extraction.command import keyless_sheets
from pbem.mail.extraction.line_classifier import folded, has_key, names_key
from pbem.mail.extraction.markup import missing_in, struck_in, unstruck
from pbem.mail.extraction.page import as_mailed
from pbem.mail.extraction.quoted_form import Correspondents, EditedForm, below_letter, quoted_forms, without_letter
from pbem.mail.extraction.quoting import QuotedLine, lines_of
from pbem.mail.mime.text import DAMAGED, MOST_LINE, FoundOrders, MailContents, MailNote, MailText, cut_line

MOST_LINES = 10_000
"""A text with more lines is not read."""
_MOST_SHEETS = 20
"""The most attached sheets that are read."""

_SHEET_NAMES = (".yaml", ".yml")
_MOST_BESIDE = 20
"""Commands beside a sheet that are told, each once."""
_MOST_COMMENTED = 5
"""Of orders that a # makes comments: how many are named."""
_MOST_SHOWN = 200
"""The most characters of a damaged line that are shown."""
_DAMAGE = ("damaged-transfer", "mail-unreadable")


class _Context(msgspec.Struct, frozen=True):
    """What is known of whoever wrote an email, and of the game: see `find`."""

    form: str
    keys: frozenset[str]
    letter: str
    asks: command.Asks
    known: Correspondents


class _Read(msgspec.Struct, frozen=True):
    """What one text contains, and the line where its orders begin."""

    found: FoundOrders
    line: int = 0
    damaged: str = ""
    """The sheet in which something is damaged."""


def find(
    contents: MailContents,
    form: str = "",
    subject: str = "",
    keys: frozenset[str] = frozenset(),
    letter: str = "",
    asks: command.Asks = frozenset(),
    known: Correspondents = Correspondents(),  # noqa: B008  # it cannot be changed
) -> FoundOrders:
    """What the writer of an email sent. *form* is the form that was sent for the present stage, with its marks.

    Lines without marks are not a sheet if they have none of the *keys* of the game's sheets; without *keys* their shape
    alone decides. The *letter* that contained the form identifies it where it returns without any sign of quotation.
    *asks* are the words by which players of the game ask something. By the *known* names and earlier sheets a quotation
    of the writer's own emails is told from one of the game's letter.
    """
    if contents.problem or not contents.texts:
        commands = command.commands_in("", subject, asks) if contents.problem in ("", "empty-sheet", "no-text") else ()
        return _commanded(commands) if commands else FoundOrders(problem=contents.problem, args=contents.args)
    attached, notes = _attached([text for text in contents.texts if text.source == "sheet"])
    letters = [text for text in contents.texts if text.source != "sheet"]
    context = _Context(form, folded(keys), letter, asks, known)
    bodies = [_read_as_seen(text, context) for text in letters]
    body = _best(bodies)
    sources = {text.source for text, read in zip(letters, bodies, strict=True) if read is body}
    body = _alone(body, [read for text, read in zip(letters, bodies, strict=True) if text.source in sources])
    found = _joined(attached, body) if attached else body.found
    unread = (MailNote("attachment-not-read", {"name": name}) for name in contents.unread)
    found = msgspec.structs.replace(found, notes=(*found.notes, *notes, *_sent_before(letters, form), *unread))
    if found.what in ("words", "nothing") and not found.problem:
        commands = () if found.words.strip() else command.commands_in("", subject, asks)
        return msgspec.structs.replace(_commanded(commands), notes=found.notes) if commands else found
    return _as_trial(msgspec.structs.replace(found, notes=(*found.notes, *comment_notes(found.sheet, form))))


def _sent_before(letters: Sequence[MailText], form: str) -> list[MailNote]:
    """A note on a sheet in an attached email, which was sent before, or to others; the *form* of a letter is none."""
    texts = (lines_of(text.text) for text in letters if text.source == "nested" and text.text.count("\n") <= MOST_LINES)
    sheets = (block.sheet for lines in texts for block in own_blocks(lines) if block.sheet)
    meant = (sheet for sheet in sheets if canonical(sheet) != canonical(form))
    return [MailNote("attached-sheet-not-read")] if any(meant) else []


def comment_notes(sheet: str, form: str) -> list[MailNote]:
    """Notes on the first orders of a *sheet* that a # before them has made comments, unless the *form* has them so."""
    return [MailNote("line-commented", {"text": line}) for _, line in islice(commented(sheet, form), _MOST_COMMENTED)]


def _as_trial(found: FoundOrders) -> FoundOrders:
    """Orders beside which `try` stands on a line of its own, or at their top, as a trial without that line."""
    beside, sheet = found.words.split("\n"), found.sheet.split("\n")
    written = (n for n, line in enumerate(sheet) if line.strip() and not line.startswith("---"))
    first = next(written, 0)
    inside = command.tries(sheet[first])
    if found.what != "orders" or not (inside or any(map(command.tries, beside))):
        return found
    rest = "\n".join(line for line in beside if not command.tries(line)).strip()
    notes = tuple(
        note for note in found.notes if note.code != "command-beside-sheet" or not command.tries(note.args["command"])
    )
    if inside:
        sheet[first] = ""  # the numbers of the lines below stay as they are
    return msgspec.structs.replace(found, trial=True, words=rest, notes=notes, sheet="\n".join(sheet))


def _commanded(commands: tuple[str, ...], words: str = "") -> FoundOrders:
    return FoundOrders(what="command", command=commands[0], commands=commands, words=words)


def _best(reads: Sequence[_Read]) -> _Read:
    """The first with orders or with a problem in them, else with commands, else damaged as a whole, else with words."""
    ranks = ("orders", "command", "damaged", "words", "nothing")

    def rank(read: _Read) -> int:
        if read.found.problem:
            return ranks.index("damaged") if read.found.problem in _DAMAGE and not read.line else 0
        return ranks.index(read.found.what)

    return min(reads, key=rank) if reads else _Read(FoundOrders())


def _alone(best: _Read, parts: Sequence[_Read]) -> _Read:
    """The *best* of the *parts* of an email, unless another of them has a sheet too, or the rest of an open one."""
    closed = best.found.how in ("marks", "fence") and not any(
        note.code == "end-mark-missing" for note in best.found.notes
    )
    if best.found.what != "orders" or best.found.problem:
        return best
    for part in parts:
        found = part.found
        rival = found.what == "orders" and (found.how in ("marks", "fence") or not closed)
        if rival and canonical(found.sheet) != canonical(best.found.sheet):
            return _differ([best.line, part.line], best.found.words)
        if part is not best and not closed and any(block.end_mark(line) for line in found.words.split("\n")):
            return _differ([best.line, part.line or 1], best.found.words)
    return best


def _attached(texts: Sequence[MailText]) -> tuple[list[tuple[str, FoundOrders]], tuple[MailNote, ...]]:
    """The attached sheets that differ, by name, and notes on attachments that are not sheets."""
    sheets: dict[tuple[str, ...], tuple[str, FoundOrders]] = {}
    notes: list[MailNote] = []
    for text in texts[:_MOST_SHEETS]:
        if text.problem:
            sheets[(text.problem, text.name)] = (text.name, FoundOrders(problem=text.problem, args=text.args))
            continue
        sheet = _sheet_of(text)
        if sheet is not None and (long := cut_line(sheet)):
            problem = FoundOrders(problem="line-too-long", args={"line": long, "limit": MOST_LINE})
            sheets[("line-too-long", text.name)] = (text.name, problem)
            continue
        if sheet is not None and (args := _damaged_line(text, sheet.split("\n")) or _cut_short(text, sheet)):
            sheets[("damaged-transfer", text.name)] = (text.name, FoundOrders(problem="damaged-transfer", args=args))
            continue
        if sheet is None:
            notes.append(MailNote("attachment-not-read", {"name": text.name}))
            continue
        found = FoundOrders(what="orders", sheet=sheet, how="attachment", notes=_guessed(text))
        sheets.setdefault(canonical(sheet), (text.name, found))
    if left := texts[_MOST_SHEETS:]:
        sheets[("two-sheets", left[0].name)] = (left[0].name, _many([left[0].name]))
    return list(sheets.values()), tuple(notes[:_MOST_SHEETS])


def _many(names: Sequence[str], lines: Sequence[int] = (), words: str = "") -> FoundOrders:
    return FoundOrders(problem="two-sheets", args={"lines": list(lines), "names": list(names)}, words=words)


def _sheet_of(text: MailText) -> str | None:
    if text.text.count("\n") > MOST_LINES:
        return text.text
    lines = [QuotedLine(number, raw, 0) for number, raw in enumerate(text.text.split("\n"), 1)]
    blocks = [block for block in own_blocks(lines) if block.closed and not block.problem]
    if len({canonical(block.sheet) for block in blocks}) == 1:
        return blocks[0].sheet
    if text.name.casefold().endswith(_SHEET_NAMES) or blocks:
        return text.text
    return text.text if any(line_classifier.shape(line.raw) == "key" for line in lines[:2000]) else None


def _joined(attached: list[tuple[str, FoundOrders]], body: _Read) -> FoundOrders:
    """The one sheet of the email, or that there are several."""
    _, found = attached[0]
    names = [name for name, _ in attached]
    meant = body.found.what == "orders" or (
        body.found.problem and body.line
    )  # otherwise its text cannot be read at all
    unlike = meant and canonical(body.found.sheet) != canonical(found.sheet)
    if len(attached) > 1 or (unlike and not found.problem):
        lines = [body.line] if unlike and body.line else []
        return _many(names, lines, body.found.words)
    if found.problem:
        return msgspec.structs.replace(found, words=body.found.words)
    beside = [note for note in body.found.notes if note.code in ("command-beside-sheet", "orders-beside-sheet")]
    if body.found.commands:
        beside.append(MailNote("command-beside-sheet", {"command": body.found.command}))
    return msgspec.structs.replace(found, words=body.found.words, notes=(*found.notes, *beside))


def _read_as_seen(text: MailText, context: _Context) -> _Read:
    """What one text contains, unless its reader may see something else: crossed out, or in the other part."""
    if text.source in ("plain", "html") and not text.problem and text.text.count("\n") <= MOST_LINES:
        seen, other = (as_mailed(each, context.known, context.keys) for each in (text.text, text.twin))
        text = msgspec.structs.replace(text, text=seen, twin=other)
    read = _read(text, context)
    mendable = read.damaged != "" and text.twin != ""
    if (read.found.problem and not mendable) or not (text.twin or struck_in(text.text)):
        return read
    meant = _read(msgspec.structs.replace(text, text=unstruck(text.text)), context)
    twin = msgspec.structs.replace(text, source="html", text=text.twin, twin="", damaged=0)
    shown = (
        _read(msgspec.structs.replace(twin, text=unstruck(twin.text)), context) if text.twin else _Read(FoundOrders())
    )
    if mendable:
        return read if shown.found.problem or not _mends(shown.found, read.damaged) else shown
    for one in (read, meant, shown):
        crossed = _crossed([text, twin], one.found)
        if crossed:
            return _wrong("crossed-out", {"lines": crossed}, one.line or 1, read.found.words)
    if text.twin:
        plain = missing_in(_own(text.twin, read.found), _ordered(read.found)) if DAMAGED not in text.twin else []
        html = missing_in(_own(text.text, shown.found), _ordered(shown.found))
        if plain or html:
            return _wrong("parts-differ", {"plain": plain, "html": html}, read.line or 1, read.found.words)
    return read


def _mends(other: FoundOrders, damaged: str) -> bool:
    """Whether the *other* part of an alternative holds, whole and between marks, the sheet that is *damaged* here."""
    whole = [line for line in canonical(damaged) if DAMAGED not in line]
    held = other.what == "orders" and other.how in ("marks", "fence") and not other.notes
    return held and not missing_in(other.sheet, whole) and not struck_in(other.sheet)


def _crossed(texts: Sequence[MailText], found: FoundOrders) -> list[str]:
    """What is crossed out in *texts* of what was *found*; where that is not quoted, only in what is not."""
    lines = [line for text in texts for line in lines_of(text.text) if line.own or found.how == "quoted form"]
    return struck_in("\n".join(line.text for line in lines), _ordered(found))


def _own(text: str, found: FoundOrders) -> str:
    """What of *text* may hold what was *found* in its other form: all of it, or what is not quoted in it."""
    if found.how == "quoted form":
        return text
    return "\n".join(line.text for line in lines_of(text) if line.own)


def _ordered(found: FoundOrders) -> list[str]:
    """The lines of what is ordered: of a sheet, or commands."""
    return list(canonical(found.sheet)) if found.what == "orders" else list(found.commands)


def _read(text: MailText, context: _Context) -> _Read:
    if text.problem:
        return _Read(FoundOrders(problem=text.problem, args=text.args))
    if text.text.count("\n") > MOST_LINES:
        return _Read(FoundOrders(problem="too-many-lines", args={"limit": MOST_LINES}))
    letter, nested = context.letter, text.source == "nested"
    lines = without_letter(lines_of(text.text, quoted=nested), letter, context.form)
    context = msgspec.structs.replace(context, form="") if nested else context  # no one changes a form in there
    read = _orders(lines, context)
    if line := _too_long(read.found, lines):
        return _wrong("line-too-long", {"line": line, "limit": MOST_LINE}, line)
    if read.found.what == "nothing" and not read.found.problem and (below := below_letter(lines, letter)):
        return _Read(msgspec.structs.replace(read.found, what="words", words=below))
    if args := _damage(text, read, lines):
        return _Read(FoundOrders(problem="damaged-transfer", args=args), read.line or 1, read.found.sheet)
    read = _Read(msgspec.structs.replace(read.found, words=read.found.words.replace(DAMAGED, "\ufffd")), read.line)
    if read.found.what == "orders":
        if args := _cut_short(text, read.found.sheet):
            return _wrong("damaged-transfer", args, read.line, read.found.words)
        return _Read(msgspec.structs.replace(read.found, notes=(*_guessed(text), *read.found.notes)), read.line)
    return read


def _damage(text: MailText, read: _Read, lines: Sequence[QuotedLine]) -> dict[str, Any]:
    """What is damaged of the orders that were *read*, or of lines that may be some; for the phrase that says so."""
    if DAMAGED not in text.text:
        return {}
    found, own = read.found, [line for line in lines if line.own]
    if found.how == "quoted form":
        return _damaged_line(text, found.sheet.split("\n"))
    if found.how in ("marks", "fence"):
        return _damaged_line(text, _between_marks(read, lines))
    if found.problem or found.what == "command":
        return _damaged_line(text, [line.raw for line in own])
    shaped = [note.args for note in found.notes if note.code == "found-by-shape"]
    beside = [number for args in shaped for number in range(args["first"] - 1, _next(lines, args["last"]) + 1)]
    ordered = found.what == "orders" or any(map(_of_orders, own))
    near = set(beside) | {line.number for line in own if DAMAGED in line.raw and (
        (ordered and not shaped) or line_classifier.sheetlike(line.raw)
    )}  # fmt: skip
    return _damaged_line(text, [line.raw for line in lines if line.number in near])


def _of_orders(line: QuotedLine) -> bool:
    """Whether a line is of orders, be it that their beginning is lost."""
    whole = line.raw.replace(DAMAGED, "")
    return line_classifier.sheetlike(whole) or block.end_mark(whole)


def _next(lines: Sequence[QuotedLine], last: int) -> int:
    """The number of the first line below line *last* that is not empty."""
    return next((line.number for line in lines[last:] if line.raw.strip()), last)


def _between_marks(read: _Read, lines: Sequence[QuotedLine]) -> list[str]:
    """The lines of a sheet as they came, with those of its marks."""
    note = [note.args["line"] for note in read.found.notes if note.code == "end-mark-missing"]
    ends = (line.number for line in lines[read.line :] if _ends(read.found.how, line.raw))
    last = _next(lines, note[0]) if note else next(ends, len(lines))
    return [line.raw for line in lines[read.line - 1 : last]]


def _ends(how: str, line: str) -> bool:
    """Whether a sheet that is between such marks may end on this line."""
    return block.end_mark(line) or (how == "fence" and not line.strip(" \t`~"))


def _damaged_line(text: MailText, lines: Sequence[str]) -> dict[str, Any]:
    """The first damaged one of *lines*, and its number in the email if it is the first of the whole *text*."""
    line = next((line for line in lines if DAMAGED in line), "")
    at = text.text.find(line) if line else -1
    first = at >= 0 and DAMAGED not in text.text[:at]
    shown = line.replace(DAMAGED, "\ufffd").strip()[:_MOST_SHOWN]
    return {"line": text.damaged if first else 0, "text": shown} if line else {}


def _cut_short(text: MailText, sheet: str) -> dict[str, Any]:
    """Where an email ends too early within a *sheet*, for the phrase that says so."""
    if not text.cut or _closed(sheet):
        return {}
    lines = [line.strip() for line in sheet.split("\n") if line.strip()]
    return {"line": text.cut, "text": lines[-1][:_MOST_SHOWN] if lines else ""}


def _too_long(found: FoundOrders, lines: Sequence[QuotedLine]) -> int:
    """The number of the line that is so long that what was *found* lacks a part of it; 0 if there is none."""
    if found.what == "orders":
        long = cut_line(found.sheet)
        return next((line.number for line in lines if len(line.raw) >= MOST_LINE), long) if long else 0
    return next((line.number for line in lines if line.own and len(line.raw) >= MOST_LINE), 0)


def _closed(sheet: str) -> bool:
    return any(block.end_mark(line) for line in sheet.splitlines()[-3:])


def _guessed(text: MailText) -> tuple[MailNote, ...]:
    return (MailNote("charset-guessed", {"charset": text.charset}),) if text.guessed else ()


def _orders(lines: list[QuotedLine], context: _Context) -> _Read:
    """What lines contain, by the surest signs first: marks, shape, commands, changes in the quoted form."""
    form, keys, asks = context.form, context.keys, context.asks
    blocks = [block for block in own_blocks(lines) if not _is_talk(block, keys)]
    if marks := {number for block in blocks if _only_asks(block, asks) for number in (block.first, block.last)}:
        return _orders(
            [msgspec.structs.replace(line, raw="") if line.number in marks else line for line in lines], context
        )
    taken = frozenset(number for block in blocks for number in range(block.first, block.last + 1))
    quoted = quoted_forms(lines, form, taken, context.known, context.letter)
    inside = frozenset(number for each in quoted for number in range(each.first, each.last + 1))
    beside = [line for line in lines if line.own and line.number not in taken and line.number not in inside]
    edited = [each for each in quoted if each.sheet or each.problem]
    if blocks:
        if (cut := _cut(blocks, lines)) is not None:
            return _wrong("sheet-cut", {"line": cut.last}, cut.first, _words(beside))
        return _by_marks(blocks, edited, beside, form)
    words = _words(beside)
    commands = command.commands_in(words, asks=asks)
    likely = (
        []
        if commands and all(command.exact(each, asks) for each in commands)
        else regions(beside, keys, context.known.seat, context.known.asked)
    )
    shaped = [region for region in likely if _has_key(region, beside, keys)]
    if shaped:
        return _by_shape(shaped, edited, beside, lines)
    if edited and not any(command.exact(each, asks) and command.acts(each) for each in commands):
        return _by_quoted_form(edited, words, beside)
    if commands:
        unread = [MailNote("quoted-form-beside-command", {"line": each.first}) for each in edited[:1]]
        return _Read(msgspec.structs.replace(_commanded(commands, words), notes=tuple(unread)))
    notes = (*_among_words(beside), *_keyless(likely), *_unanswered(quoted))
    keyless = keyless_sheets(command.without_salutes(command.paragraphs(words)), keys) if words else ()
    return _Read(FoundOrders(what="words" if words else "nothing", words=words, keyless=keyless, notes=notes))


def _has_key(region: SheetRegion, lines: Sequence[QuotedLine], keys: frozenset[str]) -> bool:
    """Whether lines that look like a sheet have a key of one; always true while no keys are known."""
    if not keys or any(has_key(text, keys) and not line_classifier.explains(text) for text in region.texts):
        return True
    return any(names_key(line.raw, keys) for line in lines if line.number == region.joined)


def _cut(blocks: Sequence[OrderBlock], lines: Sequence[QuotedLine]) -> OrderBlock | None:
    """The sheet without a closing line at the end of the email: something may be missing."""
    last = blocks[-1]
    ended = not any(line.raw.strip() for line in lines if line.number > last.last)
    return last if ended and not last.closed and not last.problem else None


def _only_asks(block: OrderBlock, asks: command.Asks) -> bool:
    """Whether a closed *block* holds nothing but commands that ask, as if it were a sheet."""
    lines = canonical(block.sheet) if block.closed and block.how == "marks" else ()
    return bool(lines) and all(command.asks_only([line], asks) for line in lines)


def _is_talk(block: OrderBlock, keys: frozenset[str]) -> bool:
    """Whether unclosed lines below a bare rule are not a sheet: none has a key."""
    bare = not block.closed and block.how == "marks" and block.sheet.startswith("---\n")
    return bool(keys) and bare and not any(has_key(line, keys) for line in block.sheet.split("\n"))


def _keyless(likely: Sequence[SheetRegion]) -> list[MailNote]:
    """A note on lines that look like orders but have no key."""
    found = [each for each in likely if any(map(line_classifier.orderly, each.texts))]
    return [MailNote("no-key", {"first": each.first, "last": each.last}) for each in found[:1]]


def _among_words(lines: Sequence[QuotedLine]) -> list[MailNote]:
    """A note on a command among other text, which may mean anything."""
    found = [command.normalised(line.raw) for line in lines if command.exact(line.raw)]
    return [MailNote("command-among-words", {"command": one}) for one in found[:1]]


def _unanswered(quoted: Sequence[EditedForm]) -> tuple[MailNote, ...]:
    """A note on quoted forms that were not changed, or where changes cannot be found."""
    if own := [each for each in quoted if each.own]:
        return (MailNote("quoted-sheet-not-read", {"line": own[0].first}),)
    present = [each for each in quoted if not each.outdated]
    if not present:
        return ()
    return (MailNote("quoted-not-read" if present[0].unknown else "form-unchanged", {"line": present[0].first}),)


def _differ(lines: Sequence[int], words: str = "") -> _Read:
    return _Read(FoundOrders(problem="two-sheets", args={"lines": list(lines), "names": []}, words=words), lines[0])


def _wrong(problem: str, args: dict[str, Any], line: int, words: str = "") -> _Read:
    return _Read(FoundOrders(problem=problem, args=args, words=words), line)


def _fault(sheets: Sequence[OrderBlock | EditedForm], words: str) -> _Read | None:
    """What keeps *sheets* from being one sheet: one of them is broken, or they differ."""
    broken = next((each for each in sheets if each.problem), None)
    if broken is not None:
        return _wrong(broken.problem, broken.args, broken.first, words)
    unlike = {canonical(each.sheet): each.first for each in reversed(sheets)}
    return _differ(sorted(unlike.values()), words) if len(unlike) > 1 else None


def _by_marks(
    blocks: Sequence[OrderBlock], edited: Sequence[EditedForm], beside: Sequence[QuotedLine], form: str
) -> _Read:
    """The one sheet between marks, with notes on unread text beside it."""
    fences = {number for one in blocks for number in (one.first - 1, one.last + 1)}
    words = _words([line for line in beside if line.number not in fences or not FENCE.fullmatch(line.raw)])
    if (fault := _fault(blocks, words)) is not None:
        return fault
    block = blocks[0]
    substantial = [each for each in edited if each.inserted and canonical(each.sheet) != canonical(block.sheet)]
    if substantial:
        return _differ([block.first, substantial[0].first], words)
    notes = [*block.notes, *_beside(beside)]
    elsewhere = [note for note in notes if note.code == "orders-beside-sheet"]
    if elsewhere and form and canonical(block.sheet) == canonical(form):  # it may be an unmarked quotation
        return _differ(sorted((block.first, elsewhere[0].args["line"])), words)
    if _only_quoted(block, beside, form):
        unchanged = MailNote("form-unchanged", {"line": block.first})
        return _Read(FoundOrders(what="words" if words else "nothing", words=words, notes=(unchanged,)))
    if edited:
        notes.append(MailNote("quoted-form-not-read", {"line": edited[0].first}))
    found = FoundOrders(what="orders", sheet=block.sheet, how=block.how, words=words, notes=tuple(notes))
    return _Read(found, block.first)


def _only_quoted(block: OrderBlock, beside: Sequence[QuotedLine], form: str) -> bool:
    """Whether the form came back unchanged within its letter, which has its token again.

    A program quoted the letter without a known sign: a player who sends the form unchanged sends nothing else. With
    `pass` above it, both say the same.
    """
    token = TOKEN.search(form)
    if token is None or canonical(block.sheet) != canonical(form):
        return False
    said = {command.normalised(line.raw) for line in beside if command.exact(line.raw)}
    return said != {"pass"} and any(token.group() in line.raw for line in beside)


def _beside(lines: Sequence[QuotedLine], *, orders: bool = True) -> list[MailNote]:
    """What is beside a sheet and was not read."""
    said = dict.fromkeys(command.normalised(line.raw) for line in lines if command.exact(line.raw))
    notes = [MailNote("command-beside-sheet", {"command": one}) for one in islice(said, _MOST_BESIDE)]
    shaped = regions(lines) if orders else []
    return notes + [MailNote("orders-beside-sheet", {"line": region.first}) for region in shaped[:1]]


def _by_shape(
    shaped: Sequence[SheetRegion], edited: Sequence[EditedForm], beside: Sequence[QuotedLine], lines: list[QuotedLine]
) -> _Read:
    """The one run of lines that looks like a sheet, unless its beginning or end is doubtful."""
    region = shaped[0]
    second = shaped[1].first if len(shaped) > 1 else region.second
    taken = range(region.first, region.last + 1)
    rest = [line for line in beside if line.number not in taken]
    words = _words(rest)
    joined = next((each.joined for each in shaped if each.joined), 0)
    if joined:
        return _wrong("lines-collapsed", {"line": joined}, region.first, words)
    if second:
        return _wrong("unclear-where", {"first": region.first, "second": second}, region.first, words)
    if ruled := _goes_on(lines, region.last):
        return _wrong("unclear-where", {"first": region.first, "second": ruled}, region.first, words)
    if substantial := [each for each in edited if each.inserted]:
        return _differ([region.first, substantial[0].first], words)
    if folded := touched(lines, region.first, region.last):
        return _wrong("quote-in-sheet", {"line": folded}, region.first, words)
    notes = [MailNote("found-by-shape", {"first": region.first, "last": region.last}), *_beside(rest, orders=False)]
    if edited:
        notes.append(MailNote("quoted-form-not-read", {"line": edited[0].first}))
    sheet = "\n".join(region.texts) + "\n"
    return _Read(FoundOrders(what="orders", sheet=sheet, how="shape", words=words, notes=tuple(notes)), region.first)


def _goes_on(lines: Sequence[QuotedLine], last: int) -> int:
    """The line of an order right below a rule right below line *last*, as no one begins a signature; 0 if none is."""
    ruled = lines[last : last + 2]
    if len(ruled) < 2 or any(line.kind != "signature" for line in ruled):
        return 0
    return ruled[1].number if line_classifier.sheetlike(ruled[1].raw) else 0


def _by_quoted_form(edited: Sequence[EditedForm], words: str, beside: Sequence[QuotedLine]) -> _Read:
    if (fault := _fault(edited, words)) is not None:
        return fault
    notes = (MailNote("quoted-form-read", {"line": edited[0].first}), *_beside(beside, orders=False))
    found = FoundOrders(what="orders", sheet=edited[0].sheet, how="quoted form", words=words, notes=notes)
    return _Read(found, edited[0].first)


def _words(lines: Sequence[QuotedLine]) -> str:
    """The text of *lines*; empty if only the mail program wrote something."""
    said = any(line.raw.strip() and not line_classifier.signs_off(line.raw) for line in lines)
    return "\n".join(line.raw for line in lines).strip() if said else ""
