"""What mail programs put below an answer is never part of it, and no word of its writer."""

import html
import textwrap

import pytest

from pbem.mail.extraction.command import says_something
from pbem.mail.extraction.find import find
from pbem.mail.message.received import opened
from pbem.mail.mime.text import FoundOrders, MailContents, MailText
from tests.mail.corpus.posting import quoted
from tests.mail.corpus.surroundings import FORM, LETTER

KEYS = frozenset({"moves", "passes", "trump", "standing"})
SHEET = "moves:\n  - Belle-Isle: Weiden > Mies\n  - Törring: Landshut\n"
OWN = {"shape": SHEET, "marks": f"---\n{SHEET}...\n", "words": "I shall be away until Monday. Can we wait?\n"}
HEADERS = "From: Game <game@example.net>\nSent: Monday, January 5, 2026 8:00 PM\nTo: Anna\nSubject: [x] orders\n\n"
BELOW = {
    "Outlook, touching": HEADERS + LETTER,
    "Outlook, ruled": "\n________________________________\n" + HEADERS + LETTER,
    "Outlook, German": "Von: Game <g@x.example>\nGesendet: 5. Januar 2026 20:00\nAn: A\nBetreff: x\n\n" + LETTER,
    "Outlook, Thai": "จาก: Game <g@x.example>\nส่ง: 5 มกราคม 2026 20:00\nถึง: A\nเรื่อง: x\n\n" + LETTER,
    "Gmail": "\nOn Mon, Jan 5, 2026 at 8:00 PM Game <g@x.example> wrote:\n\n" + quoted(LETTER),
    "Gmail, Thai, no marks": "\nในวันที่ จ. 5 ม.ค. 2026 เวลา 20:00 Game <g@x.example> เขียนว่า:\n\n" + LETTER,
    "Gmail, Hebrew, no marks": "\n\u202bבתאריך 5 בינו׳ 2026 ב-20:00 מאת "
    "\u202aGame\u202c <\u202ag@x.example\u202c>:\u202c\n" + LETTER,
    "Gmail, Hebrew, isolates": "\n\u2067בתאריך 5 בינואר 2026, 20:00, "
    "\u2066Game <g@x.example>\u2069:\u2069\n" + quoted(LETTER),
    "Apple": "\n> On 5. Jan 2026, at 20:00, Game <g@x.example> wrote:\n> \n" + quoted(LETTER),
    "Thunderbird": "\nAm 05.01.26 um 20:00 schrieb Game:\n" + quoted(LETTER),
    "K-9": "\n-- \nMit K-9 Mail gesendet.\n\n-------- Ursprüngliche Nachricht --------\n" + HEADERS + LETTER,
    "Yahoo": "\n    On Monday, January 5, 2026 at 08:00:00 PM, Game <g@x.example> wrote:  \n \n" + LETTER,
    "web.de": "\nGesendet: 05. Januar 2026 um 20:00 Uhr\nVon: \"Game\" <g@x.example>\nAn: a\nBetreff: x\n\n" + LETTER,
    "Proton": "\nSent with [Proton Mail](https://proton.me) secure email.\n\nOn Monday, January 5th, 2026 at 20:00, "
    "Game <g@x.example> wrote:\n\n" + quoted(LETTER),
    "Horde": "\nQuoting Game ‹g@x.example>:\n\n" + quoted(LETTER),
    "Horde, no marks": "\nQuoting Game <g@x.example>:\n\n" + LETTER,
    "Horde, German": "\nZitat von Game <g@x.example>:\n\n" + quoted(LETTER),
    "disclaimer": "________________________________\nThis email is confidential: do not pass it on.\nCompany no: 12\n",
    "disclaimer, stars": "\n**********\nCONFIDENTIALITY NOTICE: The contents are privileged.\n**********\n",
    "disclaimer, German": "\n==========\nHaftungsausschluss: Diese E-Mail ist vertraulich.\nAmtsgericht: Potsdam\n",
}  # fmt: skip

LONG = LETTER.replace(
    "--- #",
    "\n".join(f"- General {n} stands in city {n + 3}, with cards that no one else has seen." for n in range(12))
    + "\n\n--- #",
)
"""A letter of the length that letters have."""


