"""Commands by email: which of an email's own text is a command, and what it requests.

The codes of what is wrong with a command, and their arguments:

    unknown-command    text, nearest   not a command, but similar to one
    command-extra      word, text      text after a command that takes none
    command-switch     word, text      something else than `on` or `off` after a command that switches
    extend-time        text            no length, and no time until when
    hold-time          text            no length, no time until when, and not `until confirmed`
    absent-dates       text            dates that are not two days
    absent-two-ways    text, meanings  dates of which either number may be the month
    absent-reversed    start, end      the second day comes before the first
    confirm-word       text            no word to confirm, or not of the right form
    resign-word        text            a word that is not of the right form
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from pbem.engine.languages import PASS, words_of
from pbem.mail.extraction import languages, line_classifier
from pbem.mail.extraction.dates import TwoDays, days_in, time_said
from pbem.mail.extraction.languages import COMMANDS, either
from pbem.mail.mime.text import plain

_ANNOUNCING = languages.words(languages.ANNOUNCING)
_PARTICLES = languages.words(languages.PARTICLES)
_ADDITION = re.compile(
    rf"\W*(?:(?:{languages.either(languages.ADDITIONS)})\b[\w \t]{{0,40}}[*_]*\s*:|(?:edit|update|correction)\b)",
    re.IGNORECASE,
)
_ARROW = re.compile(r"\w\s*[>→⇒]\s*\w")
_PARTED = re.compile(r"\n(?:[ \t]*|[ \t]*[-_=*~]{5,}[ \t]*)(?:\n|$)")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_OF_ONESELF = languages.words(languages.OF_ONESELF)
_FEWEST_WORDS = 5
"""Of thanks or a greeting with news in the same line: `Thanks for waiting, I was ill.`."""
_FEWEST_LETTERS = 6
"""Of a line in writing without capitals, which may be a name or a greeting."""
_MOST_ADDED = 400
"""The most characters of a line that adds something."""
_MOST_WORDS = 20_000
"""Text with more characters is a note."""


def says_something(words: str) -> bool:
    """Whether *words* have more than courtesies, names, contact details, announcements and disclaimers."""
    if len(words) > _MOST_WORDS:
        return True
    paragraphs = _PARTED.split(words)
    return any(_speaks(paragraph.split("\n")) for paragraph in paragraphs)


def adds_an_order(line: str) -> bool:
    """Whether *line* adds what may be an order to those above it: `EDIT: Karl: Linz`."""
    text = line_classifier.without_pictures(plain(line[:_MOST_ADDED])).strip(" *_~|>")
    found = _ADDITION.match(text)
    rest = text[found.end() :].strip(" *_:-") if found else ""
    ordered = line_classifier.shape(rest) == "key" or bool(_ARROW.search(rest))
    return ordered and not line_classifier.says_something(rest)


def spoken_lines(words: str) -> list[str]:
    """The lines of those paragraphs of *words* that say something."""
    paragraphs = (paragraph.split("\n") for paragraph in _PARTED.split(words[:_MOST_WORDS]))
    return [line.strip() for lines in paragraphs if _speaks(lines) for line in lines if plain(line).strip()]


def _speaks(lines: list[str]) -> bool:
    filled = [line for line in lines if plain(line).strip()]
    if not filled or line_classifier.disclaims(filled):
        return False
    return any(map(_tells, filled)) and not line_classifier.is_card(filled)


def _tells(line: str) -> bool:
    """Whether a line is more than the usual text around a letter."""
    text = line_classifier.without_pictures(plain(line)).strip(" *_~|>")
    if "?" in text or "？" in text or line_classifier.is_aside(text) or _ADDITION.match(text) or _ARROW.search(text):
        return True
    words = _WORD.findall(text)
    if line_classifier.courteous(line) and not line_classifier.signs_off(line):
        return not _OF_ONESELF.isdisjoint(map(str.casefold, words)) and len(words) >= _FEWEST_WORDS
    if line_classifier.courteous(line) or line_classifier.is_contact(line):
        return False
    if not any(word.lower() != word.upper() for word in words):
        return sum(map(len, words)) >= _FEWEST_LETTERS
    return not all(word[0].isupper() or word.casefold() in _ANNOUNCING or word in _PARTICLES for word in words)


RESERVATIONS = (
    "instead, later, tomorrow, wait, waiting, first, then, until, till, maybe, perhaps, probably, think, guess",
    "before",
    "after, otherwise, else, rather, actually, mistake, wrong, ignore, forget, cancel, undo, should, would, could",
    "may",
    "might, want, wanted, need, move, moves, moved, moving, order, orders, sheet, attack, attacks, fight, march",
    "battle",
    "play, card, cards, troops, general, generals, train, trains, hussars, no, none, never, nothing, don",
    "stattdessen, später, morgen, warte, warten, erst, zuerst, dann, bis, vielleicht, wahrscheinlich, glaube, vorher",
    "danach, sonst, lieber, eigentlich, versehen, falsch, vergiss, soll, sollte, würde, könnte, möchte, will, brauche",
    "zug, züge, ziehe, ziehen, befehl, befehle, angriff, greife, kampf, marsch, karte, karten, truppen, kein, keine",
    "nie",
    "plutôt, demain, attends, attendre, puis, peut, devrait, voudrais, veux, ordres, attaque, marche, jamais, rien",
    "ne",
    "invece, domani, aspetta, poi, forse, vorrei, ordini, attacco, mai, niente",
    "mañana, espera, luego, quizás, quiero, órdenes, ataque, nunca, nada",
    "zítra, počkej, potom, možná, chci, rozkazy, útok, nikdy, nic",
    "jutro, czekaj, potem, może, chcę, rozkazy, atak, nigdy, nic",
    "wacht, daarna, misschien, wil, aanval, nooit, niets, niet, geen",
)
"""Words of a sentence that may be about what is ordered: a command beside it may be meant otherwise."""

_DOUBTFUL = languages.words((*RESERVATIONS, *languages.CONDITIONS, *COMMANDS))
_LETTERS = re.compile(r"[^\W\d_]+")
_LONGEST_COURTESY = 500


def is_friendly(line: str) -> bool:
    """Whether *line* is a sentence, or several, that cannot change what a command beside it means."""
    text = line_classifier.without_pictures(plain(line[:_LONGEST_COURTESY])).strip()
    words = [word.casefold() for word in _LETTERS.findall(text)]
    if len(line) > _LONGEST_COURTESY or "?" in text or "？" in text or line_classifier.orderly(line):
        return False
    return line_classifier.plainly_prose([text]) and _DOUBTFUL.isdisjoint(words)


def takes_back(line: str) -> bool:
    """Whether *line* says no more than the command `withdraw` that it is beside."""
    return _TAKES_BACK.fullmatch(normalised(line)) is not None


def is_doubtful(text: str) -> bool:
    """Whether a word of *text* may be about what is ordered, or takes it back."""
    return not _DOUBTFUL.isdisjoint(word.casefold() for word in _LETTERS.findall(text[:_LONGEST_COURTESY]))


def is_sentence(line: str) -> bool:
    """Whether *line* is a sentence to a person, be it a question."""
    text = line_classifier.without_pictures(plain(line[:_LONGEST_COURTESY])).strip()
    return line_classifier.plainly_prose([text]) and not line_classifier.orderly(line)


APPEAL = "appeal"
EXTEND = "extend"
HOLD = "hold"
PLAIN = tuple(word for word, kind in COMMANDS.items() if not kind.takes and not kind.switches)
"""The commands that are one word."""
Asks = frozenset[str]
"""The words by which players of a game ask something: each is a command with what is asked after it.

