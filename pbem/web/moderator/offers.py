"""Buttons, and what each says of itself."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from html import escape

import msgspec

from pbem.mail.deeds.deed import Deed
from pbem.mail.deeds.fields import FIELDS, FieldName
from pbem.mail.moderating import emails
from pbem.mail.moderating.deeds import DEEDS
from pbem.referee.deadlines.allowances import open_requests
from pbem.referee.deadlines.ladder_steps import proposals
from pbem.referee.deadlines.received import SeatStatus
from pbem.referee.game import Game
from pbem.referee.need import Need
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


GROUP, OF_DEEDS = "moderator-page", "deeds"


def button(game: Game, deed: str, given: Mapping[str, str]) -> str:
    """What a button says that leads to *deed*, or that does it."""
    return plain_words().phrase(OF_DEEDS, deed, _facts(game, deed, given))


def question(game: Game, deed: str, given: Mapping[str, str], at: datetime) -> str:
    """The question that the page asks *at* a time: what the button says, unless it has words of its own."""
    return said_of(deed, "asks", _facts(game, deed, given, at)) or f"{button(game, deed, given)}?"


def about(game: Game, deed: str, given: Mapping[str, str]) -> str:
    """What it does and who is told, in a few sentences; empty if the question says all."""
    return said_of(deed, "about", _facts(game, deed, given))


def said_of(deed: str, what: str, facts: Mapping[str, Plain] = {}) -> str:
    """What the phrases say of *deed*; empty if they do not."""
    words, key = plain_words(), f"{deed}-{what}"
    return words.phrase(OF_DEEDS, key, facts) if words.has(OF_DEEDS, key) else ""


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
POSTS = "posts"
"""The offer to show what is to be posted."""


class DeedOffer(msgspec.Struct, frozen=True):
    """A button that *says* what it does: the *deed* that it leads to, and what is *given* to it already."""

    deed: str
    given: Mapping[str, str]
    says: str


def _offer(game: Game, deed: str, given: Mapping[str, str] = {}) -> DeedOffer:
    return DeedOffer(deed, given, button(game, deed, given))


_DAY = "24h"
CONFIRMING = frozenset(name for name, deed in DEEDS.items() if deed.confirms)
"""Deeds that say whose an email is."""
_CHOSEN = frozenset({"unread", "unclaimed", "failed"})
"""Kinds of emails whose seat the moderator names."""
_FILLING = ("invite", "replace")
"""What is offered besides for a seat that no one holds."""


def settling(game: Game, one: Need) -> Iterator[DeedOffer]:
    """The buttons that settle what waits; none if only commands do."""
    found = [deed for deed in DEEDS.values() if one.kind in deed.settles]
    if found and one.seat and not one.item and game.holders[one.seat].empty:
        found = [*(DEEDS[name] for name in _FILLING), *(deed for deed in found if deed.name not in _FILLING)]
    if found and one.item and one.kind != "unread":
        yield _offer(game, READ, {"item": str(one.item)})
    if one.kind == "to-post":
        yield _offer(game, POSTS)
    for deed in found:
        if deed.name != "confirm-new" or _from_elsewhere(game, one):
            yield _offer(game, deed.name, _known(game, deed, one))


def _known(game: Game, deed: Deed, one: Need) -> Mapping[str, str]:
    """What a button says of what waits."""
    mine = one.seat in game.titles and (not one.item or (deed.confirms and one.kind not in _CHOSEN))
    known = {
        "item": str(one.item or ""),
        "seat": one.seat if mine else "",
        "ident": one.ident,
        "appeal": str(one.item) if one.kind == "appeal" else "",
        "length": _DAY,
    }
    return {name: text for name, text in known.items() if text and name in deed.fields}


def _from_elsewhere(game: Game, one: Need) -> bool:
    """Whether an email came from an address of no seat, so that it may be the new one of its writer."""
    item = game.inbox.numbered(one.item)
    verdict = game.inbox.verdict(item) if item else None
    known = {each.address.casefold() for each in game.settings.seats.values()}
    return verdict is not None and bool(verdict.sender) and verdict.sender.casefold() not in known


def guess_of(game: Game, item: int) -> str:
    """The seat that an unclaimed email may be from; it is only proposed."""
    found = game.inbox.numbered(item)
    verdict = game.inbox.verdict(found) if found else None
    return (verdict.seat or verdict.guess) if verdict else ""


def of_game(game: Game, found: Status) -> Iterator[DeedOffer]:
    """What can be done to a game at any time."""
    for deed in DEEDS.values():
        if deed.of_game and deed.of_game(game, found):
            yield _offer(game, deed.name, {"length": _DAY} if "length" in deed.needs else {})


def of_seat(game: Game, one: SeatStatus) -> Iterator[DeedOffer]:
    """What can be done for a seat at any time; of a game that is over, to write to its player."""
    for deed in DEEDS.values():
        if deed.of_seat and deed.of_seat(game, one) and (game.outcome is None or "text" in deed.needs):
            yield _offer(game, deed.name, {"seat": one.seat, **({"length": _DAY} if "length" in deed.needs else {})})


def undoing(game: Game, deed: str, given: Mapping[str, str]) -> DeedOffer | None:
    """The button that takes back what *deed* has done; None if none does."""
    back, seat = DEEDS[deed].undone_by, given.get("seat", "")
    return _offer(game, back, {"seat": seat} if seat else {}) if back and game.outcome is None else None


def with_commands(text: str) -> SafeHtml:
    """*text* as HTML, in which everything else is escaped."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:  # one of them is only a sign
        return SafeHtml(escape(text))
    return SafeHtml("".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts)))
