from pathlib import Path

import pytest

from pbem.store.outbox import Outbox, Place


@pytest.mark.parametrize("place", ["queued", "trying", "refused", "sent"])
def test_a_message_is_queued_once_wherever_it_has_got_to(tmp_path: Path, place: Place) -> None:
    outbox = Outbox(tmp_path / "outbox", tmp_path / "sent")
    assert outbox.queue("a", b"first")
    if place != "queued":
        outbox.shift("a", "queued", place)
    assert not outbox.queue("a", b"second")
    assert outbox.place("a") == place
    assert outbox.path("a", place).read_bytes() == b"first"
    assert outbox.listed(place) == ["a"]
