"""What of a game's folder is sealed: whatever shows a sheet whose stage was not processed yet.

    inbox/   the email or sheet as it came, and the reply to it, once it was processed
    sheets/  the order and its text
    sent/    the reply to it, once it was sent
             and what its player wrote in it to other players
    taken/   in the folder by which mail comes in: the file as it was put there

The verdicts stay readable, except for subjects and the codes of problems. What waits to be processed or sent is not
sealed.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from pbem.engine.decision import MODERATOR
from pbem.engine.reading import late_pattern
from pbem.referee import keys, submissions
from pbem.referee.game import Game
from pbem.referee.people.words import WORDS
from pbem.referee.submissions import NOTHING, WITHDRAWALS
from pbem.settings.mail import path_of
from pbem.store import encryption
from pbem.store.facts import WordsPassed
from pbem.store.inbox import InboxItem, Verdict, VerdictState
from pbem.store.outbox import MessageId

_NUMBER = late_pattern(r"\d+(?=[-.])")
SHOWN: frozenset[VerdictState] = frozenset({"robot", "bounce", "words", "moderator"})
"""Emails without a sheet; they are sealed only if they seem to contain one, or may quote the reply to one."""


class _Answered(msgspec.Struct, frozen=True):
    """The last entry that carried out an answer of a seat, and its time."""

    number: int = 0
    at: datetime = datetime.min.replace(tzinfo=UTC)


def sweep(game: Game) -> None:
    """Seal what must be sealed and is not, and open what need not be sealed any longer if the key is available.

    It may be repeated, and killed at any moment. Raises `NoKey` or `BadKey` if there is no one to seal for.
    """
    settings, identity = game.settings.mail.sealed, game.identity
    if settings is None and identity is None:
        return
    recipient = keys.recipient_of(settings, game.folder) if settings else ""
    answered = _answered(game)
    causes = {line.cause for line in game.log.lines}
    passed = _passed_on(game)
    copies = _copies(game, passed)
    for item in game.inbox.items():
        verdict = game.inbox.verdict(item)
        if verdict is not None:
            private = item.number in passed
            secret = item.name not in causes and _is_secret(game, verdict, answered, private=private)
            _sweep_item(game, item, verdict, [*copies.get(item.number, ())], recipient, secret=secret)
    _sweep_submissions(game, answered, recipient)


def _sweep_submissions(game: Game, answered: Mapping[str, "_Answered"], recipient: str) -> None:
    identity, folder = game.identity, game.folder / "sheets"
    nonces = list(folder.glob(f"[0-9]*/*{submissions.NONCE}"))
    waiting = {item.number for item in game.inbox.waiting()} if nonces else ()
    for path in nonces:
        if int(path.stem.rpartition("-")[2]) not in waiting:
            path.unlink()
    for path in folder.glob("[0-9]*/*-[0-9]*.json"):
        if _stage_is_open(game, answered, path.stem.rpartition("-")[0], int(path.parent.name.partition("-")[0])):
            if recipient:
                submissions.shut_file(game, path, recipient)
        elif identity is not None:
            submissions.open_file(game, path, identity)


def hushed(verdict: Verdict) -> Verdict:
    """*verdict* without what it reveals about the content of a sheet that is sealed."""
    known, of_sheets = {"command", "doubled"}, {"accepted", "partly", "refused", "doubted"}
    about_content = verdict.state in known or (verdict.key and verdict.state in of_sheets)
    if not (about_content or verdict.state == "held"):
        return verdict
    kept = tuple(code for code in verdict.problems if verdict.state == "command" and code in WITHDRAWALS)
    if verdict.problems in NOTHING:  # that there was no sheet tells nothing of one
        kept = verdict.problems
    return msgspec.structs.replace(verdict, problems=kept if about_content else verdict.problems, subject="", wrong="")


def _sweep_item(
    game: Game, item: InboxItem, verdict: Verdict, copies: list[Path], recipient: str, *, secret: bool
) -> None:
    identity = game.identity
    paths = [item.path, item.path.with_name(f"{item.name}.txt"), *copies]
    if verdict.receipt:
        paths.append(game.outbox.path(verdict.receipt, "sent"))
    there = [path for path in dict.fromkeys(paths) if path.exists()]
    if secret and recipient:
        if hushed(verdict) != verdict:
            game.inbox.judge(item, hushed(verdict))
        for path in there:
            encryption.seal_file(path, recipient)
    elif not secret and identity is not None:
        for path in there:
            encryption.open_file(path, identity)


def _passed_on(game: Game) -> Mapping[int, list[int]]:
    """By the numbers of items: the lines of the log that say that words of theirs went to other players."""
    found: dict[int, list[int]] = {}
    for line in game.log.facts:
        if isinstance(line.fact, WordsPassed):
            found.setdefault(line.fact.item, []).append(line.seq)
    return found


def _copies(game: Game, passed: Mapping[int, list[int]]) -> Mapping[int, list[Path]]:
    """By the numbers of items: the files as they were put into the folder by which mail comes in, and all receipts.

    And what was *passed on* to other players: the words beside the item, and the emails with them.
    """
    transport = game.settings.mail.intake.folder
    taken = (path_of(game.folder, transport) / "taken").glob("[0-9]*-*") if transport else ()
    found: dict[int, list[Path]] = {}
    for path in taken:
        if number := _NUMBER.match(path.name):
            found.setdefault(int(number[0]), []).append(path)
    told = {line: item for item, lines in passed.items() for line in lines}
    for ident in game.outbox.idents("sent"):
        name = MessageId.parse(ident)
        item = name.number if name.kind == "receipt" else told.get(name.number, 0) if name.kind == "fact" else 0
        if item:
            found.setdefault(item, []).append(game.outbox.path(ident, "sent"))
    for item in passed:
        found.setdefault(item, []).extend((game.folder / "inbox").glob(f"{item:04d}-*.{WORDS}.json"))
    return found


def _answered(game: Game) -> Mapping[str, _Answered]:
    """What was carried out for each seat, without orders that were carried out out of turn."""
    found: dict[str, _Answered] = {}
    for line in game.log.lines:
        if line.entry and not line.cause:
            seats = {one.seat for one in line.entry.answers} - {MODERATOR}
            found |= {seat: _Answered(line.entry.number, line.at) for seat in seats}
    return found


def _is_secret(game: Game, verdict: Verdict, answered: Mapping[str, _Answered], *, private: bool) -> bool:
    of_receipt = MessageId.parse(verdict.about).kind == "receipt"
    if verdict.state in SHOWN and not private and not verdict.guess and not of_receipt:
        return False
    if verdict.key and verdict.seat:
        return _stage_is_open(game, answered, verdict.seat, verdict.asked)
    if not game.table.state.flow:
        return False
    whose = [answered.get(verdict.seat, _Answered())] if verdict.seat else list(answered.values())
    return not any(one.at > verdict.received for one in whose)


def _stage_is_open(game: Game, answered: Mapping[str, _Answered], seat: str, asked: int) -> bool:
    """Whether nothing of *seat* was carried out since the stage was put after entry *asked*.

    A stage that was rewound before it was processed stays sealed until its replacement is processed.
    """
    return bool(game.table.state.flow) and answered.get(seat, _Answered()).number <= asked
