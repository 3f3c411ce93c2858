"""`pbem deadline`: what is due and why, and moving it; what comes too late, is unclear or was done already."""

import re

from pbem.mail.outgoing.told import readers_of
from tests.cli.conftest import Pbem
from tests.toy.game import GAME_YAML


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def in_new_york(pbem: Pbem) -> None:
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("ben@example.org}", "ben@example.org, zone: America/New_York}"))


def told(pbem: Pbem) -> list[str]:
    return sorted(path.stem.rpartition("-")[2] for path in (pbem.folder / "out").glob("fact-*"))


def test_each_deadline_is_shown_with_why_and_what_then(pbem: Pbem) -> None:
    in_new_york(pbem)
    pbem("turn")
    pbem("submit", "-", "--as", "cid", typed="bid: 1\n")
    says = flat(pbem("deadline").stdout)
    assert "ann (Ann of the Hill), 1.bid.ann: Wednesday 2026-11-25 20:00 Europe/Berlin; missing (nothing)." in says
    assert "Why: Wednesday 20:00, Sunday 20:00, notice 48 hours." in says
    assert "On the player's clock: Wednesday 2026-11-25 14:00 America/New_York." in says
    assert "Then: you decide: wait, `pbem deadline extend 24h`, or `pbem play --default ann --reason WHY`." in says
    assert "Europe/Berlin; valid." in says
    pbem("deadline", "extend", "2", "days", "--reason", "a fair")
    assert "Why: extend 2 days by you, Saturday 2026-11-21 09:00 Europe/Berlin: a fair." in flat(
        pbem("deadline").stdout
    )
    asked = pbem.json("deadline")["questions"][0]
    assert (asked["seat"], asked["due"], asked["why"]["reason"]) == ("ann", "2026-11-27T19:00:00Z", "a fair")


def test_with_a_ladder_it_is_the_ladder_that_decides(pbem: Pbem) -> None:
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text() + "ladder: {nothing: {deadline: default}}\n")
    pbem("turn")
    says = flat(pbem("deadline").stdout)
    assert "Then: the ladder decides; `pbem ladder --as ann` shows how." in says
    assert "you decide" not in says


def test_seats_with_hyphens_are_named_whole() -> None:
    assert readers_of(["fact-00034-c03a2da1-maria-theresa"]) == "Told by email: maria-theresa."


def test_it_is_extended_and_everyone_told_once(pbem: Pbem) -> None:
    pbem("turn")
    says = pbem("deadline", "extend", "until", "Fri", "20:00", "--reason", "exams").stdout
    after, before = "Friday 2026-11-27 20:00 Europe/Berlin", "Wednesday 2026-11-25 20:00 Europe/Berlin"
    assert f"ben, 1.bid.ben: {after} (before: {before})." in says
    assert "Told by email: ann, ben, cid." in says
    assert told(pbem) == ["ann", "ben", "cid"]
    assert "Deadline: Friday 2026-11-27 20:00" in pbem("status").stdout
    again = pbem("deadline", "extend", "until", "Fri", "20:00", "--reason", "exams").stdout
    assert "Nothing has changed: that was done already. To extend it again, add --again." in again
    pbem("turn")
    assert told(pbem) == ["ann", "ben", "cid"]


def test_it_is_tried_first(pbem: Pbem) -> None:
    pbem("turn")
    assert "This would change" in pbem("deadline", "extend", "24h", "--try").stdout
    assert pbem.json("deadline", "pause", "--try")["tried"] is True
    assert "Wednesday 2026-11-25 20:00" in pbem("deadline").stdout
    assert told(pbem) == []


def test_it_is_set_for_one_seat_which_alone_is_told(pbem: Pbem) -> None:
    pbem("turn")
    done = pbem.json("deadline", "set", "2026-12-01", "12:00", "--as", "ben")
    assert [(one["seat"], one["after"]) for one in done["moved"]] == [("ben", "2026-12-01T11:00:00Z")]
    assert told(pbem) == ["ben"]
    assert "Deadline for 1.bid.ben (ben): Tuesday 2026-12-01 12:00" in pbem("status").stdout


