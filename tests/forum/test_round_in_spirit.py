"""A round through a real forum: the referee is a member, and two players have nothing but the forum."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.forum.member import Account, ForumPost, Seen
from pbem.forum.pages import Pages, forum
from pbem.mail.outgoing import posts
from pbem.mail.outgoing.first_post import first_post
from pbem.mail.outgoing.first_post import mark as first_mark
from pbem.settings.forum import ForumSettings
from tests.forum.spirit import Spirit, running
from tests.forum.world import FORUM
from tests.kit.world import ToyWorld

pytestmark = pytest.mark.slow
THREAD = "https://forum.example.org/viewtopic.php?t=42"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spirit]:
    with running(tmp_path_factory.mktemp("spirit")) as made:
        yield made


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.forum.connection.time.sleep", lambda _seconds: None)


class SpiritWorld(ToyWorld):
    def __init__(self, folder: Path, site: Spirit) -> None:
        self.site, self.place = site, folder.parent
        folder.mkdir()
        (folder / "key").write_text("referee-secret\n")
        text = FORUM.replace("kind: phpbb", "kind: spirit, user: referee, password file: key")
        text = text.replace(THREAD, site.thread).replace("forum: ann_76", "forum: anna")
        super().__init__(folder, text.replace("player: Cid", "player: Cid, forum: bert"))

    def player(self, name: str) -> Pages:
        folder = self.place / name
        folder.mkdir(exist_ok=True)
        (folder / "key").write_text(f"{name}-secret")
        return forum(ForumSettings("spirit", self.site.thread, user=name, password_file="key"), folder)

    def now(self) -> None:
        """The forum's clock is that of the machine; a turn a while after what was posted."""
        self.clock.at = datetime.now(UTC) + timedelta(minutes=3)
        self.turn()


def private(found: list[ForumPost]) -> str:
    return "\n".join(post.text for post in found if post.private)


def test_a_round_is_played_in_a_real_forum(tmp_path: Path, site: Spirit) -> None:
    world = SpiritWorld(tmp_path / "game", site)
    anna, bert = world.player("anna"), world.player("bert")
    anna.reply(site.thread, "I am here.")  # the forum finds only members who have posted
    bert.reply(site.thread, "So am I.")
    world.now()
    assert not world.look().outbox.listed("post")
    letters, _ = anna.read(Seen())
    assert "Your bid" in private(letters)
    assert any("report" in post.text for post in letters if not post.private)

    anna.message(Account("", "referee"), "Orders", "```\nbid: 1\n```")
    bert.message(Account("", "referee"), "Orders", "```\nbid: many\n```")
    world.now()
    states = {verdict.seat: verdict.state for verdict in world.look().inbox.verdicts()}
    assert states == {"ann": "accepted", "cid": "refused"}
    told = private(bert.read(Seen())[0])
    assert "bid: many" in told
    assert "bid: many" not in private(anna.read(Seen())[0])
    before = len(anna.read(Seen())[0])
    world.now()
    assert len(anna.read(Seen())[0]) == before


def test_the_first_post_is_edited_in_a_real_forum(tmp_path: Path, site: Spirit) -> None:
    world = SpiritWorld(tmp_path / "game", site)
    with world.game() as game:
        world.player("referee").reply(site.thread, posts.first(game, world.clock()).text)
        posts.done(game, posts.FIRST, world.clock())
    for _ in range(3):
        world.now()
    game = world.look()
    anna = world.player("anna")
    (said,) = (post.text for post in anna.read(Seen())[0] if first_mark(game) in post.text)
    assert said.replace("\r\n", "\n").strip() == first_post(game)
    assert "Report 1" in said
