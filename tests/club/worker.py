"""A worker in a process of its own, whose clock a file shows: `python -m tests.club.worker` with what `worker` says."""

import resource
import sys
from datetime import datetime, timedelta
from pathlib import Path

from pbem.club import jobs, playing
from pbem.club.playing import PlayResult
from pbem.club.settings import open_club
from tests.toy.game import RULESETS

jobs.HEARTBEAT, jobs.STALLED, jobs._FIRST_WAIT = 0.5, 2.0, timedelta(seconds=1)


def told(game: str, done: PlayResult) -> None:
    print(game, done.turns, done.mails, done.messages, done.size, f"{done.in_turns:.3f} {done.beside:.3f}", flush=True)


def main(file: str, name: str, most: str, largest: str) -> None:
    if int(largest):
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(largest), int(largest)))
    playing._MOST = int(most)
    shown = Path(file).parent / "clock"
    club = open_club(Path(file), lambda: datetime.fromisoformat(shown.read_text()))
    jobs.work(club, told, name=name, rulesets=RULESETS)


main(*sys.argv[1:])
