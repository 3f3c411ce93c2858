"""Who holds each seat now: whom game.yaml names.

A change applies as long as game.yaml still says what it said then: a later edit by the moderator wins.

A fact overrides game.yaml as long as that names the same player and address for the seat as it did then; a later edit
of either wins.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pbem.settings.game import GameSettings, PlayerSettings
from pbem.store import files
from pbem.store.facts import Named, SeatTaken, SeatVacated, StandInBegun, StandInEnded
from pbem.store.log import LogLine

NAME = "addresses.json"
STAND_IN = " (stand-in)"
"""What is added to a seat to keep the address of its stand-in apart from that of its player."""


class AddressChange(msgspec.Struct, frozen=True):
    """The *address* that replaces the one in game.yaml, *instead*."""

    address: str
    instead: str
    at: datetime
    by: str


def changed(folder: Path) -> Mapping[str, AddressChange]:
    """The last change of each seat that had one."""
    path = folder / NAME
    return files.read(path, dict[str, AddressChange], "the addresses of game.yaml hold") if path.exists() else {}


def change(folder: Path, seat: str, new: AddressChange) -> None:
    """Keep a change of address."""
    files.write(folder / NAME, msgspec.json.format(msgspec.json.encode({**changed(folder), seat: new})) + b"\n")


def with_contacts(settings: GameSettings, folder: Path) -> GameSettings:
    """*settings* with the addresses that apply now."""
    if not changed(folder):
        return settings
    seats = {seat: as_changed(who, folder, seat) for seat, who in settings.seats.items()}
    return msgspec.structs.replace(settings, seats=seats)


def as_changed(who: PlayerSettings, folder: Path, seat: str) -> PlayerSettings:
    """*who* holds *seat*, with the address that applies now."""
    changes = changed(folder)
    return _of(_of(who, changes.get(seat)), changes.get(f"{seat}{STAND_IN}"))


def _of(who: PlayerSettings, new: AddressChange | None) -> PlayerSettings:
    if new is None or new.instead != who.address:
        return who
    return msgspec.structs.replace(who, address=new.address)


HandOver = SeatTaken | SeatVacated | StandInBegun | StandInEnded
"""What makes a seat change hands."""


class Tenure(msgspec.Struct, frozen=True):
    """The time in which one person holds a seat: from *line* of the log on, 0 for the first.

    *generation* counts the changes of hands before it; its tokens and messages are its own, and items of the inbox up
    to *last_item* are not of this holder. For the questions that are *voided*, by key and asking entry, no sheet
    up to the item given there counts. What the player wished *before* the time given there was another one's wish.
    """

    generation: int = 0
    line: int = 0
    last_item: int = 0
    voided: Mapping[tuple[str, int], int] = {}
    before: datetime | None = None


class SeatHolder(msgspec.Struct, frozen=True):
    """Who holds a seat, as game.yaml would say it; *regular* is the player of the seat if this is a stand-in."""

    who: PlayerSettings
    vacant: bool = False
    regular: PlayerSettings | None = None
    stand_in: StandInBegun | None = None

    @property
    def empty(self) -> bool:
        """Whether no one plays the seat, nor a stand-in for its player."""
        return self.vacant and self.stand_in is None


def shown(who: PlayerSettings, *, vacant: bool) -> str:
    """The player of a seat in lists, marked if a bot plays; of a seat that no one holds, that it is *vacant*."""
    return f"vacant{' (bot)' if who.bot else ''}" if vacant else who.shown


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
        voided = dict.fromkeys(fact.open, fact.last_item) if fact.orders == "void" else {}
        before = line.at if isinstance(fact, SeatTaken | SeatVacated) else last.before
        found.append(Tenure(last.generation + 1, line.seq, fact.last_item, {**last.voided, **voided}, before))
    return tuple(found)


def holder(written: PlayerSettings, changes: Iterable[LogLine], vacant_seats: str = "wait") -> SeatHolder:
    """Who holds a seat for which game.yaml says what is *written*, after these changes."""
    found = SeatHolder(written)
    for line in changes:
        fact = line.fact
        if isinstance(fact, StandInEnded):
            found = SeatHolder(found.regular, found.vacant) if found.regular else found
        elif isinstance(fact, SeatTaken | SeatVacated | StandInBegun) and fact.instead == named(written):
            found = _after(found, fact, vacant_seats)
    return found


def _after(before: SeatHolder, fact: SeatTaken | SeatVacated | StandInBegun, vacant_seats: str) -> SeatHolder:
    if isinstance(fact, SeatVacated):
        return SeatHolder(PlayerSettings(bot=vacant_seats == "bot"), vacant=True)
    if isinstance(fact, SeatTaken):
        return SeatHolder(_named_in(fact))
    regular = before.regular or before.who
    return SeatHolder(_named_in(fact), before.vacant, regular, fact)


def _named_in(fact: SeatTaken | StandInBegun) -> PlayerSettings:
    return PlayerSettings(fact.player, fact.address, fact.forum)


def overlaid(settings: GameSettings, holding: Mapping[str, SeatHolder]) -> GameSettings:
    """*settings* with the players who hold the seats now."""
    seats = {seat: holding[seat].who if seat in holding else who for seat, who in settings.seats.items()}
    return replace(settings, seats=seats) if holding else settings


def former_addresses(settings: GameSettings, written: GameSettings, lines: Iterable[LogLine]) -> Mapping[str, str]:
    """The addresses of people who held a seat before and hold none now, in lower case, each with its last seat."""
    found: dict[str, str] = {}
    for line in lines:
        fact = line.fact
        if isinstance(fact, SeatTaken | SeatVacated | StandInBegun):
            found |= {fact.instead[1].casefold(): fact.seat}
        if isinstance(fact, SeatTaken | StandInBegun):
            found |= {fact.address.casefold(): fact.seat}
    found |= {who.address.casefold(): seat for seat, who in written.seats.items() if settings.seats[seat] != who}
    now = {who.address.casefold() for who in settings.seats.values()}
    return {address: seat for address, seat in found.items() if address and address not in now}
