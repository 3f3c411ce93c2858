"""Plans for coming decisions, over mail: kept for one seat alone, checked when their time comes."""

import re
import shutil
from pathlib import Path

import pytest

from pbem.engine.event import PlanUsed
from pbem.engine.play import waiting
from pbem.mail.exchange import exchange
from pbem.mail.judges import HandledMail
from pbem.referee import letter
from pbem.referee.opening import held, look
from pbem.referee.play import apply_default
from pbem.referee.status import status
from pbem.referee.views import seen_log
from pbem.store import encryption
from tests.kit.world import ToyWorld
from tests.referee.killer import deaths, tree
from tests.toy.game import GAME_YAML, Clock, drop, mail, subject
from tests.toy.islands import ISLANDS
from tests.toy.islands.state import CARDS, Islands, Sail
from tests.toy.islands.steps import Battle

RULES = {"islands": ISLANDS}
FIVE = (
    GAME_YAML.replace("OUT", "{folder: out}")
    .replace("rules: toy", "rules: islands")
    .replace("settings: {rounds: 1}", "settings: {players: 5, turns: 4}")
    .replace(
        "mail:\n",
        "  dora: {player: Dora, address: dora@example.org}\n  eve: {player: Eve, address: eve@example.org}\nmail:\n",
    )
)
TWO = (
    FIVE.replace("players: 5", "players: 2")
    .replace("  cid: {player: Cid, address: cid@example.org}\n", "")
    .replace("  dora: {player: Dora, address: dora@example.org}\n  eve: {player: Eve, address: eve@example.org}\n", "")
)
OTHERS = ("ben", "cid", "dora", "eve")
AHEAD = "plans:\n- {for: sail, to: rock}\n- {for: sail, to: cove}\n"


class World(ToyWorld):
    """A game of islands in which every seat runs one ship."""

    def __init__(self, folder: Path, text: str = FIVE) -> None:
        super().__init__(folder, text, RULES)

    def send(self, seat: str, text: str) -> HandledMail:
        """What becomes of a mail of a seat: a command, or a sheet."""
        self.clock.wind(hours=1)
        self.post(seat, text if text in ("pass\n", "withdraw\n", "status\n") else f"---\n{text}...\n")
        return self.exchange()[0]

    def sail(self, *seats: str) -> None:
        """Let *seats* sail to the reef, and whoever fights play no card."""
        for seat in seats:
            self.send(seat, "to: reef\n")
        while isinstance(self.state().flow[-1], Battle):
            with held(self.folder, RULES) as game:
                for one in waiting(game.table):
                    apply_default(game, one.seat, "no card", self.clock)
                exchange(game, self.clock)

    def state(self) -> Islands:
        state = self.look().table.state
        assert isinstance(state, Islands)
        return state

    def letters(self, seat: str) -> list[str]:
        """All letters of a seat but for their tokens, which are made from the numbers of entries."""
        paths = sorted((self.folder / "letters").glob(f"*/{seat}.txt"))
        return [re.sub(r"\{\w{4}-\w{4}\}", "{}", path.read_text(encoding="utf-8")) for path in paths]

    def sent(self) -> list[Path]:
        """The mails that went out."""
        return list((self.folder / "out").iterdir())

    def kept(self) -> list[str]:
        """Where the ships of the plans go."""
        return [plan.order.to for plan in self.state().kept if isinstance(plan.order, Sail)]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game")


def plain(text: str) -> str:
    return " ".join(text.split())


def test_a_plan_for_the_next_two_turns_plays_by_itself(world: World) -> None:
    done = world.send("ann", f"to: reef\n{AHEAD}")
    assert (done.verdict.state, done.verdict.problems) == ("accepted", ())
    assert "1. Red sails to Rock.\n2. Red sails to Cove.\n" in done.answer
    assert "The rules are checked only when the time of a plan comes." in plain(done.answer)
    for where in ("reef", "rock", "cove"):
        world.sail(*OTHERS)
        assert world.state().at["red"] == where
    used = [e for entry in world.look().table.entries for e in entry.events if isinstance(e, PlanUsed)]
    assert used == [PlanUsed(seat="ann", number=1), PlanUsed(seat="ann", number=2)]
    assert world.kept() == []


def test_the_form_shows_how_and_the_letter_lists_what_is_kept(world: World) -> None:
    letter = world.letter("ann")
    assert "# plans:\n#   - {for: sail, to: ...}\n#   - {for: sail, to: ..., when: {ship: ..., at: ...}}\n" in letter
    world.send("ann", f"to: reef\n{AHEAD}")
    world.sail(*OTHERS)
    letters = [path.read_text() for path in (world.folder / "letters").glob("*/ann.txt")]
    assert any("Your plans for later:\n\n1. Red sails to Rock.\n2. Red sails to Cove.\n" in text for text in letters)


