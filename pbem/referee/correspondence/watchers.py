"""Watchers: people outside the game who get its public reports by email. Only the moderator sees their addresses."""

from typing import Literal

import msgspec

from pbem.referee.correspondence.typed import NotSaid
from pbem.referee.game import Clock, Game
from pbem.report import layout
from pbem.settings.mail_faults import ADDRESS
from pbem.store.facts.watchers import WatchBegun, WatchEnded
from pbem.store.pause import Pause

MOST = 200
"""The most watchers of a game: each report is an email to each of them."""
_MOST_NAME = 80


class Watcher(msgspec.Struct, frozen=True):
    """A person at *address* called *name*, who gets the reports from *round* on; *line* is where the log says so."""

    address: str
    name: str
    line: int
    round: int


def watchers(game: Game, before: Pause | None = None) -> tuple[Watcher, ...]:
    """Who watches now, or watched when the game came to the pause *before*, in the order in which they began."""
    found: dict[str, Watcher] = {}
    latest = 1
    for line in game.log.lines:
        if line.pause and before is not None and line.pause.round >= before.round:
            break
        if line.pause and not line.pause.to:
            latest = line.pause.round
        if isinstance(line.fact, WatchBegun):
            known = found.get(line.fact.address.casefold())
            begun = known or Watcher(line.fact.address, "", line.seq, latest)
            found[line.fact.address.casefold()] = msgspec.structs.replace(begun, name=line.fact.name or begun.name)
        elif isinstance(line.fact, WatchEnded):
            found.pop(line.fact.address.casefold(), None)
    return tuple(found.values())


def watcher_at(game: Game, address: str) -> Watcher | None:
    """Who watches at *address*."""
    wanted = address.casefold()
    return next((one for one in watchers(game) if wanted and one.address.casefold() == wanted), None)


def word_for(game: Game, address: str) -> str:
    """The word by which whoever reads mail to *address* confirms to watch; after each change it is another."""
    key = address.casefold()
    changes = [one for one in game.facts if isinstance(one, WatchBegun | WatchEnded) and one.address.casefold() == key]
    return game.token("watch", f"{key} {len(changes)}", 0)


def begin(
    game: Game, address: str, clock: Clock, *, name: str = "", by: Literal["watcher", "moderator"] = "watcher"
) -> bool:
    """Send the public reports to *address* from now on; whether that is new. Raises `NotSaid`."""
    address, name = address.strip(), layout.inline(layout.visible(name))
    if not ADDRESS.fullmatch(address):
        raise NotSaid(f"{address} is not an address for email")
    if address.casefold() == game.settings.mail.sender.casefold():
        raise NotSaid(f"{address} is the game's own address")
    if seats := game.settings.seats_of(address):
        raise NotSaid(f"{address} is the address of {seats[0]}, whose letters say more than the public report")
    if len(name) > _MOST_NAME:
        raise NotSaid(f"the name has {len(name)} characters, and at most {_MOST_NAME} are kept")
    known = watcher_at(game, address)
    if known is not None and name in ("", known.name):
        return False
    if known is None and len(watchers(game)) >= MOST:
        raise NotSaid(f"{MOST} people watch the game, and more cannot")
    game.note(WatchBegun(address=address, name=name, by=by), clock())
    return known is None


def end(game: Game, address: str, clock: Clock, *, by: Literal["watcher", "moderator", "bounce"] = "watcher") -> bool:
    """Send no more reports to *address*; whether any went there."""
    known = watcher_at(game, address)
    if known is not None:
        game.note(WatchEnded(address=known.address, by=by), clock())
    return known is not None
