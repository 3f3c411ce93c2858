import ast
import re
from pathlib import Path

import pytest

import pbem
from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.play import play
from pbem.engine.table import Answer, Chance, Table
from pbem.report.words import Words
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from tests.toy import TOY
from tests.toy.invariants import broken
from tests.toy.playtest import guess
from tests.toy.ruleset import Settings
from tests.toy.state import Toy


@pytest.mark.parametrize("seed", range(20))
def test_a_toy_game_runs_to_its_end_through_sheets_as_text(seed: int) -> None:
    table = Table(TOY.start(Settings()), TOY.seats(Settings()), f"secret {seed}")
    asked: list[tuple[str, ...]] = []

    def by_sheet(decision: Decision, view: Toy) -> Answer:
        order = guess(view, decision, Chance(str(seed), decision.key))
        lexicon = TOY.lexicon(view, decision.seat)
        read = read_sheet(write_sheet(order, lexicon), decision.takes, lexicon)
        assert read.order == order
        asked.append((str(len(table.entries)), decision.seat))
        return Answer(read.order, "sheet")

    assert play(table, [by_sheet]) == ()
    assert TOY.outcome(table.state) is not None
    assert list(broken(table.state)) == []
    for seat, view in table.views.items():
        for owner, hand in view.hands.items():
            assert bool(hand.known) <= (owner == seat)
            assert hand.size == table.state.hands[owner].size
    assert PUBLIC in table.views
    together = [sum(entry == number for entry, _ in asked) for number in {entry for entry, _ in asked}]
    assert set(together) <= {1, 2, 3}


def test_every_phrase_and_template_of_the_toy_game_is_sound() -> None:
    assert Words(TOY.words, TOY.lexicon(TOY.start(Settings()), "ann")).broken() == []


def test_the_host_imports_no_game() -> None:
    package = Path(pbem.__file__).parent
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.startswith(("pbem_", "tests"))], path


def test_the_host_knows_no_words_of_a_game() -> None:
    """Neither suits of cards nor the name of a step, nor what a key says: all that is for the ruleset to say.

    The French for "follows" is spelt like a suit.
    """
    follows = '"rejoint|rejoindre|suit",'
    known = re.compile(r"[♠♥♦♣]|\bsuits?\b|step == |\.key\.(?:r?partition|r?split)\(|takes\.__name__ ==|turn_of")
    found = [
        f"{path.name}: {line.strip()}"
        for path in Path(pbem.__file__).parent.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if known.search(line) and line.strip() != follows
    ]
    assert found == []
