import socket
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail import doctor, local_checks
from pbem.mail.doctor import examine
from pbem.mail.outgoing import writing
from pbem.mail.transport import imap, maildir
from pbem.mail.transport.server import DoctorFinding
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.report.plain import as_it_is
from pbem.store.outbox import QueuedReply
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.scripted import scripted
from tests.servers.sinks import Server, serving
from tests.toy.game import GAME_YAML, RULESETS, SEED, START, Clock, opened

Made = Callable[..., Game]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Makes a toy game with the given ways in and out, and what else stands under mail."""

    def game(way_in: str = "{folder: in}", out: str = "{folder: out}", more: str = "") -> Game:
        text = GAME_YAML.replace("{folder: in}", way_in).replace("OUT", out).replace("mail:\n", f"mail:\n{more}")
        return create(tmp_path / "game", text, RULESETS, SEED)

    return game


def found(game: Game, what: str = "", state: str = "bad") -> list[DoctorFinding]:
    """The doctor's findings of one state, on one thing or on all."""
    findings = examine(game, Clock(datetime.now(UTC)), 2, None)
    return [one for one in findings if one.state == state and one.what.startswith(what)]


def says(game: Game, what: str, state: str = "bad") -> str:
    return "\n".join(f"{one.says} | {one.remedy}" for one in found(game, what, state))


def test_a_healthy_game_has_nothing_wrong(made: Made, server: Server) -> None:
    game = made(out=f"{{smtp: {{host: 127.0.0.1, port: {server.port}}}}}")
    assert found(game) == []
    assert says(game, "out: smtp", "good") == "accepts mail from game@example.org; nothing was sent | "
    assert server.taken == []


def test_looking_changes_nothing(made: Made, server: Server) -> None:
    game = made(out=f"{{smtp: {{host: 127.0.0.1, port: {server.port}}}}}")
    before = {path: path.read_bytes() for path in game.folder.rglob("*") if path.is_file()}
    found(game)
    assert {path: path.read_bytes() for path in game.folder.rglob("*") if path.is_file()} == before


def test_a_missing_folder_is_named(made: Made) -> None:
    game = made()
    (game.folder / "outbox").rmdir()
    assert "outbox is missing | make it: mkdir" in says(game, "folders")


@pytest.mark.parametrize("name", ["spool", "spool/new", "roads", "outbox"])
def test_a_file_in_the_place_of_a_folder_is_told(made: Made, name: str) -> None:
    game = made()
    path = game.folder / name
    path.parent.mkdir(exist_ok=True)
    if path.is_dir():
        path.rmdir()
    path.write_text("x")
    assert f"{path} is a file, not a folder" in says(game, "folders")


