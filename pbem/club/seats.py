"""Whose addresses a game has: of seats now and before, of those who watch, of its moderator; as digests."""

from collections.abc import Mapping

from pbem.club.games import club_secret
from pbem.club.keys import ClubKey, digest_of_address
from pbem.errors import extra
from pbem.referee.game import Game
from pbem.referee.people import words

with extra("club"):
    from psycopg import Connection

KnownAddresses = Mapping[tuple[str, str], bool]
"""The addresses that a game has, each with its seat, or none, and whether it is that seat's now."""


def addresses_of(game: Game) -> KnownAddresses:
    """The addresses that *game* has."""
    found = {(seat, address): False for address, seat in game.former_addresses.items()}
    found |= {("", one.casefold()): False for line in game.log.facts if (one := getattr(line.fact, "address", ""))}
    for written, now in ((game.written, False), (game.settings, True)):
        for seat, who in written.seats.items():
            instead = who.stand_in.address if who.stand_in else ""
            for address in (who.address, who.second_address, instead):
                if address:
                    found[seat, address.casefold()] = now
    for one in words.watchers(game):
        found["", one.address.casefold()] = True
    if game.settings.moderator.address:
        found["", game.settings.moderator.address.casefold()] = True
    return found


def note_addresses(connection: Connection, key: ClubKey, game: str, known: KnownAddresses) -> None:
    """Note whose addresses *game* has, in the caller's transaction; a seat that was taken is wanted no longer."""
    secret = club_secret(connection, key)
    rows = {(seat, digest_of_address(secret, address)): now for (seat, address), now in known.items()}
    before = {
        (seat, bytes(person)): now
        for seat, person, now in connection.execute("select seat, person, now from club_seats where game = %s", (game,))
    }
    changed = [
        (game, *one, rows.get(one, False))
        for one in rows.keys() | before.keys()
        if before.get(one) != rows.get(one, False)
    ]
    if not changed:
        return
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into club_seats (game, seat, person, now) values (%s, %s, %s, %s) "
            "on conflict (game, seat, person) do update set now = excluded.now",
            changed,
        )
    taken = [seat for _game, seat, _person, now in changed if now]
    connection.execute("delete from club_wanted where game = %s and seat = any(%s)", (game, taken))


def games_of(connection: Connection, person: bytes, *, now: bool = True) -> dict[str, tuple[str, ...]]:
    """The games that have the address of *person*, each with its seats: only those *now*, or of any time."""
    return dict(
        connection.execute(
            "select game, array_agg(seat order by seat) from club_seats where person = %s and (now or not %s) "
            "group by game order by game",
            (person, now),
        ).fetchall()
    )
