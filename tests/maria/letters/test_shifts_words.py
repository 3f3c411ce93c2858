"""What letters say about the political shifts (19): the questions, their forms, what is repeated, the story."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.play import play, policies, waiting
from pbem.engine.table import Chance, Table, decisions_of
from pbem.report.letter import letter, part, public_report
from pbem_maria.chapters.pieces import TroopsDivided
from pbem_maria.chapters.shifts import SaxonyTurned
from pbem_maria.chapters.standing import keep
from pbem_maria.chapters.turn import Ordered, StageBegan
from pbem_maria.guess import guess
from pbem_maria.orders.stage import StandingOrders
from pbem_maria.orders.standing import StandingAnswers
from pbem_maria.orders.statecraft import CitiesOrNone, SaxonyOrders, SaxonyWish
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.tracks import AnswerPeace, MoveSaxony
from pbem_maria.sequence.turn import SheetAgain
from pbem_maria.sequence.withdrawals import ReturnSaxons, Withdraw
from tests.maria.advanced import laid
from tests.maria.letters.test_words import RAW, check_form, occasion, said_back, words

QUESTIONS: dict[str, tuple[Any, dict[str, Any]]] = {
    "saxony": (MoveSaxony(), {"owed": 2}),
    "withdraw": (
        Withdraw(saxons_home=True),
        {"saxony": "neutral", "pieces": {"schwerin": ("guben", 3), "prussia-t1": ("jueterbog", 1)}},
    ),
    "peace": (AnswerPeace(stage="prussia"), {}),
    "return": (ReturnSaxons(), {"saxony": "austrian-ally", "hands": {"saxony": ("H5", "S8")}}),
}


def asked(name: str) -> tuple[Table, Decision]:
    step, given = QUESTIONS[name]
    table = laid(**given)
    table.enter(step)
    (decision,) = play(table, [policies(MARIA.policies)])
    return table, decision


@pytest.mark.parametrize("name", QUESTIONS)
def test_19_a_letter_asks_and_its_form_is_legal(name: str) -> None:
    table, decision = asked(name)
    told = occasion(table, decision.seat, decision, 0)
    text = letter(words(table.views[decision.seat], decision.seat), told)

    assert not RAW.search(text), RAW.search(text)
    check_form(table, told, text)


@pytest.mark.parametrize("name", QUESTIONS)
def test_19_every_answer_is_said_back_and_told(name: str) -> None:
    for seed in "abcdef":
        table, decision = asked(name)
        order = guess(table.views[decision.seat], decision, Chance(seed, "shifts"))
        said = said_back(table, decision, order)
        assert not RAW.search(said), said
        table.state.flow[-1].run(table, {decision: order})
        table.close("answer", {})
        for seat in table.seats:
            text = letter(words(table.views[seat], seat), occasion(table, seat, None, 0))
            assert not RAW.search(text), RAW.search(text)
        assert public_report(words(table.views[PUBLIC], PUBLIC), occasion(table, PUBLIC, None, 0))


def test_19_3_the_letter_names_every_box_that_can_be_reached() -> None:
    table, decision = asked("saxony")
    text = letter(words(table.views[decision.seat], decision.seat), occasion(table, decision.seat, decision, 0))

    assert "2 points were lost" in text
    assert "2 boxes: Saxony is neutral" in text


def test_19_3_the_second_sheet_of_a_stage_says_why() -> None:
    table = laid(saxony="neutral", pieces={"friedrich": ("halle", 3)})
    (decision,) = decisions_of(SheetAgain(stage="prussia"), _overtaken(table))
    text = letter(words(table.views["frederick"], "frederick"), occasion(table, "frederick", decision, 0))

    assert decision.key == "1.prussia.again"
    assert "Saxony has changed sides" in text


def _overtaken(table: Table) -> Any:
    table.emit(StageBegan(stage="prussia", powers=("prussia",)))
    assert decisions_of(SheetAgain(stage="prussia"), table.state) == ()
    table.emit(Ordered(seat="frederick"))
    table.emit(SaxonyTurned(standing="neutral"))
    return table.state


def test_19_standing_answers_are_said_back_and_shown() -> None:
    table = laid()
    wish = SaxonyWish("past neutral")
    wishes = StandingAnswers(saxony=wish, peace="refuse", withdraw=CitiesOrNone(("prag", "wien")))
    order = StandingOrders(standing=wishes)
    step = MARIA.anytime(table.views["maria-theresa"], "maria-theresa")
    assert step is not None
    (decision,) = decisions_of(step, table.state)
    said = said_back(table, decision, order)
    keep(table, "maria-theresa", order)
    told = replace(occasion(table, "maria-theresa", None, 0), changes=None)  # as for the command `hand`
    text = part(words(table.views["maria-theresa"], "maria-theresa"), told, "hand")

    for shown in (said, text):
        flat = " ".join(shown.split())
        assert "Saxony's marker, when Prussia loses points: as far as it can go, but not into neutrality." in flat
        assert "An offer of peace: refused." in flat
        assert "to Prag, otherwise Wien, otherwise to the one nearest to Prag." in flat


def test_19_3_the_new_player_reads_hand_and_troops_in_the_story() -> None:
    table = laid(tracks={"saxony": 3}, owed=1, pieces={"rutowski": ("pirna", 5)}, hands={"saxony": ("H5",)})
    table.enter(MoveSaxony())
    (decision,) = waiting(table)
    table.state.flow[-1].run(table, {decision: SaxonyOrders(saxony=SaxonyWish("all"))})
    table.close("saxony")

    def story(seat: str) -> str:
        return " ".join(letter(words(table.views[seat], seat), occasion(table, seat, None, 0)).split())

    assert "- Saxony's cards: new ♥ 5." in story("maria-theresa")
    assert "- Troops of Saxony: Rutowski 5" in story("maria-theresa")
    assert "Maria Theresa runs Saxony from now on, with its 1 card." in story("frederick")


@pytest.mark.parametrize(
    ("why", "says"),
    [
        ("recruits", "Prussia recruited 3 troops and now has {total}."),
        ("politics", "Prussia got 3 troops by a political card and now has {total}."),
    ],
)
def test_13_everyone_reads_how_many_troops_a_power_got(why: str, says: str) -> None:
    table = laid(pieces={"friedrich": ("halle", 3)})
    total = table.state.totals["prussia"] + 3
    table.emit(TroopsDivided(seat="frederick", power="prussia", total=total, why=why, troops={"friedrich": 6}))
    table.close("winter")

    for seat in (*table.seats, PUBLIC):
        report = public_report if seat == PUBLIC else letter
        told = report(words(table.views[seat], seat), occasion(table, seat, None, 0))
        assert says.format(total=total) in " ".join(told.split())
