"""The Napoleonic Wars as the host knows it.

What only some commands call is imported when it is called; what only tests, bots and tools want is in `playtest`.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pbem.engine.decision import Policy
from pbem.engine.edition import EditionType, folder_beside, shared_guide
from pbem.engine.ruleset import BrokenInvariant, Ruleset, Rulings
from pbem_tnw.changes import changes
from pbem_tnw.chapters.rulings import rule
from pbem_tnw.chapters.turn.interphase import TurnEndInAdvance
from pbem_tnw.chapters.turn.setup import start
from pbem_tnw.chapters.turn.sheets import anytime
from pbem_tnw.drawing import DRAWING
from pbem_tnw.edition.edition import TnwEditionFiles, edition_files
from pbem_tnw.enquiries import ENQUIRIES, foresee
from pbem_tnw.letters import TOOLS
from pbem_tnw.lexicon import lexicon, seat_names
from pbem_tnw.menu.record import DESK, FORMS
from pbem_tnw.position.state import HOLDS, KINDS, WarState
from pbem_tnw.settings import TnwSettings, seats
from pbem_tnw.unions import TnwEvents, TnwOrders

_HERE = Path(__file__).parent
_GUIDE = folder_beside(_HERE, "guide", "docs/napoleonic-wars")
_PAGES = (
    *("first", "in-brief", "writing-a-sheet", "an-impulse"),
    *("out-of-turn", "standing-orders", "through-the-turn", "asking"),
)


def _policies(_view: WarState, _seat: str) -> Iterable[Policy]:
    return (TurnEndInAdvance(),)


def _outcome(state: WarState) -> Mapping[str, Any] | None:
    result = state.result
    if result is None:
        return None
    return {"winners": result.winners, "rule": result.rule, "cause": result.cause, "turn": result.turn}


def _broken(state: WarState) -> Iterable[BrokenInvariant]:
    from pbem_tnw.invariants import broken

    return broken(state)


def _edition_files(settings: TnwSettings) -> tuple[Path, ...]:
    return edition_files(settings.edition)


def _edition_type() -> EditionType:
    from pbem_tnw.drawing.labels import LABELS, text_of, work_out
    from pbem_tnw.edition.check_cards import check

    return LABELS.edition_type(TnwEditionFiles, check, lambda board, measure: text_of(work_out(board, measure)))


TNW: Ruleset = Ruleset(
    name="tnw",
    title="The Napoleonic Wars",
    version="2",
    settings=TnwSettings,
    seats=seats,
    start=start,
    events=TnwEvents,
    orders=TnwOrders,
    policies=_policies,
    anytime=anytime,
    rulings=Rulings(step=rule, broken=_broken),
    lexicon=lexicon,
    enquiries=ENQUIRIES,
    foresee=foresee,
    changes=changes,
    tools=TOOLS,
    seat_names=seat_names,
    turn=("Turn", "Turns"),
    words=(folder_beside(_HERE, "templates", "templates/tnw"),),
    guide=(*(_GUIDE / f"{name}.md" for name in _PAGES), *shared_guide()),
    time_rules=KINDS,
    time_shares={HOLDS: 3},
    outcome=_outcome,
    drawing=DRAWING,
    desk=DESK,
    forms=FORMS,
    edition_files=_edition_files,
    edition_type=_edition_type,
    edition_beside=("coast", "labels"),
    rulebook=_HERE / "rulebook.yaml",
)
