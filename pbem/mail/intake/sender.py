"""Whose an email is, which stage it is for, and whether that is credible.

What fits no stage may be of a later one. Play comes first then, as far as it goes without that email; each email
is so judged by the stage at which it came. Only if an email that waits shows the game to be behind its own letters does
such an email wait longer. Otherwise it is refused, and judged again if its stage comes after all.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Literal

import msgspec

from pbem.mail.message.authenticity import proof
from pbem.mail.message.dkim import KeyLookup, KeyRecord, asking, body_altered, signs
from pbem.mail.message.received import ReceivedMail, to_the_game
from pbem.mail.mime.headers import headers_of, message_name, naming_ours, references_of, sender_of
from pbem.mail.mime.text import FoundOrders
from pbem.referee.game import AHEAD, Clock, Game, behind, keep_shown, present, shown_by, waiting_behind
from pbem.referee.letter import dossier_ident
from pbem.referee.needs import writes_to_moderator
from pbem.referee.play import ready
from pbem.referee.stage import SeatStage, tokens_in
from pbem.store import encryption
from pbem.store.inbox import MOST_BYTES, InboxItem, Verdict, size_of
from pbem.store.log import Pause
from pbem.store.outbox import MessageId

TokenStanding = Literal["current", "outdated", "former", "copy", "foreign", "missing", "divided"]
_MOST_TOKENS = 20
"""More than a long thread of quoted letters has."""
_MARK = re.compile(r"---\s+#.*")
_GAME_IN_MARK = re.compile(r"---\s+#\s*\[([a-z0-9][a-z0-9-]{0,60})\]")
_QUOTED_MARK = re.compile(r"[>\s*_\\]*[-–—]{1,3}\s*#.*")


class SenderClaim(msgspec.Struct, frozen=True):
    """The seat that wrote, or none; *standing* is that of its token.

    A token is `former` if an earlier holder of the seat had it, and of a `copy` if another copy of the game wrote it.
    *shared* is true if other seats have the same address, so that only a token tells them apart. It is `divided` if the
    sheet itself bears the token of an *other* seat, and the subject that of *seat*. *guess* tells the moderator, and no
    one else, whose email an unclaimed one may be, and *invited* whether it bears that seat's token. It is from *former*
    if an earlier holder of that seat wrote it, or if it bears the token of one.
    """

    seat: str = ""
    standing: TokenStanding = "missing"
    shared: bool = False
    guess: str = ""
    invited: bool = False
    former: str = ""
    other: str = ""


def from_moderator(game: Game, incoming: ReceivedMail) -> bool:
    """Whether an email comes from the moderator's address, and lines in it may decide something."""
    moderator = game.settings.moderator
    theirs = incoming.kind.what == "person" and incoming.sender.casefold() == moderator.address.casefold()
    return theirs and moderator.answers != "no" and writes_to_moderator(game)


def claim_mail(game: Game, incoming: ReceivedMail) -> SenderClaim:
    """The claim of an email."""
    seats = game.settings.seats_of(incoming.sender) if incoming.sender else ()
    if not seats:
        return _guessed(game, incoming)
    if claim := _marked(game, seats, incoming):
        return claim
    claims = [SenderClaim(seat, standing_of(game, seat, incoming), len(seats) > 1) for seat in seats]
    ranks: tuple[TokenStanding, ...] = ("current", "outdated", "former", "copy", "foreign", "missing")
    return min(claims, key=lambda claim: ranks.index(claim.standing))


def _marked(game: Game, seats: tuple[str, ...], incoming: ReceivedMail) -> SenderClaim | None:
    """The claim of an email in which the tokens of its subject and its sheet say different things.

    The sheet decides between *seats* that are both in the subject; it must not be from a letter to any other seat.
    """
    subject, written_for = _first_tokens(incoming.subject), _written_for(incoming)
    if not subject or not written_for or (len(seats) == 1 and not set(subject).isdisjoint(written_for)):
        return None
    by_subject, meant = seats_with(game, subject), seats_with(game, written_for)
    named = [seat for seat in seats if seat in by_subject]
    if not named or not meant:
        return None
    for seat in meant:
        if seat in named:
            return SenderClaim(seat, standing_of(game, seat, incoming), len(seats) > 1)
    return SenderClaim(named[0], "divided", len(seats) > 1, other=meant[0])


