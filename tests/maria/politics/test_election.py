"""The imperial election (18): who has which vote, and what is asked of whom."""

from typing import Any

import msgspec
import pytest

from pbem.engine.event import PUBLIC
from pbem.engine.play import faults, play, policies, top, waiting
from pbem.engine.table import Answer, Chance, Table
from pbem.report.letter import letter, public_report
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from pbem_maria import unions
from pbem_maria.chapters import election
from pbem_maria.guess import guess
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.standing import KeptAnswers, StandingAnswers
from pbem_maria.orders.statecraft import CHARLES, FRANCIS, ElectionOrders, Votes
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.politics import Election
from pbem_maria.sequence.setup import start
from pbem_maria.sequence.turn import Turn
from pbem_maria.settings import MariaSettings
from tests.maria.advanced import laid
from tests.maria.letters.test_words import RAW, check_form, occasion, said_back, words

NAMES = lexicon(start(MariaSettings(scenario="advanced")), "frederick")


def electing(**given: Any) -> Table:
    table = laid(**{"election": "pending", "turn": 4, **given})
    table.enter(Election(turn=4))
    return table


def elected(table: Table, **votes: Votes) -> Table:
    """The table after the election, the open votes cast as *votes* says by seat, else as is usual."""
    said = {seat.replace("_", "-"): ElectionOrders(vote=vote) for seat, vote in votes.items()}
    asked = [(decision, said.pop(decision.seat, decision.default)) for decision in waiting(table)]
    answers = {decision: Answer(order) for decision, order in asked if order}
    assert not said, "nobody else is asked"
    table.run(table.state.flow[-1], answers)
    return table


@pytest.mark.parametrize(
    ("text", "votes"),
    [
        ("vote: Charles Albert", Votes(all=CHARLES)),
        ("vote: francis stephen", Votes(all=FRANCIS)),
        ("vote: Karl Albrecht", Votes(all=CHARLES)),
        ("vote: {Berlin: Charles, Saxony: Franz Stephan}", Votes(each={"berlin": CHARLES, "saxony": FRANCIS})),
    ],
)
def test_18_votes_are_written_as_players_write(text: str, votes: Votes) -> None:
    sheet = read_sheet(text, ElectionOrders, NAMES)
    assert sheet.order == ElectionOrders(vote=votes), sheet.faults
    assert read_sheet(write_sheet(sheet.order, NAMES), ElectionOrders, NAMES).order == sheet.order


def test_18_there_are_nine_votes() -> None:
    votes = election.votes(laid().state)
    assert [vote.seat for vote in votes] == ["maria-theresa"] + ["louis"] * 3 + ["frederick"] * 5
    assert [vote.city for vote in votes if vote.bound] == ["prag", "mainz", "trier", "hannover"]


@pytest.mark.parametrize(
    ("given", "city", "power", "bound"),
    [
        ({}, "dresden", "saxony", False),
        ({"saxony": "neutral"}, "dresden", "saxony", True),
        ({"saxony": "austrian-ally"}, "dresden", "saxony", False),
        ({"saxony": "neutral", "markers": {"dresden": "prussia"}}, "dresden", "prussia", False),
        ({"markers": {"prag": "prussia"}}, "prag", "prussia", False),
        ({"markers": {"muenchen": "austria"}}, "muenchen", "austria", True),
        ({"electors": {"koeln": "pragmatic"}}, "koeln", "pragmatic", True),
        ({"markers": {"hannover": "france"}}, "hannover", "france", False),
        ({"neutral_until": 3}, "berlin", "prussia", False),
    ],
)
def test_18_the_controller_of_the_fortress_votes(given: dict[str, Any], city: str, power: str, *, bound: bool) -> None:
    [vote] = [vote for vote in election.votes(laid(**given).state) if vote.city == city]
    assert (vote.power, vote.bound) == (power, bound)


def test_18_only_those_with_a_free_vote_are_asked() -> None:
    assert [decision.seat for decision in waiting(electing())] == ["louis", "frederick"]
    assert next(decision.seat for decision in waiting(electing(saxony="austrian-ally"))) == "maria-theresa"
    taken = electing(saxony="neutral", markers={"berlin": "austria"})
    assert [decision.seat for decision in waiting(taken)] == ["louis"]


def test_18_an_election_that_is_not_due_asks_nobody() -> None:
    for state in (None, "held"):
        table = electing(election=None)
        table.state = msgspec.structs.replace(table.state, election=state or "")
        assert not play(table, [policies(MARIA.policies)])
        assert table.state.boxes == {}


def test_18_the_usual_votes_elect_charles_albert() -> None:
    table = elected(electing())
    assert (table.state.boxes, table.state.election) == ({"emperor": "france"}, "held")
    assert table.state.pools["france"] == 10


