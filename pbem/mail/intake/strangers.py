"""Emails of no seat: what came back, robots, unknown people, who was invited, watchers."""

import re
from collections.abc import Iterable
from itertools import chain, islice

import msgspec

from pbem.mail.extraction import command
from pbem.mail.extraction.command import MailCommand, parse, says_something
from pbem.mail.intake import receipts
from pbem.mail.intake.arrival import Arrival, Ruling
from pbem.mail.intake.confirmations import word_for
from pbem.mail.intake.sender import SenderClaim, credibility_of, letter_with
from pbem.mail.message.received import Bounce, ReceivedMail, is_late, word_of
from pbem.mail.mime.headers import bounce_word, message_name, naming_ours
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.told import tell_facts
from pbem.referee.game import Clock, Game
from pbem.referee.needs import FORMER, WATCHER
from pbem.referee.people import changes
from pbem.referee.people import words as people_words
from pbem.referee.people.changes import NotHandedOver
from pbem.referee.people.words import NotSaid
from pbem.referee.stage import tokens_in
from pbem.report import plain
from pbem.report.tree import Content
from pbem.store.facts import SeatInvited
from pbem.store.inbox import InboxItem, Verdict
from pbem.store.outbox import MessageId, MessageKind

_SUBJECT = re.compile(r"\w{1,5}\s*:\s*|\[[^\[\]]*\]|\{[^{}]*\}")
_ENDS = frozenset({"unwatch", "unsubscribe"})
_CONFIRMS = frozenset({"confirm", "watch", "yes"})


def of_a_watcher(arrival: Arrival) -> Ruling | None:
    """Judge an email about watching, or of a watcher, and do what it asks."""
    if not arrival.by_mail:
        return None
    verdict = _about_watching(arrival)
    return Ruling(verdict) if verdict else None


def _about_watching(arrival: Arrival) -> Verdict | None:
    game, item, incoming, clock = arrival.game, arrival.item, arrival.incoming, arrival.clock
    address, verdict = incoming.sender, arrival.verdict
    if not address or incoming.kind.what != "person":
        return None
    asked, words = _watching_asked(game, incoming)
    is_player = bool(game.settings.seats_of(address))
    if is_player and asked not in _ENDS and asked != "watch":
        return None
    watcher = people_words.watcher_at(game, address)
    if asked in _ENDS and watcher:
        people_words.end(game, address, clock)
        tell_facts(game)
        return _done(verdict, "watch-ended")
    confirms = game.settings.watchers and asked in _CONFIRMS and not watcher and not is_player
    if confirms and people_words.word_for(game, address) in words and _begins(game, address, clock):
        tell_facts(game)
        return _done(verdict, "watch-begun")
    if game.settings.watchers and asked == "watch":
        name = "watch-player" if is_player else "watch-already" if watcher else "watch-asked"
        return _answered(game, item, incoming, _done(verdict, name), name)
    if watcher is None or is_player or arrival.claim.invited:
        return None  # with a seat's token from another address its player is asked
    verdict = msgspec.structs.replace(verdict, state="unclaimed", why=WATCHER)
    return _answered(game, item, incoming, verdict, "watch-words")


def bounced(game: Game, ident: str, address: str, at: Clock) -> None:
    """End the watch at *address* if what came back is a report to it."""
    if MessageId.parse(ident).kind == "report":
        people_words.end(game, address, at, by="bounce")


def _watching_asked(game: Game, incoming: ReceivedMail) -> tuple[str, tuple[str, ...]]:
    """What an email asks in one word, and the words in it that may confirm it; nothing if it says anything else."""
    own = incoming.found.words
    lines = [command.normalised(line) for line in command.without_salutes(command.paragraphs(own[:2000]))]
    if not lines:
        lines = [command.normalised(_SUBJECT.sub(" ", incoming.subject[:200]))]
    first, _, rest = lines[0].partition(" ") if lines else ("", "", "")
    if len(lines) > 1 and says_something("\n".join(lines[1:])):
        return "", ()
    words = (*tokens_in(incoming.subject), *tokens_in("{" + rest.strip(" {}") + "}"))
    if rest and not tokens_in("{" + rest.strip(" {}") + "}") and rest != game.name:
        return "", ()
    return first, words


