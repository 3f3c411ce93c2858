"""A sheet that is sent on the desk: the same item, the same receipt, and once only."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.referee import opening
from pbem.referee.game import Game, now
from tests.toy.game import RULESETS
from tests.web.seats import Player, begun, come_in, link_in
from tests.web.serving import serving

TOY = "tests.cli.toy_pbem"


class Table(NamedTuple):
    folder: Path
    ann: Player

    @property
    def game(self) -> Game:
        return opening.look(self.folder, RULESETS)

    def states(self) -> list[str]:
        return [one.state for one in self.game.inbox.verdicts()]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    folder = begun(tmp_path / "toy-1", now)
    with serving(tmp_path, module=TOY) as desk:
        yield Table(folder, come_in(desk, link_in(folder, "ann")))


def test_the_page_has_the_form_of_the_letter(table: Table) -> None:
    got = table.ann.page()

    assert got.status == 200
    assert table.ann.fields()["text"] == "bid: 0\n"
    assert "Your bid in lap 1" in got.text


def test_a_sheet_counts_and_its_receipt_is_shown_and_mailed(table: Table) -> None:
    got = table.ann.send("bid: 3\n")

    assert "It counts" in got.text
    assert "You bid 3" in got.text
    assert table.states() == ["accepted"]
    game = table.game
    verdict = game.inbox.verdicts()[0]
    assert (verdict.seat, verdict.receipt) == ("ann", "receipt-0001")
    assert game.outbox.place("receipt-0001")
