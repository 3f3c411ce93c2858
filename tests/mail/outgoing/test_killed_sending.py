import smtplib
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.mail import send as sending
from pbem.mail.deeds import stages as deeds
from pbem.mail.deeds.deed import DeedCase
from pbem.mail.outgoing.letters import make_letters
from pbem.mail.outgoing.writing import id_of
from pbem.referee import opening
from pbem.referee.play import play_on
from pbem.referee.status import status
from pbem.store.outbox import WAIT
from tests.copies import copied
from tests.long import LONG
from tests.referee.killer import KILLED, in_child, instants
from tests.servers.sinks import Server
from tests.toy.game import RULESETS, START, Clock, new_game, opened


def send(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        sending.send(game, Clock())


def arrived(server: Server) -> list[str]:
    return sorted(f"round-0001-{path.stem.partition('-')[2]}" for path in server.folder.iterdir())


def with_letters(folder: Path, server: Server) -> None:
    new_game(folder, out=f"{{smtp: {{host: 127.0.0.1, port: {server.port}}}}}")
    with opening.held(folder, RULESETS) as game:
        play_on(game, Clock())
        make_letters(game)


def renamed(folder: Path, **names: str) -> None:
    """Give seats other mailboxes, which the server treats as their names say."""
    text = (folder / "game.yaml").read_text()
    for seat, name in names.items():
        text = text.replace(f"{seat}@example.org", f"{name}@example.org")
    (folder / "game.yaml").write_text(text)


def begun_anew(place: Path, server: Server, instant: int) -> Path:
    """The game in which sending is killed at *instant*; the server has nothing yet."""
    for mail in server.folder.iterdir():
        mail.unlink()
    return copied(place / f"game-{instant}", ("letters", server.port), lambda made: with_letters(made, server))


ALL = ["round-0001-ann", "round-0001-ben", "round-0001-cid"]


def test_letters_go_to_a_real_server_once(tmp_path: Path, server: Server) -> None:
    with_letters(tmp_path / "game", server)
    send(tmp_path / "game")
    send(tmp_path / "game")
    assert arrived(server) == ALL
    mail = message_from_bytes(next(path for path in server.folder.iterdir() if "ann" in path.name).read_bytes())
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["To"].endswith("<ann@example.org>")
    assert "{" in mail["Subject"]
    assert mail.get_content_type() == "multipart/alternative"
    assert opened(tmp_path / "game").outbox.listed("sent") == ALL


def all_looked_at(server: Server) -> None:
    """Wait until the server has dealt with all that it was sent before, by talking with it."""
    with smtplib.SMTP("127.0.0.1", server.port) as line:
        for _ in range(3):
            line.noop()


def later(folder: Path) -> None:
    """Send when the time has come at which what is uncertain goes again."""
    with opening.held(folder, RULESETS) as game:
        sending.send(game, Clock(START + WAIT))


def ids(server: Server) -> list[tuple[str, str]]:
    """To whom what arrived went, and its Message-ID."""
    return sorted((path.stem[5:], id_of(path.read_bytes())) for path in server.folder.iterdir())


@pytest.mark.slow
def test_killed_at_any_byte_no_letter_is_lost_and_only_those_go_twice_whose_end_was_on_its_way(
    tmp_path: Path, server: Server
) -> None:
    kills = doubted = doubled = 0
    for instant in instants(begun_anew(tmp_path, server, 0), send, sending=True):
        folder = begun_anew(tmp_path, server, instant)
        code = in_child(folder, instant, send, sending=True)
        kills += code == KILLED
        all_looked_at(server)
        first = arrived(server)
        doubts = opened(folder).outbox.listed("trying")
        assert set(first) <= {*doubts, *opened(folder).outbox.listed("sent")}, "what arrived is not taken for unsent"
        send(folder)
        assert sorted(arrived(server)) == sorted({*ALL} - {*doubts} | {*first}), "the others are sent by themselves"
        assert opened(folder).outbox.listed("trying") == doubts
        later(folder)
        assert sorted(set(arrived(server))) == ALL
        assert opened(folder).outbox.listed("sent") == ALL
        assert len(set(ids(server))) == 3, "a letter that came twice has one Message-ID"
        twice = len(arrived(server)) - 3
        assert twice <= len(doubts) <= 1
        doubted += len(doubts)
        doubled += twice
    print(f"{kills} kills, {doubted} left a message uncertain, {doubled} of these had arrived, none was lost")
    assert kills > (30 if LONG else 10)
    assert 0 < doubled <= doubted < kills / 3


@pytest.mark.slow
def test_where_the_moderator_is_to_be_asked_nothing_uncertain_goes_by_itself(tmp_path: Path, server: Server) -> None:

    def asking(instant: int) -> Path:
        folder = begun_anew(tmp_path, server, instant)
        text = (folder / "game.yaml").read_text()
        (folder / "game.yaml").write_text(text.replace(f"port: {server.port}", f"port: {server.port}, uncertain: ask"))
        return folder

    open_ones = 0
    for instant in instants(asking(0), send, sending=True):
        folder = asking(instant)
        in_child(folder, instant, send, sending=True)
        send(folder)
        later(folder)
        all_looked_at(server)
        there = arrived(server)
        assert len(there) == len(set(there))
        trying = status(opened(folder), Clock()).trying
        assert set(ALL) - set(there) <= set(trying)
        open_ones += len(trying)
        with opening.held(folder, RULESETS) as game:
            for ident in trying:
                (deeds.settled if ident in there else deeds.again).does(DeedCase(game, Clock(), {"ident": ident}))
        send(folder)
        assert arrived(server) == ALL
        assert opened(folder).outbox.listed("sent") == ALL
    assert open_ones > 0


def test_a_server_that_never_answers_the_end_gets_a_letter_four_times_and_then_the_moderator_is_asked(
    tmp_path: Path, server: Server
) -> None:
    folder = tmp_path / "game"
    with_letters(folder, server)
    renamed(folder, ben="drop")
    clock, came = Clock(), []
    for _ in range(12):
        with opening.held(folder, RULESETS) as game:
            sending.send(game, clock)
            reply = game.outbox.reply("round-0001-ben")
            due = game.outbox.next_due(clock())
        came.append(server.taken.count("drop"))
        assert reply
        assert due == reply.due
        clock.wind(minutes=5)
    assert came == [1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4]
    assert reply
    assert reply.due is None
    assert opened(folder).outbox.listed("trying") == ["round-0001-ben"]
    assert len(set(ids(server))) == 3
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    send(folder)
    assert before == {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("name", "place"), [("busy", "queued"), ("full", "queued"), ("gone", "refused"), ("drop", "trying")]
)
def test_what_the_server_says_decides_where_a_letter_lies(
    tmp_path: Path, server: Server, name: str, place: str
) -> None:
    folder = tmp_path / "game"
    with_letters(folder, server)
    renamed(folder, ben=name)
    game = opened(folder)
    send(folder)
    send(folder)
    assert game.outbox.place("round-0001-ben") == place
    assert game.outbox.reply("round-0001-ben") is not None
    assert [one for one in arrived(server) if one[-3:] in {"ann", "cid"}] == ["round-0001-ann", "round-0001-cid"]
    assert len(arrived(server)) == (3 if name == "drop" else 2)


@pytest.mark.slow
def test_killed_at_any_instant_what_the_server_did_not_take_is_tried_or_named(tmp_path: Path, server: Server) -> None:
    def not_taken(instant: int) -> Path:
        folder = begun_anew(tmp_path, server, instant)
        renamed(folder, ann="gone", ben="full")
        return folder

    places: dict[str, str | None] = {}
    for instant in instants(not_taken(0), send):
        folder = not_taken(instant)
        game = opened(folder)
        in_child(folder, instant, send)
        send(folder)
        assert server.taken in ([], ["cid"])
        places = {ident: game.outbox.place(ident) for ident in ALL}
        assert places["round-0001-ann"] == "refused"
        assert places["round-0001-ben"] in {"queued", "trying"}
        assert places["round-0001-cid"] in ({"sent", "trying"} if server.taken else {"trying"})
        later(folder)
        assert "cid" in server.taken
        assert (places["round-0001-cid"], places["round-0001-ben"]).count("trying") <= 1
        assert all(game.outbox.reply(ident) for ident, place in places.items() if place in {"refused", "queued"})
    assert places == {"round-0001-ann": "refused", "round-0001-ben": "queued", "round-0001-cid": "sent"}


@pytest.mark.slow
def test_killed_at_any_instant_a_letter_follows_its_seat_to_a_new_address_once(tmp_path: Path, server: Server) -> None:
    def moved(instant: int) -> Path:
        folder = begun_anew(tmp_path, server, instant)
        with opening.held(folder, RULESETS) as game:
            game.readdress("ann", "anna@example.org", START, "moderator")
        return folder

    open_ones = 0
    for instant in instants(moved(0), send):
        folder = moved(instant)
        in_child(folder, instant, send)
        send(folder)
        trying = opened(folder).outbox.listed("trying")
        open_ones += len(trying)
        with opening.held(folder, RULESETS) as game:
            for ident in trying:
                there = any(ident[-3:] in name for name in server.taken)
                (deeds.settled if there else deeds.again).does(DeedCase(game, Clock(), {"ident": ident}))
        send(folder)
        assert server.taken == ["anna", "ben", "cid"]
        envelope, _ = opened(folder).outbox.read("round-0001-ann")
        assert envelope
        assert envelope.recipient == "anna@example.org", "its bounce would not be told from others"
        for path in server.folder.iterdir():
            assert path.read_bytes().count(b"Message-ID: ") == 1
    assert open_ones > 0
