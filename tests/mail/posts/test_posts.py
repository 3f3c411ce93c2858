"""Forum posts of every shape: whose orders are read, and that nothing in them vanishes without a word."""

import time
from email.message import EmailMessage
from pathlib import Path

import msgspec
import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.mail.extraction.command import says_something
from pbem.mail.extraction.forum import bare
from pbem.mail.extraction.quoted_form import Correspondents
from pbem.mail.intake.sheet_files import LookedAt, look_at, read_sheet_file
from pbem.referee.game import Game
from pbem.report.letter import SheetFate
from tests.mail.corpus.games import ALL, maria
from tests.toy.game import Clock

OWN = """\
moves:
  - Belle-Isle: Pilsen
  - Broglie: force march to Deggendorf
  - Törring: München
combat:
  all: lowest that leads
"""
OTHER = """\
moves:
  - Belle-Isle: Eger
  - Broglie: München
combat:
  all: none
"""
SHAPES = yaml.safe_load(Path(__file__).with_name("shapes.yaml").read_text(encoding="utf-8"))
ALLOWED = 5.0
"""Seconds for 120 kB, of which an email of 512 kB may cost twice."""
FOLDED_BY_MAIL = {"gt-then-own", "gt-sheet-then-own"}
"""Where an email may have a line that a program folded, and a post has none."""

