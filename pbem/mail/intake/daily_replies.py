"""How many replies an address gets in a day: so no two programs write to each other for ever.

Three things are counted apart (`ReplyKind`), a day of the game's zone at a time. Sheets of a seat, whatever becomes of
them, are always answered, up to a number that no player reaches. Questions and trials have the number of game.yaml;
what is beyond either is gathered into one email an hour (`pbem.mail.exchange`). All else has the other number of
game.yaml, and emails that may be forged do not use up the last quarter of that. A game whose number is 0 sends no
replies to single emails at all.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Literal

from pbem.mail.extraction.command import MailCommand, asks_only, parse
from pbem.mail.extraction.line_classifier import folded, has_key
from pbem.mail.intake.case import MailCase
from pbem.mail.outgoing.forms import keys_in
from pbem.referee.enquiries import asking
from pbem.referee.game import Game
from pbem.settings.times import shown_at
from pbem.store.inbox import InboxItem, ReplyKind, Verdict

LIMIT = "limit"
"""Why an answer is not sent: its address had all replies of a day."""
GATHERED = "gathered"
"""Why an answer is not sent by itself: it goes with others, once an hour."""
MOST_SHEETS = 200
"""More sheets of one address in a day come from a program that repeats itself."""
_LAST = 10
"""From how many replies to questions on each says how many are left."""
_COUNTS_LIKE_A_SHEET = frozenset({"pass", "withdraw"})


def kind_of(game: Game, case: MailCase) -> ReplyKind:
    """What the reply to an email counts as; a sheet has its seat's token and one of the keys of sheets."""
    found = case.incoming.found
    if not case.credible or found.what not in ("orders", "command"):
        return ""
    if found.what == "command":
        return _of_commands(game, found.commands)
    if found.trial:
        return "question"
    keys = folded(keys_in(game, case.seat))
    return "sheet" if found.problem or any(has_key(line, keys) for line in found.sheet.split("\n")) else ""


def _of_commands(game: Game, lines: Sequence[str]) -> ReplyKind:
    asks = asking(game.ruleset)
    read = (parse(line, asks) for line in lines)
    if any(isinstance(one, MailCommand) and one.word in _COUNTS_LIKE_A_SHEET for one in read):
        return "sheet"
    return "question" if asks_only(lines, asks) else ""


def left(game: Game, item: InboxItem, address: str, kind: ReplyKind, *, credible: bool = True) -> int:
    """How many replies of a *kind* there are for *address* on the day of *item*, that to it included."""
    answers = game.settings.mail.answers
    if not answers.a_day:
        return 0
    of_others = answers.a_day if credible else max(1, answers.a_day - -(-answers.a_day // 4))
    most = {"sheet": MOST_SHEETS, "question": answers.questions_a_day, "": of_others}[kind]
    return most - _given(game, item, address, kind)


def room_for(game: Game, item: InboxItem, address: str, most: int) -> bool:
    """Whether *address* may get one more answer, of *most* that are for neither sheets nor questions."""
    return _given(game, item, address, "") < most


def gathers(game: Game, kind: ReplyKind) -> bool:
    """Whether answers of a *kind* that are not sent one by one go together."""
    return bool(kind and game.settings.mail.answers.a_day)


def warning(kind: ReplyKind, left: int) -> Literal["", "last-answer", "answers-left", "answers-gathered"]:
    """The phrase by which a reply says that few more, as this is one of those *left*, or none are to come today."""
    if kind == "question" and 1 <= left <= _LAST + 1:
        return "answers-left" if left > 1 else "answers-gathered"
    return "last-answer" if not kind and left == 1 else ""


def given_on_day_of(game: Game, item: InboxItem) -> Iterator[Verdict]:
    """The verdicts of other items that were answered by mail and came on the day of *item*, in the game's zone."""
    zone = game.settings.deadlines.zone.name
    day = shown_at(item.arrived, zone).date()
    for near in (-1, 0, 1):
        for verdict in game.inbox.answered_on(item.arrived.date() + timedelta(days=near)):
            if verdict.item != item.number and shown_at(verdict.received, zone).date() == day:
                yield verdict


def _given(game: Game, item: InboxItem, address: str, kind: ReplyKind) -> int:
    wanted = address.casefold()
    given = (one for one in given_on_day_of(game, item) if one.kind == kind)
    return sum(1 for verdict in given if verdict.answered.casefold() == wanted)
