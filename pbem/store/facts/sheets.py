"""Facts about sheets that were accepted."""

import msgspec


class SheetNoLongerLegal(msgspec.Struct, frozen=True, tag="sheet-no-longer-legal", kw_only=True):
    """The sheet of inbox *item*, which counted for what *seat* is asked as *key* since entry *asked*, is not any more.

    A ruling changed the position after it was accepted.
    """

    seat: str
    key: str
    asked: int
    item: int
