"""Appeals: they reach the moderator, may stop the clock, and say nothing to others; settled, the clock goes on."""

from pathlib import Path

import pytest

from pbem.mail.extraction.command import appeal_in, commands_in
from pbem.referee.deadlines.deadlines import stops
from pbem.referee.needs import whole_status
from pbem.referee.people.appeals import MOST_STOPS, NoAppeal, appeal, open_appeals, settle
from pbem.referee.people.words import answer
from pbem.store.facts import AppealMade, AppealSettled
from tests.campaign.moderator.world import ModeratedWorld, text_of
from tests.campaign.world import World, unwrapped
from tests.referee.killer import deaths

STOP = "appeals: stop the clock\n"
TEXT = "appeal: Cup 7 was in Ben's hand,\nnot in mine.\n"


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "toy-1")


@pytest.fixture
def stopping(tmp_path: Path) -> World:
    return World(tmp_path / "toy-1", STOP)


def stands(world: World) -> bool:
    return bool(stops(world.look().log.lines))


def receipt(world: World) -> str:
    """The newest receipt."""
    newest = max((world.folder / "inbox").glob("*.txt"))
    return unwrapped(newest.read_text(encoding="utf-8"))


def appeals_in(world: World) -> list[object]:
    return [fact for fact in world.facts() if isinstance(fact, AppealMade | AppealSettled)]


def mails_to(world: World, seat: str) -> list[str]:
    texts = (path.read_text(errors="replace") for path in sorted((world.folder / "out").glob("*")))
    return [unwrapped(text) for text in texts if f"{seat}@example.org" in text.partition("\n\n")[0]]


def needs(world: World) -> list[str]:
    return [one.says for one in whole_status(world.look(), world.clock).needs if one.kind == "appeal"]


def test_situation_a_player_appeals_before_the_deadline(world: World) -> None:
    """It is told to the moderator at once, with the letter that it is about, and to no one else."""
    world.send("ann", TEXT)
    before = world.due()
    world.turn()
    (fact,) = appeals_in(world)
    assert fact == AppealMade(item=1, seat="ann", round=1, text="Cup 7 was in Ben's hand,\nnot in mine.")
    assert needs(world) == ["Ann of the Hill appeals about letter 1: “Cup 7 was in Ben's hand, not in mine.”"]
    assert "Your appeal about letter 1 has number 1" in receipt(world)
    assert world.due() == before
    assert not stands(world)
    assert [len(mails_to(world, seat)) for seat in ("ann", "ben", "cid")] == [2, 1, 1]


def test_situation_a_player_appeals_and_appeals_stop_the_clock(stopping: World) -> None:
    """Nothing is due until it is settled; everyone is told that an appeal stopped the clock, and not whose."""
    stopping.send("ann", TEXT)
    stopping.turn()
    stopping.turn()
    assert stands(stopping)
    assert stopping.due() == "never"
    assert "the clock is stopped" in needs(stopping)[0]
    assert "Until then the clock is stopped" in receipt(stopping)
    assert "Cup 7" not in "".join(mails_to(stopping, "ben"))
    (told,) = (stopping.folder / "out").glob("fact-*-ben.eml")
    said = unwrapped(told.read_text(encoding="utf-8").replace("=20\n", " "))
    assert "The clock is stopped until the moderator has settled an appeal of a player." in said
    assert "Ann of the Hill" not in said
    with stopping.game() as game:
        settle(game, 1, "dismissed", "the cards were dealt so", stopping.clock)
    stopping.turn()
    assert not stands(stopping)
    assert stopping.due() != "never"
    assert "the cards were dealt so" in "".join(mails_to(stopping, "ann"))
    assert "the cards were dealt so" not in "".join(mails_to(stopping, "ben"))
    assert needs(stopping) == []


def test_who_appeals_and_what_for_is_the_same_to_the_others(tmp_path: Path) -> None:
    told = []
    for seat, text in (("ann", TEXT), ("ben", "appeal: my vote\n" * 20)):
        (tmp_path / seat).mkdir()
        world = World(tmp_path / seat / "toy-1", STOP)
        world.send(seat, text)
        world.turn()
        told.append((mails_to(world, "cid"), (world.folder / "letters" / "0001" / "public.txt").read_text()))
    assert told[0] == told[1]


def test_a_reply_of_the_moderator_settles_it_and_the_clock_goes_on_at_the_next_turn(stopping: World) -> None:
    stopping.send("ann", TEXT)
    stopping.turn()
    with stopping.game() as game:
        answer(game, 1, "I looked: it was in your hand.", stopping.clock)
        assert open_appeals(game) == ()
    stopping.turn()
    assert not stands(stopping)
    assert any("it was in your hand" in text for text in mails_to(stopping, "ann"))


def test_the_clock_goes_on_when_the_last_of_several_is_settled(stopping: World) -> None:
    for seat in ("ann", "ben"):
        stopping.send(seat, TEXT)
    stopping.turn()
    for number, open_ in ((1, True), (2, False)):
        with stopping.game() as game:
            settle(game, number, "dismissed", "no", stopping.clock)
        assert stands(stopping) is open_