def test_18_austrias_ally_usually_votes_for_francis_stephen() -> None:
    table = elected(electing(saxony="austrian-ally"))
    assert table.state.boxes == {"emperor": "austria"}


@pytest.mark.parametrize(("berlin", "emperor"), [(CHARLES, "france"), (FRANCIS, "austria")])
def test_18_five_votes_win(berlin: str, emperor: str) -> None:
    assert elected(electing(), frederick=Votes(all=CHARLES, each={"berlin": berlin})).state.boxes == {
        "emperor": emperor
    }


def test_18_the_fortress_counts_before_the_power_and_all() -> None:
    said = Votes(all=CHARLES, each={"france": CHARLES, "koeln": FRANCIS})
    votes = {vote.city: election.cast(vote, said) for vote in election.free_votes(laid().state, "louis")}
    assert votes == {"muenchen": CHARLES, "koeln": FRANCIS, "mannheim": CHARLES}


@pytest.mark.parametrize("who", ["hannover", "prag", "austria", "france", "koeln"])
def test_18_nobody_votes_for_others(who: str) -> None:
    table = electing()
    [decision] = [each for each in waiting(table) if each.seat == "frederick"]
    order = ElectionOrders(vote=Votes(each={"berlin": CHARLES, "dresden": CHARLES, who: FRANCIS}))
    found = faults(table.state.flow[-1], table.views["frederick"], decision, order)
    assert [(problem.code, problem.path) for problem in found] == [("no-vote-there", ("vote", who))]


def test_18_standing_votes_are_said_by_fortress_when_they_answer() -> None:
    given = KeptAnswers(vote=Votes(each={"saxony": FRANCIS, "berlin": CHARLES, "hannover": CHARLES}))
    expected = Votes(each={"berlin": CHARLES, "dresden": FRANCIS})
    assert election.in_advance(laid().state, "frederick", given) == expected
    assert election.in_advance(laid().state, "frederick", KeptAnswers()) is None
    some = KeptAnswers(vote=Votes(each={"berlin": CHARLES}))
    assert election.in_advance(laid().state, "frederick", some) is None


def test_18_standing_votes_answer_the_question() -> None:
    table = electing(
        standing={
            "louis": StandingAnswers(vote=Votes(all=CHARLES)),
            "frederick": StandingAnswers(vote=Votes(all=FRANCIS)),
        }
    )
    assert not play(table, [policies(MARIA.policies)])
    assert table.state.boxes == {"emperor": "austria"}


def test_18_the_election_follows_the_last_stage_and_comes_before_winter() -> None:
    for turn, held, expected in ((6, False, True), (6, True, False)):
        table = laid(turn=turn, election="pending")
        if held:
            table.state = msgspec.structs.replace(table.state, election="held")
        table.enter(Turn(turn=turn))
        table.run(table.state.flow[-1], {})
        steps = [type(step).__name__ for step in reversed(table.state.flow)]
        assert ("Election" in steps) == expected
        if expected:
            assert steps[steps.index("Election") - 1] == "ActionStage"
            assert steps[steps.index("Election") + 1] == "Winter"


def test_18_the_introductory_game_has_no_election() -> None:
    table = Table(start(MariaSettings()), ("louis",), "secret")
    while table.state.flow:
        table.leave()
    table.enter(Turn(turn=3))
    table.run(top(table.state), {})
    assert not any(isinstance(step, Election) for step in table.state.flow)


def test_18_the_events_can_be_read_back_from_the_log() -> None:
    table = electing(markers={"prag": "france"}, saxony="austrian-ally")
    elected(table)
    for event in table.entries[-1].events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=unions.MariaEvents) == event


def test_18_guesses_are_legal() -> None:
    for number in range(10):
        table = electing(saxony="austrian-ally")
        for decision in waiting(table):
            order = guess(table.views[decision.seat], decision, Chance("seed", str(number)))
            assert not faults(table.state.flow[-1], table.views[decision.seat], decision, order)


def test_18_the_letter_asks_for_each_vote_and_tells_the_result() -> None:
    table = electing(saxony="austrian-ally")
    for decision in waiting(table):
        told = occasion(table, decision.seat, decision, 0)
        text = letter(words(table.views[decision.seat], decision.seat), told)
        assert not RAW.search(text), RAW.search(text)
        check_form(table, told, text)
        assert decision.default is not None
        said = said_back(table, decision, decision.default)
        assert "Francis Stephen" in said or "Charles Albert" in said
    elected(table)
    story = public_report(words(table.views[PUBLIC], PUBLIC), occasion(table, PUBLIC, None, 0))
    assert "Austria cast the vote of Prag for Francis Stephen, as it must." in " ".join(story.split())
    assert "Francis Stephen was elected emperor with 5 votes." in " ".join(story.split())
