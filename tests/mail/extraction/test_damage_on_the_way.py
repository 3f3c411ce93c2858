"""Damage outside of a sheet never refuses it, damage in it shows the line: each kind of damage, in both places."""

import base64
import quopri
from collections.abc import Callable

import pytest

from pbem.mail.extraction.find import find
from pbem.mail.extraction.texts import contents
from pbem.mail.mime.text import FoundOrders

FROM = b"From: Ann <ann@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
ABOVE = "Dear moderator,\nhere they are.\n\n"
MARKED = "--- # toy, ann\nbid: 1\nmoves:\n  - Törring: Linz > Enns\n  - Karl: Graz > Melk\n...\n"
BARE = "bid: 1\nmoves:\n  - Törring: Linz > Enns\n  - Karl: Graz > Melk\n"
QUOTED = (
    "\nOn Mon, 5 Jan 2026 at 10:00, Game <game@example.org> wrote:\n> Dear Ann, the situation in Köln is grave.\n"
    "> Your orders by Monday, and whatever else there is to say in a line that is long.\n> ---\n> bid: 0\n> ...\n"
)
INSIDE, OUTSIDE = "Graz > Melk", "is grave"


def encoded(text: str, transfer: str) -> tuple[bytes, str]:
    data = text.encode()
    if transfer == "quoted-printable":
        return quopri.encodestring(data).replace(b"\n", b"\r\n"), transfer
    if transfer == "base64":
        return base64.encodebytes(data).replace(b"\n", b"\r\n"), transfer
    return data.replace(b"\n", b"\r\n"), transfer


def mail(body: bytes, transfer: str) -> bytes:
    return FROM + f"Content-Transfer-Encoding: {transfer}\r\n\r\n".encode() + body


def _stray(text: str, at: str) -> bytes:
    body, transfer = encoded(text, "quoted-printable")
    return mail(body.replace(at.encode(), at.encode() + b" =!"), transfer)


def _bad_hex(text: str, at: str) -> bytes:
    body, transfer = encoded(text, "quoted-printable")
    return mail(body.replace(at.encode(), at.encode() + b"=C3=Z"), transfer)


def _left_over(text: str, at: str) -> bytes:
    return mail(encoded(text.replace(at, f"{at}=20"), "7bit")[0], "7bit")


def _soft_end_lost(text: str, at: str) -> bytes:
    longer = f"{at} {'and so it goes ' * 3}=20 {'on and on ' * 3}"
    return mail(text.replace("ö", "=C3=B6").replace(at, longer).encode(), "quoted-printable")


def _base64(text: str, at: str, damage: Callable[[bytes, int], bytes]) -> bytes:
    body, transfer = encoded(text, "base64")
    place = len(text[: text.index(at)].encode()) // 57 * 78
    return mail(damage(body, place), transfer)


def _bad_letter(text: str, at: str) -> bytes:
    body, transfer = encoded(text, "base64")
    place = len(text[: text.index(at)].encode())
    place = place // 57 * 78 + place % 57 // 3 * 4
    return mail(body[:place] + b"*" + body[place + 1 :], transfer)


def _letter_lost(text: str, at: str) -> bytes:
    return _base64(text, at, lambda body, place: body[: place + 9] + body[place + 10 :])


def _letter_doubled(text: str, at: str) -> bytes:
    return _base64(text, at, lambda body, place: body[: place + 9] + b"Q" + body[place + 9 :])


def _tail_lost(text: str, at: str) -> bytes:
    return _base64(text, at, lambda body, place: body[: place + 30])


def _substitute(text: str, at: str) -> bytes:
    return mail(encoded(text.replace(at, f"{at}\x1a"), "8bit")[0], "8bit")


def _uuencoded(text: str, at: str) -> bytes:
    import binascii

    data = text.encode()
    lines = [binascii.b2a_uu(data[start : start + 45]) for start in range(0, len(data), 45)]
    hit = len(text[: text.index(at)].encode()) // 45
    lines[hit] = lines[hit][:-9] + b"\n"
    return mail(b"begin 644 sheet\n" + b"".join(lines) + b"`\nend\n", "x-uuencode")


KINDS = (
    _stray,
    _bad_hex,
    _left_over,
    _soft_end_lost,
    _bad_letter,
    _letter_lost,
    _letter_doubled,
    _tail_lost,
    _substitute,
    _uuencoded,
)


