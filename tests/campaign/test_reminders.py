"""Reminders: to whoever is missing and to no one else, once, in time, by day, and privately."""

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail.exchange import exchange
from pbem.referee import opening, snapshot, submissions
from pbem.referee.play import rewind
from pbem.referee.status import status
from pbem.store import editions
from pbem.store.facts import ClockStopped, DeadlineMoved, Fact, Reminded
from tests.campaign.hourly import HOUR, Campaign, text_of
from tests.cli.conftest import Pbem
from tests.referee.killer import deaths, tree
from tests.toy.duet import DUETS, HURRYING
from tests.toy.game import RULESETS, Clock, drop, mail, subject

DUE = datetime(2026, 11, 25, 19, tzinfo=UTC)
"""Wednesday 20:00 in Berlin, the deadline of the first letters."""
DAY_BEFORE, LAST = DUE - timedelta(hours=24), DUE - timedelta(hours=4)
ABROAD = {"player: Ben,": "zone: Pacific/Auckland, player: Ben,"}


def reminded(world: Campaign) -> list[tuple[str, datetime]]:
    """Who was sent a reminder, and when, by the emails that went out."""
    mails = [one for one in world.mails("fact-") if "reminder" in one["Subject"].casefold()]
    found = [(str(one["To"].addresses[0].username), one["Date"].datetime) for one in mails]
    facts = [(line.fact.seat, line.at) for line in world.game.log.facts if isinstance(line.fact, Reminded)]
    assert sorted(found) == sorted(facts)
    return found