def dated(game: Game, claim: SenderClaim, item: InboxItem) -> SenderClaim:
    """*claim* of an email: without a token it is for the stage that its seat was asked in when it came.

    A game that was restored from a backup plays a stage after its emails came: what came after an email for the stage
    is for it all the same.
    """
    stage = game.stage(claim.seat) if claim.standing == "missing" else None
    if stage is None or not stage.pending:
        return claim
    arrived = item.arrived
    put = next((line.at for line in game.log.lines if line.entry and line.entry.number == stage.asked), arrived)
    if arrived >= put or any(one.item < item.number and one.asked >= stage.asked for one in game.inbox.verdicts()):
        return claim
    return msgspec.structs.replace(claim, standing="outdated")


def claim_sheet(game: Game, seat: str, text: str) -> SenderClaim:
    """The claim of a bare sheet, whose seat is known; a token in its first line must be the present one."""
    tokens = tokens_in_mark(text)
    return SenderClaim(seat, _of_tokens(game, seat, tokens, ()) if tokens else "current")


Invited = tuple[tuple[str, int], ...]
"""The keys and the asking entries of the stages that a letter asked for, the first that after which it is named."""


def invitations(game: Game, seat: str) -> dict[str, Invited]:
    """All tokens that whoever holds *seat* now was ever sent, with the stages they were for.

    Letters carry them; what may be sent at any time after a letter that asked something else, the replies do.
    """
    return {game.token(seat, *stages[0]): stages for stages in _ever_asked(game, seat)}


def seats_with(game: Game, tokens: Collection[str]) -> tuple[str, ...]:
    """The seats whose present holders were sent one of *tokens*."""
    return tuple(seat for seat in game.titles if tokens and not invitations(game, seat).keys().isdisjoint(tokens))


def former_tokens(game: Game, seat: str) -> frozenset[str]:
    """All tokens that earlier holders of *seat* may have been sent: they are worth nothing."""
    before = game.tenures(seat)[:-1]
    asked = _ever_asked(game, seat) if before else []
    return frozenset(game.token(seat, *stages[0], tenure) for tenure in before for stages in asked)


def copy_of(game: Game, seat: str, tokens: Iterable[str]) -> int | None:
    """The epoch of another copy of the game whose letter to *seat* has one of *tokens*; None if there is none."""
    epochs = range(game.epoch + AHEAD + 1) if game.epoch or tokens else ()
    for stages in reversed(_ever_asked(game, seat)):
        own = game.epoch_of(stages[0][1])
        for epoch in epochs:
            if epoch != own and game.token(seat, *stages[0], epoch=epoch) in tokens:
                return epoch
    return None


def _ever_asked(game: Game, seat: str) -> list[Invited]:
    told = [pause for pause in game.log.pauses if pause.tells(seat)]
    anytime = (tuple(stage.put for stage in game.anytime(pause, seat)) for pause in told)
    return [stages for stages in (*anytime, *(game.invited(pause, seat) for pause in told)) if stages]


def letter_answered(game: Game, seat: str, incoming: ReceivedMail) -> tuple[SeatStage, ...]:
    """What the newest letter to *seat* asked of those whose token an email has; nothing if it has none."""
    pause = letter_with(game, seat, tokens_of(incoming))
    return game.put(pause, seat) if pause else ()


def letter_with(game: Game, seat: str, tokens: Collection[str]) -> Pause | None:
    """The pause of the newest letter to *seat* that has one of *tokens*."""
    for pause in reversed(game.log.pauses) if tokens else ():
        invited = game.invited(pause, seat) if pause.tells(seat) else ()
        if invited and game.token(seat, *invited[0]) in tokens:
            return pause
    return None


def tokens_of(incoming: ReceivedMail) -> tuple[str, ...]:
    """All tokens that an email bears, in its subject or in the mark that opens its sheet."""
    return (*_first_tokens(incoming.subject), *_written_for(incoming))


def answers_ours(game: Game, incoming: ReceivedMail) -> bool:
    """Whether an email refers to a letter or receipt of this game."""
    return any(_answered(game, seat, incoming.references) is not None for seat in game.settings.seats)


def _guessed(game: Game, incoming: ReceivedMail) -> SenderClaim:
    tokens = tokens_of(incoming)
    for seat in seats_with(game, tokens):
        return SenderClaim(guess=seat, invited=True)
    former = game.former_addresses.get(incoming.sender.casefold(), "")
    for seat in game.titles:
        if seat == former or (tokens and not former_tokens(game, seat).isdisjoint(tokens)):
            return SenderClaim(guess=seat, former=seat)
    shown = incoming.shown.casefold()
    for seat, who in game.settings.seats.items():
        if who.player and who.player.casefold() in shown:
            return SenderClaim(guess=seat)
    return SenderClaim()


