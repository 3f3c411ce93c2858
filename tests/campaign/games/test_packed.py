"""Games that were packed, and copies that both run: what happens by itself, and the command that changes it."""

from pathlib import Path

from pbem.referee.records.package import unpack
from tests.cli.conftest import Pbem, pbem
from tests.toy.game import RULESETS, drop, mail, send_sheet, subject

__all__ = ["pbem"]


def test_situation_the_game_was_packed(pbem: Pbem, tmp_path: Path) -> None:
    pbem("turn")
    said = pbem("pack", str(tmp_path / "p.zip")).output
    assert "unpack p.zip FOLDER" in said
    for command in (("turn",), ("play",), ("fetch",), ("hold", "--as", "ann")):
        assert "continues elsewhere" in pbem(*command, code=1).output
    assert "toy-1" in pbem("status").output
    pbem("pack", "--take-back")
    pbem("turn")


def test_situation_two_copies_of_a_game_run(pbem: Pbem, tmp_path: Path) -> None:
    pbem("turn")
    pbem("pack", str(tmp_path / "p.zip"), "--copy")
    young = tmp_path / "young"
    unpack(tmp_path / "p.zip", young, pbem.clock, RULESETS)
    for folder in (pbem.folder, young):
        for seat in ("ann", "ben", "cid"):
            send_sheet(folder, seat, "bid: 1")
        pbem("turn", "--game", str(folder))
    drop(young, "1.eml", mail("ann@example.org", f"Re: {subject(pbem.folder, 'ann')}", "pass"))
    assert "older copy" in pbem("turn", "--game", str(young), code=1).output
    assert "older copy" in pbem("status", "--game", str(young)).output
    pbem("pack", "--go-on", "--reason", "the old one is off", "--game", str(young))
    assert "held" in pbem("turn", "--game", str(young), code=3).output
