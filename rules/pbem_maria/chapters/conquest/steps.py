"""Retroactive conquests (10.3, 12)."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.conquest import conquest
from pbem_maria.chapters.conquest.events import QuestionLifted
from pbem_maria.chapters.victory import introductory
from pbem_maria.position.powers import is_enemy_fortress
from pbem_maria.position.state import State


class RetroactiveConquests(Step[State, Order], frozen=True):
    """Fortresses with a question mark that are no longer protected are conquered after all."""

    rule = "12"

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        for city, question in table.state.questions.items():
            state = table.state
            if conquest.protectors(state, city) or not is_enemy_fortress(state, city, question.power):
                table.emit(QuestionLifted(city=city))
            else:
                conquest.take(table, conquest.conquered(state, city, question, retroactive=True))
        introductory.settle(table)
