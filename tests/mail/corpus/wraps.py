"""The same sheet in every wrapping that mail programs and gateways are known to make.

Every wrapping is a complete raw email whose writer meant exactly the sheet given, whatever stands around it.
"""

from tests.mail.corpus.posting import Post, Wrappings, marked, multipart, part, transfer
from tests.mail.corpus.wraps_around import around, edited, invisible, quoting
from tests.mail.corpus.wraps_html import in_html, markup

CHARSETS = (
    "utf-8", "utf-16", "utf-16le", "utf-32", "iso-8859-1", "iso-8859-2", "iso-8859-9", "iso-8859-15", "windows-1250",
    "windows-1252", "windows-1254", "windows-1257", "macintosh", "ibm850", "gb18030", "koi8-r", "us-ascii",
)  # fmt: skip
"""Those that cannot hold a sheet are left out for it."""
LINE_ENDS = {"crlf": "\r\n", "lf": "\n", "cr": "\r", "nel": "\x85", "ls": "\u2028"}


def wraps(sheet: str, post: Post) -> Wrappings:
    """All wrappings of *sheet*, each with its name."""
    families = [_plain, _encoded, _ends, _flowed, in_html, _nested, _attached, around, quoting, invisible]
    for family in [*families, edited] if post.form else families:
        yield from ((f"{family.__name__.strip('_')}: {name}", raw) for name, raw in family(sheet, post))


def _plain(sheet: str, post: Post) -> Wrappings:
    yield "bare", post.mail(part(sheet))
    yield "marked", post.mail(part(marked(sheet)))
    yield "marked with the subject", post.mail(part(f"--- # {post.subject}\n{sheet}...\n"))
    yield "fenced", post.mail(part(f"```\n{sheet}```\n"))
    yield "fenced with a word", post.mail(part(f"Hi,\n\n```yaml\n{sheet}```\nDora\n"))
    yield (
        "without MIME",
        post.mail(b"\r\n" + transfer(marked(sheet).encode(), "8bit")).replace(b"MIME-Version: 1.0\r\n", b""),
    )
    yield "without the end mark", post.mail(part(f"---\n{sheet}\nBest regards\nAnna\n"))
    yield "indented", post.mail(part("".join(f"    {line}\n" for line in marked(sheet).splitlines())))


def _encoded(sheet: str, post: Post) -> Wrappings:
    for charset in CHARSETS:
        try:
            marked(sheet).encode(charset)
        except UnicodeEncodeError:
            continue
        wide = charset.startswith("utf-") and charset != "utf-8"
        for cte in ("quoted-printable", "base64") if wide else ("quoted-printable", "base64", "8bit", "binary"):
            yield f"{charset} {cte}", post.mail(part(marked(sheet), charset, cte))
    yield "said nothing", post.mail(b"Content-Type: text/plain\r\n\r\n" + transfer(marked(sheet).encode(), "8bit"))
    yield "said ascii", post.mail(_said("us-ascii", marked(sheet).encode()))
    yield "said unknown", post.mail(_said("x-none", marked(sheet).encode()))
    if len(sheet.encode()) - len(sheet) != 1:  # one strange byte alone may as well be a damaged one
        yield "said utf-8, is latin", post.mail(_said("utf-8", marked(sheet).encode("cp1252")))
    yield "said latin, is utf-8", post.mail(_said("iso-8859-1", marked(sheet).encode()))
    yield "with a mark of byte order", post.mail(_said("utf-8", b"\xef\xbb\xbf" + marked(sheet).encode()))


def _said(charset: str, data: bytes) -> bytes:
    return (
        f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n".encode()
        + transfer(data, "base64")
    )


def _ends(sheet: str, post: Post) -> Wrappings:
    for name, end in LINE_ENDS.items():
        text = marked(sheet).replace("\n", end)
        yield name, post.mail(part(text, cte="base64"))
    yield "all of the mail lf", post.mail(part(marked(sheet), cte="8bit")).replace(b"\r\n", b"\n")
    yield "blanks at line ends", post.mail(part(marked(sheet).replace("\n", "  \n")))
    yield "doubled", post.mail(part(marked(sheet).replace("\n", "\n\n")))


def _flowed(sheet: str, post: Post) -> Wrappings:
    stuffed = "".join(
        (f" {line}" if line[:1] in (" ", ">") or line[:5] == "From " else line) + "\n"
        for line in marked(sheet).splitlines()
    )
    for name, more in (("flowed", "; format=flowed"), ("delsp", "; format=flowed; delsp=yes")):
        yield name, post.mail(part(stuffed, more=more))
        long = "".join(_soft(line, delsp=name == "delsp") for line in stuffed.splitlines())
        yield f"{name} and wrapped", post.mail(part(f"Hello,\n\n{long}\nDora\n", more=more))


