"""Replies to our own letters as mail programs write them, edited in the quoted form of the HTML or of the flowed text.

A change there that is not read is a lost order; an unchanged form that is read as one is a doubled one.
"""

import re
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

import pytest

from pbem.mail.extraction.block import canonical
from pbem.mail.message.received import opened, with_form
from pbem.mail.mime.html import text_of
from pbem.mail.mime.text import FoundOrders, unflowed
from pbem.mail.outgoing.writing import page_of
from pbem.report.plain import flowed, text, wrapped
from pbem.report.tree import marked, parse

FORM = """\
--- # [toy-1] orders for Austria, turn 3 {abcd-efgh}
# Text after a # is a comment. Delete a line's first # to use it.
moves:                    # in this order
  - Friedrich II.: Breslau > Strehlen
  - Schwerin: stay
standing:
  defence:
    play: lowest that leads
    at most: 3 cards
# combat:
#   all: {play: lowest that leads, stop: losing 2 or less}
...
"""
LETTER = parse(
    marked(
        f"""\
# Turn 3: your orders

To Maria Theresa (Anna)

## What to do now

! One sheet for the whole stage of Austria: supply, moves, attacks and how your combats are fought.
  **By Sunday 24 May 2026, 20:00 (Europe/Warsaw)**

## What happened

### The stage of Prussia

- Friedrich II. marched from Frankenstein through Glatz, which was protected, to Habelschwerdt and left a question mark.
- Schwerin followed to Frankenstein.

|= Strengths
|# Power | Troops | Cards
| France | 24~ troops~ | 12~ cards~
| Prussia | 22~ troops~ | 18~ cards~

![](map)

Your hands
- Austria: ♠ 2 3 5; ♥ 7 (worth 17 points)

## Your sheet

Reply to this email with your sheet between the `---` and `...` lines; text outside them goes to the moderator.

{FORM}
Keep the subject as it is. Send `help` to see what else you can send.
"""
    )
)
PAGE = page_of(LETTER, "Turn 3: your orders", "<1.2@example.org>")
WORDS = text(LETTER) + text_of(PAGE)
KEYS = frozenset({"moves", "standing", "combat", "pass", "passes"})
CHANGED = FORM.replace("Schwerin: stay", "Schwerin: Glogau > Sagan").replace("    at most: 3 cards\n", "")
ATTRIBUTION = "On Sun, 22 Nov 2026 at 10:00, Vienna by mail <game@example.org> wrote:"
CHANGES: dict[str, tuple[tuple[str, str], ...]] = {
    "a line changed and one deleted": (("Schwerin: stay", "Schwerin: Glogau &gt; Sagan"), ("    at most: 3 cards", "")),
    "nothing": (),
}


def edited(page: str, change: str) -> str:
    """The page as its reader leaves it in a reply: a deleted line leaves no trace, or an empty one."""
    for before, after in CHANGES[change]:
        assert before in page
        page = (
            page.replace(f"\n{before}", f"\n{after}" if after else "", 1)
            if before[0] == " "
            else page.replace(before, after, 1)
        )
    return page


def inside(page: str) -> str:
    found = re.search(r"<body[^>]*>(.*)</body>", page, re.DOTALL)
    assert found
    return found[1]


def lines_of_pre(page: str, write: Callable[[str], str]) -> str:
    """The page with each `<pre>` written otherwise, line by line."""
    return re.sub(r"<pre[^>]*>(.*?)</pre>", lambda pre: write(pre[1]), page, flags=re.DOTALL)


def blank(line: str) -> str:
    """Leading spaces as an editor writes them."""
    bare = line.lstrip(" ")
    return "&nbsp;" * (len(line) - len(bare)) + bare


