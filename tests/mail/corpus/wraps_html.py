"""Wrappings in HTML, in the style of each client."""

import html
from collections.abc import Callable

from tests.mail.corpus.posting import Post, Wrappings, marked, part

STYLES: dict[str, tuple[str, Callable[[str], str], str]] = {
    "gmail": ('<div dir="ltr">', lambda line: f"<div>{line or '<br>'}</div>", "</div>"),
    "breaks": ("<html><body>", lambda line: f"{line}<br>\n", "</body></html>"),
    "word": (
        (
            '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!--\np.MsoNormal\n\t{margin:0cm;}'
            '\n--></style></head><body><div class="WordSection1">'
        ),
        lambda line: f'<p class="MsoNormal"><span lang="EN-US">{line or "&nbsp;"}<o:p></o:p></span></p>\n',
        "</div></body></html>",
    ),
    "apple": (
        '<html><body style="overflow-wrap: break-word;">',
        lambda line: f'<div><span style="caret-color: #000;">{line or "<br>"}</span></div>',
        "</body></html>",
    ),
    "outlook.com": (
        '<html><body dir="ltr">',
        lambda line: f'<div class="elementToProof">{line or "<br>"}</div>\n',
        "</body></html>",
    ),
    "paragraphs": ("<html><body>", lambda line: f"<p>{line or '&nbsp;'}</p>\n", "</body></html>"),
    "table": ("<table><tbody>", lambda line: f"<tr><td>{line or '&nbsp;'}</td></tr>\n", "</tbody></table>"),
    "monospaced": ("<pre>", lambda line: f"{line}\n", "</pre>"),
}


def markup(text: str, style: str, blank: str = "&nbsp;") -> str:
    begin, each, end = STYLES[style]
    lines = []
    for line in text.splitlines():
        bare = line.lstrip(" ")
        indent = " " if style == "monospaced" else blank
        lines.append(each(indent * (len(line) - len(bare)) + html.escape(bare, quote=False)))
    return begin + "".join(lines) + end


def in_html(sheet: str, post: Post) -> Wrappings:
    for style in STYLES:
        for name, text in (
            ("marked", marked(sheet)),
            ("with words", f"Hi,\n\n{marked(sheet)}\nDora\n"),
            ("bare", sheet),
        ):
            yield f"{style} {name}", post.mail(part(markup(text, style), kind="text/html"))
        quoted = '<br><blockquote type="cite">' + markup(post.letter, "breaks") + "</blockquote>"
        yield (
            f"{style} above the letter",
            post.mail(part(markup(marked(sheet), style) + quoted, kind="text/html", cte="base64")),
        )
    yield "narrow blanks", post.mail(part(markup(marked(sheet), "gmail", "&#8239;"), kind="text/html"))
    entities = (
        html.escape(marked(sheet))
        .encode("ascii", "xmlcharrefreplace")
        .decode()
        .replace(" ", "&#32;")
        .replace("\n", "<br/>")
    )
    yield (
        "entities",
        post.mail(part(entities.replace("&#32;&#32;", "&nbsp;&nbsp;"), kind="text/html", charset="us-ascii")),
    )
    yield (
        "upper case",
        post.mail(part("<HTML><BODY><PRE>" + html.escape(marked(sheet)) + "</PRE></BODY></HTML>", kind="TEXT/HTML")),
    )
