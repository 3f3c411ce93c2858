"""DKIM: canonical bytes, tags, keys, signatures.

Providers change their keys within weeks (RFC 6376, 3.1); a verdict must come out the same in a year.

Verified here and not by a library, so that the time is linear in the email, the clock is the moment of receipt,
the reasons are codes, and the header fields are those that the rest of the program reads. The arithmetic is
cryptography's.
"""

import hashlib
import re
from base64 import b64decode
from binascii import Error as BadBase64
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec

from pbem.mail.mime.headers import MOST_HEAD
from pbem.store.inbox import MOST_BYTES

if TYPE_CHECKING:
    import dns.resolver


WAIT = 5.0
"""Seconds for one question to the DNS, all its repetitions included."""
_MOST_TEXT = 8192
_PORT = 53


class KeyRecord(msgspec.Struct, frozen=True):
    """What the DNS said at one moment; *temporary* means that it gave no answer, which may change."""

    name: str
    text: str
    at: datetime
    state: Literal["found", "absent", "temporary"]


Ask = Callable[[str], KeyRecord]


class KeyLookup:
    """Key records by their names, those kept with the email first; *asked* are the new ones, to be kept too."""

    def __init__(self, known: Mapping[str, KeyRecord], ask: Ask | None) -> None:
        self._known = dict(known)
        self._ask = ask
        self.asked: dict[str, KeyRecord] = {}

    def record(self, name: str) -> KeyRecord | None:
        """The record called *name*; None if it is not known and no one can be asked."""
        kept = self.asked.get(name) or self._known.get(name)
        if self._ask is None or name in self.asked or (kept and kept.state != "temporary"):
            return kept
        found = self.asked[name] = self._ask(name)
        if found.state == "temporary":
            self._ask = None  # each question to a name server that does not answer takes seconds
        return found


def now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)


def asking(resolver: str, clock: Callable[[], datetime] = now, wait: float = WAIT) -> Ask:
    """A question to the name server *resolver*: `192.0.2.1:53`, `[2001:db8::1]:53`, or empty (the usual)."""
    return partial(_asked, resolver, clock, wait)


def _asked(resolver: str, clock: Callable[[], datetime], wait: float, name: str) -> KeyRecord:
    """What the DNS says now: a key, that there is none, or nothing for the time being."""
    import dns.exception  # noqa: PLC0415 - costs 100 ms that most commands need not pay
    import dns.resolver  # noqa: PLC0415

    text, state = "", "absent"
    try:
        answer = _resolver(resolver).resolve(name, "TXT", lifetime=wait, search=False)
        text = _the_key([b"".join(data.strings) for data in answer])
        state = "found" if text else "absent"
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.resolver.YXDOMAIN):
        pass
    except (dns.exception.SyntaxError, dns.exception.FormError, UnicodeError):
        pass  # no such name can exist
    except (dns.exception.DNSException, OSError, ValueError):
        state = "temporary"
    return msgspec.convert({"name": name, "text": text, "at": clock(), "state": state}, KeyRecord)


def _resolver(resolver: str) -> "dns.resolver.Resolver":
    import dns.resolver  # noqa: PLC0415

    if not resolver:
        return dns.resolver.Resolver()
    host, port = parted(resolver)
    asked = dns.resolver.Resolver(configure=False)
    asked.nameservers = [host]
    asked.port = port
    return asked


def parted(resolver: str) -> tuple[str, int]:
    """Address and port of a name server; ValueError if they cannot be told apart."""
    if resolver.startswith("["):
        host, _, rest = resolver[1:].partition("]")
        port = rest.removeprefix(":")
    elif resolver.count(":") > 1:
        host, port = resolver, ""
    else:
        host, _, port = resolver.partition(":")
    return host, int(port) if port else _PORT


def _the_key(texts: list[bytes]) -> str:
    """The one record that holds a key; a wildcard's other records may be beside it, but two keys are none."""
    found = [text for text in texts if b"p=" in text.replace(b" ", b"") and len(text) <= _MOST_TEXT]
    return found[0].decode("ascii", errors="replace") if len(found) == 1 else ""


