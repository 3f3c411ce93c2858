"""The plans of seats for coming decisions: what may be planned, and what a seat sent for later."""

from pbem.engine.coming import only_plans, replace_plans
from pbem.engine.position import KeptOrder, Position
from pbem.referee.game import Clock, Game
from pbem.sheet.plans import PlansWanted


def wanted(game: Game, view: Position, seat: str) -> PlansWanted:
    """What *seat* may plan as it sees the game, by the names that people write."""
    kinds = tuple(game.ruleset.coming(view, seat))
    if not kinds:
        return PlansWanted(seat)
    from pbem.report.several import coming_named  # noqa: PLC0415 - templates take a while
    from pbem.report.words import words_of  # noqa: PLC0415 - as above

    words = words_of(game.ruleset, game.ruleset.lexicon(view, seat))
    return PlansWanted(seat, coming_named(words, kinds), game.settings.mail.sealed is not None)


def keep(game: Game, seat: str, plans: tuple[KeptOrder, ...], number: int, name: str, clock: Clock) -> None:
    """Let *seat* have *plans* and no others: once for item *number*, and not if a later one has changed them since."""
    if overtaken(game, seat, number) or any(
        line.entry and line.cause == name and only_plans(line.entry) for line in game.log.lines
    ):
        return
    if plans or game.view(seat).kept:
        game.append(replace_plans(game.table, seat, plans), clock(), name)


def take_back(game: Game, seat: str, number: int, name: str, clock: Clock) -> None:
    """Let *seat* have no plans any more, because of item *number*."""
    keep(game, seat, (), number, name, clock)


def overtaken(game: Game, seat: str, number: int) -> bool:
    """Whether an item after *number*, which was trusted late, has changed the plans of *seat*."""
    return any(
        line.entry is not None
        and only_plans(line.entry)
        and any(event.seen_by(seat) for event in line.entry.events)
        and (item := _number(line.cause)) is not None
        and item > number
        for line in game.log.lines
    )


def _number(cause: str) -> int | None:
    number = cause.partition("-")[0]
    return int(number) if number.isdecimal() else None