def _begins(game: Game, address: str, clock: Clock) -> bool:
    try:
        return people_words.begin(game, address, clock)
    except NotSaid:
        return False


def _done(verdict: Verdict, code: str) -> Verdict:
    return msgspec.structs.replace(verdict, state="command", why="", problems=(code,))


def _answered(game: Game, item: InboxItem, incoming: ReceivedMail, verdict: Verdict, name: str) -> Verdict:
    """*verdict* after a reply: an address gets one a day, and all together no more than one seat may get."""
    others = [one for one in receipts.given_on_day_of(game, item) if not one.seat]
    full = len(people_words.watchers(game)) >= people_words.MOST and name == "watch-asked"
    free = receipts.room_for(game, item, incoming.sender, 1) and len(others) < game.settings.mail.answers.a_day
    if full or not free or not game.settings.mail.sender:
        return verdict
    word = people_words.word_for(game, incoming.sender) if name == "watch-asked" else ""
    subject = writing.subject(game, name)
    content = writing.content(game, "watching", how=name, by="", word=word)
    return _replied(game, verdict, incoming, "watch", f"{subject} {{{word}}}" if word else subject, content)


def _replied(
    game: Game,
    verdict: Verdict,
    incoming: ReceivedMail,
    kind: MessageKind,
    subject: str,
    content: Content,
    name: str = "",
) -> Verdict:
    """*verdict* with a reply to its sender, called *name* if that is known."""
    notice = writing.Notice(
        subject,
        content,
        address=incoming.sender,
        name=name,
        answers=incoming.message_id,
        references=incoming.references,
    )
    ident = writing.queue(game, str(MessageId(kind, verdict.item)), notice, verdict.received)
    return msgspec.structs.replace(verdict, receipt=ident, answered=incoming.sender)


_DONE = frozenset({"accepted", "declined"})


def of_someone_invited(arrival: Arrival) -> Ruling | None:
    """Judge an email that answers an invitation, and do what it asks.

    Only the invited address can accept, once, until the invitation ends. Whoever else has the word is told so, and
    that alone.
    """
    command = _command(arrival.incoming) if arrival.by_mail else None
    verdict = _about_an_invitation(arrival, command) if command else None
    return Ruling(verdict) if verdict else None


def _about_an_invitation(arrival: Arrival, command: MailCommand) -> Verdict | None:
    game, item, incoming, verdict = arrival.game, arrival.item, arrival.incoming, arrival.verdict
    if command.word == "resign":  # its sender has left, and the program was killed before this was noted
        seat = game.former_addresses.get(incoming.sender.casefold(), "")
        left = bool(seat) and changes.carried_out(game, seat, command.argument)
        return msgspec.structs.replace(verdict, state="command", seat=seat, problems=("resigned",)) if left else None
    invited = changes.invitation_with(game, (command.argument,))
    if invited is None or incoming.unclear:
        return None
    code, why = _answer(game, item, arrival.raw, incoming, invited, command.word, arrival.clock)
    done = code in _DONE
    verdict = msgspec.structs.replace(
        verdict, state="command" if done else "unclaimed", guess="" if done else invited.seat, problems=(code,)
    )
    if not done and not receipts.room_for(game, item, incoming.sender, 1):
        return verdict
    name = invited.player if incoming.sender.casefold() == invited.address.casefold() else ""
    content = writing.content(
        game,
        "seats/answer",
        code=code,
        why=plain.inline(why),
        changed=game.titles[invited.seat],
        turn=game.ruleset.turn_named(invited.from_turn) if invited.from_turn > game.turn() else "",
    )
    return _replied(game, verdict, incoming, "receipt", writing.subject(game, "invitation-answer"), content, name)


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
    end = changes.end_of(game, invited)
    in_time = item.arrived < invited.until
    open_ = not end or (end == "expired" and in_time and changes.open_for(game, invited.seat) is None)
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
        changes.decline(game, invited, clock)
        return "declined", ""
    try:
        changes.accept(game, invited, clock)
    except NotHandedOver as why:
        return "impossible", str(why)
    return "accepted", ""


