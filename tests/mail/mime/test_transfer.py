import base64
import quopri
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.mime.text import transferred

SHEET = b"--- # toy, ann\nbid: 1\nmoves:\n  - Linz > Enns\n  - Graz > Melk\n...\n" * 4
ENCODED = base64.encodebytes(SHEET)


def test_base64_comes_through_whatever_its_line_ends() -> None:
    for end in (b"\n", b"\r\n", b"\r", b"\r\r\n"):
        found = transferred(ENCODED.replace(b"\n", end), "Base64 ")
        assert (found.data, found.damaged, found.footer) == (SHEET, -1, b"")


def test_the_footer_of_a_list_below_base64_is_told_and_not_decoded() -> None:
    footer = b"_______________________________________________\ntoy mailing list\ntoy@lists.example.org\n"
    for between in (b"", b"\n", b"\n\n"):
        found = transferred(ENCODED + between + footer, "base64")
        assert (found.data, found.damaged, found.footer) == (SHEET, -1, footer)


@pytest.mark.parametrize("at", [0, 30, 76, 77, 100, len(ENCODED) - 2])
@pytest.mark.parametrize("byte", b" !=_\n\x00\xe4")
def test_a_byte_in_base64_that_is_none_of_its_letters_is_damage(at: int, byte: int) -> None:
    damaged = ENCODED[:at] + bytes([byte]) + ENCODED[at + 1 :]
    found = transferred(damaged, "base64")
    assert found.damaged >= 0 or found.data == SHEET


@pytest.mark.parametrize("at", [0, 40, 75, 80, 200])
def test_a_letter_too_many_or_too_few_in_base64_is_damage(at: int) -> None:
    assert transferred(ENCODED[:at] + ENCODED[at + 1 :], "base64").damaged >= 0
    assert transferred(ENCODED[:at] + b"A" + ENCODED[at:], "base64").damaged >= 0


def test_the_place_of_damage_in_base64_is_its_line() -> None:
    at = ENCODED.index(b"\n") + 10
    found = transferred(ENCODED[:at] + b"*" + ENCODED[at + 1 :], "base64")
    assert ENCODED[: found.damaged].count(b"\n") == 1


def test_a_line_of_base64_that_is_longer_than_the_first_is_damage() -> None:
    assert transferred(b"YWJj\nYWJjYWJj\n", "base64").damaged == 5


@pytest.mark.parametrize("text", [b"YQ", b"YQ=", b"YR==", b"YWJ=", b"YQ==YQ==", b"Y", b"=", b"YQ==\nYQ=="])
def test_padding_and_spare_bits_of_base64_must_be_right(text: bytes) -> None:
    assert transferred(text, "base64").damaged >= 0


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (b"a=20=\nb", b"a b"),
        (b"a= \t\nb", b"ab"),
        (b"a=\r\nb", b"ab"),
        (b"a=\rb", b"ab"),
        (b"a=c3=bc", "aü".encode()),
        (b"a=", b"a"),
        (b"a\xfc", b"a\xfc"),
        (b"x" * 200, b"x" * 200),
    ],
)
def test_quoted_printable_is_read_with_some_tolerance(text: bytes, data: bytes) -> None:
    found = transferred(text, "quoted-printable")
    assert (found.data, found.damaged) == (data, -1)


@pytest.mark.parametrize(("text", "at"), [(b"a=xb", 1), (b"ab\nc=4", 4), (b"a==20", 1), (b"a= b", 1), (b"=C3=B!", 3)])
def test_an_equals_sign_that_means_nothing_is_damage(text: bytes, at: int) -> None:
    assert transferred(text, "quoted-printable").damaged == at


def test_two_lines_of_quoted_printable_run_into_one_are_damage() -> None:
    text = b"x" * 60 + b"=20" + b"y" * 20
    assert transferred(text, "quoted-printable").damaged == 60


@pytest.mark.parametrize("text", [b"bid: 1=20\n", b"K=C3=B6nig\n", b"a=3Db\n", b"x" * 75 + b"=\n"])
def test_quoted_printable_that_is_not_declared_is_damage(text: bytes) -> None:
    assert transferred(b"ok\n" + text, "7bit").damaged >= 0
    assert transferred(b"ok\n> " + text, "").damaged == -1


@pytest.mark.parametrize("text", [b"a = b\n", b"======\n", b"a=b\n", b"=" * 76 + b"\n", b"x=41\n"])
def test_other_equals_signs_are_text(text: bytes) -> None:
    assert transferred(text, "").damaged == -1


