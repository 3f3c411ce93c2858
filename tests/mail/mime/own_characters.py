"""Emails made of what the program's own patterns repeat: `python -m tests.mail.mime.own_characters`, on its own.

All patterns are noted as they are compiled, so that a new one is covered without a word here. From the parse tree of
each come the characters that it can repeat, bare and behind what must be before them, and the email that is made of
them is read as the game reads it. Whatever takes too long is printed.
"""

import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

KILOBYTE = 1024
PACKAGE = str(Path(__file__).parents[3] / "pbem") + "/"
"""Whose code took too long; the checkout may be called so, too."""
LINE = 9_990
"""Characters of a line that is read whole."""
_MANY = 16
"""A repetition of no more is bounded."""
_MOST_OF_A_CLASS = 12
_SPACES = {"CATEGORY_SPACE": " ", "CATEGORY_DIGIT": "7", "CATEGORY_WORD": "a"}
_OTHERS = {"CATEGORY_NOT_SPACE": "a", "CATEGORY_NOT_DIGIT": "a", "CATEGORY_NOT_WORD": "."}
_ANY = "a. 7:>-\u00e9"


def noted(*packages: str) -> set[tuple[str | bytes, int]]:
    """The patterns that *packages* compile from now on, wherever and however they do."""
    found: set[tuple[str | bytes, int]] = set()
    compiling: Callable[..., Any] = re._compile  # type: ignore[attr-defined]

    def compiled(pattern: Any, flags: int) -> Any:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename == re.__file__:
            frame = frame.f_back
        made = compiling(pattern, flags)
        if frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in packages:
            found.add((made.pattern, made.flags))
        return made

    re._compile = compiled  # type: ignore[attr-defined]
    return found


def repeated(pattern: str | bytes, flags: int) -> Iterator[tuple[str, str]]:
    """What *pattern* can repeat without end, each with what must be before it."""
    from re import _parser  # type: ignore[attr-defined]

    yield from _repeats(_parser.parse(pattern, flags & ~re.UNICODE if isinstance(pattern, bytes) else flags), "")


def _repeats(nodes: Any, before: str) -> Iterator[tuple[str, str]]:
    for kind, about in nodes:
        name = str(kind)
        if name.endswith("_REPEAT"):
            _, most, body = about
            if most > _MANY:
                found = [*_each(body)]
                yield from (("", one) for one in found)
                yield from ((before, one) for one in found[:1])
            yield from _repeats(body, before)
        elif name in ("SUBPATTERN", "ATOMIC_GROUP", "ASSERT", "ASSERT_NOT"):
            yield from _repeats(_inside(name, about), before)
        elif name == "BRANCH":
            for branch in about[1]:
                yield from _repeats(branch, before)
        before += next(_each([(kind, about)]), "")


def _inside(name: str, about: Any) -> Any:
    return about if name == "ATOMIC_GROUP" else about[-1]


def _each(nodes: Any) -> Iterator[str]:
    """Texts that *nodes* match: those of the class if they are one, else one in which each node has its first."""
    nodes = [*nodes]
    if len(nodes) == 1:
        yield from dict.fromkeys(islice(_of_one(*nodes[0]), _MOST_OF_A_CLASS))
    elif text := "".join(next(_of_one(*node), "") for node in nodes):
        yield text


def _of_one(kind: Any, about: Any) -> Iterator[str]:
    name = str(kind)
    if name == "LITERAL":
        yield chr(about)
    elif name == "NOT_LITERAL":
        yield from (sign for sign in _ANY if sign != chr(about))
    elif name == "ANY":
        yield from _ANY
    elif name == "IN":
        yield from _of_class(about)
    elif name.endswith("_REPEAT"):
        yield from (one * max(1, min(about[0], _MANY)) for one in _each(about[2]))
    elif name in ("SUBPATTERN", "ATOMIC_GROUP") or (name == "ASSERT" and about[0] < 0):
        yield from _each(_inside(name, about))
    elif name == "BRANCH":
        for branch in about[1]:
            yield from _each(branch)


def _of_class(items: Sequence[tuple[Any, Any]]) -> Iterator[str]:
    wanted = [sign for kind, about in items for sign in _of_item(str(kind), about)]
    if str(items[0][0]) == "NEGATE":
        taken = re.compile("|".join(map(re.escape, wanted)) or "(?!)")
        yield from (sign for sign in _ANY if not taken.fullmatch(sign))
    else:
        yield from wanted


def _of_item(kind: str, about: Any) -> Iterator[str]:
    if kind == "LITERAL":
        yield chr(about)
    elif kind == "RANGE":
        yield chr(about[0])
    elif kind == "CATEGORY":
        yield from filter(None, (_SPACES.get(str(about)) or _OTHERS.get(str(about)),))


