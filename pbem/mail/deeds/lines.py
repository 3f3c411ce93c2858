"""The moderator's lines as text.

A line that is neither one of these nor a courtesy is told to its writer; it stops no other.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime
from itertools import dropwhile
from typing import Any

import msgspec

from pbem.errors import Refusal
from pbem.mail.deeds.fields import MOST_LINE, REASON, SEAT
from pbem.mail.deeds.table import DEEDS
from pbem.mail.extraction import doubts, line_classifier
from pbem.mail.extraction.command import is_friendly
from pbem.mail.extraction.dates import days_in, time_said
from pbem.mail.mime.text import plain
from pbem.referee.game import Clock, Game
from pbem.report.words import Words
from pbem.sheet.names import close
from pbem.store.inbox import VerdictState

TELLING: frozenset[str] = frozenset({"status", "help"})
"""These change nothing."""
ASKING: frozenset[str] = frozenset(name for name, deed in DEEDS.items() if deed.asks)
"""What these would do is told back, and waits for a `yes`."""
UNDOUBTED: frozenset[str] = TELLING | {"no", "desk"}
"""These are carried out whatever is said beside them: all that they change is that something is not done."""
MOST = 40
"""The lines of one email that are carried out."""
END = "end"
"""The line that ends a text, if no other does."""
_WRAPPED = 50
"""A line of so many characters may have been wrapped by a mail program."""
_DECORATION = " \t\u00a0*_`\"'“”„‟«»‘’"
_FORMS: dict[str, str] = {
    **{name: deed.line for name, deed in DEEDS.items() if deed.line},
    "yes": rf"(?:yes(?:[,:]?\s+#?(?P<numbers>\d+))?|(?:yes[,:]?|approve)\s+{SEAT}{REASON})",
    "no": rf"(?:no(?:[,:]?\s+#?(?P<numbers>\d+))?|(?:no[,:]?|decline)\s+{SEAT}(?P<wait>,?\s+wait)?{REASON})",
    "desk": r"desk",
    "new desk": r"new\s+desk",
    "status": r"status\??",
    "help": r"help\??",
}
"""How each line is written, from its beginning to its end: those of deeds, and those that answer or only tell."""
_PATTERNS = {word: re.compile(form + r"[\s.!]*", re.IGNORECASE | re.DOTALL) for word, form in _FORMS.items()}
WORDS: tuple[str, ...] = tuple(_FORMS)
"""All of them, as the help lists them."""
TEXTS: frozenset[str] = frozenset(name for name, deed in DEEDS.items() if "text" in deed.needs)
"""These have words for others to read."""
_SAID: frozenset[str] = frozenset({"yes", "no"})
"""Words with which sentences begin, too: they are lines only with a seat, with a number, or alone."""
_GIVEN = frozenset(
    {"player", "address", "forum", "until", "round", "turn", "orders", "overrule", "appeal", "ident", "key"}
)
"""Parts of lines that are fields of deeds."""
_BLANKS = re.compile(r"[^\S\n]{2,}")
"""Of several, a pattern would try each."""
_AROUND = _DECORATION + ".,:;!?<>()"
_FIRST = re.compile(r"[^\W\d_]+")
_OTHERS = frozenset({"announce", "approve", "decline", "stop", "go", "send", "watcher", "remove"})
_FIRST_WORDS = frozenset(re.split(r"[ -]", word)[0] for word in WORDS) | _OTHERS
_OBJECTS = {
    "absence": "S", "absent": "S", "accept": "sn", "announce": "", "answer": "N", "approve": "s", "back": "s",
    "change": "D", "confirm": "Ns", "decline": "s", "default": "s", "delay": "DTN", "dismiss": "Ns", "extend": "DSTN",
    "give": "A", "grant": "S", "hold": "CST", "invite": "AS", "kick": "S", "move": "D", "no": "sn", "pause": "CT",
    "play": "", "postpone": "DTN", "refuse": "S", "reject": "sn", "release": "S", "remove": "AS", "replace": "AS",
    "reply": "N", "resume": "C", "rewind": "N", "rule": "s", "send": "I", "set": "DT", "settled": "I",
    "shorten": "DTN", "stand-in": "S", "stop": "C", "submit": "S", "tell": "S", "undo": "N", "unwatch": "A",
    "vacate": "S", "watch": "A", "watcher": "A", "withdraw": "S", "yes": "sn",
}  # fmt: skip
"""What the words with which lines begin, or may be meant to, are about: a seat, a number, a time, the deadline, the
clock, an address or a message. With a small letter nothing but a reason may stand after that."""
_NUMBERS = frozenset({
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "first", "last", "previous",
})  # fmt: skip
_ABOUT = {
    "N": re.compile(r"#?\d{1,9}"),
    "T": re.compile(
        r"\d{1,4}(?:h|d|min|hours?|days?|weeks?)|\d{1,2}[:.]\d\d|\d{4}-\d\d-\d\d|hours?|days?|weeks?|tomm?orr?ow|tonight"
        r"|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?",
        re.IGNORECASE,
    ),
    "D": re.compile(r"dea?d-?l(?:ine|ien|in)", re.IGNORECASE),
    "C": re.compile(r"clock|game|play", re.IGNORECASE),
    "A": re.compile(r"\S{1,80}@\S+"),
    "I": re.compile(r"[^\W\d_]+-\d{3,}\S*"),
}
_BETWEEN = frozenset({
    "a", "absence", "an", "and", "appeal", "appeals", "as", "back", "by", "deadline", "e-mail", "email", "emails",
    "extension", "for", "from", "hold", "in", "invitation", "letter", "letters", "mail", "mails", "message", "of",
    "on", "orders", "player", "round", "seat", "sheet", "stage", "teh", "the", "to", "turn", "until", "untill",
})  # fmt: skip
"""What may come between a word and what it is about."""
_LONG = ("letter", "message", "email", "deadline", "round")
"""Those of them in which slips are made."""
_THINGS = re.compile(r"(?!hours|weeks|minutes)[^\W\d_]{4,40}s\b")
"""What comes after a number that counts something: `2 questions`."""
_TIMED: frozenset[str] = frozenset({"extend", "set"})
_SAYING: frozenset[str] = frozenset({"pause", "resume", "rule"})
_POLITE = frozenset(["also", "and", "just", "kindly", "now", "ok", "okay", "please", "pls", "plz", "so", "then"])
_LABELS = frozenset({"absence", "absent", "delay", "set", "stand-in"})
"""With a colon these are the headings of lists."""
_PLEASE = re.compile(
    r"^(?:please|pls|kindly)\b[ ,]*|(?<![ ,])[ ,]+(?:please|pls|thanks|thank you)[.!]*$", re.IGNORECASE
)
_ASKED = frozenset(["can", "could", "will", "would"])
_TERSE = frozenset({
    "confirm", "delay", "dismiss", "extend", "give", "grant", "hold", "postpone", "send", "shorten", "unwatch", "watch",
})  # fmt: skip
"""Among a few words after these, none of which belongs to sentences, what they are about may stand anywhere."""
_UNLIKE = frozenset({
    "annonce", "bold", "cause", "cold", "except", "extent", "fell", "gold", "grand", "grants", "held", "hole", "love",
    "mode", "more", "sent", "sold", "standing", "step", "stops", "tall", "till", "told", "well",
})  # fmt: skip
"""Words of their own that are near to these."""
_ENDINGS = ("d", "ed", "er", "ing", "ings", "ion", "ions", "ment", "r", "s", "al")
_WITH_COLON = frozenset({"default", "rule"})
_SOON, _FEW = 4, 6


class ModeratorLine(msgspec.Struct, frozen=True):
    """A line as it was *said*, its *word*, and what it names; *text* is a reason, or words for others to read.

    *given* has what else a deed must be told, by the names of its fields. A line of a text is a *doubt* if it may be
    meant as one of these.
    """

    said: str
    word: str
    numbers: tuple[int, ...] = ()
    seat: str = ""
    when: str = ""
    text: str = ""
    new_address: bool = False
    wait: bool = False
    given: Mapping[str, str] = {}
    doubt: str = ""


class UnreadLine(msgspec.Struct, frozen=True):
    """A line that is none of these, be it *meant* as one; *word* is the one that it begins like, if it does."""

    said: str
    word: str = ""
    meant: bool = False


Knows = Callable[[str], bool]
"""Whether a text names a seat, or all of them."""


def read(lines: Sequence[str], knows: Knows, nearly: Knows) -> tuple[ModeratorLine | UnreadLine, ...]:
    """What the own *lines* of an email ask for, in their order, without courtesies.

    What is *nearly* the name of a seat shows that a line of a text may be meant as one of these.
    """
    return tuple(_read([plain(line).rstrip() for line in lines], knows, nearly))


def _read(lines: list[str], knows: Knows, nearly: Knows) -> Iterator[ModeratorLine | UnreadLine]:
    at = 0
    while at < len(lines):
        line, at = lines[at], at + 1
        found = _line_in(line, knows)
        if found is None:
            if not _courtesy(lines, at - 1):
                first = _FIRST.match(line.strip(_DECORATION))
                word = first.group().casefold() if first else ""
                known, meant = word if word in _FIRST_WORDS else "", _may_be_meant(line, knows, nearly)
                yield UnreadLine(line.strip()[:MOST_LINE], known, meant)
            continue
        takes_text = found.word in TEXTS or found.word == "rule"
        if found.word == "submit":
            end = _end_of_sheet(lines, at)
        else:
            end = _end_of_text(lines, at, knows) if takes_text else _end_of_reason(lines, at, found)
        below, at = lines[at:end], end
        if takes_text or found.word == "submit":
            at += at < len(lines) and _bare(lines[at]) == END
        if found.word == "rule":
            yield msgspec.structs.replace(found, given={**found.given, "ruling": "\n".join(below).strip("\n")})
        elif found.word == "submit":
            yield msgspec.structs.replace(found, given={"sheet": "\n".join(below).strip("\n")})
        elif found.word in TEXTS:
            own = [] if is_blank(found.text) and any(map(str.strip, below)) else [found.text]
            text = "\n".join([*own, *below]).strip("\n")
            doubt = next((line.strip() for line in below if _may_be_meant(line, knows, nearly)), "")
            yield msgspec.structs.replace(found, text=text, doubt=doubt)
        elif below:
            yield msgspec.structs.replace(found, text=" ".join([found.text, *map(str.strip, below)]))
        else:
            yield found


def sentence_beside(lines: Sequence[ModeratorLine | UnreadLine], own: AbstractSet[str]) -> str:
    """A sentence among *lines* that may take the others back or put a condition to them; empty if there is none.

    A courtesy is none, nor is a line that is meant as one of these, nor the signature of someone with the names *own*.
    """
    unread = "\n".join(one.said for one in lines if isinstance(one, UnreadLine) and not one.meant)
    said = (text for text in doubts.sentences(unread) if not doubts.harmless(text, own))
    return next(filter(_speaks, said), "")


def _speaks(text: str) -> bool:
    bare = text.strip(_DECORATION)
    if _bare_word(bare) in _POLITE:
        return False
    heads = bare.endswith((":", "?"))
    return (
        heads or doubts.reserves(bare) or line_classifier.says_something(bare.rstrip(": ")) or doubts.takes_back(bare)
    )


def _line_in(line: str, knows: Knows) -> ModeratorLine | None:
    """The line that *line* is, or would be without its please and thanks if only so it names a seat."""
    found, polite = line_of(line), line_of(_PLEASE.sub("", line.strip(_DECORATION)[: MOST_LINE + 1]))
    if polite is not None and (found is None or (found.seat and not knows(found.seat))):
        found = found if found is not None and not knows(polite.seat or ALL) else polite
    return None if found and found.word in _SAID and found.seat and not knows(found.seat) else found


def is_blank(text: str) -> bool:
    """Whether *text* is what our emails write where words of the moderator belong: `...`."""
    return bool(text) and not text.strip(" .…\n\t")


def line_of(line: str) -> ModeratorLine | None:
    """The line that *line* is; None if it is none."""
    text = _BLANKS.sub(" ", line.strip(_DECORATION)[: MOST_LINE + 1])
    if not text or len(text) > MOST_LINE:
        return None
    found = ((word, pattern.fullmatch(text)) for word, pattern in _PATTERNS.items())
    named = ((word, {name: value or "" for name, value in one.groupdict().items()}) for word, one in found if one)
    return next(filter(None, (_of(text, word, each) for word, each in named)), None)


def _of(said: str, word: str, named: dict[str, str]) -> ModeratorLine | None:
    seat = (named.get("seat") or named.get("away") or "").strip(_DECORATION)
    given = {name: value.strip(_DECORATION) for name, value in named.items() if name in _GIVEN and value}
    if word == "absent":
        parts = re.split(r"[\s,:]+", named["days"])
        cuts = (cut for cut in range(1, len(parts)) if days_in(" ".join(parts[cut:])))
        cut = next(cuts, 0)
        if not cut:
            return None
        seat, given = " ".join(parts[:cut]), {"days": " ".join(parts[cut:])}
    if word == "tell" and not seat:
        seat = "all"
    return ModeratorLine(
        said=said,
        word=word,
        numbers=tuple(int(number[:9]) for number in re.findall(r"\d+", named.get("numbers", ""))),
        seat=seat,
        when=(named.get("when") or named.get("length") or "").strip(_DECORATION),
        text=(named.get("text") or named.get("colon") or "").strip(),
        new_address=bool(named.get("new")),
        wait=bool(named.get("wait")),
        given=given,
    )


def _end_of_text(lines: Sequence[str], at: int, knows: Knows) -> int:
    """Where a text ends: at the next line that is certainly one of these, or that says so."""

    def ends(line: str, next_one: str) -> bool:
        found = line_of(line)
        if found is not None and _says_no_more(found) and next_one.strip() and _bare(next_one) != END:
            name = line_classifier.is_name(next_one) or line_classifier.closes(next_one)
            return name or line_of(next_one) is not None
        if found is not None and found.word in _SAID and not (found.seat or found.numbers):
            return False  # it may be the first word of an answer
        if found is not None and (_is_label(line) or (found.word in _TIMED and not _is_time(found.when))):
            return False
        return _bare(line) == END or (found is not None and (not found.seat or knows(found.seat)))

    below = [*lines, ""]
    return next((end for end in range(at, len(lines)) if ends(lines[end], below[end + 1])), len(lines))


def _says_no_more(found: ModeratorLine) -> bool:
    """Whether a line is a word or two that may as well be part of a sentence that goes on below: `Hold!`."""
    return found.word not in _SAID and not (found.seat or found.numbers or found.when or found.text or found.given)


def _is_time(text: str) -> bool:
    """Whether *text* may be a time, on whatever day it is said."""
    said = time_said(text, date(2000, 1, 1), "UTC")
    return said.clear is not None or bool(said.ways)


def _end_of_sheet(lines: Sequence[str], at: int) -> int:
    """Where a sheet ends: at its closing line if it has an opening one, else at `end`; its own may look like these."""
    marked = next((line.strip() for line in lines[at:] if line.strip()), "") == "---"
    for end in range(at, len(lines)):
        if marked and lines[end].strip() == "...":
            return end + 1
        if _bare(lines[end]) == END:
            return end
    return len(lines)


def _may_be_meant(line: str, knows: Knows, nearly: Knows) -> bool:
    """Whether a line of a text may be meant as one of these: if it is one but for courtesies and slips, or half of one.

    It is half of one if it begins with a word of these, and what this is about comes next.
    """
    text = line.strip(_DECORATION)
    words = text.split() if len(text) <= MOST_LINE else []
    own = _without_courtesies(words)
    if not own:
        return False
    heads, after = _heads(own)
    for head in heads:
        if own[0].endswith(":") and head in _LABELS:
            continue
        found = line_of(" ".join([f"{head}:" if own[0].endswith(":") else head, *after]))
        right = found is not None and (not found.seat or knows(found.seat) or nearly(found.seat))
        slipped = _slipped(own[0], head)
        if (right and (slipped or (after and len(own) < len(words)))) or _is_half(head, after, knows, nearly):
            return True
    first, second = (*map(_bare_word, own[:2]), "", "")[:2]
    whole = line_of(text)
    if whole is not None and whole.word not in _SAID and _says_no_more(whole):
        return True
    return _is_label(text) or (first == "play" and close(second, "anyway")) or (first == "rule" and _is_reason(second))


def _is_label(text: str) -> bool:
    """Whether *text* is a line only if what a colon ends is not a label above words for people: `Pause: until May.`."""
    found = line_of(text)
    return found is not None and found.word in _SAYING and ":" in text and "because" not in text.casefold()


def _without_courtesies(words: list[str]) -> list[str]:
    at = 0
    while at < len(words):
        word = _bare_word(words[at])
        asked = word in _ASKED and at + 1 < len(words) and _bare_word(words[at + 1]) == "you"
        if word not in _POLITE and not asked:
            break
        at += 2 if asked else 1
    end = len(words)
    while end > at and _bare_word(words[end - 1]) in _POLITE:
        end -= 1
    return words[at:end]


def _heads(words: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """The words of `_OBJECTS` with which *words* begin, or may be meant to, and the words after that."""
    first, second = (_bare_word(one) for one in (*words, "")[:2])
    if first == "end" and second.startswith("stand"):
        return _heads(words[1:])
    if (first, second) == ("stand", "in") or first in ("standin", "stand-in"):
        return ("stand-in",), words[2 if first == "stand" else 1 :]
    if (first, second) in (("go", "back"), ("roll", "back")):
        return ("rewind",), words[2:]
    if first in _OBJECTS:
        return (first,), words[1:]
    alone = ("status",) if len(words) == 1 else ()
    return tuple(head for head in (*_OBJECTS, *alone) if _slipped(first, head)), words[1:]


def _slipped(word: str, head: str) -> bool:
    """Whether *word* is *head* but for a slip, and no word of its own; short words are near to many others."""
    text, extra = _bare_word(word), len(_bare_word(word)) - len(head)
    if text == head or text in _UNLIKE or (len(head) < 5 and head not in ("hold", "tell")):
        return False
    doubled = text[:-1] == head and text[-1] == head[-1]
    inflected = text.startswith(head[:-1]) and text.endswith(_ENDINGS) and extra >= 0 and not doubled
    return not inflected and len(text) > 2 and close(text, head)


def _is_half(head: str, after: list[str], knows: Knows, nearly: Knows) -> bool:
    """Whether what *head* is about comes next, or stands among a few words that make no sentence."""
    kinds, names = _OBJECTS.get(head, ""), (knows, nearly)
    if after[:1] == ["of"]:
        return False
    for at, word in enumerate(after[:_SOON]):
        rest = [*dropwhile(lambda one: _bare_word(one) in _BETWEEN or one.isdigit(), after[at + 1 :])]
        whole = not rest or _is_reason(rest[0]) or (word.endswith((":", ",")) and head in _WITH_COLON)
        counted = "".join(after[:at][-1:]) == "the" or _THINGS.match("".join(after[at + 1 :][:1]))
        if word.isdigit() and counted:
            return False
        if _is_about(word, kinds.upper() if whole else kinds, names):
            return True
        if whole and "N" in kinds.upper() and _bare_word(word) in _NUMBERS:
            return True
        if head in _SAID or not (_bare_word(word) in _BETWEEN or any(close(_bare_word(word), one) for one in _LONG)):
            break
    terse = head in _TERSE and len(after) <= _FEW and not line_classifier.says_something(" ".join(after))
    return terse and any(_is_about(word, kinds, names) for word in after)


def _is_about(word: str, kinds: str, names: tuple[Knows, Knows]) -> bool:
    """Whether *word* may be one of *kinds* of things."""
    text = word.strip(_AROUND)
    if any(kind in kinds and pattern.fullmatch(text) for kind, pattern in _ABOUT.items()):
        return True
    named = "S" in kinds and len(text) > 2 and text.casefold() not in {*_BETWEEN, ALL}
    return named and any(name(text) for name in names)


def _is_reason(word: str) -> bool:
    return _bare_word(word) == "wait" or close(_bare_word(word), "because")


def _bare_word(word: str) -> str:
    return word.strip(_AROUND).casefold()


def _end_of_reason(lines: Sequence[str], at: int, found: ModeratorLine) -> int:
    """Where a reason ends that a mail program may have wrapped: at a short line, an empty one, or one of these."""
    end = at
    while found.text and end < len(lines) and len(lines[end - 1]) >= _WRAPPED:
        if not lines[end].strip() or line_of(lines[end]) is not None or line_classifier.closes(lines[end]):
            break
        end += 1
    return end


def _bare(line: str) -> str:
    return line.strip(_DECORATION + ".").casefold()


def _courtesy(lines: Sequence[str], at: int) -> bool:
    line = lines[at]
    if not line.strip() or line_classifier.courteous(line) or line_classifier.closes(line) or is_friendly(line):
        return True
    named = line_classifier.is_name(line) or line_classifier.salutes(line) or line_classifier.is_contact(line)
    named = named and not doubts.reserves(line)
    ends = not any(line_of(other) for other in lines[at + 1 :])
    begins = not any(line_of(other) for other in lines[:at])
    return named and (ends or begins)


_SHELL_COMMAND = re.compile(r"`pbem ([^`]{1,300})`")
_IN_LINES = tuple(
    (re.compile(command), line)
    for command, line in (
        (r"seat replace(?: .*)?", "replace SEAT: NAME <ADDRESS>"),
        (r"seat invite (\S+) --withdraw", r"withdraw \1"),
        (r"seat stand-in (\S+) --player .*", r"stand-in \1: NAME <ADDRESS>"),
        (r"play --default (\S+) .*", r"default \1 because ..."),
        (r"submit FILE --as (\S+)", r"submit \1"),
        (r"ladder decline (\S+) --wait", r"no \1 wait"),
        (r"ladder decline (\S+)", r"no \1"),
        (r"deadline resume", "go on"),
        (r"deadline set(?: .*)?", "set Fri 20:00"),
        (r"deadline extend (.+) --as (\S+)", r"extend \1 for \2"),
        (r"deadline extend (.+)", r"extend \1"),
        (r"dismiss (\S+) --reason WHY", r"dismiss \1 because ..."),
        (r"(dismiss|confirm) (\S+)", r"\1 \2"),
        (r"confirm (\S+) --as (\S+)", r"confirm \1 as \2"),
        (r"(?:status|ladder|mail|appeal)(?: .*)?", "status"),
    )
)


def in_lines(text: str) -> str:
    """*text*, a refusal, for who writes emails: with the line in place of each command of a shell that has one."""
    return _SHELL_COMMAND.sub(_line_of, text.replace("add `--far`", "run `pbem deadline` with `--far` at the computer"))


def _line_of(command: re.Match[str]) -> str:
    for pattern, line in _IN_LINES:
        if found := pattern.fullmatch(command[1]):
            return f"`{found.expand(line)}`"
    return command[0]


STATE: VerdictState = "moderator"
"""What an email with such lines is."""
ALL = "all"
_FEWEST_LETTERS = 4
"""A shorter word is near to too many others."""
ASKED = frozenset({"asked", "asked-again", "asked-beside", "asked-text", "asked-unclear", "which"})
"""The codes of replies that wait for a `yes`."""
NOT_DONE = ASKED | {"refused", "refused-lines", "dropped"}
"""The codes of replies to lines that are not carried out, or not yet."""


class UnclearLine(Refusal):
    """A line whose seat or time is not clear, or whose words are missing."""

    code = "unclear-line"


class LineReply(msgspec.Struct, frozen=True):
    """What became of a line: the code, a sentence with its marks, and whether it was carried out.

    *more* are lines that say it in detail.
    """

    said: str
    code: str
    text: str
    done: bool = True
    more: tuple[str, ...] = ()


class LineCase(msgspec.Struct, frozen=True):
    """Line *number*, *beside* a sentence, of inbox item *item* with *references*, which *arrived* at a time."""

    game: Game
    clock: Clock
    words: Words
    item: int
    number: int
    arrived: datetime
    references: tuple[str, ...] = ()
    beside: str = ""

    @property
    def cause(self) -> str:
        """By what the log knows the line."""
        return f"mail {self.item}.{self.number}"

    def told(self, line: ModeratorLine, code: str, **args: Any) -> LineReply:
        """The reply for which the phrases of the moderator have *code*."""
        return LineReply(line.said, code, self.words.say("moderator", f"line-{code}", args), code not in NOT_DONE)

    def moment(self, time: datetime | None) -> str:
        """A time in words, on the moderator's clocks."""
        return self.words.moment(time, self.game.settings.moderators_zone.name) if time else ""


