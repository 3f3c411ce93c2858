"""What letters and receipts have in common: words, subjects and forms of a seat."""

from typing import Any

from pbem.report.letter import question
from pbem.report.words import Words
from pbem.sheet.writer import write_sheet
from pbem.store.game import Game
from pbem.store.stage import Stage


def words_for(game: Game, view: Any, seat: str) -> Words:
    """The words for a reader in *seat*."""
    return Words(game.ruleset.words, game.ruleset.lexicon(view, seat))


def subject(game: Game, words: Words, stage: Stage | None, seat: str) -> str:
    """The subject that an answer of *seat* must keep: game, stage, seat and token."""
    if stage is None:
        return f"[{game.name}] {game.titles[seat]}"
    asked = question(words, stage.decision, seat)
    token = game.token(seat, stage.decision.key, stage.asked)
    return f"[{game.name}] {asked}, {game.titles[seat]} {{{token}}}"


def form(game: Game, stage: Stage, view: Any) -> str:
    """A sheet that is legal as it stands; empty if the decision has none."""
    order = stage.decision.default
    return write_sheet(order, game.ruleset.lexicon(view, stage.seat)) if order is not None else ""
