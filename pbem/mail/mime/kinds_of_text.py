"""The kind of a complete text: a sheet, HTML, or a program's placeholder for HTML (for lines see `line_classifier`)."""

import re

from pbem.mail.mime.decoding import decoded

_SHEET_MARK = re.compile(r"(?:---|\.\.\.)(?:\s+#.*|\s*)")
_LINE = re.compile(r"\s*+(?:- ++)*(?:-|[\"']?\w[^:#\n]{0,60}:(?:\s.*)?|#.*)|\s*+[-•*–—+◦▪·●] .*|\s++\S.*")
_KEY = re.compile(r"[\"']?[^\W\d_][^:#\n]{0,60}:(?:\s|$)")
_HTML = re.compile(r"\s*+(?:<\?xml[^>]{0,200}>\s*+)?(?:<!doctype html|<html[\s>]|<head[\s>]|<body[\s>])", re.IGNORECASE)
_ANY_TAG = re.compile(r"<(?:/?[a-z][a-z0-9]*(?:[\s/][^<>]*)?>|!--|!doctype)", re.IGNORECASE)
_EXCUSE = re.compile(
    r"(?i)\bhtml\b.*(?:view|support|display|client|reader|program|format|version|viewer|ansehen|anzeig|affich|lire)"
    r"|(?:view|support|display|client|reader|program|message|nachricht|message en).*\bhtml\b"
    r"|\bto view this (?:e-?mail|message)\b|\bview (?:it|this (?:e-?mail|message)) in (?:your|a) browser\b",
    re.DOTALL,
)
_PICTURES = re.compile(r"\s*(?:\[(?:image|cid)[^\]\n]{0,200}\]\s*)+")
_NO_TEXT = (b"%PDF", b"{\\rtf", b"%!PS", b"PK\3\4", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
_CONTROLS = re.compile(rb"[\x01-\x08\x0b\x0e-\x1f]")
_FEW = 600
"""The most characters of a placeholder."""
_LOOKED_AT = 200
"""How many lines identify a sheet."""


def like_sheet(text: str) -> bool:
    """Whether an attachment is likely to be a sheet: it has a sheet's mark, or is keys and lists nearly throughout."""
    lines = [line for line in text[:20_000].split("\n")[:_LOOKED_AT] if line.strip()]
    if not lines or text.count("\0") or "-----BEGIN PGP" in text[:200]:
        return False
    if (spoilt := sum("\ufffd" in line or not line.isprintable() for line in lines)) > 1 and spoilt * 4 > len(lines):
        return False
    if any(_SHEET_MARK.fullmatch(line.rstrip()) for line in lines) and any(map(_KEY.match, lines)):
        return True
    shaped = sum(bool(_LINE.fullmatch(line)) for line in lines)
    return any(map(_KEY.match, lines)) and shaped * 10 >= len(lines) * 7


def is_text(data: bytes) -> bool:
    """Whether the beginning of a file is text, in whatever character set, and not what only programs read."""
    if data.startswith(_NO_TEXT):
        return False
    text = decoded(data, "").text.strip() if len(_CONTROLS.findall(data.replace(b"\0", b""))) * 50 <= len(data) else ""
    return bool(text) and sum(letter < " " and letter not in "\t\r\n\f" for letter in text) * 50 <= len(text)


def like_html(text: str) -> bool:
    """Whether a text that is declared as plain starts as HTML does."""
    return bool(_HTML.match(text))


def without_tags(text: str) -> bool:
    """Whether a text that is declared as HTML has not a single tag."""
    return not _ANY_TAG.search(text)


def is_excuse(text: str) -> bool:
    """Whether a text only says that the email's reader should see HTML or a picture instead."""
    bare = text.strip()
    if len(bare) > _FEW or like_sheet(bare):
        return False
    return bool(_EXCUSE.search(bare) or _PICTURES.fullmatch(bare))
