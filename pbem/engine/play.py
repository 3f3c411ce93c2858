"""Play a table until an answer is missing; plans for coming decisions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic

import msgspec

from pbem.engine.decision import Decision, Policy, unambiguous
from pbem.engine.event import NotNeeded, PlanDropped, PlanKept, PlanUsed
from pbem.engine.order import Order, Problem
from pbem.engine.position import Condition, KeptOrder, O, Position, S
from pbem.engine.table import LAST, Answer, Answered, Endless, Entry, Step, Table

PLANS_STEP = "plans"
"""What the entry is called by which a seat's plans are kept, replaced or taken back, and the key that asks for them."""


def only_plans(entry: Entry) -> bool:
    """Whether nothing but the plans of a seat changed by *entry*."""
    return all(isinstance(event, (PlanKept, PlanDropped)) for event in entry.events)


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions called *label*, of a *power* if there is one, that a seat may answer with the orders that one *takes*.

    At *most* so many at once. *when* is the type of the conditions that people may add, *about* what the words of the
    order need, as in a `Decision`.
    """

    label: str
    takes: type[Order]
    power: str = ""
    most: int = 10
    when: type[Condition] | None = None
    about: Mapping[str, Any] = {}

    def asked_of(self, seat: str) -> Decision:
        """A decision of this kind, for the words of an order."""
        return Decision(key="", seat=seat, takes=self.takes, power=self.power, label=self.label, about=self.about)


class Plans(Order, frozen=True, tag=PLANS_STEP):
    """The answer to no decision: a sheet with nothing but plans."""


class Planning(Step[Position, Plans], frozen=True):
    """Takes the plans of a seat that is asked nothing; it is never on a flow."""

    def decision(self, seat: str) -> Decision[Plans]:
        return Decision(key=PLANS_STEP, seat=seat, takes=Plans)


def replace_plans(table: Table, seat: str, plans: tuple[KeptOrder, ...]) -> Entry:
    """Let *seat* have these *plans*, in their order, and no others: one entry, which is known to that seat alone."""
    for plan in table.views[seat].kept:
        table.drop(seat, plan.number)
    for plan in plans:
        table.keep(seat, plan.on, plan.order, power=plan.power, when=plan.when)
    return table.tell(PLANS_STEP, ())


Source = Callable[[Decision, S], Answer | None]
"""Looks for an answer to a decision, given the view of the seat that is asked."""

MOST_RUNS = 10_000
"""A step that neither asks nor leaves would run for ever; no stage needs this many runs."""

SHEET = "sheet"
"""What an answer says of its source that came by a sheet."""
PLAN = "plan"
"""What an answer says of its source that the seat had planned."""
PLANS = "plans-dropped"
"""What the entry is called by which plans go that did not fit when their time came."""
SILENCE = "silence"
"""What an answer says of its source that no one gave, when its decision was due."""
TAKEN = "taken"
"""What an answer says of its source that an earlier entry has taken already."""


class Stuck(Endless):
    """A ruleset's flow returned to the same place too often."""


def top(state: Position) -> Step:
    """The step on top of the flow.

    Here types end, and nowhere else: a flow holds the steps of all kinds of orders, as plain data.
    """
    step: Any = state.flow[-1]
    return step  # type: ignore[no-any-return]  # whatever lies on a flow is a step


def faults(step: Step[S, O], view: S, decision: Decision[O], order: O) -> list[Problem]:
    """The problems that keep *order* from answering *decision*."""
    return [problem for problem in step.check(view, decision, order) if problem.stops]


def waiting(table: Table[S]) -> tuple[Decision, ...]:
    """The decisions that the step on top of the flow asks for, answered by a source or not."""
    return asked(table.state)


def asked(state: Position) -> tuple[Decision, ...]:
    """The decisions that the step on top of the flow of *state* asks for; none if the game is over."""
    if not state.flow:
        return ()
    step = top(state)
    return _asked(step, state, _taken(step, state))


