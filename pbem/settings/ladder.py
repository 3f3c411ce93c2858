"""The ladder: what game.yaml lets happen, and when, to a seat that does not answer in time.

For each kind of miss it names what is done at the deadline and when the grace is over, and what is done otherwise at
the second and third time in a row.
"""

from collections.abc import Iterator
from typing import Self, get_args

import msgspec

from pbem.engine.decision import USUAL
from pbem.engine.order import OrderPath, Problem
from pbem.engine.playtest import bot_of
from pbem.engine.reading import MappingNode, Node, Reader, Speller, TextNode
from pbem.engine.ruleset import Ruleset
from pbem.settings.rules_of_time import Deadlines
from pbem.store.facts import Came, LadderTime, Rung

RUNGS: tuple[Rung, ...] = get_args(Rung)
TIMES: tuple[LadderTime, ...] = get_args(LadderTime)
CAME: tuple[Came, ...] = get_args(Came)
_ASKS = " if the moderator agrees"
_ALSO: dict[str, Rung] = {"bot for one stage": "bot", "the seat falls vacant": "vacant", "ask": "ask the moderator"}
_LEADS_NOWHERE: frozenset[Rung] = frozenset({"remind", "wait", "standing orders"})
"""Rungs after which the game may still wait, with no one being asked."""
_ANSWERS: frozenset[Rung] = frozenset({"default", "bot", "vacant"})
"""Rungs after which, if no one need agree, nothing of the ladder can follow."""


class RungChoice(msgspec.Struct, frozen=True):
    """A rung of a ladder, and whether the moderator must agree: `default`, `bot if the moderator agrees`."""

    rung: Rung
    asks: bool = False

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-rung", rungs=RUNGS)
        said = " ".join(node.text.replace(",", " ").casefold().split())
        name = said.removesuffix(_ASKS)
        rung = _ALSO.get(name) or next((one for one in RUNGS if one == name), None)
        if rung is None or (name != said and rung in (*_LEADS_NOWHERE, "ask the moderator")):
            raise reader.blame(node, "not-a-rung", text=node.text, rungs=RUNGS)
        return cls(rung, name != said)

    def spell(self, speller: Speller) -> str:
        return str(self)

    def __str__(self) -> str:
        return f"{self.rung}{_ASKS if self.asks else ''}"


Choices = tuple[RungChoice, ...]
"""What is to be done: the first of them that can be."""


class LadderSteps(msgspec.Struct, frozen=True):
    """What is done at the deadline, and when the grace after it is over."""

    deadline: Choices = ()
    grace: Choices = ()

    def at(self, time: LadderTime) -> Choices:
        """What is done at a *time*."""
        return self.deadline if time == "deadline" else self.grace


class RepeatedSteps(msgspec.Struct, frozen=True):
    """What is done at a further time in a row: other steps whole, or something else at the *last* of the first ones."""

    whole: LadderSteps | None = None
    last: Choices = ()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, MappingNode):
            return cls(whole=reader.read(node, LadderSteps))
        return cls(last=reader.read(node, Choices))

    def spell(self, speller: Speller) -> str:
        return str(self.whole or ", ".join(map(str, self.last)))


class MissLadder(msgspec.Struct, frozen=True):
    """What is done about one kind of miss, the first time and from the *second* and *third* time in a row on."""

    deadline: Choices = ()
    grace: Choices = ()
    second: RepeatedSteps | None = None
    third: RepeatedSteps | None = None

    def steps(self, times: int) -> LadderSteps:
        """What is done at the *times*-th miss in a row."""
        first = LadderSteps(self.deadline, self.grace)
        again = (self.third if times > 2 else None) or (self.second if times > 1 else None)
        if again is None:
            return first
        if again.whole is not None:
            return again.whole
        return LadderSteps(first.deadline, again.last) if first.grace else LadderSteps(again.last)


ASKS_THE_MODERATOR = MissLadder(deadline=(RungChoice("ask the moderator"),))
"""The ladder for a kind of miss of which game.yaml says nothing."""


