"""An email as text, HTML and pictures: what is in it, and that nothing wrong with the HTML keeps it from going."""

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.outgoing import writing
from pbem.referee import opening
from pbem.referee.pictures import LetterPicture
from pbem.referee.status import status
from pbem.report.tree import Content, marked, parse
from tests.toy.game import RULESETS, START, Clock, new_game, opened

CONTENT = parse(marked("# Orders\n\n![](map)\nGo " + "on " * 60 + "\n\n--- # x {abcd-efgh}\n  - a\n...\n![](other)\n"))

PICTURES = ("map", "other", "third")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game(tmp_path / "game")
    for name in PICTURES:
        (tmp_path / name).write_bytes(name.encode() * 2000)
    return tmp_path / "game"


def pictures(folder: Path) -> list[LetterPicture]:
    return [LetterPicture(name, folder.parent / name, f"The “{name}”.", 800, 600) for name in PICTURES]


def queued(folder: Path, content: Content = CONTENT, ident: str = "round-0001-ann") -> EmailMessage:
    with opening.held(folder, RULESETS) as game:
        writing.queue(game, ident, writing.Notice("s", content, "ann", pictures=pictures(folder)), START)
        raw = game.outbox.read(ident)[1]
    assert all(byte < 128 for byte in raw)
    assert max(map(len, raw.split(b"\r\n"))) < 200
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def kinds(mail: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in mail.walk()]


def test_an_email_has_its_words_as_text_and_as_html_with_the_pictures_that_it_shows(folder: Path) -> None:
    mail = queued(folder)
    assert kinds(mail) == [
        "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png", "image/png",
    ]  # fmt: skip
    text, page, *sent = [part for part in mail.walk() if not part.is_multipart()]
    assert text["Content-Type"].params["format"] == "flowed"
    assert "\n--- # x {abcd-efgh}\n   - a\n...\n" in text.get_content().replace("\r", "")
    html = page.get_content()
    for picture, made in zip(sent, pictures(folder), strict=False):
        assert picture.get_content() == made.png
        assert picture["Content-Disposition"].content_disposition == "inline"
        assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html
        assert f'alt="{made.alt}"' in html
    assert "http" not in html.replace("http-equiv", ""), "no server is asked for anything"
    assert '<h1 style="' in html
    assert "@media (prefers-color-scheme: dark)" in html


def test_the_same_email_is_the_same_byte_for_byte(folder: Path, tmp_path: Path) -> None:
    first = queued(folder).as_bytes()
    with opening.held(folder, RULESETS) as game:
        path = game.outbox.path("round-0001-ann", "queued")
        stored = path.read_bytes()
        path.unlink()
    assert queued(folder).as_bytes() == first
    assert path.read_bytes() == stored
    boundaries = {part.get_boundary() for part in message_from_bytes(first).walk() if part.is_multipart()}
    assert len(boundaries) == 2


def test_html_that_cannot_be_made_leaves_the_text_and_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("css went\nwrong")

    monkeypatch.setattr("pbem.mail.outgoing.writing.inlined", broken)
    assert kinds(queued(folder)) == ["text/plain"]
    assert status(opened(folder), Clock()).shortfall == {"HTML": "css went wrong"}
    monkeypatch.undo()
    queued(folder, ident="round-0002-ann")
    assert status(opened(folder), Clock()).shortfall == {}


def test_only_as_many_pictures_go_as_the_server_takes(folder: Path) -> None:
    yaml = folder / "game.yaml"
    whole = len(queued(folder).as_bytes())
    limit = f"  out: {{smtp: {{host: 127.0.0.1, most bytes: {whole - 1}}}}}"
    yaml.write_text(re.sub(r"(?m)^  out: .*$", limit, yaml.read_text("utf-8")), "utf-8")
    mail = queued(folder, ident="round-0002-ann")
    assert kinds(mail).count("image/png") == 1
    assert mail.get_body(("html",)).get_content().count("<img") == 1  # type: ignore[union-attr]
