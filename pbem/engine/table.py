"""Steps, and a game in play; random draws that anyone can audit once their key is published.

docs/chance.md has the method of the draws to the byte.
"""

import hashlib
import hmac
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

import msgspec

from pbem.engine.decision import Answers, Decision, SoFar, unambiguous
from pbem.engine.event import (
    PUBLIC,
    AnswerTaken,
    ChanceDrawn,
    Entered,
    Event,
    Left,
    PlanDropped,
    PlanKept,
    PowerPassed,
    Rewound,
    WordsOfChance,
)
from pbem.engine.order import Order, Problem
from pbem.engine.position import Box, Condition, Holdings, KeptOrder, O, S

T = TypeVar("T")


_BLOCK = 32
_WORDS = "words of chance"


class Chance:
    """Numbers drawn from a game's key of chance and the name of the draw.

    The name says what is drawn ("deck 2"), never when or in which attempt, so rewinding a game
    cannot change an outcome. The stream is HMAC-SHA256(key,
    name || 0 || counter), counter in four bytes from zero.
    """

    def __init__(self, key: str, name: str) -> None:
        self._key = key.encode()
        self._name = name
        self._counter = 0
        self._left = b""

    def _bytes(self, count: int) -> bytes:
        while len(self._left) < count:
            block = self._name.encode() + b"\0" + self._counter.to_bytes(4, "big")
            self._left += hmac.digest(self._key, block, "sha256")
            self._counter += 1
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def below(self, bound: int) -> int:
        """A number from 0 to *bound* - 1, each equally likely (by rejection)."""
        if bound < 1:
            raise ValueError(f"there is no number below {bound}")
        limit = (1 << _BLOCK) - (1 << _BLOCK) % bound
        while (number := int.from_bytes(self._bytes(_BLOCK // 8), "big")) >= limit:
            pass
        return number % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of *items*."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """*items* in an order as random as any (Fisher-Yates, from the end)."""
        pile = list(items)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile)


def mixed(key: str, words: Mapping[str, str]) -> str:
    """The key that follows from *key* and the words of chance of all seats, in their order; *key* if all are silent."""
    if not any(words.values()):
        return key
    said = "".join(f"{line}\n" for line in (_WORDS, *(f"{seat}={text}" for seat, text in words.items())))
    return hmac.digest(key.encode(), said.encode(), "sha256").hex()


def commitment(key: str) -> str:
    """The SHA-256 that the first letter shows and that the key of chance, published at the end, must have."""
    return hashlib.sha256(key.encode()).hexdigest()


TAKEN = "answers-taken"
"""What the entry is called that takes answers while a step asks on."""
WORDS = "words-of-chance"
"""What the entry is called that settles the words of chance."""


MOST_EVENTS = 10_000
"""No run of a step, and no trial, has so many events."""
MOST_PLANS = 1_000
"""No seat has so many plans."""
LAST = math.inf
"""When an answer came that counts after all others, and only when they are there."""


class Answer(msgspec.Struct, Generic[O], frozen=True, omit_defaults=True):
    """The order that answered a decision and where it came from: a sheet, a policy, a default.

    *note* is public: why the moderator answered for a seat; *words* are the words of chance that came with it. *at* is
    when it came, in seconds of any clock: of a step's answers the earliest counts first. What was given in advance came
    at 0, and what no one gave, `LAST`. It may be by a *plan* of the seat, whose number is noted. A ruling notes the
    invariants that it *overruled*.
    """

    order: O
    by: str = ""
    note: str = ""
    words: str = ""
    at: float = 0
    plan: int = 0
    overruled: tuple[str, ...] = ()


class Answered(Answer[O], frozen=True, omit_defaults=True, kw_only=True):
    """An answer with the seat and the *key* of the decision that it was given to."""

    seat: str
    key: str = ""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one run of one step did; the log is a sequence of entries, each written whole."""

    number: int
    events: tuple[Event, ...]
    step: str = ""
    answers: tuple[Answered, ...] = ()


class Endless(RuntimeError):
    """A run did more than any run of a game does, so that it would have gone on for ever; says what."""


class DrawnTwice(RuntimeError):
    """A ruleset used the name of a draw again: the result would be the same."""


class DrawnTooEarly(RuntimeError):
    """A ruleset drew before all seats could give their words of chance."""


class Runs(Protocol):
    """What a table knows of a step: that it can be carried out."""

    def run(self, table: Any, answers: Any) -> None: ...


class _Mark(msgspec.Struct, Generic[S], frozen=True):
    state: S
    views: Mapping[str, S]
    drawn: frozenset[str] = frozenset()


class Table(Generic[S]):
    """Holds the state and one view per seat, each the fold of the events its seat saw.

    Entry numbers count from 1; number 0 is the start. *words* are the words of chance by seat, none as long as they
    are waited for, which *asks_words* says that they are at all; entry *words_entry* settled them.
    """

    def __init__(self, start: S, seats: Iterable[str], key: str, bots: str = "", *, asks_words: bool = False) -> None:
        self.seats = tuple(seats)
        self.state = start
        self.views: dict[str, S] = dict.fromkeys((*self.seats, PUBLIC), start)
        self.entries: list[Entry] = []
        self.words: Mapping[str, str] | None = None if asks_words else {}
        self.words_entry = 0
        self._key, self._bots = key, bots or key
        self._drawn: frozenset[str] = frozenset()
        self._events: list[Event[S]] = []
        self._marks = [_Mark(start, dict(self.views))]

    def emit(self, event: Event[S]) -> None:
        """Let *event* happen, for the state and for all who see it; raises `Endless` after too many in one run."""
        if len(self._events) >= MOST_EVENTS:
            raise Endless(f"more than {MOST_EVENTS} events in one run, the last {tag_of(event)!r}")
        self._events.append(event)
        self._fold(event)

    def enter(self, *steps: Box) -> None:
        """Go into *steps*, the first of them next."""
        self.emit(Entered(steps=steps[::-1]))

    def leave(self) -> None:
        """Take the step on top off the flow."""
        self.emit(Left())

    def roll(self, name: str, dice: int, sides: int = 6) -> tuple[int, ...]:
        """The faces of *dice*, seen by all. *name* says what is rolled for, once in a game: raises `DrawnTwice`.

        As all draws it raises `DrawnTooEarly` as long as words of chance are waited for.
        """
        chance = self._chance(name)
        faces = tuple(1 + chance.below(sides) for _ in range(dice))
        self.emit(ChanceDrawn(draw=name, kind="dice", of=sides, result=[*faces], public=True))
        return faces

    def shuffle(self, name: str, items: Sequence[T], *to: str) -> tuple[T, ...]:
        """*items* in a new order, seen only by the seats *to*; a game's own events say who learns what of it."""
        order = self._chance(name).shuffled(items)
        self._drew(name, "order", items, [*order], to)
        return order

    def pick(self, name: str, items: Sequence[T], *to: str) -> T:
        """One of *items*, seen only by the seats *to*."""
        one = self._chance(name).choice(items)
        self._drew(name, "one", items, one, to)
        return one

    def _drew(
        self, name: str, kind: Literal["one", "order"], of: Sequence[T], result: object, to: tuple[str, ...]
    ) -> None:
        plain = msgspec.to_builtins
        self.emit(ChanceDrawn(draw=name, kind=kind, of=plain([*of]), result=plain(result), to=to))

    def _chance(self, name: str) -> Chance:
        if self.words is None:
            raise DrawnTooEarly(
                f"{name!r} is drawn before a step has asked all seats at once: only then are their words of chance "
                "there. Draw later, or let the ruleset have words_of_chance=False"
            )
        if name in self._drawn:
            raise DrawnTwice(f"{name!r} was drawn before")
        return Chance(mixed(self._key, self.words), name)

    def keep(
        self, seat: str, on: str, order: Order, *, power: str = "", when: Condition | None = None, stays: bool = False
    ) -> None:
        """Keep the plan of *seat* to answer the decision called *on*, by its key or its label, with *order*.

        It is checked when its time comes: `KeptOrder` says what the rest means.
        """
        if sum(plan.seat == seat for plan in self.state.kept) >= MOST_PLANS:
            raise Endless(f"more than {MOST_PLANS} plans of {seat!r}")
        number = max((plan.number for plan in self.state.kept if plan.seat == seat), default=0) + 1
        plan = KeptOrder(number=number, seat=seat, on=on, order=order, power=power, when=when, stays=stays)
        kept: PlanKept[S, Order, Condition] = PlanKept(plan=plan)
        self.emit(kept)

    def drop(self, seat: str, number: int) -> None:
        """Let *seat* have plan *number* no longer, if it is there."""
        for plan in self.state.kept:
            if (plan.seat, plan.number) == (seat, number):
                self.emit(PlanDropped(seat=seat, number=number, on=plan.on))

    def hand_over(self, power: str, to: str) -> None:
        """Let the seat *to*, or with none no seat, run *power* from now on, with what is its (`Position.holdings`)."""
        start, holdings = self.state.control.get(power, ""), self.state.holdings(power)
        passed: PowerPassed[Holdings, S] = PowerPassed(power=power, to=to, start=start, holdings=holdings)
        self.emit(passed)

    def settle_words(self, words: Mapping[str, str]) -> Entry:
        """Let all draws follow from the *words* of chance of the seats, too: once, whatever is set back later."""
        self.emit(WordsOfChance(words=words))
        return self.close(WORDS)

    def take_key(self, key: str) -> None:
        """Let all later draws come from another *key*: the one before was published."""
        self._key = key
        self._drawn = frozenset()
        self._marks[-1] = msgspec.structs.replace(self._marks[-1], drawn=self._drawn)

    def bot_chance(self, decision: Decision) -> Chance:
        """The chance of a bot that answers *decision*: the same however often it is asked, and none of the game's."""
        return Chance(self._bots, f"bot {decision.seat} {decision.key}")

    def run(self, step: Runs, answers: Mapping[Decision, Answer], told: Iterable[Event[S]] = ()) -> Entry:
        """Let *step* run on *answers* and close the entry of what happened: all of it, or nothing if it fails.

        The events *told* come first: what became of answers that no one asks for any more.
        """
        try:
            for event in told:
                self.emit(event)
            step.run(self, {decision: answer.order for decision, answer in answers.items()})
        except BaseException:
            self._undo()
            raise
        return self.close(tag_of(step), (_answered(*pair) for pair in answers.items()))

    def take(self, answers: Mapping[Decision, Answer]) -> Entry:
        """Take *answers* to the step on top, which asks on because of them, and close an entry."""
        for decision, answer in answers.items():
            taken: AnswerTaken[S, Order] = AnswerTaken(
                seat=decision.seat, key=decision.key, order=answer.order, public=decision.public
            )
            self.emit(taken)
        return self.close(TAKEN, (_answered(*pair) for pair in answers.items()))

    def tell(self, step: str, events: Iterable[Event[S]]) -> Entry:
        """Let *events* happen outside any step, and close their entry under the name *step*."""
        for event in events:
            self.emit(event)
        return self.close(step)

    def rewind(self, to: int, reason: str) -> Entry:
        """Rewind the game (or move it forward again) to entry *to*."""
        if not 0 <= to <= len(self.entries):
            raise ValueError(f"there is no entry {to}; the last is {len(self.entries)}")
        self.emit(Rewound(to=to, reason=reason))
        return self.close("rewind")

    def replay(self, entry: Entry) -> None:
        """Add an entry read from a log."""
        if entry.number != len(self.entries) + 1:
            raise ValueError(f"entry {entry.number} cannot follow entry {len(self.entries)}")
        for event in entry.events:
            self._fold(event)
        self._keep(entry)

    def at(self, number: int) -> tuple[S, Mapping[str, S]]:
        """The state and the views after entry *number*."""
        return self._marks[number].state, self._marks[number].views

    def fork(self, number: int) -> "Table[S]":
        """A separate table in the state after entry *number*, for trials."""
        state, views = self.at(number)
        forked = Table(state, self.seats, self._key, self._bots)
        forked.views = dict(views)
        forked.words = self.words
        return forked

    def twin(self) -> "Table[S]":
        """A separate table with the same entries, for trials that set it back."""
        other = copy(self)
        other.views, other.entries, other._marks = dict(self.views), [*self.entries], [*self._marks]  # noqa: SLF001
        return other

    def _fold(self, event: Event[S]) -> None:
        if isinstance(event, Rewound):
            mark = self._marks[event.to]
            self.state, self.views, self._drawn = mark.state, dict(mark.views), mark.drawn
        if isinstance(event, WordsOfChance) and self.words is None:
            self.words, self.words_entry = event.words, len(self.entries) + 1
        if isinstance(event, ChanceDrawn):
            self._drawn |= {event.draw}
        self.state = event.change(self.state)
        for seat, view in self.views.items():
            seen = event.seen_by(seat)
            if seen is not None:
                self.views[seat] = seen.change(view)

    def close(self, step: str, answers: Iterable[Answered] = ()) -> Entry:
        """Make one entry, under the name *step*, of the events since the last one."""
        entry = Entry(len(self.entries) + 1, tuple(self._events), step, tuple(answers))
        self._events = []
        self._keep(entry)
        return entry

    def _undo(self) -> None:
        """Let nothing have happened since the last entry."""
        self._events = []
        mark = self._marks[-1]
        self.state, self.views, self._drawn = mark.state, dict(mark.views), mark.drawn

    def _keep(self, entry: Entry) -> None:
        self.entries.append(entry)
        self._marks.append(_Mark(self.state, dict(self.views), self._drawn))


def tag_of(thing: object) -> str:
    """The word for the type of an event, a step or an order in logs."""
    return str(getattr(type(thing), "__struct_config__").tag)  # noqa: B009


def _answered(decision: Decision, answer: Answer) -> Answered:
    return Answered(
        answer.order,
        answer.by,
        answer.note,
        answer.words,
        overruled=answer.overruled,
        seat=decision.seat,
        key=decision.key,
    )


class Scratch(Table[S]):
    """A table for trials: no seats, no log, one view's knowledge as its state."""

    def __init__(self, view: S) -> None:
        super().__init__(view, (), "")
        self.views = {}


class Step(Box, Generic[S, O], frozen=True):
    """One box of the sequence of play: data saying where the game stands, and what to do there.

    *S* is the game's state, *O* the type of the orders that answer its questions.
    """

    rules_out: ClassVar[frozenset[str]] = frozenset()
    """Codes of warnings at which a value without a name is not that of the thing, if it may be that of another."""

    def ask(self, state: S, so_far: SoFar[O]) -> Iterable[Decision[O]]:
        """The questions this step waits for, all at once; a seat may be asked several, each with a key of its own.

        It is asked again after each answer, with those that came *so far*: a window closes early if fewer questions are
        left, and new ones follow up. That someone answered is then told by what is asked; what was answered is only
        there if the decision is public. Besides that nothing may be learnt from being asked.
        """
        return ()

    def meant(self, view: S, decision: Decision[O]) -> Mapping[str, tuple[str, ...]]:
        """By key of the sheet, whom an order may be for that is there without a name."""
        return {}

    def check(self, view: S, decision: Decision[O], order: O) -> Iterator[Problem]:
        """Everything wrong with *order*, judged by what its seat can see."""
        yield from ()

    def resolve(self, view: S, decision: Decision[O], order: O, so_far: SoFar[O]) -> O:
        """What a conditional *order* comes to after the answers *so_far*; the order says what it depends on."""
        return order

    def run(self, table: Table[S], answers: Answers[O]) -> None:
        """Carry the step out; *answers* are the legal orders by the decisions that they answer.

        They are in the order in which they were taken if all decisions are public; otherwise in that of the questions:
        who answered first is no one's business then.
        """
        table.leave()


def decisions_of(step: Step[S, O], state: S) -> tuple[Decision[O], ...]:
    """The decisions that *step* puts as long as none is answered; raises `AskedTwice`."""
    return unambiguous(step.ask(state, {}))


def seen_events(entry: Entry, who: str) -> list[Event]:
    """The events of an entry as *who* saw them."""
    return [seen for event in entry.events if (seen := event.seen_by(who)) is not None]
