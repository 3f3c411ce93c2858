"""A game of The Napoleonic Wars in a folder, for what a moderator does with it."""

import atexit
import shutil
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pbem.engine.decision import Decision
from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.referee.rulings import RulingEffects, RulingResult, effects, rule, try_ruling
from pbem_tnw.position.state import WarState
from pbem_tnw.settings import RUN_BY
from tests.toy.game import Clock

REASON = "both misread the map"
PLAYERS = ("france", "austria", "britain", "russia")
NAMES = {"france": "Camille", "austria": "Anna", "britain": "Ben", "russia": "Dmitri", "coalition": "Clara"}
GAME_YAML = """\
game: europe
rules: tnw
moderator: {name: Eugen, address: eugen@moderator.example}
mail: {from: europe@pbem.example}
seats:
"""


class ModeratedGame:
    """A game, of four seats unless said otherwise, which stands where the sheets of its first Round are asked for."""

    def __init__(self, folder: Path, *, begun: bool = True, players: int = 4) -> None:
        self.folder, self.clock = folder, Clock()
        self.seats = tuple(RUN_BY[players])
        if begun:
            shutil.copytree(_begun(players), folder)
            return
        held = "".join(f"  {seat}: {{player: {NAMES[seat]}, address: {seat}@x.example}}\n" for seat in self.seats)
        text = f"{GAME_YAML}{held}settings: {{players: {players}}}\npictures: none\n"
        create(folder, text, None, "22" * 32)
        self.letters()

    def begin(self) -> None:
        """Play until the sheets of the first Round are asked for."""
        for seat in self.seats:
            self.send(seat, "pass\n")
        self.letters()

    @property
    def state(self) -> WarState:
        state: WarState = opening.look(self.folder).table.state
        return state

    def view(self, seat: str) -> WarState:
        view: WarState = opening.look(self.folder).view(seat)
        return view

    def rule(self, text: str, overrule: Sequence[str] = ()) -> RulingResult:
        with opening.held(self.folder) as game:
            return rule(game, text, REASON, self.clock, overrule)

    def tried(self, text: str, overrule: Sequence[str] = ()) -> RulingEffects:
        game = opening.look(self.folder)
        found = try_ruling(game, text, REASON, overrule)
        assert found.after is not None, found
        assert not found.broken, found.broken
        return effects(game, found.after)

    def send(self, seat: str, text: str) -> str:
        with opening.held(self.folder) as game:
            item, _ = game.inbox.keep(text.encode(), self.clock(), seat=seat, source=str(len(game.inbox.items())))
            return str(judges.handle(game, item, self.clock).verdict.state)

    def letters(self) -> dict[str, str]:
        """The letters of the next round by seat, in which spaces do not matter."""
        with opening.held(self.folder) as game:
            play_on(game, self.clock)
            return {made.seat: " ".join(made.path.read_text(encoding="utf-8").split()) for made in make_letters(game)}

    def waiting(self) -> tuple[Decision, ...]:
        """The decisions that the game waits for."""
        game = opening.look(self.folder)
        return tuple(stage.decision for seat in self.seats for stage in game.stages(seat) if stage.pending)


@cache
def _begun(players: int) -> Path:
    """The folder of a game that has begun, of which each test gets a copy."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    game = ModeratedGame(folder / "europe", begun=False, players=players)
    game.begin()
    return game.folder
