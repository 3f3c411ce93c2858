"""The doctor: looks at everything that mail needs, and changes nothing."""

from collections.abc import Iterator

from pbem.mail.doctor import file_permissions, local_checks, server_checks
from pbem.mail.doctor.finding import DoctorFinding
from pbem.mail.doctor.server_checks import RecordLookup
from pbem.referee.game import Clock, Game


def examine(game: Game, clock: Clock, seconds: float, record: RecordLookup | None) -> Iterator[DoctorFinding]:
    """All findings about *game*, each as soon as it is known.

    Each step of a talk with a server may take *seconds*; *record* asks the DNS, without it no one is asked.
    """
    mail = game.settings.mail
    yield from local_checks.folders(game)
    yield from local_checks.locks(game)
    yield from local_checks.log(game)
    yield from file_permissions.of_game(game)
    yield from file_permissions.of_transports(game)
    yield from local_checks.disk(game)
    yield from local_checks.clock(game, clock)
    yield from local_checks.older_keys(game)
    yield from local_checks.secrets(game)
    yield from local_checks.people(game)
    yield from local_checks.local_transports(game)
    yield from server_checks.servers(mail, game.folder, seconds)
    yield from server_checks.judging(mail, record)
    yield from local_checks.verdicts(game)
    yield from local_checks.waiting(game)
