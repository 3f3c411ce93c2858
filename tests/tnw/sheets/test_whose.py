"""Impulses and reinforcements that lost their nation, or the indentation below it."""

import pytest
from msgspec.structs import replace

from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem_tnw.chapters.turn.impulse import AskImpulse
from pbem_tnw.chapters.turn.interphase import AskTurnEnds
from pbem_tnw.chapters.turn.sheets import RoundSheets
from pbem_tnw.lexicon import lexicon
from pbem_tnw.orders.turn import RoundOrders, TurnEndOrders
from pbem_tnw.position.state import WarState
from tests.tnw.letters.reading import in_round
from tests.tnw.orders.spellings import ordered, told


def two_nations() -> WarState:
    view = in_round(france=("conscripts",), spain=("landwehr",))
    return replace(view, control={**view.control, "spain": "france"})


def read(text: str, view: WarState, *nations: str) -> ReadSheet[RoundOrders]:
    step = RoundSheets(nations=nations)
    return check_sheet(text, step, step.ask(view, {})[0], view, lexicon(view, "france"))


def turn_end(text: str, view: WarState) -> ReadSheet[TurnEndOrders]:
    step = AskTurnEnds()
    decision = next(each for each in step.ask(view, {}) if each.seat == "france")
    return check_sheet(text, step, decision, view, lexicon(view, "france"))


PLAIN = "impulses:\n  France:\n    play: Conscripts as cp\n    do:\n      - build: 1 unit at Paris\n"
WITHOUT_NATION = [
    "play: Conscripts as cp\ndo:\n  - build: 1 unit at Paris\n",
    "impulses:\n  play: Conscripts as cp\n  do:\n    - build: 1 unit at Paris\n",
    "impulses:\n  - play: Conscripts as cp\n    do: build 1 unit at Paris\n",
]


@pytest.mark.parametrize("written", WITHOUT_NATION)
def test_an_impulse_without_its_nation_is_that_of_the_only_one(written: str) -> None:
    found = read(written, in_round(france=("conscripts",)), "france")
    assert found.order == ordered(PLAIN, RoundOrders)
    assert "whose-understood" in [code for code, _, _ in told(found)]


@pytest.mark.parametrize("written", WITHOUT_NATION)
def test_an_impulse_without_its_nation_is_that_of_the_one_that_holds_the_card(written: str) -> None:
    found = read(written, two_nations(), "france", "spain")
    assert found.order == ordered(PLAIN, RoundOrders)
    spanish = written.replace("Conscripts", "Landwehr").replace("Paris", "Madrid")
    order = read(spanish, two_nations(), "france", "spain").order
    assert order is not None
    assert list(order.impulses) == ["spain"]


@pytest.mark.parametrize(
    "written",
    [
        "play: Rally as cp\n",  # no one holds it
        "do:\n  - build: 1 unit at Paris\n",
        "impulses:\n  play: Conscripts as cp\n  Spain: pass\n",
        "impulses: Conscripts as cp\n",
        "Conscripts as cp\n",
        "nothing\n",
    ],
)
def test_an_impulse_that_may_be_of_either_nation_is_refused(written: str) -> None:
    assert read(written, two_nations(), "france", "spain").order is None


def test_an_impulse_without_its_nation_answers_for_the_one_that_is_asked() -> None:
    step, view = AskImpulse(nation="spain"), two_nations()
    found = check_sheet("play: Landwehr as cp\n", step, step.ask(view, {})[0], view, lexicon(view, "france"))
    assert found.order is not None
    assert list(found.order.impulses) == ["spain"]


LOST = [
    "impulses:\n  France:\n  play: Conscripts as cp\n  do:\n  - build: 1 unit at Paris\n",
    "impulses:\n  France:\n  play: Conscripts as cp\n  do:\n  build: 1 unit at Paris\n",
    "impulses:\n  France:\n    play: Conscripts as cp\n    do:\n    build: 1 unit at Paris\n",
    "impulses:\nFrance:\nplay: Conscripts as cp\ndo:\n- build: 1 unit at Paris\n",
    "France:\nplay: Conscripts as cp\ndo:\nbuild: 1 unit at Paris\n",
    "France:\nplay: Conscripts as cp\ndo:\n- build: 1 unit at Paris\n",
]


