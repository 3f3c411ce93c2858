"""The decisions that a seat can answer at the board, as the text of its sheet answers them so far."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.desk import DeskChoice, DeskSubject
from pbem.engine.order import Order
from pbem.engine.problem import OrderPath
from pbem.referee.game import Game
from pbem.referee.stage import NotAsked
from pbem.referee.views.check import CheckedSheet, parts_asked
from pbem.sheet.editing import Wanted, edit_sheet, wanted_of
from pbem.sheet.editing.finding import reading
from pbem.sheet.fault import SheetFault
from pbem.sheet.parts import Part
from pbem.web.checking import check_once
from pbem.web.once import once_an_answer


class DeskPart(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that a sheet answers, with what its *draft* orders so far, and how its text is changed."""

    number: int
    part: Part
    wanted: Wanted
    draft: Order | None
    faults: tuple[SheetFault, ...]
    places: Mapping[OrderPath, Any]

    @property
    def decision(self) -> Decision:
        """The decision."""
        return self.part.decision


@once_an_answer
def desk_parts(game: Game, seat: str, text: str) -> tuple[DeskPart, ...]:
    """The decisions that *seat* can answer now, as *text* answers them; none if it can send nothing."""
    try:
        checked = check_once(game, seat, text)
    except NotAsked:
        return ()
    return tuple(_desk_parts(game, seat, checked))


def _desk_parts(game: Game, seat: str, checked: CheckedSheet) -> Iterator[DeskPart]:
    view = game.view(seat)
    lexicon = game.ruleset.lexicon(view, seat)
    parts = parts_asked(game, checked.stages, view)
    read = {part.decision.name: sheet for part, sheet in checked.sheet.answers}
    for number, part in enumerate(parts):
        sheet = read.get(part.decision.name)
        yield DeskPart(
            number=number,
            part=part,
            wanted=wanted_of(part, parts, lexicon),
            draft=sheet.draft if sheet else None,
            faults=tuple(each for each in sheet.faults if each.problem.stops) if sheet else (),
            places=sheet.places if sheet else {},
        )


def subject_key(part: DeskPart, subject: DeskSubject) -> str:
    """The name of a subject on the page."""
    return f"{part.number} {subject.kind} {subject.id}"


def keyed(choices: Iterable[DeskChoice]) -> dict[str, DeskChoice]:
    """Each of *choices* by a key that stays the same while the lines of the sheet change."""
    found: dict[str, DeskChoice] = {}
    for each in choices:
        said = msgspec.json.encode([each.said, each.group, each.place, each.steps], order="deterministic")
        key = hashlib.sha256(said).hexdigest()[:12]
        while key in found:
            key += "-"
        found[key] = each
    return found


def is_made(part: DeskPart, text: str, choice: DeskChoice) -> bool:
    """Whether *text* orders already what a choice would make of it."""
    made = edit_sheet(text, choice.edits, part.wanted)
    if made.unmade:
        return False
    return made.text == text or (part.draft is not None and reading(made.text, part.wanted).order == part.draft)
