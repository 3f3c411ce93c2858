"""A game counts its play by what it likes: the toy by laps, and no one reads of turns."""

import re

from tests.cli.conftest import Pbem
from tests.toy.game import send_sheet, subject


def test_letters_subjects_status_and_log_say_the_games_own_word(pbem: Pbem) -> None:
    pbem("turn")
    assert subject(pbem.folder, "ann").startswith("[toy-1] Lap 1: your bid by Wed 25 Nov 20:00 {")
    assert "lap 1, letters of round 1" in pbem("status").output
    assert pbem.json("status")["turn"] == "lap 1"
    for seat in ("ann", "ben", "cid"):
        send_sheet(pbem.folder, seat, "bid: 1\n")
    pbem("turn")
    assert "lap 1, letters of round 2" in pbem("show", "log").output
    letter = (pbem.folder / "letters" / "0002" / "ann.txt").read_text(encoding="utf-8")
    assert "YOUR IMPULSE IN LAP 1" in letter
    assert "Lap 1 of 1." in letter
    everything = pbem("status").output + pbem("show", "log", "--moderator").output + letter
    assert not re.search(r"\bturns? \d", everything)
    assert "lap 1, round 2" in pbem("status", str(pbem.folder), str(pbem.folder.parent / "none"), code=1).output