def read(raw: bytes, keys: frozenset[str] = frozenset({"bid", "moves"})) -> FoundOrders:
    return find(contents(raw), keys=keys)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
@pytest.mark.parametrize("sheet", [MARKED, BARE], ids=["marked", "bare"])
def test_damage_in_the_quoted_letter_refuses_no_sheet(kind: Callable[[str, str], bytes], sheet: str) -> None:
    if sheet == BARE and kind is _uuencoded:
        pytest.skip("a line of it reaches into the sheet")
    for text in (f"{ABOVE}{sheet}{QUOTED * 2}", f"{sheet}\nBest,\nAnn\n{QUOTED}"):
        found = read(kind(text, OUTSIDE))
        assert (found.problem, found.what) == ("", "orders")
        assert [line.strip() for line in sheet.splitlines()] == [line.strip() for line in found.sheet.splitlines()]
        assert "\x1a" not in found.words


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
@pytest.mark.parametrize("sheet", [MARKED, BARE], ids=["marked", "bare"])
def test_damage_in_the_sheet_shows_its_line(kind: Callable[[str, str], bytes], sheet: str) -> None:
    found = read(kind(f"{ABOVE}{sheet}{QUOTED}", INSIDE))
    assert (found.problem, found.sheet) == ("damaged-transfer", "")
    shown = found.args["text"]
    assert shown.count("\ufffd") or kind is _tail_lost
    assert any(line.strip()[:1] == shown[:1] for line in sheet.splitlines())
    assert "\x1a" not in shown


@pytest.mark.parametrize("kind", [_stray, _bad_hex, _left_over, _bad_letter, _substitute])
def test_damage_of_a_letter_shows_the_whole_line_of_the_sheet(kind: Callable[[str, str], bytes]) -> None:
    raw = kind(f"{ABOVE}{MARKED}{QUOTED}", INSIDE)
    found = read(raw)
    assert found.args["text"].startswith("- Karl:")
    assert found.args["line"] > raw.split(b"\r\n").index(b"") or kind is _substitute


@pytest.mark.parametrize("kind", KINDS[:4], ids=lambda kind: kind.__name__.strip("_"))
def test_damage_below_the_closed_sheet_or_above_it_refuses_nothing(kind: Callable[[str, str], bytes]) -> None:
    for text in (f"{ABOVE}{MARKED}\nThe weather is grave.\nAnn\n", f"The weather is grave.\n{MARKED}Bye\n"):
        found = read(kind(text, OUTSIDE))
        assert (found.problem, found.what) == ("", "orders")


@pytest.mark.parametrize("kind", KINDS[:4], ids=lambda kind: kind.__name__.strip("_"))
def test_a_command_that_may_be_damaged_is_not_carried_out(kind: Callable[[str, str], bytes]) -> None:
    assert read(kind("withdraw\nand that is grave\n", OUTSIDE)).what != "command"
    assert read(kind(f"withdraw\n{QUOTED}", OUTSIDE)).command == "withdraw"


def both(plain: bytes, html: bytes, *more: bytes) -> bytes:
    head = b"From: Ann <ann@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/%b; boundary=limit-12\r\n\r\n"
    parts = [b"Content-Type: text/plain; charset=utf-8\r\n" + plain, b"Content-Type: text/html\r\n" + html, *more]
    kind = b"mixed" if more else b"alternative"
    kept = [each for each in parts if not each.endswith(b"html\r\n")]
    return head % kind + b"".join(b"--limit-12\r\n" + each + b"\r\n" for each in kept) + b"--limit-12--\r\n"


QP = b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
PAGE = MARKED.replace(">", "&gt;").replace("ö", "&ouml;").replace("\n", "<br>\r\n").encode()
WHOLE = MARKED.replace("ö", "=C3=B6").replace("\n", "\r\n").encode()


def test_of_two_parts_the_whole_one_counts() -> None:
    sheet = read(both(QP + WHOLE, QP + PAGE)).sheet
    assert sheet.split("\n")[1] == "bid: 1"
    assert read(both(QP + WHOLE, QP + PAGE.replace(b"Melk", b"Melk =!"))).sheet == sheet
    assert read(both(QP + WHOLE.replace(b"Melk", b"Melk =!"), QP + PAGE)).sheet.split() == sheet.split()


