"""Words with a colon are words, unless a key of the game's sheets stands before it."""

from pathlib import Path

import pytest
import yaml

from pbem.mail.extraction.find import find
from pbem.mail.mime.text import FoundOrders, MailContents, MailText
from pbem.sheet.check import keys_of
from pbem_maria.ruleset import MARIA
from tests.toy.ruleset import TOY

MAILS: dict[str, str] = yaml.safe_load(Path(__file__).with_name("ordinary.yaml").read_text(encoding="utf-8"))
KEYS = {"maria": keys_of(MARIA.orders), "toy": keys_of(TOY.orders)}


def found(text: str, keys: frozenset[str] = KEYS["maria"]) -> FoundOrders:
    return find(MailContents((MailText(text=text, source="plain"),)), keys=keys)


@pytest.mark.parametrize("game", KEYS)
@pytest.mark.parametrize("name", MAILS)
def test_an_ordinary_mail_is_for_the_moderator(name: str, game: str) -> None:
    read = found(MAILS[name], KEYS[game])
    assert (read.what, read.problem) == ("words", "")
    assert read.words


@pytest.mark.parametrize(
    "sheet",
    [
        "moves:\n  - Broglie: Linz\n",
        "Moves :\n- Broglie: Linz\n",
        "mvoes:\n  - Broglie: Linz\n",
        "**moves:**\n  - Broglie: Linz\n",
        "/moves:/\n  - Broglie: Linz\n",
        "/moves/:\n  - /Broglie:/ Linz\n",
        "- troops: {Broglie: 5}\n",
        "new-troops: {Broglie: 5}\n",
        "Broglie: 5\ntroops: {Törring: 5}\n",
    ],
)
def test_one_key_makes_a_sheet_of_lines_without_marks(sheet: str) -> None:
    assert (found(sheet).what, found(sheet).sheet) == ("orders", sheet)
    assert (found(f"Hi Max,\n\nInfo: I am away.\n\n{sheet}\nAnna\n").what) == "orders"


def test_lines_with_a_colon_around_a_sheet_are_words_if_they_stand_apart() -> None:
    read = found("Info: ich bin bis Montag weg.\n\nmoves:\n  - Broglie: Linz\n\nBad news: broken arm.\n")
    assert read.sheet == "moves:\n  - Broglie: Linz\n"
    assert "Info: ich bin bis Montag weg." in read.words
    assert "Bad news: broken arm." in read.words


@pytest.mark.parametrize("line", ["Broglie: Linz", "Broglie: Linz > Wels", "- Broglie: Linz"])
def test_what_may_be_an_order_stays_with_the_sheet_it_stands_beside(line: str) -> None:
    sheet = f"{line}\n\ntroops: {{Törring: 5}}\n"
    assert found(sheet).sheet == sheet


def test_a_key_that_only_begins_a_sentence_is_a_word() -> None:
    assert found("Peace: I would like to talk about it.\n").what == "words"
    assert found("Troops: my letter says 5, but I have 6 of them.\n").what == "words"
    assert found("peace: accept\n").what == "orders"


def test_orders_without_their_key_are_words_and_it_is_said_what_they_lack() -> None:
    read = found("Hi Max,\n\nBroglie: Linz > Wels\nTörring: Landshut\n")
    assert (read.what, [(note.code, note.args) for note in read.notes]) == (
        "words",
        [("no-key", {"first": 3, "last": 4})],
    )
    assert found("Bad news: broken arm.\n").notes == ()


def test_words_below_a_bare_rule_open_no_sheet() -> None:
    assert found("Work.\n\n---\nAnna Berg\nOrt: Potsdam\n").what == "words"
    assert found("---\nmoves:\n  - Broglie: Linz\n\nBest\nAnna\n").what == "orders"
    assert found("---\nOrt: Potsdam\n...\n").what == "orders"
