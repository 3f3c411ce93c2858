"""A game of each kind whose players have names on a forum, and orders of two of them for the same question."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
import yaml

from pbem.mail.intake.sheet_files import LookedAt, look_at
from pbem.referee.game import Game
from tests.long import LONG
from tests.mail.corpus.games import Board, maria, tnw

T = TypeVar("T")
WRITER, OTHER, THIRD, HOST = "lys_royal", "Grenzer", "hofburg1", "Referee Gisela"


class Forum(msgspec.Struct, frozen=True):
    """A *game* in which *seat* writes as `lys_royal`: its *own* orders, and some of an *other* that it has not given.

    *in_own* is a place only in its own, as orders name it, and *in_other* one only in those of the other. An *order*
    may be added to them, and a *line* of its own, which alone names what is *gone* then, may be taken back.
    """

    game: Game
    seat: str
    own: str
    other: str
    in_own: str
    in_other: str
    order: str
    line: str
    gone: str

    def looked_at(self, text: str) -> LookedAt:
        return look_at(self.game, self.seat, text.encode(), as_mail=False)

    def ordered(self, found: LookedAt) -> str:
        return str([msgspec.to_builtins(sheet.order) for _, sheet in found.sheet.good])


def in_games(pages: Collection[T]) -> list[tuple[str, T]]:
    """Each of *pages* in a game, every other one in the same; in both games in a long run."""
    return [
        (game, page) for n, page in enumerate(pages) for at, game in enumerate(("maria", "tnw")) if LONG or n % 2 == at
    ]


def forums(folder: Path) -> Mapping[str, Forum]:
    """Of Maria and of The Napoleonic Wars."""
    of_maria, of_tnw = maria(folder / "danube"), tnw(folder / "europe")
    card = re.findall(r"play: (.*) as cp", of_tnw.post.form)[0]
    return {
        "maria": Forum(
            _named(of_maria, {"louis": WRITER, "frederick": OTHER, "maria-theresa": THIRD}),
            "louis",
            "moves:\n  - Belle-Isle: Pilsen\n  - Broglie: force march to Deggendorf\n  - Törring: München\n"
            "combat:\n  all: lowest that leads\n",
            "moves:\n  - Belle-Isle: Eger\n  - Broglie: München\ncombat:\n  all: none\n",
            "pilsen",
            "eger",
            "Törring: Landshut",
            "- Törring: München",
            "muenchen",
        ),
        "tnw": Forum(
            _named(of_tnw, {"france": WRITER, "emperors": OTHER, "britain": THIRD}),
            "france",
            f"impulses:\n  France:\n    play: {card} as cp\n    do:\n      - Masséna: Innsbruck\n"
            "      - rest: [refit, regroup, unit]\nstanding:\n  evade: if odds < 0.5\n",
            f"impulses:\n  France:\n    play: {card} as cp\n    do:\n      - Masséna: Venice\n"
            "      - rest: [unit]\nstanding:\n  evade: if odds < 0.25\n",
            "innsbruck",
            "venice",
            "Masséna: Milan",
            "- rest: [refit, regroup, unit]",
            "regroup",
        ),
    }


def _named(board: Board, accounts: Mapping[str, str]) -> Game:
    """The game of *board*, in whose settings those who play have *accounts* on a forum."""
    path = board.folder / "game.yaml"
    settings = yaml.safe_load(path.read_text(encoding="utf-8"))
    settings["moderator"]["name"] = HOST
    for seat, account in accounts.items():
        settings["seats"][seat]["player"] = account
    path.write_text(yaml.safe_dump(settings, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return board.game()
