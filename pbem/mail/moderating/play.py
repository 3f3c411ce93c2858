"""What the moderator does so that a stage goes on: submits a sheet for a seat, and plays."""

from pbem.mail import judges
from pbem.mail.deeds.corrections import NotCorrected
from pbem.mail.deeds.deed import DeedCase
from pbem.mail.deeds.fields import Decided
from pbem.mail.exchange import judge_and_play
from pbem.mail.judges import HandledMail
from pbem.mail.moderating import wording
from pbem.referee import submissions
from pbem.referee.game import Clock, Game
from pbem.referee.status import status
from pbem.store.inbox import Verdict


def submit(case: DeedCase) -> Decided:
    """Submit a sheet for a seat, as if its player had sent it; raises `NotCorrected` if it is refused."""
    handled, new = judges.submit_sheet(case.game, case.seat, case.text("sheet").encode(), case.clock)
    says = said_of_sheet(handled, new=new)
    if handled.verdict.state not in ("accepted", "partly", "command"):
        raise NotCorrected(says)
    return Decided(says=(says,), data={"verdict": handled.verdict})


def play(game: Game, clock: Clock, *, anyway: bool = False) -> Decided:
    """Play until sheets are needed; *anyway* even if a seat holds the stage until its deadline."""
    played = judge_and_play(game, clock, anyway=anyway, letters=False).played
    found, locked = status(game, clock), submissions.locked(game)
    data = {"played": played, "status": found, "locked": locked}
    return Decided(says=tuple(wording.of_play(played, found, locked)), data=data)


def said_of_sheet(handled: HandledMail, *, new: bool) -> str:
    """The reply to a sheet or email that the moderator submitted; of one that failed, why."""
    answer = "" if handled.verdict.state == "failed" else handled.answer
    return answer or _without_reply(handled.verdict, new=new)


def _without_reply(verdict: Verdict, *, new: bool) -> str:
    """The result for a sheet or email without a reply that can be shown."""
    if verdict.state == "failed":
        return f"pbem has a bug and failed at it ({verdict.why}); `pbem status` says what can be done."
    if verdict.state == "doubled":
        return f"It is a duplicate of email {int(verdict.about)}; `pbem mail {int(verdict.about)}`."
    return "It has been processed." if new else "It was submitted before, and the reply to it is sealed."