def check(read: FoundOrders, own: str) -> None:
    if own == "words":
        assert (read.what, read.problem) == ("words", "")
        assert says_something(read.words)
    else:
        assert (read.what, read.problem) == ("orders", "")
        assert read.sheet.removeprefix("---\n").removesuffix("...\n") == SHEET
        assert not says_something(read.words)


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("client", BELOW)
def test_what_a_program_puts_below_is_left_out(client: str, own: str) -> None:
    text = MailText(text=OWN[own] + BELOW[client], source="plain")
    check(find(MailContents((text,)), FORM, keys=KEYS), own)


def paragraphs(text: str) -> str:
    return "".join(
        f'<p class="MsoNormal">{html.escape(line).replace("  ", "&nbsp; ") or "&nbsp;"}</p>'
        for line in text.split("\n")
    )


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("border", [' style="border:none;border-top:solid #E1E1E1 1.0pt"', ""])
def test_a_sheet_right_above_the_headers_of_outlooks_html_is_whole(border: str, own: str) -> None:
    headers = html.escape(HEADERS.strip()).replace("\n", "<br>")
    page = f"<div>{paragraphs(OWN[own].strip())}<div{border}><p>{headers}</p></div>{paragraphs(LETTER)}</div>"
    raw = f"From: anna@example.org\r\nSubject: x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html>{page}</html>"
    check(opened(raw.encode(), FORM, KEYS).found, own)


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("gap", ["", "\n"])
@pytest.mark.parametrize(
    "intro", ["", "Game <g@x.example>, 05.01.2026 20:00:\n", "Od: Game <g@x.example>\nKdy: 2026-01-05 20:00\n"]
)
def test_a_letter_that_comes_back_without_a_sign_is_known_by_its_lines(intro: str, gap: str, own: str) -> None:
    text = MailText(text=OWN[own] + gap + intro + LONG, source="plain")
    check(find(MailContents((text,)), FORM, keys=KEYS, letter=LONG), own)


@pytest.mark.parametrize("width", [40, 66])
@pytest.mark.parametrize("own", OWN)
def test_it_may_be_folded_on_its_way(own: str, width: int) -> None:
    lines = [part for line in LONG.split("\n") for part in (textwrap.wrap(line, width) or [""])]
    text = MailText(text=OWN[own] + "\n" + "\n".join(lines), source="plain")
    read = find(MailContents((text,)), FORM, keys=KEYS, letter=LONG)
    assert SHEET in read.sheet if own != "words" else read.what != "orders"


def test_a_form_that_is_changed_within_the_returned_letter_is_the_sheet() -> None:
    changed = LONG.replace("passes: yes\n", "trump: hearts\n")
    read = find(MailContents((MailText(text=changed, source="plain"),)), FORM, keys=KEYS, letter=LONG)
    assert (read.what, read.problem) == ("orders", "")
    assert "trump: hearts" in read.sheet


def test_the_form_alone_is_a_sheet_and_no_returned_letter() -> None:
    for own in (FORM, FORM.replace("passes: yes\n", "")):
        read = find(MailContents((MailText(text=f"Hi Mo,\n\n{own}", source="plain"),)), FORM, keys=KEYS, letter=LONG)
        assert (read.what, read.sheet) == ("orders", own)


def test_words_above_a_returned_letter_are_kept_though_they_name_an_address() -> None:
    text = "My new address is anna99@example.org\n\n" + LONG
    read = find(MailContents((MailText(text=text, source="plain"),)), FORM, keys=KEYS, letter=LONG)
    assert (read.what, read.words) == ("words", "My new address is anna99@example.org")


@pytest.mark.parametrize("own", OWN)
def test_what_stands_below_a_returned_letter_is_at_least_for_the_moderator(own: str) -> None:
    text = MailText(text=HEADERS + LONG + "\n\n" + OWN[own], source="plain")
    read = find(MailContents((text,)), FORM, keys=KEYS, letter=LONG)
    assert (read.what, read.words) == ("words", OWN[own].strip())
    untouched = find(MailContents((MailText(text=HEADERS + LONG, source="plain"),)), FORM, keys=KEYS, letter=LONG)
    assert untouched.what == "nothing"
