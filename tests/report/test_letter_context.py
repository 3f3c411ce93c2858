"""What reaches a template: one record of what its reader may know, and nothing through which more could be reached."""

import ast
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import Any

import jinja2
import msgspec
import pytest
from click.testing import CliRunner
from jinja2.defaults import DEFAULT_NAMESPACE

from pbem.cli.main import main
from pbem.engine.decision import MODERATOR
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon
from pbem.mail.turn import turn
from pbem.report.context import LetterContext
from pbem.report.words import Words
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from tests.toy.game import RULESETS, Clock, drop, mail, new_game, send_sheet, subject
from tests.toy.state import Toy

ROOT = Path(__file__).parents[2]
PLAIN = (str, int, float, bool, type(None), date, datetime, Enum, type)
RECORDS = {"LetterContext", "Occasion", "SheetArrival"}
Seen = list[tuple[str, Mapping[str, Any]]]


def reachable(thing: object) -> Iterator[object]:
    """*thing*, and all that can be reached through its fields and entries."""
    yield thing
    if isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            yield from reachable(getattr(thing, name))
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from reachable(key)
            yield from reachable(value)
    elif isinstance(thing, list | tuple | set | frozenset):
        for each in thing:
            yield from reachable(each)


def assert_tells_no_more(name: str, known: Mapping[str, Any]) -> None:
    positions = {id(each): each for value in known.values() for each in reachable(value) if isinstance(each, Position)}
    odd = {type(each) for value in known.values() for each in reachable(value)}
    odd = {kind for kind in odd if not issubclass(kind, (*PLAIN, msgspec.Struct, Mapping, list, tuple, frozenset, set))}
    assert not odd, f"{name} is given {odd}"
    for position in positions.values():
        assert position is known["view"], f"{name} is given another position"
        assert_is_a_view(name, position, known["me"])


def assert_is_a_view(name: str, view: Position, seat: str) -> None:
    if isinstance(view, Toy):
        hidden = {other: hand.known for other, hand in view.hands.items() if other != seat}
        assert not any(hidden.values()), f"{name} for {seat} sees {hidden}"
    if isinstance(view, State):
        hands = {power: pile.known for power, pile in view.hands.items() if view.seats[power] != seat}
        assert not any(hands.values()), f"{name} for {seat} sees {hands}"
        assert not view.draw.known
        assert not view.political_deck.known
        assert {other for other, order in view.orders.items() if order is not None} <= {seat}


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """All that templates and phrases are given, by their names."""
    found: Seen = []
    render, fill, phrase = Words.render, Words.fill, Words.phrase

    def rendered(words: Words, template: str, context: LetterContext) -> str:
        assert isinstance(context, LetterContext)
        found.append((template, context.names()))
        return render(words, template, context)

    def filled(words: Words, template: str, **texts: Any) -> str:
        found.append((template, texts))
        return fill(words, template, **texts)

    def said(words: Words, group: str, key: str, args: Mapping[str, Any] | None = None) -> str:
        found.append((f"{group}: {key}", args or {}))
        return phrase(words, group, key, args)

    monkeypatch.setattr(Words, "render", rendered)
    monkeypatch.setattr(Words, "fill", filled)
    monkeypatch.setattr(Words, "phrase", said)
    return found


def test_nothing_more_reaches_a_template_of_the_toy(tmp_path: Path, seen: Seen) -> None:
    new_game(tmp_path)
    clock = Clock()
    turn(tmp_path, clock, RULESETS)
    commands = "status, form, help, hold, absent 2026-12-24, nonsense, resend, pass, withdraw, Status"
    for number, command in enumerate(commands.split(", ")):
        clock.wind(minutes=10)
        raw = mail("ann@example.org", f"Re: {subject(tmp_path, 'ann')}", f"{command}\n")
        drop(tmp_path, f"{number}.eml", raw, clock())
        turn(tmp_path, clock, RULESETS)
    for sheet in ("bit: 1\n", "bid: 1\n"):
        for seat in ("ann", "ben", "cid"):
            send_sheet(tmp_path, seat, f"---\n{sheet}...\n")
        turn(tmp_path, clock, RULESETS)
    drop(tmp_path, "stranger.eml", mail("x@example.org", "[toy-1] hello", "hello\n"))
    turn(tmp_path, clock, RULESETS)

    for name, known in seen:
        assert_tells_no_more(name, known)
    names = {name for name, _ in seen}
    assert {"letters/letter.txt.j2", "letters/report.txt.j2", "letters/receipt.txt.j2", "commands/pass.txt.j2"} <= names
    assert {"commands/status.txt.j2", "commands/misread.txt.j2", "notices/stranger.txt.j2"} <= names


@pytest.mark.slow
def test_nothing_more_reaches_a_template_of_maria(seen: Seen) -> None:
    done = CliRunner().invoke(main, ["demo", "--rules", "maria"])

    assert done.exit_code == 0, done.output
    for name, known in seen:
        assert_tells_no_more(name, known)
    assert {"letters/letter.txt.j2", "letters/receipt.txt.j2", "summary.txt.j2"} <= {name for name, _ in seen}


def test_the_record_is_made_of_a_view_wherever_it_is_made() -> None:
    """No call passes a whole state; `pbem show --moderator` shows the moderator one, in a variable."""
    made = []
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RECORDS:
                given = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
                made.append(path)
                assert ".state" not in given.get("view", ""), f"{path}: {given}"
    assert len(made) > 5


def test_templates_may_call_the_tools_of_the_game_and_no_other_function() -> None:
    words = Words(MARIA.words, Lexicon({}), tools=MARIA.tools)

    known = set(words._jinja.globals) - set(DEFAULT_NAMESPACE) - set(MARIA.tools) - {"phrase", "has_phrase"}

    assert all(isinstance(words._jinja.globals[name], jinja2.runtime.Macro) for name in known)


def test_what_is_not_set_is_undefined(tmp_path: Path) -> None:
    (tmp_path / "x.j2").write_text("{{ order }}")
    words = Words((tmp_path,), Lexicon({}))

    with pytest.raises(jinja2.UndefinedError, match="'order' is undefined"):
        words.render("x.j2", LetterContext(me="", view=None, titles={}))
    assert words.render("x.j2", LetterContext(me="", view=None, titles={}, order=None)) == "None"


def test_what_people_typed_is_safe_for_a_line_wherever_it_comes_from() -> None:
    bad = "a\nb\x07"

    context = LetterContext(
        me=MODERATOR, view=None, titles={"x": bad}, game=bad, title=bad, player=bad, moderator=bad, subject=bad
    )

    for text in (context.titles["x"], context.game, context.title, context.player, context.moderator, context.subject):
        assert "\n" not in text
        assert "\x07" not in text