What has several words is a whole line: `help` with a title of the guide, however long.
"""
TRY = "try"
_APPEAL = re.compile(r"[\s*_\"'“”„]*appeal\b[*_]*(?:\s*:[\s*_]*|\s*$|\s+(?=(?:because|against)\b))", re.IGNORECASE)
"""How an appeal begins on a line of its own: whatever follows belongs to it. `An appeal to reason` is none."""
_TRIED = frozenset(("", "it", "this", "sheet", "this sheet", "my sheet", "the sheet", "out", "this out"))
_MOST_ASKED = 8
"""A line with more words after the first is a sentence, not an enquiry."""
_MOST_MEANT = 4
"""The most words of a line that was meant as a command and is none."""
_MOST_TOPIC = 3
"""The most words after `help`: more are a title of the guide, or a sentence."""
WORDS = (*COMMANDS, "confirm")
_WITH_TOKEN = frozenset(("accept", "decline", "resign"))
"""Commands that carry a token; without one the first two are words like any others, or keys of a sheet."""
_MOST_LINE = 200

_NEAR = 0.7
"""How similar to a command a misspelt word must be: one letter of four may differ."""

_FORGIVEN = " \t\u00a0*_\"'“”„‟«»‘’‚‛‹›`.!,;:"
_COURTESY = re.compile(rf"\b(?:{either(languages.PLEASE)})\b[,]?", re.IGNORECASE)
_AFTER_WORD = re.compile(r"(?<=absent):|(?<=confirm):|(?<=calendar):|(?<=extend):|(?<=reminders):", re.IGNORECASE)
HARMLESS = frozenset(word for word, kind in COMMANDS.items() if kind.asks)
"""Commands that only ask for an answer: they do no harm, whatever else an email says, and may have a `?`."""
_ASKED = re.compile(rf"\b({'|'.join(sorted(HARMLESS))})[\s*_]*\?+(?=[\s*_]*$)", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!;])\s+(?=\S)")
_BLANKS = re.compile(r"\s+")
_ITEM_MARK = re.compile(r"\s*(?:[-•–—+◦▪·●○■□‣]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+(?=\S)", re.IGNORECASE)
"""What is before an item of a list."""
_LIST_MARKS = re.compile(r"[;|]")
"""What is between several commands on one line and in none of their own words."""
_BETWEEN = re.compile(r"[,;|/]| and |&")
"""What several commands, or several topics of `help`, may have between them on one line."""
_BESIDE_SUBJECT = re.compile(
    rf"(?:{either(languages.REPLY_PREFIXES)})\s*(?:\[\d+\]\s*)?:\s*|\[[^\[\]]*\]|\{{[^{{}}]*\}}", re.IGNORECASE
)
_HOW_FAR = re.compile(r"how (?:far|many steps)(?: is it| is that| are there)? from (\S.{0,40}?) to (\S.{0,40}?)\?*")
_TAKES_BACK = re.compile(
    r"(?:sorry, )?i (?:(?:want|have) to )?(?:take|withdraw)(?: back)? my (?:sheet|orders)(?: back)?(?:,? sorry)?"
)
_PASSES = frozenset(words_of(PASS))
_CONFIRMS = frozenset(("confirm", "confirmed"))
"""Who holds the game until a sheet is confirmed releases it so."""
_UNTIL_CONFIRMED = frozenset(
    ("", "until confirmed", "until i confirm", "until released", "until i release", "until the deadline")
)
_UNTIL = re.compile(r"^(?:until|for)\s+")
_LEAVE_SHEETS = frozenset(word for word, kind in COMMANDS.items() if kind.changes)
"""Commands that change something, but not which sheet counts."""
_ON = frozenset(("", "on", "yes"))
_BACK = frozenset(("none", "back", "no", "off", "never", "cancel"))
_DEADLINE = re.compile(r"^(?:(?:the |my |our )?deadline )?(?:by )?")
_TOKEN = re.compile(r"[a-z0-9]{4}-?[a-z0-9]{4}")


class MailCommand(msgspec.Struct, frozen=True):
    """A command; *start* and *end* are the days of an absence, both inclusive, none if it is cancelled.

    Of *days* without a year only the day on which they were written tells which they are.
    """

    word: str
    argument: str = ""
    start: date | None = None
    end: date | None = None
    days: TwoDays | None = None


class CommandMisread(msgspec.Struct, frozen=True):
    """Why a line is not a command: a phrase code and its arguments."""

    code: str
    args: dict[str, Any] = {}


def commands_in(words: str, subject: str = "", asks: Asks = frozenset()) -> tuple[str, ...]:
    """The lines of all commands if *words* are only these, courtesies and friendly sentences.

    Without words, those in *subject*.
    """
    lines = _unlisted(without_salutes(paragraphs(words[:_MOST_WORDS])), asks)
    if not lines:
        line = said_in_subject(subject)
        return (line,) if line and isinstance(parse(line, asks), MailCommand) else ()
    if (at := next((at for at, line in enumerate(lines) if _APPEAL.match(plain(line))), None)) is not None:
        return _with_appeal(lines[:at], len(lines), asks)
    found = _all_commands([part for line in lines for part in parts_of(line, asks)], asks)
    return found if found else _near_miss(lines, asks)


def _unlisted(lines: Sequence[str], asks: Asks) -> list[str]:
    """*lines* without the mark of a list before what is a command, comes near to one, or is among others."""
    bare = [line[found.end() :] if (found := _ITEM_MARK.match(line[:_MOST_LINE])) else line for line in lines]
    if _listed(bare, asks):
        return bare
    meant = (exact(one, asks) or nearest(normalised(one).partition(" ")[0], asks) for one in bare)
    return [one if is_meant else line for one, line, is_meant in zip(bare, lines, meant, strict=True)]


def appeal_in(words: str) -> str | None:
    """What an appeal says, in its writer's own words; None if *words* hold none."""
    lines = words.split("\n")
    for at, line in enumerate(lines):
        if begins := _APPEAL.match(plain(line)):
            return "\n".join((plain(line)[begins.end() :], *lines[at + 1 :])).strip()
    return None


