"""Names and sheets that hold marks of markup, or markup of every format, in real letters and answers."""

from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from pbem.mail import judges
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.letter import written
from pbem.referee.opening import create
from pbem.referee.play import play_on
from pbem.report import tree
from pbem.report.tree import HeadingBlock, TableBlock, TextBlock
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock

TYPED = "## Ben **x** | `y` [b] <script>alert(1)</script>"
EVERY = "".join(map(chr, range(0xFDD0, 0xFDF0)))


def test_what_people_typed_is_no_markup_in_letters_and_answers(tmp_path: Path) -> None:
    folder, clock = tmp_path / "game", Clock()
    name = tree.marked(TYPED)
    create(folder, GAME_YAML.replace("OUT", "{folder: out}").replace("Ben,", f'"{name}",'), RULESETS, SEED)
    with opening.held(folder, RULESETS) as game:
        play_on(game, clock)
        make_letters(game)
        _, content = written(game, game.log.pauses[0], "ben")
        sheet = f"bid: 1\n{name}: {EVERY}\n{tree.CELL} a {tree.CELL}\n"
        item, _ = game.inbox.keep(sheet.encode(), clock(), seat="ben", source="a sheet")
        told = judges.handle(game, item, clock).answer
    lines = [line.text for block in content if isinstance(block, TextBlock) for line in block.lines]
    assert any(TYPED in line for line in lines)
    assert not any(isinstance(block, TableBlock) for block in content)
    assert not any("Ben **" in block.line.text for block in content if isinstance(block, HeadingBlock))
    page = (folder / "letters" / "0001" / "ben.html").read_text("utf-8")
    assert not LexborHTMLParser(page).css("script")
    for text in (told, page, (folder / "letters" / "0001" / "ben.txt").read_text("utf-8")):
        assert not set(text) & set(EVERY)
