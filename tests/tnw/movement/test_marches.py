"""Marches of Formations, step by step (9.2-9.6)."""

from msgspec.structs import asdict, replace

from pbem.engine.order import Problem
from pbem_tnw.chapters.land.events import FormationMoved, FormationStopped, MarchEnded
from pbem_tnw.chapters.land.formations import form as drawn_up
from pbem_tnw.chapters.land.movement import MOVEMENT_LINES, foreseen, problems
from pbem_tnw.chapters.turn.events import LineSkipped
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.orders.condition import Amount, Asked, Comparison, Truth
from pbem_tnw.orders.condition_parser import ImpulseCondition
from pbem_tnw.orders.lines import DropLine, FormLine, TakeLine
from pbem_tnw.orders.pieces import OWN, Strengths
from pbem_tnw.orders.standing import Consents, LendAnswer, Willing
from pbem_tnw.position.forces import beside
from pbem_tnw.position.state import WarState
from tests.tnw.letters.reading import words
from tests.tnw.movement.marching import MarchTable, form, march, move
from tests.tnw.movement.moving import formation_of, formed
from tests.tnw.positions import active, at_start, codes, emptied, with_forces, with_standing

START = emptied(at_start(4), "ulm", "munich", "linz", "innsbruck", "prague", "vienna")
FRENCH = active(START, "france", 6)


def form_problems(state: WarState, line: FormLine) -> tuple[Problem, ...]:
    return drawn_up(state, state.active, line)[1]


def test_9_2_steps_are_paid_one_by_one() -> None:
    table = march(FRENCH, [form("davout", own=4), move("nuremberg", "ratisbon")])
    assert table.where("davout") == "ratisbon"
    assert table.units("ratisbon") == {"france": 4}
    assert [event.cost for event in table.told(FormationMoved) if isinstance(event, FormationMoved)] == [1, 1]
    assert left(table.state, "france", "land") == 4


def test_9_1_generals_and_units_that_a_move_names_march_with_its_commander() -> None:
    table = march(FRENCH, [move("ulm", commander="napoleon", riders=("lannes",), units=Strengths({OWN: 2}))])
    assert (table.where("lannes"), table.where("napoleon"), table.units("ulm")) == ("ulm", "ulm", {"france": 2})
    assert table.where("ney") == "strasbourg"


def test_9_2_a_path_with_gaps_is_gone_the_cheapest_way() -> None:
    table = march(FRENCH, [move("munich", commander="ney")])
    assert table.where("ney") == "munich"
    steps = [event.to for event in table.told(FormationMoved) if isinstance(event, FormationMoved)]
    assert steps == ["stuttgart", "ulm", "munich"]


def test_9_2_a_path_may_begin_where_the_formation_is() -> None:
    assert march(FRENCH, [move("strasbourg", "stuttgart", commander="ney")]).where("ney") == "stuttgart"


def test_9_2_the_march_ends_where_the_points_end_and_only_its_seat_learns_why() -> None:
    state = active(START, "france", 2)
    table = march(state, [move("stuttgart", "ulm", "munich", commander="ney")])
    assert table.where("ney") == "ulm"
    assert table.told(MarchEnded, "austria") == []
    (ended,) = table.told(MarchEnded, "france")
    assert isinstance(ended, MarchEnded)
    assert ended.problem is not None
    assert (ended.problem.code, ended.problem.args["left"]) == ("steps-unpaid", 0)
    said = words(table.views["france"], "france").say("events", "march-ended", asdict(ended))
    assert said.startswith("The march of Ney ended in Ulm, before Munich. ")


def test_9_2_the_whole_path_is_foreseen_and_only_the_first_step_stops_the_line() -> None:
    state = formed(active(START, "france", 2), "ney", own=4)
    line = move("stuttgart", "ulm", "munich")
    assert codes(problems(state, "france", line)) == []
    (short,) = foreseen(state, "france", line)
    assert (short.code, short.path, short.args["cost"], short.args["left"]) == ("steps-unpaid", ("path", 2), 3, 2)
    (short,) = foreseen(state, "france", move("munich"))
    assert (short.path, short.args["to"], short.args["cost"]) == (("path", 0), "munich", 3)
    far = move("lisbon")
    assert codes(foreseen(formed(active(START, "france", 20), "ney", own=4), "france", far)) == ["beyond-reach"]


