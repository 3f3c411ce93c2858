"""A letter without a question says why nothing is asked of its reader."""

import pytest
from msgspec.structs import replace

from pbem.engine.table import Step
from pbem.report.letter import Occasion, letter
from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.windows import HoldQuestion
from pbem_tnw.chapters.turn.interphase import AskTurnEnds
from pbem_tnw.chapters.turn.sheets import RoundSheets
from pbem_tnw.orders.turn import TurnEndWish
from pbem_tnw.settings import TnwOptions, seats_of
from tests.tnw.letters.reading import in_round, words

AT_ULM = ResponseOccasion(trigger="battle", nation="france", place="ulm")


@pytest.mark.parametrize(
    ("seat", "box", "reason"),
    [
        ("austria", RoundSheets(nations=("france", "austria")), "No sheet is asked of you in this Round: none of your"),
        ("austria", RoundSheets(nations=("britain",)), "This Round begins with the Impulse of Britain: none of your"),
        ("france", HoldQuestion(occasion=AT_ULM), "The game has stopped in your own Impulse, so that others may play"),
        (
            "austria",
            HoldQuestion(occasion=AT_ULM),
            "in answer to the beginning of a battle of France; you have neither",
        ),
        ("austria", AskTurnEnds(), "What you sent in advance for the end of this Turn is your sheet for it."),
    ],
)
def test_2_1_a_letter_without_a_question_says_why(seat: str, box: Step, reason: str) -> None:
    view = replace(in_round(), flow=(box,), active="france", turn_ends={"austria": TurnEndWish()})
    told = Occasion(game="war", round=1, seat=seat, titles=seats_of(5, drawn=False), view=view, waiting=("russia",))
    assert reason in " ".join(letter(words(view, seat), told).split())


def test_2_1_at_a_pace_of_a_camp_it_says_whose_sheets_are_asked_for() -> None:
    view = in_round()
    view = replace(view, flow=(RoundSheets(nations=("france", "spain")),), options=TnwOptions(mail_pace="camp"))
    told = Occasion(
        game="war", round=1, seat="austria", titles=seats_of(5, drawn=False), view=view, waiting=("france",)
    )
    said = letter(words(view, "austria"), told)
    assert "Asked for are the sheets of France and Spain, and none of these nations" in said
