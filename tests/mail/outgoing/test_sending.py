"""What waits, what goes in which order, and when it is tried again."""

import errno
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from pbem.mail import send as sending
from pbem.mail.deeds.deed import DeedCase
from pbem.mail.deeds.stages import again
from pbem.mail.mime.headers import message_name
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.writing import id_of
from pbem.mail.send import SendResult
from pbem.mail.transport.server import NoTransport, TransportOut, transport_out
from pbem.referee import opening
from pbem.referee.status import status
from pbem.report.plain import as_it_is
from pbem.settings.mail import Delivery
from pbem.store import files, outbox
from pbem.store.outbox import DeliveryFate
from tests.servers.sinks import Server
from tests.toy.game import GAME_YAML, RULESETS, START, Clock, new_game, opened


def game_for(folder: Path, port: int, more: str = "", **names: str) -> Path:
    """A toy game whose email goes to the server at *port*; *names* are the seats' mailboxes there."""
    new_game(folder, out=f"{{smtp: {{host: 127.0.0.1, port: {port}}}{more}}}")
    for seat, name in names.items():
        text = (folder / "game.yaml").read_text().replace(f"{seat}@example.org", f"{name}@example.org")
        (folder / "game.yaml").write_text(text)
    return folder


def queue(folder: Path, seat: str, ident: str, at: datetime = START) -> None:
    with opening.held(folder, RULESETS) as game:
        writing.queue(game, ident, writing.Notice("s", as_it_is("t"), seat), at)


def send(folder: Path, clock: Clock, *, now: bool = False) -> list[SendResult]:
    with opening.held(folder, RULESETS) as game:
        return sending.send(game, clock, now=now)


def test_mail_goes_in_the_order_in_which_it_was_written(tmp_path: Path, server: Server) -> None:
    folder = game_for(tmp_path / "game", server.port)
    queue(folder, "ann", "round-0010-ann", START + timedelta(minutes=3))
    queue(folder, "ann", "round-0009-ann")
    queue(folder, "ben", "round-10000-ben", START + timedelta(minutes=2))
    queue(folder, "ben", "round-9999-ben", START + timedelta(minutes=2))
    queue(folder, "cid", "receipt-0012", START + timedelta(minutes=2))
    queue(folder, "cid", "receipt-0002", START + timedelta(minutes=3))
    wanted = ["round-0009-ann", "receipt-0012", "round-9999-ben", "round-10000-ben", "receipt-0002", "round-0010-ann"]
    assert opened(folder).outbox.listed("queued") == wanted
    assert [one.ident for one in send(folder, Clock())] == wanted


def test_what_is_put_off_is_tried_ever_less_often_and_not_for_ever(tmp_path: Path, server: Server) -> None:
    folder = game_for(tmp_path / "game", server.port, ann="busy")
    queue(folder, "ann", "round-0001-ann")
    clock, tried = Clock(), list[timedelta]()
    for _ in range(60):
        assert len(send(folder, clock)) == 1
        tried.append(clock() - START)
        reply = opened(folder).outbox.reply("round-0001-ann")
        assert reply is not None
        if reply.due is None:
            break
        clock.at = reply.due - timedelta(seconds=1)
        assert send(folder, clock) == []
        clock.at = reply.due
    gaps = [later - earlier for earlier, later in pairwise(tried)]
    assert gaps[:6] == [timedelta(minutes=minutes) for minutes in (5, 15, 30, 60, 120, 240)]
    assert set(gaps[6:]) == {timedelta(minutes=240)}
    assert timedelta(days=5) <= tried[-1] < timedelta(days=5, hours=4)
    reply = opened(folder).outbox.reply("round-0001-ann")
    assert reply is not None
    assert reply.tries == len(tried)
    assert reply.text.startswith("it could not be delivered in 5 days: the server accepts nothing for busy@example.org")
    assert opened(folder).outbox.listed("refused") == ["round-0001-ann"]


def test_one_that_is_put_off_holds_up_nobody_and_can_be_tried_at_once(tmp_path: Path, server: Server) -> None:
    folder = game_for(tmp_path / "game", server.port, ann="busy")
    queue(folder, "ann", "round-0001-ann")
    queue(folder, "ben", "round-0001-ben")
    assert [one.fate for one in send(folder, Clock())] == [DeliveryFate.later, DeliveryFate.taken]
    queue(folder, "ben", "round-0002-ben")
    assert [one.ident for one in send(folder, Clock())] == ["round-0002-ben"]
    assert [one.ident for one in send(folder, Clock(), now=True)] == ["round-0001-ann"]


