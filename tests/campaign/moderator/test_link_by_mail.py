"""The moderator asks for the link to the page by email, and it opens the games with that address."""

import re
from pathlib import Path

from pbem.referee import moderator
from tests.campaign.moderator.world import MO, ModeratedWorld
from tests.toy.game import GAME_YAML


def begun(folder: Path, more: str = "desk: http://127.0.0.1:8642\n") -> ModeratedWorld:
    """A game whose moderator has had a digest, so that there is an email to reply to."""
    world = ModeratedWorld(folder / "games" / "toy-1", more, GAME_YAML)
    world.stranger()
    world.at("2026-11-22T07:00")
    world.turn()
    return world


def link_in(world: ModeratedWorld) -> str:
    (found,) = re.findall(r"http://127\.0\.0\.1:8642/m/link/([a-z2-7]+)", world.replies()[-1])
    return str(found)


def test_situation_you_want_to_settle_things_on_a_phone(tmp_path: Path) -> None:
    world = begun(tmp_path)
    top = world.folder.parent
    moderator.begin(top)
    assert world.mo("desk\n").problems == ("desk",)
    access = moderator.read(top)
    assert access
    assert access.reader(link_in(world), "link") == MO
    assert access.reader(link_in(world), "cookie") is None


def test_a_new_link_makes_the_old_one_void(tmp_path: Path) -> None:
    world = begun(tmp_path)
    moderator.begin(world.folder.parent)
    everyone = moderator.link_word(world.folder.parent, moderator.EVERYONE)
    world.mo("desk\n")
    before = link_in(world)
    world.clock.wind(minutes=1)
    world.mo("desk\n")
    assert link_in(world) == before
    world.clock.wind(minutes=1)
    world.mo("new desk\n")
    access = moderator.read(world.folder.parent)
    assert access
    assert access.reader(before, "link") is None
    assert access.reader(link_in(world), "link") == MO
    assert access.reader(everyone, "link") == moderator.EVERYONE


def test_without_a_desk_the_line_is_refused(tmp_path: Path) -> None:
    world = begun(tmp_path)
    assert world.mo("desk\n").problems == ("refused",)
    assert "no order desk was ever served for this game" in world.replies()[-1]
    other = begun(tmp_path / "other", "")
    assert other.mo("desk\n").problems == ("refused",)
    assert "game.yaml has no `desk:`" in other.replies()[-1]


def test_who_only_has_the_address_gets_no_link(tmp_path: Path) -> None:
    world = begun(tmp_path)
    moderator.begin(world.folder.parent)
    world.mo("desk\n", subject="Hello")
    assert not any("/m/link/" in path.read_text(errors="replace") for path in world.folder.glob("out/*"))
