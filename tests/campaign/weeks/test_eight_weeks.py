"""Eight weeks: somebody is late, somebody away, somebody leaves; the machine is off; clocks go forward."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.weeks.campaign import Campaign
from tests.campaign.weeks.post import NAMES, Post, shown
from tests.conftest import Golden
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import Postfix, postfix

GOLDEN = Path(__file__).parent / "golden"
USER = "eight-weeks"
GAME_YAML = """\
game: spring-26
title: A spring campaign
rules: toy
settings: {rounds: 2}
moderator: {name: Mo, address: mo@test.local}
seats:
  ann: {player: Ann Ünsal, address: ann@test.local}
  ben: {player: Ben, address: ben@test.local, zone: America/New_York}
  cid: {player: Cid, address: cid@test.local}
mail:
  from: game@test.local
  in: {imap: {host: 127.0.0.1, port: IMAP, security: none, user: USER, password file: password}}
  out: {smtp: {host: 127.0.0.1, port: SMTP}}
deadlines: {zone: Europe/Vienna, at: ["Sunday 20:00"], notice: 48 hours}
"""


@pytest.fixture
def server() -> Iterator[Postfix]:
    with postfix() as running:
        yield running


@pytest.mark.slow
def test_eight_weeks(dovecot: Dovecot, server: Postfix, golden: Golden) -> None:
    post = Post(dovecot, server, USER)
    settings = GAME_YAML.replace("IMAP", str(dovecot.imap)).replace("SMTP", str(server.port)).replace("USER", USER)
    week = Campaign(server.game, settings, post, "2026-03-09 09:00")
    play(week)
    between = f"\n\n{'~' * 78}\n\n"
    golden(GOLDEN, {f"{person}.txt": between.join(map(shown, post.received[person])) + "\n" for person in NAMES})


def play(week: Campaign) -> None:
    week.writes("ann", "2026-03-10 19:00", "bid: 2")
    week.writes("cid", "2026-03-11 08:00", "bid: 1")
    week.until("2026-03-15 10:00")
    week.writes("ben", "2026-03-15 11:00", "bid: 0")
