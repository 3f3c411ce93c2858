"""A toy game with a ladder, played by real turns; its players answer or do not."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from types import MappingProxyType

from pbem.engine.ruleset import Ruleset
from pbem.mail.exchange import exchange
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.store.facts import Fact, LadderFact
from tests.toy.begun import begin
from tests.toy.game import GAME_YAML, Clock, drop, send_sheet
from tests.toy.ruleset import TOY

DUE = datetime(2026, 11, 25, 19, tzinfo=UTC)
"""The first deadline: Wednesday 20:00 in Berlin."""
GRACE = "notice: 48 hours, grace: 24 hours"


class LateGame:
    """A toy game of some rounds; `ladder` is what game.yaml says under that key."""

    def __init__(
        self,
        folder: Path,
        ladder: str = "",
        *,
        more: str = "",
        grace: bool = True,
        rules: Ruleset = TOY,
        swap: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.folder, self.clock, self.rulesets = folder, Clock(), {"toy": rules}
        text = GAME_YAML.replace("OUT", "{folder: out}").replace("rounds: 1", "rounds: 4")
        text = text.replace("notice: 48 hours", GRACE) if grace else text
        for old, new in swap.items():
            text = text.replace(old, new)
        begin(folder, f"{text}{f'ladder: {ladder}' if ladder else ''}\n{more}", self.rulesets, self.turn)

    def game(self) -> AbstractContextManager[Game]:
        return opening.held(self.folder, self.rulesets)

    def turn(self) -> int:
        """Run a turn; the number of entries played."""
        with self.game() as game:
            return exchange(game, self.clock).played

    def send(self, seat: str, text: str, *, turn: bool = True) -> None:
        """Let a player reply to the newest letter."""
        send_sheet(self.folder, seat, text, f"{seat}-{len(list(self.folder.glob('inbox/*')))}.eml")
        if turn:
            self.turn()

    def hand_in(self, seat: str, text: str) -> None:
        """Give a sheet to the moderator, as a file."""
        drop(self.folder, f"{seat}-{len(list(self.folder.glob('inbox/*')))}.yaml", text.encode(), self.clock())
        self.turn()

    def at(self, moment: datetime, **later: float) -> None:
        """Run a turn at a moment, or some time after it."""
        self.clock.at = moment
        self.clock.wind(**later)
        self.turn()

    def facts(self) -> list[LadderFact]:
        """What the log says of the ladder."""
        found: list[Fact]
        with self.game() as game:
            found = [*game.facts]
        return [one for one in found if isinstance(one, LadderFact)]

    def done(self) -> list[str]:
        """The same in short."""
        return [
            " ".join(filter(None, (type(one).__name__, one.seat, getattr(one, "at", ""), getattr(one, "rung", ""))))
            for one in self.facts()
        ]

    def due(self) -> datetime:
        """The present deadline."""
        with self.game() as game:
            assert game.pause
            assert game.pause.deadline
            return game.pause.deadline

    def asked(self) -> list[str]:
        """The keys of what the game waits for."""
        with self.game() as game:
            return sorted(one.key for one in game.pause.waits) if game.pause else []

    def letter(self, seat: str) -> str:
        """The newest letter to a seat, or `public`."""
        return max(self.folder.glob(f"letters/*/{seat}.txt")).read_text()

    def mails(self, seat: str) -> list[str]:
        """The texts of all that went out to a seat, the oldest first."""
        paths = sorted(self.folder.glob("out/*.eml"), key=lambda path: path.stat().st_mtime_ns)
        found = [message_from_bytes(path.read_bytes(), policy=default) for path in paths]
        bodies = [one.get_body(("plain",)) for one in found if f"{seat}@" in str(one["To"])]
        return [str(one.get_content()) for one in bodies if one]
