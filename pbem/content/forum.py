"""A post of a forum, as people paste it: its markup made into plain text with `>` before what is quoted."""

import html
import re
from collections.abc import Iterator

import msgspec

from pbem.content import looks
from pbem.content.block import canonical
from pbem.content.find import find
from pbem.content.text import Contents, Found, Note, Text

_TAG = re.compile(r"\[(/?)([a-z]{1,12}|\*)((?:=|\s)[^\[\]\n]{0,200})?\]", re.IGNORECASE)
_LOOKS = frozenset("b i u s em strong color colour size font center left right indent justify sub sup highlight mention user url "
                   "email table tr td th".split())  # fmt: skip
_BLOCKS = frozenset("spoiler hide details hr br ooc ot".split())
_GONE = frozenset("img image attachment youtube media video audio gif".split())
_KNOWN = _LOOKS | _BLOCKS | _GONE | {"quote", "code", "list", "ul", "ol", "*", "li"}
_ENTITY = re.compile(r"&(?:gt|lt|amp|quot|apos|nbsp|#\d{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE)
_HEADINGS = re.compile(
    r"\s*(?:"
    r"(?:(?:posted? )?by )?[^\n:»]{1,60} » (?:\w{3,9},? )?[^\n»]{0,20}\d{4}[^\n»]{0,30}"
    r"|(?:quote|reply|quote reply|like|report|edit|share|top|quote selected|multi-?quote|permalink|unread post)(?: \W{0,3})?"
    r"|last edited by .{1,80}"
    r"|edited (?:by|on|\d+ times?) .{0,80}"
    r"|post(?:s|ed|ed on| count| subject|s:)?\s*:\s*.{0,80}"
    r"|(?:joined|location|rank|reputation|member since|registered|karma)\s*:\s*.{0,80}"
    r"|(?:post )?#\d{1,6}"
    r"|\d{1,2} (?:minutes?|hours?|days?) ago"
    r")\s*",
    re.IGNORECASE,
)
_WROTE = re.compile(r"\s*[^\n:>\[\]{}]{1,60} (?:wrote|said|posted)\s*:\s*(?:↑.{0,60}|\W{0,3})", re.IGNORECASE)
_SMILEY = re.compile(r"(?<!\S)(?:[:;8=]['^-]?[)(DPpOo|3]|:[a-z_]{2,20}:|[\U0001f600-\U0001f64f])(?!\S)")
_BULLET = re.compile(r"(\s*)(?:[•◦▪▫‣·●○■□]|\d{1,2}[.)])\s+(?=\S)")
_ESCAPE = re.compile(r"\\([-_*#>.\[\]`~|{}!+])")
_MANY = re.compile(r"\n{3,}")


def from_forum(text: str) -> str:
    """The text of a pasted forum post, as `find` reads it."""
    return read_post(text)[0]


def bare(text: str, form: str = "") -> Found:
    """What a sheet that was handed in without a mail holds: a sheet alone, or a forum post around it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if not text.strip():
        return Found(problem="empty-sheet")
    post, notes = read_post(text) if is_post(text) else (text, ())
    found = find(Contents((Text(text=post, source="plain"),)), form)
    if found.what == "command" and found.commands == ("pass",):
        return Found(what="orders", sheet="pass\n", how="shape", notes=notes)
    if not is_post(text) and found.what in ("words", "nothing") and not found.problem:
        return Found(what="orders", sheet=text, how="shape")
    whole = canonical(found.sheet) == canonical(text)
    kept = tuple(note for note in found.notes if not (whole and note.code == "found-by-shape"))
    return msgspec.structs.replace(found, notes=(*notes, *kept))


def is_post(text: str) -> bool:
    """Whether *text* was copied from a forum, and is not a sheet alone."""
    lowered = text[:200_000].casefold()
    closing = any(f"[/{name}" in lowered for name in _KNOWN)
    lines = text[:200_000].split("\n")
    headed = any(_WROTE.fullmatch(line) or _HEADINGS.fullmatch(line) for line in lines if len(line) < 200)
    marked = any(line.startswith((">>> ", "> ", "```")) for line in lines)
    return closing or "[*]" in text or bool(_ENTITY.search(text[:200_000])) or headed or marked


def read_post(text: str) -> tuple[str, tuple[Note, ...]]:
    """The text of a pasted forum post, and notes on what was left out although it looks like orders."""
    notes: list[Note] = []
    plain = _ENTITY.sub(lambda found: html.unescape(found.group()), text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = list(_tidied(_untagged(plain, notes).split("\n"), notes))
    return _MANY.sub("\n\n", "\n".join(lines)).strip("\n") + "\n", tuple(notes)


def _untagged(text: str, notes: list[Note]) -> str:
    """*text* without tags; quoted lines get their marks, code its fences."""
    out: list[str] = []
    quotes = lists = position = 0
    closings = {name for slash, name, _ in _TAG.findall(text.casefold()) if slash}

    def put(words: str) -> None:
        prefix = "> " * min(quotes, 50)
        out.append(words.replace("\n", f"\n{prefix}") if quotes else words)

    def new_line() -> None:
        if out and not "".join(out[-3:]).endswith("\n"):
            out.append("\n")
        out.append("> " * min(quotes, 50))

    while found := _TAG.search(text, position):
        name, closes = found[2].casefold(), bool(found[1])
        put(text[position : found.start()])
        position = found.end()
        if name not in _KNOWN or (name in _LOOKS and name not in closings):
            put(found.group())
        elif name == "quote":
            quotes = max(0, quotes - 1) if closes else quotes + 1
            new_line()
        elif name == "code" and not closes:
            end = re.compile(r"\[/code\]", re.IGNORECASE).search(text, position)
            if end is None:
                continue
            new_line()
            put(f"```\n{text[position : end.start()].strip(chr(10))}\n```")
            position = end.end()
            new_line()
        elif name in ("list", "ul", "ol"):
            lists = max(0, lists - 1) if closes else lists + 1
            new_line()
        elif name in ("*", "li"):
            if not closes:
                new_line()
                put("  " * max(0, lists - 1) + "- ")
                position += len(text[position : position + 20]) - len(text[position : position + 20].lstrip(" "))
        elif name in _GONE and not closes:
            position = _skipped(text, position, name, notes)
        elif name in _BLOCKS:
            new_line()
    put(text[position:])
    return "".join(out)


def _skipped(text: str, position: int, name: str, notes: list[Note]) -> int:
    """Where the text goes on behind a picture; what was in it may have been more than an address."""
    end = text.casefold().find(f"[/{name}]", position, position + 2000)
    if end < 0:
        return position
    inside = text[position:end]
    if "\n" in inside.strip() or any(looks.shape(line) == "key" for line in inside.split("\n") if "//" not in line):
        notes.append(Note("forum-dropped", {"line": text.count("\n", 0, position) + 1}))
    return end + len(name) + 3


def _tidied(lines: list[str], notes: list[Note]) -> Iterator[str]:
    """*lines* without the forum's own, without smilies, with plain bullets."""
    fenced = below = False
    for number, line in enumerate(lines, 1):
        if line.lstrip("> ").startswith(("```", "~~~")):
            fenced = not fenced
        elif line.startswith(">>> "):
            below = True
            line = line[4:]
        if fenced or len(line) > 5000:
            yield f"> {line}" if below else line
            continue
        if _HEADINGS.fullmatch(line):
            continue
        if _WROTE.fullmatch(line):
            following = next((each for each in lines[number : number + 5] if each.strip()), "")
            if not following.startswith(">"):
                notes.append(Note("forum-quote-unmarked", {"line": number}))
            continue
        line = _SMILEY.sub("", line).rstrip() if _SMILEY.search(line) else line
        line = _BULLET.sub(r"\1- ", _ESCAPE.sub(r"\1", line), count=1) if not line.startswith(">") else line
        line = line.replace("**", "")
        yield f"> {line}" if below else line
