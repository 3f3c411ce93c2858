"""Letters to seats, the report for everyone, and the receipt for every sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.order import Order
from pbem.engine.picture import Picture
from pbem.engine.play import Coming, Planning
from pbem.engine.position import KeptOrder
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Entry, Step
from pbem.report import plain, tree
from pbem.report.context import (
    AskedInTime,
    LetterContext,
    NewTime,
    Paragraph,
    QuestionDue,
    QuestionText,
    ReplyText,
    SaidText,
)
from pbem.report.plain import as_text, text
from pbem.report.returned_sheet import CorrectedSheet, WordedFault, explained, returned
from pbem.report.story import Past, marked, own, paragraphs
from pbem.report.tree import Content, parse
from pbem.report.words import Words, tag, words_of
from pbem.sheet.parts import Part, joined
from pbem.sheet.words import PASS_WORDS

ReplyFate = Literal["accepted", "replaces", "overtaken", "held", "refused", "settled", "in-advance", "missing"]
"""What became of a decision by a sheet.

    accepted    it was answered
    replaces    it was answered, and an earlier answer gives way
    overtaken   it was answered well, but something that came later stands
    held        it was answered, and the moderator has to confirm that it is from its seat, or its seat that it is meant
    refused     it was answered, with faults
    settled     it was answered, but is not open any more
    in-advance  the sheet says nothing of it, and the seat's standing orders answer it
    missing     the sheet says nothing of it
"""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One of several decisions that a seat is asked, below its *heading* in a sheet.

    *form* is its part of the blank sheet, empty if it has none.
    It was *answered* in advance if its plain answer is what its seat wrote before.
    """

    decision: Decision
    heading: str
    form: str = ""
    answered: bool = False
    deadline: datetime | None = None


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one of several decisions; *order* is what was read if that is good.

    It is accepted *partly* if something in it was refused that stands apart.
    *earlier* is when the answer came that counts where this sheet gives none, or that gives way to it. It is *late* if
    the deadline had passed when the sheet came.
    """

    decision: Decision
    fate: ReplyFate
    order: Any = None
    earlier: datetime | None = None
    deadline: datetime | None = None
    late: bool = False
    partly: bool = False

    @property
    def to_do(self) -> bool:
        """Whether no answer counts so far."""
        return self.fate in ("missing", "refused") and self.earlier is None


def question(words: Words, decision: Decision, seat: str) -> str:
    """What *decision* asks, as a noun phrase: for headings, receipts and lists."""
    return words.phrase("decisions", tag(decision.takes), {**decision.about, "decision": decision, "me": seat})


def questions(words: Words, decisions: Sequence[Decision], seat: str) -> str:
    """What *decisions* ask together, short enough for a subject."""
    first = question(words, decisions[0], seat)
    more = len(decisions) - 1
    return words.phrase("labels", "and-more", {"first": first, "count": more}) if more else first


def headings(words: Words, decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The heading of each of *decisions* in a sheet that answers them all, no two alike.

    It is the label if that tells them apart, else the power, else both, and a number where neither helps.
    """
    labels = [_label(words, decision) for decision in decisions]
    powers = [words.lexicon.name("power", decision.power) for decision in decisions]
    both = [f"{power} {label}".strip() for power, label in zip(powers, labels, strict=True)]
    for found in (labels, powers, both):
        if all(found) and len({heading.casefold() for heading in found}) == len(found):
            return tuple(found)
    return tuple(f"{label} {number}" for number, label in enumerate(both, 1))


def _label(words: Words, decision: Decision) -> str:
    code = decision.label or tag(decision.takes)
    return words.phrase("headings", code) if words.has("headings", code) else code.replace("-", " ")


def sheet_parts(ruleset: Ruleset, view: Any, step: Step, decisions: Sequence[Decision]) -> tuple[Part, ...]:
    """The parts of a sheet that answers *decisions* of one seat, which *step* puts; a single one needs no heading.

    There are none where only plans may be sent.
    """
    if isinstance(step, Planning):
        return ()
    if len(decisions) == 1:
        return (Part("", step, decisions[0]),)
    words = words_of(ruleset, ruleset.lexicon(view, decisions[0].seat))
    return tuple(Part(heading, step, one) for heading, one in zip(headings(words, decisions), decisions, strict=True))


def coming_named(words: Words, kinds: Iterable[Coming]) -> Mapping[str, Coming]:
    """The name of each kind of coming decision, as people write it: its label, with its power where it has one."""
    named = {
        f"{_label(words, one.asked_of(''))} {words.lexicon.name('power', one.power)}".strip(): one for one in kinds
    }
    labels = [one.label for one in named.values()]
    return {
        _label(words, one.asked_of("")) if labels.count(one.label) == 1 else name: one for name, one in named.items()
    }


