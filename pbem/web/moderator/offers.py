"""Which buttons settle what waits, and what else can be done to a game."""

from collections.abc import Iterator, Mapping

import msgspec

from pbem.referee.game import Game
from pbem.referee.needs.need import Need, NeedKind
from pbem.referee.seats import invitations, waiting_list
from pbem.referee.status import SeatStatus, Status

READ = "read"
"""The offer to show an email, which changes nothing."""


class DeedOffer(msgspec.Struct, frozen=True):
    """A button: the *deed* that it leads to, and what is *given* to it already."""

    deed: str
    given: Mapping[str, str] = {}


_DAY = "24h"
_FOR_SEAT: Mapping[NeedKind, tuple[str, ...]] = {
    "ladder": ("approve", "decline", "decline-wait"),
    "ladder-asks": ("extend", "default", "decline-wait"),
    "extension": ("grant", "refuse"),
    "bot": ("default",),
    "deadline": ("extend", "default"),
}
_FOR_ITEM: Mapping[NeedKind, tuple[str, ...]] = {
    "appeal": (READ, "answer", "dismiss-appeal"),
    "unread": ("confirm", "dismiss"),
    "held": (READ, "confirm", "dismiss-held"),
    "unclaimed": (READ, "confirm", "dismiss"),
    "former": (READ, "dismiss"),
    "words": (READ, "answer", "dismiss"),
    "failed": (READ, "confirm", "dismiss"),
}
_FOR_MESSAGE: Mapping[NeedKind, tuple[str, ...]] = {"refused": ("again", "settled"), "uncertain": ("again", "settled")}
_OTHER: Mapping[NeedKind, tuple[str, ...]] = {"stopped": ("turn",), "unsent": ("send",), "unreachable": ("turn",)}
_CHOSEN = frozenset({"unread", "unclaimed", "failed"})
"""Kinds of emails whose seat the moderator names."""


def settling(game: Game, one: Need) -> Iterator[DeedOffer]:
    """The buttons that settle what waits; none if only commands do."""
    if one.seat and one.kind in _FOR_SEAT:
        for deed in _FOR_SEAT[one.kind]:
            yield DeedOffer(deed, {"seat": one.seat, **({"length": _DAY} if deed == "extend" else {})})
    elif one.item and one.kind in _FOR_ITEM:
        for deed in _FOR_ITEM[one.kind]:
            yield DeedOffer(deed, {"item": str(one.item), **(_seat_of(game, one) if deed == "confirm" else {})})
    elif one.ident and one.kind in _FOR_MESSAGE:
        yield from (DeedOffer(deed, {"ident": one.ident}) for deed in _FOR_MESSAGE[one.kind])
    else:
        yield from (DeedOffer(deed) for deed in _OTHER.get(one.kind, ()))


def _seat_of(game: Game, one: Need) -> Mapping[str, str]:
    """Whose an email seems to be, if it must not be chosen."""
    return {"seat": one.seat} if one.seat in game.titles and one.kind not in _CHOSEN else {}


def guess_of(game: Game, item: int) -> str:
    """The seat that an unclaimed email may be from; it is only proposed."""
    found = game.inbox.numbered(item)
    verdict = game.inbox.verdict(found) if found else None
    return (verdict.seat or verdict.guess) if verdict else ""


def of_game(found: Status) -> Iterator[DeedOffer]:
    """What can be done to a game at any time."""
    yield DeedOffer("turn")
    if found.outcome is None:
        yield DeedOffer("extend", {"length": _DAY})
        yield DeedOffer("set")
        stopped = any(not one.seats for one in found.stopped)
        yield DeedOffer("resume" if stopped else "pause")
        if any(one.holds for one in found.seats):
            yield DeedOffer("play")
    yield DeedOffer("announce")
    if found.queued:
        yield DeedOffer("send")


def of_seat(game: Game, one: SeatStatus) -> Iterator[DeedOffer]:
    """What can be done for a seat at any time."""
    seat = {"seat": one.seat}
    yield DeedOffer("tell", seat)
    if game.outcome is not None:
        return
    if one.questions:
        yield DeedOffer("extend", {**seat, "length": _DAY})
    if one.waited_for:
        yield DeedOffer("default", seat)
    if one.holds:
        yield DeedOffer("release", seat)
    elif one.waited_for:
        yield DeedOffer("hold", seat)
    yield DeedOffer("absent", seat)
    if one.absent:
        yield DeedOffer("back", seat)
    yield from _holders(game, one.seat)


def _holders(game: Game, seat: str) -> Iterator[DeedOffer]:
    given = {"seat": seat}
    held = game.holders[seat]
    if held.stand_in:
        yield DeedOffer("end-stand-in", given)
        return
    yield DeedOffer("stand-in", given)
    yield DeedOffer("replace", given)
    yield DeedOffer("withdraw" if invitations.open_for(game, seat) else "invite", given)
    yield DeedOffer("vacate", given)


def has_waiting_list(game: Game) -> bool:
    """Whether someone can be invited without being named."""
    return bool(waiting_list.listed(game))
