"""Letters to seats, the report for everyone, and the receipt for every sheet."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.coming import Coming
from pbem.engine.decision import Decision
from pbem.engine.drawing import Picture
from pbem.engine.event import PUBLIC
from pbem.engine.order import Order
from pbem.engine.position import KeptOrder, Position
from pbem.engine.table import Entry
from pbem.report import layout
from pbem.report import several as parts_of
from pbem.report.content import marks
from pbem.report.content.parse import parse
from pbem.report.content.text import as_text, text
from pbem.report.content.tree import Content
from pbem.report.context import LetterContext, NewTime, Paragraph, SaidText
from pbem.report.corrected import CorrectedSheet
from pbem.report.faults import WordedFault, explained
from pbem.report.line_notes import returned
from pbem.report.several import Question, Reply, question
from pbem.report.story import Past, marked, own, paragraphs
from pbem.report.words import Words

Joined = Literal["taken", "stand-in", "returned"]
PARTS = ("asked", "changes", "hand", "options", "summary", "position", "form", "outcome")
"""The parts of a letter that a game fills with templates of its own."""


class Occasion(msgspec.Struct, frozen=True, kw_only=True):
    """All that one letter may draw on: public facts and what its seat knows, nothing else.

    *seat* is `PUBLIC` for the report, and *view* is that seat's. *asked* is false when *decision* may be
    answered but is not waited for; it was *answered* in advance if its plain answer is what its seat wrote before.
    *brief* is the tag of an order whose `brief` template says all that a letter needs besides question, story and form.
    *previous* is the round of the last letter to the seat; *entries* come after it. *waiting* names seats, never their
    decisions; *bots* those that the program plays, *vacant* those that no one holds. *subject* is that of the
    letter, *mark* opens its form, *moderator* is whom a player writes to for everything else.
    *commitment* belongs to the first letter, *chance_key* to the last, with the commitment of the key that comes next
    if the game is set back after its end; *form* is the blank sheet, without its marks.
    *hashes* are those of the seat's sealed sheets that were opened since its last letter. Where *several* decisions
    are asked *decision* is the first of them, and *form* is what is below all parts of the sheet. *coming* are the
    kinds of decisions that the seat may plan for; its plans are in its view. *entries* came since the seat's last
    letter, and are told against the *past*; *changes* is what the game finds different since then for the seat.
    *pictures* may go with it. *said* are words of the moderator, *missed* what counted for a seat that was late,
    *overdue* what will happen if it is, *watchers* is how many people get the report, *desk* is the link to
    the seat's page, *press* how it writes to other players. With *joined* it is the dossier of whoever takes the seat
    over: `taken` for good, or as a `stand-in`, perhaps *until* a time, or `returned` after one.
    """

    game: str
    round: int
    seat: str
    titles: Mapping[str, str]
    view: Position
    previous: int = 0
    brief: str = ""
    title: str = ""
    player: str = ""
    entries: tuple[Entry, ...] = ()
    past: Past | None = None
    changes: Any = None
    decision: Decision | None = None
    several: tuple[Question, ...] = ()
    asked: bool = True
    answered: bool = False
    waiting: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    vacant: tuple[str, ...] = ()
    deadline: datetime | None = None
    opens: datetime | None = None
    last_grace: str = ""
    stopped: Literal["", "clock", "play"] = ""
    graces: Mapping[datetime, datetime] = {}
    new_times: tuple[NewTime, ...] = ()
    zone: str = "UTC"
    game_zone: str = ""
    subject: str = ""
    mark: str = ""
    form: str = ""
    outcome: Mapping[str, Any] | None = None
    commitment: str = ""
    chance_key: str = ""
    next_commitment: str = ""
    hashes: tuple[str, ...] = ()
    moderator: str = ""
    coming: tuple[Coming, ...] = ()
    pictures: tuple[Picture, ...] = ()
    joined: Joined | None = None
    until: datetime | None = None
    said: tuple[SaidText, ...] = ()
    watchers: int = 0
    desk: str = ""
    missed: tuple[str, ...] = ()
    overdue: str = ""
    press: str = ""


class SheetFate(Enum):
    """What became of a sheet that arrived."""

    accepted = "accepted"
    partly = "partly"
    """Of several parts some count, and some were refused."""
    refused = "refused"
    held = "held"
    """It is valid, and counts once the moderator confirms that it is from its seat."""
    doubted = "doubted"
    """It is valid, and counts once its seat says yes."""
    words = "words"
    """It has neither an order nor a command."""
    nothing = "nothing"
    """Its writer changed nothing."""
    unasked = "unasked"
    """Nothing may be sent by this seat now."""
    outdated = "outdated"
    """It was written for a stage that is over."""
    over = "over"
    """The game has ended."""


_OF_AN_OCCASION = (
    *("game", "round", "previous", "titles", "view", "title", "player", "decision", "answered", "deadline", "zone"),
    *("game_zone", "subject", "mark", "form", "outcome", "commitment", "chance_key", "next_commitment", "hashes"),
    *("moderator", "changes", "pictures", "opens", "stopped", "graces", "new_times", "said", "missed", "overdue"),
    *("watchers", "desk", "last_grace", "press"),
)
_OF_AN_ARRIVAL = (
    *("game", "titles", "view", "title", "player", "text", "decision", "asked", "order", "notes", "sealed", "hash"),
    *("nonce", "words", "words_salt", "words_hash", "replaces", "overtaken", "stands", "earlier", "moderator"),
    *(
        "deadline",
        "late",
        "zone",
        "game_zone",
        "subject",
        "mark",
        "form",
        "refused_plans",
        "opens",
        "last_grace",
        "own_hold",
        "plays",
        "stopped",
        "graces",
        "again",
        "doubts",
        "sealed_away",
    ),
)
"""The fields that are named in a letter's context as they are here."""
GOOD = frozenset({SheetFate.accepted, SheetFate.partly, SheetFate.held, SheetFate.doubted})
"""The fates of a sheet of which something counts, or will."""


