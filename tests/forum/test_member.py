"""The referee as a member: what players post in their forum is played, and all that is to be said is there once."""

import re
import sys
from collections.abc import Iterator
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.forum import discourse
from pbem.mail import member
from pbem.mail.intake import forum_posts, pledges
from pbem.mail.outgoing import posts
from pbem.referee.need import Need
from pbem.referee.needs import whole_status
from pbem.store.facts import SheetPledged
from pbem.store.inbox import Verdict
from tests.forum.discourse_site import DiscourseSite
from tests.forum.site import Trick, data, running
from tests.forum.world import FORUM
from tests.kit.world import ToyWorld
from tests.toy.game import START

THREAD = 7


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass between two posts."""
    monkeypatch.setattr(discourse, "_PAUSE", 0.0)


REFEREE, ANN, CID, STRANGER = 1, 2, 3, 4


@pytest.fixture
def site() -> Iterator[DiscourseSite]:
    made = DiscourseSite()
    made.users = {REFEREE: "Referee", ANN: "ann_76", CID: "Cid", STRANGER: "Someone"}
    with running(made):
        yield made


class MemberWorld(ToyWorld):
    """A toy game whose referee is a member of *site*; each turn is five minutes after the last, by both clocks."""

    how, key = "kind: discourse, user: Referee, password file: key", "key-of-referee\n"

    def __init__(self, folder: Path, site: Any, more: str = "") -> None:
        self.site = site
        site.now = START
        site.begin()
        text = FORUM.replace("kind: phpbb", f"{self.how}{more}")
        folder.mkdir()
        (folder / "key").write_text(self.key)
        super().__init__(folder, text.replace("https://forum.example.org/viewtopic.php?t=42", site.thread))

    def turns(self, count: int = 1) -> list[str]:
        """Run turns; the troubles that they told of."""
        told: list[str] = []
        for _ in range(count):
            self.clock.wind(minutes=5)
            self.site.now = self.clock.at
            told += [trouble.says for trouble in self.turn().troubles]
        return told

    def verdicts(self) -> list[Verdict]:
        return self.look().inbox.verdicts()

    def private(self, user: int) -> list[str]:
        """What the referee wrote to *user* alone."""
        topics = (topic for topic in self.site.topics.values() if user in topic.users)
        return [post.raw for topic in topics for post in topic.posts if post.user == REFEREE]

    def public(self) -> list[str]:
        return [post.raw for post in self.site.topics[THREAD].posts if post.user == REFEREE]

    def writes(self, user: int, text: str) -> None:
        self.site.now = self.clock.at + timedelta(minutes=1)
        self.site.message(user, {REFEREE}, text)


@pytest.fixture
def world(tmp_path: Path, site: DiscourseSite) -> MemberWorld:
    return MemberWorld(tmp_path / "game", site)


def to_post(world: MemberWorld) -> list[Need]:
    return [need for need in whole_status(world.look(), world.clock).needs if need.kind == "to-post"]


def test_letters_go_to_the_accounts_and_the_report_to_the_thread(world: MemberWorld) -> None:
    assert len(world.private(ANN)) == len(world.private(CID)) == len(world.public()) == 1
    assert not world.look().outbox.listed("post")
    world.turns(3)
    assert len(world.site.texts()) == 3


def test_a_private_message_with_a_sheet_counts_and_is_answered_in_a_line(world: MemberWorld) -> None:
    world.writes(ANN, "```\nbid: 1\n```\n")
    world.turns()
    (verdict,) = world.verdicts()
    assert (verdict.state, verdict.seat) == ("accepted", "ann")
    assert verdict.received == world.clock.at - timedelta(minutes=4)  # by the forum's clock
    assert "count: your bid" in world.private(ANN)[-1]


def test_commands_and_words_to_players_work_as_by_mail(world: MemberWorld) -> None:
    world.writes(ANN, "status")
    world.writes(CID, "to Ann of the Hill:\nShall we?")
    world.turns()
    assert {verdict.state for verdict in world.verdicts()} <= {"command", "words"}
    assert any("Shall we?" in text for text in world.private(ANN))


def test_chat_in_the_thread_is_left_alone_and_orders_there_are_told_privately(world: MemberWorld) -> None:
    world.site.now = world.clock.at + timedelta(minutes=1)
    world.site.post(THREAD, ANN, "What a war!")
    world.site.post(THREAD, STRANGER, "bid: 1")
    world.site.post(THREAD, CID, "bid: 1")
    world.turns()
    (verdict,) = world.verdicts()
    assert (verdict.state, verdict.seat) == ("accepted", "cid")
    assert "everyone can read" in world.private(CID)[-1]
    assert len(world.public()) == 1


def test_orders_in_the_thread_may_be_refused(tmp_path: Path, site: DiscourseSite) -> None:
    world = MemberWorld(tmp_path / "game", site, ", open orders: refuse")
    site.now = world.clock.at + timedelta(minutes=1)
    site.post(THREAD, CID, "bid: 1")
    world.turns()
    assert [verdict.state for verdict in world.verdicts()] == ["refused"]
    assert "everyone can read" in world.private(CID)[-1]


def test_an_edit_of_what_counts_is_asked_about(world: MemberWorld) -> None:
    world.writes(ANN, "bid: 1")
    world.turns(2)
    post = next(one for topic in world.site.topics.values() for one in topic.posts if one.raw == "bid: 1")
    world.site.edit(post, "bid: 2")
    world.turns()
    assert [verdict.state for verdict in world.verdicts()] == ["accepted", "doubted"]
    world.writes(ANN, "yes")
    world.turns()
    assert world.verdicts()[-1].state == "accepted"


def test_another_with_a_players_old_name_is_no_one(world: MemberWorld) -> None:
    world.site.users[ANN], world.site.users[STRANGER] = "ann_the_great", "ann_76"
    world.writes(STRANGER, "bid: 1")
    world.turns()
    assert not world.verdicts()
    world.writes(ANN, "bid: 2")
    world.turns()
    assert [(verdict.seat, verdict.state) for verdict in world.verdicts()] == [("ann", "accepted")]
    assert world.private(STRANGER) == []
    assert "is not 'ann_76' now" in next(need.says for need in to_post(world))


@pytest.mark.parametrize("what", ["before", "after"])
def test_what_broke_off_is_there_once(world: MemberWorld, site: DiscourseSite, what: str) -> None:
    world.writes(ANN, "bid: 1")
    site.tricks.append(Trick(what, "POST", "/posts.json"))  # type: ignore[arg-type]
    world.turns()
    world.turns(3)
    assert len([text for text in world.private(ANN) if "count: your bid" in text]) == 1
    assert not world.look().outbox.listed("post")


def test_a_password_that_is_refused_is_tried_once_until_its_file_changes(world: MemberWorld) -> None:
    (world.folder / "key").write_text("wrong\n")
    world.turns()
    asked = len(world.site.asked)
    world.clock.wind(minutes=5)
    assert any(trouble.code == "login" for trouble in world.turn().troubles)
    assert len(world.site.asked) == asked
    (world.folder / "key").write_text("key-of-referee\n\n")
    world.writes(ANN, "bid: 1")
    world.turns()
    assert [verdict.state for verdict in world.verdicts()] == ["accepted"]


def test_a_post_in_time_counts_though_it_is_read_late(world: MemberWorld) -> None:
    due = world.look().pause.deadline  # type: ignore[union-attr]
    assert due is not None
    world.clock.at = due - timedelta(minutes=10)
    world.writes(ANN, "bid: 1")
    world.clock.at = due + timedelta(minutes=30)
    world.site.now = world.clock.at
    world.turn()
    (verdict,) = world.verdicts()
    assert verdict.received == (due - timedelta(minutes=9)).astimezone(UTC)


def test_what_was_read_is_in_the_game_after_a_kill_of_reading(world: MemberWorld) -> None:
    world.writes(ANN, "bid: 1")
    game = world.look()
    world.clock.wind(minutes=5)
    came, troubles = member.collect(world.folder, game.settings, world.clock)
    assert (came, troubles) == (1, ())
    (path,) = member.spooled(world.folder)
    assert path.is_file()
    world.turns()
    assert [verdict.state for verdict in world.verdicts()] == ["accepted"]
    assert not member.spooled(world.folder)


def test_what_the_forum_refuses_is_told_and_waits_for_the_moderator(world: MemberWorld, site: DiscourseSite) -> None:
    refusal = data({"action": "create_post", "errors": ["Body seems unclear."]}, 422)
    site.tricks.append(Trick(refusal, "POST", "/posts.json"))
    world.writes(ANN, "bid: 1")
    world.turns(2)
    (need,) = to_post(world)
    assert "Body seems unclear" in need.says
    with world.game() as game:
        (post,) = posts.waiting(game, world.clock())
        assert post.seat == "ann"
        posts.done(game, post.number, world.clock())
    world.turns()
    assert not to_post(world)


def test_what_was_posted_when_can_be_shown(world: MemberWorld) -> None:
    world.writes(ANN, "bid: 1")
    world.turns()
    (proof,) = forum_posts.proofs(world.look())
    assert (proof.seat, proof.state, proof.post.account) == ("ann", "accepted", "ann_76")
    assert proof.post.link.startswith("http://127.0.0.1")


def test_a_post_at_which_the_program_fails_stops_nothing(world: MemberWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> bool:
        raise RecursionError

    monkeypatch.setattr(member, "has_orders", failing)
    world.site.now = world.clock.at + timedelta(minutes=1)
    world.site.post(THREAD, ANN, "[[[")
    world.writes(CID, "bid: 1")
    world.turns()
    assert [verdict.state for verdict in world.verdicts() if verdict.seat == "cid"] == ["accepted"]
    assert not member.spooled(world.folder)


def test_a_key_file_that_is_missing_is_told_and_stops_no_mail(world: MemberWorld) -> None:
    (world.folder / "key").unlink()
    world.clock.wind(minutes=5)
    done = world.turn()
    assert [trouble.transport for trouble in done.troubles] == ["forum"]
    assert "key" in done.troubles[0].says
    world.post("ben", "bid: 1\n")
    world.turns()
    assert [verdict.state for verdict in world.verdicts()] == ["accepted"]


def test_the_mark_of_a_post_does_not_count_what_others_were_sent(world: MemberWorld) -> None:
    marks = [text.rpartition("\n")[2] for text in (*world.private(CID), *world.public())]
    for _ in range(3):
        world.writes(ANN, "bid: many")
        world.turns()
    world.writes(CID, "status")
    world.turns()
    marks += [world.private(CID)[-1].rpartition("\n")[2]]
    assert len({*marks}) == 3
    assert all(re.fullmatch(r"\[toy-1 [0-9a-f]{6} [0-9a-f]{10}\]", mark) for mark in marks)


def test_a_pledge_in_the_thread_is_recorded_as_of_its_post_and_its_reveal_counts(world: MemberWorld) -> None:
    game = world.look()
    token = game.token("ann", *game.stages("ann")[0].put)
    kept = pledges.kept(f"--- # [toy-1] your bid in lap 1 {{{token}}}\nbid: 1\n...\n", "ann", 1)
    world.site.now = pledged = world.clock.at + timedelta(minutes=1)
    world.site.post(THREAD, ANN, f"My orders.\n\n{kept.line}\n")
    world.turns(2)
    (fact,) = (fact for fact in world.facts() if isinstance(fact, SheetPledged))
    assert (fact.seat, fact.why, fact.at) == ("ann", "", pledged)
    assert fact.link
    assert "Your pledge" in world.private(ANN)[-1]
    assert not world.verdicts()
    world.site.now = world.clock.at + timedelta(minutes=1)
    world.site.post(THREAD, CID, f"```\n{kept.text}```\n")
    world.site.post(THREAD, ANN, f"```\n{kept.text}```\n")
    world.turns()
    found = {verdict.seat: (verdict.state, verdict.received) for verdict in world.verdicts()}
    assert found["ann"] == ("accepted", pledged)
    assert found["cid"][0] == "refused"


def test_a_pledge_in_a_private_message_is_recorded_and_not_judged(world: MemberWorld) -> None:
    world.writes(ANN, f"pledge: toy-1 r1 ann {'0' * 64}")
    told = world.turns(2)
    assert [one.partition(":")[0] for one in told] == ["ann"]  # that it was recorded, and nothing else
    assert not world.verdicts()
    assert [fact.why for fact in world.facts() if isinstance(fact, SheetPledged)] == [""]


def test_orders_of_an_account_with_two_seats_are_told_wherever_they_were_posted(
    tmp_path: Path, site: DiscourseSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a token no one can say for which seat they are: they count for neither, and the moderator is told."""
    both = FORUM.replace("{player: Cid}", "{player: Cid, forum: ann_76}")
    monkeypatch.setattr(sys.modules[__name__], "FORUM", both)
    world = MemberWorld(tmp_path / "game", site)
    site.now = world.clock.at + timedelta(minutes=1)
    site.post(THREAD, ANN, "```\nbid: 1\n```\n")
    site.post(THREAD, ANN, "Good evening to all!")
    told = world.turns()
    assert not world.verdicts()
    (says,) = told
    assert says.startswith("a post in the thread by ann_76, whom game.yaml names for ann and cid, was not read: http")
