"""What is crossed out or cannot be seen is not ordered, and where two parts of an email differ neither is believed."""

from email.message import EmailMessage
from email.policy import SMTP
from time import process_time

import pytest

from pbem.mail.intake.sheet_files import LookedAt, look_at
from pbem.mail.mime.html import text_of
from pbem.referee.game import Game
from pbem.report.letter import SheetFate
from tests.mail.rounds.transports import begun, body, one, waiting_mails
from tests.toy.game import drop, opened, subject

LINES = ("---", "bid: 1", "...")
PLAIN = "---\nbid: 1\n...\n"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return opened(begun(tmp_path_factory.mktemp("unseen") / "game"))


def divs(*lines: str) -> str:
    return "".join(f"<div>{line}</div>" for line in lines)


def written(game: Game, plain: str = "", html: str = "") -> bytes:
    message = EmailMessage(SMTP)
    message["From"], message["To"] = "ann@example.org", "game@example.org"
    message["Subject"] = f"Re: {subject(game.folder, 'ann')}"
    message["Message-ID"] = "<one@example.org>"
    message.set_content(plain or html, subtype="plain" if plain else "html")
    if plain and html:
        message.add_alternative(html, subtype="html")
    return message.as_bytes()


def looked_at(game: Game, plain: str = "", html: str = "") -> LookedAt:
    return look_at(game, "ann", written(game, plain, html), as_mail=True)


def codes(found: LookedAt) -> list[str]:
    return [fault.problem.code for fault in found.sheet.every_fault]


STRUCK = {
    "s": divs("---", "<s>bid: 1</s>", "..."),
    "strike": divs("---", "<strike>bid: 1</strike>", "..."),
    "del": divs("---", "<del>bid: 1</del>", "..."),
    "value": divs("---", "bid: <s>1</s>", "..."),
    "style": divs("---", "<span style='text-decoration: line-through'>bid: 1</span>", "..."),
    "style-line": divs("---", "<span style='text-decoration-line:line-through;color:red'>bid: 1</span>", "..."),
    "around-all": f"<s>{divs(*LINES)}</s>",
    "around-a-line": "<div>---</div><del><div>bid: 1</div></del><div>...</div>",
    "div": f"<div style='text-decoration:line-through'>{divs(*LINES)}</div>",
    "paragraphs": "<strike>" + "".join(f"<p>{line}</p>" for line in LINES) + "</strike>",
    "list": "<p>---</p><ul><li><s>bid: 1</s></li></ul><p>...</p>",
    "breaks": "---<br><s>bid: 1<br></s>...<br>",
    "white": divs("---", "<span style='color:#fff'>bid: 1</span>", "..."),
    "white-font": divs("---", "<font color='white'>bid: 1</font>", "..."),
    "white-rgb": f"<div style='color: rgb(255, 255, 255)'>{divs(*LINES)}</div>",
    "nearly-white": f"<div style='color:#fefefe'>{divs(*LINES)}</div>",
    "on-its-ground": divs("---", "<b style='background-color:#000;color:black'>bid: 1</b>", "..."),
    "tiny": divs("---", "<span style='font-size:1px'>bid: 1</span>", "..."),
}


BY_SHEET = {
    "class": ("<style>.k {text-decoration: line-through}</style>", "<span class='k'>bid: 1</span>"),
    "word": ("<style><!--\nspan.Style17\n\t{mso-style-type:personal;\n\ttext-decoration:line-through;}\n--></style>",
             "<span class='Style17'>bid: 1</span>"),
    "white": ("<style>.a, .x.y {color: #FFF !important}</style>", "<font class='y x'>bid: 1</font>"),
    "id": ("<style>/* x */ #n {font-size:1px}</style>", "<i id='n'>bid: 1</i>"),
    "within": ("<style>p.no b.x {color:white;background:white}</style>", "<p class='no'><b class='x'>bid: 1</b></p>"),
    "comments": ("<style>/* a /* b **/ .q/*/*/{color:white} /* .q{color:red}</style>", "<b class='q'>bid: 1</b>"),
    "hidden": ("<style>@import 'x'; .h{display:none}</style>", "<span class='h'>bid: 1</span>"),
}  # fmt: skip


@pytest.mark.parametrize("how", BY_SHEET)
def test_what_a_style_sheet_crosses_out_or_hides_is_refused_and_shown(game: Game, how: str) -> None:
    sheet, line = BY_SHEET[how]
    for plain in ("", PLAIN):
        for html in (
            f"<html><head>{sheet}</head><body>{divs('---', line, '...')}</body></html>",
            divs(sheet, "---", line, "..."),
        ):
            found = looked_at(game, plain, html)
            assert (found.fate, codes(found)) == (SheetFate.refused, ["crossed-out"]), (plain, html)


@pytest.mark.parametrize(
    "sheet",
    [
        "@media (prefers-color-scheme: dark) { .k {color: #fff !important} p {color: white} }",
        ".k {color: white; background: #333}",
        "a {color: white} b.other {text-decoration: line-through} .k:hover {color: white}",
        ".k {color: #222; text-decoration: none} ::x { ..y {color:white} .k { text-decoration: underline",
    ],
)
def test_a_style_sheet_that_hides_nothing_changes_nothing(game: Game, sheet: str) -> None:
    html = f"<style>{sheet}</style>" + divs("---", "<b class='k'>bid: 1</b>", "...")
    assert looked_at(game, "", html).fate is SheetFate.accepted