@pytest.mark.parametrize("words", ["appeal", "Appeal:", "appeal :  "])
def test_an_appeal_without_words_is_asked_for_them(world: World, words: str) -> None:
    world.send("ann", f"{words}\n")
    world.turn()
    assert appeals_in(world) == []
    assert "Write what the moderator is to decide" in receipt(world)


@pytest.mark.parametrize(
    ("text", "commands", "said"),
    [
        ("Hi Mo,\n\nappeal because of it,\nall of it\n\nAnn", ("appeal",), "because of it,\nall of it\n\nAnn"),
        ("**Appeal:** against all", ("appeal",), "against all"),
        ("hold\nappeal: my card", ("hold", "appeal"), "my card"),
        ("An appeal to all: be quick!", (), None),
        ("appeal to reason, please", (), None),
        ("I appeal to you all", (), None),
        ("My bids have great appeal", (), None),
        ("appealing idea", (), None),
    ],
)  # fmt: skip
def test_an_appeal_is_marked_as_one(text: str, commands: tuple[str, ...], said: str | None) -> None:
    assert commands_in(text) == commands
    assert appeal_in(text) == said


def test_small_talk_about_an_appeal_is_a_note(world: World) -> None:
    world.send("ann", "An appeal to all of you: play faster!\n")
    world.turn()
    assert appeals_in(world) == []
    assert len(whole_status(world.look(), world.clock).words) == 1


@pytest.mark.parametrize(
    ("more", "late", "said"),
    [("appeals: no\n", False, "No appeals in this game"), ("", True, "Too late to appeal")],
)
def test_what_is_no_appeal_goes_to_the_moderator_as_a_note(tmp_path: Path, more: str, said: str, late: bool) -> None:
    world = World(tmp_path / "toy-1", more)
    if late:
        world.at("2026-11-25 19:30")
    world.send("ann", TEXT)
    world.turn()
    assert [fact for fact in world.facts() if isinstance(fact, AppealMade)] == []
    assert said.upper() in receipt(world).upper()
    assert len(whole_status(world.look(), world.clock).words) == 1


def test_a_second_appeal_while_one_waits_is_a_note(world: World) -> None:
    world.send("ann", TEXT)
    world.send("ann", "appeal: and also the other card\n")
    world.turn()
    assert len(open_appeals(world.look())) == 1
    assert "ONE APPEAL AT A TIME" in receipt(world)
    assert len(whole_status(world.look(), world.clock).words) == 1


def test_no_player_stops_the_clock_again_and_again(stopping: World) -> None:
    for number in range(1, MOST_STOPS + 2):
        with stopping.game() as game:
            stopped = appeal(game, "ann", number, "again", stopping.clock)
            assert stopped is (number <= MOST_STOPS)
            settle(game, number, "dismissed", "no", stopping.clock)
    assert not stands(stopping)


def test_what_is_no_open_appeal_cannot_be_settled(world: World) -> None:
    world.send("ann", TEXT)
    world.turn()
    with world.game() as game:
        with pytest.raises(NoAppeal, match="no appeal 7"):
            settle(game, 7, "dismissed", "no", world.clock)
        settle(game, 1, "dismissed", "no", world.clock)
        settle(game, 1, "dismissed", "no", world.clock)
        with pytest.raises(NoAppeal, match="settled already"):
            settle(game, 1, "dismissed", "another reason", world.clock)
    assert [type(fact) for fact in appeals_in(world)] == [AppealMade, AppealSettled]


def test_killed_at_any_instant_it_is_one_appeal_and_the_clock_stands_once(stopping: World, tmp_path: Path) -> None:
    stopping.send("ann", TEXT)
    instant = 0
    for instant, folder in deaths(stopping.folder, tmp_path, lambda folder: stopping.found_in(folder).turn()):
        world = stopping.found_in(folder)
        world.turn()
        assert len([fact for fact in world.facts() if isinstance(fact, AppealMade)]) == 1, instant
        assert len(stops(world.look().log.lines)) == 1, instant
    assert instant > 5


def test_the_digest_shows_an_appeal_and_a_line_of_the_moderator_dismisses_it(tmp_path: Path) -> None:
    world = ModeratedWorld(tmp_path / "toy-1", STOP)
    world.send("ann", TEXT + "It was dealt to me.\n")
    world.turn()
    digest = text_of(world.inbox()[-1])
    assert "> not in mine.\n> It was dealt to me.\n" in digest
    assert "dismiss 1 because ..." in digest
    assert world.mo("dismiss 1\n").problems == ("refused",)
    assert "those concerned are told why: dismiss 1 because ..." in unwrapped(world.replies()[-1]).replace("`", "")
    assert stands(world)
    assert world.mo("dismiss 1 because the cards were dealt so\n").problems == ("dismiss-appeal",)
    assert not stands(world)
    assert appeals_in(world)[-1] == AppealSettled(item=1, how="dismissed", reason="the cards were dealt so")
    assert any("the cards were dealt so" in text for text in mails_to(world, "ann"))
