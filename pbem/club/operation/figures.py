"""Figures of all workers together, kept in the database: verdicts, and seconds from an email's arrival to its receipt.

They are counted in the commit of the turn: what is done again counts once.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.errors import extra

with extra("club"):
    from psycopg import Connection

_AT_MOST = (1, 2, 5, 10, 20, 60, 300, 1800, 7200, 86400)
_ENDS = (*map(str, _AT_MOST), "+Inf")


def count(connection: Connection, worker: str, seconds: Iterable[float], verdicts: Iterable[str]) -> None:
    """Count emails that waited so many *seconds*, and *verdicts*, in the caller's transaction."""
    waited = tuple(seconds)
    found = Counter[tuple[str, str]](("verdicts", one) for one in verdicts)
    found.update(("mail_seconds", _ENDS[bisect_left(_AT_MOST, one)]) for one in waited)
    rows = [(worker, what, label, float(value)) for (what, label), value in sorted(found.items())]
    if waited:
        rows.append((worker, "mail_seconds_sum", "", sum(waited)))
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into club_figures values (%s, %s, %s, %s) on conflict (worker, what, label) "
            "do update set value = club_figures.value + excluded.value",
            rows,
        )


def told(connection: Connection) -> Iterator[str]:
    """The figures as lines of OpenMetrics."""
    found = {(what, label): value for what, label, value in connection.execute("select * from club_measured")}
    yield "# TYPE pbem_verdicts counter"
    for (what, label), value in sorted(found.items()):
        if what == "verdicts":
            yield f'pbem_verdicts_total{{state="{label}"}} {value:.0f}'
    yield "# TYPE pbem_mail_seconds histogram"
    total = 0.0
    for end in _ENDS:
        total += found.get(("mail_seconds", end), 0.0)
        yield f'pbem_mail_seconds_bucket{{le="{end if end == "+Inf" else f"{end}.0"}"}} {total:.0f}'
    yield f"pbem_mail_seconds_count {total:.0f}"
    yield f"pbem_mail_seconds_sum {found.get(('mail_seconds_sum', ''), 0.0):.3f}"
