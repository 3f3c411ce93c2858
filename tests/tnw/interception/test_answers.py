"""Cards that answer a step, an interception or an evasion (2.4, part 3)."""

from msgspec.structs import replace

from pbem_tnw.chapters.interception.events import EvasionTried, InterceptionTried
from pbem_tnw.orders.lines.lines import OrderLine
from pbem_tnw.orders.names import AtPlaces, ByWhom
from pbem_tnw.orders.standing_lines import EvadeLine, InterceptLine, RespondLine
from pbem_tnw.position.hands import CardHand
from pbem_tnw.position.places import REGROUP
from pbem_tnw.position.state import WarState
from tests.tnw.movement.marching import MarchTable, move
from tests.tnw.movement.moving import formation_of
from tests.tnw.positions import active, at_start, emptied, with_forces, with_standing

EMPTY = emptied(at_start(4), "linz", "salzburg", "munich", "innsbruck", "prague", "ratisbon", "vienna", "graz", "ulm")
NEY = active(with_forces(EMPTY, {"munich": {"france": 4}}, {"ney": "munich"}), "france", 6)
KUTUZOV = with_forces(NEY, {"linz": {"russia": 3}}, {"kutuzov": "linz"})


def holding(state: WarState, nation: str, card: str, *lines: RespondLine, **orders: object) -> WarState:
    """*state* in which *nation* holds a card and its seat has these lines of `respond`."""
    state = replace(state, hands={**state.hands, nation: CardHand(known=(card,))})
    return with_standing(state, state.control[nation], respond=lines, **orders)


def marched(state: WarState, *lines: OrderLine, faces: tuple[int, ...] = ()) -> MarchTable:
    table = MarchTable(state, faces)
    table.order(*lines)
    return table


BRIDGES = RespondLine(
    card="bridges-blown", trigger="step", by=ByWhom(names=("france",)), where=AtPlaces(names=("linz",))
)
TO_VIENNA = move("linz", "vienna", commander="ney")


def test_2_4_r1_the_bridges_are_down() -> None:
    table = marched(holding(NEY, "austria", "bridges-blown", BRIDGES), TO_VIENNA)
    assert table.where("ney") == "linz"
    assert formation_of(table.state).stopped
    assert not table.state.hands["austria"]


def test_2_4_r1_interception_follows_as_usual() -> None:
    state = with_forces(NEY, {"salzburg": {"russia": 3}}, {"kutuzov": "salzburg"})
    state = with_standing(holding(state, "austria", "bridges-blown", BRIDGES), "russia", intercept=(InterceptLine(),))
    table = marched(state, move("linz", "vienna", commander="ney", if_intercepted="halt"), faces=(6, 6))
    assert (table.where("ney"), table.where("kutuzov")) == ("munich", "linz")


def test_2_4_r2_a_line_for_a_card_that_is_not_held_does_nothing() -> None:
    table = marched(with_standing(NEY, "austria", respond=(BRIDGES,)), TO_VIENNA)
    assert table.where("ney") == "vienna"
    plain = marched(NEY, TO_VIENNA)
    assert [entry.events for entry in table.entries] == [entry.events for entry in plain.entries]


def test_part_3_r4_orders_gone_astray_after_the_roll() -> None:
    state = with_standing(KUTUZOV, "russia", intercept=(InterceptLine(),))
    state = holding(state, "france", "orders-astray", RespondLine(card="orders-astray", trigger="interception"))
    table = marched(state, move("salzburg", commander="ney"), faces=(2, 4))
    assert len(table.told(InterceptionTried)) == 1
    assert (table.where("ney"), table.where("kutuzov")) == ("salzburg", "linz")
    missed = marched(state, move("salzburg", commander="ney", if_intercepted="halt"), faces=(6, 3))
    assert missed.where("kutuzov") == "salzburg"


def test_part_3_forced_march_before_the_roll() -> None:
    state = holding(
        KUTUZOV, "russia", "forced-march", RespondLine(card="forced-march", trigger="interception"),
        intercept=(InterceptLine(),),
    )  # fmt: skip
    table = marched(state, move("salzburg", commander="ney", if_intercepted="halt"), faces=(1, 1))
    assert table.where("kutuzov") == "salzburg"


def test_part_3_local_guides_after_a_roll_to_evade() -> None:
    state = with_forces(NEY, {"linz": {"austria": 4}}, {"mack": "linz"})
    state = holding(
        state, "austria", "local-guides", RespondLine(card="local-guides", trigger="evasion"),
        evade=(EvadeLine(goes_to=("vienna",)),),
    )  # fmt: skip
    table = marched(state, move("linz", commander="ney"), faces=(3, 3))
    assert len(table.told(EvasionTried)) == 1
    assert table.where("mack") == "vienna"


def test_part_3_r7_shortage_of_fodder_sends_all_of_it_to_the_regroup_box() -> None:
    state = holding(NEY, "austria", "shortage-of-fodder", RespondLine(card="shortage-of-fodder", trigger="step"))
    gone = marched(state, TO_VIENNA, faces=(5,))
    assert gone.where("ney") == REGROUP
    assert gone.units("linz") == {}
    stays = marched(state, TO_VIENNA, faces=(4,))
    assert stays.where("ney") == "linz"
    assert formation_of(stays.state).stopped


def test_part_3_r11_the_depth_of_russia() -> None:
    state = with_forces(emptied(at_start(4), "smolensk", "vitebsk", "minsk"), {"smolensk": {"russia": 4}})
    state = active(with_forces(state, {"minsk": {"france": 7}}, {"napoleon": "minsk"}), "france", 6)
    depth = RespondLine(card="res-depth", retreat_to=("vitebsk",))
    table = marched(with_standing(state, "russia", respond=(depth,)), move("smolensk", commander="napoleon"))
    assert table.units("vitebsk") == {"russia": 4}
    assert table.where("napoleon") == "smolensk"


def test_9_6_a_general_whose_last_unit_is_lost_among_enemies_goes() -> None:
    state = with_forces(NEY, {"munich": {"france": 1}, "linz": {"austria": 4}}, {"mack": "linz"})
    state = holding(state, "austria", "partisans", RespondLine(card="partisans", trigger="step"))
    table = marched(state, move("linz", commander="ney"))
    assert table.units("linz") == {"austria": 4}
    assert table.where("ney") == "nuremberg"
    assert table.state.impulse is not None
    assert table.state.impulse.battle is None
