"""What a line looks like by itself and beside its neighbours: part of a sheet, plainly prose, or neither."""

import re
from typing import Literal

from pbem.content import languages
from pbem.content.languages import either
from pbem.content.text import plain

Shape = Literal["blank", "key", "part", "prose", "doubtful"]
"""*key* has a colon and may begin a sheet; *part* is a list's line, a remark or stands indented; *doubtful* may be
an order that was written badly, so it is never left out."""

_KEY = re.compile(r"\s*(?:[-•*–—+◦▪·●]\s+)?([^\s:#>\"'\[\]{}()-][^:#>\[\]{}()]{0,60}):(?:\s+(.*))?")
_QUOTED_KEY = re.compile(r"\s*[\"'“„‘][^\"'“”‘’]{1,60}[\"'”“’]\s*:(?:\s.*)?")
_ITEM = re.compile(r"\s*(?:[-•*–—+◦▪·●○■□‣]|\d{1,2}[.)])\s+\S.*")
_GREETING = re.compile(rf"(?:{either(languages.GREETINGS)})\b[^:>]{{0,60}}|(?:all|everybody)\W*", re.IGNORECASE)
_ADDRESSED = re.compile(rf"(?:{either(languages.ADDRESSING)})\b[^:,]{{0,40}},", re.IGNORECASE)
_CLOSING = re.compile(rf"(?:{either(languages.CLOSINGS)})\b[^:>]{{0,80}}", re.IGNORECASE)
_SIGN_OFF = re.compile(rf"\W*(?:{either(languages.SIGN_OFFS)})", re.IGNORECASE)
_NOT_KEYS = languages.words(languages.NOT_KEYS)
_NEVER_IN_KEYS = languages.words(languages.NEVER_IN_KEYS)
_FUNCTION_WORDS = languages.words(languages.FUNCTION_WORDS)
_PARTICLES = languages.words(languages.PARTICLES)
_EMOJI = re.compile("[\U0001f300-\U0001faff\u263a]+")
"""Pictures of moods and things; neither suits nor arrows, which orders have."""
_CONTACT = re.compile(r"(?:(?:tel|phone|mobile|mob|fax|e-?mail|web)\b[.:]|www\.|https?://)", re.IGNORECASE)
_SHORTLY = re.compile(r"[^\s:]+(?: [^\s:]+){0,3}: (?!//)[^\s:/]{1,20}(?: [^\s:/]{1,20}){0,2}")
"""A label and no more than three words: an order as likely as anything else."""
_LABELLED = re.compile(r"[^\s:]+(?: [^\s:]+){0,2}:\s+\S")
_ASIDE = re.compile(
    r"(?:p\.? ?p?\.?s\.?|nb|n\.b\.|notes?|tel|phone|mobile|fax|e-?mail|web|www|https?)\s*:.*", re.IGNORECASE
)
_RULED = re.compile(r"([-=*_~#])\1{2,}\s*[^:>]{1,60}?\s*\1{3,}")
_ORDERLY = re.compile(r"[>→⇒=\[\]{}♠♥♦♣]|^\s*[-•*–—+◦▪·●]\s|\\|^\s{2,}\S")
_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}")
_SINGLE = frozenset({
    "pass", "passes", "passing", "withdraw", "hold", "release", "resend", "status", "form", "help", "absent",
    "stay", "stays", "none", "yes", "no",
})  # fmt: skip
"""Words that order something alone, so that they are nobody's name."""
_WORD = re.compile(r"[^\W\d_]+")
_ENDS_SENTENCE = (".", "!", "?", ")", "…", ",", ";", ":-)", ":)", ";-)", ";)")
_MOST_LINE = 2000
"""What stands further on in a line tells nothing more of it, in characters."""
_MOST_PROSE = 400
"""Lines of a paragraph; a longer one is nobody's farewell."""


def shape(line: str) -> Shape:
    """What *line* looks like by itself."""
    bare = plain(line[:_MOST_LINE]).rstrip()
    text = bare.strip()
    if not text:
        return "blank"
    if text.startswith("#"):
        return "part"
    if plainly_prose([text]) and not _ORDERLY.search(bare):
        return "prose"
    if _key(bare):
        return "key"
    if _ITEM.match(bare) or bare[0] in " \t":
        return "part"
    return "doubtful"


def sheetlike(line: str) -> bool:
    """Whether *line* by itself looks like part of a sheet."""
    return shape(line) in ("key", "part")


def _key(line: str) -> bool:
    """Whether *line* is a key, with or without its value, and not a label as letters have it."""
    if _QUOTED_KEY.fullmatch(line):
        return True
    found = _KEY.fullmatch(line)
    if not found:
        return False
    words, value = found[1].casefold().split(), (found[2] or "").strip()
    if len(words) > 5 or words[0] in _NOT_KEYS or _ADDRESSED.match(line):
        return False
    if value.endswith("?") or value.startswith("//"):
        return False
    return not _NEVER_IN_KEYS.intersection(words)


def plainly_prose(lines: list[str]) -> bool:
    """Whether *lines*, which stand together, are words to a person and cannot be meant as orders."""
    if len(lines) > _MOST_PROSE:
        return False
    return all(courteous(line) for line in lines) or _sentence(lines)


def closes(line: str) -> bool:
    """Whether *line* is how people end a letter, so that no order is expected behind it."""
    text = _EMOJI.sub("", plain(line[:_MOST_LINE])).strip(" *_")
    return bool(text) and bool(_CLOSING.fullmatch(text) or _signs_off(text))


