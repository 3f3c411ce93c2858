"""What the moderator does about a game that went wrong: rule, move it back, submit a sheet for a seat."""

from pbem.mail.intake.moderator import submitting
from pbem.mail.intake.verdicts import HandledMail
from pbem.mail.moderating import ruled
from pbem.mail.moderating.decided import Decided
from pbem.referee import play
from pbem.referee.game import Clock, Game
from pbem.referee.moderation.ruling_trial import effects
from pbem.referee.moderation.rulings import rule as carry_out
from pbem.referee.moderation.rulings import try_ruling
from pbem.store.refusal import Refusal
from pbem.store.verdict import Verdict

OVER = (
    "The game was over, and its last letters revealed the key of its random draws and all else that the end made\n"
    "public. Later draws and tokens come from new keys, but players keep what they know: anyone can repeat every\n"
    "earlier draw, even of cards in a shuffled pile. Continue only if all players agree."
)


class NotCorrected(Refusal):
    """What was written cannot be carried out; the message says why, on several lines."""


def rewind(game: Game, clock: Clock, to: int, reason: str) -> Decided:
    """Move the game back, or forward again, to entry *to*."""
    entry = play.rewind(game, to, reason, clock)
    over = (OVER,) if game.log.lines[-1].salt else ()
    says = f"The game is rewound to entry {to}; this is entry {entry.number}."
    data = {"entry": entry.number, "to": to, "reason": reason, "over": bool(over)}
    return Decided(says=(says, "Run `pbem turn`: the letters tell everyone.", *over), data=data)


def rewind_to_round(game: Game, clock: Clock, number: int, reason: str) -> Decided:
    """Move the game back to the moment when the letters of a round were written."""
    return rewind(game, clock, play.entry_of_round(game, number), reason)


def submit(game: Game, clock: Clock, seat: str, text: str) -> Decided:
    """Submit the sheet *text* for *seat*, as if its player had sent it; raises `NotCorrected` if it is refused."""
    handled, new = submitting.submit_sheet(game, seat, text.encode(), clock)
    says = said_of_sheet(handled, new=new)
    if handled.verdict.state not in ("accepted", "partly", "command"):
        raise NotCorrected(says)
    return Decided(says=(says,), data={"verdict": handled.verdict})


def said_of_sheet(handled: HandledMail, *, new: bool) -> str:
    """The reply to a sheet or email that the moderator submitted; of one that failed, why."""
    answer = "" if handled.verdict.state == "failed" else handled.answer
    return answer or _without_reply(handled.verdict, new=new)


def rule(game: Game, clock: Clock, text: str, reason: str) -> Decided:
    """Carry out the ruling *text* for a *reason*; raises `NotCorrected`."""
    tried = try_ruling(game, text, reason)
    found = effects(game, tried.after) if tried.after and not tried.broken else None
    done = carry_out(game, text, reason, clock)
    says = tuple(filter(None, ruled.said(game, done, None)))
    if done.entry is None:
        raise NotCorrected("\n".join(says))
    return Decided(says=says, ahead=tuple(ruled.told(game, found, public=True)) if found else None)


def _without_reply(verdict: Verdict, *, new: bool) -> str:
    """The result for a sheet or email without a reply that can be shown."""
    if verdict.state == "failed":
        return f"pbem has a bug and failed at it ({verdict.why}); `pbem status` says what can be done."
    if verdict.state == "doubled":
        return f"It is a duplicate of email {int(verdict.about)}; `pbem mail {int(verdict.about)}`."
    return "It has been processed." if new else "It was submitted before, and the reply to it is sealed."
