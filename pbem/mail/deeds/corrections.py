"""What became of a ruling, in words: what it did or would do, or what is wrong with it."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import MODERATOR
from pbem.engine.event import PUBLIC
from pbem.engine.ruleset import BrokenInvariant
from pbem.engine.table import Entry, Table
from pbem.errors import Refusal
from pbem.mail.deeds.deed import DeedCase, deed, names_in
from pbem.mail.deeds.fields import BECAUSE, FOR, OVERRULES, SETTLES, Decided
from pbem.referee import letter, play
from pbem.referee.enquiries import reading
from pbem.referee.game import Clock, Game
from pbem.referee.people import appeals
from pbem.referee.rulings import AnswerRuling, RulingEffects, RulingResult, effects, rule_answer, try_ruling
from pbem.referee.rulings import rule as carry_out
from pbem.report.context import LetterContext
from pbem.report.plain import as_text
from pbem.report.returned_sheet import explain
from pbem.report.story import undone_entries
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
    words = letter.words_for(game, game.view(), PUBLIC)
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
    words = letter.words_for(game, game.view(), PUBLIC)
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
    words = letter.words_for(game, table.state, PUBLIC)
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


OVER = (
    "The game was over, and its last letters revealed the key of its random draws and all else that the end made\n"
    "public. Later draws and tokens come from new keys, but players keep what they know: anyone can repeat every\n"
    "earlier draw, even of cards in a shuffled pile. Continue only if all players agree."
)


class NotCorrected(Refusal):
    """What was written cannot be carried out; the message says why, on several lines."""


def rewind(game: Game, clock: Clock, to: int, reason: str) -> Decided:
    """Move the game back, or forward again, to entry *to*."""
    ahead = try_rewind(game, to, reason).says
    entry = play.rewind(game, to, reason, clock)
    over = (OVER,) if game.log.lines[-1].salt else ()
    moved = "moved forward again" if to in undone_entries(game.table.entries[: entry.number - 1]) else "rewound"
    says = f"The game is {moved} to entry {to}; this is entry {entry.number}."
    data = {"entry": entry.number, "to": to, "reason": reason, "over": bool(over)}
    return Decided(says=(says, "Run `pbem turn`: the letters tell everyone.", *over), ahead=ahead, data=data)


def try_rewind(game: Game, to: int, reason: str) -> Decided:
    """What `rewind` would do: what everyone would read, what would be undone, and what would be asked."""
    game.guard()
    play.check_entry(game, to)
    after = game.table.twin()
    after.rewind(to, reason)
    before, then = undone_entries(game.table.entries), undone_entries(after.entries)
    found = effects(game, after)
    over = (OVER,) if game.outcome is not None else ()
    lines = (_numbered("undone", then - before), _numbered("count again", before - then))
    says = (*told(game, found, public=True), *filter(None, lines), *followed(game, found), *over)
    data = {"to": to, "reason": reason, "undone": sorted(then - before), "again": sorted(before - then)}
    return Decided(says=says, data=data)


def _numbered(what: str, entries: Collection[int]) -> str:
    """Which *entries* of the log would be told as *what*."""
    if not entries:
        return ""
    first, last = min(entries), max(entries)
    which = f"Entry {first} of the log" if first == last else f"Entries {first} to {last} of the log"
    return f"{which} would {'be ' if what == 'undone' else ''}{what}."


@deed("pbem rewind {round} --reason={reason}", name="rewind", needs=("round", "reason"), quiet=True, asks=True,
      line=rf"rewind\s+(?:back\s+)?(?:to\s+)?(?:letters?\s+|round\s+|r)?#?(?P<round>\d{{1,6}}){BECAUSE}",
      settles=("stopped",), of_game=lambda game, _found: len(game.log.pauses) > 1)  # fmt: skip
def rewind_to_round(case: DeedCase) -> Decided:
    """Move the game back to the moment when the letters of a round were written."""
    return rewind(case.game, case.clock, play.entry_of_round(case.game, case.number("round", "a letter")), case.reason)


@deed("pbem rule FILE --reason={reason} --as={seat} --overrule={overrule} --appeal={appeal}", name="rule",
      needs=("ruling", "reason"), may=("seat", "overrule", "appeal"), quiet=True, asks=True, settles=("appeal",),
      line=rf"rule{FOR}{SETTLES}{OVERRULES}{BECAUSE}:?",
      of_game=lambda game, _found: game.ruleset.rulings is not None and game.outcome is None)  # fmt: skip
def rule_on(case: DeedCase) -> Decided:
    """Carry out a ruling, or let it be what a seat answers, unless it breaks what it does not overrule."""
    game, clock, text, reason, seat = case.game, case.clock, case.text("ruling"), case.reason, case.seat_or_none
    overrule, appeal = names_in(case.text("overrule")), case.number_or_none("appeal", "an appeal")
    if seat and overrule:
        raise NotCorrected("What a seat answers breaks no invariant: leave out either the seat or what is overruled.")
    if appeal is not None:
        appeals.must_be_known(game, appeal)
    done: RulingResult | AnswerRuling
    ahead: tuple[str, ...] | None = None
    if seat:
        done = rule_answer(game, seat, text, reason, clock)
        if done.checked is not None:
            ahead = (f"{game.titles[seat]} answers by your ruling: {reading(game, seat, done.checked.sheet)}",)
    else:
        tried = try_ruling(game, text, reason, overrule)
        if tried.after and not tried.broken:
            ahead = tuple(told(game, effects(game, tried.after), public=True))
        done = carry_out(game, text, reason, clock, overrule)
    says = tuple(filter(None, said(game, done, None)))
    if done.entry is None:
        raise NotCorrected("\n".join(says))
    if appeal is not None:
        appeals.settle(game, appeal, "ruled", reason, clock)
        settles = f"It settles appeal {appeal}."
        says, ahead = (*says, settles), (*ahead, settles) if ahead is not None else None
    return Decided(says=says, ahead=ahead)
