import base64
from binascii import b2a_uu

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.extraction.find import find
from pbem.mail.extraction.texts import contents
from pbem.mail.mime.text import MailText, TextSource
from pbem.store.inbox import MOST_BYTES
from tests.long import examples

FROM = "From: Ann <ann@example.org>\r\nMIME-Version: 1.0\r\n"
SHEET = "---\r\nbid: 1\r\n...\r\n"


def mail(*headers: str, body: str | bytes = "") -> bytes:
    data = body.encode() if isinstance(body, str) else body
    return FROM.encode() + "".join(f"{header}\r\n" for header in headers).encode() + b"\r\n" + data


def many(kind: str, *parts: str, boundary: str = "=_limit_1") -> str:
    inner = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n{inner}--{boundary}--\r\n'


def multipart(kind: str, *parts: str) -> bytes:
    return (FROM + many(kind, *parts)).encode()


def part(kind: str, body: str, *headers: str) -> str:
    return "".join(f"{header}\r\n" for header in (f"Content-Type: {kind}", *headers)) + f"\r\n{body}"


def attached(name: str, body: str, kind: str = "application/octet-stream") -> str:
    return part(kind, body, f'Content-Disposition: attachment; filename="{name}"')


def texts(raw: bytes) -> list[tuple[TextSource, str]]:
    return [(text.source, text.text) for text in contents(raw).texts]


def only(raw: bytes) -> MailText:
    (text,) = contents(raw).texts
    return text


PLAIN = part("text/plain", "bid: 1\r\n")
HTML = part("text/html", "<div>bid: 1</div>")
HELLO = part("text/plain", "Here it is.\r\n")


@pytest.mark.parametrize(
    ("headers", "body", "text"),
    [
        ([], "bid: 1", "bid: 1\n"),
        ([], "a\rb\r\nc\nd\r\r\ne\u2028f\x85g\u2029h\r\n", "a\nb\nc\nd\ne\nf\ng\nh\n"),
        ([], "a\0b\r\n", "a\0b\n"),
        (["Content-Transfer-Encoding: quoted-printable"], "bid: 1=20=\r\n# K=C3=B6nig\r\n", "bid: 1 # König\n"),
        (["Content-Transfer-Encoding: base64"], "YmlkOiAxCg==\r\n", "bid: 1\n"),
        (["Content-Type: text/plain; charset=iso-8859-1"], "# König\n".encode("latin-1"), "# König\n"),
        (["Content-Type: text/plain; charset=us-ascii"], "# König – 1\n".encode("cp1252"), "# König – 1\n"),
        (["Content-Type: text/plain; charset=nonsense"], "# König\n".encode(), "# König\n"),
        (["Content-Type: text/plain; charset=utf-16"], "bid: 1\n".encode("utf-16"), "bid: 1\n"),
        (["Content-Type: text/plain; format=flowed"], "---\r\n  a: b \r\nc\r\n...\r\n", "---\n a: b c\n...\n"),
        (["Content-Type: text/plain; format=flowed; delsp=yes"], "a \r\nb\r\n", "ab\n"),
        (["Content-Type: text/html"], "<p>a<p>b", "a\nb\n"),
        (["Content-Type: text/html"], "a\r\nb\r\n", "a\nb\n"),
        (["Content-Type: text/plain"], "<!DOCTYPE html><p>a<p>b", "a\nb\n"),
        (["Content-Type: text"], "a\r\n", "a\n"),
        (["Content-Type: multipart/mixed"], "a\r\n", "a\n"),
        (["Content-Type: multipart/mixed; boundary=x"], "a\r\n", "a\n"),
    ],
)
def test_one_text_comes_through(headers: list[str], body: str | bytes, text: str) -> None:
    assert only(mail(*headers, body=body)).text == text