def _soft(line: str, *, delsp: bool) -> str:
    """A long line broken as RFC 3676 allows: after a space, or after one added for it."""
    out = ""
    while (
        len(line) > 30 and (cut := line.rfind(" ", 20, 30)) > 0 and not line[cut + 1 :].startswith((" ", ">", "From "))
    ):
        out += line[: cut + 1] + (" " if delsp else "") + "\n"
        line = line[cut + 1 :]
    return out + line + "\n"


_PICTURE = (
    b'Content-Type: image/png; name="map.png"\r\nContent-Disposition: inline; filename="map.png"\r\n'
    b"Content-ID: <m@x>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n"
)
_SIGNATURE = (
    b"Content-Type: application/pgp-signature; name=signature.asc\r\n\r\n"
    b"-----BEGIN PGP SIGNATURE-----\r\n\r\nabcd\r\n-----END PGP SIGNATURE-----\r\n"
)
_KEY = (
    b'Content-Type: application/pgp-keys; name="key.asc"\r\nContent-Disposition: attachment; filename="key.asc"\r\n\r\n'
    b"-----BEGIN PGP PUBLIC KEY BLOCK-----\r\n\r\nabcd\r\n-----END PGP PUBLIC KEY BLOCK-----\r\n"
)


def _nested(sheet: str, post: Post) -> Wrappings:
    plain, page = part(marked(sheet)), part(markup(marked(sheet), "gmail"), kind="text/html")
    both, pictured = multipart("alternative", plain, page), multipart("related", page, _PICTURE)
    signed = multipart("mixed", multipart("mixed", plain), _KEY)
    said = b"\r\n\r\nThis is a message in MIME format.\r\n\r\n"
    escaped = "".join(("- " if line[:1] == "-" else "") + line + "\n" for line in marked(sheet).splitlines())
    clear = (
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{escaped}-----BEGIN PGP SIGNATURE-----\n\nabcd\n=abcd\n"
    )
    yield "alternative", post.mail(both)
    yield "alternative, the other way", post.mail(multipart("alternative", page, plain))
    yield "alternative, plain empty", post.mail(multipart("alternative", part("\n"), page))
    yield "mixed", post.mail(multipart("mixed", plain))
    yield "mixed of alternative", post.mail(multipart("mixed", both, _PICTURE))
    yield "related", post.mail(pictured)
    yield "alternative of related", post.mail(multipart("alternative", plain, pictured))
    yield "signed", post.mail(multipart("signed", signed, _SIGNATURE, more="; micalg=pgp-sha256"))
    yield "signed inline", post.mail(part(f"{clear}-----END PGP SIGNATURE-----\n"))
    yield "unknown kind of multipart", post.mail(multipart("x-own", plain))
    yield "no last boundary", post.mail(multipart("mixed", plain).rsplit(b"\r\n--", 1)[0])
    yield "preamble", post.mail(multipart("mixed", plain).replace(b"\r\n\r\n", said, 1))
    yield "twice", post.mail(part(marked(sheet) + "\n" + marked(sheet)))


_FILES = (
    ('filename="orders.yaml"', "application/octet-stream"),
    ('filename="orders.yml"', "text/yaml"),
    ('filename="ORDERS.YAML"', "application/x-yaml"),
    ('filename="orders.txt"', "text/plain"),
    ("filename*=utf-8''B%C3%ABfehl%201.yaml", "application/yaml"),
)


def _attached(sheet: str, post: Post) -> Wrappings:
    words = part("My orders are in the file.\n\nDora\n")
    coding = "Content-Transfer-Encoding: base64\r\n\r\n"
    for name, kind in _FILES:
        for way in ("attachment", "inline"):
            for form, text in (("bare", sheet), ("marked", marked(sheet))):
                head = f"Content-Type: {kind}\r\nContent-Disposition: {way}; {name}\r\n{coding}"
                file = head.encode() + transfer(text.encode(), "base64")
                yield f"{name} {kind} {way} {form}", post.mail(multipart("mixed", words, file))
    twin = part(marked(sheet), kind="text/yaml", more="; name=a.yaml")
    yield "and in the body", post.mail(multipart("mixed", part(marked(sheet)), twin))
