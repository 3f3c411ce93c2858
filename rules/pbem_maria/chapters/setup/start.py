"""The position before anything is laid out (4)."""

from pbem_maria.chapters.setup.steps import LayOut, SetUp
from pbem_maria.edition.armies import Power
from pbem_maria.edition.edition import Edition, named
from pbem_maria.position.state import State
from pbem_maria.position.theatre import theatre
from pbem_maria.settings import INTRODUCTORY, MariaSettings


def start(settings: MariaSettings) -> State:
    """The empty board, its flow at the set-up (4)."""
    edition = named(settings.edition)
    place = theatre(edition.key, settings.game)
    return State(
        edition=edition.key,
        scenario=settings.game,
        two_players=settings.two_players,
        options=settings.options,
        seats={power.id: _seat(edition, settings, power) for power in place.powers.values()},
        hussars=(None,) * sum(power.hussars for power in place.powers.values()),
        totals=dict.fromkeys(place.powers, 0),
        flow=(SetUp(), LayOut()),
    )


def _seat(edition: Edition, settings: MariaSettings, power: Power) -> str:
    """The seat that runs *power* at the start (1, 24)."""
    if not settings.two_players:
        return power.player
    forms = edition.armies.two_players
    sides = forms.introductory if settings.game == INTRODUCTORY else forms.advanced
    return "maria-theresa" if power.id in sides.b else "coalition"
