"""Each invariant fails on a position that breaks it: random games and cases rely on them."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.engine.play import play
from pbem.engine.table import Answer, Table
from pbem.report.words import words_of
from pbem_maria.invariants import broken
from pbem_maria.playtest import PLAYTEST
from pbem_maria.position.state import DisputedFortress, State
from pbem_maria.ruleset import MARIA


class Enough(Exception):
    """The game was played as far as it is wanted."""


@pytest.fixture(scope="module")
def state() -> State:
    """The position in the first stage of the second turn of an advanced game that bots play."""
    bot, settings = PLAYTEST.bot, MARIA.settings(scenario="advanced")
    assert bot is not None
    table: Table[State] = Table(MARIA.start(settings), MARIA.seats(settings), "key")

    def keep(_: object) -> None:
        if table.state.turn == 2 and table.state.stage:
            raise Enough

    with pytest.raises(Enough):
        play(table, [lambda decision, view: Answer(bot(view, decision, table.bot_chance(decision)), "bot")], keep)
    return table.state


def without_first(cards: Any) -> Any:
    return replace(cards, known=cards.known[1:])


def generals(state: State, power: str) -> list[str]:
    return [piece for piece in state.at if state.theatre.is_general(piece) and state.power_of(piece) == power]


def put(state: State, piece: str, city: str) -> State:
    return replace(state, at={**state.at, piece: city})


def troops(state: State, number: int) -> State:
    (general, *_) = generals(state, "france")
    return replace(state, troops={**state.troops, general: number})


def together(state: State, *powers: str) -> State:
    first, *others = (generals(state, power)[powers[:at].count(power)] for at, power in enumerate(powers))
    for other in others:
        state = put(state, other, state.at[first])
    return state


BREAKS: dict[str, Callable[[State], State]] = {
    "cards-not-conserved": lambda s: replace(s, hands={**s.hands, "france": without_first(s.hands["france"])}),
    "cards-hidden": lambda s: replace(s, draw=replace(s.draw, known=(), hidden=len(s.draw.known))),
    "card-of-another-deck": lambda s: replace(s, used={**s.used, 4: s.draw.known[:1]}),
    "without-troops": lambda s: replace(s, troops=dict(list(s.troops.items())[1:])),
    "troops-of-general": lambda s: troops(s, 9),
    "troops-without-general": lambda s: replace(s, at={p: c for p, c in s.at.items() if p != generals(s, "france")[0]}),
    "hussar-off-board": lambda s: replace(s, hussars=("atlantis", None)),
    "marker-off-board": lambda s: replace(s, markers={**s.markers, "atlantis": "france"}),
    "marker-off-track": lambda s: replace(s, tracks={**s.tracks, "italy": 99}),
    "against-neutrality": lambda s: replace(s, neutral=frozenset({"austria", "prussia", "saxony"})),
    "total-differs": lambda s: replace(s, totals={**s.totals, "austria": 99}),
    "wrong-board": lambda s: put(s, generals(s, "pragmatic")[0], "dresden"),
    "player-without-power": lambda s: replace(s, seats=dict.fromkeys(s.seats, "louis")),
    "off-the-board": lambda s: put(s, generals(s, "france")[0], "atlantis"),
    "cannot-stack": lambda s: together(s, "france", "france", "france"),
    "together-with-enemy": lambda s: together(s, "france", "austria"),
    "shared-with-hussar": lambda s: put(s, generals(s, "france")[0], s.hussars[0] or ""),
    "on-and-off-map": lambda s: replace(s, off_map={**s.off_map, generals(s, "france")[0]: "italy"}),
    "face-down-off-map": lambda s: replace(s, face_down=frozenset({"nobody"})),
    "left-between-stages": lambda s: replace(s, stage="", questions={"prag": DisputedFortress("austria", "karl")}),
    "markers-not-conserved": lambda s: replace(s, pools={**s.pools, "france": s.pools["france"] + 1}),
    "pool-overdrawn": lambda s: replace(s, stage="", pools={**s.pools, "france": -1}, aside={"france": 99}),
    "battle-boxes": lambda s: replace(s, battle={**s.battle, "france": 3}),
    "marker-on-elector": lambda s: replace(s, electors={"prag": "france"}, markers={"prag": "france"}),
}


def test_a_position_of_a_game_breaks_none(state: State) -> None:
    assert list(broken(state)) == []


@pytest.mark.parametrize("said", BREAKS)
def test_what_breaks_one_is_named_and_told(state: State, said: str) -> None:
    found = [one for one in broken(BREAKS[said](state)) if one.code == said]
    words = words_of(MARIA, MARIA.lexicon(state, PUBLIC)).knowing(state, PUBLIC)
    assert found
    for one in found:
        assert words.phrase("invariants", one.code, one.args)


def test_who_has_only_a_saxony_that_prussia_gets_back_has_no_power(state: State) -> None:
    seats = dict.fromkeys(state.seats, "louis") | {"austria": "maria-theresa", "saxony": "frederick"}

    found = [one.args for one in broken(replace(state, seats=seats)) if one.code == "player-without-power"]

    assert found == [{"seat": "frederick"}]
