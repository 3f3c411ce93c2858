from pathlib import Path

from tests.cli.conftest import Pbem
from tests.toy.game import opened, send_sheet


def appealed(pbem: Pbem) -> str:
    pbem("turn")
    send_sheet(pbem.folder, "ann", "appeal: my card\n")
    return pbem("turn", code=3).output


def test_appeals_are_listed_with_their_words(pbem: Pbem) -> None:
    assert "No appeal waits." in pbem("appeal").output
    assert "pbem appeal dismiss 1" in appealed(pbem)
    said = pbem("appeal").output
    assert "1. Ann of the Hill, about letter 1" in said
    assert "my card" in said
    assert [one["text"] for one in pbem.json("appeal")] == ["my card"]


def test_an_appeal_is_dismissed_for_a_reason(pbem: Pbem) -> None:
    appealed(pbem)
    assert "--reason" in pbem("appeal", "dismiss", "1", code=2).output
    assert "Appeal 1 is dismissed" in pbem("appeal", "dismiss", "1", "--reason", "it was right").output
    assert "No appeal waits." in pbem("appeal").output
    assert "here is no appeal 4" in pbem("appeal", "dismiss", "4", "--reason", "x", code=1).output


def test_a_ruling_settles_an_appeal(pbem: Pbem, tmp_path: Path) -> None:
    appealed(pbem)
    sheet = "point to: Ann\n"
    assert "here is no appeal 9" in pbem("rule", "-", "--reason", "x", "--appeal", "9", typed=sheet, code=1).output
    assert opened(pbem.folder).table.state.score == {}
    for _ in range(2):
        pbem("rule", "-", "--reason", "robbed", "--appeal", "1", typed=sheet)
    assert "No appeal waits." in pbem("appeal").output
    assert opened(pbem.folder).table.state.score == {"ann": 1}


def test_a_trial_of_a_ruling_says_what_each_would_read(pbem: Pbem) -> None:
    pbem("turn")
    card = opened(pbem.folder).table.state.hands["ann"].known[0]
    sheet = f"give: {{Cup {card[1:]}: Ben}}\n"
    refused = pbem("rule", "-", "--reason", "dealt twice", "--try", typed=sheet, code=1).output
    assert "- hands: Ben of the Dale has 5 cards, more than a hand holds" in refused
    assert "--overrule hands" in refused
    said = pbem("rule", "-", "--reason", "dealt twice", "--try", "--overrule", "hands", typed=sheet).output
    assert "Everyone would read:" in said
    assert "Ben of the Dale would read besides:" in said
    assert "Cid of the Shore would read" not in said
    assert "nothing was changed" in said
    assert opened(pbem.folder).table.state.hands["ben"].size == 4


def test_an_answer_is_ruled_for_a_seat(pbem: Pbem) -> None:
    pbem("turn")
    assert "this is entry 3" in pbem("rule", "-", "--as", "ann", "--reason", "by phone", typed="bid: 2\n").output
    assert "It was ruled before" in pbem("rule", "-", "--as", "ann", "--reason", "by phone", typed="bid: 2\n").output
    assert "bid is from 0 to 4" in pbem("rule", "-", "--as", "ben", "--reason", "x", typed="bid: 9\n", code=1).output