def test_a_server_that_is_away_for_weeks_costs_no_letter(tmp_path: Path, server: Server) -> None:
    folder = game_for(tmp_path / "game", 1)
    queue(folder, "ann", "round-0001-ann")
    clock, tried = Clock(), 0
    while clock() < START + timedelta(days=20):
        tried += bool(send(folder, clock))
        clock.wind(minutes=4)
        assert send(folder, clock) == []
        clock.wind(hours=12, minutes=-4)
    assert tried == 40
    game = opened(folder)
    assert game.outbox.listed("queued") == ["round-0001-ann"]
    reply = game.outbox.reply("round-0001-ann")
    assert reply is not None
    assert "nothing listens there" in reply.text
    text = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(text.replace("port: 1}", f"port: {server.port}}}"))
    assert [one.fate for one in send(folder, clock)] == [DeliveryFate.taken]
    assert opened(folder).outbox.reply("round-0001-ann") is None


def test_again_begins_anew(tmp_path: Path, server: Server) -> None:
    folder = game_for(tmp_path / "game", server.port, ann="gone")
    queue(folder, "ann", "round-0001-ann")
    assert [one.fate for one in send(folder, Clock())] == [DeliveryFate.refused]
    with opening.held(folder, RULESETS) as game:
        again.does(DeedCase(game, Clock(), {"ident": "round-0001-ann"}))
    assert opened(folder).outbox.reply("round-0001-ann") is None
    assert [one.fate for one in send(folder, Clock())] == [DeliveryFate.refused]


def test_a_file_that_is_no_message_of_ours_stops_nothing(tmp_path: Path, server: Server) -> None:
    folder = game_for(tmp_path / "game", server.port)
    (folder / "outbox" / "notes.eml").write_bytes(b"Dear all\n")
    (folder / "outbox" / "odd.eml").write_bytes(
        b"X-Envelope-From: a@b\r\nX-Envelope-To: c@d\r\nX-Envelope-Time: yesterday\r\n"
    )
    queue(folder, "ben", "round-0001-ben")
    assert {one.ident: one.fate for one in send(folder, Clock())} == {
        "notes": DeliveryFate.refused,
        "odd": DeliveryFate.refused,
        "round-0001-ben": DeliveryFate.taken,
    }


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:300]),
        lambda path: path.write_bytes(path.read_bytes()[:-3]),
        lambda path: path.write_bytes(path.read_bytes().replace(b"Date: ", b"\xff\0te: ")),
        lambda path: path.write_bytes(path.read_bytes().replace(b"Date: ", b"Date ")),
        lambda path: (path.unlink(), path.mkdir()),
        lambda path: (path.unlink(), path.symlink_to("/proc/self/mem")),
    ],
    ids=["empty", "cut in the head", "cut at the end", "odd bytes", "no header", "folder", "unreadable"],
)
def test_a_damaged_message_is_told_and_holds_up_no_other(
    tmp_path: Path, server: Server, damage: Callable[[Path], object]
) -> None:
    folder = game_for(tmp_path / "game", server.port)
    for seat in ("ann", "ben", "cid"):
        queue(folder, seat, f"round-0001-{seat}")
    damage(folder / "outbox" / "round-0001-ben.eml")
    status(opened(folder), Clock())
    fates = {one.ident: one.fate for one in send(folder, Clock())}
    assert fates.pop("round-0001-ben", DeliveryFate.refused) is DeliveryFate.refused
    assert fates == {"round-0001-ann": DeliveryFate.taken, "round-0001-cid": DeliveryFate.taken}
    assert server.taken == ["ann", "cid"]


@pytest.mark.parametrize("note", [b"", b"{", b'{"at": 5}', b"[]"])
def test_a_damaged_note_of_what_the_server_said_is_as_none(tmp_path: Path, server: Server, note: bytes) -> None:
    folder = game_for(tmp_path / "game", server.port)
    queue(folder, "ann", "round-0001-ann")
    (folder / "outbox" / "round-0001-ann.json").write_bytes(note)
    assert [one.fate for one in send(folder, Clock())] == [DeliveryFate.taken]


def test_a_clock_that_was_years_ahead_holds_up_no_letter(tmp_path: Path, server: Server) -> None:
    folder = game_for(tmp_path / "game", server.port, ann="busy")
    queue(folder, "ann", "round-0001-ann")
    clock = Clock(START + timedelta(days=700))
    send(folder, clock)
    clock.wind(days=-700)
    assert [one.fate for one in send(folder, clock)] == [DeliveryFate.later]
    assert send(folder, clock) == []


