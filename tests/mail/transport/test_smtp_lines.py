"""What becomes of mail when the line to the server is not as it should be."""

import datetime as dt
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trustme

from pbem.mail.transport.server import DeliveryAttempt
from pbem.mail.transport.smtp import deliver
from pbem.settings.credentials import trusting
from pbem.settings.mail import Security, Smtp
from pbem.store.outbox import DeliveryFate
from tests.servers.sinks import Server, serving

Result = dict[str, tuple[DeliveryFate, str]]


def sent(
    server: Smtp, *parcels: DeliveryAttempt, password: str = "", folder: Path = Path(), timeout: float = 5
) -> Result:
    found: Result = {}

    def done(ident: str, fate: DeliveryFate, said: str) -> None:
        assert ident not in found
        found[ident] = fate, said

    tls = trusting(server, folder) if server.security != "none" else None
    deliver(server, password, parcels, lambda _: None, done, tls=tls, timeout=timeout)
    return found


def parcel(name: str, size: int = 0, sender: str = "game@example.org") -> DeliveryAttempt:
    line = b"x" * 78 + b"\r\n"
    return DeliveryAttempt(name, sender, f"{name}@example.org", b"Subject: letter\r\n\r\n" + line * (size // 80))


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def secured(tmp_path: Path, authority: trustme.CA) -> Callable[..., Smtp]:
    """Settings for a server with certificates of its own authority."""
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")

    def made(server: Server, security: Security, **more: str) -> Smtp:
        texts: dict[str, Any] = {"certificates": str(tmp_path / "authority.pem"), "host": "localhost"} | more
        return Smtp(port=server.port, security=security, **texts)

    return made


def certificate(authority: trustme.CA, folder: Path, *names: str, expired: bool = False) -> str:
    day = dt.datetime.now(dt.UTC) - dt.timedelta(days=1)
    before = day - dt.timedelta(days=9)
    leaf = authority.issue_cert(*names, not_before=before, not_after=day) if expired else authority.issue_cert(*names)
    leaf.private_key_and_cert_chain_pem.write_to_path(folder / "server.pem")
    return str(folder / "server.pem")


@pytest.fixture(params=["tls", "starttls"])
def security(request: pytest.FixtureRequest) -> Security:
    found: Security = request.param
    return found


def test_mail_goes_over_tls_with_a_login(
    tmp_path: Path, authority: trustme.CA, secured: Callable[..., Smtp], security: Security
) -> None:
    pem = certificate(authority, tmp_path, "localhost")
    with serving(tmp_path / "taken", security=security, certificate=pem, login="ann:pass") as server:
        settings = secured(server, security, user="ann")
        assert sent(settings, parcel("ann"), password="pass") == {"ann": (DeliveryFate.taken, "")}
        fate, said = sent(settings, parcel("ben"), password="nonsense")["ben"]
        assert fate is DeliveryFate.away
        assert "refuses the login of ann: 535" in said
        assert "nonsense" not in said
        assert server.taken == ["ann"]


def test_a_certificate_of_nobody_we_know_stops_everything(
    tmp_path: Path, authority: trustme.CA, secured: Callable[..., Smtp], security: Security
) -> None:
    pem = certificate(authority, tmp_path, "localhost")
    with serving(tmp_path / "taken", security=security, certificate=pem) as server:
        fate, said = sent(secured(server, security, certificates=""), parcel("ann"))["ann"]
        assert fate is DeliveryFate.away
        assert "no authority known here" in said
        assert server.taken == []


def test_a_certificate_for_another_name_stops_everything(
    tmp_path: Path, authority: trustme.CA, secured: Callable[..., Smtp], security: Security
) -> None:
    pem = certificate(authority, tmp_path, "mail.example.org")
    with serving(tmp_path / "taken", security=security, certificate=pem) as server:
        fate, said = sent(secured(server, security), parcel("ann"))["ann"]
        assert fate is DeliveryFate.away
        assert "another name than localhost" in said
        assert server.taken == []


def test_an_expired_certificate_stops_everything(
    tmp_path: Path, authority: trustme.CA, secured: Callable[..., Smtp], security: Security
) -> None:
    pem = certificate(authority, tmp_path, "localhost", expired=True)
    with serving(tmp_path / "taken", security=security, certificate=pem) as server:
        fate, said = sent(secured(server, security), parcel("ann"))["ann"]
        assert fate is DeliveryFate.away
        assert "has expired" in said
        assert server.taken == []


def test_without_starttls_nothing_goes_in_the_clear(server: Server, secured: Callable[..., Smtp]) -> None:
    fate, said = sent(secured(server, "starttls"), parcel("ann"))["ann"]
    assert fate is DeliveryFate.away
    assert "offers no STARTTLS; nothing is sent unencrypted" in said
    assert server.taken == []


def test_a_server_that_speaks_no_tls_is_told_from_one_that_is_away(
    server: Server, secured: Callable[..., Smtp]
) -> None:
    assert "does not speak TLS" in sent(secured(server, "tls"), parcel("ann"))["ann"][1]
    assert "nothing listens there" in sent(Smtp("127.0.0.1", 1), parcel("ann"))["ann"][1]
    fate, said = sent(Smtp("no.such.host.invalid", 25), parcel("ann"))["ann"]
    assert fate is DeliveryFate.away
    assert "no server is called" in said


@pytest.mark.parametrize(("host", "port"), [("smtp..example.org", 25), ("127.0.0.1", 99999), ("x" * 70 + ".org", 25)])
@pytest.mark.parametrize("security", ["none", "tls"])
def test_what_no_server_can_be_called_is_told(host: str, port: int, security: Security) -> None:
    fate, says = sent(Smtp(host, port, security), parcel("ann"))["ann"]
    assert fate is DeliveryFate.away
    assert "is not a name and port that a server could have" in says or "no server is called" in says


def test_a_server_that_says_nothing_is_not_waited_for_long() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        fate, said = sent(Smtp("127.0.0.1", mute.getsockname()[1]), parcel("ann"), parcel("ben"), timeout=0.3)["ben"]
        assert fate is DeliveryFate.away
        assert "did not answer in time" in said


def test_a_login_is_not_tried_where_none_is_offered(server: Server) -> None:
    fate, said = sent(Smtp("127.0.0.1", server.port, user="ann"), parcel("ann"), password="x")["ann"]
    assert fate is DeliveryFate.away
    assert "offers no login" in said


def test_what_is_too_large_is_not_even_begun(tmp_path: Path) -> None:
    with serving(tmp_path / "taken", size=4000) as server:
        settings = Smtp("127.0.0.1", server.port, most_bytes=100_000)
        found = sent(settings, parcel("ann", 5000), parcel("ben", 200_000), parcel("cid", 1000))
        assert found["ann"][0] is found["ben"][0] is DeliveryFate.refused
        assert "more than 4000, the server's limit" in found["ann"][1]
        assert "more than 100000, the limit in game.yaml" in found["ben"][1]
        assert found["cid"][0] is DeliveryFate.taken
        assert server.taken == ["cid"]


def test_a_sender_that_the_server_dislikes_is_ours_to_mend(server: Server) -> None:
    fate, said = sent(Smtp("127.0.0.1", server.port), parcel("ann", sender="nobody@example.org"))["ann"]
    assert fate is DeliveryFate.later
    assert said == "the server accepts nothing from nobody@example.org: 553 not yours"


@pytest.mark.parametrize(("name", "says"), [("gone", "gone@example.org: 550"), ("busy", "busy@example.org now: 451")])
def test_a_recipient_that_the_server_refuses_is_named(server: Server, name: str, says: str) -> None:
    assert says in sent(Smtp("127.0.0.1", server.port), parcel(name))[name][1]


def test_a_server_that_breaks_off_again_and_again_is_left_alone(server: Server) -> None:
    names = ["hang-up", "hang-up", "hang-up", "ann"]
    parcels = [DeliveryAttempt(str(number), "a@b.org", f"{name}@example.org", b"") for number, name in enumerate(names)]
    found = sent(Smtp("127.0.0.1", server.port), *parcels)
    assert [fate for fate, _ in found.values()] == [
        DeliveryFate.later,
        DeliveryFate.later,
        DeliveryFate.later,
        DeliveryFate.away,
    ]


def test_a_server_that_closes_has_the_mail_later_and_the_next_at_once(server: Server) -> None:
    found = sent(Smtp("127.0.0.1", server.port), parcel("closing"), parcel("ann"))
    assert found["closing"][0] is DeliveryFate.later
    assert found["ann"][0] is DeliveryFate.taken


def test_mail_goes_no_faster_than_it_may(server: Server) -> None:
    begun = time.monotonic()
    found = sent(Smtp("127.0.0.1", server.port, per_minute=300), *(parcel(name) for name in ("ann", "ben", "cid")))
    assert {fate for fate, _ in found.values()} == {DeliveryFate.taken}
    assert time.monotonic() - begun >= 0.4


def test_a_hundred_mails_go_one_after_the_other(server: Server) -> None:
    crowd = [parcel(f"p{number}") for number in range(100)]
    assert {fate for fate, _ in sent(Smtp("127.0.0.1", server.port), *crowd).values()} == {DeliveryFate.taken}
    assert len(server.taken) == 100
