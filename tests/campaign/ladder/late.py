"""A toy game with a ladder, played by real turns; its players answer or do not."""

from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

from pbem.engine.ruleset import Ruleset
from pbem.mail.exchange import exchange
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.new_game import create
from pbem.store.facts.fact import Fact
from pbem.store.facts.ladder import LadderFact
from tests.toy.game import GAME_YAML, SEED, Clock, send_sheet
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
        rounds: int = 4,
    ) -> None:
        self.folder, self.clock, self.rulesets = folder, Clock(), {"toy": rules}
        text = GAME_YAML.replace("OUT", "{folder: out}").replace("rounds: 1", "rounds: 4")
        text = text.replace("notice: 48 hours", GRACE) if grace else text
        create(folder, f"{text}{f'ladder: {ladder}' if ladder else ''}\n{more}", self.rulesets, SEED)
        self.turn()

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
