"""Orders answer decisions."""

import msgspec


def slug(name: str) -> str:
    """The word for the name of a class in logs and sheets: `CardPlayed` becomes `card-played`."""
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")


class Order(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="order",
    tag=slug,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A player's answer to one decision: everything one sheet says."""
