"""What a template may see: the records of a game, and the sections of the guide for players."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from pbem.engine.decision import Decision
from pbem.engine.picture import Picture
from pbem.report import plain, tree

Text = str | UnsetType
Flag = bool | UnsetType
Moment = datetime | UnsetType | None
_TYPED_BY_PEOPLE = ("game", "title", "player", "subject", "mark", "moderator")


class Paragraph(msgspec.Struct, frozen=True):
    """A table and sentences under a heading (or none); *undone* when the game was later set back to before them.

    A heading of *level* 2 is below that of the paragraph before it. The *rows* of the table come first.
    """

    heading: str
    sentences: tuple[str, ...] = ()
    undone: bool = False
    level: int = 1
    rows: tuple[str, ...] = ()


class NewTime(msgspec.Struct, frozen=True):
    """A key of the rules of time that has another value *now* than *before*; empty if it has none."""

    key: str
    now: str
    before: str


class SaidText(msgspec.Struct, frozen=True):
    """Words of the moderator, or of a player, line by line: *to_all*, or to the reader alone."""

    to_all: bool
    lines: tuple[str, ...]
    by_player: bool = False
    writer: str = ""


class ReplySection(msgspec.Struct, frozen=True):
    """A part of a reply to several commands: its heading, its text and the names of its pictures."""

    heading: str
    text: str
    pictures: Sequence[str] = ()


class QuestionText(msgspec.Struct, frozen=True, kw_only=True):
    """One of several questions in a letter: its heading in the sheet, what it asks, and what silence comes to."""

    heading: str
    question: str
    says: str
    answered: bool
    deadline: datetime | None
    silence: str


class ReplyText(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one of several questions by a sheet, with the order in words.

    *silence* is what counts at the deadline if the question is still to do then, and *late* says that it has passed.
    It is accepted *partly* if something in it was refused that stands apart.
    """

    question: str
    fate: str
    says: str
    partly: bool
    earlier: datetime | None
    deadline: datetime | None
    late: bool
    silence: str


class QuestionState(msgspec.Struct, frozen=True, kw_only=True):
    """What came for one of several questions so far; *silence* and *late* are as in a `ReplyText`."""

    question: str
    received: str
    counted_at: datetime | None
    deadline: datetime | None
    late: bool
    silence: str


class QuestionDue(msgspec.Struct, frozen=True):
    """When the answer to one of several questions is due; *late* if that is over."""

    question: str
    deadline: datetime | None
    late: bool = False


NoteKind = Literal["refused", "fixed", "warning", "open"]
"""What a note says of its line.

    refused   it must be changed
    fixed     only one reading was possible, and the sheet below has it
    warning   it is legal, but perhaps not meant
    open      it cannot be judged before another line is changed
"""


class LineNote(msgspec.Struct, frozen=True):
    """What there is to say of a line of a refused sheet, and *brief* for the comments in the sheet to send again."""

    kind: NoteKind
    says: str
    brief: str = ""


class SheetLine(msgspec.Struct, frozen=True):
    """A line of a refused sheet as its writer has it; number 0 stands for lines that are left out."""

    number: int
    text: str


class SheetRun(msgspec.Struct, frozen=True):
    """Lines of a refused sheet, with the notes on the last of them."""

    lines: tuple[SheetLine, ...]
    notes: tuple[LineNote, ...] = ()


class ReturnedSheet(msgspec.Struct, frozen=True):
    """A refused sheet with notes: *wrong* lines must be changed, *fixed* ones were.

    *copy* is the sheet to send again, without its marks; empty if it is not one to repeat. There is something to say of
    so many *more* lines.
    """

    runs: tuple[SheetRun, ...]
    wrong: int
    fixed: int
    copy: str = ""
    more: int = 0


Texts = Sequence[Paragraph] | UnsetType


