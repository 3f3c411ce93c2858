"""Whatever a forum sends, it is read, or told as trouble: nothing else is raised, and nothing takes long."""

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic

import pytest

from pbem.forum.member import Account, Forum, ForumTrouble, Seen, forum_of
from pbem.settings.forum import ForumSettings
from tests.forum.discourse_site import DiscourseSite
from tests.forum.phpbb_site import PhpbbSite
from tests.forum.site import Asked, Said, running
from tests.long import examples

BITS = [
    *(b"", b"<", b">", b'"', b"'", b"&#0;", b"\xff", b"\0", b"-1", b"[", b"http://[", b"{}", b"null"),
    *(b"<div>" * 50, b"9" * 5000),
]


def mangled(said: Said, chance: random.Random) -> Said:
    """The same answer with some parts of it cut out, doubled or replaced."""
    body = bytearray(said.body)
    for _ in range(chance.randrange(1, 12)):
        at = chance.randrange(len(body) + 1)
        body[at : at + chance.choice((0, 1, 5, 200))] = chance.choice([*BITS, bytes(body[at : at + 50])])
    headers = dict(said.headers)
    if "Location" in headers and chance.random() < 0.3:
        headers["Location"] = chance.choice(["http://[", "//", "", "https://elsewhere.example/", "/forum/"])
    status = chance.choice((200, 302, 404, 403, 500, 429)) if chance.random() < 0.05 else said.status
    return Said(status, bytes(body), headers)


class MangledPhpbb(PhpbbSite):
    chance = random.Random(0)

    def answer(self, asked: Asked) -> Said:
        return sometimes_mangled(super().answer, asked, self.chance)


class MangledDiscourse(DiscourseSite):
    chance = random.Random(0)

    def answer(self, asked: Asked) -> Said:
        return sometimes_mangled(super().answer, asked, self.chance)


def sometimes_mangled(answer: Callable[[Asked], Said], asked: Asked, chance: random.Random) -> Said:
    try:
        said = answer(asked)
    except (ValueError, LookupError):  # it was led to ask for nonsense
        return Said(400, b"Bad request")
    return mangled(said, chance) if chance.random() < 0.3 else said


def works(forum: Forum, thread: str) -> tuple[Callable[[], object], ...]:
    return (
        partial(forum.read, Seen()),
        partial(forum.account, "anna"),
        partial(forum.reply, thread, "A report."),
        partial(forum.message, Account("54", "anna"), "Round 3", "A letter."),
        partial(forum.find, "A letter.", Account("54", "anna")),
    )


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "site"), [("phpbb", MangledPhpbb()), ("discourse", MangledDiscourse())])
def test_mangled_answers_are_told_as_trouble(kind: str, site: MangledPhpbb | MangledDiscourse, tmp_path: Path) -> None:
    secret = "secret" if kind == "phpbb" else "key-of-referee"
    (tmp_path / "password").write_text(secret)
    done = troubles = 0
    with running(site):
        settings = ForumSettings(kind, site.thread, user="referee", password_file="password")  # type: ignore[arg-type]
        for number in range(examples(100)):
            site.chance = random.Random(number)
            (tmp_path / "roads" / "forum.json").unlink(missing_ok=True)
            forum = forum_of(settings, tmp_path)
            forum._line._sleep = lambda _: None  # type: ignore[attr-defined]
            for work in works(forum, site.thread):
                try:
                    work()
                    done += 1
                except ForumTrouble:
                    troubles += 1
    print(f"{kind}: {done} done, {troubles} troubles")
    assert done > 10
    assert troubles > 10


@pytest.mark.slow
@pytest.mark.parametrize("more", [b"<div class=post>", b"<a href='?u=1'>", b"[quote", b"<form><input name=x>"])
def test_a_page_of_nothing_but_nesting_is_read_soon(tmp_path: Path, more: bytes) -> None:
    class Nested(PhpbbSite):
        def answer(self, asked: Asked) -> Said:
            said = super().answer(asked)
            return Said(said.status, said.body + more * (2_000_000 // len(more)), said.headers)

    site = Nested()
    (tmp_path / "password").write_text("secret")
    with running(site):
        forum = forum_of(ForumSettings("phpbb", site.thread, user="referee", password_file="password"), tmp_path)
        began = monotonic()
        with suppress(ForumTrouble):
            forum.read(Seen())
        assert monotonic() - began < 30
