"""A game of Maria in a folder, from a given position, for rulings."""

from collections.abc import Sequence
from pathlib import Path

from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.playtest.case_file import read_cases, read_given
from pbem.referee import opening
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.referee.rulings import RulingEffects, RulingResult, effects, rule, try_ruling
from pbem_maria.fixture.position import GivenPosition
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from tests.maria.game_yaml import game_yaml
from tests.toy.game import Clock

REASON = "both misread the map"
POSITION = """\
- case: a-stage
  given:
    scenario: SCENARIO
    stage: France
    turn: 2
    pieces:
      Belle-Isle: Passau with 6
      Broglie: Vilshofen with 3
      French train 2: Deggendorf
      Khevenhüller: Enns with 4
      Neipperg: Wels with 5
    hussars: [Budweis, stay]
    hands: {Austria: [♦7, ♥3], France: [♥5, ♠4], Prussia: [♣9]}
  sheets: {}
  then: {}
"""


class RuledGame:
    """A game at the first stage of turn 2, in which the moderator rules."""

    def __init__(self, folder: Path, scenario: str = "introductory", position: str = POSITION) -> None:
        self.folder, self.clock = folder, Clock()
        path = folder.with_suffix(".yaml")
        path.write_text(position.replace("SCENARIO", scenario), encoding="utf-8")
        create(folder, game_yaml("vienna", scenario), None, "22" * 32)
        (case,) = read_cases(path)
        with opening.held(folder) as game:
            names = MARIA.lexicon(game.table.state, "")
            read_given(path, case, GivenPosition, names).lay_out(game.table)
            game.append(game.table.close("given", {}), self.clock())
        self.letters()

    @property
    def state(self) -> State:
        state: State = opening.look(self.folder).table.state
        return state

    def view(self, seat: str) -> State:
        view: State = opening.look(self.folder).view(seat)
        return view

    def rule(self, text: str, overrule: Sequence[str] = ()) -> RulingResult:
        with opening.held(self.folder) as game:
            return rule(game, text, REASON, self.clock, overrule)

    def tried(self, text: str, overrule: Sequence[str] = ()) -> RulingEffects:
        game = opening.look(self.folder)
        found = try_ruling(game, text, REASON, overrule)
        assert found.after is not None, found
        assert not found.broken, found.broken
        return effects(game, found.after)

    def send(self, seat: str, text: str) -> str:
        with opening.held(self.folder) as game:
            item, _ = game.inbox.keep(text.encode(), self.clock(), seat=seat, source=str(len(game.inbox.items())))
            return str(judges.handle(game, item, self.clock).verdict.state)

    def letters(self) -> dict[str, str]:
        """The letters of the next round by seat, in which spaces do not matter."""
        with opening.held(self.folder) as game:
            play_on(game, self.clock)
            return {made.seat: " ".join(made.path.read_text(encoding="utf-8").split()) for made in make_letters(game)}
