"""The page around a letter in HTML: one column that mail programs keep, and its colours, light and dark.

They are in `page.html`. css-inline writes its first sheet of styles into each element; the second stays, and each of
its rules must outdo what was written there.
"""

from functools import cache
from html import escape
from pathlib import Path
from string import Template


def page(title: str, body: str, language: str) -> str:
    """A whole page of HTML around *body*, which is HTML; *title* and *language* are text."""
    return _frame().substitute(title=escape(title), body=body, language=escape(language))


@cache
def _frame() -> Template:
    return Template(Path(__file__).with_name("page.html").read_text(encoding="utf-8"))
