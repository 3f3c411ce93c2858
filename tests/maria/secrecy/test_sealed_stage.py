"""Sealed sheets in the real game: the first rounds of a recorded one, by mail, the key kept elsewhere."""

from pathlib import Path

import pytest

from pbem.playtest.recorded import RecordedGame
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.store import encryption
from pbem_maria.ruleset import MARIA
from tests.maria.test_golden import GOLDEN
from tests.referee.sealing.sealed_game import leaks
from tests.referee.sealing.sealed_game import turn as turn_of
from tests.report.golden_games import game_yaml, recorded_game
from tests.toy.game import Clock, drop, mail

RULESETS = {"maria": MARIA}
ROUNDS = 4


def new_game(folder: Path, recorded: RecordedGame, sealed: str = "") -> None:
    roads = f"mail:\n  in: {{folder: in}}\n  out: {{folder: ../{folder.name}-out}}\n{sealed}"
    create(folder, game_yaml(recorded).replace("mail:\n", roads), RULESETS, recorded.secret)


def turn(folder: Path, clock: Clock, key: Path | None = None) -> Game:
    return turn_of(folder, clock, key, RULESETS)


def send_what_is_asked(game: Game, recorded: RecordedGame, number: int) -> list[str]:
    """Send the recorded sheets for what is asked now, as emails; return their texts."""
    sent = []
    for seat in game.titles:
        stage = game.stage(seat)
        if stage is None or not stage.pending:
            continue
        text = next(one.sheet for one in recorded.sheets if (one.seat, one.key) == (seat, stage.decision.key))
        subject = f"Re: [golden] sheet {{{game.token(seat, stage.decision.key, stage.asked)}}}"
        raw = mail(f"{seat}@example.org", subject, f"Tally-ho!\n\n---\n# quokka\n{text}...\n")
        drop(game.folder, f"{number}-{seat}.eml", raw)
        sent.append(text)
    return sent


def telling(texts: list[str], folder: Path) -> tuple[str, ...]:
    """The lines of sheets that stand in no letter."""
    known = "\n".join(path.read_text() for path in folder.glob("letters/*/*.txt")).lower()
    lines = {line.strip(" -").lower() for text in texts for line in text.splitlines()}
    return tuple(line for line in lines if len(line) > 12 and line.isascii() and line not in known)


@pytest.mark.parametrize("name", ["14-louis"])
def test_a_stage_is_sealed_until_it_is_processed_and_comes_to_the_same(tmp_path: Path, name: str) -> None:
    recorded = recorded_game(GOLDEN / name)
    key = tmp_path / "stick" / "key"
    new_game(tmp_path / "open", recorded)
    new_game(tmp_path / "shut", recorded, f"  sealed: {{recipient: {encryption.keygen(key)}}}\n")
    clock, other, checked = Clock(), Clock(), 0
    for number in range(ROUNDS):
        shut, plain = turn(tmp_path / "shut", clock), turn(tmp_path / "open", other)
        texts = send_what_is_asked(shut, recorded, number)
        assert texts == send_what_is_asked(plain, recorded, number)
        before = set(leaks(tmp_path / "shut", ("quokka", "tally-ho")))
        words = telling(texts, tmp_path / "shut")
        checked += len(words)
        done = turn(tmp_path / "shut", clock)
        assert [one.state for one in done.inbox.verdicts()][-len(texts) :] == ["accepted"] * len(texts)
        assert {path for path in leaks(tmp_path / "shut", ("quokka", "tally-ho")) if path[:3] != "in/"} <= before
        assert leaks(tmp_path / "shut", words) == []
        turn(tmp_path / "shut", clock, key)
        turn(tmp_path / "open", other)
        other.wind(minutes=1)
    assert checked > 3
    logs = [opening.look(tmp_path / one, RULESETS).log.entries for one in ("shut", "open")]
    assert logs[0] == logs[1]
    assert len(logs[0]) > 5
