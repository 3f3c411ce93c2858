"""Sheets of both games that no person writes: as long as a draft may be, and of each kind that could cost much."""

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

import msgspec

from pbem.referee import letter, opening
from pbem.referee.game import now
from pbem.web.once import one_answer
from pbem.web.seat.desk import MOST, SeatDesk, stage_name
from pbem.web.seat.page import page
from tests.tnw.replay.sheet_game import game_yaml as war_yaml
from tests.web.forms.app import RULES
from tests.web.forms.games import game_at
from tests.web.maria import SEAT, maria_game


def desk_of(folder: Path, seat: str) -> SeatDesk:
    game = opening.look(folder, RULES)
    stages = game.stages(seat)
    words = letter.words_for(game, game.view(seat), seat)
    return SeatDesk(
        game=game, seat=seat, words=words, at=now(), stages=stages, text="", stage=stage_name(stages), root="/s"
    )


def maria_desk(folder: Path) -> SeatDesk:
    """A seat of Maria that is asked for its first moves."""
    maria_game(folder, now)
    return desk_of(folder, SEAT)


def war_desk(folder: Path) -> SeatDesk:
    """A seat of The Napoleonic Wars that is asked for a round."""
    seat = game_at(folder, war_yaml(3), RULES, lambda decision, _: decision.takes.__name__ == "RoundOrders")
    return desk_of(folder, seat)


def misspelt(desk: SeatDesk, most: int) -> str:
    """So many moves, no name of which is spelt right."""
    kinds = desk.words.lexicon.kinds
    mine, theirs = kinds["general"], kinds.get("city") or kinds["duchy"]
    generals, cities = ([spelt[0] for spelt in kind.values()] for kind in (mine, theirs))
    lines = (f"  - {generals[n % len(generals)]}x: {cities[n % len(cities)][:-1]}q\n" for n in range(most))
    return "moves:\n" + "".join(lines)


def cards(desk: SeatDesk, most: int) -> str:
    """A response with each of so many cards."""
    named = [spelt[0] for spelt in desk.words.lexicon.kinds["card"].values()]
    return "standing:\n  respond:\n" + "".join(f"  - {named[n % len(named)]}\n" for n in range(most))


def _names(desk: SeatDesk) -> list[str]:
    return [spelt[0] for kind in desk.words.lexicon.kinds.values() for spelt in kind.values()]


def _distinct(desk: SeatDesk) -> str:
    names = _names(desk)
    lines = (f"  - {names[n % len(names)]}{n}x: {names[n * 7 % len(names)]}{n}\n" for n in range(300))
    return "moves:\n" + "".join(lines)


def _long_lines(desk: SeatDesk) -> str:
    names = [f"{name[:-1]}q" for name in _names(desk)]
    return "moves:\n" + "".join(f"  - {names[n]}: {', '.join(names[n : n + 60])}\n" for n in range(14))


def _filled(line: Callable[[int], str]) -> str:
    """As many lines as a draft may have."""
    return "".join(_up_to_most(line))


def _up_to_most(line: Callable[[int], str]) -> Iterator[str]:
    left = MOST
    for number in count():
        left -= len(line(number).encode())
        if left < 0:
            return
        yield line(number)


SHEETS: Mapping[str, Callable[[SeatDesk], str]] = {
    "the form": lambda _: "",
    "30 misspelt lines": lambda desk: misspelt(desk, 30),
    "90 misspelt lines": lambda desk: misspelt(desk, 90),
    "300 misspelt lines": lambda desk: misspelt(desk, 300),
    "600 misspelt lines": lambda desk: misspelt(desk, 600),
    "2200 misspelt lines": lambda desk: misspelt(desk, 2200),
    "300 different words": _distinct,
    "long misspelt lines": _long_lines,
    "8 responses": lambda desk: cards(desk, 8),
    "12 responses": lambda desk: cards(desk, 12),
    "50 responses": lambda desk: cards(desk, 50),
    "1000 responses": lambda desk: cards(desk, 1000),
    "responses throughout": lambda desk: cards(desk, 2800),
    "a list of names": lambda desk: _filled(lambda n: f"- {_names(desk)[n % len(_names(desk))]}\n"),
    "one line": lambda _: "x: [" + "a, " * (MOST // 3 - 3) + "]\n",
    "keys": lambda _: _filled(lambda n: f"key{n}: {n}\n"),
    "words": lambda _: _filled(lambda _: "lorem ipsum dolor sit amet\n"),
    "comments": lambda _: _filled(lambda _: "# lorem ipsum\n"),
    "dashes": lambda _: _filled(lambda _: "- \n"),
    "marks": lambda _: _filled(lambda _: "---\na: 1\n...\n"),
    "dots": lambda _: "." * MOST,
    "nested lists": lambda _: "a: " + "[" * (MOST // 2 - 2) + "]" * (MOST // 2 - 2) + "\n",
    "nested keys": lambda _: "".join(f"{' ' * n}k{n}:\n" for n in range(350)),
    "nested braces": lambda _: "{a: " * (MOST // 5 - 1) + "1" + "}" * (MOST // 5 - 1) + "\n",
    "anchors": lambda _: "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 2200)),
    "aliases": lambda _: "a: &a [x, y]\nb: [" + "*a, " * (MOST // 4 - 6) + "]\n",
    "merged keys": lambda _: "a: &a {x: y}\n" + "".join(f"b{n}: {{<<: *a}}\n" for n in range(3600)),
    "apostrophes": lambda _: "a: '" + "'' " * (MOST // 3 - 3) + "'\n",
    "ampersands": lambda _: "&a" * (MOST // 2),
    "ends of tags": lambda _: "</" * (MOST // 2),
}
"""What a player may have written, as a text for the desk of a seat."""


def page_of(desk: SeatDesk, text: str) -> str:
    """The whole page with *text* in its sheet."""
    with one_answer():
        return page(msgspec.structs.replace(desk, text=text))


def print_long_sheets(unit: float) -> None:
    """Print what the page of each of these sheets costs."""
    with tempfile.TemporaryDirectory() as top:
        for game, begin in (("Maria", maria_desk), ("The Napoleonic Wars", war_desk)):
            desk = begin(Path(top) / game)
            page_of(desk, SHEETS["300 misspelt lines"](desk))
            for name, text in SHEETS.items():
                sheet, begun = text(desk), time.process_time()
                made = page_of(desk, sheet)
                taken = time.process_time() - begun
                print(
                    f"{game}, {name}, {len(sheet) / 1000:.0f} kB: {taken:.2f} s of the processor"
                    f" ({taken / unit:.0f} x a million additions), {len(made.encode()) / 1000:.0f} kB"
                )
