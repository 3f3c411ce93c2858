"""The site of the pages in docs/, made by Sphinx; `scripts/docs` runs it.

The pages stay plain Markdown: their places in the menu are here, and the reference is made of docstrings.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
ROOT = HERE.parent
API = {
    f"api/{package}.{path.stem}": f"pbem.{package}.{path.stem}"
    for package in ("engine", "drawing")
    for path in sorted((ROOT / "pbem" / package).glob("[!_]*.py"))
}
"""The pages of the reference, and the module that each is about."""
ADR = sorted(f"adr/{path.stem}" for path in (HERE / "adr").glob("0*.md"))

MENU = {
    "index": {
        "Play": [
            f"players/{name}"
            for name in ("how-it-works", "sheets", "email", "commands", "words", "fair-play", "trouble")
        ],
        "Play Maria": [
            f"maria/{name}"
            for name in (
                *("first", "writing-a-sheet", "your-stage", "combat-plans", "through-the-year"),
                *("politics", "in-advance", "agreements", "asking"),
            )
        ],
        "Play TNW": [
            f"napoleonic-wars/{name}"
            for name in (
                *("first", "in-brief", "writing-a-sheet", "an-impulse"),
                *("out-of-turn", "standing-orders", "through-the-turn", "asking"),
            )
        ],
        "Moderate": [
            *(f"moderators/{name}" for name in ("first", "mail", "routine", "time", "reminders", "late", "people")),
            *(f"moderators/{name}" for name in ("by-email", "corrections", "forums", "trouble", "secrets", "keeping")),
            *("moderators/alone", "forum", "sealed-thread", "desk", "public-pages", "club"),
        ],
        "The games": [
            *("rulings", "editions", "chance", "glossary"),
            *("napoleonic-wars", "napoleonic-wars-rulings", "napoleonic-wars-editions"),
        ],
        "Developers": [
            *(
                "architecture",
                "adding-a-game",
                "api",
                "cases",
                "templates",
                "style",
                "mail-corpus",
                "mutation",
                "speed",
            ),
            *("maria-modules", "napoleonic-wars-modules", "napoleonic-wars-cases", "adr/README"),
            *sorted(path.stem for path in HERE.glob("adding-a*.md") if path.stem != "adding-a-game"),
        ],
    },
    "api": {"": list(API)},
    "adr/README": {"": ADR},
}
"""The pages below a page, under their captions."""

project = html_title = "pbem"
root_doc = "index"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
default_role = "literal"  # of docstrings
add_module_names = False
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": False}
html_theme = "furo"
html_theme_options = {"footer_icons": []}
html_copy_source = html_show_sourcelink = html_show_copyright = html_show_sphinx = False

_FENCED = re.compile(r"^(```.*?^```)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|mailto:)([^)\s#]+)(#[^)\s]*)?\)")


def read(app: Sphinx, page: str, source: list[str]) -> None:
    """Put a page's part of the menu below it, and take out of it the links to files that are not on the site."""
    if page in API:
        return
    parts = _FENCED.split(source[0])
    parts[::2] = [_LINK.sub(lambda link: _linked(page, link), part) for part in parts[::2]]
    for caption, below in MENU.get(page, {}).items():
        named = f":caption: {caption}\n" if caption else ""
        parts += [f"\n```{{toctree}}\n:hidden:\n{named}\n", *(f"/{one}\n" for one in below), "```\n"]
    source[0] = "".join(parts)


def _linked(page: str, link: re.Match[str]) -> str:
    """A *link* of *page*: to the reference for a module in it, and only its words for another file of the checkout."""
    place = (HERE / page).parent.joinpath(link[2]).resolve()
    if place.is_relative_to(HERE):
        return link[0]
    module = f"api/{place.parent.name}.{place.stem}"
    return f"[{link[1]}](/{module}.rst)" if module in API else link[1]


def refer(app: Sphinx) -> None:
    """Write the pages of the reference, unless they are there."""
    (HERE / "api").mkdir(exist_ok=True)
    for page, module in API.items():
        path = HERE / f"{page}.rst"
        text = f"{module}\n{'=' * len(module)}\n\n.. automodule:: {module}\n"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def setup(app: Sphinx) -> None:
    """Have them done; Sphinx calls it."""
    app.connect("builder-inited", refer)
    app.connect("source-read", read)
