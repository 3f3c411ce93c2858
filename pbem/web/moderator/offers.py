"""Buttons, and what each says of itself."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from html import escape

import msgspec

from pbem.mail.deeds.fields import FIELDS, FieldName
from pbem.mail.moderating import emails
from pbem.referee.deadlines.allowances import open_requests
from pbem.referee.deadlines.ladder_steps import proposals
from pbem.referee.deadlines.received import SeatStatus
from pbem.referee.game import Game
from pbem.referee.need import Need, NeedKind
from pbem.referee.people import changes, words
from pbem.referee.status import Status
from pbem.report.words import Plain
from pbem.store.inbox import Verdict
from pbem.web.rendering import SafeHtml, plain_words

_TOKEN = re.compile(r"[ \t]*\{[a-z0-9]+(?:-[a-z0-9]+)+\}")
_LINK = re.compile(r"(https?://\S+?/l/)\S+")
_SECRET = re.compile(r"(?<![A-Za-z0-9])[a-z2-7]{26,}(?![A-Za-z0-9])|(?<=%2[Ff])[a-z2-7]{26,}")
"""What is secret in a link that was broken in two, or is inside another one."""


def without_secrets(text: str) -> str:
    """*text* without tokens, and without what is secret in links."""
    return _SECRET.sub("…", _LINK.sub(r"\1…", _TOKEN.sub("", text)))


GROUP = "moderator-page"


def button(game: Game, deed: str, given: Mapping[str, str]) -> str:
    """What a button says that leads to *deed*, or that does it."""
    return plain_words().phrase(GROUP, f"do-{deed}", _facts(game, deed, given))


def question(game: Game, deed: str, given: Mapping[str, str], at: datetime) -> str:
    """The question that the page asks *at* a time."""
    return plain_words().phrase(GROUP, f"ask-{deed}", _facts(game, deed, given, at))


def about(game: Game, deed: str, given: Mapping[str, str]) -> str:
    """What it does and who is told, in a few sentences; empty if the question says all."""
    words = plain_words()
    return words.phrase(GROUP, f"about-{deed}", _facts(game, deed, given)) if words.has(GROUP, f"about-{deed}") else ""


def label_of(deed: str, field: str) -> str:
    """What a field is called, for this deed if it has a name of its own there."""
    words, own = plain_words(), f"field-{field}-{deed}"
    return words.phrase(GROUP, own if words.has(GROUP, own) else f"field-{field}", {})


def help_of(deed: str, field: str) -> str:
    """What helps to fill in a field, for this deed if there is something of its own."""
    words = plain_words()
    keys = (f"field-{field}-help-{deed}", f"field-{field}-help")
    return next((words.phrase(GROUP, key, {}) for key in keys if words.has(GROUP, key)), "")


def too_long(deed: str, field: FieldName, given: Mapping[str, str]) -> str:
    """That more was written into a field than it takes."""
    args = {"label": label_of(deed, field), "count": len(given[field]), "most": FIELDS[field].most}
    return plain_words().phrase(GROUP, "too-long", args)


def about_email(game: Game, given: Mapping[str, str]) -> tuple[str, ...]:
    """Of the email that is meant: who wrote it about what, and what became of it."""
    item = game.inbox.numbered(item_in(given)) if item_in(given) else None
    verdict = game.inbox.verdict(item) if item else None
    if item is None or verdict is None:
        return ()
    found = emails.shown(game, item, verdict)
    return (without_secrets(found.head), f"{found.brief}.")


def item_in(given: Mapping[str, str]) -> int:
    """The number of an email in what was filled in; 0 if there is none."""
    text = given.get("item", "").strip()
    return int(text) if re.fullmatch(FIELDS["item"].pattern, text) else 0


def _facts(game: Game, deed: str, given: Mapping[str, str], at: datetime | None = None) -> dict[str, Plain]:
    seat, verdict, ident = given.get("seat", ""), _verdict(game, item_in(given)), given.get("ident", "")
    whose = seat or (verdict.seat if verdict else "")
    envelope = game.outbox.envelope(ident) if ident in game.outbox.idents("trying", "refused") else None
    asked = [one.asked for one in open_requests(game, at) if one.asked.seat == seat] if at else []
    return {
        **{name: given.get(name, "") for name in ("item", "ident", "length", "when", "player", "round")},
        "title": game.titles.get(seat, ""),
        "writer": game.titles.get(whose, "") or (verdict.sender if verdict else ""),
        "sender": verdict.sender if verdict else "",
        "address": game.settings.seats[seat].address if seat in game.titles else "",
        "asked": asked[0].length if asked else "",
        "to": envelope.recipient if envelope else "",
        "rung": next((one.rung for one in proposals(game) if one.seat == seat), "") if deed in _OF_LADDER else "",
    }


_OF_LADDER = frozenset({"approve", "decline", "decline-wait"})


def _verdict(game: Game, number: int) -> Verdict | None:
    item = game.inbox.numbered(number) if number else None
    return game.inbox.verdict(item) if item else None


READ = "read"
"""The offer to show an email, which changes nothing."""


class DeedOffer(msgspec.Struct, frozen=True):
    """A button that *says* what it does: the *deed* that it leads to, and what is *given* to it already."""

    deed: str
    given: Mapping[str, str]
    says: str


def _offer(game: Game, deed: str, given: Mapping[str, str] = {}) -> DeedOffer:
    return DeedOffer(deed, given, button(game, deed, given))


_DAY = "24h"
_FOR_SEAT: Mapping[NeedKind, tuple[str, ...]] = {
    "ladder": ("approve", "decline", "decline-wait"),
    "ladder-asks": ("tell", "extend", "default", "submit", "decline-wait"),
    "extension": ("grant", "refuse"),
    "bot": ("submit", "default"),
    "deadline": ("tell", "extend", "default", "submit"),
    "vacant": (),
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
    if words.watchers(game):
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
    yield _offer(game, "withdraw" if changes.open_for(game, seat) else "invite", given)
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


def with_commands(text: str) -> SafeHtml:
    """*text* as HTML, in which everything else is escaped."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:  # one of them is only a sign
        return SafeHtml(escape(text))
    return SafeHtml("".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts)))
