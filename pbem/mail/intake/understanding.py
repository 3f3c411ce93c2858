"""What an email means to someone who knows its seat's stage and the names of the game: a second look at its words."""

import re

import msgspec

from pbem.engine.problem import Weight
from pbem.mail.extraction import command
from pbem.mail.extraction.words.friendly import is_sentence
from pbem.mail.intake.judgement import MailCase, reading_of
from pbem.mail.mime.text import FoundOrders, MailNote
from pbem.mail.outgoing.forms import newest_refused
from pbem.referee.allowances.votes import YES, words_of
from pbem.referee.enquiries.answers import asking
from pbem.referee.game import Game
from pbem.report.corrected import corrected
from pbem.sheet.names import names_of
from pbem.sheet.parts import Parts

CONFIRMED = "yes-to-reading"
"""The note on a sheet that came by a `yes` to a refused one."""
_WORD = re.compile(r"[^\s,.;:!?()\"“”„]+")
_MOST_WORDS_IN_NAME = 3
_MOST_WORDS = 400


def understood(game: Game, case: MailCase) -> MailCase:
    """*case* with the sheet that its words are, if they can be one only; without commands that they make doubtful."""
    found = case.incoming.found
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


def confirmed(game: Game, case: MailCase) -> MailCase:
    """*case* with the sheet that its only word, a `yes`, confirms; as it is if it says more, or nothing waits for it.

    That is the seat's latest sheet for its present stage, if it was refused, as its receipt returned it, whatever the
    email quotes, with every word that the receipt offered for a misspelt one. A word for which several were offered
    stays as it was, so that the sheet is refused again, and its new receipt says what is left to correct.
    """
    found, stage = case.incoming.found, case.stage
    if stage is None or found.trial or found.what not in ("words", "nothing"):
        return case
    if command.commands_in(found.words, "", frozenset({YES})) != (YES,):
        return case
    sheet = newest_refused(game, case.seat, case.item.number)
    if not sheet:
        return case
    check = reading_of(game, case, stage)
    text = corrected(check(sheet), check, offered=True).text
    notes = (*found.notes, MailNote(CONFIRMED))
    return _with(case, FoundOrders(what="orders", how="marks", sheet=text, notes=notes))


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