def gmail(page: str) -> str:
    return (
        f'<div dir="ltr"><br></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f'{escape(ATTRIBUTION)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;'
        f'border-left:1px solid rgb(204,204,204);padding-left:1ex"><u></u>{inside(page)}</blockquote></div>'
    )


def gmail_without_pre(page: str) -> str:
    """After an edit in the quoted text: each line a div, indentation as no-break spaces."""
    return gmail(
        lines_of_pre(page, lambda pre: "".join(f"<div>{blank(line) or '<br>'}</div>" for line in pre.split("\n")))
    )


def apple(page: str) -> str:
    return (
        f'<html><head></head><body style="overflow-wrap: break-word;"><br><div><br><blockquote type="cite">'
        f"<div>{escape(ATTRIBUTION)}</div><br><div>{inside(page)}</div></blockquote></div><br></body></html>"
    )


def apple_with_divs(page: str) -> str:
    def write(pre: str) -> str:
        first, *rest = pre.split("\n")
        return f"<pre>{first}" + "".join(f"<div>{blank(line) or '<br>'}</div>" for line in rest) + "</pre>"

    return apple(lines_of_pre(page, write))


def thunderbird(page: str) -> str:
    def write(pre: str) -> str:
        return "<pre>" + "<br>\n".join(pre.split("\n")).replace("<br>\n", "<br>") + "</pre>"

    return (
        f'<html><body><p><br></p><div class="moz-cite-prefix">{escape(ATTRIBUTION)}<br></div>'
        f'<blockquote type="cite" cite="mid:1.2@example.org">{inside(lines_of_pre(page, write))}</blockquote>'
        "</body></html>"
    )


def outlook(page: str) -> str:
    """Word as an editor: no blockquote, a header block above the letter, each line of `<pre>` one of its own."""

    def write(pre: str) -> str:
        return "".join(
            f'<pre style="background:#F6F0E1;white-space:pre-wrap"><span style="font-size:10.0pt">{line or "&nbsp;"}'
            "<o:p></o:p></span></pre>"
            for line in pre.split("\n")
        )

    return (
        '<html><body lang="EN-GB"><div class="WordSection1"><p class="MsoNormal"><o:p>&nbsp;</o:p></p>'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">'
        "<b>From:</b> Vienna by mail &lt;game@example.org&gt; <br><b>Sent:</b> Sunday, November 22, 2026 10:00 AM<br>"
        "<b>To:</b> Anna &lt;anna@example.org&gt;<br><b>Subject:</b> [toy-1] Turn 3: your orders {abcd-efgh}<o:p></o:p>"
        "</p></div>"
        f"{inside(lines_of_pre(page, write))}</div></body></html>"
    )


def outlook_on_the_web(page: str) -> str:
    return (
        '<html><body><div class="elementToProof"><br></div><div id="appendonsend"></div>'
        '<hr style="display:inline-block;width:98%" tabindex="-1">'
        '<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>From:</b> Vienna by mail '
        "&lt;game@example.org&gt;<br><b>Sent:</b> Sunday, November 22, 2026 10:00 AM<br><b>To:</b> Anna<br>"
        f"<b>Subject:</b> [toy-1] Turn 3: your orders</font><div>&nbsp;</div></div>{inside(page)}</body></html>"
    )


def unmarked(page: str) -> str:
    """A program that marks no quotation at all."""
    return f"<html><body><div><br></div><div>{escape(ATTRIBUTION)}</div>{inside(page)}</body></html>"


PROGRAMS = (
    gmail, gmail_without_pre, apple, apple_with_divs, thunderbird, outlook, outlook_on_the_web, unmarked,
)  # fmt: skip


def reply(plain: str, page: str = "", **params: str) -> FoundOrders:
    """What is found in the reply with these parts, by someone who knows the letter."""
    mail = EmailMessage(SMTP)
    mail["From"], mail["To"] = "anna@example.org", "game@example.org"
    mail["Subject"] = "Re: [toy-1] Turn 3: your orders {abcd-efgh}"
    if plain or not page:
        mail.set_content(plain, cte="8bit", params=params)
    if page and plain:
        mail.add_alternative(page, subtype="html", cte="quoted-printable")
    elif page:
        mail.set_content(page, subtype="html", cte="quoted-printable")
    return with_form(opened(mail.as_bytes(), FORM, KEYS), FORM, KEYS, WORDS).found


def judged(found: FoundOrders, change: str) -> None:
    assert not found.problem, found
    if change == "nothing":
        assert (found.what, found.words.strip()) == ("nothing", ""), found
    else:
        assert found.what == "orders", found
        assert canonical(found.sheet) == canonical(CHANGED), found.sheet
        assert found.words.strip() == "", found.words


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.__name__)
def test_a_reply_in_html(program: Callable[[str], str], change: str) -> None:
    judged(reply("", program(edited(PAGE, change))), change)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.__name__)
