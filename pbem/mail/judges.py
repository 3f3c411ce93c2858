"""The list of judges in order: each kept mail to its verdict.

The verdict is written last and every step before it can be repeated, so that an item at which the
program was killed is simply taken up again.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec

from pbem.engine.picture import Picture
from pbem.mail.extraction.command import holding, normalised
from pbem.mail.extraction.line_classifier import folded, has_key
from pbem.mail.extraction.posts import Post
from pbem.mail.intake import (
    attempts,
    beside,
    confirmations,
    desk_mail,
    forum_posts,
    moderator_mail,
    receipts,
    sender,
    strangers,
)
from pbem.mail.intake.attempts import SetAside
from pbem.mail.intake.beside import Passed
from pbem.mail.intake.case import (
    MailCase,
    carry_out,
    case_of,
    doubted,
    fingerprint_of,
    judged,
    keep_faulty,
    keep_for_yes,
    older_than_what_counts,
    request_of,
    resembles_orders,
    understood,
)
from pbem.mail.intake.commands import WAITS, run_commands, run_trial
from pbem.mail.intake.confirmations import YES_LATE, confirmed
from pbem.mail.intake.desk_mail import DeskMail
from pbem.mail.intake.forms import keys_in, read_for
from pbem.mail.intake.forum_posts import Posted
from pbem.mail.intake.requests import MADE
from pbem.mail.intake.sender import (
    Credibility,
    SenderClaim,
    claim_mail,
    copy_of,
    credibility_of,
    dated,
    of_another_game,
    proves_more,
    standing_of,
    tokens_of,
)
from pbem.mail.intake.sheet_files import read_sheet_file
from pbem.mail.message.received import ReceivedMail, opened
from pbem.mail.mime.decoding import decoded
from pbem.mail.mime.text import MailNote
from pbem.referee import copies, letter, sealing, submissions
from pbem.referee.game import Clock, Game
from pbem.referee.requests import hold_of
from pbem.referee.stage import SeatStage
from pbem.referee.submissions import waiting_sheet
from pbem.report.letter import SheetFate
from pbem.report.plain import text
from pbem.report.tree import Content
from pbem.sheet.parts import Parts
from pbem.store import encryption
from pbem.store.inbox import Confirmation, InboxItem, Verdict, VerdictState

_LOOKED_AT = (SheetFate.accepted, SheetFate.partly, SheetFate.held, SheetFate.doubted, SheetFate.refused)
_STATES: dict[SheetFate, VerdictState] = {
    SheetFate.accepted: "accepted",
    SheetFate.partly: "partly",
    SheetFate.held: "held",
    SheetFate.doubted: "doubted",
    SheetFate.words: "words",
}


class NotYet(Exception):
    """An email cannot be judged now, because a key cannot be had or its stage has not come; it continues to wait."""


class PlayFirst(Exception):
    """An email, and what came after it, is to be judged when play has gone on."""


class HandledMail(msgspec.Struct, frozen=True):
    """An item's verdict and the answer given to its seat, empty if there was none; *content* is that as a tree."""

    verdict: Verdict
    answer: str = ""
    content: Content = ()


def judge_all(game: Game, clock: Clock, *, through: bool = False) -> list[HandledMail]:
    """Take every kept item that waits to its verdict, in the order of their arrival.

    An email that confirms an earlier one makes that one wait again; it is looked at again when all others were, so that
    it changes nothing for an email that confirms it and was not closed yet. If an email may be for a later stage and
    play can go on, it ends there unless *through*: see `exchange.judge_and_play`. What an interrupted pass had deferred
    is deferred again, as its answer depends on what came of the others since.
    """
    done: list[HandledMail] = []
    sender.look(game)
    came_to = attempts.reached(game)
    waiting = (item for item in game.inbox.waiting() if item.number < came_to)
    put_off = {item.name for item in waiting if game.inbox.verdict(item) is None}
    while items := [item for item in game.inbox.waiting() if item.name not in put_off]:
        fresh = [item for item in items if game.inbox.verdict(item) is None]
        for item in fresh or items:
            try:
                done.append(judge(game, item, clock, waits=True, in_turn=True))
            except NotYet:
                put_off.add(item.name)
            except PlayFirst:
                if not through:
                    attempts.pass_over(game)
                    return done
                put_off.add(item.name)
    attempts.pass_over(game)
    return done


