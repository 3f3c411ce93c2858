"""What the moderator decides about the present stage, and about messages whose fate is open."""

from datetime import datetime

from pbem.mail.deeds import times
from pbem.mail.deeds.deed import DeedCase, deed
from pbem.mail.deeds.fields import BECAUSE, LASTING, MESSAGE, REASON, SEAT, Decided, moment
from pbem.referee import moderator
from pbem.referee.deadlines import ladder
from pbem.referee.play import apply_default, let_play
from pbem.store.facts import RungDeclined, RungTaken
from pbem.store.outbox import QueuePlace, Unclear


@deed("pbem send --again={ident}", needs=("ident",), line=rf"send\s+again\s+{MESSAGE}", sends=True,
      settles=("refused", "uncertain"))  # fmt: skip
def again(case: DeedCase) -> Decided:
    """Put a message of open or refused fate back in line: it did not arrive."""
    game, ident = case.game, case.text("ident")
    if place := _open_place(case, ident):
        game.outbox.forget(ident)
        game.outbox.shift(ident, place, "queued")
    return Decided(says=(), page=(times.of_message(game, ident, "message-again"),), goes=True)


@deed("pbem send --settled={ident}", needs=("ident",), line=rf"settled\s+{MESSAGE}", settles=("refused", "uncertain"))
def settled(case: DeedCase) -> Decided:
    """Take a message for done that waits, or is of open or refused fate: it arrived, or need not."""
    game, ident = case.game, case.text("ident")
    place = "queued" if game.outbox.place(ident) == "queued" else _open_place(case, ident)
    if place:
        game.outbox.shift(ident, place, "sent")
    left = game.outbox.listed("queued")
    more = (f"Messages waiting: {len(left)}; `pbem send` sends them.",) if left else ()
    page = (times.of_message(game, ident, "message-settled"),)
    return Decided(says=(f"{ident} counts as done.", *more), page=page)


def _open_place(case: DeedCase, ident: str) -> QueuePlace | None:
    """Where a message of open fate is; None if it was settled before the program died."""
    place = case.game.outbox.place(ident)
    if place in ("trying", "refused"):
        return place
    if case.retried is None:
        raise Unclear(f"there is no unsettled message {ident}; `pbem status` lists them")
    return None


@deed("pbem play --default={seat} --reason={reason}", needs=("seat", "reason"), plays=True,
      line=rf"default\s+(?:for\s+)?{SEAT}{BECAUSE}", settles=("ladder-asks", "bot", "deadline"),
      of_seat=lambda _game, one: one.waited_for)  # fmt: skip
def default(case: DeedCase) -> Decided:
    """Let the default count for what SEAT must answer; play then continues."""
    apply_default(case.game, case.seat, case.reason, case.clock)
    return Decided(says=(), page=(times.say("defaulted", title=case.game.titles[case.seat]),))


@deed("pbem play --anyway", line=r"play\s+(?:on\s+)?anyway", plays=True,
      of_game=lambda game, found: game.outcome is None and any(one.holds for one in found.seats))  # fmt: skip
def play(case: DeedCase) -> Decided:
    """Let play continue although a seat holds the stage, or rules of time say that it waits; a turn then plays."""
    let_play(case.game, case.clock)
    return Decided(says=("`pbem turn` plays on.",), page=(times.say("plays-on"),))


@deed("pbem ladder approve {seat} --reason={reason}", needs=("seat",), may=("reason",), settles=("ladder",),
      helps={"reason": "Why; everyone is told."})  # fmt: skip
def approve(case: DeedCase) -> Decided:
    """Agree to what the ladder proposes for SEAT, and do it."""
    taken = case.done_before(RungTaken) or ladder.approve(case.game, case.seat, case.clock, case.reason)
    page = (times.say("approved", title=case.game.titles[case.seat], rung=taken.rung),)
    return Decided(says=(f"{case.seat}: {taken.rung}. `pbem turn` plays on.",), page=page, data=taken)


