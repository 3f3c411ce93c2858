"""The digest of a position, which shows whether a program gets the same result from a game's events."""

import hashlib
from collections.abc import Mapping

import msgspec


def digest(state: object, views: Mapping[str, object]) -> str:
    """The SHA-256 of a full state and of every seat's view, in 64 hexadecimal digits.

    It is the same on every machine: fields, keys and members of sets are sorted. Fields at their default leave no mark
    where their type has `omit_defaults`, so that a new one with a default changes no digest.
    """
    plain = msgspec.to_builtins([state, views], str_keys=True, order="sorted")
    return hashlib.sha256(msgspec.json.encode(plain)).hexdigest()
