"""Facts about copies of a game: each time one is unpacked elsewhere an epoch begins."""

import msgspec


class EpochBegun(msgspec.Struct, frozen=True, tag="epoch-begun"):
    """This copy of the game was unpacked; letters that it writes from now on have tokens of this *epoch*."""

    epoch: int


class CopyNoticed(msgspec.Struct, frozen=True, tag="copy-noticed"):
    """Email *item* bears a token that only another copy of the game can have written, one of *epoch*."""

    epoch: int
    item: int


class CopySettled(msgspec.Struct, frozen=True, tag="copy-settled"):
    """The moderator has said that this copy goes on."""

    reason: str


CopyFact = EpochBegun | CopyNoticed | CopySettled
