import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.mime.html import text_of

SHEET = "---\nbid: 1\nmoves:\n  - Linz > Enns\n  - Graz > Melk\n\nx:\n    y: 2\n...\n"
GMAIL = (
    '<div dir="ltr"><div>---</div><div>bid: 1</div><div>moves:</div><div>&nbsp; - Linz &gt; Enns</div>'
    "<div>&nbsp; - Graz &gt; Melk</div><div><br></div><div>x:</div><div>&nbsp; &nbsp; y: 2</div><div>...</div></div>"
)
OUTLOOK = (
    "<html xmlns:o='urn:o'><head><style>p{margin:0cm}</style><!--[if gte mso 9]><xml>x</xml><![endif]--></head>"
    "<body lang=EN-GB><div class=WordSection1>\r\n<p class=MsoNormal>---<o:p></o:p></p>"
    "\r\n<p class=MsoNormal>bid: 1<o:p>"
    "</o:p></p><p class=MsoNormal>moves:</p><p class=MsoNormal>&nbsp; - Linz &gt;\r\nEnns</p><p class=MsoNormal>"
    "<span style='mso-spacerun:yes'>&nbsp; </span>- Graz &gt; Melk</p><p class=MsoNormal><o:p>&nbsp;</o:p></p>"
    "<p class=MsoNormal>x:</p><p class=MsoNormal>&nbsp;&nbsp;&nbsp; y: 2</p><p class=MsoNormal>...</p>"
    "</div></body></html>"
)
APPLE = (
    '<html><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">---'
    "<div>bid: 1</div><div>moves:</div><div>&nbsp; - Linz &gt; Enns</div><div>"
    "&nbsp; - Graz &gt; Melk</div><div><br></div>"
    '<div>x:<br><div>&nbsp; &nbsp; y: 2</div><div>...</div></div><br class="Apple-interchange-newline"></body></html>'
)
PHONE = (
    "---<br>bid: 1<br>moves:<br>&nbsp; - Linz &gt; Enns<br>&nbsp;&nbsp;- Graz &gt; Melk<br><br>x:<br>"
    "&nbsp; &nbsp; y: 2<br>...<br>"
)
VERBATIM = "<pre>\n" + SHEET.replace(">", "&gt;") + "</pre>"
WRAPPED = '<div style="white-space: pre-wrap;">' + SHEET.replace(">", "&gt;") + "</div>"
PARAGRAPHS = "".join(
    f"<p style='margin: 1em 0'>{line.replace('>', '&gt;').replace('  ', '&nbsp;&nbsp;') or '<br>'}</p>\n"
    for line in SHEET.splitlines()
)
TABLE = "".join(
    f"<table><tr><td>{line.replace('  ', '&nbsp; ') or '&nbsp;'}</td></tr></table>" for line in SHEET.splitlines()
)


@pytest.mark.parametrize("html", [GMAIL, OUTLOOK, APPLE, PHONE, VERBATIM, WRAPPED, PARAGRAPHS, TABLE])
def test_orders_come_out_line_for_line_as_they_were_typed(html: str) -> None:
    assert text_of(html).rstrip("\n") == SHEET.rstrip("\n")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>moves:</p><ul><li>a</li><li>b</li></ul>x", "moves:\n- a\n- b\nx\n"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c: 1<br>d: 2</li></ul>", "- a\n  - b\n- c: 1\n  d: 2\n"),
        ("<ul><li><p>a</p></li><ul><li>b</li></ul><li></li></ul>", "- a\n  - b\n"),
        ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b\n"),
        ("<ul style='list-style-type: none'><li>a: 1</ul>", "a: 1\n"),
        (
            (
                "<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span "
                "style='mso-list:Ignore'>-<span>&nbsp;&nbsp; </span></span><![endif]>a</p>"
                "<p style='mso-list:l0 level2 lfo1'>"
                "<span style='mso-list:Ignore'>o<span>&nbsp; </span></span>b</p><p>c"
            ),
            "- a\n  - b\nc\n",
        ),
        ("<p style='margin-left:36.0pt'>a</p><p style='margin:0cm 0cm 0cm 72pt'>b", "  a\n    b\n"),
        ("<blockquote style='margin:0 0 0 40px;border:none;padding:0px'><div>a</div></blockquote>", "  a\n"),
    ],
)
def test_lists_and_indents_made_by_a_program_become_typed_ones(html: str, text: str) -> None:
    assert text_of(html) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<table><tr><td>bid:</td><td>5</td></tr><tr><td>x:</td>\n<td>6</td></tr></table>", "bid: 5\nx: 6\n"),
        ("<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>", "a\nb\n"),
        ("a<div style='display:none'>b</div><span style='font-size:0'>c</span><p hidden>d</p><style>e</style>", "a\n"),
        ("<div style='max-height:0px;overflow:hidden'>shown by the list of mails</div>a", "a\n"),
        ("<title>x</title><script>y</script><!-- z -->a", "a\n"),
        ("<s>bid: 1</s><p style='text-decoration: line-through'>x: 2</p>", "~~bid: 1~~\n~~x: 2~~\n"),
        ("a  \n  b&nbsp; c <b> d</b>e", "a b  c de\n"),
        ("a<br>\n<br>\nb", "a\n\nb\n"),
        ("<div>a<br></div><div><br></div>b", "a\n\nb\n"),
        ("bid: <img alt='♥'><img alt='a long word'>", "bid: ♥\n"),
        ("<span>-- </span><br>Ann", "-- \nAnn\n"),
        ("a&#8232;b", "a\u2028b\n"),
        ("", ""),
        ("<", "<\n"),
        ("<frameset><frame></frameset>", ""),
    ],
)
def test_what_is_seen_is_the_text(html: str, text: str) -> None:
    assert text_of(html) == text


