"""A game through a Discord server: its referee is a bot, which pbem asks and tells at each turn."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from discord.http import Route

from pbem.mail import doctor
from pbem.mail.outgoing import posts
from pbem.mail.outgoing.first_post import first_post
from pbem.mail.outgoing.writing import Notice, queue_post
from pbem.referee.deadlines import moving
from pbem.referee.pictures import FOLDER, LetterPicture
from pbem.settings.forum import ForumSettings
from pbem.settings.times import Duration
from tests.forum.discord_site import ANNA, BERT, DIRECT, REFEREE, STRANGER, THREAD, TOKEN, DiscordSite
from tests.forum.site import Trick, running
from tests.forum.test_member import MemberWorld, to_post
from tests.toy.game import START as GAME_START

PNG = b"\x89PNG\r\n\x1a\n"
PARTS = ["**(1/3)**", "**(2/3)**", "**(3/3)**"]
"""How the parts of a letter begin."""


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[DiscordSite]:
    made = DiscordSite()
    made.now = GAME_START
    made.users = {REFEREE: "referee", ANNA: "ann_76", BERT: "cid", STRANGER: "someone"}
    with running(made):
        monkeypatch.setattr(Route, "BASE", f"{made.url}/api/v10")
        yield made


class DiscordWorld(MemberWorld):
    how, key = "kind: discord, user: referee, password file: key", TOKEN

    def told(self, channel: str) -> list[str]:
        """What the bot wrote in a channel."""
        return [one.content for one in self.site.channels[channel].messages if one.user == REFEREE]

    def direct(self, user: str) -> list[str]:
        return self.told(self.site.direct(user).ident)

    def says(self, user: str, text: str, channel: str = "") -> None:
        self.site.now = self.clock.at + timedelta(minutes=1)
        self.site.post(channel or self.site.direct(user).ident, user, text)

    def states(self) -> list[tuple[str, str]]:
        return [(verdict.seat, verdict.state) for verdict in self.verdicts()]


@pytest.fixture
def world(tmp_path: Path, site: DiscordSite) -> DiscordWorld:
    return DiscordWorld(tmp_path / "game", site)


def test_a_round_is_played(world: DiscordWorld) -> None:
    assert [text.partition("\n")[0] for text in world.direct(ANNA)] == PARTS
    assert len(world.told(THREAD)) == 1
    world.says(ANNA, "```\nbid: 1\n```")
    world.says(BERT, "```\nbid: many\n```")
    world.says(STRANGER, "bid: 2", THREAD)
    world.says(BERT, "What a war!", THREAD)
    world.turns()
    assert sorted(world.states()) == [("ann", "accepted"), ("cid", "refused")]
    assert "count: your bid" in world.direct(ANNA)[-1]
    world.says(BERT, "bid: 2", THREAD)
    world.post("ben", "bid: 0\n")
    world.turns()
    assert any("everyone can read" in text for text in world.direct(BERT))
    assert len(world.told(THREAD)) == 2
    assert not world.look().outbox.listed("post")
    written = len(world.site.texts())
    world.turns(3)
    assert len(world.site.texts()) == written
    assert all(len(text) <= 2000 for text in world.site.texts())


def test_a_picture_goes_with_its_report_alone(world: DiscordWorld) -> None:
    (world.folder / FOLDER).mkdir(exist_ok=True)
    (world.folder / FOLDER / "board.png").write_bytes(PNG)
    pictures = (LetterPicture("board", world.folder / FOLDER / "board.png", "the board", 1, 1),)
    with world.game() as game:
        for ident, seat in (("one", ""), ("two", "cid")):
            queue_post(game, ident, Notice("A title", (), seat=seat, pictures=pictures), world.clock(), ["A text."])
    world.turns()
    report, letter = world.site.channels[THREAD].messages[-1], world.site.direct(BERT).messages[-1]
    assert [file.content for file in report.files] == [PNG]
    assert report.content.startswith("A text.\n\n[toy-1 ")
    assert letter.content.startswith("A text.\n\n[toy-1 ")
    assert not letter.files


def test_an_edit_of_what_counts_is_asked_about(world: DiscordWorld) -> None:
    world.says(ANNA, "bid: 1")
    world.turns(2)
    post = next(one for one in world.site.direct(ANNA).messages if one.content == "bid: 1")
    world.site.edit(post, "bid: 2")
    world.turns()
    assert world.states() == [("ann", "accepted"), ("ann", "doubted")]


def test_who_takes_a_players_old_name_is_no_one(world: DiscordWorld) -> None:
    world.site.users[ANNA], world.site.users[STRANGER] = "ann_the_great", "ann_76"
    world.says(STRANGER, "bid: 1")
    world.says(STRANGER, "bid: 1", THREAD)
    world.turns()
    assert world.states() == []
    world.says(ANNA, "bid: 2")
    world.turns()
    assert world.states() == [("ann", "accepted")]
    assert world.direct(STRANGER) == []


@pytest.mark.parametrize("what", ["before", "after"])
def test_what_broke_off_is_there_once(world: DiscordWorld, what: str) -> None:
    world.says(ANNA, "bid: 1")
    world.site.tricks.append(Trick(what, "POST", "/messages"))  # type: ignore[arg-type]
    world.turns(4)
    assert len([text for text in world.direct(ANNA) if "count: your bid" in text]) == 1
    assert not world.look().outbox.listed("post")


def test_one_who_takes_no_messages_holds_up_no_other(tmp_path: Path, site: DiscordSite) -> None:
    site.closed.add(ANNA)
    world = DiscordWorld(tmp_path / "game", site)
    assert world.direct(ANNA) == []
    assert (len(world.direct(BERT)), len(world.told(THREAD))) == (len(PARTS), 1)
    (need,) = to_post(world)
    assert "must allow direct messages" in need.says
    world.says(ANNA, "bid: 1")  # the bot can read what it may not answer
    world.turns()
    assert world.states() == [("ann", "accepted")]
    site.closed.clear()
    world.turns(13)
    assert len(world.direct(ANNA)) == len(PARTS) + 1
    assert to_post(world) == []


def test_a_player_may_have_a_channel(tmp_path: Path, site: DiscordSite) -> None:
    url = site.private(ANNA)
    world = DiscordWorld(tmp_path / "game", site, f", channels: {{ann_76: '{url}'}}")
    own = url.rpartition("/")[2]
    assert len(world.told(own)) == len(PARTS)
    world.says(ANNA, "bid: 1", own)
    world.turns()
    assert world.states() == [("ann", "accepted")]
    assert [one for one in site.channels.values() if one.kind == DIRECT and ANNA in one.users] == []
    site.channels[own].users.remove(REFEREE)
    for _ in range(2):
        (trouble,) = world.turn().troubles
        assert "what ann_76 writes to the bot cannot be read" in trouble.says


def test_the_doctor_tries_each_player_as_a_bot_cannot_write_to_itself(tmp_path: Path, site: DiscordSite) -> None:
    (tmp_path / "key").write_text(TOKEN)
    names = ("ann_76", "nobody", "cid")
    url = site.private(ANNA, BERT)
    for channels in (dict[str, str](), {"cid": url}):
        settings = ForumSettings("discord", site.thread, user="referee", password_file="key", channels=channels)
        found = [f"{one.state}: {one.says}" for one in doctor.forum(settings, tmp_path, names, send=True)]
        assert found == [
            f"good: lets referee in, who is number {REFEREE} there",
            "good: the thread can be read",
            "good: private messages with ann_76 can be read",
            "bad: nobody: no member of the server has the user name 'nobody'",
            f"bad: cid: others than cid may see {url}: deny it to @everyone, and allow it to no one else"
            if channels
            else "good: private messages with cid can be read",
            "not tried: a bot cannot write to itself; whether players take what it writes shows with their letters",
        ]
    assert site.texts() == []


def test_the_first_message_is_edited_by_the_bot(world: DiscordWorld) -> None:
    with world.game() as game:
        world.site.post(THREAD, REFEREE, posts.first(game, world.clock()).text)
        posts.done(game, posts.FIRST, world.clock())
        moving.extend(game, world.clock, Duration(24, "hour"), reason="a storm")
    world.turns(3)
    (said,) = (text for text in world.told(THREAD) if "Commitment" in text)
    assert said == first_post(world.look())
    assert "26 November" in said
    assert len(said) <= 2000
