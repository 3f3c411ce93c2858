"""How mail programs mark what they quote in HTML: by elements, classes and borders, each in its own way."""

import re
from enum import Enum
from functools import lru_cache

from selectolax.lexbor import LexborNode

_CONTAINERS = frozenset(
    {"gmail_quote", "gmail_quote_container", "yahoo_quoted", "protonmail_quote", "tutanota_quote", "zmail_extra"}
    | {"moz-forward-container", "mail-editor-reference-message-container", "ydpyahoo_quoted", "wrote"}
)
_ATTRIBUTIONS = frozenset({"gmail_attr", "moz-cite-prefix", "moz-email-headers-table"})
_BEGINNINGS = frozenset({"divrplyfwdmsg", "appendonsend"})
_LEFT_RULE = re.compile(r"border-left(?:-style)?:[^;]*(?:solid|double|dotted|dashed)")
_TOP_RULE = re.compile(r"border-top:[^;]*solid")
_NO_RULE = re.compile(r"border(?:-left)?:(?:none|0|medium none)")
_LABEL = re.compile(r"(?:^|[\n\xa0 ]|(?<=\S))[^\s:@]{2,20}[ \xa0]?[:：][ \xa0]")
_HEAD = re.compile(r"\s*[^\s:@]{2,20}[ \xa0]?[:：]")
_PREFIX = re.compile(r"^(?:x_|ydp[0-9a-f]{6,10})+")


class HtmlQuotation(Enum):
    """What an element says of its content."""

    no = 0
    all = 1
    line = 2
    """It is the line that introduces a quotation."""
    attribution = 3
    """It is quoted up to a blockquote in it; what follows that is its writer's own."""
    rest = 4
    """Everything from here on is quoted."""
    indent = 5
    """It is indented, not quoted, as by an indent button."""


def style_of(attributes: dict[str, str | None]) -> str:
    """The style of an element in small letters, without spaces beside colons and semicolons."""
    style = attributes.get("style")
    return _tidied(style[:1000]) if style else ""


@lru_cache(maxsize=256)
def _tidied(style: str) -> str:
    return re.sub(r"\s*+([:;])\s*+", r"\1", style.strip().lower())


def quoting(node: LexborNode, tag: str, attributes: dict[str, str | None], style: str) -> HtmlQuotation:
    """The role of an element in quotation."""
    names = {_PREFIX.sub("", name) for name in (attributes.get("class") or "")[:400].split()}
    identifier = _PREFIX.sub("", (attributes.get("id") or "")[:100])
    if identifier.lower() in _BEGINNINGS:
        return HtmlQuotation.rest
    if tag == "blockquote":
        plain = not names & _CONTAINERS and attributes.get("type") != "cite"
        moved = plain and _NO_RULE.search(style) and not _LEFT_RULE.search(style)
        return HtmlQuotation.indent if moved else HtmlQuotation.all
    if names & _ATTRIBUTIONS:
        return HtmlQuotation.line
    if names & _CONTAINERS or identifier in _CONTAINERS:
        return HtmlQuotation.attribution if _has_quote(node) else HtmlQuotation.all
    if tag == "div" and "border-" in style:
        if _LEFT_RULE.search(style):
            return HtmlQuotation.all
        if _TOP_RULE.search(style) and _is_head(node):
            return HtmlQuotation.rest
    return HtmlQuotation.no


def _has_quote(node: LexborNode) -> bool:
    child = node.child
    for _ in range(50):
        if child is None:
            return False
        if child.tag == "blockquote":
            return True
        child = child.next
    return False


def _is_head(node: LexborNode) -> bool:
    """Whether an element shows the From, Date, To and Subject of an email, in whatever language."""
    text = node.text(deep=True, separator=" ")[:1500]
    return bool(_HEAD.match(text)) and len(_LABEL.findall(text)) >= 3 and bool(re.search(r"@|\d{4}", text))
