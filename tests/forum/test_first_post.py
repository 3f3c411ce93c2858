"""The first post of the thread: who plays, until when, how to answer, and where each report is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.forum import discourse
from pbem.mail.outgoing import posts
from pbem.mail.outgoing.first_post import first_post
from pbem.mail.transport.server import TransportTrouble
from pbem.referee.deadlines import moving
from pbem.report.forum import escaped, markdown
from pbem.report.tree import Line, Run, TextBlock
from pbem.settings.times import Duration
from pbem.store.posts import NAME, PostBook, PostRecord
from tests.cli.conftest import Pbem
from tests.forum.discourse_site import DiscourseSite
from tests.forum.site import Trick, data, running
from tests.forum.test_member import ANN, CID, REFEREE, THREAD, MemberWorld
from tests.forum.world import ForumWorld

LINK = "https://forum.example.org/viewtopic.php?p=7#p7"


def test_it_names_seats_deadlines_the_proof_and_the_reports_that_were_posted(tmp_path: Path) -> None:
    world = ForumWorld(tmp_path / "game", "desk: https://desk.example.org\n")
    said = first_post(world.look())
    assert "ann_76" in said
    assert "Ben" in said
    assert "ben@example.org" not in said
    assert "Wednesday 20:00" in said
    assert "25 November 2026, 20:00" in said
    assert world.look().keys.commitment in said
    assert "https://desk.example.org" in said
    assert LINK not in said
    thread = next(post for post in world.waiting() if not post.seat)
    world.done(thread.number, LINK)
    assert LINK in first_post(world.look())


def test_an_address_in_a_post_stays_as_it_is() -> None:
    assert markdown(TextBlock(lines=(Line((Run("_a_ https://a.example/b_c"),)),))) == r"\_a\_ https://a.example/b_c"
    assert escaped(f"[b] {LINK} :)") == f"[[i][/i]b] {LINK} :[i][/i])"


def test_by_hand_it_waits_whenever_it_has_changed_and_only_the_newest(tmp_path: Path) -> None:
    world = ForumWorld(tmp_path / "toy-1")
    world.tick()
    pbem = Pbem(world.folder, world.clock)
    assert "not shown yet" in pbem("posts", "done", "first", code=1).output
    assert pbem("posts").stdout == "Nothing waits to be posted.\n"
    said = pbem("posts", "first").stdout
    assert first_post(world.look()) in said
    assert "`pbem posts done first`" in said
    assert "posted?" in pbem("posts").stdout
    assert "Nothing else waits" in pbem("posts", "done", "first", "--link", LINK).stdout
    assert pbem("posts").stdout == "Nothing waits to be posted.\n"
    for days in ("1", "2"):
        pbem("deadline", "extend", days, "days", "--reason", "a fair")
        world.turn()
    *others, changed = world.waiting()
    assert changed.number == posts.FIRST
    assert all(one.number for one in others)
    assert "28 November 2026, 20:00" in changed.text
    assert re.search("first  *the first post of the thread  *Toy .* changed", pbem("posts").stdout)
    assert "28 November" in pbem("posts", "next", "first").stdout
    pbem("posts", "done", "first")
    assert [one.number for one in world.waiting()] == [one.number for one in others]


def test_it_has_as_many_of_the_newest_reports_as_a_post_takes(tmp_path: Path) -> None:
    world = ForumWorld(tmp_path / "game")
    book = PostBook(world.folder / NAME)
    for number in range(50, 650):
        book.close(PostRecord(number, ("report-0001-thread",), links=(f"{LINK}{number}",)))
    said = first_post(world.look())
    assert f"{LINK}50\n" in said
    assert "Earlier reports" not in said
    yaml = world.folder / "game.yaml"
    yaml.write_text(yaml.read_text().replace("kind: phpbb", "kind: phpbb, most: 3000"))
    said = first_post(world.look())
    assert 2700 < len(said) <= 3000
    assert f"{LINK}649" in said
    assert f"{LINK}50\n" not in said
    assert "Earlier reports" in said


@pytest.fixture
def site() -> Iterator[DiscourseSite]:
    made = DiscourseSite()
    made.users = {REFEREE: "Referee", ANN: "ann_76", CID: "Cid"}
    with running(made):
        yield made


@pytest.fixture
def kept(tmp_path: Path, site: DiscourseSite, monkeypatch: pytest.MonkeyPatch) -> MemberWorld:
    """A game whose first post is the referee's own, as its moderator pasted it."""
    monkeypatch.setattr(discourse, "_PAUSE", 0.0)
    return pasted(MemberWorld(tmp_path / "game", site), REFEREE)


