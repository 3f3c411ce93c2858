"""Whether an email shows by DKIM that its author is who From says."""

from collections.abc import Collection
from datetime import datetime
from email.message import Message
from typing import Literal, Protocol

import msgspec

from pbem.mail.authentication.dkim import aligned, covers, verify
from pbem.mail.authentication.keys import KeyLookup
from pbem.mail.authentication.results import results


class ProvenSender(Protocol):
    """The settings of trust, as far as they are needed here."""

    @property
    def results_from(self) -> str: ...


class DkimProof(msgspec.Struct, frozen=True, kw_only=True):
    """What DKIM shows: with *temporary* it is worth while to look again later.

    *domain* is the one that signed, *why* the code of the problem that a person is told, *detail* the signature's
    own code, *by* whether our server's word or the signature itself was taken.
    """

    dkim: Literal["pass", "fail", "none", "temporary"]
    domain: str = ""
    why: str = ""
    detail: str = ""
    by: Literal["results", "signature"] = "signature"


def proof(
    policy: Collection[str],
    raw: bytes,
    headers: Message,
    sender: str,
    trust: ProvenSender,
    keys: KeyLookup,
    at: datetime | None = None,
) -> DkimProof:
    """What an email from *sender*, received *at*, shows; *policy* without dkim asks for nothing. Never raises."""
    if "dkim" not in policy:
        return DkimProof(dkim="none")
    if not sender:
        count = len(headers.get_all("From", []))
        return DkimProof(dkim="none", why="two-senders" if count > 1 else "no-sender")
    for domain in results(headers, trust.results_from):
        if aligned(domain, sender) and covers(raw, domain):
            return DkimProof(dkim="pass", domain=domain, by="results")
    return _by_signature(raw, sender, keys, at)


def _by_signature(raw: bytes, sender: str, keys: KeyLookup, at: datetime | None) -> DkimProof:
    signatures = verify(raw, keys, at, sender)
    for state in ("pass", "temporary", "fail"):
        for one in signatures:
            if one.state == state:
                why = {"pass": "", "temporary": "dkim-later", "fail": "dkim-failed"}[state]
                return DkimProof(dkim=one.state, domain=one.domain, why=why, detail=one.why)
    return DkimProof(dkim="none", why="dkim-foreign" if signatures else "dkim-missing")
