"""Orders answer decisions; policies answer them in advance."""

from typing import Any, Protocol

import msgspec

from pbem.engine.decision import Decision
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


class Policy(Protocol):
    """A standing order: answers a decision from what its seat knows, or leaves it open."""

    def answer(self, view: Any, decision: Decision) -> Order | None: ...
