"""Twin worlds: what a seat cannot see is changed, and everything the seat gets stays as it was, byte for byte.

Both worlds are played for real, from emails to letters in a folder.
"""

import os
import re
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import TypeVar

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.engine.table import Chance
from pbem.referee.opening import create
from pbem_maria.ruleset import MARIA
from tests.maria.game_yaml import game_yaml
from tests.toy.game import START, Clock

T = TypeVar("T")

GAME_YAML = game_yaml("twins")
ADDRESS = {"maria-theresa": "anna@example.org", "frederick": "ben@example.org", "louis": "chloe@example.org"}

SET_UP = {
    "louis": [
        "troops: {Moritz: 7, Belle-Isle: 7, Broglie: 6, Maillebois: 3, Noailles: 3, Törring: 5}",
        "troops: {Moritz: 7, Belle-Isle: 8, Broglie: 5, Maillebois: 2, Noailles: 4, Törring: 5}",
    ],
    "frederick": [
        "troops: {Friedrich: 5, Schwerin: 5, Leopold: 5, Dessauer: 7, Rutowski: 5}",
        """troops: {Friedrich: 8, Schwerin: 1, Leopold: 6, Dessauer: 7, Rutowski: 5}
standing: {defence: {play: lowest that leads, at most: 3 cards}}""",
    ],
    "maria-theresa": [
        "troops: {Karl: 5, Traun: 5, Khevenhüller: 6, Batthyány: 4, Neipperg: 4, Arenberg: 4}\nhussars: [stay, stay]",
        """troops: {Karl: 7, Traun: 3, Khevenhüller: 7, Batthyány: 4, Neipperg: 3, Arenberg: 4}
hussars: [stay, stay]
standing: {defence: highest, attack: lowest}""",
    ],
}
"""Per seat the sheet of the first world and that of the second; the armies on the map are equally large."""

DRAWN = {
    "louis": [*range(7), *range(24, 28), 37],
    "frederick": [*range(7, 19), *range(28, 32)],
    "maria-theresa": [*range(19, 24), *range(32, 37)],
}
"""The places in the draw pile of the cards that each seat draws while it is watched."""

STAGES = {
    "louis": "moves:\n  - Belle-Isle: Weiden > Tirschenreuth\n  - Törring: join Broglie\n",
    "frederick": "moves:\n  - Friedrich: Jauer\ntroops: {}\n",
    "maria-theresa": "moves:\n  - Neipperg: Zwittau\nhussars: [stay, stay]\n",
}
FAULTY = "moves:\n  - Belle-Isle: Wien\n  - Friedrich: Olmitz > Prag\n  - Karl: re-enter Wien with ♥2\n"


def other_chance(fixed: Sequence[int]) -> type[Chance]:
    """A chance that shuffles alike only on the *fixed* places of a pile."""

    class Other(Chance):
        def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
            pile = list(super().shuffled(items))
            free = [place for place in range(len(pile)) if place not in fixed]
            turned = [*free[1:], free[0]]
            moved = {place: pile[other] for place, other in zip(free, turned, strict=True)}
            return tuple(moved.get(place, card) for place, card in enumerate(pile))

    return Other


class World:
    """One game in a folder."""

    def __init__(self, folder: Path, game_yaml: str = GAME_YAML, secret: str = "11" * 32) -> None:
        self.folder = folder
        self.clock = Clock(START)
        create(folder, game_yaml, {"maria": MARIA}, secret)
        self.turn()

    def turn(self) -> None:
        runner = CliRunner()
        env = {"PBEM_GAME": str(self.folder)}
        result = runner.invoke(main, ["turn"], obj=Host(self.clock, {"maria": MARIA}), env=env, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        self.clock.wind(hours=30)

    def send(self, seat: str, sheet: str) -> None:
        newest = max((self.folder / "letters").glob(f"*/{seat}.txt"))
        message = EmailMessage(SMTP)
        message["From"] = ADDRESS[seat]
        message["To"] = "game@example.org"
        message["Subject"] = "orders " + re.findall(r"\{\w{4}-\w{4}\}", newest.read_text())[-1]
        message["Message-ID"] = f"<{len(list((self.folder / 'inbox').iterdir()))}.{seat}@example.org>"
        message.set_content(f"---\n{sheet}\n...\n")
        path = self.folder / "in" / f"{seat}.eml"
        path.write_bytes(message.as_bytes())
        os.utime(path, (self.clock.at.timestamp(), self.clock.at.timestamp()))

    def seen_by(self, seat: str) -> dict[str, bytes]:
        """Everything that reaches a seat, or that lies about for it, by file name."""
        letters = {str(p.relative_to(self.folder)): p.read_bytes() for p in self.folder.glob(f"letters/*/{seat}.txt")}
        letters |= {str(p.relative_to(self.folder)): p.read_bytes() for p in self.folder.glob("letters/*/public.txt")}
        mails = {p.name: p.read_bytes() for p in (self.folder / "out").iterdir()}
        return letters | {n: raw for n, raw in mails.items() if f"To: {ADDRESS[seat]}".encode() in raw or seat in n}


def play_until_turn_one_is_over(folder: Path, sheets: dict[str, str], watched: str) -> World:
    world = World(folder)
    for seat, sheet in sheets.items():
        world.send(seat, sheet)
    world.turn()
    for seat in ("louis", "frederick", "maria-theresa"):
        if seat == watched:
            world.send(seat, FAULTY)
            world.turn()
        world.send(seat, STAGES[seat])
        world.turn()
    return world


@pytest.mark.parametrize("watched", list(ADDRESS))
def test_a_seat_cannot_tell_twin_worlds_apart(watched: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {watched: SET_UP[watched][0]}
    one = play_until_turn_one_is_over(tmp_path / "one", {s: SET_UP[s][0] for s in SET_UP} | own, watched)
    monkeypatch.setattr("pbem.engine.table.Chance", other_chance(DRAWN[watched]))
    two = play_until_turn_one_is_over(tmp_path / "two", {s: SET_UP[s][1] for s in SET_UP} | own, watched)

    first, second = one.seen_by(watched), two.seen_by(watched)

    assert len(first) >= 10
    assert first.keys() == second.keys()
    for name, raw in first.items():
        assert raw == second[name], name
    others = [seat for seat in ADDRESS if seat != watched]
    assert any(one.seen_by(seat) != two.seen_by(seat) for seat in others), "the worlds were the same"
