"""What follows from a ruling by itself."""

from pathlib import Path

from pbem.referee.deadlines.received import seat_status
from pbem.referee.rulings import rule
from tests.campaign.world import World, unwrapped


def test_situation_a_sheet_that_counted_is_legal_no_longer_after_a_ruling(tmp_path: Path) -> None:
    """The letter that tells of the ruling asks its seat again; the sheets of the others still count."""
    world = World(tmp_path / "toy-1")
    world.send("ann", "bid: 4\n")
    world.bid("ben")
    world.turn()
    with world.game() as game:
        card = game.table.state.hands["ann"].known[0]
        done = rule(game, f"give: {{Cup {card[1:]}: Cid}}", "it was dealt twice", world.clock, ["hands"])
        assert done.entry is not None
    world.turn()
    game = world.look()
    assert [seat_status(game, seat, world.clock).received for seat in ("ann", "ben", "cid")] == [
        "no longer legal", "valid", "nothing",
    ]  # fmt: skip
    letter = unwrapped((world.folder / "letters" / "0002" / "ann.txt").read_text(encoding="utf-8"))
    assert "The moderator made a ruling: it was dealt twice." in letter
    world.turn()
    assert [*(world.folder / "out").glob("fact-*-ben.eml"), *(world.folder / "out").glob("fact-*-cid.eml")] == []
    (mail,) = (world.folder / "out").glob("fact-*-ann.eml")
    said = unwrapped(mail.read_text(encoding="utf-8").replace("=20\n", " "))
    assert "for your bid in lap 1 is not legal" in said
    assert "A bid is from 0 to 3" in said
    world.bid("ann")
    world.turn()
    assert seat_status(world.look(), "ann", world.clock).received == "valid"
    assert len(list((world.folder / "out").glob("fact-*-ann.eml"))) == 1
