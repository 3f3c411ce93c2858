"""What an email means to someone who knows its seat's stage and the names of the game: a second look at its words."""

import re

import msgspec

from pbem.engine.problem import Weight
from pbem.mail.extraction import command
from pbem.mail.extraction.words import consent
from pbem.mail.extraction.words.consent import SaidAnswer
from pbem.mail.extraction.words.doubts import doubts_of
from pbem.mail.extraction.words.friendly import is_sentence
from pbem.mail.intake import forum_posts
from pbem.mail.intake.judgement import MailCase, reading_of
from pbem.mail.intake.people import addressed_words, votes_beside
from pbem.mail.message.received import opened
from pbem.mail.mime.charset import decoded
from pbem.mail.mime.text import FoundOrders, MailNote
from pbem.mail.outgoing.forms import newest_refused, read_for
from pbem.mail.outgoing.message import message_name, naming_ours
from pbem.referee import requests, submissions
from pbem.referee.allowances import votes
from pbem.referee.allowances.votes import YES, words_of
from pbem.referee.enquiries.answers import asking
from pbem.referee.game import Game
from pbem.referee.requests import RequestOrigin
from pbem.referee.waiting_sheets import fate_of_yes, sheets_of, waiting_sheet
from pbem.report.corrected import corrected
from pbem.sheet.names import names_of
from pbem.sheet.parts import Parts
from pbem.store import encryption
from pbem.store.verdict import Verdict

CONFIRMED = "yes-to-reading"
"""The note on a sheet that came by a `yes` to a refused one."""
YES_TO_WAITING, YES_AGAIN, YES_LATE, YES_SEALED = "yes-to-waiting", "yes-again", "yes-late", "yes-sealed"
"""The notes on a `yes` to a sheet that waited for it, and on one that finds no such sheet any more."""
YES_TO_OLDER = "yes-to-older"
"""The note on a `yes` to the receipt of another sheet than the one that waits."""
_WITHDRAW = "withdraw"
RELEASE = "release"
_EMPTY = ("empty-sheet", "no-text")
"""The problems of an email of which only the subject may say something."""
_WORD = re.compile(r"[^\s,.;:!?()\"“”„]+")
_MOST_WORDS_IN_NAME = 3
_MOST_WORDS = 400
_SHORTEST_NAME = 3


def understood(game: Game, case: MailCase) -> MailCase:
    """*case* with the vote or sheet that its words are, if they can be one only; without commands that are doubtful."""
    found = case.incoming.found
    if found.problem not in ("", *_EMPTY):
        return case
    if vote := _vote(game, case):
        return _with(case, FoundOrders(what="command", command=vote, commands=(vote,), notes=found.notes))
    if found.problem:
        return case
    if found.what == "words" and (sheet := _sheet_in(game, case)):
        beside = [line for line in found.words.split("\n") if line not in sheet.split("\n")]
        return _with(
            case,
            FoundOrders(
                what="orders",
                sheet=sheet,
                how="shape",
                words="\n".join(beside).strip(),
                notes=(MailNote("keyless-read"),),
            ),
        )
    if found.what == "command" and _speaks_of_play(game, case):
        doubt = MailNote("command-among-words", {"command": found.command})
        return _with(case, FoundOrders(what="words", words=found.words, notes=(*found.notes, doubt)))
    return case


def _vote(game: Game, case: MailCase) -> SaidAnswer:
    """The vote in an email that says nothing else, in whatever language, while one is awaited of its seat."""
    found = case.incoming.found
    if found.what in ("orders", "command") or not votes.awaited(game, case.seat, case.item.number, case.item.arrived):
        return ""
    return consent.answered(found.words, case.incoming.subject)


def doubted(game: Game, case: MailCase) -> MailCase:
    """*case* with the doubts that words beside its sheet leave whether it is ordered."""
    found, asks = case.incoming.found, words_of(game, case.seat, case.item.arrived).union(asking(game.ruleset))
    lines = found.words.split("\n")
    words = "\n".join(line for line in lines if command.normalised(line) == _WITHDRAW or not command.exact(line, asks))
    doubts = doubts_of(found, words, _own_names(game, case.seat), _names_of_others(game, case.seat))
    return _with(case, msgspec.structs.replace(found, doubts=doubts))


