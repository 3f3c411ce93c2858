"""A moderator who visits the page of a real server, without a browser; and games in which something waits."""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.referee import moderator, need
from pbem.referee.moderator import EVERYONE
from pbem.referee.people import changes
from pbem.store.outbox import QueuedReply
from tests.campaign.moderator.world import ModeratedWorld
from tests.campaign.world import unwrapped
from tests.forum.world import ForumWorld
from tests.toy.game import GAME_YAML, drop, mail, subject
from tests.web.serving import Answer, Desk, serving

CLOCKED = "tests.web.moderator.clocked_pbem"
LATE = GAME_YAML.replace("notice: 48 hours", "notice: 48 hours, grace: 24 hours").replace("rounds: 1", "rounds: 4")
CONFIRMS = "mail:\n  trust: {policy: [moderator confirms]}\n"


class Visitor(NamedTuple):
    """Someone with the cookie of the page."""

    desk: Desk
    cookie: str

    def get(self, path: str) -> Answer:
        return self.desk.ask(path, headers={"Cookie": self.cookie})

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.desk.post(path, fields, {"Cookie": self.cookie, **named})

    def ask(self, game: str, deed: str, **given: str) -> Answer:
        return self.post(f"/m/{game}/ask", {"do": deed, **given})

    def do(self, asked: Answer, **other: str) -> Answer:
        """Press the button that does it on the page that asked."""
        action, fields = form_of(asked)
        return self.post(action, {**fields, **other})

    def done(self, game: str, deed: str, **given: str) -> str:
        """Ask for something, do it, and say what the page then says."""
        answer = self.do(self.ask(game, deed, **given))
        assert answer.status == 303, text_of(answer)
        return text_of(self.get(answer.headers["location"]))


def form_of(asked: Answer) -> tuple[str, dict[str, str]]:
    """Where the form that does it goes, and what it sends."""
    found = re.search(r'<form method="post" action="([^"]*/do)".*?</form>', asked.text, re.DOTALL)
    assert found, text_of(asked)
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', found[0])
    return found[1], {name: html.unescape(value) for name, value in fields}


def text_of(answer: Answer) -> str:
    """What a page says, without its marks."""
    body = answer.text.partition("<main")[2]
    return unwrapped(html.unescape(re.sub(r"<[^>]*>", " ", f"<main{body}")))


def link_of(games: Path, reader: str = EVERYONE) -> str:
    return f"/m/link/{moderator.link_word(games, reader)}"


def cookie_of(desk: Desk, link: str) -> str:
    """The cookie that a link is exchanged for."""
    assert desk.ask(link).status == 200
    got = desk.post(link, {})
    assert (got.status, got.headers["location"]) == (303, "/m")
    return got.headers["set-cookie"].partition(";")[0]


@contextmanager
def visiting(
    monkeypatch: pytest.MonkeyPatch, *worlds: ModeratedWorld | ForumWorld, reader: str = EVERYONE
) -> Iterator[Visitor]:
    """A visitor of the page of the games of *worlds*, whose server has their clock."""
    games = worlds[0].folder.parent
    clock = games / "clock.txt"
    clock.write_text(worlds[0].clock().isoformat())
    monkeypatch.setenv("PBEM_TEST_CLOCK", str(clock))
    with serving(games, module=CLOCKED) as desk:
        yield Visitor(desk, cookie_of(desk, link_of(games, reader)))


def set_clock(world: ModeratedWorld, time: str) -> None:
    """Let it be *time* in UTC, for the server as well."""
    world.at(time)
    (world.folder.parent / "clock.txt").write_text(world.clock().isoformat())


def _world(folder: Path, more: str = "", text: str = GAME_YAML) -> ModeratedWorld:
    return ModeratedWorld(folder / "toy-1", more, text)


def _unclaimed(folder: Path) -> ModeratedWorld:
    world = _world(folder)
    world.stranger()
    return world


def _held(folder: Path) -> ModeratedWorld:
    world = _world(folder, text=GAME_YAML.replace("mail:\n", CONFIRMS))
    world.send("ann", "---\nbid: 3\n...\n\nMy king is mine.\n")
    return world


def _words(folder: Path) -> ModeratedWorld:
    world = _world(folder)
    world.send("ben", "Dear Mo, may I bid zero?\n")
    return world


def _appeal(folder: Path) -> ModeratedWorld:
    world = _world(folder, "appeals: stop the clock\n")
    world.send("ann", "appeal: Cup 7 was in Ben's hand.\n")
    return world