def of_a_stranger(arrival: Arrival) -> Ruling | None:
    """Judge an email of no seat.

    Its sender is told, once a day, that someone will look, if it names the game; a seat whose token it bears is asked
    at its own address whether it wrote from another one.
    """
    return None if arrival.claim.seat else Ruling(_of_no_seat(arrival))


def _of_no_seat(arrival: Arrival) -> Verdict:
    game, item, incoming, claim = arrival.game, arrival.item, arrival.incoming, arrival.claim
    verdict = msgspec.structs.replace(
        arrival.verdict, state="unclaimed", guess=claim.guess, why=incoming.unclear, credible=claim.invited
    )
    if claim.former and not incoming.unclear:
        verdict = msgspec.structs.replace(verdict, why=FORMER)
    if incoming.unclear or incoming.kind.what != "person":
        return verdict
    if claim.invited and game.settings.reach(claim.guess):
        _ask(game, item, claim.guess, incoming.sender)
    if not _may_answer(game, item, incoming, former=bool(claim.former)):
        return verdict
    notice = "former" if claim.former else "stranger"
    template = "seats/former" if claim.former else notice
    content = writing.content(game, template, changed=game.titles.get(claim.former, ""))
    return _replied(game, verdict, incoming, "stranger", writing.subject(game, notice), content)


def names_the_game(name: str, subject: str) -> bool:
    """Whether a subject has the game's *name*, or a word in braces as our letters have it.

    It need not be a token of ours: whoever gets an answer would learn that it is one. Who the email is to tells
    nothing, for spam comes to the game's own address.
    """
    return bool(tokens_in(subject)) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", subject, re.IGNORECASE) is not None


def _ask(game: Game, item: InboxItem, seat: str, address: str) -> None:
    """Ask a seat, once for each strange address and day, whether that address is its player's."""
    before = (
        verdict
        for verdict in game.inbox.guessed_on(item.arrived.date(), seat)
        if verdict.item < item.number and verdict.sender.casefold() == address.casefold()
    )
    if any(game.outbox.place(str(MessageId("another-address", one.item))) for one in before):
        return
    if _asked(game, item, seat) >= game.settings.mail.answers.a_day:
        return
    subject = writing.subject(game, "another-address", seat)
    content = writing.content(game, "another-address", seat, address=address, word=word_for(game, item))
    ident = str(MessageId("another-address", item.number))
    writing.queue(game, ident, writing.Notice(subject, content, seat), item.arrived)


def _asked(game: Game, item: InboxItem, seat: str) -> int:
    """How often a seat was asked on the day of an item's arrival about other emails."""
    asked = (one for ident in game.outbox.idents() if (one := MessageId.parse(ident)).kind == "another-address")
    others = ((ident, game.inbox.numbered(ident.number)) for ident in asked if ident.number != item.number)
    that_day = (ident for ident, one in others if one and one.arrived.date() == item.arrived.date())
    envelopes = (game.outbox.envelope(str(ident)) for ident in that_day)
    return sum(1 for envelope in envelopes if envelope and envelope.seat == seat)


