"""The trial of a sheet: what would be read, what would be refused, and what would follow as far as its seat can know.

It counts for nothing, and draws on nothing but what the seat sees.
"""

import msgspec

from pbem.engine.table import Entry
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.stage import NotAsked
from pbem.referee.views.check import CheckedSheet, check
from pbem.report.content import marks
from pbem.report.context import LetterContext
from pbem.report.corrected import corrected
from pbem.report.faults import explained
from pbem.report.line_notes import returned
from pbem.report.several import question
from pbem.report.story import Past, story
from pbem.report.words import Words
from pbem.sheet.parts import Part, Parts


class TriedSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a trial, in words with marks; *valid* if all of the sheet would be accepted."""

    heading: str
    text: str
    valid: bool


def tried(game: Game, seat: str, text: str, word: str = "try") -> TriedSheet:
    """Try a sheet of *seat*, as it could be sent now; *word* is what makes it a trial, if that is a word in it."""
    view = game.view(seat)
    words = wording.words_for(game, view, seat)
    context = LetterContext(me=seat, view=view, titles=game.titles, game=game.name, title=wording.title(game))
    try:
        checked = check(game, seat, text)
    except NotAsked:
        heading = words.phrase("commands", "tried-nothing-heading")
        return TriedSheet(heading=heading, text=words.say("commands", "tried-nothing"), valid=False)
    sheet = checked.sheet
    asked = words.listed([question(words, stage.decision, seat) for stage in checked.stages])
    about = msgspec.structs.replace(
        context,
        question=asked,
        faults=explained(words, sheet.text, sheet.every_fault),
        parts={
            "said_back": "\n\n".join(_said(words, context, part, each.order, text) for part, each in sheet.good),
            "foreseen": _foreseen(game, words, context, checked),
            "word": word,
        },
        code=_code(checked),
    )
    if not sheet.faultless and text.strip():
        back = corrected(sheet, lambda changed: check(game, seat, changed).sheet)
        shown = returned(words, text, back, back.found.every_fault, whole=game.settings.mail.sealed is None)
        about = msgspec.structs.replace(about, returned=shown)
    heading = words.phrase("commands", f"tried-{_code(checked)}-heading")
    return TriedSheet(
        heading=heading, text=words.render("commands/try.txt.j2", about).strip("\n"), valid=sheet.faultless
    )


def reading(game: Game, seat: str, sheet: Parts) -> str:
    """What is read of a *sheet* of *seat*, without marks, in one line; empty where nothing is said of it."""
    lines = (marks.plain(line).strip().removeprefix("- ") for line in said_back(game, seat, sheet).splitlines())
    return " ".join(filter(None, lines))


def said_back(game: Game, seat: str, sheet: Parts) -> str:
    """How a *sheet* of *seat* was read, in words with marks."""
    view = game.view(seat)
    words = wording.words_for(game, view, seat)
    context = LetterContext(me=seat, view=view, titles=game.titles, game=game.name, title=wording.title(game))
    return "\n\n".join(_said(words, context, part, each.order, sheet.text) for part, each in sheet.good)


def _code(checked: CheckedSheet) -> str:
    """What would become of the sheet."""
    if checked.valid:
        return "valid"
    return "partly" if checked.sheet.counts else "refused"


def _said(words: Words, context: LetterContext, part: Part, order: object, text: str) -> str:
    """An order in words."""
    about = msgspec.structs.replace(context, decision=part.decision, order=order, text=text)
    return words.render("said-back.txt.j2", about).strip("\n")


def _foreseen(game: Game, words: Words, context: LetterContext, checked: CheckedSheet) -> str:
    """What the orders would lead to, told as a story would tell it; empty where nothing can be foreseen."""
    told: list[str] = []
    for part, each in checked.sheet.good:
        foreseen = game.ruleset.foresee(context.view, part.decision, each.order) if each.order is not None else None
        if foreseen is None:
            continue
        after = msgspec.structs.replace(context, view=foreseen.view, decision=part.decision, order=each.order)
        sentences = story(words, [Entry(1, foreseen.events)], context.me, Past(lambda _: None, lambda _: context.view))
        about = msgspec.structs.replace(after, found=sentences)
        told.append(words.render("enquiries/foreseen.txt.j2", about).strip("\n"))
    return "\n\n".join(filter(None, told))
