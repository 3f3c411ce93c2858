"""What happened, as one seat saw it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from pbem.engine.bot import BY, BY_LADDER
from pbem.engine.decision import MODERATOR, RULING
from pbem.engine.event import PUBLIC, Event, Rewound
from pbem.engine.play import SILENCE
from pbem.engine.position import Position
from pbem.engine.table import Entry, Table
from pbem.report import tree
from pbem.report.context import Paragraph
from pbem.report.plain import as_text
from pbem.report.words import Words, tag

_HEADING, _SUBHEADING, _ROW = f"{tree.HEADING} ", f"{tree.HEADING * 2} ", tree.CELL
"""How a line of a phrase begins that is not a sentence: a heading, one below it, a row of a table."""

IN_SHORT = "in-short"
"""The phrases of a game for the events that matter most, for whoever reads no more than that."""
_BY_LADDER = {"ladder": "ladder-applied", "agreed": "ladder-agreed", BY_LADDER: "ladder-bot"}
"""The phrases for answers that the ladder gave, by their source."""


class Past(msgspec.Struct, frozen=True):
    """What a story is told against: what only the whole log knows.

    *entry* gives the entry of a number, if there is one, and *public* the position as everyone knew it after it.
    *letters* has the number of each letter by that of the entry it was written after.
    """

    entry: Callable[[int], Entry | None]
    public: Callable[[int], Position]
    letters: Mapping[int, int] = {}


def past_of(table: Table, letters: Mapping[int, int] | None = None) -> Past:
    """What a story of *table* is told against."""
    entries = table.entries

    def entry(number: int) -> Entry | None:
        return entries[number - 1] if 0 < number <= len(entries) else None

    return Past(entry, lambda number: table.at(number)[1][PUBLIC], letters or {})


class _Told(msgspec.Struct, frozen=True):
    heading: str
    under: str
    line: str
    undone: bool

    @property
    def row(self) -> bool:
        return self.line.startswith(_ROW)


def story(words: Words, entries: Sequence[Entry], seat: str, past: Past | None = None) -> list[str]:
    """The sentences of all that *seat* saw; `PUBLIC` gives the public story."""
    return _flat(words, paragraphs(words, entries, seat, past))


def private(words: Words, entries: Sequence[Entry], seat: str, past: Past | None = None) -> list[str]:
    """The sentences of what *seat* saw and the public did not, or saw less of."""
    return _flat(words, paragraphs(words, entries, seat, past, apart=True))


def own(words: Words, entries: Sequence[Entry], seat: str, past: Past | None = None, *, compared: bool) -> list[str]:
    """The same, but without headings and what was undone, and only what the public saw nothing of if it is *compared*.

    For then a comparison of views tells what the public saw less of.
    """
    told = _Teller(words, entries, seat, past).tell(apart=True, alone=compared)
    return [each.line for each in told if not each.row and not each.undone]


def in_short(words: Words, entries: Sequence[Entry], seat: str, past: Past | None = None) -> list[str]:
    """What mattered most of what *seat* saw, a sentence for each event that has a phrase in `in-short`."""
    return [tree.plain(line) for line in _Teller(words, entries, seat, past).in_short()]


def paragraphs(
    words: Words, entries: Sequence[Entry], seat: str, past: Past | None = None, *, apart: bool = False
) -> list[Paragraph]:
    """The story in paragraphs, one per heading that has anything below it.

    *apart* leaves out what the public saw just so.
    """
    made: list[Paragraph] = []
    heading, under = ("", False), ""
    for told in _Teller(words, entries, seat, past).tell(apart=apart):
        if not made or heading != (told.heading, told.undone):
            heading, under = (told.heading, told.undone), ""
            made.append(Paragraph(told.heading, undone=told.undone))
        if under != told.under or (told.row and made[-1].sentences):
            made.append(Paragraph(told.under if under != told.under else "", undone=told.undone, level=2))
            under = told.under
        last = made[-1]
        more = {"rows": (*last.rows, told.line)} if told.row else {"sentences": (*last.sentences, told.line)}
        made[-1] = replace(last, **more)
    return made


class _Teller:
    """Tells entries in their order: what it has told so far, and under which headings it is."""

    def __init__(self, words: Words, entries: Sequence[Entry], seat: str, past: Past | None) -> None:
        self._words, self._entries, self._seat, self._past = words, entries, seat, past
        self._undone = undone_entries(entries)
        self._here = {entry.number: entry for entry in entries}
        self._seen: dict[bool, list[Event]] = {True: [], False: []}
        for entry in entries:
            seen = (event.seen_by(seat) for event in entry.events)
            self._seen[entry.number in self._undone] += [event for event in seen if event is not None]
        self._told = {True: 0, False: 0}
        self._by_bot: set[tuple[str, str]] = set()
        self._heading, self._under = self._headings_after(entries[0].number - 1) if entries else ("", "")

    def tell(self, *, apart: bool, alone: bool = False) -> Iterator[_Told]:
        """The sentences and rows; *apart* without what the public saw just so, *alone* only what it saw nothing of."""
        for entry in self._entries:
            undone = entry.number in self._undone
            view = self._before(entry)
            self._head(self._step(entry, view))
            if not apart:
                for sentence in _answered(self._words, entry, self._heading, self._by_bot):
                    yield _Told(self._heading, self._under, sentence, undone)
            for event in entry.events:
                common, seen = event.seen_by(PUBLIC), event.seen_by(self._seat)
                if seen is not None:
                    wanted = (seen != common or not apart) and (common is None or not alone)
                    lines = list(self._lines(seen, view, undone=undone, special=seen != common))
                    yield from lines if wanted else ()
                view = common.change(view) if common is not None and view is not None else view
            if not apart:
                yield from self._after(entry, view, undone=undone)
            if _stands_apart(entry):
                self._heading, self._under = self._headings_after(entry.number)

    def in_short(self) -> Iterator[str]:
        """The sentences of the events that matter most, without those that were undone."""
        for entry in self._entries:
            undone = entry.number in self._undone
            view = self._before(entry)
            for event in entry.events:
                common, seen = event.seen_by(PUBLIC), event.seen_by(self._seat)
                if seen is not None:
                    if not undone and self._words.has(IN_SHORT, tag(seen)):
                        yield from filter(None, self._phrase(seen, view, IN_SHORT, undone=undone))
                    self._told[undone] += 1
                view = common.change(view) if common is not None and view is not None else view

    def _lines(self, seen: Event, view: Position | None, *, undone: bool, special: bool) -> Iterator[_Told]:
        for line in self._phrase(seen, view, _group(self._words, seen, special=special), undone=undone):
            if line.startswith((_HEADING, _SUBHEADING)):
                self._head(line)
            elif line:
                yield _Told(self._heading, self._under, line, undone)
        self._told[undone] += 1

    def _phrase(self, seen: Event, view: Position | None, group: str, *, undone: bool) -> list[str]:
        """The lines that tell of an event, by the phrases of a *group*."""
        fixed = self._words.fixed(group, tag(seen))
        if fixed is not None:
            return [*fixed]
        args = tree.as_words({name: getattr(seen, name) for name in seen.__struct_fields__})
        at, others = self._told[undone], self._seen[undone]
        args |= {"event": seen, "me": self._seat, "view": view, "so_far": others[:at], "to_come": others[at + 1 :]}
        if isinstance(seen, Rewound):
            letters = self._past.letters if self._past else {}
            letter = max((n for entry, n in letters.items() if entry <= seen.to), default=0)
            forward, instead = self._forward(seen)
            args |= {"heading": self._headings_after(seen.to)[0], "letter": letter, "forward": forward}
            args |= {"instead": instead}
        return self._words.lines(group, tag(seen), args)

    def _after(self, entry: Entry, view: Position | None, *, undone: bool) -> Iterator[_Told]:
        """What is told at the end of an entry, by what its reader saw in it."""
        if self._words.has("after", entry.step) and view is not None:
            seen = [event for event in entry.events if event.seen_by(self._seat) is not None]
            before = self._before(entry)
            box = before.flow[-1] if before and before.flow else None
            args = {"me": self._seat, "view": view, "events": seen, "box": box}
            if sentence := self._words.say("after", entry.step, args):
                yield _Told(self._heading, self._under, sentence, undone)

    def _head(self, text: str) -> None:
        """Take a heading, if there is one."""
        if text.startswith(_SUBHEADING):
            self._under = text.removeprefix(_SUBHEADING)
        elif text:
            self._heading, self._under = text.removeprefix(_HEADING), ""

    def _before(self, entry: Entry) -> Position | None:
        return self._past.public(entry.number - 1) if self._past else None

    def _step(self, entry: Entry, view: Position | None) -> str:
        rewound = next((event for event in entry.events if isinstance(event, Rewound)), None)
        args = {"me": self._seat, "view": view, "forward": rewound is not None and self._forward(rewound)[0]}
        return self._words.say("steps", entry.step, args) if self._words.has("steps", entry.step) else ""

    def _headings_after(self, number: int) -> tuple[str, str]:
        """Under which heading, and which below it, play was after an entry, whatever was undone in between."""
        under = ""
        while entry := self._entry(number):
            rewound = next((event for event in reversed(entry.events) if isinstance(event, Rewound)), None)
            for text in () if rewound else reversed(self._headings_in(entry)):
                if text.startswith(_HEADING):
                    return text.removeprefix(_HEADING), under
                under = under or text.removeprefix(_SUBHEADING)
            number = rewound.to if rewound else number - 1
        return "", under

    def _entry(self, number: int) -> Entry | None:
        return self._here.get(number) or (self._past.entry(number) if self._past else None)

    def _forward(self, move: Rewound) -> tuple[bool, bool]:
        """Whether a *move* was forward again, to what had been undone, and whether something was played instead."""
        at = next(number for number, entry in self._here.items() if any(event is move for event in entry.events))
        number, before = at - 1, self._entry(at - 1)
        while number > move.to and (entry := self._entry(number)):
            rewound = next((event for event in reversed(entry.events) if isinstance(event, Rewound)), None)
            number = rewound.to if rewound else number - 1
        forward = number < move.to
        return forward, forward and not (before and any(isinstance(event, Rewound) for event in before.events))

    def _headings_in(self, entry: Entry) -> list[str]:
        """The headings in an entry, with their marks."""
        view = self._before(entry)
        step = self._step(entry, view)
        found = [step if step.startswith((_HEADING, _SUBHEADING)) else f"{_HEADING}{step}"] if step else []
        for event in entry.events:
            seen = event.seen_by(PUBLIC)
            if seen is not None and self._words.raw("events", tag(seen)).startswith(("# ", "## ")):
                lines = self._phrase(seen, view, "events", undone=False)
                found += [line for line in lines if line.startswith((_HEADING, _SUBHEADING))]
            view = seen.change(view) if seen is not None and view is not None else view
        return found


def _answered(words: Words, entry: Entry, heading: str, by_bot: set[tuple[str, str]]) -> Iterator[str]:
    """Who answered other than by a sheet, each once; for bots once under each heading, as *by_bot* remembers.

    Whoever answered some of several questions did so *partly*; which ones is for no one else to know.
    """
    answered = {answer.seat for answer in entry.answers if answer.by == "sheet"}
    told: set[tuple[str, str, str]] = set()
    for answer in entry.answers:
        seat, of = answer.seat, (answer.seat, answer.by, answer.note)
        if answer.by in ("default", SILENCE):
            code = "silence-counted" if answer.by == SILENCE else "default-applied"
            if of not in told:
                yield words.say("labels", code, {"seat": seat, "reason": answer.note, "partly": seat in answered})
            told.add(of)
        elif answer.by in _BY_LADDER:
            if of not in told:
                args = {"seat": seat, "note": answer.note, "partly": seat in answered}
                yield words.say("labels", _BY_LADDER[answer.by], args)
            told.add(of)
        elif answer.by == RULING:
            yield words.say("labels", "ruled", {"reason": answer.note, "seat": "" if seat == MODERATOR else seat})
        elif answer.by == BY and (seat, heading) not in by_bot:
            by_bot.add((seat, heading))
            yield words.say("labels", "bot-played", {"seat": seat, "reason": answer.note})


def _stands_apart(entry: Entry) -> bool:
    """Whether it is the moderator's doing, and what follows is not of its paragraph."""
    ruled = any(answer.by == RULING for answer in entry.answers)
    return ruled or any(isinstance(event, Rewound) for event in entry.events)


