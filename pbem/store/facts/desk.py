"""Facts about the order desk."""

import msgspec


class DeskLinkRenewed(msgspec.Struct, frozen=True, tag="desk-link-renewed", kw_only=True):
    """The links and cookies of *seat* so far are void; the email with that number in the inbox asked for it."""

    seat: str
    item: int
