"""The invariants of a position: each can fail, and says so in words."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.report.words import words_of
from pbem_tnw.edition.board import YARD
from pbem_tnw.invariants import broken
from pbem_tnw.position.cards import CardPile
from pbem_tnw.position.impulse import Impulse, PointPool, Squadron
from pbem_tnw.position.state import Consul, WarState
from pbem_tnw.ruleset import TNW
from tests.tnw.positions import with_forces
from tests.tnw.tables import new_table, play_on


@pytest.fixture(scope="module")
def state() -> WarState:
    """Where the sheets of the first Round are asked for, with four seats."""
    table = new_table(4)
    play_on(table, until="1.1")
    return table.state


def afloat(state: WarState, *ships: Squadron) -> WarState:
    return with_forces(
        replace(state, squadrons={**state.squadrons, "bay-of-biscay": ships}), {"bay-of-biscay": {"france": 3}}
    )


BREAKS: dict[str, Callable[[WarState], WarState]] = {
    "cards-not-conserved": lambda s: replace(s, deck=replace(s.deck, cards=s.deck.cards[1:])),
    "cards-hidden": lambda s: replace(s, deck=CardPile(unknown=len(s.deck))),
    "reserves-used": lambda s: replace(s, used=s.board.reserves["france"][:1] * 2),
    "pieces-beyond-limits": lambda s: with_forces(s, {"paris": {"france": 99}}),
    "no-such-strength": lambda s: replace(s, units={**s.units, "paris": {"france": 0}}),
    "generals-not-conserved": lambda s: replace(s, generals={g: p for g, p in s.generals.items() if g != "napoleon"}),
    "no-such-place": lambda s: with_forces(s, {"atlantis": {"france": 1}}),
    "squadrons-on-land": lambda s: replace(s, squadrons={**s.squadrons, "munich": (Squadron(nation="france"),)}),
    "squadrons-in-yard": lambda s: replace(s, squadrons={**s.squadrons, YARD: (Squadron(nation="france"),)}),
    "no-such-war": lambda s: with_forces(s, {"war:wahhabis": {"turkey": 1}}),
    "enemies-share-duchy": lambda s: with_forces(s, {"munich": {"france": 1, "austria": 1}}),
    "aboard-without-room": lambda s: afloat(s, Squadron(nation="france")),
    "flags-beyond-limits": lambda s: replace(
        s, flags={d: "denmark" for d, e in s.board.duchies.items() if e.nation != "denmark"}
    ),
    "flag-at-home": lambda s: replace(s, flags={**s.flags, "paris": "france"}),
    "resources-off-track": lambda s: replace(s, resources={"france": 9}),
    "resources-of-proxy": lambda s: replace(s, resources={"spain": 1}),
    "points-below-none": lambda s: replace(
        s, impulse=Impulse(nation="france", number=1, pools=(PointPool(nation="france", points=-1),))
    ),
    "consul-off-track": lambda s: replace(s, consuls={**s.consuls, "sweden": Consul(column="ally")}),
    "wrong-seat": lambda s: replace(s, control={**s.control, "spain": "britain"}),
}


def test_a_position_of_a_game_breaks_none(state: WarState) -> None:
    assert list(broken(state)) == []
    assert list(broken(afloat(state, *[Squadron(nation="france")] * 2))) == []


@pytest.mark.parametrize("said", BREAKS)
def test_what_breaks_one_is_named_and_told(state: WarState, said: str) -> None:
    found = [one for one in broken(BREAKS[said](state)) if one.code == said]
    words = words_of(TNW, TNW.lexicon(state, PUBLIC)).knowing(state, PUBLIC)
    assert found
    for one in found:
        assert words.phrase("invariants", one.code, one.args)


def test_all_that_has_words_is_broken_by_a_position_here(state: WarState) -> None:
    words = words_of(TNW, TNW.lexicon(state, PUBLIC))
    assert set(words.group("invariants")) == set(BREAKS)
