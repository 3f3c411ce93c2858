"""Plans for coming decisions, over mail: kept for one seat alone, checked when their time comes."""

from pathlib import Path

import pytest

from pbem.engine.event import PlanUsed
from pbem.engine.play import waiting
from pbem.mail.exchange import exchange
from pbem.mail.intake.verdicts import HandledMail
from pbem.referee.game import Game
from pbem.referee.new_game import create
from pbem.referee.opening import held, look
from pbem.referee.play import apply_default
from tests.toy.game import GAME_YAML, SEED, Clock, drop, mail, subject
from tests.toy.islands import ISLANDS
from tests.toy.islands.state import Islands, Sail
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


class World:
    """A game of islands in which every seat runs one ship."""

    def __init__(self, folder: Path, text: str = FIVE) -> None:
        self.folder, self.clock, self.mails = folder, Clock(), 0
        create(folder, text, RULES, SEED)
        self.turn()

    def turn(self) -> list[HandledMail]:
        with held(self.folder, RULES) as game:
            return list(exchange(game, self.clock).handled)

    def send(self, seat: str, text: str) -> HandledMail:
        """What becomes of a mail of a seat: a command, or a sheet."""
        text = text if text in ("pass\n", "withdraw\n", "status\n") else f"---\n{text}...\n"
        self.clock.wind(hours=1)
        self.mails += 1
        said = f"Re: {subject(self.folder, seat)}"
        drop(self.folder, f"{self.mails}.eml", mail(f"{seat}@example.org", said, text), self.clock())
        return self.turn()[0]

    def sail(self, *seats: str) -> None:
        """Let *seats* sail to the reef, and whoever fights play no card."""
        for seat in seats:
            self.send(seat, "to: reef\n")
        while isinstance(self.state().flow[-1], Battle):
            with held(self.folder, RULES) as game:
                for one in waiting(game.table):
                    apply_default(game, one.seat, "no card", self.clock)
                exchange(game, self.clock)

    def game(self) -> Game:
        return look(self.folder, RULES)

    def state(self) -> Islands:
        state = self.game().table.state
        assert isinstance(state, Islands)
        return state

    def letter(self, seat: str, number: str = "*") -> str:
        return max((self.folder / "letters").glob(f"{number}/{seat}.txt")).read_text(encoding="utf-8")

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
    used = [e for entry in world.game().table.entries for e in entry.events if isinstance(e, PlanUsed)]
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
        "ann", "to: reef\nplans:\n- {for: sail, to: rocks}\n- {for: sale, to: cove}\n- {to: reef}\n- {for: sail}\n"
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