def mail(line: str, lines: int, kind: str) -> bytes:
    """An email whose subject is *line*, as is its text so many times."""
    text = f"{line}\n" * lines
    head = f"From: ann@example.org\nTo: game@example.org\nSubject: {line.strip() or 'x'}\n"
    return f"{head}Content-Type: text/{kind}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}".encode(
        errors="replace"
    )


class TooLong(BaseException):
    """An email took more than its time."""


def main(kilobytes: int, seconds: float, kinds: Sequence[str], only: str = "", *, behind: bool = False) -> None:
    """Read emails of so many *kilobytes* of what patterns repeat; print what takes more than so many *seconds*.

    With *behind* it stands behind what a pattern wants before it, too. *only* is a pattern to which all is kept.
    """
    patterns = noted("pbem")
    reading = _reader()
    tried: Iterable[tuple[str | bytes, int]] = [(only, 0)] if only else patterns
    units = {each for pattern in tried for each in repeated(*pattern) if behind or not each[0]}
    units = {(before, one) for before, one in units if not re.search(r"[\r\n]", before + one)}

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, stop)
    for before, one in sorted(units):
        line = (before + one * LINE)[:LINE]
        for kind in kinds if not before else kinds[:1]:
            raw = mail(line, kilobytes * KILOBYTE // LINE, kind)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            try:
                reading(raw)
            except TooLong as late:
                frames = traceback.extract_tb(late.__traceback__)
                where = [frame for frame in frames if frame.filename.startswith(PACKAGE)][-1]
                print(f"{before!r} {one!r} as {kind}: {where.filename}:{where.lineno}", flush=True)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
    print(f"{len(patterns)} patterns, {len(units)} kinds of lines, {time.process_time():.1f} s", file=sys.stderr)


def _reader() -> Callable[[bytes], object]:
    """What reads an email of a seat as the game does, and as a sheet that was submitted."""
    import pkgutil
    from importlib import import_module

    import pbem.mail
    from pbem.mail.intake.sheet_files import look_at
    from tests.mail.rounds.transports import begun
    from tests.toy.game import opened

    for module in pkgutil.walk_packages(pbem.mail.__path__, "pbem.mail."):
        import_module(module.name)
    game = opened(begun(Path(tempfile.mkdtemp()) / "game"))

    def reading(raw: bytes) -> None:
        look_at(game, "ann", raw, as_mail=True)
        look_at(game, "ann", raw.partition(b"\n\n")[2], as_mail=False)

    reading(mail("bid: 1", 1, "plain"))
    return reading


def slow_over_values(seconds: float) -> Iterator[str]:
    """The patterns of the games that take longer over what they repeat, as a value of a sheet has it."""
    import pkgutil
    from importlib import import_module

    from pbem.sheet.nodes import MOST_LENGTH

    patterns = noted("pbem_maria", "pbem_tnw")
    for game in ("pbem_maria", "pbem_tnw"):
        for module in pkgutil.walk_packages(import_module(game).__path__, f"{game}."):
            import_module(module.name)
    print(f"{len(patterns)} patterns, both games", file=sys.stderr)
    for pattern, flags in sorted(patterns, key=str):
        made: Any = re.compile(pattern, flags)
        for before, one in sorted({*repeated(pattern, flags)}):
            for end in ("", "\u00b6", "x!"):
                value = _as_read((before + one * MOST_LENGTH)[: MOST_LENGTH - 2] + end)
                for tried in (made.search, made.match, made.fullmatch):
                    began = time.process_time()
                    tried(value)
                    if time.process_time() - began > seconds:
                        yield f"{pattern!r} over {before!r}, {one!r}, {end!r}: {tried.__name__}"


@cache
def _as_read(value: str) -> str:
    """*value* as the sheet that has it between quotation marks is read."""
    import json

    from pbem.engine.reading import MappingNode, TextNode
    from pbem.sheet.nodes import parsed

    root = parsed(f"key: {json.dumps(value)}\n")[1].root
    if root is None:  # too deep in brackets: refused before any pattern sees it
        return ""
    assert isinstance(root, MappingNode)
    ((_, read),) = root.pairs
    assert isinstance(read, TextNode)
    return read.text


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CPU, (600, 600))
    if "quadratic" in sys.argv:
        from pbem.mail.extraction import texts

        texts._STRAY = re.compile(r"(?:[.,] ?)+x")
        main(40, 0.8, ("plain",), texts._STRAY.pattern)
    elif "games" in sys.argv:
        for slow in islice(slow_over_values(0.1), 1):
            print(slow)
    elif "all" in sys.argv:
        main(128, 3.0, ("plain", "html"), behind=True)
    else:
        main(40, 0.8, ("plain",))
