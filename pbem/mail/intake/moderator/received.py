"""An email of the moderator: whether it is trusted, what its lines lead to, and the one reply that says so.

It counts as the moderator's if it has the moderator's address and a token that was sent there; a seat's token makes it
the seat's. What changes anything needs a fresh token, and a signature where the game asks players for one.
"""

from collections.abc import Iterator, Sequence

import msgspec

from pbem.engine.event import PUBLIC
from pbem.mail.authentication.dkim import body_altered
from pbem.mail.extraction.quoting import lines_of
from pbem.mail.extraction.returned_letter import without_letter
from pbem.mail.extraction.texts import contents
from pbem.mail.intake import credibility, daily_replies
from pbem.mail.intake.moderator import lines as said
from pbem.mail.intake.moderator.carry_out import carry_out
from pbem.mail.intake.moderator.line_case import LineCase, LineReply, names_a_seat
from pbem.mail.intake.sender import claim_mail, tokens_of
from pbem.mail.message.received import ReceivedMail
from pbem.mail.mime import truncation
from pbem.mail.mime.text import DAMAGED
from pbem.mail.outgoing import to_moderator, writing
from pbem.mail.outgoing.to_moderator import TokenAge
from pbem.referee.game import Clock, Game
from pbem.referee.letters import wording
from pbem.referee.needs.digest import writes_to_moderator
from pbem.report.content.text import text
from pbem.report.words import Words
from pbem.store import files
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Verdict

STATE = "moderator"
_MOST_LETTERS = 4
"""The last emails to the moderator that are recognised where they return without a sign of quotation."""
_MOST_UNREAD = 5
_KEPT = "lines"
_LIKE_QUESTIONS = frozenset({*said.TELLING, "unread"})
"""Codes of replies that a day has a limit of; those about lines that change something have that of sheets."""

_Lines = tuple[said.ModeratorLine | said.UnreadLine, ...]


def received(
    game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, verdict: Verdict, clock: Clock
) -> Verdict | None:
    """The verdict of an email of the moderator, after what it leads to; None if it is not the moderator's."""
    if not _from_moderator(game, incoming):
        return None
    tokens = tokens_of(incoming)
    age = to_moderator.age_of(game, tokens, item.arrived)
    if age in ("missing", "foreign") and claim_mail(game, incoming).seat:
        return None
    found = _lines(game, incoming)
    asked = [one for one in found if isinstance(one, said.ModeratorLine)]
    if age in ("missing", "foreign") and not asked:
        return None
    doubt = _doubt(game, item, raw, incoming, age)
    replies = _carried_out(game, item, found, clock, doubt)
    verdict = msgspec.structs.replace(
        verdict, state=STATE, why="", credible=not doubt, problems=tuple(dict.fromkeys(one.code for one in replies))
    )
    if not replies:
        return verdict
    return _answered(game, item, incoming, verdict, replies, doubt)


def _from_moderator(game: Game, incoming: ReceivedMail) -> bool:
    address = game.settings.moderator.address.casefold()
    known = writes_to_moderator(game) and game.settings.moderator.answers != "no"
    return known and incoming.kind.what == "person" and incoming.sender.casefold() == address


def _doubt(game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, age: TokenAge) -> str:
    """The code of why an email is not trusted as the moderator's; empty if it is."""
    if age in ("missing", "foreign"):
        return f"{age}-token"
    if truncation.size_of(raw) > truncation.MOST_BYTES:
        return "mail-too-large"
    if game.settings.moderator.answers == "signed" or "dkim" in game.settings.mail.trust.policy:
        shown = credibility.signed(game, item, raw, incoming)
        if shown.state != "believed":
            return shown.code
    if body_altered(raw):
        return "altered"
    return "old-token" if age == "old" else ""


def _lines(game: Game, incoming: ReceivedMail) -> _Lines:
    """What the first text of an email that has such a line asks for; one that has none is given if all are."""
    letters = "\n".join(_letters(game))
    first: _Lines = ()
    for each in incoming.contents.texts:
        if each.source == "sheet" or each.problem:
            continue
        lines = without_letter(lines_of(each.text, quoted=each.source == "nested"), letters, "")
        own = [line.raw for line in lines if line.own]
        if any(DAMAGED in line for line in own):
            continue
        found = said.read(own, lambda name: names_a_seat(game, name))
        if any(isinstance(one, said.ModeratorLine) for one in found):
            return found
        first = first or found
    return first


