"""Whether a fight is covered by standing plans (11.1) cannot be told by anyone else where pauses are even."""

import re
from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.playtest.case_file import read_cases, read_given
from pbem.referee import opening
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem_maria.fixture.position import GivenPosition
from pbem_maria.ruleset import MARIA
from tests.maria.game_yaml import game_yaml
from tests.toy.game import Clock

CASE = """\
- case: a-fight
  given:
    stage: France
    turn: 2
    pieces: {Belle-Isle: Passau with 6, French train 2: Vilshofen, Khevenhüller: Eferding with 4}
    hands: {Austria: [♦7, ♥3], France: [♥5, ♠4]}
    STANDING
  sheets: {}
  then: {}
"""
PLAN = "highest, at most 1 card"
STANDING = f"standing: {{maria-theresa: {{defence: '{PLAN}'}}}}"


class World:
    """A game in which Belle-Isle attacks Khevenhüller by the plan of that sheet."""

    def __init__(self, folder: Path, pauses: str, standing: str) -> None:
        self.folder, self.clock = folder, Clock()
        path = folder.with_suffix(".yaml")
        path.write_text(CASE.replace("STANDING", standing))
        create(folder, game_yaml("vienna") + pauses, None, "22" * 32)
        (case,) = read_cases(path)
        with opening.held(folder) as game:
            names = MARIA.lexicon(game.table.state, "")
            read_given(path, case, GivenPosition, names).lay_out(game.table)
            game.append(game.table.close("given", {}), self.clock())
        self.turn()
        assert self.send("louis", "combat: lowest\n") == "accepted"
        self.turn()

    def send(self, seat: str, text: str) -> str:
        with opening.held(self.folder) as game:
            item, _ = game.inbox.keep(text.encode(), self.clock(), seat=seat, source=str(len(game.inbox.items())))
            return str(judges.handle(game, item, self.clock).verdict.state)

    def turn(self) -> int:
        with opening.held(self.folder) as game:
            played = play_on(game, self.clock)
            make_letters(game)
        return played

    def asked(self) -> dict[str, str]:
        with opening.held(self.folder) as game:
            assert game.pause
            return {question.seat: question.key for question in game.pause.waits}

    def letters(self, *seats: str) -> dict[str, str]:
        found = {}
        for path in sorted(self.folder.glob("letters/*/*.txt")):
            if path.stem in seats:
                found[f"{path.parent.name} {path.stem}"] = re.sub(r"\{\w{4}-\w{4}\}", "{token}", path.read_text())
        return found


ANSWERS = {STANDING: "pass", "": f"combat: '{PLAN}'\n"}


@pytest.mark.parametrize("standing", ANSWERS)
def test_11_1_even_pauses_ask_both_sides_of_a_fight_whatever_covers_it(tmp_path: Path, standing: str) -> None:
    world = World(tmp_path / "even", "pauses: even\n", standing)
    assert world.asked() == {"louis": "2.france.combat", "maria-theresa": "2.france.combat"}
    assert world.send("maria-theresa", ANSWERS[standing]) == "accepted"
    assert world.turn() == 0, "Louis was asked too"
    assert world.send("louis", "pass") == "accepted"
    assert world.turn() > 0
    assert "2.france.combat" not in world.asked().values()


def test_11_1_as_needed_a_covered_fight_is_fought_at_once(tmp_path: Path) -> None:
    assert "2.france.combat" not in World(tmp_path / "a", "", STANDING).asked().values()
    assert World(tmp_path / "b", "", "").asked() == {"louis": "2.france.combat", "maria-theresa": "2.france.combat"}


@pytest.mark.parametrize("pauses", ["even", "as needed"])
def test_11_1_with_even_pauses_the_others_cannot_tell_whether_a_plan_stood(tmp_path: Path, pauses: str) -> None:
    found = []
    for name, (standing, answer) in enumerate(ANSWERS.items()):
        world = World(tmp_path / str(name), f"pauses: {pauses}\n", standing)
        for seat, text in (("maria-theresa", answer), ("louis", "pass")):
            world.send(seat, text)
            world.turn()
        found.append(world.letters("louis", "frederick", "public"))
    assert (found[0] == found[1]) is (pauses == "even")
    assert "Khevenhüller" in found[0]["0003 public" if pauses == "even" else "0002 public"]


def test_11_1_a_covered_seat_that_keeps_silent_fights_by_its_plan_at_the_deadline(tmp_path: Path) -> None:
    world = World(tmp_path / "even", "pauses: even\n", STANDING)
    assert world.send("louis", "pass") == "accepted"
    world.clock.wind(days=1)
    assert world.turn() == 0
    world.clock.wind(days=7)
    assert world.turn() > 0
    assert "♦7 by Austria" in world.letters("public")["0003 public"]