def judge(game: Game, item: InboxItem, clock: Clock, *, waits: bool = False, in_turn: bool = False) -> HandledMail:
    """`handle` one item, but set it aside if the program fails at it: one email must not keep all others waiting."""
    done = attempts.tried(
        game, item, lambda: handle(game, item, clock, waits=waits), (NotYet, PlayFirst), in_turn=in_turn
    )
    if isinstance(done, SetAside):
        return HandledMail(done.verdict, text(done.content), done.content)
    return done


def handle(game: Game, item: InboxItem, clock: Clock, *, waits: bool = False) -> HandledMail:
    """Judge one item: put a legal order where it counts, answer its seat, and close the item.

    Raises `NotYet`, and what `guard` does: under other rules it might be judged otherwise. One that *waits* if it may
    be for a later stage may raise `PlayFirst` too.
    """
    game.guard()
    if not encryption.readable(item.path, game.identity):
        raise NotYet(item.name)
    raw = encryption.read(item.path, game.identity)
    if not item.is_mail:
        return _sheet(game, item, raw, clock, waits=waits)
    if (sent := desk_mail.opened(game, raw)) is not None:
        return _from_desk(game, item, sent, clock, waits=waits)
    incoming = opened(raw)
    fingerprint = fingerprint_of(game, raw, incoming)
    verdict = _of_no_seat(game, item, raw, incoming, fingerprint, clock, waits=waits)
    if verdict is not None:
        verdict = _judged(game, item, sealing.hushed(game, verdict))
        return HandledMail(verdict, receipts.given(item))
    vouched = _confirmed(game, item, incoming)
    claim = vouched or claim_mail(game, incoming)
    if waits and not vouched:
        _wait_for_its_stage(game, item, incoming, claim, clock)
    claim = dated(game, claim, item)
    incoming = read_for(game, claim.seat, beside.taken_out(game, claim.seat, incoming), item)
    incoming = beside.for_the_moderator(game, incoming)
    if claim.standing == "copy" and (epoch := copy_of(game, claim.seat, tokens_of(incoming))) is not None:
        copies.note(game.log, epoch, item.number, clock())
        game.guard()
    credibility = credibility_of(game, item, raw, incoming, confirmations.claimed(incoming, claim))
    if credibility.state == "later":
        raise NotYet(item.name)
    case = case_of(game, item, incoming, claim, credibility)
    attempts.found(game, case)
    case = doubted(game, understood(game, case))
    if vouched is None and (verdict := _of_a_list(game, case)) is not None:
        return HandledMail(_judged(game, item, verdict))
    return _closed(game, case, fingerprint, clock)


def _of_a_list(game: Game, case: MailCase) -> Verdict | None:
    """The verdict of an email that a list sent on and that has only words: it is for the list, and not answered."""
    incoming, found = case.incoming, case.incoming.found
    if incoming.kind.what != "list" or found.what not in ("words", "nothing") or found.problem:
        return None
    guess = case.seat if game.settings.mail.sealed and resembles_orders(game, case) else ""
    verdict = Verdict(case.item.number, "robot", case.item.arrived, case.seat, incoming.sender, incoming.subject)
    return msgspec.structs.replace(verdict, why="list", guess=guess)


def _wait_for_its_stage(game: Game, item: InboxItem, incoming: ReceivedMail, claim: SenderClaim, clock: Clock) -> None:
    """Raise `PlayFirst` or `NotYet` if *item* may be for a stage to which the game has not come."""
    why = sender.waits(game, item, incoming, claim, clock)
    if why:
        raise PlayFirst(item.name) if why == "play" else NotYet(item.name)


def _judged(game: Game, item: InboxItem, verdict: Verdict) -> Verdict:
    """Close *item*; whoever confirmed it was heard then."""
    confirmation = game.inbox.confirmation_of(item)
    verdict = msgspec.structs.replace(verdict, vouched=confirmation.by if confirmation else "")
    game.inbox.judge(item, verdict)
    return verdict


