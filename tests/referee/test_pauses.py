"""Even pauses: no one learns from a pause whether standing orders answer the question, though they do in the end."""

import re
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec
import pytest

from pbem.engine.decision import Decision, Policy
from pbem.engine.ruleset import Ruleset
from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.play import play_on, ready, rewind
from pbem.referee.status import status
from tests.cli.conftest import Pbem
from tests.toy.begun import begin
from tests.toy.game import GAME_YAML, Clock
from tests.toy.ruleset import TOY
from tests.toy.state import React, Toy, worth

EVEN = "pauses: even\n"


class World:
    """A toy game for one round, in which Ann has just led a card to which Ben and Cid may react."""

    def __init__(self, folder: Path, more: str, never: tuple[str, ...], bot: str = "", rules: Ruleset = TOY) -> None:
        self.folder, self.clock, self.rulesets = folder, Clock(), {"toy": rules}
        text = GAME_YAML.replace("OUT", "{folder: out}")
        if bot:
            text = text.replace(f"{bot}@example.org}}", f"{bot}@example.org, bot: yes}}")
        begin(folder, text + more, self.rulesets, self.turn)
        for seat in ("ann", "ben", "cid"):
            if seat != bot:
                self.send(seat, "bid: 1")
        self.turn()
        for seat in never:
            assert self.send(seat, "reactions: never") == "accepted"
        with self.game() as game:
            card = game.view("ann").hands["ann"].known[0]
        self.send("ann", f"card: Cup {card[1:]}")
        self.turn()

    def game(self) -> AbstractContextManager[Game]:
        return opening.held(self.folder, self.rulesets)

    def send(self, seat: str, text: str) -> str:
        with self.game() as game:
            count = str(len(game.inbox.items()))
            item, _ = game.inbox.keep(text.encode(), self.clock(), seat=seat, source=count)
            return str(judges.handle(game, item, self.clock).verdict.state)

    def turn(self, *, anyway: bool = False) -> int:
        with self.game() as game:
            assert anyway or ready(game, self.clock) or game.log.lines
            played = play_on(game, self.clock, anyway=anyway)
            make_letters(game)
        return played

    def asked(self) -> list[str]:
        with self.game() as game:
            assert game.pause
            return sorted(question.key for question in game.pause.waits)

    def letters(self, *seats: str) -> dict[str, str]:
        """The letters to *seats*, but for the tokens, which are names of entries that no one can read."""
        found = {}
        for path in sorted(self.folder.glob("letters/*/*.txt")):
            if path.stem in seats:
                found[f"{path.parent.name} {path.stem}"] = re.sub(r"\{\w{4}-\w{4}\}", "{token}", path.read_text())
        return found


WINDOW = ["1.reaction.ann.ben", "1.reaction.ann.cid"]


def test_as_needed_there_is_no_pause_where_standing_orders_answer(tmp_path: Path) -> None:
    assert World(tmp_path / "a", "", ("ben", "cid")).asked() == ["1.impulse.ben"]
    assert World(tmp_path / "b", "", ("cid",)).asked() == WINDOW


@pytest.mark.parametrize("never", [(), ("ben",), ("cid",), ("ben", "cid")])
def test_even_pauses_ask_whoever_has_answered_in_advance_too(tmp_path: Path, never: tuple[str, ...]) -> None:
    world = World(tmp_path / "a", EVEN, never)
    assert world.asked() == WINDOW
    assert world.turn() == 0


def test_the_others_letters_are_the_same_with_standing_orders_and_without(tmp_path: Path) -> None:
    found = []
    for name, never in (("with", ("ben", "cid")), ("without", ("cid",))):
        world = World(tmp_path / name, EVEN, never)
        for seat in ("ben", "cid"):
            assert world.send(seat, "pass") == "accepted"
            world.turn()
        found.append(world.letters("ann", "cid", "public"))
    assert len(found[0]) == 12
    assert found[0] == found[1]


def test_standing_orders_answer_at_the_deadline_and_not_before(tmp_path: Path) -> None:
    world = World(tmp_path / "a", EVEN, ("ben", "cid"))
    with world.game() as game:
        deadline = game.pause.deadline if game.pause else None
        assert deadline
        assert not ready(game, world.clock)
        assert [one.received for one in status(game, world.clock).seats] == ["not asked", "standing", "standing"]
    world.clock.at = deadline
    world.clock.wind(seconds=-1)
    assert world.turn() == 0
    world.clock.wind(seconds=1)
    with world.game() as game:
        assert ready(game, world.clock)
    assert world.turn() > 0
    assert world.asked() == ["1.impulse.ben"]
    assert world.turn() == 0, "the next question has a deadline of its own"


