from pathlib import Path

import pytest

from pbem.mail.transport.delivery import Fate, Parcel
from pbem.mail.transport.smtp import deliver
from pbem.settings.mail_settings import Smtp
from tests.servers.sinks import Server


def parcel(name: str) -> Parcel:
    return Parcel(name, "game@example.org", f"{name}@example.org", b"Subject: letter\r\n\r\nBody\r\n")


def delivered(server: Server | int, *names: str) -> tuple[dict[str, Fate], list[str]]:
    fates: dict[str, Fate] = {}
    tried: list[str] = []
    port = server if isinstance(server, int) else server.port

    def done(ident: str, fate: Fate, said: str) -> None:
        assert ident not in fates
        fates[ident] = fate

    deliver(Smtp("127.0.0.1", port), "", [parcel(name) for name in names], tried.append, done)
    return fates, tried


def test_mails_are_taken_one_after_the_other(server: Server) -> None:
    fates, tried = delivered(server, "ann", "ben")
    assert fates == {"ann": Fate.taken, "ben": Fate.taken}
    assert tried == ["ann", "ben"]
    assert server.taken == ["ann", "ben"]


@pytest.mark.parametrize(
    ("name", "fate", "tried"),
    [
        ("busy", Fate.later, False),
        ("gone", Fate.refused, False),
        ("full", Fate.later, True),
        ("spam", Fate.refused, True),
        ("hang-up", Fate.later, False),
    ],
)
def test_what_the_server_says_decides_and_the_next_mail_goes_all_the_same(
    server: Server, name: str, fate: Fate, *, tried: bool
) -> None:
    fates, marks = delivered(server, name, "ann")
    assert fates == {name: fate, "ann": Fate.taken}
    assert marks == ([name] if tried else []) + ["ann"]
    assert server.taken == ["ann"]


def test_a_line_that_breaks_before_the_answer_leaves_the_fate_open(server: Server) -> None:
    fates, tried = delivered(server, "drop", "ann")
    assert fates == {"drop": Fate.unknown, "ann": Fate.taken}
    assert tried == ["drop", "ann"]
    assert server.taken == ["ann", "drop"]


def test_a_server_that_is_away_keeps_everything_waiting(tmp_path: Path) -> None:
    fates, tried = delivered(1, "ann", "ben")
    assert fates == {"ann": Fate.away, "ben": Fate.away}
    assert tried == []
