"""Tables that people join by mail: who sits down, who waits, who confirms, what begins."""

import email
import re
from collections.abc import Iterator
from contextlib import contextmanager
from email.policy import default
from pathlib import Path

import msgspec
import pytest

from pbem.club.answers import answer
from pbem.club.database import connected
from pbem.club.intake import take_in
from pbem.club.people import ClubPeople
from pbem.club.playing import play
from pbem.club.seats import games_of
from pbem.club.sending import send
from pbem.club.settings import Club
from pbem.club.tables import CannotOpen, begin, close, listed, open_table, standing, want
from pbem.club.transfer import export
from tests.toy.game import GAME_YAML, RULESETS, mail

MO = "mo@example.org"
FREE = re.sub(r"player: [^,]*, address: [^}]*", 'player: ""', GAME_YAML).replace("OUT", "out")


@contextmanager
def people(club: Club) -> Iterator[ClubPeople]:
    with connected(club.database) as connection, connection.transaction():
        yield ClubPeople(connection, club)


@pytest.fixture
def toys(club: Club) -> Club:
    """A club with a table of three seats, which Mo moderates."""
    club.settings = msgspec.structs.replace(club.settings, sender="club@example.org", per_minute=6000.0)
    with people(club) as found:
        found.let_moderate(found.confirm(MO, "Mo"))
        open_table(found, found.must_be_at(MO), "toys", FREE, calendar="twice a week", rulesets=RULESETS)
    return club


def sent(club: Club) -> list[email.message.EmailMessage]:
    """All letters that wait, as they go out now."""
    with connected(club.database) as connection:
        numbers = connection.execute("select id from club_messages where place = 'queued' order by id").fetchall()
    before = set((club.folder / "out").iterdir())
    found = []
    for (number,) in numbers:
        assert send(club, number) == "taken"
        new = set((club.folder / "out").iterdir()) - before
        before |= new
        found.append(email.message_from_bytes(new.pop().read_bytes(), policy=default))
    return found


def write(club: Club, sender: str, subject: str, text: str, **headers: str) -> email.message.EmailMessage | None:
    """The only answer to an email, if there is one; what else goes out is left."""
    with connected(club.database) as connection, connection.transaction():
        answer(connection, club, mail(sender, subject, text, **headers), RULESETS)
    found = [one for one in sent(club) if one["In-Reply-To"]]
    assert len(found) <= 1
    return found[0] if found else None


def says(message: email.message.EmailMessage | None) -> str:
    assert message is not None
    return " ".join(message.get_content().split())


def joined(club: Club, sender: str) -> str:
    """What comes of joining, confirmed by a reply with nothing in it."""
    asked = write(club, sender, "hello", "join toys\n\nBest wishes\nme\n")
    assert "Someone asked from your address to join toys" in says(asked)
    assert asked is not None
    return says(write(club, sender, f"Re: {asked['Subject']}", ""))


def test_the_last_to_join_begins_the_game(toys: Club, tmp_path: Path) -> None:
    assert "The game begins when all seats" in joined(toys, "Ann <ann@example.org>")
    assert "You have a seat" in joined(toys, "Ben <ben@example.org>")
    assert "Nothing has changed" in joined(toys, "Ben <ben@example.org>")
    with connected(toys.database) as connection:
        assert [(one.name, one.joined, one.free) for one in listed(connection)] == [("toys", 2, 1)]
        assert standing(connection, ClubPeople(connection, toys).digest("ben@example.org")) == {"toys": 2}
    assert "the game begins" in joined(toys, "Cid <cid@example.org>")
    assert play(toys, "toys", RULESETS).messages == 3
    export(toys, "toys", tmp_path / "toys")
    text = (tmp_path / "toys" / "game.yaml").read_text()
    for one in ("player: Ann", "ben@example.org", "from: club+toys@example.org", "address: mo@example.org"):
        assert one in text
    with people(toys) as found:
        assert found.connection.execute("select from club_places").rowcount == 0
        assert len(games_of(found.connection, found.digest("ann@example.org"))["toys"][0]) == 3
        assert listed(found.connection) == []
    assert "You have a seat at the table toys" in joined(toys, "Ann <ann@example.org>")


