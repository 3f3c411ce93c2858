"""A tiny game of two seats who march and hide their cards, to write letters about."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.order import Order, Problem
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon, Place
from pbem.engine.table import Entry, Table
from pbem.report.letter import Occasion
from pbem.report.words import Words

FOLDER = Path(__file__).parent / "words"
TITLES = {"red": "Red", "blue": "Blue [green] {{ me }}"}
LEXICON = Lexicon(
    {
        "seat": {seat: (title,) for seat, title in TITLES.items()},
        "city": {"linz": ("Linz", "Lentia"), "enns": ("Enns",), "steyr": ("Steyr",)},
        "card": {"h7": ("♥7", "H7"), "s3": ("♠3",), "c9": ("♣9",)},
    }
)
SECRET = "not a secret here"


class State(Position, frozen=True, kw_only=True):
    where: Mapping[str, str]
    hands: Mapping[str, tuple[str, ...]] = {}
    counts: Mapping[str, int] = {}


class StageBegun(Event, frozen=True):
    seat: str
    turn: int


class HiddenDealt(Event, frozen=True):
    seat: str
    count: int

    def change(self, state: State) -> State:
        return msgspec.structs.replace(state, counts={**state.counts, self.seat: self.count})


class Dealt(Event, frozen=True):
    seat: str
    cards: tuple[str, ...]

    def change(self, state: State) -> State:
        return msgspec.structs.replace(state, hands={**state.hands, self.seat: self.cards})

    def seen_by(self, seat: str) -> Event:
        return self if seat == self.seat else HiddenDealt(seat=self.seat, count=len(self.cards))


class Marched(Event, frozen=True):
    seat: str
    way: tuple[str, ...]

    def change(self, state: State) -> State:
        return msgspec.structs.replace(state, where={**state.where, self.seat: self.way[-1]})


class Tallied(Event, frozen=True):
    """A bookkeeping event no one reads of."""


class March(Order, frozen=True):
    march: tuple[str, ...] = ()


class Located(msgspec.Struct, frozen=True):
    """What the sheet's reader hands over for a fault."""

    problem: Problem
    place: Place


def played(blue: tuple[str, ...] = ("s3", "c9")) -> Table:
    """Two hands dealt, then a march by Red."""
    table = Table(State(where={"red": "linz", "blue": "steyr"}), TITLES, SECRET)
    steps: list[tuple[str, tuple[Event, ...]]] = [
        ("deal", (Dealt(seat="red", cards=("h7",)), Dealt(seat="blue", cards=blue), Tallied())),
        ("stage", (StageBegun(seat="red", turn=1), Marched(seat="red", way=("linz", "enns")))),
    ]
    for number, (step, events) in enumerate(steps, 1):
        table.replay(Entry(number, events, step))
    return table


def words() -> Words:
    return Words((FOLDER,), LEXICON)


def occasion(table: Table, seat: str, **changes: Any) -> Occasion:
    """The letter that *seat* is due after all of *table*."""
    decision = Decision(key=f"1.{seat}", seat=seat, takes=March, about={"turn": 1})
    made = Occasion(
        game="danube-1",
        title="Danube",
        round=2,
        seat=seat,
        titles=TITLES,
        player="Anna [b]<{{ secret }}>[/b]" if seat else "",
        entries=tuple(table.entries),
        view=table.views[seat],
        decision=decision if seat else None,
        waiting=("red", "blue"),
        deadline=datetime(2025, 11, 21, 17, 0, tzinfo=UTC),
        zone="Europe/Vienna" if seat else "UTC",
        subject=f"danube-1 1.{seat} t0k3n",
        form="march: Enns > Steyr\n" if seat else "",
        commitment="ab" * 32,
        moderator="Rosa <rosa@example.org>",
    )
    return msgspec.structs.replace(made, **changes)