def test_a_later_list_replaces_all_and_a_sheet_without_one_leaves_them(world: World) -> None:
    world.send("ann", AHEAD)
    assert world.kept() == ["rock", "cove"]
    world.send("ann", "to: reef\n")
    assert world.kept() == ["rock", "cove"]
    world.send("ann", "plans: [{for: sail, to: reef}]\n")
    assert world.kept() == ["reef"]
    gone = world.send("ann", "plans: []\n")
    assert gone.verdict.state == "accepted"
    assert "You have no plans any more." in gone.answer
    assert world.kept() == []


def test_a_fault_in_one_plan_stops_them_all_but_not_the_answer(world: World) -> None:
    world.send("ann", AHEAD)
    done = world.send(
        "ann", "to: reef\nplans:\n- {for: sail, to: rok}\n- {for: sale, to: cove}\n- {to: reef}\n- {for: sail}\n"
    )
    assert done.verdict.state == "partly"
    assert done.verdict.problems == ("unknown-name", "unknown-plan", "missing-key")
    assert "Red sails to Reef." in done.answer
    assert "Kept for later" not in done.answer
    assert world.kept() == ["rock", "cove"]


def test_withdraw_takes_plans_back_too(world: World) -> None:
    world.send("ann", f"to: reef\n{AHEAD}")
    done = world.send("ann", "withdraw\n")
    assert "Nothing that you have sent so far counts any longer" in plain(done.answer)
    assert "You have no plans for later any more, either." in plain(done.answer)
    assert world.kept() == []


def test_a_plan_waits_for_its_condition(world: World) -> None:
    done = world.send("ann", "to: cove\nplans: [{for: sail, to: rock, when: {ship: Blue, at: Reef}}]\n")
    assert "1. Once Blue is at Reef: Red sails to Rock.\n" in done.answer
    world.sail(*OTHERS)
    assert world.state().at["red"] == "cove"
    world.sail(*OTHERS)
    assert world.state().at["red"] == "rock"


def test_a_plan_whose_condition_does_not_hold_leaves_the_question_open(world: World) -> None:
    world.send("ann", "to: cove\nplans: [{for: sail, to: rock, when: {ship: Blue, at: Rock}}]\n")
    world.sail(*OTHERS)
    for seat in OTHERS:
        world.send(seat, "to: reef\n")
    assert world.state().at["red"] == "cove"
    assert "WHERE RED SAILS IN TURN 2" in world.letter("ann")
    assert "1. Once Blue is at Rock: Red sails to Rock." in world.letter("ann")


def test_a_plan_that_does_not_fit_is_dropped_and_its_owner_alone_is_told_why(world: World) -> None:
    hand = world.state().hands["red"].known
    card = next(card for card in CARDS if card not in hand)
    done = world.send("ann", f"to: reef\nplans: [{{for: reinforce, card: {card}}}]\n")
    assert done.verdict.state == "accepted"
    for seat in OTHERS:
        world.send(seat, "to: reef\n")
    assert f"Your plan 1 no longer fits, so it is dropped: Red holds no {card}." in plain(world.letter("ann"))
    assert "WHETHER RED PLAYS A CARD ON REEF" in world.letter("ann")
    assert all("plan" not in world.letter(seat).partition("YOUR SHEET")[0] for seat in (*OTHERS, "public"))
    assert world.state().kept == ()


def test_a_plan_that_fits_plays_a_card_in_a_window(world: World) -> None:
    card = world.state().hands["red"].known[0]
    world.send("ann", f"to: reef\nplans: [{{for: reinforce, card: {card}}}]\n")
    for seat in OTHERS:
        world.send(seat, "to: reef\n")
    assert f"- Red plays a {card}.\n" in world.letter("public")


def test_a_seat_that_is_asked_nothing_may_send_plans_and_nothing_else(world: World) -> None:
    world.send("ann", "to: cove\n")
    for seat in OTHERS:
        world.send(seat, "to: reef\n")
    assert "At any time you may send plans for decisions to come (`form` brings a sheet)." in plain(world.letter("ann"))
    done = world.send("ann", AHEAD)
    assert done.verdict.state == "accepted"
    assert "1. Red sails to Rock.\n2. Red sails to Cove.\n" in done.answer
    assert world.kept() == ["rock", "cove"]
    assert world.send("ann", f"{AHEAD}to: reef\n").verdict.problems == ("unknown-heading",)
    assert world.send("ann", "withdraw\n").answer.startswith("PLANS WITHDRAWN\n")
    assert world.kept() == []


def test_a_seat_names_the_power_that_it_plans_for(tmp_path: Path) -> None:
    world = World(tmp_path / "game", TWO)
    assert world.send("ann", "plans: [{for: sail, to: rock}]\n").verdict.problems == ("unknown-plan",)
    sails = "Red: {to: reef}\nGreen: {to: reef}\nWhite: {to: reef}\n"
    done = world.send("ann", f"{sails}plans: [{{for: sail white, to: rock}}, {{for: Red sail, to: cove}}]\n")
    assert done.verdict.state == "accepted"
    assert "1. White sails to Rock.\n2. Red sails to Cove.\n" in done.answer
    assert [plan.power for plan in world.state().kept] == ["white", "red"]