def test_a_guessed_character_set_is_told() -> None:
    text = only(mail(body="# größer, über\n".encode("cp1252")))
    assert (text.text, text.charset, text.guessed) == ("# größer, über\n", "cp1252", True)


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (multipart("alternative", PLAIN, HTML), [("plain", "bid: 1\n")]),
        (multipart("alternative", HTML, PLAIN), [("plain", "bid: 1\n")]),
        (multipart("alternative", part("text/plain", " \r\n"), HTML), [("html", "bid: 1\n")]),
        (
            multipart("alternative", part("text/plain", "Your mail program cannot display HTML."), HTML),
            [("html", "bid: 1\n")],
        ),
        (multipart("alternative", part("text/plain", "[image: x.png]"), HTML), [("html", "bid: 1\n")]),
        (
            multipart("alternative", PLAIN, many("related", HTML, part("image/png", "x"), boundary="b2")),
            [("plain", "bid: 1\n")],
        ),
        (multipart("related", HTML, part("image/png", "x")), [("html", "bid: 1\n")]),
        (
            multipart("alternative", HELLO, many("mixed", HTML, attached("a.yml", "bid: 2"), boundary="b2")),
            [("sheet", "bid: 2\n"), ("plain", "Here it is.\n")],
        ),
        (
            multipart("mixed", HELLO, attached("a.YAML", "bid: 1\r\n")),
            [("sheet", "bid: 1\n"), ("plain", "Here it is.\n")],
        ),
        (
            multipart("mixed", attached("a.txt", "bid: 1", "text/plain"), HELLO),
            [("sheet", "bid: 1\n"), ("plain", "Here it is.\n")],
        ),
        (
            multipart("mixed", HELLO, attached("x.txt", "Dear all, this is a list.", "text/plain")),
            [("plain", "Here it is.\n")],
        ),
        (
            multipart("mixed", HELLO, attached("noname", SHEET)),
            [("sheet", "---\nbid: 1\n...\n"), ("plain", "Here it is.\n")],
        ),
        (multipart("mixed", HELLO, attached("x.bin", "\0\1\2bid: 1")), [("plain", "Here it is.\n")]),
        (
            multipart("mixed", attached("a.yaml", "bid: 1"), attached("b.yaml", "bid: 2")),
            [("sheet", "bid: 1\n"), ("sheet", "bid: 2\n")],
        ),
        (multipart("mixed", part("application/yaml", "bid: 1")), [("sheet", "bid: 1\n")]),
        (multipart("mixed", attached("=?utf-8?q?z=C3=BCge=2Eyaml?=", "bid: 1")), [("sheet", "bid: 1\n")]),
        (
            multipart("mixed", PLAIN, part("image/png", "x"), part("text/plain", "more")),
            [("plain", "bid: 1\n"), ("plain", "more\n")],
        ),
        (multipart("signed", PLAIN, part("application/pgp-signature", "x")), [("plain", "bid: 1\n")]),
        (multipart("mixed", attached("x.txt", "Only words.", "text/plain")), [("plain", "Only words.\n")]),
    ],
)
def test_texts_come_in_the_order_in_which_they_are_to_be_tried(raw: bytes, found: list[tuple[TextSource, str]]) -> None:
    assert texts(raw) == found


def test_a_text_attached_beside_a_letter_is_a_sheet_only_if_it_looks_like_one() -> None:
    notice = "Note: read this\r\nThis message was checked by a program.\r\nIt found nothing in it.\r\n"
    assert texts(multipart("mixed", HELLO, attached("x.txt", notice, "text/plain"))) == [("plain", "Here it is.\n")]


@pytest.mark.parametrize("bullet", ["-", "•", "*", "–"])
def test_an_attached_text_is_a_sheet_whatever_its_bullets(bullet: str) -> None:
    sheet = f"moves:\n{bullet} Karl: Linz\n{bullet} Traun: Passau\n"
    letter = multipart("mixed", part("text/plain", "See attached.\n"), attached("orders.txt", sheet, "text/plain"))
    assert ("sheet", sheet) in texts(letter)


def test_a_document_that_nobody_can_read_is_named() -> None:
    document = attached("my orders.docx", "PK nonsense", "application/vnd.openxmlformats")
    logo = attached("logo.png", "PNG nonsense", "image/png")
    letter = multipart("mixed", part("text/plain", "My orders are attached.\n"), document, logo)
    assert contents(letter).unread == ("my orders.docx", "logo.png")
    read = find(contents(letter))
    assert (read.what, [(note.code, note.args) for note in read.notes]) == (
        "words",
        [("attachment-not-read", {"name": "my orders.docx"}), ("attachment-not-read", {"name": "logo.png"})],
    )
    sheet = multipart("mixed", part("text/plain", "---\nbid: 1\n...\n"), document)
    read = find(contents(sheet))
    assert (read.what, [note.args for note in read.notes]) == ("orders", [{"name": "my orders.docx"}])


def test_an_attachment_keeps_its_name() -> None:
    raw = multipart(
        "mixed", part("application/yaml", "bid: 1", "Content-Disposition: attachment; filename*=utf-8''z%C3%BCge.yaml")
    )
    assert only(raw).name == "züge.yaml"


FORWARDED = part("message/rfc822", "Subject: x\r\n\r\nbid: 1\r\n")


