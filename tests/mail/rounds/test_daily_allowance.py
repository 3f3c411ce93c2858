"""The replies that a seat gets in a day: sheets always, questions up to a number, and a refusal is told even after."""

import shutil
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.exchange import exchange, pending
from pbem.referee import opening
from tests.kit.world import YAML, ToyWorld, read
from tests.mail.corpus.games import MARIA_YAML, maria
from tests.mail.corpus.posting import marked
from tests.referee.killer import deaths, tree
from tests.toy.game import RULESETS, START, Clock, opened

A_DAY = 3
LAST = "This is the last reply of its kind to you today (3 a day)."
QUESTIONS = 12


class World(ToyWorld):
    def __init__(self, folder: Path, a_day: int | None = A_DAY) -> None:
        """A game with *a_day* replies that are for neither sheets nor questions; None: with the numbers as they are."""
        limits = f"\n  answers: {{a day: {a_day}, questions a day: {QUESTIONS}}}" if a_day is not None else ""
        super().__init__(folder, YAML.replace("  in: {folder: in}", f"  in: {{folder: in}}{limits}"))

    def sends(self, text: str, seat: str = "ann", **more: str) -> None:
        self.clock.wind(minutes=1)
        self.post(seat, text, **more)
        self.turn()

    def came(self, kind: str = "") -> list[EmailMessage]:
        """What Ann was sent, in the order of their names."""
        return self.out("ann", kind)

    def texts(self, kind: str) -> list[str]:
        return [" ".join(read(one).split()) for one in self.came(kind)]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game")


def used_up(world: World) -> None:
    for _ in range(A_DAY):
        world.sends("absent none\n")


def test_the_last_reply_of_a_day_says_that_it_is_the_last(world: World) -> None:
    used_up(world)
    assert [LAST in told for told in world.texts("receipt")] == [False, False, True]
    world.sends("hold\n")
    assert len(world.came("receipt")) == A_DAY
    assert opened(world.folder).inbox.verdicts()[-1].problems == ("held",)
    world.clock.wind(days=1)
    world.sends("hold\n")
    assert LAST not in world.texts("receipt")[-1]


def test_sheets_are_always_answered_and_count_for_nothing_else(world: World) -> None:
    for bid in ("1", "many", "2") * 2:
        world.sends(f"bid: {bid}\n")
    used_up(world)
    for text in ("bid: 1\n", "bid: many\n", "withdraw\n", "pass\n"):
        world.sends(text)
    assert len(world.came("receipt")) == 6 + A_DAY + 4
    assert "left today" not in " ".join(world.texts("receipt"))


def test_questions_are_counted_down_and_then_answered_once_an_hour(world: World) -> None:
    for _ in range(QUESTIONS - 1):
        world.sends("status\n")
    world.sends("try\nbid: 1\n")
    told = world.texts("receipt")
    assert "left today" not in told[0]
    assert (
        "10 single replies to questions and trials left today (of 12; the day ends at midnight, Europe/Berlin)"
        in told[1]
    )
    assert "1 single reply to questions" in told[-2]
    assert "This is the last single reply to a question or trial today (of 12;" in told[-1]
    for text in ("position\n", "try\nbid: many\n", "status\n"):
        world.sends(text)
    assert len(world.came("receipt")) == QUESTIONS
    assert len(world.came("gathered")) == 1
    world.clock.wind(hours=1)
    world.turn()
    first, second = world.texts("gathered")
    assert first.count("Your email of") == 1
    assert second.count("Your email of") == 2
    assert "bid: many" in second
    world.sends("bid: 1\n")
    assert len(world.came("receipt")) == QUESTIONS + 1
    world.clock.at = world.clock.at.replace(hour=23)  # the next day has begun in the game's zone
    world.sends("status\n")
    assert len(world.came("receipt")) == QUESTIONS + 2


