"""Answers to invitations: whoever is invited to a seat accepts or declines with the word that the invitation had."""

import msgspec

from pbem.mail.extraction.command import MailCommand, parse
from pbem.mail.intake import daily_replies
from pbem.mail.intake.credibility import credibility_of
from pbem.mail.intake.sender import SenderClaim
from pbem.mail.message.received import ReceivedMail
from pbem.mail.outgoing import notices, writing
from pbem.referee.game import Clock, Game
from pbem.referee.seats import invitations, resignations
from pbem.referee.seats.changes import NotHandedOver
from pbem.report import layout
from pbem.store.facts.seats import SeatInvited
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Verdict

_DONE = frozenset({"accepted", "declined"})


def carried_out(
    game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, verdict: Verdict, clock: Clock
) -> Verdict | None:
    """The verdict of an email that answers an invitation, after what it leads to; None for any other email.

    Only the invited address can accept, once, until the invitation ends. Whoever else has the word is told so, and
    that alone.
    """
    command = _command(incoming)
    if command is None:
        return None
    if command.word == "resign":  # its sender has left, and the program was killed before this was noted
        seat = game.former_addresses.get(incoming.sender.casefold(), "")
        left = bool(seat) and resignations.carried_out(game, seat, command.argument)
        return msgspec.structs.replace(verdict, state="command", seat=seat, problems=("resigned",)) if left else None
    invited = invitations.with_word(game, (command.argument,))
    if invited is None or incoming.unclear:
        return None
    code, why = _answer(game, item, raw, incoming, invited, command.word, clock)
    done = code in _DONE
    verdict = msgspec.structs.replace(
        verdict, state="command" if done else "unclaimed", guess="" if done else invited.seat, problems=(code,)
    )
    if not done and not daily_replies.room_for(game, item, incoming.sender, 1):
        return verdict
    ident = writing.queue_to(
        game,
        f"receipt-{item.number:04d}",
        incoming.sender,
        invited.player if incoming.sender.casefold() == invited.address.casefold() else "",
        subject=notices.subject(game, "invitation-answer"),
        content=notices.content(
            game,
            "seats/answer",
            code=code,
            why=layout.inline(why),
            changed=game.titles[invited.seat],
            turn=game.ruleset.turn_named(invited.from_turn) if invited.from_turn > game.turn() else "",
        ),
        date=item.arrived,
        answers=incoming.message_id,
        references=incoming.references,
    )
    return msgspec.structs.replace(verdict, receipt=ident, answered=incoming.sender)


def _command(incoming: ReceivedMail) -> MailCommand | None:
    """The one command of an email with which someone who holds no seat yet, or no more, may write."""
    found = incoming.found
    if found.what != "command" or found.problem or len(found.commands) != 1:
        return None
    command = parse(found.commands[0])
    fits = isinstance(command, MailCommand) and command.word in ("accept", "decline", "resign") and command.argument
    return command if isinstance(command, MailCommand) and fits else None


def _answer(
    game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, invited: SeatInvited, word: str, clock: Clock
) -> tuple[str, str]:
    """What became of an answer, as a code, and why if it cannot be."""
    end = invitations.end_of(game, invited)
    in_time = item.arrived < invited.until
    open_ = not end or (end == "expired" and in_time and invitations.open_for(game, invited.seat) is None)
    if incoming.sender.casefold() != invited.address.casefold():
        return "other-address", ""
    if credibility_of(game, item, raw, incoming, SenderClaim(invited.seat, "current")).state != "believed":
        return "unproven", ""
    if end == {"accept": "accepted", "decline": "declined"}[word]:
        return end, ""
    if not open_:
        return f"was-{end}" if end in _DONE else end, ""
    if not in_time:
        return "expired", ""
    if word == "decline":
        invitations.decline(game, invited, clock)
        return "declined", ""
    try:
        invitations.accept(game, invited, clock)
    except NotHandedOver as why:
        return "impossible", str(why)
    return "accepted", ""