def courteous(line: str) -> bool:
    """Whether *line* is a greeting, thanks, a farewell, an aside, a rule, or what a telephone puts below a mail."""
    text = plain(line[:_MOST_LINE]).strip(" *_")
    if set(text) <= set("-_=*~—– "):
        return not re.fullmatch(r"[-–—]{3}", text)
    text = _EMOJI.sub("", text).strip()
    if not text or _signs_off(text) or _RULED.fullmatch(text):
        return True
    courtesy = _GREETING.fullmatch(text) or _CLOSING.fullmatch(text) or _ASIDE.fullmatch(text)
    return bool(courtesy) and not _ORDERLY.search(text)


def signs_off(line: str) -> bool:
    """Whether *line* is what a telephone or a mail program puts below a mail."""
    return _signs_off(plain(line[:_MOST_LINE]).strip(" *_"))


def _signs_off(text: str) -> bool:
    return _SIGN_OFF.match(text) is not None and not _SHORTLY.fullmatch(text)


def is_item(line: str) -> bool:
    """Whether *line* belongs to a list."""
    return _ITEM.match(plain(line)) is not None


def is_name(line: str) -> bool:
    """Whether *line* may be its writer's name."""
    text = _EMOJI.sub("", plain(line[:100])).strip(" *_~").rstrip(",.!")
    words = text.split()
    return (
        bool(_NAME.fullmatch(text))
        and all(word[0].isupper() or word in _PARTICLES for word in words)
        and not any(word.casefold() in _SINGLE for word in words)
    )


def paragraph_of_words(lines: list[str]) -> bool:
    """Whether a paragraph between blank lines cannot be meant as orders; a name alone is none."""
    if plainly_prose(lines):
        return True
    if len(lines) > _MOST_PROSE or any(line[:1].isspace() for line in lines):
        return False
    return all(is_name(line) or courteous(line) for line in lines) or _business_card(lines)


def _business_card(lines: list[str]) -> bool:
    """Whether *lines* say how to reach somebody, and nothing that looks like an order."""
    others = [line for line in lines if not _CONTACT.match(plain(line[:_MOST_LINE]))]
    if len(lines) - len(others) < 2 or len(others) > 2:
        return False
    return all(shape(line) in ("doubtful", "prose") and not _ORDERLY.search(line) for line in lines)


def words_after(lines: list[str]) -> int:
    """From which of *lines* on there is nothing but words, as people put them behind what they order."""
    cut = len(lines)
    margin = next((_indent(line) for line in lines if plain(line).strip()), 0)
    while cut:
        last = cut
        while last and not plain(lines[last - 1]).strip():
            last -= 1
        first = last
        while first and plain(lines[first - 1]).strip():
            first -= 1
        if first == last:
            return 0
        inner = _indent(lines[last - 1]) > margin  # what an order says in several lines may end like a letter
        if not inner and paragraph_of_words(lines[first:last]):
            cut = first
            continue
        farewell = last if inner else _farewell(lines, max(first, last - _MOST_PROSE), last)
        cut = farewell if farewell < last else cut
        break
    while cut and cut < len(lines) and not plain(lines[cut - 1]).strip():
        cut -= 1
    return cut


def _indent(line: str) -> int:
    bare = plain(line[:_MOST_LINE])
    return len(bare) - len(bare.lstrip())


def _farewell(lines: list[str], first: int, last: int) -> int:
    """Where in the paragraph from *first* to *last* a farewell begins; *last* if there is none."""
    start = last
    for at in range(last - 1, first - 1, -1):
        if not (is_name(lines[at]) or courteous(lines[at])):
            break
        if closes(lines[at]):
            start = at
    return start


def words_before(lines: list[str]) -> int:
    """How many of *lines* are nothing but words, as people put them before what they order."""
    cut = 0
    while cut < len(lines):
        first = cut
        while first < len(lines) and not plain(lines[first]).strip():
            first += 1
        last = first
        while last < len(lines) and plain(lines[last]).strip():
            last += 1
        if first == last:
            return last
        if not paragraph_of_words(lines[first:last]):
            while first < last and plainly_prose([lines[first]]) and not _labelled(lines[first]):
                first += 1
            return first
        cut = last
    return cut


def _labelled(line: str) -> bool:
    """Whether *line* is a remark, or a label and a value, which may belong to what stands right below it."""
    text = plain(line[:_MOST_LINE]).strip()
    return text.startswith("#") or _LABELLED.match(text) is not None


def _sentence(lines: list[str]) -> bool:
    """Whether *lines* read as sentences: words of everyday between others, and nothing that only orders have."""
    text = " ".join(plain(line[:_MOST_LINE]).strip() for line in lines)[:4000]
    if any(_ORDERLY.search(plain(line[:_MOST_LINE])) or _listed(line[:_MOST_LINE]) for line in lines):
        return False
    words = _WORD.findall(text.casefold())
    everyday = sum(word in _FUNCTION_WORDS for word in words)
    if len(words) >= 3 and everyday and (everyday >= 2 or text.endswith((*_ENDS_SENTENCE, ":"))):
        return True
    return len(words) >= 5 and text.endswith(_ENDS_SENTENCE) and ":" not in text


def _listed(line: str) -> bool:
    return _key(plain(line).rstrip()) or _ITEM.match(plain(line)) is not None
