"""Maria as the host knows it.

What only some commands call (the check of an edition, the way to another one) is imported when it is called; what only
tests, bots and tools want is in `playtest`.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.engine.decision import Policy
from pbem.engine.edition import EditionType, folder_beside, shared_guide
from pbem.engine.event import Event
from pbem.engine.ruleset import BrokenInvariant, GameTally, Ruleset, Rulings
from pbem.engine.table import Table
from pbem_maria.chapters.standing import Deputy
from pbem_maria.drawing import DRAWING
from pbem_maria.edition.edition import EditionFiles, edition_files
from pbem_maria.enquiries import ENQUIRIES, foresee
from pbem_maria.letters import TOOLS, changes
from pbem_maria.lexicon import lexicon, seat_names
from pbem_maria.menu.record import DESK, FORMS
from pbem_maria.position.state import State
from pbem_maria.position.theatre import KINDS
from pbem_maria.sequence.rulings import rule
from pbem_maria.sequence.setup import start
from pbem_maria.sequence.turn import anytime
from pbem_maria.settings import MariaSettings, seats
from pbem_maria.unions import MariaEvents, MariaOrders

_HERE = Path(__file__).parent
_GUIDE = folder_beside(_HERE, "guide", "docs/maria")
_PAGES = (
    *("first", "writing-a-sheet", "your-stage", "combat-plans", "through-the-year"),
    *("politics", "in-advance", "agreements", "asking"),
)


def _policies(view: State, seat: str) -> Iterable[Policy]:
    return (Deputy(),)


def _outcome(state: State) -> Mapping[str, Any] | None:
    if state.result is None:
        return None
    result = state.result
    told = {"winners": result.winners, "rule": result.rule, "cause": result.cause, "turn": result.turn}
    return {**told, "power": result.power} if result.power else told


def _tally(view: State, events: Sequence[Event]) -> GameTally:
    from pbem_maria.chapters.winning import tally

    return tally(view, events)


def _move(table: Table[State], settings: MariaSettings) -> None:
    from pbem_maria.sequence.setup import move

    move(table, settings)


def _broken(state: State) -> Iterable[BrokenInvariant]:
    from pbem_maria.invariants import broken

    return broken(state)


def _edition_type() -> EditionType:
    from pbem_maria.drawing.labels import LABELS, text_of, work_out
    from pbem_maria.edition.check import check

    return LABELS.edition_type(EditionFiles, check, lambda board, measure: text_of(work_out(board, measure)))


MARIA: Ruleset = Ruleset(
    name="maria",
    title="Maria",
    version="2",
    settings=MariaSettings,
    seats=seats,
    start=start,
    events=MariaEvents,
    orders=MariaOrders,
    policies=_policies,
    anytime=anytime,
    rulings=Rulings(step=rule, broken=_broken),
    lexicon=lexicon,
    seat_names=seat_names,
    words=(folder_beside(_HERE, "templates", "templates/maria"),),
    guide=(*(_GUIDE / f"{name}.md" for name in _PAGES), *shared_guide()),
    tools=TOOLS,
    enquiries=ENQUIRIES,
    foresee=foresee,
    changes=changes,
    time_rules=KINDS,
    news_waits=True,
    outcome=_outcome,
    tally=_tally,
    drawing=DRAWING,
    desk=DESK,
    forms=FORMS,
    edition_files=edition_files,
    edition_beside=("terrain", "labels"),
    move=_move,
    edition_type=_edition_type,
    rulebook=_HERE / "rulebook.yaml",
)
