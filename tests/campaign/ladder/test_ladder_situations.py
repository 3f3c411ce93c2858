"""What the moderators' table of situations says of late seats."""

from pathlib import Path

from pbem.store.facts import DeadlineMissed, RungTaken
from tests.campaign.ladder.late import DUE, LateGame
from tests.cli.conftest import Pbem

LADDER = "{nothing: {deadline: remind, grace: default, second: {deadline: bot}}, faulty: {grace: default}}"


def pbem(world: LateGame) -> Pbem:
    return Pbem(world.folder, world.clock)


def late(tmp_path: Path, ladder: str = LADDER, *, faulty: bool = False) -> LateGame:
    world = LateGame(tmp_path / "g", ladder)
    for seat in ("ann", "ben"):
        world.send(seat, "bid: 1")
    if faulty:
        world.send("cid", "bid: 99")
    return world


def needs(world: LateGame) -> list[tuple[str, str]]:
    """What waits for the moderator, and about whom."""
    return [(one["kind"], one.get("seat", "")) for one in pbem(world).json("status")["needs"]]


def test_situation_the_deadline_passes_without_a_sheet_and_game_yaml_has_no_ladder(tmp_path: Path) -> None:
    world = late(tmp_path, "")
    world.at(DUE, hours=25)
    assert world.asked() == ["1.bid.ann", "1.bid.ben", "1.bid.cid"]
    assert needs(world) == [("deadline", "cid")]
    pbem(world)("play", "--default", "cid", "--reason", "late")
    assert world.asked() == ["1.impulse.ann"]


def test_situation_the_deadline_passes_without_a_sheet_and_the_ladder_says_what_to_do(tmp_path: Path) -> None:
    world = late(tmp_path)
    world.at(DUE, hours=1)
    assert needs(world) == [], "there is nothing for the moderator to do"
    said = " ".join(pbem(world)("ladder", "--as", "cid").stdout.split())
    assert "Thu 2026-11-26 20:00 default" in said
    assert "Cid of the Shore has missed 1 in a row." in said
    world.at(DUE, hours=24)
    assert world.asked() == ["1.impulse.ann"]


def test_situation_only_a_faulty_sheet_came(tmp_path: Path) -> None:
    world = late(tmp_path / "a", faulty=True)
    world.at(DUE, hours=24)
    assert world.done()[-1] == "RungTaken cid grace default"
    assert "what you had sent was refused" in " ".join(world.letter("cid").split())
    asked = late(tmp_path / "b", "{nothing: {grace: default}}", faulty=True)
    asked.at(DUE, hours=25)
    assert needs(asked)[0] == ("ladder-asks", "cid")
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text("bid: 1\n")
    pbem(asked)("submit", str(sheet), "--as", "cid")
    asked.turn()
    assert asked.asked() == ["1.impulse.ann"]


def test_situation_a_seat_is_late_for_the_second_time_in_a_row(tmp_path: Path) -> None:
    world = late(tmp_path)
    world.at(DUE, hours=24)
    for seat in ("ann", "ben"):
        world.send(seat, "pass")
    assert [row["does"] for row in pbem(world).json("ladder", "--as", "cid", "--if", "nothing")["ladder"]] == [["bot"]]
    world.at(world.due())
    assert [(one.rung, one.times) for one in world.facts() if isinstance(one, RungTaken)][-1] == ("bot", 2)


def test_situation_the_ladder_proposes_something(tmp_path: Path) -> None:
    world = late(tmp_path, "{nothing: {deadline: default if the moderator agrees}}")
    world.at(DUE)
    assert needs(world) == [("ladder", "cid")]
    said = pbem(world)("turn", code=3).stdout
    assert "the ladder proposes “default” for Cid of the Shore, who has no valid sheet (nothing)" in said
    assert "`pbem ladder approve cid`" in pbem(world)("ladder").stdout
    pbem(world)("ladder", "decline", "cid", "--reason", "a day more")
    assert needs(world) == [], "a sheet that comes in the grace still counts"
    world.at(DUE, hours=25)
    assert needs(world) == [("deadline", "cid")]
    other = late(tmp_path / "b", "{nothing: {deadline: default if the moderator agrees}}")
    other.at(DUE)
    pbem(other)("ladder", "approve", "cid", "--reason", "agreed by all")
    other.turn()
    assert "the moderator applied the default (agreed by all)" in " ".join(other.letter("ann").split())
    refused = pbem(other)("ladder", "approve", "cid", code=1)
    assert "The ladder proposes nothing for cid now" in refused.stderr


def test_situation_nothing_that_the_ladder_names_can_be_done(tmp_path: Path) -> None:
    world = late(tmp_path, "{faulty: {grace: last faulty sheet}}", faulty=True)
    world.at(DUE, hours=24)
    assert needs(world)[0] == ("ladder-asks", "cid")
    refused = pbem(world)("ladder", "approve", "cid", code=1)
    assert "`pbem play --default cid --reason WHY`" in refused.stderr
    pbem(world)("play", "--default", "cid", "--reason", "no valid sheet")
    assert world.asked() == ["1.impulse.ann"]


def test_situation_a_late_seat_is_known_to_be_away(tmp_path: Path) -> None:
    world = late(tmp_path)
    pbem(world)("absent", "--as", "cid", "2026-11-24", "2026-11-28")
    world.at(DUE, hours=24)
    assert [one.excused for one in world.facts() if isinstance(one, DeadlineMissed)] == ["absent"]
    assert pbem(world).json("ladder")["missed"]["cid"] == 0
    pbem(world)("absent", "--as", "cid", "--none")
    for seat in ("ann", "ben"):
        world.send(seat, "pass")
    world.at(world.due())
    assert pbem(world).json("ladder")["missed"]["cid"] == 1


def test_the_table_of_a_game_says_what_happens_when(tmp_path: Path) -> None:
    world = late(tmp_path)
    said = pbem(world)("ladder").stdout
    lines = [" ".join(line.split()) for line in said.splitlines() if line.startswith(" nothing") or "nothing " in line]
    assert lines == [
        "nothing first deadline Wed 2026-11-25 20:00 remind",
        "nothing first end of grace Thu 2026-11-26 20:00 default",
        "nothing second or later deadline Wed 2026-11-25 20:00 bot",
    ]
    assert "faulty any end of grace Thu 2026-11-26 20:00 default" in " ".join(said.split())
    rehearsed = pbem(world).json("ladder", "--if", "faulty")["ladder"]
    assert {(row["seat"], row["at"], *row["does"]) for row in rehearsed} == {
        (seat, "grace", "default") for seat in ("ann", "ben", "cid")
    }
    assert pbem(LateGame(tmp_path / "b"))("ladder").stdout.startswith("This game has no ladder")