def standing_of(game: Game, seat: str, incoming: ReceivedMail) -> TokenStanding:
    """How the token that an email bears stands with *seat*."""
    tokens, written_for = _first_tokens(incoming.subject), _written_for(incoming)
    if tokens or written_for:
        return _of_tokens(game, seat, tokens or written_for, written_for)
    answered = _answered(game, seat, incoming.references)
    if answered is None:
        return "missing"
    return "current" if _fits(game.stages(seat), answered) else "outdated"


def _of_tokens(game: Game, seat: str, tokens: tuple[str, ...], written_for: tuple[str, ...]) -> TokenStanding:
    known = invitations(game, seat)
    mine = [known[token] for token in tokens if token in known]
    if not mine:
        if not former_tokens(game, seat).isdisjoint(tokens):
            return "former"
        return "foreign" if copy_of(game, seat, tokens) is None else "copy"
    also = [known[token] for token in written_for if token in known]
    stages = game.stages(seat)
    return "current" if all(_fits(stages, each) for each in (*mine[:1], *also)) else "outdated"


def _answered(game: Game, seat: str, references: tuple[str, ...]) -> Invited | None:
    """The stages of the newest letter or receipt to *seat* among those that an email refers to."""
    address = game.settings.seats[seat].address
    named = naming_ours(references, game.settings.mail.sender)
    if not named:
        return None

    tenure = game.tenure(seat)

    def is_named(ident: str) -> bool:
        return message_name(game.keys.message_ids, ident, address) in named

    told = (line.pause for line in game.log.lines[tenure.line :] if line.pause and line.pause.tells(seat))
    letters = (pause for pause in told if is_named(str(MessageId("round", pause.round, seat))))
    invited = [game.invited(pause, seat) for pause in letters]
    last = game.last_letter(seat)
    if tenure.generation and last and is_named(dossier_ident(game, seat)):
        invited.append(game.invited(last, seat))
    receipts = (one for one in game.inbox.answered_to(seat) if one.item > tenure.last_item)
    answers = (one for one in receipts if one.key and is_named(one.receipt))
    stages = (*filter(None, invited), *(((one.key, one.asked),) for one in answers))
    return max(stages, key=lambda each: each[0][1], default=None)


def _fits(stages: tuple[SeatStage, ...], invited: Invited) -> bool:
    """Whether a letter for the stages *invited* still invites something of what the seat may send now."""
    return any(stage.put in invited for stage in stages)


def _written_for(incoming: ReceivedMail) -> tuple[str, ...]:
    """The tokens that the sheet itself bears in its opening mark, as the email has it and not as our form had it."""
    if incoming.found.how != "quoted form":
        return tokens_in_mark(incoming.found.sheet)
    lines = (line for text in incoming.contents.texts for line in text.text.split("\n"))
    marks = (line for line in lines if _QUOTED_MARK.fullmatch(line))
    return _first_tokens("\n".join(marks))


def tokens_in_mark(text: str) -> tuple[str, ...]:
    """The tokens in the line `--- # ...` that opens a sheet."""
    return _first_tokens(_mark(text))


def game_in_mark(text: str) -> str:
    """The game that the line `--- # [GAME] ...` above a sheet names beside a token; empty if it names none."""
    mark = _mark(text)
    found = _GAME_IN_MARK.match(mark) if _first_tokens(mark) else None
    return found[1] if found else ""


def written_for_another_game(game: Game, sheet: str, seat: str = "") -> FoundOrders | None:
    """That a *sheet* bears the mark of another game's form, without a token of *seat*, if it is given."""
    named = game_in_mark(sheet)
    if not named or named.casefold() == game.name.casefold():
        return None
    if seat and not invitations(game, seat).keys().isdisjoint(tokens_in_mark(sheet)):
        return None
    return FoundOrders(problem="form-of-another-game", args={"game": named, "ours": game.name})


def _mark(text: str) -> str:
    first = text.lstrip("\n").split("\n", 1)[0]
    return first if _MARK.fullmatch(first) else ""


def _first_tokens(text: str) -> tuple[str, ...]:
    """The tokens at the beginning of *text*: who guesses has few guesses with each email."""
    return tokens_in(text)[:_MOST_TOKENS]


