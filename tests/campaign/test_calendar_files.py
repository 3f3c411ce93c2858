"""Calendar files: deadlines as events with the letters, changed when they move and cancelled when they are over."""

import builtins
import re
import shutil
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar

from pbem.mail.exchange import exchange
from pbem.referee import opening
from pbem.referee.deadlines.reminders import wants
from pbem.referee.play import rewind
from pbem.referee.status import status
from pbem.store.facts import ClockResumed, ClockStopped, DeadlineMoved, OwnDeadline, PreferenceSet, SeatTaken
from tests.campaign.hourly import Campaign, text_of
from tests.referee.killer import deaths, tree
from tests.toy.duet import DUETS, HURRYING
from tests.toy.game import RULESETS, START, drop, mail, subject

DUE = datetime(2026, 11, 25, 19, tzinfo=UTC)
WANTED = {"player: Ben,": "calendar: yes, player: Ben,", "rounds: 1": "rounds: 2"}


def file_in(message: EmailMessage) -> bytes | None:
    """The calendar file in an email, as it was sent."""
    found = [part for part in message.walk() if part.get_content_type() == "text/calendar"]
    assert len(found) <= 1
    return found[0].get_payload(decode=True) if found else None  # type: ignore[return-value]


def events(message: EmailMessage) -> list[Any]:
    """The events in the calendar file of an email, read by the library."""
    raw = file_in(message)
    assert raw is not None
    calendar: Any = Calendar.from_ical(raw)
    assert (calendar["METHOD"], calendar["VERSION"]) == ("PUBLISH", "2.0")
    return list(calendar.walk("VEVENT"))


def told(event: Any) -> tuple[int, str, str]:
    """The number, the state and the time of an event."""
    return int(event["SEQUENCE"]), str(event["STATUS"]), f"{event['DTSTART'].dt:%d %H:%M}"


def move(world: Campaign, to: datetime | None, *seats: str) -> list[EmailMessage]:
    """Let the moderator move the deadline; the emails that tell it."""
    pause = world.game.pause
    assert pause
    before = set((world.folder / "out").glob("*.eml"))
    world.note(DeadlineMoved(round=pause.round, to=to, by="moderator", seats=seats, reason="a fair"))
    new = {path.name for path in set((world.folder / "out").glob("*.eml")) - before}
    return [one for name in sorted(new) for one in world.mails(name.removesuffix(".eml"))]


def of(seat: str, mails: list[EmailMessage]) -> EmailMessage:
    (found,) = [one for one in mails if f"{seat}@" in one["To"]]
    return found


