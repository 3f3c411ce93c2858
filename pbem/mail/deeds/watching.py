"""What the moderator decides about watchers: who gets the public reports by email."""

from pbem.mail.deeds.outcome import Decided
from pbem.mail.outgoing.reports import queue_reports
from pbem.mail.outgoing.told import tell_facts
from pbem.referee.game import Clock, Game
from pbem.referee.people import words


def watch(game: Game, clock: Clock, name: str, address: str) -> Decided:
    """Send the public reports to *address* from now on, the newest at once."""
    new = words.begin(game, address, clock, name=name, by="moderator")
    _queue(game, clock)
    done = f"{name} watches; {address} was told so, and gets the public reports."
    says = done if new else f"{address} gets the reports already."
    return Decided(says=(says,), data={"address": address, "new": new}, goes=True)


def unwatch(game: Game, clock: Clock, address: str) -> Decided:
    """Send no more public reports to *address*."""
    ended = words.end(game, address, clock, by="moderator")
    _queue(game, clock)
    says = f"{address} was told that no more reports come." if ended else f"No one watches at {address}."
    return Decided(says=(says,), data={"address": address, "ended": ended}, goes=True)


def _queue(game: Game, clock: Clock) -> None:
    queue_reports(game, clock)
    tell_facts(game)
