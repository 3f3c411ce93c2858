"""Winter (13): where removed generals return, and how its sheets are read."""

import pytest

from pbem.engine.decision import Decision
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem_maria.chapters import winter
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.stage import WinterOrders
from pbem_maria.sequence.winter import WinterBusiness
from tests.maria.advanced import laid


def test_13_a_full_stack_leaves_no_room_and_another_site_is_taken() -> None:
    full = {"karl": ("prag", 3), "neipperg": ("prag", 3)}
    state = laid(pieces=full).state
    problem = winter.wrong_return(state, "khevenhueller", "prag")

    assert problem is not None
    assert problem.code == "return-occupied"
    assert winter.open_site(state, "khevenhueller", "prag") not in (None, "prag")


def test_13_one_general_of_the_power_leaves_room() -> None:
    state = laid(pieces={"karl": ("prag", 3)}).state

    assert winter.open_site(state, "khevenhueller", "prag") == "prag"


PIECES = {
    "karl": ("prag", 3),
    "neipperg": ("wien", 3),
    "khevenhueller": ("wien", 3),
    "traun": ("linz", 4),
    "broglie": ("passau", 4),
    "toerring": ("muenchen", 2),
}
HANDS = {"austria": ("H9", "S3"), "france": ("H9", "S3"), "bavaria": ("H4", "C5")}


def read(text: str, seat: str = "maria-theresa") -> ReadSheet[WinterOrders]:
    state = laid(pieces=PIECES, hands=HANDS).state
    decision = Decision(key="3.winter", seat=seat, takes=WinterOrders)
    return check_sheet(text, WinterBusiness(turn=3), decision, state, lexicon(state, seat))


TWO_AND_ONE = WinterOrders(recruits={"austria": ("H9", "S3")}, new_troops={"traun": 2, "karl": 1})


@pytest.mark.parametrize(
    "text",
    [
        "recruits: ♥9, ♠3\nTraun: 2\nKarl: 1",
        "recruits: ♥9, ♠3\nTraun +2\nKarl +1",
        "Austria: ♥9, ♠3\nTraun 2, Karl 1",
        "recruits ♥9, ♠3: 2 for Traun, 1 for Karl",
        "Austria recruits 3 troops with ♥9, ♠3: 2 for Traun, 1 for Karl",
        "Austria pays ♥9 and ♠3 for three troops: Traun 2, Karl 1",
        "Austria recruits three troops with ♥9, ♠3: two for Traun, one for Karl",
        "Pay ♥9 and ♠3, buy 3 troops: 2 for Traun and 1 for Karl",
        "Recruits: we pay ♥9 and ♠3\nnew troops: Traun 2, Karl 1",
        "Austria buys 3 troops with ♥9 and ♠3\nTraun gets 2, Karl gets 1",
        "I buy 3 troops with the 9 of hearts and the 3 of spades\n- Traun: 2\n- Karl: 1",
    ],
)
def test_13_who_pays_and_who_gets_troops_is_read_in_words(text: str) -> None:
    assert read(text).order == TWO_AND_ONE


@pytest.mark.parametrize(
    "text",
    [
        "Karl gets 2 new troops, paid with ♥9",
        "buy 2 troops for Karl (♥9)",
        "I recruit two troops with ♥9, both for Karl",
        "Austria pays ♥9 for 2 troops for Karl",
    ],
)
def test_13_troops_for_one_general_are_read_in_words(text: str) -> None:
    assert read(text).order == WinterOrders(recruits={"austria": ("H9",)}, new_troops={"karl": 2})


@pytest.mark.parametrize("text", ["troops: {Traun: +2}", "troops: Traun +2", "troops:\n  Traun +2\n  Karl +1"])
def test_6_troops_that_come_to_a_general_are_not_all_that_it_has(text: str) -> None:
    assert read(text).order is None


@pytest.mark.parametrize(
    "text",
    [
        "Neipperg: 3",
        "Austria recruits 3 troops with ♥9, ♠3: 2 for Traun, 2 for Karl",
        "Austria recruits 3 troops with ♥9, ♠3",
        "Austria buys 2 troops with ♥9, 1 for Karl",
        "Pay ♥9 and ♠3, buy 3 troops: 2 for Traun and 2 for Karl",
        "Recruits: we pay nothing but ♥9\nnew troops: Karl 2",
        "Austria does not buy troops with ♥9: Karl 2",
        "if Austria buys troops with ♥9: Karl 2",
        "buy 2 troops for Karl and Traun (♥9)",
        "recruits: ♥9, ♠3\ntroops: {Traun: 3}",
    ],
)
def test_13_what_is_not_clear_buys_no_troops(text: str) -> None:
    assert read(text).order is None


@pytest.mark.parametrize(
    ("text", "recruits"),
    [
        ("France:\n  recruits: ♥9, ♠3\n  new troops: Broglie 3\nBavaria:\n  recruits: ♥4\n  new troops: Törring 1",
         {"france": ("H9", "S3"), "bavaria": ("H4",)}),
        ("Bavaria\nrecruits: ♥4\nnew troops: Törring 1", {"bavaria": ("H4",)}),
        ("recruits: none", {}),
        ("no recruits", {}),
        ("France buys 2 troops for Broglie with ♥9\nBavaria buys nothing", {"france": ("H9",), "bavaria": ()}),
    ],
)  # fmt: skip
def test_13_cards_below_a_power_are_that_powers(text: str, recruits: dict[str, tuple[str, ...]]) -> None:
    order = read(text, "louis").order
    assert order is not None
    assert order.recruits == recruits


def test_13_cards_below_a_power_are_not_those_of_another() -> None:
    assert read("Bavaria\nrecruits: ♥9\nnew troops: Broglie 2", "louis").order is None


@pytest.mark.parametrize(
    "text",
    [
        "Karl comes back in Wien, Traun too",
        "returns: Karl in Wien, Traun in Wien",
        "Karl re-enters in Wien and Traun as well.",
        "returns: Karl returns to Wien, Traun comes back in Wien",
    ],
)
def test_13_where_several_generals_return_is_read_in_words(text: str) -> None:
    order = read(text).draft
    assert order is not None
    assert order.returns == {"karl": "wien", "traun": "wien"}


@pytest.mark.parametrize("text", ["Karl comes back in Wien, Traun not", "returns: Karl not in Wien, Traun in Wien"])
def test_13_a_general_who_does_not_return_is_not_read_as_one_who_does(text: str) -> None:
    assert read(text).order is None
