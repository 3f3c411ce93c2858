"""What is read as the password of a server."""

from pathlib import Path

import pytest

from pbem.settings.credentials import ServerRefused, password
from pbem.settings.mail import Imap

SERVER = Imap("mail.example.org", password_file="password")


@pytest.mark.parametrize(
    "data",
    [
        b"abcd efgh",
        b"abcd efgh\n",
        b"abcd efgh\r\n",
        b"\n  abcd efgh \n",
        b"abcd efgh\nmade on 7 January, see the account's page\n",
        b"abcd efgh\x0cnote",
        b"\xef\xbb\xbfabcd efgh\r\n",
        "\u200babcd efgh\u200b\n".encode(),
        "\ufeff\u200eabcd\u200b efgh\u2060\n\u200b\n".encode(),
        "\u00a0abcd efgh\u00a0\u3000\n".encode(),
        "abcd efgh\r\nsecond line\r\n".encode("utf-16"),
        "abcd efgh\r\nsecond line\r\n".encode("utf-16-le"),
        "abcd efgh\r\n".encode("utf-16-be"),
        b"abcd efgh\0\n",
        b"\xfe\xff" + "abcd efgh\n".encode("utf-16-be"),
    ],
)
def test_what_cannot_be_seen_and_further_lines_are_not_part_of_the_password(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "password").write_bytes(data)
    assert password(SERVER, tmp_path) == "abcd efgh"


@pytest.mark.parametrize("secret", ["pässwörd", "密码", "a#b", '"a"', "a: b", "x\ty"])
def test_what_can_be_seen_is_part_of_it(tmp_path: Path, secret: str) -> None:
    (tmp_path / "password").write_text(secret + "\n", encoding="utf-8")
    assert password(SERVER, tmp_path) == secret


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "is empty"), (b" \n\n", "is empty"), (b"\xef\xbb\xbf", "is empty"), (b"p\xe4ss", "not text")],
)
def test_a_file_without_one_is_told(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "password").write_bytes(data)
    with pytest.raises(ServerRefused, match=said):
        password(SERVER, tmp_path)