class LadderSettings(msgspec.Struct, frozen=True):
    """What is done about a seat that sent *nothing*, and about one whose sheet is *faulty*."""

    nothing: MissLadder | None = None
    faulty: MissLadder | None = None

    def of(self, came: Came) -> MissLadder:
        """The ladder for a kind of miss; where there is none, the moderator is asked at the deadline."""
        return (self.nothing if came == "nothing" else self.faulty) or ASKS_THE_MODERATOR


def has_grace(deadlines: Deadlines) -> bool:
    """Whether game.yaml gives a grace after deadlines of any kind."""
    return any(deadlines.rule_for(kind).grace is not None for kind in (USUAL, *deadlines.rules))


def has_times(deadlines: Deadlines) -> bool:
    """Whether anything is ever due."""
    rules = (deadlines.rule_for(kind) for kind in (USUAL, *deadlines.rules))
    return any(rule.at or rule.after for rule in rules)


def wrong_ladder(settings: LadderSettings | None, deadlines: Deadlines, ruleset: Ruleset) -> Iterator[Problem]:
    """What is wrong with the ladder of a game: a rung that cannot be taken, and one that leads nowhere."""
    if settings is None:
        return
    if not has_times(deadlines):
        yield Problem("ladder-without-deadlines", ("ladder",))
    grace = has_grace(deadlines)
    for came, ladder in ((one, getattr(settings, one)) for one in CAME):
        if ladder is None:
            continue
        path: OrderPath = ("ladder", came)
        if not ladder.deadline and not ladder.grace:
            yield Problem("ladder-without-first", path, args={"came": came})
            continue
        for steps, here in _variants(ladder, path):
            yield from _wrong_steps(steps, here, came, grace=grace)
            yield from _impossible(steps, here, came, ruleset)


def _variants(ladder: MissLadder, path: OrderPath) -> Iterator[tuple[LadderSteps, dict[LadderTime, OrderPath]]]:
    """The steps of each time in a row that game.yaml has, and where it has them; none of them twice."""
    yield LadderSteps(ladder.deadline, ladder.grace), {time: (*path, time) for time in TIMES}
    for key in ("second", "third"):
        again: RepeatedSteps | None = getattr(ladder, key)
        if again is not None and again.whole is not None:
            yield again.whole, {time: (*path, key, time) for time in TIMES}
        elif again is not None:
            last: LadderTime = "grace" if ladder.grace else "deadline"
            yield (
                LadderSteps(**{last: again.last}),
                dict.fromkeys(TIMES, (*path, key)),
            )


def _wrong_steps(
    steps: LadderSteps, path: dict[LadderTime, OrderPath], came: Came, *, grace: bool
) -> Iterator[Problem]:
    """What is wrong with the order of *steps*."""
    if steps.grace and not grace and path["grace"][-1] == "grace":
        yield Problem("ladder-without-grace", path["grace"])
    last: LadderTime = "grace" if steps.grace else "deadline"
    if not steps.at(last):
        yield Problem("ladder-without-end", path[last][:-1], args={"came": came})
    elif steps.at(last)[-1].rung in _LEADS_NOWHERE:
        yield Problem("ladder-without-end", path[last], args={"came": came, "rung": steps.at(last)[-1].rung})
    sure = next((one for one in steps.deadline if one.rung in _ANSWERS and not one.asks), None)
    if steps.grace and sure is not None:
        yield Problem("ladder-ends-before", path["grace"], args={"rung": sure.rung})


def _impossible(
    steps: LadderSteps, path: dict[LadderTime, OrderPath], came: Came, ruleset: Ruleset
) -> Iterator[Problem]:
    """The rungs in *steps* that the game cannot take."""
    for time in TIMES:
        rungs = {one.rung for one in steps.at(time)}
        if "bot" in rungs and bot_of(ruleset.name) is None:
            yield Problem("ladder-without-bot", path[time], args={"text": ruleset.title})
        if "default" in rungs and not ruleset.defaults:
            yield Problem("ladder-without-default", path[time], args={"text": ruleset.title})
        if "last faulty sheet" in rungs and came == "nothing":
            yield Problem("ladder-nothing-faulty", path[time])
