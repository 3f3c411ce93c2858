"""The rows of the table of situations that are about words between people and about watchers."""

from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.mail.rounds.letters_back import REPORT
from tests.mail.words.world import World
from tests.toy.game import drop


def pbem_of(world: World) -> Pbem:
    return Pbem(world.folder, world.clock)


def set_to(world: World, more: str) -> None:
    file = world.folder / "game.yaml"
    file.write_text(file.read_text() + more)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "toy-1")


def test_situation_a_player_asks_you_something_by_email(world: World) -> None:
    assert world.sends("ben", "Dear Mo, may I bid zero?\n") == "words"
    assert "the moderator will read it" in " ".join(world.texts("ben", "receipt")[0].split())
    assert "pbem answer N TEXT" in pbem_of(world)("status").stdout
    pbem_of(world)("answer", "1", "You may.")
    assert "> You may." in world.texts("ben", "fact")[0]
    assert "Waiting for you" not in pbem_of(world)("status").stdout


def test_situation_you_have_something_to_say_to_all_players(world: World) -> None:
    pbem_of(world)("announce", "I am away until Friday.")
    pbem_of(world)("announce", "--now", "The server moves tonight.")
    world.plays_on()
    for seat in ("ann", "ben", "cid"):
        assert sum(text.count("> I am away until Friday.") for text in world.texts(seat)) == 1
        assert ["> The server" in text for text in world.texts(seat, "fact")] == [True]
    report = (world.folder / "letters" / "0002" / "public.txt").read_text()
    assert "> I am away until Friday." in report


def test_situation_a_player_writes_to_another_player(world: World) -> None:
    assert world.sends("ann", "to ben: Peace?\n") == "command"
    assert "> Peace?" in world.texts("ben", "fact")[0]
    set_to(world, "press: none\n")
    assert world.sends("ann", "to ben: Peace, once more?\n") == "words"
    assert "The moderator will read it" in " ".join(world.texts("ann", "receipt")[-1].split())


def test_situation_someone_wants_to_watch_the_game(world: World) -> None:
    assert world.sends("", "watch\n", sender="dan@example.org", about="x") == "unclaimed"
    assert not world.out("dan")
    pbem_of(world)("watchers", "add", "Dan", "dan@example.org")
    assert len(world.out("dan", "report")) == 1
    set_to(world, "watchers: yes\n")
    assert world.sends("", "watch\n", sender="eve@example.org", about="x") == "command"
    assert "confirm" in world.texts("eve", "watch")[0]


def test_situation_a_report_to_a_watcher_bounces(world: World) -> None:
    pbem_of(world)("watchers", "add", "Dan", "dan@example.org")
    ident = world.out("dan", "report")[0]["Message-ID"]
    back = REPORT.format(to="game@example.org", recipient="dan@example.org").rstrip().removesuffix("--b--")
    back += f"\n--b\nContent-Type: message/rfc822\n\nMessage-ID: {ident}\nSubject: x\n\nx\n\n--b--\n"
    drop(world.folder, "back.eml", back.encode(), world.clock.at)
    world.turn()
    assert "No one watches" in pbem_of(world)("watchers").stdout