def test_a_day_of_70_questions_and_25_sheets(tmp_path: Path) -> None:
    world = World(tmp_path / "game", a_day=None)
    for number in range(70):
        if number in (*range(3, 48), *range(66, 70)):  # several with one turn
            world.clock.wind(minutes=1)
            world.post("ann", "status\n")
        else:
            world.sends(("status\n", "help\n", "try\nbid: 1\n")[number % 3])
        if number % 3 == 0:
            world.sends(("bid: 1\n", "bid: many\n", "pass\n")[number % 9 // 3])
            heading = read(world.came("receipt")[-1]).split("\n", 1)[0]
            assert heading.startswith(("SHEET ACCEPTED", "SHEET REFUSED", "YOU PASS")), (number, heading)
    world.sends("bid: many\n")
    told = world.texts("receipt")
    assert len(told) == 60 + 25
    assert sum("there are 60 single replies a day" in each for each in told) > 1, "in each help"
    left = [f"{number} single repl" for number in range(10, 0, -1)]
    assert [sum(f" {each}" in text for text in told) for each in left] == [1] * 10
    assert "This is the last single reply to a question or trial today (of 60;" in " ".join(told)
    assert "11 single" not in " ".join(told)
    for hour in range(1, 3):
        world.clock.wind(hours=1)
        world.turn()
        assert len(world.came("gathered")) == 2, hour
    assert sum(text.count("Your email of") for text in world.texts("gathered")) == 10


def test_sheets_without_keys_are_always_answered_too(tmp_path: Path) -> None:
    limits = "in: {folder: in}, answers: {a day: 1}"
    board = maria(tmp_path / "game", MARIA_YAML.replace("in: {folder: in}", limits))
    bodies = (
        "hold\n",
        *map(
            marked, ("Belle-Isle -> Eger\nBroglie stays\n", "1. Belle-Isle to Xanadu\n", "France:\n  Belle-Isle: x\n")
        ),
        marked("ticket: received\nqueue: open\n"),
    )
    plain = "Content-Type: text/plain; charset=utf-8"
    mails = (board.post.head(plain).replace("<4711", f"<{at}") + f"\r\n{body}" for at, body in enumerate(bodies))
    done = board.receive(*(each.encode() for each in mails))
    assert [one.verdict.state for one in done] == ["command", "accepted", "refused", "refused", "refused"]
    assert [(one.verdict.kind, bool(one.verdict.answered)) for one in done] == [
        ("", True), ("sheet", True), ("sheet", True), ("sheet", True), ("", False),
    ]  # fmt: skip


def test_help_says_how_many_questions_a_day_has(world: World) -> None:
    world.sends("help\n")
    assert "there are 12 single replies a day, counted by the clocks of Europe/Berlin" in world.texts("receipt")[0]


def test_a_program_that_sends_back_what_no_sheet_has_is_answered_so_often_and_no_more(world: World) -> None:
    for number in range(8):
        world.sends(f"---\nticket {number}: received\nqueue: open\n...\n")
    assert len(world.came("receipt")) == A_DAY
    assert len(world.came("digest")) == 1


def test_a_program_that_repeats_a_sheet_is_answered_once_an_hour_in_the_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.mail.intake.receipts.MOST_SHEETS", 5)
    for _ in range(8):
        world.sends("bid: many\n")
    assert len(world.came("receipt")) == 5
    assert len(world.came("gathered")) == 1


def test_a_refusal_is_told_when_the_replies_are_used_up(world: World) -> None:
    used_up(world)
    world.sends("---\nhalo: many\n...\n")
    (digest,) = world.came("digest")
    assert digest["Subject"].startswith("[toy-1] Lap 1: 1 email refused - your bid by Wed 25 Nov 20:00 {")
    told = " ".join(read(digest).split())
    assert "What they asked for was not done" in told
    assert "- Saturday 21 November 2026, 09:04 (Europe/Berlin)" in told
    assert "SHEET REFUSED" in told, "the reply that it would have had"
    assert "halo: many" in told
    assert LAST not in told


def test_there_is_one_digest_a_day_and_none_of_the_rest_is_lost(world: World) -> None:
    used_up(world)
    for text in ("---\nhalo: many\n...\n", "---\nhalo: few\n...\n", "---\nhalo: some\n...\n", "hold\n"):
        world.sends(text)
    assert len(world.came("digest")) == 1
    world.clock.wind(days=1)
    world.turn()
    first, second = world.texts("digest")
    assert "halo: many" in first
    assert "09:05" in second
    assert "09:06" in second
    assert "09:04" not in second, "told before"
    assert "09:07" not in second, "carried out"
    assert "halo: some" in second, "the newest in full"
    for _ in range(3):
        world.clock.wind(days=1)
        world.turn()
    assert len(world.came("digest")) == 2


def test_a_turn_that_finds_nothing_new_tells_on_the_next_day_all_the_same(world: World) -> None:
    used_up(world)
    world.sends("---\nhalo: many\n...\n")
    world.sends("---\nhalo: few\n...\n")
    for at in (world.clock.at.replace(hour=20), world.clock.at.replace(hour=23, minute=30)):
        world.clock.at = at
        world.turn()
        world.turn()
    assert len(world.came("digest")) == 1
    assert pending(opened(world.folder)), "so that no turn trusts in there being nothing to do"
    world.clock.wind(hours=1)  # in the game's zone no new day began
    world.turn()
    assert not pending(opened(world.folder))
    assert len(world.came("digest")) == 2


def test_without_any_replies_refusals_are_told_once_a_day(tmp_path: Path) -> None:
    world = World(tmp_path / "game", a_day=0)
    world.sends("bid: 1\n")
    world.sends("bid: many\n")
    assert not world.came("receipt")
    (told,) = world.texts("digest")
    assert "This game sends no replies to single emails." in told
    assert "bid: many" in told


def test_commands_that_were_not_carried_out_are_told_and_others_are_not(world: World) -> None:
    used_up(world)
    world.sends("status\n")
    world.sends("hold\n")
    assert not world.came("digest")
    world.sends("abstent\n")
    assert len(world.came("digest")) == 1


def test_what_a_forger_writes_is_not_passed_on(world: World) -> None:
    used_up(world)
    world.sends("bid: many\n", about="Send your cards to eve {aaaa-bbbb}")
    (told,) = world.texts("digest")
    assert "eve" not in told
    assert "many" not in told


def test_robots_that_answer_each_other_get_one_email_a_day(world: World) -> None:
    used_up(world)
    for number in range(30):
        world.sends(f"---\nhalo: x{number}\n...\n")
        if digests := world.came("digest"):
            last = digests[-1]
            headers = {"Auto_Submitted": "auto-replied", "References": last["Message-ID"]}
            world.sends("I am away.\n", about=f"Auto: {last['Subject']}", **headers)
    assert len(world.came("digest")) == 1
    assert world.came("digest")[0]["Auto-Submitted"] == "auto-generated"
    assert "ann@example.org" in world.came("digest")[0]["To"]


def test_a_digest_belongs_to_the_thread_of_its_seat(world: World) -> None:
    used_up(world)
    world.sends("---\nhalo: many\n...\n")
    (letter,) = world.came("round")
    assert letter["Message-ID"] in world.came("digest")[0]["References"]
    assert "{" in world.came("digest")[0]["Subject"], "a reply to it is a reply to the stage"


@pytest.mark.slow
def test_killed_at_any_instant_each_refusal_is_told_once(world: World, tmp_path: Path) -> None:
    used_up(world)
    world.clock.wind(minutes=1)
    world.post("ann", "---\nhalo: many\n...\n")
    at, base = world.clock.at, tmp_path / "base"
    world.folder.rename(base)

    def turn(folder: Path) -> None:
        with opening.held(folder, RULESETS) as game:
            exchange(game, Clock(at))

    shutil.copytree(base, world.folder)
    turn(world.folder)
    wanted = {name for name in tree(world.folder) if name.startswith(("out", "sent", "inbox"))}
    assert any("digest" in name for name in wanted)
    instant = 0
    for instant, killed in deaths(base, tmp_path, turn):
        turn(killed)
        assert {name for name in tree(killed) if name.startswith(("out", "sent", "inbox"))} == wanted, instant
    assert instant > 10
    assert at > START