def known_already(game: Game, item: InboxItem) -> HandledMail:
    """What became of an item that was handled before."""
    verdict = game.inbox.verdict(item)
    if verdict is None:
        raise LookupError(f"the item {item.name} was not handled yet")
    return HandledMail(verdict, receipts.given(item))


def _sheet(game: Game, item: InboxItem, raw: bytes, clock: Clock, *, waits: bool) -> HandledMail:
    """Judge a sheet that came without an email: whoever brought it has said whose it is."""
    if item.seat not in game.titles:
        return HandledMail(_judged(game, item, Verdict(item.number, "unclaimed", item.arrived)))
    incoming, claim = read_sheet_file(game, item.seat, raw, item)
    if waits:
        _wait_for_its_stage(game, item, incoming, claim, clock)
    case = understood(game, case_of(game, item, incoming, claim, Credibility()))
    return _closed(game, forum_posts.dated(game, doubted(game, case)), "", clock)


def _from_desk(game: Game, item: InboxItem, sent: DeskMail, clock: Clock, *, waits: bool) -> HandledMail:
    """Judge what a seat sent by the order desk, which has shown whose it is."""
    if (double := desk_mail.double_of(game, item, sent)) is not None:
        return HandledMail(_judged(game, item, sealing.hushed(game, double)), receipts.given(item))
    claim = desk_mail.claim_of(game, sent)
    if waits and game.inbox.confirmation_of(item) is None:
        _wait_for_its_stage(game, item, sent.incoming, claim, clock)
    case = case_of(game, item, sent.incoming, claim, desk_mail.credibility_of(game, item, claim, sent))
    return _closed(game, understood(game, case), sent.fingerprint, clock)


def _of_no_seat(
    game: Game,
    item: InboxItem,
    raw: bytes,
    incoming: ReceivedMail,
    fingerprint: str,
    clock: Clock,
    *,
    waits: bool,
) -> Verdict | None:
    """The verdict of an email that no seat is answered for, after what it leads to; it may have to wait."""
    verdict = Verdict(
        item.number,
        "robot",
        item.arrived,
        "",
        incoming.sender,
        incoming.subject,
        why=incoming.kind.why,
    )
    confirmed = game.inbox.confirmation_of(item) is not None
    if incoming.kind.what in ("bounce", "robot") and not confirmed:
        noted = strangers.noted(game, item, incoming, verdict)
        if incoming.kind.what == "bounce" or noted.state == "bounce":
            return noted
        about, seat = strangers.of_automatic(game, incoming)
        claim = claim_mail(game, incoming) if incoming.found.what == "orders" else SenderClaim()
        return msgspec.structs.replace(verdict, about=about, seat=seat, guess=claim.seat or claim.guess)
    # A copy that a program sent on, and no one answered, does not stop the email itself.
    verdict = msgspec.structs.replace(verdict, fingerprint=fingerprint)
    double = game.inbox.same_mail(fingerprint, item) if fingerprint else None
    if double is not None and not proves_more(game, item, raw, incoming, double):
        return msgspec.structs.replace(verdict, state="doubled", seat=double.seat, about=f"{double.item:04d}", why="")
    if confirmed:
        return None
    if of_another_game(game, incoming):
        return msgspec.structs.replace(verdict, state="elsewhere", why="")
    of_others = (
        moderator_mail.received(game, item, raw, incoming, verdict, clock)
        or strangers.about_watching(game, item, incoming, verdict, clock)
        or strangers.carried_out(game, item, raw, incoming, verdict, clock)
    )
    if of_others is not None:
        return of_others
    claim = claim_mail(game, incoming)
    if not claim.seat:
        if waits:
            _wait_for_its_stage(game, item, incoming, claim, clock)
        return strangers.of_a_stranger(game, item, incoming, claim, verdict)
    return None


