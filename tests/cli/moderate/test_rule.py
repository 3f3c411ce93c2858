from tests.cli.conftest import Pbem
from tests.toy.game import opened


def test_a_ruling_is_told_and_can_be_given_twice(pbem: Pbem) -> None:
    pbem("turn")
    said = pbem("rule", "-", "--reason", "fair is fair", typed="point to: Cid\n").output
    assert "this is entry 3" in said
    assert "Cid of the Shore gets a point." in said
    assert "pbem turn" in said
    assert pbem.json("rule", "-", "--reason", "fair is fair", typed="point to: Cid\n") == {
        "ok": True, "entry": 3, "problems": [], "broken": [],
    }  # fmt: skip
    assert opened(pbem.folder).table.state.score == {"cid": 1}
    assert {letter["seat"] for letter in pbem.json("turn")["letters"]} == {"ann", "ben", "cid", "public"}
    assert "fair is fair" in (pbem.folder / "letters" / "0002" / "ann.txt").read_text(encoding="utf-8")


def test_a_bad_decree_is_explained_and_not_kept(pbem: Pbem) -> None:
    pbem("turn")
    said = pbem("rule", "-", "--reason", "x", typed="point to: Dora\n", code=1).output
    assert "There is no seat called “Dora”" in said
    assert "cannot be carried out" in said
    assert "Give a point, `point to: Cid`" in said
    data = pbem.json("rule", "-", "--reason", "x", typed="marks to: Cid\n", code=1)
    assert data["ok"] is False
    assert {problem["code"] for problem in data["problems"]} == {"unknown-key"}
    assert opened(pbem.folder).table.state.score == {}


def test_a_ruling_needs_a_reason(pbem: Pbem) -> None:
    assert "--reason" in pbem("rule", "-", typed="point to: Cid\n", code=2).output
