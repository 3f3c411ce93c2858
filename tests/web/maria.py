"""A game of Maria with a desk, played up to its first stage."""

from pathlib import Path

from pbem.mail import judges
from pbem.mail.exchange import judge_and_play
from pbem.referee import opening
from pbem.referee.game import Clock
from pbem.referee.opening import create
from pbem_maria.ruleset import MARIA
from tests.mail.corpus.games import SET_UP
from tests.maria.game_yaml import game_yaml
from tests.toy.game import SEED
from tests.web.seats import ADDRESS

RULESETS = {"maria": MARIA}
SEAT = "louis"
"""Who is asked for the first stage."""


def maria_game(folder: Path, clock: Clock, name: str = "danube", seed: str = SEED) -> int:
    """Begin a game and play to its first stage; return the round of the letter that asks for it."""
    create(folder, game_yaml(name) + f"desk: {ADDRESS}\n", RULESETS, seed)
    with opening.held(folder, RULESETS) as game:
        judge_and_play(game, clock)
        for seat, text in SET_UP.items():
            judges.submit_sheet(game, seat, text.encode(), clock)
        judge_and_play(game, clock)
        stage = game.stage(SEAT)
        assert stage is not None
        assert stage.pending
        return game.log.pauses[-1].round
