"""pbem rule: change the position, or rule what a seat answers."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import click
from msgspec.structs import replace

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened, seat_called
from pbem.engine.decision import MODERATOR
from pbem.engine.event import PUBLIC
from pbem.engine.kit.ruling import BrokenInvariant
from pbem.engine.table import Entry, Table
from pbem.mail.exchange import up_to_date
from pbem.mail.mime.charset import decoded
from pbem.referee.correspondence import appeals
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.referee.moderation.ruled_answers import AnswerRuling, rule_answer, try_answer
from pbem.referee.moderation.ruling_trial import RulingEffects, effects
from pbem.referee.moderation.rulings import RulingResult, rule, try_ruling
from pbem.report.content.text import as_text
from pbem.report.context import LetterContext
from pbem.report.faults import as_data, explain
from pbem.sheet.fault import SheetFault


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--reason", required=True, help="Why; everyone is told.")
@click.option("--as", "seat", metavar="SEAT", help="The seat that FILE answers for; its player cannot replace it.")
@click.option("--try", "trial", is_flag=True, help="Print what would change for whom; change nothing.")
@click.option("--overrule", metavar="INVARIANT", multiple=True, help="Rule though it breaks this invariant.")
@click.option("--appeal", metavar="N", type=int, help="The ruling settles appeal N.")
@game_option
@json_option
def command(
    file: BinaryIO,
    reason: str,
    seat: str | None,
    trial: bool,
    overrule: tuple[str, ...],
    appeal: int | None,
    folder: Path,
    as_json: bool,
) -> None:
    """Carry out the ruling in FILE (- for standard input), a sheet of the moderator.

    The rules of the game say what can be ruled. What must stay true of every position is checked. A rewind undoes a
    ruling. With --as, FILE is a sheet of that seat: what it answers is ruled.
    """
    text, clock = decoded(file.read(), "").text, host().clock
    if trial:
        game = opened(folder)
        done = _try(game, seat, text, reason, overrule)
    else:
        with up_to_date(folder, clock, host().rulesets) as game:
            if appeal is not None:
                appeals.must_be_known(game, appeal)
            if seat is None:
                done = rule(game, text, reason, clock, overrule)
            else:
                done = rule_answer(game, seat_called(game, seat), text, reason, clock)
            if appeal is not None and done.entry is not None:
                appeals.settle(game, appeal, "ruled", reason, clock)
    good = bool(done.after or done.entry) and not _broken_by(done)
    found = effects(game, done.after) if trial and good and done.after else None
    if as_json:
        output.data(_data(game, done, found, trial=trial))
    else:
        for said in _said(game, done, found):
            output.text(said)
    if not good:
        click.get_current_context().exit(1)


def _try(
    game: Game, seat: str | None, text: str, reason: str, overrule: tuple[str, ...]
) -> RulingResult | AnswerRuling:
    if seat is None:
        return try_ruling(game, text, reason, overrule)
    return try_answer(game, seat_called(game, seat), text, reason)


def _broken_by(done: RulingResult | AnswerRuling) -> tuple[BrokenInvariant, ...]:
    return done.broken if isinstance(done, RulingResult) else ()


def _faults(done: RulingResult | AnswerRuling) -> tuple[str, tuple[SheetFault, ...]]:
    """The sheet and what is wrong in it."""
    if isinstance(done, RulingResult):
        return done.sheet.text, done.sheet.faults
    return (done.checked.sheet.text, done.checked.sheet.every_fault) if done.checked else ("", ())


def _said(game: Game, done: RulingResult | AnswerRuling, found: RulingEffects | None) -> Iterator[str]:
    words = wording.words_for(game, game.view(), PUBLIC)
    text, faults = _faults(done)
    yield explain(words, text, faults)
    context = LetterContext(me=MODERATOR, view=game.view(), titles=game.titles)
    if isinstance(done, RulingResult):
        context = replace(context, decision=done.decision)
    if isinstance(done, RulingResult) and _broken_by(done):
        yield from _broken(game, done)
    elif found is not None:
        yield from _effects(game, found)
    elif done.entry is not None:
        yield from _ruled(done.entry, again=isinstance(done, AnswerRuling) and done.again)
        if isinstance(done, RulingResult):
            yield as_text(words.render("said-back.txt.j2", replace(context, order=done.sheet.order)))
        yield "Run `pbem turn`: the letters tell everyone."
    else:
        yield "The ruling cannot be carried out."
        if isinstance(done, RulingResult):
            yield as_text(words.render("asked.txt.j2", context))


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
    yield f"Correct it, or rule all the same: {' '.join(f'--overrule {name}' for name in names)}."


def _effects(game: Game, found: RulingEffects) -> Iterator[str]:
    for seat, told in found.told.items():
        if told:
            yield f"{game.titles[seat]} would read besides:" if seat else "Everyone would read:"
            yield _listed(told)
    for heading, some in (("It would be asked:", found.asked), ("It would be asked no more:", found.dropped)):
        if some:
            yield heading
            yield _listed(f"{game.titles[seat]}: {question}" for seat, question in some)
    if found.unsound:
        titles = ", ".join(game.titles[seat] for seat in found.unsound)
        yield f"Sheets that would be legal no longer, so that new ones are waited for: {titles}."
    yield "This was a trial: nothing was changed."


def _listed(sentences: Iterable[str]) -> str:
    return "\n".join(f"- {sentence}" for sentence in sentences)


def _data(game: Game, done: RulingResult | AnswerRuling, found: RulingEffects | None, *, trial: bool) -> dict[str, Any]:
    words = wording.words_for(game, game.view(), PUBLIC)
    said = {
        "ok": bool(found if trial else done.entry),
        "entry": done.entry.number if done.entry else None,
        "problems": [as_data(words, fault) for fault in _faults(done)[1]],
        "broken": [
            {"invariant": one.invariant, "says": words.phrase("invariants", one.code, one.args)}
            for one in _broken_by(done)
        ],
    }
    return {**said, "trial": found} if trial else said
