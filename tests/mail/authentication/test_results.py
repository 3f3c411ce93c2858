import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.message.authenticity import results
from pbem.mail.mime.headers import headers_of
from tests.long import examples

OURS = "mx.example.net"


def read(*fields: str, below: str = "") -> tuple[str, ...]:
    lines = "".join(f"Authentication-Results: {field}\r\n" for field in fields)
    return results(headers_of(f"Received: by us\r\n{lines}{below}\r\n".encode()), OURS)


@pytest.mark.parametrize(
    "field",
    [
        f"{OURS}; dkim=pass header.d=example.org",
        f"{OURS.upper()} 1; spf=pass smtp.mailfrom=a@example.com; dkim=pass (good) header.i=@example.org header.s=s1",
        f"{OURS};\r\n\tdkim=pass (2048-bit key; unprotected)\r\n\theader.d=Example.ORG header.i=anna@example.org",
        f'{OURS}; dkim=pass reason="all; well" header.d=example.org; dmarc=pass header.from=example.org',
        f"{OURS}; dkim=fail header.d=example.com; dkim=pass header.d=example.org header.b=ab/c+d",
    ],
)
def test_what_our_server_saw_pass_is_read(field: str) -> None:
    assert read(field) == ("example.org",)


@pytest.mark.parametrize(
    "field",
    [
        f"{OURS}; dkim=pass (ok) header.d=example.org header.x=@; arc=none (no = sign); odd",
        f"{OURS}; odd; dkim=pass header.d=example.org",
        f'{OURS}; spf=softfail (a (b) c) smtp.mailfrom="a b"@c; ;dkim=pass header.i=anna@example.org',
    ],
)
def test_a_field_against_the_standard_is_read_where_it_is_clear(field: str) -> None:
    assert read(field) == ("example.org",)


@pytest.mark.parametrize(
    "field",
    [
        "mx.example.com; dkim=pass header.d=example.org",
        f"x{OURS}; dkim=pass header.d=example.org",
        f"{OURS}.evil.example; dkim=pass header.d=example.org",
        "dkim=pass header.d=example.org",
        f"spf=pass; dkim=pass (by {OURS}) header.d=example.org",
        f"{OURS}; dkim=fail header.d=example.org",
        f"{OURS}; dkim=passed header.d=example.org",
        f"{OURS}; dkim=pass",
        f"{OURS}; none",
        f"{OURS}; spf=pass smtp.mailfrom=example.org; x-dkim=pass header.d=example.org",
        f"{OURS}; spf=fail (; dkim=pass header.d=example.org)",
        f'{OURS}; spf=fail smtp.mailfrom="; dkim=pass header.d=example.org"',
        f'{OURS}; odd; spf=fail smtp.mailfrom="; dkim=pass header.d=example.org',
        f"{OURS}; odd; spf=fail (; dkim=pass header.d=example.org",
        f"{OURS}; odd; dkim=pass policy.header.d=example.org",
        f"{OURS}; dkim=pass header.d=example.org@(",
        f'{OURS}; dkim=pass header.d=example.org a") header.d=example.com',
        f"{OURS}; dkim=pass header.d=example.org (a \\) b",
        f"{OURS}; dkim=fail (a \\); dkim=pass header.d=example.org; (\\(b))",
        f'{OURS}; dkim=fail (a " b) header.i="); dkim=pass header.d=example.org; ("@c (d " e)',
        f"{OURS}; dkim=fail header.i==?utf-8?q?=3B_dkim=3Dpass_header=2Ed=3Dexample=2Eorg?=",
        f"{OURS}; odd; dkim=fail header.i==?utf-8?q?=3B_dkim=3Dpass_header=2Ed=3Dexample=2Eorg?=",
        f"{OURS}; dkim=pass header.d=example.org" + " (a)" * 2000,
    ],
)
def test_nothing_else_is_believed(field: str) -> None:
    assert read(field) == ()


def test_only_the_topmost_field_counts() -> None:
    good = f"{OURS}; dkim=pass header.d=example.org"
    assert read(f"{OURS}; dkim=fail header.d=example.org", good) == ()
    assert read("mx.example.com; dkim=none", good) == ()
    assert read(good, "mx.example.com; dkim=none") == ("example.org",)


def test_without_a_server_of_our_own_nothing_is_believed() -> None:
    assert results(headers_of(b"Authentication-Results: ; dkim=pass header.d=example.org\r\n\r\n"), "") == ()
    assert results(headers_of(b"Subject: none\r\n\r\n"), OURS) == ()


WORDS = [
    OURS,
    ";",
    " ",
    "(",
    ")",
    '"',
    "\\",
    "dkim",
    "=",
    "pass",
    "header",
    ".",
    "d",
    "example.org",
    "/",
    "1",
    "@",
    "é",
]


@settings(max_examples=examples(500), deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=40).map("".join))
def test_no_field_raises(text: str) -> None:
    read(text)
    read(f"{OURS}; {text}")


@pytest.mark.parametrize("text", ["(" * 3900, "()" * 1900, '"' * 3900, "; dkim=pass" * 350, "a." * 1900, " (" * 1900])
def test_none_takes_for_ever(text: str) -> None:
    read(f"{OURS}; {text}")
