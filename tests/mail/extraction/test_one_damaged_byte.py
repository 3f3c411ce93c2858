"""One damaged byte in the mail of a real game: the orders that were meant, or none at all."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.mail.message.received import first_look, opened
from tests.long import LONG
from tests.mail.corpus.damage import Damaged, damaged
from tests.mail.corpus.games import ORDERS, Board, data, maria
from tests.mail.corpus.wraps import wraps

MAILS = (
    "plain: marked with the subject",
    "plain: bare",
    "plain: fenced",
    "encoded: utf-8 8bit",
    "encoded: utf-8 base64",
    "encoded: utf-16 base64",
    "encoded: iso-8859-1 quoted-printable",
    "encoded: windows-1252 8bit",
    "flowed: flowed and wrapped",
    "flowed: delsp and wrapped",
    "in_html: gmail marked",
    "in_html: word bare",
    "nested: mixed of alternative",
    "nested: signed",
    'attached: filename="orders.yaml" application/octet-stream attachment bare',
    "quoting: marked above a block of headers",
    "quoting: bare above",
    "edited: behind the quotation marks",
    "edited: in lines of one's own",
)
SAMPLED = 41 if LONG else 83
"""Of so many bytes one is damaged, another one in each email."""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """A game of Maria, whose letter is cut short: its form is what matters."""
    board = maria(tmp_path_factory.mktemp("maria") / "game")
    letter = f"{board.post.letter[:200]}\n\n{board.post.form}\nKeep the subject as it is.\n"
    return replace(board, post=replace(board.post, letter=letter))


def outcome(board: Board, raw: bytes, checked: Any) -> Any:
    """The order that the mail would give, None if it would give none; a refusal names a line or the problem."""
    incoming = opened(raw, board.post.form)
    verdict, reason = first_look(incoming)
    if verdict != "orders":
        assert verdict != "refused" or reason
        return None
    sheet = checked(incoming.found.sheet)
    assert sheet.order is not None or all(fault.place.line >= 1 for fault in sheet.faults)
    return data(sheet.order)


def indistinguishable(one: Damaged) -> bool:
    """Whether the damage makes another number that no one can tell from a meant one: a digit lost or doubled.

    Of these emails only the 3 of `at most: 3 cards` is one, doubled, where the text is not in base64.
    """
    return one.kind in ("dropped", "doubled") and one.was.isdigit()


@pytest.mark.slow
@pytest.mark.parametrize("name", MAILS)
def test_one_damaged_byte_gives_the_same_orders_or_none(name: str, board: Board) -> None:
    mails = dict(wraps(ORDERS, board.post))
    checked = cache(board.check)
    meant = data(board.check(ORDERS).order)
    assert outcome(board, mails[name], checked) == meant
    others = [
        (one.kind, one.at, one.raw[max(0, one.at - 30) : one.at + 30])
        for one in damaged(mails[name], SAMPLED, MAILS.index(name))
        if outcome(board, one.raw, checked) not in (None, meant) and not indistinguishable(one)
    ]
    assert not others