def test_a_letter_brings_the_deadline_to_whoever_wants_it_and_to_no_one_else(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    (letter,) = world.mails("round-0001-ben")
    (event,) = events(letter)
    assert told(event) == (0, "CONFIRMED", "25 19:00")
    assert event["DTSTAMP"].dt == START
    assert event["SUMMARY"] == "Toy: your sheet is due"
    assert event["DESCRIPTION"] == (
        "Letter 1 of the game toy-1 says what to do. If the deadline moves, another file changes this entry."
    )
    assert event["ORGANIZER"] == "mailto:game@example.org"
    assert re.fullmatch(r"[0-9a-f]{32}@example\.org", event["UID"])
    alarms = [alarm["TRIGGER"].dt for alarm in event.walk("VALARM")]
    assert alarms == [timedelta(hours=-24), timedelta(hours=-4)]
    assert [file_in(world.mails(f"round-0001-{seat}")[0]) for seat in ("ann", "cid")] == [None, None]


def test_the_file_is_beside_the_letter_as_mail_programs_want_it(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    (letter,) = world.mails("round-0001-ben")
    assert letter.get_content_type() == "multipart/mixed"
    first, second = letter.iter_parts()
    assert first.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in first.iter_parts()] == ["text/plain", "text/html"]
    assert second["Content-Type"].params == {"method": "PUBLISH", "charset": "utf-8", "name": "toy-1.ics"}
    assert (second.get_content_disposition(), second.get_filename()) == ("attachment", "toy-1.ics")
    assert letter.get_body(preferencelist=("plain",)) is not None
    raw = next((world.folder / "out").glob("round-0001-ben.eml")).read_bytes()
    assert raw.isascii()
    content = file_in(letter)
    assert content
    assert content.replace(b"\r\n", b"").count(b"\n") == 0
    assert max(map(len, content.split(b"\r\n"))) <= 75


def test_neither_token_nor_decision_is_in_the_file_as_calendars_are_shared(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    (letter,) = world.mails("round-0001-ben")
    content = file_in(letter)
    assert content
    assert b"bid" not in content
    assert re.findall(rb"\{?\w{4}-\w{4}\}?", content.replace(b"\r\n ", b"")) == []


def test_moved_moved_and_played(tmp_path: Path) -> None:
    """One event through its life: its number rises with each change, and the next letter takes it off."""
    world = Campaign(tmp_path / "game", changes=WANTED)
    (uid,) = {event["UID"] for event in events(world.mails("round-0001-ben")[0])}
    world.clock.wind(hours=1)
    first = events(of("ben", move(world, DUE + timedelta(days=1))))
    world.clock.wind(hours=1)
    second = events(of("ben", move(world, DUE + timedelta(days=3))))
    assert [told(event) for event in (*first, *second)] == [(1, "CONFIRMED", "26 19:00"), (2, "CONFIRMED", "28 19:00")]
    for seat in ("ann", "ben", "cid"):
        world.send(seat, "bid: 1\n")
    (letter,) = world.mails("round-0002-ben")
    (over,) = events(letter)
    assert told(over) == (3, "CANCELLED", "28 19:00")
    assert {event["UID"] for event in (*first, *second, over)} == {uid}
    assert over["DTSTAMP"].dt == world.clock.at
    assert over.walk("VALARM") == []
    assert "It is over." in over["DESCRIPTION"]


def test_a_deadline_that_is_taken_away_is_cancelled_and_comes_back(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    world.note(ClockStopped(by="moderator"))
    stop = world.game.log.lines[-1].seq
    (event,) = events(of("ben", world.mails(f"fact-{stop:05d}")))
    assert told(event) == (1, "CANCELLED", "25 19:00")
    world.clock.wind(days=2)
    world.note(ClockResumed(ended=(stop,), round=1, to=DUE + timedelta(days=2), by="moderator"))
    resumed = world.game.log.lines[-1].seq
    (event,) = events(of("ben", world.mails(f"fact-{resumed:05d}")))
    assert told(event) == (2, "CONFIRMED", "27 19:00")


def test_what_others_do_changes_nothing_in_it(tmp_path: Path) -> None:
    found = []
    for name, busy in (("idle", False), ("busy", True)):
        world = Campaign(tmp_path / name, changes=WANTED)
        if busy:
            world.send("ann", "bid: 2\n")
            world.send("ann", "bid: 9\n")
            move(world, DUE + timedelta(days=2), "ann")
            move(world, DUE + timedelta(days=4), "ann")
        moved = of("ben", move(world, DUE + timedelta(days=5)))
        for seat in ("ann", "ben", "cid"):
            world.send(seat, "bid: 1\n")
        found.append((file_in(moved), file_in(world.mails("round-0002-ben")[0])))
    assert found[0] == found[1]
    assert None not in found[0]


def test_an_email_that_moves_only_others_has_none(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    mails = move(world, DUE + timedelta(days=2), "ann")
    assert all(file_in(one) is None for one in mails)


def test_made_again_it_has_the_same_bytes(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    move(world, DUE + timedelta(days=1))
    names = sorted(path.name for path in (world.folder / "out").glob("*ben.eml"))
    world.send("ben", "calendar off")
    before = [(world.folder / "out" / name).read_bytes() for name in names]
    for name in names:
        (world.folder / "out" / name).unlink()
        (world.folder / "sent" / name).unlink()
    world.clock.wind(hours=7)
    world.turn()
    assert [(world.folder / "out" / name).read_bytes() for name in names] == before
    assert len(names) == 2


def test_the_alarms_are_not_at_night_where_the_player_lives(tmp_path: Path) -> None:
    abroad = {"player: Ben,": "calendar: yes, zone: Pacific/Auckland, player: Ben,"}
    world = Campaign(tmp_path / "game", changes=abroad)
    (event,) = events(world.mails("round-0001-ben")[0])
    assert [alarm["TRIGGER"].dt for alarm in event.walk("VALARM")] == [timedelta(hours=-24), timedelta(hours=-11)]


def test_questions_with_deadlines_of_their_own_have_events_of_their_own(tmp_path: Path) -> None:
    rules = "notice: 48 hours, rules: {short: {at: [daily 20:00], notice: 6 hours}}}"
    cid = "  cid: {player: Cid, address: cid@example.org}\n"
    changes = {"rounds: 1": f"rounds: {HURRYING}, players: 2", cid: "", "notice: 48 hours}": rules}
    world = Campaign(tmp_path / "game", changes={"player: Ben,": WANTED["player: Ben,"], **changes}, rulesets=DUETS)
    found = events(world.mails("round-0001-ben")[0])
    assert [told(event) for event in found] == [(0, "CONFIRMED", "25 19:00"), (0, "CONFIRMED", "21 19:00")]
    assert len({event["UID"] for event in found}) == 2
    world.note(
        DeadlineMoved(round=1, to=DUE, by="moderator", own=(OwnDeadline("ben", "0.claim", DUE - timedelta(days=1)),))
    )
    moved = [one for one in world.mails("fact-") if "ben@" in one["To"] and file_in(one)]
    (event,) = events(moved[-1])
    assert (told(event), event["UID"]) == ((1, "CONFIRMED", "24 19:00"), found[1]["UID"])


def test_after_a_rewind_the_event_of_the_undone_round_is_taken_off(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    (first,) = events(world.mails("round-0001-ben")[0])
    world.clock.wind(hours=2)
    with opening.held(world.folder, RULESETS) as game:
        rewind(game, len(game.table.entries), "once more", world.clock)
    world.turn()
    new, over = events(world.mails("round-0002-ben")[0])
    assert (told(new), told(over)) == ((0, "CONFIRMED", "25 19:00"), (1, "CANCELLED", "25 19:00"))
    assert over["UID"] == first["UID"] != new["UID"]


def test_without_the_library_the_letter_goes_and_the_moderator_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def missing(name: str, *args: Any) -> Any:
        if name == "icalendar":
            raise ModuleNotFoundError("No module named icalendar", name="icalendar")
        return real(name, *args)

    monkeypatch.setattr(builtins, "__import__", missing)
    world = Campaign(tmp_path / "game", changes=WANTED)
    (letter,) = world.mails("round-0001-ben")
    assert file_in(letter) is None
    assert "your bid" in text_of(letter)
    assert "No module named icalendar" in status(world.game, world.clock).shortfall["calendar files"]


def test_a_player_asks_for_them_by_mail_and_has_the_present_one_at_once(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes={"rounds: 1": "rounds: 2"})
    world.clock.wind(hours=1)
    world.send("ben", "calendar")
    (reply,) = world.mails("receipt-0001")
    assert "CALENDAR FILES ON" in text_of(reply)
    (event,) = events(reply)
    assert told(event) == (0, "CONFIRMED", "25 19:00")
    assert event["DTSTAMP"].dt == world.clock.at
    for seat in ("ann", "ben", "cid"):
        world.send(seat, "bid: 1\n")
    (over,) = events(world.mails("round-0002-ben")[0])
    assert (told(over), over["UID"]) == ((1, "CANCELLED", "25 19:00"), event["UID"])
    assert [one["Subject"] for one in world.mails("receipt-") if file_in(one)] == [reply["Subject"]]


@pytest.mark.parametrize("text", ["calendar off", "calendar: no", "Calendar off, please.\n\nBen"])
def test_and_ends_it(tmp_path: Path, text: str) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    world.send("ben", text)
    (reply,) = world.mails("receipt-0001")
    assert "CALENDAR FILES OFF" in text_of(reply)
    assert file_in(reply) is None
    for seat in ("ann", "ben", "cid"):
        world.send(seat, "bid: 1\n")
    assert file_in(world.mails("round-0002-ben")[0]) is None


def test_a_command_is_noted_once_however_often_it_comes(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    for text in ("calendar", "calendar on", "reminders", "reminders off", "reminders no"):
        world.send("ben", text)
    found = [line.fact for line in world.game.log.facts]
    assert found == [
        PreferenceSet(seat="ben", about="calendar", wanted=True),
        PreferenceSet(seat="ben", about="reminders", wanted=False),
    ]


def test_what_follows_the_command_and_is_not_on_or_off_is_asked_back(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.send("ben", "calendar weekly")
    assert "Write `calendar on` or `calendar off`." in text_of(world.mails("receipt-0001")[0])
    assert list(world.game.facts) == []


def test_no_one_else_can_switch_them(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    drop(world.folder, "forged.eml", mail("ben@example.org", "hello", "reminders off"), world.clock.at)
    world.turn()
    assert list(world.game.facts) == []


def test_who_holds_the_seat_later_decides_anew(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes={"rounds: 1": "rounds: 2"})
    world.send("ben", "calendar\nreminders off")
    assert wants(world.game, "ben", "calendar")
    world.note(SeatTaken(seat="ben", player="Eve", address="eve@example.org", instead=("Ben", "ben@example.org")))
    assert world.game.settings.seats["ben"].player == "Eve"
    assert (wants(world.game, "ben", "calendar"), wants(world.game, "ben", "reminders")) == (False, True)


def test_situation_the_deadline_of_a_player_who_wants_calendar_files_moves(
    tmp_path: Path,
) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    (event,) = events(of("ben", move(world, DUE + timedelta(days=1))))
    assert told(event) == (1, "CONFIRMED", "26 19:00")
    world.send("ben", "calendar off")
    assert file_in(of("ben", move(world, DUE + timedelta(days=2)))) is None


@pytest.mark.slow
def test_killed_at_any_write_a_command_is_noted_once_and_answered_with_the_same_file(tmp_path: Path) -> None:
    base, work = tmp_path / "base", tmp_path / "work"
    world = Campaign(base)
    raw = mail("ben@example.org", f"Re: {subject(base, 'ben')}", "calendar\nreminders off\n")
    drop(base, "ben.eml", raw, world.clock.at)

    def turn(folder: Path) -> None:
        with opening.held(folder, RULESETS) as game:
            exchange(game, world.clock)

    shutil.copytree(base, work)
    turn(work)
    wanted, instant = tree(work), 0
    for instant, killed in deaths(base, tmp_path, turn):
        turn(killed)
        found = tree(killed)
        assert {name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)} == set(), instant
    assert instant > 15
    assert wanted["log.jsonl"].count("preference-set") == 2


def test_a_letter_that_is_sent_again_brings_the_file_again(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    move(world, DUE + timedelta(days=1))
    world.send("ben", "resend")
    (event,) = events(world.mails("receipt-0001")[0])
    assert told(event) == (1, "CONFIRMED", "26 19:00")
    world.send("ann", "resend")
    assert file_in(world.mails("receipt-0002")[0]) is None


def test_who_takes_a_seat_over_is_asked_anew_and_has_the_present_deadline_until_it_is_over(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=WANTED)
    world.note(SeatTaken(seat="ben", player="Eve", address="eve@example.org", instead=("Ben", "ben@example.org")))
    with opening.held(world.folder, RULESETS) as game:
        rewind(game, len(game.table.entries), "once more", world.clock)
    world.turn()
    (letter,) = world.mails("round-0002-ben")
    assert "eve@" in letter["To"]
    assert file_in(letter) is None
    drop(world.folder, "eve.eml", mail("eve@example.org", letter["Subject"], "calendar"), world.clock.at)
    world.turn()
    (event,) = events(world.mails("receipt-0001")[0])
    with opening.held(world.folder, RULESETS) as game:
        rewind(game, len(game.table.entries), "and again", world.clock)
    world.turn()
    new, over = events(world.mails("round-0003-ben")[0])
    assert (told(new), told(over)) == ((0, "CONFIRMED", "25 19:00"), (1, "CANCELLED", "25 19:00"))
    assert over["UID"] == event["UID"]