ASKED_BY_MAIL = {"rendered-facebook-en-other-marked", "rendered-slack-de-other-marked"}
"""Where an email has a marked sheet below the name of someone else, which its sender must confirm."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    board = maria(tmp_path_factory.mktemp("posts") / "danube")
    path = board.folder / "game.yaml"
    text = path.read_text(encoding="utf-8").replace("name: Mo,", "name: Referee Gisela,")
    for name, account in (("Anna", "hofburg1"), ("Ben", "Grenzer"), ("Chloe", "lys_royal")):
        text = text.replace(f"player: {name},", f"player: {account},")
    path.write_text(text, encoding="utf-8")
    return board.game()


def ordered(found: LookedAt) -> str:
    return str([msgspec.to_builtins(sheet.order) for _, sheet in found.sheet.good])


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape["name"])
def test_a_post_is_read_as_its_writer_meant_it(game: Game, shape: dict[str, str]) -> None:
    text = shape["post"].replace("{own}", OWN).replace("{other}", OTHER)
    found = look_at(game, "louis", text.encode(), as_mail=False)
    orders = ordered(found)
    assert "eger" not in orders
    if shape["read"] in ("own", "page", "edited"):
        assert found.fate is SheetFate.accepted, [each.problem for each in found.sheet.every_fault]
        assert "pilsen" in orders
        assert shape["read"] != "edited" or "post-edited" in [note.code for note in found.notes]
    elif shape["read"] == "asked":
        assert [note.code for note in found.doubts] == ["words-with-proviso"]
    elif shape["read"] == "told":
        beside = read_sheet_file(game, "louis", text.encode())[0].found.words
        assert found.fate is not SheetFate.accepted or found.notes or says_something(beside)
    else:
        assert found.fate in (SheetFate.refused, *((SheetFate.words,) if shape["read"] == "none" else ()))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape["name"])
def test_the_same_text_in_an_email_is_never_read_otherwise(game: Game, shape: dict[str, str]) -> None:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "chloe@example.org", "orders"
    mail.set_content(shape["post"].replace("{own}", OWN).replace("{other}", OTHER), cte="8bit")
    found = look_at(game, "louis", mail.as_bytes(), as_mail=True)
    if shape["name"] in ASKED_BY_MAIL:
        assert found.fate is SheetFate.doubted
        return
    assert "eger" not in ordered(found)
    if shape["read"] == "own" and shape["name"] not in FOLDED_BY_MAIL:
        assert found.fate in (SheetFate.accepted, SheetFate.doubted), [each.problem for each in found.sheet.every_fault]
    if shape["read"] in ("refused", "none"):
        assert not ordered(found) or found.fate is not SheetFate.accepted


WRAPPINGS = [
    *("{}", "[code]{}[/code]", "```\n{}```", "[spoiler]{}[/spoiler]", "[b]{}[/b]", "[size=2][i]{}[/i][/size]"),
    *("<details>\n\n{}\n</details>", "||{}||", "[o]{}[/o]", "[c]{}[/c]", "[noparse]{}[/noparse]", "---\n{}...\n"),
    *(
        "<pre><code>{}</code></pre>",
        "[quote=Gisela]send your orders[/quote]\n{}",
        "Orders\n\n{}",
        "{}\n_____\nVive le roi",
    ),
]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(WRAPPINGS), st.sampled_from(WRAPPINGS), st.permutations(OWN.split("\n")[1:4]))
def test_markup_around_a_sheet_changes_nothing_of_it(game: Game, outer: str, inner: str, moves: list[str]) -> None:
    sheet = "\n".join(["moves:", *moves, *OWN.split("\n")[4:]])
    plain = look_at(game, "louis", sheet.encode(), as_mail=False)
    wrapped = look_at(game, "louis", inner.format(sheet).encode(), as_mail=False)
    assert ordered(wrapped) == ordered(plain)
    both = look_at(game, "louis", outer.format(inner.format(sheet)).encode(), as_mail=False)
    assert ordered(both) in (ordered(plain), "[]")


STRIKES = [
    ("[s]", "[/s]"),
    ("[strike]", "[/strike]"),
    ("[del]", "[/del]"),
    ("[-]", "[/-]"),
    ("<s>", "</s>"),
    ("~~", "~~"),
]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(STRIKES), st.integers(0, 3), st.integers(1, 4), st.sampled_from(WRAPPINGS))
def test_what_is_struck_out_anywhere_is_never_ordered(
    game: Game, strike: tuple[str, str], first: int, count: int, around: str
) -> None:
    lines = OWN.rstrip("\n").split("\n")
    last = min(first + count, len(lines)) - 1
    lines[first] = strike[0] + lines[first]
    lines[last] += strike[1]
    found = look_at(game, "louis", around.format("\n".join(lines) + "\n").encode(), as_mail=False)
    assert ordered(found) == "[]" or found.fate is not SheetFate.accepted


HOSTILE = [
    "Old_Fritz wrote:\n\n",
    "a wrote:\n",
    "a wrote:\nmoves:\n\n",
    "_____\n",
    "moves:\n_____\n",
    "[/quote]",
    "[quote=a]",
    "[quote=a]x[/quote]\n",
    "[code]x",
    "a<code>x</code>",
    "[code]x[/code]\n",
    "[img]",
    "[s]x",
    "[s]x[/s]",
    "~~x\n",
    "~~x ",
    "||x\n",
    "**a\n",
    "__a\n**b\n",
    "[list][*]a",
    "[*]a\n",
    "> a\nb\n",
    ">>> a\n",
    "```\n",
    "```\na\n```\n",
    "a<br>",
    "<div>",
    "<p>a</p>",
    "&gt;",
    "Old_Fritz:\n---\n",
    "Old_Fritz:\n\n",
    "Click to expand...\n",
    "a wrote:\nx\nClick to expand...\n",
    "My orders\n",
    "Turn 1:\n\n",
    "[b]x[/b]",
    "@a ",
    ":) ",
    ":a: ",
    "EDIT: a\n",
    "<a ",
    "[a ",
    "Last edited by a\nReason: x\n",
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_post_made_of_one_thing_costs_what_its_size_allows(unit: str) -> None:
    people = Correspondents(game=("Gisela",), writer=("lys_royal",), others=("Grenzer", "Old_Fritz"))
    text = unit * (120_000 // len(unit))
    begun = time.process_time()
    bare(text, keys=("moves", "combat"), known=people)
    assert time.process_time() - begun < ALLOWED


def test_a_submitted_post_is_refused_with_what_is_struck_out(game: Game) -> None:
    post = OWN.replace("- Törring: München", "[s]- Törring: München[/s]")
    told = CliRunner().invoke(
        main,
        ["submit", "--as", "louis", "-"],
        obj=Host(Clock(), ALL),
        env={"PBEM_GAME": str(game.folder)},
        input=f"[b]My orders[/b]\n{post}",
        catch_exceptions=False,
    )
    assert "SHEET REFUSED" in told.output
    said = " ".join(told.output.split())
    assert "crossed out" in said
    assert "Törring: München" in said
