"""SMTP servers and hosts that are not as one would wish."""

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.mail.send import send
from pbem.mail.transport.server import DeliveryAttempt
from pbem.mail.transport.smtp import deliver
from pbem.mail.turn import turn
from pbem.settings.mail import Smtp
from pbem.store.outbox import DeliveryFate
from tests.servers.scripted import Scripted, scripted
from tests.toy.game import RULESETS, START, Clock, new_game, opened

GBK = "用户名或密码错误".encode("gbk")


@contextmanager
def smtp(*replies: tuple[bytes, bytes]) -> Iterator[Scripted]:
    """A server that takes everything but what *replies* say of lines that begin so."""

    def answer(line: bytes) -> bytes:
        for start, reply in replies:
            if line.upper().startswith(start):
                return reply
        usual = {b"EHLO": b"250-here\r\n250 AUTH PLAIN\r\n", b"DATA": b"354 go\r\n", b"AUTH": b"235 fine\r\n"}
        if line[:4].upper() in usual:
            return usual[line[:4].upper()]
        talks = line == b"." or line[:4].upper() in (b"MAIL", b"RCPT", b"RSET", b"QUIT", b"HELO")
        return b"250 fine\r\n" if talks else b""

    with scripted(b"220 here\r\n", answer) as server:
        yield server


def sent(server: Scripted, *names: str, user: str = "") -> dict[str, tuple[DeliveryFate, str]]:
    found = {}

    def done(ident: str, fate: DeliveryFate, said: str) -> None:
        assert ident not in found
        found[ident] = fate, said
        said.encode()  # no surrogates

    parcels = [DeliveryAttempt(one, "g@x.org", f"{one}@x.org", b"Subject: x\r\n\r\ntext\r\n") for one in names]
    settings = Smtp("127.0.0.1", server.port, security="none", user=user)
    deliver(settings, "secret", parcels, lambda _: None, done, timeout=5)
    return found


@pytest.mark.parametrize(
    "line", [b"AUTH", b"EHLO", b"MAIL", b"RCPT", b"DATA", b"."], ids=lambda line: line.decode().replace(".", "end")
)
def test_a_reply_in_another_encoding_is_shown_byte_by_byte(line: bytes) -> None:
    with smtp((line, b"535 Error: " + GBK + b"\r\n")) as server:
        _, said = sent(server, "ann", user="game")["ann"]
    assert r"535 Error: \xd3\xc3" in said


