"""`pbem status` says what will happen next by itself, and when; every kind of thing on the agenda has its words."""

import ast
from collections.abc import Iterator
from pathlib import Path

from pbem.engine.reading import Lexicon
from pbem.referee.deadlines.agenda import agenda, said
from pbem.referee.deadlines.edited_rules import AgendaItem
from pbem.report.words import Words
from tests.campaign.world import World
from tests.cli.conftest import Pbem
from tests.referee.test_pauses import EVEN
from tests.toy.game import START, Clock, new_game

ROOT = Path(__file__).parents[2]


def kinds() -> Iterator[tuple[str, str]]:
    """The kinds that the sources put on the agenda as they are written, each with its module."""
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        named = {
            target.id: node.value
            for node in nodes
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "AgendaItem":
                kind = next((each.value for each in node.keywords if each.arg == "kind"), None) or node.args[1]
                kind = named.get(kind.id, kind) if isinstance(kind, ast.Name) else kind
                written = [each for each in ast.walk(kind) if isinstance(each, ast.Constant)]
                yield from ((path.name, str(each.value)) for each in written)


def test_each_kind_of_thing_on_the_agenda_has_its_words() -> None:
    words, found = Words((), Lexicon({})), set(kinds())
    assert {"deadline", "silence", "reminder"} <= {kind for _, kind in found}
    assert {(module, kind) for module, kind in found if not words.has("agenda", kind)} == set()


def test_what_has_no_words_of_its_own_is_said_as_it_is() -> None:
    items = [AgendaItem(START, "eclipse", ("ann", "ben"))]
    assert said(items, {"ann": "Ann"}) == ["eclipse (Ann and ben)"]


def test_status_says_the_next_thing_and_its_time(tmp_path: Path) -> None:
    pbem = Pbem(tmp_path / "toy-1", Clock())
    new_game(pbem.folder)
    pbem("turn")
    pbem("submit", "-", "--as", "ben", typed="bid: 1\n")
    reminds = (
        "Next by itself, Tuesday 2026-11-24 20:00 Europe/Berlin: Ann of the Hill and Cid of the Shore are reminded."
    )
    assert reminds in pbem("status").stdout
    pbem.clock.wind(days=4, hours=10)
    passes = "Next by itself, Wednesday 2026-11-25 20:00 Europe/Berlin: the deadline passes for Ann of the Hill and Cid"
    assert passes in pbem("status").stdout
    coming = pbem.json("status")["coming"]
    assert coming[0] == {"at": "2026-11-25T19:00:00Z", "kind": "deadline", "seats": ["ann"]}
    pbem.clock.wind(days=10)
    assert "Next by itself" not in pbem("status").stdout


def test_a_hold_and_standing_orders_end_with_the_deadline(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1", EVEN)
    world.bid("ann", "ben", "cid")
    world.send("ben", "hold")
    world.turn()
    assert [(one.kind, one.seats) for one in agenda(world.look(), world.clock())] == [("hold", ("ben",))]