def _own_names(game: Game, seat: str) -> frozenset[str]:
    """The words of the names by which a player calls themselves: the seat's, and their own."""
    names = (seat, game.titles[seat], game.settings.seats[seat].player)
    powers = game.ruleset.seat_names(game.view(seat)).get(seat, ())
    return frozenset(word for name in (*names, *powers) for word in _WORD.findall(name.casefold()))


def _names_of_others(game: Game, seat: str) -> frozenset[str]:
    """The names of those who hold the other seats, those on the forum too."""
    others = (who for other, who in game.settings.seats.items() if other != seat)
    return frozenset(name for who in others for name in (who.player, *who.accounts) if len(name) >= _SHORTEST_NAME)


def confirmed(game: Game, case: MailCase) -> MailCase:
    """*case* with the sheet that it confirms, as all it says is yes; as it is if it says more, or nothing waits for it.

    That is the seat's latest sheet for its present stage, whatever the email quotes: as it came, if it was doubted; if
    it was refused, as its receipt returned it, with every word that the receipt offered for a misspelt one. A word for
    which several were offered stays as it was, so that the sheet is refused again, and its new receipt says what is
    left to correct. With no sheet to confirm a `yes` ends a hold; one that comes twice, or too late, changes nothing
    and says so. A line such as `hold` beside it is one beside the sheet. A `no` to what was doubted closes that.
    """
    found, stage = case.incoming.found, case.stage
    if found.trial or found.problem not in ("", *_EMPTY):
        return case
    said, holds = _said(game, case)
    if said == "no" and not holds and waiting_sheet(game, case.seat, case.item.number):
        return _with(case, FoundOrders(what="command", command=said, commands=(said,), notes=found.notes))
    if said != "yes":
        return case
    beside = tuple(MailNote("command-beside-sheet", {"command": command.normalised(line)}) for line in holds)
    fate, sheet = fate_of_yes(game, case.stages, case.seat, case.item.number)
    at = {"at": sheet.received, "zone": game.settings.zone_of(case.seat).name} if sheet else {}
    if fate == "waits" and sheet is not None and _answers_older(game, case, sheet):
        return _with(case, FoundOrders(notes=(MailNote(YES_TO_OLDER, at),)))
    if fate == "waits" and sheet is not None:
        kept = _kept(game, case, sheet)
        sealed = (submissions.waits_sealed(game, case.seat, *one.put, sheet.item) for one in case.stages)
        if not kept and any(sealed):
            return _with(case, FoundOrders(what="command", command=YES, commands=(YES,), notes=found.notes))
        note = MailNote(YES_TO_WAITING if kept else YES_SEALED, at)
        return _with(
            case, FoundOrders(what="orders" if kept else "nothing", how="marks", sheet=kept, notes=(note, *beside))
        )
    if fate == "late":
        claim = msgspec.structs.replace(case.claim, standing="outdated")
        late = _with(case, FoundOrders(what="orders", how="marks", notes=(MailNote(YES_LATE, at),)))
        return msgspec.structs.replace(late, claim=claim)
    refused = newest_refused(game, case.seat, case.item.number) if stage else ""
    if stage is not None and refused:
        check = reading_of(game, case, stage)
        text = corrected(check(refused), check, offered=True).text
        notes = (*found.notes, MailNote(CONFIRMED), *beside)
        return _with(case, FoundOrders(what="orders", how="marks", sheet=text, notes=notes))
    if not holds and _holds(game, case) and not consent.acknowledges(found.words or case.incoming.subject):
        return _with(case, FoundOrders(what="command", command=RELEASE, commands=(RELEASE,), notes=found.notes))
    return _with(case, FoundOrders(notes=(MailNote(YES_AGAIN, at),))) if fate == "again" else case


def _holds(game: Game, case: MailCase) -> bool:
    """Whether the seat holds the game, which a yes ends as `confirm` does."""
    at, before = case.item.arrived, RequestOrigin(case.item.number, 0)
    return any(requests.hold_of(game, stage, at, before) for stage in case.stages)


