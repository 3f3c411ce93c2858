"""The stage that Austria and the Pragmatic Army share, with two players (10.1)."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.play import waiting
from pbem.engine.table import Chance, Table
from pbem.mail import judges
from pbem.referee import opening, submissions
from pbem.referee.game import Game
from pbem.referee.letter import words_for
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.referee.views import check
from pbem.report import tree
from pbem.report.letter import Occasion, letter
from pbem.report.returned_sheet import corrected, returned, says
from pbem.report.words import Words
from pbem.sheet.parts import Parts
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from pbem_maria.chapters import movement, pieces
from pbem_maria.chapters.pieces import Moved, MoveLeftOut, StackFormed, TrainReEntered
from pbem_maria.chapters.turn import Ordered
from pbem_maria.guess import guess
from pbem_maria.invariants import CARDS, TROOPS, broken
from pbem_maria.lexicon import lexicon
from pbem_maria.menu import offers
from pbem_maria.orders.movement import Move
from pbem_maria.orders.stage import ALTERNATE, AUSTRIA_FIRST, PRAGMATIC_FIRST, SharedStack, StageOrders
from pbem_maria.position.cards import Pile
from pbem_maria.position.powers import cooperating
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.setup import start
from pbem_maria.sequence.turn import MovementPhase, StageSheet
from pbem_maria.settings import MariaSettings, seats
from tests.maria.game_yaml import game_yaml
from tests.toy.game import Clock

THERESA, FREDERICK = "maria-theresa", "frederick"
SETTINGS = MariaSettings(scenario="advanced")
AT = {"arenberg": "namur", "austria-t1": "bruessel", "karl": "prag", "stair": "breda", "cumberland": "arnhem"}


def standing(**at: str) -> State:
    """A position of the advanced game in Austria's stage."""
    places = {**AT, **{piece.replace("_", "-"): city for piece, city in at.items()}}
    troops = {piece: 4 for piece in places if not piece.endswith("t1")}
    return replace(start(SETTINGS), turn=1, stage="austria", at=places, troops=troops, flow=())


def carried_out(state: State, theresa: StageOrders, frederick: StageOrders) -> tuple[Table, tuple[Event, ...]]:
    table = Table(state, seats(SETTINGS), "secret")
    table.emit(Ordered(seat=THERESA, order=theresa))
    table.emit(Ordered(seat=FREDERICK, order=frederick))
    table.enter(MovementPhase(stage="austria"))
    table.close("", {})
    return table, table.run(MovementPhase(stage="austria"), {}).events


def march(*pieces: str, to: str) -> Move:
    return Move(pieces=pieces, path=(to,))


def order_of(events: tuple[Event, ...]) -> list[str]:
    return [event.piece for event in events if isinstance(event, Moved)]


BOTH = (
    StageOrders(moves=(march("karl", to="melnik"), march("arenberg", to="huy"), march("austria-t1", to="mecheln"))),
    StageOrders(moves=(march("stair", to="turnhout"), march("cumberland", to="kleve"))),
)


@pytest.mark.parametrize(
    ("theresa", "frederick", "order"),
    [
        (None, None, "stair karl arenberg cumberland austria-t1"),
        (ALTERNATE, ALTERNATE, "stair karl arenberg cumberland austria-t1"),
        (AUSTRIA_FIRST, None, "stair karl arenberg cumberland austria-t1"),
        (AUSTRIA_FIRST, PRAGMATIC_FIRST, "stair karl arenberg cumberland austria-t1"),
        (AUSTRIA_FIRST, AUSTRIA_FIRST, "karl arenberg austria-t1 stair cumberland"),
        (PRAGMATIC_FIRST, PRAGMATIC_FIRST, "stair cumberland karl arenberg austria-t1"),
    ],
)
def test_10_1_the_order_in_flanders(theresa: str | None, frederick: str | None, order: str) -> None:
    sheets = replace(BOTH[0], flanders=theresa), replace(BOTH[1], flanders=frederick)
    assert order_of(carried_out(standing(), *sheets)[1]) == order.split()


def test_10_1_the_order_in_which_the_sheets_came_does_not_matter() -> None:
    table = Table(standing(), seats(SETTINGS), "secret")
    table.emit(Ordered(seat=FREDERICK, order=BOTH[1]))
    table.emit(Ordered(seat=THERESA, order=BOTH[0]))
    table.enter(MovementPhase(stage="austria"))
    events = table.run(MovementPhase(stage="austria"), {}).events
    assert order_of(events) == ["stair", "karl", "arenberg", "cumberland", "austria-t1"]