def _confirmed(game: Game, item: InboxItem, incoming: ReceivedMail) -> SenderClaim | None:
    """The claim of an email that someone confirmed; its token, if it has one, must still be the present one."""
    confirmation = game.inbox.confirmation_of(item)
    if confirmation is None:
        return None
    known = game.settings.seats[confirmation.seat].address
    if confirmation.address and confirmation.address.casefold() != known.casefold():
        game.readdress(confirmation.seat, confirmation.address, confirmation.at, confirmation.by)
    standing = standing_of(game, confirmation.seat, incoming)
    return SenderClaim(confirmation.seat, standing if standing in ("current", "outdated") else "missing")


def _closed(game: Game, case: MailCase, fingerprint: str, clock: Clock) -> HandledMail:
    """Carry the case out, answer it, and write its verdict."""
    case = confirmed(game, case)
    found = case.incoming.found
    passed = beside.passed_on(game, case, clock)
    if (found.what == "command" and not found.problem) or beside.alone(case, passed):
        return _carried_out(game, case, passed, fingerprint, clock)
    if found.trial and not found.problem:
        return _tried(game, case, passed, fingerprint, clock)
    case, held = _with_hold(game, case, clock)
    found = case.incoming.found
    fate, sheet = _fate(game, case)
    has_words = beside.beside_sheet(case, fate)
    notes = _notes(game, case, fate)
    if has_words and fate is not SheetFate.doubted:
        notes.append(beside.note_of(game, case))
    if case.credibility.code and case.credibility.state != "refused" and fate in _LOOKED_AT:
        notes.append(MailNote(case.credibility.code))
    notes += [*held, *_still_waits(game, case, fate), *beside.notes(game, passed)]
    before = {stage.put: at for stage in case.stages if (at := _counted_before(game, case, stage))}
    seal = carry_out(game, case, sheet, clock) if fate in (SheetFate.accepted, SheetFate.partly) else None
    keep_faulty(game, case, fate, sheet)
    seal = keep_for_yes(game, case, fate, sheet) or seal
    content, subject = receipts.receipt(game, case, fate, sheet, notes=notes, before=before, seal=seal)
    codes = [fault.problem.code for fault in sheet.every_fault]
    if fate is SheetFate.held:
        codes = [case.credibility.code]
    elif fate is SheetFate.doubted:
        codes += [doubt.code for doubt in found.doubts]
    elif fate not in (SheetFate.accepted, SheetFate.partly, SheetFate.refused, SheetFate.nothing):
        codes = [fate.value]
    codes += beside.codes(passed)
    state = _STATES.get(fate, "refused")
    wrong = receipts.first_wrong(game, case, sheet)
    known = tuple(dict.fromkeys(codes))
    return _answered(game, case, state, content, subject, fingerprint, known, beside=has_words, wrong=wrong)


def _tried(game: Game, case: MailCase, passed: Sequence[Passed], fingerprint: str, clock: Clock) -> HandledMail:
    """Answer a sheet that is only tried, and what the lines beside it ask, and say what of them was not read."""
    case, asks = beside.asked_beside(game, case)
    found, has_words = case.incoming.found, beside.beside_sheet(case, SheetFate.accepted)
    notes = [
        *(note for note in found.notes if note.code != "found-by-shape"),
        *([beside.note_of(game, case)] if has_words else []),
    ]
    more = [*beside.sections(game, case, passed), *receipts.notes_section(game, case, notes)]
    told = run_trial(game, request_of(case), found.sheet, asks, clock, more)
    return _answered(
        *(game, case, "command", told.content, told.subject, fingerprint, told.codes),
        pictures=told.pictures,
        beside=has_words,
    )


def _notes(game: Game, case: MailCase, fate: SheetFate) -> list[MailNote]:
    """What a receipt says of how an email was read."""
    found = case.incoming.found.notes
    if fate in beside.UNREAD:
        return [note for note in found if note.code == YES_LATE]
    doubtful = fate is SheetFate.doubted  # then it says by itself that there are no marks
    return [*(n for n in found if not (doubtful and n.code == "found-by-shape")), *older_than_what_counts(game, case)]


