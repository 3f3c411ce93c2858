"""What a choice on the board does to the text of a sheet."""

import msgspec

from pbem.engine.desk import DeskChoice
from pbem.referee.game import Game
from pbem.sheet.editing import edit_sheet, reordered
from pbem.web.board.asked import DeskPart, desk_parts, keyed, subject_key


class Changed(msgspec.Struct, frozen=True):
    """The text after a choice; the same as before if *why* says why not, and the *line* that is in the way."""

    text: str
    why: str = ""
    line: int = 0


GONE = "gone"
"""Why a choice was not made: it is not there any more."""


def chosen(game: Game, seat: str, text: str, choice: str) -> Changed:
    """*text* after a choice, `SUBJECT|CHOICE` by their keys; for what is about no subject `PART|CHOICE`."""
    subject, _, key = choice.partition("|")
    desk = game.ruleset.desk
    if desk is None:
        return Changed(text, GONE)
    view = game.view(seat)
    for part in desk_parts(game, seat, text):
        about = (part.decision, part.draft)
        if subject == str(part.number):
            found = keyed(desk.others(view, seat, *about)).get(key)
        else:
            subjects = {subject_key(part, each): each.id for each in desk.subjects(view, seat, *about)}
            if subject not in subjects:
                continue
            found = keyed(desk.choices(view, seat, *about, subjects[subject])).get(key)
        return _made(part, text, found) if found else Changed(text, GONE)
    return Changed(text, GONE)


def moved(game: Game, seat: str, text: str, line: str) -> Changed:
    """*text* with an entry of a list in another place: `PART PATH|FROM|TO`."""
    key, _, numbers = line.partition("|")
    number, _, to = numbers.partition("|")
    which, _, path = key.partition(" ")
    for part in desk_parts(game, seat, text):
        if which == str(part.number) and number.isdecimal() and to.isdecimal():
            steps = tuple(int(step) if step.isdecimal() else step for step in path.split("/"))
            after = reordered(text, steps, int(number), int(to), part.wanted)
            return Changed(after) if after != text or number == to else Changed(text, "layout")
    return Changed(text, GONE)


def _made(part: DeskPart, text: str, choice: DeskChoice) -> Changed:
    made = edit_sheet(text, choice.edits, part.wanted)
    for each in made.unmade:
        return Changed(text, each.why, each.line)
    return Changed(made.text)
