"""Which domains signed an email, and whether it came as they signed it (RFC 6376, RFC 8463).

Verified here and not by a library, so that the time is linear in the email, the clock is the moment of receipt,
the reasons are codes, and the header fields are those that the rest of the program reads. The arithmetic is
cryptography's.
"""

from datetime import UTC, datetime
from typing import Literal

import msgspec

from pbem.mail.authentication.canonical import Fields, SplitMail, body_hash, signed_bytes, split_mail
from pbem.mail.authentication.keys import KeyLookup
from pbem.mail.authentication.tags import DkimTags, key_tags, signature_tags

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
