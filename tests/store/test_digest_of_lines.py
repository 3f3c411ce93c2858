"""What a log notes of the lines that it may have: another type of event or order is another digest, words are not."""

import msgspec

from pbem.engine.event import Event
from pbem.engine.order import Order
from pbem.store.log import digest_of_lines


class Won(Event, frozen=True, tag="won"):
    """Someone won."""

    seat: str


class WonBy(Event, frozen=True, tag="won"):
    """Someone won by so much."""

    seat: str
    points: int = 0


class Bid(Order, frozen=True, tag="bid"):
    """A bid."""

    points: int = 0


def test_another_field_or_type_is_another_digest_and_the_same_is_the_same() -> None:
    found = digest_of_lines(Won, Bid)
    assert len(found) == 64
    assert digest_of_lines.__wrapped__(Won, Bid) == found
    assert digest_of_lines(WonBy, Bid) != found
    assert digest_of_lines(Won, Bid | msgspec.defstruct("Pass", [], bases=(Order,), frozen=True, tag="pass")) != found
