"""A toy game in a forum: ann and cid are reached there, ben by email."""

from pathlib import Path

from pbem.mail import judges
from pbem.mail.outgoing import posts
from pbem.mail.outgoing.posts import WaitingPost
from tests.kit.world import YAML, ToyWorld

THREAD = "https://forum.example.org/viewtopic.php?t=42"
FORUM = (
    YAML.replace('{player: "Ann [red] Ünsal", address: ann@example.org}', "{player: Ann, forum: ann_76}")
    .replace("{player: Cid, address: cid@example.org}", "{player: Cid}")
    .replace("rounds: 1", "rounds: 3")
    + f"channel: forum\nforum: {{kind: phpbb, thread: '{THREAD}'}}\n"
)


class ForumWorld(ToyWorld):
    def __init__(self, folder: Path, more: str = "") -> None:
        super().__init__(folder, FORUM + more)

    def submit(self, seat: str, text: str) -> str:
        """Submit what a player posted; the state it gets."""
        self.clock.wind(minutes=5)
        with self.game() as game:
            handled, _ = judges.submit_sheet(game, seat, text.encode(), self.clock)
        return handled.verdict.state

    def waiting(self) -> list[WaitingPost]:
        with self.game() as game:
            return posts.waiting(game, self.clock())

    def held(self) -> list[WaitingPost]:
        with self.game() as game:
            return [post for post in posts.listed(game, self.clock()) if post.held]

    def done(self, number: int, link: str = "") -> WaitingPost | None:
        with self.game() as game:
            return posts.done(game, number, self.clock(), link)

    def tick(self) -> list[WaitingPost]:
        """Say of all that waits that it was posted; what it was."""
        found: list[WaitingPost] = []
        while now := self.waiting():
            found.append(now[0])
            self.done(now[0].number)
        return found

    def hour(self) -> None:
        self.clock.wind(hours=1)
        self.turn()
