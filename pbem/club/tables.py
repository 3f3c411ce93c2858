"""Tables that people join: opened by a moderator, begun as a game when they are full, with a list of who waits."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec
import yaml

from pbem.club.letters import contact, filled, write
from pbem.club.people import ClubMember, ClubPeople
from pbem.club.seats import games_of
from pbem.club.settings import Club
from pbem.club.transfer import add_folder
from pbem.errors import Refusal, extra
from pbem.referee.game import Game, Rulesets, ruleset_called
from pbem.referee.opening import create, first_settings
from pbem.settings.game import GameSettings

with extra("club"):
    from psycopg import Connection


class CannotOpen(Refusal):
    """A table cannot be opened or begun like that."""


class NoSuchTable(Refusal):
    """The club has no table of that name, or it is another moderator's."""


class OpenTable(msgspec.Struct, frozen=True, array_like=True):
    """A table as anyone may see it: how many joined, and whose seats are free in a game that has begun."""

    name: str
    rules: str
    title: str
    seats: int
    calendar: str
    opened: datetime
    started: datetime | None
    joined: int
    wanted: tuple[str, ...]

    @property
    def free(self) -> int:
        """How many seats are free."""
        return len(self.wanted) if self.started else max(0, self.seats - self.joined)

    @property
    def waiting(self) -> int:
        """How many wait for a seat."""
        return self.joined if self.started else max(0, self.joined - self.seats)


JoinOutcome = Literal["joined", "waiting", "begins", "already", "offered", "moderates", "no-table", "many", "blocked"]
LeaveOutcome = Literal["left", "not-there", "plays", "no-table"]


def listed(connection: Connection, *, name: str = "") -> list[OpenTable]:
    """The tables with room, then those where one can wait; or the one called *name*, whatever it is."""
    found = connection.execute(
        "select * from club_listed where case when %(name)s <> '' then name = %(name)s "
        "else started is null or cardinality(wanted) > 0 end order by opened, name",
        {"name": name},
    ).fetchall()
    tables = [msgspec.convert(row, OpenTable) for row in found]
    return sorted(tables, key=lambda one: not one.free)


def standing(connection: Connection, person: bytes) -> dict[str, int]:
    """The tables that *person* joined, each with their place in the order of those who did."""
    return dict(
        connection.execute(
            "select name, (select count(*) from club_places other where other.name = mine.name "
            "and other.id <= mine.id) from club_places mine where person = %s order by id",
            (person,),
        ).fetchall()
    )


@contextmanager
def _created(text: str, rulesets: Rulesets | None) -> Iterator[Game]:
    """The game that the game.yaml *text* begins, which is thrown away unless it is imported; raises `CannotOpen`."""
    with TemporaryDirectory() as place:
        try:
            game = create(Path(place) / "game", text, rulesets)
        except Refusal as error:
            raise CannotOpen(f"no game can begin with this game.yaml: {error}") from error
        yield game


def open_table(
    people: ClubPeople, moderator: ClubMember, name: str, text: str = "", rules: str = "", calendar: str = "",
    rulesets: Rulesets | None = None,
) -> OpenTable:  # fmt: skip
    """Open the table *name*, whose game.yaml is *text*, or the first one for *rules*; raises `CannotOpen`.

    Seats that it gives to no one are free. The mail of the game is the club's.
    """
    if not moderator.moderates:
        raise CannotOpen(f"{moderator.address} may not open tables; see `pbem club person moderator`")
    text = text or first_settings(ruleset_called(rules, rulesets), name)
    text = _with(people.club, text, name, moderator)
    with _created(text, rulesets) as game:
        settings, free = game.settings, free_seats(game.settings)
    if not free:
        raise CannotOpen("no seat is free: leave the player and the address of those empty whom people may join as")
    made = people.connection.execute(
        "insert into club_tables (name, rules, title, seats, calendar, moderator, settings) "
        "select %(name)s, %(rules)s, %(title)s, %(seats)s, %(calendar)s, %(moderator)s, %(settings)s "
        "where not exists (select from club_games where name = %(name)s) on conflict do nothing",
        {
            "name": name,
            "rules": settings.rules,
            "title": settings.title or game.ruleset.title,
            "seats": len(free),
            "calendar": calendar,
            "moderator": moderator.person,
            "settings": people.seal(text, f"table {name}"),
        },
    ).rowcount
    if not made:
        raise CannotOpen(f"the club has a table or a game {name} already")
    return listed(people.connection, name=name)[0]