def play(
    table: Table[S], sources: Iterable[Source[S]], keep: Callable[[Entry], None] = lambda _: None
) -> tuple[Decision, ...]:
    """Run steps until a decision lacks a legal answer; return the decisions that do.

    Sources are asked in their order. Of the answers to a step's decisions the earliest is taken first (`Answer.at`),
    and the step is asked what is still open after it. What opens only then is put after an entry of its own.

    The words of chance of the first answers that all seats give at once are settled before anything follows from them.
    *keep* is handed each entry before the next step runs, so that what was played is stored even if the program dies.
    """
    sources, before = tuple(sources), len(table.entries)
    for _ in range(MOST_RUNS):
        if not table.state.flow:
            return ()
        step = top(table.state)
        round_ = _Round(table, step, sources)
        if round_.unfit and len(table.entries) > before:  # a letter goes to everyone now: one for this alone would tell
            keep(table.tell(PLANS, round_.unfit))
            continue
        if round_.followed:
            keep(table.take(round_.new))
            continue
        if round_.lacking:
            return round_.lacking
        if table.words is None and {decision.seat for decision in round_.answers} >= set(table.seats):
            keep(table.settle_words(_words(table.seats, round_.answers)))
        keep(table.run(step, round_.answers, (*round_.late, *round_.used)))
    raise Stuck(f"{MOST_RUNS} runs without a question, at {table.state.flow[-1]!r}")


def lacking(table: Table[S], sources: Iterable[Source[S]]) -> tuple[Decision, ...]:
    """The decisions for which *sources* have no legal answer now: with none `play` continues."""
    if not table.state.flow:
        return ()
    round_ = _Round(table, top(table.state), tuple(sources))
    return () if round_.followed else round_.lacking


class _Round(Generic[S]):
    """The *answers* to what a step asks as far as the sources have any: public ones in the order in which they count.

    *lacking* are the decisions without one, *late* those whose sheets came when no one asked any more. The round is
    *followed* if the answers led to questions that were not put before; *new* are those that no entry has taken yet.
    """

    def __init__(self, table: Table[S], step: Step, sources: tuple[Source[S], ...]) -> None:
        self._table, self._step, self._sources = table, step, sources
        self._found: dict[tuple[str, str], tuple[Decision, Answer | None]] = {}
        self.answers = _taken(step, table.state)
        self.new: dict[Decision, Answer] = {}
        self.lacking: tuple[Decision, ...] = ()
        self.late: tuple[NotNeeded, ...] = ()
        self.unfit: list[PlanDropped] = []
        self.followed = False
        self._go_round()

    def _go_round(self) -> None:
        put = asked = _asked(self._step, self._table.state, self.answers)
        while asked:
            first = min(one.place for one in asked)
            now = [(one, self._answer(one)) for one in asked if one.place == first]
            found = [(one, answer) for one, answer in now if answer]
            decision, answer = min(found, key=lambda pair: pair[1].at, default=(None, None))
            if decision is None or answer is None or (answer.at == LAST and len(found) < len(now)):
                self.lacking = tuple(one for one in asked if self._answer(one) is None)
                return
            self.answers[decision] = self.new[decision] = answer
            if decision.public:
                self._found.clear()
            asked = _asked(self._step, self._table.state, self.answers)
            if not {one.name for one in asked} <= {one.name for one in put}:
                self.followed = True
                return
        if not all(one.public for one in self.answers):  # who answered first is told by nothing that follows
            asked_first = {one.name: number for number, one in enumerate(put)}
            self.answers = dict(sorted(self.answers.items(), key=lambda pair: asked_first.get(pair[0].name, -1)))
        unused = [(one, self._answer(one)) for one in put if one not in self.answers]
        late = [one for one, answer in unused if answer and answer.by == SHEET]
        self.late = tuple(NotNeeded(seat=one.seat, key=one.key) for one in late)

    @property
    def used(self) -> tuple[PlanUsed, ...]:
        """The plans that are among the answers."""
        return tuple(
            PlanUsed(seat=decision.seat, number=answer.plan) for decision, answer in self.new.items() if answer.plan
        )

    def _answer(self, decision: Decision) -> Answer | None:
        before, answer = self._found.get(decision.name, (None, None))
        if before != decision:
            answer = self._looked_for(decision)
            self._found[decision.name] = decision, answer
        return answer

    def _looked_for(self, decision: Decision) -> Answer | None:
        view, shown = self._table.views[decision.seat], _shown(self.answers)
        known = view
        for source in self._sources:
            while answer := source(decision, known):
                order = self._step.resolve(view, decision, answer.order, shown)
                wrong = faults(self._step, view, decision, order)
                if not wrong:
                    return msgspec.structs.replace(answer, order=order)
                if not answer.plan:
                    break
                self._drop(decision, answer.plan, wrong)
                kept = tuple(plan for plan in known.kept if plan.number != answer.plan)
                known = msgspec.structs.replace(known, kept=kept)
        return None

    def _drop(self, decision: Decision, number: int, why: list[Problem]) -> None:
        """Note that a plan does not fit now that its time has come."""
        dropped: PlanDropped = PlanDropped(seat=decision.seat, number=number, on=decision.label, why=tuple(why))
        if dropped not in self.unfit:
            self.unfit.append(dropped)