def _with_appeal(above: list[str], count: int, asks: Asks) -> tuple[str, ...]:
    """The commands *above* an appeal, and it; empty if something else is above it, of *count* lines in all."""
    found = _all_commands([part for line in above for part in parts_of(line, asks)], asks)
    fine = found or all(_courtesy(line, at, count) for at, line in enumerate(above))
    return (*found, APPEAL) if fine else ()


def paragraphs(words: str) -> list[list[str]]:
    """The lines of *words* in paragraphs, separated by blank lines."""
    paragraphs: list[list[str]] = [[]]
    for line in words.split("\n"):
        if plain(line).strip():
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    return [paragraph for paragraph in paragraphs if paragraph]


def without_salutes(paragraphs: list[list[str]]) -> list[str]:
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


def parts_of(line: str, asks: Asks) -> list[str]:
    """*line* in parts if these are a command and courtesies (`Pass. Thanks!`; `pass, thanks`); otherwise unchanged.

    A name in it may be part of an order: `Hold, Leopold`.
    """
    if len(line) > _MOST_LINE or normalised(line) in asks:
        return [line]
    if several := _several(line, asks):
        return several
    if exact(line, asks):
        return [line]
    if several := _several_and_more(line, asks):
        return several
    sentences = _SENTENCE_END.split(line)
    parts = sentences if any(exact(each, asks) for each in sentences) else line.split(", ", 1)
    told = exact(parts[0], asks) or parts is sentences
    fine = told and all(exact(part, asks) or line_classifier.courteous(part) or is_friendly(part) for part in parts)
    return parts if fine else [line]