_MOST_VALUE = 8192
_FOLDING = re.compile(rb"[ \t\r\n]+")
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
        tags[name.decode()] = _FOLDING.sub(b"", text).decode()
    return tags


def _base64(text: str) -> bytes:
    """What *text* encodes, nothing if a single letter of it is none of base64's."""
    try:
        return b64decode(text, validate=True)
    except (BadBase64, ValueError):
        return b""


Fields = tuple[tuple[bytes, bytes], ...]
_END_OF_HEAD = re.compile(rb"(?:\A|\r?\n)\r?\n")
_END_OF_LINE = re.compile(rb"\r?\n")
_FIELD = re.compile(rb"([\x21-\x39\x3b-\x7e]+):")
_BLANKS = re.compile(rb"[ \t]+")
_OWN_VALUE = re.compile(rb"((?:^|;)[ \t\r\n]*b[ \t\r\n]*=)[^;]*")


class SplitMail(msgspec.Struct, frozen=True):
    """An email in header fields and body, all lines ended by CR LF; a field's value ends with its line's.

    It is *strange* where readers differ about what is a header: with a bare CR, a line that is not a field, a NUL.
    One line of an unsigned header could otherwise hold, between bare CRs, a whole other email. *hashes* keeps what
    was once worked out.
    """

    fields: Fields
    body: bytes
    strange: bool
    hashes: dict[Canonical, bytes] = {}


def split_mail(raw: bytes) -> SplitMail | None:
    """An email in fields and body; None if it is too large to be read."""
    if len(raw) > MOST_BYTES:
        return None
    found = _END_OF_HEAD.search(raw)
    head, body = (raw[: found.start()], raw[found.end() :]) if found else (raw, b"")
    if len(head) > MOST_HEAD:
        return SplitMail((), b"", strange=True)
    fields, strange = _fields(_END_OF_LINE.split(head))
    return SplitMail(tuple(fields), body.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), strange)


def _fields(lines: list[bytes]) -> tuple[list[tuple[bytes, bytes]], bool]:
    """The header fields of the lines of a head, unfolded, and whether any of these is strange."""
    if lines[0].startswith(b"From "):
        lines = lines[1:]  # mail servers put this mbox line before what they pipe
    joined: list[list[bytes]] = []
    for line in lines:
        if line[:1] in (b" ", b"\t") and joined:
            joined[-1].append(line)
        elif line:
            joined.append([line])
    fields = []
    strange = any(b"\r" in line or b"\0" in line for line in lines)
    for parts in joined:
        whole = b"\r\n".join(parts) + b"\r\n"
        found = _FIELD.match(whole)
        if found:
            fields.append((found[1], whole[found.end() :]))
        strange = strange or not found
    return fields, strange


def body_hash(tags: DkimTags, mail: SplitMail) -> bytes:
    """The SHA-256 of the whole body in the signature's way."""
    if tags.body not in mail.hashes:
        mail.hashes[tags.body] = hashlib.sha256(_body(mail.body, tags.body)).digest()
    return mail.hashes[tags.body]


def signed_bytes(tags: DkimTags, value: bytes, mail: SplitMail) -> bytes:
    """What was signed: the chosen fields, the lowest of a name first, and the signature without its own value."""
    own = next(name for name, text in mail.fields if text is value)
    left: dict[bytes, list[tuple[bytes, bytes]]] = {}
    for name, text in mail.fields:
        if text is not value:
            left.setdefault(name.lower(), []).append((name, text))
    chosen = [left[name].pop() for name in tags.headers if left.get(name)]
    last = _field(own, _OWN_VALUE.sub(rb"\1", value), tags.head).removesuffix(b"\r\n")
    return b"".join(_field(name, text, tags.head) for name, text in chosen) + last


def _field(name: bytes, value: bytes, way: Canonical) -> bytes:
    if way == "simple":
        return name + b":" + value
    return name.lower() + b":" + _BLANKS.sub(b" ", value.replace(b"\r\n", b"")).strip(b" ") + b"\r\n"


