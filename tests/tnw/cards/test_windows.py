"""Response windows and holds (6.14, 2.4 of the house rules): R1 to R9, R15, D30."""

from collections.abc import Iterable
from decimal import Decimal

from msgspec.structs import replace

from pbem.engine.table import Answer
from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.events import HoldUsed
from pbem_tnw.chapters.cards.windows import HoldQuestion, ResponseWindow, play_event
from pbem_tnw.chapters.nation.pieces import CardLaid
from pbem_tnw.chapters.turn.events import CardsKept
from pbem_tnw.chapters.turn.sheet_checks import check_answers
from pbem_tnw.orders.choices import BattleCardWish, HoldAnswer, PlayedNow
from pbem_tnw.orders.condition import Amount, Asked, Comparison, OneOf, Truth
from pbem_tnw.orders.condition_parser import BattleCondition, ResponseCondition
from pbem_tnw.orders.names import AtPlaces, ByWhom
from pbem_tnw.orders.standing import BattleLine, HoldWish, RespondLine, WarStanding
from pbem_tnw.position.impulse import DiceRoll, Pieces, WarFormation
from pbem_tnw.position.state import WarState
from pbem_tnw.settings import TnwOptions
from tests.tnw.cards.playing import holding, in_impulse
from tests.tnw.positions import DiceTable, with_forces, with_standing

STEP = ResponseOccasion(trigger="step", nation="france", place="linz", origin="munich", target="france")


def entered(place: str = "linz", units: int = 6, **hands: Iterable[str]) -> WarState:
    """Napoleon's Army has just entered a duchy."""
    state = with_forces(in_impulse("france"), units={place: {"france": units}}, generals={"napoleon": place})
    formation = WarFormation(
        kind="army", nation="france", place=place, commander="napoleon", origin="munich",
        pieces=Pieces(units={"france": units}, generals=("napoleon",)),
    )  # fmt: skip
    assert state.impulse is not None
    return holding(replace(state, impulse=replace(state.impulse, formation=formation)), **hands)


def at_window(state: WarState, occasion: ResponseOccasion = STEP, faces: Iterable[int] = ()) -> DiceTable:
    table = DiceTable(state, faces)
    table.enter(ResponseWindow(occasion=occasion))
    table.play()
    return table


def answers(table: DiceTable) -> list[str]:
    found = [event for event in table.told(CardLaid) if isinstance(event, CardLaid) and event.how == "response"]
    return [f"{event.nation} {event.card}" for event in found]


BRIDGES = RespondLine(card="bridges-blown", by=ByWhom(("france",)), where=AtPlaces(("linz",)))


def test_6_14_a_standing_line_answers_a_step() -> None:
    """R1."""
    table = at_window(with_standing(entered(austria=["bridges-blown"]), "austria", respond=(BRIDGES,)))
    assert answers(table) == ["austria bridges-blown"]
    assert table.state.impulse is not None
    assert table.state.impulse.formation is not None
    assert table.state.impulse.formation.stopped
    assert table.state.played.top == "bridges-blown"


def test_2_4_a_line_for_a_card_that_is_not_held_does_nothing_that_anyone_sees() -> None:
    """R2."""
    idle = at_window(with_standing(entered(), "austria", respond=(BRIDGES,)))
    plain = at_window(entered())
    assert [entry.events for entry in idle.entries] == [entry.events for entry in plain.entries]


def test_2_4_lines_are_looked_at_along_the_track_from_the_active_nation_on() -> None:
    """R3: Austria answers first, Russia only if its own line still holds."""
    lines = {"austria": RespondLine(card="dysentery"), "russia": RespondLine(card="partisans")}
    state = entered(austria=["dysentery"], russia=["partisans"])
    for seat, line in lines.items():
        state = with_standing(state, seat, respond=(line,))
    state = with_forces(state, flags={"linz": "austria"})
    table = at_window(state, faces=[2, 2, 2, 2, 2, 2, 2])
    assert answers(table) == ["austria dysentery", "russia partisans"]
    never = ResponseCondition(Truth(yes=False))
    state = with_standing(state, "russia", respond=(replace(lines["russia"], condition=never),))
    assert answers(at_window(state, faces=[2] * 7)) == ["austria dysentery"]


