"""The letter that a seat was sent for its present stage, the form in it, and emails read with both in mind."""

import re

from pbem.engine.coming import PLANS
from pbem.mail.message.received import ReceivedMail, with_form
from pbem.referee.game import Game
from pbem.referee.letters import plans, wording
from pbem.referee.letters.letter import letter_path
from pbem.sheet.check import keys_of
from pbem.sheet.plans import FOR, WHEN

_FORM = re.compile(r"^--- #[^\n]*\n.*?^\.\.\.$", re.MULTILINE | re.DOTALL)


def sent_form(game: Game, seat: str) -> str:
    """The form in the newest letter to *seat*, with its marks; empty if it asked for none."""
    found = _FORM.findall(sent_letter(game, seat)) if game.stage(seat) is not None else []
    return f"{found[-1]}\n" if found else ""


def sent_letter(game: Game, seat: str) -> str:
    """The newest letter to *seat*; empty if there is none."""
    path = letter_path(game, game.pause, seat) if game.pause else None
    return path.read_text(encoding="utf-8") if path and path.exists() else ""


def keys_in(game: Game, seat: str) -> frozenset[str]:
    """The keys that may be in a sheet of *seat*: those of orders, and the headings of several decisions."""
    stages = game.stages(seat) if seat in game.titles else ()
    headings = {part.heading for part in wording.parts(game, game.view(seat), stages)} if len(stages) > 1 else set()
    wanted = plans.wanted(game, game.view(seat), seat).coming.values() if seat in game.titles else ()
    own = frozenset({PLANS, FOR, WHEN}) if wanted else frozenset()
    conditions = (keys_of(one.when) for one in wanted if one.when is not None)
    return keys_of(game.ruleset.orders).union(headings, own, *conditions)


def read_for(game: Game, seat: str, incoming: ReceivedMail) -> ReceivedMail:
    """An email from *seat*, looked at again with what that seat had been sent."""
    keys = keys_in(game, seat)
    return with_form(incoming, sent_form(game, seat), keys, sent_letter(game, seat))