def free_seats(settings: GameSettings) -> list[str]:
    """The seats that no one has, nor a bot."""
    return [seat for seat, who in settings.seats.items() if not (who.player or who.address or who.bot)]


def _with(club: Club, text: str, name: str, moderator: ClubMember) -> str:
    """The game.yaml *text* with the name, the moderator and the mail that it has in the club."""
    found = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - it makes only texts
    if not isinstance(found, dict):
        raise CannotOpen("this is not a game.yaml")
    found["game"] = name
    found["moderator"] = {**_part(found, "moderator"), "name": moderator.shown, "address": moderator.address}
    found["mail"] = {**_part(found, "mail"), "in": {"folder": "in"}, "out": {"folder": "out"}}
    if club.settings.sender:
        user, _, domain = club.settings.sender.rpartition("@")
        found["mail"]["from"] = f"{user or domain}+{name}@{domain}"
    return _dumped(found)


def _part(found: dict[str, object], key: str) -> dict[str, object]:
    part = found.get(key)
    return part if isinstance(part, dict) else {}


def _dumped(found: dict[str, object]) -> str:
    return str(yaml.dump(found, allow_unicode=True, sort_keys=False, width=100))


def _taken(connection: Connection, name: str) -> tuple[OpenTable | None, list[bytes]]:
    """The table *name*, which the caller's transaction holds, and its people in their order."""
    if not connection.execute("select from club_tables where name = %s for update", (name,)).rowcount:
        return None, []
    rows = connection.execute("select person from club_places where name = %s order by id", (name,)).fetchall()
    return listed(connection, name=name)[0], [bytes(person) for (person,) in rows]


def join(people: ClubPeople, person: ClubMember, name: str, rulesets: Rulesets | None = None) -> JoinOutcome:
    """Give *person* a place at the table *name*, or on its list; the last free one lets it begin.

    In a game that has begun its moderator is told who would take a seat that is wanted.
    """
    connection = people.connection
    if people.is_blocked(person.person):
        return "blocked"
    table, places = _taken(connection, name)
    wanted = [seat for (seat,) in connection.execute("select seat from club_wanted where game = %s", (name,))]
    if table is None and not wanted:
        return "no-table"
    if any(games_of(connection, person.person).get(name, ())) or (person.person in places and not wanted):
        return "already"
    if (
        table
        and connection.execute(
            "select from club_tables where name = %s and moderator = %s", (name, person.person)
        ).rowcount
    ):
        return "moderates"
    if not people.takes(person.person, "join", people.club.settings.tables_a_day):
        return "many"
    if table is not None:
        connection.execute(
            "insert into club_places (name, person) values (%s, %s) on conflict do nothing", (name, person.person)
        )
    if wanted:
        _offer(people, person, name, wanted)
        return "offered"
    assert table is not None  # noqa: S101 - otherwise it would be unknown
    if table.started or len(places) >= table.seats:
        return "waiting"
    if len(places) + 1 < table.seats:
        return "joined"
    return "begins" if _begins(people, name, rulesets) else "joined"


def _offer(people: ClubPeople, person: ClubMember, game: str, wanted: Sequence[str]) -> None:
    text = filled("offer.txt.j2", game=game, name=person.shown, address=person.address, seats=wanted)
    address = contact(people.connection, people.club, game) or people.club.settings.operator
    if address:
        write(people.connection, people.club, address, f"[{game}] someone would take a seat", text)


def _begins(people: ClubPeople, name: str, rulesets: Rulesets | None) -> bool:
    """Begin the full table *name*; where that fails its moderator and the operator are told, and it stays full."""
    try:
        with people.connection.transaction():
            begin(people, name, rulesets)
    except (Refusal, OSError) as error:
        table = people.connection.execute("select moderator from club_tables where name = %s", (name,)).fetchone()
        moderator = people.of(table[0]) if table else None
        text = filled("failed.txt.j2", game=name, why=str(error))
        for address in filter(None, (people.club.settings.operator, moderator.address if moderator else "")):
            write(people.connection, people.club, address, f"[{name}] could not begin", text)
        return False
    return True