def _still_waits(game: Game, case: MailCase, fate: SheetFate) -> list[MailNote]:
    """That a sheet waits for a yes, where an email said something else."""
    waits = waiting_sheet(game, case.seat, case.item.number) if fate is SheetFate.words and case.credible else None
    zone = game.settings.zone_of(case.seat).name
    return [MailNote("still-waits-for-yes", {"at": waits.received, "zone": zone})] if waits else []


def _with_hold(game: Game, case: MailCase, clock: Clock) -> tuple[MailCase, list[MailNote]]:
    """*case* without the line such as `hold` beside its sheet, which is carried out, and a note that it is."""
    found = case.incoming.found
    said = (note.args["command"] for note in found.notes if note.code == "command-beside-sheet")
    line = next(filter(holding, said), "")
    if not line or found.problem or case.credibility.state != "believed" or case.claim.standing == "outdated":
        return case, []
    if run_commands(game, request_of(case), (holding(line),), clock).codes != ("held",):
        return case, []
    rest = "\n".join(one for one in found.words.split("\n") if normalised(one) != line).strip()
    notes = tuple(one for one in found.notes if one.args.get("command") != line)
    incoming = msgspec.structs.replace(case.incoming, found=msgspec.structs.replace(found, words=rest, notes=notes))
    return msgspec.structs.replace(case, incoming=incoming), [
        MailNote("hold-beside", {"command": line, **_ends(game, case)})
    ]


def _ends(game: Game, case: MailCase) -> dict[str, Any]:
    """When the hold of the seat of *case* ends by itself, if it does."""
    held = (hold_of(game, stage, case.item.arrived) for stage in case.stages if stage.pending)
    until = next((hold.until for hold in held if hold), None)
    return {"ends": until, "zone": game.settings.zone_of(case.seat).name} if until else {}


def _counted_before(game: Game, case: MailCase, stage: SeatStage) -> datetime | None:
    """When the sheet came that counts for *stage* but for this one."""
    others = submissions.accepted(game, case.seat, *stage.put)
    return next((one.received for one in reversed(others) if one.by == "sheet" and one.item != case.item.number), None)


def _carried_out(game: Game, case: MailCase, passed: Sequence[Passed], fingerprint: str, clock: Clock) -> HandledMail:
    """Obey the commands of a case, answer them and the words to players, and write the verdict."""
    commands = case.incoming.found.commands
    carried_out = confirmations.carried_out(game, case, clock) or run_commands(
        game,
        request_of(case),
        commands,
        clock,
        [
            *beside.sections(game, case, passed),
            *beside.not_read(letter.words_for(game, case.view, case.seat), case),
        ],
    )
    if WAITS in carried_out.codes:
        return _answered(
            game, case, "held", carried_out.content, carried_out.subject, fingerprint, (case.credibility.code,)
        )
    state: VerdictState = "accepted" if carried_out.passed else "command"
    return _answered(
        game,
        case,
        state,
        carried_out.content,
        carried_out.subject,
        fingerprint,
        carried_out.codes,
        beside=beside.beside_commands(game, case, carried_out.codes) and not MADE & {*carried_out.codes},
        pictures=carried_out.pictures,
    )


def _fate(game: Game, case: MailCase) -> tuple[SheetFate, Parts]:
    """What becomes of an email that gives no commands, and the sheet in it; there may be none."""
    found = case.incoming.found
    if found.what == "words" and not found.problem:
        return SheetFate.words, Parts(found.words)
    fate, sheet = judged(game, case, found.sheet)
    if (
        fate is SheetFate.refused
        and found.what == "nothing"
        and not found.problem
        and case.credibility.state != "refused"
    ):
        fate = SheetFate.nothing
    return fate, sheet


