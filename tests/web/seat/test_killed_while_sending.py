"""A desk that dies while it sends, at every instant at which the disk changes: no sheet is doubled or half kept."""

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.mail.exchange import take_in
from pbem.referee import letter, opening, submissions
from pbem.referee.game import now
from pbem.web.seat.desk import SeatDesk
from pbem.web.seat.sending import SheetToSend, prepared, send
from tests.referee.killer import deaths
from tests.toy.game import RULESETS
from tests.web.seats import begun


def page_sends(folder: Path, after: int) -> SheetToSend:
    """The sheet, as the same page sends it some seconds after it was made."""
    game = opening.look(folder, RULESETS)
    desk = SeatDesk(
        game=game,
        seat="ann",
        words=letter.words_for(game, game.view("ann"), "ann"),
        at=now(),
        stages=game.stages("ann"),
        text="bid: 3\n",
        stage="",
        nonce="0" * 32,
    )
    return prepared(desk, "sheet", desk.text, now() + timedelta(seconds=after))


def sent(sheet: SheetToSend, folder: Path) -> None:
    assert send(replace(sheet, folder=folder), now, RULESETS).fate == "read"


def found(folder: Path) -> tuple[str, list[str]]:
    """What counts for the seat, and what became of its emails."""
    game = opening.look(folder, RULESETS)
    stage = game.stage("ann")
    assert stage
    counts = submissions.counting(game, "ann", *stage.put)
    return repr(counts.order) if counts else "", [one.state for one in game.inbox.verdicts()]


@pytest.mark.slow
def test_killed_at_any_instant_and_sent_again_it_counts_once(tmp_path: Path) -> None:
    base, instant, counted = begun(tmp_path / "base", now), 0, False
    first, again = page_sends(base, 0), page_sends(base, 5)
    for instant, work in deaths(base, tmp_path, partial(sent, first)):
        with opening.held(work, RULESETS) as game:
            take_in(game, now)  # as the next turn does
        order, states = found(work)
        counted = bool(order)
        assert (order, states) in (("Bid(bid=3)", ["accepted"]), ("", [])), instant

        sent(again, work)
        order, states = found(work)
        assert order == "Bid(bid=3)", instant
        assert sorted(states) in (["accepted"], ["accepted", "doubled"]), instant
    assert counted, "undisturbed, it counts at once"
    assert instant > 10
