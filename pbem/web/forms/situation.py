"""The forms for what a seat may send now."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.report.content import marks
from pbem.web.checking import present_form
from pbem.web.forms.examples import WrittenExamples
from pbem.web.forms.page import SheetForms
from pbem.web.once import kept_with


def sheet_forms(game: Game, seat: str, at: datetime) -> SheetForms | None:
    """The forms for what *seat* may send *at* a time; None if that is nothing."""
    stages, view = game.stages(seat), game.view(seat)
    parts = wording.parts(game, view, stages)
    if not parts:
        return None
    words = wording.words_for(game, view, seat)
    form = marks.plain(present_form(game, seat, at))
    written = by_heading(form, [part.heading for part in parts])

    def remember(heading: str, read: Callable[[], WrittenExamples]) -> WrittenExamples:
        return kept_with(game, ("examples", seat, heading), (written, words.made), read)

    return SheetForms(game.ruleset, view, seat, parts, words, written, remember, board=True)


def by_heading(form: str, headings: Iterable[str]) -> Mapping[str, str]:
    """The written form of each part, without its heading."""
    found: dict[str, list[str]] = {heading: [] for heading in headings}
    now = "" if "" in found else None
    for line in form.splitlines():
        said = re.sub(r"^# ?", "", line).partition(":")[0]
        if said in found:
            now = said
        elif now is not None:
            found[now].append(line.removeprefix("  ") if now else line)
    return {heading: "\n".join(lines) for heading, lines in found.items()}