def test_2_4_by_where_first_and_keep_bound_a_line() -> None:
    state = entered(austria=["bridges-blown"])
    for bound in (
        {"by": ByWhom(("spain",))}, {"where": AtPlaces(("vienna",))}, {"first": 0}, {"keep": 1}, {"holder": "russia"},
        {"trigger": "roll"},
    ):  # fmt: skip
        line = replace(RespondLine(card="bridges-blown"), **bound)
        assert not answers(at_window(with_standing(state, "austria", respond=(line,)))), bound
    kept = RespondLine(card="bridges-blown", keep=1, first=1)
    state = with_standing(entered(austria=["bridges-blown", "conscripts"]), "austria", respond=(kept,))
    assert answers(at_window(state))


def test_6_14_orders_gone_astray_after_the_roll() -> None:
    """R4: Kutuzov needs 5 and rolled 6; three less is no success."""
    state = entered(france=["orders-astray"])
    roll = DiceRoll(purpose="interception", nation="russia", faces=(4, 2), who="kutuzov", modifier=4, need=5)
    assert state.impulse is not None
    state = replace(state, impulse=replace(state.impulse, rolled=(roll,)))
    one_more = Comparison(Amount(Asked("roll")), "=", Amount(Asked("need"), plus=Decimal(1)))
    line = RespondLine(card="orders-astray", condition=ResponseCondition(one_more))
    state = with_standing(state, "france", respond=(line,))
    occasion = ResponseOccasion(trigger="interception", nation="russia", when="after", place="salzburg")
    table = at_window(state, occasion)
    assert table.state.impulse is not None
    (changed,) = table.state.impulse.rolled
    assert (changed.total, changed.need) == (7, 8)
    before = ResponseOccasion(trigger="interception", nation="russia", when="before", place="salzburg")
    assert not answers(at_window(state, before))


def conscripts_against(card: str, faces: Iterable[int] = (), shown: str = "conscripts") -> DiceTable:
    state = holding(in_impulse("france"), france=[shown], austria=[card])
    table = DiceTable(with_standing(state, "austria", respond=(RespondLine(card=card),)), faces)
    play_event(table, "france", shown)
    table.play()
    return table


def test_6_14_couriers_taken_cancels_on_a_die_of_four() -> None:
    """R5: on a 3 the event stands; on a 4 it is void and goes to the pile."""
    before = in_impulse("france").units["paris"]["france"]
    stands = conscripts_against("couriers-taken", [3])
    assert stands.state.units["paris"]["france"] == before + 2
    void = conscripts_against("couriers-taken", [4])
    assert void.state.units["paris"]["france"] == before
    assert set(void.state.played.cards) == {"conscripts", "couriers-taken"}


def test_6_14_the_black_cabinet_knows_its_limits() -> None:
    """R6: four CPs or less; a cancelled card stays in the game."""
    table = conscripts_against("black-cabinet", shown="persian-war")
    assert answers(table) == ["austria black-cabinet"]
    assert not table.state.wars
    assert not table.state.removed
    state = in_impulse("france", flags={**in_impulse("france").flags, "venice": "france"})
    state = holding(state, france=["tilsit"], britain=["black-cabinet"])
    table = DiceTable(with_standing(state, "britain", respond=(RespondLine(card="black-cabinet"),)))
    play_event(table, "france", "tilsit")
    table.play()
    assert not answers(table)