QUOTES = {
    "Gmail": (
        (
            '<div dir="ltr">own</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
            "On Sat X wrote:<br></div>"
            '<blockquote class="gmail_quote" style="border-left:1px solid">bid: 0</blockquote></div>'
        ),
        "own\n\n> On Sat X wrote:\n> bid: 0\n",
    ),
    "Gmail below": (
        (
            '<div class="gmail_quote">On Sat X wrote:<blockquote class="gmail_quote">a<br>b</blockquote><div>own</div>'
            '<blockquote class="gmail_quote">c</blockquote></div>'
        ),
        "> On Sat X wrote:\n> a\n> b\n\nown\n> c\n",
    ),
    "Gmail forward": (
        '<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message</div>a</div>',
        "> ---------- Forwarded message\n> a\n",
    ),
    "Outlook on the web": (
        '<div>own</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> X</div><div>a</div>b',
        "own\n> From: X\n> a\n> b\n",
    ),
    "Outlook": (
        (
            "<p>own</p><div>"
            "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p><b>Von:</b> "
            "X &lt;x@example.org&gt;<br><b>Gesendet:</b> Montag<br><b>An:</b> Y<br><b>Betreff:</b> Z</p>"
            "</div></div><p>a</p>"
        ),
        "own\n> Von: X <x@example.org>\n> Gesendet: Montag\n> An: Y\n> Betreff: Z\n> a\n",
    ),
    "Outlook in between": (
        "<div style='border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4.0pt'><p>a</p></div><p>own</p>",
        "> a\nown\n",
    ),
    "Apple Mail": (
        (
            'own<br><blockquote type="cite"><div>On Sat X wrote:</div><br><div>a<blockquote type="cite">'
            "b</blockquote></div>"
            "</blockquote>"
        ),
        "own\n> On Sat X wrote:\n>\n> a\n> > b\n",
    ),
    "Thunderbird": (
        (
            '<p>own</p><div class="moz-cite-prefix">Am 1.1. schrieb X:<br></div>'
            '<blockquote type="cite" cite="mid:x"><pre '
            'class="moz-quote-pre">a\n  b\n</pre></blockquote><p>own</p>'
        ),
        "own\n> Am 1.1. schrieb X:\n> a\n>   b\n\nown\n",
    ),
    "Yahoo": (
        '<div>own</div><div id="ydp1234567yahoo_quoted_1" class="ydp1234567yahoo_quoted"><div>a</div></div>',
        "own\n> a\n",
    ),
    "Proton": (
        (
            'own<div class="protonmail_quote">On Sat X wrote:<br>'
            '<blockquote class="protonmail_quote" type="cite">a</blockquote>'
            "</div>"
        ),
        "own\n> On Sat X wrote:\n> a\n",
    ),
    "mangled": ('own<div class="x_gmail_quote"><blockquote class="x_gmail_quote">a</blockquote></div>', "own\n> a\n"),
    "a list in a quotation": ("<blockquote>x:<ul><li>a</ul></blockquote><ul><li>own</ul>", "> x:\n> - a\n\n- own\n"),
}


@pytest.mark.parametrize("client", QUOTES)
def test_what_is_quoted_is_marked_and_what_was_typed_between_is_not(client: str) -> None:
    html, text = QUOTES[client]
    assert text_of(html) == text


def test_a_border_around_orders_quotes_nothing() -> None:
    assert text_of("<div style='border-top:solid 1pt'>bid: 1</div>x: 2") == "bid: 1\nx: 2\n"


HOSTILE = {
    "nested": "<div>" * 20_000 + "x",
    "closed": "<div>" * 20_000 + "x" + "</div>" * 20_000,
    "quotes": "<blockquote>x" * 20_000,
    "formatted": "".join(f"<b id={number}>" for number in range(400)) + "<p>x" * 40_000,
    "tables": "<table><tr><td>" * 15_000,
    "words": "<p>" + "word " * 400_000,
    "lists": "<ul><li>x" * 20_000,
    "unclosed": "<a " * 60_000 + "<!--" * 60_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_html_takes_for_ever(name: str) -> None:
    assert len(text_of(HOSTILE[name])) < 8_000_000


def test_deep_html_takes_little_memory() -> None:
    tracemalloc.start()
    text_of(HOSTILE["nested"])
    text_of(HOSTILE["words"])
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()


PIECES = st.sampled_from(
    [
        "<div>",
        "</div>",
        "<p>",
        "</p>",
        "<br>",
        "<ul>",
        "<li>",
        "</ul>",
        "<blockquote>",
        "</blockquote>",
        "<pre>",
        "</pre>",
        "<table>",
        "<td>",
        "<tr>",
        "&nbsp;",
        " ",
        "\n",
        "a: b",
        "- c",
        "<div class=gmail_quote>",
        "<!--",
        "-->",
        "<svg>",
        "<div id=appendonsend>",
        "<p style='mso-list:level1'>",
        "<span style='mso-list:Ignore'>1.",
        "</span>",
        "<template>",
        "<html>",
        "<body hidden>",
        "<ol start=9>",
        "<td style='white-space:pre'>",
        "\0",
        "<form>",
        "<select>",
        "<math>",
    ]
)


@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join))
def test_no_html_stops_the_reading(html: str) -> None:
    text = text_of(html)
    assert text == "" or text.endswith("\n")
