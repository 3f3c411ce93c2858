"""The page on which players open sealed letters and seal their sheets: one file that asks nothing of any server."""

import hashlib
from base64 import b64encode
from functools import cache

from pbem.web.rendering import SafeHtml, assets, plain_words, render

NAME = "sealed.html"
_POLICY = "default-src 'none'; script-src {} {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'"


@cache
def sealed_page() -> bytes:
    """The page, with all that it needs in it."""
    return render(plain_words(), "public/sealed.html.j2", policy=policy(), part=_part).encode()


@cache
def policy() -> str:
    """What the page may load and do: run its own two scripts, and nothing else."""
    hashes = (hashlib.sha256(assets()[name].content) for name in ("age.min.js", "sealed.js", "sealed.css"))
    return _POLICY.format(*(f"'sha256-{b64encode(one.digest()).decode()}'" for one in hashes))


def _part(name: str) -> SafeHtml:
    return SafeHtml(assets()[name].content.decode())