def _may_answer(game: Game, item: InboxItem, incoming: ReceivedMail, *, former: bool) -> bool:
    """Whether a stranger gets an answer: one a day, and all of them together no more than one seat may get.

    Who held a seat before gets one for an email that does not name the game, too.
    """
    rule, sender, address = game.settings.mail.answers, game.settings.mail.sender, incoming.sender
    if not sender or not rule.strangers or address.casefold() == sender.casefold():
        return False
    if rule.strangers == "named" and not former and not names_the_game(game.name, incoming.subject):
        return False
    unknown = [verdict for verdict in receipts.given_on_day_of(game, item) if verdict.state == "unclaimed"]
    if former:  # replies that it got while it held the seat do not count
        return not any(verdict.answered.casefold() == address.casefold() for verdict in unknown)
    return len(unknown) < rule.a_day and receipts.room_for(game, item, address, 1)


_MOST_TOKENS = 5
_MOST_SAID = 300


def of_a_robot(arrival: Arrival) -> Ruling | None:
    """Judge what no person wrote: a message of ours that came back, or an automatic answer."""
    game, incoming = arrival.game, arrival.incoming
    if incoming.kind.what not in ("bounce", "robot") or arrival.confirmation is not None:
        return None
    verdict = msgspec.structs.replace(arrival.verdict, fingerprint="")
    noted = _noted(game, arrival.item, incoming, verdict)
    if incoming.kind.what == "bounce" or noted.state == "bounce":
        return Ruling(noted)
    about, seat = _of_automatic(game, incoming)
    claim = arrival.claim if incoming.found.what == "orders" else SenderClaim()
    return Ruling(msgspec.structs.replace(verdict, about=about, seat=seat, guess=claim.seat or claim.guess))


def _noted(game: Game, item: InboxItem, incoming: ReceivedMail, verdict: Verdict) -> Verdict:
    """The verdict of a bounce; the second address of each seat is told of letters that fail for good."""
    failed: dict[str, tuple[str, str, str]] = {}
    for bounce in incoming.bounces or _unread(game, incoming):
        found = _ours(game, incoming, bounce)
        if found is None or found[0] in failed:
            continue
        ident, seat, address = found
        says = " ".join(part for part in (bounce.status, bounce.diagnostic) if part)
        if not failed:
            verdict = msgspec.structs.replace(
                verdict, state="bounce", seat=seat, about=ident, says=says, answered=address, why=_how(bounce)
            )
        if bounce.failed:
            failed[ident] = seat, address, says or _how(bounce)
            bounced(game, ident, address, lambda: item.arrived)
            _tell(game, item, seat, ident, address, says)
    return msgspec.structs.replace(verdict, also=tuple(failed.values())[1:])


def _of_automatic(game: Game, incoming: ReceivedMail) -> tuple[str, str]:
    """The answer of ours that a robot answers, and the seat it went to; empty if it answers none."""
    named = naming_ours(incoming.references, game.settings.mail.sender)
    for verdict in game.inbox.answered_at(incoming.sender) if named else ():
        if verdict.seat and message_name(game.keys.message_ids, verdict.receipt, verdict.answered) in named:
            return verdict.receipt, verdict.seat
    return "", ""


def _how(bounce: Bounce) -> str:
    return "failed" if bounce.failed else "delayed" if bounce.delayed else "told"


def _ours(game: Game, incoming: ReceivedMail, bounce: Bounce) -> tuple[str, str, str] | None:
    """The message that came back, with its seat and the address it went to."""
    word = word_of(game.settings.mail.bounces, incoming.recipients) if game.settings.mail.bounces else ""
    if word:
        idents = (
            one for one in game.outbox.idents("sent", "trying", "queued") if bounce_word(game.keys.bounces, one) == word
        )
        ours = next(((ident, _address(game, ident)) for ident in idents), None)
    else:
        ours = _named(game, bounce.message_ids, bounce.recipient) or _returned(game, bounce)
    return (ours[0], _seat_of(game, *ours), ours[1]) if ours else None