def _extension(folder: Path) -> ModeratedWorld:
    world = _world(folder, "extensions: {times: 2, in all: 4 days, each: 2 days, granted: by the moderator}\n")
    world.send("ben", "extend 24h\n")
    return world


def _deadline(folder: Path) -> ModeratedWorld:
    world = _world(folder)
    world.bid("ann", "cid")
    world.turn()
    world.at("2026-11-25T19:00:01")
    return world


def _ladder(rung: str) -> Callable[[Path], ModeratedWorld]:
    def late(folder: Path) -> ModeratedWorld:
        world = _world(folder, f"ladder: {{nothing: {{deadline: {rung}}}}}\n", LATE)
        world.bid("ann", "ben")
        world.turn()
        world.at("2026-11-25 19:00")
        world.turn()
        return world

    return late


def _failed(folder: Path) -> ModeratedWorld:
    world = _unclaimed(folder)
    world.turn()
    path = next((world.folder / "inbox").glob("0001-*.json"))
    path.write_text(path.read_text().replace('"unclaimed"', '"failed"'))
    return world


def _moved_to(place: str) -> Callable[[Path], ModeratedWorld]:
    def moved(folder: Path) -> ModeratedWorld:
        world = _world(folder, text=GAME_YAML.replace("OUT", "{smtp: {host: 127.0.0.1, port: 9, security: none}}"))
        game = world.look()
        ident = game.outbox.listed("queued")[0]
        game.outbox.shift(ident, "queued", "refused" if place == "refused" else "trying")
        if place == "uncertain":  # the connection was lost, so that there is no reply
            game.outbox.forget(ident)
        return world

    return moved


def _former(folder: Path) -> ModeratedWorld:
    """Someone writes who held the seat before, as a reply to a letter of then."""
    world = _world(folder)
    about = f"Re: {subject(world.folder, 'ben')}"
    with world.game() as game:
        changes.take(game, "ben", "Dora", "dora@example.org", world.clock)
    drop(world.folder, "0001-ben.eml", mail("ben@example.org", about, "bid: 2\n"), world.clock())
    world.turn()
    return world


def _unread(folder: Path) -> ModeratedWorld:
    """An email was kept by a turn that ended before it was processed."""
    world = _world(folder)
    with world.game() as game:
        game.inbox.keep(mail("ann@example.org", f"Re: {subject(world.folder, 'ann')}", "bid: 1\n"), world.clock())
    return world


def _unsent(folder: Path) -> ModeratedWorld:
    """A letter waits that a mail server has deferred three times."""
    world = _world(folder, text=GAME_YAML.replace("OUT", "{smtp: {host: 127.0.0.1, port: 9, security: none}}"))
    game, at = world.look(), world.clock()
    ident = game.outbox.listed("queued")[0]
    game.outbox.note(ident, QueuedReply(at, "451 busy", tries=3, since=at, due=at))
    settings = world.folder / "game.yaml"
    settings.write_text(
        settings.read_text().replace("{smtp: {host: 127.0.0.1, port: 9, security: none}}", "{folder: out}")
    )
    return world


def _stopped(folder: Path) -> ModeratedWorld:
    world = _world(folder)
    with world.game() as game:
        need.note(game, KeyError("x"), world.clock())
    return world


def _unreachable(folder: Path) -> ModeratedWorld:
    """Mail could not be fetched for a day; it can be now."""
    world = _world(folder)
    (world.folder / "in").rename(world.folder / "gone")
    world.clock.wind(hours=1)
    world.turn()
    world.clock.wind(hours=8)
    world.turn()
    (world.folder / "gone").rename(world.folder / "in")
    return world


SITUATIONS: Mapping[str, Callable[[Path], ModeratedWorld]] = {
    "unclaimed": _unclaimed,
    "held": _held,
    "words": _words,
    "appeal": _appeal,
    "extension": _extension,
    "deadline": _deadline,
    "ladder": _ladder("default if the moderator agrees"),
    "ladder-asks": _ladder("ask the moderator"),
    "failed": _failed,
    "refused": _moved_to("refused"),
    "former": _former,
    "unread": _unread,
    "uncertain": _moved_to("uncertain"),
    "unsent": _unsent,
    "stopped": _stopped,
    "unreachable": _unreachable,
}
"""Games in which something waits for the moderator, by its kind."""


_AS_THEY_ARE = frozenset({"refused", "uncertain", "unsent", "unread", "stopped", "unreachable"})
"""What a turn would settle, or try again."""


def situation(kind: str, folder: Path) -> ModeratedWorld:
    """A game in which something of *kind* waits, after a turn."""
    world = SITUATIONS[kind](folder)
    if kind not in _AS_THEY_ARE:
        world.turn()
    return world
