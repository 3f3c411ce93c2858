"""What people write above a sheet between marks: talk costs no round of mail, a condition and another author do."""

from pathlib import Path

import pytest
import yaml

from pbem.mail.extraction.doubts import PROVISO, doubts_of
from pbem.mail.extraction.find import find
from pbem.mail.mime.text import MailContents, MailText
from pbem.sheet.check import keys_of
from tests.toy.ruleset import TOY

SAID: dict[str, list[str]] = yaml.safe_load(Path(__file__).with_name("above_marked_sheets.yaml").read_text("utf-8"))
MARKED = "--- # mine\nbid: 3\n...\n"
KEYS = keys_of(TOY.orders)
OWN = frozenset({"ann"})


def doubts(mail: str) -> list[str]:
    found = find(MailContents((MailText(text=mail, source="plain"),)), keys=KEYS)
    assert (found.what, found.problem) == ("orders", "")
    return [doubt.code for doubt in doubts_of(found, found.words, OWN)]


def test_there_are_enough_of_both() -> None:
    assert min(map(len, SAID.values())) >= 60


@pytest.mark.parametrize("said", SAID["counts"])
def test_ordinary_talk_costs_no_round_of_mail(said: str) -> None:
    assert doubts(f"Hi Mo,\n\n{said}\n\n{MARKED}\nBest,\nAnn\n") == []
    assert doubts(f"{said}\n{MARKED}") == []


@pytest.mark.parametrize("said", SAID["waits"])
def test_a_condition_and_another_author_are_asked_about(said: str) -> None:
    assert doubts(f"Hi Mo,\n\n{said}\n\n{MARKED}\nBest,\nAnn\n") == [PROVISO]
    assert doubts(f"{said}\n{MARKED}") == [PROVISO]


def test_below_the_sheet_the_same_is_asked_about() -> None:
    assert doubts(f"{MARKED}\nThese are Ben's orders.\n") == [PROVISO]
    assert doubts(f"{MARKED}\nThese are Ann's orders.\n") == []
