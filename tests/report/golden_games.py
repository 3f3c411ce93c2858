"""Golden games: recorded games that are played again by their sheets: what happens, and some of their letters whole."""

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
from pbem.playtest.recorded import RecordedGame, read
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.keys import Keys, keys_of
from pbem.referee.letter import written
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.report.plain import text
from pbem.store.log import Pause
from tests.conftest import Golden
from tests.differences import PAGE
from tests.maria.same_events import EVENTS
from tests.toy.game import Clock

SHOWN = frozenset({1, 2, 3, 4, 5, 6, 10, 15, 20, 30})
"""The rounds whose letters are kept, besides the last."""


def recorded_game(folder: Path) -> RecordedGame:
    """The game in *folder*, played on its edition as it is frozen beside the games, whatever becomes of today's."""
    recorded = read(folder / "game.yaml")
    edition = folder.parent / "editions" / recorded.settings.get("edition", "historical")
    return msgspec.structs.replace(recorded, settings={**recorded.settings, "edition": str(edition)})


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


def play_by_sheets(folder: Path, recorded: RecordedGame, write: Callable[[Game], object] = make_letters) -> Game:
    """Play a recorded game as a moderator would who is handed every sheet on paper, and may *write* no letters."""
    with chance_of(recorded):
        return _played(folder, recorded, write)


def without_letters(_: Game) -> None:
    """Write none."""


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


def compare(golden: Golden, folder: Path, place: Path) -> Game:
    """Play the game in *folder* at a *place*; compare what happens in it, and the letters of some rounds."""
    letters: dict[str, list[str]] = {}

    def note(game: Game) -> None:
        if game.pause and game.pause.round in SHOWN:
            _note(game, game.pause, letters)

    game = play_by_sheets(place, recorded_game(folder), note)
    assert game.pause
    if game.pause.round not in SHOWN:
        _note(game, game.pause, letters)
    kept = {EVENTS: "".join(events(game.folder / "log.jsonl"))}
    golden(folder, kept | {f"{reader}.txt": PAGE.join(texts) for reader, texts in letters.items()})
    return game


def _note(game: Game, pause: Pause, letters: dict[str, list[str]]) -> None:
    for reader, seat in (*((seat, seat) for seat in game.titles), ("public", PUBLIC)):
        if pause.tells(seat):
            letters.setdefault(reader, []).append(text(written(game, pause, seat)[1]))


def events(log: Path) -> Iterator[str]:
    """A line for each step that ran, and one for each event."""
    for line in log.read_text(encoding="utf-8").splitlines():
        if entry := json.loads(line).get("entry"):
            for each in ({"step": entry["step"]}, *entry["events"]):
                yield json.dumps(dict(sorted(each.items(), key=_kind_first)), ensure_ascii=False) + "\n"


def _kind_first(field: tuple[str, object]) -> tuple[bool, str]:
    return field[0] not in ("event", "step"), field[0]
