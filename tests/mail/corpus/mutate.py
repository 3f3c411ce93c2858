"""Emails made from emails, by everything that happens to emails and some that no one would think of."""

import re
from collections.abc import Callable, Sequence
from random import Random

LARGEST = 1024 * 1024
CHARSETS = (
    b"utf-8",
    b"us-ascii",
    b"utf-16",
    b"utf-7",
    b"iso-2022-jp",
    b"gb18030",
    b"koi8-r",
    b"rot13",
    b"hex",
    b"x",
    b"",
)
CODINGS = (b"base64", b"quoted-printable", b"8bit", b"binary", b"x-uuencode", b"7bit", b"")
TYPES = (
    b"text/plain", b"text/html", b"text/plain; format=flowed; delsp=yes", b"multipart/mixed; boundary=x",
    b"message/rfc822", b"multipart/alternative", b"application/octet-stream; name*0*=''%00", b"text/yaml; name=a.yaml",
    b"image/png", b"/", b"",
)  # fmt: skip
HEADERS = (
    b"Auto-Submitted: auto-replied", b"List-Id: <x>", b"Return-Path: <>", b"From: b@example.org",
    b"Subject: =?utf-8?q?=00?=", b"Subject: =?x?b?====?=", b"Message-ID: <[x]@[y]>", b": x", b"\xff",
    b'Content-Disposition: attachment; filename="\xff.yaml"',
)  # fmt: skip
PIECES = (
    b"---\n", b"...\n", b"> ", b"<div>", b"</div>", b"<blockquote>", b"=\n", b"=3D", b"\0", b"\xe2\x80\x8b",
    b"\xc2\xa0", b"\r", b"\x0c", b"\x85", b"-- \n", b"On Sun, 11 Jan 2026 at 20:05, X wrote:\n",
    b"-----Original Message-----\n",
    b"[quote]", b"[code]", b"```\n", b"bid: 1\n", b"moves:\n", b"- ", b"{", b"[", b"&nbsp;", b"<!--", b"&#0;",
    b"\xff\xfe", b"\n\n", b"-----BEGIN PGP SIGNED MESSAGE-----\n",
)  # fmt: skip
DEEP = (b"<div>", b"<blockquote>", b"> ", b"(", b"[", b"{a: ", b"a ", b"a", b"- ", b"=?utf-8?q?a?= ", b"<a b='", b"&")


def _flips(raw: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    out = bytearray(raw)
    for _ in range(chance.randint(1, 20)):
        if out:
            out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def _cut(raw: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    first, last = sorted((chance.randint(0, len(raw)), chance.randint(0, len(raw))))
    return raw[:first] if chance.random() < 0.5 else raw[:first] + raw[last:]


def _spliced(raw: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    other = chance.choice(others)
    return raw[: chance.randint(0, len(raw))] + other[chance.randint(0, len(other)) :]


def _shuffled(raw: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    head, mark, body = raw.partition(b"\r\n\r\n" if b"\r\n\r\n" in raw else b"\n\n")
    lines = re.split(rb"\r?\n(?=[^ \t])", head)
    lines += chance.sample(HEADERS, chance.randint(0, 3))
    chance.shuffle(lines)
    return b"\r\n".join(lines[chance.randint(0, 2) :]) + mark + body


def _pieces(raw: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    for _ in range(chance.randint(1, 6)):
        at = chance.randint(0, len(raw))
        raw = raw[:at] + chance.choice(PIECES) * chance.choice((1, 1, 1, 2, 50)) + raw[at:]
    return raw


def _declared(raw: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    """Another character set, transfer encoding or type than the true one."""
    for name, values in ((rb"charset=\"?[^\s;\"]+\"?", [b"charset=" + one for one in CHARSETS]),
                         (rb"(?i)transfer-encoding: *\S+", [b"Transfer-Encoding: " + one for one in CODINGS]),
                         (rb"(?i)content-type: *[^\s;]+", [b"Content-Type: " + one for one in TYPES])):  # fmt: skip
        if chance.random() < 0.5:
            new = chance.choice(values)
            raw = re.sub(name, lambda _found, new=new: new, raw, count=chance.randint(1, 3))  # type: ignore[misc]
    return raw


def _within(raw: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    """Emails in emails in emails."""
    for number in range(chance.choice((1, 2, 5, 40, 150))):
        name = b"b%d" % number
        kind = chance.choice((b"mixed", b"alternative", b"digest", b"signed", b"report"))
        head = b"From: x@example.org\r\nContent-Type: multipart/" + kind + b"; boundary=" + name + b"\r\n\r\n--" + name
        raw = head + b"\r\nContent-Type: message/rfc822\r\n\r\n" + raw + b"\r\n--" + name + b"--\r\n"
    return raw


def _repeated(raw: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    if not raw:
        return raw
    at = chance.randrange(len(raw))
    block = raw[at : at + chance.choice((1, 7, 80, 1000))]
    return raw[:at] + block * min(chance.choice((2, 30, 1000, 20000)), LARGEST // len(block)) + raw[at:]


def _deep(raw: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    """Something nested very deeply, or a very long line, somewhere in the mail."""
    at = chance.randint(0, len(raw))
    what = chance.choice(DEEP)
    return raw[:at] + what * chance.choice((100, 3000, 50000)) + raw[at:]


MUTATIONS: tuple[Callable[[bytes, Random, Sequence[bytes]], bytes], ...] = (
    _flips, _cut, _spliced, _shuffled, _pieces, _declared, _within, _repeated, _deep,
)  # fmt: skip


def mutated(mails: Sequence[bytes], chance: Random) -> tuple[bytes, str]:
    """One of *mails*, changed once or a few times; and how."""
    raw = chance.choice(mails)
    ways = chance.choices(MUTATIONS, k=chance.choice((1, 1, 2, 3)))
    for way in ways:
        raw = way(raw, chance, mails)[:LARGEST]
    return raw, ", ".join(way.__name__.strip("_") for way in ways)