def test_9_2_h14_four_steps_are_foreseen() -> None:
    state = formed(active(START, "france", 9), "ney", own=4)
    path = ("metz", "paris", "tours", "bordeaux", "toulouse")
    (problem,) = foreseen(state, "france", move(*path))
    assert (problem.code, problem.path) == ("four-steps", ("path", 4))


def test_9_2_a_move_without_a_formation() -> None:
    assert codes(problems(FRENCH, "france", move("ulm"))) == ["no-formation"]
    assert codes(problems(FRENCH, "france", move("ulm", commander="suchet"))) == ["general-off-map"]
    assert codes(problems(FRENCH, "france", move("erfurt", commander="ney"))) == ["may-not-enter"]


def test_2_2_a_move_goes_on_only_while_its_condition_holds() -> None:
    two_left = Comparison(left=Amount(of=Asked(word="cp_left")), sign=">", right=Amount(plus=4))  # type: ignore[arg-type]
    line = move("stuttgart", "ulm", "munich", commander="ney", condition=ImpulseCondition(test=two_left))
    table = march(FRENCH, [line])
    assert table.where("ney") == "ulm"
    (ended,) = table.told(MarchEnded, "france")
    assert isinstance(ended, MarchEnded)
    assert ended.why == "condition"


def test_9_4_h16_an_enemy_fortress_stops() -> None:
    state = emptied(active(START, "france", 6), "olmutz")
    state = with_forces(state, {"vienna": {"france": 3}}, {"ney": "vienna"}, {"vienna": "france"})
    table = march(state, [move("olmutz", "cracow", commander="ney")])
    assert table.where("ney") == "olmutz"
    assert len(table.told(FormationStopped)) == 1
    assert formation_of(table.state).stopped
    (ended,) = table.told(MarchEnded, "france")
    assert isinstance(ended, MarchEnded)
    assert ended.problem is not None
    assert ended.problem.code == "formation-stopped"
    assert codes(foreseen(formed(state, "ney", own=3), "france", move("olmutz", "cracow"))) == ["formation-stopped"]


def test_9_3_dropped_units_have_made_their_steps() -> None:
    dropped = DropLine(units=Strengths(numbers={OWN: 2}))
    table = march(FRENCH, [form("ney", own=4), move("stuttgart", "ulm"), dropped, move("munich")])
    assert (table.units("ulm"), table.units("munich")) == ({"france": 2}, {"france": 2})
    assert beside(table.state, "ulm", "france") == (0, 0, 2, 0, 0)


def test_9_3_taken_up_units_have_their_own_steps_and_the_slowest_counts() -> None:
    state = with_forces(FRENCH, {"ulm": {"france": 1}, "ratisbon": {}})
    take = TakeLine(units=Strengths(numbers={OWN: 1}))
    table = march(state, [form("ney", own=3), move("stuttgart", "ulm"), take, move("munich")])
    assert formation_of(table.state).worn == {"france": (0, 1, 0, 3, 0)}
    fresh = with_forces(table.state, {}, {"soult": "munich"})
    again = march(fresh, [form("soult", own=1), move("ratisbon", "linz", "vienna")])
    assert again.where("soult") == "vienna"


def test_9_2_a_general_has_four_steps_whatever_it_leads() -> None:
    state = with_forces(FRENCH, {"munich": {"france": 3}, "ratisbon": {}, "linz": {}})
    leave = DropLine(units=Strengths(numbers={OWN: 2}))
    table = march(state, [form("ney", own=2), move("stuttgart", "ulm", "munich"), leave])
    fresh = march(table.state, [form("ney", own=3), move("salzburg", "linz")])
    assert fresh.where("ney") == "salzburg"
    assert fresh.units("munich") == {"france": 2}