def test_a_forwarded_mail_is_read_only_if_there_is_nothing_else() -> None:
    assert texts(multipart("mixed", FORWARDED)) == [("nested", "bid: 1\n")]
    assert texts(multipart("mixed", part("text/plain", " \r\n"), FORWARDED)) == [("nested", "bid: 1\n")]
    assert texts(multipart("mixed", HELLO, FORWARDED)) == [("plain", "Here it is.\n")]
    assert texts(mail("Content-Type: message/rfc822", body="Subject: x\r\n\r\nbid: 1\r\n")) == [("nested", "bid: 1\n")]
    inner = base64.encodebytes(b"Subject: x\n\nbid: 1\n").decode()
    encoded = part("message/rfc822", inner, "Content-Transfer-Encoding: base64")
    assert texts(multipart("mixed", encoded)) == [("nested", "bid: 1\n")]
    assert texts(multipart("digest", "\r\nSubject: x\r\n\r\nbid: 1\r\n")) == [("nested", "bid: 1\n")]


CLEAR = (
    "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA512\r\n\r\n- ---\r\nmoves:\r\n- - a\r\n...\r\n"
    "-----BEGIN PGP SIGNATURE-----\r\n\r\niQ==\r\n-----END PGP SIGNATURE-----\r\n"
)


def test_a_signed_text_is_read_without_its_armour() -> None:
    assert only(mail(body=CLEAR)).text == "---\nmoves:\n- a\n...\n"
    assert only(mail(body="hello\r\n" + CLEAR.replace("- -", "-") + "bye")).text.startswith("hello\n")
    assert "BEGIN" in only(mail(body=CLEAR.partition("\r\n...")[0])).text


SEALED = "-----BEGIN PGP MESSAGE-----\r\n\r\nhQ==\r\n-----END PGP MESSAGE-----\r\n"
SMIME_SIGNED = base64.b64encode(bytes.fromhex("308006092a864886f70d010702a080")).decode()


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "no-text"),
        (mail(body=""), "no-text"),
        (mail(body=" \r\n\r\n"), "no-text"),
        (mail("Content-Type: image/png", body="x"), "no-text"),
        (multipart("mixed", part("image/png", "x"), part("text/plain", "\r\n")), "no-text"),
        (mail(body="x" * MOST_BYTES), "mail-too-large"),
        (mail(body=SEALED), "encrypted"),
        (
            multipart(
                "encrypted", part("application/pgp-encrypted", "Version: 1"), part("application/octet-stream", SEALED)
            ),
            "encrypted",
        ),
        (mail("Content-Type: application/pkcs7-mime; smime-type=enveloped-data", body="MIAG"), "encrypted"),
        (mail("Content-Type: application/x-pkcs7-mime; name=smime.p7m", body="MIAG"), "encrypted"),
        (mail("Content-Type: application/pkcs7-mime; smime-type=signed-data", body="MIAG"), "signed-whole"),
        (
            mail("Content-Type: application/pkcs7-mime", "Content-Transfer-Encoding: base64", body=SMIME_SIGNED),
            "signed-whole",
        ),
        (mail("Content-Type: application/ms-tnef; name=winmail.dat", body="x"), "tnef"),
        (multipart("mixed", part("text/plain", ""), attached("WINMAIL.DAT", "bid: 1")), "tnef"),
        (mail("Content-Type: message/partial; number=1; total=2; id=x", body="bid: 1"), "mail-in-pieces"),
        (mail("Content-Type: message/external-body; access-type=URL", body="\r\n"), "mail-in-pieces"),
    ],
)
def test_a_mail_without_text_says_why(raw: bytes, problem: str) -> None:
    assert (contents(raw).problem, contents(raw).texts) == (problem, ())


def test_a_damaged_part_names_the_line_of_the_mail() -> None:
    bad = part("text/plain", "bid: 1\r\nx: =2\r\n", "Content-Transfer-Encoding: quoted-printable")
    raw = multipart("mixed", HELLO, bad)
    damaged = contents(raw).texts[1]
    assert (damaged.text, damaged.damaged) == ("bid: 1\nx: \x1a=2\n", raw.split(b"\r\n").index(b"x: =2") + 1)
    lone = contents(raw.replace(b"\r\n", b"\r")).texts[1]
    assert lone.damaged == damaged.damaged
    assert find(contents(raw)).args == {"line": damaged.damaged, "text": "x: \ufffd=2"}


def test_a_footer_below_base64_is_not_decoded() -> None:
    body = base64.encodebytes(b"bid: 1\n").decode() + "\r\n____________\r\ntoy mailing list\r\n"
    text = only(mail("Content-Transfer-Encoding: base64", body=body))
    assert (text.text, text.problem) == ("bid: 1\n", "")


