"""Golden games: recorded games that are played again by their sheets, and every letter of them."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
import yaml

from pbem.engine.event import PUBLIC
from pbem.engine.ruleset import find
from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.playtest.recorded import RecordedGame
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.keys import Keys, keys_of
from pbem.referee.letter import written
from pbem.referee.new_game import create
from pbem.referee.play import play_on
from pbem.report.plain import text
from tests.conftest import Golden
from tests.differences import PAGE
from tests.maria.same_events import EVENTS
from tests.toy.game import Clock


def game_yaml(recorded: RecordedGame) -> str:
    """The game.yaml of a recorded game."""
    ruleset = find(recorded.rules)
    seats = ruleset.seats(msgspec.convert(dict(recorded.settings), ruleset.settings))
    return yaml.safe_dump(
        {
            "game": "golden",
            "rules": recorded.rules,
            "settings": dict(recorded.settings),
            "moderator": {"name": "Mo", "address": "mo@example.org"},
            "seats": {
                seat: {"player": title.split()[0], "address": f"{seat}@example.org"} for seat, title in seats.items()
            },
            "mail": {"from": "golden@example.org"},
            "pictures": "none",
            "deadlines": {"zone": "Europe/Vienna", "at": ["Wednesday 20:00", "Sunday 20:00"], "notice": "48 hours"},
        }
    )


@contextmanager
def chance_of(recorded: RecordedGame) -> Iterator[None]:
    """Let games have the key of chance that *recorded* was played with."""

    def keys(secret: str) -> Keys:
        return msgspec.structs.replace(keys_of(secret), chance=recorded.secret)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.referee.game.keys_of", keys)
        yield


def play_by_sheets(folder: Path, recorded: RecordedGame, *, letters: bool = True) -> Game:
    """Play a recorded game as a moderator would who is handed every sheet on paper, and may write no *letters*."""
    with chance_of(recorded):
        return _played(folder, recorded, make_letters if letters else lambda _: None)


def _played(folder: Path, recorded: RecordedGame, write: Callable[[Game], object]) -> Game:
    clock, rules = Clock(), {recorded.rules: find(recorded.rules)}
    create(folder, game_yaml(recorded), rules, recorded.secret)
    rest = list(recorded.sheets)
    with opening.held(folder, rules) as game:
        play_on(game, clock)
        write(game)
        while rest:
            clock.wind(hours=48)
            asked = {(seat, one.decision.key) for seat in game.titles for one in game.stages(seat) if one.pending}
            sending = [sent for sent in rest if (sent.seat, sent.key) in asked]
            assert sending, asked
            for sent in sending:
                seat, key = sent.seat, sent.key
                rest.remove(sent)
                item, _ = game.inbox.keep(sent.sheet.encode(), clock(), seat=seat, source=f"{seat} {key}")
                verdict = judges.handle(game, item, clock).verdict
                assert verdict.state == "accepted", (seat, key, verdict)
            play_on(game, clock)
            write(game)
        return game


def compare(golden: Golden, folder: Path, game: Game) -> None:
    """Compare what happened in *game*, and its letters, with what is kept in *folder*."""
    kept = {EVENTS: "".join(events(game.folder / "log.jsonl"))}
    kept |= {f"{reader}.txt": pages(game.folder / "letters", reader) for reader in (*game.titles, "public")}
    golden(folder, kept)


def compare_end(golden: Golden, folder: Path, game: Game) -> None:
    """The same for a game without letters: only the last that each would get are written and compared."""
    assert game.pause
    kept = {EVENTS: "".join(events(game.folder / "log.jsonl"))}
    for reader, seat in {**dict(zip(game.titles, game.titles, strict=True)), "public": PUBLIC}.items():
        before = (folder / f"{reader}.txt").read_text(encoding="utf-8").split(PAGE)[:-1]
        kept[f"{reader}.txt"] = PAGE.join([*before, text(written(game, game.pause, seat)[1])])
    golden(folder, kept)


def pages(letters: Path, reader: str) -> str:
    """All letters to a seat or the public, a form feed between them."""
    return PAGE.join(page.read_text(encoding="utf-8") for page in sorted(letters.glob(f"*/{reader}.txt")))


def events(log: Path) -> Iterator[str]:
    """A line for each step that ran, and one for each event."""
    for line in log.read_text(encoding="utf-8").splitlines():
        if entry := json.loads(line).get("entry"):
            for each in ({"step": entry["step"]}, *entry["events"]):
                yield json.dumps(dict(sorted(each.items(), key=_kind_first)), ensure_ascii=False) + "\n"


def _kind_first(field: tuple[str, object]) -> tuple[bool, str]:
    return field[0] not in ("event", "step"), field[0]