@pytest.mark.parametrize(
    ("count", "end"),
    [
        (4000, "{" * 50_000),
        (100, "{" * 50_000),
        (100, "/*x" * 50_000),
        (100, "/*" * 80_000),
        (100, "<!--" * 40_000),
        (100, "}" * 90_000),
        (100, "@{" * 50_000),
    ],
)
def test_a_hostile_style_sheet_takes_little_time(count: int, end: str) -> None:
    rules = "".join(f".c{n % 40}, div .c{n % 7} b, p:not(.q) ~ .c1 {{color:white;x:{'y' * 400}}}" for n in range(count))
    html = f"<style>{rules}{end}</style>" + "<div class='c1 c2'>x" * 9000
    began = process_time()
    text_of(html)
    assert process_time() - began < 5


@pytest.mark.parametrize("how", STRUCK)
def test_what_is_crossed_out_or_unseen_in_html_is_refused_and_shown(game: Game, how: str) -> None:
    for plain in ("", PLAIN):
        found = looked_at(game, plain, STRUCK[how])
        assert (found.fate, codes(found)) == (SheetFate.refused, ["crossed-out"]), plain


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='background:#222;color:#fff'>{divs(*LINES)}</div>",
        f"<body bgcolor='#101010'><font color='white'>{divs(*LINES)}</font></body>",
        f"<div style='background:url(x);color:white'>{divs(*LINES)}</div>",
        divs("<s>Good morning</s> I changed my mind.", "", *LINES),
        divs(*LINES) + "<p style='color:white'>Newsletter of the firm</p>",
        divs(*LINES, "") + "<blockquote type='cite'><s>bid: 1</s></blockquote>",
    ],
)
def test_what_can_be_seen_counts_whatever_is_crossed_out_beside_it(game: Game, html: str) -> None:
    for plain in ("", "Good morning\nI changed my mind.\n\n" + PLAIN):
        assert looked_at(game, plain, html).fate is SheetFate.accepted


@pytest.mark.parametrize("text", ["---\n~~bid: 1~~\n...\n", "---\nb̶i̶d̶:̶ ̶1̶\n...\n", "~~---~~\n~~bid: 1~~\n~~...~~\n"])
def test_what_is_crossed_out_in_plain_text_is_refused_too(game: Game, text: str) -> None:
    assert codes(looked_at(game, text)) == ["crossed-out"]


@pytest.mark.parametrize("tag", ["s", "strike", "del"])
def test_what_is_crossed_out_in_a_post_is_refused_too(game: Game, tag: str) -> None:
    for text in (f"[b]Orders[/b]\n---\n[{tag}]bid: 1[/{tag}]\n...\n", f"[{tag}]---\nbid: 1\n...[/{tag}]\n"):
        assert codes(look_at(game, "ann", text.encode(), as_mail=False)) == ["crossed-out"]


@pytest.mark.parametrize(
    "html",
    [
        divs("---", "bid: 2", "..."),
        divs("---", "<span style='display:none'>bid: 1</span>", "..."),
        divs("I do not know yet."),
        divs("bid: 2"),
        divs("Nothing.", "---", "bid: 1", "play: 2", "..."),
        divs("withdraw"),
        f"<div>Did it arrive?</div><blockquote type='cite'><pre>{PLAIN}</pre></blockquote>",
        f"<p>Thanks!</p><div class='gmail_quote'>{divs(*LINES)}</div>",
        f"<p>Thanks!</p><div style='border:none;border-left:solid blue 1.5pt'>{divs(*LINES)}</div>",
    ],
)
def test_parts_that_say_different_orders_are_refused(game: Game, html: str) -> None:
    found = looked_at(game, PLAIN, html)
    assert (found.fate, codes(found)) == (SheetFate.refused, ["parts-differ"])
    assert codes(looked_at(game, "I do not know yet.\n", divs(*LINES))) == ["parts-differ"]


def test_a_struck_command_is_not_carried_out(game: Game) -> None:
    assert codes(looked_at(game, "pass\n", divs("<s>pass</s>"))) == ["crossed-out"]
    assert codes(looked_at(game, "", divs("<s>withdraw</s>"))) == ["crossed-out"]


def test_the_receipt_shows_both(game: Game, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = begun(tmp_path_factory.mktemp("shown") / "game")
    for number, (html, said) in enumerate(
        (
            (divs("---", "bid: 2", "..."), "Only the plain text has: `bid: 1`. Only the HTML has: `bid: 2`."),
            (divs("---", "<s>bid: 1</s>", "..."), "crossed out in the email, or cannot be seen: `bid: 1`."),
        ),
        1,
    ):
        raw = written(opened(folder), PLAIN, html).replace(b"<one@", b"<%d@" % number)
        drop(folder, f"{number}.eml", raw)
        assert one(folder).state == "refused"
        told = " ".join(body(waiting_mails(folder)[f"receipt-{number:04d}"]).replace("[H]", "").split())
        assert said.replace("`", "") in told.replace("`", "").replace('"', "").replace("“", "").replace("”", "")
