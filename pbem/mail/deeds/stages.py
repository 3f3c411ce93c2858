"""What the moderator decides about the present stage, and about messages whose fate is open."""

from datetime import datetime

from pbem.mail.deeds import times
from pbem.mail.deeds.fields import Decided, moment
from pbem.referee import moderator
from pbem.referee.deadlines import ladder
from pbem.referee.game import Clock, Game
from pbem.referee.play import apply_default, let_play
from pbem.store.outbox import QueuePlace, Unclear


def again(game: Game, ident: str) -> Decided:
    """Put message *ident*, of open or refused fate, back in line: it did not arrive."""
    place = _open_place(game, ident)
    game.outbox.forget(ident)
    game.outbox.shift(ident, place, "queued")
    return Decided(says=(), page=(times.of_message(game, ident, "message-again"),), goes=True)


def settled(game: Game, ident: str) -> Decided:
    """Take message *ident* for done that waits, or of open or refused fate: it arrived, or need not."""
    place = "queued" if game.outbox.place(ident) == "queued" else _open_place(game, ident)
    game.outbox.shift(ident, place, "sent")
    left = game.outbox.listed("queued")
    more = (f"Messages waiting: {len(left)}; `pbem send` sends them.",) if left else ()
    page = (times.of_message(game, ident, "message-settled"),)
    return Decided(says=(f"{ident} counts as done.", *more), page=page)


def _open_place(game: Game, ident: str) -> QueuePlace:
    place = game.outbox.place(ident)
    if place not in ("trying", "refused"):
        raise Unclear(f"there is no unsettled message {ident}; `pbem status` lists them")
    return place


def default(game: Game, clock: Clock, seat: str, reason: str) -> Decided:
    """Let the default count for what *seat* must answer, for a *reason*; `play` then plays on."""
    apply_default(game, seat, reason, clock)
    return Decided(says=())


def play(game: Game, clock: Clock) -> Decided:
    """Let play continue although a seat holds the stage, or rules of time say that it waits; a turn then plays."""
    let_play(game, clock)
    return Decided(says=("`pbem turn` plays on.",), page=(times.say("plays-on"),))


def approve(game: Game, clock: Clock, seat: str, reason: str = "") -> Decided:
    """Agree to what the ladder proposes for *seat*, and do it."""
    taken = ladder.approve(game, seat, clock, reason)
    return Decided(says=(f"{seat}: {taken.rung}. `pbem turn` plays on.",), data=taken)


def decline(game: Game, clock: Clock, seat: str, reason: str = "", *, wait: bool = False) -> Decided:
    """Do not agree to what the ladder proposes for *seat*: it goes on to what comes next, or lets the game *wait*."""
    declined = ladder.decline(game, seat, clock, wait=wait, reason=reason)
    if wait:
        then = "The game waits until a sheet comes or you do something."
    else:
        then = f"`pbem ladder --as {seat}` shows what comes next."
    return Decided(says=(f"{seat}: not {declined.rung}. {then}",), data=declined)


def hold(game: Game, clock: Clock, seat: str, until: str = "") -> Decided:
    """Hold the present stage for *seat*, as if its player had asked for it, *until* its deadline or a time in words."""
    pause, wanted = game.pause, times.instant_said(game, clock, until) if until else None
    dues = [pause.due_for(seat, stage.decision.key) if pause else None for stage in game.stages(seat) if stage.pending]
    ends = wanted and any(due is None or wanted < due for due in dues)
    return _held(game, clock, seat, release=False, until=wanted if ends else None)


def release(game: Game, clock: Clock, seat: str) -> Decided:
    """Release the hold of *seat*."""
    return _held(game, clock, seat, release=True)


def _held(game: Game, clock: Clock, seat: str, *, release: bool, until: datetime | None = None) -> Decided:
    stages = moderator.release(game, seat, clock) if release else moderator.hold(game, seat, clock, until)
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
