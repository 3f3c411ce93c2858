"""Whether a mail shows by DKIM that its author is who From says."""

from collections.abc import Collection
from datetime import datetime
from email.message import Message
from typing import Literal, Protocol

import msgspec

from pbem.mail.authentication.dkim import aligned, covers, verify
from pbem.mail.authentication.keys import Keys
from pbem.mail.authentication.results import results


class Believed(Protocol):
    """The settings of trust, as far as they are needed here."""

    @property
    def results_from(self) -> str: ...


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What DKIM shows: with *temporary* it is worth while to look again later.

    *domain* is the one that vouches, *why* the code of the problem that a person is told, *detail* the signature's
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
    trust: Believed,
    keys: Keys,
    at: datetime | None = None,
) -> Proof:
    """What a mail from *sender*, received *at*, shows; *policy* without dkim asks for nothing. Never raises."""
    if "dkim" not in policy:
        return Proof(dkim="none")
    if not sender:
        count = len(headers.get_all("From", []))
        return Proof(dkim="none", why="two-senders" if count > 1 else "no-sender")
    for domain in results(headers, trust.results_from):
        if aligned(domain, sender) and covers(raw, domain):
            return Proof(dkim="pass", domain=domain, by="results")
    return _by_signature(raw, sender, keys, at)


def _by_signature(raw: bytes, sender: str, keys: Keys, at: datetime | None) -> Proof:
    signatures = verify(raw, keys, at, sender)
    for state in ("pass", "temporary", "fail"):
        for one in signatures:
            if one.state == state:
                why = {"pass": "", "temporary": "dkim-later", "fail": "dkim-failed"}[state]
                return Proof(dkim=one.state, domain=one.domain, why=why, detail=one.why)
    return Proof(dkim="none", why="dkim-foreign" if signatures else "dkim-missing")