def test_more_plans_than_the_game_allows_are_refused(world: World) -> None:
    done = world.send("ann", f"plans: [{', '.join(['{for: sail, to: reef}'] * 4)}]\n")
    assert (done.verdict.state, done.verdict.problems) == ("refused", ("too-many",))
    assert world.kept() == []


@pytest.mark.parametrize(
    ("faulty", "problem"),
    [
        ("plans:\n", "no-value"),
        ("plans: reef\n", "wrong-shape"),
        ("plans: [{for: sail}]\n", "missing-key"),
        ("plans: [{for: sail, to: reef, card: 1}]\n", "unknown-key"),
        ("plans: [{for: reinforce, card: 1, when: {ship: Red, at: Reef}}]\n", "no-condition"),
        ("plans: []\nplans: []\n", "doubled-key"),
    ],
)
def test_a_faulty_list_changes_nothing(world: World, faulty: str, problem: str) -> None:
    world.send("ann", AHEAD)
    done = world.send("ann", faulty)
    assert (done.verdict.state, done.verdict.problems) == ("refused", (problem,))
    assert world.kept() == ["rock", "cove"]


def test_the_same_email_twice_keeps_the_plans_once(world: World) -> None:
    world.send("ann", AHEAD)
    entries = len(world.look().table.entries)
    (item,) = world.look().inbox.items()
    drop(world.folder, "again.eml", item.path.read_bytes(), world.clock())
    assert world.exchange() == []
    assert len(world.look().table.entries) == entries


def test_an_email_that_was_trusted_late_does_not_undo_what_came_after_it(world: World) -> None:
    world.send("ann", "status\n")
    world.send("ann", AHEAD)
    with held(world.folder, RULES) as game:
        letter.keep(game, "ann", (), 1, "0001-late", world.clock)
    assert world.kept() == ["rock", "cove"]


def test_nobody_else_can_tell_that_a_seat_has_planned(tmp_path: Path) -> None:
    worlds = World(tmp_path / "one"), World(tmp_path / "two")
    for world, more in zip(worlds, (AHEAD, ""), strict=True):
        sent = len(world.sent())
        world.send("ann", f"to: reef\n{more}")
        assert len(world.sent()) == sent + 1  # the receipt, and no letters of their own
        world.sail(*OTHERS)
    one, two = worlds
    for seat in (*OTHERS, "public"):
        assert one.letters(seat) == two.letters(seat)
        who = "" if seat == "public" else seat
        assert seen_log(one.look(), who) == seen_log(two.look(), who)
    assert one.letters("ann") != two.letters("ann")
    first, second = (status(world.look(), world.clock) for world in worlds)
    assert [each.seat for each in first.seats] == [each.seat for each in second.seats]
    received = [[one.received for each in shown.seats for one in each.questions] for shown in (first, second)]
    assert received[0] == received[1]


def test_sealed_sheets_may_have_no_plans(tmp_path: Path) -> None:
    recipient = encryption.keygen(tmp_path / "key")
    sealed = FIVE.replace("{folder: out}", f"{{folder: out}}\n  sealed: {{recipient: {recipient}}}")
    world = World(tmp_path / "game", sealed)
    assert "plans" not in world.letter("ann")
    done = world.send("ann", f"to: reef\n{AHEAD}")
    assert done.verdict.state == "partly"
    assert "the log would hold plans unencrypted" in plain(done.answer)
    assert world.kept() == []


@pytest.mark.slow
def test_killed_at_any_instant_plans_are_kept_once(tmp_path: Path) -> None:
    world = World(tmp_path / "base")
    world.send("ann", AHEAD)
    text = "---\nto: reef\nplans: [{for: sail, to: cove}]\n...\n"
    drop(world.folder, "ann.eml", mail("ann@example.org", subject(world.folder, "ann"), text))

    def turn(folder: Path) -> None:
        with held(folder, RULES) as game:
            exchange(game, Clock())

    work = tmp_path / "work"
    shutil.copytree(world.folder, work)
    turn(work)
    wanted, instant = tree(work), 0
    for instant, killed in deaths(world.folder, tmp_path, turn):
        turn(killed)
        found = tree(killed)
        assert [name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)] == [], instant
    assert instant > 20
    assert [plan.order for plan in look(work, RULES).table.state.kept] == [Sail(to="cove")]


def test_plans_that_are_refused_go_back_without_the_answer_that_counts(world: World) -> None:
    done = world.send("ann", "to: reef\nplans:\n- {for: sail, to: rok}\n- {for: sale, to: cove}\n")
    assert done.answer.startswith("SHEET ACCEPTED IN PART: 1 LINE TO CORRECT\n")
    assert "  4  - {for: sail, to: rok}\n     ✓ Fixed: “rok” was read as “Rock”.\n" in done.answer
    assert done.answer.count("Red sails to Reef.") == 1
    copy = done.answer.partition("\n--- #")[2].partition("\n...")[0].splitlines()[1:]
    own = [line for line in copy if not line.startswith("#")]
    assert own == ["plans:", "- {for: sail, to: Rock}", "- {for: sale, to: cove}"]
