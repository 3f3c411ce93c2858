"""The forum of a campaign in game.yaml."""

from typing import Any

import msgspec
import pytest

from pbem.report.forum import MARKUPS
from pbem.settings.forum import KINDS, ForumSettings, wrong_forum
from pbem.settings.game import GameSettings, PlayerSettings

CHANNEL = "https://discord.com/channels/1/2"
THREAD = "https://forum.example.org/t/maria/42"


@pytest.mark.parametrize(
    ("keys", "codes"),
    [
        ({}, []),
        ({"thread": THREAD, "kind": "phpbb", "most": 500}, []),
        ({"thread": "forum.example.org/t/42"}, ["bad-thread"]),
        ({"thread": "https://ann@forum.example.org/t/42"}, ["bad-thread"]),
        ({"most": 499}, ["too-small"]),
        ({"kind": "xenforo", "user": "referee"}, ["forum-not-written"]),
        ({"kind": "discourse", "user": "referee"}, ["forum-incomplete"]),
        ({"kind": "discord", "thread": CHANNEL, "channels": {"ann76": f"{CHANNEL}3"}}, []),
        ({"kind": "discord", "thread": CHANNEL, "channels": {"ann76": f"{CHANNEL}/7"}}, ["bad-channel"]),
        ({"kind": "discord", "channels": {"ann76": CHANNEL, "cid": f"{CHANNEL}/"}}, ["bad-channel"] * 2),
        ({"kind": "discord", "channels": {"ann76": "https://discord.com/invite/12"}}, ["bad-channel"]),
        ({"kind": "discourse", "channels": {"ann76": CHANNEL}}, ["bad-channel"]),
        ({"kind": "discourse", "user": "referee", "password_file": "key", "thread": THREAD}, []),
    ],
)
def test_a_forum_has_an_address_room_for_a_post_and_all_that_a_member_needs(
    keys: dict[str, Any], codes: list[str]
) -> None:
    assert [problem.code for problem in wrong_forum(ForumSettings(**keys))] == codes


@pytest.mark.parametrize(
    ("player", "there"),
    [
        (PlayerSettings("Ann"), True),
        (PlayerSettings("Ann", forum="ann76"), True),
        (PlayerSettings("Ann", "ann@example.org"), False),
        (PlayerSettings("Ann", "ann@example.org", "ann76"), True),
        (PlayerSettings(), False),
        (PlayerSettings(bot=True), False),
    ],
)
def test_whoever_has_no_address_alone_is_reached_in_the_forum(player: PlayerSettings, there: bool) -> None:
    settings = GameSettings(game="demo", rules="toy", seats={"red": player}, channel="forum")
    assert settings.in_forum("red") is there
    assert not msgspec.structs.replace(settings, channel="mail").in_forum("red")


def test_the_posts_of_each_kind_have_a_markup() -> None:
    assert {traits.markup for traits in KINDS.values()} <= MARKUPS.keys()