def _body(body: bytes, way: Canonical) -> bytes:
    if way == "relaxed":
        body = body.replace(b"\t", b" ")
        while b"  " in body:
            body = body.replace(b"  ", b" ")
        body = body.replace(b" \r\n", b"\r\n").removesuffix(b" ")
    kept = _without_last_lines(body)
    if kept:
        return kept + b"\r\n"
    return b"" if way == "relaxed" else b"\r\n"


def _without_last_lines(body: bytes) -> bytes:
    """Without the empty lines at the end; a CR that is followed by no LF belongs to a line."""
    stripped = body.rstrip(b"\r\n")
    tail = body[len(stripped) :]
    return body if tail.endswith(b"\r") else body[: len(stripped) + tail.rfind(b"\r\r") + 1]


SignatureState = Literal["pass", "fail", "temporary", "none"]
_MOST_SIGNATURES = 10
_MOST_ASKED = 4
_SIGNED = (b"from", b"subject")
_TELLING = (b"message-id", b"date")
"""What tells an email from its repetition: at least one is signed. 18% of real signatures leave Message-ID out."""
_ONCE = frozenset(
    {
        *_SIGNED,
        *_TELLING,
        b"to",
        b"cc",
        b"in-reply-to",
        b"references",
        b"reply-to",
        b"mime-version",
        b"content-type",
        b"content-transfer-encoding",
    }
)


class Signature(msgspec.Struct, frozen=True):
    """One DKIM-Signature: *why* it did not pass as a code, *record* the text of the key that was used."""

    domain: str
    selector: str
    state: SignatureState
    why: str = ""
    record: str = ""


def verify(raw: bytes, keys: KeyLookup, at: datetime | None = None, author: str = "") -> tuple[Signature, ...]:
    """All signatures of an email that was received *at* (None: now); never raises.

    With *author* no key is asked for whose domain cannot speak for that address: such a signature is "foreign".
    """
    mail = split_mail(raw)
    if mail is None:
        return ()
    moment = (at or datetime.now(UTC)).timestamp()
    found = []
    asked = 0
    for value in _signatures(mail)[:_MOST_SIGNATURES]:
        tags = signature_tags(value)
        if tags is None:
            found.append(Signature("", "", "fail", "syntax"))
            continue
        why = "foreign" if author and not aligned(tags.domain, author) else _faulty(tags, mail, moment)
        if not why and asked == _MOST_ASKED:
            why = "too-many"
        if why:
            found.append(Signature(tags.domain, tags.selector, "none" if why == "foreign" else "fail", why))
            continue
        asked += 1
        found.append(_by_key(tags, value, mail, keys))
    return tuple(found)


def body_altered(raw: bytes) -> bool:
    """Whether some signature was made for another body: the email is damaged, or a list added its footer."""
    mail = split_mail(raw)
    tags = [] if mail is None else [signature_tags(value) for value in _signatures(mail)[:_MOST_SIGNATURES]]
    known = [one for one in tags if one is not None and one.algorithm.endswith("-sha256")]
    return any(mail is not None and one.body_hash != body_hash(one, mail) for one in known)


def covers(raw: bytes, domain: str) -> bool:
    """Whether all signatures of *domain*, or of a parent, cover the author, the subject and the whole body.

    For signatures that someone else has verified, who may have been content with less.
    """
    mail = split_mail(raw)
    if mail is None or mail.strange:
        return False
    own = _signatures_of(mail, domain)
    return bool(own) and not any(one.limited or _uncovered(one, mail.fields) for one in own)


def signs(raw: bytes, domain: str, header: bytes) -> bool:
    """Whether all signatures of *domain*, or of a parent, cover the header (in small letters), be it there or not."""
    mail = split_mail(raw)
    own = _signatures_of(mail, domain) if mail else ()
    return bool(own) and all(header in one.headers for one in own)


def signed_body(raw: bytes) -> bytes:
    """The body of an email without what a signature lets change in it: its spaces and line ends."""
    mail = split_mail(raw)
    return b"".join(mail.body.split()) if mail else b""


