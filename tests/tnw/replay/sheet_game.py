"""Games of The Napoleonic Wars in folders, which random players play by sheets."""

from pathlib import Path

import yaml

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.table import Chance
from pbem.mail.exchange import judge_and_play
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.sheet.writer import write_sheet
from pbem_tnw.guess import guess
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW
from tests.toy.game import Clock

RULES = {"tnw": TNW}


def game_yaml(players: int) -> str:
    """A game of so many seats."""
    seats = TNW.seats(TNW.settings(players=str(players)))
    return yaml.safe_dump(
        {
            "game": "europe",
            "rules": "tnw",
            "settings": {"players": players},
            "moderator": {"name": "Mo", "address": "mo@example.org"},
            "seats": {
                seat: {"player": title.split()[-1], "address": f"{seat}@example.org"} for seat, title in seats.items()
            },
            "mail": {"from": "europe@example.org", "in": {"folder": "in"}, "out": {"folder": "out"}},
            "pictures": "none",
            "deadlines": {"zone": "Europe/Vienna", "at": ["Wednesday 20:00", "Sunday 20:00"], "notice": "48 hours"},
        },
        sort_keys=False,
    )


class SheetGame:
    """A game in *folder* for which a sheet is handed in on paper for every question."""

    def __init__(self, folder: Path, players: int, seed: str) -> None:
        self.folder, self.clock = folder, Clock()
        self.chance = Chance(seed, "players")
        create(folder, game_yaml(players), RULES, seed)
        self.turn()

    def look(self) -> Game:
        return opening.look(self.folder, RULES)

    def waiting(self) -> tuple[Decision, ...]:
        """The decisions that the game waits for."""
        game = self.look()
        return tuple(stage.decision for seat in game.titles for stage in game.stages(seat) if stage.pending)

    def answer(self, view: WarState, decision: Decision) -> Order:
        """What a seat orders."""
        return guess(view, decision, self.chance)

    def hand_in(self) -> tuple[Decision, ...]:
        """Put a sheet for each question into the inbox, unjudged; the questions."""
        waiting = self.waiting()
        with opening.held(self.folder, RULES) as game:
            for decision in waiting:
                view: WarState = game.view(decision.seat)
                text = write_sheet(self.answer(view, decision), lexicon(view, decision.seat))
                game.inbox.keep(text.encode(), self.clock(), seat=decision.seat, source=f"{decision.name}")
        return waiting

    def turn(self) -> None:
        """Judge, play on, and write letters."""
        with opening.held(self.folder, RULES) as game:
            judge_and_play(game, self.clock)
        self.clock.wind(hours=1)
