"""Commands by email: which of an email's own text is a command, and what it requests.

The codes of what is wrong with a command, and their arguments:

    unknown-command    text, nearest   not a command, but similar to one
    command-extra      word, text      text after a command that takes none
    absent-dates       text            dates that are not two days as 2026-12-20
    absent-reversed    start, end      the second day comes before the first
    confirm-word       text            no word to confirm, or not of the right form
"""

import re
from datetime import date
from typing import Any

import msgspec

from pbem.mail.extraction import languages, line_classifier
from pbem.mail.extraction.languages import either
from pbem.mail.mime.text import plain

PLAIN = tuple(word for word in languages.COMMANDS if word != "absent")
"""The commands that are one word."""
Asks = frozenset[str]
"""The words by which players of a game ask something: each is a command with what is asked after it."""
TRY = "try"
_TRIED = frozenset(("", "it", "this", "sheet", "this sheet", "my sheet", "the sheet", "out", "this out"))
_MOST_ASKED = 8
"""A line with more words after the first is a sentence, not an enquiry."""
WORDS = (*languages.COMMANDS, "confirm")
_MOST_LINE = 200
_MOST_WORDS = 20_000
"""The most characters of a text in which commands are searched."""
_NEAR = 0.7
"""How similar to a command a misspelt word must be: one letter of four may differ."""

_FORGIVEN = " \t\u00a0*_\"'“”„‟«»‘’‚‛‹›`.!,;:"
_COURTESY = re.compile(rf"\b(?:{either(languages.PLEASE)})\b[,]?", re.IGNORECASE)
_AFTER_WORD = re.compile(r"(?<=absent):|(?<=confirm):", re.IGNORECASE)
_ASKED = re.compile(r"\b(status|form|help)[\s*_]*\?+(?=[\s*_]*$)", re.IGNORECASE)
"""Commands that may be written as a question: replying does no harm."""
_SENTENCE_END = re.compile(r"(?<=[.!;])\s+(?=\S)")
_BLANKS = re.compile(r"\s+")
_BESIDE_SUBJECT = re.compile(
    rf"(?:{either(languages.REPLY_PREFIXES)})\s*(?:\[\d+\])?\s*:\s*|\[[^\[\]]*\]|\{{[^{{}}]*\}}", re.IGNORECASE
)
_DAY = r"(\d{4}-\d{1,2}-\d{1,2})"
_ABSENT = re.compile(rf"(?:from )?{_DAY}(?:\s*(?:to|until|till|through|[-–—]|\.\.\.?|…)\s*|\s+){_DAY}", re.IGNORECASE)
_BACK = frozenset(("none", "back", "no", "off", "never", "cancel"))
_TOKEN = re.compile(r"[a-z0-9]{4}-?[a-z0-9]{4}")


class MailCommand(msgspec.Struct, frozen=True):
    """A command; *start* and *end* are the days of an absence, both inclusive, none if it is cancelled."""

    word: str
    argument: str = ""
    start: date | None = None
    end: date | None = None


class CommandMisread(msgspec.Struct, frozen=True):
    """Why a line is not a command: a phrase code and its arguments."""

    code: str
    args: dict[str, Any] = {}


def commands_in(words: str, subject: str = "", asks: Asks = frozenset()) -> tuple[str, ...]:
    """The lines of all commands if *words* are only these and courtesies; without words, those in *subject*."""
    lines = _without_salutes(_paragraphs(words[:_MOST_WORDS]))
    if not lines:
        line = normalised(_BESIDE_SUBJECT.sub(" ", subject[:_MOST_LINE]))
        return (line,) if line and isinstance(parse(line, asks), MailCommand) else ()
    found = _all_commands([part for line in lines for part in _parts(line, asks)], asks)
    return found if found else _near_miss(lines, asks)


def _paragraphs(words: str) -> list[list[str]]:
    """The lines of *words* in paragraphs, separated by blank lines."""
    paragraphs: list[list[str]] = [[]]
    for line in words.split("\n"):
        if plain(line).strip():
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    return [paragraph for paragraph in paragraphs if paragraph]


def _without_salutes(paragraphs: list[list[str]]) -> list[str]:
    """The lines of *paragraphs* without greeting and farewell, recognised in any language by position.

    A greeting is a few words and a comma above a blank line, a farewell a few words and a comma above a name.
    """
    first, last = 0, len(paragraphs)
    while last > 1 and all(map(line_classifier.signs_off, paragraphs[last - 1])):
        last -= 1
    farewell = paragraphs[last - 1] if last > 1 else []
    if len(farewell) == 2 and line_classifier.salutes(farewell[0]) and line_classifier.is_name(farewell[1]):
        last -= 1
    greeting = paragraphs[0] if last > 1 else []
    if len(greeting) == 1 and line_classifier.salutes(greeting[0]) and not line_classifier.everyday(greeting[0]):
        first = 1
    return [line for paragraph in paragraphs[first:last] for line in paragraph]