def _several(line: str, asks: Asks) -> list[str]:
    """The commands of a *line* that is a list of such as only ask, `status, form`, or of topics of `help`."""
    parts = _BETWEEN.split(line)
    said = [text for part in parts if not line_classifier.courteous(part) and (text := normalised(part))]
    word, _, topic = said[0].partition(" ") if said else ("", "", "")
    if word == "help" and topic:
        said = [each if exact(each, asks) else f"help {each}" for each in said]
    fine = len(parts) > 1 and bool(said) and all(exact(each, asks) for each in said) and asks_only(said, asks)
    return said if fine else []


def _several_and_more(line: str, asks: Asks) -> list[str]:
    """The parts of a *line* with semicolons or bars between commands that only ask and what is none of these."""
    parts = [text for part in _LIST_MARKS.split(line) if (text := normalised(part))]
    few = all(len(part.split()) <= _MOST_MEANT for part in parts)
    fine = len(parts) > 1 and few and any(exact(part, asks) for part in parts) and asks_only(parts, asks)
    return parts if fine else []


def parse(line: str, asks: Asks = frozenset()) -> MailCommand | CommandMisread:
    """What the *line* of a command asks for."""
    text = normalised(line)
    if alone := "pass" if text in _PASSES else "release" if text in _CONFIRMS else "":
        return MailCommand(alone)
    if "way" in asks and (far := _HOW_FAR.fullmatch(text)):
        return MailCommand("way", f"{far[1]} > {far[2]}")
    word, _, rest = text.partition(" ")
    if word == TRY and rest in _TRIED:
        return MailCommand(TRY)
    word = word.rstrip(":") if word.rstrip(":") in asks else word
    if word in asks and len(rest.split()) <= _MOST_ASKED:
        return MailCommand(word, rest.rstrip("?").strip(_FORGIVEN))
    if word == "help" and (len(rest.split()) <= _MOST_TOPIC or text in asks):
        return MailCommand(word, rest)
    if text == APPEAL or _APPEAL.match(text):
        return MailCommand(APPEAL)
    if word in PLAIN:
        return MailCommand(word) if not rest else CommandMisread("command-extra", {"word": word, "text": rest})
    if word in COMMANDS and COMMANDS[word].switches:
        return _switch(word, rest)
    read = {"absent": _absent, EXTEND: _extend, HOLD: _hold, "confirm": _confirm}.get(word)
    if read is not None:
        return read(rest)
    found = _with_token(word, rest) if word in _WITH_TOKEN else None
    return found or CommandMisread("unknown-command", {"text": text, "nearest": nearest(word, asks)})