def test_the_clock_is_stopped_and_runs_again(pbem: Pbem) -> None:
    pbem("turn")
    assert "The clock is stopped." in pbem("deadline", "pause", "--reason", "summer").stdout
    assert "Nothing has changed" in pbem("deadline", "pause", "--reason", "summer").stdout
    says = pbem("deadline").stdout
    assert "The clock is stopped by you, Saturday 2026-11-21 09:00 Europe/Berlin: summer; `pbem" in says
    assert "The clock is stopped by you" in pbem("status").stdout
    refused = pbem.json("deadline", "extend", "24h", code=1)
    assert refused["error"] == "clock-stopped"
    pbem.clock.wind(days=10)
    says = pbem("deadline", "resume").stdout
    assert "The clock runs again." in says
    assert "ann, 1.bid.ann: Sunday 2026-12-06 20:00 Europe/Berlin (before: no deadline)." in says
    assert "Nothing has changed: the clock is running." in pbem("deadline", "resume").stdout


def test_what_is_unclear_is_refused_with_all_readings(pbem: Pbem) -> None:
    pbem("turn")
    both = pbem("deadline", "set", "Fri", "8", code=1).stderr
    assert "may be Friday 08:00 Europe/Berlin or Friday 20:00 Europe/Berlin; write which" in both
    assert "write it like `24h`, `2 days`" in pbem("deadline", "extend", "soon", code=1).stderr
    assert "is a length; `pbem deadline extend 2 days` adds it" in pbem("deadline", "set", "2", "days", code=1).stderr


def test_what_is_out_of_bounds_is_refused(pbem: Pbem) -> None:
    pbem("turn")
    assert pbem.json("deadline", "set", "2026-11-20", code=1)["error"] == "in-the-past"
    assert pbem.json("deadline", "extend", "90", "days", code=1)["error"] == "too-far-ahead"
    assert pbem.json("deadline", "extend", "90", "days", "--far")["changed"] is True


def test_what_comes_too_late_says_what_happened_instead(pbem: Pbem) -> None:
    pbem("turn")
    for seat in ("ann", "ben", "cid"):
        pbem("submit", "-", "--as", seat, typed="bid: 1\n")
    pbem("turn")
    says = pbem("deadline", "extend", "24h", "--round", "1", code=1).stderr
    assert says.startswith("Round 1 was played on Saturday 2026-11-21 09:00 Europe/Berlin (ann by sheet, email 1,")
    assert "round 2 waits for" in says
    assert "what ben was asked in round 1" in pbem("deadline", "set", "Fri", "--as", "ben", code=1).stderr.lower()


def test_without_deadlines_there_is_none_to_extend(pbem: Pbem) -> None:
    path = pbem.folder / "game.yaml"
    path.write_text(
        "\n".join(line for line in GAME_YAML.split("\n") if not line.startswith("deadlines")).replace(
            "OUT", "{folder: out}"
        )
    )
    assert "no letters have been written yet" in pbem("deadline", "extend", "24h", code=1).stderr.lower()
    pbem("turn")
    assert "game.yaml gives it no deadline" in pbem("deadline").stdout
    assert pbem.json("deadline", "extend", "24h", code=1)["error"] == "no-deadline"
    pbem("deadline", "set", "tomorrow", "18:00")
    assert "Sunday 2026-11-22 18:00 UTC" in pbem("deadline").stdout


def test_the_game_may_be_named_anywhere(pbem: Pbem) -> None:
    pbem("turn")
    name = str(pbem.folder)
    for args in (("--game", name, "deadline"), ("deadline", "--game", name), ("deadline", "pause", "--game", name)):
        pbem(*args)
    pbem("deadline", "--game", name, "resume")
