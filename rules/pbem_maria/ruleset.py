"""Maria as the host knows it.

What only some commands call (bots, guesses, case files, the check of an edition) is imported when it is called.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.order import Order, Policy
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Table
from pbem_maria.edition import edition_files
from pbem_maria.lexicon import lexicon
from pbem_maria.log import Events, Orders
from pbem_maria.settings import Settings, seats
from pbem_maria.standing import Deputy
from pbem_maria.start import start
from pbem_maria.state import State
from pbem_maria.steps.anytime import anytime
from pbem_maria.steps.decree import decree
from pbem_maria.tools import TOOLS

_HERE = Path(__file__).parent
_CHECKOUT = _HERE.parents[1]


def _beside(packed: str, in_checkout: str) -> Path:
    """A folder that a wheel packs into the package and that a checkout keeps at its top."""
    own = _HERE / packed
    return own if own.is_dir() else _CHECKOUT / in_checkout


def _policies(view: State, seat: str) -> Iterable[Policy]:
    return (Deputy(),)


def _outcome(state: State) -> Mapping[str, Any] | None:
    if state.result is None:
        return None
    result = state.result
    told = {"winners": result.winners, "rule": result.rule, "cause": result.cause, "turn": result.turn}
    return {**told, "power": result.power} if result.power else told


def _guess(view: State, decision: Decision, chance: Chance) -> Order:
    from pbem_maria.guess import guess

    return guess(view, decision, chance)


def _bot(view: State, decision: Decision, chance: Chance) -> Order:
    from pbem_maria.bot import play

    return play(view, decision, chance)


def _invariants(state: State) -> Iterable[str]:
    from pbem_maria.invariants import broken

    return broken(state)


def _given() -> type[msgspec.Struct]:
    from pbem_maria.given import Given

    return Given


def _facts(state: State) -> Mapping[str, Any]:
    from pbem_maria.facts import facts

    return facts(state)


def _move(table: Table, settings: Settings) -> None:
    from pbem_maria.another_edition import move

    move(table, settings)


def _check_edition(folder: Path) -> Iterable[Any]:
    from pbem_maria.edition_check import check

    return check(folder)


MARIA = Ruleset(
    name="maria",
    title="Maria",
    version="1",
    settings=Settings,
    seats=seats,
    start=start,
    events=Events,
    orders=Orders,
    policies=_policies,
    anytime=anytime,
    decree=decree,
    lexicon=lexicon,
    words=(_beside("templates", "templates/maria"),),
    tools=TOOLS,
    guess=_guess,
    bot=_bot,
    moments={"fight-began": "combat"},
    invariants=_invariants,
    outcome=_outcome,
    given=_given,
    facts=_facts,
    edition_files=edition_files,
    move=_move,
    check_edition=_check_edition,
    demo=_beside("demo", "games/demo"),
    rulebook=_HERE / "rulebook.yaml",
)
