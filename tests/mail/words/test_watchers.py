"""Watchers: people who asked for it get the public report by email, each once, and nothing else."""

import re
from pathlib import Path

import pytest

from pbem.referee.people import words
from pbem.store.facts import WatchEnded
from tests.mail.outgoing.test_letters_with_pictures import ruleset as pictured
from tests.mail.rounds.letters_back import REPORT
from tests.mail.words.world import World
from tests.toy.game import drop

WATCHED = "watchers: yes\n"
DAN = "dan@example.org"


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game", WATCHED)


def dans(world: World, text: str, about: str = "hello", **headers: str) -> str:
    return world.sends("", text, sender=DAN, about=about, **headers)


def word(world: World) -> str:
    found = re.search(r"confirm (\w{4}-\w{4})", world.texts("dan", "watch")[0])
    assert found
    return found[1]


def watches(world: World) -> World:
    dans(world, "watch\n")
    assert dans(world, f"confirm {word(world)}\n") == "command"
    return world


def test_who_asks_is_asked_back_and_gets_reports_only_after_confirming(world: World) -> None:
    assert dans(world, "Watch, please.\n") == "command"
    (asked,) = world.out("dan")
    assert "Do you want to watch?".upper() in world.texts("dan")[0]
    assert not world.out("dan", "report")
    assert dans(world, "confirm\n\nOn Sat wrote:\n> confirm\n", about=f"Re: {asked['Subject']}") == "command"
    (report,) = world.out("dan", "report")
    assert report["Subject"] == "[toy-1] Lap 1: report by Wed 25 Nov 20:00" or "report" in report["Subject"]
    assert "AWAITING" in world.texts("dan", "report")[0]
    assert "You watch the game".upper() in world.texts("dan", "fact")[0]


def test_reports_come_once_each_in_one_thread_and_say_how_to_end_them(world: World) -> None:
    watches(world)
    world.plays_on()
    world.turn()
    first, second = world.out("dan", "report")
    assert second["In-Reply-To"] == first["Message-ID"]
    assert "unwatch" in world.texts("dan", "report")[1]
    assert second["List-Unsubscribe"].startswith("<mailto:game@example.org?subject=unwatch%20")
    public = (world.folder / "letters" / "0002" / "public.txt").read_text()
    told = " ".join(world.texts("dan", "report")[1].split())
    assert "The bids are opened" in told
    assert " ".join(public.split()) in told
    for letter in world.texts("ann", "round-0002"):
        assert "1 person outside the game gets its public report by email." in letter
        assert "dan" not in letter.casefold()


def test_the_address_in_the_header_ends_it(world: World) -> None:
    watches(world)
    found = re.search(r"subject=([^>]+)>", world.out("dan", "report")[0]["List-Unsubscribe"])
    assert found
    assert dans(world, "", about=found[1].replace("%20", " ")) == "command"
    assert "You no longer watch the game".upper() in world.texts("dan", "fact")[-1]
    world.plays_on()
    assert len(world.out("dan", "report")) == 1


@pytest.mark.parametrize("text", ["unwatch\n", "Unwatch!\n\nThanks,\nDan\n", "unsubscribe"])
def test_unwatch_ends_it(world: World, text: str) -> None:
    watches(world)
    assert dans(world, text, about="Re: [toy-1] report") == "command"
    with world.game() as game:
        assert words.watchers(game) == ()


def test_a_word_confirms_once_and_from_its_own_address(world: World) -> None:
    dans(world, "watch\n")
    given = word(world)
    assert world.sends("", f"confirm {given}\n", sender="eve@example.org", about="x") == "unclaimed"
    dans(world, f"confirm {given}\n")
    dans(world, "unwatch\n")
    assert dans(world, f"confirm {given}\n", about="again") == "unclaimed"
    with world.game() as game:
        assert words.watchers(game) == ()


def test_where_it_is_not_allowed_no_one_is_asked_back(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    assert dans(world, "watch\n") == "unclaimed"
    assert not world.out("dan")


def test_robots_and_lists_are_not_asked(world: World) -> None:
    assert dans(world, "watch\n", Auto_Submitted="auto-replied") == "robot"
    assert not world.out("dan")


def test_a_stranger_is_asked_once_a_day(world: World) -> None:
    dans(world, "watch\n")
    dans(world, "watch\n\n\n", about="again")
    assert len(world.out("dan")) == 1
    world.clock.wind(days=1)
    dans(world, "watch\n", about="once more")
    assert len(world.out("dan")) == 2


def test_strangers_together_have_a_limit(world: World) -> None:
    for number in range(25):
        world.post("", "watch\n", sender=f"s{number}@example.org", about="x")
    world.turn()
    assert len(list((world.folder / "out").glob("watch-*.eml"))) == 20


def test_other_emails_of_a_watcher_go_to_the_moderator(world: World) -> None:
    watches(world)
    world.clock.wind(days=1)
    assert dans(world, "---\nbid: 3\n...\n", about="my bid") == "unclaimed"
    assert "Sheets and commands of players are not carried out for watchers" in " ".join(
        world.texts("dan", "watch")[-1].split()
    )
    assert dans(world, "May I ask, Mo: who leads?\n") == "unclaimed"
    assert any(one.why == "watcher" for one in world.turn().status.unclaimed)
    with world.game() as game:
        words.answer(game, world.number, "Ann leads.", world.clock)
    world.turn()
    assert "> Ann leads." in world.texts("dan", "fact")[-1]
    assert "> May I ask, Mo: who leads?" in world.texts("dan", "fact")[-1]
    assert len(world.turn().status.unclaimed) == 1


def test_a_bounce_ends_it(world: World) -> None:
    watches(world)
    report = world.out("dan", "report")[0]
    back = REPORT.format(to="game@example.org", recipient=DAN).rstrip().removesuffix("--b--")
    back += f"\n--b\nContent-Type: message/rfc822\n\nMessage-ID: {report['Message-ID']}\nSubject: x\n\nx\n\n--b--\n"
    drop(world.folder, "back.eml", back.encode(), world.clock.at)
    world.turn()
    with world.game() as game:
        assert [one.by for one in game.facts if isinstance(one, WatchEnded)] == ["bounce"]
    world.plays_on()
    assert len(world.out("dan", "report")) == 1


def test_a_player_is_told_that_letters_say_more(world: World) -> None:
    assert world.sends("ann", "watch\n", about="watch") == "command"
    assert "Your letters say all" in " ".join(world.texts("ann", "watch")[0].split())
    with world.game() as game:
        assert words.watchers(game) == ()


def test_a_watcher_who_begins_again_gets_no_report_twice(world: World) -> None:
    watches(world)
    dans(world, "unwatch\n")
    world.clock.wind(days=1)
    for path in (world.folder / "out").glob("watch-*.eml"):
        path.unlink()
    dans(world, "watch\n", about="again")
    dans(world, f"confirm {word(world)}\n", about="again")
    assert len(world.out("dan", "report")) == 1
    world.plays_on()
    assert len(world.out("dan", "report")) == 2


def test_reports_bring_the_pictures_of_the_public_view(tmp_path: Path) -> None:
    world = World(tmp_path / "game", WATCHED, rulesets=pictured())
    with world.game() as game:
        words.begin(game, DAN, world.clock)
    world.turn()
    (report,) = world.out("dan", "report")
    pictures = [part for part in report.walk() if part.get_content_type() == "image/png"]
    assert len(pictures) == 3
    page = report.get_body(preferencelist=("html",))
    assert page is not None
    assert re.search(r"(<|&lt;)of (>|&gt;)", page.get_content()), "as no one in particular sees it"