def _answers_older(game: Game, case: MailCase, waits: Verdict) -> bool:
    """Whether an email replies to the receipt of another doubted sheet, and not to that of the one that waits."""
    named = naming_ours(case.incoming.references, game.settings.mail.sender)
    doubted = [one for one in sheets_of(game, case.seat, case.item.number) if one.state == "doubted" and one.receipt]
    answered = [one.item for one in doubted if message_name(game.keys.message_ids, one.receipt, one.answered) in named]
    return bool(answered) and bool(waits.receipt) and waits.item not in answered


def _said(game: Game, case: MailCase) -> tuple[SaidAnswer, tuple[str, ...]]:
    """What an email answers, if it says nothing else and is not its seat's vote; and the lines beside it that hold."""
    found = case.incoming.found
    if found.what == "orders" and found.how == "shape" and not case.item.is_mail:
        return consent.answered(found.sheet), ()  # a file with the word is read as a sheet
    if found.what == "orders" or votes.awaited(game, case.seat, case.item.number, case.item.arrived):
        return "", ()
    lines = found.words.split("\n")
    holds = tuple(line for line in lines if command.holding(line) and not consent.answered(line))
    words = "\n".join(line for line in lines if line not in holds)
    return consent.answered(words, "" if holds else case.incoming.subject), holds


def _kept(game: Game, case: MailCase, verdict: Verdict) -> str:
    """The sheet that was doubted, read again from its email or file."""
    item = game.inbox.numbered(verdict.item)
    if item is None or not encryption.readable(item.path, game.identity):
        return ""
    raw = encryption.read(item.path, game.identity)
    if item.is_mail:
        incoming = addressed_words.taken_out(game, case.seat, opened(raw))
        incoming = read_for(game, case.seat, incoming, words_of(game, case.seat, item.arrived), item)
    else:
        own = forum_posts.own_post(game, case.seat, decoded(raw, "").text)
        incoming = addressed_words.without_email(game, case.seat, own.text, item)
    again = understood(game, msgspec.structs.replace(case, item=item, incoming=incoming))
    return votes_beside.without_votes(game, again)[0].incoming.found.sheet


def _with(case: MailCase, found: FoundOrders) -> MailCase:
    incoming = msgspec.structs.replace(case.incoming, found=found)
    return msgspec.structs.replace(case, incoming=incoming)


def _sheet_in(game: Game, case: MailCase) -> str:
    """The one text of those without keys that is read whole as a sheet, be it legal or not; otherwise nothing."""
    if case.stage is None or not case.stage.pending or case.over:
        return ""
    if case.claim.standing == "outdated" or case.credibility.state == "refused":
        return ""
    good = [text for text in case.incoming.found.keyless if _is_whole(reading_of(game, case, case.stage)(text))]
    return good[0] if len(good) == 1 else ""


def _is_whole(sheet: Parts) -> bool:
    unread = any(each.problem.weight is Weight.unreadable for each in sheet.every_fault)
    return bool(sheet.answers) and not unread


def _speaks_of_play(game: Game, case: MailCase) -> bool:
    """Whether a sentence beside a command names something of the game."""
    found, may_vote = case.incoming.found, words_of(game, case.seat, case.item.arrived)
    asks = may_vote.union(asking(game.ruleset))
    if command.asks_only(found.commands, asks):
        return False
    said = [line for line in found.words.split("\n") if is_sentence(line) and not command.exact(line, asks)]
    lexicon = game.ruleset.lexicon(case.view, case.seat)
    names, kinds = names_of(lexicon), tuple(kind for kind in lexicon.kinds if kind not in {"seat", *lexicon.ambiguous})
    words = [word for line in said for word in (*_WORD.findall(line), "")][:_MOST_WORDS]
    spans = (
        " ".join(words[first : first + count])
        for count in range(1, _MOST_WORDS_IN_NAME + 1)
        for first in range(len(words))
    )
    return any(span[:1].isupper() and names.find(span, *kinds) for span in spans)
