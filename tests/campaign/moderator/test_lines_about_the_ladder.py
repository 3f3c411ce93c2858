"""The moderator's lines about what the ladder proposes, and the lines of digests that are to be completed."""

from pathlib import Path

import pytest

from pbem.store.facts import MailedLine, RungDeclined, RungTaken, WordsAnswered
from tests.campaign.moderator.world import ModeratedWorld
from tests.toy.game import GAME_YAML

GRACE = GAME_YAML.replace("notice: 48 hours", "notice: 48 hours, grace: 24 hours").replace("rounds: 1", "rounds: 4")
ASKS, PROPOSES = "ask the moderator", "default if the moderator agrees"


def late(tmp_path: Path, rung: str) -> ModeratedWorld:
    """A game in which the deadline has passed without a bid of Cid, and the moderator was told."""
    world = ModeratedWorld(tmp_path / "game", f"ladder: {{nothing: {{deadline: {rung}}}}}\n", GRACE)
    world.bid("ann", "ben")
    world.turn()
    world.at("2026-11-25 19:00")
    world.turn()
    assert [one.kind for one in world.turn().needs] == ["ladder-asks" if rung == ASKS else "ladder"]
    return world


def declined(world: ModeratedWorld) -> list[tuple[str, bool]]:
    return [(fact.seat, fact.wait) for fact in world.facts() if isinstance(fact, RungDeclined)]


@pytest.mark.parametrize("line", ["no cid wait", "decline cid wait", "No, Cid of the Shore, wait."])
def test_the_game_waits_if_the_moderator_says_so(tmp_path: Path, line: str) -> None:
    world = late(tmp_path, ASKS)
    assert world.mo(f"{line}\n").problems == ("decline-wait",)
    assert declined(world) == [("cid", True)]
    assert "the game waits" in world.reply()
    assert world.turn().needs == ()


@pytest.mark.parametrize("line", ["no cid", "decline cid because a sheet will come"])
def test_a_proposal_is_declined(tmp_path: Path, line: str) -> None:
    world = late(tmp_path, PROPOSES)
    assert world.mo(f"{line}\n").problems == ("decline",)
    assert declined(world) == [("cid", False)]
    assert world.turn().needs == ()


@pytest.mark.parametrize("line", ["yes cid", "approve cid because all agree"])
def test_a_proposal_is_carried_out(tmp_path: Path, line: str) -> None:
    world = late(tmp_path, PROPOSES)
    before = world.pause.round
    assert world.mo(f"{line}\n").problems == ("approve",)
    taken = [(fact.seat, fact.rung, fact.by) for fact in world.facts() if isinstance(fact, RungTaken)]
    assert taken == [("cid", "default", "moderator")]
    assert world.pause.round == before + 1
    assert world.mo("yes cid\n").problems == ("refused",)


def test_every_line_that_a_need_of_the_ladder_offers_can_be_sent_back(tmp_path: Path) -> None:
    for number, (rung, lines) in enumerate(((ASKS, 3), (PROPOSES, 2))):
        (need,) = late(tmp_path / str(number), rung).turn().needs
        assert len(need.reply) == lines
        for at, line in enumerate(need.reply):
            world = late(tmp_path / f"{number}-{at}", rung)
            assert world.mo(f"{line.replace('...', 'of the feast')}\n").problems not in (("refused",), ("unread",))


def test_there_is_nothing_to_agree_to_where_the_ladder_asks(tmp_path: Path) -> None:
    world = late(tmp_path, ASKS)
    assert world.mo("yes cid\n").problems == ("refused",)
    assert "`default cid because ...`, `submit cid`, or `no cid wait`" in world.reply()
    assert "pbem " not in world.replies()[-1].partition("WAITS FOR YOU")[0].partition("NOT DONE")[2]


@pytest.mark.parametrize("dots", ["...", "…", ". . .", "...."])
def test_a_line_that_was_not_completed_is_refused_with_what_is_missing(tmp_path: Path, dots: str) -> None:
    world = ModeratedWorld(tmp_path / "game")
    world.stranger()
    world.send("ann", "Where is my king?\n")
    world.clock.wind(days=1)
    world.turn()
    lines = [f"dismiss 1 because {dots}", f"default cid because {dots}", f"extend 24h because {dots}", f"hold: {dots}"]
    before = len(world.facts())
    assert world.mo("\n".join([*lines, f"tell all: {dots}", f"answer 2: {dots}", ""])).problems == ("refused",)
    assert [fact for fact in world.facts()[before:] if isinstance(fact, MailedLine)] == []
    reply = world.replies()[-1]
    assert reply.count("write your reason in place of `...`") == 4
    assert reply.count("write your words in place of `...`") == 2
    assert world.look().inbox.verdicts()[0].state == "unclaimed"
    assert world.mo(f"answer 2: {dots}\nIn your hand.\n").problems == ("answer",)
    assert [fact.text for fact in world.facts() if isinstance(fact, WordsAnswered)] == ["In your hand."]


def test_what_a_line_lacks_is_told_as_a_line_and_not_as_a_command(tmp_path: Path) -> None:
    text = GRACE.replace("  from:", "  trust: {policy: [token, moderator confirms]}\n  from:")
    world = ModeratedWorld(tmp_path / "game", "", text)
    world.send("ann", "bid: 1\n")
    world.stranger()
    world.clock.wind(days=1)
    world.turn()
    assert world.mo("dismiss 1\nconfirm 2\n").problems == ("refused",)
    reply = world.replies()[-1]
    assert "say why not: `dismiss 1 because ...`" in reply
    assert "name it: `confirm 2 as SEAT`" in reply
