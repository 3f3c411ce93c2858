from tests.cli.conftest import Pbem
from tests.toy.game import send_sheet


def test_a_game_from_letters_over_sheets_and_receipts_to_letters(pbem: Pbem) -> None:
    print(pbem("turn").output)
    print((pbem.folder/"letters/0001/ann.txt").read_text())
    send_sheet(pbem.folder, "ann", "--- # toy\nbid: 9\n...\n")
    send_sheet(pbem.folder, "ben", "--- # toy\nbid: 1\n...\n")
    print(pbem("turn").output)
    print(pbem("status").output)
    for p in sorted((pbem.folder/"inbox").glob("*.txt")): print(p.read_text())
    print(pbem("show","log","--moderator").output)
    assert 0
