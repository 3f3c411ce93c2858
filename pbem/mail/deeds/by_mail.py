"""An email of the moderator: is it trusted, what its lines do, the reply.

It counts as the moderator's if it has the moderator's address and a token that was sent there; a seat's token makes it
the seat's. What changes anything needs a fresh token, and a signature where the game asks players for one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter

import msgspec
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.errors import Refusal
from pbem.mail.deeds import lines as said
from pbem.mail.deeds import questions
from pbem.mail.deeds.deed import DeedCase
from pbem.mail.deeds.fields import MOST_LINE
from pbem.mail.deeds.table import DEEDS
from pbem.mail.deeds.times import asked_extension
from pbem.mail.extraction.quoted_form import without_letter
from pbem.mail.extraction.quoting import lines_of
from pbem.mail.extraction.texts import contents
from pbem.mail.intake import confirmations, receipts, sender
from pbem.mail.intake.arrival import Arrival, Ruling
from pbem.mail.intake.sender import tokens_of
from pbem.mail.message.dkim import body_altered
from pbem.mail.message.received import ReceivedMail
from pbem.mail.mime.text import DAMAGED
from pbem.mail.outgoing import to_moderator, writing
from pbem.mail.outgoing.to_moderator import TokenAge
from pbem.referee import letter, moderator
from pbem.referee.game import Game
from pbem.referee.people import appeals
from pbem.report.plain import text
from pbem.report.words import Words
from pbem.store import files
from pbem.store.facts import MailedLine
from pbem.store.inbox import MOST_BYTES, InboxItem, Verdict, size_of
from pbem.store.outbox import MessageId


def carry_out(case: said.LineCase, line: said.ModeratorLine) -> said.LineReply:
    """Carry out *line*, or say why not; one that changes something is first noted in the log."""
    try:
        if said.is_blank(line.text):
            what = "your words" if line.word in said.TEXTS else "your reason"
            raise said.UnclearLine(f"write {what} in place of `...`")
        if line.word in said.ASKING or line.doubt:
            return questions.ask(case, line)
        if line.word in ("yes", "no") and not line.seat:
            return questions.answer(case, line, _do_once)
        if case.beside and line.word not in said.UNDOUBTED and _noted(case) is None:
            return questions.ask_as_written(case, line)
        return _do_once(case, line)
    except Refusal as why:
        says = said.in_lines(str(why)).rstrip(". \n")
        if "\n" not in says:
            return case.told(line, "refused", why=says)
        return replace(case.told(line, "refused-lines"), code="refused", more=tuple(f"{says}.".split("\n")))


def _do_once(case: said.LineCase, line: said.ModeratorLine) -> said.LineReply:
    """Do what *line* says, and nothing the second time; raises `Refusal`."""
    retried = _noted(case)
    if line.word not in said.TELLING and retried is None:
        case.game.note(MailedLine(item=case.item, line=case.number, text=line.said), case.clock())
    return _deeds(case, line, retried) if line.word not in _TELLS else _TELLS[line.word](case, line)


def _noted(case: said.LineCase) -> int | None:
    """Where the log has this line already, for the program died over it."""
    for one in case.game.log.lines:
        if isinstance(one.fact, MailedLine) and (one.fact.item, one.fact.line) == (case.item, case.number):
            return one.seq
    return None


def _deeds(case: said.LineCase, line: said.ModeratorLine, retried: int | None) -> said.LineReply:
    """Do what asks nothing back by the function of the command; for each of several emails by itself."""
    done, left = list[str](), list[Refusal]()
    for number in line.numbers or (0,):
        try:
            done.extend(_done(case, replace(line, numbers=(number,) if number else ()), retried))
        except Refusal as why:
            left.append(why)
    if left and not done:
        raise left[0] if len(left) == 1 else Refusal("\n".join(map(str, left)))
    words = line.text.split("\n") if line.word in said.TEXTS else []
    undone = (case.told(line, "refused", why=said.in_lines(str(why)).rstrip(". \n")).text for why in left)
    return replace(case.told(line, "done"), code=_deed_of(case, line, retried), more=(*done, *words, *undone))


def _done(case: said.LineCase, line: said.ModeratorLine, retried: int | None) -> Iterator[str]:
    """Do one deed; what became of it, a line each."""
    deed = DEEDS[_deed_of(case, line, retried)]
    given = questions.given_for(case, line, deed)
    asked = deed.case(case.game, case.clock, given, case.cause)
    yield from questions.lines_of(deed.does(replace(asked, arrived=case.arrived, retried=retried)).shown)


def _deed_of(case: said.LineCase, line: said.ModeratorLine, retried: int | None) -> str:
    """Which deed *line* asks for, where its word may mean several."""
    if line.word == "confirm" and line.new_address:
        return "confirm-new"
    if line.word == "dismiss" and appeals.was_made(case.game, line.numbers[0]):
        return "dismiss-appeal"
    if line.word not in ("yes", "no"):
        return questions.deed_of(line)
    seat = {"seat": said.seat_named(case.game, line.seat)}
    if asked_extension(DeedCase(case.game, case.clock, seat, retried=retried)):
        return "grant" if line.word == "yes" else "refuse"
    return "approve" if line.word == "yes" else "decline-wait" if line.wait else "decline"


def _desk(case: said.LineCase, line: said.ModeratorLine) -> said.LineReply:
    settings, renewed = case.game.settings, line.word == "new desk"
    if not settings.desk:
        raise moderator.NoDesk("game.yaml has no `desk:` with the address of an order desk")
    top = moderator.served_above(case.game.folder)
    word = moderator.link_word(top, settings.moderator.address.casefold(), renew=renewed)
    return case.told(line, "desk", renewed=renewed, link=f"{settings.desk}/m/link/{word}")


def _told_below(case: said.LineCase, line: said.ModeratorLine) -> said.LineReply:
    return case.told(line, line.word)


_TELLS: Mapping[str, Callable[[said.LineCase, said.ModeratorLine], said.LineReply]] = {
    "desk": _desk,
    "new desk": _desk,
    "status": _told_below,
    "help": _told_below,
}
"""What lines do that only tell something."""


_MOST_LETTERS = 4
"""The last emails of each kind to the moderator that are recognised where they return without a sign of quotation."""
_MOST_UNREAD = 5
_KEPT = "lines"
_LIKE_QUESTIONS = frozenset({*said.TELLING, "unread"})
"""Codes of replies that a day has a limit of; those about lines that change something have that of sheets."""

_Lines = tuple[said.ModeratorLine | said.UnreadLine, ...]


def of_the_moderator(arrival: Arrival) -> Ruling | None:
    """Judge an email from the moderator's address, and carry out its lines; one without such lines may be a seat's."""
    game, item, incoming = arrival.game, arrival.item, arrival.incoming
    tokens = tokens_of(incoming)
    age = to_moderator.age_of(game, tokens, item.arrived)
    if age in ("missing", "foreign") and arrival.claim.seat:
        return None
    found = _lines(game, incoming)
    asked = [one for one in found if isinstance(one, said.ModeratorLine)]
    if age in ("missing", "foreign") and not asked:
        return None
    doubt = _doubt(game, item, arrival.raw, incoming, age)
    words = letter.words_for(game, game.view(), PUBLIC)
    found = _of_the_writer(game, found)
    beside = said.sentence_beside(found, _own_names(game))
    case = said.LineCase(game, arrival.clock, words, item.number, 0, item.arrived, incoming.references, beside)
    replies = _carried_out(case, item, found, doubt)
    verdict = msgspec.structs.replace(
        arrival.verdict,
        state=said.STATE,
        why="",
        credible=not doubt,
        problems=tuple(dict.fromkeys(one.code for one in replies)),
    )
    return Ruling(_answered(game, item, incoming, verdict, replies, doubt) if replies else verdict)


def _of_the_writer(game: Game, found: _Lines) -> _Lines:
    """Those of the lines that are none of an email to the moderator, be that returned without signs of quotation."""
    unread = any(isinstance(one, said.UnreadLine) for one in found)
    ours = {_bare(line) for text in _letters(game) for line in text.split("\n")} if unread else set()
    return tuple(one for one in found if isinstance(one, said.ModeratorLine) or _bare(one.said) not in ours)


def _bare(line: str) -> str:
    return " ".join(line.split()).rstrip(".")


def _own_names(game: Game) -> frozenset[str]:
    return frozenset(game.settings.moderator.name.casefold().split())


def _doubt(game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, age: TokenAge) -> str:
    """The code of why an email is not trusted as the moderator's; empty if it is."""
    if age in ("missing", "foreign"):
        return f"{age}-token"
    if size_of(raw) > MOST_BYTES:
        return "mail-too-large"
    if game.settings.moderator.answers == "signed" or "dkim" in game.settings.mail.trust.policy:
        shown = sender.signed(game, item, raw, incoming)
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
        found = said.read(own, partial(said.names_a_seat, game), partial(said.nearly_names_a_seat, game))
        if any(isinstance(one, said.ModeratorLine) for one in found):
            return found
        first = first or _else_said(game, "\n".join(own).strip()) or found
    return first