class Addressed(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a text of a game is for: *view* is the game as the reader sees it, never its state."""

    titles: Mapping[str, str]
    view: Any
    game: str = ""
    title: str = ""
    player: str = ""
    moderator: str = ""
    subject: str = ""
    """What a reply must keep, for the token at its end."""
    mark: str = ""
    """What is in the line that opens the form."""
    form: str = ""
    zone: str = "UTC"
    """The reader's time zone, and below, the game's."""
    game_zone: str = ""


class AskedInTime(Addressed, frozen=True, kw_only=True):
    """What is asked of the reader of a text, and when it is due."""

    decision: Decision[Any] | None = None
    deadline: datetime | None = None
    late: bool = False
    last_grace: str = ""
    """How long play waits after the last sheet; empty if it does not."""
    own_hold: str = ""
    """That the reader's seat holds the game, and until when; empty if it does not."""
    plays: datetime | None = None
    """When play continues if the sheet is the last one, where it does not at once."""
    opens: datetime | None = None
    """When play may continue at the earliest, if all sheets are in before; and by deadline, the end of its grace."""
    graces: Mapping[datetime, datetime] = {}
    stopped: Literal["", "clock", "play"] = ""
    """Whether the clock stands, so that nothing is due, and whether play waits for it."""


class LetterContext(AskedInTime, frozen=True, kw_only=True):
    """All that the templates of letters, receipts and replies to commands may see, and nothing else.

    *me* is the reader's seat: empty for everyone. What people typed is made safe for a line of a letter here. A field
    that is not set is undefined in a template, where to use it is an error.
    """

    me: str
    question: str = ""
    """What the decision asks, as a noun phrase."""
    asked: bool = False
    """Whether the game waits for an answer."""
    questions: Sequence[QuestionText] = ()
    """Each of the questions, if there are several."""
    replies: Sequence[ReplyText] = ()
    states: Sequence[QuestionState] = ()
    settled: str = ""
    """The questions of the letter that a sheet replies to which are not open any more."""
    plans: Sequence[str] = ()
    """The seat's plans for coming decisions, in words."""
    planned: bool = False
    """Whether a sheet changed them."""
    refused_plans: bool = False
    again: str = ""
    doubts: Sequence[str] = ()
    sealed_away: bool = False
    new_times: Sequence[NewTime] = ()
    """What the moderator has changed in the rules of time since the last letter."""
    dues: Sequence[QuestionDue] = ()
    """Each question with its own deadline, where the reader has several and they differ."""

    round: int | UnsetType = UNSET
    previous: int | UnsetType = UNSET
    """The round of the letter before this one to the same seat; 0 if there was none."""
    pictures: Sequence[Picture] = ()
    said: Sequence[SaidText] = ()
    watchers: int = 0
    desk: str = ""
    """The link to the reader's page on the order desk."""
    press: str = ""
    """How the reader writes to the other players; empty where it is not said."""
    missed: Sequence[str] = ()
    """What the ladder did for a seat that had not answered, or in a reminder: what it will do."""
    overdue: str = ""
    """What the ladder will do if nothing comes, as a noun phrase; empty if the moderator decides."""
    """Those that may go with it."""
    waiting: Sequence[str] | UnsetType = UNSET
    """The other seats that must send a sheet, and below their titles."""
    waited: Sequence[str] | UnsetType = UNSET
    bots: Sequence[str] | UnsetType = UNSET
    """The seats that players have and bots play."""
    vacant: Sequence[str] | UnsetType = UNSET
    """The seats that no one holds; *vacant_played* if a bot plays them."""
    vacant_played: Flag = UNSET
    my_bot: Flag = UNSET
    answered: Flag = UNSET
    covered: Flag = UNSET
    outcome: Mapping[str, Any] | UnsetType | None = UNSET
    commitment: Text = UNSET
    chance_key: Text = UNSET
    next_commitment: Text = UNSET
    hashes: Sequence[str] | UnsetType = UNSET
    found: Any = UNSET
    """What the game answers to an enquiry, from the reader's view; of a trial, the sentences of what would follow."""
    parts: Mapping[str, str] | UnsetType = UNSET
    """The texts of templates that were filled in before."""
    story: Texts = UNSET
    told: Sequence[str] | UnsetType = UNSET
    """What the reader alone was told."""
    changes: Any = None
    """What the game finds different since the reader's last letter."""

    fate: Text = UNSET
    text: Text = UNSET
    """The sheet as its writer sent it, and below, the order in it."""
    order: Any | UnsetType = UNSET
    faults: Text = UNSET
    returned: ReturnedSheet | None = None
    """The lines of a refused sheet, with what there is to say of each."""
    rest: Sequence[str] = ()
    """What would count of it without the refused lines, in words."""
    leaning: bool = False
    """Whether some of that needs a refused line first."""
    remarks: int | UnsetType = UNSET
    looked_at: Flag = UNSET
    notes: Sequence[str] | UnsetType = UNSET
    sealed: Flag = UNSET
    hash: Text = UNSET
    nonce: Text = UNSET
    words: str | Sequence[str] | UnsetType = UNSET
    """The words of chance in a sheet, or the words that are commands."""
    words_salt: Text = UNSET
    words_hash: Text = UNSET
    replaces: Flag = UNSET
    overtaken: Flag = UNSET
    stands: Flag = UNSET
    earlier: Moment = UNSET

    code: Text = UNSET
    """Which reply a command gets, and below: what its phrase is given, and more text."""
    args: Mapping[str, Any] | UnsetType = UNSET
    due: Flag = UNSET
    more: Text = UNSET
    said_back: Text = UNSET
    line: Text = UNSET
    topics: Sequence[str] | UnsetType = UNSET
    """The sections of the guide."""
    sections: Sequence[ReplySection] | UnsetType = UNSET
    whole: Flag = UNSET
    over: Flag = UNSET
    moved_on: Flag = UNSET
    """Whether the game has asked others since the seat's last letter."""
    left: Text = UNSET
    """How long it is to the deadline, in words."""
    wrong: Text = UNSET
    """The first problem of the last refused sheet."""
    received: Text = UNSET
    counted_at: Moment = UNSET
    newest_at: Moment = UNSET
    held_at: Moment = UNSET
    doubted_at: Moment = UNSET
    later: Flag = UNSET
    holds: Flag = UNSET
    until: Moment = UNSET
    """How long the hold lasts at most, or a stand-in plays."""
    ends: Moment = UNSET
    """When the hold ends before that, as the seat wished."""
    joined: Text = UNSET
    """How the reader came to the seat."""
    periods: Sequence[str] | UnsetType = UNSET

    def __post_init__(self) -> None:
        for name in _TYPED_BY_PEOPLE:
            msgspec.structs.force_setattr(self, name, plain.inline(getattr(self, name)))
        titles = {seat: plain.inline(title) for seat, title in self.titles.items()}
        msgspec.structs.force_setattr(self, "titles", titles)
        msgspec.structs.force_setattr(self, "form", self.form.strip("\n"))

    def names(self) -> dict[str, Any]:
        """What templates may name, with its values."""
        fields = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return {name: value for name, value in fields if value is not UNSET}


_HEADING = re.compile(r"(#{1,3}) (.*)")
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]*)\)")
_ITEM = re.compile(r"( *)(?:[-*]|\d+\.) +(.*)")
_RULE = re.compile(r"\|[\s|:-]+\|?")
_WORD = re.compile(r"[^\W_]+")
_KEY = re.compile(r"\*\*([^*]+)\*\*|`([^`]+)`")
_ENDINGS = ("ings", "ing", "ers", "er", "ed", "es", "s", "e")
_SHORTEST = 3
"""The fewest letters that an ending leaves."""
_FENCE, _CODE = "```", "    "


