"""Holds and absences that the moderator enters."""

from tests.cli.conftest import Pbem


def seat(pbem: Pbem, name: str) -> dict[str, object]:
    return next(one for one in pbem.json("status")["seats"] if one["seat"] == name)


def bids(pbem: Pbem) -> None:
    pbem("turn")
    for name in ("ann", "ben", "cid"):
        pbem("submit", "-", "--as", name, typed="bid: 1\n")


def test_a_stage_is_held_and_released_for_a_seat(pbem: Pbem) -> None:
    bids(pbem)
    for _ in range(2):
        assert pbem.json("hold", "--as", "ben") == {"seat": "ben", "stage": "0002-1.bid.ben", "holds": True}
    assert len(list((pbem.folder / "wishes").iterdir())) == 1
    assert seat(pbem, "ben")["holds"] is True
    assert "Ben of the Dale holds" in pbem("status").stdout
    assert pbem.json("turn")["played"] == 0
    assert "no longer" in pbem("hold", "--as", "ben", "--release").stdout
    assert pbem.json("turn")["played"] > 0
    assert "has nothing to answer" in pbem("hold", "--as", "ben", code=1).stderr


def test_the_moderator_plays_on_anyway(pbem: Pbem) -> None:
    bids(pbem)
    pbem("hold", "--as", "ben")
    assert "Ben of the Dale holds the stage" in pbem("play").stdout
    assert pbem.json("play", "--anyway")["played"] > 0


def test_without_a_deadline_none_is_spoken_of(pbem: Pbem) -> None:
    path = pbem.folder / "game.yaml"
    path.write_text("\n".join(line for line in path.read_text().split("\n") if not line.startswith("deadlines:")))
    bids(pbem)
    assert "deadline" not in pbem("hold", "--as", "ben").stdout
    assert "continues when the hold is released" in pbem("status").stdout


def test_a_hold_ends_with_its_deadline(pbem: Pbem) -> None:
    bids(pbem)
    pbem("hold", "--as", "ben")
    pbem.clock.wind(days=5)
    assert pbem.json("turn")["played"] > 0


def test_an_absence_is_noted_and_taken_back(pbem: Pbem) -> None:
    for _ in range(2):
        found = pbem.json("absent", "--as", "ann", "2026-12-24", "2027-01-02")
    assert [(one["start"], one["end"]) for one in found["absent"]] == [("2026-12-24", "2027-01-02")]
    assert len(list((pbem.folder / "wishes").iterdir())) == 1
    assert "Ann of the Hill is away from 2026-12-24 to 2027-01-02." in pbem("status").stdout
    assert "not known to be away" in pbem("absent", "--as", "ann", "--none").stdout
    assert seat(pbem, "ann")["absent"] == []


def test_an_absence_needs_two_days_in_order(pbem: Pbem) -> None:
    for days in ((), ("2026-12-24",), ("2027-01-02", "2026-12-24"), ("2026-12-24", "2027-01-02", "--none")):
        pbem("absent", "--as", "ann", *days, code=2)
    pbem("absent", "--as", "ann", "tomorrow", "Friday", code=2)