WHOLE = multipart("mixed", PLAIN, attached("x.png", "x", "image/png"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"--=_limit_1--\r\n", b""),
        (b"--=_limit_1--\r\n", b"--=_limit_1-\r\nlist footer"),
        (b"--=_limit_1--\r\n", b"--=_limit_1--\r\nlist footer\r\n--=_limit_1\r\n\r\nmore"),
        (b'boundary="=_limit_1"', b""),
        (b'boundary="=_limit_1"', b'boundary="=_limit_2"'),
        (b"\n--=_limit_1\r\nContent-Type: image", b"\n--=_lXmit_1\r\nContent-Type: image"),
        (b"\n--=_limit_1\r\nContent-Type: image", b"\n-=_limit_1\r\nContent-Type: image"),
        (b"\r\n", b"\n"),
        (b"\r\n", b"\r"),
        (b'Content-Type: multipart/mixed; boundary="=_limit_1"\r\n', b""),
        (b"multipart/mixed", b"text/plain"),
        (b"From: Ann", b"\r\n>From MAILER Sat Nov 21\r\nFrom: Ann"),
        (b"Content-Type: text/plain\r\n", b""),
        (b"text/plain\r\n\r\n", b"text/plain\r\n"),
    ],
)
def test_a_mail_that_is_put_together_badly_is_read_all_the_same(old: bytes, new: bytes) -> None:
    assert old in WHOLE
    assert texts(WHOLE.replace(old, new)) == [("plain", "bid: 1\n")]


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (("Content-Type: text/htmX",), "<p>bid: 1</p>"),
        (("Content-Type: text/hml",), "<p>bid: 1</p>"),
        (("Content-Type: multipar/mixed; boundary=b",), "--b\r\n\r\nbid: 1\r\n--b--\r\n"),
        (("Content-Type: text/plain", "Content-Transfer-Encoding: bas64"), base64.encodebytes(b"bid: 1\n")),
        (("Content-Type: text/plain", "Content-Transfer-Encoding: quoted-printabIe"), "bid:=201\r\n"),
    ],
)
def test_a_type_or_an_encoding_with_one_wrong_letter_is_known(headers: tuple[str, ...], body: str | bytes) -> None:
    text = only(mail(*headers, body=body))
    assert (text.text, text.problem) == ("bid: 1\n", "")


def test_orders_without_an_empty_line_above_them_are_no_headers() -> None:
    raw = (FROM + "Content-Type: text/plain\r\nbid: 1\r\nmoves:\r\n- a > b\r\n").encode()
    assert only(raw).text == "bid: 1\nmoves:\n- a > b\n"


DEPTH = 3000
HOSTILE = {
    "nested": b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(DEPTH)),
    "mails in mails": b"Content-Type: message/rfc822\r\n\r\n" * DEPTH + b"bid: 1",
    "parts": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * 100_000,
    "pages": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    + b"--b\r\nContent-Type: text/html\r\n\r\n<p>x" * 40_000,
    "tags": b"Content-Type: text/html\r\n\r\n" + b"<p>x" * 400_000,
    "headers": b"X: y\r\n" * 300_000,
    "parameters": b"Content-Type: multipart/mixed; " + b'a="b;' * 300_000,
    "lines": b"\r\n" + b"\n" * 2_000_000,
    "soft lines": b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"a \n" * 170_000,
    "equals signs": b"\r\n" + b"=\n" * 900_000,
    "escapes": b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + b"=E4" * 600_000,
    "base64": b"Content-Transfer-Encoding: base64\r\n\r\n" + b"AAAA\n" * 400_000,
    "high bytes": b"\r\n" + b"\xe4\n\xff" * 170_000,
    "armour": b"\r\n" + b"-----BEGIN PGP MESSAGE-----\n" * 18_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_mail_takes_for_ever(name: str) -> None:
    contents(FROM.encode() + HOSTILE[name])


def test_thousands_of_nested_parts_are_refused() -> None:
    assert contents(FROM.encode() + HOSTILE["nested"]).problem == "mail-unreadable"
    assert contents(FROM.encode() + HOSTILE["mails in mails"]).problem == "mail-unreadable"


def test_a_text_as_long_as_a_book_is_not_read() -> None:
    text = only(mail(body="bid: 1\n" * 100_000))
    assert (text.text, text.problem, text.args) == ("", "mail-too-large", {"size": 700_000, "limit": 524_288})


