"""The form that a seat was sent for its present stage, as its letter has it."""

import re

from pbem.mail.letters import letter_path
from pbem.store.game import Game

_FORM = re.compile(r"^--- #[^\n]*\n.*?^\.\.\.$", re.MULTILINE | re.DOTALL)


def sent_form(game: Game, seat: str) -> str:
    """The form in the newest letter to *seat*, with its marks; empty if it asked for none."""
    if game.pause is None or game.stage(seat) is None:
        return ""
    path = letter_path(game, game.pause, seat)
    found = _FORM.findall(path.read_text(encoding="utf-8")) if path.exists() else []
    return f"{found[-1]}\n" if found else ""