def _letters(game: Game) -> Iterator[str]:
    """The last emails to the moderator."""
    ours = [one for one in game.outbox.idents() if one.endswith(f"-{to_moderator.READER}")]
    for ident in sorted(ours)[-_MOST_LETTERS:]:
        raw = game.outbox.read(ident)[1]
        yield from (each.text for each in contents(raw, len(raw)).texts)


def _carried_out(game: Game, item: InboxItem, found: _Lines, clock: Clock, doubt: str) -> tuple[LineReply, ...]:
    """What became of each line; what is kept beside the item is not done again after the program died."""
    words = wording.words_for(game, game.view(), PUBLIC)
    kept = game.inbox.beside(item, _KEPT, tuple[LineReply, ...], "its lines are carried out again") or ()
    unread = [one for one in found if isinstance(one, said.UnreadLine)][_MOST_UNREAD:]
    lines = [one for one in found if one not in unread][: said.MOST]
    for number, line in enumerate(lines[len(kept) :], len(kept) + 1):
        kept = (*kept, _reply(LineCase(game, clock, words, item.number, number, item.arrived), line, doubt))
        game.inbox.keep_beside(item, _KEPT, msgspec.json.encode(kept))
    return kept


def _reply(case: LineCase, line: said.ModeratorLine | said.UnreadLine, doubt: str) -> LineReply:
    if isinstance(line, said.UnreadLine):
        says = case.words.say("moderator", "line-unread", {"word": line.word})
        return LineReply(line.said, "unread", says, done=False)
    if doubt and not (doubt == "old-token" and line.word in said.TELLING):
        return LineReply(line.said, doubt, _doubted(case.words, doubt), done=False)
    return carry_out(case, line)


def _doubted(words: Words, code: str) -> str:
    """Why nothing in an email is carried out."""
    if words.has("moderator", f"line-{code}"):
        return words.say("moderator", f"line-{code}", {"days": to_moderator.FRESH})
    return words.say("moderator", "line-refused", {"why": words.phrase("problems", code).rstrip(".")})


def _settled(game: Game, item: InboxItem) -> frozenset[int]:
    """The emails that are processed next, for a line confirmed them, and *item* itself."""
    waiting = (one for one in game.inbox.waiting() if game.inbox.confirmation_of(one))
    return frozenset({item.number, *(one.number for one in waiting)})


def _answered(
    game: Game, item: InboxItem, incoming: ReceivedMail, verdict: Verdict, replies: Sequence[LineReply], doubt: str
) -> Verdict:
    """Send the reply, and say in the verdict to which address."""
    who, words = game.settings.moderator, wording.words_for(game, game.view(), PUBLIC)
    done = sum(one.done for one in replies)
    args = {"done": done, "not_done": len(replies) - done}
    codes = {one.code for one in replies}
    content = to_moderator.content(
        game,
        "reply",
        replies=[{"said": one.said.split("\n"), "text": one.text, "more": list(one.more)} for one in replies],
        doubt=doubt,
        status="status" in codes,
        help=bool(codes & {"help", "unread"}),
        words=list(said.WORDS),
        asking=[word for word in said.WORDS if word in said.ASKING],
        heading=words.say("moderator", "reply-heading", args),
        days=to_moderator.FRESH,
        **to_moderator.standing(game, item.arrived, without=_settled(game, item)),
    )
    files.write_text(item.path.with_name(f"{item.name}.txt"), text(content))
    ident = f"answer-{item.number:04d}-{to_moderator.READER}"
    most = game.settings.mail.answers.a_day
    if most and not doubt and codes - _LIKE_QUESTIONS:
        most = daily_replies.MOST_SHEETS  # what was asked back, or is done, must be told
    room = daily_replies.room_for(game, item, who.address, most)
    if game.outbox.place(ident) is None and not room:
        return msgspec.structs.replace(verdict, why=daily_replies.LIMIT)
    ident = writing.queue_to(
        game,
        ident,
        who.address,
        who.name,
        subject=f"Re: {to_moderator.subject(game, words.phrase('moderator', 'reply-heading', args), item.arrived)}",
        content=content,
        date=item.arrived,
        answers=incoming.message_id,
        references=incoming.references,
    )
    return msgspec.structs.replace(verdict, receipt=ident, answered=who.address)
