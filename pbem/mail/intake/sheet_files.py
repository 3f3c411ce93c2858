"""A file looked at as if it were submitted: the sheet or email of a player, and nothing is kept."""

from pathlib import Path

import msgspec

from pbem.engine.order import Problem
from pbem.mail.extraction.command import MailCommand, parse
from pbem.mail.extraction.line_classifier import folded, has_key
from pbem.mail.intake import beside, forum_posts, pledges, receipts
from pbem.mail.intake.case import MailCase, judged
from pbem.mail.intake.forms import keys_in
from pbem.mail.intake.forum_posts import OwnPost
from pbem.mail.intake.meaning import doubted, understood
from pbem.mail.intake.pledges import Revealed
from pbem.mail.intake.sender import Credibility, SenderClaim, claim_sheet, letter_answered, standing_of
from pbem.mail.message.received import ReceivedMail, SenderKind
from pbem.mail.mime.text import FoundOrders, MailNote, decoded
from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.people import seal_keys
from pbem.referee.stage import NotAsked, SeatStage
from pbem.report import tree
from pbem.report.letter import SheetFate
from pbem.report.words import Words
from pbem.sheet.parts import Parts
from pbem.store.inbox import InboxItem
from pbem.store.sealed_blocks import SealedSheet, blocks_in, opened_sheet

_MOST_BLOCKS = 20
"""The sealed blocks of a post that are opened."""
_READ = frozenset({SheetFate.accepted, SheetFate.doubted, SheetFate.partly, SheetFate.refused})


class LookedAt(msgspec.Struct, frozen=True):
    """What would become of a file of a seat, and the sheet in it; *commands* if it has these instead.

    Its *doubts* say why a valid one would wait for a yes. It was *read* if it has a sheet that can be tried. *incoming*
    is the email, or what was made of the file.
    """

    stages: tuple[SeatStage, ...]
    fate: SheetFate
    sheet: Parts
    incoming: ReceivedMail
    notes: tuple[MailNote, ...] = ()
    commands: tuple[str, ...] = ()
    doubts: tuple[MailNote, ...] = ()
    read: bool = False


def read_sheet_file(
    game: Game, seat: str, raw: bytes, item: InboxItem | None = None
) -> tuple[ReceivedMail, SenderClaim]:
    """A sheet that came without an email, of a seat that is known."""
    own = _opened(game, seat, forum_posts.own_post(game, seat, decoded(raw, "").text))
    if own.problem is not None:
        incoming = ReceivedMail(kind=SenderKind("person", ""), found=own.problem)
        return incoming, SenderClaim(seat, "current")
    incoming = beside.without_email(game, seat, own.text, item)
    found = incoming.found
    wrong = None if found.problem else forum_posts.written_for_others(game, seat, found.sheet)
    found = msgspec.structs.replace(
        wrong or found, notes=(*own.notes, *found.notes), doubts=(*own.doubts, *found.doubts)
    )
    claim = SenderClaim(seat, "current") if wrong else claim_sheet(game, seat, found.sheet)
    return msgspec.structs.replace(incoming, found=found), claim


def _opened(game: Game, seat: str, own: OwnPost) -> OwnPost:
    """A post with the sheet that was sealed in it, or pledged before, in place of its text, or with why not."""
    shown = pledges.revealed(game, seat, own.text) if own.problem is None else None
    if isinstance(shown, Revealed):
        return msgspec.structs.replace(own, text=shown.text)
    if shown is not None:
        problem = FoundOrders(what="orders", problem=shown.code, args=dict(shown.args))
        return msgspec.structs.replace(own, problem=problem)
    blocks = blocks_in(own.text) if game.settings.forum.private == "sealed" and own.problem is None else []
    if not blocks:
        return own
    stages = {stage.put for stage in game.stages(seat)}
    told = [pause for pause in game.log.pauses if pause.tells(seat)]
    numbers = [pause.round for pause in told if not stages.isdisjoint(game.invited(pause, seat))]
    key = seal_keys.identity(game)
    found = [opened_sheet(block, key, game=game.name, numbers=numbers, seat=seat) for block in blocks[:_MOST_BLOCKS]]
    sheet = next((one for one in reversed(found) if isinstance(one, SealedSheet)), None)
    if sheet is not None:
        return msgspec.structs.replace(own, text=sheet.text)
    wrong = next(one for one in reversed(found) if isinstance(one, Problem))
    return msgspec.structs.replace(own, problem=FoundOrders(what="orders", problem=wrong.code, args=dict(wrong.args)))