def begin(people: ClubPeople, name: str, rulesets: Rulesets | None = None) -> None:
    """Begin the game of the table *name* with those who joined first, seats by lot; free ones stay free.

    Raises `NoSuchTable`, `CannotOpen`.
    """
    connection = people.connection
    table, places = _taken(connection, name)
    if table is None:
        raise NoSuchTable(f"there is no table {name}")
    if table.started:
        raise CannotOpen(f"{name} has begun already")
    row = connection.execute("select settings from club_tables where name = %s", (name,)).fetchone()
    assert row is not None  # noqa: S101 - it was found above
    text = people.open(row[0], f"table {name}")
    players = [one for person in places[: table.seats] if (one := people.of(person))]
    with _created(text, rulesets) as game:
        free = free_seats(game.settings)
    secrets.SystemRandom().shuffle(free)
    found = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - it makes only texts
    for seat, player in zip(free, players, strict=False):
        mine = _part(found["seats"], seat)
        found["seats"][seat] = {**mine, "player": player.shown, "address": player.address}
    with _created(_dumped(found), rulesets) as game:
        add_folder(connection, people.club, game.folder, name, rulesets)
    connection.execute("update club_tables set started = %s where name = %s", (people.club.clock(), name))
    connection.execute(
        "delete from club_places where name = %s and person = any(%s)", (name, [one.person for one in players])
    )
    for seat in free[len(players) :]:
        want(people, name, seat)


def leave(people: ClubPeople, person: ClubMember, name: str) -> LeaveOutcome:
    """Take *person* from the table *name* or its list; the first who waits moves up and is told."""
    connection = people.connection
    table, places = _taken(connection, name)
    plays = any(games_of(connection, person.person).get(name, ()))
    if person.person not in places:
        return "plays" if plays else "not-there" if table else "no-table"
    connection.execute("delete from club_places where name = %s and person = %s", (name, person.person))
    assert table is not None  # noqa: S101 - it has places
    if not table.started and places.index(person.person) < table.seats < len(places):
        write_to(people, places[table.seats], "moved-up", name)
    return "left"


def subject(how: str, table: str) -> str:
    """The subject of a letter about a *table*, without its name in brackets: a reply is for the club, not the game."""
    return f"[club] {table}: {how.replace('-', ' ')}" if table else f"[club] {how}"


def write_to(people: ClubPeople, person: bytes, how: str, table: str, **more: object) -> None:
    """Write to someone about a *table*."""
    who = people.of(person)
    if who is not None and not people.is_blocked(person):
        text = filled("people.txt.j2", how=how, table=table, name=who.shown, **more)
        said = f"{subject(how, table)} {{{people.word(who.address)}}}"
        write(people.connection, people.club, who.address, said, text)


def want(people: ClubPeople, game: str, seat: str) -> int:
    """Let *seat* of *game* be wanted, and tell those who wait; how many. It ends when the seat is taken.

    Raises `NoSuchTable` if there is no such game.
    """
    connection = people.connection
    if not connection.execute("select from club_games where name = %s", (game,)).rowcount:
        raise NoSuchTable(f"the club has no game {game}")
    made = connection.execute(
        "insert into club_wanted (game, seat) select name, %s from club_games where name = %s on conflict do nothing",
        (seat, game),
    ).rowcount
    waiting = connection.execute("select person from club_places where name = %s order by id", (game,)).fetchall()
    for (person,) in waiting if made else ():
        write_to(people, bytes(person), "seat-free", game)
    return len(waiting) if made else 0


def unwant(people: ClubPeople, game: str, seat: str) -> int:
    """Let *seat* of *game* be wanted no longer; how many were."""
    return people.connection.execute("delete from club_wanted where game = %s and seat = %s", (game, seat)).rowcount


def close(people: ClubPeople, name: str) -> int:
    """Remove the table *name*, which has not begun, and tell those who joined; how many. Raises `NoSuchTable`."""
    table, places = _taken(people.connection, name)
    if table is None or table.started:
        raise NoSuchTable(f"there is no table {name} that has not begun")
    for person in places:
        write_to(people, person, "closed", name)
    people.connection.execute("delete from club_tables where name = %s", (name,))
    return len(places)