_UNPROVEN = frozenset(
    {"altered", "dkim-failed", "dkim-missing", "dkim-foreign", "not-to-the-game", "no-token", "unproven"}
)
_TRIED = ("held", "refused", "command")


class Credibility(msgspec.Struct, frozen=True):
    """What the game makes of it, with the code of why.

    `confirm`: a person has to say so first. `later`: what would show it cannot be had at present. An email that is
    trusted may have a code too, for its writer to know.
    """

    state: Literal["believed", "refused", "confirm", "later"] = "believed"
    code: str = ""


def credibility_of(game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, claim: SenderClaim) -> Credibility:
    """Whether *item* counts as its seat's own; what someone confirmed always does."""
    if not item.is_mail or game.inbox.confirmation_of(item):
        return Credibility()
    policy = game.settings.mail.trust.policy
    if claim.standing in ("foreign", "former"):
        return Credibility("refused", f"{claim.standing}-token")
    if claim.standing == "divided":
        return Credibility("refused", "seats-differ")
    if claim.standing == "copy":
        return Credibility("confirm", "another-copy")
    if claim.standing == "missing" and ("token" in policy or claim.shared):
        return Credibility("refused", "no-token")
    whole = size_of(raw) <= MOST_BYTES  # of another, in which nothing is read, no signature can be checked
    if "dkim" in policy:
        if not whole:
            return Credibility("refused", "mail-too-large")
        shown = signed(game, item, raw, incoming, claim.seat)
        if shown.state != "believed":
            return shown
    if "moderator confirms" in policy:
        return Credibility("confirm", "moderator-confirms")
    if whole and body_altered(raw):
        harmless = game.settings.mail.trust.altered == "tell" or incoming.kind.what == "list"
        return Credibility("believed" if harmless else "confirm", "altered")
    return Credibility()


def proves_more(
    game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, claim: SenderClaim, earlier: Verdict
) -> bool:
    """Whether *item* is trusted, or may be later, although its copy was not, for what it had lost on its way.

    The copy, with the *earlier* verdict, may have come by a list or a scanner, and the email itself by none.
    """
    if not claim.seat or earlier.state not in _TRIED or not _UNPROVEN.intersection(earlier.problems):
        return False
    credibility = credibility_of(game, item, raw, incoming, claim)
    return credibility == Credibility() or credibility.state == "later"


def signed(game: Game, item: InboxItem, raw: bytes, incoming: ReceivedMail, seat: str = "") -> Credibility:
    """What the signatures show of an email, of *seat* if it is of one.

    The keys that were asked for are kept with the email, for they change.
    """
    trust = game.settings.mail.trust
    policy = (*(one for one in trust.policy if one != "dkim"), "dkim")
    known = game.inbox.beside(item, "keys", dict[str, KeyRecord], "its keys are asked for anew") or {}
    keys = KeyLookup(known, asking(trust.resolver))
    shown = proof(policy, raw, headers_of(raw), incoming.sender, trust, keys, item.arrived)
    if keys.asked:
        game.inbox.keep_beside(item, "keys", msgspec.json.encode({**known, **keys.asked}))
    if shown.dkim == "temporary":
        return Credibility("later", shown.why)
    if shown.dkim != "pass":
        return Credibility("refused", shown.why)
    meant = _meant(game, raw, incoming, seat, shown.domain)
    return Credibility() if meant else Credibility("confirm", "not-to-the-game")


def _meant(game: Game, raw: bytes, incoming: ReceivedMail, seat: str, domain: str) -> bool:
    """Whether the writer of an email that *domain* signed meant it for the game.

    Whoever was sent a signed email can pass it on to the game, with another To where the signature leaves that out, as
    6% of real ones do. Then the token of a letter to *seat* in the subject, which is signed, shows whom it answers.
    """
    headers = headers_of(raw)
    unsigned = [name for name in ("To", "Cc") if name in headers and not signs(raw, domain, name.lower().encode())]
    if not to_the_game(game.settings.mail, raw, copies="Cc" not in unsigned):
        return False
    return not unsigned or seat in seats_with(game, tokens_in(incoming.subject))


_NAMED = re.compile(r"\[([a-z0-9][a-z0-9-]{0,60})\][^\[\]{}]{0,200}\{", re.IGNORECASE)


