"""What players write beside orders is shown to the moderator by `pbem mail N`, if the game says that a note came."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from tests.mail.corpus.games import ALL, Board, maria, tnw
from tests.mail.corpus.posting import multipart, part
from tests.toy.game import Clock

OWN = {
    "maria": "moves:\n  - Belle-Isle: Pilsen\n  - Törring: München\n",
    "tnw": "standing:\n  evade: if odds < 0.5\n",
}
NOTES = {
    "above a sheet": "May I ask whether the rain counts as weather?\n\n---\n{own}...\n",
    "below a sheet": "---\n{own}...\n\nMay I ask whether the rain counts as weather?\n",
    "around a sheet": "Hi,\nmay I ask whether the rain counts as weather?\n---\n{own}...\nThanks, Lys\n",
    "to the moderator": "---\n{own}...\n\nto the moderator: I ask whether the rain counts as weather.\n",
    "words alone": "May I ask whether the rain counts as weather?\n",
    "beside what is refused": "May I ask whether the rain counts as weather?\n\n---\nnonsense: [\n...\n",
    "beside a fence": "May I ask whether the rain counts as weather?\n\n```\n{own}```\n",
    "behind a label": "---\n{own}...\n\nPS: May I ask whether the rain counts as weather?\n",
    "beside what is struck out": "---\n{own}...\n\n~~Sorry.~~ May I ask whether the rain counts as weather?\n",
    "above a draft": "This is only a draft. Does the rain count as weather?\n\n---\n{own}...\n",
    "above a quotation": "---\n{own}...\n\nI ask whether the rain counts as weather.\n\nOn Sun, Game wrote:\n> hello\n",
    "as a second paragraph": "---\n{own}...\n\nBest wishes.\n\nMay I ask whether the rain counts as weather?\n",
}
POSTS = {
    "an edit": "lys wrote this\n\n```\n{own}```\n\nEDIT: I ask whether the rain counts as weather.\n",
    "a spoiler": "[spoiler]\n{own}[/spoiler]\nMay I ask whether the rain counts as weather?\n",
    "a heading": "[b]My orders[/b]\n[code]{own}[/code]\nMay I ask whether the rain counts as weather?\n",
    "buttons": "[code]{own}[/code]\nMay I ask whether the rain counts as weather?\n\nLike Quote Reply\n",
}


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Board]:
    folder = tmp_path_factory.mktemp("notes")
    return {"maria": maria(folder / "danube"), "tnw": tnw(folder / "europe")}


@pytest.fixture
def board(request: pytest.FixtureRequest, boards: dict[str, Board], tmp_path: Path) -> Board:
    """A copy of a game to write to."""
    whole = boards[request.param]
    shutil.copytree(whole.folder, tmp_path / whole.folder.name)
    return Board(tmp_path / whole.folder.name, whole.seat, whole.post)


def pbem(board: Board, *args: str, typed: str | None = None) -> str:
    host, where = Host(Clock(), ALL), {"PBEM_GAME": str(board.folder)}
    return CliRunner().invoke(main, list(args), obj=host, env=where, input=typed, catch_exceptions=False).output


def shown(board: Board) -> tuple[bool, str]:
    """Whether the moderator is told of a note in the last email, and what is shown of that."""
    last = json.loads(pbem(board, "mail", "--all", "--json"))[-1]
    number = str(last["item"])
    told = f"pbem mail {number}`" in pbem(board, "status") or last["state"] == "words" or bool(last.get("beside"))
    return told, " ".join(pbem(board, "mail", number).split())


@pytest.mark.parametrize(
    ("way", "kind"),
    [(way, kind) for way in ("plain", "html", "submit") for kind in NOTES if (way, kind) != ("submit", "words alone")],
)
@pytest.mark.parametrize("board", ["maria", "tnw"], indirect=True)
def test_a_note_beside_orders_is_told_and_shown(board: Board, kind: str, way: str) -> None:
    text = NOTES[kind].replace("{own}", OWN["maria" if board.seat == "louis" else "tnw"])
    if way == "submit":
        pbem(board, "submit", "--as", board.seat, "-", typed=text)
    else:
        lines = "".join(
            f"<div>{line.replace('<', '&lt;') or '<br>'}</div>" for line in text.replace("  ", "&nbsp; ").split("\n")
        )
        html = part(f"<html><body>{lines}</body></html>", kind="text/html")
        board.receive(board.post.mail(part(text) if way == "plain" else html))
    told, said = shown(board)
    assert told
    assert "rain count" in said


@pytest.mark.parametrize("kind", POSTS)
@pytest.mark.parametrize("board", ["maria", "tnw"], indirect=True)
def test_a_note_in_a_post_is_told_and_shown(board: Board, kind: str) -> None:
    text = POSTS[kind].replace("{own}", OWN["maria" if board.seat == "louis" else "tnw"])
    pbem(board, "submit", "--as", board.seat, "-", typed=text)
    told, said = shown(board)
    assert told
    assert "rain count" in said


@pytest.mark.parametrize("board", ["maria", "tnw"], indirect=True)
def test_a_note_beside_an_attached_sheet_and_a_part_that_is_not_read_is_shown(board: Board) -> None:
    own = OWN["maria" if board.seat == "louis" else "tnw"]
    note = part("May I ask whether the rain counts as weather?\n")
    sheet = part(own, more='; name="orders.yaml"')
    picture = b"Content-Type: image/png; name=map.png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n"
    board.receive(board.post.mail(multipart("mixed", note, sheet, picture)))
    told, said = shown(board)
    assert told
    assert "rain counts" in said


@pytest.mark.parametrize("beside", ["Hi Mo,\n\n{sheet}\nBest wishes\nLys\n", "{sheet}\n-- \nLys\nVive le roi\n"])
@pytest.mark.parametrize("board", ["maria", "tnw"], indirect=True)
def test_courtesies_are_no_note(board: Board, beside: str) -> None:
    own = OWN["maria" if board.seat == "louis" else "tnw"]
    board.receive(board.post.mail(part(beside.replace("{sheet}", f"---\n{own}...\n"))))
    assert shown(board)[0] is False


@pytest.mark.parametrize("board", ["maria"], indirect=True)
@pytest.mark.parametrize("beside", ["(rolled with the dice of the forum: 3, 5)", "Turn 5, I think"])
def test_words_that_make_a_doubt_are_told_once(board: Board, beside: str) -> None:
    shown = pbem(board, "submit", "--as", board.seat, "-", typed=f"{OWN['maria']}\n{beside}\n")
    assert "AWAITING YOUR YES" in shown
    assert shown.count("may not be meant as orders") == 1
