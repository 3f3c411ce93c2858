"""What happened, as one seat saw it."""

from collections.abc import Iterator, Sequence

import msgspec

from pbem.engine.bot import BY
from pbem.engine.decision import DECREE
from pbem.engine.event import PUBLIC, Event, Rewound
from pbem.engine.play import SILENCE
from pbem.engine.table import Entry
from pbem.report.content import marks
from pbem.report.context import Paragraph
from pbem.report.words import Words, tag

_HEADING = f"{marks.HEADING} "


class _Told(msgspec.Struct, frozen=True):
    heading: str
    sentence: str
    undone: bool


def story(words: Words, entries: Sequence[Entry], seat: str) -> list[str]:
    """The sentences of all that *seat* saw; `PUBLIC` gives the public story."""
    return _flat(words, paragraphs(words, entries, seat))


def private(words: Words, entries: Sequence[Entry], seat: str) -> list[str]:
    """The sentences of what *seat* saw and the public did not, or saw less of."""
    return _flat(words, paragraphs(words, entries, seat, apart=True))


def paragraphs(words: Words, entries: Sequence[Entry], seat: str, *, apart: bool = False) -> list[Paragraph]:
    """The story in paragraphs, one per heading; *apart* leaves out what the public saw just so."""
    made: list[Paragraph] = []
    for told in _tell(words, entries, seat, apart=apart):
        last = made[-1] if made else None
        if last is None or (last.heading, last.undone) != (told.heading, told.undone):
            last = Paragraph(told.heading, (), told.undone)
            made.append(last)
        if told.sentence:
            made[-1] = msgspec.structs.replace(last, sentences=(*last.sentences, told.sentence))
    return made


def _tell(words: Words, entries: Sequence[Entry], seat: str, *, apart: bool) -> Iterator[_Told]:
    undone = undone_entries(entries)
    heading = ""
    by_bot: set[tuple[str, str]] = set()
    for entry in entries:
        if words.has("steps", entry.step):
            heading = words.say("steps", entry.step, {"me": seat}) or heading
        if not apart:
            for sentence in _answered(words, entry, heading, by_bot):
                yield _Told(heading, sentence, entry.number in undone)
        for event in entry.events:
            seen = event.seen_by(seat)
            if seen is None:
                continue
            special = seen != event.seen_by(PUBLIC)
            sentence = _sentence(words, seen, seat, special=special)
            if begins := sentence.startswith(_HEADING):
                heading, sentence = sentence.removeprefix(_HEADING), ""
            if (sentence or begins) and (special or not apart):
                yield _Told(heading, sentence, entry.number in undone)
        if _stands_apart(entry):
            heading = ""


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
                yield words.say(
                    "labels", code, {"seat": seat, "reason": marks.plain(answer.note), "partly": seat in answered}
                )
            told.add(of)
        elif answer.by == DECREE:
            yield words.say("labels", "decreed", {"reason": marks.plain(answer.note)})
        elif answer.by == BY and (seat, heading) not in by_bot:
            by_bot.add((seat, heading))
            yield words.say("labels", "bot-played", {"seat": seat})


def _stands_apart(entry: Entry) -> bool:
    """Whether it is the moderator's doing, and what follows is not of its paragraph."""
    decreed = any(answer.by == DECREE for answer in entry.answers)
    return decreed or any(isinstance(event, Rewound) for event in entry.events)


def _sentence(words: Words, event: Event, seat: str, *, special: bool) -> str:
    fields = marks.as_words({name: getattr(event, name) for name in event.__struct_fields__})
    return words.say(_group(words, event, special=special), tag(event), {**fields, "event": event, "me": seat})


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
        marks.plain(marked(words, sentence) if paragraph.undone else sentence)
        for paragraph in told
        for sentence in (paragraph.heading, *paragraph.sentences)
        if sentence
    ]


def marked(words: Words, sentence: str) -> str:
    """*sentence* with the mark of what was undone."""
    return words.say("labels", "undone", {"sentence": sentence})