def _group(words: Words, event: Event, *, special: bool) -> str:
    return "private" if special and words.has("private", tag(event)) else "events"


def undone_entries(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of those *entries* that a later one set the game back to before (and none brought back)."""
    before: dict[int, int] = {}
    notices: set[int] = set()
    for entry in entries:
        before[entry.number] = entry.number - 1
        for event in entry.events:
            if isinstance(event, Rewound):
                before[entry.number] = event.to
                notices.add(entry.number)
    standing: set[int] = set()
    number = entries[-1].number if entries else 0
    while number in before:
        standing.add(number)
        number = before[number]
    return frozenset(before.keys() - standing - notices)


def _flat(words: Words, told: Sequence[Paragraph]) -> list[str]:
    return [
        tree.plain(marked(words, sentence) if paragraph.undone else sentence)
        for paragraph in told
        for sentence in (paragraph.heading, *in_lines(paragraph.rows), *paragraph.sentences)
        if sentence
    ]


def in_lines(rows: Sequence[str]) -> list[str]:
    """The rows of a table as lines of text."""
    return [line.removeprefix("- ") for line in as_text("\n".join(rows)).splitlines() if line]


def marked(words: Words, sentence: str) -> str:
    """*sentence* with the mark of what was undone."""
    return words.say("labels", "undone", {"sentence": sentence})
