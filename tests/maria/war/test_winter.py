"""Where removed generals return (13)."""

from pbem_maria.chapters import winter
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
