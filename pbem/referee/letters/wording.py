"""The words of letters and replies: title, moderator, and the form of a sheet."""

from collections.abc import Sequence
from datetime import datetime

from pbem.engine.position import Position
from pbem.referee.correspondence.people import reads
from pbem.referee.game import Game
from pbem.referee.letters import plans
from pbem.referee.pauses import in_advance
from pbem.referee.stage import SeatStage
from pbem.report.several import Question, sheet_parts
from pbem.report.words import Words, words_of
from pbem.sheet.parts import Part
from pbem.sheet.shape import keys_as_written
from pbem.sheet.writer import write_sheet
from pbem.store.pause import Pause


def words_for(game: Game, view: Position, seat: str) -> Words:
    """The words for a reader in *seat*."""
    return words_of(game.ruleset, game.ruleset.lexicon(view, seat)).knowing(view, seat)


def title(game: Game) -> str:
    """The game's title in letters."""
    return game.settings.title or game.ruleset.title


def moderator(game: Game) -> str:
    """The moderator's name and address in letters, as far as game.yaml has them."""
    who = game.settings.moderator
    return f"{who.name} <{who.address}>" if who.name and who.address else who.name or who.address


def press(game: Game, words: Words, seat: str) -> str:
    """How *seat* writes to the other players through the game, in words; empty where it cannot."""
    mode = game.settings.press_mode
    name = next((title for other, title in game.titles.items() if other != seat and reads(game, other)), "")
    return words.phrase("labels", "press-how", {"press": mode, "name": name}) if name and mode != "none" else ""


def own_hold(
    game: Game, words: Words, stages: Sequence[SeatStage], at: datetime, deadline: datetime | None = None
) -> str:
    """That the seat of *stages* holds the game *at* a time before the *deadline*, and until when; empty if not."""
    from pbem.referee import requests  # noqa: PLC0415 - only who is reminded may hold a game

    if deadline is not None and at >= deadline:
        return ""
    held = (requests.hold_of(game, stage, at) for stage in stages if stage.pending)
    hold = next(filter(None, held), None)
    if hold is None:
        return ""
    args = {"ends": hold.until, "zone": game.settings.zone_of(stages[0].seat).name, "deadline": deadline}
    return words.phrase("commands", "status-holds", args)


def parts(game: Game, view: Position, stages: Sequence[SeatStage]) -> tuple[Part, ...]:
    """The parts of a sheet that answers *stages* of one seat, each with its heading."""
    decisions = [stage.decision for stage in stages]
    return sheet_parts(game.ruleset, view, stages[0].step, decisions) if stages else ()


def form(
    game: Game, stages: Sequence[SeatStage], view: Position, entry: int | None = None, *, parts: bool = False
) -> str:
    """A sheet that is legal as it stands, at present or after *entry*; empty if the decision has none.

    For several decisions, or where *parts* say so, it is what is below all parts: what is asked once for all.
    """
    if not stages:
        return ""
    asks = game.asks_words(stages[0], entry)
    line = words_for(game, view, stages[0].seat).phrase("labels", "words-line") if asks else ""
    hint = plans_hint(game, view, stages[0].seat)
    if len(stages) > 1 or parts:
        return "\n".join(filter(None, (line, hint)))
    sheet = _sheet(game, stages[0], view)
    if not sheet and stages[0].pending:
        return sheet
    below = "\n".join(filter(None, (line if sheet else "", hint)))
    return f"{sheet}{below}\n" if below else sheet


def plans_hint(game: Game, view: Position, seat: str) -> str:
    """Remarks for a form that show how to plan; empty in a game without plans, or where its sheets are sealed."""
    wanted = plans.wanted(game, view, seat)
    if not wanted.coming or wanted.sealed:
        return ""
    name, coming = next(iter(wanted.coming.items()))
    keys = ", ".join(f"{key}: ..." for key in keys_as_written(coming.takes))
    lines = ["plans:", f"  - {{for: {name}, {keys}}}" if keys else f"  - {{for: {name}}}"]
    if coming.when is not None:
        more = ", ".join(f"{key}: ..." for key in keys_as_written(coming.when))
        lines.append(f"  - {{for: {name}, {keys}, when: {{{more}}}}}")
    words = words_for(game, view, seat)
    return "\n".join(f"# {line}" for line in (words.phrase("labels", "plans-hint"), *lines))


def several(
    game: Game,
    stages: Sequence[SeatStage],
    view: Position,
    pause: Pause | None = None,
    *,
    among: Sequence[SeatStage] = (),
) -> tuple[Question, ...]:
    """The questions of *stages*, put at *pause*, each with its part of the form; none if there are not several.

    If they are what is left *among* several they have the headings by which they are told apart from all of those.
    """
    headings = {part.decision.name: part.heading for part in parts(game, view, among or stages)}
    if len(headings) < 2:
        return ()
    return tuple(
        Question(
            decision=stage.decision,
            heading=headings[stage.decision.name],
            form=_sheet(game, stage, view),
            answered=in_advance(game, stage, view),
            deadline=pause.due_for(stage.seat, stage.decision.key) if pause and stage.pending else None,
        )
        for stage in stages
    )


def _sheet(game: Game, stage: SeatStage, view: Position) -> str:
    order = stage.decision.default
    return "" if order is None else write_sheet(order, game.ruleset.lexicon(view, stage.seat))
