"""A game of the toy that tests take through real turns by a clock of their own."""

import re
import shutil
from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

from pbem.mail.turn import TurnResult, turn
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.store.facts import Fact
from pbem.store.log import Pause
from tests.toy.begun import begin
from tests.toy.game import GAME_YAML, RULESETS, Clock, drop, mail, subject


class World:
    """A toy game in *folder*, whose mail comes and goes by folders; begun, with its first letters sent."""

    def __init__(self, folder: Path, more: str = "", text: str = GAME_YAML) -> None:
        self.folder, self.clock, self.count = folder, Clock(), 0
        begin(folder, text.replace("OUT", "{folder: out}") + more, RULESETS, self.turn)

    def game(self) -> AbstractContextManager[Game]:
        return opening.held(self.folder, RULESETS)

    def look(self) -> Game:
        return opening.look(self.folder, RULESETS)

    def turn(self) -> TurnResult:
        return turn(self.folder, self.clock, RULESETS)

    def at(self, time: str) -> None:
        """Set the clock to *time*, in UTC."""
        self.clock.at = datetime.fromisoformat(time).replace(tzinfo=UTC)

    def send(self, seat: str, text: str) -> None:
        """Let a player reply to the newest letter; the email arrives now."""
        self.count += 1
        raw = mail(f"{seat}@example.org", f"Re: {subject(self.folder, seat)}", text)
        drop(self.folder, f"{self.count:04d}-{seat}.eml", raw, self.clock())

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

    def facts(self) -> list[Fact]:
        return list(self.look().facts)

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
        other = object.__new__(World)
        other.folder, other.clock, other.count = folder, Clock(self.clock.at), self.count
        return other


def unwrapped(text: str) -> str:
    return re.sub(r"\s+", " ", text)
