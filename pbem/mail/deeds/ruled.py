"""What became of a ruling, in words: what it did or would do, or what is wrong with it."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import MODERATOR
from pbem.engine.event import PUBLIC
from pbem.engine.kit.ruling import BrokenInvariant
from pbem.engine.table import Entry, Table
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.moderation.ruled_answers import AnswerRuling
from pbem.referee.moderation.ruling_trial import RulingEffects
from pbem.referee.moderation.rulings import RulingResult
from pbem.report.content.text import as_text
from pbem.report.context import LetterContext
from pbem.report.faults import explain
from pbem.sheet.fault import SheetFault


def broken_by(done: RulingResult | AnswerRuling) -> tuple[BrokenInvariant, ...]:
    """The invariants that do not hold."""
    return done.broken if isinstance(done, RulingResult) else ()


def faults_of(done: RulingResult | AnswerRuling) -> tuple[str, tuple[SheetFault, ...]]:
    """The sheet and what is wrong in it."""
    if isinstance(done, RulingResult):
        return done.sheet.text, done.sheet.faults
    return (done.checked.sheet.text, done.checked.sheet.every_fault) if done.checked else ("", ())


def said(game: Game, done: RulingResult | AnswerRuling, found: RulingEffects | None) -> Iterator[str]:
    """What became of a ruling; *found* is what it would lead to, if it was only tried."""
    words = wording.words_for(game, game.view(), PUBLIC)
    text, faults = faults_of(done)
    yield explain(words, text, faults)
    context = LetterContext(me=MODERATOR, view=game.view(), titles=game.titles)
    if isinstance(done, RulingResult):
        context = replace(context, decision=done.decision)
    if isinstance(done, RulingResult) and broken_by(done):
        yield from _broken(game, done)
    elif found is not None:
        yield from told(game, found)
        yield from followed(game, found)
        yield "This was a trial: nothing was changed."
    elif done.entry is not None:
        yield from _ruled(done.entry, again=isinstance(done, AnswerRuling) and done.again)
        if isinstance(done, RulingResult):
            yield as_text(words.render("said-back.txt.j2", replace(context, order=done.sheet.order)))
        yield "Run `pbem turn`: the letters tell everyone."
    else:
        yield "The ruling cannot be carried out."
        if isinstance(done, RulingResult):
            yield as_text(words.render("asked.txt.j2", context))


def told(game: Game, found: RulingEffects, *, public: bool = False) -> Iterator[str]:
    """What everyone would read of a ruling, and, if it is not for the *public*, each seat besides."""
    for seat, lines in found.told.items():
        if lines and not (public and seat):
            yield f"{game.titles[seat]} would read besides:" if seat else "Everyone would read:"
            yield _listed(lines)


def guide(game: Game, done: RulingResult) -> str:
    """What can be ruled, and how it is written."""
    words = wording.words_for(game, game.view(), PUBLIC)
    context = LetterContext(me=MODERATOR, view=game.view(), titles=game.titles, decision=done.decision)
    return as_text(words.render("asked.txt.j2", context))


def _ruled(entry: Entry, *, again: bool) -> Iterator[str]:
    overruled = [name for answer in entry.answers for name in answer.overruled]
    yield f"It was ruled before, as entry {entry.number}." if again else f"Ruled; this is entry {entry.number}."
    if overruled:
        yield f"Overruled: {', '.join(overruled)}."


def _broken(game: Game, done: RulingResult) -> Iterator[str]:
    """What a ruling would break, and how to rule all the same."""
    table: Table[Any] = done.after or game.table
    words = wording.words_for(game, table.state, PUBLIC)
    yield "The ruling cannot be carried out, for it would break what must always be true:"
    yield "\n".join(f"- {one.invariant}: {words.phrase('invariants', one.code, one.args)}" for one in done.broken)
    names = dict.fromkeys(one.invariant for one in done.broken)
    options = " ".join(f"--overrule {name}" for name in names)
    yield f"Correct it, or rule all the same: {options}."
    yield f"In an email that is a line `rule overruling {', '.join(names)} because ...`."


def followed(game: Game, found: RulingEffects) -> Iterator[str]:
    """What would be asked, or no longer, and whose sheets would not stand."""
    for heading, some in (("It would be asked:", found.asked), ("It would be asked no more:", found.dropped)):
        if some:
            yield heading
            yield _listed(f"{game.titles[seat]}: {question}" for seat, question in some)
    if found.unsound:
        titles = ", ".join(game.titles[seat] for seat in found.unsound)
        yield f"Sheets that would be legal no longer, so that new ones are waited for: {titles}."


def _listed(sentences: Iterable[str]) -> str:
    return "\n".join(f"- {sentence}" for sentence in sentences)
