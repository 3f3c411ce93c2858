"""Makes HTML harmless before it is parsed: endlessly nested tags are slow to parse."""

import re

MOST_TAGS = 30_000
"""The most tags that are read in all HTML of an email."""
_DEEPEST = 300
_TAG = re.compile(r"<(/?)([A-Za-z][^\t\n\f\r />]*+)")
"""The name is all up to a space, as parsers have it: `<hr=` is not a rule but an element that nests."""
_PICTURE = re.compile(r"data:[\w/+.-]{1,60};base64,[A-Za-z0-9+/=%]*+")
_TORN = re.compile(
    r"""</?[A-Za-z](?:[^<>"']++|"[^"]{0,2000}"|'[^']{0,2000}')*<|[\w:-]=\s*+(?:"[^"<]*+|'[^'<]*+)<[/A-Za-z]"""
    r"""|</?[A-Za-z][\w:-]*+["']"""
)
"""A tag that another begins in, as its end or a quotation mark in it is lost; or a quotation mark in a tag's name."""
_INLINE = frozenset({"a", "b", "big", "code", "em", "font", "i", "nobr", "small", "strong", "tt", "u"})
_STRUCK = frozenset({"s", "strike"})
_WITHOUT_END = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
    | {"p", "li", "td", "th", "tr", "dd", "dt", "option", "tbody", "thead", "tfoot", "html", "head", "body"}
)
"""Elements that have no content, or that their successor ends."""


class _Tamer:
    def __init__(self) -> None:
        self.open: dict[str, int] = {}
        self.depth = 0
        self.dropped = 0

    def tag(self, found: re.Match[str]) -> str:
        """What to write instead of a tag's beginning."""
        end, name = found[1], found[2].lower()
        if name in _INLINE:
            name = "span"
        elif name in _STRUCK:
            name = "del"
        if name in _WITHOUT_END:
            return found[0]
        if end:
            return self.end(name)
        self.open[name] = self.open.get(name, 0) + 1
        if self.depth >= _DEEPEST:
            self.dropped += 1
            return "<wbr" if name == "span" else "<hr"
        self.depth += 1
        return "<" + name

    def end(self, name: str) -> str:
        if not self.open.get(name):
            return "</" + name
        self.open[name] -= 1
        if self.dropped:
            self.dropped -= 1
            return "<wbr" if name == "span" else "<hr"
        self.depth -= 1
        return "</" + name


def without_pictures(html: str) -> str:
    """*html* without the pictures that are written into it."""
    return _PICTURE.sub("", html)


def is_torn(html: str) -> bool:
    """Whether a tag is damaged so that a line may have become part of it."""
    return bool(_TORN.search(html))


def tamed(html: str) -> str:
    """*html* with words for looks written as `span`, and no deeper than a few hundred elements."""
    return _TAG.sub(_Tamer().tag, html.replace("\0", ""))