def test_6_14_shortage_of_fodder() -> None:
    """R7: the whole force to the Regroup box on a 5; else it is stopped."""
    state = with_standing(
        entered("vienna", austria=["shortage-of-fodder"]), "austria", respond=(RespondLine(card="shortage-of-fodder"),)
    )
    vienna = replace(STEP, place="vienna")
    gone = at_window(state, vienna, [5])
    assert gone.state.units["regroup"] == {"france": 6}
    assert gone.state.generals["napoleon"] == "regroup"
    stopped = at_window(state, vienna, [4])
    assert stopped.state.units["vienna"]["france"] == 6
    assert stopped.state.impulse is not None
    assert stopped.state.impulse.formation is not None
    assert stopped.state.impulse.formation.stopped


def test_2_4_responses_last_in_first_out_by_an_option() -> None:
    """With `lifo` the answer that is played last takes effect first."""
    state = entered(austria=["dysentery"], russia=["partisans"])
    state = with_forces(state, flags={"linz": "austria"})
    state = with_standing(state, "austria", respond=(RespondLine(card="dysentery"),))
    state = with_standing(state, "russia", respond=(RespondLine(card="partisans"),))
    table = at_window(replace(state, options=TnwOptions(responses="lifo")), faces=[2] * 6)
    assert answers(table) == ["austria dysentery", "russia partisans"]
    assert table.state.units["linz"]["france"] == 5


def held(state: WarState, *seats: str) -> WarState:
    for seat in seats:
        state = with_standing(state, seat, hold=(HoldWish(on="step"),))
    return state


def asked(table: DiceTable) -> list[str]:
    step = table.state.flow[-1] if table.state.flow else None
    return [each.seat for each in step.ask(table.state, {})] if isinstance(step, HoldQuestion) else []


def test_2_4_a_hold_asks_all_who_could_react_and_no_one_learns_whose_it_was() -> None:
    """R15: two seats hold; everyone with a card or such a Reserve is asked once, Britain has neither."""
    state = held(entered(austria=["conscripts"], russia=(), prussia=["rally"]), "austria", "prussia")
    table = at_window(state)
    assert asked(table) == ["austria", "russia", "prussia"]
    assert [type(event).__name__ for event in table.told(HoldUsed, "russia")] == []
    assert len(table.told(HoldUsed, "austria")) == len(table.told(HoldUsed, "prussia")) == 1
    assert table.views["russia"].holds == {}


def answered(table: DiceTable, **said: HoldAnswer) -> DiceTable:
    step = table.state.flow[-1]
    assert isinstance(step, HoldQuestion)

    asked = step.ask(table.state, {})
    table.run(step, {decision: Answer(said.get(decision.seat, HoldAnswer())) for decision in asked})
    table.play()
    return table


def test_2_4_an_answer_to_a_hold_is_played_and_the_same_step_is_not_held_again() -> None:
    state = held(entered(austria=["bridges-blown"]), "austria", "britain")
    card = HoldAnswer(play=PlayedNow((BattleCardWish(card="bridges-blown"),)))
    table = answered(at_window(state), austria=card)
    assert answers(table) == ["austria bridges-blown"]
    assert not table.state.flow
    assert not table.state.hold_answers


def test_2_4_who_is_asked_at_a_hold_does_not_depend_on_who_holds_the_card_that_could_respond() -> None:
    worlds = [
        at_window(held(entered(austria=hand, russia=["conscripts"], prussia=other), "russia"))
        for hand, other in ((["bridges-blown"], ["rally"]), (["rally"], ["bridges-blown"]), (["conscripts"], ["rally"]))
    ]
    first, *twins = (table.state.flow[-1].ask(table.state, {}) for table in worlds)  # type: ignore[attr-defined]
    assert [decision.seat for decision in first] == ["austria", "russia", "prussia"]
    for twin, table in zip(twins, worlds[1:], strict=True):
        assert twin == first
        assert [entry.events for entry in table.entries] == [entry.events for entry in worlds[0].entries]


def test_2_4_no_hold_beyond_the_number_of_the_options() -> None:
    state = held(entered(austria=["conscripts"]), "austria")
    assert not asked(at_window(replace(state, options=TnwOptions(holds="0"))))
    assert not asked(at_window(replace(state, holds={"austria": 2})))


