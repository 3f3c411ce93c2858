"""Twin worlds: troops that a seat cannot know are divided otherwise, and its pictures stay the same, byte for byte."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.drawing.arrange import arrange
from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC, Event
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance, Table
from pbem.playtest.recorded import table_for
from pbem.report.pictures import measure
from pbem_maria.drawing.page import PAGES
from pbem_maria.guess import guess
from pbem_maria.orders.stage import SetUpOrders, StageOrders
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from tests.long import tries
from tests.maria.drawing.pauses import Shown
from tests.report.pictures.arranged import remembered

SEATS = ("maria-theresa", "frederick", "louis")
PAUSES = 5


def otherwise(order: SetUpOrders, view: State, seat: str) -> SetUpOrders:
    """The same troops on the map for each power, one of them under another general."""
    troops = dict(order.troops)
    for power in view.powers_of(seat):
        army = [general for general in view.generals_of(power) if general in troops]
        giver = next((one for one in army if troops[one] > view.theatre.generals[one].minimum), None)
        taker = next((one for one in army if one != giver and troops[one] < 8), None)
        if giver and taker:
            troops[giver] -= 1
            troops[taker] += 1
    return replace(order, troops=troops)


def world(watcher: str, seed: str, *, twin: bool) -> Iterator[tuple[Table[State], Shown]]:
    """What *watcher* is shown in a game in which nobody moves but it, and what is behind."""
    table = table_for(MARIA, {"scenario": "advanced"}, seed)
    chance = Chance(seed, "guesses")
    answers: dict[tuple[str, str], Answer[Any]] = {}
    last = 0
    for _ in range(PAUSES):
        waiting = play(table, (_sheets(answers), policies(lambda *_: ())))
        events: Sequence[Event[State]] = [event for entry in table.entries[last:] for event in entry.events]
        last = len(table.entries)
        seen = [found for event in events if (found := event.seen_by(watcher)) is not None]
        asked = tuple(each for each in waiting if each.seat == watcher)
        yield table, Shown(table.views[watcher], watcher, seen, asked)
        answers = {(each.seat, each.key): Answer(_order(table, each, chance, watcher, twin=twin)) for each in waiting}


def _sheets(answers: dict[tuple[str, str], Answer[Any]]) -> Any:
    return lambda decision, _view: answers.get((decision.seat, decision.key))


def _order(table: Table[State], asked: Decision[Any], chance: Chance, watcher: str, *, twin: bool) -> Any:
    view = table.views[asked.seat]
    if isinstance(asked.default, SetUpOrders) and asked.seat != watcher and twin:
        return otherwise(asked.default, view, asked.seat)
    if asked.seat == watcher and asked.takes is StageOrders:
        return guess(view, asked, chance)
    return asked.default


@pytest.mark.slow
@pytest.mark.parametrize("watcher", tries(["frederick", PUBLIC], [*SEATS, PUBLIC]))
def test_pictures_tell_nothing_of_what_a_seat_cannot_know(watcher: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem_maria.drawing.scene.arrange", remembered(arrange))
    compared = 0
    for (table, shown), (other, twin) in zip(
        world(watcher, "twins", twin=False), world(watcher, "twins", twin=True), strict=True
    ):
        if shown.view.sightings or twin.view.sightings:
            break
        assert shown.of_letter() == twin.of_letter()
        every = list(shown.every())
        for picture in (*shown.of_letter(), *every[:: max(1, len(every) // 3)]):
            one, two = (PAGES.draw(each.view, watcher, picture, measure) for each in (shown, twin))
            assert one == two, picture.name
            compared += table.state.troops != other.state.troops
    assert compared > 8