def test_only_who_reads_the_mail_of_an_address_joins(toys: Club) -> None:
    asked = write(toys, "ann@example.org", "join toys", "")
    assert asked is not None
    write(toys, "ben@example.org", f"Re: {asked['Subject']}", "")  # the word is Ann's
    assert "not understood" in says(write(toys, "ann@example.org", f"Re: {asked['Subject']}", "Who is this?"))
    with connected(toys.database) as connection:
        assert listed(connection)[0].joined == 0
    assert "You have a seat" in says(write(toys, "ann@example.org", f"Re: {asked['Subject']}", "Yes.\n"))


def test_a_word_in_the_line_confirms_where_the_subject_is_lost(toys: Club) -> None:
    asked = write(toys, "ann@example.org", "hello", "join toys")
    (line,) = [line.strip() for line in str(asked and asked.get_content()).splitlines() if "{" in line]
    assert "You have a seat" in says(write(toys, "ann@example.org", "something else", f"{line}\n"))


def test_who_leaves_makes_room_for_who_waits(toys: Club) -> None:
    with people(toys) as found:  # the table is full, and could not begin
        for name in ("ann", "ben", "cid", "dan", "eve"):
            who = found.confirm(f"{name}@example.org", name.title())
            found.connection.execute("insert into club_places (name, person) values ('toys', %s)", (who.person,))
    left = write(toys, "ben@example.org", "leave toys", "")
    assert left is not None
    with connected(toys.database) as connection, connection.transaction():
        answer(connection, toys, mail("ben@example.org", f"Re: {left['Subject']}", ""), RULESETS)
    letters = {one["To"]: says(one) for one in sent(toys)}
    assert "You have left" in letters["ben@example.org"]
    assert "Dan, a seat at the table toys is free, and it is yours" in letters["dan@example.org"]
    assert len(letters) == 2
    with people(toys) as found:
        begin(found, "toys", RULESETS)
        assert [bool(games_of(found.connection, found.digest(f"{name}@example.org"))) for name in ("dan", "eve")] == [
            True,
            False,
        ]
        assert found.connection.execute("select from club_places").rowcount == 1
        with pytest.raises(CannotOpen, match="begun already"):
            begin(found, "toys", RULESETS)


def test_a_seat_is_wanted_until_it_is_taken(toys: Club) -> None:
    for name in ("amy", "bob", "kim"):
        joined(toys, f"{name}@example.org")
    play(toys, "toys", RULESETS)
    sent(toys)
    assert "get an email when a seat is free" in joined(toys, "Dan <dan@example.org>")
    with people(toys) as found:
        assert want(found, "toys", "ben") == 1
        assert want(found, "toys", "ben") == 0
    (letter,) = sent(toys)
    assert "Dan, a seat in the game toys is free" in says(letter)
    assert take_in(toys, [mail("dan@example.org", f"Re: {letter['Subject']}", "join toys\n")]) == []
    assert "someone is wanted for ben" in says(write(toys, "dan@example.org", "tables", ""))
    with connected(toys.database) as connection, connection.transaction():
        answer(connection, toys, mail("dan@example.org", f"Re: {letter['Subject']}", "join toys\n"), RULESETS)
    letters = {one["To"]: says(one) for one in sent(toys)}
    assert "Its moderator was told" in letters["dan@example.org"]
    assert "replace ben with Dan <dan@example.org>" in letters[MO]
    replaces, answered = "replace ben with Dan <dan@example.org>\n", "[toys] someone would take a seat"
    for line in (replaces, replaces, "yes\n"):  # the game replies with its token, and asks whether that is meant
        assert take_in(toys, [mail(MO, f"Re: {answered}", line)], arrived=toys.clock()) == ["toys"]
        play(toys, "toys", RULESETS)
        answered = next(one["Subject"] for one in reversed(sent(toys)) if MO in one["To"])
    with people(toys) as found:
        assert [*games_of(found.connection, found.digest("dan@example.org"))] == ["toys"]
        assert not listed(found.connection)