def test_2_4_who_wants_no_more_questions_has_a_plan_for_the_rest_of_the_impulse() -> None:
    state = held(entered(austria=["conscripts"], russia=["rally"]), "austria")
    table = answered(at_window(state), russia=HoldAnswer(no_more=True))
    assert [(plan.seat, plan.on) for plan in table.state.kept] == [("russia", "hold")]
    assert not table.views["austria"].kept


def test_2_4_a_window_that_no_card_can_use_does_not_arise() -> None:
    table = at_window(held(entered(austria=["conscripts"]), "austria"), replace(STEP, trigger="peace"))
    assert not table.state.flow
    assert not asked(table)


def test_2_4_a_refused_card_says_why() -> None:
    table = at_window(held(entered(austria=["bridges-blown", "sortie"]), "austria"))
    step = table.state.flow[-1]
    assert isinstance(step, HoldQuestion)
    decision = step.ask(table.state, {})[0]
    wishes = tuple(BattleCardWish(card=card) for card in ("rally", "sortie", "bridges-blown"))
    found = list(step.check(table.views["austria"], decision, HoldAnswer(play=PlayedNow(wishes))))
    assert [(each.code, each.path) for each in found] == [
        ("answer-not-held", ("play", 0, "card")), ("answer-not-now", ("play", 1, "card")),
    ]  # fmt: skip


def test_2_4_lines_that_could_never_be_carried_out_are_refused() -> None:
    orders = WarStanding(
        respond=(
            RespondLine(card="conscripts"), RespondLine(card="sortie", trigger="step"),
            RespondLine(card="sortie", die="up"),
            RespondLine(card="fortune-of-war", die="up"),
        ),
        battle=(BattleLine(cards=(BattleCardWish(card="sortie"), BattleCardWish(card="rally"))),),
    )  # fmt: skip
    found = list(check_answers(in_impulse("france").board, orders))
    assert [(each.code, each.path) for each in found] == [
        ("respond-no-response", ("respond", 0, "card")), ("respond-other-trigger", ("respond", 1, "trigger")),
        ("choice-not-needed", ("respond", 2, "die")), ("not-for-battles", ("battle", 0, "cards", 0, "card")),
    ]  # fmt: skip


def told(table: DiceTable) -> list[tuple[str, tuple[str, ...], str]]:
    """The cards that Austria is told that it keeps, whose they are, and why."""
    found = (event for event in table.told(CardsKept, "austria") if isinstance(event, CardsKept))
    return [(each.nation, each.cards, each.problem.code) for each in found]


def test_2_4_a_card_of_an_answer_that_is_not_played_says_why_to_its_seat_alone() -> None:
    state = held(entered(austria=["bridges-blown", "sortie"], russia=["rally"]), "austria")

    def after(*wishes: BattleCardWish) -> DiceTable:
        return answered(at_window(state), austria=HoldAnswer(play=PlayedNow(wishes)))

    never = BattleCondition(Truth(yes=False))
    table = after(BattleCardWish(card="bridges-blown", condition=never))
    assert told(table) == [("austria", ("bridges-blown",), "condition-does-not-hold")]
    assert not answers(table)
    assert not table.told(CardsKept, "russia")
    table = after(BattleCardWish(card="sortie"))
    assert told(table) == [("austria", ("sortie",), "answer-not-now")]
    assert not answers(table)
    assert told(after(BattleCardWish(card="rally"))) == [("austria", ("rally",), "answer-not-held")]


def test_2_4_the_condition_of_an_answer_is_about_what_it_answers() -> None:
    state = held(entered(austria=["bridges-blown"]), "austria")
    by_france = BattleCondition(OneOf(Asked("by"), ("france",)))
    wish = BattleCardWish(card="bridges-blown", condition=by_france)
    table = answered(at_window(state), austria=HoldAnswer(play=PlayedNow((wish,))))
    assert answers(table) == ["austria bridges-blown"]