def _answered(
    game: Game,
    case: MailCase,
    state: VerdictState,
    content: Content,
    subject: str,
    fingerprint: str,
    codes: tuple[str, ...],
    *,
    beside: bool = False,
    wrong: str = "",
    pictures: Sequence[Picture] = (),
) -> HandledMail:
    """Send the answer to the seat and close the item."""
    confirmation = game.inbox.confirmation_of(case.item)
    credible = case.credible and confirmations.UNKNOWN not in codes
    stays = confirmations.CONFIRMED in codes
    kind = receipts.kind_of(game, case)
    again = "-again" if confirmation else "-later" if game.inbox.reopened(case.item) else ""
    sent = receipts.answer(
        game, case, state, subject, content, again=again, kind=kind, credible=credible, stays=stays, pictures=pictures
    )
    standing = case.claim.standing
    present = standing == "current" or (standing == "missing" and case.credibility.state != "refused")
    key, asked = case.asked if present and state not in ("command", "words") else ("", 0)
    verdict = Verdict(
        case.item.number,
        state,
        case.item.arrived,
        case.seat,
        case.incoming.sender,
        case.incoming.subject,
        key,
        asked,
        codes,
        sent.ident,
        sent.address,
        why=sent.why,
        fingerprint=fingerprint,
        written=case.incoming.date,
        credible=credible,
        vouched=confirmation.by if confirmation else "",
        unknown=_unknown(game, case, state),
        guess=case.seat if state == "words" and game.settings.mail.sealed and resembles_orders(game, case) else "",
        beside=beside,
        wrong=wrong,
        kind=kind,
    )
    verdict = sealing.hushed(game, verdict)
    game.inbox.judge(case.item, verdict)
    return HandledMail(verdict, text(content), content)


def _unknown(game: Game, case: MailCase, state: VerdictState) -> tuple[str, ...]:
    """What may show that an email without effect was for a stage to come."""
    in_vain = case.credibility.state == "refused" and state in ("refused", "command")
    return sender.unknown(game, case.incoming, case.claim) if in_vain else ()


PostFate = Literal["submitted", "known", "others", "nobody", "unclear", "no orders"]
"""What became of a post: submitted now or before; of another seat than was asked for; of no seat, or of one of several;
without orders."""


class PagePost(msgspec.Struct, frozen=True, kw_only=True):
    """A *post* of a page, the *seats* that it may be of, its *fate*, and how it was *handled* now or before."""

    post: Post
    seats: tuple[str, ...]
    fate: PostFate
    handled: HandledMail | None = None


def submit_sheet(
    game: Game, seat: str, raw: bytes, clock: Clock, at: datetime | None = None
) -> tuple[HandledMail, bool]:
    """Submit a sheet for *seat*: what became of it, and whether it is new.

    It came *at* a time, if that is said, otherwise when the heading of its post says; raises `AmbiguousDate`.
    """
    now = clock()
    post = forum_posts.own_post(game, seat, decoded(raw, "").text).post
    posted = forum_posts.when(game, post, now, at) if post else Posted(now, at)
    item, new = _sheet_item(game, seat, raw, posted)
    return (judge(game, item, clock) if new else known_already(game, item)), new


def submit_page(
    game: Game, raw: bytes, clock: Clock, seat: str = "", at: datetime | None = None, *, yes: bool = False
) -> list[PagePost]:
    """Submit each post of a page that has orders for the seat of its writer, or those of *seat* only.

    What shows no time came *at* the one given. Those that were submitted before are not submitted again. With *yes*
    those that would wait for it are confirmed.
    """
    posts = forum_posts.posts_in(game, decoded(raw, "").text)
    own = [(post, _wanted(forum_posts.seat_of(game, post), seat)) for post in posts]
    for post, seats in own:  # nothing is submitted of a page of which something cannot be dated
        if len(seats) == 1 and _has_orders(game, seats[0], post):
            _moment(game, post, clock(), at)
    return list(_submitted(game, own, clock, seat, at, yes=yes))


