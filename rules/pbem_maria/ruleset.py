"""Maria as the host knows it.

What only some commands call (the check of an edition, the way to another one) is imported when it is called; what only
tests, bots and tools want is in `playtest`.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.engine.decision import Policy
from pbem.engine.drawing import Measure
from pbem.engine.event import Event
from pbem.engine.kit.edition import EditionType, LabelsType
from pbem.engine.kit.folders import folder_beside
from pbem.engine.kit.ruling import BrokenInvariant, Rulings
from pbem.engine.kit.tally import GameTally
from pbem.engine.problem import Problem
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Table
from pbem_maria.changes import changes
from pbem_maria.chapters.setup.start import start
from pbem_maria.chapters.turn.anytime import anytime
from pbem_maria.chapters.turn.standing import Deputy
from pbem_maria.desk.record import DESK
from pbem_maria.drawing.record import DRAWING
from pbem_maria.edition.edition import EditionFiles, edition_files
from pbem_maria.enquiries import ENQUIRIES, foresee
from pbem_maria.forms.record import FORMS
from pbem_maria.letter_tools import TOOLS
from pbem_maria.lexicon import lexicon, seat_names
from pbem_maria.position.questions import KINDS
from pbem_maria.position.state import State
from pbem_maria.rulings.steps import rule
from pbem_maria.settings import MariaSettings, seats
from pbem_maria.unions import MariaEvents, MariaOrders

_HERE = Path(__file__).parent
_GUIDE = folder_beside(_HERE, "guide", "docs")


def _policies(view: State, seat: str) -> Iterable[Policy]:
    return (Deputy(),)


def _outcome(state: State) -> Mapping[str, Any] | None:
    if state.result is None:
        return None
    result = state.result
    told = {"winners": result.winners, "rule": result.rule, "cause": result.cause, "turn": result.turn}
    return {**told, "power": result.power} if result.power else told


def _tally(view: State, events: Sequence[Event]) -> GameTally:
    from pbem_maria.chapters.victory.tally import tally

    return tally(view, events)


def _move(table: Table[State], settings: MariaSettings) -> None:
    from pbem_maria.chapters.setup.another_edition import move

    move(table, settings)


def _broken(state: State) -> Iterable[BrokenInvariant]:
    from pbem_maria.invariants import broken

    return broken(state)


def _edition_type() -> EditionType:
    from pbem.engine.kit.drawing.stored import FILE
    from pbem_maria.drawing.placement import stored
    from pbem_maria.edition.check import check

    def make(files: EditionFiles, measure: Measure) -> str:
        return stored.text_of(stored.work_out(files.map, measure))

    def check_labels(files: EditionFiles, raw: bytes | None) -> Iterable[Problem]:
        return stored.check(files.map, raw)

    labels = LabelsType(FILE, make, check_labels)
    return EditionType(files=EditionFiles, check=check, labels=labels)


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
    guide=(_GUIDE / "players.md", _GUIDE / "combat-plans.md"),
    tools=TOOLS,
    enquiries=ENQUIRIES,
    foresee=foresee,
    changes=changes,
    time_rules=KINDS,
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