def plans_told(words: Words, plans: Sequence[KeptOrder], kinds: Sequence[Coming], context: LetterContext) -> list[str]:
    """Each of *plans* in words, with its condition."""
    told = []
    for plan in plans:
        fits = (one for one in kinds if one.label == plan.on and one.power == plan.power)
        kind = next(fits, Coming(label=plan.on, takes=type(plan.order), power=plan.power))
        says = _in_words(words, kind.asked_of(context.me), plan.order, context)
        fields = {name: getattr(plan.when, name) for name in plan.when.__struct_fields__} if plan.when else {}
        when = words.say("conditions", tag(plan.when), {**fields, "me": context.me}) if plan.when else ""
        told.append(words.say("labels", "plan", {"number": plan.number, "says": " ".join(says.split()), "when": when}))
    return told


def form_of(several: Sequence[Question], words: Words, write: Callable[[Question], str], last: str = "") -> str:
    """The empty form for *several* decisions; *write* writes one part, *last* is a line below them all."""
    forms = [(each.heading, write(each) if each.form else "") for each in several]
    sheet = joined(forms, PASS_WORDS[0])
    return f"{sheet}{last}\n" if last else sheet


def asked(words: Words, several: Sequence[Question], context: LetterContext) -> tuple[QuestionText, ...]:
    """For the template of a letter: what each of *several* decisions asks, and how it may be answered."""
    return tuple(
        QuestionText(
            heading=each.heading,
            question=question(words, each.decision, context.me),
            says=words.render("asked.txt.j2", replace(context, decision=each.decision)).strip("\n"),
            answered=each.answered,
            deadline=each.deadline,
            silence=silence(words, each.decision, each.deadline, context),
        )
        for each in several
    )


def told(
    words: Words, replies: Sequence[Reply], context: LetterContext, *, sealed: bool = False
) -> tuple[ReplyText, ...]:
    """For the template of a receipt: what became of each decision, its order in words unless it is *sealed*."""
    return tuple(
        ReplyText(
            question=question(words, each.decision, context.me),
            fate=each.fate,
            says="" if sealed else _in_words(words, each.decision, each.order, context),
            partly=each.partly,
            earlier=each.earlier,
            deadline=each.deadline,
            late=each.late,
            silence=silence(words, each.decision, each.deadline, context) if each.to_do else "",
        )
        for each in replies
    )


def would_count(
    words: Words, sheet: CorrectedSheet, replies: Sequence[Reply], context: LetterContext
) -> tuple[str, ...]:
    """In words, what would count of a sheet without its refused lines and does not count yet."""
    settled = {each.decision.name for each in replies if each.order is not None}
    good = sheet.rest.good if sheet.rest else ()
    told = (
        _in_words(words, part.decision, answer.order, context)
        for part, answer in good
        if part.decision.name not in settled
    )
    return tuple(filter(None, told))


def dues_told(
    words: Words, decisions: Sequence[tuple[Decision, datetime | None]], seat: str, at: datetime | None = None
) -> tuple[QuestionDue, ...]:
    """When each of *decisions* of a seat is due, if not all at the same time; late is what was due by *at*."""
    if len({due for _, due in decisions}) < 2:
        return ()
    return tuple(
        QuestionDue(question(words, decision, seat), due, late=bool(at and due and at >= due))
        for decision, due in decisions
    )


def silence(words: Words, decision: Decision, deadline: datetime | None, context: LetterContext) -> str:
    """What counts for *decision* if nothing comes until its *deadline*; empty if then it waits."""
    return _in_words(words, decision, decision.silence, context) if deadline else ""


def _in_words(words: Words, decision: Decision, order: Order | None, context: LetterContext) -> str:
    if order is None:
        return ""
    return words.render("said-back.txt.j2", replace(context, decision=decision, order=order)).strip("\n")


Joined = Literal["taken", "stand-in", "returned"]
PARTS = ("asked", "changes", "hand", "options", "summary", "position", "form", "outcome")
"""The parts of a letter that a game fills with templates of its own."""