@deed("pbem ladder decline {seat} --reason={reason}", needs=("seat",), may=("reason",), settles=("ladder",),
      helps={"reason": "Why, for the log."})  # fmt: skip
def decline(case: DeedCase) -> Decided:
    """Do not agree to what the ladder proposes for SEAT: it goes on to what comes next."""
    return _declined(case, f"`pbem ladder --as {case.seat}` shows what comes next.", wait=False)


@deed("pbem ladder decline {seat} --wait --reason={reason}", needs=("seat",), may=("reason",),
      settles=("ladder", "ladder-asks"), helps={"wait": "Do nothing more by itself in this stage."})  # fmt: skip
def decline_wait(case: DeedCase) -> Decided:
    """Do not agree to what the ladder proposes for SEAT: the game waits."""
    return _declined(case, "The game waits until a sheet comes or you do something.", wait=True)


def _declined(case: DeedCase, then: str, *, wait: bool) -> Decided:
    before = case.done_before(RungDeclined)
    declined = before or ladder.decline(case.game, case.seat, case.clock, wait=wait, reason=case.reason)
    page = (times.say("declined", title=case.game.titles[case.seat], wait=wait),)
    return Decided(says=(f"{case.seat}: not {declined.rung}. {then}",), page=page, data=declined)


@deed("pbem hold --as={seat} --until={when}", needs=("seat",), may=("when",), undone_by="release",
      line=rf"hold\s+(?:the\s+stage\s+)?(?:for\s+)?{SEAT}{LASTING}{REASON}",
      of_seat=lambda _game, one: bool(one.waited_for and not one.holds),
      helps={"seat": "The seat that asks for it.", "when": "A length or a time, such as 10m or Fri 20:00.",
             "release": "Release the hold."})  # fmt: skip
def hold(case: DeedCase) -> Decided:
    """Hold the current stage for a seat, as if its player had asked by email.

    The stage, with all that the seat is asked in it, is then not played before its deadline, even if all sheets are
    in, unless you run `pbem play --anyway`; or not before --until, if that is earlier.
    """
    game, seat, pause = case.game, case.seat, case.game.pause
    wanted = times.instant_said(case, case.text("when")) if case.text("when") else None
    dues = [pause.due_for(seat, stage.decision.key) if pause else None for stage in game.stages(seat) if stage.pending]
    ends = wanted and any(due is None or wanted < due for due in dues)
    return _held(case, release=False, until=wanted if ends else None)


@deed("pbem hold --as={seat} --release", needs=("seat",), undone_by="hold",
      line=rf"release\s+(?:the\s+)?(?:hold\s+)?(?:(?:of|for)\s+)?{SEAT}{REASON}",
      of_seat=lambda _game, one: one.holds)  # fmt: skip
def release(case: DeedCase) -> Decided:
    """Release the hold of a seat."""
    return _held(case, release=True)


def _held(case: DeedCase, *, release: bool, until: datetime | None = None) -> Decided:
    game, seat = case.game, case.seat
    stages = moderator.release(game, seat, case.clock) if release else moderator.hold(game, seat, case.clock, until)
    dues = {game.pause.due_for(seat, stage.decision.key) if game.pause else None for stage in stages}
    keys = ", ".join(stage.decision.key for stage in stages)
    data = {"seat": seat, "stage": stages[0].name, "holds": not release}
    if len(stages) > 1:
        data["stages"] = [stage.name for stage in stages]
    if release:
        says = f"{seat} holds {keys} no longer; `pbem turn` continues play if all sheets are in."
    elif until:
        says = f"{seat} holds {keys}: play does not continue before {moment(until, game.settings.deadlines.zone.name)}."
    elif None in dues:
        says = f"{seat} holds {keys}: play waits until the hold is released, or you run `pbem play --anyway`."
    else:
        which = "the deadline" if len(dues) == 1 else "the last of their deadlines"
        says = f"{seat} holds {keys}: play does not continue before {which}."
    page = (times.of_hold(game, seat, release=release, lasting=None in dues, until=until),)
    return Decided(says=(says,), page=page, data=data)
