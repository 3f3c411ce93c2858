"""What another player wrote is never forwarded as one's own, however a mail program quotes it."""

import re
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from pbem.mail.extraction.block import Addressee, split
from pbem.mail.extraction.quoting import lines_of
from tests.mail.corpus.surroundings import DIVIDERS, FAREWELLS, INTRODUCTIONS
from tests.mail.extraction.test_replies_to_html import PROGRAMS
from tests.mail.words.world import World
from tests.toy.game import drop

SECRET = "The quokka marches at dawn."


def who(name: str) -> Addressee:
    return "player" if name.casefold() in ("ben", "ann") else ""


def said(text: str) -> list[str]:
    return [one.text for one in split(lines_of(text), who, frozenset({"bid"}), own_name="Ann Ünsal")[0]]


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_a_marked_quotation_is_left_out(introduction: str) -> None:
    quoted = "".join(f"> {line}\n" for line in ("to ann: once", SECRET, "> older", "to ben: " + SECRET))
    assert said(f"to ben: Agreed.\n\n{introduction}\n{quoted}") == ["Agreed."]
    assert said(f"{introduction}\n{quoted}\nto ben: Agreed.\n") == ["Agreed."]


@pytest.mark.parametrize("divider", DIVIDERS)
def test_a_letter_below_a_divider_is_left_out(divider: str) -> None:
    assert said(f"to ben: Agreed.\n\n{divider}\nto ben: {SECRET}\n{SECRET}\n") == ["Agreed."]


@pytest.mark.parametrize("farewell", FAREWELLS[:7])
def test_farewells_names_and_what_phones_add_are_left_out(farewell: str) -> None:
    assert said(f"to ben: Agreed.\n{farewell}") == ["Agreed."]


def test_a_copied_header_begins_no_words() -> None:
    assert said("From: Cid\nTo: Ben\nSubject: plans\n\nHello\n") == []


def html_reply(about: str, page: str, number: int) -> bytes:
    mail = EmailMessage(SMTP)
    mail["From"], mail["To"], mail["Subject"] = "ben@example.org", "game@example.org", about
    mail["Message-ID"] = f"<{number}@ben.example>"
    mail.set_content(page, subtype="html")
    return mail.as_bytes()


@pytest.mark.parametrize("marked", [True, False], ids=["with blockquotes", "without"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_reply_by_any_program_forwards_nothing(tmp_path: Path, program: Callable[[str], str], marked: bool) -> None:
    world = World(tmp_path / "game", "words: {between players: named}\n")
    world.sends("ann", f"to ben: {SECRET}\n\nto ben: is what I write\n")
    told = world.out("ben", "fact")[0]
    body = told.get_body(preferencelist=("html",))
    assert body is not None
    page = str(body.get_content())
    page = page if marked else re.sub(r"</?blockquote[^>]*>", "", page)
    answer = program(page).replace("<body>", "<body><div>to ann: Agreed.</div><div>to cid: Hear, hear.</div>", 1)
    answer = re.sub(r"^(?!.*Agreed)", "<div>to ann: Agreed.</div><div>to cid: Hear, hear.</div>", answer, count=1)
    drop(world.folder, "reply.eml", html_reply(f"Re: {told['Subject']}", answer, 1), world.clock.at)
    world.turn()
    for seat, words in (("ann", "> Agreed."), ("cid", "> Hear, hear.")):
        (text,) = world.texts(seat, "fact")
        assert words in text
        assert "quokka" not in text
        assert "is what I write" not in text
