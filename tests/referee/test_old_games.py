"""Games that were begun when the secret was the one key of everything: they go on as they began."""

import hashlib
import json
from pathlib import Path

import msgspec
import pytest

from pbem.engine.chance import Chance, commitment
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.keys import old_keys_of
from pbem.referee.new_game import create
from pbem.referee.play import play_on, rewind
from pbem.referee.stage import token
from pbem.store.log import START
from tests.toy.game import GAME_YAML, SEED, Clock
from tests.toy.ruleset import TOY
from tests.toy.state import CARDS

RULES = {"toy": msgspec.structs.replace(TOY, words_of_chance=True)}
CLOCK = Clock()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game as an older program left it: a log without opening, digests and draws, a began.json without commitment."""
    folder = tmp_path / "game"
    with monkeypatch.context() as patch:
        patch.setattr("pbem.referee.game.keys_of", old_keys_of)
        rules = {"toy": TOY}
        create(folder, GAME_YAML.replace("OUT", "{folder: out}"), rules, SEED)
        with opening.held(folder, rules) as game:
            play_on(game, CLOCK)
    lines = [json.loads(text) for text in (folder / "log.jsonl").read_text().splitlines()]
    before, made = START, b""
    for seq, line in enumerate((line for line in lines if "opening" not in line), 1):
        for name in ("sha256", "digest", "versions"):
            line.pop(name, None)
        if "entry" in line:
            events = line["entry"]["events"]
            line["entry"]["events"] = [event for event in events if event["event"] != "chance-drawn"]
        raw = msgspec.json.encode({**line, "seq": seq, "prev": before})
        before, made = hashlib.sha256(raw).hexdigest(), made + raw + b"\n"
    (folder / "log.jsonl").write_bytes(made)
    began = json.loads((folder / "began.json").read_text())
    (folder / "began.json").write_text(json.dumps({"choices": began["choices"]}))
    return folder


def test_its_tokens_its_commitment_and_its_draws_stay_those_of_its_letters(folder: Path) -> None:
    game = opening.look(folder, RULES)
    assert game.is_old
    stage = game.stage("ann")
    assert stage
    assert game.token("ann", stage.decision.key, stage.asked) == token(SEED, "toy-1", "ann", stage.decision.key, 2)
    hands = [card for seat in game.titles for card in game.table.state.hands[seat].known]
    assert tuple(hands) == Chance(SEED, "deck").shuffled(CARDS)
    assert not game.asks_words(stage)
    with opening.held(folder, RULES) as game:
        game.guarded = True
        make_letters(game)
    assert commitment(SEED) in (folder / "letters" / "0001" / "ann.txt").read_text()


def test_a_rewind_deals_as_before_and_after_the_end_it_does_not(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opening.held(folder, {"toy": TOY}) as game:
        game.guarded = True
        before = game.table.state.hands
        rewind(game, 0, "a slip", CLOCK)
        play_on(game, CLOCK)
        assert game.table.state.hands == before
        monkeypatch.setattr(Game, "outcome", {"winners": ("ann",)})
        rewind(game, 0, "once more", CLOCK)
        play_on(game, CLOCK)
        assert game.table.state.hands != before
        first = game.chance_key(len(game.table.entries))
        rewind(game, 0, "and once more", CLOCK)
        assert len({SEED, first, game.chance_key(len(game.table.entries))}) == 3
    again = opening.look(folder, {"toy": TOY})
    assert again.is_old
    assert again.table.entries == game.table.entries
