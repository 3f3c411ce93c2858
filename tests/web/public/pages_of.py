"""Games whose public pages tests look at: small ones, running and over."""

from collections.abc import Mapping
from pathlib import Path

from pbem.engine.ruleset import Ruleset
from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import letter, opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.web.public.game_pages import GamePages
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock
from tests.toy.islands import ISLANDS

KNOWN: Mapping[str, Ruleset] = {**RULESETS, "islands": ISLANDS}
TOY_YAML = GAME_YAML.replace("OUT", "{folder: out}")
ISLANDS_YAML = (
    TOY_YAML.replace("game: toy-1", "game: isles")
    .replace("rules: toy", "rules: islands")
    .replace("rounds: 1", "players: 2, turns: 2")
    .replace("  cid: {player: Cid, address: cid@example.org}\n", "")
)


def pages(game: Game, *, names: bool = False, address: str = "") -> dict[str, bytes]:
    """All files of the public pages of *game*."""
    return {name: make() for name, make in GamePages(game, names=names, address=address).files().items()}


def begun(folder: Path, text: str = TOY_YAML, secret: str = SEED) -> Game:
    """A new game whose first letters are written."""
    create(folder, text, KNOWN, secret)
    return played(folder, 0)


def played(folder: Path, rounds: int = 40) -> Game:
    """The game in *folder* after so many rounds, or its end, in which every seat sends its form as it stands."""
    clock = Clock()
    with opening.held(folder, KNOWN) as game:
        play_on(game, clock)
        make_letters(game)
        for _ in range(rounds):
            asked = {seat: game.stages(seat) for seat in game.titles if any(one.pending for one in game.stages(seat))}
            if not asked:
                break
            clock.wind(days=4)
            for seat, stages in asked.items():
                text = "pass\n" if len(stages) > 1 else letter.form(game, stages, game.view(seat))
                source = f"{seat} {len(game.inbox.items())}"
                item, _ = game.inbox.keep(text.encode(), clock(), seat=seat, source=source)
                assert judges.handle(game, item, clock).verdict.state == "accepted"
            play_on(game, clock)
            make_letters(game)
    return opening.look(folder, KNOWN)
