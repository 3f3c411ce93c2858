"""Cards that answer a step, an interception or an evasion (2.4, part 3)."""

from msgspec.structs import replace

from pbem_tnw.chapters.land.events import EvasionTried
from pbem_tnw.orders.lines import OrderLine
from pbem_tnw.orders.standing import EvadeLine, InterceptLine, RespondLine
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.state import WarState
from tests.tnw.movement.marching import MarchTable, move
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


def test_9_6_a_general_whose_last_unit_is_lost_among_enemies_goes() -> None:
    state = with_forces(NEY, {"munich": {"france": 1}, "linz": {"austria": 4}}, {"mack": "linz"})
    state = holding(state, "austria", "partisans", RespondLine(card="partisans", trigger="step"))
    table = marched(state, move("linz", commander="ney"))
    assert table.units("linz") == {"austria": 4}
    assert table.where("ney") == "nuremberg"
    assert table.state.impulse is not None
    assert table.state.impulse.battle is None
