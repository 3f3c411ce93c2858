"""The list of judges in order: each kept mail to its verdict.

The verdict is written last and every step before it can be repeated, so that an item at which the
program was killed is simply taken up again.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Literal

import msgspec

from pbem.engine.picture import Picture
from pbem.mail.deeds import by_mail
from pbem.mail.extraction.command import holding, normalised
from pbem.mail.extraction.posts import Post
from pbem.mail.intake import beside, confirmations, forum_posts, pledges, receipts, sender, strangers
from pbem.mail.intake.arrival import Arrival, NotYet, PlayFirst, Ruling, SetAside, pass_over, reached, tried
from pbem.mail.intake.case import (
    MailCase,
    carry_out,
    judged,
    keep_faulty,
    keep_for_yes,
    older_than_what_counts,
    request_of,
    resembles_orders,
)
from pbem.mail.intake.commands import WAITS, run_commands, run_trial
from pbem.mail.intake.confirmations import YES_LATE, YES_TO_WORDS
from pbem.mail.intake.forum_posts import Posted
from pbem.mail.intake.requests import MADE
from pbem.mail.intake.sender import from_moderator, of_another_game, proves_more
from pbem.mail.intake.sheet_files import has_orders
from pbem.mail.mime.text import MailNote, decoded
from pbem.referee import letter, sealing, submissions
from pbem.referee.game import Clock, Game
from pbem.referee.people import seal_keys
from pbem.referee.stage import SeatStage
from pbem.referee.submissions import hold_of, waiting_sheet
from pbem.report.letter import SheetFate
from pbem.report.plain import text
from pbem.report.template_files import files_looked_at_once
from pbem.report.tree import Content
from pbem.sheet.parts import Parts
from pbem.store import encryption
from pbem.store.inbox import Confirmation, InboxItem, Verdict, VerdictState
from pbem.store.outbox import Waits

_LOOKED_AT = (SheetFate.accepted, SheetFate.partly, SheetFate.held, SheetFate.doubted, SheetFate.refused)
_STATES: dict[SheetFate, VerdictState] = {
    SheetFate.accepted: "accepted",
    SheetFate.partly: "partly",
    SheetFate.held: "held",
    SheetFate.doubted: "doubted",
    SheetFate.words: "words",
}


class HandledMail(msgspec.Struct, frozen=True):
    """An item's verdict and the answer given to its seat, empty if there was none; *content* is that as a tree.

    Lines *beside* its orders that are not for a judge led to what is said of them.
    """

    verdict: Verdict
    answer: str = ""
    content: Content = ()
    beside: tuple[str, ...] = ()


def judge_all(game: Game, clock: Clock, *, through: bool = False) -> list[HandledMail]:
    """Take every kept item that waits to its verdict, in the order of their arrival.

    An email that confirms an earlier one makes that one wait again; it is looked at again when all others were, so that
    it changes nothing for an email that confirms it and was not closed yet. If an email may be for a later stage and
    play can go on, it ends there unless *through*: see `exchange.judge_and_play`. What an interrupted pass had deferred
    is deferred again, as its answer depends on what came of the others since.
    """
    done: list[HandledMail] = []
    sender.look(game)
    came_to = reached(game)
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
                    pass_over(game)
                    return done
                put_off.add(item.name)
    pass_over(game)
    return done


def judge(game: Game, item: InboxItem, clock: Clock, *, waits: bool = False, in_turn: bool = False) -> HandledMail:
    """`handle` one item, but set it aside if the program fails at it: one email must not keep all others waiting."""
    done = tried(game, item, lambda: handle(game, item, clock, waits=waits), (NotYet, PlayFirst), in_turn=in_turn)
    if isinstance(done, SetAside):
        return HandledMail(done.verdict, text(done.content), done.content)
    return done


@files_looked_at_once()
def handle(game: Game, item: InboxItem, clock: Clock, *, waits: bool = False) -> HandledMail:
    """Judge one item: the first judge whose it is puts a legal order where it counts and answers its seat.

    Raises `NotYet`: later it might be judged otherwise. One that *waits* if it may be for a later stage may raise
    `PlayFirst` too.
    """
    arrival = Arrival(game, item, clock, waits=waits)
    ruling = next(filter(None, (judge(arrival) for judge in JUDGES)))
    by = arrival.confirmation.by if arrival.confirmation else ""
    verdict = msgspec.structs.replace(ruling.verdict, vouched=by)
    if game.settings.mail.sealed is not None:
        verdict = sealing.hushed(verdict)
    game.inbox.judge(item, verdict)
    answer = text(ruling.content) if ruling.content else receipts.given(item)
    return HandledMail(verdict, answer, ruling.content)


def known_already(game: Game, item: InboxItem) -> HandledMail:
    """What became of an item that was handled before."""
    verdict = game.inbox.verdict(item)
    if verdict is None:
        raise LookupError(f"the item {item.name} was not handled yet")
    return HandledMail(verdict, receipts.given(item))


def _sheet_of_no_seat(arrival: Arrival) -> Ruling | None:
    """Judge a sheet that came without an email, of no seat of the game."""
    item = arrival.item
    if item.is_mail or item.seat in arrival.game.titles:
        return None
    return Ruling(Verdict(item.number, "unclaimed", item.arrived))


def _copy(arrival: Arrival) -> Ruling | None:
    """Judge an email that came before; a copy that a program sent on, and no one answered, stops nothing."""
    game, item, incoming = arrival.game, arrival.item, arrival.incoming
    double = game.inbox.same_mail(arrival.fingerprint, item) if arrival.fingerprint else None
    if double is None:
        return None
    if arrival.desk is None and proves_more(game, item, arrival.raw, incoming, arrival.claim, double):
        return None
    about = f"{double.item:04d}"
    return Ruling(msgspec.structs.replace(arrival.verdict, state="doubled", seat=double.seat, about=about, why=""))


def _of_another_game(arrival: Arrival) -> Ruling | None:
    """Judge an email that another game asked for."""
    if not arrival.by_mail or not of_another_game(arrival.game, arrival.incoming):
        return None
    return Ruling(msgspec.structs.replace(arrival.verdict, state="elsewhere", why=""))


def _of_the_moderator(arrival: Arrival) -> Ruling | None:
    """Judge an email of the moderator."""
    theirs = arrival.by_mail and from_moderator(arrival.game, arrival.incoming)
    return by_mail.of_the_moderator(arrival) if theirs else None


def _of_a_later_stage(arrival: Arrival) -> Ruling | None:
    """Let an email wait that may be for a stage to which the game has not come."""
    if not arrival.waits or arrival.confirmation is not None:
        return None
    why = sender.waits(arrival.game, arrival.item, arrival.incoming, arrival.claim, arrival.clock)
    if why:
        raise PlayFirst(arrival.item.name) if why == "play" else NotYet(arrival.item.name)
    return None


def _of_a_list(arrival: Arrival) -> Ruling | None:
    """Judge an email that a list sent on and that has only words: it is for the list, and not answered."""
    game, incoming = arrival.game, arrival.incoming
    if not arrival.by_mail or incoming.kind.what != "list":
        return None
    case, found = arrival.case, arrival.case.incoming.found
    if found.what not in ("words", "nothing") or found.problem:
        return None
    guess = case.seat if game.settings.mail.sealed and resembles_orders(game, case) else ""
    verdict = msgspec.structs.replace(arrival.verdict, seat=case.seat, why="list", guess=guess, fingerprint="")
    return Ruling(verdict)


def _of_commands(arrival: Arrival) -> Ruling | None:
    """Obey the commands of an email, and answer them and its words to players."""
    game, case, clock, passed = arrival.game, arrival.settled, arrival.clock, arrival.passed
    found = case.incoming.found
    if (found.what != "command" or found.problem) and not beside.alone(game, case, passed):
        return None
    words = letter.words_for(game, case.view, case.seat)
    to_words = [note for note in found.notes if note.code == YES_TO_WORDS]
    notes = receipts.notes_section(game, case, [*to_words, *beside.orders_beside(game, case)])
    more = [*beside.sections(game, case, passed), *beside.not_read(words, case), *notes]
    done = confirmations.carried_out(game, case, clock) or run_commands(
        game, request_of(case), found.commands, clock, more
    )
    if WAITS in done.codes:
        return _answered(arrival, case, "held", done.content, done.subject, (case.credibility.code,))
    return _answered(
        *(arrival, case, "accepted" if done.passed else "command", done.content, done.subject, done.codes),
        beside=beside.beside_commands(game, case, done.codes) and not MADE & {*done.codes},
        pictures=done.pictures,
    )


def _of_a_trial(arrival: Arrival) -> Ruling | None:
    """Answer a sheet that is only tried, and what the lines beside it ask, and say what of them was not read."""
    game, case = arrival.game, arrival.settled
    if not case.incoming.found.trial or case.incoming.found.problem:
        return None
    case, asks = beside.asked_beside(game, case)
    found, has_words = case.incoming.found, beside.beside_sheet(game, case, SheetFate.accepted)
    notes = [
        *(note for note in found.notes if note.code != "found-by-shape"),
        *([beside.note_of(game, case)] if has_words else []),
    ]
    more = [*beside.sections(game, case, arrival.passed), *receipts.notes_section(game, case, notes)]
    told = run_trial(game, request_of(case), found.sheet, asks, arrival.clock, more)
    return _answered(
        *(arrival, case, "command", told.content, told.subject, told.codes), pictures=told.pictures, beside=has_words
    )


def _of_a_seat(arrival: Arrival) -> Ruling:
    """Judge an email with a sheet, with words, or with nothing, and carry the sheet out as far as it counts."""
    game, clock, passed = arrival.game, arrival.clock, arrival.passed
    case, held = _with_hold(game, arrival.settled, clock)
    fate, sheet = _fate(game, case)
    has_words = beside.beside_sheet(game, case, fate)
    notes = [*beside.only_words_sent(game, case, fate, passed), *_notes(game, case, fate)]
    if has_words and fate is not SheetFate.doubted:
        notes.append(beside.note_of(game, case))
    if case.credibility.code and case.credibility.state != "refused" and fate in _LOOKED_AT:
        notes.append(MailNote(case.credibility.code))
    notes += [*held, *_still_waits(game, case, fate), *beside.notes(game, passed)]
    before = {stage.put: at for stage in case.stages if (at := _counted_before(game, case, stage))}
    seal = carry_out(game, case, sheet, clock) if fate in (SheetFate.accepted, SheetFate.partly) else None
    keep_faulty(game, case, fate, sheet)
    seal = keep_for_yes(game, case, fate, sheet) or seal
    content, subject, waits = receipts.receipt(game, case, fate, sheet, notes=notes, before=before, seal=seal)
    codes = tuple(dict.fromkeys([*_codes(case, fate, sheet), *beside.codes(passed)]))
    wrong = receipts.first_wrong(game, case, sheet)
    state = _STATES.get(fate, "refused")
    return _answered(arrival, case, state, content, subject, codes, beside=has_words, wrong=wrong, waits=waits)


def _codes(case: MailCase, fate: SheetFate, sheet: Parts) -> list[str]:
    """Why a sheet does not count as it is, in the words of its verdict."""
    if fate is SheetFate.held:
        return [case.credibility.code]
    if fate not in (SheetFate.accepted, SheetFate.partly, SheetFate.doubted, SheetFate.refused, SheetFate.nothing):
        return [fate.value]
    doubts = case.incoming.found.doubts if fate is SheetFate.doubted else ()
    return [*(fault.problem.code for fault in sheet.every_fault), *(doubt.code for doubt in doubts)]


JUDGES: tuple[Callable[[Arrival], Ruling | None], ...] = (
    _sheet_of_no_seat,
    strangers.of_a_robot,
    _copy,
    _of_another_game,
    _of_the_moderator,
    strangers.of_a_watcher,
    strangers.of_someone_invited,
    _of_a_later_stage,
    strangers.of_a_stranger,
    _of_a_list,
    _of_commands,
    _of_a_trial,
    _of_a_seat,
)
"""Who judges an item, in order: each looks whether it is one of its own; the last takes what is left."""


def _notes(game: Game, case: MailCase, fate: SheetFate) -> list[MailNote]:
    """What a receipt says of how an email was read."""
    found = case.incoming.found.notes
    if fate in beside.UNREAD:
        return [note for note in found if note.code == YES_LATE]
    if fate is SheetFate.words:
        near = beside.nearly_orders(game, case)
        found = (*(note for note in found if not near or note.code != "no-key"), *near)
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
    arrival: Arrival,
    case: MailCase,
    state: VerdictState,
    content: Content,
    subject: str,
    codes: tuple[str, ...],
    *,
    beside: bool = False,
    wrong: str = "",
    pictures: Sequence[Picture] = (),
    waits: Waits = "",
) -> Ruling:
    """What becomes of an email of a seat, once the answer is sent to it."""
    game, item = arrival.game, case.item
    credible = case.credible and confirmations.UNKNOWN not in codes
    stays = confirmations.CONFIRMED in codes
    kind = receipts.kind_of(game, case, state)
    again = "again" if arrival.confirmation else "later" if game.inbox.reopened(item) else ""
    sent = receipts.answer(
        game,
        case,
        state,
        subject,
        content,
        again=again,
        kind=kind,
        credible=credible,
        stays=stays,
        pictures=pictures,
        waits=waits,
    )
    standing = case.claim.standing
    present = standing == "current" or (standing == "missing" and case.credibility.state != "refused")
    key, asked = case.asked if present and state not in ("command", "words") else ("", 0)
    verdict = Verdict(
        item.number,
        state,
        item.arrived,
        case.seat,
        case.incoming.sender,
        case.incoming.subject,
        key,
        asked,
        codes,
        sent.ident,
        sent.address,
        why=sent.why,
        fingerprint=arrival.fingerprint,
        written=case.incoming.date,
        credible=credible,
        unknown=_unknown(game, case, state),
        guess=case.seat if state == "words" and game.settings.mail.sealed and resembles_orders(game, case) else "",
        beside=beside,
        wrong=wrong,
        kind=kind,
    )
    return Ruling(verdict, content)


def _unknown(game: Game, case: MailCase, state: VerdictState) -> tuple[str, ...]:
    """What may show that an email without effect was for a stage to come."""
    in_vain = case.credibility.state == "refused" and state in ("refused", "command")
    return sender.unknown(game, case.incoming, case.claim) if in_vain else ()


PostFate = Literal["submitted", "known", "others", "nobody", "unclear", "no orders"]
"""What became of a post: submitted now or before; of another seat than was asked for; of no seat, or of one of several;
without orders."""


class PagePost(msgspec.Struct, frozen=True, kw_only=True):
    """A *post* of a page, the *seats* that it may be of, its *fate*, and how it was *handled* now or before.

    What is said of lines *beside* its orders is there whatever its fate is.
    """

    post: Post
    seats: tuple[str, ...]
    fate: PostFate
    handled: HandledMail | None = None
    beside: tuple[str, ...] = ()


def submit_sheet(
    game: Game, seat: str, raw: bytes, clock: Clock, at: datetime | None = None, link: str = ""
) -> tuple[HandledMail, bool]:
    """Submit a sheet for *seat*, or a post with its *link*: what became of it, and whether it is new.

    It came *at* a time, if that is said, otherwise when the heading of its post says; raises `AmbiguousDate`.
    """
    now = clock()
    text = decoded(raw, "").text
    own = forum_posts.own_post(game, seat, text)
    posted = forum_posts.when(game, own.post, now, at) if own.post else Posted(now, at)
    posted, said = msgspec.structs.replace(posted, link=link), tuple[str, ...]()
    if not own.problem:
        theirs = [
            post.text for post in forum_posts.posts_in(game, text) if seat in forum_posts.seats_of(game, post.writer)
        ]
        said = lines_taken(game, seat, "\n".join([*theirs, own.text]), posted, clock)
        posted = pledges.as_pledged(game, seat, own.text, posted)
    item, new = _sheet_item(game, seat, raw, posted)
    handled = judge(game, item, clock) if new else known_already(game, item)
    return msgspec.structs.replace(handled, beside=said), new


def lines_taken(game: Game, seat: str, text: str, post: Posted, clock: Clock) -> tuple[str, ...]:
    """Take the key and the pledges that a *post* of *seat* gives in lines of its *text*; what the moderator is told."""
    key = seal_keys.take(game, seat, text, clock)
    found = pledges.take(game, seat, text, post.at or post.submitted, clock, post.link)
    return (*([seal_keys.not_taken(seat, key)] if key else []), *(pledges.said(game, one) for one in found))


def submit_page(
    game: Game, raw: bytes, clock: Clock, seat: str = "", at: datetime | None = None, *, yes: bool = False
) -> list[PagePost]:
    """Submit each post of a page that has orders for the seat of its writer, or those of *seat* only.

    What shows no time came *at* the one given. Those that were submitted before are not submitted again. With *yes*
    those that would wait for it are confirmed.
    """
    posts = forum_posts.posts_in(game, decoded(raw, "").text)
    alone = (seat,) if seat and len(posts) == 1 and not posts[0].writer else ()
    own = [(post, _wanted(forum_posts.seat_of(game, post) or alone, seat)) for post in posts]
    for post, seats in own:  # nothing is submitted of a page of which something cannot be dated
        if len(seats) == 1 and (has_orders(game, seats[0], _raw(post)) or pledges.has_pledge(post.text)):
            _moment(game, post, clock(), at)
    return list(_submitted(game, own, clock, seat, at, yes=yes))


def _wanted(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return (seat,) if seat in seats else seats


def _submitted(
    game: Game, posts: list[tuple[Post, tuple[str, ...]]], clock: Clock, seat: str, at: datetime | None, *, yes: bool
) -> Iterator[PagePost]:
    for number, (post, seats) in enumerate(posts):
        if len(seats) != 1 or (seat and seats[0] != seat):
            fate: PostFate = "nobody" if not seats else "others" if seat else "unclear"
            yield PagePost(post=post, seats=seats, fate=fate)
            continue
        whose = seats[0]
        orders = has_orders(game, whose, _raw(post))
        below = (each for each, of in islice(posts, number + 1, None) if of == seats)
        later = forum_posts.said_later(game, whose, below) if orders else []
        raw = "\n".join([post.source, *later]).encode("utf-8", "surrogatepass")
        if (known := _same_post(game, whose, raw)) is not None:
            before = known_already(game, known)
            handled = confirm_doubted(game, before, clock) if yes else before
            yield PagePost(post=post, seats=seats, fate="known" if handled is before else "submitted", handled=handled)
        elif not orders:
            dated = _moment(game, post, clock(), at) if pledges.has_pledge(post.text) else clock()
            came = forum_posts.when(game, post, clock(), dated)
            yield PagePost(
                post=post, seats=seats, fate="no orders", beside=lines_taken(game, whose, post.text, came, clock)
            )
        else:
            handled, _ = submit_sheet(game, whose, raw, clock, _moment(game, post, clock(), at))
            handled = confirm_doubted(game, handled, clock) if yes else handled
            yield PagePost(post=post, seats=seats, fate="submitted", handled=handled, beside=handled.beside)


def _moment(game: Game, post: Post, now: datetime, at: datetime | None) -> datetime | None:
    """The time that is given for a post, if it shows none itself; raises `AmbiguousDate`."""
    if at is None:
        forum_posts.when(game, post, now)
        return None
    try:
        return None if forum_posts.when(game, post, now).at else at
    except forum_posts.AmbiguousDate:
        return at


def _raw(post: Post) -> bytes:
    return post.source.encode("utf-8", "surrogatepass")


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
