"""The tag=value lists of signatures and of key records (RFC 6376, 3.2, 3.5, 3.6.1)."""

import re
from base64 import b64decode
from binascii import Error as BadBase64
from typing import Literal

import msgspec

_MOST_VALUE = 8192
_BLANKS = re.compile(rb"[ \t\r\n]+")
_NAME = re.compile(rb"[A-Za-z][A-Za-z0-9_]*")
_DOMAIN = re.compile(r"(?=.{1,253}\Z)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*")
_NUMBER = re.compile(r"[0-9]{1,12}")
_NEEDED = frozenset({"v", "a", "b", "bh", "d", "h", "s"})
Canonical = Literal["simple", "relaxed"]
_WAYS: dict[str, Canonical] = {"simple": "simple", "relaxed": "relaxed"}


class DkimTags(msgspec.Struct, frozen=True):
    """A DKIM-Signature that is well formed; *exactly* if its identity (i=) is in its very domain."""

    domain: str
    selector: str
    algorithm: str
    head: Canonical
    body: Canonical
    headers: tuple[bytes, ...]
    body_hash: bytes
    signature: bytes
    expires: int | None
    limited: bool
    exactly: bool


class KeyTags(msgspec.Struct, frozen=True):
    """A key record: its *data* is empty if the key was revoked; *strict* forbids identities below."""

    kind: str
    data: bytes
    strict: bool


def signature_tags(value: bytes) -> DkimTags | None:
    """A DKIM-Signature's tags, or None if it is not one that can be verified."""
    tags = _tags(value)
    if tags is None or not tags.keys() >= _NEEDED or tags["v"] != "1":
        return None
    domain, selector = tags["d"].lower(), tags["s"].lower()
    identity = tags.get("i", "@" + domain).rpartition("@")[2].lower()
    head, _, body = tags.get("c", "simple/simple").lower().partition("/")
    ways = _WAYS.get(head), _WAYS.get(body or "simple")
    if (
        not (_DOMAIN.fullmatch(domain) and _DOMAIN.fullmatch(selector))
        or not (identity == domain or identity.endswith("." + domain))
        or "dns/txt" not in tags.get("q", "dns/txt").lower().split(":")
        or not all(_NUMBER.fullmatch(tags.get(name, "0")) for name in ("t", "x"))
        or ways[0] is None
        or ways[1] is None
    ):
        return None
    body_hash, signature = _base64(tags["bh"]), _base64(tags["b"])
    if not body_hash or not signature:
        return None
    return DkimTags(
        domain=domain,
        selector=selector,
        algorithm=tags["a"].lower(),
        head=ways[0],
        body=ways[1],
        headers=tuple(name.strip().lower().encode() for name in tags["h"].split(":")),
        body_hash=body_hash,
        signature=signature,
        expires=int(tags["x"]) if "x" in tags else None,
        limited="l" in tags,
        exactly=identity == domain,
    )


def key_tags(record: str) -> KeyTags | None:
    """A key record's tags, or None if it is none, or damaged, or not for mail, or not for SHA-256."""
    tags = _tags(record.encode("ascii", errors="replace"))
    if (
        tags is None
        or "p" not in tags
        or tags.get("v", "DKIM1") != "DKIM1"
        or "sha256" not in tags.get("h", "sha256").lower().split(":")
        or not {"*", "email"} & set(tags.get("s", "*").lower().split(":"))
    ):
        return None
    data = _base64(tags["p"])
    if tags["p"] and not data:
        return None
    # A domain that is trying DKIM out (t=y) has signed all the same.
    return KeyTags(tags.get("k", "rsa").lower(), data, "s" in tags.get("t", "").lower().split(":"))


def _tags(value: bytes) -> dict[str, str] | None:
    """A list of tags by name, without any spaces in their values; None if it breaks the grammar or has a tag twice."""
    if len(value) > _MOST_VALUE or not value.isascii():
        return None
    tags: dict[str, str] = {}
    entries = value.split(b";")
    if not entries[-1].strip():
        entries.pop()
    for entry in entries:
        name, equals, text = entry.partition(b"=")
        name = name.strip(b" \t\r\n")
        if not equals or not _NAME.fullmatch(name) or name.decode() in tags:
            return None
        tags[name.decode()] = _BLANKS.sub(b"", text).decode()
    return tags


def _base64(text: str) -> bytes:
    """What *text* encodes, nothing if a single letter of it is none of base64's."""
    try:
        return b64decode(text, validate=True)
    except (BadBase64, ValueError):
        return b""
