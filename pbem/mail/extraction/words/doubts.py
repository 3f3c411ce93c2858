"""Whether a sheet that was found is doubted: what its writer says beside it may mean that it is not ordered now.

Lines without marks are doubted for any sentence beside them that is not a courtesy or an introduction; a sheet that
is plainly one, between marks or in a file, only for words which say that it does not count, that it is meant for some
case only, or that another person wrote it, or which add an order to it.
"""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache

from pbem.mail.extraction import languages, line_classifier
from pbem.mail.extraction.languages import either
from pbem.mail.extraction.post_times import time_in
from pbem.mail.extraction.small_talk import adds_an_order
from pbem.mail.extraction.words import courtesies, provisos
from pbem.mail.mime.text import FoundOrders, MailNote, plain

BESIDE, TAKEN_BACK, ADDED = "words-beside-orders", "words-take-back", "words-add-orders"
"""Why a sheet is doubted, as codes of phrases."""
PROVISO = "words-with-proviso"
"""Why one between marks is: it is meant for some case only, or another person wrote it."""
_MOST_LINE = 400
"""A sentence with more characters is not a courtesy."""
_MOST_WORDS = 20_000
"""What has more characters is read up to there; the rest is one sentence."""
_MOST_SHOWN = 5
_FEWEST_LETTERS = 6
"""Of words in writing without capitals, which may be a name."""
_MOST_IN_CLOSING = 8
_PARTED = re.compile(r"\n[ \t]*(?:\n|$)")
_SENTENCE = re.compile(r"(?<=[.!?…。！？])\s+")
_PART = re.compile(r"[,;]|\s[-–—]\s")
_QUOTED = re.compile(r"[\"“„«»'‘].{1,200}[\"”“«»'’]\W{0,3}.{0,40}")
_RULE = re.compile(r"_{3,}|--")
_RULED = re.compile(r"([-=~#]).{1,80}\1")
_SMILEY = re.compile(r"(?<!\S)[:;8=]['^-]?[)(DPpOo|3](?!\S)")
_LABEL = re.compile(r"(?:p\.? ?p?\.?s\.?|nb|n\.b\.|edit|update)\s*[:.,-]?\s+", re.IGNORECASE)
_ADDRESSED = re.compile(r"(?:@[\w.-]+|hey|hi|hello|dear|hallo|ok|okay|well|so)$")
_EDGES = " .!?…,;:-–—*_~|<>()[]\"“”„«»'‘’#=+&/"
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_GREETING = re.compile(rf"(?:{either(languages.GREETINGS)})\b[^:>]{{0,40}}")
_CLOSING = re.compile(rf"(?:{either(languages.CLOSINGS)})\b[^:>]{{0,80}}")
_MORE = r"(?: \S+){0,8}"
_INTRODUCTION = re.compile(either(courtesies.INTRODUCTIONS).replace("~", _MORE))
_ANNOUNCING = languages.words(languages.ANNOUNCING)
_PARTICLES = languages.words(languages.PARTICLES)
_DOUBTING = languages.words(courtesies.DOUBTING)
_SUPPOSING = re.compile(rf"\b(?:{either(courtesies.SUPPOSING)})")
_ASSURANCE = re.compile(either(courtesies.ASSURANCES).replace("~", _MORE))
_TAKING_BACK = re.compile(either(courtesies.TAKING_BACK))
_REPLACING = re.compile(either(courtesies.REPLACING))
_OF_OTHERS = re.compile(either(courtesies.OF_OTHERS))
_OLD = re.compile(either(courtesies.OLD))
_NEWER = re.compile(either(courtesies.NEWER))
_HEDGE = rf"(?:{either(courtesies.HEDGES)})"
_VOIDING = re.compile(rf"(?:{_HEDGE} ){{0,6}}(?:{either(courtesies.VOIDING)})(?: {_HEDGE}){{0,6}}")
_CONDITION = re.compile(rf"(?:{either(courtesies.CONDITIONS_BEFORE)})\b")
_CONDITIONAL = re.compile(either(courtesies.CONDITIONS_ALONE))


@cache
def _courtesy() -> re.Pattern[str]:
    """Compiled once it is needed: that takes longer than any other pattern, and most commands read no such words."""
    return re.compile(either(courtesies.COURTESIES).replace("~", _MORE))


def doubts_of(
    found: FoundOrders, words: str, own: AbstractSet[str] = frozenset(), others: AbstractSet[str] = frozenset()
) -> tuple[MailNote, ...]:
    """Why the sheet in *found*, with *words* beside it, counts only once its writer, with the names *own*, confirms it.

    *others* are the names of those who play besides. Each is the code of a phrase, whose `lines` are the sentences
    that make the doubt; *more* were left out.
    """
    if found.what != "orders" or found.problem or found.trial:
        return found.doubts
    code, lines = _of_unmarked(words) if found.how == "shape" else _of_marked(words, own, others)
    if not lines:
        return found.doubts
    args = {"lines": [_shortened(line) for line in lines[:_MOST_SHOWN]], "more": max(0, len(lines) - _MOST_SHOWN)}
    return (*found.doubts, MailNote(code, args))


def _of_unmarked(words: str) -> tuple[str, list[str]]:
    """Why lines without marks may not be ordered, as a code, and what says so."""
    return BESIDE, [line for line in sentences(words) if not harmless(line)]


