"""Addresses that changed during the game, which override those of game.yaml.

A change applies as long as game.yaml still says what it said then: a later edit by the moderator wins.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.settings.game_settings import GameSettings, PlayerSettings
from pbem.store import files, records

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
    return records.read(path, dict[str, AddressChange], "the addresses of game.yaml hold") if path.exists() else {}


def change(folder: Path, seat: str, new: AddressChange) -> None:
    """Keep a change of address."""
    files.write(folder / NAME, msgspec.json.format(msgspec.json.encode({**changed(folder), seat: new})) + b"\n")


def overlaid(settings: GameSettings, folder: Path) -> GameSettings:
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