def aligned(domain: str, from_address: str) -> bool:
    """Whether *domain* may speak for an address: it is the address's own or one above it, of two labels or more.

    A domain above rules over the names below it anyway. One below never speaks for those above: what DMARC calls
    relaxed alignment would need the list of all public suffixes, and would trust any host of a university.
    """
    signer = domain.lower().rstrip(".")
    author = from_address.rpartition("@")[2].lower().rstrip(".")
    return "." in signer and (author == signer or author.endswith("." + signer))


def _signatures(mail: SplitMail) -> list[bytes]:
    return [value for name, value in mail.fields if name.lower() == b"dkim-signature"]


def _signatures_of(mail: SplitMail, domain: str) -> tuple[DkimTags, ...]:
    """The signatures of *domain* or of a parent; none if there may be others that are not understood or not read."""
    values = _signatures(mail)
    if len(values) > _MOST_SIGNATURES:
        return ()
    tags = [one for one in map(signature_tags, values) if one is not None]
    return tuple(one for one in tags if aligned(one.domain, f"@{domain}")) if len(tags) == len(values) else ()


def _faulty(tags: DkimTags, mail: SplitMail, moment: float) -> str:
    """What is wrong with a signature before its key is looked at, as a code."""
    if tags.algorithm not in ("rsa-sha256", "ed25519-sha256"):
        return "weak" if tags.algorithm == "rsa-sha1" else "syntax"
    if mail.strange:
        return "syntax"
    if _uncovered(tags, mail.fields):
        return "headers-unsigned"
    if tags.expires is not None and moment > tags.expires:
        return "expired"
    # A limit (l=) is ignored: the hash is over all of the body, so whatever was appended shows.
    return "" if tags.body_hash == body_hash(tags, mail) else "body-altered"


def _uncovered(tags: DkimTags, fields: Fields) -> bool:
    """Whether a header that is read could be another than the one that was signed.

    Subject holds the token and must be signed like From, and so must what tells an email from its repetition. Not all
    providers sign the Content- headers, but a second one beside the real one is no one's doing but a forger's.
    """
    names = [name.lower() for name, _ in fields]
    return (
        b"from" not in names
        or not any(name in names and name in tags.headers for name in _TELLING)
        or any(names.count(name) > 1 for name in _ONCE)
        or any(name in names and name not in tags.headers for name in _SIGNED)
    )


def _by_key(tags: DkimTags, value: bytes, mail: SplitMail, keys: KeyLookup) -> Signature:
    record = keys.record(f"{tags.selector}._domainkey.{tags.domain}")
    if record is None or record.state == "temporary":
        return Signature(tags.domain, tags.selector, "temporary", "no-answer")
    why = _tried(tags, record.text, signed_bytes(tags, value, mail)) if record.state == "found" else "key-missing"
    return Signature(tags.domain, tags.selector, "fail" if why else "pass", why, record.text)


def _tried(tags: DkimTags, record: str, signed: bytes) -> str:
    """Why the key in a record does not confirm the signature, as a code; empty if it does."""
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm  # noqa: PLC0415 - costs 50 ms
    from cryptography.hazmat.primitives.hashes import SHA256, Hash  # noqa: PLC0415

    key = key_tags(record)
    if key is None or key.kind != tags.algorithm.partition("-")[0] or (key.strict and not tags.exactly):
        return "syntax"
    if not key.data:
        return "key-revoked"
    try:
        if key.kind == "rsa":
            return _tried_rsa(key.data, tags.signature, signed)
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

        digest = Hash(SHA256())
        digest.update(signed)
        Ed25519PublicKey.from_public_bytes(key.data).verify(tags.signature, digest.finalize())
    except InvalidSignature:
        return "headers-altered"
    except (ValueError, TypeError, OverflowError, UnsupportedAlgorithm):
        return "syntax"
    return ""


def _tried_rsa(data: bytes, signature: bytes, signed: bytes) -> str:
    """Why an RSA key does not confirm a signature, as a code; keys of less than 1024 bits are weak (RFC 8301, 3.2)."""
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey  # noqa: PLC0415
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_der_public_key  # noqa: PLC0415

    key = load_der_public_key(data)
    if not isinstance(key, RSAPublicKey):
        return "syntax"
    if key.key_size < 1024:
        return "weak"
    key.verify(signature, signed, PKCS1v15(), SHA256())
    return ""
