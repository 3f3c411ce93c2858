"""The waiting list of a game: who would take a seat, in the order in which they came."""

from pbem.referee.game import Clock, Game
from pbem.referee.seats.changes import NotHandedOver
from pbem.report.layout import visible
from pbem.settings.mail_faults import ADDRESS
from pbem.store.facts.seats import Named, SeatTaken, WaitingListed, WaitingRemoved


def listed(game: Game) -> tuple[Named, ...]:
    """Who waits: players and addresses, the first first; who took a seat since waits no longer."""
    found: dict[str, Named] = {}
    for line in game.log.facts:
        fact = line.fact
        if isinstance(fact, WaitingListed):
            found.setdefault(fact.address.casefold(), (fact.player, fact.address))
        elif isinstance(fact, WaitingRemoved | SeatTaken):
            found.pop(fact.address.casefold(), None)
    return tuple(found.values())


def first(game: Game) -> Named:
    """Who waits longest; raises `NotHandedOver` if no one does."""
    people = listed(game)
    if not people:
        raise NotHandedOver("no one is on the waiting list; say whom to invite, by name and address")
    return people[0]


def add(game: Game, player: str, address: str, clock: Clock) -> bool:
    """Put *player* at *address* at the end of the list; whether that is new."""
    game.guard()
    if not player.strip():
        raise NotHandedOver("who waits needs a name: --player NAME")
    if not ADDRESS.fullmatch(address):
        raise NotHandedOver(f"{address!r} is not an email address; write one like anna@example.org")
    if _has(game, address):
        return False
    game.note(WaitingListed(player=visible(player), address=address), clock())
    return True


def remove(game: Game, address: str, clock: Clock) -> bool:
    """Take whoever waits at *address* off the list; whether anyone did."""
    game.guard()
    if not _has(game, address):
        return False
    game.note(WaitingRemoved(address=address), clock())
    return True


def _has(game: Game, address: str) -> bool:
    return any(address.casefold() == other.casefold() for _, other in listed(game))
