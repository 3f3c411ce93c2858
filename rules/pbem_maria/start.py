"""The position before anything is laid out."""

from pbem_maria.edition import named
from pbem_maria.settings import Settings, seat_of_player
from pbem_maria.state import State
from pbem_maria.steps.setup import LayOut, SetUp
from pbem_maria.theatre import theatre


def start(settings: Settings) -> State:
    """The empty board, its flow at the set-up (4)."""
    edition = named(settings.edition)
    place = theatre(edition.key, settings.scenario)
    two = settings.two_players
    return State(
        edition=edition.key,
        scenario=settings.scenario,
        two_players=two,
        seats={power.id: seat_of_player(power.player, two_players=two) for power in place.powers.values()},
        hussars=(None,) * sum(power.hussars for power in place.powers.values()),
        totals=dict.fromkeys(place.powers, 0),
        flow=(SetUp(), LayOut()),
    )
