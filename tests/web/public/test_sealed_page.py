"""The page of sealed letters as a file: everything is in it, and its policy lets only that run."""

import base64
import hashlib
import re
from pathlib import Path

from pbem.web.public.sealed_page import policy, sealed_page

ROOT = Path(__file__).parents[3]
PAGE = sealed_page().decode()
BUNDLED = ("age-encryption", "@noble/ciphers", "@noble/curves", "@noble/hashes", "@noble/post-quantum", "@scure/base")


def test_nothing_in_it_is_elsewhere() -> None:
    markup = re.sub(r"<(script|style|pre)>.*?</\1>", "", PAGE, flags=re.DOTALL)
    assert re.findall(r'(?:src|href|action)="([^"]*)"', markup) == ["data:,"]
    assert (
        re.findall(r"url\(|@import|\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|importScripts|\bimport\(", PAGE) == []
    )


def test_its_policy_names_what_is_in_it_and_nothing_else() -> None:
    inside = re.findall(r"<(script|style)>(.*?)</\1>", PAGE, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for _, text in inside]
    assert [kind for kind, _ in inside] == ["style", "script", "script"]
    assert sorted(re.findall(r"'sha256-(.*?)'", policy())) == sorted(hashes)
    assert policy().startswith("default-src 'none'; ")
    assert "unsafe" not in policy()


def test_the_licences_of_all_that_is_bundled_are_in_it() -> None:
    script = (ROOT / "scripts" / "bundle-age").read_text("utf-8")
    for name in BUNDLED:
        version = re.search(rf'"{name}": "([\d.]+)"', script)
        assert version, name
        assert f"\n{name} {version[1]}\n" in f"\n{PAGE}".replace("<pre>", "\n"), name


def test_every_word_that_its_script_says_is_in_it() -> None:
    script = (ROOT / "pbem" / "web" / "assets" / "sealed.js").read_text("utf-8")
    said = set(re.findall(r'words\.(\w+)|fill\("(\w+)"|"(key\w+|insecure|oldBrowser)"', script))
    keys = {re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", name) for one in said for name in one if name}
    given = set(re.findall(r"\n data-([a-z-]+)=", PAGE))
    assert keys == given
