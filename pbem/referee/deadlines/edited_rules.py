"""Things that will happen by themselves; rules of time, edited or set anew.

Deadlines that run stay as they are. The log knows the rules by its pauses, each of which has the rules that its
deadlines came from if they are not those before it.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

import msgspec

from pbem.engine.decision import NEVER, USUAL
from pbem.engine.play import asked
from pbem.referee.game import Game
from pbem.report.context import NewTime
from pbem.settings.rules_of_time import Deadlines, KeyChange, RulesAsData, changed_kinds, changes, spelled
from pbem.store.facts import RulesOfTimeChanged
from pbem.store.log import OpenQuestion, Pause


class AgendaItem(msgspec.Struct, frozen=True):
    """Something that will happen *at* a time if nothing changes: its *kind*, and the *seats* that it is about."""

    at: datetime
    kind: str
    seats: tuple[str, ...] = ()


class AgendaSource(msgspec.Struct, frozen=True):
    """One cause of things that happen by themselves.

    *coming* tells them in any order, those that are overdue too; *act* does at a time whatever is due then, as facts,
    and says whether it did anything.
    """

    coming: Callable[[Game, datetime], Iterable[AgendaItem]]
    act: Callable[[Game, datetime], bool]


class ChangedRule(msgspec.Struct, frozen=True):
    """What is different now for a *kind* of questions, and when one of them that is put now would be *due*."""

    kind: str
    changes: tuple[KeyChange, ...]
    due: datetime | None


def in_force(game: Game) -> RulesAsData | None:
    """The rules of time as the log knows them; None if it does not."""
    for line in reversed(game.log.noted):
        if line.times is not None:
            return line.times
        if isinstance(line.fact, RulesOfTimeChanged):
            return line.fact.now
    pauses = game.log.pauses
    return None if any(pause.deadline or pause.dues() for pause in pauses) else spelled(Deadlines())


def to_record(game: Game) -> RulesAsData | None:
    """The rules that a pause of now has to be noted with; None if the log has them already."""
    now = spelled(game.settings.deadlines)
    return None if in_force(game) == now else now


def changed_since_letters(game: Game, at: datetime) -> tuple[ChangedRule, ...]:
    """What is different from the next questions on than for those of the last letters, by kind."""
    facts = _between(game, len(game.log.pauses), None)
    if not facts:
        return ()
    before, now = facts[0].before, facts[-1].now
    due = game.settings.deadlines.due
    return tuple(ChangedRule(kind, changes(before, now, kind), due(at, kind)) for kind in changed_kinds(before, now))


def told_in(game: Game, pause: Pause, seat: str, kind: str = USUAL) -> tuple[NewTime, ...]:
    """What the letter of *pause* to *seat* says of a changed rule for a *kind* of questions."""
    earlier = game.last_letter(seat, pause)
    facts = _between(game, earlier.round, pause.round) if earlier else []
    found = changes(facts[0].before, facts[-1].now, kind) if facts else ()
    return tuple(NewTime(one.key, one.now, one.before) for one in found)


def _between(game: Game, after: int, until: int | None) -> list[RulesOfTimeChanged]:
    """The edits after the pause of one round and before that of another."""
    found, at = [], 0
    for line in game.log.noted:
        at = line.pause.round if line.pause else at
        if until is not None and at >= until:
            break
        if at >= after and isinstance(line.fact, RulesOfTimeChanged):
            found.append(line.fact)
    return found


def _coming(_game: Game, _at: datetime) -> Iterator[AgendaItem]:
    """Nothing: an edit is a change of a file, which every turn looks for."""
    yield from ()


def _act(game: Game, at: datetime) -> bool:
    before, now = in_force(game), spelled(game.settings.deadlines)
    if not game.log.pauses or before is None or before == now:
        return False
    game.note(RulesOfTimeChanged(before=before, now=now), at)
    return True


SOURCE = AgendaSource(_coming, _act)


def rule_of(game: Game, question: OpenQuestion) -> str:
    """The name of the rule of time of an open *question*."""
    put = (one.due for one in asked(game.table.state) if one.name == (question.seat, question.key))
    return next(put, USUAL)


def anew(
    game: Game, at: datetime, kind: str = USUAL, *, due: datetime | None = None, stood: datetime | None = None
) -> datetime | None:
    """When a question of a *kind* is due if time runs again *at* a moment (`TimeRule.anew`); None if never."""
    return None if kind == NEVER else game.settings.deadlines.rule_for(kind).anew(at, due=due, stood=stood)
