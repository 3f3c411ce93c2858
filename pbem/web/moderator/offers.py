"""Which buttons settle what waits, and what else can be done to a game."""

from collections.abc import Iterator, Mapping

import msgspec

from pbem.referee.correspondence import watchers
from pbem.referee.game import Game
from pbem.referee.needs.need import Need, NeedKind
from pbem.referee.seats import invitations
from pbem.referee.status import SeatStatus, Status
from pbem.web.moderator import said

READ = "read"
"""The offer to show an email, which changes nothing."""


class DeedOffer(msgspec.Struct, frozen=True):
    """A button that *says* what it does: the *deed* that it leads to, and what is *given* to it already."""

    deed: str
    given: Mapping[str, str]
    says: str


def _offer(game: Game, deed: str, given: Mapping[str, str] = {}) -> DeedOffer:
    return DeedOffer(deed, given, said.button(game, deed, given))


_DAY = "24h"
_FOR_SEAT: Mapping[NeedKind, tuple[str, ...]] = {
    "ladder": ("approve", "decline", "decline-wait"),
    "ladder-asks": ("tell", "extend", "default", "submit", "decline-wait"),
    "extension": ("grant", "refuse"),
    "bot": ("submit", "default"),
    "deadline": ("tell", "extend", "default", "submit"),
}
_FOR_ITEM: Mapping[NeedKind, tuple[str, ...]] = {
    "appeal": (READ, "answer", "rule", "dismiss-appeal"),
    "unread": ("turn", "confirm", "dismiss"),
    "held": (READ, "confirm", "confirm-new", "dismiss-held"),
    "unclaimed": (READ, "confirm", "confirm-new", "dismiss"),
    "former": (READ, "dismiss"),
    "words": (READ, "answer", "dismiss"),
    "failed": (READ, "confirm", "submit", "dismiss"),
}
_FOR_MESSAGE: Mapping[NeedKind, tuple[str, ...]] = {"refused": ("again", "settled"), "uncertain": ("again", "settled")}
_OTHER: Mapping[NeedKind, tuple[str, ...]] = {
    "stopped": ("turn", "rewind"),
    "unsent": ("send",),
    "unreachable": ("turn",),
}
CONFIRMING = frozenset({"confirm", "confirm-new"})
"""Deeds that say whose an email is."""
_CHOSEN = frozenset({"unread", "unclaimed", "failed"})
"""Kinds of emails whose seat the moderator names."""


def settling(game: Game, one: Need) -> Iterator[DeedOffer]:
    """The buttons that settle what waits; none if only commands do."""
    if one.seat and one.kind in _FOR_SEAT:
        filling = ("invite", "replace") if game.holders[one.seat].empty else ()
        for deed in (*filling, *_FOR_SEAT[one.kind]):
            yield _offer(game, deed, {"seat": one.seat, **({"length": _DAY} if deed == "extend" else {})})
    elif one.item and one.kind in _FOR_ITEM:
        for deed in _FOR_ITEM[one.kind]:
            if deed == "confirm-new" and not _from_elsewhere(game, one):
                continue
            yield _offer(game, deed, _about_email(game, deed, one))
    elif one.ident and one.kind in _FOR_MESSAGE:
        yield from (_offer(game, deed, {"ident": one.ident}) for deed in _FOR_MESSAGE[one.kind])
    else:
        yield from (_offer(game, deed) for deed in _OTHER.get(one.kind, ()))


def _about_email(game: Game, deed: str, one: Need) -> Mapping[str, str]:
    """What a button says of the email that waits."""
    if deed in ("submit", "turn"):
        return {}
    if deed == "rule":
        return {"appeal": str(one.item)}
    return {"item": str(one.item), **(_seat_of(game, one) if deed in CONFIRMING else {})}


def _from_elsewhere(game: Game, one: Need) -> bool:
    """Whether an email came from an address of no seat, so that it may be the new one of its writer."""
    item = game.inbox.numbered(one.item)
    verdict = game.inbox.verdict(item) if item else None
    known = {each.address.casefold() for each in game.settings.seats.values()}
    return verdict is not None and bool(verdict.sender) and verdict.sender.casefold() not in known


def _seat_of(game: Game, one: Need) -> Mapping[str, str]:
    """Whose an email seems to be, if it must not be chosen."""
    return {"seat": one.seat} if one.seat in game.titles and one.kind not in _CHOSEN else {}


def guess_of(game: Game, item: int) -> str:
    """The seat that an unclaimed email may be from; it is only proposed."""
    found = game.inbox.numbered(item)
    verdict = game.inbox.verdict(found) if found else None
    return (verdict.seat or verdict.guess) if verdict else ""


def of_game(game: Game, found: Status) -> Iterator[DeedOffer]:
    """What can be done to a game at any time."""
    yield _offer(game, "turn")
    if found.outcome is None:
        yield _offer(game, "extend", {"length": _DAY})
        yield _offer(game, "set")
        stopped = any(not one.seats for one in found.stopped)
        yield _offer(game, "resume" if stopped else "pause")
        if any(one.holds for one in found.seats):
            yield _offer(game, "play")
    yield _offer(game, "announce")
    yield _offer(game, "watch")
    if watchers.watchers(game):
        yield _offer(game, "unwatch")
    if game.ruleset.rulings is not None and found.outcome is None:
        yield _offer(game, "rule")
    if len(game.log.pauses) > 1:
        yield _offer(game, "rewind")
    if found.queued:
        yield _offer(game, "send")


def of_seat(game: Game, one: SeatStatus) -> Iterator[DeedOffer]:
    """What can be done for a seat at any time."""
    seat = {"seat": one.seat}
    yield _offer(game, "tell", seat)
    if game.outcome is not None:
        return
    if one.questions:
        yield _offer(game, "extend", {**seat, "length": _DAY})
    if one.questions:
        yield _offer(game, "submit", seat)
    if one.waited_for:
        yield _offer(game, "default", seat)
    if one.holds:
        yield _offer(game, "release", seat)
    elif one.waited_for:
        yield _offer(game, "hold", seat)
    yield _offer(game, "absent", seat)
    if one.absent:
        yield _offer(game, "back", seat)
    yield from _holders(game, one.seat)


def _holders(game: Game, seat: str) -> Iterator[DeedOffer]:
    given = {"seat": seat}
    held = game.holders[seat]
    if held.stand_in:
        yield _offer(game, "end-stand-in", given)
        return
    yield _offer(game, "stand-in", given)
    yield _offer(game, "replace", given)
    yield _offer(game, "withdraw" if invitations.open_for(game, seat) else "invite", given)
    yield _offer(game, "vacate", given)


_UNDONE_BY = {
    "extend": "set",
    "set": "set",
    "pause": "resume",
    "resume": "pause",
    "hold": "release",
    "release": "hold",
    "absent": "back",
    "invite": "withdraw",
    "stand-in": "end-stand-in",
}


def undoing(game: Game, deed: str, given: Mapping[str, str]) -> DeedOffer | None:
    """The button that takes back what *deed* has done; None if none does."""
    if game.outcome is not None or deed not in _UNDONE_BY:
        return None
    seat = given.get("seat", "")
    return _offer(game, _UNDONE_BY[deed], {"seat": seat} if seat else {})
