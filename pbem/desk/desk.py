"""The desk: takes each kept mail or sheet to its verdict, and answers it once.

The verdict is written last and every step before it can be repeated, so that an item at which the
program was killed is simply taken up again.
"""

import msgspec

from pbem.commands import obeying
from pbem.commands.answering import Asked
from pbem.content.charset import decoded
from pbem.content.forum import bare
from pbem.content.text import Note
from pbem.desk import answers, bounces, confirming, strangers
from pbem.desk.belief import Belief, believe, proves_more
from pbem.desk.claim import Claim, claim_mail, claim_sheet, dated, standing_of
from pbem.desk.doubles import mark_of, older_than_what_counts
from pbem.desk.elsewhere import of_another_game
from pbem.desk.judging import Case, carry_out, case_of, judged
from pbem.mail.envelope import Envelope, opened, with_form
from pbem.mail.forms import sent_form
from pbem.report.letter import Fate
from pbem.sheet.fault import Sheet
from pbem.store import docket, sealed, sealing
from pbem.store.game import Clock, Game
from pbem.store.inbox import Item, State, Verdict
from pbem.trust.kinds import Kind

_LOOKED_AT = (Fate.accepted, Fate.held, Fate.refused)
_STATES: dict[Fate, State] = {Fate.accepted: "accepted", Fate.held: "held", Fate.words: "words"}


class NotYet(Exception):
    """A mail cannot be judged at present, because a key cannot be had; it goes on waiting."""


class Handled(msgspec.Struct, frozen=True):
    """An item's verdict and the answer given to its seat, empty if there was none."""

    verdict: Verdict
    answer: str = ""


def clear(game: Game, clock: Clock) -> list[Handled]:
    """Take every kept item that waits to its verdict, in the order of their arrival.

    A mail that confirms an earlier one makes that one wait again; it is looked at again when all others were, so that
    it changes nothing for a mail that confirms it and was not closed yet.
    """
    done: list[Handled] = []
    later: set[str] = set()
    while items := [item for item in game.inbox.waiting() if item.name not in later]:
        fresh = [item for item in items if game.inbox.verdict(item) is None]
        for item in fresh or items:
            try:
                done.append(handle(game, item, clock))
            except NotYet:
                later.add(item.name)
    return done


def handle(game: Game, item: Item, clock: Clock) -> Handled:
    """Judge one item: put a legal order where it counts, answer its seat, and close the item; may raise `NotYet`."""
    if not sealing.readable(item.path, game.identity):
        raise NotYet(item.name)
    raw = sealing.read(item.path, game.identity)
    if not item.is_mail:
        return _sheet(game, item, raw, clock)
    envelope = opened(raw)
    mark = mark_of(envelope, sealed=game.settings.mail.sealed is not None)
    verdict = _of_no_seat(game, item, raw, envelope, mark)
    if verdict is not None:
        verdict = sealed.hushed(game, verdict)
        game.inbox.judge(item, verdict)
        return Handled(verdict, answers.given(item))
    claim = dated(game, _vouched(game, item, envelope) or claim_mail(game, envelope), item.arrived)
    envelope = with_form(envelope, sent_form(game, claim.seat))
    belief = believe(game, item, raw, envelope, confirming.claimed(envelope, claim))
    if belief.state == "later":
        raise NotYet(item.name)
    return _closed(game, case_of(game, item, envelope, claim, belief), mark, clock)


def known(game: Game, item: Item) -> Handled:
    """What became of an item that was handled before."""
    verdict = game.inbox.verdict(item)
    if verdict is None:
        raise LookupError(f"the item {item.name} was not handled yet")
    return Handled(verdict, answers.given(item))


def _sheet(game: Game, item: Item, raw: bytes, clock: Clock) -> Handled:
    """Judge a sheet that came without a mail: whoever brought it has said whose it is."""
    if item.seat not in game.titles:
        verdict = Verdict(item.number, "unclaimed", item.arrived)
        game.inbox.judge(item, verdict)
        return Handled(verdict)
    found = bare(decoded(raw, "").text, sent_form(game, item.seat))
    envelope = Envelope(kind=Kind("person", ""), found=found)
    claim = claim_sheet(game, item.seat, found.sheet)
    return _closed(game, case_of(game, item, envelope, claim, Belief()), "", clock)


def _of_no_seat(game: Game, item: Item, raw: bytes, envelope: Envelope, mark: str) -> Verdict | None:
    """The verdict of a mail that no seat is answered for, after what it leads to."""
    verdict = Verdict(
        item.number, "robot", item.arrived, "", envelope.sender, envelope.subject, why=envelope.kind.why, mark=mark
    )
    if envelope.kind.what == "bounce":
        return bounces.noted(game, item, envelope, verdict)
    if envelope.kind.what == "robot":
        about, seat = bounces.of_robot(game, envelope)
        claim = claim_mail(game, envelope) if envelope.found.what == "orders" else Claim()
        return msgspec.structs.replace(verdict, about=about, seat=seat, guess=claim.seat or claim.guess)
    double = game.inbox.marked(mark, item) if mark else None
    if double is not None and not proves_more(game, item, raw, envelope, double):
        return msgspec.structs.replace(verdict, state="doubled", seat=double.seat, about=f"{double.item:04d}", why="")
    if game.inbox.vouched(item):
        return None
    if of_another_game(game, envelope):
        return msgspec.structs.replace(verdict, state="elsewhere", why="")
    claim = claim_mail(game, envelope)
    if not claim.seat:
        return strangers.received(game, item, envelope, claim, verdict)
    if envelope.kind.what == "list" and envelope.found.what in ("words", "nothing"):
        return msgspec.structs.replace(verdict, seat=claim.seat, why="list")
    return None