def recalled(
    step: Step, sight: Callable[[str], Position], answers: Iterable[Answered]
) -> Iterator[tuple[Decision | None, Answered]]:
    """The recorded *answers* to *step*, each with the decision that it was given to as it is put now, if it is.

    *sight* gives what a seat knows. Older programs did not record keys.
    """
    found: dict[Decision, Answer] = {}
    for answer in answers:
        own = (one for one in _asked(step, sight(answer.seat), found) if one.seat == answer.seat)
        decision = next((one for one in own if answer.key in ("", one.key)), None)
        if decision is not None:
            found[decision] = answer
        yield decision, answer


def _asked(step: Step, state: Position, answers: Mapping[Decision, Answer]) -> tuple[Decision, ...]:
    """What *step* still asks after *answers*."""
    asked = unambiguous(step.ask(state, _shown(answers)))
    names = {one.name for one in answers}
    return tuple(one for one in asked if one.name not in names)


def _shown(answers: Mapping[Decision, Answer]) -> dict[Decision, Order | None]:
    return {decision: answer.order if decision.public else None for decision, answer in answers.items()}


def _taken(step: Step, state: Position) -> dict[Decision, Answer]:
    """The answers to *step* that an entry has taken already, because they led to further questions."""
    found: dict[Decision, Answer] = {}
    for one in state.taken:
        decision = next(d for d in _asked(step, state, found) if d.name == (one.seat, one.key))
        found[decision] = Answer(one.order, TAKEN)
    return found


def _words(seats: Iterable[str], answers: Mapping[Decision, Answer]) -> dict[str, str]:
    """The words of chance of each seat: the first that it gave with one of its answers."""
    said = {seat: [answer.words for decision, answer in answers.items() if decision.seat == seat] for seat in seats}
    return {seat: next(filter(None, words), "") for seat, words in said.items()}


def plans(decision: Decision, view: Position) -> Answer | None:
    """The source of what a seat has planned: by the decision's key first, by its label after, the oldest first.

    Of the plans whose condition holds the first answers. `play` drops the one that answered, and one that is not legal.
    """
    own = [plan for plan in view.kept if plan.seat == decision.seat and plan.power in ("", decision.power)]
    for on in filter(None, (decision.key, decision.label)):
        for plan in own:
            if plan.on == on and type(plan.order) is decision.takes and (plan.when is None or plan.when.holds(view)):
                return Answer(plan.order, PLAN, plan=plan.number)
    return None


def silence(is_due: Callable[[Decision], bool]) -> Source:
    """The source of what counts by itself for a decision that *is due*; it comes after all else, whenever that came."""

    def source(decision: Decision, _view: Position) -> Answer | None:
        if decision.silence is None or not is_due(decision):
            return None
        return Answer(decision.silence, SILENCE, at=LAST)

    return source


def policies(of: Callable[[S, str], Iterable[Policy]]) -> Source[S]:
    """A source that asks a seat's standing orders; *of* finds them in its view."""

    def source(decision: Decision, view: S) -> Answer | None:
        for policy in of(view, decision.seat):
            order = policy.answer(view, decision)
            if order is not None:
                return Answer(order, "policy")
        return None

    return source
