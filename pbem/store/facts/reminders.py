"""Facts about reminders: who was reminded, of what, and how far they were."""

from datetime import datetime

import msgspec


class Reminded(msgspec.Struct, frozen=True, tag="reminded", kw_only=True):
    """*seat* was reminded of what it is asked in *round*, which is due at *due*.

    It had *received* so much then (`pbem.referee.status.Received`), and *newest* was the last item from it, 0 if none.
    """

    round: int
    seat: str
    due: datetime
    received: str
    newest: int = 0
