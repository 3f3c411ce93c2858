"""A game of the toy that tests take through real turns by a clock of their own."""

import re
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from pbem.store.log import Pause
from tests.kit.world import ToyWorld
from tests.toy.game import GAME_YAML


class World(ToyWorld):
    """A toy game in *folder*, whose mail comes and goes by folders; begun, with its first letters sent."""

    def __init__(self, folder: Path, more: str = "", text: str = GAME_YAML) -> None:
        super().__init__(folder, text.replace("OUT", "{folder: out}") + more)

    def at(self, time: str) -> None:
        """Set the clock to *time*, in UTC."""
        self.clock.at = datetime.fromisoformat(time).replace(tzinfo=UTC)

    def send(self, seat: str, text: str) -> None:
        """Let a player reply to the newest letter; the email arrives now."""
        self.post(seat, text)

    def bid(self, *seats: str) -> None:
        for seat in seats:
            self.send(seat, "bid: 1\n")

    @property
    def pause(self) -> Pause:
        found = self.look().pause
        assert found
        return found

    def due(self, seat: str = "ann") -> str:
        """When *seat* must have answered, in UTC."""
        found = self.pause.due_for(seat)
        return f"{found.astimezone(UTC):%Y-%m-%d %H:%M}" if found else "never"

    def letters(self) -> Mapping[str, str]:
        """All that was written to anyone, by file."""
        found = {}
        for path in sorted([*self.folder.glob("out/*"), *self.folder.glob("letters/*/*.txt")]):
            found[str(path.relative_to(self.folder))] = path.read_text(errors="replace")
        return found

    def copy(self, folder: Path) -> "World":
        """The same game in another folder, at the same time."""
        shutil.copytree(self.folder, folder)
        return self.found_in(folder)

    def found_in(self, folder: Path) -> "World":
        """The game that a copy of the folder has, at the same time."""
        return World.found(folder, self.clock.at, self.number, self.rulesets)


def unwrapped(text: str) -> str:
    return re.sub(r"\s+", " ", text)
