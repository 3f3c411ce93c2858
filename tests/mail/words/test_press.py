"""Press: who may write to whom as game.yaml allows, in which bounds, and that no order is ever read in it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.referee.opening import look
from pbem.settings.game import BadSettings
from pbem.store.facts import WordsPassed
from tests.mail.words.world import World
from tests.toy.game import RULESETS

HELLO = "to ben: Shall we bid nothing?\n"


def passed(world: World) -> list[WordsPassed]:
    with world.game() as game:
        return [one for one in game.facts if isinstance(one, WordsPassed)]


def said(world: World, seat: str, kind: str = "receipt") -> str:
    return " ".join(world.texts(seat, kind)[-1].split())


@pytest.mark.parametrize(
    ("settings", "mode"),
    [
        ("", "private"),
        ("press: none\n", "none"),
        ("press: public\n", "public"),
        ("press: private\n", "private"),
        ("press: anonymous\n", "anonymous"),
        ("words: {between players: no}\n", "none"),
        ("words: {between players: named}\n", "private"),
        ("words: {between players: anonymous}\n", "anonymous"),
    ],
)
def test_press_is_private_unless_game_yaml_says_otherwise_in_new_words_or_old(
    tmp_path: Path, settings: str, mode: str
) -> None:
    world = World(tmp_path / "game", settings)
    assert look(world.folder, RULESETS).settings.press_mode == mode


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ("press: loud\n", "not-a-choice"),
        ("press: public\nwords: {between players: named}\n", "press-twice"),
        ("words: {a day: 0}\n", "too-small"),
        ("words: {length: 0}\n", "too-small"),
        ("words: {length: 5000}\n", "too-long-message"),
        ("press: none\nwords: {moderator reads: no}\n", "words-none-to-read"),
    ],
)
def test_what_is_wrong_with_press_in_game_yaml_is_told(tmp_path: Path, settings: str, code: str) -> None:
    with pytest.raises(BadSettings) as wrong:
        World(tmp_path / "game", settings)
    assert code in {fault.problem.code for fault in wrong.value.faults}


def test_without_press_nothing_is_passed_on_and_the_reply_says_what_to_do(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "press: none\n")
    assert world.sends("ann", HELLO) == "words"
    assert not passed(world)
    assert "players do not write to each other through this game. The moderator will read it." in said(world, "ann")
    world.clock.wind(days=1)
    world.turn()
    assert "Shall we bid nothing?" in " ".join(world.texts("mo", "fact"))


def test_without_press_the_reply_names_each_to_whom_nothing_was_sent(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "press: none\n")
    assert world.sends("ann", HELLO + "\nto cid:\nNor with Ben.\n\nto ben: No.\n") == "words"
    assert "Nothing was sent to “ben” or “cid”: players do not write" in said(world, "ann")
    assert said(world, "ann").count("Nothing was sent") == 1


def test_public_press_goes_to_all_and_to_no_one_alone(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "press: public\n")
    world.sends("ann", HELLO)
    assert not passed(world)
    assert "in this game players write to all at once" in said(world, "ann")
    world.sends("ann", "to all: Peace?\n")
    assert "> Peace?" in world.texts("ben", "fact")[-1]
    assert "> Peace?" in world.texts("cid", "fact")[-1]


def test_words_to_all_are_in_the_public_report_and_others_are_not(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    world.sends("ann", f"{HELLO}to all: Peace?\n")
    world.plays_on()
    reports = "\n".join(path.read_text() for path in (world.folder / "letters").rglob("public.txt"))
    assert "WORDS TO ALL" in reports
    assert "Ann of the Hill:" in reports
    assert "> Peace?" in reports
    assert "bid nothing" not in reports


def test_the_public_report_does_not_say_who_wrote_anonymous_words(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "press: anonymous\n")
    world.sends("ann", "to all: Peace?\n")
    world.plays_on()
    report = next(
        path.read_text() for path in (world.folder / "letters").rglob("public.txt") if "Peace?" in path.read_text()
    )
    words = report.partition("WORDS TO ALL")[2].partition("> Peace?")[0]
    assert "A player:" in words
    assert "Ann" not in words


@pytest.mark.parametrize("press", ["none", "public", "private", "anonymous"])
@pytest.mark.parametrize("sheet", ["bid: 2", "Bid 2\nbid: 2", "pass"])
def test_no_order_is_read_in_press(tmp_path: Path, press: str, sheet: str) -> None:
    world = World(tmp_path / "game", f"press: {press}\n")
    to = "all" if press == "public" else "ben"
    state = world.sends("ann", f"to {to}: would this do?\n\n{sheet}\n")
    assert state in ("command", "words")
    assert not passed(world)
    with world.game() as game:
        assert not game.inbox.answered_to("ann") or all(one.state != "accepted" for one in game.inbox.verdicts())
    if press != "none":
        assert "It does not count as an order" in said(world, "ann")


def test_a_sheet_between_marks_below_press_counts_and_is_shown_to_no_one(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    assert world.sends("ann", f"{HELLO}\n---\nbid: 2\n...\n") == "accepted"
    assert "bid: 2" not in world.texts("ben", "fact")[0]


def test_no_press_is_read_in_a_sheet(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    world.sends("ann", "---\nbid: 2\nto ben: hello\n...\n")
    assert not passed(world)


def test_a_message_may_be_as_long_as_game_yaml_says(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "words: {length: 20}\n")
    world.sends("ann", "to ben: " + "x" * 21 + "\n")
    assert "at most 20" in said(world, "ann")
    world.sends("ann", "to ben: " + "x" * 20 + "\n")
    assert len(passed(world)) == 1


def test_a_day_of_messages_is_one_of_the_games_zone_and_the_receipt_counts_down(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "words: {a day: 2}\n")
    file = world.folder / "game.yaml"
    zone = look(world.folder, RULESETS).settings.deadlines.zone.name
    file.write_text(file.read_text().replace(zone, "Pacific/Auckland"))
    world.clock.at = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)  # 23:00 in Auckland
    world.sends("ann", "to ben: one\n")
    assert "You may send 1 more message today (Pacific/Auckland)." in said(world, "ann")
    world.sends("ann", "to ben: two\n")
    assert "This was the last of the 2 messages of today (Pacific/Auckland)." in said(world, "ann")
    world.sends("ann", "to ben: three\n")
    assert "may send 2 messages a day" in said(world, "ann")
    world.clock.at = datetime(2026, 11, 22, 11, 5, tzinfo=UTC)  # after midnight there, the same day in UTC
    world.sends("ann", "to ben: four\n")
    assert len(passed(world)) == 3


def test_help_says_who_can_be_written_to_and_how_much(tmp_path: Path) -> None:
    for press, says in (
        ("private", "NAME is a seat, a player or `all`"),
        ("public", "begin a line with `to all:`"),
        ("anonymous", "without your name"),
    ):
        world = World(tmp_path / press, f"press: {press}\nwords: {{a day: 3, length: 500}}\n")
        world.sends("ann", "help\n")
        assert says in said(world, "ann")
        assert "3 messages a day" in said(world, "ann")
        assert "500 characters" in said(world, "ann")


def test_a_seat_without_email_reads_words_in_its_letter_once(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    file = world.folder / "game.yaml"
    file.write_text(file.read_text().replace("cid: {player: Cid, address: cid@example.org}", "cid: {player: Cid}"))
    world.sends("ann", "to cid: Shall we?\n\nto all: Peace?\n")
    with world.game() as game:
        assert [one.to for one in game.facts if isinstance(one, WordsPassed)] == [("cid",), ("ben", "cid")]
        judges.submit_sheet(game, "cid", b"bid: 1\n", world.clock)
    world.post("ann", "---\nbid: 1\n...\n")
    world.post("ben", "---\nbid: 1\n...\n")
    world.turn()
    with world.game() as game:
        assert game.pause is not None
        letters = [
            (world.folder / "letters" / f"{number:04d}" / "cid.txt").read_text()
            for number in range(1, game.pause.round + 1)
        ]
    assert "WORDS TO YOU" in letters[-1]
    assert "Ann of the Hill:\n> Shall we?" in letters[-1]
    assert "Ann of the Hill, to all:\n> Peace?" in letters[-1]
    assert sum("Shall we?" in text for text in letters) == 1


def test_a_seat_that_only_a_bot_plays_is_not_written_to(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    file = world.folder / "game.yaml"
    file.write_text(file.read_text().replace("ben: {player: Ben, address: ben@example.org}", "ben: {bot: yes}"))
    world.sends("ann", HELLO)
    assert not passed(world)
    assert "no one could read them" in said(world, "ann")


@pytest.mark.parametrize(
    ("settings", "how"),
    [
        ("", "A line `to Ben of the Dale:` or `to all:` sends what you write below it to that player, or to all,"),
        ("press: public\n", "A line `to all:` sends what you write below it to the players,"),
        ("press: anonymous\n", "to that player, or to all, without your name, and is never an order."),
    ],
)
def test_the_first_letter_says_how_to_write_to_the_others(tmp_path: Path, settings: str, how: str) -> None:
    world = World(tmp_path / "game", settings)
    assert how in said(world, "ann", "round-0001")
    world.plays_on()
    assert how not in said(world, "ann", "round-0002")


def test_the_first_letter_of_a_game_without_press_says_nothing_of_it(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "press: none\n")
    assert "write to the other players" not in said(world, "ann", "round-0001")
