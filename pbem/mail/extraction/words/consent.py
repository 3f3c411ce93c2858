"""Whether an email only says yes or no to what the game has asked, in any language, with courtesies around it.

Whatever else it says makes it neither: `yes, but wait until Friday` is for a person to read.
"""

import re
from functools import cache
from typing import Literal

from pbem.mail.extraction import command, languages, line_classifier
from pbem.mail.extraction.languages import either
from pbem.mail.extraction.words import courtesies
from pbem.mail.extraction.words.doubts import harmless, sentences, smoothed
from pbem.mail.extraction.words.friendly import is_doubtful
from pbem.mail.mime.text import plain

SaidAnswer = Literal["yes", "no", ""]
_MOST_WORDS = 4000
"""The most characters of an email that only says yes."""
_MOST_SENTENCE = 200
_ASKS = re.compile(r"\b(?:please|pls|kindly|bitte) (?:confirm|bestätige)\b|\bconfirm please\b")
"""This asks for a confirmation and gives none."""
_THUMB = re.compile("[👍👌✅✔☑]")
_PART = re.compile(r"[,;.!…。！]+|\s[-–—]\s")


@cache
def _said(table: languages.PhraseTable) -> re.Pattern[str]:
    """An answer of *table*, perhaps with a thanks and what it is the answer to."""
    said, more = f"(?:{either(table)})", f"(?:{either(courtesies.AGREEING)})"
    return re.compile(rf"(?:{more} ){{0,2}}{said}(?: (?:{said}|{more})){{0,4}}")


@cache
def _beside() -> re.Pattern[str]:
    return re.compile(either(courtesies.AGREEING))


def answered(words: str, subject: str = "") -> SaidAnswer:
    """What all of the *words* of an email answer to a question; if they say nothing, what its *subject* says alone."""
    if len(words) > _MOST_WORDS:
        return ""
    written = _THUMB.sub(" yes ", words)
    lines = (f"{line}\n" if _answer(line) else line for line in written.split("\n"))  # no sentence goes on below one
    told = sentences("\n".join(lines))
    answers = {one for sentence in told if (one := _answer(sentence))}
    if not all(_answer(sentence) or _idle(sentence) for sentence in told):
        return ""
    return _answer(command.said_in_subject(subject)) if not answers else answers.pop() if len(answers) == 1 else ""


def acknowledges(words: str) -> bool:
    """Whether a yes may only mean that its writer has read something: `ok, thanks`."""
    parts = (smoothed(part) for line in words.split("\n") if _answer(line) for part in _PART.split(line))
    return all(_said(languages.ACKNOWLEDGING).fullmatch(part) for part in parts if part and _exact(part))


def _answer(sentence: str) -> SaidAnswer:
    """What a sentence says, if it is an answer and no more than courtesies around that."""
    text = line_classifier.without_pictures(plain(sentence)).strip(" \t`")
    if len(text) > _MOST_SENTENCE or "?" in text or "？" in text or _ASKS.search(smoothed(text)):
        return ""
    parts = [part for each in _PART.split(text) if (part := smoothed(each))]
    answers = {one for part in parts if (one := _exact(part))}
    fine = len(answers) == 1 and all(_exact(part) or _courteous(part) for part in parts)
    return answers.pop() if fine else ""


def _exact(part: str) -> SaidAnswer:
    return "yes" if _said(languages.YES).fullmatch(part) else "no" if _said(languages.NO).fullmatch(part) else ""


def _courteous(part: str) -> bool:
    """Whether a part of a sentence is a greeting, thanks or a farewell; a word that may be anything is none."""
    if _beside().fullmatch(part) or line_classifier.courteous(part):
        return True
    return len(part.split()) > 1 and harmless(part)


def _idle(sentence: str) -> bool:
    """Whether another sentence says nothing: a courtesy, or a name; a single word may be a command or a reservation."""
    alone = len(sentence.split()) == 1
    return harmless(sentence) and not (alone and (is_doubtful(sentence) or command.exact(sentence)))
