"""club.yaml: the database of a club, its key, its cache, and how its mail goes out."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import msgspec
import yaml

from pbem.club.keys import ClubKey, read_key
from pbem.errors import Refusal
from pbem.referee.game import Clock, now
from pbem.settings.mail import Delivery, Listen, path_of

NAME = "club.yaml"


class BadClub(Refusal):
    """There is no club.yaml, or it cannot be used."""


class ClubSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=lambda name: name.replace("_", " ")):
    """What club.yaml says.

    Messages to a domain are *per_minute*, or as *domains* says, from all workers together, over at most *connections*
    at a time. A mail server hands mail over where *listen* says. *operator* is told by mail of games that were put
    aside, from the address *sender*. What is done with is kept for *keep_days*. A person may join *tables_a_day* and
    gets *answers_a_day*.
    """

    database: str
    key_file: str = "club.key"
    cache: str = "cache"
    out: Delivery = Delivery()
    sender: str = msgspec.field(default="", name="from")
    operator: str = ""
    per_minute: float = 60.0
    domains: Mapping[str, float] = msgspec.field(default_factory=dict)
    connections: int = 2
    listen: Listen = Listen(port=8026)
    keep_days: int = 30
    tables_a_day: int = 5
    answers_a_day: int = 20
    port: int = 9642

    def pace(self, domain: str) -> timedelta:
        """How long after a message to *domain* the next may go."""
        return timedelta(minutes=1 / max(self.domains.get(domain, self.per_minute), 1e-3))


class Club:
    """A club: what its club.yaml in *folder* says, its key, its clock; for a *worker* with a cache of its own."""

    def __init__(
        self, folder: Path, settings: ClubSettings, key: ClubKey, clock: Clock = now, worker: str = "worker"
    ) -> None:
        self.folder, self.settings, self.key, self.clock, self.worker = folder, settings, key, clock, worker

    @property
    def database(self) -> str:
        """Where PostgreSQL is, in its own words."""
        return self.settings.database

    @property
    def cache(self) -> Path:
        """The folder of this worker's copies."""
        return path_of(self.folder, self.settings.cache) / self.worker

    def for_worker(self, name: str) -> "Club":
        """The same club for the worker *name*."""
        return Club(self.folder, self.settings, self.key, self.clock, name)


def read_settings(file: Path) -> ClubSettings:
    """What the club.yaml *file* says; raises `BadClub`."""
    try:
        return msgspec.convert(yaml.safe_load(file.read_text(encoding="utf-8")), ClubSettings)
    except FileNotFoundError:
        raise BadClub(f"there is no {file}; write one with a line `database:`, as docs/club.md shows") from None
    except (OSError, UnicodeDecodeError, yaml.YAMLError, msgspec.ValidationError) as error:
        raise BadClub(f"{file} cannot be used: {error}") from error


def open_club(file: Path, clock: Clock = now) -> Club:
    """The club of the club.yaml *file*; raises `BadClub` or `BadKey`."""
    settings = read_settings(file)
    return Club(file.parent, settings, read_key(path_of(file.parent, settings.key_file)), clock)