def test_uuencoded_text_comes_through_and_damage_is_told() -> None:
    import binascii

    lines = [binascii.b2a_uu(SHEET[at : at + 45]) for at in range(0, len(SHEET), 45)]
    whole = b"begin 644 orders.yaml\n" + b"".join(lines) + b"`\nend\n"
    assert transferred(whole, "x-uuencode").data == SHEET
    assert transferred(whole, "x-uuencode").damaged == -1
    assert transferred(whole.replace(b"\nend\n", b"\n"), "uuencode").damaged >= 0
    assert transferred(whole.replace(lines[1], lines[1][:-9] + b"\n"), "uuencode").damaged >= 0


@given(st.binary(max_size=400), st.integers(3, 23).map(lambda fours: fours * 4))
def test_any_bytes_survive_their_encodings(data: bytes, width: int) -> None:
    encoded = base64.b64encode(data)
    lines = b"\r\n".join(encoded[at : at + width] for at in range(0, len(encoded), width))
    assert transferred(lines, "base64").data == data
    assert transferred(lines, "base64").damaged == -1
    text = data.replace(b"\r", b"").replace(b"\n", b"")
    found = transferred(quopri.encodestring(text), "quoted-printable")
    assert (found.data, found.damaged) == (text, -1)


@given(st.binary(max_size=200), st.sampled_from(["base64", "quoted-printable", "x-uuencode", "", "binhex", "\0"]))
def test_no_bytes_stop_the_reading(data: bytes, encoding: str) -> None:
    assert transferred(data, encoding).damaged < max(1, len(data))


@pytest.mark.parametrize("width", range(40, 100))
def test_quoted_printable_by_python_s_mail_library_is_whole(width: int) -> None:
    text = f"{'Chloé marches; ' * width}"[:width] + "\n" + "<b>Königgrätz = Kolín</b> " * 12 + "\n"
    mail = EmailMessage()
    mail.set_content(text, cte="quoted-printable")
    found = transferred(mail.as_bytes().partition(b"\n\n")[2], "quoted-printable")
    assert (found.data.decode(), found.damaged) == (text, -1)


def test_a_soft_line_end_that_ran_into_a_few_letters_more_is_damage() -> None:
    assert transferred(b"a" * 73 + b"=\nBc\n", "quoted-printable").damaged == -1
    assert transferred(b"a" * 73 + b"=ABc\n", "quoted-printable").damaged == 73


@pytest.mark.parametrize("quote", ["", "> ", ">", "> > ", ">> ", "| "])
@pytest.mark.parametrize("count", [24, 25, 26, 50, 51])
def test_a_quoted_rule_is_no_damage_though_its_line_is_longer_than_allowed(quote: str, count: int) -> None:
    text = f"---\nbid: 1\n...\n{quote}WHAT TO DO – NOW\n{quote}{'=' * count}\n"
    message = EmailMessage()
    message.set_content(text, cte="quoted-printable")
    body = message.get_payload().encode()  # type: ignore[union-attr]
    read = transferred(body, "quoted-printable")
    assert (read.damaged, read.data.decode().replace("\r\n", "\n")) == (-1, text)


UMLAUTS = "moves: Törring nach Überlingen, «ja» – wenn’s geht, auch über Möhring und «Öhringen», É und à und Ö, ±1"


def unfolded(text: str) -> bytes:
    """*text* as programs encode it that fold no lines."""
    return b"".join(b"=%02X" % byte if byte > 126 else bytes([byte]) for byte in text.encode("cp1252"))


@pytest.mark.parametrize("start", range(0, 40, 3))
@pytest.mark.parametrize("times", [2, 3, 20])
def test_lines_of_a_program_that_folds_none_are_whole(start: int, times: int) -> None:
    lines = [UMLAUTS[start:], UMLAUTS[start // 2 :]] * times
    found = transferred(b"\r\n".join(map(unfolded, lines)), "quoted-printable")
    assert (found.data.decode("cp1252").split("\r\n"), found.damaged) == (lines, -1)


def test_one_line_that_two_could_not_make_is_whole() -> None:
    assert transferred(unfolded(UMLAUTS * 2), "quoted-printable").damaged == -1


@pytest.mark.parametrize("width", [100, 200, 990])
def test_lines_that_a_program_folds_elsewhere_are_whole(width: int) -> None:
    whole = unfolded(UMLAUTS * 30).replace(b"=", b"_")
    body = b"".join(whole[at : at + width] + b"=E9 =\r\n" for at in range(0, len(whole), width))
    assert transferred(body + b"end\r\n", "quoted-printable").damaged == -1


def test_a_soft_line_end_that_ran_into_a_line_that_is_folded_too_is_damage() -> None:
    lines = [b"a" * 75, b"AB" + b"b" * 73, b"c" * 75, b"d" * 75, b"e"]
    assert transferred(b"=\r\n".join(lines), "quoted-printable").damaged == -1
    joined = b"=\r\n".join(lines).replace(b"=\r\nAB", b"=AB")
    assert transferred(joined, "quoted-printable").damaged == 75
