"""Emails in eleven languages: ordinary words around orders cost nothing, and words that deny them let none count."""

from pathlib import Path

import pytest
import yaml

from pbem.mail.extraction.doubts import doubts_of
from pbem.mail.extraction.find import find
from pbem.mail.mime.text import MailContents, MailText
from pbem.sheet.check import keys_of
from tests.toy.ruleset import TOY

MAILS: dict[str, dict[str, str]] = yaml.safe_load(Path(__file__).with_name("beside_sheets.yaml").read_text("utf-8"))
LINES, MARKED = "bid: 3", "--- # mine\nbid: 3\n..."
KEYS = keys_of(TOY.orders)


def counts(mail: str, orders: str) -> bool:
    """Whether exactly the *orders* in the place for them are found, and nothing doubts them."""
    found = find(MailContents((MailText(text=mail.replace("ORDERS", orders), source="plain"),)), keys=KEYS)
    whole = found.what == "orders" and not found.problem and found.sheet.strip() == orders
    return whole and not doubts_of(found, found.words)


@pytest.mark.parametrize("name", MAILS["counts"])
def test_ordinary_words_around_orders_cost_no_round_of_mail(name: str) -> None:
    mail = MAILS["counts"][name]
    assert counts(mail, LINES)
    assert counts(mail, MARKED)


@pytest.mark.parametrize("name", MAILS["counts between marks"])
def test_words_about_something_else_do_not_hold_a_marked_sheet(name: str) -> None:
    assert counts(MAILS["counts between marks"][name], MARKED)


@pytest.mark.parametrize("name", MAILS["never counts"])
def test_lines_that_are_denied_supposed_old_or_someone_elses_do_not_count(name: str) -> None:
    assert not counts(MAILS["never counts"][name], LINES)


@pytest.mark.parametrize("name", MAILS["waits though between marks"])
def test_a_marked_sheet_waits_where_words_say_that_it_does_not_count(name: str) -> None:
    assert not counts(MAILS["waits though between marks"][name], MARKED)
