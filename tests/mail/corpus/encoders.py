"""Any lines as an email: every transfer encoding, character set, nesting, line end and editor, freely combined.

The emails that clients really make are in `wraps`.
"""

import base64
import html as html_module
import quopri
from collections.abc import Callable

BOUNDARIES = ("=_limit_1", "----=_Part_2.3", "b3'()+_,./:=?b3")
TRANSFERS = ("7bit", "8bit", "binary", "quoted-printable", "base64", "base64 in one line", "Quoted-Printable")
CHARSETS = ("utf-8", "UTF-8", "iso-8859-1", "windows-1252", "iso-8859-15", "utf-16", "utf-7", "none", "us-ascii")
NESTINGS = ("alone", "alternative", "mixed", "related", "signed", "forwarded", "mixed in mixed", "alternative in mixed")
ENDS = ("\r\n", "\n", "\r")


def _escaped(line: str) -> str:
    """As an editor writes spaces: no two of them stand side by side, and none at the start."""
    text = html_module.escape(line, quote=False)
    return text.replace("  ", "&nbsp; ").replace("  ", " &nbsp;") if not text.startswith(" ") else _indented(text)


def _indented(text: str) -> str:
    bare = text.lstrip(" ")
    blanks = len(text) - len(bare)
    indent = ("&nbsp; " * blanks)[: 7 * (blanks // 2)] + "&nbsp;" * (blanks % 2)
    return indent + bare.replace("  ", "&nbsp; ")


def _hard(line: str) -> str:
    return html_module.escape(line, quote=False).replace(" ", "&nbsp;")


def divisions(lines: list[str]) -> str:
    return '<div dir="ltr">' + "".join(f"<div>{_escaped(line) or '<br>'}</div>" for line in lines) + "</div>"


def first_bare(lines: list[str]) -> str:
    return f"<body>{_escaped(lines[0]) or '<br>'}{divisions(lines[1:])}</body>"


def breaks(lines: list[str]) -> str:
    return "".join(f"{_escaped(line)}<br>\r\n" for line in lines)


def word(lines: list[str]) -> str:
    inner = "\r\n".join(f"<p class=MsoNormal><span>{_hard(line) or '&nbsp;'}<o:p></o:p></span></p>" for line in lines)
    head = "<head><style>p.MsoNormal{margin:0}</style></head>"
    return f"<html>{head}<body><div class=WordSection1>{inner}</div></body></html>"


def paragraphs(lines: list[str]) -> str:
    return "\n".join(f"<p style='margin: 1em 0'>{_escaped(line) or '<br>'}</p>" for line in lines)


def spans(lines: list[str]) -> str:
    return "".join(
        f"<div><font size=2><span style='color:black'>{_hard(line) or '<br>'}</span></font></div>" for line in lines
    )


def verbatim(lines: list[str]) -> str:
    return "<pre>\n" + html_module.escape("\n".join(lines)) + "</pre>"


def wrapped(lines: list[str]) -> str:
    return "<div style='white-space: pre-wrap'>" + html_module.escape("\n".join(lines)) + "</div>"


def cells(lines: list[str]) -> str:
    return "<table>" + "".join(f"<tr><td>{_hard(line) or '&nbsp;'}</td></tr>" for line in lines) + "</table>"


WRITERS: tuple[Callable[[list[str]], str] | None, ...] = (
    None, divisions, first_bare, breaks, word, paragraphs, spans, verbatim, wrapped, cells,
)  # fmt: skip


def fits(text: str, charset: str) -> bool:
    try:
        text.encode("utf-8" if charset == "none" else charset)
    except UnicodeEncodeError:
        return False
    return True


def body_of(text: str, transfer: str, charset: str, end: str) -> tuple[list[str], bytes]:
    """The headers of a part with *text*, and its body."""
    text = text.replace("\n", end)
    data = text.encode("utf-8" if charset == "none" else charset)
    if transfer in ("7bit", "8bit", "binary") and charset in ("utf-16",):
        transfer = "base64"
    if transfer.lower() == "quoted-printable" and charset == "utf-16":
        data = f"={end}".join(
            "".join(f"={byte:02X}" for byte in data[at : at + 25]) for at in range(0, len(data), 25)
        ).encode()
    elif transfer.lower() == "quoted-printable":
        soft = f"={end}".encode()
        lines = [quopri.encodestring(line).replace(b"=\n", soft) for line in data.split(end.encode())]
        data = end.encode().join(lines)
    elif transfer == "base64":
        data = base64.encodebytes(data).replace(b"\n", end.encode())
    elif transfer.startswith("base64"):
        data = base64.b64encode(data)
    headers = [f"Content-Transfer-Encoding: {transfer.split()[0]}"]
    return headers, data


def part(kind: str, text: str, transfer: str, charset: str, end: str) -> bytes:
    headers, data = body_of(text, transfer, charset, end)
    declared = "" if charset == "none" else f'; charset="{charset}"'
    return end.join([f"Content-Type: {kind}{declared}", *headers, "", ""]).encode() + data


def many(kind: str, parts: list[bytes], boundary: str, end: str) -> bytes:
    inner = b"".join(f"--{boundary}{end}".encode() + each + end.encode() for each in parts)
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"{end}{end}This has parts.{end}'.encode()
    return head + inner + f"--{boundary}--{end}".encode()


def mail(
    lines: list[str], *, transfer: str = "8bit", charset: str = "utf-8", nesting: str = "alone", end: str = "\r\n",
    writer: Callable[[list[str]], str] | None = None,
) -> bytes:  # fmt: skip
    """*lines* as an email; *writer* makes HTML of them."""
    if writer is None:
        inner = part("text/plain", "".join(f"{line}\n" for line in lines), transfer, charset, end)
    else:
        inner = part("text/html", writer(lines), transfer, charset, end)
    picture = part("image/png", "x", "base64", "none", end)
    empty = part("text/plain", "\n", "7bit", "us-ascii", end)
    first, second, _ = BOUNDARIES
    if nesting == "alternative":
        other = [empty, inner] if writer else [inner, part("text/html", "<p>other</p>", "7bit", "us-ascii", end)]
        inner = many("alternative", other, first, end)
    elif nesting in ("mixed", "related"):
        inner = many(nesting, [inner, picture], second, end)
    elif nesting == "signed":
        inner = many("signed", [inner, part("application/pgp-signature", "x", "7bit", "us-ascii", end)], first, end)
    elif nesting == "forwarded":
        whole = f"Content-Type: message/rfc822{end}{end}From: x@example.org{end}".encode() + inner
        inner = many("mixed", [empty, whole], BOUNDARIES[2], end)
    elif nesting == "mixed in mixed":
        inner = many("mixed", [many("mixed", [inner, picture], second, end), picture], first, end)
    elif nesting == "alternative in mixed":
        inner = many("mixed", [many("alternative", [empty, inner], second, end), picture], first, end)
    return f"From: ann@example.org{end}Subject: orders{end}MIME-Version: 1.0{end}".encode() + inner