def has_orders(game: Game, seat: str, raw: bytes) -> bool:
    """Whether a post of *seat* has a sheet, or what may be meant as one, or commands."""
    found = read_sheet_file(game, seat, raw)[0].found
    if found.how == "shape":  # a file that is nothing but words is read as a sheet
        keys = folded(keys_in(game, seat))
        return any(">" in line or "→" in line or has_key(line, keys) for line in found.sheet.split("\n"))
    return found.problem not in ("", "empty-sheet") or (not found.problem and found.what in ("orders", "command"))


def look_at(game: Game, seat: str, raw: bytes, *, as_mail: bool) -> LookedAt:
    """Read a file of *seat* as `submit` would; raises `NotAsked` if it can send nothing."""
    stages = game.stages(seat)
    if not stages:
        raise NotAsked(f"{seat} can send nothing now")
    if as_mail:
        incoming = beside.read_mail(game, raw, seat)
        standing = standing_of(game, seat, incoming)
        claim = SenderClaim(seat, standing if standing in ("current", "outdated") else "missing")
    else:
        incoming, claim = read_sheet_file(game, seat, raw)
    case = understood(
        game,
        MailCase(
            item=InboxItem(0, "", Path(), seat),
            incoming=incoming,
            claim=claim,
            credibility=Credibility(),
            stages=stages,
            letter=letter_answered(game, seat, incoming) if as_mail else (),
            view=game.view(seat),
            over=not game.table.state.flow,
        ),
    )
    case = doubted(game, msgspec.structs.replace(case, incoming=_passed(case.incoming)))
    found = case.incoming.found
    notes = (*found.notes, *beside.apart(case.incoming))
    if found.what == "command" and not found.problem:
        return LookedAt(stages, SheetFate.nothing, Parts(""), case.incoming, notes, found.commands)
    if (found.what == "words" and not found.problem) or beside.alone(game, case, ()):
        return LookedAt(stages, SheetFate.words, Parts(found.words), case.incoming, notes)
    fate, sheet = judged(game, case, found.sheet)
    doubts = found.doubts if fate is SheetFate.doubted else ()
    return LookedAt(stages, fate, sheet, case.incoming, notes, doubts=doubts, read=fate in _READ and not found.problem)


def in_words(game: Game, seat: str, looked: LookedAt) -> tuple[str, ...]:
    """How a file of *seat* was read, and where it has no sheet, what it has."""
    words = letter.words_for(game, game.view(seat), seat)
    more = ""
    if looked.commands:
        more = f"The file has no sheet but commands: {', '.join(looked.commands)}."
    elif not looked.sheet.answers and not looked.sheet.every_fault:
        more = f"The sheet would have no effect: {words.phrase('labels', f'became-{looked.fate.value}', {})}."
    return (*notes_in_words(words, looked), *([tree.plain(more)] if more else []))


def notes_in_words(words: Words, looked: LookedAt) -> tuple[str, ...]:
    """What there is to say of how the orders were found, and why they would wait."""
    return tuple(tree.plain(receipts.said(words, note)) for note in (*looked.notes, *looked.doubts))


def _passed(incoming: ReceivedMail) -> ReceivedMail:
    """*incoming* with the sheet that says the same, if it is the command `pass`."""
    found = incoming.found
    if found.what != "command" or [parse(line) for line in found.commands] != [MailCommand("pass")]:
        return incoming
    sheet = FoundOrders(what="orders", sheet="pass\n", how="shape", notes=found.notes)
    return msgspec.structs.replace(incoming, found=sheet)
