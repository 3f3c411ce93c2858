"""What an email means to someone who knows its seat's stage and the names of the game: a second look at its words."""

import re

import msgspec

from pbem.engine.order import Weight
from pbem.mail.extraction import command
from pbem.mail.extraction.command import is_sentence
from pbem.mail.extraction.doubts import doubts_of
from pbem.mail.intake.case import MailCase, reading_of
from pbem.mail.mime.text import FoundOrders, MailNote
from pbem.referee.enquiries import asking
from pbem.referee.game import Game
from pbem.sheet.names import names_of
from pbem.sheet.parts import Parts

_WITHDRAW = "withdraw"
_WORD = re.compile(r"[^\s,.;:!?()\"“”„]+")
_MOST_WORDS_IN_NAME = 3
_MOST_WORDS = 400
_SHORTEST_NAME = 3


def understood(game: Game, case: MailCase) -> MailCase:
    """*case* with the sheet that its words are, if they can be one only; without commands that are doubtful."""
    found = case.incoming.found
    if found.problem:
        return case
    if found.what == "words" and (sheet := _sheet_in(game, case)):
        beside = [line for line in found.words.split("\n") if line not in sheet.split("\n")]
        return with_found(
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
        return with_found(case, FoundOrders(what="words", words=found.words, notes=(*found.notes, doubt)))
    return case


def doubted(game: Game, case: MailCase) -> MailCase:
    """*case* with the doubts that words beside its sheet leave whether it is ordered."""
    found, asks = case.incoming.found, asking(game.ruleset)
    lines = found.words.split("\n")
    words = "\n".join(line for line in lines if command.normalised(line) == _WITHDRAW or not command.exact(line, asks))
    doubts = doubts_of(found, words, _own_names(game, case.seat), _names_of_others(game, case.seat))
    return with_found(case, msgspec.structs.replace(found, doubts=doubts))


def _own_names(game: Game, seat: str) -> frozenset[str]:
    """The words of the names by which a player calls themselves: the seat's, and their own."""
    names = (seat, game.titles[seat], game.settings.seats[seat].player)
    powers = game.ruleset.seat_names(game.view(seat)).get(seat, ())
    return frozenset(word for name in (*names, *powers) for word in _WORD.findall(name.casefold()))


def _names_of_others(game: Game, seat: str) -> frozenset[str]:
    """The names of those who hold the other seats, those on the forum too."""
    others = (who for other, who in game.settings.seats.items() if other != seat)
    return frozenset(name for who in others for name in (who.player, *who.accounts) if len(name) >= _SHORTEST_NAME)


def with_found(case: MailCase, found: FoundOrders) -> MailCase:
    """*case* with what was *found* in its email instead."""
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
    found, asks = case.incoming.found, asking(game.ruleset)
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