def _vouched(game: Game, item: Item, envelope: Envelope) -> Claim | None:
    """The claim of a mail that somebody vouched for; its token, if it has one, must still be the present one."""
    vouch = game.inbox.vouched(item)
    if vouch is None:
        return None
    if vouch.address and vouch.address.casefold() != game.settings.seats[vouch.seat].address.casefold():
        game.readdress(vouch.seat, vouch.address, vouch.at, vouch.by)
    standing = standing_of(game, vouch.seat, envelope)
    return Claim(vouch.seat, standing if standing in ("current", "outdated") else "missing")


def _closed(game: Game, case: Case, mark: str, clock: Clock) -> Handled:
    """Carry the case out, answer it, and write its verdict."""
    found = case.envelope.found
    if found.what == "command" and not found.problem:
        return _obeyed(game, case, mark, clock)
    fate, sheet = _fate(game, case)
    notes = [*found.notes, *older_than_what_counts(game, case)]
    if case.belief.code and case.belief.state != "refused" and fate in _LOOKED_AT:
        notes.append(Note(case.belief.code))
    stands = any(
        one.by == "sheet" and one.item != case.item.number for one in docket.accepted(game, case.seat, *case.asked)
    )
    seal = carry_out(game, case, sheet, clock) if fate is Fate.accepted else None
    answer, subject = answers.receipt(game, case, fate, sheet, notes=notes, stands=stands, seal=seal)
    codes = [fault.problem.code for fault in sheet.faults]
    if fate is Fate.held:
        codes = [case.belief.code]
    elif fate not in (Fate.accepted, Fate.refused, Fate.nothing):
        codes = [fate.value]
    return _answered(game, case, _STATES.get(fate, "refused"), answer, subject, mark, tuple(dict.fromkeys(codes)))


def _obeyed(game: Game, case: Case, mark: str, clock: Clock) -> Handled:
    """Obey the commands of a case, answer them, and write the verdict."""
    commands = case.envelope.found.commands
    obeyed = confirming.obeyed(game, case, clock) or obeying.obey(game, _asked(case), commands, clock)
    if obeying.WAITS in obeyed.codes:
        return _answered(game, case, "held", obeyed.text, obeyed.subject, mark, (case.belief.code,))
    state: State = "accepted" if obeyed.passed else "command"
    return _answered(game, case, state, obeyed.text, obeyed.subject, mark, obeyed.codes)


def _fate(game: Game, case: Case) -> tuple[Fate, Sheet]:
    """What becomes of a mail that gives no commands, and the sheet in it; there may be none."""
    found = case.envelope.found
    if found.what == "words" and not found.problem and not case.over:
        return Fate.words, Sheet(found.words, None)
    fate, sheet = judged(game, case, found.sheet)
    if fate is Fate.refused and found.what == "nothing" and not found.problem and case.belief.state != "refused":
        fate = Fate.nothing
    return fate, sheet


def _answered(
    game: Game, case: Case, state: State, text: str, subject: str, mark: str, codes: tuple[str, ...]
) -> Handled:
    """Send the answer to the seat and close the item."""
    vouch = game.inbox.vouched(case.item)
    believed = case.belief.state != "refused" and confirming.UNKNOWN not in codes
    stays = confirming.CONFIRMED in codes
    sent = answers.answer(game, case, subject, text, again=vouch is not None, believed=believed, stays=stays)
    standing = case.claim.standing
    present = standing == "current" or (standing == "missing" and case.belief.state != "refused")
    key, asked = case.asked if present and state not in ("command", "words") else ("", 0)
    verdict = Verdict(
        case.item.number,
        state,
        case.item.arrived,
        case.seat,
        case.envelope.sender,
        case.envelope.subject,
        key,
        asked,
        codes,
        sent.ident,
        sent.address,
        why=sent.why,
        mark=mark,
        written=case.envelope.date,
        vouched=vouch.by if vouch else "",
    )
    verdict = sealed.hushed(game, verdict)
    game.inbox.judge(case.item, verdict)
    return Handled(verdict, text)


def _asked(case: Case) -> Asked:
    return Asked(
        seat=case.seat,
        number=case.item.number,
        name=case.item.name,
        arrived=case.item.arrived,
        stage=case.stage,
        view=case.view,
        proven=case.belief.state == "believed",
        outdated=case.claim.standing == "outdated",
        waits=case.belief.state == "confirm",
    )