def test_10_1_what_is_left_out_is_told_to_its_owner_alone() -> None:
    theresa = StageOrders(moves=(march("arenberg", to="bruessel"),))
    frederick = StageOrders(moves=(march("stair", to="antwerpen"), march("cumberland", to="arnhem")))
    table, events = carried_out(standing(), theresa, frederick)
    told = [event for event in events if isinstance(event, MoveLeftOut)]
    assert told == [
        MoveLeftOut(piece="arenberg", seat=THERESA, why="may-not-stack", goal="bruessel"),
        MoveLeftOut(piece="cumberland", seat=FREDERICK, why="already-there", goal="arnhem"),
    ]
    for seat in (*table.seats, ""):
        assert [e for event in told if (e := event.seen_by(seat))] == [event for event in told if event.seat == seat]


def test_10_1_a_seat_sees_its_own_sheet_alone() -> None:
    state = standing(arenberg="mecheln", stair="antwerpen")
    willing = StageOrders(stacks=(SharedStack(("arenberg", "stair")),))
    table, _ = carried_out(state, willing, StageOrders())
    assert pieces.no_stack(table.state, "arenberg", "stair") is not None
    assert pieces.no_stack(table.views[THERESA], "arenberg", "stair") is None
    assert pieces.no_stack(table.views[FREDERICK], "arenberg", "stair") is not None
    assert pieces.no_stack(table.views["louis"], "arenberg", "stair") is not None


@pytest.mark.parametrize(
    ("one", "other", "code"),
    [
        ("karl", "karl", None),
        ("george", "george", None),
        ("karl", "george", "commander-not-agreed"),
        (None, "george", "commander-not-agreed"),
        (None, None, "commander-not-agreed"),
    ],
)
def test_6_equal_ranks_need_one_commander_from_both(one: str | None, other: str | None, code: str | None) -> None:
    pair = ("karl", "george")
    sheets = StageOrders(stacks=(SharedStack(pair, one),)), StageOrders(stacks=(SharedStack(pair, other),))
    state = replace(
        standing(karl="mecheln", george="antwerpen"), orders=dict(zip((THERESA, FREDERICK), sheets, strict=True))
    )
    problem = pieces.no_stack(state, *pair)
    assert (problem.code if problem else None) == code


@pytest.mark.parametrize(("one", "other"), [("karl", "george"), ("arenberg", "stair"), ("arenberg", "george")])
@pytest.mark.parametrize("stacks", ["[]", "[{one} + {other}]", "[{one} + {other} + Traun]", "[{one} + Traun]"])
def test_10_1_a_stack_that_a_remedy_proposes_may_be_formed(one: str, other: str, stacks: str) -> None:
    """Of equal ranks it says who commands (6)."""
    view = replace(standing(), at={one: "mecheln", other: "antwerpen", "traun": "linz"})
    names = lexicon(view, THERESA)
    words = Words(MARIA.words, names, tools=MARIA.tools).knowing(view, THERESA)
    said = {"one": names.name("general", one), "other": names.name("general", other)}
    sheet = read_sheet(f"stacks: {stacks.format(**said)}", StageOrders, names, patient=True)
    order = sheet.draft
    assert isinstance(order, StageOrders)
    known = replace(view, orders={THERESA: order})
    ahead = movement.warning(known, one, other, ())
    alone = pieces.no_stack(known, one, other)
    found = [*(each.problem for each in sheet.faults), *pieces.check_stack(view, THERESA, order), alone]
    rights = [says(words, "remedies", each) for each in found if each is not None]
    assert rights or stacks == "[{one} + {other}]"
    for right in (*rights, says(words, "problems", ahead)):
        (line,) = (each.removeprefix("- ") for each in right.split(tree.CODE)[1::2] if "+" in each)
        again = read_sheet(f"stacks: [{line}]", StageOrders, names)
        assert isinstance(again.order, StageOrders)
        assert not [*pieces.check_stack(view, THERESA, again.order)], line


def test_10_1_an_example_of_a_stack_names_two_generals_of_one_map() -> None:
    at = {"karl": "wien", "arenberg": "namur", "george": "koeln", "stair": "mecheln"}
    assert offers.other_general(replace(standing(), at=at), THERESA)[:2] == ("arenberg", "stair")
    assert not offers.other_general(replace(standing(), at={"karl": "wien", "george": "koeln"}), THERESA)


