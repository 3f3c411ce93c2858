"""The page on which players open sealed letters and seal their sheets: one file that asks nothing of any server."""

import hashlib
from base64 import b64encode
from functools import cache

from pbem.web.rendering import FOLDER, SafeHtml, plain_words, render

NAME = "sealed.html"


@cache
def sealed_page() -> bytes:
    """The page, with all that it needs in it."""
    return render(
        plain_words(),
        "public/sealed.html.j2",
        policy=policy(),
        style=_part("sealed.css"),
        age=_part("age.min.js"),
        script=_part("sealed.js"),
        licences=_part("age.LICENSE.txt"),
    ).encode()


@cache
def policy() -> str:
    """What the page may load and do: run its own two scripts, and nothing else."""
    scripts = f"{_hash('age.min.js')} {_hash('sealed.js')}"
    return (
        f"default-src 'none'; script-src {scripts}; style-src {_hash('sealed.css')}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _part(name: str) -> SafeHtml:
    return SafeHtml((FOLDER / name).read_text("utf-8"))


def _hash(name: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(_part(name).encode()).digest()).decode()}'"
