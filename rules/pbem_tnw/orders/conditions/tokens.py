"""The tokens of a condition, each with where it stands in the text."""

import re
from typing import Final, Literal

import msgspec

from pbem_tnw.orders.conditions.expressions import Comparing

TokenKind = Literal["number", "sign", "mark", "quoted", "word", "other", "end"]
SIGNS: Final[dict[str, Comparing]] = {
    "<": "<", "<=": "<=", "=<": "<=", "≤": "<=", ">": ">", ">=": ">=", "=>": ">=", "≥": ">=",
    "=": "=", "==": "=", "!=": "!=", "<>": "!=", "≠": "!=", "/=": "!=",
}  # fmt: skip
PHRASES: Final[dict[tuple[str, ...], Comparing]] = {
    ("is", "at", "least"): ">=", ("at", "least"): ">=", ("is", "at", "most"): "<=", ("at", "most"): "<=",
    ("is", "more", "than"): ">", ("more", "than"): ">", ("greater", "than"): ">", ("above",): ">", ("over",): ">",
    ("is", "less", "than"): "<", ("less", "than"): "<", ("fewer", "than"): "<", ("below",): "<", ("under",): "<",
    ("is", "not"): "!=", ("isnt",): "!=", ("is",): "=", ("equals",): "=", ("are",): "=",
}  # fmt: skip
"""Signs in words, the longest first."""
JOINTS: Final[dict[str, str]] = {
    "and": "and", "&": "and", "&&": "and", "und": "and", "et": "and",
    "or": "or", "|": "or", "||": "or", "oder": "or", "ou": "or",
    "not": "not", "!": "not", "nicht": "not",
}  # fmt: skip
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>\d+(?:\.\d+)?)
    |(?P<sign><=|>=|=<|=>|==|!=|<>|/=|[<>=≤≥≠])
    |(?P<mark>&&|\|\||[()\[\]{},+\-*×·–−&|!])
    |"(?P<quoted>[^"]*)"
    |(?P<word>[^\W\d]+(?:[-'’.][^\W\d]+)*\.?)
    |(?P<other>\S)
    )""",
    re.VERBOSE,
)


class Token(msgspec.Struct, frozen=True):
    """A token from *start* to *end* of the text; *text* is folded, quoted names are without their marks."""

    kind: TokenKind
    text: str
    start: int
    end: int


def tokens_of(text: str) -> tuple[Token, ...]:
    """All tokens of *text*, with one of kind `end` behind them."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind: TokenKind = match.lastgroup  # type: ignore[assignment] # the groups are called like the kinds
        start, end = match.span(kind)
        around = 1 if kind == "quoted" else 0
        found.append(Token(kind, match[kind].casefold(), start - around, end + around))
    return (*found, Token("end", "", len(text.rstrip()), len(text)))
