"""What a club keeps of a person: in a dump, in a file for them, and after they were erased."""

import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from pbem.club.database import connected
from pbem.club.former import FORMER, Eraser, Traces
from pbem.club.intake import receive
from pbem.club.personal import CannotErase, erase_person, export_person
from pbem.club.playing import play
from pbem.club.seats import games_of
from pbem.club.settings import Club
from pbem.club.tables import join, open_table
from pbem.club.transfer import export, import_folder
from pbem.demo.script import read_script, samples
from pbem.referee.opening import create, held
from pbem.referee.people import changes, words
from tests.club.kept import dump
from tests.club.test_games import begun, sheet
from tests.club.test_tables import FREE, people
from tests.toy.game import RULESETS, START, opened

DEMO = Path(__file__).parents[2] / "games" / "demo"
ANNA, GAME = "anna@wien.example", "vienna-1741"


@pytest.fixture
def maria(club: Club, tmp_path: Path) -> Club:
    """A club with a game of Maria, of which two rounds were played, and an account of one of its players."""
    script = read_script(DEMO)
    clock = [script.begins]
    club.clock = lambda: clock[0]
    club.settings = msgspec.structs.replace(club.settings, sender="club@example.org")
    create(tmp_path / "demo", (DEMO / "game.yaml").read_text(encoding="utf-8"), None, script.secret)
    import_folder(club, tmp_path / "demo")
    play(club, GAME)
    for part in script.rounds[:2]:
        for one in samples(DEMO, part):
            clock[0] = one.arrives
            receive(club, one.raw, GAME, one.arrives)
            play(club, GAME)
        clock[0] = part.opened
        play(club, GAME)
    with people(club) as found:
        found.confirm(ANNA, "Anna Example")
        found.let_moderate(found.confirm("eugen@moderator.example"))
        open_table(found, found.must_be_at("eugen@moderator.example"), "toys", FREE, rulesets=RULESETS)
        assert join(found, found.must_be_at(ANNA), "toys") == "joined"
        found.new_link(ANNA)
    return club


def content(club: Club) -> Iterator[bytes]:
    """Each value of the database as bytes."""
    with connected(club.database) as connection:
        tables = connection.execute("select tablename from pg_tables where schemaname = 'public'").fetchall()
        for (table,) in tables:
            for row in connection.execute(f"select * from {table}".encode()):
                yield from (one if isinstance(one, bytes) else str(one).encode() for one in row)


def test_a_dump_of_maria_says_no_hand_no_sheet_and_no_address(maria: Club, tmp_path: Path) -> None:
    export(maria, GAME, tmp_path / "back")
    sheets = [path.read_bytes().strip() for path in (tmp_path / "back" / "sheets").rglob("*.yaml")]
    letters = [path.read_bytes() for path in (tmp_path / "back" / "letters").rglob("*.txt")]
    hands = {line.strip() for text in letters for line in text.splitlines() if "♥".encode() in line}
    lines = {line.strip() for text in sheets for line in text.splitlines() if len(line.strip()) > 12}
    assert len(hands) > 3
    assert len(lines) > 5
    secrets = {
        *hands,
        *lines,
        *(one.encode() for one in (ANNA, "ben@potsdam.example", "eugen@moderator.example", "wien.example", "Anna")),
        (tmp_path / "back" / "secret").read_bytes().strip(),
    } - {b"wien.example"}
    found, raw = dump(maria.database), b"\n".join(content(maria))
    assert GAME.encode() in found
    for one in secrets:
        assert one not in raw, one
        assert one not in found, one
        assert one.hex().encode() not in found, one


def test_what_is_kept_of_a_person_is_written_for_them(maria: Club, tmp_path: Path) -> None:
    assert export_person(maria, ANNA, tmp_path / "anna.zip") == 1
    with zipfile.ZipFile(tmp_path / "anna.zip") as archive:
        account = json.loads(archive.read("account.json"))
        assert account["name"] == "Anna Example"
        assert account["places"][0]["name"] == "toys"
        assert account["games"] == {GAME: ["maria-theresa"]}
        named = json.loads(archive.read(f"{GAME}/game.json"))
        assert named["names"] == ["Anna"]
        names = archive.namelist()
        assert any(name.startswith(f"{GAME}/inbox/") for name in names)
        assert any(name.startswith(f"{GAME}/outbox/") for name in names)
        for name in names:
            assert b"ben@potsdam.example" not in archive.read(name), name