def test_a_full_disk_leaves_no_message_in_doubt_that_the_server_has_put_off(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game_for(tmp_path / "game", server.port, ann="full", ben="spam")
    queue(folder, "ann", "round-0001-ann")
    queue(folder, "ben", "round-0001-ben")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "write", full)
    assert [one.fate for one in send(folder, Clock())] == [DeliveryFate.later, DeliveryFate.refused]
    outbox = opened(folder).outbox
    assert (outbox.listed("queued"), outbox.listed("refused")) == (["round-0001-ann"], ["round-0001-ben"])


def test_what_arrives_says_nothing_of_the_envelope(tmp_path: Path, server: Server) -> None:
    folder = game_for(tmp_path / "game", server.port)
    queue(folder, "ann", "round-0001-ann")
    game = opened(folder)
    parcel = sending.parcel_of(game, "round-0001-ann")
    assert [one.fate for one in send(folder, Clock())] == [DeliveryFate.taken]
    (path,) = server.folder.iterdir()
    assert b"X-Envelope" not in path.read_bytes()
    assert not isinstance(parcel, str)
    assert path.read_bytes().count(b"\r\n") == parcel.data.count(b"\r\n")


@pytest.mark.parametrize("key", ["password file", "certificates"])
def test_without_its_files_no_mail_goes_and_they_are_named(tmp_path: Path, key: str) -> None:
    folder = tmp_path / "game"
    out = f"{{smtp: {{host: localhost, security: tls, user: ann, {key}: no-such-file}}}}"
    new_game(folder, out=out)
    queue(folder, "ann", "round-0001-ann")
    with pytest.raises(NoTransport, match="no-such-file"):
        send(folder, Clock())
    assert opened(folder).outbox.listed("queued") == ["round-0001-ann"]


def test_the_bounces_of_each_message_go_to_an_address_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    new_game(folder)
    file = folder / "game.yaml"
    file.write_text(GAME_YAML.replace("OUT", "{folder: out}").replace("  in:", "  bounces: game+*@example.org\n  in:"))
    queue(folder, "ann", "round-0001-ann")
    queue(folder, "ben", "round-0001-ben")
    game = opened(folder)
    parcels = [sending.parcel_of(game, ident) for ident in game.outbox.listed("queued")]
    senders = {parcel.sender for parcel in parcels if not isinstance(parcel, str)}
    assert len(senders) == 2
    assert game.outbox.read("round-0001-ann")[0].time == START.astimezone(UTC)  # type: ignore[union-attr]


def test_a_run_that_is_held_back_ends_and_leaves_the_rest_in_line(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game_for(tmp_path / "game", server.port)
    text = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(text.replace(f"port: {server.port}", f"port: {server.port}, per minute: 600"))
    for number in range(1, 5):
        queue(folder, "ann", f"round-{number:04d}-ann")
    monkeypatch.setattr(outbox, "MINUTES", 0.005)
    assert len(send(folder, Clock())) == 3
    assert opened(folder).outbox.listed("queued") == ["round-0004-ann"]


def test_mail_that_waits_goes_to_the_address_that_its_seat_has_now(tmp_path: Path, server: Server) -> None:
    folder = game_for(tmp_path / "game", server.port)
    for seat in ("ann", "ben"):
        queue(folder, seat, f"round-0001-{seat}")
    waited = opened(folder).outbox.read("round-0001-ann")[1]
    with opening.held(folder, RULESETS) as game:
        writing.queue(game, "notice-1", writing.Notice("s", as_it_is("t"), "ben", "second@example.org"), START)
    text = (folder / "game.yaml").read_text()
    text = text.replace("ann@example.org", "new@example.org").replace(", address: ben@example.org", "")
    (folder / "game.yaml").write_text(text)
    fates = {one.ident: one.fate for one in send(folder, Clock())}
    assert fates == {
        "round-0001-ann": DeliveryFate.taken,
        "round-0001-ben": DeliveryFate.refused,
        "notice-1": DeliveryFate.taken,
    }
    assert server.taken == ["new", "second"]
    letter = next(path for path in server.folder.iterdir() if "new" in path.name).read_bytes()
    assert b"<new@example.org>" in letter
    assert b"ann@example.org" not in letter
    game = opened(folder)
    envelope, data = game.outbox.read("round-0001-ann")
    assert data == letter
    assert envelope is not None
    assert envelope.recipient == "new@example.org"
    assert message_name(game.keys.message_ids, "round-0001-ann", "new@example.org").encode() in letter
    assert id_of(letter).endswith(id_of(waited).partition(".")[2]), "the words are the same"


@pytest.mark.parametrize("name", Delivery.__struct_fields__)
def test_each_way_out_that_game_yaml_may_name_has_its_module(name: str) -> None:
    assert isinstance(transport_out(name), TransportOut)
