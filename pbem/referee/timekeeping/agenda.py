"""The agenda: what will happen by itself and when, and doing it when its time has come.

Each source tells what comes and does what is due. All that it does is a fact in the log, so that a kill loses nothing
and repeating does nothing twice; emails follow from facts (`pbem.mail.outgoing.told`).
"""

from datetime import datetime

from pbem.referee.allowances import shift, standing_in
from pbem.referee.correspondence import appeals, overtaken_sheets
from pbem.referee.game import Clock, Game
from pbem.referee.ladder import act as ladder
from pbem.referee.needs import digest
from pbem.referee.seats import aftermath
from pbem.referee.timekeeping import edited_rules, outage, passing, reminders, rules_in_force
from pbem.referee.timekeeping.agenda_item import AgendaItem, AgendaSource


def sources() -> tuple[AgendaSource, ...]:
    """All sources, in the order in which they act."""
    return (
        outage.SOURCE,
        edited_rules.SOURCE,
        passing.SOURCE,
        rules_in_force.SOURCE,
        aftermath.SOURCE,
        standing_in.SOURCE,
        shift.SOURCE,
        appeals.SOURCE,
        overtaken_sheets.SOURCE,
        reminders.SOURCE,
        ladder.SOURCE,
        digest.SOURCE,
    )


def agenda(game: Game, at: datetime) -> tuple[AgendaItem, ...]:
    """What will happen by itself, the earliest first."""
    found = (one for source in sources() for one in source.coming(game, at))
    return tuple(sorted(found, key=lambda one: (one.at, one.kind, one.seats)))


def tick(game: Game, clock: Clock) -> bool:
    """Do all that is due; whether anything was. Raises what `guard` does."""
    at = clock()
    game.guard()
    acted = False
    for source in sources():
        acted = source.act(game, at) or acted
    return acted