def of_another_game(game: Game, incoming: ReceivedMail) -> bool:
    """Whether the subject is one that another game asked for, and nothing in the email is of this one.

    Such a subject has a game's name and after it a token. A player of ours who spoils one of the two is still answered.
    """
    found = _NAMED.search(incoming.subject)
    own = f"[{game.name}]".casefold()
    if found is None or any(own in text.casefold() for text in (incoming.subject, incoming.found.sheet)):
        return False
    tokens = tokens_of(incoming)
    return bool(tokens) and not answers_ours(game, incoming) and not seats_with(game, tokens)


_MOST = 100
"""So many letters of a seat, after the last one, are looked for in an email: no backup is as old as that."""


def look(game: Game) -> None:
    """Note of all emails that wait whether they show a later round."""
    for item in game.inbox.waiting():
        fresh = item.is_mail and game.inbox.verdict(item) is None and not shown_by(game, item)
        if fresh and encryption.readable(item.path, game.identity):
            newest = _newest(game, encryption.read(item.path, game.identity))
            if newest:
                keep_shown(game, item, newest)


def waits(
    game: Game, item: InboxItem, incoming: ReceivedMail, claim: SenderClaim, clock: Clock
) -> Literal["", "play", "behind"]:
    """Whether *item*, which may be for a later stage, waits: until play continued, or while the game is behind."""
    if not game.table.state.flow:
        return ""
    if not (shown_by(game, item) or unknown(game, incoming, claim) or _bare_after(game, item, claim)):
        return ""
    late = behind(game)
    if ready(game, clock, anyway=late > 0):
        return "play"
    return "behind" if late else ""


def unknown(game: Game, incoming: ReceivedMail, claim: SenderClaim) -> tuple[str, ...]:
    """The tokens of an email, or without one the names of letters, by which its stage could be known but is not."""
    tokens = tokens_of(incoming)
    if tokens:
        strange = claim.standing == "foreign" if claim.seat else not claim.invited and not claim.former
        return tokens if strange and not seats_with(game, tokens) else ()
    if not claim.seat or claim.standing != "missing":
        return ()
    return tuple(sorted(naming_ours(incoming.references, game.settings.mail.sender)))


def reopen(game: Game) -> bool:
    """Let the emails wait again that were refused for tokens or letters which are those of the present stage now."""
    refused = [verdict for verdict in game.inbox.verdicts() if verdict.unknown]
    known = {seat: _known_by(game, seat) for seat in {verdict.seat for verdict in refused}}
    verdicts = (verdict for verdict in refused if not known[verdict.seat].isdisjoint(verdict.unknown))
    items = [item for verdict in verdicts if (item := game.inbox.numbered(verdict.item))]
    found = [item for item in items if not game.inbox.reopened(item)]
    for item in found:
        game.inbox.reopen(item)
    return bool(found)


def _known_by(game: Game, seat: str) -> set[str]:
    """The token of the present stage of *seat* and the name of its letter; nothing without a stage."""
    stage = game.stage(seat)
    if stage is None:
        return set()
    newest = game.last_letter(seat)
    ident = str(MessageId("round", newest.round if newest else 0, seat))
    letter = message_name(game.keys.message_ids, ident, game.settings.seats[seat].address)
    return {game.token(seat, stage.decision.key, stage.asked), letter}


def _bare_after(game: Game, item: InboxItem, claim: SenderClaim) -> bool:
    """Whether an email that names no stage, and would count all the same, came after one that shows a later round."""
    if not claim.seat or claim.standing != "missing" or claim.shared or "token" in game.settings.mail.trust.policy:
        return False
    return any(other.number < item.number for other in waiting_behind(game))


def _newest(game: Game, raw: bytes) -> int:
    """The newest of the letters, not written yet, that an email names."""
    headers = headers_of(raw)
    named = naming_ours(references_of(headers), game.settings.mail.sender)
    letters = _to_come(game, sender_of(headers)) if named else ()
    return max((number for number, name in letters if name in named), default=0)


def _to_come(game: Game, sender: str) -> Iterator[tuple[int, str]]:
    """The rounds to come, with their letters to the seats of *sender*, or to any seat with its address."""
    own = game.settings.seats_of(sender) if sender else ()
    who = [(seat, game.settings.seats[seat].address) for seat in own] or [(seat, sender) for seat in game.titles]
    first = present(game) + 1
    for number in range(first, first + _MOST):
        for seat, address in who:
            ident = str(MessageId("round", number, seat))
            yield number, message_name(game.keys.message_ids, ident, address)
