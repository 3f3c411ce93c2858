"""The doctor: looks at everything that mail needs, and changes nothing."""

from collections.abc import Iterator

from pbem.roads import premises, rights, visits
from pbem.roads.finding import Finding
from pbem.roads.visits import Record
from pbem.store.game import Clock, Game


def examine(game: Game, clock: Clock, seconds: float, record: Record | None) -> Iterator[Finding]:
    """All findings about *game*, each as soon as it is known.

    Each step of a talk with a server may take *seconds*; *record* asks the DNS, without it nobody is asked.
    """
    mail = game.settings.mail
    yield from premises.folders(game)
    yield from premises.log(game)
    yield from rights.of_game(game)
    yield from rights.of_roads(game)
    yield from premises.disk(game)
    yield from premises.clock(game, clock)
    yield from premises.secrets(game)
    yield from premises.people(game)
    yield from premises.local_roads(game)
    yield from visits.servers(mail, game.folder, seconds)
    yield from visits.signing(mail.delivery.dkim, mail, game.folder, record)
    yield from visits.judging(mail, record)
    yield from premises.waiting(game)
