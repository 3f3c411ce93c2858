from pathlib import Path

import pytest

from pbem.mail.transport.server import DeliveryAttempt
from pbem.mail.transport.smtp import deliver
from pbem.settings.mail import Smtp
from pbem.store.outbox import DeliveryFate
from tests.servers.sinks import Server


def parcel(name: str) -> DeliveryAttempt:
    return DeliveryAttempt(name, "game@example.org", f"{name}@example.org", b"Subject: letter\r\n\r\nBody\r\n")


def delivered(server: Server | int, *names: str) -> tuple[dict[str, DeliveryFate], list[str]]:
    fates: dict[str, DeliveryFate] = {}
    tried: list[str] = []
    port = server if isinstance(server, int) else server.port

    def done(ident: str, fate: DeliveryFate, said: str) -> None:
        assert ident not in fates
        fates[ident] = fate

    deliver(Smtp("127.0.0.1", port), "", [parcel(name) for name in names], tried.append, done)
    return fates, tried


def test_mails_are_taken_one_after_the_other(server: Server) -> None:
    fates, tried = delivered(server, "ann", "ben")
    assert fates == {"ann": DeliveryFate.taken, "ben": DeliveryFate.taken}
    assert tried == ["ann", "ben"]
    assert server.taken == ["ann", "ben"]


@pytest.mark.parametrize(
    ("name", "fate", "tried"),
    [
        ("busy", DeliveryFate.later, False),
        ("gone", DeliveryFate.refused, False),
        ("full", DeliveryFate.later, True),
        ("spam", DeliveryFate.refused, True),
        ("hang-up", DeliveryFate.later, False),
    ],
)
def test_what_the_server_says_decides_and_the_next_mail_goes_all_the_same(
    server: Server, name: str, fate: DeliveryFate, *, tried: bool
) -> None:
    fates, marks = delivered(server, name, "ann")
    assert fates == {name: fate, "ann": DeliveryFate.taken}
    assert marks == ([name] if tried else []) + ["ann"]
    assert server.taken == ["ann"]


def test_a_line_that_breaks_before_the_answer_leaves_the_fate_open(server: Server) -> None:
    fates, tried = delivered(server, "drop", "ann")
    assert fates == {"drop": DeliveryFate.unknown, "ann": DeliveryFate.taken}
    assert tried == ["drop", "ann"]
    assert server.taken == ["ann", "drop"]


def test_a_server_that_is_away_keeps_everything_waiting(tmp_path: Path) -> None:
    fates, tried = delivered(1, "ann", "ben")
    assert fates == {"ann": DeliveryFate.away, "ben": DeliveryFate.away}
    assert tried == []