class GuideSection(msgspec.Struct, frozen=True):
    """A section: its heading as plain words, its lines with those of its subsections, and its level from 1."""

    heading: str
    lines: tuple[str, ...]
    level: int

    @property
    def content(self) -> str:
        """Its text with the marks of a letter."""
        return tree.marked("\n".join(_converted(self.lines)))


def sections(pages: Sequence[Path]) -> tuple[GuideSection, ...]:
    """The sections of all *pages*, each followed by its subsections."""
    return tuple(section for page in pages for section in _sections_of(page, page.stat().st_mtime_ns))


def titles(found: Sequence[GuideSection]) -> tuple[str, ...]:
    """The headings that a list of the guide shows: those of its sections, without subsections."""
    return tuple(dict.fromkeys(section.heading for section in found if section.level == 2))


def named(found: Sequence[GuideSection], wanted: str, topics: Mapping[str, str]) -> GuideSection | None:
    """The section that *wanted* means: by *topics*, words with the headings that they stand for, or by its own words.

    Those of its heading count most, then its keys and what is strong in it, then how often it has a word.
    """
    known = {" ".join(map(_stem, _words(word))): heading for word, heading in topics.items()}
    known |= {word.casefold(): heading for word, heading in topics.items()}  # a commander gives commands
    wanted = known.get(" ".join(_words(wanted)), known.get(" ".join(map(_stem, _words(wanted))), wanted))
    words = [_stem(word) for word in _words(wanted)]
    if not words:
        return None
    same = (section for section in found if [*map(_stem, _words(section.heading))] == words)
    if section := next(same, None):
        return section
    scores = [_score(section, words) for section in found]
    best = max(scores, default=0)
    return found[scores.index(best)] if best else None


