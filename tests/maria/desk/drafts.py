"""Questions of random games with drafts of sheets that answer them, as players make them by pointing."""

from collections.abc import Iterator
from random import Random

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.menu import DeskChoice, applied
from pbem.engine.order import Order
from pbem.engine.play import play, policies
from pbem.engine.reading import Lexicon
from pbem.engine.table import Answer, Chance, Step
from pbem.playtest.recorded import table_for
from pbem.sheet.check import check_sheet
from pbem.sheet.edit import edit_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.pieces import Wanted
from pbem.sheet.puts import edits
from pbem_maria.guess import guess
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA

SCENARIOS = ("advanced", "introductory")


class Question(msgspec.Struct, frozen=True):
    """A decision, and what the referee needs to check a sheet for it."""

    view: State
    decision: Decision
    step: Step

    @property
    def seat(self) -> str:
        return str(self.decision.seat)

    @property
    def names(self) -> Lexicon:
        return MARIA.lexicon(self.view, self.seat)

    def read(self, text: str) -> ReadSheet[Order]:
        return check_sheet(text, self.step, self.decision, self.view, self.names)

    def chosen(self, text: str, choice: DeskChoice) -> str:
        """*text* after a choice, which must be possible in it."""
        wanted = Wanted(takes=self.decision.takes, lexicon=self.names, passing=self.decision.default)
        draft = self.read(text).draft
        made = edit_sheet(text, edits(choice, self.decision, draft, wanted), wanted)
        assert not made.unmade, (made.unmade, text)
        assert not made.rewritten, (made.rewritten, text)
        assert self.read(made.text).draft == applied(self.decision, draft, choice), "a click is the choice"
        return made.text


def questions(seed: str, *kinds: type[Order], scenario: str = "advanced", players: str = "3") -> Iterator[Question]:
    """The questions of *kinds* in a random game."""
    assert MARIA.desk is not None
    table = table_for(MARIA, {"scenario": scenario, "players": players}, seed)
    guesses = Chance(seed, "guesses")
    answers: dict[tuple[str, str], Answer] = {}
    while waiting := play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(MARIA.policies))):
        answers.clear()
        step = table.state.flow[-1]
        for decision in waiting:
            view = table.views[decision.seat]
            if not kinds or decision.takes in kinds:
                assert isinstance(step, Step)
                yield Question(view, decision, step)
            answers[decision.seat, decision.key] = Answer(guess(view, decision, guesses), "sheet")


def choices_of(question: Question, order: Order | None, subject: str = "") -> tuple[DeskChoice, ...]:
    assert MARIA.desk is not None
    return tuple(MARIA.desk.choices(question.step, question.view, question.decision, order, subject))


def random_draft(question: Question, chance: Random, steps: int) -> str:
    """A sheet that a player has made by so many choices at random, beginning with the form."""
    assert MARIA.desk is not None
    text = chance.choice(["passes: yes\n# mine\n", "# mine\n", ""])
    for _ in range(steps):
        order = question.read(text).draft
        subjects = list(MARIA.desk.subjects(question.view, question.decision, order))
        if not subjects:
            return text
        found = choices_of(question, order, chance.choice(subjects).id)
        if found:
            text = question.chosen(text, chance.choice(found))
    return text