def seat_named(game: Game, text: str) -> str:
    """The seat that *text* names, by its id, title or player, or by the beginning of one; raises `UnclearLine`."""
    wanted = " ".join(text.casefold().replace("-", " ").split())
    names = {
        seat: [
            " ".join(name.casefold().replace("-", " ").split())
            for name in (seat, title, game.settings.seats[seat].player)
            if name
        ]
        for seat, title in game.titles.items()
    }
    whole = [seat for seat, known in names.items() if wanted in known]
    begun = [seat for seat, known in names.items() if any(name.startswith(wanted) for name in known)]
    found = whole or (begun if len(wanted) > 1 else [])
    if len(found) != 1:
        there = ", ".join(game.titles)
        several = f"{text} may be {' or '.join(found)}" if found else f"there is no seat {text}"
        raise UnclearLine(f"{several}; the seats are {there}")
    return found[0]


def names_a_seat(game: Game, text: str) -> bool:
    """Whether *text* names a seat, or all."""
    try:
        return text.casefold() == ALL or bool(seat_named(game, text))
    except UnclearLine:
        return False


def nearly_names_a_seat(game: Game, text: str) -> bool:
    """Whether *text* is a word of a seat's names but for a slip."""
    named = ((seat, title, game.settings.seats[seat].player) for seat, title in game.titles.items())
    names = [name.casefold() for each in named for name in each]
    words = {word for name in names for word in (name, *re.split(r"[\s-]+", name)) if len(word) >= _FEWEST_LETTERS}
    given = text.casefold()
    return len(given) >= _FEWEST_LETTERS and any(given[0] == word[0] and close(given, word) for word in words)
