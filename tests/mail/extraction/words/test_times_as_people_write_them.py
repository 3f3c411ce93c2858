"""Lengths and times as people write them; what is not clear has several readings, what is neither has none."""

from datetime import UTC, date, datetime, time

import pytest

from pbem.mail.extraction.dates import time_said
from pbem.settings.times import Duration, UntilTime

TODAY = date(2026, 11, 21)
"""A Saturday."""
BERLIN = "Europe/Berlin"


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("24h", Duration(24, "hour")),
        ("24 h", Duration(24, "hour")),
        ("48 hours.", Duration(48, "hour")),
        ("2 days", Duration(2, "day")),
        ("2d", Duration(2, "day")),
        ("a day", Duration(1, "day")),
        ("one week", Duration(7, "day")),
        ("90 min", Duration(90, "minute")),
        ("3 Tage", Duration(3, "day")),
        ("2 jours", Duration(2, "day")),
        ("12 Std.", Duration(12, "hour")),
    ],
)
def test_a_length(text: str, length: Duration) -> None:
    assert time_said(text, TODAY, BERLIN).clear == length


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("until Fri 20:00", UntilTime(BERLIN, weekday=4, at=time(20))),
        ("until Friday", UntilTime(BERLIN, weekday=4)),
        ("Friday, 8pm", UntilTime(BERLIN, weekday=4, at=time(20))),
        ("fri 8 p.m.", UntilTime(BERLIN, weekday=4, at=time(20))),
        ("bis Freitag 20 Uhr", UntilTime(BERLIN, weekday=4, at=time(20))),
        ("do piątku 20:00", UntilTime(BERLIN, weekday=4, at=time(20))),
        ("bis Mi", UntilTime(BERLIN, weekday=2)),
        ("jusqu'à vendredi 20h30", UntilTime(BERLIN, weekday=4, at=time(20, 30))),
        ("jusqu\u2019au dimanche", UntilTime(BERLIN, weekday=6)),
        ("2026-12-03 20:00", UntilTime(BERLIN, day=date(2026, 12, 3), at=time(20))),
        ("2026-12-03T20:00", UntilTime(BERLIN, day=date(2026, 12, 3), at=time(20))),
        ("until 2026-12-03", UntilTime(BERLIN, day=date(2026, 12, 3))),
        ("3 Dec 20:00", UntilTime(BERLIN, day=date(2026, 12, 3), at=time(20))),
        ("until Thu 3 December 20:00", UntilTime(BERLIN, day=date(2026, 12, 3), at=time(20))),
        ("until 3.12. 20:00", UntilTime(BERLIN, day=date(2026, 12, 3), at=time(20))),
        ("until 2 January", UntilTime(BERLIN, day=date(2027, 1, 2))),
        ("tomorrow 9:30", UntilTime(BERLIN, day=date(2026, 11, 22), at=time(9, 30))),
        ("20:00", UntilTime(BERLIN, at=time(20))),
        ("until 20:00 on Friday", UntilTime(BERLIN, weekday=4, at=time(20))),
        ("until 8 pm tomorrow", UntilTime(BERLIN, day=date(2026, 11, 22), at=time(20))),
        ("till 20:00, Thu 3 December", UntilTime(BERLIN, day=date(2026, 12, 3), at=time(20))),
        ("bis 20 Uhr am Freitag", UntilTime(BERLIN, weekday=4, at=time(20))),
        ("2026-12-03 20:00 UTC", UntilTime("UTC", day=date(2026, 12, 3), at=time(20))),
        ("Fri 20:00 (America/New_York)", UntilTime("America/New_York", weekday=4, at=time(20))),
    ],
)
def test_a_time(text: str, until: UntilTime) -> None:
    assert time_said(text, TODAY, BERLIN).clear == until


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("until 3/4", {UntilTime(BERLIN, day=date(2027, 4, 3)), UntilTime(BERLIN, day=date(2027, 3, 4))}),
        ("Friday at 8", {UntilTime(BERLIN, weekday=4, at=time(8)), UntilTime(BERLIN, weekday=4, at=time(20))}),
        ("until T 20:00", set()),
        ("until mar", {UntilTime(BERLIN, weekday=1)}),
        ("bis Do", {UntilTime(BERLIN, weekday=3), UntilTime(BERLIN, weekday=6)}),
        ("Do 20:00", {UntilTime(BERLIN, weekday=day, at=time(20)) for day in (3, 6)}),
        ("8", {UntilTime(BERLIN, at=time(8)), UntilTime(BERLIN, at=time(20))}),
    ],
)
def test_what_is_not_clear_is_read_both_ways(text: str, ways: set[UntilTime]) -> None:
    assert set(time_said(text, TODAY, BERLIN).ways) == ways


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "until",
        "until then",
        "25:00",
        "Fri 20:60",
        "0 days",
        "2026-02-30",
        "until Fri 3 December",
        "24",
        "-1 day",
        "20:00 soon",
        "20:00 21:00",
    ],
)
def test_what_is_neither_is_not_read(text: str) -> None:
    assert time_said(text, TODAY, BERLIN).ways == ()


def test_lengths_and_times_become_instants() -> None:
    due = datetime(2026, 11, 25, 19, tzinfo=UTC)
    assert UntilTime(BERLIN, weekday=2).after(due, due) == datetime(2026, 12, 2, 19, tzinfo=UTC)
    assert UntilTime(BERLIN, weekday=2, at=time(21)).after(due, due) == datetime(2026, 11, 25, 20, tzinfo=UTC)
    assert UntilTime("America/New_York", weekday=4).after(due, due) == datetime(2026, 11, 27, 19, tzinfo=UTC)