def _else_said(game: Game, text: str) -> _Lines:
    """What a text without any of these lines answers, or asks: it is not passed over like courtesies."""
    answer = confirmations.answered(text) if questions.waits(game) else ""
    line = text.partition("\n")[0].strip()[:MOST_LINE]
    if answer and not confirmations.acknowledges(text):
        return (said.ModeratorLine(line, answer),)
    return (said.UnreadLine(line),) if answer or "?" in text else ()


def _letters(game: Game) -> Iterator[str]:
    """The last emails of each kind to the moderator."""
    about = ((MessageId.parse(one), one) for one in game.outbox.idents())
    ours = sorted((one.kind, one.number, ident) for one, ident in about if one.reader == to_moderator.READER)
    for _, kind in groupby(ours, itemgetter(0)):
        for *_, ident in [*kind][-_MOST_LETTERS:]:
            raw = game.outbox.read(ident)[1]
            yield from (each.text for each in contents(raw, len(raw)).texts)


def _carried_out(case: said.LineCase, item: InboxItem, found: _Lines, doubt: str) -> tuple[said.LineReply, ...]:
    """What became of each line; what is kept beside the item is not done again after the program died."""
    game = case.game
    kept = game.inbox.beside(item, _KEPT, tuple[said.LineReply, ...], "its lines are carried out again") or ()
    unread = [one for one in found if isinstance(one, said.UnreadLine)][_MOST_UNREAD:]
    lines = [one for one in found if one not in unread][: said.MOST]
    for number, line in enumerate(lines[len(kept) :], len(kept) + 1):
        kept = (*kept, _reply(replace(case, number=number), line, doubt))
        game.inbox.keep_beside(item, _KEPT, msgspec.json.encode(kept))
    return kept


