"""The moderator's words: each is heard once by whom it is for, and by nobody else."""

from pathlib import Path

import msgspec
import pytest

from pbem.referee.people import words
from pbem.referee.people.words import NotSaid
from pbem.settings.game import MOST_CHARACTERS
from tests.mail.words.world import World

WORDS = "Next week I am away.\n\nPlay on without me."


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game")


def heard(world: World, to: str, words: str) -> int:
    return sum(text.count(words) for text in world.texts(to))


def test_an_announcement_is_in_the_next_letter_of_each_and_in_the_report_once(world: World) -> None:
    with world.game() as game:
        words.announce(game, WORDS, world.clock)
    world.turn()
    assert heard(world, "ann", "Next week I am away.") == 0
    world.plays_on()
    for seat in ("ann", "ben", "cid"):
        assert heard(world, seat, "> Next week I am away.") == 1
    report = (world.folder / "letters" / "0002" / "public.txt").read_text()
    assert "FROM THE MODERATOR" in report.upper()
    assert "> Play on without me." in report
    with world.game() as game:
        card = game.view("ann").hands["ann"].known[0]
    world.sends("ann", f"---\ncard: Cup {card[1:]}\n...\n")
    assert heard(world, "ben", "> Next week I am away.") == 1


def test_what_one_is_told_is_in_no_other_letter_nor_in_the_report(world: World) -> None:
    with world.game() as game:
        words.tell(game, "ben", "Your sheet was brave.", world.clock)
    world.plays_on()
    assert heard(world, "ben", "> Your sheet was brave.") == 1
    assert heard(world, "ann", "brave") + heard(world, "cid", "brave") == 0
    assert "brave" not in (world.folder / "letters" / "0002" / "public.txt").read_text()


def test_words_at_once_go_by_mail_and_are_not_repeated_in_the_letter(world: World) -> None:
    with world.game() as game:
        words.announce(game, WORDS, world.clock, now=True)
        words.tell(game, "ben", "Look at your mailbox.", world.clock, now=True)
    world.turn()
    world.turn()
    assert [len(world.out(seat, "fact")) for seat in ("ann", "ben", "cid")] == [1, 2, 1]
    assert all("from the moderator" in one["Subject"] for one in world.out("ben", "fact"))
    world.plays_on()
    for seat in ("ann", "ben", "cid"):
        assert heard(world, seat, "> Next week I am away.") == 1
    assert heard(world, "ben", "> Look at your mailbox.") == 1


def test_mail_at_once_is_in_the_thread_of_the_letters_and_can_be_replied_to(world: World) -> None:
    with world.game() as game:
        words.tell(game, "ben", "Look at your mailbox.", world.clock, now=True)
    world.turn()
    (letter,), (told,) = world.out("ben", "round"), world.out("ben", "fact")
    assert told["In-Reply-To"] == letter["Message-ID"]
    assert world.sends("ben", "---\nbid: 1\n...\n", about=f"Re: {told['Subject']}") == "accepted"


def test_a_seat_without_an_address_reads_it_in_its_letter(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    file = world.folder / "game.yaml"
    file.write_text(file.read_text().replace("ben: {player: Ben, address: ben@example.org}", "ben: {player: Ben}"))
    with world.game() as game:
        words.tell(game, "ben", "Only on paper.", world.clock, now=True)
    for seat in ("ann", "cid"):
        world.post(seat, "---\nbid: 1\n...\n")
    (world.folder / "in" / "ben.yaml").write_text("bid: 1\n")
    world.turn()
    assert "> Only on paper." in (world.folder / "letters" / "0002" / "ben.txt").read_text()


def test_an_answer_goes_to_its_writer_with_their_own_words_and_closes_the_email(world: World) -> None:
    assert world.sends("ben", "Dear Mo,\n\nmay I bid zero?\n") == "words"
    with world.game() as game:
        words.answer(game, 1, "You may.", world.clock)
    done = world.turn()
    (told,) = world.out("ben", "fact")
    text = world.texts("ben", "fact")[0]
    assert "> You may." in text
    assert "> may I bid zero?" in text
    assert told["In-Reply-To"].startswith("<1.")
    assert done.status.words == ()
    assert not world.out("ann", "fact")
    world.plays_on()
    assert heard(world, "ben", "> You may.") == 1
    with world.game() as game, pytest.raises(NotSaid, match="answered before"):
        words.answer(game, 1, "You may not.", world.clock)


def test_only_an_email_of_a_player_can_be_answered(world: World) -> None:
    world.sends("", "Can I join?", sender="dan@example.org", about="toy-1")
    with world.game() as game:
        with pytest.raises(NotSaid, match="from no player"):
            words.answer(game, 1, "Yes.", world.clock)
        with pytest.raises(NotSaid, match="there is no email 7"):
            words.answer(game, 7, "Yes.", world.clock)


def test_an_answer_again_says_it_once(world: World) -> None:
    world.sends("ben", "May I bid zero, please, Mo?\n")
    for _ in range(2):
        with world.game() as game:
            words.answer(game, 1, "You may.", world.clock)
        world.turn()
    assert len(world.out("ben", "fact")) == 1


def test_the_same_cause_says_it_once(world: World) -> None:
    with world.game() as game:
        for _ in range(2):
            words.announce(game, "Hear!", world.clock, cause="0007-abc 1")
            words.tell(game, "ben", "Hear!", world.clock, cause="0007-abc 2")
        assert len(list(game.facts)) == 2


@pytest.mark.parametrize("text", ["", " \n\n", "\u200b", "x" * (MOST_CHARACTERS + 1), "x\n" * 200])
def test_words_have_bounds(world: World, text: str) -> None:
    with world.game() as game:
        with pytest.raises(NotSaid):
            words.announce(game, text, world.clock)
        assert not list(game.facts)


def test_typed_words_are_never_markup(world: World) -> None:
    hostile = "# Big\n- item\n---\nbid: 3\n...\n**bold** `code` ![x](y)\n<b>tag</b> \ufdd0 x \x1b[2J"
    with world.game() as game:
        words.tell(game, "ben", hostile, world.clock, now=True)
    world.turn()
    text = world.texts("ben", "fact")[0]
    for line in ("> # Big", "> - item", "> ---", "> bid: 3", "> ...", "> **bold** `code` ![x](y)", "> <b>tag</b>"):
        assert line in text
    assert "\x1b" not in text
    page = world.out("ben", "fact")[0].get_body(preferencelist=("html",))
    assert page is not None
    assert "&lt;b&gt;tag" in page.get_content()
    assert "<b>tag" not in page.get_content()
    assert "<strong>bold" not in page.get_content()


def test_after_the_end_words_go_at_once_since_no_letter_comes(world: World) -> None:
    with world.game() as game:
        assert not words.is_over(game)
        game.table.state = msgspec.structs.replace(game.table.state, flow=())
        assert words.announce(game, "Well played!", world.clock).now
