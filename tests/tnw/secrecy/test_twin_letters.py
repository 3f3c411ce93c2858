"""Twin worlds by mail: every byte that reaches a seat is the same, whatever the others hold and have ordered (2.7)."""

import os
import re
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from pbem.engine.order import Order
from pbem.mail.exchange import exchange
from pbem.referee import opening
from pbem.referee.opening import create
from pbem.report.pictures import png
from pbem.sheet.writer import write_sheet
from pbem_tnw.chapters.cards.windows import HOLD
from pbem_tnw.lexicon import lexicon
from pbem_tnw.orders.standing import HoldWish, WarStanding
from pbem_tnw.orders.turn import EntryOrders, RoundOrders
from pbem_tnw.position.state import HOLDS
from tests.long import tries
from tests.tnw.replay.sheet_game import RULES, game_yaml
from tests.tnw.secrecy.twins import FirstWorld, Pause, SecondWorld, World, other_chance
from tests.toy.game import Clock

SECRET = "5e" * 32
HOLD_ON = (HoldWish(on="event"), HoldWish(on="battle"))
PAUSES = 4
SEATS = tries([(2, "coalition")], [(2, "france"), (2, "coalition"), (5, "britain")])
"""One that runs several Powers; the pictures are compared for another."""
COMMANDS = ("status\n", "hand\n", "position\n", "try\n---\nimpulses: {France: pass, Austria: pass}\n...\n")
FAULTY = "---\nimpulses: {France: Nobody's Card as cp, Austria: Conscripts as event}\n...\n"


class HeldWorld(FirstWorld):
    """One in which every seat lets the game stop at events and battles."""

    def plain(self, order: Order) -> Order:
        order = super().plain(order)
        if isinstance(order, EntryOrders):
            return replace(order, standing=replace(order.standing or WarStanding(), hold=HOLD_ON))
        return replace(order, standing=None) if isinstance(order, RoundOrders) else order


class Post:
    """A world in a folder, to which every seat sends its sheets by email, and *watched* enquiries and faulty sheets.

    With *hours* between the sheets the game looks for mail after each of them. With *pictures* letters to *watched* and
    to the public have the two most useful.
    """

    def __init__(
        self, folder: Path, world: World, first: FirstWorld, watched: str,
        *, enquiries: Sequence[str] = (), hours: bool = False, pictures: bool = False,
    ) -> None:  # fmt: skip
        self.folder, self.world, self.watched, self.clock = folder, world, watched, Clock()
        self.enquiries, self.hours = enquiries, hours
        self.mails = 0
        settings = yaml.safe_load(game_yaml(first.players))
        settings["deadlines"]["rules"] = {HOLDS: {"after": "12 hours"}}
        if pictures:
            settings["pictures"] = "fewer"
            for seat in {*settings["seats"]} - {watched}:
                settings["seats"][seat]["pictures"] = "none"
        create(folder, yaml.safe_dump(settings, sort_keys=False), RULES, first.seed)
        self.turn()

    def turn(self) -> None:
        with opening.held(self.folder, RULES) as game:
            exchange(game, self.clock)
        self.clock.wind(hours=1)

    def send(self, seat: str, text: str) -> None:
        newest = max((self.folder / "letters").glob(f"*/{seat}.txt")).read_text(encoding="utf-8")
        message = EmailMessage(SMTP.clone(max_line_length=76))  # as quoted-printable has it (RFC 2045, 6.7)
        message["From"], message["To"] = f"{seat}@example.org", "europe@example.org"
        message["Subject"] = "orders " + re.findall(r"\{\w{4}-\w{4}\}", newest)[-1]
        own = sum(1 for _ in (self.folder / "inbox").glob("*")) if seat != self.watched else self.mails
        self.mails += seat == self.watched
        message["Message-ID"] = f"<{own}.{seat}@example.org>"
        message.set_content(text)
        path = self.folder / "in" / f"{self.mails:03d}-{seat}.eml"
        path.write_bytes(message.as_bytes())
        os.utime(path, (self.clock.at.timestamp(),) * 2)

    def play(self, pauses: int) -> "Post":
        """Play on until the game has paused so often; the watched seat asks for all that can be asked."""
        while True:
            game = opening.look(self.folder, RULES)
            stages = [stage for seat in game.titles for stage in game.stages(seat) if stage.pending]
            asked, views = tuple(stage.decision for stage in stages), dict(game.table.views)
            self.world.table = game.table
            self.world.pauses.append(Pause(asked, views, len(game.table.entries)))
            if len(self.world.pauses) == pauses:
                return self
            for text in self.enquiries:
                self.send(self.watched, text)
            if self.enquiries:
                self.turn()
            for decision in asked:
                order = self.world.sent[decision.name] = self.world.answer(decision)
                self.send(
                    decision.seat, f"---\n{write_sheet(order, lexicon(views[decision.seat], decision.seat))}\n...\n"
                )
                if self.hours:
                    self.turn()
            self.turn()

    def reached(self) -> dict[str, bytes]:
        """All that was sent to the watched seat, and what lies about for it and the public, by name."""
        to = re.compile(rb"^To: (?:[^\n]|\n )*<%s@example\.org>" % self.watched.encode(), re.MULTILINE)
        mails = {path.name: path.read_bytes() for path in (self.folder / "out").iterdir()}
        mine = {name: raw for name, raw in mails.items() if to.search(raw) or self.watched in name}
        letters = (each for name in (self.watched, "public") for each in self.folder.glob(f"letters/*/{name}.txt"))
        mine |= {path.name: path.read_bytes() for path in self.drawn()}
        return mine | {str(path.relative_to(self.folder)): path.read_bytes() for path in letters}

    def drawn(self) -> list[Path]:
        """The pictures that were drawn, for *watched* and the public alone."""
        return [*(self.folder / "pictures").glob("*.png")]


