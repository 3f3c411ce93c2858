"""Pledges: what a player posts before a deadline that fixes a sheet without showing it, and the sheet afterwards.

    pledge: toy-1 r1 ann 5f0c...      a line in the thread, before the deadline
    reveal: 77ab...                   the nonce, above the sheet, once all have posted theirs

A pledge is not a sheet. A sheet that is revealed counts as of when its pledge was posted, while its stage is open.
"""

import hmac
import re
import secrets
from collections.abc import Iterator
from datetime import datetime

import msgspec

from pbem.engine.order import Problem
from pbem.errors import Refusal
from pbem.mail.extraction.posts import Post
from pbem.mail.intake.case import MailCase
from pbem.mail.intake.forum_posts import Posted, posted
from pbem.mail.intake.sender import game_in_mark, tokens_in_mark
from pbem.mail.mime.text import FoundOrders
from pbem.referee import letter, submissions
from pbem.referee.game import Clock, Game
from pbem.referee.people.seal_keys import unquoted
from pbem.report import tree
from pbem.store import encryption
from pbem.store.facts import PledgeBroken, PledgeWhy, SheetPledged

_VERSION = "pbem-pledge-1"
_BYTES = 32
"""Of a nonce, which is the key of the HMAC."""
_DECOR = r"(?:\[/?[a-z]{1,10}\]|[*`\s-]){0,12}"
_LINE = re.compile(rf"(?im)^{_DECOR}pledge:(.{{0,300}}?){_DECOR}$")
_PLEDGE = re.compile(r"(.{1,80}) r(\d{1,6}) (\S{1,60}) ([0-9a-f]{64})")
_REVEAL = re.compile(rf"(?im)^{_DECOR}reveal:[ \t]{{0,9}}([0-9a-f]{{8,200}}){_DECOR}$")
_OPENS = re.compile(r"(?:\[code\]|```\w{0,9})?\s{0,9}[-–—]{2,3}(\s.{1,200})?", re.IGNORECASE)
_CLOSES = re.compile(r"(?:\.\.\.|…).{0,20}")
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff")) | {0xA0: " "}
_MOST = 20
"""The pledges of a post that are looked at."""


class NoPledge(Refusal):
    """A sheet cannot be pledged as it is."""


class KeptSheet(msgspec.Struct, frozen=True):
    """What a player keeps: the pledged sheet with its *nonce*, as it is posted afterwards, and the *line* for now."""

    line: str
    text: str


class Revealed(msgspec.Struct, frozen=True):
    """The *text* of a sheet that was pledged, and its *pledge*."""

    text: str
    pledge: SheetPledged


class PledgeProof(msgspec.Struct, frozen=True):
    """A *pledge*, and the *item* that revealed its sheet, with that item's *state*: 0 and empty if none did."""

    pledge: SheetPledged
    item: int = 0
    state: str = ""
    revealed: datetime | None = None


def digest(nonce: str, game: str, number: int, token: str, seat: str, sheet: str) -> str:
    """HMAC-SHA256 with the *nonce* as its key, over what a sheet is for and what it says, each with its length.

    *number* is that of the letter, and *token* the one of its form, which stands for the stage.
    """
    said = "\n".join(encryption.lines(sheet.translate(_UNSEEN)))
    parts = [part.encode(errors="surrogatepass") for part in (_VERSION, game, str(number), token, seat, said)]
    framed = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return hmac.new(bytes.fromhex(nonce), framed, "sha256").hexdigest()


def kept(sheet: str, seat: str, number: int) -> KeptSheet:
    """The pledge of a *sheet* with the first line of its form, in reply to letter *number*; raises `NoPledge`."""
    mark, said = _sheet_in(sheet.translate(_UNSEEN)) or ("", "")
    game, tokens = game_in_mark(mark), tokens_in_mark(mark)
    if not game or not tokens:
        raise NoPledge(
            "the sheet has no line like `--- # [toy-1] your bid {k7f2-rxqm}` above it and `...` below it: copy both "
            "from the form in your letter, as they say what the sheet is for"
        )
    nonce = secrets.token_hex(_BYTES)
    line = f"pledge: {game} r{number} {seat} {digest(nonce, game, number, tokens[0], seat, said)}"
    return KeptSheet(line, f"reveal: {nonce}\n{mark}\n{said}\n...\n")


