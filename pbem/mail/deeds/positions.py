"""What the moderator does about a position that went wrong: rule, move the game back or forward."""

from collections.abc import Collection

from pbem.mail.deeds import ruled
from pbem.mail.deeds.decided import Decided
from pbem.referee import play
from pbem.referee.correspondence import appeals
from pbem.referee.enquiries.trial import reading
from pbem.referee.game import Clock, Game
from pbem.referee.moderation.ruled_answers import AnswerRuling, rule_answer
from pbem.referee.moderation.ruling_trial import effects
from pbem.referee.moderation.rulings import RulingResult, try_ruling
from pbem.referee.moderation.rulings import rule as carry_out
from pbem.report.story import undone_entries
from pbem.store.refusal import Refusal

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
    says = (*ruled.told(game, found, public=True), *filter(None, lines), *ruled.followed(game, found), *over)
    data = {"to": to, "reason": reason, "undone": sorted(then - before), "again": sorted(before - then)}
    return Decided(says=says, data=data)


def _numbered(what: str, entries: Collection[int]) -> str:
    """Which *entries* of the log would be told as *what*."""
    if not entries:
        return ""
    first, last = min(entries), max(entries)
    which = f"Entry {first} of the log" if first == last else f"Entries {first} to {last} of the log"
    return f"{which} would {'be ' if what == 'undone' else ''}{what}."


def rewind_to_round(game: Game, clock: Clock, number: int, reason: str) -> Decided:
    """Move the game back to the moment when the letters of a round were written."""
    return rewind(game, clock, play.entry_of_round(game, number), reason)


def rule(
    game: Game,
    clock: Clock,
    text: str,
    reason: str,
    *,
    seat: str = "",
    overrule: tuple[str, ...] = (),
    appeal: int | None = None,
) -> Decided:
    """Carry out the ruling *text* for a *reason*, or let it be what *seat* answers; raises `NotCorrected`.

    It may *overrule* invariants, and settle an *appeal*.
    """
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
            ahead = tuple(ruled.told(game, effects(game, tried.after), public=True))
        done = carry_out(game, text, reason, clock, overrule)
    says = tuple(filter(None, ruled.said(game, done, None)))
    if done.entry is None:
        raise NotCorrected("\n".join(says))
    if appeal is not None:
        appeals.settle(game, appeal, "ruled", reason, clock)
        settles = f"It settles appeal {appeal}."
        says, ahead = (*says, settles), (*ahead, settles) if ahead is not None else None
    return Decided(says=says, ahead=ahead)