def dated(command: MailCommand, today: date) -> MailCommand | CommandMisread:
    """*command* with the days of an absence that were written without a year, as seen from *today*."""
    if command.days is None:
        return command
    try:
        start, end = command.days.seen_from(today)
    except ValueError:  # the 29th of February of another year
        return CommandMisread("absent-dates", {"text": command.argument})
    return MailCommand(command.word, f"{start} to {end}", start, end)


@lru_cache(maxsize=1024)  # each line is asked about several times
def normalised(line: str) -> str:
    """*line* in small letters, without courtesies and decoration around words."""
    text = _AFTER_WORD.sub(" ", _COURTESY.sub(" ", line_classifier.without_pictures(plain(line[:_MOST_LINE]))))
    return _BLANKS.sub(" ", _ASKED.sub(r"\1", text)).strip(_FORGIVEN).casefold()


def said_in_subject(subject: str) -> str:
    """What a subject says beside prefixes, names in brackets and tokens, as a command is written."""
    return normalised(_BESIDE_SUBJECT.sub(" ", subject[:_MOST_LINE]))


def acts(line: str) -> bool:
    """Whether a command says what is to be done, as opposed to `try`, which may be beside a sheet."""
    return not tries(line)


def exact(line: str, asks: Asks = frozenset()) -> bool:
    """Whether *line* is a valid command."""
    return len(line) <= _MOST_LINE and _is_exact(line, asks)


@lru_cache(maxsize=4096)
def _is_exact(line: str, asks: Asks) -> bool:
    return isinstance(parse(line, asks), MailCommand)


def tries(line: str) -> bool:
    """Whether *line* says that the sheet beside it is to be tried only."""
    return len(line) <= _MOST_LINE and parse(line) == MailCommand(TRY)


@lru_cache(maxsize=4096)
def nearest(word: str, asks: Asks = frozenset()) -> tuple[str, ...]:
    """The commands that *word* looks like, the likeliest first."""
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - only a slip needs it

    ranked = [
        (-DamerauLevenshtein.normalized_similarity(word, known), known) for known in (*WORDS, *asks) if " " not in known
    ]
    return tuple(known for alike, known in sorted(ranked) if -alike >= _NEAR)