def test_10_1_a_sheet_is_read_and_written() -> None:
    names = lexicon(start(SETTINGS), THERESA)
    text = (
        "flanders: pragmatic army first\nstacks:\n"
        "- Karl + George, George commands\n- Arenberg & Stair\n- Traun with Cumberland under Traun"
    )
    sheet = read_sheet(text, StageOrders, names)
    assert not sheet.faults
    assert isinstance(sheet.order, StageOrders)
    assert sheet.order.flanders == PRAGMATIC_FIRST
    assert sheet.order.stacks == (
        SharedStack(("karl", "george"), "george"),
        SharedStack(("arenberg", "stair")),
        SharedStack(("traun", "cumberland"), "traun"),
    )
    assert read_sheet(write_sheet(sheet.order, names), StageOrders, names).order == sheet.order


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("Karl", "not-a-company", 10),
        ("Karl + George + Stair", "not-a-company", 10),
        ("[Karl, George]", "not-a-company", 10),
        ("Krl + Gorge", "unknown-name", 10),
        ("Karl + George under Goerg", "unknown-name", 30),
    ],
)
def test_10_1_what_cannot_be_read_is_shown_where_it_is(line: str, code: str, column: int) -> None:
    fault = read_sheet(f"stacks: [{line}]", StageOrders, lexicon(start(SETTINGS), THERESA)).faults[0]
    assert (fault.problem.code, fault.place.column) == (code, column)


CROWD = {
    "neipperg": "mecheln", "karl": "gent", "george": "antwerpen", "stair": "turnhout", "cumberland": "hasselt",
    "pragmatic-t1": "breda", "noailles": "maubeuge", "moritz": "lille",
}  # fmt: skip


def guessed(number: int) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """The state before the movement phase and what happens in it, by two sheets of guesses."""
    crowd = standing(**CROWD)
    crowd = replace(
        crowd, hands=dict.fromkeys(crowd.theatre.powers, Pile()), totals=dict.fromkeys(crowd.theatre.powers, 9)
    )
    for seed in map(str, range(number)):
        sheets = []
        for seat in (THERESA, FREDERICK):
            decision = Decision(key="1.austria", seat=seat, takes=StageOrders)
            order = guess(crowd, decision, Chance(seed, seat))
            assert isinstance(order, StageOrders)
            assert not [p for p in StageSheet(stage="austria").check(crowd, decision, order) if p.stops]
            sheets.append(order)
        table, events = carried_out(crowd, sheets[0], sheets[1])
        assert not [fault for fault in broken(table.state) if fault.invariant not in (CARDS, TROOPS)]
        yield table.at(1)[0], events


def test_10_1_what_needs_a_departure_is_made_or_left_out() -> None:
    made = left_out = 0
    for before, events in guessed(60):
        for seat, order in before.orders.items():
            assert order is not None
            alone = replace(before, orders={seat: order}, moved=frozenset())
            found = StageSheet(stage="austria").check(alone, Decision(key="", seat=seat, takes=StageOrders), order)
            needing = {problem.args["piece"] for problem in found if problem.code == "other-must-leave"}
            gone = {event.piece for event in events if isinstance(event, Moved)}
            gone |= {event.train for event in events if isinstance(event, TrainReEntered)}
            told = {event.piece for event in events if isinstance(event, MoveLeftOut) and event.seat == seat}
            assert needing <= gone | told
            assert not gone & told
            made += len(needing & gone)
            left_out += len(needing & told)
    assert made > 5
    assert left_out > 5


def test_10_1_each_list_keeps_its_order_and_no_stack_lacks_its_leave() -> None:
    left_out = stacks = 0
    for before, events in guessed(60):
        for order in filter(None, before.orders.values()):
            listed = [piece for each in order.moves for piece in each.pieces]
            went = [event.piece for event in events if isinstance(event, Moved) and event.piece in listed]
            assert went == [piece for piece in listed if piece in went]
            told = {event.piece for event in events if isinstance(event, MoveLeftOut)}
            again = {event.train for event in events if isinstance(event, TrainReEntered)}
            assert {*went, *told, *again} >= set(listed)
        left_out += sum(isinstance(event, MoveLeftOut) for event in events)
        for event in events:
            if isinstance(event, StackFormed) and pieces.of_two_players(before, *event.generals):
                stacks += 1
                assert pieces.no_stack(before, *event.generals) is None
                assert cooperating(before, *map(before.power_of, event.generals))
    assert left_out > 10
    assert stacks > 5


CLOCK = Clock()