@lru_cache(maxsize=16)
def _sections_of(page: Path, _changed: int) -> tuple[GuideSection, ...]:
    lines = page.read_text(encoding="utf-8").split("\n")
    heads: list[tuple[int, int, str]] = []
    fenced = False
    for at, line in enumerate(lines):
        fenced ^= line.lstrip().startswith(_FENCE)
        if not fenced and (found := _HEADING.fullmatch(line)):
            heads.append((at, len(found[1]), _plain(found[2])))
    made = []
    for place, (at, level, heading) in enumerate(heads):
        ends = (start for start, other, _ in heads[place + 1 :] if other <= max(level, 2))
        made.append(GuideSection(heading, tuple(lines[at + 1 : next(ends, len(lines))]), level))
    return tuple(made)


def _score(section: GuideSection, words: Sequence[str]) -> float:
    """How well a section fits *words*; none that lacks one of them fits at all."""
    about = _about(section)
    return sum(about[word] for word in words) if all(word in about for word in words) else 0


@lru_cache(maxsize=256)
def _about(section: GuideSection) -> Mapping[str, float]:
    """What a section is about: its words, by how much they weigh in it."""
    weights: dict[str, float] = defaultdict(float)
    heading = [_stem(word) for word in _words(section.heading)]
    text = "\n".join(section.lines)
    keys = [_stem(word) for found in _KEY.finditer(text) for word in _words(found[1] or found[2])]
    said = Counter(_stem(word) for word in _words(text))
    length = max(sum(said.values()), 100)
    for word, count in said.items():
        weights[word] += count * 100 / length
    for word, count in Counter(keys).items():
        weights[word] += count * 100 / length
    for word in heading:
        weights[word] += 1000 / len(heading)
    return dict(weights)


def _words(text: str) -> list[str]:
    bare = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(letter for letter in bare if not unicodedata.combining(letter)))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word.removesuffix(ending)
    return word


def _plain(heading: str) -> str:
    return _LINK.sub(r"\1", heading).replace("`", "").replace("**", "")


def _linked(found: re.Match[str]) -> str:
    return f"{found[1]} ({found[2]})" if found[2].startswith(("http:", "https:")) else found[1]


def _converted(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a section as a template would write them: paragraphs in one line, tables with a marked head."""
    paragraph = ""
    for kind, line in _kinds(lines):
        if kind == "text":
            paragraph = f"{paragraph} {line.strip()}" if paragraph else line
            continue
        if paragraph:
            yield _LINK.sub(_linked, paragraph)
        paragraph = line if kind == "item" else ""
        if kind == "line":
            yield line
    if paragraph:
        yield _LINK.sub(_linked, paragraph)


def _kinds(lines: Sequence[str]) -> Iterator[tuple[Literal["text", "item", "line"], str]]:
    """Each line, and whether it may continue a paragraph, begins an item of a list, or is a line of its own."""
    fenced = False
    for line, below in zip(lines, (*lines[1:], ""), strict=True):
        if line.lstrip().startswith(_FENCE):
            fenced = not fenced
            yield "line", _FENCE
        elif fenced:
            yield "line", line
        elif not line.strip():
            yield "line", ""
        elif line.startswith(_CODE):
            yield from (("line", part) for part in (_FENCE, line.removeprefix(_CODE), _FENCE))
        elif not _RULE.fullmatch(line):
            yield _kind(line, head=bool(_RULE.fullmatch(below)))


def _kind(line: str, *, head: bool) -> tuple[Literal["text", "item", "line"], str]:
    if found := _HEADING.fullmatch(line):
        return "line", f"{found[1][1:]} {_plain(found[2])}"
    if line.startswith("|"):
        return "line", _row(line, head=head)
    if item := _ITEM.fullmatch(line):
        return "item", f"{item[1]}- {item[2]}"
    return "text", line


def _row(line: str, *, head: bool) -> str:
    cells = _LINK.sub(_linked, line).strip().removeprefix("|").removesuffix("|").replace(r"\|", "/")
    return f"|{'#' if head else ''} {cells.strip()}"
