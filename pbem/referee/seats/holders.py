"""Who holds each seat now: whom game.yaml names, unless the log says that the seat has changed hands since.

A fact overrides game.yaml as long as that names the same player and address for the seat as it did then; a later edit
of either wins.
"""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from pbem.settings.game_settings import GameSettings, PlayerSettings
from pbem.store.facts.seats import Named, SeatTaken, SeatVacated, StandInBegun, StandInEnded
from pbem.store.log import LogLine

HandOver = SeatTaken | SeatVacated | StandInBegun | StandInEnded
"""What makes a seat change hands."""


class Tenure(msgspec.Struct, frozen=True):
    """The time in which one person holds a seat: from *line* of the log on, 0 for the first.

    *generation* counts the changes of hands before it; its tokens and messages are its own. The items of the inbox up
    to *voided* count no more for what the seat is asked, nor those up to *former* for what its player wished.
    """

    generation: int = 0
    line: int = 0
    voided: int = 0
    former: int = 0


class SeatHolder(msgspec.Struct, frozen=True):
    """Who holds a seat, as game.yaml would say it; *regular* is the player of the seat if this is a stand-in."""

    who: PlayerSettings
    vacant: bool = False
    regular: PlayerSettings | None = None
    stand_in: StandInBegun | None = None


def named(who: PlayerSettings) -> Named:
    """The player and the address that game.yaml names for a seat."""
    return who.player, who.address


def hand_overs(lines: Iterable[LogLine]) -> Mapping[str, tuple[LogLine, ...]]:
    """The lines of the log with which each seat changed hands, in their order."""
    found: dict[str, tuple[LogLine, ...]] = {}
    for line in lines:
        if isinstance(line.fact, HandOver):
            found[line.fact.seat] = (*found.get(line.fact.seat, ()), line)
    return found


def tenures(changes: Iterable[LogLine]) -> tuple[Tenure, ...]:
    """The tenures of a seat that changed hands with these lines, the first first."""
    found = [Tenure()]
    for line in changes:
        fact = line.fact
        if not isinstance(fact, HandOver):
            continue
        last = found[-1]
        voided = max(last.voided, fact.last_item) if fact.orders == "void" else last.voided
        former = fact.last_item if isinstance(fact, SeatTaken | SeatVacated) else last.former
        found.append(Tenure(last.generation + 1, line.seq, voided, former))
    return tuple(found)


def holder(written: PlayerSettings, changes: Iterable[LogLine], vacant_seats: str = "wait") -> SeatHolder:
    """Who holds a seat for which game.yaml says what is *written*, after these changes."""
    found = SeatHolder(written)
    for line in changes:
        fact = line.fact
        if isinstance(fact, StandInEnded):
            found = SeatHolder(found.regular, found.vacant) if found.regular else found
        elif isinstance(fact, HandOver) and fact.instead == named(written):
            found = _after(found, fact, vacant_seats)
    return found


def _after(before: SeatHolder, fact: SeatTaken | SeatVacated | StandInBegun, vacant_seats: str) -> SeatHolder:
    if isinstance(fact, SeatVacated):
        return SeatHolder(PlayerSettings(bot=vacant_seats == "bot"), vacant=True)
    if isinstance(fact, SeatTaken):
        return SeatHolder(PlayerSettings(fact.player, fact.address))
    regular = before.regular or before.who
    return SeatHolder(PlayerSettings(fact.player, fact.address), before.vacant, regular, fact)


def overlaid(settings: GameSettings, holding: Mapping[str, SeatHolder]) -> GameSettings:
    """*settings* with the players who hold the seats now."""
    seats = {seat: holding[seat].who if seat in holding else who for seat, who in settings.seats.items()}
    return replace(settings, seats=seats) if holding else settings