def has_pledge(text: str) -> bool:
    """Whether a post has a pledge of its own."""
    return "pledge:" in text.lower() and any(_LINE.search(part) for part in unquoted(text))


def only_pledge(post: Post) -> bool:
    """Whether a *post* has a pledge and no sheet."""
    return has_pledge(post.text) and _sheet_in(post.text) is None


def take(game: Game, seat: str, text: str, at: datetime, clock: Clock, link: str = "") -> list[SheetPledged]:
    """Record the pledges in a post of *seat* that was posted *at* a time; all that it has, those known before too."""
    lines = [found[1] for found in _LINE.finditer("\n".join(unquoted(text)))] if has_pledge(text) else []
    return [_taken(game, seat, " ".join(line.translate(_UNSEEN).split()), at, clock, link) for line in lines[:_MOST]]


def _taken(game: Game, seat: str, line: str, at: datetime, clock: Clock, link: str) -> SheetPledged:
    found = _PLEDGE.fullmatch(line)
    code = found[4].lower() if found else ""
    known = [one for one in of_seat(game, seat) if one.digest == code and not one.why] if code else []
    if known:
        return known[0]
    number = int(found[2]) if found else 0
    why: PledgeWhy = _why_not(game, seat, found, at) if found else "unread"
    fact = SheetPledged(seat=seat, round=number, digest=code, at=at, why=why, link=link)
    if fact in of_seat(game, seat):
        return fact
    if not why:
        last = max((item.number for item in game.inbox.items()), default=0)
        for stage in game.stages(seat):
            submissions.withdraw(game, stage, last, at)
    game.note(fact, clock())
    return fact


def said(game: Game, pledge: SheetPledged) -> str:
    """What the moderator is told of a pledge that was recorded."""
    if not pledge.why:
        return f"{pledge.seat}: the pledge {pledge.digest[:12]} for letter {pledge.round} is recorded"
    why = letter.words_for(game, game.view(pledge.seat), pledge.seat).phrase("notices", f"pledge-{pledge.why}")
    return f"{pledge.seat}: a pledge does not count. {tree.plain(why)}"


def _why_not(game: Game, seat: str, found: re.Match[str], at: datetime) -> PledgeWhy:
    """Why a pledge does not count, if it does not."""
    number = int(found[2])
    if found[1].casefold() != game.name.casefold():
        return "game"
    if found[3] != seat:
        return "seat"
    stages = game.stages(seat)
    if number not in _numbers(game, seat):
        return "letter"
    dues = (game.pause.due_for(seat, stage.decision.key) if game.pause else None for stage in stages)
    if any(due is not None and at > due for due in dues):
        return "late"
    counting = (submissions.counting(game, seat, *stage.put) for stage in stages)
    newer = [one.received for one in counting if one and one.by == "sheet"]
    newer += [one.at for one in of_seat(game, seat) if one.round == number and not one.why]
    return "older" if any(other > at for other in newer) else ""


def _numbers(game: Game, seat: str) -> frozenset[int]:
    """The numbers of the letters that ask *seat* what it may answer now."""
    open_ = {stage.put for stage in game.stages(seat)}
    told = [pause for pause in game.log.pauses if pause.tells(seat)]
    return frozenset(pause.round for pause in told if not open_.isdisjoint(game.invited(pause, seat)))


def _all(game: Game) -> Iterator[SheetPledged]:
    return (fact for fact in game.facts if isinstance(fact, SheetPledged))


def of_seat(game: Game, seat: str) -> list[SheetPledged]:
    """The pledges of whoever holds *seat*, in the order in which they were recorded; also those that do not count."""
    since = game.tenure(seat).line
    facts = (line.fact for line in game.log.facts if line.seq > since)
    return [fact for fact in facts if isinstance(fact, SheetPledged) and fact.seat == seat]


def revealed(game: Game, seat: str, text: str) -> Revealed | Problem | None:
    """The sheet that a post of *seat* reveals, or why it does not count; None if the post reveals none."""
    own = "\n".join(unquoted(text)).translate(_UNSEEN) if "reveal:" in text.lower() else ""
    found = _REVEAL.search(own)
    if found is None:
        return None
    sheet, nonce = _sheet_in(own[found.end() :]), found[1].lower()
    if sheet is None or len(nonce) != 2 * _BYTES:
        return Problem("reveal-unread")
    numbers = _numbers(game, seat)
    pledges = [one for one in of_seat(game, seat) if one.round in numbers and not one.why]
    if not pledges:
        return Problem("reveal-without-pledge")
    mark, said = sheet
    token = next(iter(tokens_in_mark(mark)), "")
    same = [one for one in pledges if one.digest == digest(nonce, game.name, one.round, token, seat, said)]
    if not same:
        return Problem("reveal-unmatched", args={"seat": game.titles[seat]})
    if same[-1] != pledges[-1]:
        return Problem("reveal-of-earlier")
    return Revealed(f"{mark}\n{said}\n...\n", same[-1])


