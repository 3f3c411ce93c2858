"""A toy game by email whose people write to each other: what each is sent, turn by turn."""

from pathlib import Path

from pbem.referee.game import Rulesets
from tests.kit.world import YAML, ToyWorld, read
from tests.toy.game import RULESETS, SEED

QUIET = "pictures: none\n"


class World(ToyWorld):
    """A game with *more* in its game.yaml, after its first letters."""

    def __init__(self, folder: Path, more: str = "", secret: str = SEED, rulesets: Rulesets = RULESETS) -> None:
        super().__init__(folder, YAML + (QUIET if rulesets is RULESETS else "") + more, rulesets, secret)

    def post(self, seat: str, text: str, *, about: str | None = None, sender: str = "", **headers: str) -> int:
        self.clock.wind(minutes=1)
        return super().post(seat, text, about=about, sender=sender, **headers)

    def sends(self, seat: str, text: str, **more: str) -> str:
        """`post`, and a turn; the state of the email's verdict."""
        number = self.post(seat, text, **more)
        self.turn()
        with self.game() as game:
            return str(next(one.state for one in game.inbox.verdicts() if one.item == number))

    def texts(self, to: str, kind: str = "") -> list[str]:
        return [read(one) for one in self.out(to, kind)]

    def plays_on(self) -> None:
        """A stage that ends: all three bid, or the leader plays a card, and letters go out."""
        for seat in ("ann", "ben", "cid"):
            self.post(seat, "---\nbid: 1\n...\n")
        self.turn()


def rounds(world: World) -> int:
    """The number of the pause that *world* is at."""
    with world.game() as game:
        assert game.pause
        return game.pause.round