def _reply(case: said.LineCase, line: said.ModeratorLine | said.UnreadLine, doubt: str) -> said.LineReply:
    if isinstance(line, said.UnreadLine):
        says = case.words.say("moderator", "line-unread", {"word": line.word})
        return said.LineReply(line.said, "unread", says, done=False)
    if doubt and not (doubt == "old-token" and line.word in said.TELLING):
        return said.LineReply(line.said, doubt, _doubted(case.words, doubt), done=False)
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
    game: Game, item: InboxItem, incoming: ReceivedMail, verdict: Verdict, replies: Sequence[said.LineReply], doubt: str
) -> Verdict:
    """Send the reply, and say in the verdict to which address."""
    who, words = game.settings.moderator, letter.words_for(game, game.view(), PUBLIC)
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
    ident = to_moderator.reply_ident(item.number)
    most = game.settings.mail.answers.a_day
    if most and not doubt and codes - _LIKE_QUESTIONS:
        most = receipts.MOST_SHEETS  # what was asked back, or is done, must be told
    room = receipts.room_for(game, item, who.address, most)
    if game.outbox.place(ident) is None and not room:
        return msgspec.structs.replace(verdict, why=receipts.LIMIT)
    notice = writing.Notice(
        f"Re: {to_moderator.subject(game, words.phrase('moderator', 'reply-heading', args), item.arrived)}",
        content,
        address=who.address,
        name=who.name,
        answers=incoming.message_id,
        references=incoming.references,
    )
    queued = writing.queue(game, ident, notice, item.arrived)
    return msgspec.structs.replace(verdict, receipt=queued, answered=who.address)