def _of_marked(words: str, own: AbstractSet[str], others: AbstractSet[str]) -> tuple[str, list[str]]:
    """Why a sheet that is plainly one may not be ordered, as a code, and what says so."""
    told = sentences(words)
    if lines := [line for line in told if takes_back(line)]:
        return TAKEN_BACK, lines
    if lines := [line for line in told if provisos.conditional(line) or provisos.of_another(line, own, others)]:
        return PROVISO, lines
    if lines := [line.strip() for line in words[:_MOST_WORDS].split("\n") if _heads_a_post(line, others)]:
        return PROVISO, lines
    return ADDED, [line.strip() for line in words[:_MOST_WORDS].split("\n") if adds_an_order(line)]


def _heads_a_post(line: str, others: AbstractSet[str]) -> bool:
    """Whether a line is the name of one of *others*, alone or with a time, as pages have it above what they wrote."""
    text = line.strip(" \t@*_").casefold()
    rests = (text.removeprefix(name.casefold()) for name in others if text.startswith(name.casefold()))
    return any(not rest or (rest[:1] in " ,—–-" and time_in(rest.strip(" ,—–-")) is not None) for rest in rests)


def _shortened(line: str) -> str:
    return line if len(line) <= _MOST_LINE else f"{line[: _MOST_LINE - 2]} …"


def sentences(words: str) -> list[str]:
    """The sentences of *words*, without signatures, business cards and the disclaimers of firms."""
    parts = _PARTED.split(words[:_MOST_WORDS])
    more = [words[_MOST_WORDS:]] if len(words) > _MOST_WORDS else []
    return [*(each for part in parts for each in _of_paragraph(part.split("\n"))), *more]


def _of_paragraph(lines: list[str]) -> Iterator[str]:
    filled = [plain(line).strip() for line in lines if plain(line).strip()]
    if line_classifier.disclaims(filled) or (filled and line_classifier.is_card(filled)):
        filled = [line for line in filled if takes_back(line)]
    closed, joined = False, list[str]()
    for line in filled:
        closed = closed or line_classifier.closes(line) or _RULE.fullmatch(line) is not None
        if closed and _QUOTED.fullmatch(line):
            continue
        if joined and line[:1].islower() and joined[-1][-1:] not in ".!?…:;,)":
            joined[-1] = f"{joined[-1]} {line}"
        else:
            joined.append(line)
    for line in joined:
        yield from filter(None, map(str.strip, _SENTENCE.split(line)))


def takes_back(sentence: str) -> bool:
    """Whether a sentence beside a sheet says that the sheet does not count."""
    text = smoothed(sentence)
    if _VOIDING.fullmatch(text) or _CONDITIONAL.search(text) or _OLD.fullmatch(text):
        return True
    if _CONDITION.match(text) and text.endswith((" then", " dann", " alors", " allora", " entonces")):
        return True
    return bool(_TAKING_BACK.search(text)) and not _REPLACING.search(text)


def harmless(sentence: str) -> bool:
    """Whether a sentence says nothing of what is ordered: a courtesy, an introduction, a name, contact details."""
    if len(sentence) > _MOST_LINE:
        return False
    text = _LABEL.sub("", line_classifier.without_pictures(_SMILEY.sub("", sentence)).strip(), count=1)
    if line_classifier.is_contact(text) or line_classifier.signs_off(text):
        return True
    smooth = smoothed(text)
    if not smooth or (_ASSURANCE.fullmatch(smooth) and not _SUPPOSING.search(smooth)):
        return True
    parts = [part for each in _PART.split(text) if smoothed(part := each.strip())]
    if _doubts(smooth):
        return False
    said = [_polite(part, smoothed(part)) for part in parts]
    greeted = next((at for at, polite in enumerate(said) if not polite), len(parts))
    return any(_polite(rest, smoothed(rest)) for rest in (" ".join(parts[at:]) for at in range(greeted + 1)))


def _doubts(smooth: str) -> bool:
    if _SUPPOSING.search(smooth) or takes_back(smooth) or (_OF_OTHERS.search(smooth) and not _NEWER.match(smooth)):
        return True
    return not _DOUBTING.isdisjoint(_WORD.findall(smooth))


def _polite(text: str, smooth: str) -> bool:
    """Whether words without any of doubt are a courtesy, an introduction or a name."""
    words = _WORD.findall(text)
    if len(words) <= 1 or _courtesy().fullmatch(smooth) or _ADDRESSED.match(smooth):
        return True
    if "?" in text or "？" in text:
        return False
    if _RULED.fullmatch(text) or _GREETING.fullmatch(smooth) or _INTRODUCTION.fullmatch(smooth):
        return True
    if _CLOSING.fullmatch(smooth):
        return len(words) <= _MOST_IN_CLOSING
    if not any(word.lower() != word.upper() for word in words):
        return sum(map(len, words)) < _FEWEST_LETTERS
    known = _ANNOUNCING | _PARTICLES
    return all(word[0].isupper() or word.casefold() in known for word in words)


def smoothed(text: str) -> str:
    """*text* in small letters, with single spaces and without commas, quotation marks and marks at its ends."""
    bare = plain(text[:_MOST_LINE]).lower().replace("’", "'").replace(",", " ").replace("*", "")
    return " ".join(bare.split()).strip(_EDGES)
