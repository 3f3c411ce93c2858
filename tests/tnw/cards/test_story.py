"""How cards are told, and why one is refused."""

import re
from pathlib import Path
from typing import get_args

import pytest

from pbem.engine.event import PUBLIC
from pbem.report.story import past_of, story
from pbem.report.words import Words
from pbem_tnw import unions
from pbem_tnw.chapters.cards.play_rules import event_problems
from pbem_tnw.chapters.turn.sheet_checks import check_answers
from pbem_tnw.edition.card_conditions import CardCondition
from pbem_tnw.lexicon import lexicon
from pbem_tnw.orders.choices import ConsulChoice, EventChoices
from pbem_tnw.orders.standing import RespondLine, WarStanding
from tests.tnw.cards.playing import in_impulse, played
from tests.tnw.cards.test_windows import at_window, conscripts_against, entered
from tests.tnw.positions import DiceTable, with_standing

WORDS = Words((Path(__file__).parents[3] / "templates" / "tnw",), lexicon(in_impulse("france"), ""))


def told(table: DiceTable) -> list[str]:
    return story(WORDS, table.entries, PUBLIC, past_of(table))


def test_6_14_a_response_and_its_die_are_told() -> None:
    assert told(conscripts_against("couriers-taken", [4])) == [
        "France plays Conscripts as an event.",
        "Austria answers with Couriers Taken.",
        "Couriers Taken: 4, 4 is needed.",
        "Couriers Taken of Austria cancels Conscripts.",
    ]


def test_6_17_a_force_that_is_stopped_is_told_with_its_dice() -> None:
    state = with_standing(entered(austria=["dysentery"]), "austria", respond=(RespondLine(card="dysentery"),))
    assert told(at_window(state, faces=[1, 2, 3, 4, 5, 6, 1])) == [
        "Austria answers with Dysentery.",
        "Dysentery stops the force of France in Linz.",
        "Linz, Attrition on 1, 7 dice: 6 5 4 3 2 1 1: 2 units of France lost.",
    ]


def test_6_19_what_lasts_is_told_in_the_words_of_the_card() -> None:
    assert told(played(in_impulse("france"), "france", "typhus")) == [
        (
            "France plays Typhus in the Hospitals as an event: "
            "Everywhere Attrition takes pieces on 1 more number of the die."
        )
    ]


def test_6_3_points_for_some_uses_are_told() -> None:
    assert told(played(in_impulse("france"), "france", "army-contractors"))[1:] == [
        "France has 4 CPs for units and the Regroup box."
    ]


@pytest.mark.parametrize(
    ("nation", "card", "choices", "said"),
    [
        ("france", "grand-battery", {}, (
            "The Grand Battery is a battle card: as an event it is played in a battle only."
        )),
        ("france", "opolchenie", {}, (
            "Opolchenie cannot be played as an event now: an enemy of Russia may not play it."
        )),
        ("france", "hundred-days", {}, (
            "The Eagle Flies to Notre-Dame cannot be played as an event now: Napoleon is on the map or killed."
        )),
        ("france", "press-gang", {}, (
            "The Press Gang cannot be played as an event now: France has no Refit marker to take off."
        )),
        ("france", "godoy", {"option": 3}, "The Prince of the Peace has 2 options, not 3."),
        ("france", "sebastiani", {"consul": (ConsulChoice(who="sweden"),)}, (
            "Sebastiani at the Porte moves the consul of Turkey."
        )),
    ],
)  # fmt: skip
def test_6_1_a_card_is_refused_with_the_reason(nation: str, card: str, choices: dict[str, object], said: str) -> None:
    problem = next(event_problems(in_impulse(nation), nation, card, EventChoices(**choices)))  # type: ignore[arg-type] # by name
    assert WORDS.phrase("problems", problem.code, problem.args) == said


def test_2_4_a_line_that_answers_nothing_is_refused_with_the_reason() -> None:
    lines = (RespondLine(card="conscripts"), RespondLine(card="sortie", trigger="step"))
    found = check_answers(in_impulse("france").board, WarStanding(respond=lines))
    assert [WORDS.phrase("problems", each.code, each.args) for each in found] == [
        "Conscripts is not a response card and answers nothing.",
        "The Garrison Sallies answers `siege`, not `step`.",
    ]


def test_every_reason_has_its_words() -> None:
    effects = (Path(unions.__file__).parent / "chapters" / "cards").glob("effects_on_*.py")
    reasons = {name for path in effects for name in re.findall(r'idle\(playing, "([a-z-]+)"', path.read_text("utf-8"))}
    assert len(reasons) > 20
    for reason in reasons:
        WORDS.raw("idle-effects", reason)
    for condition in get_args(CardCondition):
        WORDS.raw("card-conditions", condition.__struct_config__.tag)