def test_nothing_of_who_was_erased_is_left_but_what_was_played(maria: Club, tmp_path: Path) -> None:
    export(maria, GAME, tmp_path / "before")
    done = erase_person(maria, ANNA)
    assert done.games == (GAME,)
    assert done.seats == ((GAME, "maria-theresa"),)
    export(maria, GAME, tmp_path / "after")
    for path in (one for one in (tmp_path / "after").rglob("*") if one.is_file() and "edition" not in one.parts):
        assert ANNA.encode() not in path.read_bytes().lower(), path
        assert b"Anna" not in path.read_bytes().replace(b"Annaberg", b""), path
    assert FORMER in (tmp_path / "after" / "letters" / "0001" / "maria-theresa.txt").read_text()
    said = subprocess.run(
        ["pbem", "--game", str(tmp_path / "after"), "audit"], check=False, capture_output=True, text=True
    )
    assert said.returncode == 0, said.stdout + said.stderr

    with people(maria) as found:
        assert found.at(ANNA) is None
        assert games_of(found.connection, found.digest(ANNA), now=False) == {}
        for table in ("club_places", "club_links", "club_quotas", "club_people"):
            rows = found.connection.execute(f"select * from {table}".encode()).fetchall()
            assert not [row for row in rows if found.digest(ANNA) in row], table
        assert found.connection.execute("select seat from club_wanted").fetchall() == [("maria-theresa",)]
    play(maria, GAME)
    export(maria, GAME, tmp_path / "later")
    assert (tmp_path / "later" / "log.jsonl").read_bytes().startswith((tmp_path / "after" / "log.jsonl").read_bytes())
    assert ANNA.encode() not in b"".join(path.read_bytes() for path in (tmp_path / "later").rglob("*.eml"))


def test_a_log_in_which_seats_changed_hands_names_no_one_any_more(club: Club, tmp_path: Path) -> None:
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    export(club, "toy-1", tmp_path / "now")
    with held(tmp_path / "now", RULESETS) as game:
        changes.take(game, "ben", "Dora Long", "dora@example.org", lambda: START)
        changes.take(game, "cid", "Ben", "other.ben@example.org", lambda: START)
        changes.name_stand_in(game, "ann", "Dora Long", "dora@example.org", lambda: START)
        changes.invite(game, "ann", "Dora Long", "dora@example.org", lambda: START)
        words.begin(game, "eve@example.org", lambda: START, name="Eve Short", by="moderator")
    import_folder(club, tmp_path / "now", "later", RULESETS)
    before = (tmp_path / "now" / "log.jsonl").read_text()
    assert before.count("dora@example.org") == 3
    assert "ben@example.org" in before

    for address in ("dora@example.org", "ben@example.org", "eve@example.org"):
        assert "later" in erase_person(club, address, RULESETS).games
    export(club, "later", tmp_path / "after")
    after = (tmp_path / "after" / "log.jsonl").read_text()
    assert not re.search("dora|eve@|Eve Short", after, re.IGNORECASE)
    assert not [path for path in (tmp_path / "after").rglob("*") if "dora" in path.name or "eve@" in path.name]
    assert '"ben@example.org"' not in after
    assert after.count("other.ben@example.org") == before.count("other.ben@example.org")
    game = opened(tmp_path / "after")
    assert game.holders["ben"].vacant
    assert game.settings.seats["cid"].player == "Ben"
    play(club, "later", RULESETS)
    receive(club, sheet(tmp_path / "now", "ann", 1), "later", START)
    assert play(club, "later", RULESETS).mails == 1


def test_an_unchanged_log_is_the_same_to_the_byte(maria: Club, tmp_path: Path) -> None:
    export(maria, GAME, tmp_path / "back")
    log = (tmp_path / "back" / "log.jsonl").read_bytes()
    assert Eraser(Traces(frozenset({"x@y.example"}), frozenset({"Nobody"}))).log(log) == log


def test_who_moderates_a_game_that_goes_on_is_not_erased(maria: Club) -> None:
    with pytest.raises(CannotErase, match="moderates toys, vienna-1741"):
        erase_person(maria, "eugen@moderator.example")


def test_logs_of_games_hold_no_addresses_unless_a_seat_changed_hands(maria: Club, tmp_path: Path) -> None:
    export(maria, GAME, tmp_path / "back")
    assert b"@" not in (tmp_path / "back" / "log.jsonl").read_bytes()


def test_an_address_within_another_stays() -> None:
    eraser = Eraser(Traces(frozenset({"ann@x.org"}), frozenset({"Ann"}), frozenset({"Louis"})))
    assert eraser.text("joann@x.org ann@x.org.uk ANN@x.org Annaberg Ann, Louis XV (Louis)") == (
        f"joann@x.org ann@x.org.uk [address] Annaberg {FORMER}, Louis XV ({FORMER})"
    )
