"""Whole games, one for each way in which a game can end, with every seat's letters.

Of the advanced games, which are played on an edition that is over soon, the public report is kept whole and the
seats' letters by their digests. After a change that is meant to change letters:
`pytest tests/maria/test_golden.py --update-golden`, then read the difference.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
import yaml

from pbem.desk import desk
from pbem.mail.letters import make_letters
from pbem.playtest.recorded import Recorded, read
from pbem.store.game import Game, create
from pbem.store.keys import Keys, keys_of
from pbem.store.playing import play_on
from pbem_maria.ruleset import MARIA
from tests.maria.short_edition import short_edition
from tests.toy.game import Clock

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(path for path in GOLDEN.iterdir() if path.is_dir())
ENDINGS = {
    "14-louis", "14-frederick", "14-held-out", "24-both-aims", "24-one-aim", "24-held-out",
    "18-election", "23-austria", "23-france", "23-pragmatic", "23-prussia", "23-tie", "23-winters",
    "24-coalition", "24-maria-theresa",
}  # fmt: skip
DIGESTS = "letters.sha256"


def game_yaml(recorded: Recorded) -> str:
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
            "deadlines": {"zone": "Europe/Vienna", "at": ["Wednesday 20:00", "Sunday 20:00"], "notice": "48 hours"},
        }
    )


@contextmanager
def chance_of(recorded: Recorded) -> Iterator[None]:
    """Let games have the key of chance that *recorded* was played with."""

    def keys(secret: str) -> Keys:
        return msgspec.structs.replace(keys_of(secret), chance=recorded.secret)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.store.game.keys_of", keys)
        yield


def play_by_sheets(folder: Path, recorded: Recorded) -> Game:
    """Play a recorded game as a moderator would who is handed every sheet on paper."""
    with chance_of(recorded):
        return _played(folder, recorded)


def _played(folder: Path, recorded: Recorded) -> Game:
    clock = Clock()
    create(folder, game_yaml(recorded), {"maria": MARIA}, recorded.secret)
    rest = list(recorded.sheets)
    with Game.held(folder, {"maria": MARIA}) as game:
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
                verdict = desk.handle(game, item, clock).verdict
                assert verdict.state == "accepted", (seat, key, verdict)
            play_on(game, clock)
            make_letters(game)
        assert not rest
        return game


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_a_golden_game_ends_as_it_did_with_the_same_letters(
    folder: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    recorded = read(folder / "game.yaml")
    short = recorded.settings.get("edition") == "short"
    if short:
        settings = {**recorded.settings, "edition": str(short_edition(tmp_path))}
        recorded = msgspec.structs.replace(recorded, settings=settings)
    game = play_by_sheets(tmp_path / "game", recorded)

    letters = tmp_path / "game" / "letters"
    kept = {"public.txt": pages(letters, "public")}
    if short:
        kept[DIGESTS] = "".join(digests(letters, game))
    else:
        kept |= {f"{seat}.txt": pages(letters, seat) for seat in game.titles}
    for name, text in kept.items():
        golden = folder / name
        if request.config.getoption("--update-golden"):
            golden.write_text(text, encoding="utf-8")
        assert text == golden.read_text(encoding="utf-8"), name


def pages(letters: Path, seat: str) -> str:
    """All letters to a seat, a form feed between them."""
    return "\n\f\n".join(page.read_text(encoding="utf-8") for page in sorted(letters.glob(f"*/{seat}.txt")))


def digests(letters: Path, game: Game) -> Iterator[str]:
    """A line for each letter to a seat: its SHA-256 and its name."""
    for page in sorted(letters.glob("*/*.txt")):
        if page.stem in game.titles:
            yield f"{hashlib.sha256(page.read_bytes()).hexdigest()}  {page.relative_to(letters)}\n"


def test_there_is_a_golden_game_for_every_ending() -> None:
    assert {path.name for path in GAMES} == ENDINGS