ODD = {
    "Shift-JIS": "認証に失敗しました".encode("shift_jis"),
    "KOI8": "Ошибка входа".encode("koi8-r"),
    "no text": bytes(range(128, 256)),
    "what steers a terminal": b"\x1b[31mred\x07",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
@pytest.mark.parametrize("line", [b"AUTH", b"EHLO", b"MAIL", b"RCPT", b"DATA", b".", b"QUIT"])
def test_no_reply_whatever_stops_a_delivery_or_steers_a_terminal(line: bytes, text: bytes) -> None:
    with smtp((line, b"550 " + text + b"\r\n")) as server:
        fate, said = sent(server, "ann", user="game")["ann"]
    assert said.isprintable()
    said.encode()
    assert (fate is DeliveryFate.taken) is (line == b"QUIT")


def test_a_server_that_knows_only_helo_is_greeted_so() -> None:
    for code in (b"500", b"502", b"504"):
        with smtp((b"EHLO", code + b" not known\r\n")) as server:
            assert sent(server, "ann") == {"ann": (DeliveryFate.taken, "")}
            assert len(server.said(b"HELO")) == 1
            assert "offers no login" in sent(server, "ann", user="game")["ann"][1]


def test_a_server_that_turns_us_away_is_not_asked_twice() -> None:
    with smtp((b"EHLO", b"554 5.7.1 go away\r\n")) as server:
        assert sent(server, "ann")["ann"] == (
            DeliveryFate.away,
            f"the server 127.0.0.1:{server.port} does not greet pbem: 554 5.7.1 go away",
        )
        assert server.said(b"HELO") == []


@pytest.mark.parametrize(
    ("name", "greets"),
    [
        ("mail.example.org", "mail.example.org"),
        ("pc", "pc"),
        ("schönbrunn", "[127.0.0.1]"),
        ("", "[127.0.0.1]"),
        ("Ann's PC", "[127.0.0.1]"),
        ("ann pc", "[127.0.0.1]"),
        ("ann_pc", "[127.0.0.1]"),
        ("-pc", "[127.0.0.1]"),
        ("pc..local", "[127.0.0.1]"),
        ("pc\n", "[127.0.0.1]"),
        ("x" * 64, "[127.0.0.1]"),
        ("\udce9t\udce9", "[127.0.0.1]"),
    ],
)
def test_a_host_without_a_name_that_mail_can_use_says_its_address(
    monkeypatch: pytest.MonkeyPatch, name: str, greets: str
) -> None:
    monkeypatch.setattr(socket, "getfqdn", lambda: name)
    with smtp() as server:
        assert sent(server, "ann") == {"ann": (DeliveryFate.taken, "")}
        assert server.said(b"EHLO") == [f"EHLO {greets}".encode()]


def test_a_host_whose_name_cannot_even_be_looked_up_says_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> str:
        raise UnicodeError("label empty or too long")

    monkeypatch.setattr(socket, "getfqdn", fails)
    with smtp() as server:
        assert sent(server, "ann") == {"ann": (DeliveryFate.taken, "")}


@pytest.mark.parametrize("line", [b"MAIL", b"RCPT", b"DATA", b"."], ids=lambda line: line.decode().replace(".", "end"))
def test_an_account_over_its_limit_refuses_no_message_and_is_not_pestered(line: bytes) -> None:
    with smtp((line, b"550 5.4.5 Daily user sending limit exceeded.\r\n")) as server:
        found = sent(server, "ann", "ben", "cid", "dan", "eve")
        assert len(server.said(b"MAIL")) == 3
    assert {fate for fate, _ in found.values()} == {DeliveryFate.away}
    assert all("reached a limit" in said and "550 5.4.5 Daily" in said for _, said in found.values())


@pytest.mark.parametrize("at", [b"MAIL", b"RCPT", b"DATA", b"."], ids=lambda line: line.decode().replace(".", "end"))
@pytest.mark.parametrize(
    "says", ["Tageslimit überschritten", "发送频率过高", "Trop de messages envoyés", "Превышен лимит"]
)
def test_an_account_over_its_limit_refuses_no_message_in_any_language(says: str, at: bytes) -> None:
    with smtp((at, b"550 " + says.encode() + b"\r\n")) as server:
        found = sent(server, "ann", "ben")
    assert {fate for fate, _ in found.values()} == {DeliveryFate.away}
    assert all("reached a limit" in said and says in said for _, said in found.values())


@pytest.mark.parametrize(
    "says", ["552 5.2.2 mailbox full", "552 Das Postfach ist voll", "550 Your mailbox is over quota"]
)
def test_a_full_mailbox_of_the_sender_refuses_no_message(says: str) -> None:
    with smtp((b"MAIL", says.encode() + b"\r\n")) as server:
        fate, said = sent(server, "ann")["ann"]
    assert fate is DeliveryFate.away
    assert "the game's own mailbox is full" in said
    with smtp((b"RCPT", b"552 5.2.2 mailbox full\r\n")) as server:
        assert sent(server, "ann")["ann"][0] is DeliveryFate.refused


def test_one_recipient_of_whom_that_is_said_keeps_no_other_waiting() -> None:
    with smtp((b"RCPT TO:<ANN", b"550 5.4.5 Daily user sending limit exceeded.\r\n")) as server:
        found = sent(server, "ann", "ann2", "ben")
    assert [fate for fate, _ in found.values()] == [DeliveryFate.away, DeliveryFate.away, DeliveryFate.taken]


@pytest.mark.parametrize(
    "reply", [b"535 5.7.139 the user account is locked", b"535 Unsafe Login", b"454 Too many login attempts"]
)
def test_a_locked_account_is_told_and_no_password_asked_for(reply: bytes) -> None:
    with smtp((b"AUTH", reply + b"\r\n")) as server:
        fate, said = sent(server, "ann", user="game")["ann"]
    assert fate is DeliveryFate.away
    assert reply.decode() in said
    assert not re.search("password|refuses the login", said)


def test_letters_wait_out_a_quota_however_long(tmp_path: Path) -> None:
    limit = [(b".", b"550 5.4.5 Daily user sending limit exceeded.\r\n")]
    with smtp(*[(start, reply) for start, reply in limit]) as server:
        out = f"{{smtp: {{host: 127.0.0.1, port: {server.port}, security: none}}}}"
        folder = new_game(tmp_path / "game", out).folder
        clock = Clock(START)
        turn(folder, clock, RULESETS)
        game = opened(folder)
        waiting = game.outbox.listed("queued")
        assert waiting
        for _ in range(3):
            clock.wind(days=4)
            send(game, clock)
        assert game.outbox.listed("queued") == waiting
        assert game.outbox.listed("refused") == game.outbox.listed("trying") == []