def test_a_seat_without_them_is_still_waited_for_after_the_deadline(tmp_path: Path) -> None:
    world = World(tmp_path / "a", EVEN, ("cid",))
    world.clock.wind(days=30)
    assert world.turn() == 0
    assert world.send("ben", "pass") == "accepted"
    assert world.turn() > 0


def test_the_moderator_may_go_on_anyway(tmp_path: Path) -> None:
    world = World(tmp_path / "a", EVEN, ("ben", "cid"))
    assert world.turn(anyway=True) > 0
    assert world.asked() == ["1.impulse.ben"]


def test_without_deadlines_they_wait_for_everybodys_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without = "".join(line for line in GAME_YAML.splitlines(keepends=True) if not line.startswith("deadlines"))
    monkeypatch.setitem(globals(), "GAME_YAML", without)
    world = World(tmp_path / "a", EVEN, ("ben", "cid"))
    world.clock.wind(days=300)
    assert world.turn() == 0
    world.send("ben", "pass")
    assert world.turn() == 0
    world.send("cid", "pass")
    assert world.turn() > 0


def test_nobody_waits_for_a_seat_of_the_program_whatever_stands(tmp_path: Path) -> None:
    found = []
    for name, never in (("with", ("ben", "cid")), ("without", ("ben",))):
        world = World(tmp_path / name, EVEN, never, bot="cid")
        world.send("ben", "pass")
        assert world.turn() > 0
        found.append(world.asked())
        with world.game() as game:
            window = next(entry for entry in game.table.entries if entry.step == "window")
            assert next(one.by for one in window.answers if one.seat == "cid") == (
                "policy" if "cid" in never else "bot"
            )
    assert found[0] == found[1]


def test_a_question_that_is_put_anew_has_a_pause_and_a_deadline_of_its_own(tmp_path: Path) -> None:
    world = World(tmp_path / "a", EVEN, ("ben", "cid"))
    world.clock.wind(days=30)
    with world.game() as game:
        rewind(game, len(game.table.entries), "once more", world.clock)
    assert world.turn() == 0
    assert world.asked() == WINDOW
    with world.game() as game:
        assert game.pause
        assert game.pause.deadline
        assert game.pause.deadline > world.clock()


def test_the_moderator_is_told_what_play_waits_for(tmp_path: Path) -> None:
    world = World(tmp_path / "a", EVEN, ("ben", "cid"))
    pbem = Pbem(world.folder, world.clock)
    said = pbem("turn").stdout
    says = "has advance orders, which count at the deadline, or with `pbem play --anyway`."
    assert f"Ben of the Dale {says}" in said
    assert f"Cid of the Shore {says}" in said


class Highest:
    """The policy of a seat that beats every card with its highest."""

    def answer(self, view: Toy, decision: Decision) -> React | None:
        own = max(view.hands[decision.seat].known, key=worth, default="")
        return React(beat_with=own) if decision.takes is React else None


def highest(view: Toy, seat: str) -> tuple[Policy, ...]:
    return (Highest(),) if seat == "ben" else ()


def test_pass_lets_stand_what_was_answered_in_advance_and_the_form_shows_it(tmp_path: Path) -> None:
    world = World(tmp_path / "a", EVEN, (), rules=msgspec.structs.replace(TOY, policies=highest))
    with world.game() as game:
        own = max(game.view("ben").hands["ben"].known, key=worth)
        if worth(own) < worth(game.table.state.flow[-1].card):
            pytest.skip("Ben has no card that is high enough")
    form = f"beat with: Cup {own[1:]}"
    assert form in world.letters("ben")["0003 ben"]
    assert form not in "".join(world.letters("ann", "cid", "public").values())
    for seat in ("ben", "cid"):
        assert world.send(seat, "pass") == "accepted"
    world.turn()
    with world.game() as game:
        assert own not in game.view("ben").hands["ben"].known


def test_whoever_has_answered_in_advance_is_told_so_and_nobody_else(tmp_path: Path) -> None:
    world = World(tmp_path / "a", EVEN, ("ben", "cid"))
    told = {
        name: "Your advance orders answer this" in text for name, text in world.letters("ann", "ben", "cid").items()
    }
    assert {name for name, said in told.items() if said} == {"0003 ben", "0003 cid"}
    assert "You have answered" not in "".join(World(tmp_path / "b", "", ("cid",)).letters("ann", "ben", "cid").values())