def test_a_secret_that_others_can_read_is_named_and_never_shown(made: Made, tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("hunter2\n")
    password.chmod(0o644)
    game = made(out=f"{{smtp: {{host: 127.0.0.1, port: 1, user: ann, password file: {password}}}}}")
    (game.folder / "secret").chmod(0o640)
    assert f"chmod 600 {password}" in says(game, "the password of out")
    assert "mode 640" in says(game, "the game's secret", "unsure")
    everything = [str(one) for one in examine(game, Clock(), 2, None)]
    assert not any("hunter2" in one or SEED in one for one in everything)
    password.unlink()
    assert "there is no file" in says(game, "the password of out")
    assert f"{password} is missing" in says(game, "out: smtp")


def test_a_clock_that_went_back_is_noticed(made: Made) -> None:
    game = made()
    game.inbox.keep(b"x", START)
    assert next(local_checks.clock_checks(game, Clock(START))).state == "good"
    (late,) = local_checks.clock_checks(game, Clock(datetime(2026, 11, 20, tzinfo=UTC)))
    assert late.state == "bad"
    assert "the game has seen 2026-11-21 08:00" in late.says


@pytest.mark.parametrize(
    ("folders", "state", "what"),
    [
        ((), "bad", "there is no folder"),
        (("md",), "bad", "it lacks new, cur, tmp"),
        (("md/new", "md/cur"), "bad", "it lacks tmp"),
        (("md/new", "md/cur", "md/tmp"), "good", "new emails: 0"),
    ],
)
def test_a_maildir_has_its_shape(made: Made, folders: tuple[str, ...], state: str, what: str) -> None:
    game = made("{maildir: md}")
    for name in folders:
        (game.folder / name).mkdir(parents=True)
    assert what in says(game, "in: maildir", state)


def test_a_port_that_is_taken_or_open_to_the_world_is_named(made: Made) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        game = made(f"{{listen: {{port: {port}}}}}")
        assert "is in use" in says(game, "in: listen", "unsure")
    assert "is free" in says(game, "in: listen", "good")
    file = game.folder / "game.yaml"
    file.write_text(file.read_text().replace("{listen: {", "{listen: {host: 0.0.0.0, "))
    assert "open to other computers" in says(opened(game.folder), "in: listen")


def test_a_seat_without_an_address_is_named(made: Made) -> None:
    game = made()
    file = game.folder / "game.yaml"
    file.write_text(file.read_text().replace(", address: cid@example.org", ""))
    assert "no mail goes to cid" in says(opened(game.folder), "addresses", "unsure")


@pytest.mark.parametrize(("older", "press"), [("no", "none"), ("named", "private"), ("anonymous", "anonymous")])
def test_an_older_key_is_named_with_the_one_that_means_the_same(tmp_path: Path, older: str, press: str) -> None:
    text = f"{GAME_YAML}words: {{between players: {older}}}\n".replace("OUT", "{folder: out}")
    game = create(tmp_path / "game", text, RULESETS, SEED)
    assert f"write `press: {press}` in its place" in says(game, "press", "unsure")


def test_bounces_that_go_elsewhere_are_named(made: Made) -> None:
    assert "a domain other" in says(made(more="  bounces: game+*@example.net\n"), "bounces", "unsure")


def test_an_address_for_bounces_is_proposed(made: Made) -> None:
    assert "bounces: game+*@example.org" in says(made(), "bounces", "unsure")


def test_mail_that_is_stuck_is_named_with_what_helps(made: Made) -> None:
    game = made()
    for ident, place in (("a", "trying"), ("b", "refused"), ("c", "queued"), ("d", "trying")):
        writing.queue(game, ident, writing.Notice("s", as_it_is("t"), "ann"), START)
        if place != "queued":
            game.outbox.shift(ident, "queued", "trying" if place == "trying" else "refused")
    game.outbox.note("b", QueuedReply(START, "550 nobody here"))
    game.outbox.note("c", QueuedReply(START, "451 come again", 3))
    game.outbox.note("d", QueuedReply(START, "the line broke", due=START, unsure=1))
    maildir.keep(game.folder / maildir.NAME, b"Subject: x\n\nhi\n")
    assert "`pbem send --settled a`" in says(game, "outbox")
    assert "`pbem send --settled d`" not in says(game, "outbox")
    assert "d may or may not have arrived | pbem sends it again by itself" in says(game, "outbox", "unsure")
    assert "b was refused: 550 nobody here | fix it, then `pbem send --again b`" in says(game, "outbox")
    assert "c could not be sent yet (tries: 3): 451 come again" in says(game, "outbox", "unsure")
    assert "waiting unread: 1" in says(game, "inbox", "unsure")


def test_what_no_server_can_be_called_is_told(made: Made) -> None:
    game = made("{imap: {host: imap..example.org}}", "{smtp: {host: smtp..example.org}}")
    for what in ("in: imap", "out: smtp"):
        assert "is not a name and port that a server could have" in says(game, what)


@pytest.mark.slow
def test_servers_that_are_away_or_mute_are_told_in_time(made: Made) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        mailbox = f"{{host: 127.0.0.1, port: {mute.getsockname()[1]}, security: none, user: ann}}"
        game = made(f"{{imap: {mailbox}}}", "{smtp: {host: 127.0.0.1, port: 1}}")
        usual = imap.TIMEOUT
        bad = {one.what.split()[1]: one.says for one in found(game)}
        assert usual == imap.TIMEOUT
    assert "did not answer in time" in bad["imap"]
    assert "nothing listens there" in bad["smtp"]


@pytest.mark.parametrize(("name", "says_it"), [("gone", "550 nobody here"), ("nobody", "553 not yours")])
def test_a_server_that_does_not_take_our_mail_is_told(made: Made, server: Server, name: str, says_it: str) -> None:
    game = made(out=f"{{smtp: {{host: 127.0.0.1, port: {server.port}}}}}")
    file = game.folder / "game.yaml"
    file.write_text(file.read_text().replace("game@example.org", f"{name}@example.org"))
    assert says_it in says(opened(game.folder), "out: smtp")


def test_a_smaller_limit_of_the_server_is_told(made: Made, tmp_path: Path) -> None:
    with serving(tmp_path / "taken", size=5000) as server:
        game = made(out=f"{{smtp: {{host: 127.0.0.1, port: {server.port}}}}}")
        assert "write `most bytes: 5000`" in says(game, "out: smtp", "unsure")


def test_a_password_in_the_clear_is_told(made: Made) -> None:
    game = made(out="{smtp: {host: no.such.host.invalid, security: none, user: ann}}")
    assert "for anyone to read" in says(game, "out: smtp")


def test_a_policy_needs_somebody_to_ask_for_keys(made: Made) -> None:
    mail = made(more="  trust: {policy: [token, dkim]}\n").settings.mail
    assert [one.state for one in doctor.judging(mail, lambda name: None)] == ["bad"]
    assert [one.state for one in doctor.judging(mail, lambda name: "")] == ["good"]
    assert [one.state for one in doctor.judging(mail, None)] == ["not tried"]


@pytest.fixture
def password(tmp_path: Path) -> Callable[[str], Path]:
    def written(text: str) -> Path:
        path = tmp_path / "password"
        path.write_text(text)
        path.chmod(0o600)
        return path

    return written


def test_a_mailbox_that_can_be_read_is_good_and_nothing_is_taken(
    made: Made, dovecot: Dovecot, password: Callable[[str], Path]
) -> None:
    user = f"u{uuid.uuid4().hex}"
    dovecot.append(user, b"Subject: x\r\n\r\nhi\r\n", START)
    rest = f"user: {user}, password file: {password(PASSWORD)}, certificates: {dovecot.authority}"
    mailbox = f"{{host: {dovecot.host}, port: {dovecot.imap}, security: starttls, {rest}}}"
    game = made(f"{{imap: {mailbox}}}")
    (game.folder / "out").mkdir()
    assert found(game) == []
    assert f"lets {user} into INBOX | " in says(game, "in: imap", "good")
    assert dovecot.flags(user) == [""]
    assert maildir.spooled(game.folder / maildir.NAME) == []


def test_a_login_or_a_mailbox_that_is_wrong_is_told(
    made: Made, dovecot: Dovecot, password: Callable[[str], Path]
) -> None:
    server = f"host: {dovecot.host}, port: {dovecot.imap}, security: none, user: ann, password file: {password('no')}"
    game = made(f"{{imap: {{{server}, mailbox: Nowhere, move to: Done}}}}")
    assert "refuses the login of 'ann'" in says(game, "in: imap")
    password(PASSWORD)
    assert "there is no mailbox 'Nowhere'" in says(game, "in: imap")
    file = game.folder / "game.yaml"
    file.write_text(file.read_text().replace("mailbox: Nowhere", "mailbox: INBOX"))
    assert "there is no mailbox 'Done' to move emails to" in says(opened(game.folder), "in: imap")


def test_a_mailbox_that_can_only_be_read_is_told_and_good(made: Made) -> None:
    replies = {
        b"CAPABILITY": b"* CAPABILITY IMAP4rev1 IDLE\r\n%b OK these",
        b"SELECT": b"* OK [UIDVALIDITY 7] a\r\n%b OK [READ-ONLY] open",
    }

    def answer(line: bytes) -> bytes:
        tag, command, *_ = line.split(b" ")
        return replies.get(command, b"%b OK done") % tag + b"\r\n"

    with scripted(b"* OK here\r\n", answer) as server:
        game = made(f"{{imap: {{host: 127.0.0.1, port: {server.port}, security: none, user: ann}}}}")
        assert "not marked" in says(game, "in: imap", "unsure")
        assert "lets ann into INBOX" in says(game, "in: imap", "good")


def test_an_account_over_its_limit_is_no_wrong_sender(made: Made) -> None:
    replies = {b"MAIL": b"550 5.4.5 Daily user sending limit exceeded", b"QUIT": b"221 bye"}
    with scripted(b"220 here\r\n", lambda line: replies.get(line[:4], b"250 fine") + b"\r\n") as server:
        game = made(out=f"{{smtp: {{host: 127.0.0.1, port: {server.port}}}}}")
        assert "reached a limit" in says(game, "out: smtp")
        assert "allowed to send as" not in says(game, "out: smtp")
