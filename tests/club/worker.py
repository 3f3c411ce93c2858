"""A worker in a process of its own, whose clock a file shows: `python -m tests.club.worker CLUB.YAML NAME MOST`."""

import sys
from datetime import datetime
from pathlib import Path

from pbem.club import jobs, playing
from pbem.club.playing import PlayResult
from pbem.club.settings import open_club
from tests.toy.game import RULESETS

jobs.HEARTBEAT, jobs.STALLED = 0.5, 2.0


def told(game: str, done: PlayResult) -> None:
    print(game, done.turns, done.mails, done.messages, done.size, f"{done.in_turns:.3f} {done.beside:.3f}", flush=True)


def main(file: str, name: str, most: str) -> None:
    playing._MOST = int(most)
    shown = Path(file).parent / "clock"
    club = open_club(Path(file), lambda: datetime.fromisoformat(shown.read_text()))
    jobs.work(club, told, name=name, rulesets=RULESETS)


main(*sys.argv[1:])
