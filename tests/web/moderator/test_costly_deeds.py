"""An email that never ends, or kills what reads it, stops no button: it is set aside, and the deed is done."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.fetch import fetch
from pbem.mail.intake import case
from pbem.sheet.parts import check_parts
from pbem.web.moderator import asking, rehearsal
from pbem.web.moderator.asking import AskedDeed, HasChanged
from pbem.web.server.serving import DeskServer, ServedGames
from tests.campaign.moderator.world import ModeratedWorld
from tests.toy.game import GAME_YAML, RULESETS

ENDLESS, DEADLY = "666", "999"
EVERY = {"seat": "", "item": ""}


def poisoned(text: str, *args: Any, **more: Any) -> Any:
    while ENDLESS in text:
        pass
    if DEADLY in text:
        os._exit(9)
    return check_parts(text, *args, **more)


@pytest.fixture
def world(tmp_path: Path) -> ModeratedWorld:
    return ModeratedWorld(tmp_path / "games" / "toy-1", text=f"{GAME_YAML}limits: {{seconds: 1}}\n")


@pytest.fixture
def server(world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch) -> Iterator[DeskServer]:
    monkeypatch.setattr(case, "check_parts", poisoned)
    top = world.folder.parent
    made = DeskServer(games=ServedGames(top, RULESETS), clock=world.clock, rulesets=RULESETS)
    made.begin_processes()
    yield made
    made.end_processes()


@pytest.mark.parametrize("bid", [ENDLESS, DEADLY])
def test_a_button_sets_a_costly_email_aside_and_does_what_it_says(
    bid: str, world: ModeratedWorld, server: DeskServer
) -> None:
    world.send("ann", f"bid: {bid}\n")
    with world.game() as game:
        fetch(game)
    top = world.folder.parent
    plan = rehearsal.rehearse(world.folder, top, "pause", EVERY, server)
    assert not plan.refused
    assert plan.messages, "the seats are told of the pause"
    assert not world.look().inbox.verdicts(), "it was tried on a copy alone"
    one = AskedDeed(game="toy-1", deed="pause", given={}, stamp=plan.stamp, at=world.clock(), nonce="1" * 32)
    done = server.in_folder(asking.do_apart, (world.folder, one), world.folder)
    assert not done.refused
    assert [verdict.state for verdict in world.look().inbox.verdicts()] == ["failed"]
    assert len(world.facts()) == 1


def test_what_is_refused_is_refused_by_another_process_too(world: ModeratedWorld, server: DeskServer) -> None:
    stamp = rehearsal.stamp(world.look(), world.clock())
    one = AskedDeed(game="toy-1", deed="pause", given={}, stamp=f"{stamp}x", at=world.clock(), nonce="1" * 32)
    with pytest.raises(HasChanged):
        server.in_folder(asking.do_apart, (world.folder, one), world.folder)
