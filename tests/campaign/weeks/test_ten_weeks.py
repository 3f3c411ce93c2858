"""Ten weeks: somebody is late, somebody away, somebody leaves; the machine is off; clocks go forward."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.weeks.campaign import Campaign, local
from tests.campaign.weeks.post import NAMES, Post, shown
from tests.conftest import Golden
from tests.mail.rounds.transports import body
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import Postfix, postfix

GOLDEN = Path(__file__).parent / "golden"
USER = "ten-weeks"
GAME_YAML = """\
game: spring-26
title: A spring campaign
rules: toy
settings: {rounds: 2}
moderator: {name: Mo, address: mo@test.local, zone: Europe/Vienna, digest: 08:00}
appeals: stop the clock
absence: shift up to 10 days a year
extensions: {in all: 2 days, granted: by rule}
seats:
  ann: {player: Ann Ünsal, address: ann@test.local}
  ben: {player: Ben, address: ben@test.local, zone: America/New_York}
  cid: {player: Cid, address: cid@test.local}
mail:
  from: game@test.local
  in: {imap: {host: 127.0.0.1, port: IMAP, security: none, user: USER, password file: password}}
  out: {smtp: {host: 127.0.0.1, port: SMTP}}
deadlines: {zone: Europe/Vienna, at: ["Sunday 20:00"], notice: 48 hours, early: no, grace: 12 hours}
ladder:
  nothing: {deadline: remind, grace: default, second: default if the moderator agrees}
  faulty: {deadline: remind, grace: [last faulty sheet, default]}
outage after: 6 hours
"""


@pytest.fixture
def server() -> Iterator[Postfix]:
    with postfix() as running:
        yield running


@pytest.mark.slow
def test_ten_weeks(dovecot: Dovecot, server: Postfix, golden: Golden) -> None:
    post = Post(dovecot, server, USER)
    settings = GAME_YAML.replace("IMAP", str(dovecot.imap)).replace("SMTP", str(server.port)).replace("USER", USER)
    week = Campaign(server.game, settings, post, "2026-03-09 09:00")
    play(week)
    between = f"\n\n{'~' * 78}\n\n"
    golden(GOLDEN, {f"{person}.txt": between.join(map(shown, post.received[person])) + "\n" for person in NAMES})


def play(week: Campaign) -> None:
    """Live through it all; each week ends on a Sunday at 20:00."""
    first_week_all_in_time(week)
    second_week_somebody_is_late(week)
    third_week_clocks_go_forward_and_somebody_is_away(week)
    fourth_week_somebody_leaves(week)
    fifth_week_the_machine_is_off(week)
    sixth_week_an_appeal_and_a_ruling(week)
    seventh_week_an_extension(week)
    eighth_week_the_end(week)


def first_week_all_in_time(week: Campaign) -> None:
    week.writes("ann", "2026-03-10 19:00", "bid: 2")
    week.writes("cid", "2026-03-11 08:00", "bid: 1")
    week.writes("ben", "2026-03-15 11:00", "bid: 0", says="reminder")
    week.until("2026-03-15 21:00")


def second_week_somebody_is_late(week: Campaign) -> None:
    """Ann's card is due; what she sends is refused, then nothing comes until the grace."""
    week.writes("ann", "2026-03-22 19:00", "card: Cup 99")
    week.writes("ann", "2026-03-23 06:30", "pass")


def third_week_clocks_go_forward_and_somebody_is_away(week: Campaign) -> None:
    """Ben's card is due on the day of the change; Ben is away then, so it is due a week later, at the same hour."""
    week.writes("ben", "2026-03-25 09:00", "absent 28 Mar to 1 Apr")
    week.until("2026-03-29 22:00")
    week.writes("ben", "2026-04-02 05:30", "pass")
    week.until("2026-04-05 22:00")


def fourth_week_somebody_leaves(week: Campaign) -> None:
    """Cid resigns by mail, with the word that the reply asks for; Dan takes over and plays Cid's card."""
    week.writes("cid", "2026-04-07 18:00", "resign")
    word = re.search(r"resign [\w-]{4,}", body(week.post.newest("cid", "resign")))
    assert word
    week.writes("cid", "2026-04-07 20:00", word[0])
    week.runs("2026-04-09 09:00", "seat", "replace", "cid", "--player", "Dan", "--address", "dan@test.local")
    week.writes("dan", "2026-04-11 12:00", "pass")
    week.until("2026-04-12 22:00")


def fifth_week_the_machine_is_off(week: Campaign) -> None:
    """Two days without a turn, with the deadline in them; Ben's bid arrives meanwhile, Dan's after it."""
    week.writes("ann", "2026-04-15 19:00", "bid: 1")
    week.until("2026-04-18 12:00")
    week.post.write("ben", local("2026-04-19 11:00"), "bid: 1", to=week.post.newest("ben"))
    week.off_until("2026-04-20 12:30")
    week.writes("dan", "2026-04-21 08:00", "bid: 2")
    week.until("2026-04-26 22:00")


def sixth_week_an_appeal_and_a_ruling(week: Campaign) -> None:
    """Ann appeals, which stops the clock; the moderator rules, and the clock goes on."""
    week.writes("ann", "2026-04-28 19:00", "appeal: I should have a point from the first lap.\nSee letter 2.")
    ruling = ("rule", "-", "--reason", "a point was forgotten", "--appeal", week.appeal)
    week.runs("2026-04-29 21:00", *ruling, typed="point to: ann\n")
    week.writes("ann", "2026-05-02 10:00", "pass")
    week.until("2026-05-03 22:00")


def seventh_week_an_extension(week: Campaign) -> None:
    """The moderator extends a deadline by mail; nothing comes from Ben all the same, and the ladder acts."""
    week.writes("mo", "2026-05-09 10:00", "status", subject="[spring-26] how does it go?")
    week.writes("mo", "2026-05-09 11:00", "extend until Mon 20:00 because I travel\ntell all: Happy spring!")
    week.until("2026-05-12 10:00")


def eighth_week_the_end(week: Campaign) -> None:
    """Dan extends the last deadline out of a budget, then plays the last card; the game is over."""
    week.writes("dan", "2026-05-13 18:00", "extend 24h")
    week.writes("dan", "2026-05-17 21:00", "pass", says="your card")
    week.until("2026-05-18 22:00")
    assert week.game().outcome is not None
