"""What forums do to an armoured block."""

import html
import textwrap
from collections.abc import Callable, Mapping

MANGLINGS: Mapping[str, Callable[[str], str]] = {
    "as it is": lambda block: block,
    "other ends of lines": lambda block: block.replace("\n", "\r\n"),
    "indented": lambda block: textwrap.indent(block, "    "),
    "quoted": lambda block: textwrap.indent(block, "> "),
    "quoted twice": lambda block: textwrap.indent(block, "> > "),
    "in one line": lambda block: " ".join(block.split("\n")),
    "without spaces": lambda block: "".join(block.split("\n")),
    "entities": lambda block: block.replace("+", "&#43;").replace("/", "&#x2F;").replace("=", "&equals;"),
    "blank lines": lambda block: block.replace("\n", "\n\n"),
    "other spaces": lambda block: block.replace("\n", "\u00a0\n").replace("AGE ", "AGE\u00a0"),
    "broken anew": lambda block: "\n".join(textwrap.wrap(block, 37)),
    "places to break": lambda block: "\u200b".join(block[at : at + 20] for at in range(0, len(block), 20)),
    "dashes": lambda block: block.replace("-----", "\u2014\u2013"),
    "html": lambda block: "<div class='code'>" + html.escape(block).replace("\n", "<br />\n") + "</div>",
    "bbcode": lambda block: "".join(f"[color=gray]{line}[/color]\n" for line in block.split("\n")),
    "no padding": lambda block: block.replace("=", ""),
}
"""By what they are called."""
