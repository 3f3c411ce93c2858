"""What may be a sheet in words that have no key of one: `Belle-Isle: Linz > Enns`, or a card where a play is asked."""

from pbem.engine.kit.languages import without_courtesies
from pbem.mail.extraction import languages, line_classifier
from pbem.mail.extraction.words.friendly import is_sentence
from pbem.mail.mime.text import plain

_MOST_LINES = 60
_CONDITIONS = languages.words(languages.CONDITIONS)


def keyless_sheets(lines: list[str]) -> tuple[str, ...]:
    """The texts that the *lines* of an email may be as a sheet, without the words around it; none if they cannot be.

    Two if the last line may be a part of it or its writer's name.
    """
    lines = list(lines)
    while lines and _around(lines[0]):
        del lines[0]
    while lines and (_around(lines[-1]) or _signs(lines)):
        del lines[-1]
    filled = [line for line in lines if line.strip()]
    if not filled or len(filled) > _MOST_LINES or any(map(_hinders, filled)):
        return ()
    texts = ["\n".join(lines) + "\n"]
    if len(filled) > 1 and line_classifier.is_name(lines[-1]):
        texts.append("\n".join(lines[:-1]).rstrip() + "\n")
    return tuple(texts)


def _around(line: str) -> bool:
    """Whether *line* can only be a part of the letter around a sheet."""
    text = plain(line).strip()
    return (
        not text
        or (line_classifier.courteous(line) and not line_classifier.orderly(line))
        or (line_classifier.announces(text) and (" " in text or text.endswith(":")))
    )


def _signs(lines: list[str]) -> bool:
    """Whether the last of *lines* is a name below a farewell."""
    above = next((line for line in reversed(lines[:-1]) if line.strip()), "")
    return line_classifier.is_name(lines[-1]) and bool(above) and line_classifier.closes(above)


def _hinders(line: str) -> bool:
    """Whether a *line* makes what is around it doubtful: a sentence, a condition, a question."""
    words = plain(line).casefold().replace(",", " ").split()
    return is_sentence(without_courtesies(plain(line))) or "?" in line or not _CONDITIONS.isdisjoint(words)
