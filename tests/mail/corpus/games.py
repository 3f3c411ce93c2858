"""Real games in a folder that wait for a sheet, for emails to be read against."""

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.engine.order import Order
from pbem.engine.ruleset import Ruleset
from pbem.mail.exchange import take_in
from pbem.mail.judges import HandledMail
from pbem.referee import opening, submissions
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW
from tests.mail.corpus.posting import Post
from tests.maria.game_yaml import game_yaml
from tests.tnw.replay.sheet_game import game_yaml as tnw_yaml
from tests.toy.game import GAME_YAML as TOY_YAML
from tests.toy.game import RULESETS, SEED, START, Clock

ALL: Mapping[str, Ruleset] = {**RULESETS, "maria": MARIA, "tnw": TNW}
MARIA_YAML = game_yaml("danube")
SET_UP = {
    "louis": "troops: {Moritz: 7, Belle-Isle: 8, Broglie: 5, Maillebois: 2, Noailles: 4, Törring: 5}",
    "frederick": "troops: {Friedrich: 5, Schwerin: 5, Leopold: 5, Dessauer: 7, Rutowski: 5}",
    "maria-theresa": "troops: {Karl: 5, Traun: 5, Khevenhüller: 6, Batthyány: 4, Neipperg: 4, Arenberg: 4}\n"
    "hussars: [stay, stay]",
}
ORDERS = """\
moves:
  - Belle-Isle: Weiden > Mies > Pilsen
  - Broglie: force march to Amberg
  - Törring: Landshut
standing:
  defence: {play: lowest that leads, at most: 3 cards}
"""
"""A valid sheet of France and Bavaria for the first turn."""
BID = "bid: 2\n"


class Board(msgspec.Struct, frozen=True):
    """A game in its folder that waits for a sheet of *seat*."""

    folder: Path
    seat: str
    post: Post

    def check(self, text: str) -> ReadSheet[Any]:
        """The sheet as the game would judge it."""
        game = self.game()
        stage = game.stage(self.seat)
        assert stage is not None
        view = game.view(self.seat)
        return check_sheet(text, stage.step, stage.decision, view, game.ruleset.lexicon(view, self.seat))

    def game(self) -> Game:
        return opening.look(self.folder, ALL)

    def receive(self, *mails: bytes) -> tuple[HandledMail, ...]:
        """Let emails arrive, one after the other, and judge them."""
        for number, raw in enumerate(mails):
            path = self.folder / "in" / f"{number:04d}.eml"
            path.write_bytes(raw)
            os.utime(path, (START.timestamp(), START.timestamp()))
        with opening.held(self.folder, ALL) as game:
            done = take_in(game, Clock()).handled
        assert not [one.verdict for one in done if one.verdict.state == "failed"]
        return done

    def orders(self) -> dict[int, Order]:
        """The orders that were submitted, by the items they came with."""
        game = self.game()
        stage = game.stage(self.seat)
        assert stage is not None
        entries = submissions.accepted(game, self.seat, stage.decision.key, stage.asked)
        return {entry.item: entry.order for entry in entries}


def toy(folder: Path) -> Board:
    """A toy game that waits for Ann's bid."""
    create(folder, TOY_YAML.replace("OUT", "{folder: out}"), ALL, SEED)
    _pbem(folder, "turn")
    return _board(folder, "ann", "ann@example.org")


def maria(folder: Path, yaml: str = MARIA_YAML) -> Board:
    """A game of Maria that waits for the orders of France and Bavaria."""
    create(folder, yaml, ALL, "22" * 32)
    _pbem(folder, "turn")
    for seat, sheet in SET_UP.items():
        _pbem(folder, "submit", "--as", seat, "-", typed=sheet)
    _pbem(folder, "turn")
    return _board(folder, "louis", "chloe@example.org")


def tnw(folder: Path) -> Board:
    """A game of The Napoleonic Wars that waits for the orders of France and Spain."""
    create(folder, tnw_yaml(3), ALL, "22" * 32)
    _pbem(folder, "turn")
    for seat in ("france", "emperors", "britain"):
        _pbem(folder, "submit", "--as", seat, "-", typed="pass")
    _pbem(folder, "turn")
    return _board(folder, "france", "france@example.org")


def maria_of_each(folder: Path) -> Mapping[str, Board]:
    """The same game of Maria three times, waiting for the first orders of each seat."""
    found = {"louis": maria(folder / "louis")}
    for seat, sender, before, sheet in (
        ("frederick", "ben@example.org", "louis", ORDERS),
        ("maria-theresa", "anna@example.org", "frederick", "pass"),
    ):
        shutil.copytree(folder / before, folder / seat)
        _pbem(folder / seat, "submit", "--as", before, "-", typed=sheet)
        _pbem(folder / seat, "turn")
        found[seat] = _board(folder / seat, seat, sender)
    return found


def maria_hussars(folder: Path) -> Board:
    """A game of Maria that waits for the hussars of the second turn."""
    board = maria_of_each(folder)["maria-theresa"]
    _pbem(board.folder, "submit", "--as", board.seat, "-", typed="pass")
    _pbem(board.folder, "turn")
    return _board(board.folder, board.seat, board.post.sender)


def _pbem(folder: Path, *args: str, typed: str | None = None) -> None:
    host, where = Host(Clock(), ALL), {"PBEM_GAME": str(folder)}
    result = CliRunner().invoke(main, list(args), obj=host, env=where, input=typed, catch_exceptions=False)
    assert result.exit_code == 0, result.output


def _board(folder: Path, seat: str, sender: str) -> Board:
    letter = max((folder / "letters").glob(f"*/{seat}.txt")).read_text(encoding="utf-8")
    subject = re.findall(r"^  (\[[a-z0-9-]+\] .*\})$", letter, re.MULTILINE)[-1]
    form = re.findall(r"^---.*?^\.\.\.\n", letter, re.MULTILINE | re.DOTALL)[-1]
    return Board(
        folder, seat, Post(sender=sender, recipient="game@example.org", subject=subject, letter=letter, form=form)
    )


def data(order: Order | None) -> Any:
    """An order in a form that compares and prints well."""
    return msgspec.to_builtins(order)
