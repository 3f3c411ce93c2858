"""What is to be said in a forum: what goes where, in how few posts, and each once whatever is interrupted."""

from pathlib import Path

import pytest

from pbem.mail.outgoing import first_post, posts
from pbem.mail.outgoing.told import tell_facts
from pbem.referee import opening
from pbem.referee.deadlines import moving
from pbem.referee.game import Game
from pbem.referee.people import changes, words
from pbem.referee.status import status
from pbem.settings.times import Duration
from tests.forum.world import ForumWorld
from tests.referee.killer import deaths
from tests.toy.game import RULESETS, Clock


@pytest.fixture
def world(tmp_path: Path) -> ForumWorld:
    return ForumWorld(tmp_path / "game")


def places(world: ForumWorld) -> list[str]:
    return [post.seat or "thread" for post in world.waiting()]


def test_the_first_letters_are_private_messages_and_the_report_is_in_the_thread(world: ForumWorld) -> None:
    assert places(world) == ["ann", "cid", "thread"]
    ann, cid, thread = world.waiting()
    assert (ann.account, cid.account, thread.account) == ("ann_76", "Cid", "")
    assert "{" not in ann.title
    assert "[code]" in ann.text
    assert "[code]" not in thread.text
    assert thread.title.endswith("eport 1")
    assert not world.out("ann_76")
    assert len(world.out("ben")) == 1


def test_what_is_ticked_is_shown_no_more(world: ForumWorld) -> None:
    first, *rest = world.waiting()
    assert world.done(first.number, "https://forum.example.org/p=7") is None
    assert world.waiting() == rest
    with world.game() as game, pytest.raises(posts.NoSuchPost):
        posts.done(game, first.number, world.clock())
    world.hour()
    assert world.waiting() == rest
    assert [(record.links, about.kind) for record, about in first_post.links(world.look())] == [
        (("https://forum.example.org/p=7",), "round")
    ]


def test_what_waits_for_one_player_is_one_message_until_it_was_copied(world: ForumWorld) -> None:
    world.tick()
    assert world.submit("ann", "bid: many\n") == "refused"
    (first,) = world.waiting()
    with world.game() as game:
        posts.take(game, first.number, world.clock())
    assert world.submit("ann", "bid: 2\n") == "accepted"
    assert world.submit("ann", "bid: few\n") == "refused"
    copied, second = world.waiting()
    assert (copied.number, copied.text) == (first.number, first.text)
    assert second.text.count(posts.BETWEEN) == 1


def test_a_receipt_where_all_is_well_waits_for_what_is_next_for_its_player(world: ForumWorld) -> None:
    world.tick()
    assert world.submit("ann", "bid: 1\n") == "accepted"
    assert not world.waiting()
    (held,) = world.held()
    assert "\n" not in held.text  # all is well: one line
    assert not status(world.look(), world.clock).to_post
    assert world.submit("ann", "bid: many\n") == "refused"
    (post,) = world.waiting()
    refused, receipt = post.text.split(posts.BETWEEN)
    assert post.number == held.number
    assert "many" in refused
    assert "refused" in post.title
    assert receipt.endswith(held.text)
    assert len(status(world.look(), world.clock).to_post) == 2


@pytest.mark.parametrize(("hours", "waits"), [(7, []), (5, ["ann"])])
def test_no_receipt_waits_when_the_deadline_is_near(world: ForumWorld, hours: int, waits: list[str]) -> None:
    world.tick()
    assert world.submit("ann", "bid: 1\n") == "accepted"
    assert world.turn().status.to_post == ()
    assert world.turn().idle
    due = world.look().pause.deadline  # type: ignore[union-attr]
    assert due is not None
    world.clock.at = due
    world.clock.wind(hours=-hours)
    assert len(world.turn().status.to_post) == len(waits)
    assert [post.seat for post in world.waiting()] == waits


def test_what_a_program_posts_waits_for_nothing(world: ForumWorld) -> None:
    world.tick()
    settings = world.folder / "game.yaml"
    settings.write_text(settings.read_text().replace("kind: phpbb", "kind: phpbb, user: referee, password file: word"))
    assert world.submit("ann", "bid: 1\n") == "accepted"
    assert [post.seat for post in world.waiting()] == ["ann"]


def test_a_refused_sheet_is_told_whole(world: ForumWorld) -> None:
    world.tick()
    assert world.submit("ann", "bid: many\n") == "refused"
    (receipt,) = world.waiting()
    assert "many" in receipt.text
    assert "[code]" in receipt.text


