"""Votes beside sheets: both count."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.mail.extraction.command import normalised
from pbem.mail.intake.judgement import MailCase
from pbem.mail.mime.text import MailNote
from pbem.referee.allowances import votes
from pbem.referee.game import Clock, Game
from pbem.referee.requests import RequestOrigin


def counted(game: Game, case: MailCase, clock: Clock) -> tuple[MailCase, tuple[MailNote, ...]]:
    """*case* without the line beside its sheet that is a vote, and a note that it counts."""
    case, said = without_votes(game, case)
    if not said:
        return case, ()
    origin = RequestOrigin(case.item.number, 0)
    reply = votes.cast(game, case.seat, origin, case.item.arrived, clock, yes=said == votes.YES)
    return case, (MailNote(reply.code),)


def without_votes(game: Game, case: MailCase) -> tuple[MailCase, str]:
    """*case* without the line beside its sheet that is a vote, and the vote.

    An email that says both yes and no, is not proven or replies to an earlier letter stays as it is.
    """
    found = case.incoming.found
    believed = case.credibility.state == "believed" and case.claim.standing != "outdated"
    if found.what != "orders" or found.problem or found.trial or not believed:
        return case, ""
    may_vote = votes.words_of(game, case.seat, case.item.arrived)
    lines, sheet = found.words.split("\n"), found.sheet.split("\n")
    edges = _edges(sheet) if found.how == "shape" else ()
    said = {normalised(line) for line in (*lines, *(sheet[at] for at in edges))} & may_vote
    if len(said) != 1:
        return case, ""
    rest = "\n".join(line for line in lines if normalised(line) not in said).strip()
    for at in edges:
        if normalised(sheet[at]) in said:
            sheet[at] = ""  # the numbers of the lines below stay as they are
    incoming = replace(case.incoming, found=replace(found, words=rest, sheet="\n".join(sheet)))
    return replace(case, incoming=incoming), next(iter(said))


def _edges(sheet: Sequence[str]) -> tuple[int, ...]:
    """The first and the last line of a sheet without marks, unless the last one belongs to the key above it."""
    written = [at for at, line in enumerate(sheet) if line.strip()]
    if len(written) < 2:
        return ()
    first, above, last = written[0], written[-2], written[-1]
    alone = not sheet[last][:1].isspace() and not sheet[above].rstrip().endswith((":", ",", "|", ">"))
    return (first, last) if alone else (first,)