class Occasion(AskedInTime, frozen=True, kw_only=True):
    """All that one letter may draw on: public facts and what its seat knows, nothing else.

    *seat* is `PUBLIC` for the report, and *view* is that seat's. *asked* is false when *decision* may be
    answered but is not waited for; it was *answered* in advance if its plain answer is what its seat wrote before,
    and it is *covered* if standing orders answer so that play does not wait for the seat.
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

    round: int
    seat: str
    previous: int = 0
    brief: str = ""
    entries: tuple[Entry, ...] = ()
    past: Past | None = None
    changes: Any = None
    several: tuple[Question, ...] = ()
    asked: bool = True
    answered: bool = False
    covered: bool = False
    waiting: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    vacant: tuple[str, ...] = ()
    new_times: tuple[NewTime, ...] = ()
    outcome: Mapping[str, Any] | None = None
    commitment: str = ""
    chance_key: str = ""
    next_commitment: str = ""
    hashes: tuple[str, ...] = ()
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


GOOD = frozenset({SheetFate.accepted, SheetFate.partly, SheetFate.held, SheetFate.doubted})
"""The fates of a sheet of which something counts, or will."""


class SheetArrival(AskedInTime, frozen=True, kw_only=True):
    """A sheet that a seat sent, and what became of it.

    *text* is the sheet as its player wrote it, *order* what was read in it when it was accepted,
    *covered* whether standing orders answer already, *replaces* whether an earlier accepted sheet gives way to it,
    *overtaken* whether it gives way itself to what came after it, *stands* whether an earlier one still counts,
    *earlier* when that one came; *form* is a blank sheet to answer with, when one is of use.
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

    seat: str
    fate: SheetFate
    text: str = ""
    several: tuple[Question, ...] = ()
    replies: tuple[Reply, ...] = ()
    settled: tuple[Decision, ...] = ()
    asked: bool = True
    covered: bool = False
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
    arrived: datetime | None = None
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
    return f"{tree.plain(text)}\n" if name == "form" else as_text(text)


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
    secret = arrival.sealed and arrival.fate in GOOD
    context = _context_of(
        arrival,
        fate=arrival.fate.value,
        question=_questions(words, arrival),
        settled=questions(words, arrival.settled, arrival.seat) if arrival.settled else "",
        faults=explained(words, arrival.text, arrival.faults, quoted=not secret) if arrival.faults else "",
        looked_at=bool(arrival.text.strip()),
        replies=(),
        plans=(),
    )
    if (corrected := arrival.corrected) is not None:
        found = corrected.found.every_fault
        back = returned(words, arrival.text, corrected, found, whole=not arrival.sealed)
        open_ = not arrival.sealed and arrival.order is None
        rest = would_count(words, corrected, arrival.replies, context) if open_ else ()
        context = replace(context, returned=back, rest=rest, leaning=corrected.leaning)
    said = _part(words, "said-back", context) if arrival.order is not None and not secret else ""
    replies = told(words, arrival.replies, context, sealed=secret)
    dues = dues_told(
        words,
        [(each.decision, each.deadline) for each in arrival.replies if each.fate != "settled"],
        arrival.seat,
        arrival.arrived,
    )
    plans = plans_told(words, arrival.plans or (), arrival.coming, context)
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
    elif occasion.seat and (plans := plans_told(words, occasion.view.kept, occasion.coming, context)):
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

    return form_of(several, words, write, context.form).strip("\n")


def _part(words: Words, name: str, context: LetterContext) -> str:
    return words.render(f"{name}.txt.j2", context).strip("\n")


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
    titles = {seat: plain.inline(title) for seat, title in occasion.titles.items()}
    context = _context_of(
        occasion,
        question=question(words, decision, occasion.seat) if decision else "",
        asked=bool(decision) and occasion.asked,
        waiting=others,
        waited=[titles[seat] for seat in others],
        bots=[titles[seat] for seat in occasion.bots if seat not in occasion.vacant],
        vacant=[titles[seat] for seat in occasion.vacant],
        vacant_played=not set(occasion.vacant).isdisjoint(occasion.bots),
        my_bot=occasion.seat in occasion.bots,
        joined=occasion.joined or "",
    )
    return replace(
        context,
        questions=asked(words, occasion.several, context),
        dues=dues_told(words, [(each.decision, each.deadline) for each in occasion.several], occasion.seat),
    )


def _context_of(about: Occasion | SheetArrival, **told: Any) -> LetterContext:
    """What templates see of a letter or receipt: what has the same name there, but for what is *told* otherwise."""
    same = {name: getattr(about, name) for name in about.__struct_fields__ if name in LetterContext.__struct_fields__}
    return LetterContext(**{**same, "me": about.seat, **told})


def _marked(words: Words, paragraph: Paragraph) -> Paragraph:
    if not paragraph.undone:
        return paragraph
    return replace(paragraph, sentences=tuple(marked(words, sentence) for sentence in paragraph.sentences))
