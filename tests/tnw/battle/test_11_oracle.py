"""The engine's battles and assaults against the odds worked out from numbers alone, over every way the dice fall."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

import pytest

from pbem_tnw.chapters.land.battle import Battle
from pbem_tnw.chapters.land.battle_events import AssaultEnded, BattleDecided
from pbem_tnw.chapters.land.battle_outlook import outlook_here
from pbem_tnw.chapters.land.sieges import AssaultFortress, outlook
from pbem_tnw.position.forces import in_play
from pbem_tnw.position.impulse import BattleVerdict, Contact
from tests.tnw.battle.fighting import met
from tests.tnw.battle.oracle import every_way
from tests.tnw.positions import DiceTable, active, at_start, emptied, with_forces

OPEN = active(emptied(at_start(4), "lisbon"), "france")


@pytest.mark.parametrize(("units", "generals", "contact"), [
    ({"france": 2, "austria": 1}, (), Contact(place="ulm", origin="munich", defended=True)),
    ({"france": 1, "austria": 2}, ("mack",), Contact(place="ulm", origin="stuttgart", defended=True)),
    ({"spain": 2, "austria": 2}, ("castanos",), Contact(place="ulm", origin="munich", defended=True)),
    ({"spain": 1, "austria": 1}, ("la-romana", "castanos"), Contact(place="ulm", origin="munich", defended=True)),
    ({"spain": 2, "austria": 1}, (), Contact(place="ulm", origin="munich", evasion_failed=True)),
])  # fmt: skip
def test_11_3_every_battle_ends_as_often_as_the_odds_say(
    units: Mapping[str, int], generals: Iterable[str], contact: Contact
) -> None:
    state = active(met(units, generals), "france", contact=contact)
    seen = outlook_here(state, "france", "ulm")
    assert seen is not None
    found: dict[str, float] = defaultdict(float)
    nations = ("france", "spain"), ("austria",)
    for chance, table in every_way(state, lambda table: _begin(table, contact)):
        won, lost = (
            _verdict(table),
            [sum(in_play(state, one) - in_play(table.state, one) for one in side) for side in nations],
        )
        found["wins"] += chance * (won.winner == "attacker")
        found["routs"] += chance * (won.rout and won.winner == "attacker")
        found["routed"] += chance * (won.rout and won.winner == "defender")
        found[f"attacker lost {lost[0]}"] += chance
        found[f"defender lost {lost[1]}"] += chance
    odds = seen.odds
    expected = {"wins": odds.wins, "routs": odds.routs, "routed": odds.routed}
    expected |= {f"attacker lost {n}": likely for n, likely in enumerate(odds.attacker_lost)}
    expected |= {f"defender lost {n}": likely for n, likely in enumerate(odds.defender_lost)}
    assert sum(found[each] for each in found if each.startswith("attacker lost")) == pytest.approx(1)
    for what, likely in expected.items():
        assert found[what] == pytest.approx(likely, abs=1e-9), what


@pytest.mark.parametrize("forces", [
    ({"france": 2}, ("ney",)), ({"france": 1, "spain": 1}, ("soult",)), ({"spain": 3}, ("castanos",)),
])  # fmt: skip
def test_12_3_every_assault_ends_as_often_as_the_odds_say(forces: tuple[Mapping[str, int], Iterable[str]]) -> None:
    units, generals = forces
    nation = OPEN.board.leaders[next(iter(generals))].nation
    state = active(with_forces(OPEN, {"lisbon": units}, dict.fromkeys(generals, "lisbon")), nation)
    odds = outlook(state, nation, "lisbon")
    assert odds is not None
    found: dict[str, float] = defaultdict(float)
    for chance, table in every_way(state, lambda table: table.enter(AssaultFortress(nation=nation, place="lisbon"))):
        (event,) = table.told(AssaultEnded)
        assert isinstance(event, AssaultEnded)
        found[event.end] += chance
        found[f"lost {sum(in_play(state, one) - in_play(table.state, one) for one in units)}"] += chance
    assert found["fallen"] + found["overrun"] == pytest.approx(odds.falls, abs=1e-9)
    assert found["overrun"] == pytest.approx(odds.overruns, abs=1e-9)
    assert found["destroyed"] == pytest.approx(odds.destroyed, abs=1e-9)
    for number, likely in enumerate(odds.lost):
        assert found[f"lost {number}"] == pytest.approx(likely, abs=1e-9)


def _begin(table: DiceTable, contact: Contact) -> None:
    table.enter(
        Battle(
            nation="france", place="ulm", origin=contact.origin, evasion_failed=contact.evasion_failed,
            defended=contact.defended,
        )
    )  # fmt: skip


def _verdict(table: DiceTable) -> BattleVerdict:
    (event,) = table.told(BattleDecided)
    assert isinstance(event, BattleDecided)
    return event.verdict