def _all_commands(lines: list[str], asks: Asks) -> tuple[str, ...]:
    """The commands of *lines*; empty if one of these is none, no courtesy, not friendly, and not in a signature.

    Beside others a line that is not quite a command is one all the same, so that the reply names it.
    """
    found: list[str] = []
    sure, asked = False, asks_only(lines, asks) or _listed(lines, asks)
    told = is_sentence if asked else is_friendly
    withdraws = "withdraw" in map(normalised, lines)
    signed = False  # a name above nothing that says how to reach someone may be what is ordered about
    reached = max((at for at, line in enumerate(lines) if line_classifier.is_contact(line)), default=0)
    for at, line in enumerate(lines):
        text = normalised(line)
        named = text.partition(" ")[0] in ("absent", EXTEND, "confirm") and len(text.split()) <= 8
        if exact(line, asks) or (
            named and not line_classifier.is_name(line) and re.search(r"\d|week|none|back|confirm", text)
        ):
            found.append(text)
            sure = True
            continue
        signed = signed or (
            bool(found) and (line_classifier.closes(line) or (at < reached and line_classifier.is_name(line)))
        )
        if _courtesy(line, at, len(lines)) or (signed and line_classifier.on_a_card(line)) or told(line):
            continue
        if withdraws and takes_back(line):
            continue
        if not _meant(line, asks, asked=asked):
            return ()
        found.append(text)
    return tuple(found) if sure else ()


def _meant(line: str, asks: Asks, *, asked: bool) -> bool:
    """Whether *line* was meant as a command: a few words, and beside commands that change something nearly one."""
    text = normalised(line)
    few = 0 < len(text.split()) <= _MOST_MEANT and line_classifier.shape(line) != "key"
    if not few or line_classifier.orderly(line):
        return False
    return asked or (bool(nearest(text.split()[0], asks)) and not is_doubtful(text))


def _listed(lines: Sequence[str], asks: Asks) -> bool:
    """Whether most of *lines* are commands that leave a sheet as it is: what is between them is meant as one, too."""
    sure = [line for line in lines if exact(line, asks)]
    harmless = {normalised(line).partition(" ")[0] for line in sure} <= HARMLESS | _LEAVE_SHEETS | asks
    return harmless and 2 * len(sure) > sum(not line_classifier.courteous(line) for line in lines)


def asks_only(lines: Iterable[str], asks: Asks) -> bool:
    """Whether all commands of *lines* only ask for an answer, so that nothing beside them can make them do harm."""
    asked = {command.word for line in lines if isinstance(command := parse(line, asks), MailCommand)}
    return bool(asked) and asked <= HARMLESS | asks


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
    if words and words[0] == APPEAL:  # small talk: an appeal is marked as one
        return ()
    known = bool(words) and (words[0] in WORDS or bool(nearest(words[0], asks)))
    return (text,) if known and len(words) <= 3 else ()


def _switch(word: str, rest: str) -> MailCommand | CommandMisread:
    """Something switched on or off."""
    if rest in _ON or rest in _BACK:
        return MailCommand(word, "on" if rest in _ON else "off")
    return CommandMisread("command-switch", {"word": word, "text": rest})


def _confirm(rest: str) -> MailCommand | CommandMisread:
    """A confirmation by its word."""
    token = rest.strip("{}<>() ")
    if not _TOKEN.fullmatch(token):
        return CommandMisread("confirm-word", {"text": rest})
    return MailCommand("confirm", token if "-" in token else f"{token[:4]}-{token[4:]}")


def _with_token(word: str, rest: str) -> MailCommand | CommandMisread | None:
    """A command with its token; without one only `resign` is a command."""
    token = rest.strip("{}<>() ")
    if _TOKEN.fullmatch(token):
        return MailCommand(word, token if "-" in token else f"{token[:4]}-{token[4:]}")
    if word != "resign":
        return None
    return CommandMisread("resign-word", {"text": rest}) if rest else MailCommand(word)


def _extend(rest: str) -> MailCommand | CommandMisread:
    """By how much, or until when, the deadline is to be extended."""
    wanted = _DEADLINE.sub("", rest)
    if not time_said(wanted, date.min, "UTC").ways:
        return CommandMisread("extend-time", {"text": rest})
    return MailCommand(EXTEND, wanted)


def _hold(rest: str) -> MailCommand | CommandMisread:
    """Until when the game is to wait; without a time until its deadline, unless the seat ends that."""
    if rest in _UNTIL_CONFIRMED:
        return MailCommand(HOLD)
    said = (rest, _UNTIL.sub("", rest))  # `until 10 minutes` is meant as a length
    wanted = next((one for one in said if time_said(one, date.min, "UTC").ways), None)
    return MailCommand(HOLD, wanted) if wanted else CommandMisread("hold-time", {"text": rest})


