from collections.abc import Iterator
from functools import cache

import pytest

from pbem.mail.message.received import first_look, opened
from tests.mail.corpus.games import BID, ORDERS, Board, data, maria, toy
from tests.mail.corpus.posting import Wrapped
from tests.mail.corpus.wraps import wraps
from tests.mail.corpus.wraps_around import returned

SHEETS = {"toy": (toy, BID), "maria": (maria, ORDERS)}
SAMPLED = 9
"""A game judges one wrapping out of so many."""


@pytest.fixture(scope="module", params=SHEETS)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Board, str]:
    """A game that waits, and a valid sheet for it."""
    begin, sheet = SHEETS[request.param]
    return begin(tmp_path_factory.mktemp(request.param) / "game"), sheet


def wrapped(board: Board, sheet: str) -> list[Wrapped]:
    return list(wraps(sheet, board.post))


def unlike(board: Board, sheet: str, mails: list[Wrapped]) -> Iterator[str]:
    """The wrappings in which the orders are not what they are on the bare sheet."""
    check = cache(board.check)
    meant = data(check(sheet).order)
    for name, raw in mails:
        incoming = opened(raw, board.post.form)
        verdict, reason = first_look(incoming)
        if verdict != "orders":
            yield f"{name}: {verdict} {reason} {incoming.found.args}"
            continue
        checked = check(incoming.found.sheet)
        if checked.order is None:
            yield f"{name}: refused, {checked.faults[0].problem.code} {checked.faults[0].place}\n{incoming.found.sheet}"
        elif data(checked.order) != meant:
            yield f"{name}: other orders\n{incoming.found.sheet}"


def test_orders_are_the_same_in_every_wrapping(game: tuple[Board, str]) -> None:
    board, sheet = game
    mails = wrapped(board, sheet)
    assert len(mails) > 200
    assert not list(unlike(board, sheet, mails))


def test_the_desk_accepts_the_same_order_from_every_wrapping(game: tuple[Board, str]) -> None:
    board, sheet = game
    mails = [raw.replace(b"<4711@", b"<%d@" % n) for n, (_, raw) in enumerate(wrapped(board, sheet)[::SAMPLED])]
    handled = board.receive(*mails)
    assert [one.verdict.state for one in handled] == ["accepted"] * len(mails)
    orders = [data(order) for order in board.orders().values()]
    assert len(orders) == len(mails)
    assert all(order == data(board.check(sheet).order) for order in orders)


@pytest.mark.parametrize("words", ["", "Thank you, I shall think about it until Sunday.\n\nBen\n"])
def test_a_letter_that_comes_back_unchanged_is_no_order(game: tuple[Board, str], words: str) -> None:
    board, _ = game
    for name, raw in returned(board.post, words):
        for form in (board.post.form, ""):
            incoming = opened(raw, form)
            expected = "moderator" if words else "refused"
            assert (name, first_look(incoming)[0], incoming.found.sheet) == (name, expected, "")
