"""Games as rows: import and export, copies, commits, what a dump says."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.club import games
from pbem.club.copies import GameCopy, listed
from pbem.club.database import OWNER, connected, migrate, missing
from pbem.club.games import OtherWorkerFirst, rotate, stored
from pbem.club.intake import receive
from pbem.club.keys import BadKey, add_key, drop_old_keys
from pbem.club.playing import play
from pbem.club.settings import Club, open_club
from pbem.club.transfer import CannotImport, export, import_folder
from pbem.errors import Refusal
from tests.club.server import programs
from tests.toy.game import RULESETS, START, mail, new_game, subject


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path: (b"", 0) if path.endswith("/") else ((folder / path).read_bytes(), one.changed)
        for path, one in listed(folder).items()
    }


def begun(tmp_path: Path, club: Club) -> Path:
    folder = tmp_path / "toy-1"
    new_game(folder)
    import_folder(club, folder, rulesets=RULESETS)
    return folder


def sheet(folder: Path, seat: str, bid: int) -> bytes:
    return mail(f"{seat}@example.org", f"Re: {subject(folder, seat)}", f"bid: {bid}\n")


def test_a_folder_comes_back_byte_for_byte(club: Club, tmp_path: Path) -> None:
    folder = begun(tmp_path, club)

    assert export(club, "toy-1", tmp_path / "back") == 1
    assert contents(tmp_path / "back") == contents(folder)


def test_what_was_played_by_a_worker_is_what_a_folder_says(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    assert play(club, "toy-1", RULESETS).messages == 3
    for number in range(3):
        export(club, "toy-1", tmp_path / str(number))
        receive(club, sheet(tmp_path / str(number), ("ann", "ben", "cid")[number], number + 1), "toy-1", START)
        assert play(club, "toy-1", RULESETS).mails == 1
    export(club, "toy-1", tmp_path / "end")

    assert (tmp_path / "end" / "log.jsonl").read_text().count('"entry"') >= 1
    with connected(club.database) as connection:
        grown = connection.execute("select count(*) from club_pieces where not whole").fetchone()
    assert grown is not None
    assert grown[0] >= 1
    assert contents(club.cache / "toy-1" / "game") == contents(tmp_path / "end")


def test_one_name_is_one_game(club: Club, tmp_path: Path) -> None:
    folder = begun(tmp_path, club)
    with pytest.raises(CannotImport, match="already"):
        import_folder(club, folder, rulesets=RULESETS)
    assert import_folder(club, folder, "other", RULESETS) == "other"


def test_a_link_is_refused(club: Club, tmp_path: Path) -> None:
    folder = tmp_path / "toy-1"
    new_game(folder)
    (folder / "notes").symlink_to("/etc/passwd")
    with pytest.raises(Refusal, match="is not a file"):
        import_folder(club, folder, rulesets=RULESETS)


def spoil(place: Path, how: str) -> None:
    if how == "stained":
        (place / "mark.json").unlink()
    elif how == "damaged":
        file = place / "game" / "secret"
        times = file.stat()
        file.write_bytes(file.read_bytes()[::-1])
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    elif how == "one more":
        (place / "game" / "letters" / "extra.txt").write_text("x")


@pytest.mark.parametrize("how", ["stained", "damaged", "one more", "newer"])
def test_a_copy_that_is_not_as_it_was_is_thrown_away(club: Club, tmp_path: Path, how: str) -> None:
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    export(club, "toy-1", tmp_path / "right")
    receive(club, sheet(tmp_path / "right", "ann", 1), "toy-1", START)
    copy = GameCopy(club.cache, "toy-1")
    with connected(club.database) as connection, copy.held():
        game = stored(connection, club.key, "toy-1")
        spoil(copy.place, how)
        if how == "newer":
            assert copy.take(game.version - 1).version == 0
        else:
            assert copy.take(game.version).version == 0
        assert not any(copy.folder.iterdir())
    play(club, "toy-1", RULESETS)
    export(club, "toy-1", tmp_path / "end")
    assert contents(copy.folder) == contents(tmp_path / "end")


def test_only_one_of_two_workers_commits(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    with connected(club.database) as connection:
        game = stored(connection, club.key, "toy-1")
        with connection.transaction():
            games.commit(connection, game, [], at=START, due=None)
        with pytest.raises(OtherWorkerFirst), connection.transaction():
            games.commit(connection, game, [], at=START, due=None)


def test_a_dump_without_the_key_tells_no_secret(club: Club, tmp_path: Path, database: str) -> None:
    folder = begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    export(club, "toy-1", tmp_path / "now")
    receive(club, sheet(tmp_path / "now", "ann", 1), "toy-1", START)
    receive(club, b"Subject: from a stranger at unknown.example\n\nhello\n", None, START)
    place = programs()
    assert place is not None
    dump = subprocess.run([str(place / "pg_dump"), "-d", database], check=True, capture_output=True).stdout
    assert b"toy-1" in dump
    with connected(database) as connection:
        raw = b"".join(
            bytes(row[0])
            for table, column in (("club_pieces", "content"), ("club_mails", "raw"), ("club_games", "key"))
            for row in connection.execute(f"select {column} from {table} where {column} is not null".encode())
        )
    secret = (folder / "secret").read_bytes().strip()
    for told in (secret, b"ann@example.org", b"mo@example.org", b"bid: 1", b"log.jsonl", b"unknown.example"):
        assert told not in dump
        assert told not in raw
        assert told.hex().encode() not in dump


def test_a_key_is_rotated_and_the_old_one_opens_nothing(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    receive(club, b"Subject: waits\n\nx\n", "toy-1", START)
    file = club.folder / "club.key"
    shutil.copy(file, tmp_path / "old.key")
    add_key(file)
    both = open_club(club.folder / "club.yaml", lambda: START)
    assert rotate(both) == 4
    drop_old_keys(file)
    newest = open_club(club.folder / "club.yaml", lambda: START)
    assert play(newest, "toy-1", RULESETS).mails == 1
    with pytest.raises(BadKey, match="another key"):
        play(club, "toy-1", RULESETS)


def test_migrations_are_done_once(club: Club) -> None:
    with connected(club.database, OWNER) as connection:
        assert migrate(connection) == []
        assert missing(connection) == []
        connection.execute("insert into club_migrations (name) values ('9999_later.sql')")
        with pytest.raises(Refusal, match="9999_later"):
            migrate(connection)


def test_an_exported_game_passes_its_audit(club: Club, tmp_path: Path) -> None:
    from pbem.demo.script import read_script
    from pbem.referee.opening import create

    base = Path(__file__).parents[2] / "games" / "demo"
    create(tmp_path / "demo", (base / "game.yaml").read_text(), None, read_script(base).secret)
    import_folder(club, tmp_path / "demo")
    play(club, "vienna-1741")
    export(club, "vienna-1741", tmp_path / "back")
    done = subprocess.run(
        ["pbem", "--game", str(tmp_path / "back"), "audit"], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr + done.stdout