def test_a_long_text_is_in_parts_that_are_ticked_one_by_one(tmp_path: Path) -> None:
    world = ForumWorld(tmp_path / "game")
    text = (world.folder / "game.yaml").read_text().replace("kind: phpbb", "kind: phpbb, most: 600")
    (world.folder / "game.yaml").write_text(text)
    world.tick()
    with world.game() as game:
        words.announce(game, "word " * 300, world.clock, now=True)
        tell_facts(game)
    (post,) = world.waiting()
    assert post.parts > 1
    seen = [post]
    while more := world.done(post.number):
        seen.append(more)
    assert [one.part for one in seen] == [*range(1, post.parts + 1)]
    assert all(len(one.text) <= 600 for one in seen)
    assert sum(one.text.count("word") for one in seen) == 300
    assert not world.waiting()


def test_what_is_about_all_is_told_once_in_the_thread(world: ForumWorld) -> None:
    world.tick()
    with world.game() as game:
        words.announce(game, "The club moves.", world.clock, now=True)
        moving.extend(game, world.clock, Duration(24, "hour"), reason="a storm")
        tell_facts(game)
    assert places(world) == ["thread", "thread"]
    said, moved = world.waiting()
    assert "The club moves." in said.text
    assert "a storm" in moved.text
    assert {one["Subject"] for one in world.out("ben", "fact")} == set()  # until the next turn
    world.turn()
    assert len(world.out("ben", "fact")) == 2


def test_a_reminder_is_for_all_and_names_no_one(world: ForumWorld) -> None:
    text = (world.folder / "game.yaml").read_text() + "reminders: [24 hours]\nquiet: no\n"
    (world.folder / "game.yaml").write_text(text)
    world.tick()
    assert world.submit("cid", "bid: 1\n") == "accepted"
    world.tick()
    due = world.look().pause.deadline  # type: ignore[union-attr]
    assert due is not None
    world.clock.at = due
    world.clock.wind(hours=-20)
    world.turn()
    (post,) = world.waiting()
    assert post.seat == ""
    assert not {"Ann", "Cid", "ann_76"} & set(post.text.split())


def test_a_letter_that_asks_nothing_and_tells_nothing_private_is_not_posted(world: ForumWorld) -> None:
    world.tick()
    for seat in ("ann", "cid"):
        world.submit(seat, "bid: 1\n")
    world.post("ben", "bid: 1\n")
    world.tick()
    world.hour()
    asked = {
        stage.decision.seat for seat in world.look().titles for stage in world.look().stages(seat) if stage.pending
    }
    assert {post.seat for post in world.waiting()} - {""} <= asked


def test_what_waits_for_a_former_player_is_not_posted(world: ForumWorld) -> None:
    with world.game() as game:
        changes.take(game, "ann", "Zoe", "", world.clock, forum="zoe")
    world.turn()
    accounts = {post.account for post in world.waiting()}
    assert "ann_76" not in accounts
    assert "zoe" in accounts


def _tick_all(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        _ticked(game)


def _ticked(game: Game) -> list[str]:
    said: list[str] = []
    while found := posts.waiting(game, Clock()()):
        said.append(found[0].text)
        posts.take(game, found[0].number, Clock()())
        posts.done(game, found[0].number, Clock()())
    return said


def test_a_kill_at_any_instant_loses_no_post_and_shows_none_twice(tmp_path: Path, world: ForumWorld) -> None:
    every = [post.text for post in world.waiting()]
    for _, killed in deaths(world.folder, tmp_path, _tick_all):
        with opening.held(killed, RULESETS) as game:
            left = _ticked(game)
            assert left == every[len(every) - len(left) :]
            assert not game.outbox.listed("post")


def test_a_kill_at_any_instant_leaves_what_is_held_where_it_was(tmp_path: Path, world: ForumWorld) -> None:
    world.tick()
    assert world.submit("ann", "bid: 1\n") == "accepted"
    (held,) = world.held()
    assert world.submit("cid", "bid: many\n") == "refused"
    for _, killed in deaths(world.folder, tmp_path, _tick_all):
        after = ForumWorld.found(killed, world.clock())
        after.tick()
        assert after.held() == [held]
        assert after.submit("ann", "bid: many\n") == "refused"
        (post,) = after.tick()
        assert post.text.endswith(held.text)
        with after.game() as game:
            assert not game.outbox.listed("post")


def test_the_number_of_a_post_that_is_for_no_one_is_not_given_again(world: ForumWorld) -> None:
    last = max(post.number for post in world.waiting())
    with world.game() as game:
        for ident in game.outbox.listed("post"):
            game.outbox.shift(ident, "post", "dropped")
    assert not world.waiting()
    with world.game() as game:
        words.announce(game, "The club moves.", world.clock, now=True)
        tell_facts(game)
    assert [post.number for post in world.waiting()] == [last + 1]
