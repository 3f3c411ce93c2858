"""The same sheet has the same faults and the same order by email, by `pbem submit` and by `pbem check`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from tests.mail.corpus.games import ALL, Board, maria
from tests.mail.corpus.posting import marked, part
from tests.toy.game import Clock

SHEETS = [
    "moves:\n  - Belle-Isle: Weiden > Mies > Pilsen\n",
    "moves:\n  - Belle-Isle: Weiden > Prag\n  - Nobody: Mies\n",
    "moves:\n  - Törring to Landshut\n  - Broglie goes to Weiden\ntroops: Broglie 6\n",
    "Belle-Isle: Weiden > Mies > Pilsen\n",
    "Belle-Isle > Weiden > Mies\nBroglie Weiden\n",
    "moves: [Belle-Isle: Neustadt]\ncombat: lowest, at most: 3\n",
    "passes: yes\nmoves: [Törring: Landshut]\n",
]


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    return maria(tmp_path_factory.mktemp("maria") / "game")


def pbem(board: Board, *args: str) -> tuple[int, dict[str, object]]:
    host = Host(Clock(), ALL)
    done = CliRunner().invoke(main, [*args, "--json", "--game", str(board.folder)], obj=host, catch_exceptions=False)
    return done.exit_code, json.loads(done.stdout)


def plain(text: object) -> str:
    return " ".join(str(text).split())


@pytest.mark.parametrize("as_mail", [False, True], ids=["sheet", "eml"])
@pytest.mark.parametrize("number", range(len(SHEETS)))
def test_a_file_has_the_same_faults_by_check_submit_and_mail(
    board: Board, tmp_path: Path, number: int, *, as_mail: bool
) -> None:
    sheet = f"{SHEETS[number]}# {number} {as_mail}\n"
    file = tmp_path / ("mail.eml" if as_mail else "sheet.yaml")
    raw = board.post.mail(part(marked(sheet))).replace(b"<4711@", f"<{number}.{as_mail}@".encode())
    file.write_bytes(raw if as_mail else sheet.encode())
    _, checked = pbem(board, "check", str(file), "--as", board.seat)
    problems = checked["problems"]
    assert isinstance(problems, list)
    _, submitted = pbem(board, "submit", str(file), "--as", board.seat)
    verdict = submitted["verdict"]
    assert isinstance(verdict, dict)
    assert (verdict["state"] == "accepted") is checked["ok"]
    codes = list(dict.fromkeys(each["code"] for each in problems))
    assert list(verdict.get("problems", ())) == codes
    assert all(plain(each["says"]) in plain(submitted["answer"]) for each in problems if each["stops"])
    if not as_mail:
        (board.folder / "in" / "0000.eml").unlink(missing_ok=True)
        mailed = board.receive(raw)[-1]
        assert list(mailed.verdict.problems) == codes


def test_the_seat_may_be_named_as_for_submit_and_as_before(board: Board, tmp_path: Path) -> None:
    file = tmp_path / "sheet.yaml"
    file.write_text("Hi Mo,\n\nBelle-Isle: Weiden > Mies\n\nCheers\nChloe\n", encoding="utf-8")
    for option in ("--as", "--seat"):
        code, checked = pbem(board, "check", str(file), option, "louis")
        assert (code, checked["ok"]) == (0, True), checked


@pytest.mark.parametrize(("text", "said"), [("status\n", "commands: status"), ("pass\n", "valid")])
def test_what_is_no_sheet_is_said(board: Board, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "sheet.txt"
    file.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(
        main, ["check", str(file), "--as", "louis", "--game", str(board.folder)], obj=Host(Clock(), ALL)
    )
    assert said in plain(done.output)
