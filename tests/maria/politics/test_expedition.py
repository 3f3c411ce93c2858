"""The expeditionary corps (17): who is asked, what is told, who makes room."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.engine.play import faults, play, policies, waiting
from pbem.engine.table import Answer, Chance, Table, decisions_of
from pbem.report.letter import letter, public_report
from pbem.sheet.check import check_sheet
from pbem_maria.chapters import expedition
from pbem_maria.guess import guess
from pbem_maria.invariants import broken
from pbem_maria.orders.standing import StandingAnswers
from pbem_maria.orders.statecraft import Cities, ExpeditionOrders, GiveWayOrders
from pbem_maria.position.state import KnownStrength, State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.tracks import ReturnExpedition, SendExpedition
from tests.maria.advanced import laid
from tests.maria.letters.test_words import RAW, check_form, occasion, said_back, words

ARROW = "bruck-an-der-mur"


def sending(power: str = "austria", **given: Any) -> Table:
    table = laid(**given)
    table.enter(SendExpedition(power=power))
    return table


def returning(power: str = "austria", **given: Any) -> Table:
    table = laid(**{"off_map": {"arenberg": 4}, **given})
    table.enter(ReturnExpedition(power=power))
    return table


def answered(table: Table, order: Any) -> State:
    """The position after the question on top of the flow was answered by *order*."""
    [decision] = waiting(table)
    assert not faults(table.state.flow[-1], table.views[decision.seat], decision, order)
    table.run(table.state.flow[-1], {decision: Answer(order)})
    state: State = table.state
    assert not list(broken(state))
    return state


@pytest.mark.parametrize("hand", [("H7",), ("H8",)])
def test_17_being_asked_does_not_tell_what_the_hand_is_worth(hand: tuple[str, ...]) -> None:
    table = sending(pieces={"karl": ("wien", 6)}, hands={"austria": hand})
    assert [decision.seat for decision in waiting(table)] == ["maria-theresa"]


@pytest.mark.parametrize(
    ("pieces", "hand", "asked"),
    [
        ({"karl": ("wien", 6)}, (), False),
        ({"karl": ("wien", 6), "traun": ("prag", 6)}, (), True),
        ({}, ("H7",), False),
        ({}, ("H8",), True),
        ({}, ("R",), True),
    ],
)
def test_17_nothing_is_asked_where_there_is_no_choice(pieces: Any, hand: tuple[str, ...], *, asked: bool) -> None:
    assert bool(waiting(sending(pieces=pieces, hands={"austria": hand}))) == asked


def test_17_the_last_in_rank_goes_by_default() -> None:
    table = sending(pieces={"karl": ("wien", 6), "traun": ("prag", 6), "arenberg": ("namur", 4)})
    [decision] = waiting(table)
    assert decision.default == ExpeditionOrders(expedition=("arenberg",))
    assert answered(table, decision.default).off_map == {"arenberg": "lombardy"}


def test_17_others_do_not_learn_the_troops_of_a_corps() -> None:
    table = sending(pieces={"karl": ("wien", 6), "traun": ("prag", 5)})
    answered(table, ExpeditionOrders(expedition=("karl",)))
    assert table.views["maria-theresa"].troops == {"karl": 6, "traun": 5}
    for seat in ("louis", "frederick", ""):
        view: State = table.views[seat]
        assert view.troops == {}
        assert view.off_map == {"karl": "lombardy"}
        assert view.totals["austria"] == 11


def test_17_what_was_told_of_his_strength_stays_known() -> None:
    table = sending(pieces={"karl": ("wien", 6)})
    told = (KnownStrength(turn=1, generals=("karl",), troops=6),)
    table.state = replace(table.state, sightings=told)
    table.run(table.state.flow[-1], {})
    assert table.state.off_map == {"karl": "lombardy"}
    assert table.state.sightings == told


def test_17_two_troops_for_a_removed_general() -> None:
    table = sending(pieces={"karl": ("wien", 6)}, hands={"austria": ("H3", "S5", "C10", "R")})
    state = answered(table, ExpeditionOrders(expedition=("traun",), pay=("R",)))
    assert state.troops == {"karl": 6, "traun": 2}
    assert state.totals["austria"] == 8
    assert len(state.hands["austria"].known) == 3


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (ExpeditionOrders(), ["nobody-sent"]),
        (ExpeditionOrders(expedition=("moritz",)), ["not-of-the-corps"]),
        (ExpeditionOrders(expedition=("arenberg",)), ["not-of-the-corps"]),
        (ExpeditionOrders(expedition=("traun",)), ["expedition-unpaid"]),
        (ExpeditionOrders(expedition=("karl", "traun")), ["expedition-unpaid"]),
        (ExpeditionOrders(expedition=("karl",)), []),
    ],
)
def test_17_whom_a_power_cannot_send(order: ExpeditionOrders, codes: list[str]) -> None:
    table = sending(pieces={"karl": ("wien", 6)}, off_map={"arenberg": 3}, hands={"austria": ("H7",)})
    [decision] = waiting(table)
    found = faults(table.state.flow[-1], table.views["maria-theresa"], decision, order)
    assert [problem.code for problem in found] == codes


def test_17_a_corps_returns_face_up_with_its_troops() -> None:
    table = returning()
    play(table, [policies(MARIA.policies)])
    state: State = table.state
    assert state.at == {"arenberg": ARROW}
    assert state.troops == {"arenberg": 4}
    assert (state.off_map, state.face_down, state.flow) == ({}, frozenset(), ())


def test_17_nobody_returns_from_an_empty_box() -> None:
    table = returning("france")
    play(table, [policies(MARIA.policies)])
    assert table.state.off_map == {"arenberg": "lombardy"}


def test_17_the_stack_at_the_arrow_splits_or_stays_together() -> None:
    pieces = {"karl": (ARROW, 3), "traun": (ARROW, 3)}
    for goals in (("eisenerz", "mariazell"), ("eisenerz", "eisenerz")):
        wishes = dict(zip(("karl", "traun"), (Cities((city,)) for city in goals), strict=True))
        state = answered(returning(pieces=pieces), GiveWayOrders(gives_way=wishes))
        assert (state.at["karl"], state.at["traun"], state.at["arenberg"]) == (*goals, ARROW)


def test_17_the_second_of_a_stack_cannot_make_a_third() -> None:
    pieces = {"karl": (ARROW, 3), "traun": (ARROW, 3), "neipperg": ("eisenerz", 2)}
    table = returning(pieces=pieces)
    [decision] = waiting(table)
    both = GiveWayOrders(gives_way={"karl": Cities(("eisenerz",)), "traun": Cities(("eisenerz",))})
    found = faults(table.state.flow[-1], table.views["maria-theresa"], decision, both)
    assert [(problem.code, problem.path) for problem in found] == [("cannot-give-way", ("gives_way", "traun"))]


def test_17_two_owners_make_room_at_once() -> None:
    """Each chooses for its own general; the second finds the city taken, and goes to another."""
    table = returning(pieces={"karl": (ARROW, 3), "george": (ARROW, 3)})
    decisions = {decision.seat: decision for decision in waiting(table)}
    assert set(decisions) == {"maria-theresa", "frederick"}
    answers = {
        decisions["maria-theresa"]: Answer(GiveWayOrders(gives_way={"karl": Cities(("eisenerz",))})),
        decisions["frederick"]: Answer(GiveWayOrders(gives_way={"george": Cities(("eisenerz",))})),
    }
    for decision, answer in answers.items():
        assert not faults(table.state.flow[-1], table.views[decision.seat], decision, answer.order)
    table.run(table.state.flow[-1], answers)
    assert table.state.at == {"karl": "eisenerz", "george": "mariazell", "arenberg": ARROW}


def test_17_standing_orders_answer_only_what_they_cover() -> None:
    pieces = {"karl": (ARROW, 3), "traun": (ARROW, 3)}
    one = StandingAnswers(gives_way={"karl": Cities(("wien", "eisenerz"))})
    table = returning(pieces=pieces, standing={"maria-theresa": one})
    assert play(table, [policies(MARIA.policies)])
    both = StandingAnswers(gives_way={"karl": Cities(("eisenerz",)), "traun": Cities(("mariazell",))})
    table = returning(pieces=pieces, standing={"maria-theresa": both})
    assert not play(table, [policies(MARIA.policies)])
    assert table.state.at["traun"] == "mariazell"


@pytest.mark.parametrize("text", ["standing: {expedition: [Moritz]}", "standing: {gives way: {Moritz: Prag}}"])
def test_17_standing_orders_name_own_pieces(text: str) -> None:
    table = sending(pieces={"karl": ("wien", 6)})
    assert MARIA.anytime is not None
    step = MARIA.anytime(table.views["maria-theresa"], "maria-theresa")
    assert step is not None
    [decision] = decisions_of(step, table.views["maria-theresa"])
    view = table.views["maria-theresa"]
    sheet = check_sheet(text, step, decision, view, MARIA.lexicon(view, "maria-theresa"))
    assert sheet.order is None
    assert [fault.problem.code for fault in sheet.faults] in (["not-your-general"], ["not-your-piece"])


def test_17_a_neutral_prussia_makes_room_at_home() -> None:
    """Meseritz and Pinne lie in Poland, which a neutral Prussian may not enter."""
    pieces = {"friedrich": ("landsberg-an-der-warthe", 4)}
    state = laid(pieces=pieces, off_map={"dessauer": 3}).state
    [way] = expedition.ways(state, "landsberg-an-der-warthe")
    assert set(way.options) == {"kuestrin", "meseritz", "pinne", "zielenzig"}
    neutral = laid(pieces=pieces, off_map={"dessauer": 3}, neutral_until=3).state
    [way] = expedition.ways(neutral, "landsberg-an-der-warthe")
    assert set(way.options) == {"kuestrin", "zielenzig"}


def test_17_guesses_are_legal() -> None:
    stack = {"karl": (ARROW, 3), "traun": (ARROW, 3), "neipperg": ("eisenerz", 2)}
    for number in range(20):
        for table in (
            sending(pieces={"karl": ("wien", 6)}, hands={"austria": ("H7",)}),
            returning(pieces=stack),
        ):
            [decision] = waiting(table)
            order = guess(table.views[decision.seat], decision, Chance("seed", str(number)))
            assert not faults(table.state.flow[-1], table.views[decision.seat], decision, order)


def test_17_letters_ask_and_tell() -> None:
    """Both questions: the letter, its form, and the order repeated, without a raw id."""
    stack = {"karl": (ARROW, 3), "traun": (ARROW, 3)}
    hands = {"austria": ("H7", "H8")}
    for table, line in (
        (sending(pieces={"karl": ("wien", 6)}, hands=hands), "went to Lombardei from Wien"),
        (returning(pieces=stack), "Karl von Lothringen made room for Arenberg"),
    ):
        [decision] = waiting(table)
        told = occasion(table, decision.seat, decision, 0)
        text = letter(words(table.views[decision.seat], decision.seat), told)
        assert not RAW.search(text), RAW.search(text)
        check_form(table, told, text)
        assert decision.default is not None
        assert not RAW.search(said_back(table, decision, decision.default))
        answered(table, decision.default)
        story = public_report(words(table.views[PUBLIC], PUBLIC), occasion(table, PUBLIC, None, 0))
        assert line in " ".join(story.split()), story


def test_17_a_chosen_commander_who_leaves_commands_no_more() -> None:
    """Friedrich and Rutowski have the same rank; a stack that they form later is a new one."""
    pieces = {"rutowski": ("berlin", 2), "friedrich": ("berlin", 3, False, True), "schwerin": ("glogau", 3)}
    table = sending("prussia", pieces=pieces, tracks={"russia": 2})
    assert table.state.commanders == {"berlin": "friedrich"}
    state = answered(table, ExpeditionOrders(expedition=("friedrich",)))
    assert state.commanders == {}
    assert state.generals_at("berlin") == ("rutowski",)


def test_17_only_his_owner_is_told_how_many_troops_he_has() -> None:
    table = returning(pieces={"karl": (ARROW, 3)})
    texts = {
        seat: letter(words(view, seat), occasion(table, seat, None, 0)) for seat, view in table.views.items() if seat
    }
    assert "Arenberg 4 (out of play in Lombardei)" in " ".join(texts["maria-theresa"].split())
    assert all("Arenberg 4" not in text for seat, text in texts.items() if seat != "maria-theresa")