def holding(line: str) -> str:
    """What *line* beside a sheet says of holding the game, as a command; empty if that is nothing."""
    if normalised(line) == "confirm":
        return HOLD
    found = parse(line)
    return normalised(line) if isinstance(found, MailCommand) and found.word == HOLD else ""


def _absent(rest: str) -> MailCommand | CommandMisread:
    """An absence from one day to another, both inclusive, or its cancellation."""
    if rest in _BACK:
        return MailCommand("absent", "none")
    found = days_in(rest)
    if not found:
        return CommandMisread("absent-dates", {"text": rest})
    if len(found) > 1:
        return CommandMisread("absent-two-ways", {"text": rest, "meanings": [str(each) for each in found]})
    days = found[0]
    if not (days.first.year and days.last.year):
        return MailCommand("absent", str(days), days=days)
    start, end = days.seen_from(date.min)
    if end < start:
        return CommandMisread("absent-reversed", {"start": start.isoformat(), "end": end.isoformat()})
    return MailCommand("absent", f"{start} to {end}", start, end)


_MOST_LINES = 60
_CONDITIONS = languages.words(languages.CONDITIONS)
_BESIDE_PASS = re.compile(r"\s*[,;:–—]\s+|\s+-\s+")
_COMMA = re.compile(r"[,;]\s+(?:and\s+|then\s+)?")
_ENDS = re.compile(r"(?<=[^\W\d_]{3}[.!?…])\s+(?=\S)")
"""Between two sentences; neither behind the number of an item nor behind a short word such as `v.`."""


def keyless_sheets(lines: list[str], keys: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The texts that the *lines* of an email may be as a sheet, without the words around it; none if they cannot be.

    Two if the last line may be a part of it or its writer's name. One of the *keys* of a sheet is a part of it.
    """
    lines = list(lines)
    while lines and _around(lines[0]) and not line_classifier.has_key(lines[0], keys):
        del lines[0]
    while lines and (_around(lines[-1]) or _signs(lines)):
        del lines[-1]
    filled = [line for line in lines if line.strip()]
    if not filled or len(filled) > _MOST_LINES:
        return ()
    texts = ["\n".join(lines) + "\n"]
    if len(filled) > 1 and line_classifier.is_name(lines[-1]):
        texts.append("\n".join(lines[:-1]).rstrip() + "\n")
    return tuple(texts)


def pieces(line: str) -> list[str]:
    """The sentences of *line*, a greeting or `pass` apart from what follows its comma; alone if there is no more."""
    found: list[str] = []
    for sentence in _ENDS.split(line):
        joint = _BESIDE_PASS.search(sentence[:_MOST_LINE])
        head = sentence[: joint.start()] if joint else ""
        apart = joint is not None and (normalised(head) in _PASSES or line_classifier.courteous(head))
        found += [head, sentence[joint.end() :]] if apart and joint else [sentence]
    return [each for each in found if each.strip()]


def entries(lines: Sequence[str]) -> list[str]:
    """*lines* as entries of a sheet, each with what is indented or listed below it."""
    found: list[list[str]] = []
    for line in filter(str.strip, lines):
        below = found and (
            line[:1].isspace() or (line_classifier.is_item(line) and found[-1][0].rstrip().endswith(":"))
        )
        if below:
            found[-1].append(line)
        else:
            found.append([line])
    return ["\n".join(entry) for entry in found]


def first_word(text: str) -> str:
    """The first word of *text* in small letters, without an `I` or `we` before it."""
    words = [word.casefold() for word in _LETTERS.findall(text[:_MOST_LINE])]
    return next((word for word in words if word not in ("i", "we", "will")), "")


def parted(sentence: str) -> list[str]:
    """The parts of *sentence* between commas, each without an `and` before it."""
    return [each for each in _COMMA.split(sentence) if each.strip()]


def supposes(line: str) -> bool:
    """Whether *line* asks something, or has a word of a condition or a negation."""
    words = plain(line).casefold().replace(",", " ").split()
    told = words[1:] if words[:1] == ["no"] else words  # as in `no subsidy`
    return "?" in line or "？" in line or not _CONDITIONS.isdisjoint(told)


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
