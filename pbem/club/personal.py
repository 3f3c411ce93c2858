"""All that a club keeps of a person: written to a file for them, or erased."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from pbem.club.copies import CopyMark, GameCopy, changes
from pbem.club.database import connected
from pbem.club.former import Eraser, Traces, parties, traces_of
from pbem.club.games import OtherWorkerFirst, StoredGame, bring, commit, of_no_game, stored
from pbem.club.letters import about_content, contact, filled, write
from pbem.club.people import ClubPeople
from pbem.club.seats import addresses_of, games_of, note_addresses
from pbem.club.settings import Club
from pbem.club.tables import want
from pbem.errors import Refusal, extra
from pbem.mail.mime.headers import headers_of, sender_of
from pbem.referee import opening
from pbem.referee.game import Game, Rulesets
from pbem.referee.people import changes as hands
from pbem.referee.people import words
from pbem.store.outbox import QueuePlace, without_envelope

with extra("club"):
    from psycopg import Connection

_TRIES = 5
_WAITING: tuple[QueuePlace, ...] = ("queued", "refused", "trying", "post")


class CannotErase(Refusal):
    """A person cannot be erased yet."""


class ErasedPerson(msgspec.Struct, frozen=True):
    """What came of it: the *games* that named the person, the *seats* that are wanted now, whether it was blocked."""

    games: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    was_blocked: bool


def export_person(club: Club, address: str, file: Path, rulesets: Rulesets | None = None) -> int:
    """Write all that is kept of the person at *address* into the new ZIP file *file*; of how many games.

    That is the account, and from each game who they are in it, and the emails from them and to them.
    """
    with connected(club.database) as connection, connection.transaction():
        people = ClubPeople(connection, club)
        person = people.digest(address)
        games = games_of(connection, person, now=False)
        with zipfile.ZipFile(file, "x", zipfile.ZIP_DEFLATED) as archive:
            kept = {"address": address, **_account(connection, people, person), "games": games}
            archive.writestr("account.json", msgspec.json.format(msgspec.json.encode(kept)))
            for number, raw in _letters(connection, club, address):
                archive.writestr(f"letters/{number}.eml", raw)
            for number, raw in _emails(connection, club, address):
                archive.writestr(f"emails/{number}.eml", raw)
            for name in games:
                with _copy(connection, club, name) as (_game, copy, _before):
                    _export_game(archive, name, copy.folder, address, rulesets)
    return len(games)


def _account(connection: Connection, people: ClubPeople, person: bytes) -> dict[str, object]:
    """The account of a person as plain data."""

    def rows(query: str) -> list[dict[str, object]]:
        cursor = connection.execute(query.encode(), {"person": person})
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    known = people.of(person)
    return {
        "name": known.name if known else "",
        "account": rows("select confirmed, moderates from club_people where person = %(person)s"),
        "blocked": rows("select at from club_blocked where person = %(person)s"),
        "places": rows("select name, since from club_places where person = %(person)s order by id"),
        "tables": rows("select name, opened, started from club_tables where moderator = %(person)s order by opened"),
        "quotas": rows("select day, what, count from club_quotas where person = %(person)s order by day, what"),
    }


def _export_game(archive: zipfile.ZipFile, name: str, folder: Path, address: str, rulesets: Rulesets | None) -> None:
    with opening.held(folder, rulesets) as game:
        traces = traces_of(game, address)
        said = {"names": sorted(traces.names | traces.doubtful), "addresses": sorted(traces.addresses),
                "seats": {seat: game.titles[seat] for seat in traces.seats}}  # fmt: skip
    archive.writestr(f"{name}/game.json", msgspec.json.format(msgspec.json.encode(said)))
    for path in sorted(folder.rglob("*.eml")):
        raw = path.read_bytes()
        if traces.addresses & parties(headers_of(raw)):
            archive.writestr(f"{name}/{path.relative_to(folder).as_posix()}", raw)


def _letters(connection: Connection, club: Club, address: str) -> Iterator[tuple[int, bytes]]:
    """The letters of the club itself to *address* that are kept."""
    key = of_no_game(connection, club.key).key
    rows = connection.execute(
        "select id, ident, content from club_messages where game is null and content is not null order by id"
    ).fetchall()
    for number, ident, content in rows:
        envelope, raw = without_envelope(key.open(content, about_content(ident)))
        if envelope and envelope.recipient.casefold() == address.casefold():
            yield number, raw


def _emails(connection: Connection, club: Club, address: str) -> Iterator[tuple[int, bytes]]:
    """The emails from *address* that no game has taken in."""
    rows = connection.execute("select id, raw from club_mails where raw is not null order by id").fetchall()
    for number, wrapped in rows:
        raw = club.key.unwrap(wrapped)
        if sender_of(headers_of(raw)).casefold() == address.casefold():
            yield number, raw


@contextmanager
def _copy(connection: Connection, club: Club, name: str) -> Iterator[tuple[StoredGame, GameCopy, CopyMark]]:
    """The game *name* at its newest version, in a folder that is thrown away."""
    game = stored(connection, club.key, name)
    with TemporaryDirectory() as place:
        copy = GameCopy(Path(place), name)
        with copy.held():
            yield game, copy, bring(connection, game, copy)


def erase_person(club: Club, address: str, rulesets: Rulesets | None = None) -> ErasedPerson:
    """Leave nothing of the person at *address* but “a former player” and what was played; raises `CannotErase`.

    A seat of theirs in a game that goes on is wanted, and its moderator is told.
    """
    with connected(club.database) as connection:
        people = ClubPeople(connection, club)
        person, known = people.digest(address), people.at(address)
        called = known.name if known else ""
        _refuse_moderator(connection, club, person, rulesets)
        with connection.transaction():
            connection.execute("delete from club_places where person = %s", (person,))
            emails = [number for number, _raw in _emails(connection, club, address)]
            connection.execute("delete from club_mails where id = any(%s)", (emails,))
        seats: list[tuple[str, str]] = []
        games = games_of(connection, person, now=False)
        for name in games:
            seats += [(name, seat) for seat in _erased_in(connection, club, name, address, called, rulesets)]
        with connection.transaction():
            letters = [number for number, _raw in _letters(connection, club, address)]
            connection.execute("delete from club_messages where id = any(%s)", (letters,))
            people.forget_links(address)
            blocked = connection.execute("delete from club_blocked where person = %s", (person,)).rowcount
            for table in ("club_quotas", "club_seats", "club_people"):
                connection.execute(f"delete from {table} where person = %s", (person,))  # noqa: S608
    return ErasedPerson(tuple(games), tuple(seats), bool(blocked))


def _refuse_moderator(connection: Connection, club: Club, person: bytes, rulesets: Rulesets | None) -> None:
    """Raise `CannotErase` if someone moderates games or tables that go on."""
    tables = connection.execute("select name from club_tables where moderator = %s and started is null", (person,))
    held = [name for (name,) in tables]
    for (name,) in connection.execute("select name from club_games where moderator = %s", (person,)).fetchall():
        with _copy(connection, club, name) as (_game, copy, _before), opening.held(copy.folder, rulesets) as game:
            if not words.is_over(game):
                held.append(name)
    if held:
        raise CannotErase(f"this person moderates {', '.join(held)}; let these games end and close these tables first")


def _erased_in(
    connection: Connection, club: Club, name: str, address: str, called: str, rulesets: Rulesets | None
) -> tuple[str, ...]:
    """Take a person out of the game *name*, whoever plays it meanwhile; the seats that are wanted now."""
    for _ in range(_TRIES):
        try:
            return _erase_once(connection, club, name, address, called, rulesets)
        except OtherWorkerFirst:
            continue
    raise CannotErase(f"{name} was played all the time; try again")


def _erase_once(
    connection: Connection, club: Club, name: str, address: str, called: str, rulesets: Rulesets | None
) -> tuple[str, ...]:
    with _copy(connection, club, name) as (row, copy, before):
        if row.is_newer:
            raise CannotErase(f"a newer pbem has played {name}; use that version")
        with opening.held(copy.folder, rulesets) as game:
            traces = traces_of(game, address, called)
            seats = _give_up(game, club, traces)
            for place in _WAITING:
                for ident in game.outbox.listed(place):
                    envelope = game.outbox.envelope(ident)
                    if envelope and envelope.recipient.casefold() in traces.addresses:
                        game.outbox.forget(ident)
                        game.outbox.shift(ident, place, "dropped")
        Eraser(traces).folder(copy.folder)
        with opening.held(copy.folder, rulesets) as game:  # which checks that it is whole
            known, moderated = addresses_of(game), bool(game.settings.moderator.address)
        pieces = list(changes(copy.folder, before))
        with connection.transaction():
            commit(connection, row, pieces, at=row.played or club.clock(), due=club.clock())
            note_addresses(connection, club.key, name, known)
            connection.execute(
                "delete from club_seats where game = %s and person = any(%s)",
                (name, [ClubPeople(connection, club).digest(one) for one in traces.addresses]),
            )
            if not moderated:
                connection.execute("update club_games set contact = null, moderator = '' where name = %s", (name,))
            for seat in seats:
                want(ClubPeople(connection, club), name, seat)
            moderator = contact(connection, club, name)
            if seats and moderator:
                text = filled("gone.txt.j2", game=name, seats=seats)
                write(connection, club, moderator, f"[{name}] a player is gone", text)
    return seats


def _give_up(game: Game, club: Club, traces: Traces) -> tuple[str, ...]:
    """End all that a person is in *game*; the seats that no one holds now. Raises `CannotErase`."""
    clock, wanted = club.clock, list[str]()
    for address in traces.addresses:
        words.end(game, address, clock)
    for seat in () if words.is_over(game) else game.titles:
        promised, invited, instead = hands.promised(game, seat), hands.open_for(game, seat), game.holders[seat].stand_in
        if promised and promised.address.casefold() in traces.addresses:
            raise CannotErase(
                f"{seat} of {game.name} is promised to this person; the moderator first has to promise it to another"
            )
        if invited and invited.address.casefold() in traces.addresses:
            hands.withdraw(game, seat, clock)
        if instead and instead.address.casefold() in traces.addresses:
            hands.end_stand_in(game, seat, clock)
        if seat in traces.seats and game.settings.seats[seat].address.casefold() in traces.addresses:
            hands.vacate(game, seat, clock, by="player")
            wanted.append(seat)
    if wanted:
        hands.finish(game, clock())
    return tuple(wanted)
