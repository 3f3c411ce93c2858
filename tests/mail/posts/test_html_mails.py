"""Emails in HTML in both games: what mail programs and pasted pages put around orders never makes them another's."""

import html
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from pbem.mail.intake.sheet_files import look_at
from pbem.report.letter import SheetFate
from tests.long import tries
from tests.mail.corpus.posting import multipart, part
from tests.mail.corpus.wraps_html import STYLES, markup
from tests.mail.posts.boards import OTHER, Forum, forums, in_games

ADDRESSES = {"maria": "chloe@example.org", "tnw": "france@example.org"}
STRUCK = {
    "s": "<s>{}</s>",
    "strike": "<strike>{}</strike>",
    "del": "<del>{}</del>",
    "style": '<span style="text-decoration: line-through">{}</span>',
    "style-line": '<span style="font-size:11pt;text-decoration-line:line-through;color:red">{}</span>',
    "word": '<s><span lang="EN-US" style="font-family:Calibri">{}<o:p></o:p></span></s>',
    "nested": "<b><i><s>{}</s></i></b>",
    "class": '<span class="bbc_strike">{}</span>',
    "upper": "<S>{}</S>",
}
HIDDEN = {
    "none": '<span style="display:none">{}</span>',
    "none-important": '<span style="display: none !important;mso-hide:all">{}</span>',
    "size": '<span style="font-size:0px">{}</span>',
    "hidden": '<span style="visibility:hidden">{}</span>',
    "white": '<span style="color:#ffffff">{}</span>',
    "attribute": "<span hidden>{}</span>",
}
QUOTES: dict[str, str] = yaml.safe_load(Path(__file__).with_name("quotations.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Forum]:
    return forums(tmp_path_factory.mktemp("html"))


def lines(text: str) -> str:
    return markup(text, "breaks").removeprefix("<html><body>").removesuffix("</body></html>")


def mails(game: str, page: str) -> list[bytes]:
    """Emails with *page* alone: of one shape, another for the next page; of each shape in a long run."""
    head = (
        f"From: Player <{ADDRESSES[game]}>\r\nTo: game@example.org\r\nSubject: Re: orders\r\n"
        "Date: Mon, 12 Jan 2026 20:48:19 +0100\r\nMessage-ID: <4711@example.org>\r\nMIME-Version: 1.0\r\n"
    ).encode()
    whole = part(f"<html><body>{page}</body></html>", kind="text/html")
    shapes = (
        head + whole,
        head + multipart("related", whole),
        head + part(f"<html><body>{page}</body></html>", kind="text/html", cte="base64"),
    )
    return [*tries(shapes[len(page) % 3 :][:1], shapes)]


def read(game: str, forum: Forum, page: str) -> list[tuple[SheetFate, str, str]]:
    """What becomes of *page* in emails: its fate, its orders, and why."""
    found = []
    for raw in mails(game, page):
        looked = look_at(forum.game, forum.seat, raw, as_mail=True)
        why = f"{[each.problem for each in looked.sheet.every_fault]}, {looked.doubts}"
        found.append((looked.fate, forum.ordered(looked), why))
    return found


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game", ["maria", "tnw"])
@pytest.mark.parametrize("marks", [False, True])
def test_orders_of_each_program_are_read(boards: Mapping[str, Forum], game: str, style: str, *, marks: bool) -> None:
    forum = boards[game]
    sheet = f"---\n{forum.own}...\n" if marks else forum.own
    for text in (sheet, f"Hi Gisela,\n\nhere are my orders:\n\n{sheet}\n\nCheers\nLys\n"):
        for fate, orders, why in read(game, forum, markup(text, style)):
            assert fate is SheetFate.accepted, why
            assert forum.in_own in orders


@pytest.mark.parametrize("quote", QUOTES)
@pytest.mark.parametrize("game", ["maria", "tnw"])
def test_what_is_quoted_is_never_its_writer_s(boards: Mapping[str, Forum], game: str, quote: str) -> None:
    forum = boards[game]
    quoted = QUOTES[quote].replace("{by}", OTHER)
    theirs = quoted.replace("{text}", lines(forum.other))
    asked = quoted.replace("{text}", lines("Are you coming?\n"))
    marked = quoted.replace("{text}", lines(f"---\n{forum.other}...\n"))
    for page in (theirs, f"<p>lol</p>{theirs}", f"{theirs}<p>lol</p>", marked, f"{marked}<p>no way</p>"):
        for fate, orders, why in read(game, forum, page):
            assert fate is not SheetFate.accepted, (page, why)
            assert forum.in_other not in orders, (page, why)
    for page in (
        f"{lines(forum.own)}<br>{theirs}",
        f"{asked}<br>{lines(forum.own)}",
        f"{theirs}<br>{lines(forum.own)}",
        f"{marked}<br>{lines(forum.own)}",
        f"<p>Hi,</p>{asked}<p>Yes.</p>{lines(forum.own)}",
        f"{theirs}<br><pre>{html.escape(forum.own)}</pre>",
    ):
        for fate, orders, why in read(game, forum, page):
            assert forum.in_other not in orders, (page, why)
            assert fate in (SheetFate.accepted, SheetFate.doubted), (page, why)
            assert forum.in_own in orders


@pytest.mark.parametrize(("game", "style"), in_games(STYLES))
@pytest.mark.parametrize("way", [*STRUCK, *HIDDEN])
def test_what_no_reader_sees_or_is_struck_out_is_never_ordered(
    boards: Mapping[str, Forum], game: str, way: str, style: str
) -> None:
    forum = boards[game]
    line = html.escape(forum.line, quote=False)
    around = (STRUCK | HIDDEN)[way]
    for text in (forum.own, f"---\n{forum.own}...\n", f"Hello,\n\n{forum.own}\nLys\n"):
        page = markup(text, style).replace(line, around.format(line))
        assert around.format(line) in page
        for fate, orders, why in read(game, forum, page):
            assert forum.gone not in orders, (page, why)
            assert way in HIDDEN or fate is SheetFate.refused, (page, why)


ASKED = [
    "Please ignore the orders below.",
    "This is only a draft, do not use it yet.",
    "If Austria attacks, I do this:",
    "Grenzer sent me this:",
]
TOLD_BELOW = ["EDIT: {order}", "Correction: {order}", "PS: {order}", "UPDATE: {order}"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game", ["maria", "tnw"])
def test_words_that_change_what_is_ordered_are_asked_about(boards: Mapping[str, Forum], game: str, style: str) -> None:
    forum = boards[game]
    marked = f"---\n{forum.own}...\n"
    texts = [f"{words}\n\n{marked}" for words in ASKED]
    texts += [f"{marked}\n{words.format(order=forum.order)}\n" for words in TOLD_BELOW]
    for text in texts:
        for fate, _, why in read(game, forum, markup(text, style)):
            assert fate in (SheetFate.doubted, SheetFate.refused), (text, why)
