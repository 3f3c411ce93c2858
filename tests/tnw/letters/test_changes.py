"""What a letter says has changed for its reader."""

from msgspec.structs import replace

from pbem.report.words import words_of
from pbem_tnw.changes import WarChanges, changes
from pbem_tnw.edition.board import KILLED
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW
from tests.tnw.letters.reading import in_round
from tests.tnw.positions import at_start


def later(**fields: object) -> WarState:
    return replace(in_round(austria=("conscripts",)), **fields)


def test_nothing_is_said_of_what_is_as_before_or_of_others() -> None:
    before = in_round(austria=("conscripts",))
    assert changes(before, before, "austria") == WarChanges()
    found = changes(before, later(generals={**before.generals, "ney": KILLED}), "austria")
    assert found == WarChanges(moved=("france",))


def test_cards_strength_generals_keys_points_and_standing_orders_are_compared() -> None:
    before = in_round(austria=("conscripts",))
    now = later(
        hands={**before.hands, "austria": CardHand(known=("metternich",))},
        units={**before.units, "ulm": {"austria": 1}},
        generals={**before.generals, "mack": KILLED},
        flags={**before.flags, "munich": "france", "vienna": "france"},
        standing={"austria": WarStanding(comes_back=True)},
    )
    found = changes(before, now, "austria")
    assert [(each.nation, each.gained, each.lost) for each in found.hands] == [
        ("austria", ("metternich",), ("conscripts",))
    ]
    assert [(each.before[0] - each.now[0]) for each in found.strengths] == [4]
    assert [(each.general, each.place) for each in found.generals] == [("mack", KILLED)]
    assert [(each.duchy, each.before, each.now) for each in found.control] == [
        ("munich", "austria", "france"),
        ("vienna", "austria", "france"),
    ]
    assert found.new_cards == ("metternich",)
    assert found.standing == WarStanding(comes_back=True)
    said = words_of(TNW, TNW.lexicon(now, "austria")).phrase("general-places", KILLED, {})
    assert said == "out of the game"


def test_12_2_sieges_begun_and_given_up_are_compared_and_one_that_took_the_fortress_is_not_given_up() -> None:
    before = in_round()
    siege = later(units={**before.units, "mantua": {"austria": 3}})
    assert changes(before, siege, "france").sieges == ("mantua",)
    assert changes(siege, siege, "france") == WarChanges()
    assert changes(siege, before, "france").relieved == ("mantua",)
    taken = replace(siege, flags={**siege.flags, "mantua": "austria"})
    assert changes(siege, taken, "france").relieved == ()


def test_only_standing_orders_that_are_others_are_told() -> None:
    before = later(standing={"austria": WarStanding(comes_back=True, refuse=("france",))})
    now = later(standing={"austria": WarStanding(comes_back=True, refuse=())})
    assert changes(before, now, "austria").standing == WarStanding(refuse=())


def test_4_1_the_flags_of_the_set_up_do_not_change_hands() -> None:
    bare = replace(at_start(), units={}, flags={}, squadrons={}, generals={}, turn=0)
    assert changes(bare, replace(at_start(), turn=0), "france").control == ()
