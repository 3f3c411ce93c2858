"""A seat played by a bot, which may fail but must do no harm."""

import traceback
from pathlib import PurePath

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.play import faults
from pbem.engine.playtest import OrderMaker
from pbem.engine.position import Position
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import LAST, Answer, Step, Table

BY = "bot"
"""The source of an answer that a bot gave."""
BY_LADDER = "bot by ladder"
"""The source of one that it gave for a seat that did not answer in time."""


class BotAnswer(msgspec.Struct, frozen=True):
    """The legal answer that the bot found for a decision, or what went wrong."""

    answer: Answer | None = None
    trouble: str = ""


def try_bot(ruleset: Ruleset, bot: OrderMaker | None, table: Table, decision: Decision) -> BotAnswer:
    """Ask *bot* for the answer to *decision*, which the step on top of the flow puts.

    Its random numbers depend on the seat and the key alone, so a rewound game is played alike.
    Nothing is ever raised: an order that cannot count is reported as trouble.
    """
    if bot is None:
        return BotAnswer(trouble=f"the rules {ruleset.name} have no bot")
    view = table.views[decision.seat]
    try:
        order = bot(view, decision, table.bot_chance(decision))
        trouble = _unfit(ruleset, table.state.flow[-1], view, decision, order)
    except Exception as crash:  # noqa: BLE001 a bot that crashes leaves its decision open
        return BotAnswer(trouble=_crashed(crash))
    return BotAnswer(trouble=trouble) if trouble else BotAnswer(Answer(order, BY, at=LAST))


def _unfit(ruleset: Ruleset, step: Step, view: Position, decision: Decision, order: object) -> str:
    """Why *order* cannot answer; empty if it can, and survives being logged."""
    if type(order) is not decision.takes:
        return f"its order is a {type(order).__name__} and not a {decision.takes.__name__}"
    wrong = faults(step, view, decision, order)
    if wrong:
        return f"its order is refused: {', '.join(dict.fromkeys(problem.code for problem in wrong))}"
    if msgspec.json.decode(msgspec.json.encode(order), type=ruleset.orders) != order:
        return "its order cannot be stored"
    return ""


def _crashed(crash: Exception) -> str:
    """The kind of a crash and its place; never its message, which may contain what only the seat knows."""
    last = traceback.extract_tb(crash.__traceback__)[-1]
    file = PurePath(last.filename).name
    return f"it crashed: {type(crash).__name__} in {last.name}, line {last.lineno} of {file}"