def _parts(line: str, asks: Asks) -> list[str]:
    """*line* in parts if these are a command and courtesies (`Pass. Thanks!`; `pass, thanks`); otherwise unchanged.

    A name in it may be part of an order: `Hold, Leopold`.
    """
    if len(line) > _MOST_LINE or exact(line, asks):
        return [line]
    sentences = _SENTENCE_END.split(line)
    parts = sentences if any(exact(each, asks) for each in sentences) else line.split(", ", 1)
    told = exact(parts[0], asks) or parts is sentences
    return parts if told and all(exact(part, asks) or line_classifier.courteous(part) for part in parts) else [line]


def parse(line: str, asks: Asks = frozenset()) -> MailCommand | CommandMisread:
    """What the *line* of a command asks for."""
    text = normalised(line)
    word, _, rest = text.partition(" ")
    if word == TRY and rest in _TRIED:
        return MailCommand(TRY)
    word = word.rstrip(":") if word.rstrip(":") in asks else word
    if word in asks and len(rest.split()) <= _MOST_ASKED:
        return MailCommand(word, rest.rstrip("?").strip(_FORGIVEN))
    if word in PLAIN:
        return MailCommand(word) if not rest else CommandMisread("command-extra", {"word": word, "text": rest})
    if word == "absent":
        return _absent(rest)
    if word == "confirm":
        token = rest.strip("{}<>() ")
        if not _TOKEN.fullmatch(token):
            return CommandMisread("confirm-word", {"text": rest})
        return MailCommand("confirm", token if "-" in token else f"{token[:4]}-{token[4:]}")
    return CommandMisread("unknown-command", {"text": text, "nearest": nearest(word, asks)})


def normalised(line: str) -> str:
    """*line* in small letters, without courtesies and decoration around words."""
    text = _AFTER_WORD.sub(" ", _COURTESY.sub(" ", line_classifier.without_pictures(plain(line[:_MOST_LINE]))))
    return _BLANKS.sub(" ", _ASKED.sub(r"\1", text)).strip(_FORGIVEN).casefold()


def exact(line: str, asks: Asks = frozenset()) -> bool:
    """Whether *line* is a valid command."""
    return len(line) <= _MOST_LINE and isinstance(parse(line, asks), MailCommand)


def tries(line: str) -> bool:
    """Whether *line* says that the sheet beside it is to be tried only."""
    return len(line) <= _MOST_LINE and parse(line) == MailCommand(TRY)


def nearest(word: str, asks: Asks = frozenset()) -> tuple[str, ...]:
    """The commands that *word* looks like, the likeliest first."""
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - only a slip needs it

    ranked = [(-DamerauLevenshtein.normalized_similarity(word, known), known) for known in (*WORDS, *asks)]
    return tuple(known for alike, known in sorted(ranked) if -alike >= _NEAR)


def _all_commands(lines: list[str], asks: Asks) -> tuple[str, ...]:
    """The commands of *lines*, empty if one of these is neither command nor courtesy nor below a signature's name."""
    found: list[str] = []
    signed = False  # a name above nothing that says how to reach someone may be what is ordered about
    reached = max((at for at, line in enumerate(lines) if line_classifier.is_contact(line)), default=0)
    for at, line in enumerate(lines):
        text = normalised(line)
        named = text.partition(" ")[0] in ("absent", "confirm") and len(text.split()) <= 8
        if exact(line, asks) or (
            named and not line_classifier.is_name(line) and re.search(r"\d|week|none|back|confirm", text)
        ):
            found.append(text)
            continue
        signed = signed or (
            bool(found) and (line_classifier.closes(line) or (at < reached and line_classifier.is_name(line)))
        )
        if not (_courtesy(line, at, len(lines)) or (signed and line_classifier.on_a_card(line))):
            return ()
    return tuple(found)


def _courtesy(line: str, at: int, count: int) -> bool:
    ending = at >= 1 and line_classifier.is_name(line) and at >= count - 2
    greeting = at == 0 and line_classifier.is_name(line) and line.rstrip().endswith(",")
    return line_classifier.courteous(line) or ending or greeting


def _near_miss(lines: list[str], asks: Asks) -> tuple[str, ...]:
    """One line that is not a command but close to one, so that the reply can suggest it."""
    left = [line for at, line in enumerate(lines) if not _courtesy(line, at, len(lines))]
    if len(left) != 1 or line_classifier.shape(left[0]) == "key":
        return ()
    text = normalised(left[0])
    words = text.split()
    known = bool(words) and (words[0] in WORDS or bool(nearest(words[0], asks)))
    return (text,) if known and len(words) <= 3 else ()


def _absent(rest: str) -> MailCommand | CommandMisread:
    """An absence from one day to another, both inclusive, or its cancellation."""
    if rest in _BACK:
        return MailCommand("absent", "none")
    found = _ABSENT.fullmatch(rest)
    try:
        start, end = (_day(found[1]), _day(found[2])) if found else (None, None)
    except ValueError:
        start = end = None
    if start is None or end is None:
        return CommandMisread("absent-dates", {"text": rest})
    if end < start:
        return CommandMisread("absent-reversed", {"start": start.isoformat(), "end": end.isoformat()})
    return MailCommand("absent", f"{start} to {end}", start, end)


def _day(text: str) -> date:
    year, month, day = text.split("-")
    return date(int(year), int(month), int(day))