def sent(game: Game, seat: str, text: str) -> str:
    number = sum(1 for _ in game.inbox.items())
    item, _ = game.inbox.keep(text.encode(), CLOCK(), seat=seat, source=str(number))
    return str(judges.handle(game, item, CLOCK).verdict.state)


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Game]:
    """A stored game that waits for the two sheets of Austria's first stage."""
    create(tmp_path, game_yaml("flanders", "advanced"), {"maria": MARIA}, "44" * 32)
    with opening.held(tmp_path, {"maria": MARIA}) as game:
        play_on(game, CLOCK)
        while (open_ones := waiting(game.table)) and open_ones[0].key != "1.austria":
            for decision in open_ones:
                assert decision.default
                text = write_sheet(decision.default, lexicon(game.table.views[decision.seat], decision.seat))
                assert sent(game, decision.seat, text) == "accepted"
            play_on(game, CLOCK)
        yield game


def counting(game: Game, seat: str) -> object:
    stage = game.stage(seat)
    assert stage is not None
    found = submissions.counting(game, seat, stage.decision.key, stage.asked)
    return found.order if found else None


def test_10_1_a_correction_never_touches_the_others_sheet(shared: Game) -> None:
    assert {decision.seat for decision in waiting(shared.table)} == {THERESA, FREDERICK}
    assert sent(shared, THERESA, "moves: [Arenberg: Huy]") == "accepted"
    first = counting(shared, THERESA)
    assert sent(shared, FREDERICK, "moves: [Stair: Antwerpen]") == "accepted"
    assert sent(shared, FREDERICK, "moves: [Stair: Turnhout]") == "accepted"
    assert sent(shared, FREDERICK, "moves: [Arenberg: Gembloux]") == "refused"
    assert counting(shared, THERESA) == first
    assert sent(shared, THERESA, "moves: [Arenberg: Marche]") == "accepted"
    mine = counting(shared, FREDERICK)
    assert isinstance(mine, StageOrders)
    assert mine.moves == (march("stair", to="turnhout"),)
    play_on(shared, CLOCK)
    assert (shared.table.state.at["arenberg"], shared.table.state.at["stair"]) == ("marche", "turnhout")


def test_10_1_a_refusal_tells_nothing_of_the_others_sheet(shared: Game) -> None:
    """Whatever Frederick has sent, Maria Theresa's sheet gets the same answer."""
    text = "stacks: [Arenberg + Stair]\nmoves: [Arenberg: join Stair]\n"
    alone = sent(shared, THERESA, text)
    assert sent(shared, FREDERICK, "moves: [Stair: Antwerpen]") == "accepted"
    assert sent(shared, THERESA, text) == alone


STACKS = (
    "stacks: [Arenberg + Stair, Karl + George under Karl]\n",
    "stacks:\n  - Arenberg + Stair # as we said\n  - Karl + George, Karl commands\n",
    "stacks:\nArenberg and Stair\nKarl & George under Karl\n",
    "stcks: [Arenberg + Stiar, Karl + George under Karl]\n",
)


def stacks_in(sheet: Parts) -> list[tuple[SharedStack, ...]]:
    drafts = (each.draft for _, each in sheet.answers)
    return [each.stacks for each in drafts if isinstance(each, StageOrders)]


def looked_at(game: Game, text: str) -> Parts:
    return check(game, THERESA, text).sheet


def test_10_1_a_refused_sheet_goes_back_with_its_stacks(shared: Game) -> None:
    """Whatever else is wrong with it; what would count without the refused lines has them, too."""
    wanted = [(SharedStack(("arenberg", "stair")), SharedStack(("karl", "george"), "karl"))]
    words = words_for(shared, shared.view(THERESA), THERESA)
    for own, wrong in product(
        STACKS, ("moves: [Karl: Xyzburg]\n", "movs:\n  - Karl: Berlin\n", "combat: {all: nome}\n")
    ):
        for text in (own + wrong, wrong + own):
            back = corrected(looked_at(shared, text), partial(looked_at, shared))
            copy = returned(words, text, back, back.found.every_fault).copy
            assert stacks_in(looked_at(shared, copy)) == wanted, text
            assert back.rest is not None, text
            assert stacks_in(back.rest) == wanted, text


@pytest.mark.parametrize("seat", [THERESA, FREDERICK])
def test_10_1_the_form_offers_what_the_two_can_agree_on(shared: Game, seat: str) -> None:
    decision = next(one for one in waiting(shared.table) if one.seat == seat)
    view = shared.table.views[seat]
    assert decision.default
    text = letter(
        Words(MARIA.words, lexicon(view, seat), tools=MARIA.tools),
        Occasion(
            game="vienna", round=1, seat=seat, titles=seats(SETTINGS), view=view, entries=(), decision=decision,
            asked=True, form=write_sheet(decision.default, lexicon(view, seat)),
        ),
    )  # fmt: skip
    for key in ("# flanders:", "# stacks:", "# contracts:"):
        assert f"\n{key}" in text, key
    assert "by the sheet of " in " ".join(text.split())
