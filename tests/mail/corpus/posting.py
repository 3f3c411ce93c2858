"""What the wrappings of `wraps` are made of: an email's head, parts in every encoding, parts of parts."""

import base64
from collections.abc import Iterator
from email.quoprimime import body_encode

import msgspec

Wrapped = tuple[str, bytes]
Wrappings = Iterator[Wrapped]


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """Whose email it is, and the letter that it answers with the form in it."""

    sender: str
    recipient: str
    subject: str
    letter: str = ""
    form: str = ""

    def head(self, *more: str) -> str:
        return "\r\n".join(
            (
                f"From: Player <{self.sender}>",
                f"To: {self.recipient}",
                f"Subject: Re: {self.subject}",
                "Date: Mon, 12 Jan 2026 20:48:19 +0100",
                "Message-ID: <4711@example.org>",
                "MIME-Version: 1.0",
                *more,
            )
        ) + "\r\n"  # fmt: skip

    def mail(self, part: bytes, *more: str) -> bytes:
        """An email of one *part*, which begins with headers of its own."""
        return self.head(*more).encode() + part

    @property
    def said(self) -> str:
        """The line above a quotation."""
        return f"On Sun, 11 Jan 2026 at 20:05, Game <{self.recipient}> wrote:\n"

    @property
    def block(self) -> str:
        """The headers that some clients write above a letter which they do not mark as quoted."""
        return (
            f"From: Game <{self.recipient}>\nSent: Sunday, January 11, 2026 8:05 PM\n"
            f"To: Player <{self.sender}>\nSubject: {self.subject}\n\n"
        )


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in text.splitlines())


def marked(sheet: str) -> str:
    return f"---\n{sheet}...\n"


def part(
    text: str, charset: str = "utf-8", cte: str = "quoted-printable", kind: str = "text/plain", more: str = ""
) -> bytes:
    """A part of an email, headers and body."""
    head = f"Content-Type: {kind}; charset={charset}{more}\r\nContent-Transfer-Encoding: {cte}\r\n\r\n"
    return head.encode() + transfer(text.encode(charset), cte)


def transfer(data: bytes, cte: str) -> bytes:
    if cte == "base64":
        return base64.encodebytes(data).replace(b"\n", b"\r\n")
    if cte == "quoted-printable" and b"\0" in data:
        return b"".join(b"=%02X=\r\n" % byte if at % 20 == 19 else b"=%02X" % byte for at, byte in enumerate(data))
    if cte == "quoted-printable":
        lines = body_encode(data.replace(b"\r\n", b"\n").decode("latin-1")).split("\n")
        return "\r\n".join(lines).encode("ascii")
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def multipart(kind: str, *parts: bytes, more: str = "") -> bytes:
    """Several parts as one; the boundary is made from their number and kind."""
    boundary = f"=-{kind}-{len(parts)}-{sum(map(len, parts))}"
    body = b"".join(b"--%s\r\n%s\r\n" % (boundary.encode(), one) for one in parts)
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"{more}\r\n\r\n'
    return head.encode() + body + f"--{boundary}--\r\n".encode()