def test_9_3_what_was_stopped_is_not_formed_again() -> None:
    state = emptied(active(START, "france", 6), "olmutz")
    state = with_forces(state, {"vienna": {"france": 3}}, {"ney": "vienna"}, {"vienna": "france"})
    table = march(state, [move("olmutz", commander="ney")])
    assert codes(problems(table.state, "france", move("vienna", commander="ney"))) == ["formation-stopped"]
    assert codes(form_problems(table.state, form("ney", own=3))) == ["general-halted", "units-halted"]


def test_9_6_h19_generals_alone_go_when_a_formation_enters() -> None:
    state = with_forces(emptied(START, "olmutz", "ratisbon"), {}, {"schwarzenberg": "prague"})
    state = with_forces(active(state, "france"), {"nuremberg": {"france": 3}}, {"marmont": "nuremberg"})
    table = march(state, [move("prague", commander="marmont")])
    assert table.where("schwarzenberg") == "linz"
    assert table.where("marmont") == "prague"
    assert not formation_of(table.state).stopped


def test_9_6_with_nowhere_to_go_to_the_regroup_box() -> None:
    state = with_forces(START, {}, {"schwarzenberg": "prague"})
    state = with_forces(state, flags=dict.fromkeys(state.board.duchies, "france"))
    state = with_forces(active(state, "france"), {"nuremberg": {"france": 3}}, {"marmont": "nuremberg"})
    assert march(state, [move("prague", commander="marmont")]).where("schwarzenberg") == REGROUP


def test_9_1_h13_riders_pay_1_cp_for_any_distance() -> None:
    table = march(FRENCH, [form(None, "ney"), move("paris")])
    assert table.where("ney") == "paris"
    assert left(table.state, "france", "land") == 5
    back = march(table.state, [form(None, "ney"), move("milan"), move("madrid")])
    assert back.where("ney") == "madrid"


LINZ = with_forces(START, {"linz": {"russia": 3, "austria": 3}}, {"kutuzov": "linz", "mack": "linz"})
JOINT = FormLine(commander="mack", riders=("kutuzov",), units=Strengths(numbers={OWN: 3, "russia": 3}))


def lending(answer: LendAnswer) -> Consents:
    return Consents(lend={"austria": answer})


def test_9_1_pieces_of_another_seat_come_along_only_with_its_consent() -> None:
    table = MarchTable(active(LINZ, "austria"))
    table.order(JOINT)
    assert table.state.impulse is not None
    assert table.state.impulse.formation is None
    (skipped,) = table.told(LineSkipped, "austria")
    assert isinstance(skipped, LineSkipped)
    assert skipped.problem.code == "not-lent"
    assert table.told(LineSkipped, "russia") == []


def test_9_1_consent_may_name_generals_and_numbers() -> None:
    def allowed(**answer: object) -> bool:
        yes = replace(LendAnswer(condition=Willing(test=Truth(yes=True))), **answer)
        state = with_standing(active(LINZ, "austria"), "russia", consent=lending(yes))
        table = MarchTable(state)
        table.order(JOINT)
        return table.state.impulse is not None and table.state.impulse.formation is not None

    assert allowed()
    assert allowed(generals=("kutuzov",), units=3)
    assert not allowed(generals=("bagration",))
    assert not allowed(units=2)


def test_9_the_four_lines_are_carried_out_here() -> None:
    assert {kind.__name__ for kind in MOVEMENT_LINES} == {"FormLine", "TakeLine", "DropLine", "MoveLine"}


def test_2_7_what_is_left_of_a_path_stays_with_its_seat() -> None:
    short = march(active(START, "france", 2), [move("ulm", commander="ney")])
    long = march(active(START, "france", 2), [move("stuttgart", "ulm", "munich", "linz", commander="ney")])
    seen = [
        [[event.seen_by("austria") for event in entry.events if event.seen_by("austria")] for entry in table.entries]
        for table in (short, long)
    ]
    assert seen[0] == seen[1]
    assert short.views["austria"] == long.views["austria"]
