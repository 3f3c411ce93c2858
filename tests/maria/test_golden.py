"""Whole games, one for each way in which a game can end: what happened in them, and every letter.

The advanced games are played on an edition that is over soon. After a change that is meant to change letters:
`pytest tests/maria/test_golden.py --update-golden`, then read what it says has changed. `python -m
tests.maria.same_events REVISION` shows that only words did.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
import yaml

from pbem.mail.intake import verdicts
from pbem.mail.outgoing.letters import make_letters
from pbem.playtest.recorded import RecordedGame, read
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.keys import Keys, keys_of
from pbem.referee.new_game import create
from pbem.referee.play import play_on
from pbem_maria.ruleset import MARIA
from tests.conftest import Golden
from tests.differences import PAGE
from tests.maria.edition.short_edition import short_edition
from tests.maria.same_events import EVENTS
from tests.toy.game import Clock

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(path for path in GOLDEN.iterdir() if path.is_dir())
ENDINGS = {
    "14-louis", "14-frederick", "14-held-out", "24-both-aims", "24-one-aim", "24-held-out",
    "18-election", "23-austria", "23-france", "23-pragmatic", "23-prussia", "23-tie", "23-winters",
    "24-coalition", "24-maria-theresa",
}  # fmt: skip


def game_yaml(recorded: RecordedGame) -> str:
    seats = MARIA.seats(MARIA.settings(**recorded.settings))
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


def play_by_sheets(folder: Path, recorded: RecordedGame) -> Game:
    """Play a recorded game as a moderator would who is handed every sheet on paper."""
    with chance_of(recorded):
        return _played(folder, recorded)


def _played(folder: Path, recorded: RecordedGame) -> Game:
    clock = Clock()
    create(folder, game_yaml(recorded), {"maria": MARIA}, recorded.secret)
    rest = list(recorded.sheets)
    with opening.held(folder, {"maria": MARIA}) as game:
        play_on(game, clock)
        make_letters(game)
        while game.outcome is None:
            clock.wind(hours=48)
            asked = {(s, stage.decision.key) for s in game.titles if (stage := game.stage(s)) and stage.pending}
            sending = [sent for sent in rest if (sent.seat, sent.key) in asked]
            assert sending, asked
            for sent in sending:
                seat, key = sent.seat, sent.key
                rest.remove(sent)
                item, _ = game.inbox.keep(sent.sheet.encode(), clock(), seat=seat, source=f"{seat} {key}")
                verdict = verdicts.handle(game, item, clock).verdict
                assert verdict.state == "accepted", (seat, key, verdict)
            play_on(game, clock)
            make_letters(game)
        assert not rest
        return game


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_a_golden_game_goes_as_it_did_with_the_same_letters(folder: Path, tmp_path: Path, golden: Golden) -> None:
    recorded = read(folder / "game.yaml")
    short = recorded.settings.get("edition") == "short"
    if short:
        settings = {**recorded.settings, "edition": str(short_edition(tmp_path))}
        recorded = msgspec.structs.replace(recorded, settings=settings)
    game = play_by_sheets(tmp_path / "game", recorded)

    letters = tmp_path / "game" / "letters"
    kept = {EVENTS: "".join(events(tmp_path / "game" / "log.jsonl"))}
    kept |= {f"{reader}.txt": pages(letters, reader) for reader in (*game.titles, "public")}
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


def test_there_is_a_golden_game_for_every_ending() -> None:
    assert {path.name for path in GAMES} == ENDINGS
