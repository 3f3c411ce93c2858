"""Subjects: each says which game and turn it is about, what is asked and until when, and bears the seat's token."""

from collections.abc import Sequence
from datetime import datetime

from pbem.referee.game import Game
from pbem.referee.seats.holders import Tenure
from pbem.referee.stage import SeatStage
from pbem.report.several import questions
from pbem.report.words import Words, tag
from pbem.store.pause import Pause


def subject(
    game: Game,
    words: Words,
    stages: Sequence[SeatStage],
    seat: str,
    pause: Pause | None,
    became: str = "",
    due: datetime | None = None,
    *,
    tenure: Tenure | None = None,
) -> str:
    """The subject of what goes to *seat* about *stages*, as of *pause*; a reply says first what *became* of an email.

    It names the deadline *due*, or else the first of the stages. It is for whoever holds the seat now, unless a
    *tenure* says for whom.
    An answer must keep its token, which is at its end: whatever precedes that may change.
    """
    entry = pause.entry if pause else None
    turn = next((stage.decision.turn for stage in stages if stage.decision.turn), 0) or game.turn(entry)
    deadline = due or (pause.due_for(seat) if pause else None)
    says = words.phrase(
        "labels",
        "subject",
        {
            "turn": game.ruleset.turn_named(turn),
            "became": became,
            "asked": _asked(words, stages),
            "due": words.brief_moment(deadline, game.settings.zone_of(seat).name) if deadline else "",
            "over": not (game.table.at(entry)[0] if entry is not None else game.table.state).flow,
        },
    )
    token = f" {{{game.token(seat, *stages[0].put, tenure)}}}" if stages else ""
    return f"[{game.name}] {says[:1].upper()}{says[1:]}{token}"


def mark(game: Game, words: Words, stages: Sequence[SeatStage], seat: str, tenure: Tenure | None = None) -> str:
    """What the opening line of a form says: which game, which question, and the token."""
    if not stages:
        return f"[{game.name}] {game.titles[seat]}"
    asked = questions(words, [stage.decision for stage in stages], seat)
    return f"[{game.name}] {asked} {{{game.token(seat, *stages[0].put, tenure)}}}"


def _asked(words: Words, stages: Sequence[SeatStage]) -> str:
    """What the game waits for, in as few words as there are for it."""
    asked = [*dict.fromkeys(_brief(words, stage) for stage in stages if stage.pending)]
    if len(asked) < 2:
        return "".join(asked)
    return words.phrase("labels", "and-more", {"first": asked[0], "count": len(asked) - 1})


def _brief(words: Words, stage: SeatStage) -> str:
    code = tag(stage.decision.takes)
    about = {**stage.decision.about, "decision": stage.decision, "me": stage.seat}
    return words.phrase("subjects", code, about) if words.has("subjects", code) else words.phrase("labels", "orders")