def test_situation_a_player_has_sent_no_sheet_and_the_deadline_comes_near(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.send("ann", "bid: 1\n")
    world.until(DUE + timedelta(days=3))
    assert reminded(world) == [("ben", DAY_BEFORE), ("cid", DAY_BEFORE), ("ben", LAST), ("cid", LAST)]
    off = Campaign(tmp_path / "off", "reminders: no\n")
    off.until(DUE)
    assert off.mails("fact-") == []


def test_a_reminder_fits_a_screen_and_has_the_form_with_the_token_of_the_letter(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=ABROAD)
    world.until(DAY_BEFORE)
    (_, ben, _) = world.mails("fact-")
    letter = world.mails("round-0001-ben")[0]
    token = letter["Subject"][-11:]
    assert ben["Subject"] == f"[toy-1] Lap 1: reminder - your bid by Thu 26 Nov 08:00 {token}"
    assert ben["References"] == ben["In-Reply-To"] == letter["Message-ID"]
    assert ben["Auto-Submitted"] == "auto-generated"
    above, form = text_of(ben).split("\n---")
    assert above == (
        "REMINDER: 24 HOURS LEFT\n=======================\n\ntoy-1 - Toy, reminder\nTo Ben of the Dale (Ben)\n\n"
        "Still to do: your bid in lap 1.\n"
        "  By Thursday 26 November 2026, 08:00 (Pacific/Auckland)\n"
        "   = Wednesday 25 November 2026, 20:00 (Europe/Berlin)\n\n"
        "If a sheet is missing then, the moderator decides what to do.\n\n"
        "You have sent no sheet for this stage.\nIf you have just sent it, ignore this email.\n"
        "A line `to Ann of the Hill:` or `to all:` sends what you write below it to that player, or to all, and is "
        "never an order.\n"
    )
    assert f" # [toy-1] your bid in lap 1 {token}\nbid: 0\n...\n" in form


def test_it_says_that_its_reader_holds_the_game_and_nothing_of_press_where_there_is_none(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", "press: none\n")
    world.send("ben", "hold\n")
    world.until(DAY_BEFORE)
    ann, ben, _ = map(text_of, world.mails("fact-"))
    assert "You hold the game: play does not continue before the deadline." in ben
    assert "You hold the game" not in ann
    assert "`to all:`" not in ann


@pytest.mark.parametrize("text", ["pass", "bid: 2", "---\nbid: 2\n...\n\n> REMINDER: 24 HOURS LEFT\n> bid: 0\n"])
def test_a_reply_to_it_from_a_phone_counts(tmp_path: Path, text: str) -> None:
    world = Campaign(tmp_path / "game")
    world.until(DAY_BEFORE)
    ben = world.mails("fact-")[1]
    raw = mail("ben@example.org", f"Re: {ben['Subject']}", text, In_Reply_To=ben["Message-ID"])
    drop(world.folder, "phone.eml", raw, world.clock.at)
    world.turn()
    found = {one.seat: one.received for one in status(world.game, world.clock).seats}
    assert found["ben"] == ("passed" if text == "pass" else "valid")
    world.until(DUE)
    assert [seat for seat, at in reminded(world) if at == LAST] == ["ann", "cid"]


def test_it_says_what_was_wrong_in_one_line(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.send("ben", "---\nbid: 9\n...\n")
    world.until(DAY_BEFORE)
    told = text_of(world.mails("fact-")[1])
    assert "What you sent last, on Saturday 21 November 2026, 09:00 (Europe/Berlin), was" in told
    assert "First problem: line 2: A bid is from 0 to 4, the number of your cards.\n" in told


def test_where_sheets_are_sealed_nothing_tells_what_was_wrong(tmp_path: Path) -> None:
    pytest.importorskip("pyrage")
    recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
    world = Campaign(tmp_path / "game", changes={"  from: game": f"  sealed: {{recipient: {recipient}}}\n  from: game"})
    world.send("ben", "---\nbid: 9\n...\n")
    world.until(DAY_BEFORE)
    assert "First problem" not in text_of(world.mails("fact-")[1])
    assert all(not one.wrong for one in world.game.inbox.verdicts())


def test_it_says_that_a_sheet_was_withdrawn(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.send("ben", "bid: 1\n")
    world.send("ben", "withdraw")
    world.until(DAY_BEFORE)
    assert "You withdrew what you had sent; you have no valid sheet." in text_of(world.mails("fact-")[1])


def test_of_two_questions_it_is_about_what_is_missing_and_each_has_its_time(tmp_path: Path) -> None:
    rules = "notice: 48 hours, rules: {short: {at: [daily 20:00], notice: 6 hours}}}"
    cid = "  cid: {player: Cid, address: cid@example.org}\n"
    changes = {"rounds: 1": f"rounds: {HURRYING}, players: 2", cid: "", "notice: 48 hours}": rules}
    world = Campaign(tmp_path / "game", changes=changes, rulesets=DUETS)
    world.send("ben", "bid: 3\n")
    claims = datetime(2026, 11, 21, 15, tzinfo=UTC)
    world.until(claims)
    ann, ben = world.mails("fact-")
    token = world.mails("round-0001-ben")[0]["Subject"][-11:]
    assert ben["Subject"] == f"[toy-1] Reminder - your bid and 1 more by Sat 21 Nov 20:00 {token}"
    told = " ".join(text_of(ben).split())
    assert "- Your bid in lap 0: answered by your sheet of Saturday 21 November 2026, 09:00 (Europe/Berlin)." in told
    assert (
        "- Your claim in lap 0: still to do. By Saturday 21 November 2026, 20:00 (Europe/Berlin) If you have not "
        "answered this by the deadline, this counts: You leave the prize."
    ) in told
    assert text_of(ann).count("still to do.") == 2
    world.until(DUE)
    assert reminded(world) == [("ann", claims), ("ben", claims), ("ann", DAY_BEFORE), ("ann", LAST)]
    last = world.mails("fact-")[-1]
    assert "Reminder - your bid and 1 more by Wed 25 Nov 20:00 {" in last["Subject"]
    assert "- Your claim in lap 0: not answered." in text_of(last)


@pytest.mark.parametrize("text", ["bid: 1", "pass", "bid: 9\n"])
def test_no_seat_is_reminded_whose_sheet_is_in(tmp_path: Path, text: str) -> None:
    world = Campaign(tmp_path / "game")
    world.send("ben", text)
    world.until(DUE)
    assert ("ben" in dict(reminded(world))) is (text == "bid: 9\n")


def test_no_seat_is_reminded_for_which_the_default_a_bot_or_no_one_answers(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes={"address: cid@example.org": 'address: ""'})
    with opening.held(world.folder, RULESETS) as game:
        stage = game.stage("ben")
        assert stage
        submissions.apply_default(game, stage, world.clock.at, "agreed")
    world.until(DUE)
    assert {seat for seat, _ in reminded(world)} == {"ann"}


def test_no_seat_is_reminded_that_wants_none(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes={"player: Ben,": "reminders: no, player: Ben,"})
    world.until(DUE)
    assert {seat for seat, _ in reminded(world)} == {"ann", "cid"}


def test_no_seat_is_reminded_whose_standing_orders_answer_even_where_pauses_are_even(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", "pauses: even\n")
    for seat in ("ann", "ben", "cid"):
        world.send(seat, "bid: 1\n")
    world.send("ben", "reactions: never\n")
    card = world.game.view("ann").hands["ann"].known[0]
    world.send("ann", f"card: Cup {card[1:]}\n")
    found = {one.seat: one.received for one in status(world.game, world.clock).seats}
    assert (found["ben"], found["cid"]) == ("standing", "nothing")
    pause = world.game.pause
    assert pause
    assert pause.deadline
    world.until(pause.deadline)
    assert {seat for seat, _ in reminded(world)} == {"cid"}


def test_a_player_switches_them_off_by_mail_and_on_again(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.send("ben", "reminders off")
    world.until(DAY_BEFORE)
    assert dict(reminded(world)).keys() == {"ann", "cid"}
    world.send("ben", "Reminders on, please")
    assert ("ben", DAY_BEFORE) in reminded(world)


def test_no_seat_is_reminded_whose_sheet_waits_for_the_moderator(tmp_path: Path) -> None:
    world = Campaign(
        tmp_path / "game", changes={"  from: game": "  trust: {policy: [moderator confirms]}\n  from: game"}
    )
    world.send("ben", "bid: 1\n")
    found = next(one for one in status(world.game, world.clock).seats if one.seat == "ben")
    assert (found.received, found.held) == ("nothing", 1)
    world.until(DAY_BEFORE)
    assert {seat for seat, _ in reminded(world)} == {"ann", "cid"}
    forged = mail("cid@example.org", "[toy-1] Lap 1", "bid: 1\n")
    drop(world.folder, "forged.eml", forged, world.clock.at)
    world.until(LAST)
    assert [seat for seat, at in reminded(world) if at == LAST] == ["ann", "cid"], (
        "without the token it silences no one"
    )


def test_never_at_night_where_the_reader_lives(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game", changes=ABROAD)
    world.until(DUE, HOUR)
    assert [at for seat, at in reminded(world) if seat == "ben"] == [DAY_BEFORE, datetime(2026, 11, 25, 8, tzinfo=UTC)]


def test_situation_a_reminder_was_due_while_the_machine_slept(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "late")
    world.turn(DUE + timedelta(hours=1))
    assert reminded(world) == []
    world = Campaign(tmp_path / "in time")
    world.turn(LAST + timedelta(hours=1))
    assert reminded(world) == [(seat, LAST + timedelta(hours=1)) for seat in ("ann", "ben", "cid")]
    world.until(DUE)
    assert len(reminded(world)) == 3


@pytest.mark.parametrize("stops", [ClockStopped(by="moderator"), DeadlineMoved(round=1, to=None, by="moderator")])
def test_none_while_the_clock_is_stopped(tmp_path: Path, stops: Fact) -> None:
    world = Campaign(tmp_path / "game")
    world.turn(DAY_BEFORE - timedelta(hours=1))
    world.note(stops)
    assert world.coming("reminder") == []
    world.until(DUE + timedelta(days=1))
    assert reminded(world) == []


def test_the_times_follow_a_deadline_that_moves_and_two_are_never_close(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.until(LAST)
    world.send("cid", "bid: 1\n")
    moved = DUE + timedelta(hours=23)
    world.note(DeadlineMoved(round=1, to=moved, by="moderator"))
    world.until(moved)
    times = [at for seat, at in reminded(world) if seat == "ann"]
    assert times == [DAY_BEFORE, LAST, moved - timedelta(hours=4)], "24 hours before it, another had just come"
    assert len([seat for seat, _ in reminded(world) if seat == "cid"]) == 2


def test_a_reminder_of_the_new_deadline_is_not_forbidden_by_one_of_the_old(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.until(LAST)
    moved = DUE + timedelta(days=7)
    world.note(DeadlineMoved(round=1, to=moved, by="moderator"))
    world.until(moved)
    times = [at for seat, at in reminded(world) if seat == "ann"]
    assert times == [DAY_BEFORE, LAST, moved - timedelta(hours=24), moved - timedelta(hours=4)]


def test_what_comes_before_a_reminder_is_judged_before_it(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.turn(DAY_BEFORE - timedelta(hours=1))
    world.clock.at = DAY_BEFORE
    drop(world.folder, "a.eml", mail("ben@example.org", subject(world.folder, "ben"), "bid: 1\n"), DAY_BEFORE)
    world.turn()
    assert [seat for seat, _ in reminded(world)] == ["ann", "cid"]


def test_a_stage_that_is_asked_again_is_reminded_of_again_and_an_undone_one_is_not(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.until(LAST)
    with opening.held(world.folder, RULESETS) as game:
        rewind(game, len(game.table.entries), "once more", world.clock)
        exchange(game, world.clock)
    count = len(reminded(world))
    pause = world.game.pause
    assert pause
    assert pause.round == 2
    assert pause.deadline
    world.until(pause.deadline)
    assert len(reminded(world)) == count + 6


def test_the_agenda_tells_them_and_so_an_idle_game_wakes_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editions, "SETTLED", 0)
    world = Campaign(tmp_path / "game")
    all_ = ("ann", "ben", "cid")
    assert world.coming("reminder") == [(at, (seat,)) for at in (DAY_BEFORE, LAST) for seat in all_]
    pbem = Pbem(world.folder, world.clock)
    world.clock.at = DAY_BEFORE - timedelta(hours=1)
    for _ in range(3):
        pbem("turn")
    assert snapshot.trusted(world.folder, DAY_BEFORE - timedelta(minutes=1)) is not None
    assert snapshot.trusted(world.folder, DAY_BEFORE) is None
    world.clock.at = DAY_BEFORE
    pbem("turn")
    assert len(reminded(world)) == 3


def test_the_moderator_sees_who_was_reminded_and_no_one_else_does(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    quiet = Campaign(tmp_path / "quiet", changes={"player: Ben,": "reminders: no, player: Ben,"})
    for one in (world, quiet):
        one.send("ann", "bid: 1\n")
        one.until(LAST)
    pbem = Pbem(world.folder, world.clock)
    assert (
        "Ben of the Dale was reminded on Tuesday 2026-11-24 20:00, Wednesday 2026-11-25 16:00" in pbem("status").stdout
    )
    found = {one["seat"]: one["reminded"] for one in pbem.json("status")["seats"]}
    assert found == {"ann": [], "ben": ["2026-11-24T19:00:00Z", "2026-11-25T15:00:00Z"], "cid": found["ben"]}
    for one in (world, quiet):
        one.send("ben", "bid: 1\n")
        one.send("cid", "bid: 2\n")
    letters = [sorted((one.folder / "letters" / "0002").glob("*.txt")) for one in (world, quiet)]
    assert [path.read_text() for path in letters[0]] == [path.read_text() for path in letters[1]]
    assert [path.name for path in letters[0]] == ["ann.txt", "ben.txt", "cid.txt", "public.txt"]


@pytest.mark.slow
def test_killed_at_any_write_it_goes_once(tmp_path: Path) -> None:
    base, whole = tmp_path / "base", tmp_path / "whole"
    world = Campaign(base)
    world.turn(DAY_BEFORE - timedelta(minutes=1))

    def remind(folder: Path) -> None:
        with opening.held(folder, RULESETS) as game:
            exchange(game, Clock(DAY_BEFORE))

    shutil.copytree(base, whole)
    remind(whole)
    wanted, instant = tree(whole), 0
    for instant, work in deaths(base, tmp_path, remind):
        remind(work)
        found = tree(work)
        assert {name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)} == set(), instant
    assert instant > 10
    assert sum("fact-" in name and name.startswith("out/") for name in wanted) == 3


def test_what_came_before_a_killed_turn_could_tell_is_not_reminded_of(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.turn(DAY_BEFORE - timedelta(minutes=1))
    with opening.held(world.folder, RULESETS) as game:
        game.note(Reminded(round=1, seat="ben", due=DUE, received="nothing"), DAY_BEFORE)
    world.clock.at = DAY_BEFORE
    world.send("ben", "bid: 1\n")
    assert [str(one["To"]) for one in world.mails("fact-") if "ben@" in one["To"]] == []
    world.send("ben", "withdraw")
    assert [str(one["To"]) for one in world.mails("fact-") if "ben@" in one["To"]] == []


def test_the_log_says_it_in_a_line_that_older_games_lack(tmp_path: Path) -> None:
    world = Campaign(tmp_path / "game")
    world.until(DAY_BEFORE)
    last = json.loads((world.folder / "log.jsonl").read_text().splitlines()[-1])
    assert last["fact"] == {
        "type": "reminded",
        "round": 1,
        "seat": "cid",
        "due": "2026-11-25T19:00:00Z",
        "received": "nothing",
        "newest": 0,
    }