@pytest.mark.parametrize("written", LOST)
def test_lines_that_lost_their_indentation_are_those_of_the_nation_above(written: str) -> None:
    found = read(written, two_nations(), "france", "spain")
    assert found.order == ordered(PLAIN, RoundOrders)
    assert "indent-understood" in [code for code, _, _ in told(found)]
    more = read(f"{written}{'  ' if '  France' in written else ''}Spain: pass\n", two_nations(), "france", "spain")
    assert more.order is not None
    assert list(more.order.impulses) == ["france", "spain"]


def test_a_key_of_the_sheet_ends_the_lines_of_a_nation() -> None:
    found = read(f"{LOST[-1]}standing:\n  evade: no\n", two_nations(), "france", "spain")
    assert found.order == ordered(f"{PLAIN}standing:\n  evade: no\n", RoundOrders)


@pytest.mark.parametrize(
    "written",
    [
        "France:\nSpain:\nplay: Conscripts as cp\n",
        "France:\n  play: Conscripts as cp\n  do:\n  move: Ulm\n  if: won_last\n",
        "France:\nplay: Talleyrand as event\ndo:\nconsul: Prussia right\n",
    ],
)
def test_what_may_belong_elsewhere_is_refused(written: str) -> None:
    assert read(written, two_nations(), "france", "spain").order is None


@pytest.mark.parametrize(
    "written",
    [
        "reinforce:\n    - build: 1 unit at Paris\n",
        "reinforce:\n    build: 1 unit at Paris\n",
        "reinforce: build 1 unit at Paris\n",
        "reinforce:\n    France:\n    build: 1 unit at Paris\n",
    ],
)
def test_14_2_reinforcements_without_their_nation_are_those_of_the_only_one_that_may_build_there(written: str) -> None:
    plain = ordered("turn end:\n  reinforce: {France: [build: 1 unit at Paris]}\n", TurnEndOrders)
    one = in_round(france=("conscripts",))
    one = replace(one, control={**one.control, "spain": "coalition"})
    for view in (one, two_nations()):
        assert turn_end(f"turn end:\n  {written}", view).order == plain


def test_14_2_reinforcements_of_either_nation_are_refused() -> None:
    for written in ("reinforce: [regroup]", "reinforce: regroup"):
        found = turn_end(f"turn end:\n  {written}\n", two_nations())
        assert found.order is None
        assert "unclear-whose" in [code for code, _, _ in told(found)]


@pytest.mark.parametrize(
    ("held", "meant"), [("conscripts", "res-hofkriegsrat"), ("council-of-war", "")], ids=["reserve only", "both"]
)
def test_a_short_name_of_two_cards_is_the_only_one_that_its_nation_can_play(held: str, meant: str) -> None:
    view = in_round(austria=(held,))
    step = RoundSheets(nations=("austria",))
    decision = next(each for each in step.ask(view, {}) if each.seat == "austria")
    text = "impulses: {Austria: {play: Council of War as cp}}\n"
    found: ReadSheet[RoundOrders] = check_sheet(text, step, decision, view, lexicon(view, "austria"))
    play = found.order.impulses["austria"].alternatives[0].play if found.order is not None else None
    assert (play.card if play is not None else "") == meant
    assert [code for code, _, _ in told(found)] == ["name-settled" if meant else "unclear-name"]


BARE = (
    "play: Conscripts as cp\nembark: Ney at Brest\nsail: Brest > Bay of Biscay\nland: Bordeaux\nplus: Senate as event\n"
)


def test_lines_without_impulses_are_those_of_the_only_nation() -> None:
    found = read(BARE, in_round(france=("conscripts",)), "france")
    lines = "".join(f"      - {line}\n" for line in BARE.splitlines()[1:])
    assert found.order is not None, told(found)
    assert found.order == ordered(f"impulses:\n  France:\n    play: Conscripts as cp\n    do:\n{lines}", RoundOrders)


@pytest.mark.parametrize("last", ["lnad: Bordeaux", "Spain: pass", "if: turn >= 9"])
def test_a_line_that_belongs_to_no_impulse_is_not_put_there(last: str) -> None:
    assert read(BARE + last + "\n", in_round(france=("conscripts",)), "france").order is None


def test_6_14_a_response_to_what_ones_own_nations_do_is_doubted() -> None:
    for whom, doubted in (("Spain", True), ("Austria", False)):
        found = read(f"France: pass\nrespond: {{card: The Junta, from: {whom}}}\n", two_nations(), "france")
        assert ("respond-own" in [code for code, _, _ in told(found)]) == doubted