def _unread(game: Game, incoming: ReceivedMail) -> tuple[Bounce, ...]:
    """What came without a sender to the address for the bounces of one message, in whatever words."""
    pattern = game.settings.mail.bounces
    if not (incoming.from_nobody and pattern and word_of(pattern, incoming.recipients)):
        return ()
    if game.settings.seats_of(incoming.sender):
        return ()  # a player's own program: someone is away
    late = is_late(incoming.subject)
    return (Bounce(recipient="", failed=not late, delayed=late, diagnostic=incoming.subject[:_MOST_SAID]),)


def _returned(game: Game, bounce: Bounce) -> tuple[str, str] | None:
    """The letter of which a bounce returns what is left: a token, an earlier letter that it answers, or its recipient.

    A relay on the way may have given it another Message-ID.
    """
    if bounce.sender and bounce.sender.casefold() != game.settings.mail.sender.casefold():
        return None
    tokens = tokens_in(bounce.subject)[:_MOST_TOKENS]
    told = [(pause.round, seat) for seat in game.titles if (pause := letter_with(game, seat, tokens))]
    for number, seat in sorted(told, key=lambda one: -one[0]):
        ident = str(MessageId("round", number, seat))
        return ident, _address(game, ident)
    if earlier := _named(game, bounce.earlier):
        return earlier
    for seat in game.settings.seats_of(bounce.recipient) if bounce.recipient and bounce.sender else ():
        if letter := game.last_letter(seat):
            ident = str(MessageId("round", letter.round, seat))
            return ident, _address(game, ident)
    return None


def _named(game: Game, ids: Iterable[str], recipient: str = "") -> tuple[str, str] | None:
    """The message that one of *ids* is the Message-ID of, and the address it went to: if it may be, the *recipient*.

    There may be thousands, most of them answers whose address is in a verdict: their files are not opened at once.
    """
    named = naming_ours(ids, game.settings.mail.sender)
    idents = [*game.outbox.idents("sent", "trying", "queued")] if named else []
    answers = {ident: verdict for ident in idents if (verdict := game.inbox.answered_by(ident))}
    told = ((ident, verdict.answered) for ident, verdict in answers.items())
    unsure = (ident for ident in idents if ident not in answers or answers[ident].seat)  # a seat's address may change
    looked_up = ((ident, _address(game, ident)) for ident in unsure)
    found = (one for one in chain(told, looked_up) if message_name(game.keys.message_ids, *one) in named)
    ours = list(islice(found, len(named) if recipient else 1))
    return next((one for one in ours if one[1].casefold() == recipient.casefold()), next(iter(ours), None))


def _address(game: Game, ident: str) -> str:
    """The address that a message of ours went to; what is sealed shows no envelope."""
    envelope, verdict = game.outbox.envelope(ident), game.inbox.answered_by(ident)
    return envelope.recipient if envelope else verdict.answered if verdict else ""


def _seat_of(game: Game, ident: str, recipient: str) -> str:
    """The seat that a message was for: what its id says; otherwise whoever has the address."""
    reader = MessageId.parse(ident).reader
    return reader if reader in game.titles else next(iter(game.settings.seats_of(recipient)), "")


def _tell(game: Game, item: InboxItem, seat: str, ident: str, address: str, says: str) -> None:
    """Tell the seat's second address, which holds no secrets, that letters to the first bounce: once a round."""
    who = game.settings.seats.get(seat)
    told = MessageId.parse(ident).kind == "bounced"
    if who is None or not who.second_address or told or address == who.second_address:
        return
    envelope = game.outbox.envelope(ident)
    if envelope and envelope.meant and envelope.meant[1] != game.tenure(seat).generation:
        return  # it went to someone who held the seat before
    content = writing.content(game, "bounced", seat, address=address, says=plain.inline(says))
    notice = writing.Notice(writing.subject(game, "bounced", seat), content, seat, who.second_address)
    ident = str(MessageId("bounced", game.pause.round if game.pause else 0, seat))
    writing.queue(game, ident, notice, item.arrived)
