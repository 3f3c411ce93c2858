"""Logs that other versions of the rules wrote: read by the new names, or refused with what is not known."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.ruleset import became, modern
from pbem.engine.table import Chance
from pbem.referee import opening, submissions
from pbem.referee.game import Game
from pbem.referee.play import play_on
from pbem.referee.stage import SeatStage
from pbem.store.log import SHOWN, Broken, NotUnderstood
from tests.referee.rewritten import rewrite
from tests.toy import TOY
from tests.toy.game import RULESETS, Clock, new_game, opened
from tests.toy.playtest import bot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game in which a card was played and won a point."""
    folder, clock = tmp_path / "game", Clock()
    new_game(folder)
    with opening.held(folder, RULESETS) as game:
        for _ in range(6):
            play_on(game, clock)
            for seat in game.titles:
                stage = game.stage(seat)
                if stage and stage.pending:
                    answer(game, stage, clock)
        play_on(game, clock)
    return folder


def answer(game: Game, stage: SeatStage, clock: Clock) -> None:
    order = bot(game.view(stage.seat), stage.decision, Chance("test", stage.name))
    submissions.accept(game, stage, 1, clock(), order, "")


def swap(key: str, old: str, new: str, **fields: str) -> Callable[[Any], Any]:
    def change(one: dict[str, Any]) -> dict[str, Any]:
        if one.get(key) != old:
            return one
        return {fields.get(name, name): value for name, value in one.items()} | {key: new}

    return change


def test_a_renamed_event_is_read_as_what_it_is_called_now(folder: Path) -> None:
    before = opened(folder)
    assert b"point-won" in (folder / "log.jsonl").read_bytes()
    rewrite(folder / "log.jsonl", swap("event", "point-won", "point-gained", seat="who"))
    assert b"point-won" not in (folder / "log.jsonl").read_bytes()

    after = opened(folder)

    assert after.log.entries == before.log.entries
    assert after.table.state == before.table.state


def test_a_renamed_order_on_the_docket_is_read_too(folder: Path) -> None:
    path = next(iter(folder.glob("sheets/*bid*/ann-*.json")))
    game = opened(folder)
    key, asked = "1.bid.ann", int(path.parent.name.partition("-")[0])
    (before,) = submissions.accepted(game, "ann", key, asked)
    path.write_text(path.read_text().replace('"order":"bid"', '"order":"wager"'))
    renamed = msgspec.structs.replace(TOY, renamed={"order wager": became("bid")})

    assert submissions.accepted(opening.look(folder, {"toy": renamed}), "ann", key, asked) == [before]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (swap("event", "card-played", "card-laid"), "do not know its event `card-laid`"),
        (swap("event", "card-played", "card-played", card="paper"), "cannot read its event `card-played`"),
        (
            swap("event", "card-played", "card-played", card="paper"),
            "unknown field `paper`|missing required field `card`",
        ),
        (swap("step", "bids", "wagers"), "do not know its step `wagers`"),
        (swap("order", "bid", "wager"), "do not know its order `wager`"),
        (swap("order", "bid", "bid", bid="stake"), "cannot read its order `bid`"),
    ],
)
def test_what_is_not_known_is_named_with_who_wrote_it_and_what_to_do(
    folder: Path, change: Callable[[Any], Any], told: str
) -> None:
    wrote = opened(folder).log.versions
    assert wrote
    assert wrote.lines
    rewrite(folder / "log.jsonl", change)

    with pytest.raises(NotUnderstood, match=told) as refused:
        opened(folder)
    says = str(refused.value)
    assert f"is as it was written, but the rules installed here (toy {TOY.version})" in says
    assert "somebody changed the file" not in says
    writer = f"{wrote} (log lines {wrote.lines[:SHOWN]})"
    assert f"it was written by {writer}, whose rules have the same version but differ: use that version" in says


def test_a_line_that_somebody_changed_is_no_other_version(folder: Path) -> None:
    path = folder / "log.jsonl"
    path.write_bytes(path.read_bytes().replace(b"card-played", b"card-laid", 1))

    with pytest.raises(Broken) as refused:
        opened(folder)
    assert not isinstance(refused.value, NotUnderstood)


def test_a_name_may_have_changed_more_than_once() -> None:
    renamed = {"event a": became("b", x="y"), "event b": became("c", y="z")}

    assert modern([{"event": "a", "x": 1}, {"event": "b", "y": 2}, {"event": "c", "z": 3}], renamed) == [
        {"event": "c", "z": number} for number in (1, 2, 3)
    ]


def test_a_renaming_of_a_field_alone_changes_what_is_new_no_more() -> None:
    renamed = {"event a": became("a", x="y")}

    assert modern({"event": "a", "x": 1}, renamed) == modern({"event": "a", "y": 1}, renamed) == {"event": "a", "y": 1}
