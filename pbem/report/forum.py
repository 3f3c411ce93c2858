"""The public report, ready to paste into a forum: BBCode, Markdown or plain text, in posts of bounded length.

It is made of the report's plain text, so that a forum reads what everyone else reads.
"""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

Format = Literal["text", "bbcode", "markdown"]
LEAST = 500
"""No post may be asked to be shorter, in characters."""
_NUMBERING = 40
"""What the number of a post and the tags around a part of a block may take."""

_RULE = re.compile(r"=+")
_COLUMNS = re.compile(r"\S {2,}\S")
_TAG = re.compile(r"\[(?=/?[A-Za-z*])")
_SMILEY = re.compile(r"(?<=[:;8=])(?=[)(DPpOo|/\\])|(?<=:)(?=[a-z]{2,20}:)")
_MARKED = re.compile(r"([\\`*_\[\]<>|~])")
_LEADING = re.compile(r"^(\s*)([-+#=]|\d+(?=[.)]))")
_CALLED = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
_APART = "[i][/i]"
"""Separates two characters that a forum would take for a tag or a smiley."""


class _Block(msgspec.Struct, frozen=True):
    """A heading, a paragraph, a list's items or a table's lines."""

    kind: Literal["heading", "subheading", "paragraph", "list", "table"]
    lines: tuple[str, ...]


def posts(report: str, kind: Format, most: int = 0) -> list[str]:
    """The posts that hold *report*, each of at most *most* characters (0: one post of any length)."""
    if most and most < LEAST:
        raise ValueError(f"a post needs at least {LEAST} characters")
    if kind == "text":
        pieces = [piece for piece in report.strip("\n").split("\n\n") if piece.strip()]
    else:
        pieces = [_written(block, kind) for block in _blocks(report)]
    whole = "\n\n".join(pieces) + "\n"
    if not most or len(whole) <= most:
        return [whole]
    if kind != "text":
        pieces = [part for block in _blocks(report) for part in _short(block, kind, most - _NUMBERING)]
    else:
        pieces = [part for piece in pieces for part in _cut(piece, most - _NUMBERING)]
    return _numbered(_packed(pieces, most - _NUMBERING), kind)


def _blocks(report: str) -> Iterator[_Block]:
    paragraphs = [part.split("\n") for part in report.strip("\n").split("\n\n") if part.strip()]
    for at, paragraph in enumerate(paragraphs):
        lines = [line for line in paragraph if line.strip()]
        if len(lines) == 2 and _RULE.fullmatch(lines[1]):
            yield _Block("heading", (lines[0],))
            continue
        if _titles(paragraphs[at : at + 3]):
            yield _Block("subheading", (lines[0],))
            continue
        yield from _parts(lines)


def _titles(paragraphs: list[list[str]]) -> bool:
    """Whether the first of *paragraphs* is above a list, or above the title of one."""
    if len(paragraphs) < 2 or len(paragraphs[0]) != 1:
        return False
    line = paragraphs[0][0]
    if line.startswith("- ") or line.endswith((".", ":")):
        return False
    return paragraphs[1][0].startswith("- ") or _titles(paragraphs[1:])


def _parts(lines: list[str]) -> Iterator[_Block]:
    """The blocks of a paragraph: running text, lists, and what needs a fixed width."""
    run: list[str] = []
    kind: Literal["paragraph", "list", "table"] = "paragraph"
    for line in lines:
        if line.startswith("- "):
            now: Literal["paragraph", "list", "table"] = "list"
        elif kind == "list" and run and line.startswith("  "):
            run[-1] += " " + line.strip()
            continue
        else:
            now = "table" if line.startswith("  ") or _COLUMNS.search(line) else "paragraph"
        if run and now != kind:
            yield _block(kind, run)
            run = []
        kind = now
        run.append(line[2:].strip() if now == "list" else line.rstrip())
    if run:
        yield _block(kind, run)


def _block(kind: Literal["paragraph", "list", "table"], run: list[str]) -> _Block:
    if kind == "table" and all(" " in line.strip() and not _COLUMNS.search(line) for line in run):
        kind = "paragraph"  # indented words
    return _Block(kind, (" ".join(line.strip() for line in run),) if kind == "paragraph" else tuple(run))


def _written(block: _Block, kind: Format) -> str:
    return _bbcode(block) if kind == "bbcode" else _markdown(block)


def _bbcode(block: _Block) -> str:
    if block.kind == "table":
        return "[code]" + "\n".join(line.replace("[/", "(/") for line in block.lines) + "[/code]"
    lines = [_SMILEY.sub(lambda _: _APART, _TAG.sub(f"[{_APART}", line)) for line in block.lines]
    if block.kind == "list":
        return "[list]\n" + "\n".join(f"[*]{line}" for line in lines) + "\n[/list]"
    if block.kind == "heading":
        return f"[b][u]{lines[0]}[/u][/b]"
    return f"[b]{lines[0]}[/b]" if block.kind == "subheading" else lines[0]


def _markdown(block: _Block) -> str:
    if block.kind == "table":
        ticks = max((len(run) for run in re.findall(r"`+", "\n".join(block.lines))), default=0)
        fence = "`" * max(3, ticks + 1)
        return "\n".join([fence, *block.lines, fence])
    lines = [_LEADING.sub(r"\1\\\2", _CALLED.sub("@ ", _MARKED.sub(r"\\\1", line))) for line in block.lines]
    if block.kind == "list":
        return "\n".join(f"- {line}" for line in lines)
    return {"heading": "## ", "subheading": "### "}.get(block.kind, "") + lines[0]


def _short(block: _Block, kind: Format, most: int) -> Iterator[str]:
    """*block* in parts that are not longer than a post."""
    written = _written(block, kind)
    if len(written) <= most:
        yield written
    elif len(block.lines) > 1:
        half = len(block.lines) // 2
        yield from _short(_Block(block.kind, block.lines[:half]), kind, most)
        yield from _short(_Block(block.kind, block.lines[half:]), kind, most)
    else:
        line = block.lines[0]
        middle = line.rfind(" ", 1, len(line) // 2 + 1)
        middle = middle if middle > 0 else len(line) // 2
        for part in (line[:middle], line[middle:].lstrip()):
            yield from _short(_Block(block.kind, (part,)), kind, most)


def _cut(piece: str, most: int) -> Iterator[str]:
    """A paragraph of plain text in parts that are not longer than a post."""
    part = ""
    for line in piece.split("\n"):
        *whole, rest = [line[at : at + most] for at in range(0, len(line), most)] or [""]
        if part and (whole or len(part) + 1 + len(rest) > most):
            yield part
            part = ""
        yield from whole
        part = f"{part}\n{rest}" if part else rest
    if part:
        yield part


def _packed(pieces: list[str], most: int) -> list[str]:
    packed: list[str] = []
    for piece in pieces:
        if packed and len(packed[-1]) + 2 + len(piece) <= most:
            packed[-1] += f"\n\n{piece}"
        else:
            packed.append(piece)
    return packed


def _numbered(packed: list[str], kind: Format) -> list[str]:
    bold = {"bbcode": ("[b]", "[/b]"), "markdown": ("**", "**"), "text": ("", "")}[kind]
    count = len(packed)
    return [f"{bold[0]}({number}/{count}){bold[1]}\n\n{post}\n" for number, post in enumerate(packed, 1)]