class SheetArrival(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet that a seat sent, and what became of it.

    *text* is the sheet as its player wrote it, *order* what was read in it when it was accepted,
    *replaces* whether an earlier accepted sheet gives way to it, *overtaken* whether it gives way itself to what came
    after it, *stands* whether an earlier one still counts, *earlier* when that one came; *form* is a blank sheet to
    answer with, when one is of use.
    *doubts* say why one that is valid waits for a yes; none can be for a sheet that is *sealed_away*.
    *notes* are sentences on how the mail was read, *moderator* is whom to ask; it is *late* when it *arrived* after the
    deadline. Of a *sealed* sheet that is good nothing is repeated but its *hash*, the *nonce* that it was made with,
    and the number of *remarks* on what is good; *faults* are then those of the rest. A refused sheet that could be read
    is also there as *corrected*. *words* of chance are repeated
    unless it is sealed, with the hash of *words_salt* and them. Where several decisions are asked, *replies* tell what
    became of each, *several* is what the form asks, and *form* is what is below all parts of it. *settled* are the
    decisions of the letter that it answers which are not open any more. *plans* are those that it brought, if
    they are good. *again* is the sheet that its seat sent before and that was refused, as it went back.
    """

    game: str
    seat: str
    titles: Mapping[str, str]
    fate: SheetFate
    view: Position
    title: str = ""
    player: str = ""
    text: str = ""
    decision: Decision | None = None
    several: tuple[Question, ...] = ()
    replies: tuple[Reply, ...] = ()
    settled: tuple[Decision, ...] = ()
    asked: bool = True
    order: Order | None = None
    faults: tuple[WordedFault, ...] = ()
    corrected: CorrectedSheet | None = None
    remarks: int = 0
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    sealed_away: bool = False
    sealed: bool = False
    hash: str = ""
    nonce: str = ""
    words: str = ""
    words_salt: str = ""
    words_hash: str = ""
    replaces: bool = False
    overtaken: bool = False
    stands: bool = False
    earlier: datetime | None = None
    moderator: str = ""
    deadline: datetime | None = None
    late: bool = False
    opens: datetime | None = None
    last_grace: str = ""
    own_hold: str = ""
    plays: datetime | None = None
    stopped: Literal["", "clock", "play"] = ""
    graces: Mapping[datetime, datetime] = {}
    arrived: datetime | None = None
    zone: str = "UTC"
    game_zone: str = ""
    subject: str = ""
    mark: str = ""
    form: str = ""
    coming: tuple[Coming, ...] = ()
    plans: tuple[KeptOrder, ...] | None = None
    refused_plans: bool = False
    again: str = ""


def letter(words: Words, occasion: Occasion) -> str:
    """The letter to the seat of *occasion*, as plain text."""
    if occasion.seat == PUBLIC:
        raise ValueError("a letter needs a seat; the public gets a report")
    return text(content(words, occasion))


def public_report(words: Words, occasion: Occasion) -> str:
    """The report for a forum and for spectators, as plain text; its *occasion* is that of no one in particular."""
    if occasion.seat != PUBLIC:
        raise ValueError(f"the public report was given the occasion of seat {occasion.seat!r}")
    return text(content(words, occasion))


def part(words: Words, occasion: Occasion, name: str) -> str:
    """One of a letter's `PARTS` by itself."""
    text = _part(words, name, _context(words, occasion))
    return f"{marks.plain(text)}\n" if name == "form" else as_text(text)


def part_content(words: Words, occasion: Occasion, name: str) -> Content:
    """One of a letter's `PARTS` by itself, as a tree."""
    return parse(_part(words, name, _context(words, occasion)))


def how_it_ended(words: Words, occasion: Occasion) -> str:
    """What the last letter says of how the game ended, with its marks."""
    return _part(words, "outcome", _context(words, occasion))


def receipt(words: Words, arrival: SheetArrival) -> str:
    """The receipt for a sheet, as plain text."""
    return text(receipt_content(words, arrival))


def receipt_content(words: Words, arrival: SheetArrival) -> Content:
    """The receipt for a sheet."""
    fields = {name: getattr(arrival, name) for name in _OF_AN_ARRIVAL}
    secret = arrival.sealed and arrival.fate in GOOD
    context = LetterContext(
        me=arrival.seat,
        fate=arrival.fate.value,
        question=_questions(words, arrival),
        settled=parts_of.questions(words, arrival.settled, arrival.seat) if arrival.settled else "",
        faults=explained(words, arrival.text, arrival.faults, quoted=not secret),
        remarks=arrival.remarks,
        looked_at=bool(arrival.text.strip()),
        **fields,
    )
    if (corrected := arrival.corrected) is not None:
        found = corrected.found.every_fault
        back = returned(words, arrival.text, corrected, found, whole=not arrival.sealed)
        open_ = not arrival.sealed and arrival.order is None
        rest = parts_of.would_count(words, corrected, arrival.replies, context) if open_ else ()
        context = replace(context, returned=back, rest=rest, leaning=corrected.leaning)
    said = _part(words, "said-back", context) if arrival.order is not None and not secret else ""
    replies = parts_of.told(words, arrival.replies, context, sealed=secret)
    dues = parts_of.dues(
        words,
        [(each.decision, each.deadline) for each in arrival.replies if each.fate != "settled"],
        arrival.seat,
        arrival.arrived,
    )
    plans = parts_of.plans_told(words, arrival.plans or (), arrival.coming, context)
    context = replace(context, plans=plans, planned=arrival.plans is not None and arrival.fate in GOOD)
    form = _to_answer_with(words, context, arrival)
    parts = {"said_back": said, "form": form}
    return parse(words.render("letters/receipt.txt.j2", replace(context, replies=replies, dues=dues, parts=parts)))


def _to_answer_with(words: Words, context: LetterContext, arrival: SheetArrival) -> str:
    """The sheet that a receipt ends with: one's own where one was refused, as an empty form would lose it."""
    if context.returned:
        return context.returned.copy
    if arrival.again or arrival.fate is SheetFate.refused:
        return arrival.again
    return blank_sheet(words, context, arrival.several)


def _questions(words: Words, arrival: SheetArrival) -> str:
    """What is asked of the seat, each question by its name."""
    several = [each.decision for each in arrival.several] or [each.decision for each in arrival.replies]
    decisions = several or ([arrival.decision] if arrival.decision else [])
    return words.listed([question(words, decision, arrival.seat) for decision in decisions]) if decisions else ""


def content(words: Words, occasion: Occasion, kind: str = "") -> Content:
    """The letter to the seat of *occasion*; for no seat, the public report, or another *kind* of page."""
    context = _context(words, occasion)
    parts = {part: _part(words, part, context) for part in _parts(occasion)}
    if occasion.brief:
        parts["brief"] = words.render(f"orders/{occasion.brief}/brief.txt.j2", context).strip("\n")
    elif occasion.seat and (plans := parts_of.plans_told(words, occasion.view.kept, occasion.coming, context)):
        kept = words.render("plans.txt.j2", replace(context, plans=plans))
        parts["hand"] = f"{parts['hand']}\n\n{kept}".strip("\n")
    if occasion.several:
        parts |= {"asked": "", "form": blank_sheet(words, context, occasion.several)}
    entries, seat, past = occasion.entries, occasion.seat, occasion.past
    whole = replace(
        context,
        parts=dict.fromkeys(PARTS, "") | parts,
        story=[_marked(words, paragraph) for paragraph in paragraphs(words, entries, PUBLIC, past)],
        told=own(words, entries, seat, past, compared=occasion.changes is not None) if seat else (),
    )
    usual = "report" if occasion.seat == PUBLIC else "brief" if occasion.brief else "letter"
    kind = kind or ("dossier" if occasion.joined else usual)
    return parse(words.render(f"letters/{kind}.txt.j2", whole))


def whole_story(words: Words, occasion: Occasion, entries: Sequence[Entry]) -> str:
    """All that happened in *entries*, the first of the game on, as the seat of *occasion* saw it; as plain text."""
    told = paragraphs(words, entries, occasion.seat, occasion.past)
    context = replace(_context(words, occasion), story=[_marked(words, paragraph) for paragraph in told])
    return text(parse(words.render("letters/whole-story.txt.j2", context)))


def blank_sheet(words: Words, context: LetterContext, several: Sequence[Question]) -> str:
    """The form, as its game's templates write it, for *several* decisions or for the only one of *context*."""
    if not several:
        return _part(words, "form", context) if context.form else ""

    def write(each: Question) -> str:
        return _part(words, "form", replace(context, decision=each.decision, form=each.form))

    return parts_of.form_of(several, words, write, context.form).strip("\n")


def _part(words: Words, name: str, context: LetterContext) -> str:
    text = words.render(f"{name}.txt.j2", context).strip("\n")
    return text if name == "form" else layout.one_stop(text)


def _parts(occasion: Occasion) -> Iterator[str]:
    asked = occasion.decision is not None and occasion.asked
    if occasion.decision is not None:
        yield "asked"
    if asked and occasion.form.strip():
        yield "form"
    if occasion.brief:
        return
    if occasion.seat != PUBLIC:
        yield "hand"
        if occasion.changes is not None:
            yield "changes"
    if asked:
        yield "options"
    if asked or occasion.seat == PUBLIC or occasion.outcome is not None or occasion.joined:
        yield "summary"
    if occasion.outcome is not None:
        yield "outcome"


def _context(words: Words, occasion: Occasion) -> LetterContext:
    decision = occasion.decision
    others = tuple(seat for seat in occasion.waiting if seat != occasion.seat)
    titles = {seat: layout.inline(title) for seat, title in occasion.titles.items()}
    fields = {name: getattr(occasion, name) for name in _OF_AN_OCCASION}
    context = LetterContext(
        me=occasion.seat,
        question=question(words, decision, occasion.seat) if decision else "",
        asked=bool(decision) and occasion.asked,
        waiting=others,
        waited=[titles[seat] for seat in others],
        bots=[titles[seat] for seat in occasion.bots if seat not in occasion.vacant],
        vacant=[titles[seat] for seat in occasion.vacant],
        vacant_played=not set(occasion.vacant).isdisjoint(occasion.bots),
        my_bot=occasion.seat in occasion.bots,
        joined=occasion.joined or "",
        until=occasion.until,
        **fields,
    )
    return replace(
        context,
        questions=parts_of.asked(words, occasion.several, context),
        dues=parts_of.dues(words, [(each.decision, each.deadline) for each in occasion.several], occasion.seat),
    )


def _marked(words: Words, paragraph: Paragraph) -> Paragraph:
    if not paragraph.undone:
        return paragraph
    return replace(paragraph, sentences=tuple(marked(words, sentence) for sentence in paragraph.sentences))