@pytest.mark.parametrize(("old", "new"), [(b"bid: 1", b"bid: 2"), (b"Enns", b"Steyr")])
def test_a_part_that_differs_does_not_stand_in_for_a_damaged_one(old: bytes, new: bytes) -> None:
    found = read(both(QP + WHOLE.replace(b"Melk", b"Melk =!"), QP + PAGE.replace(old, new)))
    assert found.problem == "damaged-transfer"


@pytest.mark.parametrize(
    "other",
    [
        b"Content-Type: text/plain\r\n" + QP + b"list footer =!\r\n",
        b"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nYWJ*YWJj\r\n",
        b"Content-Type: text/plain\r\nContent-Transfer-Encodin: base64\r\n\r\nYWJjYWJj\r\n",
        b"Content-Type: image/png\r\nContent-Disposition: attachment; filename=x.png\r\n" + QP + b"=!\r\n",
    ],
)
def test_damage_in_another_part_refuses_no_sheet(other: bytes) -> None:
    found = read(both(QP + WHOLE, b"", other))
    assert (found.problem, found.what) == ("", "orders")
    head, _, rest = both(QP + WHOLE, b"", other).partition(b"--limit-12\r\n")
    first, second = rest.removesuffix(b"--limit-12--\r\n").split(b"--limit-12\r\n")
    swapped = head + b"--limit-12\r\n" + second + b"--limit-12\r\n" + first + b"--limit-12--\r\n"
    assert (read(swapped).problem, read(swapped).what) == ("", "orders")


@pytest.mark.parametrize("end", [b"--limit-12--\r\n", b"--limit-12-", b"--limi"])
def test_a_lost_end_of_the_email_refuses_no_closed_sheet(end: bytes) -> None:
    raw = both(QP + WHOLE + b"Best,\r\nAnn\r\n", b"", b"Content-Type: text/plain\r\n\r\nfooter\r\n")
    assert read(raw.removesuffix(b"--limit-12--\r\n") + end[:-1]).what == "orders"
    alone = raw[: raw.rindex(b"--limit-12\r\n")]
    assert read(alone).what == "orders"
    short = read(alone[: alone.index(b"Melk") + 2])
    assert short.problem == "sheet-cut"


def test_letters_of_eight_bits_where_seven_are_declared_are_read() -> None:
    text = f"{ABOVE}{MARKED}{QUOTED}"
    assert "Törring" in read(mail(text.encode(), "7bit")).sheet
    assert "Törring" in read(mail(text.encode().replace(b"K\xc3\xb6ln", b"K\xc3ln"), "8bit")).sheet
    latin = FROM.replace(b"utf-8", b"us-ascii") + b"\r\n" + text.encode("latin-1")
    assert "Törring" in read(latin).sheet


@pytest.mark.parametrize("width", [77, 78, 90, 120, 200, 900])
@pytest.mark.parametrize("letter", ["é", "ü", "=", "–"])
def test_a_line_over_76_characters_is_no_damage(width: int, letter: str) -> None:
    """RFC 2045, 6.7 forbids it; many programs do it."""
    line = f"# {'ca' + letter + 'n is here, ' * 99}"[:width]
    body = "".join(
        char if char.isascii() and char not in "=" else "".join(f"={byte:02X}" for byte in char.encode())
        for char in line
    )
    raw = mail(b"---\r\nbid: 1\r\n" + body.encode() + b"\r\n...\r\n", "quoted-printable")
    assert read(raw).sheet == f"---\nbid: 1\n{line}\n...\n"


def test_a_damaged_sheet_that_is_attached_shows_its_line() -> None:
    part = b"Content-Type: text/yaml; name=orders.yaml\r\n" + QP + WHOLE.replace(b"Melk", b"Melk =!")
    found = read(both(b"\r\nHere.\r\n", b"", part))
    assert found.problem == "damaged-transfer"
    assert found.args["text"].startswith("- Karl: Graz > Melk")
    below = b"Content-Type: text/yaml; name=orders.yaml\r\n" + QP + WHOLE + b"below =!\r\n"
    assert read(both(b"\r\nHere.\r\n", b"", below)).what == "orders"
