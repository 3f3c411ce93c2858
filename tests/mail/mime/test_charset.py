import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.mime.text import decoded

GERMAN = "# König – größer als Österreich\nbid: 1\n"
POLISH = "# Zażółć gęślą jaźń, rozkazy dla armii, proszę się nie śmiać\nbid: 1\n"
RUSSIAN = "# Приказы для армии на этот ход: атака на город\nbid: 1\n"
JAPANESE = "# 命令: 次のターンに攻撃します\nbid: 1\n"
CHINESE = "# 命令: 攻击城市，请不要告诉别人\nbid: 1\n"


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (GERMAN, "utf-8"),
        (GERMAN, "UTF_8"),
        (GERMAN, "utf8"),
        (GERMAN, "windows-1252"),
        (GERMAN, "mac-roman"),
        (GERMAN, "utf-16"),
        (GERMAN, "utf-16le"),
        (GERMAN, "utf-16be"),
        (GERMAN, "utf-7"),
        (POLISH, "iso-8859-2"),
        (POLISH, "windows-1250"),
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "windows-1251"),
        (RUSSIAN, "iso-8859-5"),
        (JAPANESE, "iso-2022-jp"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc-jp"),
        (CHINESE, "gb2312"),
        (CHINESE, "gb18030"),
        ("# 命令攻擊城市\n", "big5"),
        ("# 명령: 공격\n", "euc-kr"),
    ],
)
def test_a_declared_character_set_is_believed_if_it_fits(text: str, charset: str) -> None:
    found = decoded(text.encode(charset), f' "{charset}"')
    assert (found.text, found.guessed) == (text, False)


def test_chinese_that_happens_to_be_utf_8_is_read_as_declared() -> None:
    data = "模式: 1\n".encode("gb2312")
    assert data.decode() != "模式: 1\n"
    assert decoded(data, "gb2312").text == "模式: 1\n"
    assert decoded("模式: 1\n".encode(), "gb2312").text == "模式: 1\n"


@pytest.mark.parametrize("charset", ["iso-8859-1", "latin1", "ISO_8859-1:1987", "ansi_x3.110-1983", "cp-1252"])
def test_latin_1_is_read_as_what_windows_calls_so(charset: str) -> None:
    assert decoded(GERMAN.encode("cp1252"), charset) == decoded(GERMAN.encode("cp1252"), "cp1252")
    assert decoded(GERMAN.encode("cp1252"), charset).text == GERMAN


@pytest.mark.parametrize("charset", ["iso-8859-1", "us-ascii", "", "unknown-8bit", "x-unknown", "default", "koi8-r"])
def test_text_that_is_utf_8_is_read_so_whatever_is_declared(charset: str) -> None:
    assert decoded(GERMAN.encode(), charset).text == GERMAN
    assert not decoded(GERMAN.encode(), charset).guessed


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("bid: 1 # Köln ü\n".encode().replace(b"\xc3\xbc", b"\xbc"), "bid: 1 # Köln \ufffd\n"),
        (b"bid: 1 # K\xf6ln\n", "bid: 1 # K\ufffdln\n"),
        ("bid: 1 # 5 €\n".encode().replace(b"\xe2", b"x"), "bid: 1 # 5 x\ufffd\ufffd\n"),
    ],
)
def test_a_bad_byte_in_utf_8_shows_as_such(data: bytes, text: str) -> None:
    found = decoded(data, "utf-8")
    assert (found.text, found.charset, found.guessed) == (text, "utf-8", False)


@pytest.mark.parametrize(
    ("text", "real", "said"),
    [(GERMAN, "cp1252", "cp1252"), (RUSSIAN, "koi8-r", "koi8-r"), (RUSSIAN, "cp1251", "cp1251")],
)
@pytest.mark.parametrize("declared", ["utf-8", "us-ascii", "", "nonsense"])
def test_a_guess_is_marked_and_named(text: str, real: str, said: str, declared: str) -> None:
    found = decoded(text.encode(real), declared)
    assert (found.text, found.charset, found.guessed) == (text, said, True)


def test_text_that_was_encoded_twice_is_not_mended_but_noticed() -> None:
    twice = GERMAN.encode().decode("cp1252").encode()
    found = decoded(twice, "utf-8")
    assert (found.text, found.guessed) == (twice.decode(), True)
    assert not decoded("naïve Ãœ".replace("Ãœ", "à l'été").encode(), "utf-8").guessed


@pytest.mark.parametrize("charset", ["", "utf-8", "us-ascii", "utf-16"])
def test_wide_characters_are_recognised_without_being_declared(charset: str) -> None:
    for real in ("utf-16-le", "utf-16-be"):
        found = decoded("bid: 1\n".encode(real), charset)
        assert (found.text, found.guessed) == ("bid: 1\n", charset != "utf-16")


def test_plain_ascii_declared_as_wide_is_plain() -> None:
    assert decoded(b"bid: 1\n", "utf-16").text == "bid: 1\n"
    assert decoded(b"bid: 1\n", "utf-32").text == "bid: 1\n"


def test_utf_7_is_read_only_where_it_is_declared() -> None:
    assert decoded(b"a +AGI- c\n", "utf-8").text == "a +AGI- c\n"
    assert decoded(b"a +AGI- c\n", "utf-7").text == "a b c\n"


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    for charset in ("utf-8", "", "iso-8859-1"):
        assert decoded(b"\xef\xbb\xbfbid: 1\n", charset).text == "bid: 1\n"


NAMES = st.sampled_from(
    ["", "utf-8", "utf-7", "utf-16", "utf-32", "iso-2022-jp", "iso-2022-kr", "hz", "rot13", "\0", "hex", "idna",
     "gb2312",
     "big5", "koi8-r", "cp1252", "undefined", "unicode_escape", "mac-roman"]
)  # fmt: skip


@given(st.binary(max_size=300), NAMES)
def test_any_bytes_are_some_text(data: bytes, charset: str) -> None:
    found = decoded(data, charset)
    assert isinstance(found.text, str)
    assert found.charset


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufeff"), max_size=80))
def test_utf_8_is_never_taken_for_anything_else(text: str) -> None:
    if "\0" not in text:
        assert decoded(text.encode(), "utf-8").text == text