def _wanted(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return (seat,) if seat in seats else seats


def _submitted(
    game: Game, posts: list[tuple[Post, tuple[str, ...]]], clock: Clock, seat: str, at: datetime | None, *, yes: bool
) -> Iterator[PagePost]:
    for post, seats in posts:
        if len(seats) != 1 or (seat and seats[0] != seat):
            fate: PostFate = "nobody" if not seats else "others" if seat else "unclear"
            yield PagePost(post=post, seats=seats, fate=fate)
            continue
        whose, raw = seats[0], post.source.encode("utf-8", "surrogatepass")
        if (known := _same_post(game, whose, raw)) is not None:
            before = known_already(game, known)
            handled = confirm_doubted(game, before, clock) if yes else before
            yield PagePost(post=post, seats=seats, fate="known" if handled is before else "submitted", handled=handled)
        elif not _has_orders(game, whose, post):
            yield PagePost(post=post, seats=seats, fate="no orders")
        else:
            handled, _ = submit_sheet(game, whose, raw, clock, _moment(game, post, clock(), at))
            handled = confirm_doubted(game, handled, clock) if yes else handled
            yield PagePost(post=post, seats=seats, fate="submitted", handled=handled)


def _moment(game: Game, post: Post, now: datetime, at: datetime | None) -> datetime | None:
    """The time that is given for a post, if it shows none itself; raises `AmbiguousDate`."""
    if at is None:
        forum_posts.when(game, post, now)
        return None
    try:
        return None if forum_posts.when(game, post, now).at else at
    except forum_posts.AmbiguousDate:
        return at


def _has_orders(game: Game, seat: str, post: Post) -> bool:
    """Whether a post has a sheet, or what may be meant as one, or commands."""
    found = read_sheet_file(game, seat, post.source.encode("utf-8", "surrogatepass"))[0].found
    if found.how == "shape":  # a file that is nothing but words is read as a sheet
        keys = folded(keys_in(game, seat))
        return any(">" in line or "→" in line or has_key(line, keys) for line in found.sheet.split("\n"))
    return bool(found.problem) or found.what in ("orders", "command")


def _same_post(game: Game, seat: str, raw: bytes) -> InboxItem | None:
    """The item as which the same post of *seat* was submitted before."""
    items = (item for item in reversed(game.inbox.items()) if item.seat == seat and game.inbox.verdict(item))
    return next((item for item in items if encryption.same(item.path, raw)), None)


def confirm_doubted(game: Game, handled: HandledMail, clock: Clock) -> HandledMail:
    """Say yes to a sheet that waits for it, and tell what became of that; *handled* as it is if it does not.

    It counts as of when its post came.
    """
    verdict = handled.verdict
    waits = waiting_sheet(game, verdict.seat) if verdict.state == "doubted" else None
    if waits is None or waits.item != verdict.item:
        return handled
    item = game.inbox.numbered(waits.item)
    posted = forum_posts.posted(game, item) if item else None
    return submit_sheet(game, verdict.seat, b"yes\n", clock, posted.at if posted else None)[0]


def submit_mail(game: Game, seat: str, raw: bytes, clock: Clock) -> tuple[HandledMail, bool]:
    """Submit an email of the player of *seat*: what became of it, and whether it was judged now."""
    item, new = _mail_item(game, seat, raw, clock)
    return (judge(game, item, clock) if new else known_already(game, item)), new


def _sheet_item(game: Game, seat: str, raw: bytes, posted: Posted) -> tuple[InboxItem, bool]:
    """The item of a sheet, and whether it is new: the same again is, if another or none has counted since."""
    arrived, beside = posted.at or posted.submitted, forum_posts.beside(posted)
    stages = game.stages(seat)
    if not stages:
        return game.inbox.keep(raw, arrived, seat=seat, source="submit", beside=beside)
    stage, last = stages[0], max(submissions.last(game, stage) for stage in stages)
    for before in range(last):
        item = game.inbox.known(raw, seat=seat, source=f"submit {stage.name} {before}")
        if item and item.number == last:
            return item, False
    return game.inbox.keep(raw, arrived, seat=seat, source=f"submit {stage.name} {last}", beside=beside)


def _mail_item(game: Game, seat: str, raw: bytes, clock: Clock) -> tuple[InboxItem, bool]:
    """The item of an email that the moderator confirms, and whether it is to be judged."""
    item, _ = game.inbox.keep(raw, clock())
    verdict = game.inbox.verdict(item)
    if verdict is not None and not verdict.confirmable:
        return item, False
    game.inbox.confirm(item, Confirmation(seat, "moderator", clock()))
    return item, True
