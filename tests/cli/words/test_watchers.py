"""pbem watchers."""

from tests.cli.conftest import Pbem


def test_the_moderator_adds_lists_and_removes(pbem: Pbem) -> None:
    pbem("turn")
    assert "No one watches" in pbem("watchers").stdout
    assert "Dan watches" in pbem("watchers", "add", "Dan", "dan@example.org").stdout
    assert "already" in pbem("watchers", "add", "Dan", "DAN@example.org").stdout
    assert pbem.json("watchers") == [{"name": "Dan", "address": "dan@example.org", "from_round": 1}]
    assert len(list((pbem.folder / "out").glob("report-*.eml"))) == 1
    assert "was told" in pbem("watchers", "remove", "dan@example.org").stdout
    assert "No one watches at" in pbem("watchers", "remove", "dan@example.org").stdout
    assert pbem.json("watchers") == []


def test_bad_addresses_are_refused(pbem: Pbem) -> None:
    pbem("turn")
    assert "is not an address" in pbem("watchers", "add", "Dan", "dan", code=1).output
    assert "is the address of ann" in pbem("watchers", "add", "Ann", "ann@example.org", code=1).output
    assert "the game's own address" in pbem("watchers", "add", "Game", "game@example.org", code=1).output
