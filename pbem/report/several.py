"""Several decisions of one seat in a letter or a receipt: what each asks, and what came of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.coming import Coming, Planning
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.position import KeptOrder
from pbem.engine.ruleset import Ruleset
from pbem.engine.step import Step
from pbem.report.context import LetterContext, QuestionDue, QuestionText, ReplyText
from pbem.report.corrected import CorrectedSheet
from pbem.report.words import Words, tag, words_of
from pbem.sheet.parts import Part, joined
from pbem.sheet.word_reader import PASS_WORDS

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


def dues(
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