def pasted(world: MemberWorld, user: int) -> MemberWorld:
    with world.game() as game:
        text = posts.take(game, posts.FIRST, world.clock()).text
        world.site.post(THREAD, user, text)
        posts.done(game, posts.FIRST, world.clock())
    return world


def moved(world: MemberWorld) -> None:
    with world.game() as game:
        moving.extend(game, world.clock, Duration(24, "hour"), reason="a storm", again=True)


def stands(world: MemberWorld) -> str:
    return str(next(post.raw for post in world.site.topics[THREAD].posts if "Commitment" in post.raw))


def edits(world: MemberWorld) -> int:
    return sum(asked.method == "PUT" for asked in world.site.asked)


def test_a_member_edits_its_first_post_to_what_it_should_say_now(kept: MemberWorld) -> None:
    kept.turns(2)
    assert edits(kept) == 0
    moved(kept)
    kept.turns(3)
    assert edits(kept) == 1
    assert stands(kept) == first_post(kept.look())
    assert "26 November" in stands(kept)
    with kept.game() as game:
        assert posts.waiting(game, kept.clock()) == []


def test_a_new_report_comes_into_it_with_its_link_and_its_picture(kept: MemberWorld) -> None:
    shown = "![board-1.png](upload://picture1.png)"
    PostBook(kept.folder / NAME).close(PostRecord(9, ("report-0001-thread",), links=(LINK,), shown=(shown,)))
    kept.turns(2)
    assert stands(kept).count(LINK) == 1
    assert stands(kept).split("\n\n")[-2] == shown
    assert edits(kept) == 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_an_edit_that_broke_off_is_made_again(kept: MemberWorld, site: DiscourseSite, when: str) -> None:
    moved(kept)
    site.tricks.append(Trick(when, "PUT"))  # type: ignore[arg-type]
    kept.turns(4)
    assert stands(kept) == first_post(kept.look())
    assert edits(kept) == 2


def test_the_forum_is_not_asked_again_before_it_says(kept: MemberWorld, site: DiscourseSite) -> None:
    busy = data({"errors": ["Too many requests."], "extras": {"wait_seconds": 1000}}, 429, Retry_After="1000")
    site.tricks.append(Trick(busy, "PUT"))
    moved(kept)
    kept.turns(3)
    assert edits(kept) == 1
    kept.turns(2)
    assert edits(kept) == 2
    assert stands(kept) == first_post(kept.look())


def test_what_may_be_edited_no_more_is_told_once_and_left_to_the_moderator(
    kept: MemberWorld, site: DiscourseSite
) -> None:
    site.tricks.append(Trick(data({"errors": ["You can no longer edit this post."]}, 403), "PUT"))
    moved(kept)
    told = list[TransportTrouble]()
    for _ in range(5):
        kept.clock.wind(minutes=5)
        told += kept.turn().troubles
    (trouble,) = told
    assert "You can no longer edit this post." in trouble.says
    with kept.game() as game:
        (post,) = posts.waiting(game, kept.clock())
        assert post.text == first_post(game)
        posts.take(game, post.number, kept.clock())
        posts.done(game, post.number, kept.clock())
        assert posts.waiting(game, kept.clock()) == []
    moved(kept)
    kept.turns(2)
    assert edits(kept) == 1
    with kept.game() as game:
        assert posts.waiting(game, kept.clock())[-1].number == posts.FIRST


def test_one_that_another_account_has_posted_is_left_to_the_moderator(tmp_path: Path, site: DiscourseSite) -> None:
    world = pasted(MemberWorld(tmp_path / "game", site), ANN)
    told = list[TransportTrouble]()
    for _ in range(12):
        world.clock.wind(hours=1)
        world.site.now = world.clock.at
        told += world.turn().troubles
    assert [one.says for one in told if "no post of this account" in one.says]
    assert len(told) == 1
    assert edits(world) == 0


def test_a_first_post_that_was_made_again_by_the_member_is_found_by_its_link(
    tmp_path: Path, site: DiscourseSite
) -> None:
    world = pasted(MemberWorld(tmp_path / "game", site), ANN)
    for _ in range(12):
        world.clock.wind(hours=1)
        world.turn()
    pasted(world, REFEREE)
    moved(world)
    world.turns(2)
    assert edits(world) == 0
    with world.game() as game:
        posts.take(game, posts.FIRST, world.clock())
        posts.done(game, posts.FIRST, world.clock(), LINK)
    moved(world)
    world.turns(2)
    assert edits(world) == 1


def test_only_what_may_be_a_smiley_is_parted() -> None:
    assert escaped("key: age18p8do9x, 8d8f and 18D") == "key: age18p8do9x, 8d8f and 18D"
    assert escaped("8) 8D 18)") == "8[i][/i]) 8[i][/i]D 18[i][/i])"
