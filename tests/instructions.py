"""What commands and stages cost in instructions, which valgrind counts: hardly another figure on a busy machine.

Run as a program it is what is counted: so many stages of a game in a folder.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pbem.engine.playtest import OrderMaker
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Chance
from pbem.mail import judges
from pbem.mail.exchange import judge_and_play
from pbem.referee import opening
from pbem.referee.game import Clock, Game, now
from pbem.sheet.writer import write_sheet
from pbem.store import files
from pbem.web.once import one_answer
from pbem.web.seat import board_offers, board_pages
from pbem_maria.guess import guess as maria_guess
from pbem_maria.ruleset import MARIA
from pbem_tnw.guess import guess as war_guess
from pbem_tnw.ruleset import TNW
from tests.maria.game_yaml import game_yaml as maria_yaml
from tests.tnw.replay.sheet_game import game_yaml as war_yaml
from tests.toy.game import SEED
from tests.toy.game import Clock as FixedClock

ROUND = 10
"""The round of letters after which a stage is counted."""
TIMES = 3
"""How many stages and taps are counted, after one for which nothing is warm; what is told is their mean."""
_TREE = Path(__file__).parents[1]
_PBEM = str(Path(sys.executable).with_name("pbem"))
_ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "PYTHONHASHSEED": "0",
    "PYTHONPATH": f"{_TREE}:{_TREE}/rules",
}


class CountedGame(NamedTuple):
    """A game whose stages are counted: its rules, its game.yaml, and who plays it."""

    ruleset: Ruleset
    settings: str
    guess: OrderMaker


GAMES: Mapping[str, CountedGame] = {
    "Maria": CountedGame(MARIA, maria_yaml("danube", "advanced"), maria_guess),
    "The Napoleonic Wars": CountedGame(TNW, war_yaml(3), war_guess),
}


def instructions(place: Path, *command: str) -> float:
    """The millions of instructions that a process takes which runs *command* and succeeds; its cache is in *place*."""
    tool = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
    environment = {**_ENVIRONMENT, "XDG_CACHE_HOME": str(place / "cache")}
    subprocess.run(command, check=True, capture_output=True, env=environment)  # what can be kept for later is kept
    done = subprocess.run([*tool, *command], check=True, capture_output=True, text=True, env=environment)
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    assert found is not None
    return int(found[1].replace(",", "")) / 1e6


def stage(game: Game, one: CountedGame, clock: Clock) -> None:
    """Hand in a sheet for each question, from its text to all letters."""
    chance = Chance(str(len(game.log.lines)), "players")
    for seat in game.titles:
        for asked in game.stages(seat):
            if asked.pending:
                view = game.view(seat)
                text = write_sheet(one.guess(view, asked.decision, chance), game.ruleset.lexicon(view, seat))
                judges.submit_sheet(game, seat, text.encode(), clock)
    judge_and_play(game, clock)


def tap(game: Game) -> None:
    """What the desk says when the first thing that a seat can choose is tapped."""
    seat = next(seat for seat in game.titles if any(one.pending for one in game.stages(seat)))
    with one_answer():
        found = board_offers.offered(game, seat, "")
        first = next(subject for part in found.parts for subject in part.subjects)
        board_pages.board_orders(game, seat, "", "/s", chosen=first.key)


def begin(folder: Path, one: CountedGame, clock: Clock) -> None:
    """Play a game to the round that is counted."""
    opening.create(folder, one.settings, {one.ruleset.name: one.ruleset}, SEED)
    with opening.held(folder) as game:
        judge_and_play(game, clock)
        while len(game.log.pauses) < ROUND:
            stage(game, one, clock)


def print_instructions() -> None:
    """Print how many millions of instructions commands, stages and taps take, and the ratio to a bare start."""
    if not shutil.which("valgrind"):
        print("instructions: not counted, as valgrind is not installed")
        return
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        imports = instructions(place, sys.executable, "-c", "import click, yaml")
        print(f"`import click, yaml`: {imports:,.0f} million instructions")
        for what, millions in _figures(place):
            ratio = f"{millions / imports:.2f} x `import click, yaml`"
            print(f"{what}: {millions:,.0f} million instructions; {ratio}", flush=True)


def _figures(place: Path) -> Iterator[tuple[str, float]]:
    yield "bare Python", instructions(place, sys.executable, "-c", "pass")
    for name, one in GAMES.items():
        folder = place / f"{one.ruleset.name}-warm"
        begin(folder, one, FixedClock())
        for what, work in (("a warm stage", "stage"), ("a warm tap at the desk", "tap")):
            counted = (sys.executable, "-m", "tests.instructions", name, str(folder), work)
            few, many = (instructions(place, *counted, str(times)) for times in (1, 1 + TIMES))
            yield f"{name}, {what}", (many - few) / TIMES
        yield from ((f"{name}, cold {what}", count) for what, count in _cold(place, one))


def _cold(place: Path, one: CountedGame) -> Iterator[tuple[str, float]]:
    folder = place / one.ruleset.name
    where = ("--game", str(folder))
    begin(folder, one, now)  # a deadline that has passed would wait for the moderator
    with opening.held(folder) as game:
        seat, asked = next((each.decision.seat, each) for seat in game.titles for each in game.stages(seat))
        order = one.guess(game.view(seat), asked.decision, Chance("cold", "players"))
        sheet = place / "sheet.yaml"
        sheet.write_text(write_sheet(order, game.ruleset.lexicon(game.view(seat), seat)))
    for name in ("check", "try"):
        yield name, instructions(place, _PBEM, name, str(sheet), *where, "--as", seat)
    instructions(place, _PBEM, "turn", *where)
    time.sleep(4)  # the snapshot of a game in which something changed a moment ago is not used
    yield "turn, nothing to do", instructions(place, _PBEM, "turn", *where)
    yield "status", instructions(place, _PBEM, "status", *where)


def main() -> None:
    """Do what is counted, with a copy of the game in a folder: NAME FOLDER WORK TIMES."""
    name, folder, work, times = sys.argv[1:]
    files.use()  # as the commands do
    clock = FixedClock()
    with tempfile.TemporaryDirectory() as place:
        copy = shutil.copytree(folder, Path(place) / "game")
        with opening.held(copy) as game:
            for _ in range(int(times)):
                if work == "stage":
                    stage(game, GAMES[name], clock)
                else:
                    tap(game)


if __name__ == "__main__":
    main()