PIECES = st.sampled_from(
    [
        b"From: ",
        b"Content-Type: ",
        b"Content-Transfer-Encoding: base64\n",
        b"charset=",
        b"text/plain; ",
        b"utf-7",
        b"multipart/mixed; boundary=a\n",
        b'multipart/alternative; boundary="a"\n',
        b"--a\n",
        b"--a--\n",
        b"text/html\n",
        b"message/rfc822\n",
        b"\n",
        b"\n\n",
        b"name*0*=",
        b"name*=x''",
        b"\xff",
        b"\0",
        b"---\n",
        b"format=flowed",
        b" ;",
        b"Content-Disposition: attachment; filename=a.yaml\n",
        b"=?utf-8?q?",
        b"begin 644 x\n",
        b"quoted-printable\n",
    ]
)


@settings(max_examples=examples(400), deadline=None)
@given(st.lists(PIECES | st.binary(max_size=12), max_size=25).map(b"".join))
def test_no_mail_whatever_stops_the_reading(raw: bytes) -> None:
    found = contents(raw)
    assert bool(found.texts) != bool(found.problem)
    for text in found.texts:
        assert not {"\r", "\x85", "\u2028", "\u2029"} & set(text.text)
        assert text.problem or text.text.strip()
        text.text.encode()


@pytest.mark.parametrize("name", ["orders.zip", "smime.p7m", "winmail.dat", "orders.pdf", "photo.jpg"])
def test_a_file_that_was_not_read_is_named(name: str) -> None:
    file = attached(name, "x")
    assert contents(multipart("mixed", file)).args == {"names": [name]}
    beside = contents(multipart("mixed", HELLO, file))
    assert beside.unread == (name,)


def test_a_picture_of_the_page_itself_needs_no_name() -> None:
    page = many("related", HTML, part("image/png", "x", "Content-ID: <logo>"), boundary="b2")
    assert contents(multipart("mixed", page)).unread == ()
    assert contents(multipart("mixed", page, attached("", "\0\1x", "application/x-odd"))).unread == (
        "application/x-odd",
    )


@pytest.mark.parametrize(
    "kind",
    ["application/x-download", "application/force-download", "application/binary", "application/unknown",
     "message/plain", "message/rfc822", "unknown", "unknown/unknown", "file", "application/msword", "image/jpeg",
     "text/css", "text/vcard", "text/html", "application/json", "application/x-yaml", "multipart/mixed", "x-text"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["orders.txt", "orders", "", "orders.dat", "Orders.YAML"])
def test_a_text_that_is_attached_is_read_whatever_it_declares_to_be(kind: str, name: str) -> None:
    sheet = "---\nmoves:\n  - Törring: Eggenfelden\n...\n"
    for charset in ("utf-8", "cp1252", "utf-16"):
        encoded = base64.encodebytes(sheet.encode(charset)).decode()
        file = part(
            kind, encoded, "Content-Transfer-Encoding: base64", f'Content-Disposition: attachment; filename="{name}"'
        )
        assert texts(multipart("mixed", HELLO, file))[0] == ("sheet", sheet)


@pytest.mark.parametrize("kind", ["application/x-download", "message/plain", "application/pdf", "text/markdown"])
def test_a_text_of_any_type_that_is_no_sheet_is_read_alone_and_named_beside_a_letter(kind: str) -> None:
    file = attached("notes.txt", "nothing but words", kind)
    assert texts(multipart("mixed", file)) == [("plain", "nothing but words\n")]
    assert contents(multipart("mixed", HELLO, file)).unread == ("notes.txt",)


@given(st.binary(min_size=1, max_size=300), st.sampled_from(["x.bin", "orders.jpg", "", "orders.txt"]))
def test_a_file_is_read_or_named_whatever_its_bytes(data: bytes, name: str) -> None:
    file = part(
        "application/octet-stream",
        base64.encodebytes(data).decode(),
        "Content-Transfer-Encoding: base64",
        f'Content-Disposition: attachment; filename="{name}"',
    )
    found = contents(multipart("mixed", HELLO, file))
    assert found.unread or len(found.texts) > 1 or not data.strip()


def test_a_text_that_is_attached_beside_words_and_no_sheet_is_named() -> None:
    assert contents(multipart("mixed", HELLO, attached("notes.txt", "nothing but words", "text/plain"))).unread == (
        "notes.txt",
    )


def test_a_file_that_is_uuencoded_in_the_text_is_named() -> None:
    coded = "".join(b2a_uu(b"moves:\n- Traun: Wien\n").decode().replace("`", " "))
    text = f"My orders:\n\nbegin 644 my orders.txt\n{coded}`\nend\n\nbegin 7 marches\n"
    raw = f"From: a@b.example\nSubject: orders\n\n{text}"
    assert contents(raw.encode()).unread == ("my orders.txt",)
