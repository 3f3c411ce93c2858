"""How long the letters of a game are, by what they ask and by their sections."""

import re
import statistics
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from pbem.referee.letter import written
from pbem.report.html import html
from pbem.report.plain import text
from tests.maria import test_golden
from tests.report.golden_games import play_by_sheets, recorded_game

KINDS = {
    r"DIVISION OF YOUR TROOPS": "set-up", r"^POLITICS": "politics", r"^TRUMP|^THE TC THAT": "politics",
    r"^YOUR HUSSARS": "hussars", r"^THE SUBSIDY": "subsidy", r"^ORDERS FOR": "stage", r"^PLANS FOR": "combat plans",
    r"PLAY IN THE COMBAT|^Your play in|^Nothing to do but": "single play", r"^WINTER BUSINESS": "winter",
    r"VOTES IN THE IMPERIAL": "election", r"^NEWS, NOTHING": "nothing asked", r"THINGS TO DO": "several",
    r"^THE GAME IS OVER": "last",
}  # fmt: skip
"""What a letter is called by its heading."""
STORY, FORM = "WHAT HAPPENED", "YOUR SHEET"
QUIET, STAGE = 40, 120
"""The most lines of a letter that asks nothing, without its story, and of a stage's, without story and form."""


class LetterSize(msgspec.Struct, frozen=True):
    """The lines of a letter: all of them, those of its story and those of its form; and its bytes."""

    kind: str
    lines: int
    story: int
    form: int
    size: int

    @property
    def rest(self) -> int:
        """The lines that have a limit."""
        return self.lines - self.story - (self.form if self.kind == "stage" else 0)


def size_of(letter: str) -> LetterSize:
    """The size of a letter by its text."""
    sections = _sections(letter)
    lines = {name: len(part.splitlines()) for name, part in sections.items()}
    return LetterSize(
        kind_of(letter), len(letter.splitlines()), lines.get(STORY, 0), lines.get(FORM, 0), len(letter.encode())
    )


def kind_of(letter: str) -> str:
    """What a letter asks; `other` if it is none of the usual things."""
    first = letter.strip().splitlines()
    heads = [first[0], *first[2:5]]
    return next((kind for sign, kind in KINDS.items() for head in heads if re.search(sign, head)), "other")


def _sections(letter: str) -> Mapping[str, str]:
    parts = re.split(r"^([^\n]+)\n=+$\n", letter, flags=re.MULTILINE)
    return dict(zip(parts[1::2], (f"{head}\n==\n{body}" for head, body in _pairs(parts[1:])), strict=True))


def _pairs(parts: list[str]) -> Iterator[tuple[str, str]]:
    return zip(parts[::2], parts[1::2], strict=True)


def whole_game(name: str) -> Iterator[tuple[LetterSize, int]]:
    """The size of each letter of a golden game, with the bytes of its HTML."""
    with tempfile.TemporaryDirectory() as place:
        game = play_by_sheets(Path(place) / "game", recorded_game(test_golden.GOLDEN / name))
        for pause in game.log.pauses:
            for seat in (seat for seat in game.titles if pause.tells(seat)):
                subject, content = written(game, pause, seat)
                yield size_of(text(content)), len(html(content, subject).encode())


def print_sizes(_: float, name: str = "24-held-out") -> None:
    """Print lines and bytes by kind of letter over a golden game, and how they do against the limits."""
    by_kind: dict[str, list[tuple[LetterSize, int]]] = {}
    for size, page in whole_game(name):
        by_kind.setdefault(size.kind, []).append((size, page))
    for kind, found in sorted(by_kind.items()):
        lines, sizes = [size.lines for size, _ in found], [size.size for size, _ in found]
        pages = statistics.median(page for _, page in found)
        print(
            f"letters, {kind}: {len(found)} with {statistics.median(lines):.0f} lines (at most {max(lines)}), "
            f"{statistics.median(sizes) / 1000:.1f} kB of text and {pages / 1000:.0f} of HTML"
        )
        for goal, words in ((QUIET, "the story"), (STAGE, "story and form")):
            if kind == ("nothing asked" if goal == QUIET else "stage"):
                most = max(size.rest for size, _ in found)
                reached = "reached" if most <= goal else "MISSED"
                print(f"  without {words} at most {most} lines; the goal is {goal}, {reached}")
