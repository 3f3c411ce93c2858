"""Nothing counts against a seat that it could not help, and nothing is done twice or told to others."""

import json
import shutil
from pathlib import Path

import pytest

from pbem.mail.exchange import exchange, judge_and_play
from pbem.referee import opening
from pbem.referee.deadlines.ladder_steps import row_of_misses
from pbem.referee.status import status
from pbem.referee.submissions import AbsenceRequest, next_of_moderator, put_absence
from pbem.store.facts import ClockStopped, DeadlineMissed, RungProposed, RungTaken, SeatVacated
from tests.campaign.ladder.late import DUE, LateGame
from tests.referee.killer import deaths, tree
from tests.toy.game import RULESETS, Clock

PLAIN = "{nothing: {deadline: remind, grace: default}, faulty: {deadline: remind, grace: default}}"


def late(tmp_path: Path, ladder: str = PLAIN, *, more: str = "", swap: dict[str, str] | None = None) -> LateGame:
    world = LateGame(tmp_path / "g", ladder, more=more, swap=swap or {})
    world.send("ann", "bid: 1")
    world.send("ben", "bid: 1")
    return world


def test_a_miss_during_an_absence_is_excused_and_does_not_count(tmp_path: Path) -> None:
    world = late(tmp_path, "{nothing: {grace: default, second: {deadline: bot}}}")
    day = DUE.date()
    with world.game() as game:
        put_absence(game, next_of_moderator(game), AbsenceRequest("cid", world.clock(), day, day))
    world.at(DUE, hours=24)
    assert [one.excused for one in world.facts() if isinstance(one, DeadlineMissed)] == ["absent"]
    assert [one.times for one in world.facts() if isinstance(one, RungTaken)] == [1]
    for seat in ("ann", "ben"):
        world.send(seat, "pass")
    world.at(world.due(), hours=24)
    assert [(one.rung, one.times) for one in world.facts() if isinstance(one, RungTaken)] == [("default", 1)] * 2


def test_while_the_clock_is_stopped_nothing_happens(tmp_path: Path) -> None:
    world = late(tmp_path)
    with world.game() as game:
        game.note(ClockStopped(by="moderator"), world.clock())
    world.at(DUE, days=9)
    assert world.done() == []


def test_nothing_counts_while_mail_could_not_be_fetched(tmp_path: Path) -> None:
    world = late(tmp_path)
    world.clock.at = DUE
    with world.game() as game:
        exchange(game, world.clock, collected=False)
    with world.game() as game:
        judge_and_play(game, world.clock)  # as `pbem play` does, which fetches nothing
    assert world.done() == []
    world.turn()
    assert world.done() == ["DeadlineMissed cid", "RungTaken cid deadline remind"]


def test_while_an_email_of_the_seat_is_held_the_moderator_is_asked_instead(tmp_path: Path) -> None:
    swap = {"mail:\n": "mail:\n  trust: {policy: [moderator confirms]}\n"}
    world = LateGame(tmp_path / "g", "{nothing: {grace: default}}", swap=swap)
    world.send("cid", "bid: 1")
    world.at(DUE, hours=24)
    found = {one.seat: one.why for one in world.facts() if isinstance(one, RungProposed)}
    assert found == {"cid": "held"}
    assert {one.seat for one in world.facts() if isinstance(one, RungTaken)} == {"ann", "ben"}


def test_an_email_that_the_moderator_dismissed_is_no_faulty_sheet(tmp_path: Path) -> None:
    from pbem.mail.intake.confirmations import dismiss

    swap = {"mail:\n": "mail:\n  trust: {policy: [moderator confirms]}\n"}
    world = LateGame(tmp_path / "g", swap=swap)
    world.send("cid", "bid: 1")
    with world.game() as game:
        dismiss(game, 1, "not from Cid", world.clock)
        assert {one.seat: one.received for one in status(game, world.clock).seats}["cid"] == "nothing"


def test_a_vacant_seat_that_waits_is_asked_of_the_moderator(tmp_path: Path) -> None:
    world = late(tmp_path, "{nothing: {grace: vacant}}")
    world.at(DUE, hours=24)
    world.turn()
    assert world.done() == [
        "DeadlineMissed cid",
        "RungTaken cid grace vacant",
        "RungProposed cid deadline ask the moderator",
    ]
    with world.game() as game:
        assert row_of_misses(game) == {"ann": 0, "ben": 0}
    assert "The deadline passed without a valid sheet of yours; by this game's rules for late sheets" in " ".join(
        world.mails("cid")[-1].split()
    )


@pytest.mark.parametrize("ladder", ["{nothing: {deadline: default}}", "{nothing: {deadline: vacant}}", PLAIN])
def test_it_may_be_killed_at_any_moment(tmp_path: Path, ladder: str) -> None:
    base = late(tmp_path, ladder, more="vacant seats: bot\n").folder

    def turn(folder: Path) -> None:
        with opening.held(folder, RULESETS) as game:
            exchange(game, Clock(DUE))

    def outcome(folder: Path) -> dict[str, str]:
        return {name: text for name, text in tree(folder).items() if not name.startswith(("sent", "out/"))}

    whole = tmp_path / "whole"
    shutil.copytree(base, whole)
    turn(whole)
    wanted = outcome(whole)
    facts = [json.loads(line).get("fact") for line in (whole / "log.jsonl").read_text().splitlines()]
    assert [fact for fact in facts if fact]
    instant = 0
    for instant, work in deaths(base, tmp_path, turn):
        turn(work)
        found = outcome(work)
        assert {name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)} == set(), instant
    assert instant > 5


def test_no_one_else_learns_whether_a_seat_sent_nothing_or_a_faulty_sheet(tmp_path: Path) -> None:
    found = []
    for name, text in (("nothing", ""), ("faulty", "bid: 99")):
        world = late(tmp_path / name)
        if text:
            world.send("cid", text)
        world.at(DUE)
        world.at(DUE, hours=24)
        out = [mail for seat in ("ann", "ben") for mail in world.mails(seat)]
        found.append((out, [world.letter(one) for one in ("ann", "ben", "public")]))
        assert "Cid of the Shore had no valid sheet" in world.letter("public").replace("\n  ", " ")
    assert found[0] == found[1]


def test_a_seat_that_lost_its_seat_is_not_put_out_again_after_a_new_player_came(tmp_path: Path) -> None:
    from pbem.referee.people.changes import take

    world = late(tmp_path, "{nothing: {deadline: vacant}}")
    world.at(DUE)
    with world.game() as game:
        take(game, "cid", "Dan", "dan@example.org", world.clock, orders="void")
    world.turn()
    world.turn()
    with world.game() as game:
        assert len([fact for fact in game.facts if isinstance(fact, SeatVacated)]) == 1
        assert game.settings.seats["cid"].player == "Dan"
