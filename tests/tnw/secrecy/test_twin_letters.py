"""Twin worlds by mail: every byte that reaches a seat is the same, whatever the others hold and have ordered (2.7)."""

import os
import re
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from pbem.mail.exchange import exchange
from pbem.referee import opening
from pbem.referee.new_game import create
from pbem.sheet.writer import write_sheet
from pbem_tnw.lexicon import lexicon
from tests.tnw.replay.sheet_game import RULES, game_yaml
from tests.tnw.secrecy.twins import FirstWorld, Pause, SecondWorld, World, other_chance
from tests.toy.game import Clock

SECRET = "5e" * 32
PAUSES = 5
COMMANDS = ("status\n", "hand\n", "position\n", "try\n---\nimpulses: {France: pass, Austria: pass}\n...\n")
FAULTY = "---\nimpulses: {France: Nobody's Card as cp, Austria: Conscripts as event}\n...\n"


class Post:
    """A world in a folder, to which every seat sends its sheets by email, and *watched* much else."""

    def __init__(self, folder: Path, world: World, players: int, watched: str) -> None:
        self.folder, self.world, self.watched, self.clock = folder, world, watched, Clock()
        self.mails = 0
        create(folder, game_yaml(players), RULES, SECRET)
        self.turn()

    def turn(self) -> None:
        with opening.held(self.folder, RULES) as game:
            exchange(game, self.clock)
        self.clock.wind(hours=1)

    def send(self, seat: str, text: str) -> None:
        newest = max((self.folder / "letters").glob(f"*/{seat}.txt")).read_text(encoding="utf-8")
        message = EmailMessage(SMTP)
        message["From"], message["To"] = f"{seat}@example.org", "europe@example.org"
        message["Subject"] = "orders " + re.findall(r"\{\w{4}-\w{4}\}", newest)[-1]
        own = sum(1 for _ in (self.folder / "inbox").glob("*")) if seat != self.watched else self.mails
        self.mails += seat == self.watched
        message["Message-ID"] = f"<{own}.{seat}@example.org>"
        message.set_content(text)
        path = self.folder / "in" / f"{self.mails:03d}-{seat}.eml"
        path.write_bytes(message.as_bytes())
        os.utime(path, (self.clock.at.timestamp(),) * 2)

    def play(self, pauses: int) -> "Post":
        """Play on until the game has paused so often; the watched seat asks for all that can be asked."""
        while True:
            game = opening.look(self.folder, RULES)
            stages = [stage for seat in game.titles for stage in game.stages(seat) if stage.pending]
            asked, views = tuple(stage.decision for stage in stages), dict(game.table.views)
            self.world.table = game.table
            self.world.pauses.append(Pause(asked, views, len(game.table.entries)))
            if len(self.world.pauses) == pauses:
                return self
            for text in (*COMMANDS, FAULTY):
                self.send(self.watched, text)
            self.turn()
            for decision in asked:
                order = self.world.sent[decision.name] = self.world.answer(decision)
                self.send(
                    decision.seat, f"---\n{write_sheet(order, lexicon(views[decision.seat], decision.seat))}\n...\n"
                )
            self.turn()

    def reached(self) -> dict[str, bytes]:
        """All that was sent to the watched seat, and what lies about for it and the public, by name."""
        to = re.compile(rb"^To: (?:[^\n]|\n )*<%s@example\.org>" % self.watched.encode(), re.MULTILINE)
        mails = {path.name: path.read_bytes() for path in (self.folder / "out").iterdir()}
        mine = {name: raw for name, raw in mails.items() if to.search(raw) or self.watched in name}
        letters = (each for name in (self.watched, "public") for each in self.folder.glob(f"letters/*/{name}.txt"))
        return mine | {str(path.relative_to(self.folder)): path.read_bytes() for path in letters}


@pytest.mark.slow
@pytest.mark.parametrize(("players", "watched"), [(2, "france"), (2, "coalition"), (5, "britain")])
def test_every_byte_that_reaches_a_seat_is_the_same_in_twin_worlds(
    players: int, watched: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = FirstWorld(players, SECRET)
    one = Post(tmp_path / "one" / "game", first, players, watched).play(PAUSES)
    second = SecondWorld(first, watched, PAUSES)
    monkeypatch.setattr("pbem.engine.table.Chance", other_chance(second.swap))
    two = Post(tmp_path / "two" / "game", second, players, watched).play(PAUSES)
    mine, other = one.reached(), two.reached()
    assert len(mine) > 4 * PAUSES
    assert mine.keys() == other.keys()
    for name, raw in mine.items():
        assert raw == other[name], name
    assert first.pauses[-1].views != second.pauses[-1].views, "the worlds were the same"