def test_what_is_asked_is_answered_once(toys: Club) -> None:
    shown = says(write(toys, "ann@example.org", "tables", ""))
    assert says(write(toys, "ann@example.org", "help", "")).startswith("Write one line")
    assert "toys: A toy" in shown or "toys:" in shown
    assert "0 of 3 seats are taken twice a week" in shown
    assert "join NAME gives you a seat" in says(write(toys, "ann@example.org", "", "help\n"))
    assert "There is no table tools" in says(write(toys, "ann@example.org", "", "join tools"))
    assert "Name the table: join NAME" in says(write(toys, "ann@example.org", "", "join"))
    assert "Only the command was read" in says(write(toys, "ann@example.org", "", "tables\n\nI want to play France."))
    assert write(toys, "ann@example.org", "hello", "Is there a table for me?") is None


def test_what_no_person_wrote_is_not_answered(toys: Club) -> None:
    assert write(toys, "ann@example.org", "tables", "", Auto_Submitted="auto-replied") is None
    assert write(toys, "mailer-daemon@example.org", "tables", "") is None


def test_answers_and_places_of_a_day_end(toys: Club) -> None:
    toys.settings = msgspec.structs.replace(toys.settings, answers_a_day=3, tables_a_day=1)
    with people(toys) as found:
        open_table(found, found.must_be_at(MO), "more", FREE, rulesets=RULESETS)
    joined(toys, "ann@example.org")
    asked = f"join more {{{word(toys, 'ann@example.org')}}}"
    assert says(write(toys, "ann@example.org", asked, "")).startswith("You have joined as many tables today")
    assert write(toys, "ann@example.org", "tables", "") is None
    assert "This is the last answer" not in says(write(toys, "ben@example.org", "tables", ""))


def word(club: Club, address: str) -> str:
    with people(club) as found:
        return found.word(address)


def test_who_is_blocked_gets_no_answer(toys: Club) -> None:
    with people(toys) as found:
        found.block("Ann@example.org")
    assert write(toys, "ann@example.org", f"join toys {{{word(toys, 'ann@example.org')}}}", "") is None
    with people(toys) as found:
        assert listed(found.connection)[0].joined == 0
        found.block("ann@example.org", blocked=False)
    assert "You have a seat" in joined(toys, "ann@example.org")


def test_a_table_that_cannot_begin_is_not_opened(toys: Club) -> None:
    with people(toys) as found:
        mo = found.must_be_at(MO)
        for name, text, why in (
            ("toys", FREE, "already"),
            ("x y", FREE, "no game can begin"),
            ("x", GAME_YAML.replace("OUT", "out"), "no seat is free"),
            ("x", FREE.replace("rounds: 1", "rounds: many"), "no game can begin"),
        ):
            with pytest.raises(CannotOpen, match=why):
                open_table(found, mo, name, text, rulesets=RULESETS)
        with pytest.raises(CannotOpen, match="may not open"):
            open_table(found, found.confirm("ann@example.org"), "x", FREE, rulesets=RULESETS)


def test_who_joined_is_told_that_a_table_is_closed(toys: Club) -> None:
    joined(toys, "ann@example.org")
    with people(toys) as found:
        assert close(found, "toys") == 1
    (letter,) = sent(toys)
    assert "has closed the table toys" in says(letter)


def test_a_link_opens_once_and_a_cookie_until_its_person_signs_out(toys: Club) -> None:
    with people(toys) as found:
        link = found.new_link("ann@example.org")
        assert found.at("ann@example.org") is None
        ann = found.follow(link)
        assert ann is not None
        assert found.follow(link) is None
        cookie = found.cookie(ann)
        assert found.of_cookie(cookie) == ann
        assert found.of_cookie(cookie[:-1] + ("0" if cookie[-1] != "0" else "1")) is None
        assert found.of_cookie("nonsense") is None
        found.sign_out(ann)
        assert found.of_cookie(cookie) is None
        other = found.new_link("ann@example.org")
        found.block("ann@example.org")
        assert found.follow(other) is None
