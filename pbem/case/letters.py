"""The letter that a seat of a case would get: the real one, made from its view alone."""

from collections.abc import Mapping

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC
from pbem.engine.ruleset import Ruleset
from pbem.engine.step import decisions_of
from pbem.engine.table import Entry, Table
from pbem.report.letter import Occasion, letter, public_report
from pbem.report.story import past_of
from pbem.report.words import words_of
from pbem.sheet.writer import write_sheet


def letter_to(
    ruleset: Ruleset,
    table: Table,
    seat: str,
    titles: Mapping[str, str],
    entries: tuple[Entry, ...],
    waiting: tuple[Decision, ...],
) -> str:
    """The letter, on one line, that tells *seat* (or everyone) of *entries*; *waiting* is what the game waits for."""
    view = table.views[seat]
    lexicon = ruleset.lexicon(view, seat)
    asked = next((decision for decision in waiting if decision.seat == seat), None)
    decision = asked or _anytime(ruleset, table, seat)
    default = decision.default if decision else None
    since = entries[0].number - 1 if entries else len(table.entries)
    occasion = Occasion(
        game="case",
        round=1,
        seat=seat,
        titles=titles,
        view=view,
        entries=entries,
        past=past_of(table),
        changes=ruleset.changes(table.at(since)[1][seat], view, seat) if ruleset.changes and seat != PUBLIC else None,
        decision=decision,
        asked=asked is not None,
        waiting=tuple(dict.fromkeys(decision.seat for decision in waiting)),
        form=write_sheet(default, lexicon) if default is not None else "",
        outcome=ruleset.outcome(table.state),
    )
    words = words_of(ruleset, lexicon)
    return on_one_line(letter(words, occasion) if seat != PUBLIC else public_report(words, occasion))


def on_one_line(text: str) -> str:
    """*text* without its line breaks, so that it does not matter where they fall."""
    return " ".join(text.split())


def _anytime(ruleset: Ruleset, table: Table, seat: str) -> Decision | None:
    """What *seat* may send without being asked."""
    step = ruleset.anytime(table.views[seat], seat) if seat != PUBLIC and table.state.flow else None
    return next((one for one in decisions_of(step, table.views[seat]) if one.seat == seat), None) if step else None