def _sheet_in(text: str) -> tuple[str, str] | None:
    """The opening line and the lines of the first sheet in *text* that has both its lines, as far as they matter."""
    lines = [line.strip() for line in text.splitlines()]
    opens = next((at for at, line in enumerate(lines) if _OPENS.fullmatch(line)), len(lines))
    closes = next((at for at in range(opens + 1, len(lines)) if _CLOSES.fullmatch(lines[at])), None)
    found = _OPENS.fullmatch(lines[opens]) if closes else None
    said = encryption.lines("\n".join(text.splitlines()[opens + 1 : closes]))
    return (f"---{found[1] or ''}", "\n".join(said)) if found else None


def as_pledged(game: Game, seat: str, text: str, post: Posted) -> Posted:
    """When a *post* of *seat* counts as come: one that reveals a sheet does as of when that was pledged."""
    found = revealed(game, seat, text)
    if not isinstance(found, Revealed):
        return post
    at = post.at or post.submitted
    return msgspec.structs.replace(post, at=found.pledge.at, in_public=False, pledged=found.pledge.digest, revealed=at)


def proofs(game: Game) -> list[PledgeProof]:
    """All pledges in the order in which they were recorded, each with what revealed its sheet."""
    shown: dict[tuple[str, str], PledgeProof] = {}
    items = game.inbox.items() if any(True for _ in _all(game)) else ()
    for item in items:
        post, verdict = posted(game, item) if item.seat else None, game.inbox.verdict(item)
        key = (item.seat, post.pledged if post else "")
        pledge = next((one for one in _all(game) if (one.seat, one.digest) == key and not one.why), None)
        if post and verdict and pledge:
            shown[key] = PledgeProof(pledge, item.number, verdict.state, post.revealed)
    none = PledgeProof
    return [none(one) if one.why else shown.get((one.seat, one.digest), none(one)) for one in _all(game)]


def closed_to(game: Game, case: MailCase) -> FoundOrders | None:
    """That orders of *case* came after the deadline, when others had revealed theirs, if they did."""
    post = posted(game, case.item)
    at = (post.at if post else None) or case.item.arrived
    due = game.pause.due_for(case.seat) if game.pause else None
    if due is None or at <= due or (post and post.pledged):
        return None
    numbers = _numbers(game, case.seat)
    others = [one for one in proofs(game) if one.pledge.seat != case.seat and one.pledge.round in numbers]
    if not any(one.revealed and one.revealed <= at for one in others):
        return None
    return FoundOrders(what="orders", problem="after-reveals", notes=case.incoming.found.notes)


def break_off(game: Game, clock: Clock) -> None:
    """Note the pledges whose sheets were not revealed before play continued: all are told."""
    broken = {(fact.seat, fact.digest) for fact in game.facts if isinstance(fact, PledgeBroken)}
    for pledge in [one for one in _all(game) if not one.why and (one.seat, one.digest) not in broken]:
        put = [pause for pause in game.log.pauses if pause.round == pledge.round and pause.tells(pledge.seat)]
        stages = game.invited(put[-1], pledge.seat) if put else ()
        played = [one for key, asked in stages for one in _answers(game, pledge.seat, key, asked)]
        sheets = (one for stage in stages for one in submissions.accepted(game, pledge.seat, *stage))
        newest = [one for one in of_seat(game, pledge.seat) if one.round == pledge.round and not one.why][-1:]
        if played and newest == [pledge] and not any(one.by == "sheet" for one in sheets):
            game.note(PledgeBroken(seat=pledge.seat, round=pledge.round, digest=pledge.digest), clock())


def _answers(game: Game, seat: str, key: str, asked: int) -> Iterator[object]:
    """The answers that play has carried out for a stage of *seat*."""
    entries = game.table.entries[asked:]
    return (one for entry in entries for one in entry.answers if (one.seat, one.key) == (seat, key))
