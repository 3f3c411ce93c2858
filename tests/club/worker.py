"""A worker in a process of its own, whose clock stands still: `python -m tests.club.worker CLUB.YAML TIME [NAME]`."""

import sys
from datetime import datetime
from pathlib import Path

from pbem.club import jobs
from pbem.club.playing import PlayResult
from pbem.club.settings import open_club
from tests.toy.game import RULESETS

jobs.HEARTBEAT, jobs.STALLED = 0.5, 2.0


def told(game: str, done: PlayResult) -> None:
    print(game, done.turns, done.mails, done.messages, done.size, f"{done.in_turns:.3f} {done.beside:.3f}", flush=True)


def main(file: str, moment: str, name: str = "worker") -> None:
    at = datetime.fromisoformat(moment)
    club = open_club(Path(file), lambda: at)
    jobs.work(club, told, name=name, rulesets=RULESETS)


main(*sys.argv[1:])
