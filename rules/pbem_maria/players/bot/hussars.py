"""Hussars across the supply lines of enemies (7, 9)."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.hussars.orders import STAY, HussarOrders, HussarWish
from pbem_maria.chapters.supply import supply
from pbem_maria.players.bot.valuation.survey import Survey
from pbem_maria.position.state import State


def play_hussars(view: State, decision: Decision, chance: Chance) -> HussarOrders:
    """Each hussar where it costs the enemies most, given where those before it are."""
    generals = tuple(g for foe in Survey(view, decision.seat).foes(hussars.OWNER) for g in foe.generals)
    lines = {g: supply.shortest(view, g, past_hussars=True) for g in generals if not supply.at_home(view, g)}
    cities = sorted(
        {city for line in lines.values() if line for city in line if hussars.wrong_with(view, city) is None}
    )
    now = replace(view, hussars=(None,) * len(view.hussars))
    wishes = []
    for number in range(len(view.hussars)):
        best = _dearest(now, number, cities, lines)
        if best is not None:
            now = _put(now, number, best)
        wishes.append(HussarWish((best, STAY) if best is not None else (STAY,)))
    return HussarOrders(hussars=tuple(wishes))


def _dearest(state: State, number: int, cities: Iterable[str], generals: Collection[str]) -> str | None:
    """The city in which hussar *number* costs *generals* most."""
    return max(cities, key=lambda city: (_toll(_put(state, number, city), generals), city), default=None)


def _put(state: State, number: int, city: str) -> State:
    places = list(state.hussars)
    places[number] = city
    return replace(state, hussars=tuple(places))


def _toll(state: State, generals: Collection[str]) -> float:
    """The points that enemies would have to pay; a line that is only lengthened counts a little."""
    total = 0.0
    for general in generals:
        found = supply.line(state, general)
        if found is not None:
            total += found.points + 0.2 * len(found.path)
    return total
