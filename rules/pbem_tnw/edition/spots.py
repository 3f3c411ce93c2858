"""The words for places on cards, taken apart."""

from typing import Literal, get_args

import msgspec

from pbem_tnw.edition.card_words import WrittenSpots

SpotWord = Literal[
    "places", "home", "home_port", "friendly_port", "friendly", "list", "with", "anywhere", "target",
    "unfortified_empty",
]  # fmt: skip
_ALONE = ("anywhere", "target", "friendly")
_WITH_NAME = ("home", "home_port", "friendly_port", "friendly", "list", "with", "unfortified_empty")


class Spots(msgspec.Struct, frozen=True, omit_defaults=True):
    """Places: the *ids*, or those that *word* stands for *of* a nation, a list or a general.

    `home:N` Home duchies of N where it could build (7); `home_port:N`; `friendly_port:N` Home duchies of N and Ports
    Friendly to it; `list:NAME` a list of the file; `with:GENERAL`; `anywhere`: the owner chooses; `target`: where the
    occasion is; `unfortified_empty:foreign`: unfortified, without forces of others, whoever controls it. N may be
    `self` or `chosen`.
    """

    word: SpotWord
    of: str = ""
    ids: tuple[str, ...] = ()


def spots(where: WrittenSpots) -> Spots:
    """What *where* means; raises `ValueError` for a word that is none."""
    if not isinstance(where, str):
        return Spots("places", ids=where)
    word, colon, of = where.partition(":")
    for known in get_args(SpotWord):
        if word == known and (known in _WITH_NAME if colon and of else known in _ALONE):
            return Spots(known, of)
    raise ValueError(f"no word for places: {where}")
