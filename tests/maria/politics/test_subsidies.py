"""Subsidy contracts (20)."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Table
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from pbem_maria.chapters import contracts
from pbem_maria.chapters.cards import CardsDrawn
from pbem_maria.chapters.contracts import ContractEnded, ContractMade, ContractWithdrawn, SubsidyKept, SubsidyPaid
from pbem_maria.chapters.standing import keep
from pbem_maria.guess import guess
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.cards import Bargain
from pbem_maria.orders.stage import StandingOrders
from pbem_maria.position.cards import Pile, deck
from pbem_maria.position.state import Contract, ContractOffer, State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence import withdrawals
from pbem_maria.sequence.setup import start
from pbem_maria.sequence.supply import DrawCards
from pbem_maria.settings import MariaSettings, seats

SETTINGS = MariaSettings(scenario="advanced")


def table_at(stage: str = "", **given: Any) -> Table:
    state = replace(start(SETTINGS), turn=2, stage=stage, flow=(), draw=Pile(deck(1)), **given)
    state = replace(state, hands=dict.fromkeys(state.theatre.powers, Pile()))
    return Table(state, seats(SETTINGS), "secret")


def say(table: Table, seat: str, *bargains: Bargain) -> tuple[Event, ...]:
    keep(table, seat, StandingOrders(contracts=bargains))
    return table.close("", {}).events


@pytest.mark.parametrize(
    ("stage", "drawn", "first"),
    [
        ("", (), 2),
        ("france", (), 3),
        ("prussia", ("france",), 3),
        ("", ("france", "bavaria"), 3),
    ],
)
def test_20_the_first_payment_is_in_the_givers_next_card_phase(stage: str, drawn: tuple[str, ...], first: int) -> None:
    table = table_at(stage, drawn=frozenset(drawn))
    assert contracts.first_payment(table.state, "france") == first


def test_20_before_the_first_turn_it_is_in_that() -> None:
    assert contracts.first_payment(replace(start(SETTINGS), turn=0), "france") == 1


def draw_cards(table: Table) -> tuple[Event, ...]:
    table.enter(DrawCards())
    table.close("", {})
    return table.run(DrawCards(), {}).events


def test_20_the_card_is_the_receivers_before_the_giver_sees_any() -> None:
    table = table_at("france", contracts=(Contract("france", "prussia", 2, 3),))
    drawn = [event for event in draw_cards(table) if isinstance(event, CardsDrawn)]
    assert [(event.power, event.cards) for event in drawn[:2]] == [("prussia", deck(1)[:1]), ("france", deck(1)[1:4])]
    assert drawn[0].seen_by("louis") == replace(drawn[0], cards=1)
    assert drawn[0].seen_by("frederick") == drawn[0]
    assert table.state.drawn == {"france", "bavaria"}


def test_20_a_contract_is_paid_from_its_first_turn_to_its_last() -> None:
    table = table_at("france", contracts=(Contract("france", "prussia", 3, 4),))
    assert not [event for event in draw_cards(table) if isinstance(event, SubsidyPaid)]
    for turn, why in ((3, None), (4, "over")):
        table = table_at("france", contracts=table.state.contracts)
        table.state = replace(table.state, turn=turn)
        events = draw_cards(table)
        assert [event for event in events if isinstance(event, SubsidyPaid)] == [
            SubsidyPaid(giver="france", receiver="prussia")
        ]
        assert [event.why for event in events if isinstance(event, ContractEnded)] == ([why] if why else [])


def test_20_without_income_nothing_is_given() -> None:
    table = table_at("france", contracts=(Contract("france", "prussia", 2, 9), Contract("france", "saxony", 2, 9)))
    assert contracts.pay(table, "france", 1) == 1
    events = table.close("", {}).events
    assert [event for event in events if isinstance(event, SubsidyKept)] == [
        SubsidyKept(giver="france", receiver="saxony", why="no-income")
    ]


@pytest.mark.parametrize("zone", ["neutral", "austrian-ally"])
def test_19_3_a_contract_with_a_saxony_that_is_no_ally_ends(zone: str) -> None:
    table = table_at(
        "france",
        contracts=(Contract("prussia", "saxony", 2, 9), Contract("france", "prussia", 2, 9)),
        offers=(ContractOffer("france", "saxony", 2, "louis"), ContractOffer("austria", "pragmatic", 2, "frederick")),
    )
    withdrawals.turn(table, zone)
    events = table.close("", {}).events
    assert ContractEnded(giver="prussia", receiver="saxony", why="no-ally") in events
    assert ContractWithdrawn(giver="france", receiver="saxony", seat="louis") in events
    assert table.state.contracts == (Contract("france", "prussia", 2, 9),)
    assert table.state.offers == (ContractOffer("austria", "pragmatic", 2, "frederick"),)


def test_20_maria_theresa_subsidises_her_own_saxony() -> None:
    table = table_at("austria", saxony="austrian-ally")
    table.state = replace(table.state, seats={**table.state.seats, "saxony": "maria-theresa"})
    assert say(table, "maria-theresa", Bargain("austria", "saxony", 2)) == (
        ContractMade(giver="austria", receiver="saxony", first=3, last=4),
    )


def test_20_what_another_sheet_made_void_is_passed_over() -> None:
    table = table_at("france", contracts=(Contract("france", "prussia", 2, 9),))
    assert say(table, "louis", Bargain("france", "prussia", 3), Bargain("france", "saxony", what="end")) == ()
    assert [p.stops for p in contracts.check(table.state, "louis", (Bargain("france", "prussia", 3),))] == [False]


def test_20_the_same_word_twice_is_one() -> None:
    table = table_at("france")
    assert len(say(table, "louis", Bargain("france", "prussia", 3))) == 1
    assert say(table, "louis", Bargain("france", "prussia", 3)) == ()
    say(table, "louis", Bargain("france", "prussia", 4))
    assert table.state.offers == (ContractOffer("france", "prussia", 4, "louis"),)


def test_20_contracts_are_read_and_written() -> None:
    names = lexicon(start(SETTINGS), "louis")
    text = (
        "contracts:\n- France to Prussia: 3 turns\n- France > Saxony, for 1 turn\n"
        "- France to Prussia: END\n- France to Saxony: withdraw"
    )
    sheet = read_sheet(text, StandingOrders, names)
    assert not sheet.faults
    assert isinstance(sheet.order, StandingOrders)
    assert sheet.order.contracts == (
        Bargain("france", "prussia", 3),
        Bargain("france", "saxony", 1),
        Bargain("france", "prussia", what="end"),
        Bargain("france", "saxony", what="withdraw"),
    )
    assert read_sheet(write_sheet(sheet.order, names), StandingOrders, names).order == sheet.order
    assert read_sheet("contracts: {France to Prussia: 3 turns}", StandingOrders, names).order == StandingOrders(
        contracts=(Bargain("france", "prussia", 3),)
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("France to Prussia", "not-a-contract"),
        ("France: 3 turns", "not-a-contract"),
        ("France to Xyzzy: 3 turns", "unknown-name"),
        ("France to Prussia: soon", "not-a-contract"),
        ("[France]", "not-a-contract"),
    ],
)
def test_20_what_is_no_contract_is_refused(line: str, code: str) -> None:
    sheet = read_sheet(f"contracts:\n- {line}", StandingOrders, lexicon(start(SETTINGS), "louis"))
    assert [fault.problem.code for fault in sheet.faults] == [code]


def test_20_contracts_in_whole_games() -> None:
    """A giver hands over as many cards less as its receivers get more; a pair has one contract."""
    paid = 0
    for seed in ("a", "b", "c"):
        table = Table(start(SETTINGS), seats(SETTINGS), seed)
        chance = Chance(seed, "contracts")
        answers: dict[str, Answer] = {}

        def sheets(decision: Any, view: State, answers: dict[str, Answer] = answers) -> Answer | None:
            return answers.get(decision.seat + decision.key)

        while table.state.turn < 6 and (open_ones := play(table, (sheets, policies(MARIA.policies)))):
            answers.clear()
            for decision in open_ones:
                answers[decision.seat + decision.key] = Answer(guess(table.views[decision.seat], decision, chance))
            pairs = [frozenset((each.giver, each.receiver)) for each in table.state.contracts]
            assert len(pairs) == len(set(pairs))
            assert table.state.contracts == table.views["louis"].contracts
        paid += sum(isinstance(event, SubsidyPaid) for entry in table.entries for event in entry.events)
    assert paid
