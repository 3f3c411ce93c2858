"""What an inbox finds of its verdicts while it works is what one finds that looks at the folder afresh."""

import errno
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.store.inbox import Confirmation, Inbox, InboxItem, Verdict, VerdictState

AT = datetime(2026, 11, 21, 23, tzinfo=UTC)
DAYS = (AT, AT + timedelta(hours=2))
SEATS, ADDRESSES, FINGERPRINTS = ("", "ann", "ben"), ("", "ann@x.example", "Ann@X.example"), ("", "f", "g")
NUMBERS = range(1, 4)
RECEIPTS = ("", "receipt-0001", "receipt-0002", "stranger-0003")

verdicts = st.builds(
    Verdict,
    item=st.sampled_from(NUMBERS),
    state=st.sampled_from(get_args(VerdictState)),
    received=st.sampled_from(DAYS),
    seat=st.sampled_from(SEATS),
    receipt=st.sampled_from(RECEIPTS),
    answered=st.sampled_from(ADDRESSES),
    guess=st.sampled_from(SEATS),
    fingerprint=st.sampled_from(FINGERPRINTS),
    vouched=st.sampled_from(("", "moderator")),
)
DONE = ("judge", "judge", "judge", "vouch", "look", "full", "cut short")
works = st.lists(st.tuples(verdicts, st.sampled_from(DONE)), max_size=8)


def found(inbox: Inbox, items: list[InboxItem]) -> object:
    """All that can be asked of an inbox about what its verdicts have in common."""
    return (
        [inbox.same_mail(fingerprint, item) for fingerprint in FINGERPRINTS for item in items],
        [inbox.answered_on(day.date()) for day in DAYS],
        [inbox.answered_at(address) for address in ADDRESSES],
        [inbox.answered_by(ident) for ident in RECEIPTS],
        [inbox.answered_to(seat) for seat in SEATS],
        [inbox.guessed_on(day.date(), seat) for day in DAYS for seat in SEATS],
        inbox.verdicts(),
        inbox.waiting(),
    )


def failing(inbox: Inbox, item: InboxItem, verdict: Verdict, *, written: bool) -> None:
    """Judge an item while the disk fails, before or after the verdict lies there."""
    replace = os.replace

    def replaced(source: Path, target: Path) -> None:
        if written:
            replace(source, target)
        raise OSError(errno.EIO, "the disk is gone")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", replaced)
        with pytest.raises(OSError, match="the disk is gone"):
            inbox.judge(item, verdict)


@settings(deadline=None)
@given(works)
def test_an_inbox_at_work_finds_what_a_fresh_one_finds(todo: list[tuple[Verdict, str]]) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        inbox = Inbox(Path(folder))
        items = [inbox.keep(str(number).encode(), AT)[0] for number in NUMBERS]
        for verdict, how in todo:
            item = items[verdict.item - 1]
            if how == "judge":
                inbox.judge(item, verdict)
            elif how == "vouch":
                inbox.confirm(item, Confirmation("ann", "moderator", AT))
            elif how == "look":
                found(inbox, items)
            else:
                failing(inbox, item, verdict, written=how == "cut short")
        assert found(inbox, items) == found(Inbox(Path(folder)), items)
