"""Orders answer decisions."""

import msgspec

from pbem.engine.names import slug


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