def compare_with_twin(
    first: FirstWorld, watched: str, pauses: int, folder: Path, monkeypatch: pytest.MonkeyPatch, **how: Any
) -> tuple[Post, dict[str, bytes]]:
    """Play *first* and a twin by mail; the first, and what reached *watched* in both."""
    one = Post(folder / "one" / "game", first, first, watched, **how).play(pauses)
    second = SecondWorld(first, watched, pauses)
    monkeypatch.setattr("pbem.engine.table.Chance", other_chance(second.swap))
    two = Post(folder / "two" / "game", second, first, watched, **how).play(pauses)
    mine, other = one.reached(), two.reached()
    assert mine.keys() == other.keys()
    for name, raw in mine.items():
        assert raw == other[name], name
    assert first.pauses[-1].views != second.pauses[-1].views, "the worlds were the same"
    return one, mine


@pytest.mark.slow
@pytest.mark.parametrize(("players", "watched"), SEATS)
def test_every_byte_that_reaches_a_seat_is_the_same_in_twin_worlds(
    players: int, watched: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = FirstWorld(players, SECRET)
    _, mine = compare_with_twin(first, watched, PAUSES, tmp_path, monkeypatch, enquiries=(*COMMANDS, FAULTY))
    assert len(mine) > 4 * PAUSES


@pytest.mark.slow
@pytest.mark.parametrize("watched", tries(["britain"], ["france", "britain"]))
def test_2_4_every_byte_is_the_same_and_comes_at_the_same_hour_when_a_hold_asks(
    watched: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = compare_with_twin(HeldWorld(3, SECRET), watched, 4, tmp_path, monkeypatch, hours=True)
    assert HOLD in [pause.asked[0].label for pause in one.world.pauses[:-1]]


@pytest.mark.slow
def test_every_byte_of_the_pictures_is_the_same_in_twin_worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.report.pictures.png", cache(png))
    first = FirstWorld(2, SECRET)
    one, mine = compare_with_twin(
        first, "france", 3, tmp_path, monkeypatch, pictures=True, enquiries=("reach Davout\n",)
    )
    assert sum(raw.count(b"image/png") for raw in mine.values()) > 4
    assert len(one.drawn()) > 4