def test_a_reply_in_html_with_a_plain_part_made_of_it(program: Callable[[str], str], change: str) -> None:
    """As most programs write one: the lines of the page, folded, behind marks of quotation."""
    page = program(edited(PAGE, change))
    plain = "\n".join(wrapped(line, 72) for line in text_of(page).split("\n"))
    judged(reply(plain, page), change)


def quoted(lines: str, change: str) -> str:
    """The lines of our text part behind marks, with a change in them."""
    for before, after in CHANGES[change]:
        assert before in lines
        lines = (
            re.sub(rf"(?m)^ *{re.escape(before)} *\n", "", lines)
            if not after
            else lines.replace(before, after.replace("&gt;", ">"))
        )
    return lines


@pytest.mark.parametrize("change", CHANGES)
def test_a_reply_in_text_by_a_program_that_knows_flowed_text(change: str) -> None:
    """It joins lines, and breaks them anew behind a mark each, with a space at the end of those that go on."""
    lines = quoted(unflowed(flowed(LETTER)), change).rstrip("\n").split("\n")
    broken = (part for line in lines for part in (wrapped(line, 70).split("\n") if len(line) > 76 else [line]))
    sent = "".join(f"> {line}\n".replace("> \n", ">\n") for line in broken)
    judged(reply(f"{ATTRIBUTION}\n{sent}"), change)
    judged(reply(f"{ATTRIBUTION}\n{sent}", format="flowed"), change)


@pytest.mark.parametrize("mark", ["> ", ">", ""])
@pytest.mark.parametrize("change", CHANGES)
def test_a_reply_in_text_by_a_program_that_knows_nothing_of_flowed_text(change: str, mark: str) -> None:
    """It quotes our lines with the spaces at their ends and the space that protects those that begin with one."""
    lines = quoted(flowed(LETTER).replace(" cards\n...", " cards\n..."), change).rstrip("\n").split("\n")
    sent = "".join(f"{mark}{line}\n" for line in lines)
    judged(reply(f"{ATTRIBUTION}\n{sent}"), change)


def test_the_letter_forwarded_as_an_attachment_is_no_order() -> None:
    letter = EmailMessage(SMTP)
    letter["From"], letter["Subject"] = "game@example.org", "[toy-1] Turn 3: your orders {abcd-efgh}"
    letter.set_content(flowed(LETTER), cte="quoted-printable", params={"format": "flowed"})
    letter.add_alternative(PAGE, subtype="html", cte="quoted-printable")
    mail = EmailMessage(SMTP)
    mail["From"], mail["Subject"] = "anna@example.org", "Fwd: [toy-1] Turn 3: your orders {abcd-efgh}"
    mail.set_content("Is this right?\n")
    mail.add_attachment(letter)
    found = with_form(opened(mail.as_bytes(), FORM, KEYS), FORM, KEYS, WORDS).found
    assert (found.what, found.words.strip()) == ("words", "Is this right?")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.__name__)
def test_a_command_above_the_letter(program: Callable[[str], str]) -> None:
    page = (
        program(PAGE).replace("<br></div>", "pass</div>", 1)
        if program is not outlook
        else outlook(PAGE).replace("<o:p>&nbsp;</o:p>", "pass<o:p></o:p>", 1)
    )
    page = page.replace("<p><br></p>", "<p>pass</p>", 1) if program is thunderbird else page
    if program in (apple, apple_with_divs):
        page = program(PAGE).replace('break-word;"><br>', 'break-word;">pass<br>', 1)
    found = reply("", page)
    assert (found.what, found.commands) == ("command", ("pass",)), found
