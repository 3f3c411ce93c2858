"""What a button, and the page that asks, say of a deed: what it does, to whom, and who is told by email."""

import re
from collections.abc import Mapping
from datetime import datetime

from pbem.mail.deeds.fields import FIELDS, FieldName
from pbem.mail.moderating import shown_mail
from pbem.referee.allowances.extensions import open_requests
from pbem.referee.game import Game
from pbem.referee.ladder.record import proposals
from pbem.report.words import Plain
from pbem.store.verdict import Verdict
from pbem.web.moderator.discreet import without_secrets
from pbem.web.rendering import plain_words

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
    found = shown_mail.shown(game, item, verdict)
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
