"""What an operator may see of a club: counts and failures, as a status, as metrics and as lines of a log.

None of it says a word of a game, a sheet, an address or a key.
"""

import json
import logging
import threading
import traceback
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec

from pbem import __version__
from pbem.club.database import OPERATOR, OWNER, NoDatabase, connected, missing
from pbem.club.operation import figures
from pbem.club.playing import PlayResult
from pbem.club.settings import Club
from pbem.errors import extra

with extra("club"):
    import psycopg


class ClubStatus(msgspec.Struct, frozen=True):
    """Where a club stands: jobs and messages by state, what waits and since when, what was put aside."""

    jobs: dict[str, int]
    oldest: float
    workers: int
    mails: int
    mails_of_no_game: int
    messages: dict[str, int]
    aside: tuple[tuple[str, str], ...]


def status(club: Club) -> ClubStatus:
    """Where *club* stands, as an operator may see it; the queries look only at what waits."""
    with connected(club.database, OPERATOR) as connection:
        found: dict[str, dict[str, int]] = {}
        for what, state, number in connection.execute("select * from club_counts order by what, state"):
            found.setdefault(what, {})[state] = number
        aside = connection.execute("select name, why from club_failures order by name").fetchall()
    mails = found.get("mails", {})
    return ClubStatus(
        jobs=found.get("jobs", {}),
        oldest=float(found["oldest"]["seconds"]),
        workers=found["workers"]["alive"],
        mails=mails.get("of games", 0),
        mails_of_no_game=mails.get("of no game", 0),
        messages=found.get("messages", {}),
        aside=tuple(aside),
    )


class Counts:
    """What this process did since it began."""

    def __init__(self) -> None:
        self._lock, self.done, self.seconds = threading.Lock(), Counter[str](), 0.0

    def played(self, _game: str, done: PlayResult) -> None:
        """Count what came of a job."""
        with self._lock:
            self.done.update(
                turns=done.turns, mails_taken=done.mails, messages_queued=done.messages, bytes_committed=done.size
            )
            self.seconds += done.in_turns + done.beside


def metrics(club: Club, counts: Counts) -> str:
    """What `/metrics` says, as OpenMetrics text."""
    found = status(club)
    lines: list[str] = []

    def family(name: str, kind: str, samples: Iterator[tuple[str, float]]) -> None:
        lines.append(f"# TYPE pbem_{name} {kind}")
        suffix = "_total" if kind == "counter" else ""
        lines.extend(f"pbem_{name}{suffix}{label} {value:g}" for label, value in samples)

    def by(label: str, values: dict[str, int]) -> Iterator[tuple[str, float]]:
        yield from ((f'{{{label}="{key}"}}', float(value)) for key, value in values.items())

    family("jobs", "gauge", by("state", found.jobs))
    family("messages", "gauge", by("place", found.messages))
    for name, value in (
        ("mails_waiting", found.mails),
        ("mails_of_no_game", found.mails_of_no_game),
        ("oldest_mail_seconds", found.oldest),
        ("workers", found.workers),
        ("games_aside", len(found.aside)),
    ):
        family(name, "gauge", iter([("", float(value))]))
    for name, count in sorted(counts.done.items()):
        family(name, "counter", iter([("", float(count))]))
    family("play_seconds", "counter", iter([("", counts.seconds)]))
    with connected(club.database, OPERATOR) as connection:
        lines.extend(figures.told(connection))
    return "\n".join([*lines, "# EOF", ""])


def serve_metrics(club: Club, counts: Counts, port: int) -> ThreadingHTTPServer:
    """Serve `/metrics` and `/health` on this machine alone, in a thread."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                if self.path == "/metrics":
                    kind, text, code = "application/openmetrics-text; version=1.0.0", metrics(club, counts), 200
                elif self.path == "/health":
                    status(club)
                    kind, text, code = "application/json", json.dumps({"version": __version__}) + "\n", 200
                else:
                    kind, text, code = "text/plain", "not found\n", 404
            except (NoDatabase, psycopg.Error):
                kind, text, code = "application/json", '{"trouble": "database"}\n', 503
            self.send_response(code)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name is given
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


_SAID = ("action", "kind", "game", "turns", "mails", "messages", "size")


class JsonLines(logging.Formatter):
    """A line of JSON for each record: what happened, with places in the code, and no words that may be a game's."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        said |= {key: record.__dict__[key] for key in _SAID if key in record.__dict__}
        job = record.__dict__.get("job")
        if isinstance(job, dict):
            said["job"] = {key: job.get(key) for key in ("id", "task_name", "attempts")}
        if record.exc_info and record.exc_info[1]:
            fault = record.exc_info[1]
            frames = traceback.extract_tb(fault.__traceback__)[-6:]
            said["error"] = type(fault).__name__
            said["where"] = [f"{Path(one.filename).name}:{one.lineno}" for one in frames]
        return json.dumps(said)


def log_as_json() -> None:
    """Let all that this process logs be lines of JSON on its standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


class ClubFinding(msgspec.Struct, frozen=True):
    """One thing that was looked at: whether it is well, and what helps."""

    what: str
    well: bool
    says: str


def examine(club: Club) -> Iterator[ClubFinding]:
    """Look at all that a club needs."""
    try:
        with connected(club.database, OWNER) as connection:
            lacking = missing(connection)
            yield ClubFinding("database", well=True, says="it answers")
            yield ClubFinding(
                "migrations",
                well=not lacking,
                says=f"{len(lacking)} are missing: run `pbem club init`" if lacking else "all are done",
            )
            if lacking:
                return
            row = connection.execute("select key from club_secrets limit 1").fetchone()
            if row:
                club.key.unwrap(row[0])
            yield ClubFinding("key", well=True, says="it opens what is in the database")
    except NoDatabase as error:
        yield ClubFinding("database", well=False, says=str(error))
        return
    found = status(club)
    yield ClubFinding("workers", well=found.workers > 0, says=f"{found.workers} gave a sign of life in the last minute")
    aside = ", ".join(f"{name} ({why})" for name, why in found.aside)
    yield ClubFinding("games", well=not aside, says=f"put aside: {aside}" if aside else "none was put aside")
    yield ClubFinding(
        "outgoing mail",
        well=bool(club.settings.out.named),
        says="club.yaml names where it goes" if club.settings.out.named else "club.yaml names no `out`: mail waits",
    )
