"""The class of a line, by itself and next to its neighbours: part of a sheet, plainly prose, or neither."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from pbem.mail.extraction import languages, post_languages
from pbem.mail.extraction.languages import either
from pbem.mail.mime.text import plain
from pbem.sheet.repair import SMILEY, emphasis

Shape = Literal["blank", "key", "part", "prose", "doubtful"]
"""*key* has a colon and may begin a sheet; *part* is a list item, a comment or indented; *doubtful* may be
a badly written order, so it is never left out."""

_KEY = re.compile(r"\s*(?:[-•*–—+◦▪·●]\s+)?([^\s:#>\"'\[\]{}()-][^:#>\[\]{}()]{0,60}):(?:\s+(.*))?")
_QUOTED_KEY = re.compile(r"\s*[\"'“„‘][^\"'“”‘’]{1,60}[\"'”“’]\s*:(?:\s.*)?")
_ITEM = re.compile(r"\s*(?:[-•*–—+◦▪·●○■□‣]|\d{1,2}[.)])\s+\S.*")
_GREETING = re.compile(rf"(?:{either(languages.GREETINGS)})\b[^:>]{{0,60}}:?|(?:all|everybody)\W*", re.IGNORECASE)
_ADDRESSED = re.compile(rf"(?:{either(languages.ADDRESSING)})\b[^:,]{{0,40}},", re.IGNORECASE)
_CLOSING = re.compile(rf"(?:{either(languages.CLOSINGS)})\b[^:>]{{0,80}}", re.IGNORECASE)
_SIGN_OFF = re.compile(rf"\W*(?:{either(languages.SIGN_OFFS)})", re.IGNORECASE)
_MENTION = re.compile(r"@[\w.-]{1,40}(?:[ ,]{1,3}@[\w.-]{1,40}){0,9}[,:]?")
_TELEPHONE = re.compile(r"\b(?:iphone|ipad|ipod|android|blackberry|samsung|huawei|xiaomi)", re.IGNORECASE)
_MOST_ABOUT_TELEPHONE = 8
_NOT_KEYS = languages.words(languages.NOT_KEYS)
_NEVER_IN_KEYS = languages.words(languages.NEVER_IN_KEYS)
_FUNCTION_WORDS = languages.words(languages.FUNCTION_WORDS)
_CONDITIONS = languages.words(languages.CONDITIONS)
_PARTICLES = languages.words(languages.PARTICLES)
_DISCLAIMER = re.compile(rf"\b(?:{either(languages.DISCLAIMERS)})", re.IGNORECASE)
_EMOJI = re.compile("[\U0001f300-\U0001faff\U0001f1e6-\U0001f1ff\u263a\u2764\ufe0f\u200d]+")
"""Emoji; neither game symbols nor arrows, which orders have."""
_CONTACT = re.compile(
    r"(?:tel|phone|mobile|mob|fax|e-?mail|web)\b(?:[.:]| \+?\d{2})|www\.|<?https?://"
    r"|\+?[\d(][\d ()/.-]{6,}$|<?[\w.+-]+@[\w-]+\.[\w.-]+>?$",
    re.IGNORECASE,
)
_ADDRESS_ALONE = re.compile(r"<?https?://\S+$")
_SHORTLY = re.compile(r"[^\s:]+(?: [^\s:]+){0,3}: (?!//)[^\s:/]{1,20}(?: [^\s:/]{1,20}){0,2}")
"""A label and no more than three words: an order as likely as anything else."""
_LABELLED = re.compile(r"[^\s:]+(?: [^\s:]+){0,2}:\s+\S")
_ASIDE = re.compile(
    r"(?:p\.? ?p?\.?s\.?|nb|n\.b\.|notes?|tel|phone|mobile|fax|e-?mail|web|www|https?)\s*:.*", re.IGNORECASE
)
_RULED = re.compile(r"([-=*_~#])\1{2,}+\s*+[^:>]{1,60}?\1{3,}+|#{7,}")
_SIGNS = "\u2654-\u2667\u2680-\u2685"
"""The game symbols of Unicode: chessmen, playing cards, dice."""
_ORDERLY = re.compile(rf"[>→⇒=\[\]{{}}{_SIGNS}]|^\s*[-•*–—+◦▪·●]\s|\\|^\s{{2,}}\S")
_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}")
_SINGLE = frozenset({
    *languages.COMMANDS, "passes", "passing", "stay", "stays", "none", "yes", "no",
})  # fmt: skip
"""Words that are orders by themselves, and so not names."""
_WORD = re.compile(r"[^\W\d_]+")
_WORD_OR_NUMBER = re.compile(r"[^\W_]+")
_MOST_EXCLAIMED = 2
_EXCLAIMED = re.compile(r"[^\W\d_'’-]{2,15}(?:,? [^\W\d_'’-]{2,15})?[.!?]{1,3}")
_ANNOUNCING = languages.words(languages.ANNOUNCING)
_MONTHS = languages.words(post_languages.MONTHS)
_TITLE = re.compile(rf"\b(?:{either(languages.TITLES)})\b", re.IGNORECASE)
_ENDS_SENTENCE = (".", "!", "?", ")", "…", ",", ";", ":-)", ":)", ";-)", ";)")
_MOST_LINE = 2000
"""How many characters of a line are examined."""
_FEWEST_EXPLAINING = 8
"""How many words; no order of that many has two everyday words."""
_MOST_IN_SALUTE = 5
_MOST_ON_CARD = 5
"""The most lines with name, job and street above contact details."""
_LOOKED_AT = 8
"""How many lines below a rule are searched for a disclaimer."""
_MOST_PROSE = 400
"""The most lines of a paragraph that can be a farewell."""


def shape(line: str) -> Shape:
    """The class of *line* by itself."""
    bare = unemphasized(plain(line[:_MOST_LINE])).rstrip()
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


def unemphasized(line: str) -> str:
    """*line* without marks of emphasis around its key or around all of it."""
    for first, end in reversed(emphasis(line)):
        line = line[:first] + line[end:]
    return line


def announces(line: str, names: frozenset[str] = frozenset()) -> bool:
    """Whether *line* only says whose orders follow: `my moves for this turn:`; it may have the words of *names*."""
    head, _, value = plain(line[:_MOST_LINE]).strip(" \t*_~#=-<>").partition(":")
    words = _WORD_OR_NUMBER.findall(_NUMBERED.sub(" 0 ", head.casefold()))
    known = _ANNOUNCING | _MONTHS | names
    if value.strip() and _TITLE.search(value):  # `France: orders for turn 1`
        words += _WORD_OR_NUMBER.findall(value.casefold())
    elif value.strip():
        return False
    return bool(words) and all(word.isdigit() or word in known for word in words)


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_SPELT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_NUMBERS = {word: number for words in (_ORDINALS, _SPELT, _ROMAN) for number, word in enumerate(words, 1)}
_NUMBERED = re.compile(
    rf"\b(?P<word>{either(languages.NUMBERED)})\.?(?: no\.?| nr\.?|:)? ?#?"
    rf"(?P<number>\d{{1,3}}\b|(?<= )(?:{'|'.join((*_SPELT, *_ROMAN[1:]))}|i(?=\W*$))\b)"
    rf"|\b(?:(?P<before>\d{{1,3}})(?:st|nd|rd|th|\.)?|(?P<ordinal>{'|'.join(_ORDINALS)}))"
    rf" (?P<behind>{either(languages.NUMBERED)})\b"
)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_BARE_NUMBER = re.compile(r"\W*(?P<number>\d{1,3})\W*")


def numbered(line: str) -> list[tuple[str, int]]:
    """The turns, rounds and years that *line* names by their number: what it calls them, and the number.

    A year, or a number that is all of it, is called nothing.
    """
    text = plain(line[:_MOST_LINE]).casefold()
    found = [
        (each["word"] or each["behind"], each["number"] or each["before"] or each["ordinal"])
        for each in _NUMBERED.finditer(text)
    ]
    found += [("", each) for each in _YEAR.findall(text)]
    if alone := _BARE_NUMBER.fullmatch(text):
        found.append(("", alone["number"]))
    return [(word, _NUMBERS.get(number) or int(number)) for word, number in found]


def heads_turn(line: str, names: frozenset[str] = frozenset()) -> bool:
    """Whether *line* only says whose orders follow, and if it has a number, then that of a turn."""
    left = _NUMBERED.sub(" ", plain(line[:_MOST_LINE]).casefold())
    return announces(line, names) and not any(map(str.isdigit, left))


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
    if (
        value.endswith("?")
        or value.startswith("//")
        or _ADDRESS_ALONE.match(value)
        or (found[1].isupper() and _explains(value))
    ):
        return False
    return not _NEVER_IN_KEYS.intersection(words)


def _explains(value: str) -> bool:
    """Whether *value* is sentences, as they are behind a word in capitals above an email from outside a firm."""
    words = _WORD.findall(value.casefold())
    return len(words) >= _FEWEST_EXPLAINING and sum(word in _FUNCTION_WORDS for word in words) > 1


def plainly_prose(lines: list[str]) -> bool:
    """Whether *lines*, a paragraph, are a note to a person and cannot be orders."""
    if len(lines) > _MOST_PROSE:
        return False
    return all(courteous(line) for line in lines) or _sentence(lines)


def says_something(line: str) -> bool:
    """Whether *line* is a sentence, be it behind a label: `Info: I am away until Monday.`; orders are none."""
    text = plain(line[:_MOST_LINE]).strip()
    if _ORDERLY.search(plain(line[:_MOST_LINE])) or _ITEM.match(text):
        return False
    label, colon, value = text.partition(":")
    words = _WORD.findall((value if colon else label).casefold())
    ended = text.endswith((".", "!", "?")) and len(words) > 1
    return ended or any(word in _FUNCTION_WORDS for word in words) or courteous(line)


def explains(line: str) -> bool:
    """Whether *line* is a label above sentences, not an order: `Peace: I would like to talk about it.`."""
    _, _, value = plain(line[:_MOST_LINE]).partition(":")
    everyday = sum(word in _FUNCTION_WORDS for word in _WORD.findall(value.casefold()))
    return everyday > 1 and not _ORDERLY.search(value)


def closes(line: str) -> bool:
    """Whether *line* ends a letter, so no order is expected after it."""
    text = _EMOJI.sub("", plain(line[:_MOST_LINE])).strip(" *_")
    return bool(text) and bool(_CLOSING.fullmatch(text) or _signs_off(text))


@lru_cache(maxsize=1024)  # each line is asked about several times, and many are repeated where they are quoted
def courteous(line: str) -> bool:
    """Whether *line* is a greeting, thanks, a farewell, an aside, a rule, or what a phone puts below an email."""
    text = plain(line[:_MOST_LINE]).strip(" *_")
    if set(text) <= set("-_=*~—– ") or re.fullmatch(r"__[_.,]{3,80}__", text):
        return not re.fullmatch(r"[-–—]{3}", text)
    text = SMILEY.sub("", _EMOJI.sub("", text)).strip()
    if not text or _signs_off(text) or _RULED.fullmatch(text):
        return True
    courtesy = (
        _MENTION.fullmatch(text) or _GREETING.fullmatch(text) or _CLOSING.fullmatch(text) or _ASIDE.fullmatch(text)
    )
    return bool(courtesy) and not _ORDERLY.search(text)


def signs_off(line: str) -> bool:
    """Whether *line* is what a phone or a mail program puts below an email."""
    return _signs_off(plain(line[:_MOST_LINE]).strip(" *_"))


def _signs_off(text: str) -> bool:
    if _SHORTLY.fullmatch(text):
        return False
    return _SIGN_OFF.match(text) is not None or _names_phone(text)


def _names_phone(text: str) -> bool:
    """Whether *text* is a few words about a phone, in whatever language, that order nothing."""
    if _TELEPHONE.search(text) is None or ":" in text or text.endswith(_ENDS_SENTENCE) or _ORDERLY.search(text):
        return False
    words = text.casefold().split()
    return len(words) <= _MOST_ABOUT_TELEPHONE and not _SINGLE.intersection(word.strip(".,!?") for word in words)


def without_pictures(text: str) -> str:
    """*text* without emoji and smilies."""
    return SMILEY.sub("", _EMOJI.sub("", text))


def orderly(line: str) -> bool:
    """Whether *line* has what orders have and letters rarely do: arrow, bracket, game symbol, bullet, indent."""
    return _ORDERLY.search(plain(line[:_MOST_LINE])) is not None


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


def salutes(line: str) -> bool:
    """Whether *line* is a few words before a comma, none of them a command or a condition."""
    text = plain(line[:100]).strip()
    words = _WORD.findall(text.casefold())
    few = 0 < len(words) <= _MOST_IN_SALUTE and not any(letter.isdigit() for letter in text)
    meant = (_SINGLE | _CONDITIONS).intersection(words) or _ORDERLY.search(text)
    return few and text.endswith(",") and not meant


def everyday(line: str) -> bool:
    """Whether *line* has words typical of sentences."""
    return not _FUNCTION_WORDS.isdisjoint(_WORD.findall(line.casefold()))


def on_a_card(line: str) -> bool:
    """Whether *line* may be in a signature below the name: a job, a company, contact details."""
    text = plain(line[:_MOST_LINE]).strip(" *_|")
    if _ORDERLY.search(text):
        return False
    words = _WORD.findall(text)
    named = all(word[0].isupper() or word[0].isdigit() or word in _PARTICLES for word in words)
    return _CONTACT.match(text) is not None or (bool(words) and named)


def paragraph_of_words(lines: list[str]) -> bool:
    """Whether a paragraph cannot be meant as orders; a name alone is not orders."""
    if plainly_prose(lines) or (disclaims(lines) and not any(map(sheetlike, lines))):
        return True
    if len(lines) > _MOST_PROSE or any(line[:1].isspace() for line in lines):
        return False
    if all(is_name(line) or courteous(line) or is_contact(line) or _exclaims(line) for line in lines):
        return True
    return _business_card(lines)


def _exclaims(line: str) -> bool:
    """Whether *line* is a reply of a word or two, such as `Yes.` or `Oh really?`."""
    text = plain(line[:_MOST_LINE]).strip(" *_")
    return (
        text.endswith((".", "!", "?"))
        and len(text.split()) <= _MOST_EXCLAIMED
        and _EXCLAIMED.fullmatch(text) is not None
    )


def _business_card(lines: list[str]) -> bool:
    """Whether *lines* are contact details, without anything that looks like an order."""
    contacts = sum(map(is_contact, lines))
    most = _MOST_ON_CARD if is_name(lines[0]) else 2
    if contacts < (1 if is_name(lines[0]) else 2) or len(lines) - contacts > most:
        return False
    return all(shape(line) in ("doubtful", "prose") and not _ORDERLY.search(line) for line in lines)


def is_card(lines: list[str]) -> bool:
    """Whether *lines* are a business card, as below a letter."""
    return _business_card(lines)


def is_aside(line: str) -> bool:
    """Whether *line* is an aside: `PS: the link is broken.`."""
    text = plain(line[:_MOST_LINE]).strip(" *_")
    return _ASIDE.fullmatch(text) is not None and _CONTACT.match(text) is None and len(_WORD.findall(text)) > 1


def disclaims(lines: list[str]) -> bool:
    """Whether *lines* say what firms, gateways and lists put below an email."""
    return _DISCLAIMER.search(" ".join(lines)[:_MOST_LINE]) is not None


def is_contact(line: str) -> bool:
    """Whether *line* has contact details."""
    return _CONTACT.match(plain(line[:_MOST_LINE])) is not None


def words_after(lines: list[str]) -> int:
    """The index in *lines* from which there is only prose, as people write after their orders."""
    ruled = (at for at, line in enumerate(lines) if _rule(line) and disclaims(lines[at + 1 : at + _LOOKED_AT]))
    cut = next(ruled, len(lines))
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
        inner = _indent(lines[last - 1]) > margin  # an order of several lines may end like a letter
        words = plainly_prose if _lacks_value(lines, first) else paragraph_of_words
        if not inner and words(lines[first:last]):
            cut = first
            continue
        farewell = last if inner else _farewell(lines, max(first, last - _MOST_PROSE), last)
        cut = farewell if farewell < last else cut
        break
    end = cut
    while end > 1 and (not plain(lines[end - 1]).strip() or _rule(lines[end - 1])):
        end -= 1
        cut = end if _rule(lines[end]) else cut
    while cut and cut < len(lines) and not plain(lines[cut - 1]).strip():
        cut -= 1
    return cut


def _lacks_value(lines: list[str], end: int) -> bool:
    """Whether the last line above *end* that is not empty is a key whose value is still to come."""
    while end and not plain(lines[end - 1]).strip():
        end -= 1
    above = plain(lines[end - 1][:_MOST_LINE]).rstrip() if end else ""
    return above.endswith(":") and _key(above)


def _rule(line: str) -> bool:
    """Whether *line* is a rule, which ends what is above it."""
    return re.fullmatch(r"([-_=*~.—–])\1{3,}|___|===|\*\*\*|~~~", plain(line[:_MOST_LINE]).strip()) is not None


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
    """How many of *lines* are only prose, as people write before their orders."""
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
            while first < last and _said_above(lines[first]):
                if first + 1 < last and _heads(lines[first], lines[first + 1]):
                    break
                first += 1
            return first
        cut = last
    return cut


def _said_above(line: str) -> bool:
    """Whether a line right above orders is only words."""
    return _exclaims(line) or (plainly_prose([line]) and not _labelled(line))


def _heads(line: str, below: str) -> bool:
    """Whether *line*, be it a word of thanks, may be a damaged key of what is right *below* it, indented or a colon."""
    lone = len(line.split()) == 1 and not line.rstrip().endswith(_ENDS_SENTENCE)
    return lone and (_indent(below) > _indent(line) or plain(below[:_MOST_LINE]).lstrip().startswith(":"))


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


_ANY_KEY = re.compile(r"[\s\W\d_]*([^\W\d_][^:：#>\n]{0,40}?)[\s\W_]*[:：]")
_WITHIN = re.compile(r"([^\W\d_][^\s:：]{0,60}(?: [^\s:：]{1,60})?)[*_\"']*[:：]")
_NEAR = 0.8
"""How similar to a key a misspelt word must be: one letter of five may differ."""
_ROUNDING = 0.001
"""What the search for similar keys may be wrong by."""
_FEWEST = 4
"""A shorter word is similar to too many, unless only a number follows."""
_NUMBER = re.compile(r"\s*\d+\s*")


def folded(keys: Iterable[str]) -> frozenset[str]:
    """*keys* as they are compared: without case, spaces and hyphens."""
    return frozenset(_fold(key) for key in keys)


def has_key(line: str, keys: frozenset[str]) -> bool:
    """Whether *line* begins with one of *keys*, or with a slip of one, and a colon."""
    return _begins_with_key(line[:_MOST_LINE], keys)


@lru_cache(maxsize=8192)  # several readers ask it of each line of a text
def _begins_with_key(line: str, keys: frozenset[str]) -> bool:
    text = plain(line)
    found = _ANY_KEY.match(text)
    if found is None:
        return False
    word = _fold(found[1])
    return _known(word, keys) or (_NUMBER.fullmatch(text, found.end()) is not None and _one_letter_off(word, keys))


def key_in(line: str) -> str:
    """The key, folded, with which *line* begins; empty without one."""
    found = _ANY_KEY.match(plain(line[:_MOST_LINE]))
    return _fold(found[1]) if found else ""


def names_key(line: str, keys: frozenset[str]) -> bool:
    """Whether *line* has one of *keys* and a colon anywhere, as when several lines ran together."""
    return any(
        _known(_fold(word), keys) for found in _WITHIN.findall(plain(line)) for word in (found, found.split()[-1])
    )


def _fold(key: str) -> str:
    return re.sub(r"[\s_-]+", "", key).casefold()


def _one_letter_off(word: str, keys: frozenset[str]) -> bool:
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - only a slip needs it

    return any(DamerauLevenshtein.distance(word, key) == 1 for key in keys)


def _known(word: str, keys: frozenset[str]) -> bool:
    return word in keys or (len(word) >= _FEWEST and _near(word, keys))


@lru_cache(maxsize=4096)
def _near(word: str, keys: frozenset[str]) -> bool:
    """Whether *word* is similar to one of *keys*; each word of a text is asked about many times."""
    from rapidfuzz import process  # noqa: PLC0415 - only a slip needs it
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - only a slip needs it

    similar = DamerauLevenshtein.normalized_similarity
    found = process.extractOne(word, _long(keys), scorer=similar, score_cutoff=_NEAR - _ROUNDING)
    return found is not None and found[1] >= _NEAR


@lru_cache(maxsize=64)
def _long(keys: frozenset[str]) -> tuple[str, ...]:
    return tuple(key for key in keys if len(key) >= _FEWEST)
